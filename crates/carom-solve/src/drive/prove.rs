//! Proves that no guard falls inside of a step unseen, or finds the place where one does.
//!
//! Between two accepted states no guard of the dense output may change its sign without being noticed. The ends of a step say nothing about
//! its inside: a guard that swings faster than the method steps may fall and rise there again. So each guard is bounded over the step, with its rate
//! ([`Problem::guard_ranges`]). It does not fall
//!
//! - where its bounds stay above zero;
//! - where its rate keeps its sign, as then the ends are the least and the largest value;
//! - where it cannot reach zero from either end with the rates it may have: `g(t) ≥ max(g_a + ṙ_low·(t − a), g_b − ṙ_high·(b − t))`.
//!
//! Where none of this decides, the interval is halved, the guards are looked at in the middle, and both halves are judged, the earlier one first. The
//! width of the bounds shrinks with that of the interval, so that only double zeros and what the model cannot bound remain undecided.
//!
//! What bounds of the rates at little cost decide ([`Problem::guard_rates`]) is not asked for more.
//!
//! A guard that vanishes together with what it is a multiple of, as a force with its penetration, takes many halvings there. Where the model has bounds of
//! the quotient ([`GuardRange::quotient`]), which has the sign of the guard, these are asked next, by themselves: values of the one and rates of the other
//! say nothing together. They are believed only where they say that the guard does not fall.

use super::course::{At, BAND, Course, course_by_both, point};
use super::enclose::Enclosure;
use super::ends::Ends;
use super::failure::{Failure, FailureKind};
use super::look::{Room, prepare_dense};
use super::walk::Walk;
use super::watch::Watch;
use crate::integrators::{Step, Stepper};
use crate::problem::{Guard, GuardRange, Part, Problem};
use carom_base::Interval;
use std::ops::ControlFlow;

/// Bisections of one interval inside the other: an interval this much shorter than the step, 1e-9 of it, holds a zero to rounding.
const DEPTH_MAX: usize = 30;
/// Intervals that one step may take.
const INTERVALS_MAX: u32 = 400;
/// The same by the cubic of the step, whose distance from the dense output does not shrink with the intervals.
const CUBIC_DEPTH_MAX: usize = 6;
const CUBIC_INTERVALS_MAX: u32 = 40;
/// The same where all that is open has bounds of its value but not of its rate: near zero these decide nothing.
const VALUES_DEPTH_MAX: usize = 8;

/// How many guards of how many steps were judged in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// By their bounds over the whole step.
    pub proved: u64,
    /// By those over parts of it.
    pub bisected: u64,
    /// By looks at single times only.
    pub sampled: u64,
}

/// Room for the proof.
pub struct Prover {
    enclosure: Enclosure,
    ranges: Vec<GuardRange>,
    /// Those over the whole step.
    whole: Vec<GuardRange>,
    /// Guards whose bounds are asked for.
    wanted: Vec<bool>,
    /// Slots that are not decided yet, each with the end of the part over which it is.
    open: Vec<(usize, f64)>,
    /// Is the guard watched for its fall, here in the step?
    up: Vec<bool>,
    walk: Walk<At>,
    /// The quotients of the guards at both ends of the step, where any guard that is not decided has one.
    ends: [Vec<Interval>; 2],
    /// Guards that bounds decide: over the last step that was judged, which what is asked of a step at its ends goes by.
    pub known: Vec<bool>,
    /// The same of the step before, and whether bounds decide less over this one.
    before: Vec<bool>,
    pub lost: bool,
    guards: Vec<Guard>,
    /// Was a part of the step left undecided?
    unsure: Vec<bool>,
    /// Guards that were looked at in single places only: in the step in hand, in any accepted step so far.
    doubted: Vec<usize>,
    pub sampled: Vec<bool>,
    /// Of the step in hand.
    pub judged: Judged,
}

/// How the state inside of a step is bounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Cubic,
    Dense,
}

