//! Backward differentiation formulas of order 1 to 5, variable step and order.
//!
//! P is the polynomial of degree k through the last k + 1 states. The end of the step is y = P(t₁) + z, where
//!
//! ```text
//! M·(P'(t₁) + γ/h·z) = f(t₁, P(t₁) + z)         γ = Σ_{j=1..k} 1/j                    fixed leading coefficient
//!                                               γ = Σ_{j=1..k} h/(t₁ - t_{1-j})       variable coefficients
//! ```
//!
//! The first keeps its matrix while h stays; the second is the derivative of the polynomial through the points themselves. They are one
//! formula where steps are equal. The error of a step is
//!
//! ```text
//! C·z       C = max(α, |α + Σ_{j=1..k} h/(t₁ - t_{1-j}) - γ|)       α = h/(t₁ - t_{-k})
//! ```
//!
//! and that of the neighbouring orders j comes from the differences of order j + 1 through t₁.
//!
//! A run starts, and starts again after events, with steps of Radau IIA ([`super::collocation`]) until their length has settled;
//! the polynomial of the last of these steps is the history from which the formula goes on, at its full order. These steps are always made
//! in the stabilized formulation: in that of index 3 rounding errors of the reactions grow as the square of a short step shrinks.
//!
//! Sources: Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations (1996), chapter
//! 5 (fixed leading coefficient, error, choice of order); Jackson, Sacks-Davis, ACM Trans. Math. Software 6 (1980) 295.

use super::collocation::Collocation;
use super::corrector::{Corrector, Formula};
use super::ends::Ends;
use super::history::{History, Of, newton_polynomial};
use super::norms::{largest, norm};
use super::profile::{Integrator, Profile};
use super::step::{Dense, Step};
use super::stepper::{Aim, Stepper, Trial};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Formulation, Problem};

/// Highest order: from 7 on the formulas are unstable, and the sixth nearly so.
const ORDER_MAX: usize = 5;
/// Points kept: the polynomial of the highest order, and one more to judge it.
const POINTS: usize = ORDER_MAX + 2;
/// Differences through the end of a step: up to order k + 2.
const DIFFERENCES: usize = ORDER_MAX + 3;
/// Bounds of the factor from one step's length to the next; growth below the least is not worth a new matrix.
const GROWTH_MAX: f64 = 2.0;
const GROWTH_LEAST: f64 = 1.2;
const SHRINK_MAX: f64 = 0.25;
/// The part of the tolerance that a step of the proposed length should use.
const SHARE: f64 = 0.4;
/// Newton contraction below which the Jacobian of an earlier step is kept.
const KEEP_JACOBIAN: f64 = 0.1;
/// Refusals in a row after which the past says nothing about what comes.
const REFUSALS_MAX: u32 = 3;
/// In index 3 a step shorter than this part of the last one is one of a start: what Newton's iteration left of the positions before it, δ, would become a
/// velocity δ/h, which is within the tolerance over steps of the length that left it.
const SHORT: f64 = 1e-2;
/// A step of the start that may grow by less than this has settled.
const SETTLED: f64 = 2.0;

/// How the leading coefficient is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leading {
    /// That of equal steps.
    Fixed,
    /// That of the points as they lie.
    Variable,
}

/// One of the family.
pub struct Bdf {
    name: &'static str,
    aliases: &'static [&'static str],
    text: &'static str,
    purpose: &'static str,
    leading: Leading,
    formulation: Formulation,
}

/// Fixed leading coefficient, stabilized index 2.
pub const GSTIFF: Bdf = Bdf {
    name: "gstiff",
    aliases: &[
        "bdf",
        "gstiff_si2",
        "si2_gstiff",
        "dstiff",
        "hastiff",
        "hstiff",
        "constant_bdf",
    ],
    text: "BDF of order 1 to 5, fixed leading coefficient, variable step and order, stabilized index 2, started by Radau IIA",
    purpose: "smooth stiff models at loose and moderate tolerances: one factorization a step",
    leading: Leading::Fixed,
    formulation: Formulation::Stabilized,
};

