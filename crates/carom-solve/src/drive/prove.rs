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

use super::enclose::Enclosure;
use super::locate::Locator;
use super::watch::Watch;
use super::{Failure, FailureKind};
use crate::integrators::Stepper;
use crate::problem::{Guard, GuardRange, Problem};

/// Bisections of one interval inside the other: an interval this much shorter than the step, 1e-9 of it, holds a zero to rounding.
const DEPTH_MAX: usize = 30;
/// Intervals that one step may take.
const INTERVALS_MAX: u32 = 400;
/// A guard that has risen above this many tolerances is up.
const BAND: f64 = 4.0;

/// What one guard does over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// It does not fall; whether it is up at the end.
    Stays {
        /// Positive at the end of the interval, or to be watched from there on.
        up: bool,
    },
    /// It falls, once.
    Falls,
    /// Not decided.
    Open,
}

/// The course of a guard over an interval of the length `w` by its values at both ends and its bounds in between. `up`: it is watched for its
/// fall; else it must rise first. `last`: at the end of the interval others judge it.
pub fn course(up: bool, a: &Guard, b: &Guard, range: &GuardRange, w: f64, last: bool) -> Course {
    let (low, high) = (range.rate.low, range.rate.high);
    let tolerance = a.tolerance.max(b.tolerance);
    if up {
        // A guard that rises, or falls to what it is at the end.
        let lowest = reach(a.value, b.value, low, high, w).max(range.value.low);
        if low >= 0.0 || lowest > tolerance {
            return Course::Stays { up };
        }
        if high <= 0.0 {
            return if last || b.value > 0.0 {
                Course::Stays { up }
            } else {
                Course::Falls
            };
        }
        return Course::Open;
    }
    let highest = -reach(-a.value, -b.value, -high, -low, w);
    let band = BAND * tolerance;
    if high <= 0.0 || highest.min(range.value.high) <= band {
        return Course::Stays { up };
    }
    if low >= 0.0 {
        return Course::Stays { up: b.value > band };
    }
    Course::Open
}

/// The least value between `a` and `b` at a distance `w` for rates between `low` < 0 and `high` > 0.
fn reach(a: f64, b: f64, low: f64, high: f64, w: f64) -> f64 {
    if low >= 0.0 || high <= 0.0 {
        return a.min(b);
    }
    if !(low.is_finite() && high.is_finite()) {
        return f64::NEG_INFINITY;
    }
    // Where the lines through both ends meet.
    let s = (b - a - high * w) / (low - high);
    a + low * s.clamp(0.0, w)
}

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
    /// Slots that are not decided yet, each with the end of the part over which it is.
    open: Vec<(usize, f64)>,
    /// Is the guard watched for its fall, here in the step?
    up: Vec<bool>,
    left: Vec<Guard>,
    /// Ends of the intervals ahead, the nearest last, and the guards there.
    ends: Vec<f64>,
    at_ends: Vec<Guard>,
    /// Guards that the model bounds.
    pub known: Vec<bool>,
    /// Guards that were sampled only in the step in hand.
    unproved: Vec<bool>,
    /// Of the step in hand.
    pub judged: Judged,
}

impl Prover {
    pub fn new(n: usize, slots: usize) -> Prover {
        Prover {
            enclosure: Enclosure::new(n),
            ranges: vec![GuardRange::UNKNOWN; slots],
            open: Vec::with_capacity(slots),
            up: vec![false; slots],
            left: vec![Guard::IDLE; slots],
            ends: Vec::with_capacity(DEPTH_MAX + 2),
            at_ends: vec![Guard::IDLE; 2 * slots],
            known: vec![false; slots],
            unproved: vec![false; slots],
            judged: Judged::default(),
        }
    }

    /// Whether a slot was left to samples in the step in hand.
    pub fn is_sampled(&self, slot: usize) -> bool {
        self.unproved[slot]
    }
}

