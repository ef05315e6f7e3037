//! Fehlberg's explicit pair of order 4 and 5, continued with the result of order 5.
//!
//! Works on the explicit form [`Problem::derivative`] and puts the end of each step back on the constraints. Algebraic unknowns keep the
//! values they had at the start. For outputs inside a step, a step of half its length adds a third point to the interpolation.
//!
//! Source: Fehlberg, NASA Technical Report R-315 (1969), table III; Hairer, Nørsett, Wanner, Solving Ordinary Differential
//! Equations I (1993), table II.5.1.

use super::ends::Ends;
use super::norms::{largest, norm};
use super::passing::Passing;
use super::profile::{Integrator, OnGuard, Profile};
use super::starting;
use super::step::{Dense, Inside, Step};
use super::stepper::{Aim, REACH, Stepper, Trial};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};

const STAGES: usize = 6;
const NODES: [f64; STAGES] = [0.0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0];
const ROWS: [[f64; 5]; STAGES] = [
    [0.0; 5],
    [1.0 / 4.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0],
    [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0],
    [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0],
    [
        -8.0 / 27.0,
        2.0,
        -3544.0 / 2565.0,
        1859.0 / 4104.0,
        -11.0 / 40.0,
    ],
];
/// Weights of order 5, and those of order 5 less those of order 4.
const FIFTH: [f64; STAGES] = [
    16.0 / 135.0,
    0.0,
    6656.0 / 12825.0,
    28561.0 / 56430.0,
    -9.0 / 50.0,
    2.0 / 55.0,
];
const ERROR: [f64; STAGES] = [
    1.0 / 360.0,
    0.0,
    -128.0 / 4275.0,
    -2197.0 / 75240.0,
    1.0 / 50.0,
    2.0 / 55.0,
];

/// A step, in times of decay of a slip, from which on Radau IIA takes over: within the domain of stability, which ends at 3.
/// The rate of the decay is known from above only.
const EASED: f64 = 1.0;
/// Bounds of the factor from one step's length to the next, and its safety.
const GROWTH_MAX: f64 = 5.0;
const SHRINK_MAX: f64 = 0.2;
const SAFETY: f64 = 0.9;

/// Runge-Kutta-Fehlberg 4(5).
pub struct Rkf45;

impl Integrator for Rkf45 {
    fn name(&self) -> &'static str {
        "rkf45"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &["fehlberg"]
    }
    fn text(&self) -> &'static str {
        "Runge-Kutta-Fehlberg 4(5), explicit, variable step, on the index-1 form with projection"
    }
    fn purpose(&self) -> &'static str {
        "smooth models that are not stiff, at loose tolerances"
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [5; 2],
            finest: 1e-12,
            on_guard: OnGuard::Whole,
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
    ends: Ends,
    weights: Vec<f64>,
    /// Slopes of the stages, nd each; the first is dy0.
    slopes: [Vec<f64>; STAGES],
    stage: Vec<f64>,
    error: Vec<f64>,
    /// State and rates in the middle of the step, once prepared.
    middle: Vec<f64>,
    middle_slope: Vec<f64>,
    dense_ready: bool,
    /// Are the slopes those of another length than that of the step in hand?
    landed: bool,
    /// The length that the slopes are of.
    solved: f64,
    rejected_before: bool,
    complaint: Option<Failure>,
    statistics: Statistics,
    settings: Settings,
}

impl Method {
    fn new(problem: &dyn Problem, settings: &Settings) -> Method {
        let (n, nd) = (problem.dimension(), problem.differential());
        Method {
            nd,
            ends: Ends::new(n),
            weights: vec![1.0; n],
            slopes: std::array::from_fn(|_| vec![0.0; nd]),
            stage: vec![0.0; nd],
            error: vec![0.0; nd],
            middle: vec![0.0; nd],
            middle_slope: vec![0.0; nd],
            dense_ready: false,
            landed: false,
            solved: 0.0,
            rejected_before: false,
            complaint: None,
            statistics: Statistics::default(),
            settings: *settings,
        }
    }

