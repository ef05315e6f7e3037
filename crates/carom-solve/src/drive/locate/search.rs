//! The search for the end of one step: trial after trial, until one ends on the first event or comes to no event.

use super::locator::{Locator, past_singular};
use crate::drive::bracket::Bracket;
use crate::drive::failure::{Failure, FailureKind};
use crate::drive::watch::{Expected, Verdict};
use crate::integrators::{Aim, Stepper, Trial};
use crate::problem::Problem;

/// Solutions of one step before the bracket's upper end is taken as it is.
const SOLUTIONS_MAX: u32 = 60;
/// Solutions of one step that bring a zero at its end nearer to it.
const REFINED_MAX: u32 = 2;
/// Places inside of one step that are stepped to because a guard falls before them.
const DIPS_MAX: u32 = 40;

/// A guard that has to fall at the end of the step in hand; at `far`, from there on, it was seen below zero.
#[derive(Clone, Copy)]
struct Forced {
    slot: usize,
    far: f64,
}

/// The trials of one step from `t0`.
pub(super) struct Search {
    t0: f64,
    /// The end of the trial in hand, or of the next one.
    t1: f64,
    /// The shortest step from `t0`.
    smallest: f64,
    expected: Option<Expected>,
    bracket: Option<Bracket>,
    forced: Option<Forced>,
    solutions: u32,
    refined: u32,
    dips: u32,
}

impl Search {
    pub fn new((t0, t1): (f64, f64), smallest: f64, expected: Option<Expected>) -> Search {
        Search {
            t0,
            t1,
            smallest,
            expected,
            bracket: None,
            forced: None,
            solutions: 0,
            refined: 0,
            dips: 0,
        }
    }

    /// The slot that is expected to fall at the end of the trial.
    fn hit(&self) -> Option<usize> {
        let hits = |expected: &Expected| expected.t == self.t1;
        self.expected.filter(hits).map(|e| e.slot)
    }