impl Locator {
    /// Judges the step in hand between its ends, whose guards are known. The slot that falls first inside, and a place (part of the step) by which
    /// it has fallen.
    pub(super) fn prove(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Option<(usize, f64)>, Failure> {
        if !problem.bounds_guards() {
            self.count_sampled();
            return Ok(None);
        }
        self.judge_whole(problem, stepper)?;
        if self.prover.open.is_empty() {
            return Ok(None);
        }
        let open = self.prover.open.len() as u64;
        let found = self.judge_parts(problem, stepper)?;
        let sampled = self.prover.open.iter().filter(|(slot, _)| self.prover.unproved[*slot]);
        let sampled = sampled.count() as u64;
        self.prover.judged.bisected += open - sampled;
        self.prover.judged.sampled += sampled;
        Ok(found)
    }

    /// No guard of the step in hand has bounds.
    fn count_sampled(&mut self) {
        let watched = self.watch.iter().zip(&self.end);
        let watched = watched.filter(|(w, g)| **w != Watch::Idle && g.value < f64::INFINITY);
        self.prover.judged = Judged {
            sampled: watched.count() as u64,
            ..Judged::default()
        };
    }

    /// By the bounds over the whole step; leaves those that are not decided in `open`.
    fn judge_whole(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<(), Failure> {
        let p = &mut self.prover;
        p.judged = Judged::default();
        p.open.clear();
        p.unproved.fill(false);
        let step = stepper.step();
        if step.dense.rates_within(&mut p.enclosure.dy) {
            p.enclosure.take_whole(&step);
        } else {
            super::locate::prepare_dense(problem, stepper)?;
            let step = stepper.step();
            p.enclosure.take(&step, step.t0, step.t1);
        }
        let h = stepper.step().h();
        p.ranges.fill(GuardRange::UNKNOWN);
        problem.guard_ranges(p.enclosure.t, &p.enclosure.y, &p.enclosure.dy, &mut p.ranges);
        for slot in 0..self.watch.len() {
            let (a, b, range) = (&self.start[slot], &self.end[slot], &p.ranges[slot]);
            let idle = self.watch[slot] == Watch::Idle;
            if idle || a.value == f64::INFINITY || b.value == f64::INFINITY {
                continue;
            }
            p.known[slot] = range.is_known;
            if !range.is_known {
                p.judged.sampled += 1;
                p.unproved[slot] = true;
                continue;
            }
            p.up[slot] = self.watch[slot] == Watch::Armed;
            match course(p.up[slot], a, b, range, h, true) {
                Course::Stays { .. } => p.judged.proved += 1,
                Course::Falls | Course::Open => p.open.push((slot, f64::NEG_INFINITY)),
            }
        }
        Ok(())
    }

    /// By the bounds over parts, from the start on.
    fn judge_parts(
        &mut self,
        problem: &mut dyn Problem,
        stepper: &mut dyn Stepper,
    ) -> Result<Option<(usize, f64)>, Failure> {
        super::locate::prepare_dense(problem, stepper)?;
        let step = stepper.step();
        let (t0, t1, slots) = (step.t0, step.t1, self.watch.len());
        let p = &mut self.prover;
        let fail = |fault| Failure::new(t0, t1 - t0, FailureKind::Model(fault));
        p.left.copy_from_slice(&self.start);
        p.at_ends[..slots].copy_from_slice(&self.end);
        p.ends.clear();
        p.ends.push(t1);
        let (mut a, mut intervals) = (t0, 0);
        // The whole has been judged already.
        let mut judged = true;
        while let Some(&b) = p.ends.last() {
            let right = slots * (p.ends.len() - 1);
            let mut open = judged;
            if !judged {
                intervals += 1;
                p.enclosure.take(&step, a, b);
                p.ranges.fill(GuardRange::UNKNOWN);
                problem.guard_ranges(p.enclosure.t, &p.enclosure.y, &p.enclosure.dy, &mut p.ranges);
                for (slot, until) in &mut p.open {
                    let slot = *slot;
                    if *until >= b {
                        continue;
                    }
                    let end = &p.at_ends[right + slot];
                    let last = b == t1;
                    match course(p.up[slot], &p.left[slot], end, &p.ranges[slot], b - a, last) {
                        Course::Stays { up } => (p.up[slot], *until) = (up, b),
                        Course::Falls => return Ok(Some((slot, (b - t0) / (t1 - t0)))),
                        Course::Open => open = true,
                    }
                }
            }
            judged = false;
            let middle = a + 0.5 * (b - a);
            let can_halve = p.ends.len() <= DEPTH_MAX
                && intervals < INTERVALS_MAX
                && middle > a
                && middle < b;
            if open && can_halve {
                step.interpolate(middle, &mut self.y, &mut self.dy);
                self.guard_evaluations += 1;
                p.at_ends.resize(p.at_ends.len().max(right + 2 * slots), Guard::IDLE);
                let out = &mut p.at_ends[right + slots..][..slots];
                problem
                    .guards(middle, &self.y, &self.dy, out)
                    .map_err(fail)?;
                p.ends.push(middle);
                continue;
            }
            if open {
                // Undecided to the end of the effort: the ends say all that is known.
                for (slot, until) in &mut p.open {
                    let end = &p.at_ends[right + *slot];
                    if *until >= b {
                        continue;
                    }
                    p.unproved[*slot] = true;
                    if p.up[*slot] && end.value <= -end.tolerance && b < t1 {
                        return Ok(Some((*slot, (b - t0) / (t1 - t0))));
                    }
                    p.up[*slot] |= end.value > BAND * end.tolerance;
                }
            }
            p.left.copy_from_slice(&p.at_ends[right..right + slots]);
            a = b;
            p.ends.pop();
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Interval;

    fn guard(value: f64) -> Guard {
        Guard {
            value,
            rate: 0.0,
            tolerance: 1e-12,
        }
    }

    fn range(value: [f64; 2], rate: [f64; 2]) -> GuardRange {
        GuardRange {
            value: Interval::new(value[0], value[1]),
            rate: Interval::new(rate[0], rate[1]),
            is_known: true,
        }
    }

    #[test]
    fn a_watched_guard() {
        let stays = Course::Stays { up: true };
        let judge = |a, b, value, rate| course(true, &guard(a), &guard(b), &range(value, rate), 1.0, false);
        // Its bounds stay above zero.
        assert_eq!(judge(1.0, 1.0, [0.5, 2.0], [-9.0, 9.0]), stays);
        // It rises; it falls, but not to zero; it falls through zero.
        assert_eq!(judge(0.0, 1.0, [-1.0, 2.0], [0.0, 9.0]), stays);
        assert_eq!(judge(1.0, 0.1, [-1.0, 2.0], [-9.0, 0.0]), stays);
        assert_eq!(judge(1.0, -0.1, [-1.0, 2.0], [-9.0, 0.0]), Course::Falls);
        // From 1 with rates of at most 1.9 it comes back from 0.05 at the deepest; with 2.1 it may be below zero.
        assert_eq!(judge(1.0, 1.0, [-9.0, 9.0], [-1.9, 1.9]), stays);
        assert_eq!(judge(1.0, 1.0, [-9.0, 9.0], [-2.1, 2.1]), Course::Open);
    }

    #[test]
    fn a_guard_that_must_rise_first() {
        let judge = |a, b, value, rate| course(false, &guard(a), &guard(b), &range(value, rate), 1.0, false);
        assert_eq!(judge(-1.0, -1.0, [-9.0, -0.5], [-9.0, 9.0]), Course::Stays { up: false });
        assert_eq!(judge(0.0, 1.0, [-1.0, 2.0], [0.5, 2.0]), Course::Stays { up: true });
        assert_eq!(judge(0.0, -1.0, [-1.0, 2.0], [-2.0, -0.5]), Course::Stays { up: false });
        // It may rise and fall in between.
        assert_eq!(judge(0.0, 0.0, [-1.0, 2.0], [-2.0, 2.0]), Course::Open);
    }
}
