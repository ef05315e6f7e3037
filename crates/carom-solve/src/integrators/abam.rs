//! Adams' formulas of order 1 to 12, variable step and order: predict, evaluate, correct, evaluate.
//!
//! P is the polynomial of degree k - 1 through the last k rates.
//!
//! ```text
//! p = y₀ + ∫ P dt               Δ = f(t₁, p) - P(t₁)               (Bashforth)
//! y₁ = p + w_k·Δ                w_j = ∫ Π_{i<j} (t - t_i)/(t₁ - t_i) dt     (Moulton, order k + 1)
//! ```
//!
//! The error of the result of order k is (w_k - w_{k-1})·Δ; the one of order k + 1 goes on. The integrals run from t₀ to t₁ and are done by
//! Gauss, exactly. Works on the explicit form [`Problem::derivative`] and puts the end of each step back on the constraints. Algebraic
//! unknowns keep the values they had at the start.
//!
//! Source: Shampine, Gordon, Computer Solution of Ordinary Differential Equations: The Initial Value Problem (1975).

use super::ends::Ends;
use super::history::{History, Of};
use super::norms::{largest, norm};
use super::passing::Passing;
use super::profile::{Integrator, Profile};
use super::starting;
use super::step::{Dense, Step};
use super::stepper::{Aim, Stepper, Trial};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};

/// A step, in times of decay of a slip, from which on Radau IIA takes over: within the domain of stability, which ends at 1 and less.
/// The rate of the decay is known from above only.
const EASED: f64 = 0.2;
/// Highest order of the predictor.
const ORDER_MAX: usize = 12;
/// Points kept: those of the highest order, and one more to judge it.
const POINTS: usize = ORDER_MAX + 1;
/// Differences through the end of a step: up to order k + 1.
const DIFFERENCES: usize = ORDER_MAX + 2;
/// Errors of equal steps: order k errs by |γ*_k|·h·h^k·f^(k); the coefficients of Moulton's formulas from k = 1.
const MOULTON: [f64; ORDER_MAX + 1] = [
    1.0 / 2.0,
    1.0 / 12.0,
    1.0 / 24.0,
    19.0 / 720.0,
    3.0 / 160.0,
    863.0 / 60480.0,
    275.0 / 24192.0,
    33953.0 / 3_628_800.0,
    8183.0 / 1_036_800.0,
    3_250_433.0 / 479_001_600.0,
    0.00592406,
    0.00523669,
    0.00467750,
];
/// The part of the tolerance that a step of the proposed length should use.
const SHARE: f64 = 0.5;
/// Refusals in a row after which the past says nothing about what comes.
const REFUSALS_MAX: u32 = 3;
/// Gauss' nodes and weights on [-1, 1], exact for polynomials of degree 13.
const GAUSS: [(f64, f64); 7] = [
    (-0.949_107_912_342_758_5, 0.129_484_966_168_869_7),
    (-0.741_531_185_599_394_5, 0.279_705_391_489_276_64),
    (-0.405_845_151_377_397_2, 0.381_830_050_505_118_9),
    (0.0, 0.417_959_183_673_469_4),
    (0.405_845_151_377_397_2, 0.381_830_050_505_118_9),
    (0.741_531_185_599_394_5, 0.279_705_391_489_276_64),
    (0.949_107_912_342_758_5, 0.129_484_966_168_869_7),
];

/// Adams-Bashforth-Moulton.
pub struct Abam;

impl Integrator for Abam {
    fn name(&self) -> &'static str {
        "abam"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &["adams"]
    }
    fn text(&self) -> &'static str {
        "Adams-Bashforth-Moulton of order 1 to 12, explicit, variable step and order, on the index-1 form with projection"
    }
    fn purpose(&self) -> &'static str {
        "smooth models that are not stiff and whose forces are expensive: two evaluations a step"
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [1, ORDER_MAX as u32],
            finest: 1e-12,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        let method = Method::new(problem, settings);
        Box::new(Passing::new(method, problem, settings).easing(EASED))
    }
}

