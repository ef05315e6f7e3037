//! The methods: one file each, one line in [`INTEGRATORS`].
//!
//! A [`Stepper`] holds the start of the step in hand and tries an end for it as often as the driver likes; nothing
//! is final before [`Stepper::accept`].

mod abam;
mod alpha;
mod auto;
mod bdf;
pub(crate) mod collocation;
mod corrector;
mod dop853;
mod ends;
pub(crate) mod hermite;
mod history;
mod implicit;
mod passing;
mod radau;
mod rk4;
mod rkf45;
mod starting;

use crate::drive::{Failure, Settings, Statistics};
use crate::problem::{Fault, Formulation, Problem};

/// What one trial step came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trial {
    /// The error test is met; the next step may have this length.
    Good {
        /// Proposed length of the next step.
        next: f64,
    },
    /// The error is too large, or the equations could not be solved: try again with this length.
    Retry {
        /// Proposed length, smaller than the one tried.
        length: f64,
    },
}

/// What a trial step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To get ahead: its equations are solved as accurately as the tolerance asks for.
    Advance,
    /// To end on an event: its equations are solved to rounding.
    Event,
}

/// A method at work on one problem.
///
/// The step in hand goes from a start, set by `start` or by the last `accept`, to the end of the last `attempt`.
pub trait Stepper: Send + Sync {
    /// Starts anew at (t, y), `y` of length n at a chart's origin: forgets all history.
    ///
    /// # Errors
    /// When the rates at the start cannot be computed.
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure>;

    /// A careful length for the first step after `start`, found from the first and second rates; the second rates are
    /// looked at no further ahead than `bound`.
    ///
    /// # Errors
    /// When the method cannot start at all.
    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure>;

    /// Tries the step from the start in hand to the time `t1`, which becomes exactly the end's time.
    ///
    /// # Errors
    /// Only what a shorter step cannot cure; the rest is [`Trial::Retry`].
    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure>;

    /// The last step tried.
    fn step(&self) -> Step<'_>;

    /// Does what [`Step::interpolate`] needs beyond the ends of the last step tried; called before the first look
    /// inside it.
    ///
    /// # Errors
    /// When the model refuses a point inside the step.
    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        let _ = problem;
        Ok(())
    }

    /// Makes the end of the last step tried the new start, and moves the chart there.
    fn accept(&mut self, problem: &mut dyn Problem);

    /// State (length n), rates (length n, 0 for algebraic unknowns right after `start`) at the start in hand.
    fn now(&self) -> (f64, &[f64], &[f64]);

    /// Why the last attempt ended in [`Trial::Retry`], to be told when no shorter step helps.
    fn complaint(&self) -> Option<Failure>;

    /// Ends the step in hand at `t1` in the state `y1` (differential unknowns, on the constraints): where a step along a guard has led
    /// from the start of the step or from the end of the last attempt. `false`: the method cannot be given an end.
    ///
    /// # Errors
    /// When the rates there cannot be computed.
    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        let _ = (problem, t1, y1);
        Ok(false)
    }

    /// The work done so far, without what the driver counts itself.
    fn statistics(&self) -> Statistics;

    /// Times at which a method that consists of two changed from one to the other; `true`: to the implicit one.
    fn changes(&self) -> &[(f64, bool)] {
        &[]
    }

    /// The length of a step in the place of `length`, when a singular position lies `ahead` (time, > 0): one that passes it where none
    /// of the method's nodes lies near, or stops well in front of it. Along the singular direction what the constraints say
    /// at a node close by is mostly rounding.
    fn pass(&mut self, ahead: f64, length: f64) -> f64 {
        let _ = ahead;
        length
    }

    /// The longest way, relative to the step, by which its end may be moved along its rates ([`Stepper::land`]). Steps of explicit methods are no longer than
    /// some times of what changes fastest, and the mean of the rates before and after leaves a sixth of the third power of the way: less than rounding. Stiff
    /// motions are known by their rates over less.
    fn reach(&self) -> f64 {
        1e-8
    }

    /// Does every step have the same length, whatever the error?
    fn is_fixed(&self) -> bool {
        false
    }

    /// Is the first step after a start as good as any other, so that a length found before holds for it? Not so for methods that remember
    /// earlier steps.
    fn starts_at_once(&self) -> bool {
        true
    }
}

