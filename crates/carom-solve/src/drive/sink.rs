//! Who listens to a run.

use super::counts::Statistics;
use crate::integrators::Step;
use crate::problem::{Fault, Response};

/// Who listens to a run. `P` is the problem, free to be asked in the step's chart.
pub trait Sink<P> {
    /// Requested time `t` lies in `step` (t0 < t ≤ t1, or t = t0 = t1 at the start of [`Driver::advance`](crate::Driver::advance)).
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`](crate::FailureKind::Model).
    fn output(&mut self, problem: &mut P, step: &Step<'_>, t: f64) -> Result<(), Fault>;

    /// The guards `fired` fell to zero at `t`; `y` (length n, new chart) is the state after [`Problem::switch`](crate::Problem::switch).
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`](crate::FailureKind::Model).
    fn event(
        &mut self,
        problem: &mut P,
        t: f64,
        y: &[f64],
        fired: &[usize],
        response: Response,
    ) -> Result<(), Fault> {
        let _ = (problem, t, y, fired, response);
        Ok(())
    }

    /// Whether each step is to be told ([`Sink::step`]).
    fn follows_steps(&self) -> bool {
        false
    }

    /// `step` is about to become final, with its dense output ready, in the chart of its start. Only where [`Sink::follows_steps`].
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`](crate::FailureKind::Model).
    fn step(&mut self, problem: &mut P, step: &Step<'_>) -> Result<(), Fault> {
        let _ = (problem, step);
        Ok(())
    }

    /// The guards `fired` fell to zero at `t`; `y` (length n, at a chart's origin) is the state before [`Problem::switch`](crate::Problem::switch).
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`](crate::FailureKind::Model).
    fn fired(&mut self, problem: &mut P, t: f64, y: &[f64], fired: &[usize]) -> Result<(), Fault> {
        let _ = (problem, t, y, fired);
        Ok(())
    }

    /// `step` is about to become final, and the problem is rough ([`Problem::is_rough`](crate::Problem::is_rough)) over it.
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`](crate::FailureKind::Model).
    fn rough(&mut self, problem: &mut P, step: &Step<'_>) -> Result<(), Fault> {
        let _ = (problem, step);
        Ok(())
    }

    /// Whether the caller wants to be called back here, behind an event; see [`End::Waiting`](crate::End::Waiting).
    fn waits(&self) -> bool {
        false
    }

    /// After each accepted step of length `h` ending at `t`; `false` ends the run here.
    fn progress(&mut self, t: f64, h: f64, statistics: &Statistics) -> bool {
        let _ = (t, h, statistics);
        true
    }
}

/// A listener that wants nothing.
impl<P> Sink<P> for () {
    fn output(&mut self, _: &mut P, _: &Step<'_>, _: f64) -> Result<(), Fault> {
        Ok(())
    }
}
