//! Radau IIA with three stages: order 5, stiffly accurate, L-stable.

use super::collocation::Collocation;
use super::{Integrator, Stepper};
use crate::drive::Settings;
use crate::problem::Problem;

/// Radau IIA with three stages.
pub struct Radau5;

/// The entry of the list.
pub const RADAU5: Radau5 = Radau5;

impl Integrator for Radau5 {
    fn name(&self) -> &'static str {
        "radau5"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &["radau-iia-5"]
    }
    fn text(&self) -> &'static str {
        "Radau IIA, 3 stages, order 5, variable step, on the stabilized index-2 form"
    }
    fn purpose(&self) -> &'static str {
        "contacts and stiff models: no build-up after an event, strongly damped fast modes"
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        Box::new(Collocation::new(3, problem, settings))
    }
}
