//! Takes a problem from one time to another: steps, outputs, events.
//!
//! ```text
//! let mut driver = Driver::new(integrator("radau5")?, &mut problem, Settings { rtol: 1e-8, atol: 1e-8, ..Settings::default() });
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
//! a restart fires at once. A guard that is negative after a restart, or that fired and whose fall the switch left as it
//! was (always so with [`Response::Continue`]), is disarmed until it has risen above its tolerance. All guards that fall
//! together fire together, in slot order.

mod approach;
mod bracket;
mod counts;
mod course;
mod cubic;
mod enclose;
mod ends;
mod failure;
mod henon;
mod locate;
mod look;
mod prove;
mod scan;
mod settings;
mod sink;
mod timed;
mod walk;
mod watch;

use crate::integrators::{Dense, Integrator, Step, Stepper};
use crate::problem::{Fault, Problem, Response};
pub use counts::{Rejections, Statistics};
pub use failure::{Failure, FailureKind};
use locate::{Locator, past_singular};
pub use settings::{Locate, Settings};
pub use sink::Sink;
use watch::Expected;

/// Batches of events at one and the same time, or falls of a guard that never rises, before the run is given up.
const BATCHES_MAX: u32 = 100;
/// So many of them are no accident where a step fails.
const FEW_BATCHES: u32 = 10;
/// Places inside of one step where the equations cease to hold and the motion goes through.
const PASSED_MAX: u32 = 10;

/// How [`Driver::advance`] ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the time asked for.
    Reached,
    /// At an event, because [`Problem::switch`] answered [`Response::Pause`]: call [`Driver::advance`] again.
    Paused,
    /// At an event, because [`Problem::switch`] answered [`Response::Stop`].
    Stopped,
    /// After a step, because [`Sink::progress`] asked for it.
    Interrupted,
    /// At the time, or behind the event, that the caller waits for: call [`Driver::advance_until`] again, and the run goes on as if it had not stopped.
    Waiting,
}

/// The state of a run: a method at work, its last accepted state, its guards.
pub struct Driver {
    stepper: Box<dyn Stepper>,
    settings: Settings,
    locator: Locator,
    /// Length for the next step.
    length: f64,
    /// The careful length with which the method started last.
    careful: f64,
    /// How many times longer than they began steps became, by the equations of the problem.
    growths: Growths,
    /// Does the next step begin behind an event, longer than a careful one by that?
    is_bold: bool,
    /// Where the first guard is expected to fall, if the next step is to end there.
    aim: Option<Expected>,
    /// Guards that fall without a step, right after a restart.
    pending: Vec<usize>,
    /// Guards that fired last.
    fired: Vec<usize>,
    batches: u32,
    y: Vec<f64>,
    events: u64,
    /// A step that is made and not final yet.
    made: Option<Made>,
    /// Why this driver cannot go on behind the event that it paused at: other equations may hold there, and another driver goes on.
    stuck: Option<Failure>,
}

/// How many times longer than the careful first step the steps of some equations became.
#[derive(Default)]
struct Growths {
    /// Of the equations that were in force last, the latest at the end.
    known: Vec<(u64, f64)>,
    /// The equations in force, if they are to be noted.
    now: Option<u64>,
}

impl Growths {
    /// So many are kept.
    const MOST: usize = 16;

    /// Notes that steps of the equations in force have grown by this factor, and goes on to the `next` ones. Their own factor, if they were in force before.
    fn enter(&mut self, next: Option<u64>, growth: f64) -> Option<f64> {
        if let Some(now) = self.now.take()
            && growth.is_finite()
        {
            self.known.retain(|(branches, _)| *branches != now);
            if self.known.len() == Self::MOST {
                self.known.remove(0);
            }
            self.known.push((now, growth.max(1.0)));
        }
        self.now = next;
        let found = self.known.iter().find(|(known, _)| Some(*known) == next);
        found.map(|(_, growth)| *growth)
    }
}

