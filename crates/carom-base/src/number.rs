//! Real numbers and numbers that carry exact derivatives (forward mode).
//!
//! A formula written once over [`Number`] gives its value with `f64`, its gradient with [`Dual`]
//! and its second derivatives with a `Dual` of `Dual`s.

use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A real number, possibly with derivatives attached.
///
/// Comparisons and branches are made on [`Number::value`]; the derivative is that of the branch taken.
pub trait Number:
    Copy
    + std::fmt::Debug
    + PartialEq
    + 'static
    + Zero
    + One
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// The constant `x`: all its derivatives are zero.
    fn constant(x: f64) -> Self;
    /// Not a number: a formula has no value here. Unlike those of a constant, its derivatives are not numbers either, so that nothing is known of them
    /// where the number is an enclosure.
    #[inline]
    fn undefined() -> Self {
        Self::constant(f64::NAN)
    }
    /// The value without derivatives.
    fn value(self) -> f64;
    /// Whether it is no number, so that a formula may say so at once. Not known of one whose value is not ([`crate::recorded`]): there a formula goes on.
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.value().is_nan()
    }
    /// Whether it is zero, so that a formula may avoid what is not defined there. Not known of one whose value is not: there a formula goes on.
    #[inline(always)]
    fn vanishes(self) -> bool {
        self.value() == 0.0
    }
    /// `1/self`.
    fn recip(self) -> Self;
    /// Square root. The derivative at zero is infinite.
    fn sqrt(self) -> Self;
    /// Sine of an angle in radians.
    fn sin(self) -> Self;
    /// Cosine of an angle in radians.
    fn cos(self) -> Self;
    /// Tangent of an angle in radians.
    fn tan(self) -> Self;
    /// Inverse sine in radians.
    fn asin(self) -> Self;
    /// Inverse cosine in radians.
    fn acos(self) -> Self;
    /// Inverse tangent in radians.
    fn atan(self) -> Self;
    /// Angle of the point (`x`, `self`) in (-π, π].
    fn atan2(self, x: Self) -> Self;
    /// Hyperbolic sine.
    fn sinh(self) -> Self;
    /// Hyperbolic cosine.
    fn cosh(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// Exponential.
    fn exp(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// Decimal logarithm.
    fn log10(self) -> Self;
    /// Integer power.
    fn powi(self, n: i32) -> Self;
    /// Power with a constant real exponent.
    fn powf(self, p: f64) -> Self;
    /// Power with a variable exponent; needs a positive base unless the exponent is a constant whole number.
    fn pow(self, p: Self) -> Self;
    /// Absolute value; derivative `sign(self)`, and that of `+self` at zero.
    fn abs(self) -> Self {
        Self::select(self, -self, self)
    }
    /// `negative` where `test` is below zero, else `otherwise`: a branch that also holds for numbers that stand for many.
    #[inline(always)]
    fn select(test: Self, negative: Self, otherwise: Self) -> Self {
        if test.value() < 0.0 {
            negative
        } else {
            otherwise
        }
    }
    /// The same for several numbers, of which only those are computed that are needed.
    #[inline(always)]
    fn choose<const N: usize>(
        test: Self,
        negative: impl FnOnce() -> [Self; N],
        otherwise: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        if test.value() < 0.0 {
            negative()
        } else {
            otherwise()
        }
    }
    /// The larger of both, with its derivatives.
    #[inline(always)]
    fn at_least(self, least: Self) -> Self {
        Self::select(self - least, least, self)
    }
    /// The least and the largest value that it stands for: its value, twice, unless it is an [`crate::Interval`].
    #[inline(always)]
    fn bounds(self) -> [f64; 2] {
        [self.value(); 2]
    }
    /// The whole number next to it, the one farther from zero of two that are as near; it has no derivatives.
    fn round(self) -> Self;
    /// `self·self`, which is never negative.
    #[inline(always)]
    fn square(self) -> Self {
        self * self
    }
    /// The slope of [`Number::powf`] at `self`, `power` being its value there.
    #[inline(always)]
    fn power_slope(self, power: Self, p: f64) -> Self {
        // xᵖ⁻¹ = xᵖ/x saves the second call of the library; at zero only the power itself is defined.
        if self.value() == 0.0 {
            self.powf(p - 1.0) * p
        } else {
            power / self * p
        }
    }
}

impl Number for f64 {
    #[inline(always)]
    fn constant(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn value(self) -> f64 {
        self
    }
    #[inline]
    fn round(self) -> Self {
        f64::round(self)
    }
    #[inline]
    fn recip(self) -> Self {
        1.0 / self
    }
    #[inline]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline]
    fn sin(self) -> Self {
        f64::sin(self)
    }
    #[inline]
    fn cos(self) -> Self {
        f64::cos(self)
    }
    #[inline]
    fn tan(self) -> Self {
        f64::tan(self)
    }
    #[inline]
    fn asin(self) -> Self {
        f64::asin(self)
    }
    #[inline]
    fn acos(self) -> Self {
        f64::acos(self)
    }
    #[inline]
    fn atan(self) -> Self {
        f64::atan(self)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }
    #[inline]
    fn sinh(self) -> Self {
        f64::sinh(self)
    }
    #[inline]
    fn cosh(self) -> Self {
        f64::cosh(self)
    }
    #[inline]
    fn tanh(self) -> Self {
        f64::tanh(self)
    }
    #[inline]
    fn exp(self) -> Self {
        f64::exp(self)
    }
    #[inline]
    fn ln(self) -> Self {
        f64::ln(self)
    }
    #[inline]
    fn log10(self) -> Self {
        f64::log10(self)
    }
    #[inline]
    fn powi(self, n: i32) -> Self {
        f64::powi(self, n)
    }
    /// The exponents that contact models use most cost no call of the library.
    #[inline]
    fn powf(self, p: f64) -> Self {
        if p == 1.5 {
            self * f64::sqrt(self)
        } else if p == 1.0 {
            self
        } else if p == 2.0 {
            self * self
        } else if p == 3.0 {
            self * self * self
        } else if p == 0.5 {
            f64::sqrt(self)
        } else {
            f64::powf(self, p)
        }
    }
    #[inline]
    fn pow(self, p: Self) -> Self {
        f64::powf(self, p)
    }
}

/// A number with `N` first derivatives: `re + Σ eps[i]·dxᵢ`.
///
/// Nest it (`Dual<Dual<f64, N>, N>`) for second derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<T, const N: usize> {
    /// The value.
    pub re: T,
    /// The derivatives with respect to the `N` seeded variables.
    pub eps: [T; N],
}

/// A number with its derivative along a motion.
pub type Flow = Dual<f64, 1>;

impl<T: Number, const N: usize> Dual<T, N> {
    /// The variable number `i` of `N` at `x`.
    #[inline]
    pub fn variable(x: T, i: usize) -> Self {
        let mut eps = [T::zero(); N];
        eps[i] = T::one();
        Self { re: x, eps }
    }

    /// `f(self)`, given the value and the slope of `f` at `self.re`.
    #[inline]
    pub fn chain(self, value: T, slope: T) -> Self {
        let mut eps = self.eps;
        for e in &mut eps {
            *e *= slope;
        }
        Self { re: value, eps }
    }
}

/// Up to this size a whole exponent is a number of multiplications.
const LARGEST_WHOLE: f64 = 1024.0;

impl<T: Number, const N: usize> Add for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn add(mut self, b: Self) -> Self {
        self += b;
        self
    }
}
impl<T: Number, const N: usize> Sub for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn sub(mut self, b: Self) -> Self {
        self -= b;
        self
    }
}
impl<T: Number, const N: usize> Mul for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn mul(self, b: Self) -> Self {
        let mut eps = [T::zero(); N];
        for i in 0..N {
            eps[i] = self.eps[i] * b.re + self.re * b.eps[i];
        }
        Self {
            re: self.re * b.re,
            eps,
        }
    }
}
impl<T: Number, const N: usize> Div for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn div(self, b: Self) -> Self {
        let inv = b.re.recip();
        let q = self.re * inv;
        let mut eps = [T::zero(); N];
        for i in 0..N {
            eps[i] = (self.eps[i] - q * b.eps[i]) * inv;
        }
        Self { re: q, eps }
    }
}
impl<T: Number, const N: usize> Neg for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        let mut eps = self.eps;
        for e in &mut eps {
            *e = -*e;
        }
        Self { re: -self.re, eps }
    }
}
impl<T: Number, const N: usize> AddAssign for Dual<T, N> {
    #[inline]
    fn add_assign(&mut self, b: Self) {
        self.re += b.re;
        for i in 0..N {
            self.eps[i] += b.eps[i];
        }
    }
}
impl<T: Number, const N: usize> SubAssign for Dual<T, N> {
    #[inline]
    fn sub_assign(&mut self, b: Self) {
        self.re -= b.re;
        for i in 0..N {
            self.eps[i] -= b.eps[i];
        }
    }
}
impl<T: Number, const N: usize> MulAssign for Dual<T, N> {
    #[inline]
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}
impl<T: Number, const N: usize> DivAssign for Dual<T, N> {
    #[inline]
    fn div_assign(&mut self, b: Self) {
        *self = *self / b;
    }
}
impl<T: Number, const N: usize> Add<f64> for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn add(mut self, b: f64) -> Self {
        self.re = self.re + b;
        self
    }
}
impl<T: Number, const N: usize> Sub<f64> for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn sub(mut self, b: f64) -> Self {
        self.re = self.re - b;
        self
    }
}
impl<T: Number, const N: usize> Mul<f64> for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn mul(self, b: f64) -> Self {
        let mut eps = self.eps;
        for e in &mut eps {
            *e = *e * b;
        }
        Self {
            re: self.re * b,
            eps,
        }
    }
}
impl<T: Number, const N: usize> Div<f64> for Dual<T, N> {
    type Output = Self;
    #[inline]
    fn div(self, b: f64) -> Self {
        let mut eps = self.eps;
        for e in &mut eps {
            *e = *e / b;
        }
        Self {
            re: self.re / b,
            eps,
        }
    }
}
impl<T: Number, const N: usize> Zero for Dual<T, N> {
    #[inline]
    fn zero() -> Self {
        Self {
            re: T::zero(),
            eps: [T::zero(); N],
        }
    }
    fn is_zero(&self) -> bool {
        self.re.is_zero() && self.eps.iter().all(T::is_zero)
    }
}
impl<T: Number, const N: usize> One for Dual<T, N> {
    #[inline]
    fn one() -> Self {
        Self {
            re: T::one(),
            eps: [T::zero(); N],
        }
    }
}

