//! STEP5: from one level to another by a quintic.

use crate::LawError;
use crate::guard::{Guard, Piece};
use crate::ramp::Ramp;
use carom_base::{Dual, Number};

/// The rise `D³·(10 − 15D + 6D²)` over D in [0, 1].
#[inline(always)]
fn rise<T: Number>(d: T) -> T {
    d * d * d * (d * (d * 6.0 - 15.0) + 10.0)
}

/// Rises from `h0` at `x0` to `h1` at `x1` by a quintic, constant outside.
///
/// ```text
/// h₀ + (h₁ − h₀)·r,   r = D³·(10 − 15D + 6D²),   D = (x − x₀)/(x₁ − x₀)
/// ```
///
/// | arg        | meaning              | dimension | range    |
/// |------------|----------------------|-----------|----------|
/// | `x`        | variable             | any       |          |
/// | `x0`, `x1` | ends of the rise     | of `x`    | x₀ ≠ x₁  |
/// | `h0`, `h1` | value at these ends  | any       |          |
///
/// Value, slope and second derivative are continuous; the third derivative jumps at both ends.
/// x₀ > x₁ is the mirrored rise. Source: Adams Solver and MotionSolve help, function STEP5.
#[inline]
pub fn step5<T: Number>(x: T, x0: T, h0: T, x1: T, h1: T) -> T {
    Step5(Ramp { x, x0, h0, x1, h1 }).value()
}

/// The arguments of [`step5`]; modes as in [`Ramp`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step5<T>(pub Ramp<T>);

impl<T: Number> Step5<T> {
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
        self.0.check("STEP5")
    }
}

impl Step5<Dual<f64, 1>> {
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
        crate::ramp::tests::family(|r| Step5(r).value(), |r, mode| Step5(r).value_in(mode));
    }

    #[test]
    fn points_by_hand() {
        // D = 1/4: 1/64·(10 − 15/4 + 6/16) = 106/1024
        assert_eq!(step5(1.5, 1.0, 0.0, 3.0, 1024.0), 106.0);
    }
}
