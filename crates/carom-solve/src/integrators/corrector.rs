//! Simplified Newton iteration for methods with one implicit equation a step: multistep methods, generalized-α.
//!
//! The end of the step is y = p + z, with a given guess p and slopes s there:
//!
//! ```text
//! M·(s + γ/h·z) = f(t₁, p + z)          (γ·M - h·J)·Δz = h·f - M·(h·s + γ·z)
//! ```
//!
//! Methods that know the second order of mechanics tie positions to velocities instead, z_q = κ·h·z_v; these equations take the
//! place of q' = v.

use super::implicit::{Convergence, Iteration, Jacobian, Scales, Verdict};
use super::stepper::Aim;
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};
use crate::sparse::{LinearSolver, Lu, Singular};

/// The coefficients of the equation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    /// γ, the leading coefficient.
    pub lead: f64,
    /// κ, where positions are tied to velocities.
    pub tie: Option<f64>,
}

/// Jacobian, factors and work space of the iteration.
pub struct Corrector {
    jacobian: Jacobian,
    convergence: Convergence,
    scales: Scales,
    /// Number of positions; their velocities follow them.
    positions: usize,
    /// Where entries (q, q) and (q, v) of tied positions stand in the matrix, and the others of these rows.
    tied: Vec<(u32, u32)>,
    untied: Vec<u32>,
    /// Length and formula of the factors.
    factored_for: Option<(f64, Formula)>,
    lu: Lu<f64>,
    values: Vec<f64>,
    /// r, then Δz.
    moved: Vec<f64>,
    change: Vec<f64>,
    stage: Vec<f64>,
}

/// Most iterations of a step.
const ITERATIONS_MAX: usize = 7;

impl Corrector {
    pub fn new(problem: &dyn Problem, settings: &Settings) -> Corrector {
        let n = problem.dimension();
        let jacobian = Jacobian::new(problem);
        let pattern = jacobian.pattern();
        let positions = problem.positions();
        let tied: Vec<_> = (0..positions)
            .filter_map(|q| {
                let place = |column| pattern.position(q, column).map(|k| k as u32);
                Some((place(q)?, place(positions + q)?))
            })
            .collect();
        assert_eq!(tied.len(), positions, "q' = v and M are in the pattern");
        let untied = pattern
            .entries()
            .enumerate()
            .filter(|(_, (row, column))| {
                *row < positions && *column != *row && *column != positions + row
            })
            .map(|(k, _)| k as u32)
            .collect();
        Corrector {
            convergence: Convergence::new(problem, settings, ITERATIONS_MAX),
            scales: Scales::new(problem, settings),
            positions,
            tied,
            untied,
            factored_for: None,
            lu: Lu::new(pattern),
            values: vec![0.0; pattern.len()],
            moved: vec![0.0; n],
            change: vec![0.0; n],
            stage: vec![0.0; n],
            jacobian,
        }
    }

    /// A new mode of the problem: nothing of the past is valid.
    pub fn forget(&mut self) {
        self.jacobian.forget();
        self.convergence.forget();
        self.factored_for = None;
    }

    /// The step was accepted; its Jacobian is kept while the iteration contracts better than `keep`.
    pub fn age(&mut self, keep: f64) {
        let keeps = self.convergence.contraction() <= keep;
        self.jacobian.age(keeps);
    }

    /// Factors γ·M - h·J, if the factors in hand are not close enough.
    fn factor(
        &mut self,
        h: f64,
        formula: Formula,
        statistics: &mut Statistics,
    ) -> Result<(), Singular> {
        if self.factored_for.is_some_and(|(old_h, old)| {
            let (new, old) = (h / formula.lead, old_h / old.lead);
            (new - old).abs() <= SAME_FACTORS * new.abs()
        }) {
            return Ok(());
        }
        self.factored_for = None;
        self.fill(h, formula);
        let values = &self.values;
        if let Some(best) = self.jacobian.choose_order(|_| values.clone())? {
            self.lu = best;
        }
        statistics.factorizations += 1;
        self.lu.factor(&self.values)?;
        self.factored_for = Some((h, formula));
        Ok(())
    }

    fn fill(&mut self, h: f64, formula: Formula) {
        self.jacobian.negative_into(h, &mut self.values);
        self.jacobian
            .add_mass(|m| formula.lead * m, &mut self.values);
        if let Some(kappa) = formula.tie {
            for &place in &self.untied {
                self.values[place as usize] = 0.0;
            }
            for &(position, velocity) in &self.tied {
                self.values[position as usize] = 1.0;
                self.values[velocity as usize] = -kappa * h;
            }
        }
    }

