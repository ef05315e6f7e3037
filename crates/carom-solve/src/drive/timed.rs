//! Guards that depend on time alone: their falls are known before a step is taken, and no step crosses one.

use super::course::{Course, course, point};
use super::walk::Walk;
use super::watch::{Expected, Watch};
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

    /// The first fall, after `t0` and not after `t1`, of a guard that depends on time alone.
    pub fn next(
        &mut self,
        problem: &mut dyn Problem,
        (watch, start): (&[Watch], &[Guard]),
        (t0, t1): (f64, f64),
    ) -> Option<Expected> {
        if problem.timed_guards().is_empty() || self.clear >= t1 {
            return None;
        }
        let slots = watch.len();
        self.slots.clear();
        self.slots.extend_from_slice(problem.timed_guards());
        self.slots.retain(|s| watch[*s] != Watch::Idle);
        self.ranges.resize(slots, GuardRange::UNKNOWN);
        self.all.resize(slots, Guard::IDLE);
        self.up.clear();
        self.up
            .extend(self.slots.iter().map(|s| watch[*s] == Watch::Armed));
        let n = self.slots.len();
        let ahead = t1 + AHEAD * (t1 - t0);
        problem.timed_at(ahead, &mut self.all);
        let left = self.slots.iter().map(|s| start[*s]);
        let right = self.slots.iter().map(|s| self.all[*s]);
        self.walk.begin((t0, ahead), left, right);
        let mut intervals = 0;
        while let Some((a, b)) = self.walk.part() {
            intervals += 1;
            self.ranges.fill(GuardRange::UNKNOWN);
            problem.timed_ranges(Interval::new(a, b), &mut self.ranges);
            let (mut open, mut falls) = (false, None);
            for k in 0..n {
                let range = &self.ranges[self.slots[k]];
                let (left, end) = (&self.walk.left()[k], &self.walk.right()[k]);
                let ends = (point(left), point(end));
                let tolerance = left.tolerance.max(end.tolerance);
                match course(self.up[k], ends, range, tolerance, b - a, false) {
                    Course::Stays { .. } => {}
                    Course::Falls => falls = falls.or(Some(k)),
                    Course::Open => open = true,
                }
            }
            let can_halve = self.walk.depth() <= DEPTH_MAX && intervals < INTERVALS_MAX;
            // Where several fall, or one is not decided, the earlier half comes first.
            if (open || (falls.is_some() && b - a > 1e-3 * (t1 - t0)))
                && can_halve
                && let Some(middle) = self.walk.middle()
            {
                problem.timed_at(middle, &mut self.all);
                let guards = self.slots.iter().map(|s| self.all[*s]);
                self.walk.halve(middle, guards);
                continue;
            }
            if falls.is_some() {
                let first = self.first_root(problem, (a, b));
                if let Some(expected) = first {
                    return (expected.t <= t1).then_some(expected);
                }
            }
            for (up, end) in self.up.iter_mut().zip(self.walk.right()) {
                *up |= end.value > 4.0 * end.tolerance;
            }
            self.walk.advance();
            if intervals >= INTERVALS_MAX {
                // As far as the effort reached.
                self.clear = b;
                return None;
            }
        }
        self.clear = ahead;
        None
    }

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
