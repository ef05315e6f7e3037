//! Guards and modes of contacts of solids, and how places switch.

use super::ROUNDING;
use crate::elements::formula::{CLIP, CLIPPED, Formula, MOST_SLOTS, PUSHING};
use crate::elements::solid::{
    Contact, Grip, Incident, Normal, OPEN, Stand, Touch, Written, mode_of, regime_of, tangents,
};
use crate::equations::Equations;
use crate::equations::EventRecord;
use crate::equations::switching::kind_of;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::Flow;
use crate::system::System;
use crate::system::motion::View;
use carom_base::Vec3;
use carom_laws::contact::solids::Branches;
use carom_laws::{Piece, SwitchEvent};
use carom_model::run::EventKind;
use carom_solve::Guard;
use std::sync::Arc;

/// A force that pushes is off where it is below zero by so many times its rounding: more than the driver takes for zero at a start (4), and less than counts.
const DECAYED: f64 = 8.0;

/// A place that begins to touch is deep where its depth, relative to L, is more than locating an event leaves.
const DEEP: f64 = 1e-9;

/// Whether a place whose guard fired begins to touch where the solids overlap deeply already, as where one volume becomes two: its law is not at the begin of its branches.
pub(in crate::equations) fn begins_deep(
    e: &Equations,
    system: &System,
    k: usize,
    slot: usize,
) -> bool {
    let place = &system.solid_contacts.places[k];
    let is_open = e.memory.modes[place.modes.start] == OPEN;
    let touch = &e.now.touches[k];
    let is_deep = touch.depth > DEEP * system.mechanism.scale.length;
    slot == 0 && is_open && touch.stand == Stand::Inside && is_deep
}

/// The mode of friction at a place along the motion.
fn zone(contact: &Contact, at: &Incident<Flow>, bend: &[f64; 3]) -> i32 {
    let rate = at.slip.dot(&at.slip).eps[0];
    let still = Incident {
        normal: at.normal.map(|x| x.re),
        slip: at.slip.map(|x| x.re),
        axes: at.axes.map(|x| x.re),
        point: Vec3::zeros(),
        lever: Vec3::zeros(),
        depth: at.depth.re,
        gap_rate: at.gap_rate.re,
        overlap: [0.0; 2],
        formula: 0.0,
        press: 0.0,
        drag: 0.0,
    };
    zone_of(contact, &still, bend, rate)
}

/// The mode of friction at a place, with the rate of the square of its slip speed, which decides on an end.
fn zone_of(contact: &Contact, at: &Incident<f64>, bend: &[f64; 3], rate: f64) -> i32 {
    let square = at.slip.norm_squared();
    let past = |end: f64| square > end * end || (square == end * end && rate > 0.0);
    match &contact.friction {
        None | Some(Grip::Routine(_)) => i32::from(Piece(2).0),
        Some(Grip::Slip([_, _, vs, vd])) => 2 + i32::from(past(*vs)) + i32::from(past(*vd)),
        Some(Grip::Bristles(law)) => {
            let (slip, bend) = tangents(at, bend);
            mode_of(law.regime(&slip, &bend, false))
        }
    }
}

impl Equations {
    /// Sets the modes of all places by the state along the motion.
    pub(in crate::equations) fn initialize_contacts(&mut self, system: &System) {
        for contact in &system.solid_contacts.contacts {
            for k in contact.places.clone() {
                let touch = self.now.touches[k];
                let modes = system.solid_contacts.places[k].modes.clone();
                if touch.stand != Stand::Inside {
                    self.memory.modes[modes.start] = 0;
                    continue;
                }
                let at = self.along(contact, &touch);
                let bend = system.solid_contacts.places[k].bend(&self.view());
                self.memory.modes[modes.start] = match &contact.normal {
                    Normal::Formula(formula) => self.initialize_formula(system, formula, k, &at),
                    _ => contact.law(&at).mode(),
                };
                self.memory.modes[modes.start + 1] = zone(contact, &at, &bend);
                self.initialize_drag(system, contact, k);
                self.anchor(system, k);
            }
        }
    }

