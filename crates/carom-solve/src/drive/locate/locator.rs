//! Guards at the ends of the step in hand, and what is asked of them on the way to its end.

use crate::drive::approach::Approach;
use crate::drive::bracket::Bracket;
use crate::drive::counts::{Rejections, Statistics};
use crate::drive::cubic::fall_of_parabola;
use crate::drive::ends::Ends;
use crate::drive::failure::{Failure, FailureKind};
use crate::drive::henon::{From, Henon, landing_failed};
use crate::drive::look::{Room, prepare_dense};
use crate::drive::prove::{Judged, Prover};
use crate::drive::scan::Scan;
use crate::drive::timed::Timed;
use crate::drive::watch::{self, Expected, SAMPLES, Verdict, Watch};
use crate::integrators::{OnGuard, Stepper};
use crate::problem::{Fault, Guard, Problem};

/// Corrections of the first guess on the dense output.
const GUESSES_MAX: usize = 8;

/// A zero is at the end of a step when what is left of the guard is worth less than this part of the step; of a step as short as those of a
/// ball about to rest, the rounding of the guard is worth much.
const FINE: f64 = 1e-12;
/// Moves of an end to the zero of a guard: what the first leaves, the second takes.
const SHIFTS_MAX: usize = 2;
/// A guard may change by so many times what its rate says within the move of an end.
const ROOM: f64 = 10.0;
/// Up to this way, relative to the step, the rates at an end say all of its correction: half of its square is less than the rounding of the step.
const CLOSE: f64 = 1e-8;

/// What has been done so far.
#[derive(Default)]
pub(super) struct Work {
    pub rejected: u64,
    pub rejections: Rejections,
    pub event_steps: u64,
    guard_evaluations: u64,
}

/// Guards at the ends of the step in hand, and the search for its end.
pub struct Locator {
    pub(super) watch: Vec<Watch>,
    pub(in crate::drive) start: Vec<Guard>,
    pub(super) end: Vec<Guard>,
    /// Guards at the latest end known to lie before every event.
    pub(super) low: Vec<Guard>,
    samples: Vec<Guard>,
    pub(in crate::drive) fired: Vec<usize>,
    /// Guards that were up, and that the last event, which was not theirs, made jump below zero; ascending.
    pub(in crate::drive) jumped: Vec<usize>,
    before: Vec<Watch>,
    /// Second rates of the guards over the last step.
    second: Vec<f64>,
    /// How often each guard has fired by sinking since it last was clearly positive.
    sunk: Vec<u32>,
    y: Vec<f64>,
    dy: Vec<f64>,
    h_min: f64,
    /// No step goes beyond.
    pub t_end: f64,
    pub(super) rejected_this_step: bool,
    pub(super) work: Work,
    henon: Option<Henon>,
    pub(in crate::drive) prover: Prover,
    judged: Judged,
    pub(super) approach: Option<Approach>,
    timed: Timed,
    scan: Scan,
}

/// Times of events are known to so many roundings.
const LOCATED: f64 = 8.0;

/// The length of a step, changed where a singular position is ahead.
pub fn past_singular(problem: &dyn Problem, stepper: &mut dyn Stepper, length: f64) -> f64 {
    match problem.singular_ahead() {
        Some(ahead) => stepper.pass(ahead, length),
        None => length,
    }
}

impl Locator {
    pub fn new(n: usize, nd: usize, slots: usize, h_min: f64, henon: Option<Henon>) -> Locator {
        Locator {
            watch: vec![Watch::Idle; slots],
            start: vec![Guard::IDLE; slots],
            end: vec![Guard::IDLE; slots],
            low: vec![Guard::IDLE; slots],
            samples: vec![Guard::IDLE; slots * SAMPLES.len()],
            fired: Vec::with_capacity(slots),
            jumped: Vec::with_capacity(slots),
            before: vec![Watch::Idle; slots],
            second: vec![0.0; slots],
            sunk: vec![0; slots],
            y: vec![0.0; n],
            dy: vec![0.0; n],
            h_min,
            t_end: f64::INFINITY,
            rejected_this_step: false,
            work: Work::default(),
            henon,
            prover: Prover::new(n, nd, slots),
            judged: Judged::default(),
            approach: None,
            timed: Timed::default(),
            scan: Scan::default(),
        }
    }

