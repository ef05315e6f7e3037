//! From a state to a row of results.
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::function::source_value;
use crate::kinematics::{Carrier, chart_rate, chart_velocity};
use crate::motion::{Reactions, View};
use crate::output::{BodyRow, Frame};
use crate::system::Column;
use carom_base::{Dual, Quaternion, Vec3};
use carom_solve::Fault;
use std::sync::Arc;

/// Makes frames; keeps its room between them.
#[derive(Default)]
pub struct Teller {
    frame: Frame,
    reactions: Reactions,
    inputs: Vec<f64>,
    registers: Vec<f64>,
}

impl Teller {
    /// The frame of a state (unknowns in the current chart).
    pub fn frame(&mut self, equations: &mut Equations, t: f64, y: &[f64]) -> Result<&Frame, Fault> {
        equations.look(t, y)?;
        equations.accelerations()?;
        self.accelerate_markers(equations);
        self.find_reactions(equations);
        self.evaluate_told(equations);
        self.fill(equations, t);
        Ok(&self.frame)
    }

    fn accelerate_markers(&mut self, e: &mut Equations) {
        let system = Arc::clone(&e.system);
        for (state, marker) in e.now.markers.iter_mut().zip(&system.markers) {
            if let Carrier::Body(b) = marker.carrier {
                let (a, wdot) = system.bodies[b as usize].accelerations(&e.kkt.a);
                let body = &e.now.bodies[b as usize];
                (state.a, state.wdot) = marker.acceleration(body, &a, &wdot);
            }
        }
    }

    fn find_reactions(&mut self, e: &Equations) {
        let (system, view) = (&e.system, e.view());
        self.reactions.at_i.clear();
        self.reactions.at_j.clear();
        for c in &system.constraints {
            let lambda = &e.multipliers()[c.first_row..c.first_row + c.rows()];
            let on_body = |b: usize| {
                let mut sum = [0.0; 6];
                c.forces(system, &view, lambda, &mut |on, q: [f64; 6]| {
                    if on == b {
                        sum.iter_mut().zip(q).for_each(|(s, q)| *s += q);
                    }
                });
                sum
            };
            self.reactions
                .at_i
                .push(c.reaction(&view, lambda, false, on_body));
            self.reactions
                .at_j
                .push(c.reaction(&view, lambda, true, on_body));
        }
    }

    fn evaluate_told(&mut self, e: &mut Equations) {
        let system = Arc::clone(&e.system);
        for &f in &system.told {
            let function = &system.functions[f];
            let view = View {
                system: &system,
                now: &e.now,
                memory: &e.memory,
                reactions: Some(&self.reactions),
            };
            self.inputs.clear();
            self.inputs.extend(
                function
                    .sources
                    .iter()
                    .map(|s| source_value::<f64>(s, &system, &view)),
            );
            self.registers.resize(function.tape.registers(), 0.0);
            e.now.values[f] = function.tape.eval_live(&self.inputs, &mut self.registers);
        }
    }

    fn fill(&mut self, e: &Equations, t: f64) {
        let system = &e.system;
        let view = View {
            system,
            now: &e.now,
            memory: &e.memory,
            reactions: Some(&self.reactions),
        };
        let frame = &mut self.frame;
        frame.time = t;
        frame.bodies.clear();
        for (body, data) in e.now.bodies.iter().zip(&system.bodies) {
            let (a, wdot) = data.accelerations(&e.kkt.a);
            frame.bodies.push(BodyRow {
                position: body.r.into(),
                orientation: Quaternion::from_matrix(&body.R).0,
                velocity: body.v.into(),
                angular_velocity: (body.R * body.w).into(),
                acceleration: a.into(),
                angular_acceleration: (body.R * wdot).into(),
            });
        }
        frame.joints.clear();
        for &c in &system.told_joints {
            let (f, t) = self.reactions.at_i[c];
            frame.joints.push([f.x, f.y, f.z, t.x, t.y, t.z]);
        }
        frame.forces.clear();
        for element in &system.forces {
            let (f, t) = element.action(&view);
            frame.forces.push([f.x, f.y, f.z, t.x, t.y, t.z]);
        }
        frame.requests.clear();
        for columns in &system.requests {
            let mut row = [0.0; 8];
            for (value, column) in row.iter_mut().zip(columns) {
                *value = match column {
                    Column::Zero => 0.0,
                    Column::Missing => f64::NAN,
                    Column::Function(f) => e.now.values[*f],
                    Column::Source(s) => source_value(s, system, &view),
                };
            }
            frame.requests.push(row);
        }
        frame.variables.clear();
        for f in &system.variables {
            frame
                .variables
                .push(f.map_or(f64::NAN, |f| e.now.values[f]));
        }
        frame.diffs.clear();
        for &(x, f) in &system.diffs {
            frame.diffs.push([e.now.states[x], e.now.values[f]]);
        }
    }
}