/// Variable coefficients, stabilized index 2.
pub const WSTIFF: Bdf = Bdf {
    name: "wstiff",
    aliases: &["wstiff_si2", "si2_wstiff", "vstiff", "mstiff"],
    text: "BDF of order 1 to 5, variable coefficients, variable step and order, stabilized index 2, started by Radau IIA",
    purpose: "as gstiff, where the length of the steps changes often",
    leading: Leading::Variable,
    formulation: Formulation::Stabilized,
};

/// Fixed leading coefficient, index 3.
pub const GSTIFF_I3: Bdf = Bdf {
    name: "gstiff_i3",
    aliases: &[
        "i3_gstiff",
        "dstiff_i3",
        "hastiff_i3",
        "hstiff_i3",
        "constant_bdf_i3",
    ],
    text: "as gstiff, index 3: constraints on positions only, the tolerance holds for positions",
    purpose: "decks that ask for I3; velocities and reactions are less accurate than with gstiff",
    leading: Leading::Fixed,
    formulation: Formulation::Positions,
};

/// Variable coefficients, index 3.
pub const WSTIFF_I3: Bdf = Bdf {
    name: "wstiff_i3",
    aliases: &["i3_wstiff"],
    text: "as wstiff, index 3: constraints on positions only, the tolerance holds for positions",
    purpose: "decks that ask for I3; velocities and reactions are less accurate than with wstiff",
    leading: Leading::Variable,
    formulation: Formulation::Positions,
};

impl Integrator for Bdf {
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
            orders: [1, ORDER_MAX as u32],
            is_stiff: true,
            finest: 1e-10,
            formulation: self.formulation,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        Box::new(Method::new(self.leading, problem, settings))
    }
}

/// Who makes the steps.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Starting,
    Running,
}

struct Method {
    leading: Leading,
    formulation: Formulation,
    phase: Phase,
    starter: Collocation,
    /// Length that the starter proposed last.
    start_length: f64,
    /// Was the last step of the start shorter than that?
    was_cut: bool,
    /// The order with which the formula takes over from the last step of the start, if that has settled.
    takes_over: Option<usize>,
    corrector: Corrector,
    history: History,
    order: usize,
    order_max: usize,
    /// Equal steps of one order in a row, their length, and the same with the last step tried.
    even: usize,
    length: f64,
    even_now: usize,
    /// Order of the next step, as the last step tried proposes.
    next_order: usize,
    refusals: u32,
    ends: Ends,
    /// Of Newton's iteration, and of the error test: index 3 leaves the velocities out of it.
    weights: Vec<f64>,
    test: Vec<f64>,
    untested: Vec<usize>,
    /// P(t₁), P'(t₁), z.
    guess: Vec<f64>,
    slope: Vec<f64>,
    z: Vec<f64>,
    /// Differences through t₁ and the last states, of order 0 to k + 2, and the sizes j!·h^j·|D_j| of them.
    differences: Vec<Vec<f64>>,
    terms: [f64; DIFFERENCES],
    /// t₁ and the times of the last states.
    nodes: [f64; DIFFERENCES],
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

impl Method {
    fn new(leading: Leading, problem: &dyn Problem, settings: &Settings) -> Method {
        let n = problem.dimension();
        let order_max = settings
            .max_order
            .map_or(ORDER_MAX, |k| (k as usize).clamp(1, ORDER_MAX));
        let stages = if order_max <= 3 || settings.rtol > 3e-4 {
            3
        } else {
            5
        };
        Method {
            leading,
            formulation: problem.formulation(),
            phase: Phase::Starting,
            starter: Collocation::new(stages, problem, settings),
            start_length: f64::INFINITY,
            was_cut: false,
            takes_over: None,
            corrector: Corrector::new(problem, settings),
            history: History::new(Of::States, n, POINTS),
            order: 1,
            order_max,
            even: 0,
            length: 0.0,
            even_now: 0,
            next_order: 1,
            refusals: 0,
            ends: Ends::new(n),
            weights: vec![1.0; n],
            test: vec![1.0; n],
            untested: problem.untested(),
            guess: vec![0.0; n],
            slope: vec![0.0; n],
            z: vec![0.0; n],
            differences: vec![vec![0.0; n]; DIFFERENCES],
            terms: [0.0; DIFFERENCES],
            nodes: [0.0; DIFFERENCES],
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
        }
    }

