//! STEP: from one level to another by a cubic.

use crate::LawError;
use crate::guard::{Guard, Piece};
use crate::ramp::Ramp;
use carom_base::{Dual, Number};

/// The rise `D²·(3 − 2D)` over D in [0, 1].
#[inline(always)]
fn rise<T: Number>(d: T) -> T {
    d * d * (d * -2.0 + 3.0)
}

/// Rises from `h0` at `x0` to `h1` at `x1` by a cubic, constant outside.
///
/// ```text
/// h₀ + (h₁ − h₀)·r,   r = D²·(3 − 2D),   D = (x − x₀)/(x₁ − x₀)
/// ```
///
/// | arg        | meaning              | dimension | range    |
/// |------------|----------------------|-----------|----------|
/// | `x`        | variable             | any       |          |
/// | `x0`, `x1` | ends of the rise     | of `x`    | x₀ ≠ x₁  |
/// | `h0`, `h1` | value at these ends  | any       |          |
///
/// Value and slope are continuous; the second derivative jumps by 6(h₁−h₀)/(x₁−x₀)² at both ends.
/// x₀ > x₁ is the mirrored rise. Source: Adams Solver and MotionSolve help, function STEP.
#[inline]
pub fn step<T: Number>(x: T, x0: T, h0: T, x1: T, h1: T) -> T {
    Step(Ramp { x, x0, h0, x1, h1 }).value()
}

/// The arguments of [`step`]; modes as in [`Ramp`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<T>(pub Ramp<T>);

impl<T: Number> Step<T> {
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
        self.0.check("STEP")
    }
}

impl Step<Dual<f64, 1>> {
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
        crate::ramp::tests::family(|r| Step(r).value(), |r, mode| Step(r).value_in(mode));
    }

    #[test]
    fn points_by_hand() {
        // D = 1/4: 1/16·(3 − 1/2) = 5/32
        assert_eq!(step(1.5, 1.0, 0.0, 3.0, 32.0), 5.0);
        assert_eq!(step(1.5, 3.0, 32.0, 1.0, 0.0), 5.0);
        // second derivative at the lower end, from inside: 6·(h1 − h0)/L²
        let c = crate::jet::Jet1::constant;
        let y = crate::jet::jet1(1.0 + 1e-12, |x| step(x, c(1.0), c(0.0), c(3.0), c(32.0)));
        assert!((y[2] - 48.0).abs() < 1e-9);
    }
}
