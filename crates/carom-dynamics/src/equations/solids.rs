//! Contacts of solids in a run: what the geometry says of each pair, guards, modes, derivatives.
//!
//! A pair has a place for each volume that it may have. A place that is open waits for the gap to close; one that is closed follows its volume, the
//! nearest one to where it was at the end of the last step. While a pair overlaps somewhere no gap tells of a further volume: an open place then
//! fires when one appears.

use super::switching::kind_of;
use super::{Equations, Happening, power_on};
use crate::frames::Frames;
use crate::jacobian::Entries;
use crate::kinematics::{Body, Carrier, Flow, Seeded};
use crate::motion::{Seeds, View};
use crate::solid::{Contact, Incident, Pair, SolidOn, Stand, Touch};
use crate::system::System;
use carom_base::{Number, Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, OverlapError, Separation, Volume, Workspace};
use carom_laws::{ImpactMode, Piece};
use carom_model::run::EventKind;
use carom_solve::{Fault, Guard};
use std::sync::Arc;

/// Pairs whose balls are this part of the smaller radius apart are not looked at more closely.
const NEAR: f64 = 0.5;
/// Rounding of a gap, in parts of the coordinates it comes from: a few turns and sums.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
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
            2 * all * (all + 1)
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

/// A volume in the frame of A as a touch on ground axes; `at` is the pose of A.
fn inside(v: &Volume, rates: Option<&carom_geometry::overlap::Rates>, at: &Pose) -> Touch {
    let place = |p: &Vec3| at.rotation * p + at.position;
    let direction = v.direction().or_else(|| v.normal());
    let mut touch = Touch {
        stand: Stand::Inside,
        depth: v.distance(),
        normal: at.rotation * direction.unwrap_or_else(Vec3::zeros),
        point: place(&((v.nearest[0] + v.nearest[1]) * 0.5)),
        volume: v.volume,
        centroid: place(&v.centroid),
        origin: at.position,
        ..Touch::NONE
    };
    if let Some(r) = rates {
        let r0 = &at.rotation;
        touch.depth_by = r.distance(v).turned(r0);
        touch.normal_by = r.direction(v).turned(r0);
        touch.point_by = ((r.nearest[0] + r.nearest[1]) * 0.5).turned(r0);
    }
    touch
}

impl Equations {
    /// Asks the geometry how pairs stand, for the bodies in the arrays: all of them where guards, modes or bounds are wanted (with rates); else
    /// those with a closed place, as nothing acts at open ones.
    pub(super) fn touch(&mut self) {
        if self.system.pairs.is_empty() {
            return;
        }
        let system = Arc::clone(&self.system);
        self.solids.fault = None;
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
        if let Some((gap, radius)) = gap_of_balls(a, b, &self.now.bodies)
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
            .map_err(|e| no_answer(system, pair, &e))?;
        let Some(gap) = apart else {
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
                    let point = (volume.nearest[0] + volume.nearest[1]) * 0.5;
                    let d = (point - was).norm_squared();
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
                let touch = inside(&volumes[v], rates.get(v), at);
                self.now.touches[pair.places.start + place] = touch;
            }
        }
        Ok(())
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
    pub(super) fn settle_contacts(&mut self, system: &System) {
        for contact in &system.contacts {
            for k in contact.places.clone() {
                let touch = self.now.touches[k];
                let modes = system.places[k].modes.clone();
                if touch.stand != Stand::Inside {
                    self.memory.modes[modes.start] = 0;
                    continue;
                }
                let at = self.along(contact, &touch);
                let mode = contact.law(&at).mode();
                self.memory.modes[modes.start] = match contact.normal.damping {
                    0.0 if mode != ImpactMode::Open => FREE,
                    _ => mode.code(),
                };
                self.memory.modes[modes.start + 1] = zone(contact, &at);
                self.anchor(system, k);
            }
        }
    }

