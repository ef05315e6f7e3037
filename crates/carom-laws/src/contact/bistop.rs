//! BISTOP: two stops, one on each side.

use crate::LawError;
use crate::contact::impact::{Impact, ImpactMode};
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::error::Check;
use crate::guard::{Guard, SwitchEvent};
use crate::jet::Jet2;
use carom_base::{Dialect, Dual, Number};

/// Two mirrored IMPACT stops: pushes up below `x1`, pushes down above `x2`, free between.
///
/// ```text
/// F =  max(0,  k·(x₁−x)ᵉ − step(x; x₁−d, c_max, x₁, 0)·ẋ)   x < x₁
///      0                                                     x₁ ≤ x ≤ x₂
///      min(0, −k·(x−x₂)ᵉ − step(x; x₂, 0, x₂+d, c_max)·ẋ)   x > x₂
///   = IMPACT(x, ẋ, x₁, ...) − IMPACT(−x, −ẋ, −x₂, ...)
/// ```
///
/// | arg    | meaning                     | dimension | range   |
/// |--------|-----------------------------|-----------|---------|
/// | `x`    | distance                    | L         |         |
/// | `xdot` | its rate                    | L/T       |         |
/// | `x1`   | lower end of the free range | L         | finite  |
/// | `x2`   | upper end                   | L         | > x₁    |
/// | `k`    | stiffness                   | F·L⁻ᵉ     | ≥ 0     |
/// | `e`    | exponent                    |           | > 0     |
/// | `cmax` | full damping                | F·T/L     | ≥ 0     |
/// | `d`    | penetration of full damping | L         | > 0     |
///
/// Smoothness, side limits and clamp of each stop: see [`crate::impact`].
/// Source: Adams Solver and MotionSolve help, function BISTOP.
#[inline]
pub fn bistop<T: Number>(x: T, xdot: T, x1: T, x2: T, k: T, e: T, cmax: T, d: T) -> T {
    Bistop::from([x, xdot, x1, x2, k, e, cmax, d]).value()
}

/// The arguments of [`bistop`], as two stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bistop<T> {
    /// The stop at `x1`.
    pub lower: Impact<T>,
    /// The stop at `x2`, mirrored: its distance is −x, its free length −x₂, its force counts negative.
    pub upper: Impact<T>,
}

/// Modes of both stops. With x₁ < x₂ one of them is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BistopMode {
    /// At `x1`.
    pub lower: ImpactMode,
    /// At `x2`.
    pub upper: ImpactMode,
}

impl BistopMode {
    /// As a number, 0 (both open) to 24.
    pub fn code(self) -> i32 {
        self.lower.code() * 5 + self.upper.code()
    }

    /// From [`BistopMode::code`]; other numbers give their remainder by 25.
    pub fn from_code(code: i32) -> Self {
        let code = code.rem_euclid(25);
        Self {
            lower: ImpactMode::from_code(code / 5),
            upper: ImpactMode::from_code(code % 5),
        }
    }

    /// The mode after the guard `slot` (0 to 2 lower stop, 3 to 5 upper stop) fell through zero, and what that means.
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        let mut next = self;
        let event;
        if slot < 3 {
            (next.lower, event) = self.lower.after(slot);
        } else {
            (next.upper, event) = self.upper.after(slot - 3);
        }
        (next, event)
    }
}

impl<T: Number> From<[T; 8]> for Bistop<T> {
    /// In the order of the manuals.
    #[inline]
    fn from([x, xdot, x1, x2, k, e, cmax, d]: [T; 8]) -> Self {
        Self {
            lower: Impact::from([x, xdot, x1, k, e, cmax, d]),
            upper: Impact::from([-x, -xdot, -x2, k, e, cmax, d]),
        }
    }
}

impl<T: Number> Bistop<T> {
    /// Number of guard slots: three for each stop.
    pub const SLOTS: usize = 6;

    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        self.lower.value() - self.upper.value()
    }

    /// In a frozen mode, continued beyond its ends.
    #[inline]
    pub fn value_in(&self, mode: BistopMode) -> T {
        self.lower.value_in(mode.lower) - self.upper.value_in(mode.upper)
    }

    /// The guards of a mode: those of the lower stop, those of the upper stop.
    pub fn guards(&self, mode: BistopMode) -> [Guard<T>; 6] {
        let [a, b, c] = self.lower.guards(mode.lower);
        let [d, e, f] = self.upper.guards(mode.upper);
        [a, b, c, d, e, f]
    }

    /// [`Impact::clamp_quotient`] of both stops.
    pub fn clamp_quotients(&self, mode: BistopMode) -> [Option<T>; 2] {
        [
            self.lower.clamp_quotient(mode.lower),
            self.upper.clamp_quotient(mode.upper),
        ]
    }

    /// Names the parameter that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        let x2 = -self.upper.x1.value();
        self.lower.check_as("BISTOP")?;
        Check("BISTOP").relation(
            x2 > self.lower.x1.value(),
            "x2",
            x2,
            "a finite number greater than x1",
        )
    }
}