    /// A trial step of the start; when its length has settled, the formula takes over behind it.
    fn attempt_start(
        &mut self,
        problem: &mut dyn Problem,
        t1: f64,
        aim: Aim,
    ) -> Result<Trial, Failure> {
        let (t0, _, _) = self.starter.now();
        let h = t1 - t0;
        self.takes_over = None;
        let trial = self.starter.attempt(problem, t1, aim)?;
        let Trial::Good { next } = trial else {
            return Ok(trial);
        };
        let most = self.settings.h_max;
        let is_cut = h < 0.9 * self.start_length.min(most);
        self.start_length = next;
        // A second short step in a row is not cut by chance: something bounds all of them.
        let bounded = std::mem::replace(&mut self.was_cut, is_cut) && is_cut;
        let settled = bounded || !(is_cut || next.min(most) > SETTLED * h);
        if aim == Aim::Event || !settled {
            return Ok(trial);
        }
        let order = self.starter.stages().min(self.order_max);
        self.sample(h, order);
        let next = self
            .length_of_first(order)
            .clamp(0.2 * h / order as f64, 2.0 * h);
        self.takes_over = Some(order);
        Ok(Trial::Good {
            next: next.min(most),
        })
    }

    /// The polynomial of the step just tried becomes the history, but for its end.
    fn sample(&mut self, h: f64, order: usize) {
        let step = self.starter.step();
        self.history.clear();
        for j in (0..=order).rev() {
            let back = j as f64 / order as f64 * h;
            let t = if j == order { step.t0 } else { step.t1 - back };
            self.history.push(t, |y, dy| step.interpolate(t, y, dy));
        }
    }

    /// A length at which the order below should meet the tolerance, by the highest difference of the history.
    fn length_of_first(&mut self, order: usize) -> f64 {
        self.history.difference_all();
        let factorial: f64 = (1..order).map(|j| j as f64).product();
        let size = norm(self.history.difference(order), &self.test);
        (SHARE / (factorial * size).max(f64::MIN_POSITIVE)).powf(1.0 / order as f64)
    }

    /// The formula goes on from the last step of the start.
    fn take_over(&mut self, problem: &mut dyn Problem, order: usize) {
        self.history.drop_newest();
        self.history.carry(problem, self.starter.step().y1);
        self.starter.accept(problem);
        let (t, y, dy) = self.starter.now();
        self.ends.t0 = t;
        self.ends.y0.copy_from_slice(y);
        self.ends.dy0.copy_from_slice(dy);
        self.keep_end();
        problem.formulate(self.formulation);
        self.phase = Phase::Running;
        (self.order, self.even, self.length) = (order, 0, 0.0);
        self.corrector.forget();
    }

    /// The start in hand is the newest point of the history.
    fn keep_end(&mut self) {
        let (y0, dy0) = (&self.ends.y0, &self.ends.dy0);
        self.history.push(self.ends.t0, |y, dy| {
            y.copy_from_slice(y0);
            dy.copy_from_slice(dy0);
        });
        self.history.difference_all();
    }

    /// Steps of the start from the state in hand: the past is forgotten.
    fn begin(&mut self, problem: &mut dyn Problem, t: f64) -> Result<(), Failure> {
        problem.formulate(Formulation::Stabilized);
        self.phase = Phase::Starting;
        self.start_length = f64::INFINITY;
        self.was_cut = false;
        self.takes_over = None;
        self.history.clear();
        self.refusals = 0;
        let y0 = std::mem::take(&mut self.ends.y0);
        let started = self.starter.start(problem, t, &y0);
        self.ends.y0 = y0;
        started
    }