impl Prover {
    /// Room for `slots` guards of `nd` differential unknowns among `n`.
    pub fn new(n: usize, nd: usize, slots: usize) -> Prover {
        Prover {
            enclosure: Enclosure::new(n, nd),
            ranges: vec![GuardRange::UNKNOWN; slots],
            whole: vec![GuardRange::UNKNOWN; slots],
            wanted: vec![false; slots],
            open: Vec::with_capacity(slots),
            up: vec![false; slots],
            walk: Walk::default(),
            ends: [0; 2].map(|_| vec![Interval::ENTIRE; slots]),
            known: vec![false; slots],
            before: vec![false; slots],
            lost: false,
            guards: vec![Guard::IDLE; slots],
            unsure: vec![false; slots],
            doubted: Vec::with_capacity(slots),
            sampled: vec![false; slots],
            judged: Judged::default(),
        }
    }

    /// The step in hand is accepted: how its guards were judged.
    pub fn accept(&mut self) -> Judged {
        for slot in self.doubted.drain(..) {
            self.sampled[slot] = true;
        }
        std::mem::take(&mut self.judged)
    }

    /// Counts a guard without bounds.
    fn count_unknown(&mut self, problem: &dyn Problem, slot: usize) {
        if problem.watches_inside(slot) {
            self.judged.proved += 1;
        } else {
            self.judged.sampled += 1;
            self.doubted.push(slot);
        }
    }

    /// The quotients at both ends of the step, if a guard that is open has one; the bounds over the step are kept in `whole`.
    fn take_quotients(&mut self, problem: &mut dyn Problem, step: &Step<'_>) -> bool {
        let ranges = &self.ranges;
        if !self
            .open
            .iter()
            .any(|(slot, _)| ranges[*slot].quotient.is_some())
        {
            return false;
        }
        self.whole.copy_from_slice(&self.ranges);
        self.want_open(f64::INFINITY);
        let ends = [(step.t0, step.y0, step.dy0), (step.t1, step.y1, step.dy1)];
        for (k, (t, y, dy)) in ends.into_iter().enumerate() {
            self.enclosure.take_point(t, y, dy);
            self.bound(problem);
            for (end, range) in self.ends[k].iter_mut().zip(&self.ranges) {
                *end = At::of(range).quotient;
            }
        }
        true
    }

    /// Bounds of the guards that are wanted over the interval that the enclosure holds.
    fn bound(&mut self, problem: &mut dyn Problem) {
        self.ranges.fill(GuardRange::UNKNOWN);
        let Enclosure { t, y, dy, .. } = &self.enclosure;
        problem.guard_ranges(*t, (y, dy), &self.wanted, &mut self.ranges);
    }

    /// Their bounds at little cost over the part in hand of the walk, if the model has such bounds.
    fn bound_rates(&mut self, problem: &mut dyn Problem) -> bool {
        let (left, right) = (self.walk.left(), self.walk.right());
        self.ranges.fill(GuardRange::UNKNOWN);
        let part = Part {
            w: self.enclosure.t.width(),
            bounds: &self.enclosure,
            ends: &|slot| (left[slot].value, right[slot].value),
        };
        problem.guard_rates(&part, &self.wanted, &mut self.ranges)
    }

    /// Whether nothing is known of the rate of any guard that is open over a part that ends at `b`.
    fn by_values_alone(&self, b: f64) -> bool {
        let open = self.open.iter().filter(|(_, until)| *until < b);
        let ranges = &self.ranges;
        open.into_iter()
            .all(|(slot, _)| ranges[*slot].rate == Interval::ENTIRE && ranges[*slot].is_known)
    }

    /// Only what is not decided counts, over the step or over a part of it that ends at `b`.
    fn want_open(&mut self, b: f64) {
        self.wanted.fill(false);
        for (slot, until) in &self.open {
            self.wanted[*slot] = *until < b;
        }
    }

    /// Bounds the state and its rates over the part [a, b] of the step.
    fn enclose(&mut self, by: By, step: &Step<'_>, (a, b): (f64, f64)) {
        match by {
            By::Cubic => self.enclosure.take_cubic(a, b),
            By::Dense => self.enclosure.take(step, a, b),
        }
    }

    /// Wants the bounds of all guards that are watched at both ends of the step. Whether there are any.
    fn want_watched(&mut self, ends: &Ends<'_>) -> bool {
        let mut any = false;
        for (slot, wanted) in self.wanted.iter_mut().enumerate() {
            let is_watched = |g: &Guard| g.value != f64::INFINITY;
            let idle = ends.watch[slot] == Watch::Idle;
            *wanted = !idle && is_watched(&ends.start[slot]) && is_watched(&ends.end[slot]);
            any |= *wanted;
        }
        any
    }