    /// The slopes of a step of length `h` from the start in hand.
    fn stages(&mut self, problem: &mut dyn Problem, h: f64) -> Result<(), Fault> {
        self.slopes[0].copy_from_slice(&self.ends.dy0[..self.nd]);
        for i in 1..STAGES {
            let (known, open) = self.slopes.split_at_mut(i);
            combine(&ROWS[i][..i], known, &mut self.stage);
            for (y, y0) in self.stage.iter_mut().zip(&self.ends.y0) {
                *y = y0 + h * *y;
            }
            self.statistics.rhs_evaluations += 1;
            problem.derivative(self.ends.t0 + NODES[i] * h, &self.stage, &mut open[0])?;
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

    fn refused(&mut self, h: f64, fault: Fault) -> Trial {
        self.complaint = Some(Failure::new(self.ends.t0, h, FailureKind::Model(fault)));
        self.rejected_before = true;
        Trial::Retry { length: 0.25 * h }
    }

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
        self.set_off(problem);
        Ok(())
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        starting::length(
            problem,
            self.ends.now(),
            &self.weights,
            (5, bound),
            (&mut self.stage, &mut self.error),
            &mut self.statistics,
        )
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, _: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        (self.dense_ready, self.landed) = (false, false);
        self.solved = h;
        if let Err(fault) = self.stages(problem, h) {
            return Ok(self.refused(h, fault));
        }
        combine(&ERROR, &self.slopes, &mut self.error);
        let error = h.abs() * norm(&self.error, &self.weights);
        let growth = SAFETY * error.powf(-1.0 / 5.0);
        if !(error < 1.0) {
            let (worst, residual) = largest(&self.error, &self.weights);
            let kind = if error.is_finite() {
                FailureKind::StepTooSmall
            } else {
                FailureKind::NotFinite
            };
            self.complaint = Some(Failure {
                worst: Some(worst),
                residual: residual * h.abs(),
                ..Failure::new(self.ends.t0, h, kind)
            });
            self.rejected_before = true;
            let length = h * growth.max(SHRINK_MAX);
            return Ok(Trial::Retry { length });
        }
        combine(&FIFTH, &self.slopes, &mut self.stage);
        self.ends.y1.copy_from_slice(&self.ends.y0);
        for (y1, sum) in self.ends.y1.iter_mut().zip(&self.stage) {
            *y1 += h * sum;
        }
        if let Err(fault) = self.finish(problem) {
            return Ok(self.refused(h, fault));
        }
        let most = if self.rejected_before {
            1.0
        } else {
            GROWTH_MAX
        };
        Ok(Trial::Good {
            next: h * growth.clamp(SHRINK_MAX, most),
        })
    }

    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        if self.dense_ready {
            return Ok(());
        }
        let half = 0.5 * (self.ends.length());
        self.stages(problem, half)?;
        combine(&FIFTH, &self.slopes, &mut self.middle);
        for (y, y0) in self.middle.iter_mut().zip(&self.ends.y0) {
            *y = y0 + half * *y;
        }
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.ends.t0 + half, &self.middle, &mut self.middle_slope)?;
        self.dense_ready = true;
        Ok(())
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        (self.dense_ready, self.landed) = (false, true);
        self.ends.land(problem, t1, y1, &mut self.statistics)?;
        Ok(true)
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.statistics.steps += 1;
        self.ends.accept(problem);
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
        5
    }

    fn degree(&self) -> usize {
        5
    }

    fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        if self.dense_ready {
            return Inside::Dense;
        }
        let longer = self.solved / self.ends.length();
        if (longer - 1.0).abs() > 2.0 * REACH {
            return Inside::Unknown;
        }
        for k in 1..STAGES {
            look(longer * NODES[k], &self.slopes[k]);
        }
        Inside::Stages
    }

    /// The quintic through both ends and the middle with their rates, in the variable u = x - ½ of [-½, ½]:
    /// `y = y_m + u·h·y_m' + u²·(a + b·u + c·u² + d·u³)`.
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        let h = self.ends.length();
        let u = (t - self.ends.t0) / h - 0.5;
        y.copy_from_slice(&self.ends.y0);
        dy.copy_from_slice(&self.ends.dy0);
        for i in 0..self.nd {
            let (middle, slope) = (self.middle[i], h * self.middle_slope[i]);
            // What is missing at both ends: values and slopes (times h) less those of the tangent.
            let left = self.ends.y0[i] - (middle - 0.5 * slope);
            let right = self.ends.y1[i] - (middle + 0.5 * slope);
            let (left_slope, right_slope) =
                (h * self.ends.dy0[i] - slope, h * self.ends.dy1[i] - slope);
            // Even: a/4 + c/16, a + c/2; odd: b/8 + d/32, 3b/4 + 5d/16.
            let (even, odd) = (0.5 * (right + left), 0.5 * (right - left));
            let (bend, twist) = (
                0.5 * (right_slope - left_slope),
                0.5 * (right_slope + left_slope),
            );
            let (a, c) = (8.0 * even - bend, 4.0 * bend - 16.0 * even);
            let (b, d) = (20.0 * odd - 2.0 * twist, 8.0 * twist - 48.0 * odd);
            let bracket = a + u * (b + u * (c + u * d));
            let bracket_slope = b + u * (2.0 * c + u * 3.0 * d);
            y[i] = middle + u * (slope + u * bracket);
            dy[i] = (slope + u * (2.0 * bracket + u * bracket_slope)) / h;
        }
    }
}

/// `out := Σ weight·k_stage`.
fn combine(weights: &[f64], slopes: &[Vec<f64>], out: &mut [f64]) {
    out.fill(0.0);
    for (weight, k) in weights.iter().zip(slopes) {
        if *weight != 0.0 {
            for (out, k) in out.iter_mut().zip(k) {
                *out += weight * k;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_sum_to_their_nodes() {
        for (row, node) in ROWS.iter().zip(NODES) {
            assert!((row.iter().sum::<f64>() - node).abs() < 1e-15);
        }
    }

    #[test]
    fn weights_meet_the_conditions_of_quadrature() {
        let moment = |weights: &[f64; STAGES], power: i32| -> f64 {
            weights
                .iter()
                .zip(NODES)
                .map(|(b, c)| b * c.powi(power))
                .sum()
        };
        for power in 0..5 {
            let exact = 1.0 / f64::from(power + 1);
            assert!((moment(&FIFTH, power) - exact).abs() < 1e-15, "x^{power}");
            // Both agree up to order 4.
            let error = moment(&ERROR, power);
            assert_eq!(error.abs() < 1e-15, power < 4, "x^{power}: {error:e}");
        }
    }
}
