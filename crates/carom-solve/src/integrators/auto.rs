//! The method that a run takes where nobody names one: explicit as long as the model is not stiff, implicit from then on.
//!
//! On models that are not stiff an explicit method of order 8 reaches an accuracy with a third to a fifth of the work of an
//! implicit one; on stiff ones it takes the steps of the fastest mode. Which is which shows only during the run: when its
//! steps are short for the sake of stability and not of accuracy (see [`dop853`](super::dop853)), or when it is refused again and again.
//!
//! Stiff or not, what counts is the way per work. Every so often the explicit method tries the step that would get on [`GAIN`] times as far for the same
//! work as the implicit one does, evaluations and factorizations counted; if it is stable and good, the explicit method goes on with it, and is left
//! later the next time.
//!
//! What vibrates fast and without damping is neither unstable nor refused: its amplitude is above the tolerance, and an explicit method follows it for ever. An
//! implicit one damps it away, as it does with dummies of nearly no mass between a joint and a bushing. So after some hundred explicit steps that follow
//! the fastest mode the implicit method is tried, and kept if its steps grow.

use super::dop853::{self, Dop853};
use super::passing::Passing;
use super::profile::{Integrator, OnGuard, Profile};
use super::radau::RADAU;
use super::step::Step;
use super::stepper::{Aim, Stepper, Trial};
use crate::drive::{Failure, Settings, Statistics};
use crate::problem::{Fault, Problem};

/// Dormand-Prince 8(5,3), then Radau IIA.
pub struct Auto;

impl Integrator for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }
    fn text(&self) -> &'static str {
        "dop853 as long as the model is not stiff, radau where it is and that pays"
    }
    fn purpose(&self) -> &'static str {
        "everything: what runs where no method is named"
    }
    fn profile(&self) -> Profile {
        Profile {
            is_stiff: true,
            on_guard: OnGuard::Rest,
            ..Dop853.profile()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        Box::new(Method {
            explicit: Passing::new(dop853::Method::new(problem, settings), problem, settings),
            implicit: None,
            is_implicit: false,
            refusals: 0,
            held: 0,
            is_cut: false,
            patience: 1,
            implicit_steps: 0,
            following: 0,
            next_look: LOOK_AFTER,
            looks: false,
            since: 0,
            next_try: FIRST_TRY,
            before: Statistics::default(),
            last: 0.0,
            is_fresh: true,
            changes: Vec::new(),
            settings: *settings,
        })
    }
}

/// Refusals one after the other after which the explicit method is given up.
const REFUSALS: u32 = 6;
/// Steps that a decay that the problem knows makes short, less half of those that it does not, after which it is given up: what swings in unstable steps may go
/// unseen beside the tolerance. They are long beside that decay, or cut for an event that does not come, as guards see what swings.
const MANY_HELD: u32 = 8;
/// So many times as long: within the domain of stability, which ends at 6.
const LONG: f64 = 2.0;
/// Implicit steps before the explicit method is tried again after these: its error alone does not tell them.
const AFTER_HELD: u64 = 64;
/// Implicit steps before the explicit method is tried again, the first time: its first step, no longer than the explicit ones before it, tells already by
/// its error whether longer ones are to be had. Where they are, steps still grow and the try waits ([`GROWS`]). Then after so many more at least, twice as
/// many each time, up to the most.
const FIRST_TRY: u64 = 1;
const LEAST_BETWEEN: u64 = 2;
const MOST_BETWEEN: u64 = 512;
/// Explicit steps with a phase h·|λ| above this, or where it is lost in rounding, may follow the fastest mode: by tight tolerances motions are resolved more
/// finely. After so many of them that mode is looked for, and if they do, the implicit method is tried though nothing asks for it; so many times as many before
/// the next time if that did not pay. Runs make the method anew every 1000 steps.
const FOLLOWS: f64 = 1.0;
const LOOK_AFTER: u64 = 500;
const LOOK_LATER: u64 = 4;
/// Steps that still grow by more than this are not what the implicit method comes to.
const GROWS: f64 = 1.2;
/// The implicit method did not pay if it is left within so many steps; then the explicit one is kept longer by this factor the next time.
const SOON: u64 = 16;
const PATIENCE: u32 = 4;
const MOST_PATIENCE: u32 = 1 << 12;
/// Evaluations of one explicit step, and what one factorization costs in them: 3 in models of a few bodies, 25 in chains of hundreds.
const EXPLICIT_STEP: f64 = 13.0;
const FACTORIZATION: f64 = 10.0;
/// How many times farther the explicit method has to get on for the same work. At the bound of its stability it does not damp the stiff modes, and
/// forces of stiff contacts come out worse than by the implicit one at the same tolerance: a small gain does not pay for that.
const GAIN: f64 = 2.0;

