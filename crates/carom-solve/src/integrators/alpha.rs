//! The generalized-α family in the form of index 3: Hilber, Hughes, Taylor, and Newmark.
//!
//! Positions, velocities and the accelerations a of the method:
//!
//! ```text
//! q₁ = q₀ + h·v₀ + h²·((½ - β)·a₀ + β·a₁)            v₁ = v₀ + h·((1 - γ)·a₀ + γ·a₁)
//! (1 - αm)·a₁ + αm·a₀ = (1 - αf)·v'₁ + αf·v'₀         M·v'₁ = f(t₁, q₁, v₁, λ₁),   Φ(t₁, q₁) = 0
//! ```
//!
//! In the chart of the step's start this is the method on the group of rotations (Brüls, Cardona, Arnold 2012). Extra states of first order
//! are treated as velocities. With γ = ½ + αf - αm the order is 2: then a_n is v' at t_n + Δ·h, Δ = αm - αf, and the errors of a step are
//!
//! ```text
//! q: (β + Δ/2 - 1/6)·h²·(a₁ - a₀)        v: c·h³·v'''    c = ((1-γ)·Δ² + γ·(1+Δ)²)/2 - 1/6
//! ```
//!
//! A step of another length needs a₀ at another place: a₀ - v'₀ scales with h. At a start a₀ = v'₀ + Δ·h·v''₀, with v''₀ by a difference.
//! Without that the multipliers would start with an error of first order.
//!
//! The equations of index 3 make velocities of positions: what an iteration leaves of these, δ, is δ/h in a velocity and δ/h² in an acceleration. Steps that
//! an event cuts to next to nothing are therefore those of Taylor's series to the second order, put on the constraints.
//!
//! Sources: Hilber, Hughes, Taylor, Earthquake Eng. Struct. Dyn. 5 (1977) 283; Chung, Hulbert, J. Appl. Mech. 60 (1993) 371; Arnold,
//! Brüls, Multibody Syst. Dyn. 18 (2007) 185; Newmark, J. Eng. Mech. Div. 85 (1959) 67.

use super::corrector::{Corrector, Formula};
use super::ends::Ends;
use super::norms::{largest, norm};
use super::profile::{Integrator, Profile};
use super::step::{Dense, Inside, Step};
use super::stepper::{Aim, Stepper, Trial};
use super::{hermite, starting};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Formulation, Problem};

/// Bounds of the factor from one step's length to the next; growth below the least is not worth a new matrix.
const GROWTH_MAX: f64 = 2.0;
const GROWTH_LEAST: f64 = 1.2;
const SHRINK_MAX: f64 = 0.25;
/// The part of the tolerance that a step of the proposed length should use.
const SHARE: f64 = 0.5;
/// A step shorter than this part of the last one is taken by Taylor's series: its error, h³·v''/6 and h²·v''/2, is below that of the last step by 1e-9 and 1e-6.
const SHORT: f64 = 1e-3;
/// Newton contraction below which the Jacobian of an earlier step is kept.
const KEEP_JACOBIAN: f64 = 0.1;

/// One of the family.
pub struct Alpha {
    name: &'static str,
    aliases: &'static [&'static str],
    text: &'static str,
    purpose: &'static str,
    order: u32,
    parameters: Parameters,
}

#[derive(Clone, Copy, Debug)]
struct Parameters {
    alpha_m: f64,
    alpha_f: f64,
    gamma: f64,
    beta: f64,
}

impl Parameters {
    /// Of second order, unconditionally stable: γ = ½ + αf - αm, β = (γ + ½)²/4.
    const fn of_second_order(alpha_m: f64, alpha_f: f64) -> Parameters {
        let gamma = 0.5 + alpha_f - alpha_m;
        Parameters {
            alpha_m,
            alpha_f,
            gamma,
            beta: 0.25 * (gamma + 0.5) * (gamma + 0.5),
        }
    }

    /// Where a stands: v' at t + Δ·h.
    fn shift(&self) -> f64 {
        self.alpha_m - self.alpha_f
    }

    /// Of the errors of q and v; those of first order dominate where they are.
    fn error_constants(&self) -> [f64; 2] {
        let (shift, gamma) = (self.shift(), self.gamma);
        let later = 1.0 + shift;
        [
            (self.beta + 0.5 * shift - 1.0 / 6.0).abs(),
            (0.5 * ((1.0 - gamma) * shift * shift + gamma * later * later) - 1.0 / 6.0).abs(),
        ]
    }
}