    /// Tries the step to `t1`. Returns the proposed length of the next step; `None`: refused, the next trial is shorter.
    pub fn attempt(
        &mut self,
        locator: &mut Locator,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Option<f64>, Failure> {
        let aim = if self.solutions == 0 && self.hit().is_none() {
            Aim::Advance
        } else {
            Aim::Event
        };
        let trial = match stepper.attempt(problem, self.t1, aim)? {
            Trial::Good { next } => locator.look(problem, stepper)?.map(|()| next),
            Trial::Retry { length } => Err((length, stepper.complaint())),
        };
        let (length, complaint) = match trial {
            Ok(next) => return Ok(Some(next)),
            Err(refused) => refused,
        };
        locator.work.rejected += 1;
        let cause = complaint.as_ref().map(|failure| &failure.kind);
        let rejections = &mut locator.work.rejections;
        rejections.count(cause.unwrap_or(&FailureKind::StepTooSmall));
        locator.rejected_this_step = true;
        let tried = self.t1 - self.t0;
        let length = past_singular(problem, stepper, length.min(0.9 * tried));
        if length < self.smallest {
            let failure = Failure::new(self.t0, tried, FailureKind::StepTooSmall);
            return Err(complaint.unwrap_or(failure));
        }
        self.t1 = self.t0 + length;
        (self.bracket, self.forced) = (None, None);
        Ok(None)
    }

    /// Whether the step ends with the trial in hand, whose slots that fire are collected; else the next trial ends at
    /// a new `t1`.
    pub fn ends(
        &mut self,
        locator: &mut Locator,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<bool, Failure> {
        if let Some(forced) = self.forced {
            return Ok(self.ends_forced(locator, forced));
        }
        self.solutions += 1;
        let old = self.bracket.take();
        let mut verdict = locator.verdict(problem, stepper)?;
        if locator.steps_along_guard(problem, stepper, &verdict, old.as_ref())? {
            locator.work.event_steps += 1;
            return Ok(true);
        }
        let aimed = match &old {
            Some(bracket) => Some(bracket.slot).filter(|_| !bracket.grazing),
            None => self.hit(),
        };
        let reach = stepper.reach();
        let mut correction = locator.last_correction(&verdict, aimed, (self.t0, self.t1), reach);
        let seems_to_end = correction.is_some() || seems_to_end(&verdict, old.as_ref());
        if seems_to_end && self.dips < DIPS_MAX {
            if let Some((slot, x)) = locator.prove(problem, stepper)? {
                self.step_to_dip(locator, slot, x);
                return Ok(false);
            }
            if locator.prover.lost
                && let again @ Verdict::Graze { .. } =
                    locator.verdict_of_guards(problem, stepper)?
            {
                // Of a guard that bounds decided over the step before, and not over this one.
                (verdict, correction) = (again, None);
                self.dips += 1;
            }
        }
        if let Some((slot, t)) = correction
            && locator.shift(problem, stepper, slot, t)?
        {
            return Ok(true);
        }
        match (verdict, old) {
            (Verdict::AtEnd, old) => Ok(self.ends_refined(locator, old)),
            (Verdict::Clean | Verdict::Suspicious, Some(old)) if !old.grazing => {
                self.step_further(locator, old);
                Ok(false)
            }
            (Verdict::Clean | Verdict::Suspicious, _) => Ok(true),
            (Verdict::Fall { slot, x }, old) => {
                self.ends_on_fall(locator, (problem, stepper), (slot, x), old)
            }
            (Verdict::Graze { slot, x }, old) => Ok(self.ends_on_dip(locator, (slot, x), old)),
        }
    }

    /// [`Search::ends`] where a guard has to fall at the end.
    fn ends_forced(&mut self, locator: &mut Locator, Forced { slot, far }: Forced) -> bool {
        if locator.end[slot].value <= locator.end[slot].tolerance {
            locator.collect_fallen(slot);
        } else if self.t1 < far {
            // The unknowns move by less than their rounding in so short a time: the fall takes longer to be seen.
            self.t1 = far.min(self.t0 + 2.0 * (self.t1 - self.t0));
            return false;
        }
        // Solved again an implicit step ends within its tolerance of where it was, not there to the bit: a guard that
        // stayed up waits on.
        true
    }

    /// The next trial ends by the part x of the step, where `slot` falls before all that was looked at so far.
    fn step_to_dip(&mut self, locator: &mut Locator, slot: usize, x: f64) {
        let mut new = locator.bracket(None, slot, (self.t0, self.t1));
        new.grazing = true;
        self.bracket = Some(new);
        self.t1 = self.t0 + (x * (self.t1 - self.t0)).max(self.smallest);
        self.dips += 1;
    }

    /// [`Search::ends`] where a guard is zero at the end within its rounding.
    fn ends_refined(&mut self, locator: &mut Locator, old: Option<Bracket>) -> bool {
        match locator.finer(self.t0, self.t1) {
            Some((_, t)) if self.refined < REFINED_MAX => {
                self.refined += 1;
                self.t1 = t;
                self.bracket = old;
                false
            }
            _ => {
                locator.collect(self.t1 - self.t0, self.t1);
                true
            }
        }
    }

    /// The trial was too short: the root lies between its end and the far side of the bracket.
    fn step_further(&mut self, locator: &mut Locator, mut old: Bracket) {
        if old.high - self.t1 <= 2.0 * f64::EPSILON * self.t1.abs() {
            // No time left between the two: the guard jumps, and fires on the far side.
            let (slot, far) = (old.slot, old.high);
            (self.forced, self.t1) = (Some(Forced { slot, far }), far);
        } else {
            old.low = self.t1;
            locator.low.copy_from_slice(&locator.end);
            self.t1 = old.next(&locator.low, None, self.solutions);
            self.bracket = Some(old);
        }
    }

    /// [`Search::ends`] where a guard falls inside of the trial, near its part x.
    fn ends_on_fall(
        &mut self,
        locator: &mut Locator,
        (problem, stepper): (&mut dyn Problem, &mut dyn Stepper),
        (slot, x): (usize, f64),
        old: Option<Bracket>,
    ) -> Result<bool, Failure> {
        let (t0, t1) = (self.t0, self.t1);
        let mut new = locator.bracket(old.as_ref(), slot, (t0, t1));
        let guess = t0 + x * (t1 - t0);
        if guess - t0 < self.smallest {
            self.forced = Some(Forced { slot, far: t1 });
            self.t1 = t0 + self.smallest;
            return Ok(false);
        }
        if self.solutions > SOLUTIONS_MAX
            || t1 - new.low <= 2.0 * f64::EPSILON * t1
            || t1 - t0 <= self.smallest
        {
            locator.collect_fallen(slot);
            return Ok(true);
        }
        let root = if old.is_none() {
            locator.guess_on_dense_output(problem, stepper, &new, guess)?
        } else {
            let guess = (new.low == t0).then_some(guess);
            new.next(&locator.low, guess, self.solutions)
        };
        // A guard that falls where the step begins falls within the shortest one.
        self.t1 = root.max(t0 + self.smallest);
        self.bracket = Some(new);
        Ok(false)
    }

    /// [`Search::ends`] where a guard may touch zero at the part x of the trial.
    fn ends_on_dip(
        &mut self,
        locator: &mut Locator,
        (slot, x): (usize, f64),
        old: Option<Bracket>,
    ) -> bool {
        let (t0, t1) = (self.t0, self.t1);
        let lowest = t0 + x * (t1 - t0);
        if lowest >= t1 || lowest - t0 < self.smallest {
            // No time left before the end: what dips there is rounding.
            return true;
        }
        // What was seen to stay up before is no near side of a place that lies earlier.
        let old = old.filter(|bracket| bracket.low < lowest);
        let mut new = locator.bracket(old.as_ref(), slot, (t0, t1));
        new.grazing = true;
        self.t1 = lowest;
        self.bracket = Some(new);
        false
    }
}

/// Whether the step ends with a trial inside of a bracket, if there is one, as far as the guards at its end say.
fn seems_to_end(verdict: &Verdict, old: Option<&Bracket>) -> bool {
    match verdict {
        Verdict::AtEnd => true,
        Verdict::Clean | Verdict::Suspicious => old.is_none_or(|bracket| bracket.grazing),
        Verdict::Fall { .. } | Verdict::Graze { .. } => false,
    }
}
