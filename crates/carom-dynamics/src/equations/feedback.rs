//! Forces and differential equations that look at accelerations: an algebraic loop, closed wherever the equations are evaluated.
//!
//! With `z` the measures of accelerations that the motion depends on ([`crate::system::FunctionOrder::fed`]), and all else as it stands,
//!
//! ```text
//! z = A(a)     M·a = F(t, q, v, x, λ, z) + Gᵀ·λ
//! ```
//!
//! At acceleration level `λ` is unknown too, and `−F_z·A'` stands beside `M` in the matrix of Newton's method for friction, so that a
//! mechanism without a mass of its own in a direction may have one by such a force. The implicit methods have `λ` among their
//! unknowns: there `z` is eliminated,
//!
//! ```text
//! (1 − A'·M⁻¹·F_z)·dz = A_y·dy + A'·M⁻¹·(F + Gᵀ·λ)_y·dy     f_y → f_y + f_z·(dz/dy)
//! ```
//!
//! and the integrators see a right-hand side and an exact Jacobian without `z`. Where forces are affine in accelerations, one iteration is exact.
#![allow(non_snake_case)]

use super::{Equations, FRICTION_ITERATIONS, JacobianLayout, accumulate, no_friction};
use crate::equations::couplings::fed_by;
use crate::equations::couplings::for_each_push;
use crate::equations::feedback::state::Accelerated;
use crate::equations::feedback::state::feeding_rows;
use crate::equations::feedback::state::groups;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::kinematics::{Body, Carrier, Seeded};
use crate::system::algebraic_loop::eliminate;
use crate::system::{ExtraState, Fed, System};
use carom_base::{Mat3, Number, Vec3};
use carom_solve::Fault;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(in crate::equations) mod state;

/// What a measure says of bodies with these accelerations (ground; body axes).
pub(crate) fn measured<T: Number>(
    system: &System,
    z: &Fed,
    body: impl Fn(usize) -> Body<T>,
    acceleration: impl Fn(usize) -> (Vec3<T>, Vec3<T>),
) -> T {
    let states = z.markers.map(|m| {
        let on = &system.mechanism.markers[m];
        match on.carrier {
            Carrier::Ground => on.state(&Body::rest().lift()),
            Carrier::Body(b) => {
                let body = body(b as usize);
                let mut state = on.state(&body);
                let (a, wdot) = acceleration(b as usize);
                (state.a, state.wdot) = on.acceleration(&body, &a, &wdot);
                state
            }
        }
    });
    z.measure.eval(states.each_ref())
}

impl Equations {
    /// Whether the motion depends on accelerations through functions.
    pub(super) fn is_fed(&self) -> bool {
        !self.system.order.fed.is_empty()
    }

    /// The measures of the accelerations that were solved for last.
    pub(super) fn take_accelerations(&mut self) {
        if self.is_fed() {
            let system = Arc::clone(&self.system);
            let a = std::mem::take(&mut self.kkt.a);
            self.measure_accelerations(&system, &a);
            self.kkt.a = a;
        }
    }

    fn measure_accelerations(&mut self, system: &System, a: &[f64]) {
        for (k, z) in system.order.fed.iter().enumerate() {
            let bodies = &self.now.bodies;
            self.now.fed[k] = measured(
                system,
                z,
                |b| bodies[b],
                |b| system.mechanism.bodies[b].accelerations(a),
            );
        }
    }