struct Method {
    explicit: Passing<dop853::Method>,
    /// Once it is needed.
    implicit: Option<Box<dyn Stepper>>,
    is_implicit: bool,
    /// Of the explicit method, one after the other.
    refusals: u32,
    /// Twice how many steps a known decay made short, less those that it did not; whether the one in hand was solved for an event.
    held: u32,
    is_cut: bool,
    /// How many times longer than at first the explicit method is kept.
    patience: u32,
    implicit_steps: u64,
    /// Explicit steps since the last change that followed the fastest mode, after how many the implicit method is tried, and whether it is in hand for that
    /// alone.
    following: u64,
    next_look: u64,
    looks: bool,
    /// Implicit steps since the last change, and when the explicit method is tried next.
    since: u64,
    next_try: u64,
    /// The work of the implicit method at the last change.
    before: Statistics,
    /// Length of the last implicit step.
    last: f64,
    /// Is the next attempt the first one from its start?
    is_fresh: bool,
    changes: Vec<(f64, bool)>,
    settings: Settings,
}

impl Method {
    fn current(&self) -> &dyn Stepper {
        match &self.implicit {
            Some(implicit) if self.is_implicit => implicit.as_ref(),
            _ => &self.explicit,
        }
    }

    fn current_mut(&mut self) -> &mut dyn Stepper {
        match &mut self.implicit {
            Some(implicit) if self.is_implicit => implicit.as_mut(),
            _ => &mut self.explicit,
        }
    }

    /// Whether enough steps may have followed the fastest mode, and one of length `h` does. A motion without modes, as that of a body in free flight, has no
    /// phase to be lost in rounding.
    fn follows(&mut self, problem: &mut dyn Problem, h: f64) -> bool {
        if self.following < self.next_look {
            return false;
        }
        let rate = self.explicit.method_mut().fastest_rate(problem);
        let follows = rate.is_ok_and(|rate| h * rate > FOLLOWS);
        if !follows {
            self.following = 0;
        }
        follows
    }

    /// Should the explicit method be left?
    fn leaves_explicit(&self) -> bool {
        let at_bound = self.explicit.method().steps_at_bound();
        at_bound >= self.patience.saturating_mul(dop853::Method::MANY_AT_BOUND)
            || self.refusals >= self.patience.saturating_mul(REFUSALS)
            || self.held >= self.patience.saturating_mul(2 * MANY_HELD)
    }

    /// The implicit method goes on from the start in hand.
    fn become_implicit(&mut self, problem: &mut dyn Problem) -> Result<(), Failure> {
        let (t, y, _) = self.explicit.now();
        let y = y.to_vec();
        let settings = &self.settings;
        let implicit = self
            .implicit
            .get_or_insert_with(|| RADAU.make(problem, settings));
        implicit.start(problem, t, &y)?;
        self.before = implicit.statistics();
        let first_try = if self.held > 0 { AFTER_HELD } else { FIRST_TRY };
        (self.is_implicit, self.since, self.next_try) = (true, 0, first_try);
        self.following = 0;
        self.changes.push((t, true));
        Ok(())
    }

    /// The step by which the explicit method would get on [`GAIN`] times as far for the same work as the implicit one by a step of length `h`.
    fn length_that_pays(&self, h: f64) -> f64 {
        let Some(implicit) = &self.implicit else {
            return h;
        };
        let (now, before) = (implicit.statistics(), &self.before);
        let evaluations = (now.rhs_evaluations - before.rhs_evaluations) as f64;
        let factorizations = (now.factorizations - before.factorizations) as f64;
        let work = (evaluations + FACTORIZATION * factorizations) / self.since.max(1) as f64;
        h * GAIN * EXPLICIT_STEP / work.max(1.0)
    }