impl<T: Number, const N: usize> Number for Dual<T, N> {
    #[inline]
    fn constant(x: f64) -> Self {
        Self {
            re: T::constant(x),
            eps: [T::zero(); N],
        }
    }
    #[inline]
    fn undefined() -> Self {
        Self {
            re: T::undefined(),
            eps: [T::undefined(); N],
        }
    }
    #[inline]
    fn value(self) -> f64 {
        self.re.value()
    }
    #[inline]
    fn round(self) -> Self {
        Self {
            re: self.re.round(),
            eps: [T::zero(); N],
        }
    }
    #[inline]
    fn recip(self) -> Self {
        let r = self.re.recip();
        self.chain(r, -(r * r))
    }
    #[inline]
    fn sqrt(self) -> Self {
        let r = self.re.sqrt();
        self.chain(r, (r * 2.0).recip())
    }
    #[inline]
    fn sin(self) -> Self {
        self.chain(self.re.sin(), self.re.cos())
    }
    #[inline]
    fn cos(self) -> Self {
        self.chain(self.re.cos(), -self.re.sin())
    }
    #[inline]
    fn tan(self) -> Self {
        let t = self.re.tan();
        self.chain(t, t * t + 1.0)
    }
    #[inline]
    fn asin(self) -> Self {
        self.chain(self.re.asin(), (-(self.re * self.re) + 1.0).sqrt().recip())
    }
    #[inline]
    fn acos(self) -> Self {
        self.chain(self.re.acos(), -(-(self.re * self.re) + 1.0).sqrt().recip())
    }
    #[inline]
    fn atan(self) -> Self {
        self.chain(self.re.atan(), (self.re * self.re + 1.0).recip())
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let d = (self.re * self.re + x.re * x.re).recip();
        let (a, b) = (x.re * d, self.re * d);
        let mut eps = [T::zero(); N];
        for i in 0..N {
            eps[i] = a * self.eps[i] - b * x.eps[i];
        }
        Self {
            re: self.re.atan2(x.re),
            eps,
        }
    }
    #[inline]
    fn sinh(self) -> Self {
        self.chain(self.re.sinh(), self.re.cosh())
    }
    #[inline]
    fn cosh(self) -> Self {
        self.chain(self.re.cosh(), self.re.sinh())
    }
    #[inline]
    fn tanh(self) -> Self {
        let t = self.re.tanh();
        self.chain(t, -(t * t) + 1.0)
    }
    #[inline]
    fn exp(self) -> Self {
        let e = self.re.exp();
        self.chain(e, e)
    }
    #[inline]
    fn ln(self) -> Self {
        self.chain(self.re.ln(), self.re.recip())
    }
    #[inline]
    fn log10(self) -> Self {
        self.chain(self.re.log10(), self.re.recip() * std::f64::consts::LOG10_E)
    }
    #[inline]
    fn powi(self, n: i32) -> Self {
        if n == 0 {
            return Self::one();
        }
        self.chain(self.re.powi(n), self.re.powi(n - 1) * f64::from(n))
    }
    #[inline]
    fn powf(self, p: f64) -> Self {
        if p == 0.0 {
            return Self::one();
        }
        let v = self.re.powf(p);
        self.chain(v, self.re.power_slope(v, p))
    }
    #[inline]
    fn select(test: Self, negative: Self, otherwise: Self) -> Self {
        let choose = |a: T, b: T| T::select(test.re, a, b);
        Self {
            re: choose(negative.re, otherwise.re),
            eps: std::array::from_fn(|i| choose(negative.eps[i], otherwise.eps[i])),
        }
    }
    fn at_least(self, least: Self) -> Self {
        let off = self.re - least.re;
        Self {
            re: self.re.at_least(least.re),
            eps: std::array::from_fn(|i| T::select(off, least.eps[i], self.eps[i])),
        }
    }
    fn bounds(self) -> [f64; 2] {
        self.re.bounds()
    }
    #[inline]
    fn square(self) -> Self {
        self.chain(self.re.square(), self.re * 2.0)
    }
    #[inline]
    fn pow(self, p: Self) -> Self {
        let [least, most] = p.re.bounds();
        if p.eps.iter().all(T::is_zero) && least == most && p.re.value() == p.re.value().trunc() {
            // A whole constant exponent is legal for every base.
            let p = p.re.value();
            return match p.abs() <= LARGEST_WHOLE {
                true => self.powi(p as i32),
                false => self.powf(p),
            };
        }
        let v = self.re.pow(p.re);
        let a = self.re.pow(p.re - 1.0) * p.re;
        // xᵖ·ln x goes to zero with x for p > 0, where 0·ln 0 is not a number.
        let b = match self.re.bounds() == [0.0; 2] && least > 0.0 {
            true => T::zero(),
            false => v * self.re.ln(),
        };
        let mut eps = [T::zero(); N];
        for i in 0..N {
            eps[i] = a * self.eps[i];
            // ln x is only needed where the exponent really varies.
            if !p.eps[i].is_zero() {
                eps[i] += b * p.eps[i];
            }
        }
        Self { re: v, eps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type D = Dual<f64, 1>;
    type DD = Dual<Dual<f64, 1>, 1>;

    /// Central difference of `f` at `x`; h = 1e-5 leaves about 1e-10 of truncation and rounding.
    fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
    }

    macro_rules! check {
        ($x:expr, $($name:ident),+) => {$({
            let f = |x: f64| Number::$name(x);
            let d = D::variable($x, 0).$name();
            assert_eq!(d.re, f($x));
            assert!((d.eps[0] - slope(f, $x)).abs() < 1e-8, stringify!($name));
            let dd = DD::variable(D::variable($x, 0), 0).$name();
            let second = slope(|x| D::variable(x, 0).$name().eps[0], $x);
            assert!((dd.eps[0].eps[0] - second).abs() < 1e-7, stringify!($name));
        })+};
    }

    /// `xᵖ·ln x` goes to zero with x for p > 0.
    #[test]
    fn a_power_that_begins_by_its_exponent() {
        let (x, p) = (Dual::<f64, 2>::variable(0.0, 0), Dual::variable(1.5, 1));
        assert_eq!(x.pow(p).eps, [0.0, 0.0]);
    }

    #[test]
    fn whole_exponents_of_any_size() {
        for p in [-3e9, -2147483648.0, -1025.0, 7.0, 2147483647.0, 1e10] {
            for x in [1.0 + 1e-10, -1.0 - 1e-10] {
                let y = Dual::<f64, 1>::variable(x, 0).pow(Dual::constant(p));
                let (value, slope) = (x.powf(p), p * x.powf(p - 1.0));
                // the rounding of the logarithm of the base, as often as the exponent says
                let bar = 1e-5;
                assert!((y.re / value - 1.0).abs() < bar, "{x} {p} {y:?}");
                assert!((y.eps[0] / slope - 1.0).abs() < bar, "{x} {p} {y:?}");
            }
        }
    }

    #[test]
    fn derivatives_match_differences() {
        check!(
            0.37, recip, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, log10,
            abs
        );
        check!(
            -0.61, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, abs
        );
    }

    #[test]
    fn powers() {
        for p in [0.5, 1.0, 1.5, 2.0, 2.2, 3.0] {
            let d = D::variable(0.7, 0).powf(p);
            assert!((d.re - 0.7f64.powf(p)).abs() < 1e-15);
            assert!((d.eps[0] - p * 0.7f64.powf(p - 1.0)).abs() < 1e-14);
        }
        assert_eq!(D::variable(-2.0, 0).powi(3).eps[0], 12.0);
        assert_eq!(D::variable(-2.0, 0).pow(D::constant(3.0)).eps[0], 12.0);
        let (x, p) = (Dual::<f64, 2>::variable(1.3, 0), Dual::variable(2.7, 1));
        let z = x.pow(p);
        assert!((z.eps[0] - 2.7 * 1.3f64.powf(1.7)).abs() < 1e-14);
        assert!((z.eps[1] - 1.3f64.powf(2.7) * 1.3f64.ln()).abs() < 1e-14);
    }

    #[test]
    fn arithmetic_and_atan2() {
        let (x, y) = (Dual::<f64, 2>::variable(1.2, 0), Dual::variable(-0.4, 1));
        let q = x / y;
        assert!((q.eps[0] + 2.5).abs() < 1e-15 && (q.eps[1] + 7.5).abs() < 1e-14);
        let a = y.atan2(x);
        assert!((a.eps[0] - 0.4 / 1.6).abs() < 1e-15 && (a.eps[1] - 1.2 / 1.6).abs() < 1e-15);
        let s = (x * 2.0 - 1.0) / 4.0 + 3.0;
        assert_eq!((s.re, s.eps), ((1.2 * 2.0 - 1.0) / 4.0 + 3.0, [0.5, 0.0]));
    }
}
