//! Simplified Newton iteration for the stages, decoupled into one real and (s-1)/2 complex systems.
//!
//! ```text
//! F(z)_i = f(t₀ + c_i·h, y₀ + z_i)       r = h·F(z) - (D ⊗ M)·z         Δz = (T ⊗ I)·Δw
//! (γ·M - h·J) Δw₁ = (T⁻¹r)₁              ((α+iβ)·M - h·J) Δw₂₃ = (T⁻¹r)₂₃
//! ```
//!
//! The residual is formed from D itself, so that rounding in T slows the iteration and does not move its end.
//! Rows of purely algebraic equations (no entry in M) are not multiplied by h, so that every row of the matrices stays of order one
//! as h goes to 0.

use super::stages::combine;
use super::tableau::Tableau;
use crate::drive::{Settings, Statistics};
use crate::integrators::Aim;
use crate::problem::{Fault, Problem};
use crate::sparse::{Complex, LinearSolver, Lu, Matrix, Pattern, Singular};

/// How an iteration ended.
pub enum Iteration {
    /// The stages are solved to a small part of the tolerance.
    Converged,
    /// It diverges or would need too many iterations.
    Slow {
        /// Part of the length at which it should converge.
        factor: f64,
        /// The unknown that moved most in the last iteration, and by how many tolerances.
        worst: usize,
        residual: f64,
    },
    /// Something infinite or not a number came out.
    NotFinite { worst: usize },
    /// The model refused a stage.
    Faulted(Fault),
}

/// Jacobian, factors and work space of the iteration.
pub struct Newton {
    n: usize,
    mass: Matrix,
    /// M's diagonal, where it has no other entries.
    mass_diagonal: Option<Vec<f64>>,
    /// 1 for rows of M with entries (multiplied by h), 0 for algebraic rows.
    differential_row: Vec<bool>,
    index: Vec<u8>,
    /// ∂f/∂y, its values, and where its and M's entries stand in the matrices.
    jacobian: Vec<f64>,
    jacobian_rows: Vec<u32>,
    jacobian_places: Vec<u32>,
    mass_places: Vec<u32>,
    state: JacobianState,
    /// Factors for one length.
    factored_for: Option<f64>,
    pattern: Pattern,
    /// Orders of elimination still to be tried.
    orders: Vec<Vec<u32>>,
    real: Lu<f64>,
    real_values: Vec<f64>,
    complex: Vec<Lu<Complex>>,
    complex_values: Vec<Complex>,
    /// r, then Δw; T⁻¹r, then Δz: s·n each.
    residual: Vec<f64>,
    moved: Vec<f64>,
    stage: Vec<f64>,
    inertia: Vec<f64>,
    complex_right: Vec<Complex>,
    scales: Vec<f64>,
    /// Part of the tolerance to which the stages are solved.
    tolerance: f64,
    iterations_max: usize,
    /// Iteration after which the moves' ratio measures the contraction: the first one, or the second where unknowns
    /// outside the norm (multipliers) may have moved far in the first.
    first_ratio: usize,
    iterations: usize,
    /// θ/(1-θ) and θ of the last iteration.
    eta: f64,
    theta: f64,
}

/// How far the iteration shall go: for which purpose, to which part of the tolerance, and which moves are rounding of y.
struct Goal {
    aim: Aim,
    enough: f64,
    rounding: f64,
}

/// What to do after a move.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Converged,
    GoOn,
    /// Give up; this part of the length should do.
    Slow(f64),
}

#[derive(Clone, Copy, PartialEq)]
enum JacobianState {
    None,
    /// From an earlier step.
    Old,
    /// From the start of the step in hand.
    Fresh,
}

