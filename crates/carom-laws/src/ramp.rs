//! What STEP, STEP5 and HAVSIN share: a level, a rise, a level.

use crate::LawError;
use crate::error::Check;
use crate::guard::{Guard, Piece, ROUNDING};
use carom_base::{Dual, Number};

/// Arguments of a rise from `h0` at `x0` to `h1` at `x1`, constant outside.
///
/// ```text
/// D = (x − x₀)/(x₁ − x₀),   h₀ for D ≤ 0,   h₀ + (h₁ − h₀)·r(D),   h₁ for D ≥ 1
/// ```
///
/// `x0 > x1` gives the mirrored rise: `h1` before `x1`, `h0` after `x0`. Modes: [`Piece`] 0 before `x0`
/// (D < 0), 1 on the rise, 2 after `x1` (D > 1); both ends are always watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ramp<T> {
    /// Independent variable.
    pub x: T,
    /// Where the rise begins, dimension of `x`.
    pub x0: T,
    /// Value up to there.
    pub h0: T,
    /// Where the rise ends, dimension of `x`; not equal to `x0`.
    pub x1: T,
    /// Value from there on, dimension of `h0`.
    pub h1: T,
}

impl<T> From<[T; 5]> for Ramp<T> {
    /// In the order of the manuals.
    fn from([x, x0, h0, x1, h1]: [T; 5]) -> Self {
        Self { x, x0, h0, x1, h1 }
    }
}

impl<T: Number> Ramp<T> {
    /// Number of guard slots.
    pub const SLOTS: usize = 2;

    fn fraction(&self) -> T {
        (self.x - self.x0) / (self.x1 - self.x0)
    }

    /// With the rise `r` from 0 to 1 over D in [0, 1].
    #[inline(always)]
    pub(crate) fn value_with(&self, r: impl Fn(T) -> T) -> T {
        let d = self.fraction();
        if d.value() <= 0.0 {
            self.h0
        } else if d.value() >= 1.0 {
            self.h1
        } else {
            self.h0 + (self.h1 - self.h0) * r(d)
        }
    }

    /// In a frozen mode; `r` is continued beyond [0, 1] as it stands.
    #[inline(always)]
    pub(crate) fn value_in_with(&self, mode: Piece, r: impl Fn(T) -> T) -> T {
        match mode.0 {
            0 => self.h0,
            1 => self.h0 + (self.h1 - self.h0) * r(self.fraction()),
            _ => self.h1,
        }
    }

    fn past(&self) -> [Guard<T>; 2] {
        let d = self.fraction();
        let terms = self.x.value().abs() + self.x0.value().abs();
        let tolerance = ROUNDING * (terms / (self.x1 - self.x0).value().abs() + 1.0);
        [Guard::new(d, tolerance), Guard::new(d - 1.0, tolerance)]
    }

    /// The guards of a mode: the end at `x0`, the end at `x1`, as fractions of `x1 − x0`.
    pub fn guards(&self, mode: Piece) -> [Guard<T>; 2] {
        mode.guards(self.past())
    }

    /// `x1` differs from `x0`, all finite; `law` is the name in the message.
    pub fn check(&self, law: &'static str) -> Result<(), LawError> {
        let check = Check(law);
        let (x0, x1) = (self.x0.value(), self.x1.value());
        check.finite("x0", x0)?;
        check.finite("h0", self.h0.value())?;
        check.relation(x1 != x0, "x1", x1, "a finite number other than x0")?;
        check.finite("h1", self.h1.value())
    }
}

impl Ramp<Dual<f64, 1>> {
    /// The mode that holds at these arguments; their derivatives are rates in time, which decide on an end.
    pub fn mode(&self) -> Piece {
        Piece::at(self.past())
    }
}

