//! Contacts of solids in a run: what the geometry says of each pair, guards, modes, derivatives.
//!
//! A pair has a place for each volume that it may have. A place that is open waits for the gap to close; one that is closed follows its volume, the
//! nearest one to where it was at the end of the last step. While a pair overlaps somewhere no gap tells of a further volume: an open place then
//! fires when one appears.

use super::switching::kind_of;
use super::{Equations, EventRecord, power_on};
use crate::formula::{CLIP, CLIPPED, Formula, MOST_SLOTS, PUSHING};
use crate::frames::Frames;
use crate::jacobian::Entries;
use crate::kinematics::{Body, Carrier, Flow};
use crate::motion::{Seeds, Single, SingleSeeds, View};
use crate::solid::{
    Contact, Grip, Incident, Normal, OPEN, Pair, SolidOn, Stand, Touch, Written, mode_of,
    regime_of, tangents,
};
use crate::system::System;
use carom_base::space::skew;
use carom_base::{Number, Pose, Vec3};
use carom_geometry::overlap::{
    Flags, Form, Memory, Options, OverlapError, Rate1, Rate3, Rates, Separation, Volume, Workspace,
};
use carom_laws::contact::impact::Clamp;
use carom_laws::{ImpactMode, Piece};
use carom_model::analysis::ContactRule;
use carom_model::run::EventKind;
use carom_solve::{Fault, Guard};
use std::sync::Arc;

/// Pairs whose balls are this part of the smaller radius apart are not looked at more closely.
const NEAR: f64 = 0.5;
/// Rounding of a gap, relative to the coordinates it comes from: a few turns and sums.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// A force that pushes is off where it is below zero by so many times its rounding: more than the driver takes for zero at a start (4), and less than counts.
const DECAYED: f64 = 8.0;
/// In a step solids move towards each other by no more than their gap and this part of their thickness.
const PASSING: f64 = 0.25;

/// What goes with the contacts of solids.
pub(super) struct Solids {
    space: Workspace,
    memories: Vec<Memory>,
    /// Whether rates are found as well.
    pub with_rates: bool,
    /// Why the geometry said nothing.
    pub fault: Option<Fault>,
    /// Which volume is at which place of a pair.
    taken: Vec<Option<usize>>,
    /// How long one entry after the other is in the Jacobian, of each contact.
    entries: Vec<usize>,
}

impl Solids {
    pub fn new(system: &System) -> Self {
        let entries = |c: &Contact| {
            let freedoms = |b: &u32| system.bodies[*b as usize].freedoms();
            let all: usize = c.bodies.iter().map(freedoms).sum();
            let [bodies, states] = &c.support;
            let by = 2 * bodies.iter().map(freedoms).sum::<usize>() + states.len();
            let bristles = match c.friction {
                Some(Grip::Bristles(_)) => 3 * c.places.len(),
                _ => 0,
            };
            // rows of the bodies and of the work by all that the forces depend on, of the bristles by the bodies; all by each bristle, of its own place only
            by * (all + 1) + 2 * all * bristles + bristles * (all + 1 + 3)
        };
        Self {
            space: Workspace::default(),
            memories: vec![Memory::default(); system.pairs.len()],
            with_rates: false,
            fault: None,
            taken: Vec::with_capacity(crate::solid::MOST_PLACES),
            entries: system.contacts.iter().map(entries).collect(),
        }
    }

    /// What asks the geometry about a pair, and what it remembers of it.
    pub fn geometry(&mut self, pair: usize) -> (&mut Workspace, &mut Memory) {
        (&mut self.space, &mut self.memories[pair])
    }

    /// The fault of the last look at the geometry.
    pub fn sound(&self) -> Result<(), Fault> {
        self.fault.clone().map_or(Ok(()), Err)
    }
}

/// The gap of balls around two solids, or of a ball and a half-space: ground axes; none if it says nothing.
fn gap_of_balls(a: &SolidOn, b: &SolidOn, bodies: &[Body<f64>]) -> Option<(Separation, f64)> {
    match (&a.ball, &b.ball) {
        (Some((c, r)), Some((d, s))) => {
            let (c, d) = (a.place(c, bodies), b.place(d, bodies));
            let way = d - c;
            let distance = way.norm();
            if distance <= r + s {
                return None;
            }
            let out = way / distance;
            let gap = Separation {
                distance: distance - r - s,
                nearest: [c + out * *r, d - out * *s],
                direction: out,
            };
            Some((gap, r.min(*s)))
        }
        (Some((c, r)), None) if *b.solid.form() == Form::HalfSpace => {
            let plane = b.pose(bodies);
            let up = plane.rotation.column(2);
            let c = a.place(c, bodies);
            let height = up.dot(&(c - plane.position));
            let gap = Separation {
                distance: height - r,
                nearest: [c - up * *r, c - up * height],
                direction: -up,
            };
            Some((gap, *r))
        }
        (None, Some(_)) => {
            let (gap, r) = gap_of_balls(b, a, bodies)?;
            let gap = Separation {
                nearest: [gap.nearest[1], gap.nearest[0]],
                direction: -gap.direction,
                ..gap
            };
            Some((gap, r))
        }
        _ => None,
    }
}