/// The length for [`Stepper::pass`] of a method with nodes before and after this gap, relative to its step.
pub(crate) fn pass_between([from, to]: [f64; 2], ahead: f64, length: f64) -> f64 {
    let (best, most) = (0.5 * (from + to), 0.25 * from + 0.75 * to);
    if ahead < CLOSE * length || ahead > (1.0 + best) * length {
        length
    } else if ahead < most * length {
        length.min(ahead / best)
    } else {
        ahead - best * length
    }
}

/// A singular position nearer than this part of a step lies between its start and its first node: there is no better place.
const CLOSE: f64 = 0.02;

/// [`Stepper::reach`] of explicit methods.
pub(crate) const REACH: f64 = 1e-5;

/// Interpolates within a step.
pub(crate) trait Dense {
    fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]);

    /// Order of the method in this step.
    fn order(&self) -> u32;

    /// Degree of the polynomial that it is.
    fn degree(&self) -> usize;

    /// What there is to know of the inside before [`Stepper::prepare_dense`]. Where it is the rates at stages, `look` gets those of high order:
    /// the part of the step, and the rates there (length nd).
    fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        let _ = look;
        Inside::Dense
    }
}

/// What is known of the inside of a step without further evaluations.
pub(crate) enum Inside {
    /// The dense output, which is ready.
    Dense,
    /// The dense output, which is the cubic by both ends and their rates.
    Cubic,
    /// Rates at stages.
    Stages,
    /// Nothing before the dense output has been prepared.
    Unknown,
}

/// One step that is about to become final, in the chart of its start.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Time of the start.
    pub t0: f64,
    /// Time of the end.
    pub t1: f64,
    /// State at the start, length n.
    pub y0: &'a [f64],
    /// Rates at the start, length n.
    pub dy0: &'a [f64],
    /// State at the end, length n.
    pub y1: &'a [f64],
    /// Rates at the end, length n.
    pub dy1: &'a [f64],
    pub(crate) dense: &'a dyn Dense,
}

impl Step<'_> {
    /// Length of the step; 0 when the output is asked at the very start.
    pub fn h(&self) -> f64 {
        self.t1 - self.t0
    }

    /// Order of the method in this step.
    pub fn order(&self) -> u32 {
        self.dense.order()
    }

    /// Degree of the dense output.
    pub(crate) fn degree(&self) -> usize {
        self.dense.degree()
    }

    /// What is known of the inside; see [`Dense::inside`].
    pub(crate) fn inside(&self, look: &mut dyn FnMut(f64, &[f64])) -> Inside {
        self.dense.inside(look)
    }

    /// State and rates (length n each) at `t` in [t0, t1], from the method's own dense output.
    pub fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
        if t == self.t0 {
            y.copy_from_slice(self.y0);
            dy.copy_from_slice(self.dy0);
        } else if t == self.t1 {
            y.copy_from_slice(self.y1);
            dy.copy_from_slice(self.dy1);
        } else {
            self.dense.interpolate(t, y, dy);
        }
    }
}

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

/// The method that takes rests of steps.
pub(crate) fn plain_method() -> &'static dyn Integrator {
    &rk4::Rk4
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

/// All integrators, the order of the manual.
pub const INTEGRATORS: &[&dyn Integrator] = &[
    &auto::Auto,
    &radau::RADAU,
    &radau::RADAU5,
    &radau::RADAU9,
    &radau::RADAU13,
    &bdf::GSTIFF,
    &bdf::WSTIFF,
    &bdf::GSTIFF_I3,
    &bdf::WSTIFF_I3,
    &alpha::HHT,
    &alpha::NEWMARK,
    &dop853::Dop853,
    &abam::Abam,
    &rkf45::Rkf45,
    &rk4::Rk4,
];

/// The integrator with this name or alias, in any case.
pub fn integrator(name: &str) -> Option<&'static dyn Integrator> {
    let name = name.to_ascii_lowercase();
    INTEGRATORS
        .iter()
        .copied()
        .find(|i| i.name() == name || i.aliases().contains(&name.as_str()))
}
