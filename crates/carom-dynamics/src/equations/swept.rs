//! Touches inside a step: of solids that are apart at both of its ends.
//!
//! Of two solids one is the base, in whose frame the other moves. With a unit direction n in that frame and the centre c of the moving solid
//!
//! ```text
//! gap(t) ≥ n·c(t) − h(t) − H        h = reach of the moving solid from c along −n        H = reach of the base along n
//! ```
//!
//! whatever n is (separating axis). Between two looks, at which the gap, its direction and the motion are known,
//!
//! - `n·c` is that of a cubic with the positions and velocities at both looks, which is not below its control points;
//! - h of a solid that turns by φ about c is a supremum of sinusoids, so at most `max(h₀, h₁)/cos(φ/2)`.
//!
//! So a piece of the step is free of touches if one of the directions at its ends says so: of convex solids that move straight on, the one at the closest
//! approach says it of the whole pass. Solids that are not convex have besides `gap ≥ (gap₀ + gap₁ − way)/2`, with the way of all points of the moving
//! solid. Pieces of which neither says it are halved where their tangents cross, the worst first, until a look finds an overlap or all are free.
//!
//! What the ends of the step alone cannot exclude is looked at on the dense output.

use super::solids::{ROUNDING, no_answer};
use super::{Equations, place_bodies};
use crate::elements::solid::{Pair, SolidOn};
use crate::equations::swept::state::Look;
use crate::equations::swept::state::Piece;
use crate::equations::swept::state::Place;
use crate::equations::swept::state::Suspect;
use crate::equations::swept::state::Swept;
use crate::mechanism::kinematics::{Body, Carrier};
use crate::system::System;
use carom_base::{Mat3, Vec3};
use carom_geometry::overlap::{Form, Options};
use carom_solve::{Fault, Step};
use std::sync::Arc;

pub(in crate::equations) mod state;

/// The most looks at a pair of convex solids within one step, the ends counted.
const LOOKS_MAX: usize = 120;
/// How far a cubic through both ends of a step may be off, relative to what its second rates at the ends miss: 0.035 for a curve of the fifth degree.
const OFF: f64 = 0.1;
/// Likewise for the frame of a base that turns by φ, relative to φ⁴: 1/384 in a circle.
const OFF_BY_TURNING: f64 = 0.01;
/// Beyond this angle between two looks a reach is that of the bounding ball.
const MOST_TURN: f64 = 1.5;

/// How unknowns place bodies: in absolute coordinates, or in those of joints.
pub(super) trait Placing {
    /// Bodies of a state in the chart of the step.
    fn bodies(&mut self, e: &Equations, y: &[f64], bodies: &mut Vec<Body<f64>>);
    /// Rates of their velocities in the order of absolute unknowns, of the bodies placed last.
    fn rates(&mut self, e: &Equations, dy: &[f64], bodies: &[Body<f64>], rates: &mut Vec<f64>);
}

/// Absolute coordinates.
pub(super) struct Absolute;

impl Placing for Absolute {
    fn bodies(&mut self, e: &Equations, y: &[f64], bodies: &mut Vec<Body<f64>>) {
        bodies.clone_from(&e.now.bodies);
        place_bodies(&e.system, &e.base, y, bodies);
    }

    fn rates(&mut self, e: &Equations, dy: &[f64], _: &[Body<f64>], rates: &mut Vec<f64>) {
        let n = e.system.mechanism.positions;
        rates.clear();
        rates.extend_from_slice(&dy[n..2 * n]);
    }
}

/// A pair with its roles.
#[derive(Clone, Copy)]
struct Roles<'a> {
    solids: [&'a SolidOn; 2],
    /// Which of them moves.
    moving: usize,
    /// Centre of the moving solid in its frame, and radius about it.
    centre: Vec3,
    radius: f64,
}

impl<'a> Roles<'a> {
    /// None if neither has bounds.
    fn of(system: &'a System, pair: &Pair) -> Option<Self> {
        let solids = pair.solids.map(|s| &system.solid_contacts.solids[s]);
        let radius = |s: &SolidOn| s.ball.map_or(f64::INFINITY, |b| b.1);
        let moving = usize::from(radius(solids[1]) < radius(solids[0]));
        let (centre, radius) = solids[moving].solid.bounding_sphere()?;
        Some(Self {
            solids,
            moving,
            centre,
            radius,
        })
    }