/// The rule that a volume can follow: one solid within the other has no vector area. Nearest points say nothing of a volume around a hole, such as
/// that of a pipe on a plate: those of its centroid are anywhere across the hole, so that depth and direction would be those of the hole.
fn rule_of(v: &Volume, rule: ContactRule) -> ContactRule {
    let all = |flags: [Flags; 2]| flags.iter().all(|f| v.flags.contains(*f));
    let is_around_a_hole =
        all([Flags::CENTROID_OUTSIDE, Flags::DIVERGING]) && !v.flags.contains(Flags::BY_DISTANCE);
    if v.vector_area.norm_squared() == 0.0 {
        ContactRule::Adams
    } else if rule == ContactRule::Adams && is_around_a_hole {
        ContactRule::Smooth
    } else {
        rule
    }
}

/// Where the force of a volume acts, in the frame of A.
fn point_of(v: &Volume, rule: ContactRule) -> Vec3 {
    match rule_of(v, rule) {
        ContactRule::Adams => (v.nearest[0] + v.nearest[1]) * 0.5,
        ContactRule::Smooth | ContactRule::Potential => v.centroid,
    }
}

/// A volume in the frame of A as a touch on ground axes; `at` is the pose of A.
pub(super) fn inside(v: &Volume, rates: Option<&Rates>, at: &Pose, contact: &Contact) -> Touch {
    let r0 = &at.rotation;
    let place = |p: &Vec3| r0 * p + at.position;
    let rule = rule_of(v, contact.rule);
    let thickness = v.mean_thickness();
    // Points nearer than this leave to rounding where the line through them goes. Between smooth surfaces the vector area has its direction up to
    // the depth over the radius of curvature; at edges, where the two differ, a depth like this carries next to no force.
    let reach = v.nearest.iter().map(Vec3::amax).fold(0.0, f64::max);
    let is_thin = v.distance() < f64::EPSILON.sqrt() * reach;
    let (direction, depth) = match rule {
        ContactRule::Adams if is_thin => (v.normal().or_else(|| v.direction()), v.distance()),
        ContactRule::Adams => (v.direction().or_else(|| v.normal()), v.distance()),
        _ => (v.normal().or_else(|| v.direction()), v.chord.max(thickness)),
    };
    let mut touch = Touch {
        stand: Stand::Inside,
        depth,
        normal: r0 * direction.unwrap_or_else(Vec3::zeros),
        point: place(&point_of(v, rule)),
        volume: v.volume,
        centroid: place(&v.centroid),
        is_merged: v.flags.contains(Flags::MERGED) && v.flags.contains(Flags::BY_DISTANCE),
        origin: at.position,
        ..Touch::NONE
    };
    if let Some(r) = rates {
        let (depth_by, normal_by, point_by) = match (rule, direction) {
            (ContactRule::Adams, Some(u)) if is_thin => (
                (r.nearest[1] - r.nearest[0]).along(&u),
                r.normal(v),
                (r.nearest[0] + r.nearest[1]) * 0.5,
            ),
            (ContactRule::Adams, _) => (
                r.distance(v),
                r.direction(v),
                (r.nearest[0] + r.nearest[1]) * 0.5,
            ),
            _ if v.chord > thickness => (r.chord, r.normal(v), r.centroid),
            _ => (r.mean_thickness(v), r.normal(v), r.centroid),
        };
        touch.depth_by = sound1(depth_by).turned(r0);
        touch.normal_by = sound3(normal_by).turned(r0);
        touch.point_by = sound3(point_by).turned(r0);
    }
    let area = v.vector_area.norm();
    if contact.measures_overlap() {
        touch.area = area;
        if let Some(r) = rates {
            touch.volume_by = sound1(r.volume).turned(r0);
            touch.area_by = sound1(area_rate(v, r)).turned(r0);
        }
    }
    // One solid within the other is at the bottom of the potential: no spring.
    if rule == ContactRule::Potential {
        push_by_volume(&mut touch, v, rates, at);
    }
    touch
}

/// Of |N|.
fn area_rate(v: &Volume, r: &Rates) -> Rate1 {
    r.vector_area.along(&(v.vector_area / v.vector_area.norm()))
}

/// What the gradient of a function of the volume needs: with the force `U'·|N|` along `−N/|N|` at c goes the torque `−U'·(M − c × N)`.
fn push_by_volume(touch: &mut Touch, v: &Volume, rates: Option<&Rates>, at: &Pose) {
    let area = v.vector_area.norm();
    let lever = -(v.moment - v.centroid.cross(&v.vector_area)) / area;
    touch.lever = at.rotation * lever;
    let Some(r) = rates else { return };
    let area_by = area_rate(v, r);
    let moment_by =
        r.moment + skew(&v.vector_area) * r.centroid - skew(&v.centroid) * r.vector_area;
    let lever_by = (moment_by + Rate3::outer(&lever, &area_by)) * (-1.0 / area);
    touch.lever_by = sound3(lever_by).turned(&at.rotation);
}

