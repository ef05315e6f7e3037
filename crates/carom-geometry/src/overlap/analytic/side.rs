//! The side of a cone, cylinder or frustum.

use carom_base::Number;

/// Radii of discs along the axis, ρ = start + slope·s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    pub start: f64,
    pub slope: f64,
}

impl Side {
    pub(super) fn at<T: Number>(&self, s: T) -> T {
        s * self.slope + self.start
    }

    /// Where ρ is zero.
    pub(super) fn apex(&self) -> f64 {
        -self.start / self.slope
    }
}
