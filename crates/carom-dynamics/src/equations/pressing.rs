//! Bounds of the forces of closed rigid contacts over an interval of time, without solving the equations in intervals.
//!
//! The accelerations are the rates of the velocities, and those have bounds like all rates. What is left of `M·a` without the applied forces is what the
//! constraints exert, and any left inverse B of their columns C, taken in the middle, tells their multipliers:
//!
//! ```text
//! C·λ = M·a − F      λ ∈ B·[M·a − F] + (1 − B·[C])·λ
//! ```
//!
//! A box X that this maps into itself holds all solutions (S. Rump, Acta Numerica 19 (2010) 287, theorem 10.2). For a body on a plane `B·[C]` is 1, and the bounds are
//! those of the accelerations and of the loads. Friction of what slides stands in the column of its normal. Rows that have no body in common, directly or by others,
//! are problems of their own: each stack of a yard has its bounds, however many there are.
//!
//! Bounds of the friction of what sticks follow from those of the forces. Where a load may be shared in many ways, what is left of sticking is the best of
//! minima over the contacts, `μ·n − |t|`, so that it changes by no more than the largest of these does.
#![allow(non_snake_case)]

use super::Equations;
use super::contact_friction::CLEARANCE;
use super::contact_rows::PRESSES;
use super::ranges::Bounds;
use crate::elements::slip::{at_rest, direction};
use crate::equations::contact::gaps::floor_of;
use crate::equations::contact::stick_slip::StickSlip;
use crate::equations::pressing::state::Block;
use crate::equations::pressing::state::Pressing;
use crate::equations::pressing::state::Push;
use crate::equations::pressing::state::rows_kept;
use crate::equations::ranges::rated::known;
use crate::equations::ranges::state::Ranges;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::Carrier;
use crate::system::motion::{EvaluatedState, View};
use crate::system::{ContactFriction, System};
use carom_base::{Interval, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_geometry::touch::ranges::above;
use carom_solve::GuardRange;

pub(in crate::equations) mod state;

/// With more rows than this that bodies connect the bounds would cost more than the step.
const ROWS_MAX: usize = 24;
/// And with more unknowns.
const UNKNOWNS_MAX: usize = 96;
/// A pivot this much smaller than the largest entry: the columns depend on each other.
const DEPENDENT: f64 = 1e-12;
/// Attempts to find a box that is mapped into itself.
const BOXES: usize = 5;
/// By how much of its size a box is widened before each.
const WIDER: f64 = 0.1;
/// And by how much of the largest.
const ROUNDING: f64 = 1e-12;
/// A time this part of an interval beyond its ends is one of it.
const MOMENT: f64 = 1e-9;
/// Places that move by no more than this part of their size change the choice of what sticks by less than [`CHANGES`], as that is a ratio of lengths.
const SAME_PLACE: f64 = 1e-9;
const CHANGES: f64 = 1e-6;

impl Block {
    /// Takes some rows with their bodies, their columns and loads. `false`: they are too many, or a load has no bounds.
    fn take(
        &mut self,
        system: &System,
        rows: &[(usize, usize)],
        (pushes, loads): (&[Push], &[Interval]),
        mass: impl Fn(usize) -> f64,
    ) -> bool {
        self.rows.clear();
        self.rows.extend(rows.iter().map(|(_, row)| *row));
        if self.rows.len() > ROWS_MAX {
            return false;
        }
        let of_rows = |push: &&Push| self.rows.binary_search(&push.row).is_ok();
        self.bodies.clear();
        let named = pushes.iter().filter(of_rows).map(|push| (push.body, 0));
        self.bodies.extend(named);
        self.bodies.sort_unstable();
        self.bodies.dedup();
        self.loads.clear();
        self.weights.clear();
        for (body, first) in &mut self.bodies {
            let data = &system.mechanism.bodies[*body];
            *first = self.loads.len();
            let own = data.first..data.first + data.freedoms();
            self.loads.extend_from_slice(&loads[own.clone()]);
            self.weights.extend(own.map(|k| mass(k).recip()));
        }
        let n = self.loads.len();
        if n > UNKNOWNS_MAX || !self.loads.iter().all(|x| x.is_bounded()) {
            return false;
        }
        self.columns.clear();
        self.columns
            .resize(self.rows.len() * n, Interval::new(0.0, 0.0));
        for push in pushes {
            let (Ok(row), Ok(body)) = (
                self.rows.binary_search(&push.row),
                self.bodies.binary_search_by_key(&push.body, |b| b.0),
            ) else {
                continue;
            };
            let freedoms = system.mechanism.bodies[push.body].freedoms();
            let column = &mut self.columns[row * n + self.bodies[body].1..][..freedoms];
            column
                .iter_mut()
                .zip(&push.on)
                .for_each(|(sum, q)| *sum += *q);
        }
        true
    }

    /// A left inverse of the columns in the middle of their bounds; `false` where they depend on each other.
    fn invert(&mut self) -> bool {
        let (m, n) = (self.rows.len(), self.loads.len());
        self.inverse.clear();
        self.square.clear();
        let C = &self.columns;
        let middle = |row: usize, k: usize| C[row * n + k].middle();
        for row in 0..m {
            let weighed = (0..n).map(|k| self.weights[k] * middle(row, k));
            self.inverse.extend(weighed);
            for other in 0..m {
                let terms = (0..n).map(|k| self.inverse[row * n + k] * middle(other, k));
                self.square.push(terms.sum());
            }
        }
        // Gauss and Jordan, the largest pivot of what is left on the diagonal, as the matrix is symmetric and not negative.
        let (A, B) = (&mut self.square, &mut self.inverse);
        let size = (0..m).map(|k| A[k * m + k]).fold(0.0, f64::max);
        for k in 0..m {
            let pivot = A[k * m + k];
            let is_found = pivot > DEPENDENT * size;
            if !is_found {
                return false;
            }
            for other in (0..m).filter(|other| *other != k) {
                let factor = A[other * m + k] / pivot;
                if factor == 0.0 {
                    continue;
                }
                (0..m).for_each(|c| A[other * m + c] -= factor * A[k * m + c]);
                (0..n).for_each(|c| B[other * n + c] -= factor * B[k * n + c]);
            }
            (0..m).for_each(|c| A[k * m + c] /= pivot);
            (0..n).for_each(|c| B[k * n + c] /= pivot);
        }
        true
    }

    /// Bounds of its multipliers, in `lambda`; `false` where none are found.
    fn solve(&mut self) -> bool {
        let (m, n) = (self.rows.len(), self.loads.len());
        self.first.clear();
        self.rest.clear();
        for row in 0..m {
            let b = &self.inverse[row * n..][..n];
            let of = |x: &[Interval]| {
                let mut sum = Interval::new(0.0, 0.0);
                let terms = b.iter().zip(x).filter(|(b, _)| **b != 0.0);
                terms.for_each(|(b, x)| sum += *x * *b);
                sum
            };
            self.first.push(of(&self.loads));
            for other in 0..m {
                let unit = f64::from(u8::from(row == other));
                let product = of(&self.columns[other * n..][..n]);
                self.rest.push(-product + unit);
            }
        }
        let map = |x: &[Interval], out: &mut Vec<Interval>| {
            out.clear();
            for row in 0..m {
                let mut sum = self.first[row];
                let rests = self.rest[row * m..][..m].iter();
                rests.zip(x).for_each(|(e, x)| sum += *e * *x);
                out.push(sum);
            }
        };
        let (lambda, next) = (&mut self.lambda, &mut self.next);
        lambda.clear();
        lambda.extend_from_slice(&self.first);
        for _ in 0..BOXES {
            let size = lambda.iter().map(largest);
            let size = size.fold(f64::MIN_POSITIVE, f64::max);
            if !size.is_finite() {
                return false;
            }
            for x in lambda.iter_mut() {
                let more = WIDER * x.width() + ROUNDING * size;
                *x = Interval::new(x.low - more, x.high + more);
            }
            map(lambda, next);
            let inside = next.iter().zip(&*lambda);
            let found = inside
                .clone()
                .all(|(n, x)| n.low > x.low && n.high < x.high);
            if found {
                map(next, lambda);
                return true;
            }
            for (x, n) in lambda.iter_mut().zip(&*next) {
                *x = x.hull(*n);
            }
        }
        false
    }
}

impl Equations {
    /// Whether the guard of a closed stop, or of its friction, is wanted.
    pub(super) fn may_press(&self, wanted: &[bool]) -> bool {
        let system = &self.system;
        let stops = system.rigid.stops.iter().enumerate();
        let mut contact_frictions = system.rigid.contact_frictions.iter();
        stops
            .clone()
            .any(|(k, s)| wanted[s.guard] && system.is_closed(k))
            || contact_frictions.any(|contact_friction| wanted[contact_friction.guard])
    }

    /// Bounds of the guards of closed stops and of their friction, by the state in the arrays; of friction from below alone.
    pub(super) fn press_ranges(
        &self,
        r: &mut Ranges,
        bounds: Bounds<'_>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let system = &*self.system;
        let Some(mut p) = r.pressing.take() else {
            return;
        };
        let view = View {
            system,
            now: &r.now,
            memory: &self.memory,
            reactions: None,
        };
        // What is left of sticking is looked at inside of steps, and costs the shares of all contacts each time.
        let costs = !system.rigid.contact_frictions.is_empty() && system.rows.len() > ROWS_MAX;
        if !costs && !system.solid_contacts.may_touch(&self.memory.modes) {
            self.mark_wanted(&mut p.is_wanted, wanted);
            p.put_in_order(system);
            self.load_ranges(r, &mut p);
            self.column_ranges(&mut p, &view);
            self.multiplier_ranges(&mut p);
            self.report_forces(&p, (bounds, &view), wanted, out);
        }
        r.pressing = Some(p);
    }

    /// Bounds of the multipliers, block by block.
    fn multiplier_ranges(&self, p: &mut Pressing) {
        let system = &*self.system;
        p.lambda.clear();
        p.lambda.resize(system.rows.len(), Interval::ENTIRE);
        let mut block = std::mem::take(&mut p.block);
        for rows in p.order.chunk_by(|a, b| a.0 == b.0) {
            let mut own = rows.iter().map(|(_, row)| *row);
            if own.any(|row| p.unknown.contains(&row)) {
                continue;
            }
            let mass = |k: usize| self.mass_of(k);
            if block.take(system, rows, (&p.pushes, &p.loads), mass)
                && block.invert()
                && block.solve()
            {
                for (row, lambda) in block.rows.iter().zip(&block.lambda) {
                    p.lambda[*row] = *lambda;
                }
            }
        }
        p.block = block;
    }

    /// Of the kept rows those whose multipliers say something of a wanted guard.
    fn mark_wanted(&self, rows: &mut Vec<bool>, wanted: &[bool]) {
        let system = &*self.system;
        rows.clear();
        rows.resize(system.rows.len(), false);
        let mut mark = |stop: usize| {
            let slip = system.rigid.stops[stop].contact_friction;
            let slip = slip.map_or(0..0, |friction| system.slip_rows(friction));
            for row in slip.chain([system.stop_row(stop)]) {
                if let Ok(at) = system.rows.binary_search(&row) {
                    rows[at] = true;
                }
            }
        };
        for (k, stop) in system.rigid.stops.iter().enumerate() {
            if wanted[stop.guard] {
                mark(k);
            }
        }
        let is_wanted = |friction: &usize| {
            let first = system.rigid.contact_frictions[*friction].guard;
            wanted[first] || wanted[first + 1]
        };
        let frictions = 0..system.rigid.contact_frictions.len();
        for k in frictions.filter(is_wanted) {
            mark(system.rigid.contact_frictions[k].stop);
        }
        // What sticks together shares its load, and each has its part in what is left.
        let islands = self.contacts.sticking.as_deref().unwrap_or_default();
        for island in islands.iter().filter(|island| island.is_shared()) {
            if island.contact_frictions.iter().any(is_wanted) {
                let own = island.contact_frictions.iter();
                own.for_each(|k| mark(system.rigid.contact_frictions[*k].stop));
                island.others.iter().for_each(|k| mark(*k));
            }
        }
    }

    /// Bounds of the guards of friction that follow from velocities and places alone: of what slides from below, and of the axes of tangents.
    pub(super) fn slide_ranges(
        &self,
        now: &EvaluatedState<Ranged>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let system = &*self.system;
        let view = View {
            system,
            now,
            memory: &self.memory,
            reactions: None,
        };
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            let [slides, turns] = [0, 1].map(|slot| contact_friction.guard + slot);
            let slip = system.slip(k);
            if !(wanted[slides] || wanted[turns]) || !slip.is_placed(&view) {
                continue;
            }
            if let StickSlip::Slides { along, .. } = StickSlip::of(&self.memory, k) {
                let u = slip.velocity(&view);
                let ahead = (u[0] * along[0] + u[1] * along[1]).re.low;
                let [x, y] = u.map(|u| largest(&u.re));
                if ahead > 0.0 {
                    let low = ahead - 0.5 * x.hypot(y);
                    out[slides] = known(above(low));
                }
            }
            if !slip.is_plane() {
                out[turns] = known(slip.clearance(&view) - CLEARANCE);
            }
        }
    }

    /// Mass or moment of inertia of a velocity.
    fn mass_of(&self, k: usize) -> f64 {
        let bodies = &self.system.mechanism.bodies;
        let at = bodies.partition_point(|b| b.first <= k) - 1;
        let (data, c) = (&bodies[at], k - bodies[at].first);
        let mass = if c < 3 {
            data.mass
        } else {
            data.inertia.column(c - 3).to_array()[c - 3]
        };
        mass.max(f64::MIN_POSITIVE)
    }

    /// M·a − F, a being the rates of the velocities of the bodies.
    fn load_ranges(&self, r: &Ranges, p: &mut Pressing) {
        let system = &*self.system;
        p.loads.clear();
        p.loads.resize(system.mechanism.positions, Interval::ENTIRE);
        for (body, data) in r.now.bodies.iter().zip(&system.mechanism.bodies) {
            let k = data.first;
            let weight = (system.mechanism.gravity * data.mass).to_array();
            for c in 0..3 {
                p.loads[k + c] = body.v[c].eps[0] * data.mass - weight[c];
            }
            if data.turns {
                let inertia = data.inertia.map(Ranged::constant);
                let gyro: Vec3<Ranged> = body.w.cross(&(inertia * body.w));
                let turn = body.w.map(|w| w.eps[0]);
                let turned = data.inertia.map(Interval::constant) * turn;
                let sum = turned.to_array().into_iter().zip(gyro.to_array());
                for (c, (turned, gyro)) in sum.enumerate() {
                    p.loads[k + 3 + c] = turned + gyro.re;
                }
            }
        }
        let view = View {
            system,
            now: &r.now,
            memory: &self.memory,
            reactions: None,
        };
        for element in system.order.pushing.iter().map(|k| &system.forces[*k]) {
            let (f, t) = element.action(&system.mechanism, &view);
            let at = view.marker(element.i).p;
            let ends = [
                (Some(system.mechanism.markers[element.i].carrier), false),
                (element.reaction, true),
            ];
            for (carrier, back) in ends {
                let Some(Carrier::Body(b)) = carrier else {
                    continue;
                };
                let (body, data) = (
                    &r.now.bodies[b as usize],
                    &system.mechanism.bodies[b as usize],
                );
                let q = generalized(body, &at, &f, &t);
                let loads = &mut p.loads[data.first..][..data.freedoms()];
                for (load, q) in loads.iter_mut().zip(q) {
                    *load = if back { *load + q.re } else { *load - q.re };
                }
            }
        }
    }

    /// What a unit of each multiplier exerts.
    fn column_ranges(&self, p: &mut Pressing, view: &View<'_, Ranged>) {
        let system = &*self.system;
        p.pushes.clear();
        p.unknown.clear();
        let Pressing {
            pushes,
            unknown,
            is_wanted,
            ..
        } = p;
        let mut put = |row: usize, body: usize, q: [Ranged; 6]| {
            let on = q.map(|q| q.re);
            pushes.push(Push { row, body, on });
        };
        let is_placed = |stop: usize| {
            let slip = system.rigid.stops[stop]
                .contact_friction
                .map(|k| system.slip(k));
            let touch = system.touch(stop);
            slip.is_none_or(|s| s.is_placed(view)) && touch.is_none_or(|t| t.is_placed(view))
        };
        let closed = (0..system.rigid.stops.len()).filter(|k| system.has_rows(*k));
        for stop in closed.filter(|k| !is_placed(*k)) {
            let slip = system.rigid.stops[stop].contact_friction;
            let slip = slip.map_or(0..0, |friction| system.slip_rows(friction));
            let rows = slip.chain([system.stop_row(stop)]);
            unknown.extend(rows.filter_map(|row| system.rows.binary_search(&row).ok()));
        }
        for constraint in system.acting() {
            for row in rows_kept(system, constraint).filter(|row| is_wanted[*row]) {
                let at = system.rows[row] - constraint.first_row;
                let mut unit = [0.0; 6];
                unit[at] = 1.0;
                let unit = &unit[..constraint.rows()];
                constraint.forces(&system.mechanism, view, unit, &mut |b, q| put(row, b, q));
            }
        }
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            let StickSlip::Slides { along, faint, .. } = StickSlip::of(&self.memory, k) else {
                continue;
            };
            let Ok(row) = system
                .rows
                .binary_search(&system.stop_row(contact_friction.stop))
            else {
                continue;
            };
            if !is_wanted[row] {
                continue;
            }
            let slip = system.slip(k);
            let s = directions(slip.velocity(view), along, faint);
            let pull = s.map(|s| s * -contact_friction.mu_dynamic);
            slip.forces(&system.mechanism, view, pull, &mut |b, q| put(row, b, q));
        }
    }

    /// The guards, by the bounds of the multipliers.
    fn report_forces(
        &self,
        p: &Pressing,
        (bounds, view): (Bounds<'_>, &View<'_, Ranged>),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let system = &*self.system;
        let force = |row: usize| {
            let kept = system.rows.binary_search(&row);
            kept.map_or(Interval::new(0.0, 0.0), |k| p.lambda[k])
        };
        let mut tell = |slot: usize, value: Interval| {
            let is_bounded = value.low > f64::NEG_INFINITY || value.high < f64::INFINITY;
            if wanted[slot] && is_bounded {
                out[slot] = GuardRange {
                    value,
                    is_known: true,
                    ..GuardRange::UNKNOWN
                };
            }
        };
        let from = |low: f64| Interval::new(low, f64::INFINITY);
        for (k, stop) in system.rigid.stops.iter().enumerate() {
            if system.is_closed(k) && !self.is_undetermined(k) {
                let (force, floor) = (force(system.stop_row(k)), floor_of(self, k));
                tell(
                    stop.guard,
                    Interval::new(force.low - floor, force.high - floor),
                );
            }
        }
        let normal =
            |contact_friction: &ContactFriction| force(system.stop_row(contact_friction.stop));
        let friction = |k: usize| {
            let rows = system.slip_rows(k);
            [rows.start, rows.start + 1].map(force)
        };
        let islands = self.contacts.sticking.as_deref().unwrap_or_default();
        let shared = islands.iter().filter(|island| island.is_shared());
        let is_shared = |k: &usize| {
            shared
                .clone()
                .any(|island| island.contact_frictions.contains(k))
        };
        for (k, contact_friction) in system.rigid.contact_frictions.iter().enumerate() {
            match StickSlip::of(&self.memory, k) {
                StickSlip::Sticks { floor } if !is_shared(&k) => {
                    let [s, t] = friction(k).map(|t| largest(&t));
                    let left =
                        contact_friction.mu_static * normal(contact_friction).low - s.hypot(t);
                    tell(contact_friction.guard, from(left - floor));
                }
                StickSlip::Slides { .. } | StickSlip::Sticks { .. } | StickSlip::Open => {}
            }
        }
        let pressed = self.contacts.pressed_at;
        let time = view.now.time.re;
        // The end of a step is known to its rounding.
        let off = (time.low - pressed).max(pressed - time.high);
        let is_inside = off <= MOMENT * time.width();
        if !is_inside {
            return;
        }
        for island in shared.clone() {
            // From what is left at a time of the interval: it changes by no more than the most that one of the minima over contacts does.
            let (mut change, mut low, mut high) = (0.0f64, 0.0f64, 0.0f64);
            for k in &island.contact_frictions {
                let data = &system.rigid.contact_frictions[*k];
                let ([s, t], n) = (friction(*k).map(|t| t.width()), normal(data));
                change = change.max(data.mu_static * n.width() + s.hypot(t));
                (low, high) = (low.max(n.low), high.max(n.high));
            }
            for stop in &island.others {
                change = change.max(PRESSES * force(system.stop_row(*stop)).width());
            }
            let left = |k: usize| match StickSlip::of(&self.memory, k) {
                StickSlip::Sticks { floor } => self.contacts.reserves[k].re - floor,
                _ => f64::NEG_INFINITY,
            };
            let mut frictions = island.contact_frictions.iter().copied();
            if let Some(k) = frictions.next() {
                tell(
                    system.rigid.contact_frictions[k].guard,
                    from(left(k) - change),
                );
            }
            // Its size is that of the largest force, while nothing moves that would change the choice of tangents.
            let stay = bounds.all_stay(self, (&island.bodies, view.now), SAME_PLACE);
            if let (Some(k), true) = (frictions.next(), stay) {
                let least = left(k) * low / high - CHANGES * high;
                tell(system.rigid.contact_frictions[k].guard, from(least));
            }
        }
    }
}

/// The largest magnitude in an interval.
fn largest(x: &Interval) -> f64 {
    x.low.abs().max(x.high.abs())
}

/// Bounds of the direction of a slip, which is a unit vector.
fn directions(u: [Ranged; 2], along: [f64; 2], faint: f64) -> [Ranged; 2] {
    let ahead = (u[0] * along[0] + u[1] * along[1]).re;
    let anywhere = Interval::new(-1.0, 1.0);
    // Slower ones may have come through rest, and go on as they were.
    let s = if ahead.low > at_rest(faint) {
        direction(u, along, faint).map(|s| Interval {
            low: s.re.low.max(-1.0),
            high: s.re.high.min(1.0),
        })
    } else {
        [anywhere; 2]
    };
    s.map(|re| Ranged {
        re,
        eps: [Interval::ENTIRE],
    })
}
