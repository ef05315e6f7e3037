//! States and their changes, without a chart.
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::mechanism::kinematics::Body;
use carom_base::space::exp_so3;
use carom_base::{Mat3, Vec3};

/// A state: bodies and extra states.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub bodies: Vec<Body<f64>>,
    /// Which bodies turn.
    pub turns: Vec<bool>,
    /// Extra states.
    pub states: Vec<f64>,
    /// Number of position unknowns.
    pub positions: usize,
}

/// A change of a state, or its rate: `[δr, δφ]` of all bodies, `[δv, δω]` of them, extra states; δφ and δω on body axes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change(pub Vec<f64>);

impl State {
    /// Where the arrays stand.
    pub fn of(e: &Equations) -> Self {
        Self {
            bodies: e.now.bodies.clone(),
            turns: e.system.mechanism.bodies.iter().map(|b| b.turns).collect(),
            states: e.now.states.clone(),
            positions: e.system.mechanism.positions,
        }
    }

    /// Of unknowns in the chart of `e`, whose arrays are left alone.
    pub fn at(e: &Equations, y: &[f64]) -> Self {
        let (n, system) = (e.system.mechanism.positions, &e.system);
        let three = |x: &[f64], k: usize| Vec3::new(x[k], x[k + 1], x[k + 2]);
        let bodies = system
            .mechanism
            .bodies
            .iter()
            .zip(e.charts())
            .zip(&e.now.bodies);
        let bodies = bodies.map(|((data, chart), now)| {
            let k = data.first;
            let mut body = *now;
            (body.r, body.v) = (three(y, k), three(y, n + k));
            if data.turns {
                body.R = crate::mechanism::kinematics::chart_rotation(chart, &three(y, k + 3));
                body.w = three(y, n + k + 3);
            }
            body
        });
        Self {
            bodies: bodies.collect(),
            turns: system.mechanism.bodies.iter().map(|b| b.turns).collect(),
            states: y[2 * n..system.differential()].to_vec(),
            positions: n,
        }
    }

    /// Puts a model into this state, at the origin of its chart; the unknowns, multipliers zero.
    pub fn enter(&self, e: &mut Equations, t: f64) -> Vec<f64> {
        e.now.time = t;
        e.now.bodies.copy_from_slice(&self.bodies);
        e.now.states.copy_from_slice(&self.states);
        e.unknowns()
    }

    /// With numbers before the last extra state, the work of the forces.
    pub fn widened(mut self, numbers: &[f64]) -> Self {
        let work = self.states.len() - 1;
        self.states.splice(work..work, numbers.iter().copied());
        self
    }

    /// This state, changed by a multiple of a change.
    pub fn moved(&self, along: &Change, by: f64) -> Self {
        let mut moved = self.clone();
        if by == 0.0 {
            return moved;
        }
        let (n, x) = (self.positions, &along.0);
        let three = |k: usize| Vec3::new(x[k], x[k + 1], x[k + 2]) * by;
        let mut k = 0;
        for (body, turns) in moved.bodies.iter_mut().zip(&self.turns) {
            body.r += three(k);
            body.v += three(n + k);
            k += 3;
            if *turns {
                body.R *= exp_so3(&three(k));
                body.w += three(n + k);
                k += 3;
            }
        }
        for (state, x) in moved.states.iter_mut().zip(&x[2 * n..]) {
            *state += by * x;
        }
        moved
    }

    /// The change that leads from this state to another one.
    pub fn to(&self, other: &Self) -> Change {
        let n = self.positions;
        let mut x = vec![0.0; 2 * n + self.states.len()];
        let mut k = 0;
        for ((a, b), turns) in self.bodies.iter().zip(&other.bodies).zip(&self.turns) {
            let mut put = |at: usize, d: Vec3| x[at..at + 3].copy_from_slice(&d.to_array());
            put(k, b.r - a.r);
            put(n + k, b.v - a.v);
            k += 3;
            if *turns {
                put(k, turn(&(a.R.transpose() * b.R)));
                put(n + k, b.w - a.w);
                k += 3;
            }
        }
        let states = self.states.iter().zip(&other.states);
        for (x, (a, b)) in x[2 * n..].iter_mut().zip(states) {
            *x = b - a;
        }
        Change(x)
    }