/// A step that meets its tolerance and is not final yet: a caller may look at times inside of it, and take it back.
struct Made {
    /// The length that was planned.
    planned: f64,
    /// The length proposed for the next step.
    next: f64,
    /// Where a guard was expected to fall, and its value at the start.
    aim: Option<(Expected, f64)>,
    /// Where in the step the equations cease to hold, if they do.
    ended: Option<(f64, Fault)>,
    /// Guards that are answered at its end though they have not fallen.
    gives_in: Vec<usize>,
    /// Whether times inside may be looked at.
    is_dense: bool,
}

/// Where in a step the equations cease to hold.
struct Ended {
    /// The last time at which they are known to hold.
    last: f64,
    /// The first one at which they do not.
    until: f64,
    /// What does not hold.
    fault: Fault,
}

impl Driver {
    /// A driver for this problem, which takes the formulation that the integrator wants.
    pub fn new(
        integrator: &dyn Integrator,
        problem: &mut dyn Problem,
        settings: Settings,
    ) -> Driver {
        problem.formulate(integrator.profile().formulation);
        let (n, slots) = (problem.dimension(), problem.guard_count());
        let nd = problem.differential();
        let henon = match settings.locate {
            Locate::Auto => None,
            Locate::Henon => henon::Henon::new(integrator, problem, &settings),
        };
        Driver {
            stepper: integrator.make(problem, &settings),
            settings,
            locator: Locator::new(n, nd, slots, settings.h_min, henon),
            length: 0.0,
            careful: f64::INFINITY,
            growths: Growths::default(),
            is_bold: false,
            aim: None,
            pending: Vec::with_capacity(slots),
            fired: Vec::with_capacity(slots),
            batches: 0,
            y: vec![0.0; n],
            events: 0,
            made: None,
            stuck: None,
        }
    }

    /// Starts (again) at (t, y): `y` of length n at a chart's origin, the modes of the problem set.
    ///
    /// # Errors
    /// When rates or guards cannot be computed there.
    pub fn start<P: Problem>(&mut self, problem: &mut P, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.made = None;
        self.batches = 0;
        self.fired.clear();
        self.length = f64::INFINITY;
        self.growths = Growths::default();
        self.y.copy_from_slice(y);
        self.restart(problem, t, false)?;
        self.length = self.settings.h_start.unwrap_or(self.length);
        Ok(())
    }

    /// Starts again at (t, y), where something from outside has jumped: an input. The length of steps is what it was, as steps before it and behind it
    /// are of one kind; the error control sees to the first. It is no longer than `most`: what is beyond the next jump would be in vain. Methods that remember
    /// earlier steps, and those that step along guards, start with care.
    ///
    /// # Errors
    /// As [`Driver::start`].
    pub fn start_behind_jump<P: Problem>(
        &mut self,
        problem: &mut P,
        (t, y): (f64, &[f64]),
        most: f64,
    ) -> Result<(), Failure> {
        let length = self.made.as_ref().map_or(self.length, |made| made.next);
        let is_known = length.is_finite() && length > 0.0;
        if !is_known || !self.stepper.starts_at_once() || self.locator.steps_along_guards() {
            self.start(problem, t, y)?;
            self.length = self.length.min(most);
            return Ok(());
        }
        self.made = None;
        self.batches = 0;
        self.fired.clear();
        self.y.copy_from_slice(y);
        self.stepper.start(problem, t, &self.y)?;
        self.locator.restart(problem, &*self.stepper, &self.fired)?;
        self.length = length.min(most).min(self.settings.h_max);
        self.aim = None;
        self.pending.clear();
        self.pending.extend(self.locator.falling_now(self.length));
        Ok(())
    }

