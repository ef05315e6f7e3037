//! Interval arithmetic: a number that stands for all numbers between two bounds.
//!
//! A formula written over [`Number`] and run with an [`Interval`] encloses all values that it takes while its arguments stay within
//! theirs; with `Dual<Interval, 1>` it encloses its rate as well. The bounds are not rounded outwards: they hold up to the rounding of the
//! same formula in plain numbers, so compare them with that, never with zero alone.
//!
//! ```
//! use carom_base::{Interval, Number};
//!
//! let x = Interval::new(0.0, 1.0);
//! let y = x * x.sin();
//! assert!(y.low <= 0.0 && y.high >= 1f64.sin());
//! ```

use crate::number::Number;
use num_traits::{One, Zero};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// An enclosure of a value over an interval of time, with that of its rate.
pub type Ranged = crate::Dual<Interval, 1>;

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least of them; −∞ where nothing is known.
    pub low: f64,
    /// The largest, ≥ `low`; +∞ where nothing is known.
    pub high: f64,
}

impl Interval {
    /// Any number: nothing is known, or the formula leaves its domain.
    pub const ENTIRE: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// From `low` to `high`; [`Interval::ENTIRE`] if one of them is not a number.
    #[inline(always)]
    pub fn new(low: f64, high: f64) -> Self {
        // Also false where one of them is not a number.
        if low <= high {
            Self { low, high }
        } else {
            Self::ENTIRE
        }
    }

    /// The least interval that holds both numbers.
    #[inline(always)]
    pub fn between(a: f64, b: f64) -> Self {
        if a <= b {
            Self { low: a, high: b }
        } else {
            Self::new(b, a)
        }
    }

    /// All that lies within `radius` of `middle`.
    pub fn around(middle: f64, radius: f64) -> Self {
        Self::new(middle - radius, middle + radius)
    }

    /// The least interval that holds both.
    #[inline(always)]
    pub fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Whether `x` is one of them.
    pub fn contains(self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    /// Whether both bounds are finite.
    pub fn is_bounded(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// `high − low`.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Half way between the bounds.
    pub fn middle(self) -> f64 {
        0.5 * self.low + 0.5 * self.high
    }

    /// The range of a function that rises.
    fn rising(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(f(self.low), f(self.high))
    }

    /// The part within [−1, 1], for functions that are defined there only.
    fn cosine(self) -> Option<Self> {
        (self.low <= 1.0 && self.high >= -1.0).then(|| Self {
            low: self.low.max(-1.0),
            high: self.high.min(1.0),
        })
    }

    /// Range of a sine: `phase` turns it into that of another wave of the same shape.
    fn wave(self, phase: f64) -> Self {
        if !(self.width() < TAU && self.low.abs() < 1e9) {
            return Self::new(-1.0, 1.0);
        }
        let (a, b) = (self.low + phase, self.high + phase);
        // Does a place x + 2πn lie between?
        let holds = |x: f64| (((a - x) / TAU).ceil()) * TAU + x <= b;
        let (p, q) = (a.sin(), b.sin());
        Self {
            low: if holds(-FRAC_PI_2) { -1.0 } else { p.min(q) },
            high: if holds(FRAC_PI_2) { 1.0 } else { p.max(q) },
        }
    }
}

impl Neg for Interval {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}
impl Add for Interval {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self {
            low: self.low + b.low,
            high: self.high + b.high,
        }
    }
}
impl Sub for Interval {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self {
            low: self.low - b.high,
            high: self.high - b.low,
        }
    }
}
impl Mul for Interval {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        let (p, q) = (self.low * b.low, self.low * b.high);
        let (r, s) = (self.high * b.low, self.high * b.high);
        if !((p + q) + (r + s)).is_nan() {
            // All four are numbers, and a comparison is one instruction, where `min` and `max` take six.
            let least = |a: f64, b: f64| if a < b { a } else { b };
            let most = |a: f64, b: f64| if a > b { a } else { b };
            return Self {
                low: least(least(p, q), least(r, s)),
                high: most(most(p, q), most(r, s)),
            };
        }
        hull_of_numbers([p, q, r, s])
    }
}