/// Where a volume is so thin that it is rounding, so are its rates: some are not finite, and none matters.
fn sound1(rate: Rate1) -> Rate1 {
    if rate.iter().all(|x| x.is_finite()) {
        rate
    } else {
        Rate1::ZERO
    }
}

/// See [`sound1`].
fn sound3(rate: Rate3) -> Rate3 {
    let mut rows = (0..3).map(|i| (0..6).all(|k| rate[(i, k)].is_finite()));
    if rows.all(|finite| finite) {
        rate
    } else {
        Rate3::ZERO
    }
}

impl Equations {
    /// Asks the geometry how pairs stand, for the bodies in the arrays: all of them where guards, modes or bounds are wanted (with rates); else
    /// those with a closed place, as nothing acts at open ones.
    #[inline]
    pub(super) fn touch(&mut self) {
        if !self.system.pairs.is_empty() {
            self.touch_pairs();
        }
    }

    /// See [`Equations::touch`].
    fn touch_pairs(&mut self) {
        let system = Arc::clone(&self.system);
        self.solids.fault = self.limits.fault.clone();
        if self.solids.fault.is_some() {
            return;
        }
        if !self.solids.with_rates && !system.may_touch(&self.memory.modes) {
            return;
        }
        for (k, pair) in system.pairs.iter().enumerate() {
            let closed = |place: usize| self.memory.modes[system.places[place].modes.start] != 0;
            if !self.solids.with_rates && !pair.places.clone().any(closed) {
                continue;
            }
            if let Err(fault) = self.touch_pair(&system, k, pair) {
                self.solids.fault = Some(fault);
                return;
            }
        }
    }

    fn touch_pair(&mut self, system: &System, k: usize, pair: &Pair) -> Result<(), Fault> {
        let [a, b] = pair.solids.map(|s| &system.solids[s]);
        for touch in &mut self.now.touches[pair.places.clone()] {
            touch.stand = Stand::Vacant;
        }
        // figures that are not in one plane are told from the start
        let plane = a.solid.is_plane() || b.solid.is_plane();
        if !plane
            && let Some((gap, radius)) = gap_of_balls(a, b, &self.now.bodies)
            && gap.distance > NEAR * radius
        {
            self.stand_apart(system, pair, &Touch::apart(&gap, Stand::Far));
            return Ok(());
        }
        let poses = [a, b].map(|s| s.pose(&self.now.bodies));
        let relative = poses[0].inverse() * poses[1];
        let options = Options {
            rates: self.solids.with_rates,
            ..Options::default()
        };
        let (space, memory) = (&mut self.solids.space, &mut self.solids.memories[k]);
        let apart = space
            .stand(&a.solid, &b.solid, &relative, memory, &options)
            .map_err(|e| no_answer(&system.contacts[pair.contact].label, [a, b], &e))?;
        let Some(gap) = apart else {
            self.not_from_behind(system, pair)?;
            return self.place_volumes(system, pair, &poses[0]);
        };
        let to_ground = |p: Vec3| poses[0].rotation * p + poses[0].position;
        let gap = Separation {
            distance: gap.distance,
            nearest: gap.nearest.map(to_ground),
            direction: poses[0].rotation * gap.direction,
        };
        self.stand_apart(system, pair, &Touch::apart(&gap, Stand::Apart));
        Ok(())
    }

    /// What comes to an open curve from behind is deep inside at once; a step that begins in front is too short for it, see [`PASSING`].
    fn not_from_behind(&self, system: &System, pair: &Pair) -> Result<(), Fault> {
        let [a, b] = pair.solids.map(|s| &system.solids[s].solid);
        if !(a.is_open() || b.is_open()) {
            return Ok(());
        }
        let limit = 0.5 * (a.thickness() + b.thickness());
        let volumes = self.solids.space.volumes();
        match volumes.iter().any(|v| v.distance() > limit) {
            false => Ok(()),
            true => Err(Fault {
                message: format!(
                    "{} meet from behind an open curve, which pushes to its front only; turned over (I_FLIP_GEOM, is_material_inside) it has that on its other side",
                    names(system, pair)
                ),
            }),
        }
    }

    /// The gap belongs to the first place, and to those that are closed.
    fn stand_apart(&mut self, system: &System, pair: &Pair, touch: &Touch) {
        for at in pair.places.clone() {
            let closed = self.memory.modes[system.places[at].modes.start] != 0;
            if at == pair.places.start || closed {
                self.now.touches[at] = *touch;
            }
        }
    }