    /// Starts the method at (t, self.y) and arms the guards. `same`: the equations are those of the last start.
    fn restart<P: Problem>(&mut self, problem: &mut P, t: f64, same: bool) -> Result<(), Failure> {
        self.stepper.start(problem, t, &self.y)?;
        self.locator.restart(problem, &*self.stepper, &self.fired)?;
        // Beyond the next event the frozen branches may be anything, and beyond what a step may be there may be nothing to see of what is here.
        let (_, y, dy) = self.stepper.now();
        let longest = problem.step_bound(t, y, dy);
        let bound = self.locator.time_to_next().min(longest);
        let careful = self.stepper.first_length(problem, bound)?;
        // Steps along guards want a start from which these are seen to fall.
        let at_once = self.stepper.starts_at_once() && !self.locator.steps_along_guards();
        let same = same && at_once;
        // What the steps of the same equations became longer than they began, they may be from the start.
        let growth = self.length / self.careful;
        let branches = problem.in_force().branches.filter(|_| at_once);
        let before = self.growths.enter(branches, growth);
        self.careful = careful;
        self.is_bold = !same && before.is_some();
        self.length = match (same, before) {
            (true, _) => (careful * growth.max(1.0)).min(self.length),
            (false, Some(growth)) => (careful * growth).min(bound),
            (false, None) => careful.min(self.length),
        }
        .min(self.settings.h_max);
        self.aim = None;
        if same && !self.stepper.is_fixed() {
            self.aim = self.locator.expect(t);
        }
        self.pending.clear();
        self.pending.extend(self.locator.falling_now(self.length));
        Ok(())
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
        self.advance_until(problem, t_end, f64::INFINITY, outputs, sink)
    }

