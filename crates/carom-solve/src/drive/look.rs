//! Looks at the guards inside of a step in hand.

use super::failure::{Failure, FailureKind};
use crate::integrators::Stepper;
use crate::problem::Problem;

/// Room for the looks, and their number.
pub struct Room<'a> {
    /// State and rates, length n each.
    pub y: &'a mut [f64],
    pub dy: &'a mut [f64],
    pub evaluations: &'a mut u64,
}

/// Makes the dense output ready; without a look inside of the step it is not needed.
pub fn prepare_dense(problem: &mut dyn Problem, stepper: &mut dyn Stepper) -> Result<(), Failure> {
    stepper.prepare_dense(problem).map_err(|fault| {
        let step = stepper.step();
        Failure::new(step.t0, step.h(), FailureKind::Model(fault))
    })
}
