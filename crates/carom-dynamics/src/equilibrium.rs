//! Positions without integration: kinematics (constraints alone fix the motion) and statics (forces balance).
#![allow(non_snake_case)]

use crate::equations::Equations;
use crate::kinematics::SEEDS;
use carom_base::Vec3;
use carom_base::space::exp_so3;
use carom_solve::Fault;
use carom_solve::sparse::{LinearSolver, Lu, Pattern};
use std::sync::Arc;

/// Most Newton iterations of a position.
const ITERATIONS: usize = 100;
/// Most pseudo-time steps on the way to an equilibrium.
const STATIC_ITERATIONS: u64 = 2000;

impl Equations {
    /// Moves a mechanism without degrees of freedom to the time `t`: positions, then velocities.
    pub fn drive_to(&mut self, t: f64) -> Result<(), Fault> {
        self.now.time = t;
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.arrange();
            self.constraint_values();
            self.correct(true)?;
            let step = self.kkt.step.clone();
            self.displace(&step);
            let size = largest(&step);
            // Quadratic convergence ends where rounding takes over.
            if size < 1e-13 || (size < 1e-9 && size >= last) {
                return self.follow_velocities();
            }
            last = size;
        }
        Err(Fault {
            message: format!(
                "the position could not be found at this time: the mechanism may lock here (last correction {last:.3e})"
            ),
        })
    }

    fn follow_velocities(&mut self) -> Result<(), Fault> {
        for body in &mut self.now.bodies {
            (body.v, body.w) = (Vec3::zeros(), Vec3::zeros());
        }
        self.arrange();
        self.constraint_rates();
        self.correct(false)?;
        let step = self.kkt.step.clone();
        let system = Arc::clone(&self.system);
        for (body, data) in self.now.bodies.iter_mut().zip(&system.bodies) {
            let k = data.first;
            body.v = Vec3::new(step[k], step[k + 1], step[k + 2]);
            if data.turns {
                body.w = Vec3::new(step[k + 3], step[k + 4], step[k + 5]);
            }
        }
        self.arrange();
        self.count_turns();
        Ok(())
    }

    /// Markers, modes and functions for the bodies in the arrays.
    fn arrange(&mut self) {
        let system = Arc::clone(&self.system);
        self.now.place_markers(&system);
        self.settle_still();
    }

    /// Moves the bodies by a small change.
    fn displace(&mut self, step: &[f64]) {
        let system = Arc::clone(&self.system);
        for (body, data) in self.now.bodies.iter_mut().zip(&system.bodies) {
            let k = data.first;
            body.r += Vec3::new(step[k], step[k + 1], step[k + 2]);
            if data.turns {
                body.R *= exp_so3(&Vec3::new(step[k + 3], step[k + 4], step[k + 5]));
            }
        }
        self.now.place_markers(&system);
    }

    /// Finds the equilibrium at time `t` from the current position; returns the number of iterations.
    ///
    /// Pseudo-transient continuation: Newton on `F(q) + Gᵀ·λ = 0, Φ = 0` with `σ·M` added to the stiffness, σ shrinking as
    /// the imbalance does, so that a body over an open contact falls until something carries it.
    pub fn equilibrium(&mut self, t: f64) -> Result<u64, Fault> {
        let system = Arc::clone(&self.system);
        let (n, m, nd) = (system.positions, system.rows.len(), system.differential());
        self.now.time = t;
        for body in &mut self.now.bodies {
            (body.v, body.w) = (Vec3::zeros(), Vec3::zeros());
        }
        let pattern = static_pattern(self.pattern_of_jacobian(), n, m, nd);
        let mut lu = Lu::new(&pattern);
        let mut y = self.unknowns();
        let weight = self.weight();
        let length = self.extent();
        let mut sigma = f64::NAN;
        let mut last = f64::INFINITY;
        for iteration in 1..=STATIC_ITERATIONS {
            self.arrange();
            let fresh = self.unknowns();
            y[..nd].copy_from_slice(&fresh[..nd]);
            let (mut f, values) = self.residual_and_jacobian(t, &y)?;
            let imbalance = f[n..2 * n].iter().fold(0.0, |a: f64, x| a.max(x.abs()));
            let gap = f[nd..nd + m].iter().fold(0.0, |a: f64, x| a.max(x.abs()));
            if imbalance <= 1e-12 * weight && gap <= 1e-12 * length {
                return Ok(iteration);
            }
            if sigma.is_nan() {
                // A first step of about a thousandth of the extent under the present imbalance.
                sigma = (imbalance / self.lightest()) / (1e-3 * length);
            } else if imbalance.is_finite() {
                // Switched evolution relaxation: σ follows the imbalance.
                sigma *= (imbalance / last).clamp(0.2, 2.0);
            }
            last = imbalance.max(f64::MIN_POSITIVE);
            let matrix = self.static_matrix(&pattern, &values, sigma);
            lu.factor(&matrix).map_err(|s| Fault {
                message: format!(
                    "no equilibrium: nothing holds {}",
                    system.unknown_name(if s.column < n {
                        s.column
                    } else {
                        nd + s.column - n
                    })
                ),
            })?;
            let mut step: Vec<f64> = f[n..2 * n].iter().map(|x| -x).collect();
            step.extend(f.drain(nd..nd + m).map(|x| -x));
            lu.solve(&mut step);
            let reach = self.reach(&step[..n], length);
            let share = if reach > 1.0 { 1.0 / reach } else { 1.0 };
            for d in &mut step[..n] {
                *d *= share;
            }
            self.displace(&step[..n]);
            for k in 0..m {
                y[nd + k] += step[n + k];
            }
        }
        Err(Fault {
            message: format!(
                "no equilibrium found in {STATIC_ITERATIONS} iterations; the largest unbalanced force is {last:.3e}"
            ),
        })
    }

    /// The right-hand side and its Jacobian with the bodies at rest.
    fn residual_and_jacobian(&mut self, t: f64, y: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Fault> {
        use carom_solve::Problem;
        let mut f = vec![0.0; self.dimension()];
        let mut values = vec![0.0; self.pattern_of_jacobian().len()];
        self.rhs(t, y, &mut f)?;
        self.jacobian(t, y, &mut values)?;
        Ok((f, values))
    }

    /// `[∂F/∂q − σM, Gᵀ; G, 0]` out of the full Jacobian.
    fn static_matrix(&self, pattern: &Pattern, values: &[f64], sigma: f64) -> Vec<f64> {
        use carom_solve::Problem;
        let (n, m, nd) = (
            self.system.positions,
            self.system.rows.len(),
            self.system.differential(),
        );
        let mut matrix = vec![0.0; pattern.len()];
        for ((row, column), value) in self.pattern_of_jacobian().entries().zip(values) {
            if let (Some(r), Some(c)) = (static_row(row, n, m, nd), static_column(column, n, m, nd))
                && let Some(at) = pattern.position(r, c)
            {
                matrix[at] += value;
            }
        }
        for ((row, column), value) in self.mass().pattern.entries().zip(&self.mass().values) {
            if (n..2 * n).contains(&row)
                && let Some(at) = pattern.position(row - n, column - n)
            {
                matrix[at] -= sigma * value;
            }
        }
        matrix
    }

    /// A force to judge imbalances by: the weight of all bodies, or one unit.
    fn weight(&self) -> f64 {
        let g = self.system.gravity.norm();
        let weight: f64 = self.system.bodies.iter().map(|b| b.mass * g).sum();
        if weight > 0.0 { weight } else { 1.0 }
    }

    fn lightest(&self) -> f64 {
        let least = self
            .system
            .bodies
            .iter()
            .map(|b| b.mass)
            .filter(|m| *m > 0.0)
            .fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 1.0 }
    }

    fn extent(&self) -> f64 {
        self.now
            .markers
            .iter()
            .map(|m| m.p.norm())
            .chain(self.system.bodies.iter().map(|b| b.radius))
            .fold(1e-6, f64::max)
    }

    /// The largest change of one iteration against its limit: a tenth of the extent, 10 degrees.
    fn reach(&self, step: &[f64], length: f64) -> f64 {
        let mut reach: f64 = 0.0;
        for data in &self.system.bodies {
            let k = data.first;
            let d = Vec3::new(step[k], step[k + 1], step[k + 2]).norm();
            reach = reach.max(d / (0.1 * length));
            if data.turns {
                let a = Vec3::new(step[k + 3], step[k + 4], step[k + 5]).norm();
                reach = reach.max(a / 10f64.to_radians());
            }
        }
        reach
    }
}

fn static_row(row: usize, n: usize, m: usize, nd: usize) -> Option<usize> {
    match row {
        r if (n..2 * n).contains(&r) => Some(r - n),
        r if (nd..nd + m).contains(&r) => Some(n + r - nd),
        _ => None,
    }
}

fn static_column(column: usize, n: usize, m: usize, nd: usize) -> Option<usize> {
    match column {
        c if c < n => Some(c),
        c if (nd..nd + m).contains(&c) => Some(n + c - nd),
        _ => None,
    }
}

fn static_pattern(full: &Pattern, n: usize, m: usize, nd: usize) -> Pattern {
    let mut entries: Vec<(usize, usize)> = full
        .entries()
        .filter_map(|(r, c)| Some((static_row(r, n, m, nd)?, static_column(c, n, m, nd)?)))
        .collect();
    entries.extend((0..n).map(|k| (k, k)));
    // Blocks of inertia: every body's six unknowns.
    for first in (0..n).step_by(SEEDS / 2) {
        let end = (first + SEEDS / 2).min(n);
        for r in first..end {
            entries.extend((first..end).map(|c| (r, c)));
        }
    }
    Pattern::from_entries(n + m, entries)
}

fn largest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |m: f64, d| m.max(d.abs()))
}