    /// Arms the guards at the stepper's start.
    pub fn start(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        fired: &[usize],
    ) -> Result<(), Failure> {
        if self.watch.is_empty() {
            return Ok(());
        }
        self.timed.renew();
        self.approach = None;
        let (t, y, dy) = stepper.now();
        self.work.guard_evaluations += 1;
        problem.arm_guards(t, y, dy, fired);
        problem
            .guards(t, y, dy, &mut self.start)
            .map_err(|fault| Failure::new(t, 0.0, FailureKind::Model(fault)))?;
        if let Some(slot) = not_a_number(&self.start) {
            return Err(Failure::new(t, 0.0, FailureKind::Model(bad_guard(slot))));
        }
        for (watch, guard) in self.watch.iter_mut().zip(&self.start) {
            *watch = Watch::at_start(guard);
        }
        Ok(())
    }

    /// Arms the guards again after the slots `fired` switched at the stepper's start.
    pub fn restart(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        fired: &[usize],
    ) -> Result<(), Failure> {
        self.low.copy_from_slice(&self.start);
        self.before.copy_from_slice(&self.watch);
        self.start(problem, stepper, fired)?;
        let renewed = problem.renews_guards();
        self.jumped.clear();
        for (slot, ends) in self.low.iter().zip(&self.start).enumerate() {
            let falls = watch::falls_by_jump(self.before[slot], ends, problem.jump_of(slot));
            if falls && !fired.contains(&slot) {
                self.jumped.push(slot);
            }
        }
        let moment = LOCATED * f64::EPSILON * stepper.now().0.abs();
        for &slot in fired {
            let guards = (&self.start[slot], &self.low[slot]);
            self.watch[slot] = Watch::after_firing(guards, renewed, moment);
        }
        Ok(())
    }

    /// Does it locate by steps along guards, where these are regular?
    pub fn steps_along_guards(&self) -> bool {
        self.henon.is_some()
    }

    /// Has a guard that fired last only sunk and never risen, more than `most` times in a row?
    pub fn only_sinks(&self, most: u32) -> bool {
        self.fired.iter().any(|&slot| self.sunk[slot] > most)
    }

    /// Time until the first armed guard falls if all keep their rates; infinite when none falls.
    pub fn time_to_next(&self) -> f64 {
        let guards = self.watch.iter().zip(&self.start);
        guards
            .filter(|(watch, guard)| **watch == Watch::Armed && guard.rate < 0.0)
            .map(|(_, guard)| -guard.value / guard.rate)
            .fold(f64::INFINITY, f64::min)
    }

    /// Where the first of the guards is zero, if each goes on as a parabola with the second rate that it had over the last step: exactly so
    /// for a body that flies from one impact to the next.
    pub fn expect(&self, t0: f64) -> Option<Expected> {
        let mut first: Option<Expected> = None;
        for slot in 0..self.watch.len() {
            let guard = self.start[slot];
            let second = self.second[slot];
            let value = match self.watch[slot] {
                Watch::Armed => guard.value,
                Watch::Near if watch::leaves_zero(&guard, second) => guard.value.max(0.0),
                _ => continue,
            };
            let Some(by) = fall_of_parabola(value, guard.rate, second) else {
                continue;
            };
            let t = t0 + by;
            if t > t0 && first.is_none_or(|first| t < first.t) {
                first = Some(Expected { slot, t });
            }
        }
        first
    }

