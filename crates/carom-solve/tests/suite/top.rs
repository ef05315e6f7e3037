//! Torque-free rigid body in the chart of each step's start.
//!
//! ```text
//! R = R₀·exp(θ̃),  θ' = T(θ)⁻¹·ω,  I·ω' = (I·ω) × ω,   y = (θ, ω), ω in the body's axes
//! T(θ)⁻¹ = 1 + θ̃/2 + (1 - (φ/2)·cot(φ/2))/φ²·θ̃²,  φ = |θ|
//! ```

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Guard, Problem, Response};
use nalgebra::{Matrix3, Rotation3, Vector3};

pub struct Top {
    pub rotation: Rotation3<f64>,
    pub inertia: Vector3<f64>,
    mass: Matrix,
    pattern: Pattern,
    index: Vec<u8>,
}

impl Top {
    pub fn new(inertia: [f64; 3]) -> Top {
        let mut entries: Vec<_> = (0..3).map(|i| (i, i, 1.0)).collect();
        entries.extend((0..3).map(|i| (3 + i, 3 + i, inertia[i])));
        Top {
            rotation: Rotation3::identity(),
            inertia: inertia.into(),
            mass: Matrix::from_entries(6, &entries),
            pattern: Pattern::dense(6),
            index: vec![1; 6],
        }
    }

    /// Angular momentum in space.
    pub fn momentum(&self, y: &[f64]) -> Vector3<f64> {
        self.rotation * self.inertia.component_mul(&Vector3::new(y[3], y[4], y[5]))
    }
}

/// The rotation vector of the same rotation as `turn` that lies nearest to `guess`.
fn follow(turn: Vector3<f64>, guess: Vector3<f64>) -> Vector3<f64> {
    let angle = turn.norm();
    let axis = if angle > 1e-6 {
        turn / angle
    } else if guess.norm() > 1.0 {
        guess.normalize()
    } else {
        return turn;
    };
    let turns = ((axis.dot(&guess) - angle) / std::f64::consts::TAU).round();
    turn + axis * (turns * std::f64::consts::TAU)
}

fn rates(inertia: &Vector3<f64>, y: &[f64]) -> (Vector3<f64>, Vector3<f64>) {
    let theta = Vector3::new(y[0], y[1], y[2]);
    let omega = Vector3::new(y[3], y[4], y[5]);
    let square = theta.norm_squared();
    let half = 0.5 * square.sqrt();
    let factor = if square < 1e-8 {
        1.0 / 12.0 + square / 720.0
    } else {
        (1.0 - half / half.tan()) / square
    };
    let cross = theta.cross(&omega);
    let slope = omega + 0.5 * cross + factor * theta.cross(&cross);
    (slope, inertia.component_mul(&omega).cross(&omega))
}

impl Problem for Top {
    fn dimension(&self) -> usize {
        6
    }
    fn differential(&self) -> usize {
        6
    }
    fn positions(&self) -> usize {
        3
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, _: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        let (slope, torque) = rates(&self.inertia, y);
        f[..3].copy_from_slice(slope.as_slice());
        f[3..].copy_from_slice(torque.as_slice());
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, _: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        // At the chart's origin θ = 0: ∂θ'/∂θ = -ω̃/2, ∂θ'/∂ω = 1; ∂(Iω × ω)/∂ω = (Iω)~ - ω̃·I.
        assert!(y[..3].iter().all(|v| *v == 0.0), "only at chart origins");
        let omega = Vector3::new(y[3], y[4], y[5]);
        let spin = self.inertia.component_mul(&omega).cross_matrix()
            - omega.cross_matrix() * Matrix3::from_diagonal(&self.inertia);
        let drag = -0.5 * omega.cross_matrix();
        values.fill(0.0);
        for i in 0..3 {
            for j in 0..3 {
                values[6 * j + i] = drag[(i, j)];
                values[6 * (3 + j) + 3 + i] = spin[(i, j)];
            }
            values[6 * (3 + i) + i] = 1.0;
        }
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &self.index
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        w[..3].fill(rtol);
        for i in 3..6 {
            w[i] = atol + rtol * y[i].abs();
        }
    }
    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.rhs(t, y, dy)?;
        for i in 0..3 {
            dy[3 + i] /= self.inertia[i];
        }
        Ok(())
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, y: &mut [f64]) {
        self.rotation *= Rotation3::new(Vector3::new(y[0], y[1], y[2]));
        y[..3].fill(0.0);
    }
    fn accept_rates(&mut self, _: f64, y: &[f64], dy: &mut [f64]) {
        dy[..3].copy_from_slice(&y[3..]);
    }
    fn carry(&self, end: &[f64], y: &mut [f64], dy: &mut [f64]) {
        // The turn from the end back to the earlier orientation, counted on through whole turns.
        let vector = |y: &[f64]| Vector3::new(y[0], y[1], y[2]);
        let (from, to) = (vector(end), vector(y));
        let turn = (Rotation3::new(from).inverse() * Rotation3::new(to)).scaled_axis();
        let turn = follow(turn, to - from);
        y[..3].copy_from_slice(turn.as_slice());
        let (slope, _) = rates(&self.inertia, y);
        dy[..3].copy_from_slice(slope.as_slice());
    }
    fn guard_count(&self) -> usize {
        0
    }
    fn guards(&mut self, _: f64, _: &[f64], _: &[f64], _: &mut [Guard]) -> Result<(), Fault> {
        Ok(())
    }
    fn switch(&mut self, _: f64, _: &mut [f64], _: &[usize]) -> Result<Response, Fault> {
        Ok(Response::Continue)
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}