    /// A place along the motion.
    fn along(&self, contact: &Contact, touch: &Touch) -> Incident<Flow> {
        let view = View {
            system: &self.system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        contact.incident(&view, touch)
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
        let mode = ImpactMode::from_code(mode);
        out.fill(Guard::IDLE);
        if touch.stand == Stand::Vacant {
            // a step in the value: its place is found by halving
            let size = self.size(system, k);
            let (slot, value) = match mode {
                ImpactMode::Open => (0, size),
                ImpactMode::Partial(_) => (0, -size),
                ImpactMode::Full(_) => (1, -size),
            };
            out[slot] = Guard {
                value,
                rate: 0.0,
                tolerance: ROUNDING * size,
            };
            return;
        }
        if touch.stand == Stand::Far && mode == ImpactMode::Open {
            // p = −gap of the balls, whose nearest points move with the bodies as far as the gap feels it.
            let ends = system.pairs[place.pair].solids.map(|s| {
                let solid = &system.solids[s];
                solid.velocity(&touch.point, &self.now.bodies)
            });
            out[0] = Guard {
                value: -touch.depth,
                rate: touch.normal.dot(&(ends[0] - ends[1])),
                tolerance: ROUNDING * touch.point.amax().max(f64::MIN_POSITIVE),
            };
            return;
        }
        let at = self.along(contact, touch);
        let law = contact.law(&at);
        let rounding = ROUNDING * (touch.point.amax() + self.size(system, k));
        let count = if contact.normal.damping > 0.0 { 3 } else { 1 };
        for (slot, (out, guard)) in out.iter_mut().zip(law.guards(mode)).take(count).enumerate() {
            // What rounding of the depth is worth in the clamp: ∂F/∂p ≤ (e·spring + 2·damper)/p.
            let worth = if slot == 2 {
                let p = at
                    .depth
                    .re
                    .max(contact.normal.dmax * carom_laws::contact::impact::REENTRY);
                let spring = contact.normal.stiffness * p.powf(contact.normal.exponent);
                let damper = (spring - guard.value.re.abs()).abs();
                (contact.normal.exponent * spring + 2.0 * damper) / p
            } else {
                1.0
            };
            *out = Guard {
                value: guard.value.re,
                rate: guard.value.eps[0],
                tolerance: guard.tolerance.max(rounding * worth),
            };
        }
        let Some([_, _, vs, vd]) = contact.friction else {
            return;
        };
        if mode == ImpactMode::Open {
            return;
        }
        let square = at.slip.dot(&at.slip);
        // (v² − end²)/2·end: as v − end where it is zero, smooth at v = 0
        let past = |end: f64| Guard {
            value: (square.re - end * end) / (2.0 * end),
            rate: square.eps[0] / (2.0 * end),
            tolerance: 1e-14 * end
                + ROUNDING
                    * self
                        .now
                        .bodies
                        .iter()
                        .map(|b| b.v.amax())
                        .fold(0.0, f64::max),
        };
        let flip = |g: Guard| Guard {
            value: -g.value,
            rate: -g.rate,
            ..g
        };
        match slip {
            ..=2 => out[4] = flip(past(vs)),
            3 => {
                out[3] = past(vs);
                out[4] = flip(past(vd));
            }
            _ => out[3] = past(vd),
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
        let at: Incident<f64> = contact.incident(&self.view(), &touch);
        let label = contact.label.clone();
        if slot >= 3 {
            let vs_is_vd = contact.friction.is_some_and(|f| f[2] >= f[3]);
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
            let friction = self.friction_at(contact, &at, modes.start);
            self.happened.push(Happening::new(
                EventKind::Switch,
                label,
                f64::NAN,
                speed,
                friction,
            ));
            return;
        }
        let mode = ImpactMode::from_code(self.memory.modes[modes.start]);
        let (next, meaning) = mode.after(slot);
        self.memory.modes[modes.start] = next.code();
        if next == ImpactMode::Open {
            self.memory.anchors[3 * k..3 * k + 3].fill(f64::NAN);
        } else if mode == ImpactMode::Open {
            self.memory.modes[modes.start + 1] = zone_of(contact, at.slip.norm_squared(), 0.0);
            self.anchor(system, k);
        }
        let vacant = touch.stand == Stand::Vacant;
        let told = |x: f64| if vacant { f64::NAN } else { x };
        let force = if next == ImpactMode::Open || vacant {
            0.0
        } else {
            contact.law(&at).value_in(next)
        };
        self.happened.push(Happening::new(
            kind_of(meaning),
            label,
            told(-at.depth),
            told(at.gap_rate),
            force,
        ));
    }

    fn friction_at(&self, contact: &Contact, at: &Incident<f64>, modes: usize) -> f64 {
        let modes = [self.memory.modes[modes], self.memory.modes[modes + 1]];
        contact.force(at, modes).1.norm()
    }

    /// The longest step in which no solids pass through each other: with the relative speed μ of any two of their points and its growth a,
    /// μ·h + a·h²/2 is at most their gap and a part of their thickness.
    pub(super) fn passing_bound(&mut self, dy: &[f64]) -> f64 {
        if self.system.pairs.is_empty() {
            return f64::INFINITY;
        }
        self.refresh_rates();
        let system = &self.system;
        let n = system.positions;
        let mut bound = f64::INFINITY;
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
            for &b in &contact.bodies {
                let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
                let mut sums = [[Seeded::constant(0.0); 6]; 2];
                let mut power = Seeded::constant(0.0);
                contact.forces(system, &seeds, |on, q| {
                    power += power_on(&seeds.body(on), &q);
                    if let Ok(at) = contact.bodies.binary_search(&(on as u32)) {
                        for (sum, q) in sums[at].iter_mut().zip(q) {
                            *sum += q;
                        }
                    }
                });
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, b as usize, &q[r], 1.0);
                    }
                }
                self.add_seeds(entries, work, b as usize, &power, 1.0);
            }
        }
    }
}

/// Mode of a contact without damping that overlaps: neither full damping nor the clamp is watched.
const FREE: i32 = 1;

/// The mode of friction at a place along the motion.
fn zone(contact: &Contact, at: &Incident<Flow>) -> i32 {
    let square = at.slip.dot(&at.slip);
    zone_of(contact, square.re, square.eps[0])
}

/// The mode of friction at this square of the slip speed, and its rate, which decides on an end.
fn zone_of(contact: &Contact, square: f64, rate: f64) -> i32 {
    let past = |end: f64| square > end * end || (square == end * end && rate > 0.0);
    let Some([_, _, vs, vd]) = contact.friction else {
        return i32::from(Piece(2).0);
    };
    2 + i32::from(past(vs)) + i32::from(past(vd))
}

fn names(system: &System, pair: &Pair) -> String {
    let [a, b] = pair.solids.map(|s| system.solids[s].label.as_str());
    format!("{}: {a} and {b}", system.contacts[pair.contact].label)
}

fn no_answer(system: &System, pair: &Pair, e: &OverlapError) -> Fault {
    Fault {
        message: format!("{}: {e}", names(system, pair)),
    }
}
