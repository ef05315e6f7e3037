//! Radau IIA methods at work: the step, its error, its length.
//!
//! `M·y' = f(t, y)` is solved for the increments z_j of the stages by a simplified Newton iteration in the modes of the
//! tableau ([`newton`]). The error is that of the embedded formula of order s,
//!
//! ```text
//! err = (γ/h·M - J)⁻¹ (f(t₀, y₀) - M·P'(t₀))      P: collocation polynomial
//! ```
//!
//! which vanishes as h^{s+1} and stays bounded for stiff components. Unknowns with infinite weight take no part.
//!
//! Source: Hairer, Wanner, Solving Ordinary Differential Equations II (1996), section IV.8; for 5 and 7 stages
//! Hairer, Wanner, J. Comput. Appl. Math. 111 (1999) 93.

mod coupled;
mod newton;
mod stages;
mod tableau;

use super::ends::Ends;
use super::implicit::Iteration;
use super::norms::{largest, norm};
use super::starting;
use super::step::{Dense, Step};
use super::stepper::{Aim, Stepper, Trial, pass_between};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};
use newton::Newton;
use stages::combine;
pub use tableau::{STAGES_MAX, Tableau};

/// Bounds of the factor from one step's length to the next.
const GROWTH_MAX: f64 = 8.0;
const SHRINK_MAX: f64 = 0.125;
/// The share of the estimate that counts. The estimate is that of order s, the result has order 2s − 1 and the
/// interpolation within the step order s + 1: on smooth motions with measured errors (the damped oscillator of the tests
/// of the dynamics, 1e-4 to 1e-12, all three members) the interpolated error stays 40 to 300 times below the
/// estimate; where stiffness reduces the order, about 10 times (the stiff problems of the tests).
const ESTIMATE_SHARE: f64 = 0.1;
/// A proposed length within this factor of the current one is not worth new factors.
const KEEP_LENGTH: f64 = 1.2;
/// A step so many times longer than the last one is not guessed by its polynomial.
const FAR: f64 = 2.0;
/// Newton contraction that the length of the next step aims at, at most.
const CONTRACTION: f64 = 0.2;
/// Newton contraction below which the Jacobian of an earlier step is kept.
const KEEP_JACOBIAN: f64 = 1e-3;

/// So many steps ahead a singular position may be the reason why Newton's iteration wants shorter ones.
const NEAR: f64 = 4.0;

/// A Radau IIA method on one problem.
pub struct Collocation {
    tableau: Tableau,
    newton: Newton,
    ends: Ends,
    /// f(t₀, y₀), once it is needed.
    f0: Vec<f64>,
    f0_known: bool,
    weights: Vec<f64>,
    /// Increments of the last step tried (s·n, stage by stage).
    z: Vec<f64>,
    /// Increments and length of the last accepted step.
    history: Vec<f64>,
    history_length: Option<f64>,
    /// Did the last attempt leave a polynomial that starts at y₀?
    trial_length: Option<f64>,
    error: Vec<f64>,
    scratch: Vec<f64>,
    /// Gustafsson's memory: length and error of the last accepted step.
    accepted: Option<(f64, f64)>,
    last_error: f64,
    rejected_before: bool,
    /// Does each stage get its own Jacobian where the simplified iteration fails ([`coupled`])?
    by_stages: bool,
    proposal: f64,
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

impl Collocation {
    /// The method with this odd number of stages.
    pub fn new(stages: usize, problem: &dyn Problem, settings: &Settings) -> Collocation {
        let n = problem.dimension();
        let tableau = Tableau::radau(stages);
        Collocation {
            newton: Newton::new(&tableau, problem, settings),
            ends: Ends::new(n),
            f0: vec![0.0; n],
            f0_known: false,
            weights: vec![1.0; n],
            z: vec![0.0; n * stages],
            history: vec![0.0; n * stages],
            history_length: None,
            trial_length: None,
            error: vec![0.0; n],
            scratch: vec![0.0; n],
            accepted: None,
            last_error: 0.0,
            rejected_before: false,
            by_stages: false,
            proposal: 0.0,
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
            tableau,
        }
    }

    /// The step in hand passes a singular position: where the simplified iteration fails, each stage gets its own Jacobian at once.
    pub fn expect_singular_position(&mut self) {
        self.by_stages = true;
    }

    /// Number of stages.
    pub fn stages(&self) -> usize {
        self.tableau.stages
    }