/// The hull of products. Zero times infinity, not a number, drops out of `min` and `max`: as an end of an interval it stands for zero.
/// By itself, as it would be computed ahead of the question whether it is needed.
#[cold]
#[inline(never)]
fn hull_of_numbers([p, q, r, s]: [f64; 4]) -> Interval {
    Interval::new(p.min(q).min(r.min(s)), p.max(q).max(r.max(s)))
}
impl Div for Interval {
    type Output = Self;
    #[inline]
    // The reciprocal knows what zero among the divisors means.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn div(self, b: Self) -> Self {
        self * b.recip()
    }
}
impl Add<f64> for Interval {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: f64) -> Self {
        Self {
            low: self.low + b,
            high: self.high + b,
        }
    }
}
impl Sub<f64> for Interval {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: f64) -> Self {
        self + -b
    }
}
impl Mul<f64> for Interval {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: f64) -> Self {
        if b == 0.0 {
            return Self::zero();
        }
        Self::between(self.low * b, self.high * b)
    }
}
impl Div<f64> for Interval {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: f64) -> Self {
        Self::between(self.low / b, self.high / b)
    }
}
impl AddAssign for Interval {
    #[inline(always)]
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}
impl SubAssign for Interval {
    #[inline(always)]
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}
impl MulAssign for Interval {
    #[inline(always)]
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}
impl DivAssign for Interval {
    #[inline]
    fn div_assign(&mut self, b: Self) {
        *self = *self / b;
    }
}
impl Zero for Interval {
    #[inline(always)]
    fn zero() -> Self {
        Self {
            low: 0.0,
            high: 0.0,
        }
    }
    fn is_zero(&self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }
}
impl One for Interval {
    #[inline(always)]
    fn one() -> Self {
        Self {
            low: 1.0,
            high: 1.0,
        }
    }
}

impl Number for Interval {
    #[inline(always)]
    fn constant(x: f64) -> Self {
        Self::new(x, x)
    }

    /// One of the numbers, finite, and zero only where there is no other.
    fn value(self) -> f64 {
        let middle = self.middle();
        if middle.is_nan() || middle.is_infinite() {
            let bound = if self.low.is_finite() {
                self.low
            } else {
                self.high
            };
            return if bound.is_finite() && bound != 0.0 {
                bound
            } else {
                f64::MIN_POSITIVE
            };
        }
        if middle == 0.0 && self.high > 0.0 {
            0.5 * self.high
        } else {
            middle
        }
    }

    fn bounds(self) -> [f64; 2] {
        [self.low, self.high]
    }

    #[inline]
    fn select(test: Self, negative: Self, otherwise: Self) -> Self {
        if test.low >= 0.0 {
            otherwise
        } else if test.high < 0.0 {
            negative
        } else {
            negative.hull(otherwise)
        }
    }

    #[inline]
    fn at_least(self, least: Self) -> Self {
        Self {
            low: self.low.max(least.low),
            high: self.high.max(least.high),
        }
    }

    #[inline]
    fn square(self) -> Self {
        let (a, b) = (self.low * self.low, self.high * self.high);
        let low = if self.low < 0.0 && self.high > 0.0 {
            0.0
        } else {
            a.min(b)
        };
        Self::new(low, a.max(b))
    }

    #[inline]
    fn round(self) -> Self {
        Self::new(self.low.round(), self.high.round())
    }

    fn recip(self) -> Self {
        if self.low > 0.0 || self.high < 0.0 {
            return Self::new(1.0 / self.high, 1.0 / self.low);
        }
        if self.low == 0.0 && self.high > 0.0 {
            return Self::new(1.0 / self.high, f64::INFINITY);
        }
        if self.high == 0.0 && self.low < 0.0 {
            return Self::new(f64::NEG_INFINITY, 1.0 / self.low);
        }
        Self::ENTIRE
    }

