//! Simplified Newton iteration for the stages, decoupled into one real and (s-1)/2 complex systems.
//!
//! ```text
//! F(z)_i = f(t₀ + c_i·h, y₀ + z_i)       r = h·F(z) - (D ⊗ M)·z         Δz = (T ⊗ I)·Δw
//! (γ·M - h·J) Δw₁ = (T⁻¹r)₁              ((α+iβ)·M - h·J) Δw₂₃ = (T⁻¹r)₂₃
//! ```
//!
//! The residual is formed from D itself, so that rounding in T slows the iteration and does not move its end.

use super::coupled::Coupled;
use super::stages::combine;
use super::tableau::Tableau;
use crate::drive::{Settings, Statistics};
use crate::integrators::implicit::{
    Convergence, Iteration, Jacobian, SAME_LENGTH, Scales, Verdict,
};
use crate::integrators::stepper::Aim;
use crate::problem::{Fault, Problem};
use crate::sparse::{Complex, LinearSolver, Lu, Singular};

/// Most iterations with the Jacobians of all stages.
const COUPLED_ITERATIONS: usize = 20;

/// Its contraction at best: the first moves of a triangular iteration may shrink much faster than the later ones.
const COUPLED_CONTRACTION: f64 = 0.5;
/// Moves that shrink by less than this ask for new Jacobians.
const STALE: f64 = 0.8;

/// Jacobian, factors and work space of the iteration.
pub struct Newton {
    n: usize,
    jacobian: Jacobian,
    convergence: Convergence,
    scales: Scales,
    /// Newton's method with the Jacobians of all stages, once a step has needed it, its convergence, and whether the last step did.
    coupled: Option<Box<Coupled>>,
    coupled_convergence: Convergence,
    is_coupled: bool,
    /// Factors for one length.
    factored_for: Option<f64>,
    real: Lu<f64>,
    real_values: Vec<f64>,
    complex: Vec<Lu<Complex>>,
    complex_values: Vec<Complex>,
    /// r, then Δw; T⁻¹r, then Δz: s·n each.
    residual: Vec<f64>,
    moved: Vec<f64>,
    stage: Vec<f64>,
    complex_right: Vec<Complex>,
}

impl Newton {
    pub fn new(tableau: &Tableau, problem: &dyn Problem, settings: &Settings) -> Newton {
        let n = problem.dimension();
        let s = tableau.stages;
        let jacobian = Jacobian::new(problem);
        let pattern = jacobian.pattern();
        let real = Lu::new(pattern);
        let order = real.order().to_vec();
        Newton {
            n,
            convergence: Convergence::new(problem, settings, 7 + (5 * (s - 3)) / 2),
            scales: Scales::new(problem, settings),
            coupled: None,
            coupled_convergence: Convergence::new(problem, settings, COUPLED_ITERATIONS)
                .no_faster(COUPLED_CONTRACTION),
            is_coupled: false,
            factored_for: None,
            real_values: vec![0.0; pattern.len()],
            complex: tableau
                .pairs
                .iter()
                .map(|_| Lu::with_order(pattern, order.clone()))
                .collect(),
            complex_values: vec![Complex::default(); pattern.len()],
            real,
            residual: vec![0.0; n * s],
            moved: vec![0.0; n * s],
            stage: vec![0.0; n],
            complex_right: vec![Complex::default(); n],
            jacobian,
        }
    }

    /// A new mode of the problem: nothing of the past is valid.
    pub fn forget(&mut self) {
        self.jacobian.forget();
        self.convergence.forget();
        self.factored_for = None;
    }

    pub fn has_jacobian(&self) -> bool {
        self.jacobian.is_known()
    }

    /// Asks for a new Jacobian; `false` when the one in use is already that of the step in hand.
    pub fn refresh(&mut self) -> bool {
        self.jacobian.refresh()
    }

    /// The step was accepted; its Jacobian is kept while the iteration contracts better than `keep`.
    pub fn age(&mut self, keep: f64) {
        self.jacobian.age(self.keeps_jacobian(keep));
    }

    /// Forgets the Jacobian, not what is known of the convergence; from here on the iterations measure their contraction.
    pub fn doubt(&mut self, doubts: bool) {
        self.convergence.doubt(doubts);
        self.coupled_convergence.doubt(doubts);
        if doubts {
            self.jacobian.forget();
            self.factored_for = None;
        }
    }

    /// Asks for this share of the usual tolerance.
    pub fn take_share(&mut self, share: f64) {
        self.convergence.take_share(share);
        self.coupled_convergence.take_share(share);
    }

    /// Did the iteration contract better than `keep`?
    pub fn keeps_jacobian(&self, keep: f64) -> bool {
        !self.is_coupled && self.convergence.contraction() <= keep
    }

    /// Factor by which each iteration reduces the error.
    pub fn contraction(&self) -> f64 {
        self.last().contraction()
    }

    /// Safety factor of the step length, smaller after many iterations.
    pub fn safety(&self) -> f64 {
        self.last().safety()
    }

    /// Was the last iteration one with the Jacobians of all stages?
    pub fn is_coupled(&self) -> bool {
        self.is_coupled
    }

    fn last(&self) -> &Convergence {
        if self.is_coupled {
            &self.coupled_convergence
        } else {
            &self.convergence
        }
    }