/// Hilber, Hughes, Taylor with their α = -0.3, the default of the decks.
pub const HHT: Alpha = Alpha {
    name: "hht",
    aliases: &["hht_i3", "i3_hht"],
    text: "Hilber-Hughes-Taylor, alpha = -0.3, order 2, variable step, index 3: constraints on positions only",
    purpose: "large models at loose tolerances: the smallest equations, high frequencies damped",
    order: 2,
    parameters: Parameters::of_second_order(0.0, 0.3),
};

/// Newmark with β = 0.36 and γ = 0.7, the defaults of the decks.
pub const NEWMARK: Alpha = Alpha {
    name: "newmark",
    aliases: &["newmark_i3", "i3_newmark"],
    text: "Newmark, beta = 0.36, gamma = 0.7, order 1, variable step, index 3: constraints on positions only",
    purpose: "decks that name it; everything else does it better",
    order: 1,
    parameters: Parameters {
        alpha_m: 0.0,
        alpha_f: 0.0,
        gamma: 0.7,
        beta: 0.36,
    },
};

impl Integrator for Alpha {
    fn name(&self) -> &'static str {
        self.name
    }
    fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }
    fn text(&self) -> &'static str {
        self.text
    }
    fn purpose(&self) -> &'static str {
        self.purpose
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [self.order; 2],
            is_stiff: true,
            finest: if self.order == 1 { 1e-5 } else { 1e-7 },
            formulation: Formulation::Positions,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        Box::new(Method::new(self.parameters, self.order, problem, settings))
    }
}

struct Method {
    parameters: Parameters,
    order: u32,
    corrector: Corrector,
    positions: usize,
    /// Unknowns whose errors are not tested.
    untested: Vec<usize>,
    nd: usize,
    ends: Ends,
    weights: Vec<f64>,
    /// The method's accelerations (rates of all unknowns from the velocities on, length n) at both ends, the first as of a step of
    /// `shifted_for`.
    a0: Vec<f64>,
    a1: Vec<f64>,
    shifted_for: f64,
    /// Length of the last step that the method took, or that it asked for since; whether the step in hand is shorter by [`SHORT`].
    usual: f64,
    is_short: bool,
    /// v'' before the step: the last difference of the accelerations, per time.
    jerk: Vec<f64>,
    /// Guess, slopes there, z.
    guess: Vec<f64>,
    slope: Vec<f64>,
    z: Vec<f64>,
    error: Vec<f64>,
    rejected_before: bool,
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

impl Method {
    fn new(
        parameters: Parameters,
        order: u32,
        problem: &dyn Problem,
        settings: &Settings,
    ) -> Method {
        let n = problem.dimension();
        let zeros = || vec![0.0; n];
        Method {
            parameters,
            order,
            corrector: Corrector::new(problem, settings),
            positions: problem.positions(),
            untested: problem.untested(),
            nd: problem.differential(),
            ends: Ends::new(n),
            weights: vec![1.0; n],
            a0: zeros(),
            a1: zeros(),
            shifted_for: 1.0,
            usual: 0.0,
            is_short: false,
            jerk: zeros(),
            guess: zeros(),
            slope: zeros(),
            z: zeros(),
            error: zeros(),
            rejected_before: false,
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
        }
    }

    /// Moves a₀ to where a step of length `h` wants it.
    fn shift(&mut self, h: f64) {
        let ratio = h / self.shifted_for;
        for k in self.positions..self.nd {
            self.a0[k] = self.ends.dy0[k] + (self.a0[k] - self.ends.dy0[k]) * ratio;
        }
        self.shifted_for = h;
    }

    /// The end of the step if v' went on as it changes now, and what z then adds: v₁ = guess + z, v'₁ = slope + lead/h·z.
    fn predict(&mut self, h: f64) -> Formula {
        let p = self.parameters;
        let (n, positions) = (self.ends.y0.len(), self.positions);
        for k in positions..self.nd {
            let a1 = self.a0[k] + h * self.jerk[k];
            let mean = (1.0 - p.gamma) * self.a0[k] + p.gamma * a1;
            self.guess[k] = self.ends.y0[k] + h * mean;
            self.slope[k] = ((1.0 - p.alpha_m) * a1 + p.alpha_m * self.a0[k]
                - p.alpha_f * self.ends.dy0[k])
                / (1.0 - p.alpha_f);
            self.a1[k] = a1;
        }
        for q in 0..positions {
            let (v, a0, a1) = (
                positions + q,
                self.a0[positions + q],
                self.a1[positions + q],
            );
            let mean = (0.5 - p.beta) * a0 + p.beta * a1;
            self.guess[q] = self.ends.y0[q] + h * (self.ends.y0[v] + h * mean);
            self.slope[q] = 0.0;
        }
        for k in self.nd..n {
            self.guess[k] = self.ends.y0[k];
            self.slope[k] = 0.0;
        }
        Formula {
            lead: (1.0 - p.alpha_m) / ((1.0 - p.alpha_f) * p.gamma),
            tie: (positions > 0).then_some(p.beta / p.gamma),
        }
    }

