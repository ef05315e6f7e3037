//! Why a run could not go on, and where.

use crate::problem::Fault;

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FailureKind {
    /// The error test asks for a step shorter than the smallest one.
    #[error("the error stays too large however small the step")]
    StepTooSmall,
    /// Newton's iteration does not converge however small the step.
    #[error("the equations of the step could not be solved")]
    NewtonFailed,
    /// The matrix of the step is singular at this unknown.
    #[error("the matrix of the equations is singular")]
    Singular,
    /// A rate is infinite or not a number.
    #[error("a rate is not a finite number")]
    NotFinite,
    /// The model itself refused.
    #[error("{0}")]
    Model(Fault),
    /// A method of fixed step needs [`Settings::h_max`](crate::Settings::h_max).
    #[error("a method of fixed step needs the length of its step (HMAX)")]
    NoStepLength,
    /// [`Settings::max_steps`](crate::Settings::max_steps).
    #[error("more steps than allowed")]
    TooManySteps,
    /// [`Settings::max_events`](crate::Settings::max_events).
    #[error("more events than allowed")]
    TooManyEvents,
    /// The same guards fire again and again without any time going by.
    #[error("events follow each other without any time going by")]
    Livelock {
        /// The guards' slots.
        guards: Vec<usize>,
    },
}

/// A run that could not go on. Unknowns and guards are numbers; the caller knows their names.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("at t = {time}, step {step:e}: {kind}")]
pub struct Failure {
    /// Time of the last accepted step.
    pub time: f64,
    /// Length of the step that failed; 0 outside a step.
    pub step: f64,
    /// What happened.
    pub kind: FailureKind,
    /// The unknown with the largest residual, or the one at which the matrix is singular.
    pub worst: Option<usize>,
    /// That residual in units of its tolerance; 0 without such a residual.
    pub residual: f64,
}

impl Failure {
    /// A failure without a culprit.
    pub fn new(time: f64, step: f64, kind: FailureKind) -> Failure {
        Failure {
            time,
            step,
            kind,
            worst: None,
            residual: 0.0,
        }
    }
}