    /// Goes over to the explicit method from the start in hand if that pays, where the implicit one is about to try a step of length `h`: the length to
    /// go on with.
    fn become_explicit(
        &mut self,
        problem: &mut dyn Problem,
        h: f64,
    ) -> Result<Option<f64>, Failure> {
        let t = self.current().now().0;
        let length = self.length_that_pays(h);
        if length > h || !self.explicit_holds(problem, length)? {
            self.next_try = self.since + self.since.clamp(LEAST_BETWEEN, MOST_BETWEEN);
            return Ok(None);
        }
        self.explicit.method_mut().forget_stiffness();
        let soon = self.since <= SOON;
        if self.looks {
            let later = if soon { LOOK_LATER } else { 1 };
            self.next_look = self.next_look.saturating_mul(later);
        } else if soon {
            self.patience = self.patience.saturating_mul(PATIENCE).min(MOST_PATIENCE);
        } else {
            self.patience = 1;
        }
        self.looks = false;
        (self.is_implicit, self.refusals, self.held) = (false, 0, 0);
        self.changes.push((t, false));
        Ok(Some(length))
    }

    /// Is an explicit step of this length from the start in hand stable and good? The error alone does not tell: what there is of a stiff mode may be small
    /// against a loose tolerance, for a step.
    fn explicit_holds(&mut self, problem: &mut dyn Problem, length: f64) -> Result<bool, Failure> {
        let (t, y, _) = self.current().now();
        let y = y.to_vec();
        if self.explicit.start(problem, t, &y).is_err() {
            return Ok(false);
        }
        if !matches!(
            self.explicit.method_mut().is_stable(problem, length),
            Ok(true)
        ) {
            return Ok(false);
        }
        let trial = self.explicit.attempt(problem, t + length, Aim::Advance)?;
        Ok(matches!(trial, Trial::Good { .. }))
    }
}

impl Stepper for Method {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.is_fresh = true;
        if self.is_implicit {
            return self.current_mut().start(problem, t, y);
        }
        // Events that swinging slips bring about say nothing against them.
        (self.refusals, self.is_cut) = (0, false);
        self.explicit.start(problem, t, y)?;
        if std::mem::take(&mut self.settings.is_stiff) {
            self.become_implicit(problem)?;
        }
        Ok(())
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        self.current_mut().first_length(problem, bound)
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        let is_fresh = std::mem::replace(&mut self.is_fresh, false);
        if !self.is_implicit {
            let h = t1 - self.explicit.now().0;
            self.looks = is_fresh && aim == Aim::Advance && self.follows(problem, h);
            if (self.looks || self.leaves_explicit()) && !problem.declines_implicit() {
                self.become_implicit(problem)?;
            }
        } else if is_fresh && self.since >= self.next_try {
            let h = t1 - self.current().now().0;
            if h <= GROWS * self.last
                && let Some(length) = self.become_explicit(problem, h)?
                && length < h
            {
                return Ok(Trial::Retry { length });
            }
        }
        let trial = self.current_mut().attempt(problem, t1, aim)?;
        self.is_cut |= aim == Aim::Event;
        match trial {
            Trial::Retry { .. } => self.refusals += 1,
            Trial::Good { .. } => self.refusals = 0,
        }
        Ok(trial)
    }

    fn step(&self) -> Step<'_> {
        self.current().step()
    }

    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        self.current_mut().prepare_dense(problem)
    }

    fn reach(&self) -> f64 {
        self.current().reach()
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        self.current_mut().land(problem, t1, y1)
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        self.last = self.current().step().h();
        self.implicit_steps += u64::from(self.is_implicit);
        self.since += u64::from(self.is_implicit);
        if !self.is_implicit {
            let phase = self.explicit.method().h_lambda;
            self.following += u64::from(phase > FOLLOWS || phase == 0.0);
            let step = self.explicit.step();
            let decay = problem.known_decay(step.t1, step.y1);
            let is_held = step.h() * decay > LONG || (self.is_cut && decay > 0.0);
            self.held = if is_held {
                self.held + 2
            } else {
                self.held.saturating_sub(1)
            };
        }
        (self.is_fresh, self.is_cut) = (true, false);
        self.current_mut().accept(problem);
    }

    fn pass(&mut self, ahead: f64, length: f64) -> f64 {
        self.current_mut().pass(ahead, length)
    }

    fn starts_at_once(&self) -> bool {
        self.current().starts_at_once()
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.current().now()
    }

    fn complaint(&self) -> Option<Failure> {
        self.current().complaint()
    }

    fn changes(&self) -> &[(f64, bool)] {
        &self.changes
    }

    fn statistics(&self) -> Statistics {
        let implicit = self.implicit.as_ref().map(|m| m.statistics());
        Statistics {
            implicit_steps: self.implicit_steps,
            ..self
                .explicit
                .statistics()
                .and(&implicit.unwrap_or_default())
        }
    }
}