    /// Begins the walk over the step, with what is known at its ends.
    fn begin_walk(&mut self, ends: &Ends<'_>) {
        let at = |(guard, quotient): (&Guard, &Interval)| At {
            value: point(guard),
            quotient: *quotient,
        };
        let left = ends.start.iter().zip(&self.ends[0]).map(at);
        let right = ends.end.iter().zip(&self.ends[1]).map(at);
        self.walk.begin(ends.t, left, right);
    }

    /// What the bounds at little cost say of the guards that are wanted over the whole step. Whether any is left.
    fn judge_by_rates(&mut self, ends: &Ends<'_>) -> bool {
        let mut left = false;
        for slot in 0..ends.watch.len() {
            let range = &self.ranges[slot];
            if self.wanted[slot] && range.is_known && ends.stays(slot, range) {
                self.known[slot] = true;
                self.judged.proved += 1;
                self.wanted[slot] = false;
            }
            left |= self.wanted[slot];
        }
        left
    }

    /// What the bounds say of the guards that are wanted over the whole step.
    fn judge_by_ranges(&mut self, problem: &dyn Problem, ends: &Ends<'_>) {
        for slot in 0..ends.watch.len() {
            if !self.wanted[slot] {
                continue;
            }
            let range = &self.ranges[slot];
            self.known[slot] = range.is_known;
            if !range.is_known {
                self.count_unknown(problem, slot);
            } else if ends.stays(slot, range) {
                self.judged.proved += 1;
            } else {
                self.open.push((slot, f64::NEG_INFINITY));
            }
        }
    }

    /// What the bounds of the quotients say of the guards that are open over the whole step.
    fn judge_by_quotients(&mut self, ends: &Ends<'_>) {
        let (whole, quotients) = (&self.whole, &self.ends);
        let open = self.open.len();
        self.open.retain(|(slot, _)| {
            let slot = *slot;
            let at = |k: usize, guard: &Guard| At {
                value: point(guard),
                quotient: quotients[k][slot],
            };
            let both = (at(0, &ends.start[slot]), at(1, &ends.end[slot]));
            let (tolerance, h) = (ends.rounding(slot), ends.h());
            let course = course_by_both(ends.is_up(slot), both, &whole[slot], tolerance, h, true);
            !matches!(course, Course::Stays { .. })
        });
        self.judged.proved += (open - self.open.len()) as u64;
    }

    /// Begins with the whole step: what is open there is open over each part of it.
    fn begin_parts(&mut self, ends: &Ends<'_>) {
        for (slot, up) in self.up.iter_mut().enumerate() {
            *up = ends.is_up(slot);
        }
        self.begin_walk(ends);
        for (_, until) in &mut self.open {
            *until = f64::NEG_INFINITY;
        }
        self.unsure.fill(false);
        self.want_open(f64::INFINITY);
    }

    /// What the bounds over the part [a, b] in hand say: the slot that falls, else whether any is left open.
    fn judge_part(
        &mut self,
        problem: &mut dyn Problem,
        ends: &Ends<'_>,
        (a, b): (f64, f64),
    ) -> ControlFlow<usize, bool> {
        let mut open = false;
        // By the rates first; what they leave open by all that is known.
        for by_rates in [true, false] {
            self.want_open(b);
            open = self.wanted.contains(&true);
            if !open {
                break;
            }
            if !by_rates {
                self.bound(problem);
            } else if !self.bound_rates(problem) {
                continue;
            }
            open = false;
            for (slot, until) in &mut self.open {
                let slot = *slot;
                if *until >= b {
                    continue;
                }
                let both = (self.walk.left()[slot], self.walk.right()[slot]);
                let (range, last) = (&self.ranges[slot], b == ends.t.1);
                let tolerance = ends.rounding(slot);
                match course_by_both(self.up[slot], both, range, tolerance, b - a, last) {
                    Course::Stays { up } => (self.up[slot], *until) = (up, b),
                    // Which one falls first is found in one way only.
                    Course::Falls if !by_rates => return ControlFlow::Break(slot),
                    Course::Falls | Course::Open => open = true,
                }
            }
        }
        self.want_open(b);
        ControlFlow::Continue(open)
    }