    /// Whether a step of this length is one for the start, after one that was far longer.
    fn is_too_short(&self, h: f64) -> bool {
        let index_3 = self.formulation == Formulation::Positions;
        let runs = self.phase == Phase::Running;
        runs && index_3 && h < SHORT * (self.ends.t0 - self.history.time(1))
    }

    /// γ, and α and Σ h/(t₁ - t_{1-j}) of the error's constant.
    fn formula(&self, h: f64) -> (Formula, f64) {
        let t1 = self.ends.t0 + h;
        let part = |j: usize| h / (t1 - self.history.time(j));
        let variable: f64 = (0..self.order).map(part).sum();
        let fixed: f64 = (1..=self.order).map(|j| 1.0 / j as f64).sum();
        let lead = match self.leading {
            Leading::Fixed => fixed,
            Leading::Variable => variable,
        };
        let alpha = part(self.order);
        let constant = (alpha + variable - lead).abs().max(alpha);
        (Formula { lead, tie: None }, constant)
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

    /// Differences through t₁, as far as the points reach, and their sizes.
    fn difference(&mut self, h: f64) {
        let most = (self.order + 2).min(self.history.count());
        self.differences[0].copy_from_slice(&self.ends.y1);
        self.nodes[0] = self.ends.t1;
        self.terms = [f64::INFINITY; DIFFERENCES];
        let mut factor = 1.0;
        for j in 1..=most {
            let node = self.history.time(j - 1);
            let width = 1.0 / (self.ends.t1 - node);
            let (newer, older) = self.differences.split_at_mut(j);
            let before = self.history.difference(j - 1);
            for ((d, a), b) in older[0].iter_mut().zip(&newer[j - 1]).zip(before) {
                *d = (a - b) * width;
            }
            factor *= h * j as f64;
            self.terms[j] = factor * norm(&self.differences[j], &self.test);
            self.nodes[j] = node;
        }
    }

    /// Order and length of the next step after one of length `h` with this error.
    fn plan(&self, h: f64, error: f64) -> (usize, f64) {
        let (k, terms) = (self.order, &self.terms);
        // Terms of the neighbours are errors of equal steps: order j errs by h^{j+1}·y^{(j+1)}/(j+1).
        let growth = |j: usize, error: f64| (SHARE / error.max(1e-10)).powf(1.0 / (j + 1) as f64);
        let of_order = |j: usize| growth(j, terms[j + 1] / (j + 1) as f64);
        let settled = self.even_now > k;
        // Terms that no longer decrease say that the points are no smoother, or the formula no longer stable.
        let rough = k > 1 && terms[k - 1].max(terms[k]) <= terms[k + 1];
        let may_rise = k < self.order_max && terms[k + 2] < terms[k + 1];
        if h >= 0.999 * self.settings.h_max {
            // No longer steps to be had: the order that errs least.
            let rises = may_rise && terms[k + 2] / ((k + 2) as f64) < error;
            let order = match (settled, rough, rises) {
                (_, true, _) => k - 1,
                (true, false, true) => k + 1,
                _ => k,
            };
            return (order, h);
        }
        let (mut order, mut best) = (k, growth(k, error));
        if rough || (settled && k > 1 && of_order(k - 1) > best) {
            (order, best) = (k - 1, of_order(k - 1).min(best.max(1.0)));
        } else if settled && may_rise && of_order(k + 1) > best {
            (order, best) = (k + 1, of_order(k + 1));
        }
        let most = if self.refusals > 0 { 1.0 } else { GROWTH_MAX };
        let factor = if best < 1.0 {
            best.clamp(0.5, 0.9)
        } else if settled && best >= GROWTH_LEAST {
            best.min(most)
        } else {
            1.0
        };
        (order, h * factor)
    }

    /// After an error that is too large: a shorter step, a lower order.
    fn retreat(&mut self, error: f64) -> f64 {
        let k = self.order;
        let lower = self.terms[k] / k as f64;
        let mut growth = (SHARE / error).powf(1.0 / (k + 1) as f64);
        if k > 1 && lower < error {
            self.order = k - 1;
            growth = growth.max((SHARE / lower).powf(1.0 / k as f64));
        }
        if self.refusals > 0 {
            growth = growth.min(0.25);
        }
        growth.clamp(SHRINK_MAX, 0.9)
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
        self.test.copy_from_slice(&self.weights);
        for &k in &self.untested {
            self.test[k] = f64::INFINITY;
        }
        self.refusals = 0;
        self.complaint = None;
    }

    /// The step was refused; after too many refusals the method starts anew.
    fn retry(&mut self, problem: &mut dyn Problem, length: f64) -> Result<Trial, Failure> {
        self.refusals += 1;
        self.even = 0;
        if self.refusals < REFUSALS_MAX {
            return Ok(Trial::Retry { length });
        }
        self.begin(problem, self.ends.t0)?;
        let first = self.starter.first_length(problem, length)?;
        Ok(Trial::Retry {
            length: first.min(length),
        })
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.ends.y0.copy_from_slice(y);
        self.corrector.forget();
        self.complaint = None;
        self.begin(problem, t)
    }

    fn starts_at_once(&self) -> bool {
        false
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        self.starter.first_length(problem, bound)
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        if self.is_too_short(t1 - self.ends.t0) {
            self.begin(problem, self.ends.t0)?;
        }
        if self.phase == Phase::Starting {
            let trial = self.attempt_start(problem, t1, aim)?;
            self.complaint = self.starter.complaint();
            return Ok(trial);
        }
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        self.history
            .evaluate(self.order, t1, &mut self.guess, &mut self.slope);
        let (formula, constant) = self.formula(h);
        if let Some(length) = self.solve(problem, (h, aim), formula)? {
            return self.retry(problem, length);
        }
        for i in 0..self.z.len() {
            self.ends.y1[i] = self.guess[i] + self.z[i];
            self.ends.dy1[i] = self.slope[i] + formula.lead / h * self.z[i];
        }
        let error = constant * norm(&self.z, &self.test);
        self.difference(h);
        if !(error < 1.0) {
            let mut failure = Failure::new(self.ends.t0, h, FailureKind::StepTooSmall);
            let (worst, residual) = largest(&self.z, &self.test);
            (failure.worst, failure.residual) = (Some(worst), constant * residual);
            self.complaint = Some(failure);
            let length = h * self.retreat(error);
            return self.retry(problem, length);
        }
        let same = (h - self.length).abs() <= 1e-3 * h;
        self.even_now = if same { self.even + 1 } else { 1 };
        let (order, next) = self.plan(h, error);
        self.next_order = order;
        Ok(Trial::Good { next })
    }

    fn step(&self) -> Step<'_> {
        if self.phase == Phase::Starting {
            return self.starter.step();
        }
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        if self.phase == Phase::Starting {
            if let Some(order) = self.takes_over.take() {
                self.take_over(problem, order);
            } else {
                self.starter.accept(problem);
                let (t, y, _) = self.starter.now();
                self.ends.t0 = t;
                self.ends.y0.copy_from_slice(y);
            }
            self.set_off(problem);
            return;
        }
        self.statistics.steps += 1;
        self.history.carry(problem, &self.ends.y1);
        self.length = self.ends.length();
        self.ends.accept(problem);
        self.keep_end();
        self.even = if self.next_order == self.order {
            self.even_now
        } else {
            0
        };
        // An order that the points do not reach yet has to wait.
        self.order = self.next_order.min(self.history.count() - 1);
        self.corrector.age(KEEP_JACOBIAN);
        self.set_off(problem);
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        if self.phase == Phase::Starting {
            return self.starter.now();
        }
        self.ends.now()
    }

    fn complaint(&self) -> Option<Failure> {
        self.complaint.clone()
    }

    fn statistics(&self) -> Statistics {
        self.statistics.plus(&self.starter.statistics())
    }
}

impl Dense for Method {
    fn order(&self) -> u32 {
        self.order as u32
    }

    fn degree(&self) -> usize {
        self.order
    }

    /// The polynomial of degree k through the end and the last states.
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        let k = self.order;
        newton_polynomial(&self.differences[..=k], &self.nodes[..k], t, y, dy);
    }
}
