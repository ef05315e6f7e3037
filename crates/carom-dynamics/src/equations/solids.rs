//! Contacts of solids in a run: what the geometry says of each pair, guards, modes, derivatives.
//!
//! A pair has a place for each volume that it may have. A place that is open waits for the gap to close; one that is closed follows its volume, the
//! nearest one to where it was at the end of the last step. While a pair overlaps somewhere no gap tells of a further volume: an open place then
//! fires when one appears.

use super::Equations;
use crate::elements::solid::{Contact, Grip, OPEN, Pair, SolidOn, Stand, Touch};
use crate::mechanism::kinematics::{Body, Carrier};
use crate::system::System;
use crate::system::motion::View;
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Form, Options, OverlapError, Separation};
use carom_model::analysis::ContactRule;
use carom_solve::Fault;
use std::sync::Arc;
pub(super) use volumes::inside;
use volumes::point_of;

mod derivatives;
mod guards;
pub(super) use guards::begins_deep;
pub(in crate::equations) mod state;
mod volumes;

/// Pairs whose balls are this part of the smaller radius apart are not looked at more closely.
const NEAR: f64 = 0.5;
/// Rounding of a gap, relative to the coordinates it comes from: a few turns and sums.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// In a step solids move towards each other by no more than their gap and this part of their thickness.
const PASSING: f64 = 0.25;

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

/// Makes a creep no longer than its limit: where it was held there, the error of the integration has let it grow or shrink.
pub(super) fn shorten(creep: &mut [f64], limit: f64) {
    let length = creep.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > limit {
        creep.iter_mut().for_each(|x| *x *= limit / length);
    }
}

impl Equations {
    /// Asks the geometry how pairs stand, for the bodies in the arrays: all of them where guards, modes or bounds are wanted (with rates); else
    /// those with a closed place, as nothing acts at open ones.
    #[inline]
    pub(super) fn touch(&mut self) {
        if !self.system.solid_contacts.pairs.is_empty() {
            self.touch_pairs();
        }
    }

    /// See [`Equations::touch`].
    fn touch_pairs(&mut self) {
        let system = Arc::clone(&self.system);
        self.touching.solids.fault = self.watching.limits.fault.clone();
        if self.touching.solids.fault.is_some() {
            return;
        }
        if !self.touching.solids.with_rates && !system.solid_contacts.may_touch(&self.memory.modes)
        {
            return;
        }
        for (k, pair) in system.solid_contacts.pairs.iter().enumerate() {
            let closed = |place: usize| {
                self.memory.modes[system.solid_contacts.places[place].modes.start] != 0
            };
            if !self.touching.solids.with_rates && !pair.places.clone().any(closed) {
                continue;
            }
            if let Err(fault) = self.touch_pair(&system, k, pair) {
                self.touching.solids.fault = Some(fault);
                return;
            }
        }
    }

