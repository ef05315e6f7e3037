//! The classical Runge-Kutta method of order 4 with a fixed step.
//!
//! The step is [`Settings::h_max`]; only steps that end on an event or on the end of the run are shorter. Cubic Hermite dense output.

use super::{Aim, Dense, Integrator, OnGuard, Profile, Step, Stepper, Trial, hermite, starting};
use crate::drive::{Failure, FailureKind, Settings, Statistics};
use crate::problem::{Fault, Problem};

/// The classical method of order 4.
pub struct Rk4;

impl Integrator for Rk4 {
    fn name(&self) -> &'static str {
        "rk4"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }
    fn text(&self) -> &'static str {
        "Runge-Kutta of order 4, explicit, fixed step, on the index-1 form with projection"
    }
    fn purpose(&self) -> &'static str {
        "studies of methods: the error is the step's, nothing adapts"
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [4; 2],
            is_fixed: true,
            on_guard: OnGuard::Whole,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        let (n, nd) = (problem.dimension(), problem.differential());
        Box::new(Method {
            nd,
            t0: 0.0,
            t1: 0.0,
            y0: vec![0.0; n],
            y1: vec![0.0; n],
            dy0: vec![0.0; n],
            dy1: vec![0.0; n],
            stage: vec![0.0; nd],
            slope: vec![0.0; nd],
            length: settings.h_max,
            statistics: Statistics::default(),
        })
    }
}

struct Method {
    nd: usize,
    t0: f64,
    t1: f64,
    y0: Vec<f64>,
    y1: Vec<f64>,
    dy0: Vec<f64>,
    dy1: Vec<f64>,
    stage: Vec<f64>,
    slope: Vec<f64>,
    length: f64,
    statistics: Statistics,
}

impl Method {
    fn advance(&mut self, problem: &mut dyn Problem, h: f64) -> Result<(), Fault> {
        let nd = self.nd;
        self.slope.copy_from_slice(&self.dy0[..nd]);
        self.y1.copy_from_slice(&self.y0);
        // (part of the step where the next slope is taken, weight of this one)
        for (part, weight) in [
            (0.5, 1.0 / 6.0),
            (0.5, 1.0 / 3.0),
            (1.0, 1.0 / 3.0),
            (0.0, 1.0 / 6.0),
        ] {
            for i in 0..nd {
                self.y1[i] += weight * h * self.slope[i];
                self.stage[i] = self.y0[i] + part * h * self.slope[i];
            }
            if part > 0.0 {
                self.statistics.rhs_evaluations += 1;
                problem.derivative(self.t0 + part * h, &self.stage, &mut self.slope)?;
            }
        }
        problem.project(self.t1, &mut self.y1[..nd])?;
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.t1, &self.y1[..nd], &mut self.dy1[..nd])
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        (self.t0, self.t1) = (t, t);
        self.y0.copy_from_slice(y);
        self.y1.copy_from_slice(y);
        starting::rates(problem, t, &self.y0, &mut self.dy0, &mut self.statistics)?;
        self.dy1.copy_from_slice(&self.dy0);
        Ok(())
    }

    fn first_length(&mut self, _: &mut dyn Problem, _: f64) -> Result<f64, Failure> {
        if self.length.is_finite() && self.length > 0.0 {
            Ok(self.length)
        } else {
            Err(Failure::new(self.t0, 0.0, FailureKind::NoStepLength))
        }
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, _: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.t0;
        self.t1 = t1;
        // A fixed step has no shorter one to try.
        self.advance(problem, h)
            .map_err(|fault| Failure::new(self.t0, h, FailureKind::Model(fault)))?;
        if let Some(worst) = self.dy1.iter().position(|v| !v.is_finite()) {
            return Err(Failure {
                worst: Some(worst),
                ..Failure::new(self.t0, h, FailureKind::NotFinite)
            });
        }
        Ok(Trial::Good { next: self.length })
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        self.t1 = t1;
        self.y1[..self.nd].copy_from_slice(y1);
        self.statistics.rhs_evaluations += 1;
        problem.derivative(t1, y1, &mut self.dy1[..self.nd])?;
        Ok(true)
    }

    fn step(&self) -> Step<'_> {
        Step {
            t0: self.t0,
            t1: self.t1,
            y0: &self.y0,
            dy0: &self.dy0,
            y1: &self.y1,
            dy1: &self.dy1,
            dense: self,
        }
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.statistics.steps += 1;
        self.t0 = self.t1;
        std::mem::swap(&mut self.y0, &mut self.y1);
        std::mem::swap(&mut self.dy0, &mut self.dy1);
        problem.accept(self.t0, &mut self.y0);
        problem.accept_rates(self.t0, &self.y0, &mut self.dy0);
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        (self.t0, &self.y0, &self.dy0)
    }

    fn complaint(&self) -> Option<Failure> {
        None
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn is_fixed(&self) -> bool {
        true
    }
}

impl Dense for Method {
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        hermite::cubic(&self.step(), t, y, dy);
    }
}
