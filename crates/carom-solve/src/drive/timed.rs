//! Guards that depend on time alone: their falls are known before a step is taken, and no step crosses one.

use super::locate::{Expected, Locator};
use super::prove::{Course, course, point};
use super::walk::Walk;
use super::watch::Watch;
use crate::problem::{Guard, GuardRange, Problem};
use carom_base::Interval;

/// Bisections of one interval inside the other.
const DEPTH_MAX: usize = 50;
/// Intervals that one look ahead may take.
const INTERVALS_MAX: u32 = 2000;
/// How far a look goes beyond the step it is for, relative to that.
const AHEAD: f64 = 4.0;
/// Iterations of the search for one root.
const ROOT_MAX: u32 = 100;

/// Room for the looks ahead.
#[derive(Default)]
pub struct Timed {
    slots: Vec<usize>,
    ranges: Vec<GuardRange>,
    walk: Walk<Guard>,
    all: Vec<Guard>,
    up: Vec<bool>,
    /// Nothing falls until then.
    clear: f64,
}

impl Timed {
    /// The modes have changed: what was seen ahead is void.
    pub fn renew(&mut self) {
        self.clear = f64::NEG_INFINITY;
    }
}

impl Locator {
    /// The first fall, after `t0` and not after `t1`, of a guard that depends on time alone.
    pub fn next_timed(&mut self, problem: &mut dyn Problem, t0: f64, t1: f64) -> Option<Expected> {
        if problem.timed_guards().is_empty() || self.timed.clear >= t1 {
            return None;
        }
        let slots = self.watch.len();
        let timed = &mut self.timed;
        timed.slots.clear();
        timed.slots.extend_from_slice(problem.timed_guards());
        timed.slots.retain(|s| self.watch[*s] != Watch::Idle);
        timed.ranges.resize(slots, GuardRange::UNKNOWN);
        timed.all.resize(slots, Guard::IDLE);
        timed.up.clear();
        let watch = &self.watch;
        timed
            .up
            .extend(timed.slots.iter().map(|s| watch[*s] == Watch::Armed));
        let n = timed.slots.len();
        let ahead = t1 + AHEAD * (t1 - t0);
        problem.timed_at(ahead, &mut timed.all);
        let left = timed.slots.iter().map(|s| self.start[*s]);
        let right = timed.slots.iter().map(|s| timed.all[*s]);
        timed.walk.begin((t0, ahead), left, right);
        let mut intervals = 0;
        while let Some((a, b)) = timed.walk.part() {
            intervals += 1;
            timed.ranges.fill(GuardRange::UNKNOWN);
            problem.timed_ranges(Interval::new(a, b), &mut timed.ranges);
            let (mut open, mut falls) = (false, None);
            for k in 0..n {
                let range = &timed.ranges[timed.slots[k]];
                let (left, end) = (&timed.walk.left()[k], &timed.walk.right()[k]);
                let ends = (point(left), point(end));
                let tolerance = left.tolerance.max(end.tolerance);
                match course(timed.up[k], ends, range, tolerance, b - a, false) {
                    Course::Stays { .. } => {}
                    Course::Falls => falls = falls.or(Some(k)),
                    Course::Open => open = true,
                }
            }
            let can_halve = timed.walk.depth() <= DEPTH_MAX && intervals < INTERVALS_MAX;
            // Where several fall, or one is not decided, the earlier half comes first.
            if (open || (falls.is_some() && b - a > 1e-3 * (t1 - t0)))
                && can_halve
                && let Some(middle) = timed.walk.middle()
            {
                problem.timed_at(middle, &mut timed.all);
                let guards = timed.slots.iter().map(|s| timed.all[*s]);
                timed.walk.halve(middle, guards);
                continue;
            }
            if falls.is_some() {
                let first = timed.first_root(problem, (a, b));
                if let Some(expected) = first {
                    return (expected.t <= t1).then_some(expected);
                }
            }
            for (up, end) in timed.up.iter_mut().zip(timed.walk.right()) {
                *up |= end.value > 4.0 * end.tolerance;
            }
            timed.walk.advance();
            if intervals >= INTERVALS_MAX {
                // As far as the effort reached.
                timed.clear = b;
                return None;
            }
        }
        timed.clear = ahead;
        None
    }
}

impl Timed {
    /// The earliest root in (a, b], over which each guard that is up and below zero at `b` falls once.
    fn first_root(&mut self, problem: &mut dyn Problem, (a, b): (f64, f64)) -> Option<Expected> {
        let mut first: Option<Expected> = None;
        for k in 0..self.slots.len() {
            if !self.up[k] || self.walk.right()[k].value > 0.0 {
                continue;
            }
            let slot = self.slots[k];
            let end = first.map_or(b, |e| e.t);
            let t = self.root(problem, slot, (a, end))?;
            if first.is_none_or(|e| t < e.t) {
                first = Some(Expected { slot, t });
            }
        }
        first
    }

    /// Newton's method inside a bracket: positive at `low`, not at `high`.
    fn root(
        &mut self,
        problem: &mut dyn Problem,
        slot: usize,
        (mut low, mut high): (f64, f64),
    ) -> Option<f64> {
        let mut t = low + 0.5 * (high - low);
        for _ in 0..ROOT_MAX {
            problem.timed_at(t, &mut self.all);
            let guard = self.all[slot];
            if guard.value.is_nan() {
                return None;
            }
            if guard.value > 0.0 {
                low = t;
            } else {
                high = t;
            }
            if guard.value == 0.0 || high - low <= f64::EPSILON * high.abs() {
                // A step that ends here ends on the fall, not before it.
                return Some(high);
            }
            let next = t - guard.value / guard.rate;
            let next = if next > low && next < high {
                next
            } else {
                low + 0.5 * (high - low)
            };
            if next == t {
                return Some(high.min(t + 2.0 * f64::EPSILON * t.abs()));
            }
            t = next;
        }
        Some(high)
    }
}