    /// First guess of the increments: the polynomial of the last trial from here, else that of the last step
    /// continued, else the tangent.
    fn predict(&mut self, h: f64) {
        let (n, s) = (self.ends.y0.len(), self.tableau.stages);
        let mut rows = [0.0; STAGES_MAX * STAGES_MAX];
        let (from, length) = if let Some(length) = self.trial_length {
            // The new nodes lie before the old ones or, for a longer step, beyond: the polynomial serves for both. The one
            // before this step is lost; it would not be a better guess.
            self.history.copy_from_slice(&self.z);
            self.history_length = None;
            (0.0, length)
        } else if let Some(length) = self.history_length {
            if h > FAR * length {
                self.predict_far(h, length);
                return;
            }
            (1.0, length)
        } else {
            for (i, z) in self.z.chunks_exact_mut(n).enumerate() {
                let length = self.tableau.nodes[i] * h;
                for (z, dy) in z.iter_mut().zip(&self.ends.dy0) {
                    *z = length * dy;
                }
            }
            return;
        };
        for (row, node) in rows.chunks_exact_mut(s).zip(&self.tableau.nodes) {
            self.tableau.values_at(from + node * h / length, row);
            row[s - 1] -= from;
        }
        combine(&rows[..s * s], &self.history, &mut self.z, n);
        self.trial_length = None;
    }

    /// The guess for a step much longer than the last one: the parabola by the last step's ends and the slope at its end. The whole polynomial, of degree s,
    /// would grow what the last iteration left, or its rounding, by up to (h/length)^s: steps after an event would differ from run to run.
    fn predict_far(&mut self, h: f64, length: f64) {
        let n = self.ends.y0.len();
        let last = &self.history[(self.tableau.stages - 1) * n..];
        for (i, z) in self.z.chunks_exact_mut(n).enumerate() {
            let x = self.tableau.nodes[i] * h;
            for ((z, dy), step) in z.iter_mut().zip(&self.ends.dy0).zip(last) {
                let bend = (length * dy - step) / (length * length);
                *z = x * (dy + x * bend);
            }
        }
    }

    /// Solves the stages. `None`: done; else the length to try instead.
    fn solve(
        &mut self,
        problem: &mut dyn Problem,
        h: f64,
        aim: Aim,
    ) -> Result<Option<f64>, Failure> {
        let share = problem.newton_share(self.ends.t0, &self.ends.y0);
        self.newton.take_share(share);
        // Nor does the start say much of the rest of the step where forces turn with a small velocity.
        let rough = problem.is_rough() || share < 1.0;
        self.newton.doubt(rough);
        loop {
            self.predict(h);
            if !self.newton.has_jacobian() {
                let t = self.place_of_jacobian(h, rough);
                self.newton
                    .evaluate_jacobian(problem, t, &self.scratch, &mut self.statistics)
                    .map_err(|fault| Failure::new(self.ends.t0, h, FailureKind::Model(fault)))?;
            }
            if let Err(singular) = self.newton.factor(&self.tableau, h, &mut self.statistics) {
                let mut failure = self.failure(h, FailureKind::Singular);
                failure.worst = Some(singular.column);
                if !self.newton.refresh() {
                    self.complaint = Some(failure);
                    return Ok(Some(0.5 * h));
                }
                continue;
            }
            let outcome = self.newton.iterate(
                problem,
                &self.tableau,
                (self.ends.t0, &self.ends.y0),
                (h, aim),
                &self.weights,
                &mut self.z,
                &mut self.statistics,
            );
            let retry = match outcome {
                Iteration::Converged => return Ok(None),
                Iteration::Faulted(fault) => {
                    self.complaint = Some(self.failure(h, FailureKind::Model(fault)));
                    return Ok(Some(0.25 * h));
                }
                Iteration::NotFinite { worst } => {
                    let mut failure = self.failure(h, FailureKind::NotFinite);
                    failure.worst = Some(worst);
                    self.complaint = Some(failure);
                    0.25 * h
                }
                Iteration::Slow {
                    factor,
                    worst,
                    residual,
                } => {
                    let mut failure = self.failure(h, FailureKind::NewtonFailed);
                    (failure.worst, failure.residual) = (Some(worst), residual);
                    self.complaint = Some(failure);
                    factor * h
                }
            };
            if !self.newton.refresh() {
                self.by_stages |= is_near(problem, h);
                if !self.by_stages {
                    return Ok(Some(retry));
                }
                return Ok(self.solve_coupled(problem, h, aim));
            }
        }
    }

