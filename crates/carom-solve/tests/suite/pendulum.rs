//! Point pendulum in Cartesian coordinates, stabilized index 2 or, with μ = 0 for x·v = 0, index 3.
//!
//! ```text
//! x' = v - Gᵀμ,  m·v' = m·g - Gᵀλ,  (|x|² - 1)/2 = 0,  x·v = 0,  G = xᵀ;  y = (x, y, vx, vy, λ, μ)
//! ```

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Formulation, Guard, Problem, Response};

pub const G: f64 = 9.81;

pub struct Pendulum {
    mass: Matrix,
    pattern: Pattern,
    index: Vec<u8>,
    formulation: Formulation,
    pub jacobians: u64,
}

impl Pendulum {
    pub fn new() -> Pendulum {
        Pendulum {
            mass: Matrix::from_entries(6, &[(0, 0, 1.0), (1, 1, 1.0), (2, 2, 1.0), (3, 3, 1.0)]),
            pattern: Pattern::dense(6),
            index: vec![1, 1, 1, 1, 2, 2],
            formulation: Formulation::Stabilized,
            jacobians: 0,
        }
    }

    /// Energy of unit mass above the lowest point, and the residuals of the two constraints.
    pub fn invariants(y: &[f64]) -> [f64; 3] {
        [
            0.5 * (y[2] * y[2] + y[3] * y[3]) + G * (y[1] + 1.0),
            0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0),
            y[0] * y[2] + y[1] * y[3],
        ]
    }
}

impl Problem for Pendulum {
    fn dimension(&self) -> usize {
        6
    }
    fn differential(&self) -> usize {
        4
    }
    fn formulate(&mut self, formulation: Formulation) {
        self.formulation = formulation;
        self.index = match formulation {
            Formulation::Stabilized => vec![1, 1, 1, 1, 2, 2],
            // Velocities count as they are in Newton's norm, though their index is 2: see the equations of motion.
            Formulation::Positions => vec![1, 1, 1, 1, 3, 1],
        };
    }
    fn formulation(&self) -> Formulation {
        self.formulation
    }
    fn positions(&self) -> usize {
        2
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, _: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        let [_, position, velocity] = Pendulum::invariants(y);
        f[0] = y[2] - y[0] * y[5];
        f[1] = y[3] - y[1] * y[5];
        f[2] = -y[0] * y[4];
        f[3] = -G - y[1] * y[4];
        f[4] = position;
        f[5] = match self.formulation {
            Formulation::Stabilized => velocity,
            Formulation::Positions => y[5],
        };
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, _: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        self.jacobians += 1;
        values.fill(0.0);
        let mut set = |i: usize, j: usize, v: f64| values[6 * j + i] = v;
        for k in 0..2 {
            set(k, k, -y[5]);
            set(k, 2 + k, 1.0);
            set(2 + k, k, -y[4]);
            set(2 + k, 4, -y[k]);
            set(4, k, y[k]);
            if self.formulation == Formulation::Stabilized {
                set(k, 5, -y[k]);
                set(5, k, y[2 + k]);
                set(5, 2 + k, y[k]);
            }
        }
        if self.formulation == Formulation::Positions {
            set(5, 5, 1.0);
        }
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &self.index
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        for (w, y) in w.iter_mut().zip(y) {
            *w = atol + rtol * y.abs();
        }
        w[4..].fill(f64::INFINITY);
    }
    fn derivative(&mut self, _: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        // λ from the constraint differentiated twice: x·a + v·v = 0.
        let square = y[0] * y[0] + y[1] * y[1];
        let lambda = (y[2] * y[2] + y[3] * y[3] - G * y[1]) / square;
        dy[0] = y[2];
        dy[1] = y[3];
        dy[2] = -y[0] * lambda;
        dy[3] = -G - y[1] * lambda;
        Ok(())
    }
    fn project(&mut self, _: f64, y: &mut [f64]) -> Result<(), Fault> {
        let length = y[0].hypot(y[1]);
        y[0] /= length;
        y[1] /= length;
        let radial = y[0] * y[2] + y[1] * y[3];
        y[2] -= radial * y[0];
        y[3] -= radial * y[1];
        Ok(())
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
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