struct Method {
    nd: usize,
    history: History,
    order: usize,
    order_max: usize,
    /// Orders and lengths still rise with each step since the start.
    rising: bool,
    /// Equal steps of one order in a row, their length, and the same with the last step tried.
    even: usize,
    length: f64,
    even_now: usize,
    next_order: usize,
    refusals: u32,
    ends: Ends,
    weights: Vec<f64>,
    /// P(t₁), Δ, and room for slopes.
    guess: Vec<f64>,
    delta: Vec<f64>,
    scratch: Vec<f64>,
    /// Differences of the rates through t₁, of order 0 to k + 1, their nodes, and the sizes j!·h^j·|D_j|.
    differences: Vec<Vec<f64>>,
    nodes: [f64; DIFFERENCES],
    terms: [f64; DIFFERENCES],
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

/// `∫ Π_{i<j} (t - node_i) dt` from `a` to `b`, for j up to the number of nodes.
fn integrals(nodes: &[f64], a: f64, b: f64) -> [f64; DIFFERENCES] {
    let mut sums = [0.0; DIFFERENCES];
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    for (node, weight) in GAUSS {
        let t = middle + half * node;
        let mut product = half * weight;
        sums[0] += product;
        for (sum, node) in sums[1..].iter_mut().zip(nodes) {
            product *= t - node;
            *sum += product;
        }
    }
    sums
}

impl Method {
    fn new(problem: &dyn Problem, settings: &Settings) -> Method {
        let (n, nd) = (problem.dimension(), problem.differential());
        Method {
            nd,
            history: History::new(Of::Rates, nd, POINTS),
            order: 1,
            order_max: settings
                .max_order
                .map_or(ORDER_MAX, |k| (k as usize).clamp(1, ORDER_MAX)),
            rising: true,
            even: 0,
            length: 0.0,
            even_now: 0,
            next_order: 1,
            refusals: 0,
            ends: Ends::new(n),
            weights: vec![1.0; n],
            guess: vec![0.0; nd],
            delta: vec![0.0; nd],
            scratch: vec![0.0; nd],
            differences: vec![vec![0.0; nd]; DIFFERENCES],
            nodes: [0.0; DIFFERENCES],
            terms: [f64::INFINITY; DIFFERENCES],
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
        }
    }

    /// Prediction and correction into y₁; the error of the result of order k into `scratch`.
    fn advance(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        let (k, nd) = (self.order, self.nd);
        let nodes: &[f64] = &self.history.times()[..k];
        let integral = integrals(nodes, self.ends.t0, self.ends.t1);
        self.ends.y1.copy_from_slice(&self.ends.y0);
        for (j, integral) in integral[..k].iter().enumerate() {
            for (y, d) in self.ends.y1.iter_mut().zip(self.history.difference(j)) {
                *y += integral * d;
            }
        }
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.ends.t1, &self.ends.y1[..nd], &mut self.delta)?;
        self.history
            .evaluate(k - 1, self.ends.t1, &mut self.guess, &mut self.scratch);
        let last: f64 = nodes[..k - 1]
            .iter()
            .map(|node| self.ends.t1 - node)
            .product();
        let lower = integral[k - 1] / last;
        let upper = integral[k] / (last * (self.ends.t1 - nodes[k - 1]));
        for i in 0..nd {
            self.delta[i] -= self.guess[i];
            self.ends.y1[i] += upper * self.delta[i];
            self.scratch[i] = (upper - lower) * self.delta[i];
        }
        Ok(())
    }