    /// Slopes of all measures with respect to accelerations, at these.
    fn find_slopes(&mut self, system: &System, a: &[f64]) {
        if self.loads.feedback.has_slopes && !self.loads.feedback.is_bent {
            return;
        }
        self.loads.feedback.has_slopes = true;
        for (z, slopes) in system.order.fed.iter().zip(&mut self.loads.feedback.slopes) {
            for (&of, slope) in z.bodies.iter().zip(slopes) {
                let vary = |b: usize| {
                    let (a, wdot) = system.mechanism.bodies[b].accelerations(a);
                    let (mut a, mut wdot) = (
                        a.map(Accelerated::constant),
                        wdot.map(Accelerated::constant),
                    );
                    if b == of as usize {
                        for c in 0..3 {
                            a[c].eps[c] = 1.0;
                            if system.mechanism.bodies[b].turns {
                                wdot[c].eps[3 + c] = 1.0;
                            }
                        }
                    }
                    (a, wdot)
                };
                *slope = measured(system, z, |b| self.now.bodies[b].lift(), vary).eps;
            }
        }
    }

    /// What depending on accelerations adds to the matrix at acceleration level, `−F_z·A'`, in the order of [`fed_coupling`](super::couplings::fed_coupling).
    pub(super) fn linearize_feedback(&mut self, system: &System, first: usize) {
        let a = std::mem::take(&mut self.kkt.a);
        self.find_slopes(system, &a);
        self.kkt.a = a;
        let mut coupling = std::mem::take(&mut self.kkt.coupling);
        let mut next = first;
        for_each_push(system, |element, c, z, gradient| {
            let slope = self.buffers.gradients[gradient];
            for (on, q) in self.push_of(system, element, c) {
                for (&b, slopes) in system.order.fed[z]
                    .bodies
                    .iter()
                    .zip(&self.loads.feedback.slopes[z])
                {
                    let columns = system.mechanism.bodies[b as usize].freedoms();
                    for q in &q[..system.mechanism.bodies[on].freedoms()] {
                        for s in &slopes[..columns] {
                            coupling[next].2 = -q * slope * s;
                            next += 1;
                        }
                    }
                }
            }
        });
        self.kkt.coupling = coupling;
    }