    fn mover(&self) -> &'a SolidOn {
        self.solids[self.moving]
    }

    fn base(&self) -> &'a SolidOn {
        self.solids[1 - self.moving]
    }

    fn is_ball(&self) -> bool {
        matches!(self.mover().solid.form(), Form::Sphere { .. } | Form::Point)
    }

    fn place(&self, time: f64, bodies: &[Body<f64>]) -> Place {
        let (mover, base) = (self.mover(), self.base());
        let (on, under) = (mover.pose(bodies), base.pose(bodies));
        let c = on.rotation * self.centre + on.position;
        let relative = mover.velocity(&c, bodies) - base.velocity(&c, bodies);
        let spin = spin_of(mover, bodies) - spin_of(base, bodies);
        let pose = under.inverse() * on;
        Place {
            time,
            centre: pose.rotation * self.centre + pose.position,
            pose,
            velocity: under.rotation.tr_mul(&relative),
            spin: under.rotation.tr_mul(&spin),
        }
    }

    /// How far the moving solid reaches from its centre along −n.
    fn reach(&self, at: &Place, n: &Vec3) -> Option<f64> {
        let w = at.pose.rotation.tr_mul(&-n);
        let [mover, base] = [self.mover(), self.base()].map(|s| &s.solid);
        Some(mover.reach(&w, base)? - w.dot(&self.centre))
    }

    /// What the gap is between two looks at least, as far as the direction n tells.
    fn along(&self, [a, b]: [&Look; 2], n: &Vec3) -> f64 {
        let behind = self.base().solid.reach(n, &self.mover().solid);
        let reach = if self.is_ball() {
            Some(self.radius)
        } else {
            self.reach(&a.at, n)
                .zip(self.reach(&b.at, n))
                .map(|(h, k)| between_turns(h.max(k), turn(&a.at, &b.at)).min(self.radius))
        };
        let Some((behind, reach)) = behind.zip(reach) else {
            return f64::NEG_INFINITY;
        };
        let points = control_points(&a.at, &b.at);
        let low = points.map(|p| n.dot(&p)).into_iter();
        low.fold(f64::INFINITY, f64::min) - reach - behind
    }

    /// What the gap is between two looks at least.
    fn bound(&self, a: &Look, b: &Look) -> f64 {
        let points = control_points(&a.at, &b.at);
        let straight: f64 = (0..3).map(|k| (points[k + 1] - points[k]).norm()).sum();
        let about = if self.is_ball() { 0.0 } else { self.radius };
        let way = straight + about * turn(&a.at, &b.at);
        let by_way = 0.5 * (a.gap + b.gap - way);
        let by_axes = |l: &Look| self.along([a, b], &l.direction);
        by_way.max(by_axes(a)).max(by_axes(b))
    }

    /// The same from balls around both, without the geometry; `off` as in [`Suspect`].
    fn is_clear(&self, a: &Place, b: &Place, off: f64) -> bool {
        let points = control_points(a, b);
        let low = |n: &Vec3, from: &Vec3| {
            let heights = points.map(|p| n.dot(&(p - from))).into_iter();
            heights.fold(f64::INFINITY, f64::min)
        };
        let Some((centre, radius)) = self.base().solid.bounding_sphere() else {
            let is_plane = *self.base().solid.form() == Form::HalfSpace;
            return is_plane && low(&Vec3::z(), &Vec3::zeros()) > self.radius + off;
        };
        let room = self.radius + radius + off;
        let [first, last] = [points[0], points[3]].map(|p| p - centre);
        [first, last, first.normalize() + last.normalize()]
            .iter()
            .filter_map(|w| w.try_normalize(0.0))
            .any(|n| low(&n, &centre) > room)
    }

    /// How far the cubic through the ends of a step may be off.
    fn off(&self, [a, b]: [&Place; 2], motions: [Motions<'_>; 2], system: &System) -> f64 {
        let h = b.time - a.time;
        let missed = self.solids.map(|s| {
            let centre = match s.solid.bounding_sphere() {
                Some((c, _)) => s.pose.rotation * c + s.pose.position,
                None => s.pose.position,
            };
            missed_by_cubic(s, &centre, motions, system, h)
        });
        let base = self.base();
        let turned = motions[0].turn_of(base, &motions[1]);
        OFF * (missed[0] + missed[1])
            + OFF_BY_TURNING * turned.powi(4) * a.centre.norm().max(b.centre.norm())
    }

    /// Where a piece is looked at next: where its tangents cross, or in its middle.
    fn divide(&self, a: &Look, b: &Look, halved: u32) -> f64 {
        let (t, h) = (a.at.time, b.at.time - a.at.time);
        let (fall, rise) = (-a.rate * h, b.rate * h);
        let cross = (a.gap - b.gap + rise) / (fall + rise);
        let middle = !(fall > 0.0 && rise > 0.0 && cross > 0.0 && cross < 1.0) || halved % 3 == 2;
        let x = if middle { 0.5 } else { cross.clamp(0.01, 0.99) };
        t + x * h
    }
}