    /// Solves the step from (t₀, y₀) to t₁ for `z`, from zero. `None`: done; else the length to try instead and why.
    ///
    /// # Errors
    /// When the Jacobian at the start cannot be computed.
    #[allow(clippy::too_many_arguments)]
    pub fn solve(
        &mut self,
        problem: &mut dyn Problem,
        (t0, y0): (f64, &[f64]),
        (t1, h, aim): (f64, f64, Aim),
        (guess, slope): (&[f64], &[f64]),
        formula: Formula,
        weights: &[f64],
        z: &mut [f64],
        statistics: &mut Statistics,
    ) -> Result<Option<(f64, Failure)>, Failure> {
        let rough = problem.is_rough();
        self.convergence.doubt(rough);
        if rough {
            self.jacobian.forget();
        }
        loop {
            if !self.jacobian.is_known() {
                self.factored_for = None;
                // Of a rough problem halfway to the guess.
                let part = if rough { 0.5 } else { 0.0 };
                for (y, (y0, y1)) in self.stage.iter_mut().zip(y0.iter().zip(guess)) {
                    *y = y0 + part * (y1 - y0);
                }
                self.jacobian
                    .evaluate(problem, t0 + part * h, &self.stage, statistics)
                    .map_err(|fault| Failure::new(t0, h, FailureKind::Model(fault)))?;
            }
            let mut failure = Failure::new(t0, h, FailureKind::NewtonFailed);
            let length = if let Err(singular) = self.factor(h, formula, statistics) {
                (failure.kind, failure.worst) = (FailureKind::Singular, Some(singular.column));
                0.5 * h
            } else {
                z.fill(0.0);
                let (when, point) = ((t1, h, aim), (guess, slope));
                match self.iterate(problem, when, point, formula, weights, z, statistics) {
                    Iteration::Converged => return Ok(None),
                    Iteration::Faulted(fault) => {
                        failure.kind = FailureKind::Model(fault);
                        0.25 * h
                    }
                    Iteration::NotFinite { worst } => {
                        (failure.kind, failure.worst) = (FailureKind::NotFinite, Some(worst));
                        0.25 * h
                    }
                    Iteration::Slow {
                        factor,
                        worst,
                        residual,
                    } => {
                        (failure.worst, failure.residual) = (Some(worst), residual);
                        factor * h
                    }
                }
            };
            if !self.jacobian.refresh() {
                return Ok(Some((length, failure)));
            }
        }
    }

    /// Improves `z` until it solves the equation.
    #[allow(clippy::too_many_arguments)]
    fn iterate(
        &mut self,
        problem: &mut dyn Problem,
        (t1, h, aim): (f64, f64, Aim),
        (guess, slope): (&[f64], &[f64]),
        formula: Formula,
        weights: &[f64],
        z: &mut [f64],
        statistics: &mut Statistics,
    ) -> Iteration {
        self.scales.set(problem, h, weights);
        self.convergence.begin(aim, self.scales.rounding(guess));
        for iteration in 1..=self.convergence.most() {
            statistics.newton_iterations += 1;
            let point = (guess, slope);
            if let Err(fault) = self.evaluate(problem, t1, h, point, formula, z, statistics) {
                return Iteration::Faulted(fault);
            }
            self.lu.solve(&mut self.moved);
            let size = self.scales.size(&self.moved);
            if !size.is_finite() {
                // The solution spread it over all unknowns: look at the equations again.
                let again = self.evaluate(problem, t1, h, point, formula, z, statistics);
                let source = self.moved.iter().position(|r| !r.is_finite());
                let worst = match (again, source) {
                    (Ok(()), Some(place)) => place,
                    _ => self.scales.worst(&self.moved).0,
                };
                return Iteration::NotFinite { worst };
            }
            let verdict = self.convergence.after(iteration, size);
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

    fn slow(&self, factor: f64) -> Iteration {
        let (worst, residual) = self.scales.worst(&self.moved);
        Iteration::Slow {
            factor,
            worst,
            residual,
        }
    }

    /// r = h·f(t₁, p + z) - M·(h·s + γ·z), and κ·h·z_v - z_q for tied positions.
    #[allow(clippy::too_many_arguments)]
    fn evaluate(
        &mut self,
        problem: &mut dyn Problem,
        t1: f64,
        h: f64,
        (guess, slope): (&[f64], &[f64]),
        formula: Formula,
        z: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        for k in 0..z.len() {
            self.stage[k] = guess[k] + z[k];
            self.change[k] = h * slope[k] + formula.lead * z[k];
        }
        statistics.rhs_evaluations += 1;
        problem.rhs(t1, &self.stage, &mut self.moved)?;
        self.jacobian.residual(h, &self.change, &mut self.moved);
        if let Some(kappa) = formula.tie {
            for q in 0..self.positions {
                self.moved[q] = kappa * h * z[self.positions + q] - z[q];
            }
        }
        Ok(())
    }
}

/// Factors whose h/γ differs by less than this part serve still: they slow the iteration down by no more than that.
const SAME_FACTORS: f64 = 0.05;