    /// The rates of a state whose accelerations are known.
    pub fn rates(e: &Equations, dy: &[f64]) -> Change {
        let n = e.system.mechanism.positions;
        let mut x = dy[..e.system.differential()].to_vec();
        for (body, data) in e.now.bodies.iter().zip(&e.system.mechanism.bodies) {
            let k = data.first;
            x[k..k + 3].copy_from_slice(&body.v.to_array());
            if data.turns {
                x[k + 3..k + 6].copy_from_slice(&body.w.to_array());
            }
        }
        debug_assert!(x.len() >= 2 * n);
        Change(x)
    }
}

/// The rotation vector of a turn by less than a quarter.
fn turn(R: &Mat3) -> Vec3 {
    let sine = Vec3::new(
        R[(2, 1)] - R[(1, 2)],
        R[(0, 2)] - R[(2, 0)],
        R[(1, 0)] - R[(0, 1)],
    ) * 0.5;
    let s = sine.norm().min(1.0);
    if s == 0.0 {
        sine
    } else {
        sine * (s.asin() / s)
    }
}

impl Change {
    /// None.
    pub fn none(e: &Equations) -> Self {
        Self(vec![0.0; e.system.differential()])
    }

    /// With changes of numbers, as [`State::widened`].
    pub fn widened(mut self, numbers: &[f64]) -> Self {
        let work = self.0.len() - 1;
        self.0.splice(work..work, numbers.iter().copied());
        self
    }

    /// Without its numbers, so many.
    pub fn narrowed(mut self, count: usize) -> Self {
        let work = self.0.len() - 1;
        self.0.drain(work - count..work);
        self
    }

    /// The changes of its numbers, so many.
    pub fn numbers(&self, count: usize) -> &[f64] {
        let work = self.0.len() - 1;
        &self.0[work - count..work]
    }

    /// A multiple of it.
    pub fn times(&self, factor: f64) -> Self {
        Self(self.0.iter().map(|x| factor * x).collect())
    }

    /// Adds a multiple of another change.
    pub fn add(&mut self, other: &Self, factor: f64) {
        for (x, d) in self.0.iter_mut().zip(&other.0) {
            *x += factor * d;
        }
    }

    /// The largest component, in the sizes that tolerances are measured by; the work of the forces aside.
    pub fn size(&self, e: &Equations) -> f64 {
        let work = e.system.differential() - 1;
        let sizes = self.0[..work].iter().enumerate();
        sizes.fold(0.0, |size, (k, x)| size.max(x.abs() / e.size_of_unknown(k)))
    }

    /// The same in these sizes.
    pub fn size_by(&self, sizes: &[f64]) -> f64 {
        let all = self.0.iter().zip(sizes);
        let counting = all.take(self.0.len() - 1);
        counting.fold(0.0, |most, (x, size)| most.max(x.abs() / size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state moved along a change differs from it by that change.
    #[test]
    fn changes_lead_from_state_to_state() {
        let body = |k: f64| Body {
            r: Vec3::new(k, 2.0, -1.0),
            R: exp_so3(&Vec3::new(0.3, k, -0.4)),
            v: Vec3::new(0.1, 0.2, k),
            w: Vec3::new(-k, 1.0, 2.0),
        };
        let rest = Body {
            R: Mat3::identity(),
            ..body(0.5)
        };
        let state = State {
            bodies: vec![body(0.2), rest],
            turns: vec![true, false],
            states: vec![0.7, -1.0],
            positions: 9,
        };
        let change = Change((0..20).map(|k| 0.1 * (k as f64).sin()).collect());
        let back = state.to(&state.moved(&change, 0.5));
        for (x, y) in change.0.iter().zip(&back.0) {
            // a few roundings of numbers of order one
            assert!((0.5 * x - y).abs() < 1e-15, "{x} {y}");
        }
    }
}