/// Bodies and the rates of their unknowns.
#[derive(Clone, Copy)]
struct Motions<'a> {
    bodies: &'a [Body<f64>],
    rates: &'a [f64],
}

impl Motions<'_> {
    /// The angle by which a solid turns from here to there.
    fn turn_of(&self, solid: &SolidOn, to: &Motions<'_>) -> f64 {
        match solid.carrier {
            Carrier::Ground => 0.0,
            Carrier::Body(k) => {
                let [from, to] = [self.bodies, to.bodies].map(|b| b[k as usize].R);
                angle_between(&from, &to)
            }
        }
    }

    /// Position, velocity, acceleration of a point of a solid, given from its body's centre of mass on body axes.
    fn of(&self, solid: &SolidOn, point: &Vec3, system: &System) -> [Vec3; 3] {
        let Carrier::Body(k) = solid.carrier else {
            return [*point, Vec3::zeros(), Vec3::zeros()];
        };
        let body = &self.bodies[k as usize];
        let (a, wdot) = system.mechanism.bodies[k as usize].accelerations(self.rates);
        let (w, wdot) = (body.R * body.w, body.R * wdot);
        let s = body.R * point;
        [
            body.r + s,
            body.v + w.cross(&s),
            a + wdot.cross(&s) + w.cross(&w.cross(&s)),
        ]
    }
}

