//! Solves a step so that it ends where the first guard falls.
//!
//! A trial step whose guards fall before its end is solved again, from the same start, with another length: first to the
//! root that the dense output predicts, then by Newton's method on the length (a cubic through the last points on both sides of the
//! root, with their rates), inside a bracket that bisection keeps shrinking. The event is then exactly the end of a
//! step, with the full accuracy of the method.

use super::approach::Approach;
use super::failure::Failure;
use super::watch::Expected;
use crate::integrators::Stepper;
use crate::problem::Problem;
pub use locator::{Locator, past_singular};
use search::Search;

mod locator;
mod search;

impl Locator {
    /// Solves the step to `t1`, or to a shorter one that the error allows, or to the first event before. An event may be `expected` at `t1`.
    /// Returns the proposed length of the next step.
    pub fn solve(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        t1: f64,
        expected: Option<Expected>,
    ) -> Result<f64, Failure> {
        let (t0, _, _) = stepper.now();
        let near = self
            .approach
            .take()
            .filter(|a| a.event > t0 && a.is_far(t0));
        if let Some(approach) = near {
            let short = approach.next(t0).min(t1);
            let next = self.solve_to(problem, stepper, short, None)?;
            self.approach = Some(approach);
            return Ok(next);
        }
        let next = self.solve_to(problem, stepper, t1, expected)?;
        if self.fired.is_empty() || stepper.is_fixed() {
            return Ok(next);
        }
        let event = stepper.step().t1;
        let approach = problem.last_length(&stepper.step());
        let approach = approach.map(|last| Approach { event, last });
        match approach.filter(|a| a.is_far(t0)) {
            Some(approach) => {
                self.approach = Some(approach);
                self.work.event_steps += 1;
                self.solve_to(problem, stepper, approach.next(t0), None)
            }
            None => Ok(next),
        }
    }

    /// The same, an approach to the event by ever shorter steps aside.
    fn solve_to(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        t1: f64,
        expected: Option<Expected>,
    ) -> Result<f64, Failure> {
        let (t0, _, _) = stepper.now();
        self.rejected_this_step = false;
        self.fired.clear();
        let mut search = Search::new((t0, t1), self.smallest(t0), expected);
        loop {
            let Some(next) = search.attempt(self, problem, stepper)? else {
                continue;
            };
            if self.watch.is_empty() || search.ends(self, problem, stepper)? {
                return Ok(next);
            }
            self.work.event_steps += 1;
        }
    }
}
