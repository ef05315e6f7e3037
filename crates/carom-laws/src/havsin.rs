//! HAVSIN: from one level to another by a half wave of the sine.

use crate::LawError;
use crate::guard::{Guard, Piece};
use crate::ramp::Ramp;
use carom_base::{Dual, Number};
use std::f64::consts::PI;

/// The rise `½ + ½·sin(π·(D − ½))` over D in [0, 1].
#[inline(always)]
fn rise<T: Number>(d: T) -> T {
    ((d - 0.5) * PI).sin() * 0.5 + 0.5
}

/// Rises from `h0` at `x0` to `h1` at `x1` by a half wave of the sine, constant outside.
///
/// ```text
/// h₀ + (h₁ − h₀)·r,   r = ½ + ½·sin(π·(D − ½)),   D = (x − x₀)/(x₁ − x₀)
/// ```
///
/// | arg        | meaning              | dimension | range    |
/// |------------|----------------------|-----------|----------|
/// | `x`        | variable             | any       |          |
/// | `x0`, `x1` | ends of the rise     | of `x`    | x₀ ≠ x₁  |
/// | `h0`, `h1` | value at these ends  | any       |          |
///
/// Value and slope are continuous; the second derivative jumps by ½π²(h₁−h₀)/(x₁−x₀)² at both ends.
/// x₀ > x₁ is the mirrored rise. Source: Adams Solver and MotionSolve help, function HAVSIN.
#[inline]
pub fn havsin<T: Number>(x: T, x0: T, h0: T, x1: T, h1: T) -> T {
    Havsin(Ramp { x, x0, h0, x1, h1 }).value()
}

/// The arguments of [`havsin`]; modes as in [`Ramp`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Havsin<T>(pub Ramp<T>);

impl<T: Number> Havsin<T> {
    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        self.0.value_with(rise)
    }
    /// In a frozen mode, continued beyond its ends.
    #[inline]
    pub fn value_in(&self, mode: Piece) -> T {
        self.0.value_in_with(mode, rise)
    }
    /// The guards of a mode: the end at `x0`, the end at `x1`.
    pub fn guards(&self, mode: Piece) -> [Guard<T>; 2] {
        self.0.guards(mode)
    }
    /// Names the argument that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        self.0.check("HAVSIN")
    }
}

impl Havsin<Dual<f64, 1>> {
    /// The mode that holds at these arguments, whose derivatives are rates in time.
    pub fn mode(&self) -> Piece {
        self.0.mode()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family() {
        crate::ramp::tests::family(|r| Havsin(r).value(), |r, mode| Havsin(r).value_in(mode));
    }

    #[test]
    fn points_by_hand() {
        // D = 1/4: ½ − ½·sin 45° ; 4e-16: rounding of numbers of order one
        let expected = 0.5 - 0.5 * 0.5f64.sqrt();
        assert!((havsin(1.5, 1.0, 0.0, 3.0, 1.0) - expected).abs() < 4e-16);
    }
}