    /// The slots that lie at zero and fall within a step of length `h`, and those that the event of another made jump below zero: the mode that
    /// they are of does not hold any more.
    pub fn falling_now(&self, h: f64) -> impl Iterator<Item = usize> + '_ {
        let guards = self.watch.iter().zip(&self.start).enumerate();
        guards.filter_map(move |(slot, (watch, guard))| {
            let falls = watch.falls_at_once(guard, h) || self.jumped.contains(&slot);
            falls.then_some(slot)
        })
    }

    /// The run goes on as if nothing had happened where `slots` fired; what they watch may be another side.
    pub fn go_on(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
        slots: &[usize],
    ) -> Result<(), Failure> {
        let (t, y, dy) = stepper.now();
        self.work.guard_evaluations += 1;
        problem
            .guards(t, y, dy, &mut self.start)
            .map_err(|fault| Failure::new(t, 0.0, FailureKind::Model(fault)))?;
        self.timed.renew();
        self.jumped.retain(|slot| !slots.contains(slot));
        self.disarm(slots);
        Ok(())
    }

    /// They have fired, and must rise first; what a jump has left far above zero may fall at once.
    pub fn disarm(&mut self, slots: &[usize]) {
        for &slot in slots {
            self.watch[slot] = match Watch::at_start(&self.start[slot]) {
                Watch::Near => Watch::Disarmed,
                other => other,
            };
        }
    }

    /// Was a trial of the last step refused?
    pub fn was_rejected(&self) -> bool {
        self.rejected_this_step
    }

    pub fn add_to(&self, statistics: &mut Statistics) {
        statistics.rejected += self.work.rejected;
        statistics.rejections = self.work.rejections;
        statistics.event_steps += self.work.event_steps;
        statistics.guard_evaluations += self.work.guard_evaluations;
        statistics.guards_proved += self.judged.proved;
        statistics.guards_bisected += self.judged.bisected;
        statistics.guards_sampled += self.judged.sampled;
        if let Some(henon) = &self.henon {
            statistics.henon_steps += henon.taken;
            statistics.henon_refused += henon.refused;
            statistics.rhs_evaluations += henon.rhs_evaluations();
        }
    }

    /// The first fall, after `t0` and not after `t1`, of a guard that depends on time alone.
    pub fn next_timed(&mut self, problem: &mut dyn Problem, t0: f64, t1: f64) -> Option<Expected> {
        let guards = (&self.watch[..], &self.start[..]);
        self.timed.next(problem, guards, (t0, t1))
    }

    /// Judges the step in hand between its ends, whose guards are known. The slot that falls first inside, and a place (part of the step) by which
    /// it has fallen, or at which it is up if it had to rise first.
    pub(super) fn prove(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Option<(usize, f64)>, Failure> {
        let step = stepper.step();
        let ends = Ends {
            t: (step.t0, step.t1),
            watch: &self.watch,
            start: &self.start,
            end: &self.end,
        };
        let mut room = Room {
            y: &mut self.y,
            dy: &mut self.dy,
            evaluations: &mut self.work.guard_evaluations,
        };
        let mut proved = None;
        if problem.bounds_guards() {
            proved = self.prover.prove(problem, stepper, &ends, &mut room)?;
        } else {
            self.prover.count_sampled(problem, &ends);
        }
        let guards = (&ends, &self.prover.known[..]);
        let scanned = self.scan.find(problem, stepper, guards, &mut room)?;
        let found = [proved, scanned].into_iter().flatten();
        Ok(found.min_by(|a, b| a.1.total_cmp(&b.1)))
    }

    /// The shortest step from `t0`.
    pub fn smallest(&self, t0: f64) -> f64 {
        self.h_min.max(4.0 * f64::EPSILON * t0.abs()).max(1e-100)
    }

    /// Locates the event by Hénon's step, if that is asked for and is regular. Whether the step in hand ends on it.
    pub(super) fn steps_along_guard(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        verdict: &Verdict,
        bracket: Option<&Bracket>,
    ) -> Result<bool, Failure> {
        let Some(henon) = &mut self.henon else {
            return Ok(false);
        };
        let step = stepper.step();
        let whole = henon.kind == OnGuard::Whole && bracket.is_none();
        let (slot, from) = match (henon.kind, verdict, bracket) {
            (OnGuard::Whole, Verdict::Fall { slot, .. }, None) => {
                let from = From {
                    t: step.t0,
                    y: step.y0,
                    guard: self.start[*slot],
                    between: (step.t0, step.t1),
                    length: step.h(),
                };
                (*slot, from)
            }
            (_, _, Some(bracket)) if !bracket.grazing && bracket.low == step.t0 => {
                let from = From {
                    t: step.t1,
                    y: step.y1,
                    guard: self.end[bracket.slot],
                    between: (bracket.low, bracket.high),
                    length: step.h(),
                };
                (bracket.slot, from)
            }
            _ => return Ok(false),
        };
        // A guard that has lain at zero since the restart has no length of its own.
        if self.watch[slot] != Watch::Armed {
            return Ok(false);
        }
        let t0 = step.t0;
        let Some(t) = henon.step(problem, slot, &from, whole) else {
            return Ok(false);
        };
        let earlier = watch::judge(
            &self.watch,
            &self.start,
            &henon.end,
            t - t0,
            &self.prover.known,
        );
        if matches!(earlier, Verdict::Fall { slot: other, .. } if other != slot) {
            return Ok(false);
        }
        let landed = stepper
            .land(problem, t, henon.state())
            .map_err(|fault| landing_failed(t0, t, fault))?;
        if landed {
            self.end.copy_from_slice(&henon.end);
            self.collect_with(slot, t - t0, t);
        }
        Ok(landed)
    }

    /// Newton's correction of the end of the last trial, `aimed` at the fall of a guard, where that is close to the event already: its slot and time.
    pub(super) fn last_correction(
        &self,
        verdict: &Verdict,
        aimed: Option<usize>,
        (t0, t1): (f64, f64),
        reach: f64,
    ) -> Option<(usize, f64)> {
        let (slot, t) = match (verdict, aimed) {
            (Verdict::AtEnd, _) => self.finer(t0, t1)?,
            (Verdict::Clean, Some(aimed)) => (aimed, t1 + self.correction(aimed, t1 - t0)?),
            (Verdict::Fall { slot, .. }, Some(aimed)) if *slot == aimed => {
                (aimed, t1 + self.correction(aimed, t1 - t0)?)
            }
            _ => return None,
        };
        let (by, h) = (t - t1, t1 - t0);
        // What is moved over was not looked at, or is beyond the event.
        let close = by.abs() <= CLOSE * h
            || (by.abs() <= reach * h && is_alone((&self.watch, &self.end), slot, by));
        (close && t <= self.t_end).then_some((slot, t))
    }

    /// How far behind the end of a step of length `h` a sinking guard is zero, to first order.
    fn correction(&self, slot: usize, h: f64) -> Option<f64> {
        let (a, b) = (&self.start[slot], &self.end[slot]);
        let lift = watch::lift(self.watch[slot], a, b, h);
        (b.rate < 0.0).then(|| -(b.value + lift) / b.rate)
    }

    /// Moves the end of the step in hand to `t`, close by, and on to where `slot` fires.
    pub(super) fn shift(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        slot: usize,
        t: f64,
    ) -> Result<bool, Failure> {
        let (t0, h) = (stepper.step().t0, stepper.step().h());
        let mut end = t;
        for _ in 0..SHIFTS_MAX {
            let is_far = (end - stepper.step().t1).abs() > CLOSE * h;
            let moved = self.move_end(problem, stepper, end, is_far);
            if !moved.map_err(|fault| landing_failed(t0, end, fault))? {
                return Ok(false);
            }
            if let Err((_, failure)) = self.look(problem, stepper)? {
                let lost = Failure::new(t0, end - t0, FailureKind::StepTooSmall);
                return Err(failure.unwrap_or(lost));
            }
            // A way that is no rounding leaves its square of the guard.
            let left = self.correction(slot, h).filter(|_| is_far);
            match left.filter(|by| end + by <= self.t_end && by.abs() <= stepper.reach() * h) {
                Some(by) => end += by,
                None => break,
            }
        }
        self.collect_with(slot, end - t0, end);
        Ok(true)
    }

    /// Moves the end of the step in hand to `t` along its rates: by Euler's step, or by Heun's where that `is_far`.
    fn move_end(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        t: f64,
        is_far: bool,
    ) -> Result<bool, Fault> {
        let (step, nd) = (stepper.step(), problem.differential());
        let by = t - step.t1;
        for (y, (y1, dy1)) in self.y.iter_mut().zip(step.y1.iter().zip(step.dy1)) {
            *y = y1 + by * dy1;
        }
        self.dy.copy_from_slice(step.dy1);
        let mut landed = stepper.land(problem, t, &self.y[..nd])?;
        if landed && is_far {
            let rates = self.dy.iter().zip(stepper.step().dy1);
            for (y, (before, after)) in self.y.iter_mut().zip(rates) {
                *y += 0.5 * by * (after - before);
            }
            landed = stepper.land(problem, t, &self.y[..nd])?;
        }
        Ok(landed)
    }

    /// The bracket whose far side is the last trial, which ended at t1; its near side is that of the last bracket or the start.
    pub(super) fn bracket(
        &mut self,
        old: Option<&Bracket>,
        slot: usize,
        (t0, t1): (f64, f64),
    ) -> Bracket {
        let low = old.map_or(t0, |b| b.low);
        if low == t0 {
            self.low.copy_from_slice(&self.start);
        }
        Bracket {
            low,
            high: t1,
            slot,
            at_high: self.end[slot],
            lift: watch::lift(
                self.watch[slot],
                &self.start[slot],
                &self.end[slot],
                t1 - t0,
            ),
            grazing: false,
            width_before: old.map_or(f64::INFINITY, |b| b.width_before),
        }
    }

    /// The guards at the end of the last trial. `Err`: they cannot be computed there, with a shorter length to try.
    #[allow(clippy::type_complexity)]
    pub(super) fn look(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &dyn Stepper,
    ) -> Result<Result<(), (f64, Option<Failure>)>, Failure> {
        if self.watch.is_empty() {
            return Ok(Ok(()));
        }
        let step = stepper.step();
        self.work.guard_evaluations += 1;
        let fault = match problem.guards(step.t1, step.y1, step.dy1, &mut self.end) {
            Ok(()) => {
                // No time lies nearer to the zero than half a unit in the last place of the time.
                let place = f64::EPSILON * step.t1.abs();
                for guard in &mut self.end {
                    guard.tolerance = guard.tolerance.max(place * guard.rate.abs());
                }
                not_a_number(&self.end).map(bad_guard)
            }
            Err(fault) => Some(fault),
        };
        Ok(match fault {
            None => Ok(()),
            Some(fault) => {
                let failure = Failure::new(step.t0, step.h(), FailureKind::Model(fault));
                Err((0.25 * step.h(), Some(failure)))
            }
        })
    }

    pub(super) fn verdict(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Verdict, Failure> {
        let verdict = self.verdict_of_guards(problem, stepper)?;
        match verdict {
            Verdict::Fall { .. } | Verdict::Graze { .. } => Ok(verdict),
            _ => Ok(self.passed(problem, stepper)?.unwrap_or(verdict)),
        }
    }

    /// What the model has seen fall and rise again inside the step, where its guards at the ends say nothing.
    fn passed(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Option<Verdict>, Failure> {
        if !problem.may_pass(&stepper.step()) {
            return Ok(None);
        }
        prepare_dense(problem, stepper)?;
        let step = stepper.step();
        let found = problem
            .passed(&step)
            .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))?;
        let watched = |slot: usize| matches!(self.watch[slot], Watch::Armed | Watch::Near);
        let smallest = self.smallest(step.t0);
        let found = found.filter(|(slot, t)| watched(*slot) && *t - step.t0 > smallest);
        Ok(found.map(|(slot, t)| Verdict::Graze {
            slot,
            x: (t - step.t0) / step.h(),
        }))
    }

    /// What the guards say of the step, at its ends, and inside where that is not enough.
    pub(super) fn verdict_of_guards(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Verdict, Failure> {
        let h = stepper.step().h();
        let known = &self.prover.known;
        let verdict = watch::judge(&self.watch, &self.start, &self.end, h, known);
        if verdict != Verdict::Suspicious {
            return Ok(verdict);
        }
        prepare_dense(problem, stepper)?;
        let step = stepper.step();
        let slots = self.watch.len();
        for (k, x) in SAMPLES.iter().enumerate() {
            let t = step.t0 + x * step.h();
            step.interpolate(t, &mut self.y, &mut self.dy);
            self.work.guard_evaluations += 1;
            let out = &mut self.samples[k * slots..(k + 1) * slots];
            problem
                .guards(t, &self.y, &self.dy, out)
                .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))?;
        }
        Ok(watch::judge_samples(
            &self.watch,
            &self.start,
            &self.samples,
            &self.end,
            step.h(),
        ))
    }

    /// Sharpens the guess of a root on the dense output of the last trial, where looking costs no solution of a step.
    pub(super) fn guess_on_dense_output(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        bracket: &Bracket,
        guess: f64,
    ) -> Result<f64, Failure> {
        prepare_dense(problem, stepper)?;
        let step = stepper.step();
        let (mut low, mut high) = (bracket.low, step.t1);
        let mut t = guess;
        for _ in 0..GUESSES_MAX {
            step.interpolate(t, &mut self.y, &mut self.dy);
            self.work.guard_evaluations += 1;
            let out = &mut self.samples[..self.watch.len()];
            problem
                .guards(t, &self.y, &self.dy, out)
                .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))?;
            let guard = out[bracket.slot];
            let value = guard.value + bracket.lift;
            if value > 0.0 {
                low = t;
            } else {
                high = t;
            }
            let better = t - value / guard.rate;
            if !(better >= low && better <= high) {
                break;
            }
            let change = (better - t).abs();
            t = better;
            if value.abs() <= guard.tolerance || change <= 1e-7 * step.h() {
                break;
            }
        }
        Ok(t)
    }

    /// A better end, where a guard that falls at the end is zero within its rounding, but not within the step's; with its slot.
    pub(super) fn finer(&self, t0: f64, t1: f64) -> Option<(usize, f64)> {
        let h = t1 - t0;
        let worth = |slot: usize| {
            let (watch, a, b) = (self.watch[slot], &self.start[slot], &self.end[slot]);
            let falls = watch::falls_at_end(watch, a, b, h);
            Some((slot, self.correction(slot, h).filter(|_| falls)?))
        };
        let (slot, by) = (0..self.watch.len())
            .filter_map(worth)
            .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))?;
        let counts = by.abs() > FINE * h && by.abs() > 2.0 * f64::EPSILON * t1.abs();
        let inside = t1 + by > t0 && t1 + by <= self.t_end;
        (counts && inside).then_some((slot, t1 + by))
    }

    /// The slots that fall together at the end of the step.
    pub(super) fn collect(&mut self, h: f64, t: f64) {
        let soon = 40.0 * f64::EPSILON * t.abs() + 1e-11 * h;
        for slot in 0..self.watch.len() {
            let (watch, a, b) = (self.watch[slot], &self.start[slot], &self.end[slot]);
            let along = watch == Watch::Armed && b.rate < 0.0 && b.value <= -b.rate * soon;
            if watch::falls_at_end(watch, a, b, h) || along {
                self.fired.push(slot);
                self.sunk[slot] += u32::from(watch::lift(watch, a, b, h) > 0.0);
            }
        }
    }

    /// The same, `slot` among them.
    fn collect_with(&mut self, slot: usize, h: f64, t: f64) {
        self.collect(h, t);
        if let Err(place) = self.fired.binary_search(&slot) {
            self.fired.insert(place, slot);
        }
    }

    /// A guard that jumps has no zero: `slot` fires where it is found below, with all that are at zero.
    pub(super) fn collect_fallen(&mut self, slot: usize) {
        for other in 0..self.watch.len() {
            let armed = matches!(self.watch[other], Watch::Armed | Watch::Near);
            if other == slot || (armed && self.end[other].value <= -self.end[other].tolerance) {
                self.fired.push(other);
            }
        }
    }

    /// The step, of length `h`, was accepted: its end is the new start. Did guards fire?
    pub fn accept(&mut self, h: f64) -> bool {
        let judged = self.prover.accept();
        self.judged.proved += judged.proved;
        self.judged.bisected += judged.bisected;
        self.judged.sampled += judged.sampled;
        std::mem::swap(&mut self.start, &mut self.end);
        for (slot, guard) in self.start.iter().enumerate() {
            self.second[slot] = (guard.rate - self.end[slot].rate) / h;
            self.watch[slot] = self.watch[slot].after_step(guard);
            if self.watch[slot] == Watch::Armed {
                self.sunk[slot] = 0;
            }
        }
        !self.fired.is_empty()
    }
}