impl Bistop<Dual<f64, 1>> {
    /// The mode that holds at these arguments, whose derivatives are rates in time.
    pub fn mode(&self) -> BistopMode {
        BistopMode {
            lower: self.lower.mode(),
            upper: self.upper.mode(),
        }
    }
}

/// BISTOP in the list of laws.
pub(crate) struct BistopLaw;

const ARGUMENTS: &[Argument] = &[
    argument("x", "distance", Dimension::Length, ""),
    argument("xdot", "its rate", Dimension::Speed, ""),
    argument(
        "x1",
        "lower end of the free range",
        Dimension::Length,
        "finite",
    ),
    argument(
        "x2",
        "upper end of the free range",
        Dimension::Length,
        "> x1",
    ),
    argument("k", "stiffness", Dimension::Stiffness, "≥ 0"),
    argument("e", "exponent", Dimension::Number, "> 0"),
    argument("cmax", "full damping", Dimension::Damping, "≥ 0"),
    argument("d", "penetration of full damping", Dimension::Length, "> 0"),
];

fn arguments<T: Number>(args: &[T]) -> Bistop<T> {
    Bistop::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for BistopLaw {
    fn name(&self) -> &'static str {
        "BISTOP"
    }
    fn text(&self) -> &'static str {
        "two mirrored IMPACT stops with a free range between them"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Force
    }
    fn example(&self) -> (&'static [f64], f64) {
        // −100·0.05^1.5 − 12.5·2
        (
            &[2.05, 2.0, 1.0, 2.0, 100.0, 1.5, 25.0, 0.1],
            -26.118_033_988_749_895,
        )
    }
    fn check(&self, _: Dialect, args: &[f64]) -> Result<(), LawError> {
        arguments(args).check()
    }
    fn value(&self, args: &[f64]) -> f64 {
        arguments(args).value()
    }
    fn jet(&self, args: &[Jet2]) -> Jet2 {
        arguments(args).value()
    }
    fn sign(&self, args: &[f64]) -> f64 {
        if args[0] < args[2] {
            1.0
        } else if args[0] > args[3] {
            -1.0
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::impact::{Clamp, impact};

    fn f(x: f64, v: f64) -> f64 {
        bistop(x, v, 1.0, 2.0, 100.0, 1.5, 25.0, 0.1)
    }

    #[test]
    fn values_on_both_sides() {
        assert_eq!(
            f(0.95, -2.0),
            impact(0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1)
        );
        // −100·0.05^1.5 − 12.5·2; 1e-12: rounding of 2.05 − 2 through the root
        assert!((f(2.05, 2.0) + 26.118_033_988_749_895).abs() < 1e-12);
        assert!((f(2.15, 2.0) + 55.809_475_019_311_13).abs() < 1e-12);
        assert_eq!([f(1.0, -1.0), f(1.5, 9.0), f(2.0, 1.0)], [0.0; 3]);
        // clamped: neither stop pulls
        assert_eq!([f(0.95, 2.0), f(2.05, -2.0)], [0.0; 2]);
    }

    #[test]
    fn modes_of_both_stops() {
        let at = |x: f64, v: f64| {
            let mut law =
                Bistop::from([x, v, 1.0, 2.0, 100.0, 1.5, 25.0, 0.1].map(Dual::<f64, 1>::constant));
            law.lower.x.eps = [v];
            law.upper.x.eps = [-v];
            law
        };
        use ImpactMode::{Full, Open, Partial};
        for (x, v, lower, upper) in [
            (1.5, 1.0, Open, Open),
            (0.95, -2.0, Partial(Clamp::Free), Open),
            (0.85, 9.0, Full(Clamp::Clamped), Open),
            (2.0, 1.0, Open, Partial(Clamp::Free)),
            (2.0, -1.0, Open, Open),
            (2.05, -2.0, Open, Partial(Clamp::Clamped)),
            (2.15, 2.0, Open, Full(Clamp::Free)),
        ] {
            let mode = at(x, v).mode();
            assert_eq!(mode, BistopMode { lower, upper }, "{x} {v}");
            assert_eq!(at(x, v).value_in(mode).re, f(x, v));
            assert!(at(x, v).guards(mode).iter().all(|g| g.value.re >= 0.0));
            assert_eq!(BistopMode::from_code(mode.code()), mode);
        }
        let open = BistopMode::from_code(0);
        let (hit, event) = open.after(3);
        assert_eq!(event, SwitchEvent::ContactBegin);
        assert_eq!((hit.lower, hit.upper), (Open, Partial(Clamp::Free)));
        assert_eq!(open.after(0).0.upper, Open);
    }

    #[test]
    fn ranges() {
        let error = |args: [f64; 8]| Bistop::from(args).check().unwrap_err();
        let e = error([0.0, 0.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!((e.law, e.argument, e.value), ("BISTOP", "x2", 2.0));
        let e = error([0.0, 0.0, 1.0, 2.0, 1.0, 1.0, -1.0, 1.0]);
        assert_eq!((e.law, e.argument), ("BISTOP", "cmax"));
    }
}