    /// Gives each volume of the last query its place: closed ones take the nearest to where they were, the rest goes to open ones in order.
    fn place_volumes(&mut self, system: &System, pair: &Pair, at: &Pose) -> Result<(), Fault> {
        let solids = &mut self.solids;
        let (volumes, rates) = (solids.space.volumes(), solids.space.rates());
        let contact = &system.contacts[pair.contact];
        let rule = contact.rule;
        let taken = &mut solids.taken;
        taken.clear();
        taken.resize(pair.places.len(), None);
        let closed = |modes: &[i32], place: usize| {
            modes[system.places[pair.places.start + place].modes.start] != 0
        };
        // the nearest of all pairs first
        for _ in 0..pair.places.len() {
            let mut best: Option<(f64, usize, usize)> = None;
            for place in 0..pair.places.len() {
                if taken[place].is_some() || !closed(&self.memory.modes, place) {
                    continue;
                }
                let k = 3 * (pair.places.start + place);
                let was = Vec3::from_slice(&self.memory.anchors[k..k + 3]);
                for (v, volume) in volumes.iter().enumerate() {
                    let d = (point_of(volume, rule) - was).norm_squared();
                    let free = !taken.contains(&Some(v));
                    if free && best.is_none_or(|b| d < b.0) {
                        best = Some((d, place, v));
                    }
                }
            }
            let Some((_, place, v)) = best else { break };
            taken[place] = Some(v);
        }
        for v in 0..volumes.len() {
            if taken.contains(&Some(v)) {
                continue;
            }
            let open = (0..pair.places.len())
                .find(|p| taken[*p].is_none() && !closed(&self.memory.modes, *p));
            match open {
                Some(place) => taken[place] = Some(v),
                // A closed place whose volume went while another came.
                None => match taken.iter().position(Option::is_none) {
                    Some(place) => taken[place] = Some(v),
                    None => {
                        return Err(Fault {
                            message: format!(
                                "{} overlap in {} volumes, more than are followed",
                                names(system, pair),
                                volumes.len()
                            ),
                        });
                    }
                },
            }
        }
        for (place, v) in taken.iter().enumerate() {
            if let Some(v) = *v {
                let touch = inside(&volumes[v], rates.get(v), at, contact);
                self.now.touches[pair.places.start + place] = touch;
            }
        }
        Ok(())
    }

    /// Pairs that overlap by more than the part of the thinner solid, with their depth.
    pub(crate) fn deep_pairs(
        &self,
        part: f64,
    ) -> impl Iterator<Item = (&Contact, [&SolidOn; 2], f64)> {
        let system = &self.system;
        system.pairs.iter().filter_map(move |pair| {
            let touches = self.now.touches[pair.places.clone()].iter();
            let inside = touches.filter(|t| t.stand == Stand::Inside);
            let depth = inside.map(|t| t.depth).fold(0.0, f64::max);
            let solids = pair.solids.map(|s| &system.solids[s]);
            // a point is as thick as what it meets
            let thick = solids.map(|s| s.thickness).into_iter().filter(|t| *t > 0.0);
            (depth > part * thick.fold(f64::INFINITY, f64::min))
                .then(|| (&system.contacts[pair.contact], solids, depth))
        })
    }

    /// A contact, one that is closed if there is one, whose direction comes from nearest points: at tips and edges and from triangle to triangle it
    /// jumps. Balls have a centre that it goes through.
    pub(crate) fn goes_by_nearest_points(&self) -> Option<(&str, bool)> {
        let system = &self.system;
        let by_nearest = |pair: &&Pair| {
            let contact = &system.contacts[pair.contact];
            let is_ball = |solid: &usize| {
                let form = system.solids[*solid].solid.form();
                matches!(form, Form::Sphere { .. } | Form::Cavity { .. })
            };
            contact.rule == ContactRule::Adams
                && !matches!(contact.normal, Normal::Volume { .. })
                && !pair.solids.iter().any(is_ball)
        };
        let is_closed = |pair: &Pair| {
            let mut touches = self.now.touches[pair.places.clone()].iter();
            touches.any(|t| t.stand == Stand::Inside)
        };
        let pairs = || system.pairs.iter().filter(by_nearest);
        let (pair, closed) = match pairs().find(|pair| is_closed(pair)) {
            Some(pair) => (pair, true),
            None => (pairs().next()?, false),
        };
        Some((&system.contacts[pair.contact].label, closed))
    }

    /// All places open, and the geometry with its rates: before modes are set anew.
    pub(super) fn find_touches(&mut self) -> Result<(), Fault> {
        if self.system.pairs.is_empty() {
            return Ok(());
        }
        let system = Arc::clone(&self.system);
        for place in &system.places {
            self.memory.modes[place.modes.start] = 0;
        }
        self.memory.anchors.fill(f64::NAN);
        self.limits.begin();
        self.refresh_rates();
        self.solids.sound()
    }

    /// The geometry with its rates, for the bodies in the arrays.
    pub(crate) fn refresh_rates(&mut self) {
        self.solids.with_rates = true;
        self.touch();
        self.solids.with_rates = false;
    }