/// Positions and velocities within a step from its ends: in each coordinate of the chart the polynomial of degree five that meets
/// position, rate and second rate at both ends, and its derivative. Extra states come from `y`, the method's own interpolation.
///
/// A method of order five gives positions of order five in between this way, where its own collocation polynomial gives three.
pub fn interpolate(
    e: &Equations,
    (t0, t1): (f64, f64),
    ends: [(&[f64], &[f64]); 2],
    t: f64,
    y: &mut [f64],
) {
    let (n, h) = (e.system.positions, t1 - t0);
    let s = (t - t0) / h;
    for data in &e.system.bodies {
        let k = data.first;
        let [(y0, dy0), (y1, dy1)] = ends;
        for c in 0..3 {
            let (p, v) = quintic(
                [y0[k + c], h * y0[n + k + c], h * h * dy0[n + k + c]],
                [y1[k + c], h * y1[n + k + c], h * h * dy1[n + k + c]],
                s,
            );
            (y[k + c], y[n + k + c]) = (p, v / h);
        }
        if data.turns {
            let [start, end] = ends.map(|(y, dy)| chart_motion(y, dy, n, k + 3));
            let (mut theta, mut rate) = (Vec3::zeros(), Vec3::zeros());
            for c in 0..3 {
                let at = |m: &[Vec3; 3]| [m[0][c], h * m[1][c], h * h * m[2][c]];
                let (p, v) = quintic(at(&start), at(&end), s);
                (theta[c], rate[c]) = (p, v / h);
            }
            y[k + 3..k + 6].copy_from_slice(theta.as_slice());
            y[n + k + 3..n + k + 6].copy_from_slice(chart_velocity(&theta, &rate).as_slice());
        }
    }
}

/// θ, θ', θ'' of a body's rotation vector.
fn chart_motion(y: &[f64], dy: &[f64], n: usize, k: usize) -> [Vec3; 3] {
    let take = |x: &[f64], k: usize| Vec3::new(x[k], x[k + 1], x[k + 2]);
    let (theta, w, wdot) = (take(y, k), take(y, n + k), take(dy, n + k));
    let rate = chart_rate(&theta, &w);
    let along = |x: f64, dx: f64| Dual { re: x, eps: [dx] };
    let second = chart_rate(&theta.zip_map(&rate, along), &w.zip_map(&wdot, along));
    [theta, rate, second.map(|x| x.eps[0])]
}

/// Value and slope (per unit of s) at s in [0, 1] of the quintic through [value, slope, second slope] at 0 and 1.
fn quintic(a: [f64; 3], b: [f64; 3], s: f64) -> (f64, f64) {
    // p = a₀ + a₁s + a₂s²/2 + s³(c₀ + c₁s + c₂s²)
    let r0 = b[0] - a[0] - a[1] - 0.5 * a[2];
    let r1 = b[1] - a[1] - a[2];
    let r2 = b[2] - a[2];
    let c0 = 10.0 * r0 - 4.0 * r1 + 0.5 * r2;
    let c1 = -15.0 * r0 + 7.0 * r1 - r2;
    let c2 = 6.0 * r0 - 3.0 * r1 + 0.5 * r2;
    let value = a[0] + s * (a[1] + s * (0.5 * a[2] + s * (c0 + s * (c1 + s * c2))));
    let slope = a[1] + s * (a[2] + s * (3.0 * c0 + s * (4.0 * c1 + s * 5.0 * c2)));
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quintic_is_exact_for_degree_five() {
        let p = |s: f64| 1.0 + 2.0 * s - s * s + 0.5 * s.powi(3) - 3.0 * s.powi(4) + s.powi(5);
        let d = |s: f64| 2.0 - 2.0 * s + 1.5 * s * s - 12.0 * s.powi(3) + 5.0 * s.powi(4);
        let dd = |s: f64| -2.0 + 3.0 * s - 36.0 * s * s + 20.0 * s.powi(3);
        let (v, r) = quintic([p(0.0), d(0.0), dd(0.0)], [p(1.0), d(1.0), dd(1.0)], 0.3);
        // 1e-14: rounding of numbers of order ten
        assert!((v - p(0.3)).abs() < 1e-14 && (r - d(0.3)).abs() < 1e-14);
    }
}