    /// What a unit of one function of an element exerts, on each body.
    fn push_of<'a>(
        &'a self,
        system: &'a System,
        element: usize,
        c: usize,
    ) -> impl Iterator<Item = (usize, [f64; 6])> + use<'a> {
        let mut unit = [0.0; 6];
        unit[c] = 1.0;
        let element = &system.forces[element];
        let (force, torque) = element.action_of(&self.view(), &unit);
        let p = self.now.markers[element.i].p;
        element.ends(&system.mechanism).map(move |(b, sign)| {
            let q = generalized(&self.now.bodies[b], &p, &force, &torque);
            (b, q.map(|q| sign * q))
        })
    }

    /// Closes the loops with the multipliers in the arrays: accelerations that forces look at, functions and forces that depend on them.
    pub(super) fn feed(&mut self) -> Result<(), Fault> {
        if !self.is_fed() {
            return Ok(());
        }
        let system = Arc::clone(&self.system);
        self.now.fed.fill(0.0);
        self.loads.feedback.has_slopes = false;
        let mut last = f64::INFINITY;
        for _ in 0..FRICTION_ITERATIONS {
            let change = self.improve_accelerations(&system)?;
            let slopes = self.loads.feedback.slopes.iter().flatten().flatten();
            let slope = slopes.fold(0.0, |m: f64, s| m.max(s.abs()));
            let size = self.loads.feedback.terms * slope;
            if change <= 1e-14 * size || (change <= 1e-10 * size && change >= last) {
                return self.load(&system);
            }
            last = change;
        }
        Err(Fault {
            message: no_friction(&system),
        })
    }

    /// One step of Newton's method for [`Equations::feed`]; how far it moved the measures.
    fn improve_accelerations(&mut self, system: &Arc<System>) -> Result<f64, Fault> {
        let k = system.order.fed.len();
        self.load(system)?;
        self.held_accelerations(system);
        self.loads.feedback.before.copy_from_slice(&self.now.fed);
        let a = std::mem::take(&mut self.loads.feedback.a);
        self.measure_accelerations(system, &a);
        self.find_slopes(system, &a);
        self.loads.feedback.a = a;
        for ((r, new), old) in self
            .loads
            .feedback
            .residual
            .iter_mut()
            .zip(&self.now.fed)
            .zip(&self.loads.feedback.before)
        {
            *r = new - old;
        }
        self.now.fed.copy_from_slice(&self.loads.feedback.before);
        self.find_loads(system);
        self.find_pushes(system);
        let mut matrix = std::mem::take(&mut self.loads.feedback.matrix);
        let mut change = std::mem::take(&mut self.loads.feedback.residual);
        self.loop_matrix(system, &mut matrix);
        let solved = eliminate(&mut matrix[..k * k], &mut change[..k]);
        for (z, d) in self.now.fed.iter_mut().zip(&change) {
            *z += d;
        }
        let largest = change.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        (self.loads.feedback.matrix, self.loads.feedback.residual) = (matrix, change);
        if solved && largest.is_finite() {
            Ok(largest)
        } else {
            Err(Fault {
                message: no_friction(system),
            })
        }
    }

    /// The largest acceleration that weight, friction or a force of one element would give alone: what sums of them are rounded by.
    pub(super) fn largest_term(&self, system: &System) -> f64 {
        let view = self.view();
        let mut largest = system
            .mechanism
            .gravity
            .norm()
            .max(largest_acceleration(system, &self.loads.friction));
        for element in system.order.pushing.iter().map(|k| &system.forces[*k]) {
            let (f, t) = element.action(&system.mechanism, &view);
            let p = self.now.markers[element.i].p;
            for (b, _) in element.ends(&system.mechanism) {
                let q = generalized(&self.now.bodies[b], &p, &f, &t);
                largest = largest.max(acceleration_by(&system.mechanism.bodies[b], &q));
            }
        }
        largest
    }

    /// `M⁻¹·(F + Gᵀ·λ)` by the forces and multipliers in the arrays.
    fn held_accelerations(&mut self, system: &System) {
        let mut force = std::mem::take(&mut self.loads.feedback.a);
        let mut terms = self.largest_term(system);
        for ((f, applied), friction) in force
            .iter_mut()
            .zip(&self.loads.force)
            .zip(&self.loads.friction)
        {
            *f = applied + friction;
        }
        let view = self.view();
        for c in system.acting() {
            let lambda = &self.now.multipliers[c.first_row..c.first_row + c.rows()];
            c.forces(&system.mechanism, &view, lambda, &mut |b, q| {
                let data = &system.mechanism.bodies[b];
                accumulate(&mut force, data, &q, 1.0);
                terms = terms.max(acceleration_by(data, &q));
            });
        }
        for &b in &system.order.fed_bodies {
            let data = &system.mechanism.bodies[b as usize];
            let a = accelerated(data, &force[data.first..][..data.freedoms()]);
            force[data.first..][..data.freedoms()].copy_from_slice(&a[..data.freedoms()]);
        }
        self.loads.feedback.a = force;
        self.loads.feedback.terms = terms;
    }

    /// `F_z`, with the derivatives of functions in the room.
    fn find_pushes(&mut self, system: &System) {
        let n = system.mechanism.positions;
        let mut pushes = std::mem::take(&mut self.loads.feedback.pushes);
        pushes.fill(0.0);
        for_each_push(system, |element, c, z, gradient| {
            let slope = self.buffers.gradients[gradient];
            for (on, q) in self.push_of(system, element, c) {
                accumulate(
                    &mut pushes[n * z..n * (z + 1)],
                    &system.mechanism.bodies[on],
                    &q,
                    slope,
                );
            }
        });
        self.loads.feedback.pushes = pushes;
    }

    /// `1 − A'·M⁻¹·F_z`.
    fn loop_matrix(&self, system: &System, matrix: &mut [f64]) {
        let (n, k) = (system.mechanism.positions, system.order.fed.len());
        for (row, z) in system.order.fed.iter().enumerate() {
            for column in 0..k {
                let push = &self.loads.feedback.pushes[n * column..n * (column + 1)];
                let mut sum = f64::from(u8::from(row == column));
                for (&b, slopes) in z.bodies.iter().zip(&self.loads.feedback.slopes[row]) {
                    let data = &system.mechanism.bodies[b as usize];
                    let a = accelerated(data, &push[data.first..][..data.freedoms()]);
                    sum -= slopes.iter().zip(a).map(|(s, a)| s * a).sum::<f64>();
                }
                matrix[row * k + column] = sum;
            }
        }
    }

    /// What the loops add to the pattern of the Jacobian, whose other entries are in the sequence: number of the measure, row, column.
    pub(super) fn feed_pattern(
        &self,
        sequence: &mut Vec<(usize, usize)>,
    ) -> Vec<(usize, usize, usize)> {
        let mut places = Vec::new();
        if !self.is_fed() {
            return places;
        }
        let system = Arc::clone(&self.system);
        let n = system.mechanism.positions;
        let mut columns: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); system.order.fed.len()];
        let of_body = |b: &u32, row: usize| {
            let data = &system.mechanism.bodies[*b as usize];
            (n + data.first..n + data.first + data.freedoms()).contains(&row)
        };
        for &(row, column) in sequence.iter() {
            for (z, columns) in system.order.fed.iter().zip(&mut columns) {
                if z.bodies.iter().any(|b| of_body(b, row)) {
                    columns.insert(column);
                }
            }
        }
        for (k, z) in system.order.fed.iter().enumerate() {
            for &b in &z.bodies {
                let data = &system.mechanism.bodies[b as usize];
                let own = (0..data.freedoms()).map(|c| data.first + c);
                columns[k].extend(own.flat_map(|c| [c, n + c]));
            }
        }
        // Loops that feed each other have all columns of each other.
        let rows = feeding_rows(&system);
        let together = groups(&system);
        for group in 0..system.order.fed.len() {
            let members = || (0..system.order.fed.len()).filter(|k| together[*k] == group);
            let union: BTreeSet<usize> =
                members().flat_map(|k| columns[k].iter().copied()).collect();
            for k in members() {
                columns[k].clone_from(&union);
            }
        }
        for (k, rows) in rows.iter().enumerate() {
            for &row in rows {
                for &column in &columns[k] {
                    sequence.push((row, column));
                    places.push((k, row, column));
                }
            }
        }
        places
    }

    /// Adds what goes through the loops to the Jacobian, which has all else, at the origin of the chart.
    pub(super) fn feed_jacobian(&mut self, values: &mut [f64]) -> Result<(), Fault> {
        if !self.is_fed() {
            return Ok(());
        }
        let system = Arc::clone(&self.system);
        let (n, k, size) = (
            system.mechanism.positions,
            system.order.fed.len(),
            system.dimension(),
        );
        self.held_accelerations(&system);
        let a = std::mem::take(&mut self.loads.feedback.a);
        self.find_slopes(&system, &a);
        let mut gradients = std::mem::take(&mut self.loads.feedback.gradients);
        gradients.fill(0.0);
        self.measure_gradients(&system, &a, &mut gradients);
        self.loads.feedback.a = a;
        for (row, z) in system.order.fed.iter().enumerate() {
            let out = &mut gradients[size * row..size * (row + 1)];
            for (&b, slopes) in z.bodies.iter().zip(&self.loads.feedback.slopes[row]) {
                let data = &system.mechanism.bodies[b as usize];
                // A'·M⁻¹ on the rows of this body; M is symmetric.
                let weights = accelerated(data, &slopes[..data.freedoms()]);
                let first = n + data.first;
                let pattern = self.pattern_of_jacobian();
                for ((r, c), value) in pattern.entries().zip(values.iter()) {
                    if (first..first + data.freedoms()).contains(&r) {
                        out[c] += weights[r - first] * value;
                    }
                }
            }
        }
        self.find_pushes(&system);
        let mut matrix = std::mem::take(&mut self.loads.feedback.matrix);
        self.loop_matrix(&system, &mut matrix);
        let solved = eliminate(&mut matrix[..k * k], &mut gradients[..k * size]);
        self.loads.feedback.matrix = matrix;
        let JacobianLayout { layout, fed } = self.jacobian_layout();
        for &(z, row, column) in fed {
            let push = self.push_on(&system, z, row);
            if let Some(at) = layout.pattern.position(row, column).filter(|_| push != 0.0) {
                values[at] += push * gradients[size * z + column];
            }
        }
        self.loads.feedback.gradients = gradients;
        if solved {
            Ok(())
        } else {
            Err(Fault {
                message: no_friction(&system),
            })
        }
    }

    /// Derivatives of the measures with respect to positions and velocities, the accelerations held.
    fn measure_gradients(&self, system: &System, a: &[f64], out: &mut [f64]) {
        let (n, size) = (system.mechanism.positions, system.dimension());
        for (row, z) in system.order.fed.iter().enumerate() {
            for &of in &z.bodies {
                let body = |b: usize| {
                    if b == of as usize {
                        self.now.bodies[b].seed(system.mechanism.bodies[b].turns)
                    } else {
                        self.now.bodies[b].lift()
                    }
                };
                let acceleration = |b: usize| {
                    let (a, wdot) = system.mechanism.bodies[b].accelerations(a);
                    (a.map(Seeded::constant), wdot.map(Seeded::constant))
                };
                let d = measured(system, z, body, acceleration).eps;
                let data = &system.mechanism.bodies[of as usize];
                for c in 0..data.freedoms() {
                    out[size * row + data.first + c] += d[c];
                    out[size * row + n + data.first + c] += d[6 + c];
                }
            }
        }
    }

    /// How the rate of an unknown depends on a measure.
    fn push_on(&self, system: &System, z: usize, row: usize) -> f64 {
        let n = system.mechanism.positions;
        let push = &self.loads.feedback.pushes[n * z..n * (z + 1)];
        if row < 2 * n {
            return push[row - n];
        }
        match &system.extra.states[row - 2 * n] {
            ExtraState::Diff(f) => fed_by(system, *f)
                .filter(|(k, _)| *k == z)
                .map(|(_, gradient)| self.buffers.gradients[gradient])
                .sum(),
            ExtraState::Work => {
                let on = self.now.bodies.iter().zip(&system.mechanism.bodies);
                on.map(|(body, data)| {
                    let mut q = [0.0; 6];
                    q[..data.freedoms()].copy_from_slice(&push[data.first..][..data.freedoms()]);
                    super::power_on(body, &q)
                })
                .sum()
            }
            _ => 0.0,
        }
    }
}

/// The acceleration of a body under a generalized force.
fn accelerated(data: &crate::mechanism::BodyData, force: &[f64]) -> [f64; 6] {
    let mut a = [0.0; 6];
    for c in 0..3 {
        a[c] = force[c] / data.mass;
    }
    if data.turns {
        let inverse: Mat3 = crate::mechanism::inverse_or_zero(&data.inertia);
        let alpha = inverse * Vec3::new(force[3], force[4], force[5]);
        a[3..].copy_from_slice(&alpha.to_array());
    }
    a
}

/// The largest acceleration of a body under one component of a generalized force, about as large for moments.
fn acceleration_by(data: &crate::mechanism::BodyData, force: &[f64]) -> f64 {
    let moment = data.inertia.trace() / 3.0;
    let share = |c: usize| force[c].abs() / if c < 3 { data.mass } else { moment };
    let all = (0..data.freedoms()).map(share);
    all.filter(|a| a.is_finite()).fold(0.0, f64::max)
}

/// The same of all bodies.
fn largest_acceleration(system: &System, forces: &[f64]) -> f64 {
    let bodies = system.mechanism.bodies.iter();
    bodies
        .map(|data| acceleration_by(data, &forces[data.first..]))
        .fold(0.0, f64::max)
}