impl Newton {
    pub fn new(tableau: &Tableau, problem: &dyn Problem, settings: &Settings) -> Newton {
        let n = problem.dimension();
        let s = tableau.stages;
        let mass = problem.mass().clone();
        let pattern: Pattern = mass.pattern.union(problem.pattern());
        let places = |part: &Pattern| {
            pattern
                .positions_of(part)
                .expect("a union holds both its parts")
        };
        let (mass_places, jacobian_places) = (places(&mass.pattern), places(problem.pattern()));
        let mut differential_row = vec![false; n];
        for &row in &mass.pattern.rows {
            differential_row[row as usize] = true;
        }
        let real = Lu::new(&pattern);
        let order = real.order().to_vec();
        let rounding = 10.0 * f64::EPSILON / settings.rtol;
        let mut diagonal = vec![0.0; n];
        for ((i, _), m) in mass.pattern.entries().zip(&mass.values) {
            diagonal[i] = *m;
        }
        let is_diagonal = mass.pattern.entries().all(|(i, j)| i == j);
        Newton {
            n,
            differential_row,
            index: problem.index().to_vec(),
            jacobian: vec![0.0; problem.pattern().len()],
            jacobian_rows: problem.pattern().rows.clone(),
            jacobian_places,
            mass_places,
            state: JacobianState::None,
            factored_for: None,
            real_values: vec![0.0; pattern.len()],
            complex: tableau
                .pairs
                .iter()
                .map(|_| Lu::with_order(&pattern, order.clone()))
                .collect(),
            complex_values: vec![Complex::default(); pattern.len()],
            orders: problem.elimination_orders(),
            pattern,
            real,
            residual: vec![0.0; n * s],
            moved: vec![0.0; n * s],
            stage: vec![0.0; n],
            inertia: vec![0.0; n],
            complex_right: vec![Complex::default(); n],
            scales: vec![1.0; n],
            tolerance: rounding.max(settings.rtol.sqrt().clamp(1e-3, 0.03)),
            first_ratio: 1 + usize::from(problem.differential() < n),
            iterations_max: 7 + (5 * (s - 3)) / 2,
            iterations: 1,
            eta: 1.0,
            theta: 1.0,
            mass_diagonal: is_diagonal.then_some(diagonal),
            mass,
        }
    }

    /// A new mode of the problem: nothing of the past is valid.
    pub fn forget(&mut self) {
        self.state = JacobianState::None;
        self.factored_for = None;
        self.eta = 1.0;
    }

    pub fn has_jacobian(&self) -> bool {
        self.state != JacobianState::None
    }

    /// Asks for a new Jacobian; `false` when the one in use is already that of the step in hand.
    pub fn refresh(&mut self) -> bool {
        let old = self.state == JacobianState::Old;
        if old {
            self.state = JacobianState::None;
        }
        old
    }

    /// The step was accepted; its Jacobian is kept while the iteration contracts better than `keep`.
    pub fn age(&mut self, keep: f64) {
        self.state = if self.keeps_jacobian(keep) {
            JacobianState::Old
        } else {
            JacobianState::None
        };
    }

    /// Did the iteration contract better than `keep`?
    pub fn keeps_jacobian(&self, keep: f64) -> bool {
        self.theta <= keep
    }

    /// Factor by which each iteration reduces the error.
    pub fn contraction(&self) -> f64 {
        self.theta
    }

    /// Safety factor of the step length, smaller after many iterations.
    pub fn safety(&self) -> f64 {
        let most = self.iterations_max as f64;
        0.9 * (2.0 * most + 1.0) / (2.0 * most + self.iterations as f64)
    }

    pub fn evaluate_jacobian(
        &mut self,
        problem: &mut dyn Problem,
        t: f64,
        y: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        statistics.jacobians += 1;
        problem.jacobian(t, y, &mut self.jacobian)?;
        self.state = JacobianState::Fresh;
        self.factored_for = None;
        Ok(())
    }

    /// Factors γ·M - h·J and each (α+iβ)·M - h·J.
    pub fn factor(
        &mut self,
        tableau: &Tableau,
        h: f64,
        statistics: &mut Statistics,
    ) -> Result<(), Singular> {
        if self
            .factored_for
            .is_some_and(|old| (old - h).abs() <= SAME_LENGTH * h.abs())
        {
            return Ok(());
        }
        self.factored_for = None;
        self.real_values.fill(0.0);
        for (k, &place) in self.jacobian_places.iter().enumerate() {
            let factor = self.row_factor(self.jacobian_rows[k] as usize, h);
            self.real_values[place as usize] = -factor * self.jacobian[k];
        }
        self.choose_order(tableau)?;
        for (pair, &(alpha, beta)) in tableau.pairs.iter().enumerate() {
            for (c, &r) in self.complex_values.iter_mut().zip(&self.real_values) {
                *c = Complex::new(r, 0.0);
            }
            for (&place, &m) in self.mass_places.iter().zip(&self.mass.values) {
                self.complex_values[place as usize] += Complex::new(alpha * m, beta * m);
            }
            statistics.factorizations += 1;
            self.complex[pair].factor(&self.complex_values)?;
        }
        for (&place, &m) in self.mass_places.iter().zip(&self.mass.values) {
            self.real_values[place as usize] += tableau.gamma * m;
        }
        statistics.factorizations += 1;
        self.real.factor(&self.real_values)?;
        self.factored_for = Some(h);
        Ok(())
    }