    /// The state along the motion.
    fn flowing(&self) -> View<'_, Flow> {
        View {
            system: &self.system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        }
    }

    /// A place along the motion, without what a formula says of it.
    pub(super) fn along(&self, contact: &Contact, touch: &Touch) -> Incident<Flow> {
        contact.stand(&self.flowing(), touch)
    }

    /// Sets the modes of a formula's switches at a place in contact; the mode of its force.
    fn initialize_formula(
        &mut self,
        system: &System,
        formula: &Formula,
        k: usize,
        at: &Incident<Flow>,
    ) -> i32 {
        let first = system.solid_contacts.places[k].modes.start + 2;
        let range = first..first + formula.switches();
        self.set_switches(system, formula, range.clone(), at, true);
        let view = self.flowing();
        let modes = &self.memory.modes[range];
        let size = self.size(system, k);
        let force = formula.clip(at, &view, modes, (size, 0.0)).value;
        if force.re > 0.0 || (force.re == 0.0 && force.eps[0] >= 0.0) {
            PUSHING
        } else {
            CLIPPED
        }
    }

    /// Sets the modes of a formula's switches, `anew` also those that are known.
    fn set_switches(
        &mut self,
        _system: &System,
        formula: &Formula,
        range: std::ops::Range<usize>,
        at: &Incident<Flow>,
        anew: bool,
    ) {
        let mut modes = self.memory.modes[range.clone()].to_vec();
        formula.settle(at, &self.flowing(), &mut modes, anew);
        self.memory.modes[range].copy_from_slice(&modes);
    }

    /// Sets the modes of the switches of a routine of friction at a place in contact.
    fn initialize_drag(&mut self, system: &System, contact: &Contact, k: usize) {
        let Some(w) = contact.written().find(|w| w.is_friction) else {
            return;
        };
        let touch = self.now.touches[k];
        let at = contact.incident(&system.solid_contacts, &self.flowing(), k, &touch);
        self.set_switches(
            system,
            w.formula,
            w.of(&system.solid_contacts.places[k]),
            &at,
            true,
        );
    }

    /// Remembers where a place is.
    fn anchor(&mut self, system: &System, k: usize) {
        let solid = &system.solid_contacts.solids
            [system.solid_contacts.pairs[system.solid_contacts.places[k].pair].solids[0]];
        let pose = solid.pose(&self.now.bodies).inverse();
        let local = pose.rotation * self.now.touches[k].point + pose.position;
        self.memory.anchors[3 * k..3 * k + 3].copy_from_slice(&local.to_array());
    }

    /// At the end of a step: remembers where the closed places are.
    pub(in crate::equations) fn drop_anchors(&mut self) {
        let system = Arc::clone(&self.system);
        for (k, place) in system.solid_contacts.places.iter().enumerate() {
            if self.memory.modes[place.modes.start] != 0 && self.now.touches[k].is_near() {
                self.anchor(&system, k);
            }
        }
    }

    /// Guards of all places, for the state last looked at with rates, along the motion.
    pub(in crate::equations) fn contact_guards(&self, system: &System, out: &mut [Guard]) {
        for contact in &system.solid_contacts.contacts {
            for k in contact.places.clone() {
                let place = &system.solid_contacts.places[k];
                let guards = &mut out[place.guards.clone()];
                self.place_guards(system, contact, k, guards);
            }
        }
    }

    fn place_guards(&self, system: &System, contact: &Contact, k: usize, out: &mut [Guard]) {
        let touch = &self.now.touches[k];
        let place = &system.solid_contacts.places[k];
        let [mode, slip] = [0, 1].map(|m| self.memory.modes[place.modes.start + m]);
        out.fill(Guard::IDLE);
        if touch.stand == Stand::Vacant {
            // a step in the value: its place is found by halving
            let size = self.size(system, k);
            // the guard that leads towards the end: full damping does not watch the touch
            let leads = contact.way_out(mode);
            let (slot, value) = leads.map_or((0, size), |slot| (slot, -size));
            out[slot] = Guard {
                value,
                rate: 0.0,
                tolerance: ROUNDING * size,
            };
            return;
        }
        // of nearest points, which move with the bodies as far as a gap feels it
        let parting = || {
            let ends = system.solid_contacts.pairs[place.pair].solids.map(|s| {
                let solid = &system.solid_contacts.solids[s];
                solid.velocity(&touch.point, &self.now.bodies)
            });
            touch.normal.dot(&(ends[0] - ends[1]))
        };
        if touch.stand == Stand::Far && mode == OPEN {
            // p = −gap of the balls
            out[0] = Guard {
                value: -touch.depth,
                rate: parting(),
                tolerance: ROUNDING * touch.point.amax().max(f64::MIN_POSITIVE),
            };
            return;
        }
        let at = self.along(contact, touch);
        let law = contact.law(&at);
        let rounding = ROUNDING * (touch.point.amax() + self.size(system, k));
        for (slot, (out, guard)) in out.iter_mut().zip(law.guards(mode)).enumerate() {
            // What rounding of the depth is worth in the guard.
            let worth = law.steepness(slot, guard.value.re, contact.order());
            let tolerance = guard.tolerance.max(rounding * worth);
            // A force that damping holds near nothing decays to a part of its rounding: there it is not off.
            let lift = if law.decays(mode, slot) {
                DECAYED * tolerance
            } else {
                0.0
            };
            *out = Guard {
                value: guard.value.re + lift,
                rate: guard.value.eps[0],
                tolerance,
            };
        }
        // The rates of a volume that is nothing but rounding are so, too; those of its points are not.
        if touch.depth.abs() <= rounding && out[0].value.abs() <= rounding {
            let rate = parting();
            if rate.is_finite() {
                out[0].rate = if mode == OPEN { rate } else { -rate };
            }
        }
        if mode != OPEN {
            self.slip_guards(system, contact, k, &at, slip, out);
            if let Normal::Formula(formula) = &contact.normal {
                self.formula_guards(system, formula, k, (&at, rounding), out);
            }
            self.drag_guards(system, contact, k, out);
        }
    }

    /// Guards of the switches of a routine of friction at a closed place.
    fn drag_guards(&self, system: &System, contact: &Contact, k: usize, out: &mut [Guard]) {
        let Some(w) = contact.written().find(|w| w.is_friction) else {
            return;
        };
        let (place, view) = (&system.solid_contacts.places[k], self.flowing());
        let at = contact.incident(&system.solid_contacts, &view, k, &self.now.touches[k]);
        let mut found = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        let modes = &self.memory.modes[w.of(place)];
        w.formula.guards(&at, &view, modes, &mut found);
        let first = place.slots() + w.guards;
        for (out, (value, rate, tolerance)) in out[first..].iter_mut().zip(found) {
            *out = Guard {
                value,
                rate,
                tolerance,
            };
        }
    }

    /// Guards of the sign of a formula and of its switches at a closed place.
    fn formula_guards(
        &self,
        system: &System,
        formula: &Formula,
        k: usize,
        (at, rounding): (&Incident<Flow>, f64),
        out: &mut [Guard],
    ) {
        let (place, view) = (&system.solid_contacts.places[k], self.flowing());
        let modes = &self.memory.modes[place.modes.clone()];
        let frames: &dyn Frames<Flow> = &view;
        let clip = formula.clip(at, frames, &modes[2..], (self.size(system, k), rounding));
        let sign = if modes[0] == CLIPPED { -1.0 } else { 1.0 };
        out[CLIP] = Guard {
            value: sign * clip.value.re,
            rate: sign * clip.value.eps[0],
            tolerance: clip.tolerance,
        };
        let mut found = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        formula.guards(at, frames, &modes[2..], &mut found);
        for (out, (value, rate, tolerance)) in out[place.slots()..].iter_mut().zip(found) {
            *out = Guard {
                value,
                rate,
                tolerance,
            };
        }
    }

    /// Guards of the regimes of friction at a closed place.
    fn slip_guards(
        &self,
        system: &System,
        contact: &Contact,
        k: usize,
        at: &Incident<Flow>,
        slip: i32,
        out: &mut [Guard],
    ) {
        let bodies = self.now.bodies.iter();
        let noise = ROUNDING * bodies.map(|b| b.v.amax()).fold(0.0, f64::max);
        let bend = system.solid_contacts.places[k].bend(&self.flowing());
        let guards = contact.slip_guards(at, &bend, slip, noise);
        for (out, guard) in out[3..].iter_mut().zip(guards) {
            if let Some((value, tolerance)) = guard {
                *out = Guard {
                    value: value.re,
                    rate: value.eps[0],
                    tolerance,
                };
            }
        }
    }

    /// A length of the pair of a place.
    fn size(&self, system: &System, k: usize) -> f64 {
        let pair = &system.solid_contacts.pairs[system.solid_contacts.places[k].pair];
        let radius = |s: usize| {
            system.solid_contacts.solids[s]
                .ball
                .map_or(f64::INFINITY, |b| b.1)
        };
        pair.solids
            .map(radius)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }

    /// A guard of a place fired.
    pub(in crate::equations) fn switch_contact(&mut self, system: &System, k: usize, slot: usize) {
        let place = &system.solid_contacts.places[k];
        let contact =
            &system.solid_contacts.contacts[system.solid_contacts.pairs[place.pair].contact];
        let modes = place.modes.clone();
        let touch = self.now.touches[k];
        let label = contact.label.clone();
        if let Some(guard) = slot.checked_sub(place.slots()) {
            let own = contact.written().filter(|w| w.guards <= guard);
            if let Some(w) = own.last() {
                self.switch_formula(system, (contact, w), k, guard - w.guards);
            }
            return;
        }
        let at: Incident<f64> = contact.incident(&system.solid_contacts, &self.view(), k, &touch);
        if slot >= 3 {
            self.switch_slip(contact, k, slot, &at);
            return;
        }
        let mode = self.memory.modes[modes.start];
        let vacant = touch.stand == Stand::Vacant;
        let (next, meaning) = match vacant && mode != OPEN {
            // Its volume is gone, however deep it was.
            true => (OPEN, SwitchEvent::ContactEnd),
            false => contact.law(&at).after(mode, slot),
        };
        self.memory.modes[modes.start] = match begins_deep(self, system, k, slot) {
            true => contact.law(&self.along(contact, &touch)).mode(),
            false => next,
        };
        let mut at = at;
        if let (Normal::Formula(formula), OPEN) = (&contact.normal, mode) {
            let along = self.along(contact, &touch);
            let next = self.initialize_formula(system, formula, k, &along);
            self.memory.modes[modes.start] = next;
            at = contact.incident(&system.solid_contacts, &self.view(), k, &touch);
        }
        let next = self.memory.modes[modes.start];
        if next == OPEN {
            self.memory.anchors[3 * k..3 * k + 3].fill(f64::NAN);
        } else if mode == OPEN {
            let regime = zone_of(contact, &at, &place.bend(&self.view()), 0.0);
            self.memory.modes[modes.start + 1] = regime;
            self.initialize_drag(system, contact, k);
            self.anchor(system, k);
        }
        let goes_on = || {
            let mut others = system.solid_contacts.pairs[place.pair].places.clone();
            // Two contacts that end together have both hardly any volume left.
            others.any(|other| {
                let touch = &self.now.touches[other];
                touch.stand == Stand::Inside
                    && self.is_material(&system.solid_contacts.pairs[place.pair], touch)
            })
        };
        if next == OPEN && vacant && goes_on() {
            self.watching.limits.merge(place.pair, self.now.time);
        }
        let told = |x: f64| if vacant { f64::NAN } else { x };
        let force = if next == OPEN || vacant {
            0.0
        } else {
            contact.law(&at).value_in(next)
        };
        self.event.happened.push(EventRecord::new(
            kind_of(meaning),
            label,
            told(-at.depth),
            told(at.gap_rate),
            force,
        ));
    }

    /// Friction at a place goes over to its next regime of bristles, or zone of slip speeds.
    fn switch_slip(&mut self, contact: &Contact, k: usize, slot: usize, at: &Incident<f64>) {
        let system = Arc::clone(&self.system);
        let place = &system.solid_contacts.places[k];
        let bend = place.bend(&self.view());
        let mode = &mut self.memory.modes[place.modes.start + 1];
        let kind = match &contact.friction {
            Some(Grip::Bristles(law)) => {
                let (slip, _) = tangents(at, &bend);
                let before = regime_of(*mode);
                let next = law.after(before, slot - 3, &slip, false);
                *mode = mode_of(next);
                match (before.speed == 0, next.speed == 0) {
                    (false, true) => EventKind::Stick,
                    (true, false) => EventKind::Slip,
                    _ => EventKind::Switch,
                }
            }
            friction => {
                let vs_is_vd = matches!(friction, Some(Grip::Slip([_, _, vs, vd])) if vs >= vd);
                *mode = match (*mode, slot) {
                    (..=2, 4) if vs_is_vd => 4,
                    (..=2, 4) => 3,
                    (3, 4) => 4,
                    (3, _) => 2,
                    _ if vs_is_vd => 2,
                    _ => 3,
                };
                EventKind::Switch
            }
        };
        let (speed, friction) = (at.slip.norm(), self.friction_at(contact, k, at));
        let label = contact.label.clone();
        self.event
            .happened
            .push(EventRecord::new(kind, label, f64::NAN, speed, friction));
    }

    /// A switch of a formula goes over to its next mode, unless another one at the same instant made that void.
    fn switch_formula(
        &mut self,
        system: &System,
        (contact, w): (&Contact, Written<'_>),
        k: usize,
        guard: usize,
    ) {
        let place = &system.solid_contacts.places[k];
        let touch = self.now.touches[k];
        if self.memory.modes[place.modes.start] == OPEN || !touch.is_near() {
            return;
        }
        let formula = w.formula;
        let along = match w.is_friction {
            true => contact.incident(&system.solid_contacts, &self.flowing(), k, &touch),
            false => self.along(contact, &touch),
        };
        let mut guards = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        let modes = &self.memory.modes[w.of(place)];
        formula.guards(&along, &self.flowing(), modes, &mut guards);
        let (value, rate, tolerance) = guards[guard];
        if self.is_void(Guard {
            value,
            rate,
            tolerance,
        }) {
            return;
        }
        let switch = formula.switch_of(guard);
        let mode = &mut self.memory.modes[w.of(place).start + switch.0];
        *mode = formula.behind(switch, *mode);
        self.set_switches(system, formula, w.of(place), &along, false);
        let at: Incident<f64> = contact.incident(&system.solid_contacts, &self.view(), k, &touch);
        let force = contact
            .law(&at)
            .value_in(self.memory.modes[place.modes.start]);
        let label = contact.label.clone();
        if w.is_friction {
            let (speed, friction) = (at.slip.norm(), self.friction_at(contact, k, &at));
            self.event.happened.push(EventRecord::new(
                EventKind::Switch,
                label,
                f64::NAN,
                speed,
                friction,
            ));
            return;
        }
        self.event.happened.push(EventRecord::new(
            EventKind::Switch,
            label,
            -at.depth,
            at.gap_rate,
            force,
        ));
    }

    fn friction_at(&self, contact: &Contact, k: usize, at: &Incident<f64>) -> f64 {
        let place = &self.system.solid_contacts.places[k];
        let modes = [0, 1].map(|m| self.memory.modes[place.modes.start + m]);
        contact.force(at, &place.bend(&self.view()), modes).1.norm()
    }
}
