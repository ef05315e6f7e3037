//! The method that a run takes where nobody names one: explicit as long as the model is not stiff, implicit from then on.
//!
//! On models that are not stiff an explicit method of order 8 reaches an accuracy with a third to a fifth of the work of an
//! implicit one; on stiff ones it takes the steps of the fastest mode. Which is which shows only during the run: when its
//! steps are short for the sake of stability and not of accuracy (see [`dop853`](super::dop853)), or when it is refused again and again.

use super::dop853::{self, Dop853};
use super::passing::Passing;
use super::radau::RADAU;
use super::{Aim, Integrator, OnGuard, Profile, Step, Stepper, Trial};
use crate::drive::{Failure, Settings, Statistics};
use crate::problem::{Fault, Problem};

/// Dormand-Prince 8(5,3), then Radau IIA.
pub struct Auto;

impl Integrator for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }
    fn text(&self) -> &'static str {
        "dop853 as long as the model is not stiff, radau from then on"
    }
    fn purpose(&self) -> &'static str {
        "everything: what runs where no method is named"
    }
    fn profile(&self) -> Profile {
        Profile {
            is_stiff: true,
            on_guard: OnGuard::Rest,
            ..Dop853.profile()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        Box::new(Method {
            explicit: Passing::new(dop853::Method::new(problem, settings), problem, settings),
            implicit: None,
            refusals: 0,
            implicit_steps: 0,
            settings: *settings,
        })
    }
}

/// Refusals one after the other after which the explicit method is given up.
const REFUSALS: u32 = 6;

struct Method {
    explicit: Passing<dop853::Method>,
    /// Once it is needed.
    implicit: Option<Box<dyn Stepper>>,
    /// Of the explicit method, one after the other.
    refusals: u32,
    implicit_steps: u64,
    settings: Settings,
}

impl Method {
    fn current(&self) -> &dyn Stepper {
        self.implicit.as_deref().unwrap_or(&self.explicit)
    }

    fn current_mut(&mut self) -> &mut dyn Stepper {
        match &mut self.implicit {
            Some(implicit) => implicit.as_mut(),
            None => &mut self.explicit,
        }
    }

    /// The implicit method goes on from (t, y).
    fn change(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        let mut implicit = RADAU.make(problem, &self.settings);
        implicit.start(problem, t, y)?;
        self.implicit = Some(implicit);
        Ok(())
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        if let Some(implicit) = &mut self.implicit {
            return implicit.start(problem, t, y);
        }
        self.refusals = 0;
        self.explicit.start(problem, t, y)
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        self.current_mut().first_length(problem, bound)
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        if self.implicit.is_none()
            && (self.explicit.method().is_stiff() || self.refusals >= REFUSALS)
        {
            let (t, y, _) = self.explicit.now();
            let y = y.to_vec();
            self.change(problem, t, &y)?;
        }
        let trial = self.current_mut().attempt(problem, t1, aim)?;
        match trial {
            Trial::Retry { .. } => self.refusals += 1,
            Trial::Good { .. } => self.refusals = 0,
        }
        Ok(trial)
    }

    fn step(&self) -> Step<'_> {
        self.current().step()
    }

    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        self.current_mut().prepare_dense(problem)
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        self.current_mut().land(problem, t1, y1)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.implicit_steps += u64::from(self.implicit.is_some());
        self.current_mut().accept(problem);
    }

    fn pass(&mut self, ahead: f64, length: f64) -> f64 {
        self.current_mut().pass(ahead, length)
    }

    fn starts_at_once(&self) -> bool {
        self.current().starts_at_once()
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.current().now()
    }

    fn complaint(&self) -> Option<Failure> {
        self.current().complaint()
    }

    fn statistics(&self) -> Statistics {
        let implicit = self.implicit.as_ref().map(|m| m.statistics());
        Statistics {
            implicit_steps: self.implicit_steps,
            ..self
                .explicit
                .statistics()
                .and(&implicit.unwrap_or_default())
        }
    }
}
