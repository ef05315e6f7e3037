//! The two kinds of numbers a matrix may hold.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A number that an LU factorisation can work with.
pub trait Scalar:
    Copy
    + Default
    + PartialEq
    + std::fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// The number one.
    const ONE: Self;
    /// The product with a real number.
    fn scale(self, factor: f64) -> Self;
    /// A norm within a factor √2 of the absolute value, cheap to compute.
    fn size(self) -> f64;
    /// `1/self`.
    fn reciprocal(self) -> Self;
}

impl Scalar for f64 {
    const ONE: f64 = 1.0;
    #[inline]
    fn scale(self, factor: f64) -> f64 {
        self * factor
    }
    #[inline]
    fn size(self) -> f64 {
        self.abs()
    }
    #[inline]
    fn reciprocal(self) -> f64 {
        1.0 / self
    }
}

/// A complex number: the conjugate pairs of eigenvalues of an implicit Runge-Kutta matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

impl Complex {
    /// `re + i·im`.
    #[inline]
    pub const fn new(re: f64, im: f64) -> Complex {
        Complex { re, im }
    }
}

impl Add for Complex {
    type Output = Complex;
    #[inline]
    fn add(self, b: Complex) -> Complex {
        Complex::new(self.re + b.re, self.im + b.im)
    }
}

impl Sub for Complex {
    type Output = Complex;
    #[inline]
    fn sub(self, b: Complex) -> Complex {
        Complex::new(self.re - b.re, self.im - b.im)
    }
}

impl Mul for Complex {
    type Output = Complex;
    #[inline]
    fn mul(self, b: Complex) -> Complex {
        Complex::new(
            self.re * b.re - self.im * b.im,
            self.re * b.im + self.im * b.re,
        )
    }
}

impl Neg for Complex {
    type Output = Complex;
    #[inline]
    fn neg(self) -> Complex {
        Complex::new(-self.re, -self.im)
    }
}

impl AddAssign for Complex {
    #[inline]
    fn add_assign(&mut self, b: Complex) {
        *self = *self + b;
    }
}

impl SubAssign for Complex {
    #[inline]
    fn sub_assign(&mut self, b: Complex) {
        *self = *self - b;
    }
}

impl Scalar for Complex {
    const ONE: Complex = Complex::new(1.0, 0.0);
    #[inline]
    fn scale(self, factor: f64) -> Complex {
        Complex::new(self.re * factor, self.im * factor)
    }
    #[inline]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }
    #[inline]
    fn reciprocal(self) -> Complex {
        // Divided by the larger part first, so that squares neither overflow nor vanish.
        if self.re.abs() >= self.im.abs() {
            let r = self.im / self.re;
            let d = 1.0 / (self.re + self.im * r);
            Complex::new(d, -r * d)
        } else {
            let r = self.re / self.im;
            let d = 1.0 / (self.im + self.re * r);
            Complex::new(r * d, -d)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reciprocal_of_a_complex_number_undoes_its_product() {
        for z in [
            Complex::new(3.0, -4.0),
            Complex::new(1e-200, 2e-200),
            Complex::new(0.0, -7e150),
        ] {
            let one = z * z.reciprocal();
            assert!((one - Complex::ONE).size() < 1e-15, "{z:?}");
        }
    }
}