/// The shared tests of the family: a law of this shape as a live and a frozen function.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    pub fn family(live: fn(Ramp<Jet1>) -> Jet1, frozen: fn(Ramp<Jet1>, Piece) -> Jet1) {
        let c = Jet1::constant;
        for (x0, h0, x1, h1) in [
            (1.0, 2.0, 3.0, -4.0),
            (3.0, -4.0, 1.0, 2.0),
            (-1.0, 0.0, 2.0, 1e3),
        ] {
            let at = |x: Jet1| Ramp::from([x, c(x0), c(h0), c(x1), c(h1)]);
            let f = |x: f64| jet1(x, |x| live(at(x)));
            // levels, exactly
            let (before, after) = (2.0 * x0 - x1, 2.0 * x1 - x0);
            assert_eq!(f(before), [h0, 0.0, 0.0]);
            assert_eq!(f(x0), [h0, 0.0, 0.0]);
            assert_eq!(f(after), [h1, 0.0, 0.0]);
            assert_eq!(f(x1), [h1, 0.0, 0.0]);
            assert!(f(f64::NAN)[0].is_nan());
            // half way up, and odd about it
            let (mid, half) = (0.5 * (x0 + x1), 0.5 * (x1 - x0));
            let scale = (h1 - h0).abs();
            assert!((f(mid)[0] - 0.5 * (h0 + h1)).abs() < 1e-14 * scale);
            for i in 1..20 {
                let s = 0.05 * f64::from(i) * half;
                // 1e-14: rounding of numbers of the size of h
                assert!((f(mid + s)[0] + f(mid - s)[0] - h0 - h1).abs() < 1e-14 * scale);
            }
            // derivatives against central differences; h = 1e-5·L leaves 1e-9 of their size
            let h = 1e-5 * half.abs();
            for i in 1..40 {
                let x = x0 + 0.025 * f64::from(i) * (x1 - x0);
                let d = |k: usize| (f(x + h)[k] - f(x - h)[k]) / (2.0 * h);
                assert!((f(x)[1] - d(0)).abs() < 1e-8 * scale / half.abs());
                assert!((f(x)[2] - d(1)).abs() < 1e-8 * scale / (half * half));
            }
            // frozen = live where the mode holds; the rise goes on smoothly beyond both ends
            for i in -10..=30 {
                let x = x0 + (0.05 * f64::from(i) + 0.01) * (x1 - x0);
                let rated = Ramp::from([x, x0, h0, x1, h1].map(Dual::<f64, 1>::constant));
                let mode = rated.mode();
                assert_eq!(jet1(x, |x| frozen(at(x), mode)), f(x));
                assert!(rated.guards(mode).iter().all(|g| g.value.re > 0.0));
                let rise = jet1(x, |x| frozen(at(x), Piece(1)));
                assert!(rise.iter().all(|y| y.is_finite()));
            }
            // across an end the frozen rise has no jump up to the first derivative
            let inside = jet1(x1 + 1e-9 * (x1 - x0), |x| frozen(at(x), Piece(1)));
            assert!((inside[0] - h1).abs() < 1e-8 * scale && inside[1].abs() < 1e-7 * scale);
        }
    }

    #[test]
    fn ends_must_differ() {
        let e = Ramp::from([0.0, 2.0, 0.0, 2.0, 1.0])
            .check("STEP")
            .unwrap_err();
        assert_eq!((e.argument, e.value), ("x1", 2.0));
        assert!(Ramp::from([0.0, 2.0, 0.0, 1.0, 1.0]).check("STEP").is_ok());
        assert!(
            Ramp::from([0.0, 2.0, f64::NAN, 1.0, 1.0])
                .check("STEP")
                .is_err()
        );
    }

    #[test]
    fn on_an_end_the_rate_decides() {
        let at = |x: f64, rate: f64| {
            let mut r = Ramp::from([x, 3.0, 0.0, 1.0, 1.0].map(Dual::<f64, 1>::constant));
            r.x.eps = [rate];
            r.mode()
        };
        // mirrored: from 3 down to 1
        assert_eq!([at(3.0, 1.0), at(3.0, -1.0)], [Piece(0), Piece(1)]);
        assert_eq!([at(1.0, 1.0), at(1.0, -1.0)], [Piece(1), Piece(2)]);
    }
}
