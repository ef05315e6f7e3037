//! The guards at both ends of a step.

use super::course::{Course, course, point};
use super::watch::Watch;
use crate::problem::{Guard, GuardRange};

/// The guards at both ends of the step in hand.
pub struct Ends<'a> {
    /// Start and end of the step.
    pub t: (f64, f64),
    pub watch: &'a [Watch],
    pub start: &'a [Guard],
    pub end: &'a [Guard],
}

impl Ends<'_> {
    /// The length of the step.
    pub fn h(&self) -> f64 {
        self.t.1 - self.t.0
    }

    /// Is the guard watched for its fall, from the start on?
    pub fn is_up(&self, slot: usize) -> bool {
        self.watch[slot] == Watch::Armed
    }

    /// What counts as zero inside of the step: where the terms of a guard grow by orders of magnitude, that of its
    /// smaller end.
    pub fn rounding(&self, slot: usize) -> f64 {
        self.start[slot].tolerance.min(self.end[slot].tolerance)
    }

    /// Whether the guard does not fall inside, by its bounds over the whole step.
    pub fn stays(&self, slot: usize, range: &GuardRange) -> bool {
        let both = (point(&self.start[slot]), point(&self.end[slot]));
        let tolerance = self.rounding(slot);
        let course = course(self.is_up(slot), both, range, tolerance, self.h(), true);
        matches!(course, Course::Stays { .. })
    }

    /// The slot that falls first, over [a, b], and the part of the step that is stepped to. One that had to rise first
    /// is stepped to where it is up: from there it is watched.
    pub fn place(&self, slot: usize, (a, b): (f64, f64)) -> (usize, f64) {
        let t = if self.is_up(slot) { b } else { a };
        (slot, (t - self.t.0) / self.h())
    }
}