    /// Solves the step. `None`: done; else the length to try instead.
    fn solve(
        &mut self,
        problem: &mut dyn Problem,
        (h, aim): (f64, Aim),
        formula: Formula,
    ) -> Result<Option<f64>, Failure> {
        let solved = self.corrector.solve(
            problem,
            (self.ends.t0, &self.ends.y0),
            (self.ends.t1, h, aim),
            (&self.guess, &self.slope),
            formula,
            &self.weights,
            &mut self.z,
            &mut self.statistics,
        )?;
        Ok(solved.map(|(length, complaint)| {
            self.complaint = Some(complaint);
            length
        }))
    }

    /// The end of the step from z.
    fn finish(&mut self, h: f64, formula: Formula) {
        let p = self.parameters;
        for k in 0..self.z.len() {
            self.ends.y1[k] = self.guess[k] + self.z[k];
        }
        for k in self.positions..self.nd {
            self.ends.dy1[k] = self.slope[k] + formula.lead / h * self.z[k];
            self.a1[k] += self.z[k] / (p.gamma * h);
        }
        self.ends.dy1[self.nd..].fill(0.0);
    }

    /// The error of the step in units of the tolerance; leaves it in `error`.
    fn estimate(&mut self, h: f64) -> f64 {
        let [of_positions, of_velocities] = self.parameters.error_constants();
        let first_order = (self.parameters.gamma + self.parameters.shift() - 0.5).abs();
        // The two parts are added as norms: the signs of their components depend on the axes.
        self.error.fill(0.0);
        for k in self.positions..self.nd {
            self.error[k] = h * first_order * (self.a1[k] - self.a0[k]);
        }
        self.leave_out_untested();
        let of_change = norm(&self.error, &self.weights);
        for k in self.positions..self.nd {
            let bend = self.a1[k] - self.a0[k] - h * self.jerk[k];
            self.error[k] = h * of_velocities * bend;
        }
        for q in 0..self.positions {
            let v = self.positions + q;
            self.error[q] = of_positions * h * h * (self.a1[v] - self.a0[v]);
        }
        self.leave_out_untested();
        norm(&self.error, &self.weights) + of_change
    }

    /// A step of next to no length: y₁ = y₀ + h·y'₀ + h²/2·q''₀ on the constraints. `false`: the model refuses it.
    fn take_short_step(&mut self, problem: &mut dyn Problem, h: f64) -> bool {
        let (nd, positions) = (self.nd, self.positions);
        let (t0, t1) = (self.ends.t0, self.ends.t1);
        // Those of the method may be of the last step's rounding.
        self.statistics.rhs_evaluations += 1;
        if problem
            .derivative(t0, &self.ends.y0[..nd], &mut self.slope[..nd])
            .is_err()
        {
            return false;
        }
        self.ends.y1.copy_from_slice(&self.ends.y0);
        for k in 0..nd {
            self.ends.y1[k] += h * self.slope[k];
        }
        for q in 0..positions {
            self.ends.y1[q] += 0.5 * h * h * self.slope[positions + q];
        }
        if problem.project(t1, &mut self.ends.y1[..nd]).is_err() {
            return false;
        }
        self.statistics.rhs_evaluations += 1;
        let found = problem.derivative(t1, &self.ends.y1[..nd], &mut self.ends.dy1[..nd]);
        self.ends.dy1[nd..].fill(0.0);
        // As of a step of the usual length: over this one the difference would be rounding.
        let shift = self.usual * self.parameters.shift();
        for k in positions..nd {
            self.a1[k] = self.ends.dy1[k] + shift * self.jerk[k];
        }
        found.is_ok()
            && self
                .ends
                .y1
                .iter()
                .chain(&self.ends.dy1)
                .all(|x| x.is_finite())
    }