    /// Puts the state of which the Jacobian is taken into `scratch`: the start of the step, or, of a rough problem, the middle one of the
    /// stages as they are guessed; its time.
    fn place_of_jacobian(&mut self, h: f64, rough: bool) -> f64 {
        self.scratch.copy_from_slice(&self.ends.y0);
        if !rough {
            return self.ends.t0;
        }
        let (n, middle) = (self.scratch.len(), self.tableau.stages / 2);
        let moved = &self.z[middle * n..][..n];
        self.scratch
            .iter_mut()
            .zip(moved)
            .for_each(|(y, z)| *y += z);
        self.ends.t0 + self.tableau.nodes[middle] * h
    }

    /// Solves the stages with the Jacobian of each. `None`: done; else the length to try instead.
    fn solve_coupled(&mut self, problem: &mut dyn Problem, h: f64, aim: Aim) -> Option<f64> {
        self.predict(h);
        for z in self.z.chunks_exact_mut(self.ends.y0.len()) {
            // Near a singular position multipliers are no polynomials.
            z[problem.differential()..].fill(0.0);
        }
        let outcome = self.newton.iterate_coupled(
            problem,
            &self.tableau,
            (self.ends.t0, &self.ends.y0),
            (h, aim),
            &self.weights,
            &mut self.z,
            &mut self.statistics,
        );
        match outcome {
            Iteration::Converged => None,
            _ => Some(0.6 * h),
        }
    }

    /// The error of the step in units of the tolerance.
    fn estimate(&mut self, problem: &mut dyn Problem, h: f64) -> f64 {
        let n = self.ends.y0.len();
        if !self.f0_known {
            self.statistics.rhs_evaluations += 1;
            if problem
                .rhs(self.ends.t0, &self.ends.y0, &mut self.f0)
                .is_err()
            {
                return f64::INFINITY;
            }
            self.f0_known = true;
        }
        combine(&self.tableau.start_slope, &self.z, &mut self.error, n);
        for e in &mut self.error {
            *e /= h;
        }
        problem.mass().multiply_into(&self.error, &mut self.scratch);
        for i in 0..n {
            self.error[i] = self.f0[i] - self.scratch[i];
        }
        self.newton.solve_real(h, &mut self.error);
        let mut error = ESTIMATE_SHARE * norm(&self.error, &self.weights);
        if error >= 1.0 && (self.accepted.is_none() || self.rejected_before) {
            // Once more with the slope at y₀ + err: filters errors that the stiff components forget at once.
            for i in 0..n {
                self.error[i] += self.ends.y0[i];
            }
            let mut slope = std::mem::take(&mut self.ends.dy1);
            self.statistics.rhs_evaluations += 1;
            if problem.rhs(self.ends.t0, &self.error, &mut slope).is_ok() {
                combine(&self.tableau.start_slope, &self.z, &mut self.error, n);
                for e in &mut self.error {
                    *e /= h;
                }
                problem.mass().multiply_into(&self.error, &mut self.scratch);
                for i in 0..n {
                    self.error[i] = slope[i] - self.scratch[i];
                }
                self.newton.solve_real(h, &mut self.error);
                error = ESTIMATE_SHARE * norm(&self.error, &self.weights);
            }
            self.ends.dy1 = slope;
        }
        if error.is_nan() {
            f64::INFINITY
        } else {
            error.max(1e-10)
        }
    }

    /// Length of the next step (or of the next trial) after this error: the elementary controller, and Gustafsson's
    /// prediction from two errors in a row.
    fn length_after(&mut self, problem: &dyn Problem, h: f64, error: f64) -> f64 {
        let order = (self.tableau.stages + 1) as f64;
        let safety = self.newton.safety();
        let mut quotient = error.powf(1.0 / order) / safety;
        if let (Some((old_h, old_error)), true) = (self.accepted, error < 1.0) {
            let predicted = (old_h / h) * (error * error / old_error).powf(1.0 / order) / safety;
            quotient = quotient.max(predicted);
        }
        let mut growth = (1.0 / quotient).clamp(SHRINK_MAX, GROWTH_MAX);
        if error < 1.0 && !self.newton.is_coupled() {
            // Far beyond this length the iteration would not converge: its contraction grows with h.
            let by_newton = (CONTRACTION / self.newton.contraction()).max(SHRINK_MAX);
            // Stages that have had their own Jacobians keep them until the simplified iteration is no hindrance.
            self.by_stages = if self.by_stages {
                by_newton < 0.5 * growth
            } else {
                by_newton < growth.min(1.0) && is_near(problem, h)
            };
            if !self.by_stages {
                growth = growth.min(by_newton);
            }
        }
        if error < 1.0 && self.rejected_before {
            growth = growth.min(1.0);
        }
        if self.newton.keeps_jacobian(KEEP_JACOBIAN) && (1.0..=KEEP_LENGTH).contains(&growth) {
            growth = 1.0;
        }
        h * growth
    }

