//! Guards that depend on time alone: their falls are known before a step is taken, and no step crosses one.

use super::locate::{Expected, Locator};
use super::prove::{Course, course, point};
use super::watch::Watch;
use crate::problem::{Guard, GuardRange, Problem};
use carom_base::Interval;

/// Bisections of one interval inside the other.
const DEPTH_MAX: usize = 50;
/// Intervals that one look ahead may take.
const INTERVALS_MAX: u32 = 2000;
/// How far a look goes beyond the step it is for, in parts of that.
const AHEAD: f64 = 4.0;
/// Iterations of the search for one root.
const ROOT_MAX: u32 = 100;

/// Room for the looks ahead.
#[derive(Default)]
pub struct Timed {
    slots: Vec<usize>,
    ranges: Vec<GuardRange>,
    /// The guards at the ends of intervals, `slots` of them each.
    at: Vec<Guard>,
    ends: Vec<f64>,
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
        timed.at.clear();
        timed.at.extend(timed.slots.iter().map(|s| self.start[*s]));
        timed.look(problem, ahead);
        timed.ends.clear();
        timed.ends.push(ahead);
        let (mut a, mut intervals) = (t0, 0);
        while let Some(&b) = timed.ends.last() {
            intervals += 1;
            timed.ranges.fill(GuardRange::UNKNOWN);
            problem.timed_ranges(Interval::new(a, b), &mut timed.ranges);
            let right = n * timed.ends.len();
            let (mut open, mut falls) = (false, None);
            for k in 0..n {
                let range = &timed.ranges[timed.slots[k]];
                let (left, end) = (&timed.at[k], &timed.at[right + k]);
                let ends = (point(left), point(end));
                let tolerance = left.tolerance.max(end.tolerance);
                match course(timed.up[k], ends, range, tolerance, b - a, false) {
                    Course::Stays { .. } => {}
                    Course::Falls => falls = falls.or(Some(k)),
                    Course::Open => open = true,
                }
            }
            let middle = a + 0.5 * (b - a);
            let can_halve = timed.ends.len() <= DEPTH_MAX
                && intervals < INTERVALS_MAX
                && middle > a
                && middle < b;
            // Where several fall, or one is not decided, the earlier half comes first.
            if (open || (falls.is_some() && b - a > 1e-3 * (t1 - t0))) && can_halve {
                timed.ends.push(middle);
                timed.look(problem, middle);
                continue;
            }
            if falls.is_some() {
                let first = timed.first_root(problem, (a, b), right);
                if let Some(expected) = first {
                    return (expected.t <= t1).then_some(expected);
                }
            }
            for k in 0..n {
                let end = timed.at[right + k];
                timed.up[k] |= end.value > 4.0 * end.tolerance;
                timed.at[k] = end;
            }
            timed.at.truncate(right);
            timed.ends.pop();
            a = b;
            if intervals >= INTERVALS_MAX {
                // As far as the effort reached.
                timed.clear = a;
                return None;
            }
        }
        timed.clear = ahead;
        None
    }
}

impl Timed {
    /// Appends the guards at `t`.
    fn look(&mut self, problem: &mut dyn Problem, t: f64) {
        problem.timed_at(t, &mut self.all);
        let all = &self.all;
        self.at.extend(self.slots.iter().map(|s| all[*s]));
    }

    /// The earliest root in (a, b], over which each guard that is up and below zero at `b` falls once.
    fn first_root(
        &mut self,
        problem: &mut dyn Problem,
        (a, b): (f64, f64),
        right: usize,
    ) -> Option<Expected> {
        let mut first: Option<Expected> = None;
        for k in 0..self.slots.len() {
            if !self.up[k] || self.at[right + k].value > 0.0 {
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