    /// Whether the effort allows to halve the part in hand, which ends at `b`.
    fn can_halve(&self, by: By, intervals: u32, b: f64) -> bool {
        let (depth_max, intervals_max) = match by {
            By::Cubic => (CUBIC_DEPTH_MAX, CUBIC_INTERVALS_MAX),
            By::Dense => (DEPTH_MAX, INTERVALS_MAX),
        };
        let depth_max = if self.by_values_alone(b) {
            depth_max.min(VALUES_DEPTH_MAX)
        } else {
            depth_max
        };
        self.walk.depth() <= depth_max && intervals < intervals_max
    }

    /// Halves the part in hand, the guards in its middle by the cubic of the step.
    fn halve_by_cubic(&mut self, problem: &mut dyn Problem, middle: f64) {
        self.enclosure.take_cubic(middle, middle);
        self.bound(problem);
        self.walk.halve(middle, self.ranges.iter().map(At::of));
    }

    /// The same by its dense output, with room for the state and its rates.
    fn halve_by_dense(
        &mut self,
        problem: &mut dyn Problem,
        step: &Step<'_>,
        middle: f64,
        (y, dy): (&mut [f64], &mut [f64]),
    ) -> Result<(), Failure> {
        self.guards_by_dense(problem, step, middle, (&mut *y, &mut *dy))?;
        let ranges = &self.ranges;
        let mut open = self.open.iter();
        if open.any(|(slot, _)| ranges[*slot].quotient.is_some()) {
            self.enclosure.take_point(middle, y, dy);
            self.bound(problem);
            let guards = self.guards.iter().zip(&self.ranges);
            let at = guards.map(|(guard, range)| At {
                value: point(guard),
                ..At::of(range)
            });
            self.walk.halve(middle, at);
        } else {
            let guards = self.guards.iter();
            self.walk.halve(middle, guards.map(|g| At::new(point(g))));
        }
        Ok(())
    }

    /// The guards inside of the step by its dense output, with room for the state and its rates.
    fn guards_by_dense(
        &mut self,
        problem: &mut dyn Problem,
        step: &Step<'_>,
        t: f64,
        (y, dy): (&mut [f64], &mut [f64]),
    ) -> Result<(), Failure> {
        step.interpolate(t, y, dy);
        problem
            .guards(t, y, dy, &mut self.guards)
            .map_err(|fault| Failure::new(step.t0, step.h(), FailureKind::Model(fault)))
    }

    /// Whether what is open at the end `b` of the part in hand is not known there: bounds by the cubic of the step may have been none.
    fn is_vague_at(&self, b: f64) -> bool {
        let right = self.walk.right();
        let mut open = self.open.iter().filter(|(_, until)| *until < b);
        open.any(|(slot, _)| !right[*slot].value.is_bounded())
    }

    /// Looks at the guards at the end of the part in hand.
    fn look_at_end(
        &mut self,
        problem: &mut dyn Problem,
        step: &Step<'_>,
        b: f64,
        state: (&mut [f64], &mut [f64]),
    ) -> Result<(), Failure> {
        self.guards_by_dense(problem, step, b, state)?;
        for (at, guard) in self.walk.right_mut().iter_mut().zip(&self.guards) {
            at.value = point(guard);
        }
        Ok(())
    }

    /// At the end of the effort the values at the end `b` of the part in hand say all that is known: the slot that
    /// falls, if any does.
    fn judge_by_ends(&mut self, ends: &Ends<'_>, b: f64) -> Option<usize> {
        for (slot, until) in &self.open {
            if *until >= b {
                continue;
            }
            self.unsure[*slot] = true;
            let tolerance = ends.rounding(*slot);
            let end = self.walk.right()[*slot].value;
            if self.up[*slot] && end.high <= -tolerance && b < ends.t.1 {
                return Some(*slot);
            }
            self.up[*slot] |= end.low > BAND * tolerance;
        }
        None
    }

    /// Judges the guards that the model bounds between the ends of the step in hand. The slot that falls first inside, and a place (part of the step) by which
    /// it has fallen, or at which it is up if it had to rise first.
    pub fn prove(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        ends: &Ends<'_>,
        room: &mut Room<'_>,
    ) -> Result<Option<(usize, f64)>, Failure> {
        self.before.copy_from_slice(&self.known);
        let found = self.judge_by_bounds(problem, stepper, ends, room)?;
        let mut both = self.before.iter().zip(&self.known);
        self.lost = both.any(|(before, now)| *before && !now);
        Ok(found)
    }