    /// Puts y₁ on the constraints and finds its rates.
    fn finish(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        let nd = self.nd;
        problem.project(self.ends.t1, &mut self.ends.y1[..nd])?;
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.ends.t1, &self.ends.y1[..nd], &mut self.ends.dy1[..nd])
    }

    /// Differences of the rates through t₁, as far as the points reach, and their sizes.
    fn difference(&mut self, h: f64) {
        let most = (self.order + 1).min(self.history.count());
        self.differences[0].copy_from_slice(&self.ends.dy1[..self.nd]);
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
            self.terms[j] = factor * norm(&self.differences[j], &self.weights[..self.nd]);
            self.nodes[j] = node;
        }
    }

    /// Order and length of the next step after one of length `h` with this error.
    fn plan(&mut self, h: f64, error: f64) -> (usize, f64) {
        let (k, terms) = (self.order, self.terms);
        let of_order = |j: usize| MOULTON[j - 1] * h * terms[j];
        let growth = |j: usize, error: f64| (SHARE / error.max(1e-12)).powf(1.0 / (j + 1) as f64);
        let at_most = h >= 0.999 * self.settings.h_max;
        let rough = match k {
            1 => false,
            2 => of_order(1) <= 0.5 * of_order(2),
            _ => of_order(k - 1).max(of_order(k - 2)) <= of_order(k),
        };
        let rises = self.rising && !at_most && !rough && self.refusals == 0;
        if rises && growth(k, error) >= 2.0 {
            return ((k + 1).min(self.order_max), 2.0 * h);
        }
        self.rising = false;
        let settled = self.even_now > k;
        let (mut order, mut error) = (k, error);
        let may_rise = settled && k < self.order_max && {
            let needed = if k == 1 { 0.5 } else { 1.0 };
            of_order(k + 1) < needed * of_order(k)
        };
        if rough && !at_most {
            (order, error) = (k - 1, of_order(k - 1));
        } else if may_rise {
            (order, error) = (k + 1, of_order(k + 1));
        }
        let growth = growth(order, error);
        let factor = if growth < 1.0 {
            growth.clamp(0.5, 0.9)
        } else if growth >= 2.0 && self.refusals == 0 {
            2.0
        } else {
            1.0
        };
        (order, h * factor)
    }

    fn refused(&mut self, h: f64, fault: Fault) -> Trial {
        self.complaint = Some(Failure::new(self.ends.t0, h, FailureKind::Model(fault)));
        self.retry(0.25 * h)
    }

    fn retry(&mut self, length: f64) -> Trial {
        self.refusals += 1;
        self.rising = false;
        self.even = 0;
        if self.refusals >= REFUSALS_MAX {
            self.order = 1;
        }
        Trial::Retry { length }
    }

    /// The start in hand is the newest point of the history.
    fn keep_end(&mut self) {
        let (nd, y0, dy0) = (self.nd, &self.ends.y0, &self.ends.dy0);
        self.history.push(self.ends.t0, |y, dy| {
            y.copy_from_slice(&y0[..nd]);
            dy.copy_from_slice(&dy0[..nd]);
        });
        self.history.difference_all();
    }

    fn set_off(&mut self, problem: &dyn Problem) {
        let settings = &self.settings;
        problem.weights(
            &self.ends.y0,
            settings.rtol,
            settings.atol,
            &mut self.weights,
        );
        self.refusals = 0;
        self.complaint = None;
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.ends.start(problem, t, y, &mut self.statistics)?;
        self.history.clear();
        self.keep_end();
        (self.order, self.rising, self.even) = (1, true, 0);
        self.set_off(problem);
        Ok(())
    }

    fn starts_at_once(&self) -> bool {
        false
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        starting::length(
            problem,
            self.ends.now(),
            &self.weights,
            (2, bound),
            (&mut self.guess, &mut self.scratch),
            &mut self.statistics,
        )
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, _: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        if let Err(fault) = self.advance(problem) {
            return Ok(self.refused(h, fault));
        }
        let error = norm(&self.scratch, &self.weights[..self.nd]);
        if !(error < 1.0) {
            let (worst, residual) = largest(&self.scratch, &self.weights[..self.nd]);
            let kind = if error.is_finite() {
                FailureKind::StepTooSmall
            } else {
                FailureKind::NotFinite
            };
            self.complaint = Some(Failure {
                worst: Some(worst),
                residual,
                ..Failure::new(self.ends.t0, h, kind)
            });
            let growth = (SHARE / error).powf(1.0 / (self.order + 1) as f64);
            let most = if self.refusals > 0 { 0.5 } else { 0.9 };
            return Ok(self.retry(h * growth.max(0.1).min(most)));
        }
        if let Err(fault) = self.finish(problem) {
            return Ok(self.refused(h, fault));
        }
        self.difference(h);
        let same = (h - self.length).abs() <= 1e-3 * h;
        self.even_now = if same { self.even + 1 } else { 1 };
        let (order, next) = self.plan(h, error);
        self.next_order = order;
        Ok(Trial::Good { next })
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
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
        self.order = self.next_order.min(self.history.count());
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
        self.order as u32
    }

    fn degree(&self) -> usize {
        self.order + 1
    }

    /// The integral of the polynomial Q of degree k through the rates at the end and at the last points, tilted to meet y₁.
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        let (k, nd) = (self.order, self.nd);
        let nodes = &self.nodes[..k];
        let x = (t - self.ends.t0) / (self.ends.length());
        let (part, whole) = (
            integrals(nodes, self.ends.t0, t),
            integrals(nodes, self.ends.t0, self.ends.t1),
        );
        y.copy_from_slice(&self.ends.y0);
        for i in 0..nd {
            y[i] += x * (self.ends.y1[i] - self.ends.y0[i]);
        }
        for j in 0..=k {
            let factor = part[j] - x * whole[j];
            for (y, d) in y.iter_mut().zip(&self.differences[j]) {
                *y += factor * d;
            }
        }
        dy.copy_from_slice(&self.ends.dy0);
        dy[..nd].fill(0.0);
        let mut product = 1.0;
        for j in 0..=k {
            for (dy, d) in dy.iter_mut().zip(&self.differences[j]) {
                *dy += product * d;
            }
            product *= t - nodes.get(j).copied().unwrap_or(t);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficients_of_moulton_are_integrals() {
        // γ*_k = ∫ Π_{i<k} (s - 1 + i)/(i + 1) ds over [0, 1]: nodes 1, 0, -1, ...
        for (k, expected) in (1..).zip(MOULTON) {
            let nodes: Vec<f64> = (0..k).map(|i| 1.0 - f64::from(i)).collect();
            let factorial: f64 = (1..=k).map(f64::from).product();
            let value = integrals(&nodes, 0.0, 1.0)[k as usize].abs() / factorial;
            // The last three are given to six digits.
            assert!(
                (value / expected - 1.0).abs() < 1e-5,
                "{k}: {value} {expected}"
            );
        }
    }
}