    /// Before the first factorisation: the best of the orders that the problem knows, for all matrices.
    fn choose_order(&mut self, tableau: &Tableau) -> Result<(), Singular> {
        if self.orders.is_empty() {
            return Ok(());
        }
        let mut values = self.real_values.clone();
        for (&place, &m) in self.mass_places.iter().zip(&self.mass.values) {
            values[place as usize] += tableau.gamma * m;
        }
        let orders = std::mem::take(&mut self.orders);
        self.real = Lu::with_best_order(&self.pattern, orders, &values)?;
        for complex in &mut self.complex {
            *complex = Lu::with_order(&self.pattern, self.real.order().to_vec());
        }
        Ok(())
    }

    fn row_factor(&self, row: usize, h: f64) -> f64 {
        if self.differential_row[row] { h } else { 1.0 }
    }

    /// `r := (γ/h·M - J)⁻¹·r`.
    pub fn solve_real(&mut self, h: f64, r: &mut [f64]) {
        for (row, r) in r.iter_mut().enumerate() {
            *r *= self.row_factor(row, h);
        }
        self.real.solve(r);
    }

    /// Improves the increments `z` until they solve the stages.
    pub fn iterate(
        &mut self,
        problem: &mut dyn Problem,
        tableau: &Tableau,
        (t0, y0): (f64, &[f64]),
        (h, aim): (f64, Aim),
        weights: &[f64],
        z: &mut [f64],
        statistics: &mut Statistics,
    ) -> Iteration {
        self.set_scales(h, weights);
        let goal = Goal {
            aim,
            enough: self.tolerance,
            rounding: self.rounding(y0),
        };
        // The last step's contraction speaks for this one only so far: where the Jacobian is inexact, it depends on the
        // direction of the move.
        self.eta = self.eta.max(TRUST).powf(0.8);
        let mut sizes = [0.0; 3];
        for iteration in 1..=self.iterations_max {
            self.iterations = iteration;
            statistics.newton_iterations += 1;
            if let Err(fault) = self.evaluate(problem, tableau, (t0, y0), h, z, statistics) {
                return Iteration::Faulted(fault);
            }
            self.correct(tableau);
            let size = self.size_of_move();
            if !size.is_finite() {
                // The solution spread it over all unknowns: look at the equations again.
                let again = self.evaluate(problem, tableau, (t0, y0), h, z, statistics);
                let source = self.residual.iter().position(|r| !r.is_finite());
                let worst = match (again, source) {
                    (Ok(()), Some(place)) => place % self.n,
                    _ => self.worst_move().0,
                };
                return Iteration::NotFinite { worst };
            }
            sizes = [sizes[1], sizes[2], size.max(f64::MIN_POSITIVE)];
            self.measure(iteration, &sizes);
            let verdict = self.judge(iteration, &sizes, &goal);
            if let Verdict::Slow(factor) = verdict {
                return self.slow(factor);
            }
            for (z, d) in z.iter_mut().zip(&self.moved) {
                *z += d;
            }
            if verdict == Verdict::Converged {
                return Iteration::Converged;
            }
        }
        self.slow(0.5)
    }

    /// Contraction θ, and the part η = θ/(1-θ) of the last move that is still missing.
    fn measure(&mut self, iteration: usize, sizes: &[f64; 3]) {
        let ratio = sizes[2] / sizes[1];
        if iteration == 1 {
            self.theta = self.theta.min(KEEP_AFTER_ONE);
            return;
        }
        self.theta = if iteration <= self.first_ratio {
            ratio.min(0.5)
        } else if iteration == self.first_ratio + 1 {
            ratio
        } else {
            (sizes[2] / sizes[0]).sqrt()
        };
        self.eta = if self.theta < 0.99 {
            self.theta / (1.0 - self.theta)
        } else {
            1.0
        };
    }

    /// What to do after a move of this size.
    fn judge(&mut self, iteration: usize, sizes: &[f64; 3], goal: &Goal) -> Verdict {
        let size = sizes[2];
        let missing = self.eta * size;
        let diverges = iteration > self.first_ratio && self.theta >= 0.99;
        let wanted = match goal.aim {
            Aim::Advance => goal.enough,
            // What the iteration leaves unsolved would be noise in the guard that is to vanish.
            Aim::Event => goal.rounding,
        };
        if size <= goal.rounding || (missing <= wanted && !diverges) {
            return Verdict::Converged;
        }
        // Moves far below the tolerance that no longer shrink are rounding of the forces.
        let stagnates = iteration > 2 && size > 0.5 * sizes[1] && size <= NOISE;
        if stagnates || (iteration == self.iterations_max && missing <= goal.enough) {
            self.theta = self.theta.min(KEEP_AFTER_ONE);
            self.eta = 1.0;
            return Verdict::Converged;
        }
        if iteration <= self.first_ratio || size <= NOISE {
            return Verdict::GoOn;
        }
        if diverges {
            return Verdict::Slow(0.5);
        }
        let left = (self.iterations_max - iteration) as i32;
        let expected = missing * self.theta.powi(left) / goal.enough.max(goal.rounding);
        if expected >= 1.0 {
            Verdict::Slow(0.8 * expected.clamp(1e-4, 20.0).powf(-1.0 / f64::from(4 + left)))
        } else {
            Verdict::GoOn
        }
    }