    /// The same; leaves in `known` what is decided.
    fn judge_by_bounds(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        ends: &Ends<'_>,
        room: &mut Room<'_>,
    ) -> Result<Option<(usize, f64)>, Failure> {
        let by = self.judge_whole(problem, stepper, ends)?;
        if self.open.is_empty() {
            return Ok(None);
        }
        let open = self.open.len() as u64;
        let found = self.judge_parts(problem, stepper, (ends, by), room)?;
        for (slot, _) in &self.open {
            self.doubted.push(*slot);
            // What bounds leave open is looked at as what has none.
            self.known[*slot] = false;
        }
        let sampled = self.open.len() as u64;
        self.judged.bisected += open - sampled;
        self.judged.sampled += sampled;
        Ok(found)
    }

    /// No guard of the step in hand has bounds.
    pub fn count_sampled(&mut self, problem: &dyn Problem, ends: &Ends<'_>) {
        self.judged = Judged::default();
        self.doubted.clear();
        for slot in 0..ends.watch.len() {
            if ends.watch[slot] != Watch::Idle && ends.end[slot].value < f64::INFINITY {
                self.count_unknown(problem, slot);
            }
        }
    }

    /// By the bounds over the whole step; leaves those that are not decided in `open`. How the state was bounded.
    fn judge_whole(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        ends: &Ends<'_>,
    ) -> Result<By, Failure> {
        self.judged = Judged::default();
        self.doubted.clear();
        self.open.clear();
        self.ends.iter_mut().for_each(|e| e.fill(Interval::ENTIRE));
        let by = if self.enclosure.fit(&stepper.step()) {
            By::Cubic
        } else {
            prepare_dense(problem, stepper)?;
            By::Dense
        };
        let step = stepper.step();
        self.enclose(by, &step, (step.t0, step.t1));
        if !self.want_watched(ends) {
            return Ok(by);
        }
        self.begin_walk(ends);
        if self.bound_rates(problem) && !self.judge_by_rates(ends) {
            return Ok(by);
        }
        self.bound(problem);
        self.judge_by_ranges(problem, ends);
        if self.take_quotients(problem, &step) {
            self.judge_by_quotients(ends);
        }
        Ok(by)
    }

    /// By the bounds over parts, from the start on; leaves those that are not decided in `open`.
    fn judge_parts(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
        (ends, mut by): (&Ends<'_>, By),
        room: &mut Room<'_>,
    ) -> Result<Option<(usize, f64)>, Failure> {
        let mut step = stepper.step();
        self.begin_parts(ends);
        let mut intervals = 0;
        // The whole has been judged already.
        let mut judged = true;
        while let Some((a, b)) = self.walk.part() {
            let mut open = judged;
            if !judged {
                intervals += 1;
                self.enclose(by, &step, (a, b));
                open = match self.judge_part(problem, ends, (a, b)) {
                    ControlFlow::Continue(open) => open,
                    ControlFlow::Break(slot) => return Ok(Some(ends.place(slot, (a, b)))),
                };
            }
            judged = false;
            if !open {
                self.walk.advance();
                continue;
            }
            if self.can_halve(by, intervals, b)
                && let Some(middle) = self.walk.middle()
            {
                if by == By::Cubic {
                    self.halve_by_cubic(problem, middle);
                } else {
                    *room.evaluations += 1;
                    let state = (&mut *room.y, &mut *room.dy);
                    self.halve_by_dense(problem, &step, middle, state)?;
                }
            } else if by == By::Cubic {
                // From here on the dense output has to decide.
                by = By::Dense;
                prepare_dense(problem, stepper)?;
                step = stepper.step();
            } else {
                if self.is_vague_at(b) {
                    *room.evaluations += 1;
                    self.look_at_end(problem, &step, b, (&mut *room.y, &mut *room.dy))?;
                }
                if let Some(slot) = self.judge_by_ends(ends, b) {
                    return Ok(Some(ends.place(slot, (a, b))));
                }
                self.walk.advance();
            }
        }
        let unsure = &self.unsure;
        self.open.retain(|(slot, _)| unsure[*slot]);
        Ok(None)
    }
}
