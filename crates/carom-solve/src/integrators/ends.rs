//! The step in hand, as every method holds it.

use super::step::{Dense, Step};
use crate::drive::{Failure, FailureKind, Statistics};
use crate::problem::{Fault, Problem};

/// Start and end of the step in hand: times, states of length n, and their rates (0 for algebraic unknowns right after a start).
pub struct Ends {
    pub t0: f64,
    pub y0: Vec<f64>,
    pub dy0: Vec<f64>,
    pub t1: f64,
    pub y1: Vec<f64>,
    pub dy1: Vec<f64>,
}

impl Ends {
    /// Room for states of length n.
    pub fn new(n: usize) -> Ends {
        let zeros = || vec![0.0; n];
        Ends {
            t0: 0.0,
            y0: zeros(),
            dy0: zeros(),
            t1: 0.0,
            y1: zeros(),
            dy1: zeros(),
        }
    }

    pub fn length(&self) -> f64 {
        self.t1 - self.t0
    }

    /// Time, state and rates at the start.
    pub fn now(&self) -> (f64, &[f64], &[f64]) {
        (self.t0, &self.y0, &self.dy0)
    }

    pub fn step<'a>(&'a self, dense: &'a dyn Dense) -> Step<'a> {
        Step {
            t0: self.t0,
            t1: self.t1,
            y0: &self.y0,
            dy0: &self.dy0,
            y1: &self.y1,
            dy1: &self.dy1,
            dense,
        }
    }

    /// Both ends at (t, y), with the rates there.
    pub fn start(
        &mut self,
        problem: &mut dyn Problem,
        t: f64,
        y: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Failure> {
        (self.t0, self.t1) = (t, t);
        self.y0.copy_from_slice(y);
        self.y1.copy_from_slice(y);
        let nd = problem.differential();
        statistics.rhs_evaluations += 1;
        self.dy0.fill(0.0);
        problem
            .derivative(t, &y[..nd], &mut self.dy0[..nd])
            .map_err(|fault| Failure::new(t, 0.0, FailureKind::Model(fault)))?;
        self.dy1.copy_from_slice(&self.dy0);
        match self.dy0.iter().position(|v| !v.is_finite()) {
            None => Ok(()),
            worst => Err(Failure {
                worst,
                ..Failure::new(t, 0.0, FailureKind::NotFinite)
            }),
        }
    }

    /// The end at `t1` in the state `y1` of differential unknowns, with the rates there.
    pub fn land(
        &mut self,
        problem: &mut dyn Problem,
        t1: f64,
        y1: &[f64],
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let nd = y1.len();
        self.t1 = t1;
        self.y1[..nd].copy_from_slice(y1);
        statistics.rhs_evaluations += 1;
        problem.derivative(t1, y1, &mut self.dy1[..nd])
    }

    /// The end becomes the start, and the chart moves there.
    pub fn accept(&mut self, problem: &mut dyn Problem) {
        self.t0 = self.t1;
        std::mem::swap(&mut self.y0, &mut self.y1);
        std::mem::swap(&mut self.dy0, &mut self.dy1);
        problem.accept(self.t0, &mut self.y0);
        problem.accept_rates(self.t0, &self.y0, &mut self.dy0);
    }
}