    #[inline]
    fn sqrt(self) -> Self {
        if self.high < 0.0 {
            return Self::ENTIRE;
        }
        Self::new(self.low.max(0.0).sqrt(), self.high.sqrt())
    }

    fn sin(self) -> Self {
        self.wave(0.0)
    }

    fn cos(self) -> Self {
        self.wave(FRAC_PI_2)
    }

    fn tan(self) -> Self {
        let piece = |x: f64| (x / PI - 0.5).floor();
        if self.width() < PI && piece(self.low) == piece(self.high) {
            self.rising(f64::tan)
        } else {
            Self::ENTIRE
        }
    }

    fn asin(self) -> Self {
        self.cosine().map_or(Self::ENTIRE, |x| x.rising(f64::asin))
    }

    fn acos(self) -> Self {
        self.cosine()
            .map_or(Self::ENTIRE, |x| Self::new(x.high.acos(), x.low.acos()))
    }

    fn atan(self) -> Self {
        self.rising(f64::atan)
    }

    /// About the angle of one of the points, without a jump: the bounds may lie beyond ±π. Any angle where the origin is one of the points.
    fn atan2(self, x: Self) -> Self {
        if self.contains(0.0) && x.contains(0.0) {
            return Self::ENTIRE;
        }
        let (cy, cx) = (self.middle(), x.middle());
        let middle = cy.atan2(cx);
        if self.is_bounded() && x.is_bounded() {
            // As the origin lies outside, the corners are less than half a turn away from the middle.
            let (mut low, mut high) = (0.0f64, 0.0f64);
            for py in [self.low, self.high] {
                for px in [x.low, x.high] {
                    let off = (cx * py - cy * px).atan2(cx * px + cy * py);
                    low = low.min(off);
                    high = high.max(off);
                }
            }
            return Self::new(middle + low, middle + high);
        }
        Self::ENTIRE
    }

    fn sinh(self) -> Self {
        self.rising(f64::sinh)
    }

    fn cosh(self) -> Self {
        let (a, b) = (self.low.cosh(), self.high.cosh());
        let least = if self.contains(0.0) { 1.0 } else { a.min(b) };
        Self::new(least, a.max(b))
    }

    fn tanh(self) -> Self {
        self.rising(f64::tanh)
    }

    fn exp(self) -> Self {
        self.rising(f64::exp)
    }

    fn ln(self) -> Self {
        if self.low <= 0.0 {
            return Self::ENTIRE;
        }
        self.rising(f64::ln)
    }

    fn log10(self) -> Self {
        if self.low <= 0.0 {
            return Self::ENTIRE;
        }
        self.rising(f64::log10)
    }

    fn powi(self, n: i32) -> Self {
        if n < 0 {
            return self.powi(-n).recip();
        }
        let (a, b) = (self.low.powi(n), self.high.powi(n));
        if n % 2 == 1 {
            Self::new(a, b)
        } else if n == 0 {
            Self::one()
        } else {
            let least = if self.contains(0.0) { 0.0 } else { a.min(b) };
            Self::new(least, a.max(b))
        }
    }

    /// Where the base is negative only a whole exponent has a value; the rest of the interval counts.
    fn powf(self, p: f64) -> Self {
        if p.fract() == 0.0 && p.abs() < 1e9 {
            return self.powi(p as i32);
        }
        if self.high < 0.0 {
            return Self::ENTIRE;
        }
        let (a, b) = (self.low.max(0.0).powf(p), self.high.powf(p));
        Self::between(a, b)
    }

    fn power_slope(self, _power: Self, p: f64) -> Self {
        self.powf(p - 1.0) * p
    }