    pub fn evaluate_jacobian(
        &mut self,
        problem: &mut dyn Problem,
        t: f64,
        y: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        self.jacobian.evaluate(problem, t, y, statistics)?;
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
        self.jacobian.negative_into(h, &mut self.real_values);
        let real_values = &self.real_values;
        let best = self.jacobian.choose_order(|jacobian| {
            let mut values = real_values.clone();
            jacobian.add_mass(|m| tableau.gamma * m, &mut values);
            values
        })?;
        if let Some(best) = best {
            self.real = best;
            for complex in &mut self.complex {
                *complex = Lu::with_order(self.jacobian.pattern(), self.real.order().to_vec());
            }
        }
        for (pair, &(alpha, beta)) in tableau.pairs.iter().enumerate() {
            for (c, &r) in self.complex_values.iter_mut().zip(&self.real_values) {
                *c = Complex::new(r, 0.0);
            }
            let factor = |m| Complex::new(alpha * m, beta * m);
            self.jacobian.add_mass(factor, &mut self.complex_values);
            statistics.factorizations += 1;
            self.complex[pair].factor(&self.complex_values)?;
        }
        self.jacobian
            .add_mass(|m| tableau.gamma * m, &mut self.real_values);
        statistics.factorizations += 1;
        self.real.factor(&self.real_values)?;
        self.factored_for = Some(h);
        Ok(())
    }

    /// `r := (γ/h·M - J)⁻¹·r`.
    pub fn solve_real(&mut self, h: f64, r: &mut [f64]) {
        for (row, r) in r.iter_mut().enumerate() {
            *r *= self.jacobian.row_factor(row, h);
            if self.is_coupled && self.jacobian.row_factor(row, 0.0) != 0.0 {
                // The start meets the constraints up to rounding, which a start near a singular position would blow up.
                *r = 0.0;
            }
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
        self.is_coupled = false;
        self.scales.set(problem, h, weights);
        self.convergence.begin(aim, self.scales.rounding(y0));
        for iteration in 1..=self.convergence.most() {
            statistics.newton_iterations += 1;
            if let Err(fault) = self.evaluate(problem, tableau, (t0, y0), h, z, statistics) {
                return Iteration::Faulted(fault);
            }
            self.correct(tableau);
            let size = self.scales.size(&self.moved);
            if !size.is_finite() {
                // The solution spread it over all unknowns: look at the equations again.
                let again = self.evaluate(problem, tableau, (t0, y0), h, z, statistics);
                let source = self.residual.iter().position(|r| !r.is_finite());
                let worst = match (again, source) {
                    (Ok(()), Some(place)) => place % self.n,
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

    /// Improves the increments `z` with the Jacobians of all stages until the end of the step is found. A stage that lies very
    /// near a singular position is known to rounding over σ² only; as only the end of the step goes on, its moves alone are
    /// judged.
    pub fn iterate_coupled(
        &mut self,
        problem: &mut dyn Problem,
        tableau: &Tableau,
        (t0, y0): (f64, &[f64]),
        (h, aim): (f64, Aim),
        weights: &[f64],
        z: &mut [f64],
        statistics: &mut Statistics,
    ) -> Iteration {
        self.is_coupled = true;
        let mut coupled = self
            .coupled
            .take()
            .unwrap_or_else(|| Box::new(Coupled::new(tableau, &self.jacobian, self.real.order())));
        self.scales.set(problem, h, weights);
        let rounding = self.scales.rounding(y0);
        self.coupled_convergence.forget();
        self.coupled_convergence.begin(aim, rounding);
        let mut outcome = None;
        let (mut before, mut size) = (f64::INFINITY, f64::INFINITY);
        for iteration in 1..=COUPLED_ITERATIONS {
            statistics.newton_iterations += 1;
            let step = (t0, y0, h);
            let factored = self
                .evaluate(problem, tableau, (t0, y0), h, z, statistics)
                .and_then(|()| {
                    let nodes = &tableau.nodes;
                    if iteration > 3 && size < STALE * before {
                        return Ok(Ok(()));
                    }
                    coupled.factor(problem, &self.jacobian, step, nodes, z, statistics)
                });
            match factored {
                Ok(Ok(())) => {}
                Ok(Err(_)) => break,
                Err(fault) => {
                    outcome = Some(Iteration::Faulted(fault));
                    break;
                }
            }
            self.moved.copy_from_slice(&self.residual);
            coupled.solve(&self.jacobian, &mut self.moved);
            let last = &self.moved[self.moved.len() - self.n..];
            (before, size) = (size, self.scales.size(last));
            if !size.is_finite() {
                break;
            }
            let verdict = self.coupled_convergence.after(iteration, size);
            // Until the last stage has gone back to the first, moves need not shrink.
            if iteration > tableau.stages && matches!(verdict, Verdict::Slow(_)) {
                break;
            }
            for (z, d) in z.iter_mut().zip(&self.moved) {
                *z += d;
            }
            if verdict == Verdict::Converged {
                outcome = Some(Iteration::Converged);
                break;
            }
        }
        self.coupled = Some(coupled);
        outcome.unwrap_or_else(|| self.slow(0.5))
    }

    fn slow(&self, factor: f64) -> Iteration {
        let (worst, residual) = self.scales.worst(&self.moved);
        Iteration::Slow {
            factor,
            worst,
            residual,
        }
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
            self.jacobian.residual(h, &self.moved[range], r);
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
}