    fn touch_pair(&mut self, system: &System, k: usize, pair: &Pair) -> Result<(), Fault> {
        let [a, b] = pair.solids.map(|s| &system.solid_contacts.solids[s]);
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
            rates: self.touching.solids.with_rates,
            ..Options::default()
        };
        let (space, memory) = (
            &mut self.touching.solids.space,
            &mut self.touching.solids.memories[k],
        );
        let apart = space
            .stand(&a.solid, &b.solid, &relative, memory, &options)
            .map_err(|e| {
                no_answer(
                    &system.solid_contacts.contacts[pair.contact].label,
                    [a, b],
                    &e,
                )
            })?;
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
        let [a, b] = pair.solids.map(|s| &system.solid_contacts.solids[s].solid);
        if !(a.is_open() || b.is_open()) {
            return Ok(());
        }
        let limit = 0.5 * (a.thickness() + b.thickness());
        let volumes = self.touching.solids.space.volumes();
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
            let closed = self.memory.modes[system.solid_contacts.places[at].modes.start] != 0;
            if at == pair.places.start || closed {
                self.now.touches[at] = *touch;
            }
        }
    }

    /// Gives each volume of the last query its place: closed ones take the nearest to where they were, the rest goes to open ones in order.
    fn place_volumes(&mut self, system: &System, pair: &Pair, at: &Pose) -> Result<(), Fault> {
        let solids = &mut self.touching.solids;
        let (volumes, rates) = (solids.space.volumes(), solids.space.rates());
        let contact = &system.solid_contacts.contacts[pair.contact];
        let rule = contact.rule;
        let taken = &mut solids.taken;
        taken.clear();
        taken.resize(pair.places.len(), None);
        let closed = |modes: &[i32], place: usize| {
            modes[system.solid_contacts.places[pair.places.start + place]
                .modes
                .start]
                != 0
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
        system.solid_contacts.pairs.iter().filter_map(move |pair| {
            let touches = self.now.touches[pair.places.clone()].iter();
            let inside = touches.filter(|t| t.stand == Stand::Inside);
            let depth = inside.map(|t| t.depth).fold(0.0, f64::max);
            let solids = pair.solids.map(|s| &system.solid_contacts.solids[s]);
            // a point is as thick as what it meets
            let thick = solids.map(|s| s.thickness).into_iter().filter(|t| *t > 0.0);
            (depth > part * thick.fold(f64::INFINITY, f64::min))
                .then(|| (&system.solid_contacts.contacts[pair.contact], solids, depth))
        })
    }

    /// A contact, one that is closed if there is one, whose direction comes from nearest points: at tips and edges and from triangle to triangle it
    /// jumps. Balls have a centre that it goes through.
    pub(crate) fn goes_by_nearest_points(&self) -> Option<(&str, bool)> {
        let system = &self.system;
        let by_nearest = |pair: &&Pair| {
            let contact = &system.solid_contacts.contacts[pair.contact];
            let is_ball = |solid: &usize| {
                let form = system.solid_contacts.solids[*solid].solid.form();
                matches!(form, Form::Sphere { .. } | Form::Cavity { .. })
            };
            contact.rule == ContactRule::Adams
                && !contact.normal.is_of_volumes()
                && !pair.solids.iter().any(is_ball)
        };
        let is_closed = |pair: &Pair| {
            let mut touches = self.now.touches[pair.places.clone()].iter();
            touches.any(|t| t.stand == Stand::Inside)
        };
        let pairs = || system.solid_contacts.pairs.iter().filter(by_nearest);
        let (pair, closed) = match pairs().find(|pair| is_closed(pair)) {
            Some(pair) => (pair, true),
            None => (pairs().next()?, false),
        };
        Some((&system.solid_contacts.contacts[pair.contact].label, closed))
    }

    /// All places open, and the geometry with its rates: before modes are set anew.
    pub(super) fn find_touches(&mut self) -> Result<(), Fault> {
        if self.system.solid_contacts.pairs.is_empty() {
            return Ok(());
        }
        let system = Arc::clone(&self.system);
        for place in &system.solid_contacts.places {
            self.memory.modes[place.modes.start] = 0;
        }
        self.memory.anchors.fill(f64::NAN);
        self.watching.limits.begin();
        self.refresh_rates();
        self.touching.solids.sound()
    }

    /// The geometry with its rates, for the bodies in the arrays.
    pub(crate) fn refresh_rates(&mut self) {
        self.touching.solids.with_rates = true;
        self.touch();
        self.touching.solids.with_rates = false;
    }

    /// Why the normal law of a contact has no value, if one has none.
    pub(super) fn formula_fault(&self) -> Option<Fault> {
        let (system, view) = (&*self.system, self.view());
        system.solid_contacts.contacts.iter().find_map(|contact| {
            contact.written().find_map(|w| {
                contact
                    .acting(&system.solid_contacts, &view)
                    .find_map(|(k, touch, _)| {
                        let (at, what) = match w.is_friction {
                            true => (
                                contact.incident(&system.solid_contacts, &view, k, &touch),
                                "friction",
                            ),
                            false => (contact.stand(&view, &touch), "the normal force"),
                        };
                        let modes = &self.memory.modes[w.of(&system.solid_contacts.places[k])];
                        let why = w.formula.fault(&at, &view, modes)?;
                        let message = format!("{what} of {}: {why}", contact.label);
                        Some(Fault { message })
                    })
            })
        })
    }

    /// Bristles stand straight when a place opens, and are no longer than they can be: their states in the unknowns.
    pub(super) fn straighten(&self, system: &System, k: usize, y: &mut [f64]) {
        let place = &system.solid_contacts.places[k];
        let Some(first) = place.bristles else {
            return;
        };
        let first = 2 * system.mechanism.positions + first;
        let own = &mut y[first..first + 3];
        if self.memory.modes[place.modes.start] == OPEN {
            own.fill(0.0);
        }
        let contact = system.solid_contacts.pairs[place.pair].contact;
        if let Some(law) = system.solid_contacts.contacts[contact].bristle_law() {
            shorten(own, law.creep);
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
            let rates = contact.bending(&self.system.solid_contacts, &view, k);
            self.loads.deforming[first..first + 3].copy_from_slice(&rates);
        }
    }

    /// The longest step in which no solids pass through each other: with the relative speed μ of any two of their points and its growth a,
    /// μ·h + a·h²/2 is at most their gap and a part of their thickness. `rates`: of the velocities of the bodies in the arrays.
    pub(super) fn passing_bound(&mut self, rates: &[f64]) -> f64 {
        let contact_groups = self.group_bound(rates);
        if self.system.solid_contacts.pairs.is_empty() {
            return contact_groups;
        }
        self.refresh_rates();
        let system = &self.system;
        let mut bound = contact_groups;
        for pair in &system.solid_contacts.pairs {
            let [a, b] = pair.solids.map(|s| &system.solid_contacts.solids[s]);
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
                let (body, data) = (
                    &self.now.bodies[k as usize],
                    &system.mechanism.bodies[k as usize],
                );
                let (acceleration, turning) = data.accelerations(rates);
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
}

/// Places with bristles: their contact, their number, their first state.
fn bristles(system: &System) -> impl Iterator<Item = (&Contact, usize, usize)> {
    let held = |c: &&Contact| matches!(c.friction, Some(Grip::Bristles(_)));
    system
        .solid_contacts
        .contacts
        .iter()
        .filter(held)
        .flat_map(move |c| {
            let first = move |k: usize| system.solid_contacts.places[k].bristles.map(|s| (c, k, s));
            c.places.clone().filter_map(first)
        })
}

pub(super) fn names(system: &System, pair: &Pair) -> String {
    let [a, b] = pair
        .solids
        .map(|s| system.solid_contacts.solids[s].label.as_str());
    format!(
        "{}: {a} and {b}",
        system.solid_contacts.contacts[pair.contact].label
    )
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
    use crate::elements::solid::Normal;
    use carom_base::space::exp_so3;
    use carom_geometry::Refinement;
    use carom_geometry::overlap::{Memory, Prepared, Workspace};
    use carom_laws::contact::solids::{AnyLaw, VolumeParameters};

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
            element: 0,
            counts_by_pair: false,
            pairs: 0..0,
            places: 0..0,
            rule: ContactRule::Adams,
            normal: Normal::Parametric(AnyLaw::Volume(VolumeParameters {
                stiffness: 1.0,
                damping: 0.0,
            })),
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