    fn pow(self, p: Self) -> Self {
        if p.low == p.high {
            return self.powf(p.low);
        }
        if self.low <= 0.0 {
            return Self::ENTIRE;
        }
        (p * self.ln()).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Dual;

    /// A sequence of numbers in [0, 1), the same in each run.
    fn random(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Every function of the trait, with its rate, at points inside of random intervals.
    #[test]
    fn ranges_hold_the_values_and_rates_inside() {
        type D<T> = Dual<T, 1>;
        fn all<T: Number>(x: T, y: T) -> Vec<T> {
            let a = x.square() + 0.3;
            vec![
                x + y,
                x - y,
                x * y,
                x / (y.square() + 0.1),
                -x,
                x * 3.0,
                x / -7.0,
                x - 2.0,
                x.square(),
                a.recip(),
                a.sqrt(),
                x.sin(),
                x.cos(),
                (x * 0.2).tan(),
                (x * 0.3).asin(),
                (x * 0.3).acos(),
                x.atan(),
                y.atan2(x.square() + 0.01),
                y.atan2(x - 9.0),
                x.sinh(),
                x.cosh(),
                x.tanh(),
                x.exp(),
                a.ln(),
                a.log10(),
                x.powi(3),
                x.powi(2),
                x.powi(-2),
                a.powf(1.5),
                a.powf(0.5),
                a.pow(y),
                x.abs(),
                T::select(x, y, x * y),
                x.at_least(y),
            ]
        }
        let mut seed = 1;
        for _ in 0..3000 {
            let mut pick = |size: f64| {
                let (a, b) = (random(&mut seed), random(&mut seed) * random(&mut seed));
                let low = (a - 0.5) * size;
                let high = low + b;
                let inside = low + random(&mut seed) * (high - low);
                (Interval::new(low, high), inside)
            };
            let ((x, x0), (y, y0)) = (pick(5.0), pick(5.0));
            let ((dx, dx0), (dy, dy0)) = (pick(2.0), pick(2.0));
            let ranges = all(D { re: x, eps: [dx] }, D { re: y, eps: [dy] });
            let values = all(D { re: x0, eps: [dx0] }, D { re: y0, eps: [dy0] });
            for (k, (r, v)) in ranges.iter().zip(&values).enumerate() {
                // 1e-9: rounding of the bounds, which grows with values as large as those of powers of small numbers
                let near = |i: Interval, v: f64| {
                    let slack = 1e-9 * (1.0 + v.abs());
                    let holds = |v: f64| i.low <= v + slack && v - slack <= i.high;
                    // Numbers 17 and 18 are angles, which may be whole turns apart.
                    let turned = (k == 17 || k == 18) && (holds(v + TAU) || holds(v - TAU));
                    !v.is_finite() || holds(v) || turned
                };
                assert!(near(r.re, v.re), "value {k} of {x:?} {y:?}: {r:?} {v:?}");
                assert!(
                    near(r.eps[0], v.eps[0]),
                    "rate {k} of {x:?} {y:?}: {r:?} {v:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_not_known_stays_unknown() {
        let unknown = Interval::constant(f64::NAN);
        assert_eq!(unknown, Interval::ENTIRE);
        assert!(!(unknown * 2.0 + 1.0).is_bounded());
        assert!(!Interval::new(-1.0, 1.0).recip().is_bounded());
        assert_eq!(unknown.sin(), Interval::new(-1.0, 1.0));
        // The origin is a point of the box: any angle.
        assert_eq!(
            Interval::new(-1.0, 1.0).atan2(Interval::new(-1.0, 1.0)),
            Interval::ENTIRE
        );
        assert_eq!(Interval::zero() * Interval::ENTIRE, Interval::ENTIRE);
    }

    /// An angle that passes half a turn goes on.
    #[test]
    fn angles_do_not_jump() {
        let a = Interval::new(-0.1, 0.1).atan2(Interval::new(-1.1, -0.9));
        assert!(
            a.width() < 0.3 && (a.contains(PI) || a.contains(-PI)),
            "{a:?}"
        );
    }

    /// One number of an interval that is not zero stands for it, so that a formula does not take its own way at zero.
    #[test]
    fn a_value_stands_for_the_interval() {
        assert!(Interval::new(-1.0, 1.0).value() != 0.0);
        assert_eq!(Interval::zero().value(), 0.0);
        assert!(Interval::ENTIRE.value().is_finite());
    }
}