/// How much larger the second rates of a point are at the ends of a step than those of the cubic through them, times h².
fn missed_by_cubic(
    solid: &SolidOn,
    point: &Vec3,
    motions: [Motions<'_>; 2],
    system: &System,
    h: f64,
) -> f64 {
    if solid.carrier == Carrier::Ground {
        return 0.0;
    }
    let [[x0, v0, a0], [x1, v1, a1]] = motions.map(|m| m.of(solid, point, system));
    let way = x1 - x0;
    let first = way * 6.0 - (v0 * 4.0 + v1 * 2.0) * h - a0 * (h * h);
    let last = (v0 * 2.0 + v1 * 4.0) * h - way * 6.0 - a1 * (h * h);
    first.norm().max(last.norm())
}

fn spin_of(solid: &SolidOn, bodies: &[Body<f64>]) -> Vec3 {
    match solid.carrier {
        Carrier::Ground => Vec3::zeros(),
        Carrier::Body(k) => bodies[k as usize].R * bodies[k as usize].w,
    }
}

/// Bézier's points of the cubic through two places: it is within their hull.
fn control_points(a: &Place, b: &Place) -> [Vec3; 4] {
    let third = (b.time - a.time) / 3.0;
    [
        a.centre,
        a.centre + a.velocity * third,
        b.centre - b.velocity * third,
        b.centre,
    ]
}

/// ‖R₁ − R₀‖_F = 2√2·sin(φ/2).
fn angle_between(from: &Mat3, to: &Mat3) -> f64 {
    let chord = (to - from).norm() * std::f64::consts::FRAC_1_SQRT_2 * 0.5;
    2.0 * chord.min(1.0).asin()
}

/// The angle between two places, and what a spin that changes its direction may lead aside.
fn turn(a: &Place, b: &Place) -> f64 {
    let aside = (b.spin - a.spin).norm() * (b.time - a.time);
    angle_between(&a.pose.rotation, &b.pose.rotation) + 0.25 * aside
}

/// A supremum of sinusoids of the angle, at most `h` at both ends of a turn by φ.
fn between_turns(h: f64, phi: f64) -> f64 {
    match phi {
        0.0 => h,
        _ if h <= 0.0 => h,
        _ if phi > MOST_TURN => f64::INFINITY,
        _ => h / (0.5 * phi).cos(),
    }
}

impl Equations {
    /// Whether a pair is without contact, so that its touch would be an event.
    fn is_open(&self, system: &System, pair: &Pair) -> bool {
        let mut places = system.solid_contacts.places[pair.places.clone()].iter();
        places.all(|p| self.memory.modes[p.modes.start] == crate::elements::solid::OPEN)
    }

    /// How a pair stands at a place, or in what it overlaps.
    fn look_at_pair(
        &mut self,
        system: &System,
        k: usize,
        roles: &Roles<'_>,
        (time, bodies): (f64, &[Body<f64>]),
    ) -> Result<Look, Fault> {
        let pair = &system.solid_contacts.pairs[k];
        let [a, b] = roles.solids;
        let poses = [a, b].map(|s| s.pose(bodies));
        let relative = poses[0].inverse() * poses[1];
        let (space, memory) = self.touching.solids.geometry(k);
        let options = Options::default();
        let apart = space
            .stand(&a.solid, &b.solid, &relative, memory, &options)
            .map_err(|e| {
                no_answer(
                    &system.solid_contacts.contacts[pair.contact].label,
                    [a, b],
                    &e,
                )
            })?;
        // from A to B, in the frame of A
        let (gap, direction, point) = match apart {
            Some(gap) => (gap.distance, gap.direction, gap.nearest[0]),
            None => {
                let deepest = space.volumes().iter().max_by(|v, w| {
                    let [v, w] = [v, w].map(|v| v.distance());
                    v.total_cmp(&w)
                });
                let volume = deepest.expect("what is not apart overlaps");
                let away = volume.normal().or_else(|| volume.direction());
                let away = away.unwrap_or_else(Vec3::zeros);
                (-volume.distance(), -away, volume.centroid)
            }
        };
        let (direction, point) = (
            poses[0].rotation * direction,
            poses[0].rotation * point + poses[0].position,
        );
        let parting = b.velocity(&point, bodies) - a.velocity(&point, bodies);
        let out = if roles.moving == 1 {
            direction
        } else {
            -direction
        };
        let reach = poses.map(|p| p.position.amax());
        let size = roles.radius + point.amax() + reach[0].max(reach[1]);
        Ok(Look {
            at: roles.place(time, bodies),
            gap,
            direction: poses[1 - roles.moving].rotation.tr_mul(&out),
            rate: direction.dot(&parting),
            rounding: 4.0 * ROUNDING * size,
        })
    }

    /// Finds the pairs that the ends of a step do not clear.
    pub(super) fn find_suspects(&mut self, step: &Step<'_>, placing: &mut dyn Placing) -> bool {
        if self.system.solid_contacts.pairs.is_empty() {
            return false;
        }
        let system = Arc::clone(&self.system);
        let mut swept = std::mem::take(&mut self.touching.swept);
        swept.suspects.clear();
        swept.undecided.clear();
        for (end, (y, dy)) in [(step.y0, step.dy0), (step.y1, step.dy1)]
            .into_iter()
            .enumerate()
        {
            placing.bodies(self, y, &mut swept.ends[end]);
            placing.rates(self, dy, &swept.ends[end], &mut swept.rates[end]);
        }
        let motions = [0, 1].map(|k| Motions {
            bodies: &swept.ends[k],
            rates: &swept.rates[k],
        });
        for (k, pair) in system.solid_contacts.pairs.iter().enumerate() {
            if !self.is_open(&system, pair) {
                continue;
            }
            let Some(roles) = Roles::of(&system, pair) else {
                continue;
            };
            swept
                .last
                .resize(system.solid_contacts.pairs.len(), [None; 2]);
            let last = &mut swept.last[k];
            let suspect = self.suspicion(&system, k, &roles, (step, motions), last);
            swept.suspects.extend(suspect);
        }
        let found = !swept.suspects.is_empty();
        self.touching.swept = swept;
        found
    }

    /// A pair that the ends of a step do not clear, with the error of the cubic through them. `last`: the looks at the ends of the step before.
    fn suspicion(
        &mut self,
        system: &System,
        k: usize,
        roles: &Roles<'_>,
        (step, motions): (&Step<'_>, [Motions<'_>; 2]),
        last: &mut [Option<Look>; 2],
    ) -> Option<Suspect> {
        let [a, b] = [(step.t0, 0), (step.t1, 1)].map(|(t, k)| roles.place(t, motions[k].bodies));
        let off = roles.off([&a, &b], motions, system);
        if roles.is_clear(&a, &b, off) {
            return None;
        }
        // What the geometry cannot answer at the ends the guards have told already.
        let mut look =
            |t: f64, bodies: &[Body<f64>]| self.look_at_pair(system, k, roles, (t, bodies)).ok();
        let seen = last.iter().flatten().find(|look| look.at.is_at(&a));
        let a = match seen {
            Some(seen) => Look { at: a, ..*seen },
            None => look(step.t0, motions[0].bodies)?,
        };
        let b = look(step.t1, motions[1].bodies)?;
        *last = [Some(a), Some(b)];
        // What overlaps while it is open waits until it is apart.
        let starts_apart = a.gap >= -a.rounding;
        let unsure = roles.bound(&a, &b) - off <= -a.rounding.max(b.rounding);
        (starts_apart && unsure).then_some(Suspect {
            pair: k,
            off,
            ends: [a, b],
        })
    }

    /// The first touch that looks inside a step find: its guard and a time at which the pair overlaps.
    pub(super) fn touch_inside(
        &mut self,
        step: &Step<'_>,
        placing: &mut dyn Placing,
    ) -> Result<Option<(usize, f64)>, Fault> {
        let system = Arc::clone(&self.system);
        let mut swept = std::mem::take(&mut self.touching.swept);
        let mut first: Option<(usize, f64)> = None;
        let mut fault = None;
        for at in 0..swept.suspects.len() {
            let suspect = swept.suspects[at];
            let k = suspect.pair;
            match self.search(&system, &suspect, (step, placing), &mut swept) {
                Ok(Some(t)) if first.is_none_or(|f| t < f.1) => {
                    let place =
                        &system.solid_contacts.places[system.solid_contacts.pairs[k].places.start];
                    first = Some((place.guards.start, t));
                }
                Ok(_) => {}
                Err(e) => fault = Some(e),
            }
        }
        self.touching.swept = swept;
        fault.map_or(Ok(first), Err)
    }

    /// A time inside the step at which a pair overlaps.
    fn search(
        &mut self,
        system: &System,
        suspect: &Suspect,
        (step, placing): (&Step<'_>, &mut dyn Placing),
        swept: &mut Swept,
    ) -> Result<Option<f64>, Fault> {
        let (k, off) = (suspect.pair, suspect.off);
        let Some(roles) = Roles::of(system, &system.solid_contacts.pairs[k]) else {
            return Ok(None);
        };
        swept.looks.clear();
        swept.looks.extend(suspect.ends);
        swept.pieces.clear();
        swept.pieces.push(Piece {
            ends: [0, 1],
            bound: f64::NEG_INFINITY,
            halved: 0,
        });
        swept.y.resize(step.y0.len(), 0.0);
        swept.dy.resize(step.dy0.len(), 0.0);
        let credit = swept.allowance(k, system.solid_contacts.pairs.len());
        // The ends have been looked at.
        let looks_max = (credit + 2).min(LOOKS_MAX);
        while swept.looks.len() < looks_max {
            let worst = (0..swept.pieces.len())
                .min_by(|p, q| swept.pieces[*p].bound.total_cmp(&swept.pieces[*q].bound));
            let Some(worst) = worst else { break };
            let piece = swept.pieces.swap_remove(worst);
            let [a, b] = piece.ends.map(|e| swept.looks[e]);
            let t = roles.divide(&a, &b, piece.halved);
            if t <= a.at.time || t >= b.at.time {
                continue;
            }
            step.interpolate(t, &mut swept.y, &mut swept.dy);
            placing.bodies(self, &swept.y, &mut swept.inside);
            let look = self.look_at_pair(system, k, &roles, (t, &swept.inside))?;
            if look.gap < -look.rounding {
                swept.credit[k] = credit.saturating_sub(swept.looks.len() - 2);
                swept.failures[k] = 0;
                return Ok(Some(t));
            }
            let new = swept.looks.len();
            swept.looks.push(look);
            for (ends, pair) in [
                ([piece.ends[0], new], [&a, &look]),
                ([new, piece.ends[1]], [&look, &b]),
            ] {
                let part = (pair[1].at.time - pair[0].at.time) / step.h();
                let bound = roles.bound(pair[0], pair[1]) - off * part.powi(3);
                if bound <= -look.rounding {
                    let halved = piece.halved + 1;
                    swept.pieces.push(Piece {
                        ends,
                        bound,
                        halved,
                    });
                }
            }
        }
        swept.credit[k] = credit.saturating_sub(swept.looks.len() - 2);
        swept.failures[k] += 1;
        if swept.pieces.is_empty() {
            swept.failures[k] = 0;
        } else {
            swept.undecided.push(k);
        }
        Ok(None)
    }
}
