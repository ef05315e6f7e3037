//! An event that is come to by ever shorter steps.

/// What a step towards an event leaves of the way where the rates there are of no use.
const LEFT_OVER: f64 = 0.1;

/// An event to which the last step should be short ([`crate::problem::Problem::last_length`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    pub event: f64,
    /// How short the last step should be.
    pub last: f64,
}

impl Approach {
    /// Whether a step from `t0` to the event would be longer than that.
    pub fn is_far(&self, t0: f64) -> bool {
        self.event - t0 > 2.0 * self.last
    }

    /// The end of the next step towards it.
    pub fn next(&self, t0: f64) -> f64 {
        self.event - (LEFT_OVER * (self.event - t0)).max(self.last)
    }
}