/// Whether no guard other than that of `slot` is near zero at the end, as far as it may come within `by` of it.
fn is_alone((watch, end): (&[Watch], &[Guard]), slot: usize, by: f64) -> bool {
    let guards = watch.iter().zip(end).enumerate();
    let mut watched = guards.filter(|(_, (watch, _))| **watch != Watch::Idle);
    watched.all(|(other, (_, guard))| {
        let room = guard.tolerance + ROOM * (by * guard.rate).abs();
        other == slot || guard.value.abs() > room
    })
}

fn not_a_number(guards: &[Guard]) -> Option<usize> {
    guards
        .iter()
        .position(|g| g.value.is_nan() || g.rate.is_nan())
}

fn bad_guard(slot: usize) -> Fault {
    Fault {
        message: format!("switching function {slot} is not a number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A contact that is closed: its gap is zero and its rates are rounding, so that the second rate over a short step is anything.
    #[test]
    fn a_guard_that_stays_at_zero_is_not_expected_to_fall() {
        let mut locator = Locator::new(1, 1, 1, 0.0, None);
        let guard = |rate| Guard {
            value: 0.0,
            rate,
            tolerance: 1e-15,
        };
        locator.watch[0] = Watch::Near;
        (locator.start[0], locator.second[0]) = (guard(1e-13), -1e-13 / 4e-16);
        assert_eq!(locator.expect(0.5), None);
        // A ball that has just left: back after 2·v/g.
        (locator.start[0], locator.second[0]) = (guard(1e-3), -10.0);
        let expected = Expected {
            slot: 0,
            t: 0.5 + 2e-4,
        };
        assert_eq!(locator.expect(0.5), Some(expected));
    }
}