    fn leave_out_untested(&mut self) {
        for &k in &self.untested {
            self.error[k] = 0.0;
        }
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
        self.rejected_before = false;
        self.complaint = None;
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.ends.start(problem, t, y, &mut self.statistics)?;
        self.a0.copy_from_slice(&self.ends.dy0);
        self.jerk.fill(0.0);
        self.shifted_for = 1.0;
        self.corrector.forget();
        self.set_off(problem);
        Ok(())
    }

    fn starts_at_once(&self) -> bool {
        false
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        let length = starting::length(
            problem,
            self.ends.now(),
            &self.weights,
            (3, bound),
            (&mut self.guess, &mut self.slope),
            &mut self.statistics,
        )?;
        // v'' over a part of that length, for a₀ and for the first guess; where v' begins as a root, over all of it.
        let ahead = if problem.is_rough() {
            length
        } else {
            0.01 * length
        };
        let nd = self.nd;
        for k in 0..nd {
            self.guess[k] = self.ends.y0[k] + ahead * self.ends.dy0[k];
        }
        self.statistics.rhs_evaluations += 1;
        let later = problem.derivative(
            self.ends.t0 + ahead,
            &self.guess[..nd],
            &mut self.slope[..nd],
        );
        for k in self.positions..nd {
            let jerk = (self.slope[k] - self.ends.dy0[k]) / ahead;
            self.jerk[k] = if later.is_ok() && jerk.is_finite() {
                jerk
            } else {
                0.0
            };
            self.a0[k] = self.ends.dy0[k] + self.parameters.shift() * length * self.jerk[k];
        }
        (self.shifted_for, self.usual) = (length, length);
        Ok(length)
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        self.is_short = h < SHORT * self.usual;
        if self.is_short {
            return Ok(match self.take_short_step(problem, h) {
                true => Trial::Good { next: self.usual },
                false => Trial::Retry { length: 0.25 * h },
            });
        }
        self.shift(h);
        let formula = self.predict(h);
        if let Some(length) = self.solve(problem, (h, aim), formula)? {
            self.rejected_before = true;
            self.usual = length;
            return Ok(Trial::Retry { length });
        }
        self.finish(h, formula);
        let error = self.estimate(h);
        let growth = (SHARE / error.max(1e-10)).powf(1.0 / f64::from(self.order + 1));
        if !(error < 1.0) {
            let mut failure = Failure::new(self.ends.t0, h, FailureKind::StepTooSmall);
            let (worst, residual) = largest(&self.error, &self.weights);
            (failure.worst, failure.residual) = (Some(worst), residual);
            self.complaint = Some(failure);
            self.rejected_before = true;
            let length = h * growth.clamp(SHRINK_MAX, 0.9);
            self.usual = length;
            return Ok(Trial::Retry { length });
        }
        // The slopes of positions are those that velocities make in the chart.
        let positions = self.positions;
        if positions > 0 {
            self.statistics.rhs_evaluations += 1;
            if let Err(fault) = problem.rhs(t1, &self.ends.y1, &mut self.error) {
                self.complaint = Some(Failure::new(self.ends.t0, h, FailureKind::Model(fault)));
                return Ok(Trial::Retry { length: 0.25 * h });
            }
            self.ends.dy1[..positions].copy_from_slice(&self.error[..positions]);
        }
        let factor = if growth < 1.0 {
            growth.max(0.5)
        } else if growth >= GROWTH_LEAST && !self.rejected_before {
            growth.min(GROWTH_MAX)
        } else {
            1.0
        };
        Ok(Trial::Good { next: h * factor })
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.statistics.steps += 1;
        let h = self.ends.length();
        if !self.is_short {
            for k in self.positions..self.nd {
                self.jerk[k] = (self.a1[k] - self.a0[k]) / h;
            }
            self.usual = h;
        }
        self.shifted_for = self.usual;
        std::mem::swap(&mut self.a0, &mut self.a1);
        self.ends.accept(problem);
        self.corrector.age(KEEP_JACOBIAN);
        self.set_off(problem);
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

impl Dense for Method {
    fn order(&self) -> u32 {
        2
    }

    fn degree(&self) -> usize {
        3
    }

    fn inside(&self, _: &mut dyn FnMut(f64, &[f64])) -> Inside {
        Inside::Cubic
    }

    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        hermite::cubic(&self.step(), t, y, dy);
    }
}
