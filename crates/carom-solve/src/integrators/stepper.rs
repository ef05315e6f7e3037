//! A method at work: trial steps, and the one that becomes final.
//!
//! A [`Stepper`] holds the start of the step in hand and tries an end for it as often as the driver likes; nothing
//! is final before [`Stepper::accept`].

use super::step::Step;
use crate::drive::{Failure, Statistics};
use crate::problem::{Fault, Problem};

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
