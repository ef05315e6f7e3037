//! A method as users choose it: its names, what to expect of it, how it is made.

use super::stepper::Stepper;
use crate::drive::Settings;
use crate::problem::{Formulation, Problem};

/// How a method steps along a guard, as [`crate::Locate::Henon`] asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnGuard {
    /// Not at all: events are located as by [`crate::Locate::Auto`].
    #[default]
    Never,
    /// The whole step, with its own formula.
    Whole,
    /// The rest of a step that ended near the event, with the classical method of order 4.
    Rest,
}

/// What to expect of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Lowest and highest order; where they differ, [`Settings::max_order`] limits the order.
    pub orders: [u32; 2],
    /// Does every step have the length that the user gives?
    pub is_fixed: bool,
    /// Does it take the steps of the solution where fast modes have died out?
    pub is_stiff: bool,
    /// The finest tolerance that it meets with a reasonable number of steps.
    pub finest: f64,
    /// How it wants the constraints.
    pub formulation: Formulation,
    /// How it takes Hénon's step.
    pub on_guard: OnGuard,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile {
            orders: [1; 2],
            is_fixed: false,
            is_stiff: false,
            finest: 1e-13,
            formulation: Formulation::Stabilized,
            on_guard: OnGuard::Never,
        }
    }
}

/// What users choose from: describes a method and makes it.
pub trait Integrator: Sync {
    /// The name on the command line and in `run.json`.
    fn name(&self) -> &'static str;
    /// Other names it answers to, lower case.
    fn aliases(&self) -> &'static [&'static str];
    /// One line: what it is.
    fn text(&self) -> &'static str;
    /// One line: what to use it for.
    fn purpose(&self) -> &'static str;
    /// What to expect of it.
    fn profile(&self) -> Profile;
    /// The method, ready for a problem of this shape in the formulation of its profile.
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper>;
}