    /// Sets the modes of all places by the state along the motion.
    pub(super) fn initialize_contacts(&mut self, system: &System) {
        for contact in &system.contacts {
            for k in contact.places.clone() {
                let touch = self.now.touches[k];
                let modes = system.places[k].modes.clone();
                if touch.stand != Stand::Inside {
                    self.memory.modes[modes.start] = 0;
                    continue;
                }
                let at = self.along(contact, &touch);
                let bend = system.places[k].bend(&self.view());
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
    fn along(&self, contact: &Contact, touch: &Touch) -> Incident<Flow> {
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
        let first = system.places[k].modes.start + 2;
        let range = first..first + formula.switches();
        self.set_switches(system, formula, range.clone(), at, true);
        let view = self.flowing();
        let modes = &self.memory.modes[range];
        let size = self.size(system, k);
        let force = formula.clip(at, (system, &view), modes, (size, 0.0)).value;
        if force.re > 0.0 || (force.re == 0.0 && force.eps[0] >= 0.0) {
            PUSHING
        } else {
            CLIPPED
        }
    }

    /// Sets the modes of a formula's switches, `anew` also those that are known.
    fn set_switches(
        &mut self,
        system: &System,
        formula: &Formula,
        range: std::ops::Range<usize>,
        at: &Incident<Flow>,
        anew: bool,
    ) {
        let mut modes = self.memory.modes[range.clone()].to_vec();
        formula.settle(at, (system, &self.flowing()), &mut modes, anew);
        self.memory.modes[range].copy_from_slice(&modes);
    }

    /// Sets the modes of the switches of a routine of friction at a place in contact.
    fn initialize_drag(&mut self, system: &System, contact: &Contact, k: usize) {
        let Some(w) = contact.written().find(|w| w.is_friction) else {
            return;
        };
        let touch = self.now.touches[k];
        let at = contact.incident(system, &self.flowing(), k, &touch);
        self.set_switches(system, w.formula, w.of(&system.places[k]), &at, true);
    }

    /// Why the normal law of a contact has no value, if one has none.
    pub(super) fn formula_fault(&self) -> Option<Fault> {
        let (system, view) = (&*self.system, self.view());
        system.contacts.iter().find_map(|contact| {
            contact.written().find_map(|w| {
                contact.acting(system, &view).find_map(|(k, touch, _)| {
                    let (at, what) = match w.is_friction {
                        true => (contact.incident(system, &view, k, &touch), "friction"),
                        false => (contact.stand(&view, &touch), "the normal force"),
                    };
                    let modes = &self.memory.modes[w.of(&system.places[k])];
                    let why = w.formula.fault(&at, (system, &view), modes)?;
                    let message = format!("{what} of {}: {why}", contact.label);
                    Some(Fault { message })
                })
            })
        })
    }

    /// Remembers where a place is.
    fn anchor(&mut self, system: &System, k: usize) {
        let solid = &system.solids[system.pairs[system.places[k].pair].solids[0]];
        let pose = solid.pose(&self.now.bodies).inverse();
        let local = pose.rotation * self.now.touches[k].point + pose.position;
        self.memory.anchors[3 * k..3 * k + 3].copy_from_slice(&local.to_array());
    }

    /// At the end of a step: remembers where the closed places are.
    pub(super) fn drop_anchors(&mut self) {
        let system = Arc::clone(&self.system);
        for (k, place) in system.places.iter().enumerate() {
            if self.memory.modes[place.modes.start] != 0 && self.now.touches[k].is_near() {
                self.anchor(&system, k);
            }
        }
    }

    /// Guards of all places, for the state last looked at with rates, along the motion.
    pub(super) fn contact_guards(&self, system: &System, out: &mut [Guard]) {
        for contact in &system.contacts {
            for k in contact.places.clone() {
                let place = &system.places[k];
                let guards = &mut out[place.guards.clone()];
                self.place_guards(system, contact, k, guards);
            }
        }
    }

    fn place_guards(&self, system: &System, contact: &Contact, k: usize, out: &mut [Guard]) {
        let touch = &self.now.touches[k];
        let place = &system.places[k];
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
            let ends = system.pairs[place.pair].solids.map(|s| {
                let solid = &system.solids[s];
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
            let worth = match (&contact.normal, slot) {
                (_, 0) | (Normal::Impact { .. }, 1) => 1.0,
                (Normal::Impact { .. }, _) if guard.value.re.is_finite() => {
                    contact.steepness(&contact.stand(&self.view(), touch), guard.value.re)
                }
                _ => 0.0,
            };
            let tolerance = guard.tolerance.max(rounding * worth);
            // A force that damping holds near nothing decays to a part of its rounding: there it is not off.
            let pushes = matches!(contact.normal, Normal::Impact { .. })
                && slot == 2
                && matches!(
                    ImpactMode::from_code(mode),
                    ImpactMode::Partial(Clamp::Free) | ImpactMode::Full(Clamp::Free)
                );
            let lift = if pushes { DECAYED * tolerance } else { 0.0 };
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
        let (place, view) = (&system.places[k], self.flowing());
        let at = contact.incident(system, &view, k, &self.now.touches[k]);
        let mut found = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        let modes = &self.memory.modes[w.of(place)];
        w.formula.guards(&at, (system, &view), modes, &mut found);
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
        let (place, view) = (&system.places[k], self.flowing());
        let modes = &self.memory.modes[place.modes.clone()];
        let scene: (&System, &dyn Frames<Flow>) = (system, &view);
        let clip = formula.clip(at, scene, &modes[2..], (self.size(system, k), rounding));
        let sign = if modes[0] == CLIPPED { -1.0 } else { 1.0 };
        out[CLIP] = Guard {
            value: sign * clip.value.re,
            rate: sign * clip.value.eps[0],
            tolerance: clip.tolerance,
        };
        let mut found = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        formula.guards(at, scene, &modes[2..], &mut found);
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
        let bend = system.places[k].bend(&self.flowing());
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
        let pair = &system.pairs[system.places[k].pair];
        let radius = |s: usize| system.solids[s].ball.map_or(f64::INFINITY, |b| b.1);
        pair.solids
            .map(radius)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }

    /// A guard of a place fired.
    pub(super) fn switch_contact(&mut self, system: &System, k: usize, slot: usize) {
        let place = &system.places[k];
        let contact = &system.contacts[system.pairs[place.pair].contact];
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
        let at: Incident<f64> = contact.incident(system, &self.view(), k, &touch);
        if let (3.., Some(Grip::Bristles(law))) = (slot, &contact.friction) {
            let (slip, _) = tangents(&at, &place.bend(&self.view()));
            let mode = &mut self.memory.modes[modes.start + 1];
            let before = regime_of(*mode);
            let next = law.after(before, slot - 3, &slip, false);
            *mode = mode_of(next);
            let kind = match (before.speed == 0, next.speed == 0) {
                (false, true) => EventKind::Stick,
                (true, false) => EventKind::Slip,
                _ => EventKind::Switch,
            };
            let (speed, friction) = (at.slip.norm(), self.friction_at(contact, k, &at));
            self.happened
                .push(EventRecord::new(kind, label, f64::NAN, speed, friction));
            return;
        }
        if slot >= 3 {
            let vs_is_vd = matches!(contact.friction, Some(Grip::Slip([_, _, vs, vd])) if vs >= vd);
            let zone = &mut self.memory.modes[modes.start + 1];
            *zone = match (*zone, slot) {
                (..=2, 4) if vs_is_vd => 4,
                (..=2, 4) => 3,
                (3, 4) => 4,
                (3, _) => 2,
                _ if vs_is_vd => 2,
                _ => 3,
            };
            let speed = at.slip.norm();
            let friction = self.friction_at(contact, k, &at);
            self.happened.push(EventRecord::new(
                EventKind::Switch,
                label,
                f64::NAN,
                speed,
                friction,
            ));
            return;
        }
        let mode = self.memory.modes[modes.start];
        let (next, meaning) = contact.law(&at).after(mode, slot);
        self.memory.modes[modes.start] = next;
        let mut at = at;
        if let (Normal::Formula(formula), OPEN) = (&contact.normal, mode) {
            let along = self.along(contact, &touch);
            let next = self.initialize_formula(system, formula, k, &along);
            self.memory.modes[modes.start] = next;
            at = contact.incident(system, &self.view(), k, &touch);
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
        let vacant = touch.stand == Stand::Vacant;
        let goes_on = || {
            let mut others = system.pairs[place.pair].places.clone();
            // Two contacts that end together have both hardly any volume left.
            others.any(|other| {
                let touch = &self.now.touches[other];
                touch.stand == Stand::Inside && self.is_material(&system.pairs[place.pair], touch)
            })
        };
        if next == OPEN && vacant && goes_on() {
            self.limits.merge(place.pair, self.now.time);
        }
        let told = |x: f64| if vacant { f64::NAN } else { x };
        let force = if next == OPEN || vacant {
            0.0
        } else {
            contact.law(&at).value_in(next)
        };
        self.happened.push(EventRecord::new(
            kind_of(meaning),
            label,
            told(-at.depth),
            told(at.gap_rate),
            force,
        ));
    }

    /// A switch of a formula goes over to its next mode, unless another one at the same instant made that void.
    fn switch_formula(
        &mut self,
        system: &System,
        (contact, w): (&Contact, Written<'_>),
        k: usize,
        guard: usize,
    ) {
        let place = &system.places[k];
        let touch = self.now.touches[k];
        if self.memory.modes[place.modes.start] == OPEN || !touch.is_near() {
            return;
        }
        let formula = w.formula;
        let along = match w.is_friction {
            true => contact.incident(system, &self.flowing(), k, &touch),
            false => self.along(contact, &touch),
        };
        let mut guards = [(f64::INFINITY, 0.0, 1.0); MOST_SLOTS];
        let modes = &self.memory.modes[w.of(place)];
        formula.guards(&along, (system, &self.flowing()), modes, &mut guards);
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
        let at: Incident<f64> = contact.incident(system, &self.view(), k, &touch);
        let force = contact
            .law(&at)
            .value_in(self.memory.modes[place.modes.start]);
        let label = contact.label.clone();
        if w.is_friction {
            let (speed, friction) = (at.slip.norm(), self.friction_at(contact, k, &at));
            self.happened.push(EventRecord::new(
                EventKind::Switch,
                label,
                f64::NAN,
                speed,
                friction,
            ));
            return;
        }
        self.happened.push(EventRecord::new(
            EventKind::Switch,
            label,
            -at.depth,
            at.gap_rate,
            force,
        ));
    }

    fn friction_at(&self, contact: &Contact, k: usize, at: &Incident<f64>) -> f64 {
        let place = &self.system.places[k];
        let modes = [0, 1].map(|m| self.memory.modes[place.modes.start + m]);
        contact.force(at, &place.bend(&self.view()), modes).1.norm()
    }

    /// Bristles stand straight when a place opens: their states in the unknowns.
    pub(super) fn straighten(&self, system: &System, k: usize, y: &mut [f64]) {
        let place = &system.places[k];
        if let (Some(first), OPEN) = (place.bristles, self.memory.modes[place.modes.start]) {
            let first = 2 * system.positions + first;
            y[first..first + 3].fill(0.0);
        }
    }

    /// Rates of the bristles of contacts.
    pub(super) fn bend(&mut self) {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for (contact, k, first) in bristles(&self.system) {
            let rates = contact.bending(&self.system, &view, k);
            self.deforming[first..first + 3].copy_from_slice(&rates);
        }
    }

    /// The longest step in which no solids pass through each other: with the relative speed μ of any two of their points and its growth a,
    /// μ·h + a·h²/2 is at most their gap and a part of their thickness.
    pub(super) fn passing_bound(&mut self, dy: &[f64]) -> f64 {
        let contact_groups = self.group_bound(dy);
        if self.system.pairs.is_empty() {
            return contact_groups;
        }
        self.refresh_rates();
        let system = &self.system;
        let n = system.positions;
        let mut bound = contact_groups;
        for pair in &system.pairs {
            let [a, b] = pair.solids.map(|s| &system.solids[s]);
            let room = PASSING * (a.thickness + b.thickness);
            if !room.is_finite() {
                continue;
            }
            let gap = match self.now.touches[pair.places.start] {
                Touch {
                    stand: Stand::Far | Stand::Apart,
                    depth,
                    ..
                } => -depth.min(0.0),
                _ => 0.0,
            };
            let (mut speed, mut growth) = (0.0, 0.0);
            let mut between = [Vec3::zeros(); 2];
            for (solid, sign) in [(a, 1.0), (b, -1.0)] {
                let Carrier::Body(k) = solid.carrier else {
                    continue;
                };
                let (body, data) = (&self.now.bodies[k as usize], &system.bodies[k as usize]);
                let (acceleration, turning) = data.accelerations(&dy[n..2 * n]);
                between[0] += body.v * sign;
                between[1] += acceleration * sign;
                // no point of it is farther from the centre of mass
                let reach = solid.ball.map_or(0.0, |(c, r)| c.norm() + r);
                speed += body.w.norm() * reach;
                growth += turning.norm() * reach;
            }
            speed += between[0].norm();
            growth += between[1].norm();
            let room = gap + room;
            // The first root of μ·h + a·h²/2 = room.
            bound = bound.min(2.0 * room / (speed + (speed * speed + 2.0 * growth * room).sqrt()));
        }
        bound
    }

    /// Derivatives of the forces of contacts, for the state last looked at with rates.
    pub(super) fn fill_contacts(&self, system: &System, entries: &mut Entries<'_>) {
        let n = system.positions;
        let work = system.differential() - 1;
        for (k, contact) in system.contacts.iter().enumerate() {
            let rests = contact.acting(system, &self.view()).next().is_none();
            if rests && entries.skip(self.solids.entries[k]) {
                continue;
            }
            let [bodies, states] = &contact.support;
            for &b in bodies {
                let index = b as usize;
                let seeds = Seeds::new(system, &self.now, &self.memory, index, &self.gradients);
                let (sums, power) = on_bodies(contact, system, &seeds);
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, index, &q[r], 1.0);
                    }
                }
                self.add_seeds(entries, work, index, &power, 1.0);
            }
            for &state in states {
                let single = Single::State(state as usize);
                let seeds =
                    SingleSeeds::new(system, &self.now, &self.memory, single, &self.gradients);
                let (sums, power) = on_bodies(contact, system, &seeds);
                let column = 2 * n + state as usize;
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.bodies[on as usize];
                    for (r, q) in q.iter().enumerate().take(data.freedoms()) {
                        entries.add(n + data.first + r, column, q.eps[0]);
                    }
                }
                entries.add(work, column, power.eps[0]);
            }
            if let Some(Grip::Bristles(_)) = contact.friction {
                self.fill_bristles(system, contact, entries);
            }
        }
    }

    /// Rates of the bristles by the bodies; forces and rates by each bristle.
    fn fill_bristles(&self, system: &System, contact: &Contact, entries: &mut Entries<'_>) {
        let (n, nd) = (system.positions, system.differential());
        let (x, work) = (2 * n, nd - 1);
        for &b in &contact.bodies {
            let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
            for k in contact.places.clone() {
                let rates = contact.bending(system, &seeds, k);
                let first = system.places[k].bristles.unwrap_or(0);
                for (c, rate) in rates.iter().enumerate() {
                    self.add_seeds(entries, x + first + c, b as usize, rate, 1.0);
                }
            }
        }
        for k in contact.places.clone() {
            let first = system.places[k].bristles.unwrap_or(0);
            for state in first..first + 3 {
                let single = Single::State(state);
                let seeds =
                    SingleSeeds::new(system, &self.now, &self.memory, single, &self.gradients);
                let (sums, power) = on_bodies(contact, system, &seeds);
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.bodies[on as usize];
                    for (r, q) in q.iter().enumerate().take(data.freedoms()) {
                        entries.add(n + data.first + r, x + state, q.eps[0]);
                    }
                }
                entries.add(work, x + state, power.eps[0]);
                for (c, rate) in contact.bending(system, &seeds, k).iter().enumerate() {
                    entries.add(x + first + c, x + state, rate.eps[0]);
                }
            }
        }
    }
}

/// Generalized forces of a contact on each of its bodies, and their power.
fn on_bodies<T: Number>(
    contact: &Contact,
    system: &System,
    frames: &dyn Frames<T>,
) -> ([[T; 6]; 2], T) {
    let mut sums = [[T::constant(0.0); 6]; 2];
    let mut power = T::constant(0.0);
    contact.forces(system, frames, |on, q| {
        power += power_on(&frames.body(on), &q);
        if let Ok(at) = contact.bodies.binary_search(&(on as u32)) {
            for (sum, q) in sums[at].iter_mut().zip(q) {
                *sum += q;
            }
        }
    });
    (sums, power)
}

/// Places with bristles: their contact, their number, their first state.
fn bristles(system: &System) -> impl Iterator<Item = (&Contact, usize, usize)> {
    let held = |c: &&Contact| matches!(c.friction, Some(Grip::Bristles(_)));
    system.contacts.iter().filter(held).flat_map(move |c| {
        let first = move |k: usize| system.places[k].bristles.map(|s| (c, k, s));
        c.places.clone().filter_map(first)
    })
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

pub(super) fn names(system: &System, pair: &Pair) -> String {
    let [a, b] = pair.solids.map(|s| system.solids[s].label.as_str());
    format!("{}: {a} and {b}", system.contacts[pair.contact].label)
}

/// The geometry has no answer for two solids of a contact.
pub(super) fn no_answer(contact: &str, solids: [&SolidOn; 2], e: &OverlapError) -> Fault {
    let [a, b] = solids.map(|s| s.label.as_str());
    Fault {
        message: format!("{contact}: {a} and {b}: {e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::space::exp_so3;
    use carom_geometry::Refinement;
    use carom_geometry::overlap::Prepared;

    /// Where a volume is as thin as rounding, the line through its nearest points goes anywhere; the force does not.
    #[test]
    fn the_direction_is_sound_however_thin_the_volume() {
        let made = |form| Prepared::new(form, Refinement::COARSE).expect("a sound solid");
        let (ball, small, plate) = (
            made(Form::Sphere { radius: 0.5 }),
            made(Form::Sphere { radius: 0.3 }),
            made(Form::HalfSpace),
        );
        let along = Vec3::new(0.48, 0.6, 0.64);
        let tilt = exp_so3(&Vec3::new(0.3, -0.2, 0.5));
        let (mut space, mut memory) = (Workspace::default(), Memory::default());
        let pose = |position, rotation| Pose { rotation, position };
        let options = Options {
            rates: true,
            ..Options::default()
        };
        let contact = Contact {
            label: "CONTACT/1".to_string(),
            span: carom_base::Span::NONE,
            carriers: [Carrier::Body(0), Carrier::Body(1)],
            contact_group: None,
            pairs: 0..0,
            places: 0..0,
            rule: ContactRule::Adams,
            normal: Normal::Volume {
                stiffness: 1.0,
                damping: 0.0,
            },
            friction: None,
            bodies: vec![0, 1],
            support: [vec![0, 1], Vec::new()],
        };
        let mut seen = 0;
        for depth in (0..60).map(|k| 1e-4 * 0.55_f64.powi(k)) {
            let up = tilt.column(2);
            let pairs = [
                (&small, pose(along * (0.8 - depth), tilt), along),
                // the plate under the ball: its surface passes at 0.5 − depth from the centre
                (&plate, pose(up * (depth - 0.5), tilt), -up),
            ];
            for (other, relative, towards) in pairs {
                let volumes = space.overlap(&ball, other, &relative, &mut memory, &options);
                let Some(volume) = volumes.expect("an answer").first().copied() else {
                    continue;
                };
                seen += 1;
                let still = pose(Vec3::zeros(), carom_base::Mat3::identity());
                let rates = space.rates().first().copied();
                let touch = inside(&volume, rates.as_ref(), &still, &contact);
                // √ε: where the line through points of coordinates one is left, ten times for the coordinates' own rounding
                let error = (touch.normal + towards).norm();
                assert!(error < 1e-7, "{depth:e}: {error:e}");
                let approach: f64 = (0..3).map(|k| touch.depth_by[k] * touch.normal[k]).sum();
                assert!((approach.abs() - 1.0).abs() < 1e-6, "{depth:e}: {approach}");
            }
        }
        assert!(seen > 80, "{seen}");
    }
}