    /// Length over which the polynomial in hand was found.
    fn length(&self) -> f64 {
        self.trial_length.unwrap_or(self.ends.length())
    }

    fn failure(&self, h: f64, kind: FailureKind) -> Failure {
        Failure::new(self.ends.t0, h, kind)
    }

    /// What every start has in common: weights of the new y₀.
    fn set_off(&mut self, problem: &dyn Problem) {
        let settings = &self.settings;
        problem.weights(
            &self.ends.y0,
            settings.rtol,
            settings.atol,
            &mut self.weights,
        );
        self.f0_known = false;
        self.trial_length = None;
        self.rejected_before = false;
        self.complaint = None;
    }
}

impl Stepper for Collocation {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.ends.start(problem, t, y, &mut self.statistics)?;
        self.history_length = None;
        self.accepted = None;
        self.by_stages = false;
        self.newton.forget();
        self.set_off(problem);
        Ok(())
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        let order = self.tableau.stages + 1;
        starting::length(
            problem,
            self.ends.now(),
            &self.weights,
            (order, bound),
            (&mut self.scratch, &mut self.error),
            &mut self.statistics,
        )
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        if let Some(length) = self.solve(problem, h, aim)? {
            self.rejected_before = true;
            return Ok(Trial::Retry { length });
        }
        self.trial_length = Some(h);
        self.last_error = self.estimate(problem, h);
        let next = self.length_after(problem, h, self.last_error);
        if self.last_error >= 1.0 {
            let mut failure = self.failure(h, FailureKind::StepTooSmall);
            let (worst, residual) = largest(&self.error, &self.weights);
            (failure.worst, failure.residual) = (Some(worst), residual);
            self.complaint = Some(failure);
            self.rejected_before = true;
            return Ok(Trial::Retry { length: next });
        }
        let (n, s) = (self.ends.y0.len(), self.tableau.stages);
        let last = &self.z[(s - 1) * n..];
        for i in 0..n {
            self.ends.y1[i] = self.ends.y0[i] + last[i];
        }
        combine(
            &self.tableau.slopes[(s - 1) * s..],
            &self.z,
            &mut self.ends.dy1,
            n,
        );
        for dy in &mut self.ends.dy1 {
            *dy /= h;
        }
        self.proposal = next;
        Ok(Trial::Good { next })
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    /// The polynomial stays as it was: it goes on over the little that the step was prolonged or cut by.
    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        self.ends.land(problem, t1, y1, &mut self.statistics)?;
        Ok(true)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        let h = self.length();
        self.statistics.steps += 1;
        self.accepted = Some((h, self.last_error.max(1e-2)));
        std::mem::swap(&mut self.history, &mut self.z);
        self.history_length = Some(h);
        self.ends.accept(problem);
        self.newton.age(KEEP_JACOBIAN);
        self.set_off(problem);
    }

    fn pass(&mut self, ahead: f64, length: f64) -> f64 {
        let length = pass_between(self.tableau.widest_gap(), ahead, length);
        if ahead < length {
            self.expect_singular_position();
        }
        length
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.ends.now()
    }

    fn complaint(&self) -> Option<Failure> {
        self.complaint.clone()
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Dense for Collocation {
    fn order(&self) -> u32 {
        2 * self.tableau.stages as u32 - 1
    }

    fn degree(&self) -> usize {
        self.tableau.stages
    }

    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        let h = self.length();
        let x = (t - self.ends.t0) / h;
        let (n, s) = (self.ends.y0.len(), self.tableau.stages);
        let mut row = [0.0; STAGES_MAX];
        self.tableau.values_at(x, &mut row);
        combine(&row[..s], &self.z, y, n);
        for (y, y0) in y.iter_mut().zip(&self.ends.y0) {
            *y += y0;
        }
        self.tableau.slopes_at(x, &mut row);
        combine(&row[..s], &self.z, dy, n);
        for dy in dy.iter_mut() {
            *dy /= h;
        }
    }
}

/// Is a singular position ahead within some steps of this length?
fn is_near(problem: &dyn Problem, h: f64) -> bool {
    problem
        .singular_ahead()
        .is_some_and(|ahead| ahead < NEAR * h)
}