    fn slow(&self, factor: f64) -> Iteration {
        let (worst, residual) = self.worst_move();
        Iteration::Slow {
            factor,
            worst,
            residual,
        }
    }

    /// Tolerance of each unknown in Newton's norm: an unknown of index k counts with h^(k-1).
    fn set_scales(&mut self, h: f64, weights: &[f64]) {
        for i in 0..self.n {
            self.scales[i] = match self.index[i] {
                0 | 1 => 1.0 / weights[i],
                k => h.abs().powi(i32::from(k) - 1) / weights[i],
            };
        }
    }

    /// Size of the moves that rounding of y alone causes.
    fn rounding(&self, y0: &[f64]) -> f64 {
        let sum: f64 = y0
            .iter()
            .zip(&self.scales)
            .map(|(y, s)| (y * s) * (y * s))
            .sum();
        4.0 * f64::EPSILON * (sum / self.n as f64).sqrt()
    }

    /// r = h·F(z) - (D ⊗ M)·z.
    fn evaluate(
        &mut self,
        problem: &mut dyn Problem,
        tableau: &Tableau,
        (t0, y0): (f64, &[f64]),
        h: f64,
        z: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let n = self.n;
        combine(&tableau.slopes, z, &mut self.moved, n);
        for (i, z) in z.chunks_exact(n).enumerate() {
            for k in 0..n {
                self.stage[k] = y0[k] + z[k];
            }
            statistics.rhs_evaluations += 1;
            let range = i * n..(i + 1) * n;
            let r = &mut self.residual[range.clone()];
            problem.rhs(t0 + tableau.nodes[i] * h, &self.stage, r)?;
            let slope = &self.moved[range];
            if let Some(diagonal) = &self.mass_diagonal {
                for k in 0..n {
                    if self.differential_row[k] {
                        r[k] = h * r[k] - diagonal[k] * slope[k];
                    }
                }
            } else {
                self.mass.multiply_into(slope, &mut self.inertia);
                for k in 0..n {
                    if self.differential_row[k] {
                        r[k] = h * r[k] - self.inertia[k];
                    }
                }
            }
        }
        Ok(())
    }

    /// Δz from r.
    fn correct(&mut self, tableau: &Tableau) {
        let n = self.n;
        combine(&tableau.to_modes, &self.residual, &mut self.moved, n);
        self.real.solve(&mut self.moved[..n]);
        for (pair, lu) in self.complex.iter_mut().enumerate() {
            let two = &mut self.moved[(1 + 2 * pair) * n..(3 + 2 * pair) * n];
            let (re, im) = two.split_at_mut(n);
            for ((c, re), im) in self.complex_right.iter_mut().zip(&*re).zip(&*im) {
                *c = Complex::new(*re, *im);
            }
            lu.solve(&mut self.complex_right);
            for ((c, re), im) in self.complex_right.iter().zip(re).zip(im) {
                (*re, *im) = (c.re, c.im);
            }
        }
        self.residual.copy_from_slice(&self.moved);
        combine(&tableau.from_modes, &self.residual, &mut self.moved, n);
    }

    fn size_of_move(&self) -> f64 {
        let mut sum = 0.0;
        for moved in self.moved.chunks_exact(self.n) {
            for (d, s) in moved.iter().zip(&self.scales) {
                // A multiplier outside the norm still has to be a number: 0·∞ is none.
                let x = d * s;
                sum += x * x;
            }
        }
        (sum / self.moved.len() as f64).sqrt()
    }

    fn worst_move(&self) -> (usize, f64) {
        let mut worst = (0, 0.0);
        for moved in self.moved.chunks_exact(self.n) {
            for (i, (d, s)) in moved.iter().zip(&self.scales).enumerate() {
                let x = (d * s).abs();
                if x > worst.1 || !x.is_finite() {
                    worst = (i, x);
                }
            }
        }
        worst
    }
}

/// Lengths so close need no new factors: they slow the iteration down by less than its own contraction.
const SAME_LENGTH: f64 = 1e-3;
/// Moves below this part of the tolerance may be rounding of the forces.
const NOISE: f64 = 0.1;
/// Contraction that is believed before it is measured, at best.
const TRUST: f64 = 3e-3;
/// Contraction assumed after a single iteration.
const KEEP_AFTER_ONE: f64 = 1e-3;
