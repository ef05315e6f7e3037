//! The two sides of an event.

use super::cubic::Cubic;
use crate::problem::Guard;

/// A bracket around the first event: nothing falls up to `low`, something does up to `high`.
pub(super) struct Bracket {
    pub low: f64,
    pub high: f64,
    pub slot: usize,
    /// The guard at `high`, and by how much its zero is lowered.
    pub at_high: Guard,
    pub lift: f64,
    pub grazing: bool,
    pub width_before: f64,
}

impl Bracket {
    /// The next end to try, strictly inside: the guess, or the root of the cubic through both sides; the middle when those shrink the
    /// bracket too slowly.
    pub fn next(&mut self, low: &[Guard], guess: Option<f64>, solutions: u32) -> f64 {
        let (a, b) = (&low[self.slot], &self.at_high);
        let width = self.high - self.low;
        let slow = solutions > 6 && width > 0.5 * self.width_before;
        self.width_before = width;
        let middle = self.low + 0.5 * width;
        if slow {
            return middle;
        }
        let cubic = Cubic {
            v0: a.value + self.lift,
            m0: a.rate * width,
            v1: b.value + self.lift,
            m1: b.rate * width,
        };
        let root = || cubic.first_fall().map(|x| self.low + x * width);
        match guess.or_else(root) {
            Some(t) if t > self.low && t < self.high => t,
            _ => middle,
        }
    }
}