    /// The same, and hands back at the time `wait` ([`End::Waiting`]), or behind an event where the sink asks for it ([`Sink::waits`]). The steps are
    /// those of a run that does not wait: the last of them may end behind `wait`, and [`Driver::look`] gives the state inside. An event at `wait` itself
    /// has not happened by then.
    ///
    /// # Errors
    /// [`FailureKind`] lists them.
    pub fn advance_until<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        t_end: f64,
        wait: f64,
        outputs: &[f64],
        sink: &mut S,
    ) -> Result<End, Failure> {
        if let Some(failure) = self.stuck.take() {
            return Err(failure);
        }
        let mut outputs = outputs;
        if self.made.is_none() {
            while let Some((&t, rest)) = outputs.split_first() {
                if t > self.time() {
                    break;
                }
                if t == self.time() {
                    self.tell_start(problem, sink)?;
                }
                outputs = rest;
            }
        }
        let most_events = self.events.saturating_add(self.settings.max_events);
        for step in 0.. {
            if self.made.is_none() {
                if wait <= self.time() {
                    return Ok(End::Waiting);
                }
                if !self.pending.is_empty() {
                    match self.fire(problem, sink, most_events)? {
                        Response::Stop => return Ok(End::Stopped),
                        Response::Pause => {
                            return Ok(match self.fire_jumped(problem, sink, most_events)? {
                                Response::Stop => End::Stopped,
                                _ => End::Paused,
                            });
                        }
                        Response::Restart | Response::Continue if sink.waits() => {
                            return Ok(End::Waiting);
                        }
                        Response::Restart | Response::Continue => continue,
                    }
                }
                if self.time() >= t_end {
                    return Ok(End::Reached);
                }
                if step >= self.settings.max_steps {
                    return Err(self.failure(FailureKind::TooManySteps));
                }
            }
            let response = match self.made.is_none() {
                true => self.make_step(problem, t_end, sink, most_events)?,
                false => None,
            };
            let (mut response, h) = match response {
                Some(response) => (response, 0.0),
                None => match self.finish_step(problem, wait, &mut outputs, sink, most_events)? {
                    Some(done) => done,
                    None => return Ok(End::Waiting),
                },
            };
            let go_on = sink.progress(self.time(), h, &self.statistics()) && !problem.hands_over();
            if (response == Response::Pause || !go_on)
                && self.fire_jumped(problem, sink, most_events)? == Response::Stop
            {
                response = Response::Stop;
            }
            match response {
                Response::Stop => return Ok(End::Stopped),
                _ if !go_on => return Ok(End::Interrupted),
                Response::Pause => return Ok(End::Paused),
                _ if sink.waits() => return Ok(End::Waiting),
                _ => {}
            }
        }
        Ok(End::Reached)
    }

    /// Makes a step, as [`Driver::made`]. Where no step leads on, the events that the model allows without one, and what it answered.
    fn make_step<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        t_end: f64,
        sink: &mut S,
        most_events: u64,
    ) -> Result<Option<Response>, Failure> {
        let (t0, y, dy) = self.stepper.now();
        let bound = problem.step_bound(t0, y, dy).min(self.settings.h_max);
        let planned = self.length;
        let length = planned.min(bound).max(self.locator.smallest(t0));
        let length = past_singular(problem, &mut *self.stepper, length);
        let timed = self
            .locator
            .next_timed(problem, t0, (t0 + length).min(t_end));
        let aims = [self.aim.take(), timed].into_iter().flatten();
        let aim = aims
            .filter(|aim| aim.t < t0 + length && aim.t < t_end)
            .min_by(|a, b| a.t.total_cmp(&b.t));
        let t1 = match aim {
            Some(aim) => aim.t,
            None => end_of_step(t0, length, t_end, self.stepper.is_fixed()),
        };
        self.locator.t_end = t_end;
        let before = aim.map(|aim| self.locator.start[aim.slot].value);
        let mut solved = self.locator.solve(problem, &mut *self.stepper, t1, aim);
        if std::mem::take(&mut self.is_bold) && self.locator.prover.judged.sampled > 0 {
            // What is seen in single places only may hide in a long step.
            let t1 = end_of_step(t0, length.min(self.careful), t_end, false);
            solved = self.locator.solve(problem, &mut *self.stepper, t1, None);
        }
        let mut next = match solved {
            Ok(next) => next,
            Err(failure) => {
                let (t, y, _) = self.stepper.now();
                self.pending = problem.gives_in(t, y);
                if self.pending.is_empty() {
                    // Behind events that followed each other without time going by it is the jump that these lead across.
                    let guards = self.fired.clone();
                    return Err(match self.batches > FEW_BATCHES {
                        true => self.failure(FailureKind::Livelock { guards }),
                        false => failure,
                    });
                }
                return Ok(Some(self.fire(problem, sink, most_events)?));
            }
        };
        let h = self.stepper.step().h();
        let model = |fault| Failure::new(t0, h, FailureKind::Model(fault));
        let rough = problem.is_rough();
        if rough {
            self.stepper.prepare_dense(problem).map_err(model)?;
        }
        let mut ended = self.look_for_end(problem)?;
        let mut gives_in = Vec::new();
        if let Some(end) = &ended
            && let Some((shorter, slots)) = self.give_in(problem, end)?
        {
            (next, gives_in) = (shorter, slots);
            if rough {
                self.stepper.prepare_dense(problem).map_err(model)?;
            }
            ended = self.look_for_end(problem)?;
        }
        if rough {
            sink.rough(problem, &self.stepper.step()).map_err(model)?;
        }
        self.made = Some(Made {
            planned,
            next,
            aim: aim.zip(before),
            ended: ended.map(|end| (end.until, end.fault)),
            gives_in,
            is_dense: rough,
        });
        Ok(None)
    }

    /// Makes the step in hand final, with its outputs and events: what the model answered, and the step's length. `None`: `wait` lies inside of it, or at
    /// its end, and it stays in hand.
    fn finish_step<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        wait: f64,
        outputs: &mut &[f64],
        sink: &mut S,
        most_events: u64,
    ) -> Result<Option<(Response, f64)>, Failure> {
        let Some(mut made) = self.made.take() else {
            return Ok(None);
        };
        let step = self.stepper.step();
        let (t0, t, h) = (step.t0, step.t1, step.h());
        let model = |fault| Failure::new(t0, h, FailureKind::Model(fault));
        let until = made.ended.as_ref().map_or(t, |(until, _)| *until);
        let looks_inside = wait < t || outputs.first().is_some_and(|&wanted| wanted < t);
        if looks_inside && !made.is_dense {
            self.stepper.prepare_dense(problem).map_err(model)?;
            made.is_dense = true;
        }
        let step = self.stepper.step();
        while let Some((&wanted, rest)) = outputs.split_first() {
            if wanted > until.min(wait) {
                break;
            }
            sink.output(problem, &step, wanted).map_err(model)?;
            *outputs = rest;
        }
        if wait <= until {
            self.made = Some(made);
            return Ok(None);
        }
        if let Some((until, fault)) = made.ended {
            return Err(Failure::new(until, h, FailureKind::Model(fault)));
        }
        // A step cut short by its surroundings says little against the length that was planned.
        let cut = h < 0.9 * made.planned && !self.locator.was_rejected();
        self.length = if cut {
            made.next.max(made.planned)
        } else {
            made.next
        };
        let follows = sink.follows_steps();
        if (follows || problem.keeps_past()) && !made.is_dense {
            self.stepper.prepare_dense(problem).map_err(model)?;
        }
        if problem.keeps_past() {
            problem.keep_past(&self.stepper.step(), t).map_err(model)?;
        }
        if follows {
            sink.step(problem, &self.stepper.step()).map_err(model)?;
        }
        self.stepper.accept(problem);
        self.batches = 0;
        let fell = self.locator.accept(h);
        if fell || !made.gives_in.is_empty() {
            self.pending.clear();
            self.pending.extend_from_slice(&made.gives_in);
            if fell {
                self.pending.extend_from_slice(&self.locator.fired);
            }
            self.pending.sort_unstable();
            self.pending.dedup();
            return Ok(Some((self.fire(problem, sink, most_events)?, h)));
        }
        if let Some((aim, before)) = made.aim
            && aim.t == t
            && self.locator.start[aim.slot].value < 0.5 * before
        {
            // It came too soon, but close: from here it is seen better. A guard that stays where it is stays by rounding of the state.
            self.aim = self.locator.expect(t);
        }
        Ok(Some((Response::Continue, h)))
    }

    /// Whether a step is made that is not final yet.
    pub fn is_inside(&self) -> bool {
        self.made.is_some()
    }

    /// Lets the model keep the past of the step that is made as far as a time that [`Driver::advance_until`] has waited for, where the run is to go on from
    /// there in another way.
    ///
    /// # Errors
    /// When the model cannot be looked at within the step.
    pub fn keep_past<P: Problem>(&self, problem: &mut P, until: f64) -> Result<(), Fault> {
        match self.made.is_some() && problem.keeps_past() {
            true => problem.keep_past(&self.stepper.step(), until),
            false => Ok(()),
        }
    }

    /// The step that is made and not final yet, with its dense output, where [`Driver::advance_until`] waits inside of one.
    pub fn step_in_hand(&self) -> Option<Step<'_>> {
        self.made.is_some().then(|| self.stepper.step())
    }

    /// State and rates (length n each) at a time that [`Driver::advance_until`] has waited for, in the chart of the step's start. `true`: it lies inside of
    /// the step, where the constraints hold to the tolerance only ([`Problem::project`]).
    pub fn look(&self, t: f64, y: &mut [f64], dy: &mut [f64]) -> bool {
        if self.made.is_none() {
            let (_, now, rates) = self.stepper.now();
            y.copy_from_slice(now);
            dy.copy_from_slice(rates);
            return false;
        }
        let step = self.stepper.step();
        step.interpolate(t, y, dy);
        t > step.t0 && t < step.t1
    }

    /// Where in the step that was just made the equations end to hold, if they do and the model does not pass that place.
    fn look_for_end<P: Problem>(&mut self, problem: &mut P) -> Result<Option<Ended>, Failure> {
        let mut from = self.stepper.step().t0;
        for passed in 0.. {
            let Some(end) = self.first_end(problem, from)? else {
                return Ok(None);
            };
            if passed == PASSED_MAX || !self.passes(problem, &end) {
                return Ok(Some(end));
            }
            from = end.until;
        }
        Ok(None)
    }

    /// The same of the rest of the step, whether the model passes that place or not: bisection, where they do not hold at the end.
    fn first_end<P: Problem>(
        &mut self,
        problem: &mut P,
        from: f64,
    ) -> Result<Option<Ended>, Failure> {
        let step = self.stepper.step();
        let (mut low, mut high, h) = (from, step.t1, step.h());
        let Err(mut fault) = problem.holds(high, step.y1) else {
            return Ok(None);
        };
        let prepared = self.stepper.prepare_dense(problem);
        prepared.map_err(|f| Failure::new(low, h, FailureKind::Model(f)))?;
        loop {
            let middle = low + 0.5 * (high - low);
            // To a millionth of the step, or to rounding.
            if middle <= low || middle >= high || high - low <= 1e-6 * h {
                return Ok(Some(Ended {
                    last: low,
                    until: high,
                    fault,
                }));
            }
            let held = self.inside(problem, middle);
            match held.and_then(|y| problem.holds(middle, &y)) {
                Ok(()) => low = middle,
                Err(f) => (high, fault) = (middle, f),
            }
        }
    }

    /// The state at a time of the step in hand, whose dense output is prepared, on the constraints.
    fn inside<P: Problem>(&self, problem: &mut P, t: f64) -> Result<Vec<f64>, Fault> {
        let step = self.stepper.step();
        let (mut y, mut dy) = (step.y1.to_vec(), step.dy1.to_vec());
        step.interpolate(t, &mut y, &mut dy);
        problem.project(t, &mut y)?;
        Ok(y)
    }

    /// Whether the equations hold again behind a place where they do not, and the motion goes through it.
    fn passes<P: Problem>(&self, problem: &mut P, end: &Ended) -> bool {
        let [before, after] = [end.last, end.until].map(|t| self.inside(problem, t));
        match (before, after) {
            (Ok(before), Ok(after)) => problem.passes((end.last, &before), (end.until, &after)),
            _ => false,
        }
    }

    /// Makes the step again, as far as the equations hold, where what some guards wait for is less than the tolerance away there: its end is their event. The length
    /// proposed for the next step, and their slots.
    fn give_in<P: Problem>(
        &mut self,
        problem: &mut P,
        end: &Ended,
    ) -> Result<Option<(f64, Vec<usize>)>, Failure> {
        let step = self.stepper.step();
        let (t0, h) = (step.t0, step.h());
        if end.last <= t0 + self.locator.smallest(t0) {
            return Ok(None);
        }
        let last = self.inside(problem, end.last);
        let last = last.map_err(|f| Failure::new(t0, h, FailureKind::Model(f)))?;
        let slots = problem.gives_in(end.last, &last);
        if slots.is_empty() {
            return Ok(None);
        }
        let stepper = &mut *self.stepper;
        let next = self.locator.solve(problem, stepper, end.last, None)?;
        // What falls before goes first.
        let is_there = self.stepper.step().t1 >= end.last;
        Ok(Some((next, if is_there { slots } else { Vec::new() })))
    }

    /// Lets the model switch where the last event made other guards jump: whoever goes on from here, perhaps with another driver, could not know. Whether one of them ends the run.
    fn fire_jumped<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        sink: &mut S,
        most_events: u64,
    ) -> Result<Response, Failure> {
        let mut all = Response::Continue;
        while !self.locator.jumped.is_empty() {
            self.pending.clear();
            self.pending.extend_from_slice(&self.locator.jumped);
            if self.fire(problem, sink, most_events)? == Response::Stop {
                all = Response::Stop;
            }
        }
        Ok(all)
    }

    /// Lets the model switch on the pending guards.
    fn fire<P: Problem, S: Sink<P>>(
        &mut self,
        problem: &mut P,
        sink: &mut S,
        most_events: u64,
    ) -> Result<Response, Failure> {
        let (t, y, _) = self.stepper.now();
        self.y.copy_from_slice(y);
        self.batches += 1;
        if self.batches > BATCHES_MAX || self.locator.only_sinks(BATCHES_MAX) {
            let guards = self.pending.clone();
            return Err(self.failure(FailureKind::Livelock { guards }));
        }
        if self.events >= most_events {
            return Err(self.failure(FailureKind::TooManyEvents));
        }
        self.events += 1;
        let model = |fault| Failure::new(t, 0.0, FailureKind::Model(fault));
        sink.fired(problem, t, &self.y, &self.pending)
            .map_err(model)?;
        let response = problem
            .switch(t, &mut self.y, &self.pending)
            .map_err(model)?;
        sink.event(problem, t, &self.y, &self.pending, response)
            .map_err(model)?;
        std::mem::swap(&mut self.fired, &mut self.pending);
        self.pending.clear();
        match response {
            Response::Restart => self.restart(problem, t, problem.in_force().as_before)?,
            Response::Pause => {
                self.stuck = self.restart(problem, t, false).err();
                if self.stuck.is_some() {
                    self.locator.jumped.clear();
                    self.pending.clear();
                }
            }
            Response::Continue => self.locator.go_on(problem, &*self.stepper, &self.fired)?,
            Response::Stop => {
                self.restart(problem, t, false)?;
                // They have fired: going on from here, they must rise first.
                self.locator.disarm(&self.fired);
                let fired = &self.fired;
                self.pending.retain(|slot| !fired.contains(slot));
            }
        }
        Ok(response)
    }

    fn tell_start<P: Problem, S: Sink<P>>(
        &self,
        problem: &mut P,
        sink: &mut S,
    ) -> Result<(), Failure> {
        let (t, y, dy) = self.stepper.now();
        let step = Step {
            t0: t,
            t1: t,
            y0: y,
            dy0: dy,
            y1: y,
            dy1: dy,
            dense: &Still,
        };
        sink.output(problem, &step, t)
            .map_err(|fault| Failure::new(t, 0.0, FailureKind::Model(fault)))
    }

    fn failure(&self, kind: FailureKind) -> Failure {
        Failure::new(self.time(), 0.0, kind)
    }

    /// The length proposed for the next step.
    pub fn next_step(&self) -> f64 {
        self.length
    }

    /// Proposes a length (> 0) for the next step; the error control may shorten it.
    pub fn propose_step(&mut self, length: f64) {
        self.length = length;
    }

    /// Sets the largest step from here on. Methods of fixed step keep theirs.
    pub fn limit_steps(&mut self, h_max: f64) {
        self.settings.h_max = h_max;
        self.length = self.length.min(h_max);
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

    /// Slots of guards that were looked at in single places of a step only: whether they fell in between is not proved.
    pub fn sampled_guards(&self) -> impl Iterator<Item = usize> + '_ {
        let sampled = self.locator.prover.sampled.iter().enumerate();
        sampled.filter_map(|(slot, sampled)| sampled.then_some(slot))
    }

    /// Times at which `auto` changed its method; `true`: to the implicit one.
    pub fn changes(&self) -> &[(f64, bool)] {
        self.stepper.changes()
    }

    /// The work done so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.stepper.statistics();
        statistics.events = self.events;
        self.locator.add_to(&mut statistics);
        statistics
    }
}

/// A step of length 0 is never interpolated: its only time is its start.
struct Still;

impl Dense for Still {
    fn order(&self) -> u32 {
        0
    }

    fn degree(&self) -> usize {
        0
    }

    fn interpolate(&self, _: f64, _: &mut [f64], _: &mut [f64]) {}
}

/// Where a step of about `h` from `t0` ends, so that `t_end` is hit exactly and no sliver is left before it.
fn end_of_step(t0: f64, h: f64, t_end: f64, fixed: bool) -> f64 {
    let left = t_end - t0;
    if h >= left * (1.0 - 1e-6) {
        t_end
    } else if h > 0.5 * left && !fixed {
        t0 + 0.5 * left
    } else {
        t0 + h
    }
}
