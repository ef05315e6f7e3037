//! The classical Runge-Kutta method of order 4 with a fixed step.
//!
//! The step is [`Settings::h_max`]; only steps that end on an event or on the end of the run are shorter. Cubic Hermite dense output.

use super::ends::Ends;
use super::hermite;
use super::profile::{Integrator, OnGuard, Profile};
use super::step::{Dense, Inside, Step};
use super::stepper::{Aim, Stepper, Trial};
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
            ends: Ends::new(n),
            stage: vec![0.0; nd],
            slope: vec![0.0; nd],
            length: settings.h_max,
            statistics: Statistics::default(),
        })
    }
}

struct Method {
    nd: usize,
    ends: Ends,
    stage: Vec<f64>,
    slope: Vec<f64>,
    length: f64,
    statistics: Statistics,
}

impl Method {
    fn advance(&mut self, problem: &mut dyn Problem, h: f64) -> Result<(), Fault> {
        let nd = self.nd;
        self.slope.copy_from_slice(&self.ends.dy0[..nd]);
        self.ends.y1.copy_from_slice(&self.ends.y0);
        // (part of the step where the next slope is taken, weight of this one)
        for (part, weight) in [
            (0.5, 1.0 / 6.0),
            (0.5, 1.0 / 3.0),
            (1.0, 1.0 / 3.0),
            (0.0, 1.0 / 6.0),
        ] {
            for i in 0..nd {
                self.ends.y1[i] += weight * h * self.slope[i];
                self.stage[i] = self.ends.y0[i] + part * h * self.slope[i];
            }
            if part > 0.0 {
                self.statistics.rhs_evaluations += 1;
                problem.derivative(self.ends.t0 + part * h, &self.stage, &mut self.slope)?;
            }
        }
        problem.project(self.ends.t1, &mut self.ends.y1[..nd])?;
        self.statistics.rhs_evaluations += 1;
        problem.derivative(self.ends.t1, &self.ends.y1[..nd], &mut self.ends.dy1[..nd])
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.ends.start(problem, t, y, &mut self.statistics)?;
        Ok(())
    }

    fn first_length(&mut self, _: &mut dyn Problem, _: f64) -> Result<f64, Failure> {
        if self.length.is_finite() && self.length > 0.0 {
            Ok(self.length)
        } else {
            Err(Failure::new(self.ends.t0, 0.0, FailureKind::NoStepLength))
        }
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, _: Aim) -> Result<Trial, Failure> {
        let h = t1 - self.ends.t0;
        self.ends.t1 = t1;
        // A fixed step has no shorter one to try.
        self.advance(problem, h)
            .map_err(|fault| Failure::new(self.ends.t0, h, FailureKind::Model(fault)))?;
        if let Some(worst) = self.ends.dy1.iter().position(|v| !v.is_finite()) {
            return Err(Failure {
                worst: Some(worst),
                ..Failure::new(self.ends.t0, h, FailureKind::NotFinite)
            });
        }
        Ok(Trial::Good { next: self.length })
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        self.ends.land(problem, t1, y1, &mut self.statistics)?;
        Ok(true)
    }

    fn step(&self) -> Step<'_> {
        self.ends.step(self)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.statistics.steps += 1;
        self.ends.accept(problem);
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.ends.now()
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
    fn order(&self) -> u32 {
        4
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
