//! Integers of fixed size, for the few comparisons that floating point cannot decide.
//!
//! A number of the input is an integer times a power of two. Over the points of one comparison the smallest such power is taken
//! out, so that all that follows is exact arithmetic of integers without allocation.

use carom_base::Vec3;
use std::cmp::Ordering;

const LIMBS: usize = 40;
/// Bits that a coordinate may have below those of the largest one: six of them multiplied fit into [`LIMBS`].
const SPREAD: i32 = 320;

/// A signed integer of up to 2560 bits.
#[derive(Clone)]
pub(super) struct Big {
    negative: bool,
    used: usize,
    limbs: [u64; LIMBS],
}

impl Big {
    pub(super) fn zero() -> Self {
        Self {
            negative: false,
            used: 0,
            limbs: [0; LIMBS],
        }
    }

    /// `x·2^(−exponent)`, which the caller knows to be an integer; bits below 2^exponent are dropped.
    fn new(x: f64, exponent: i32) -> Self {
        let mut big = Self::zero();
        let Some((mantissa, power)) = parts(x) else {
            return big;
        };
        let shift = power - exponent;
        if shift < 0 {
            // below the spread: see `Scale`
            return big;
        }
        let (limb, bits) = (shift as usize / 64, shift as usize % 64);
        let wide = u128::from(mantissa) << bits;
        big.limbs[limb] = wide as u64;
        big.limbs[limb + 1] = (wide >> 64) as u64;
        big.used = limb + 2;
        big.negative = x < 0.0;
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.used > 0 && self.limbs[self.used - 1] == 0 {
            self.used -= 1;
        }
        if self.used == 0 {
            self.negative = false;
        }
    }

    /// −1, 0 or 1.
    pub(super) fn sign(&self) -> i8 {
        match (self.used, self.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        self.used.cmp(&other.used).then_with(|| {
            let (a, b) = (&self.limbs[..self.used], &other.limbs[..other.used]);
            a.iter().rev().cmp(b.iter().rev())
        })
    }

    pub(super) fn neg(mut self) -> Self {
        self.negative = self.used > 0 && !self.negative;
        self
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let mut sum = Self::zero();
        if self.negative == other.negative {
            let mut carry = 0u128;
            for i in 0..self.used.max(other.used) {
                carry += u128::from(self.limbs[i]) + u128::from(other.limbs[i]);
                sum.limbs[i] = carry as u64;
                carry >>= 64;
                sum.used = i + 1;
            }
            if carry > 0 {
                sum.limbs[sum.used] = carry as u64;
                sum.used += 1;
            }
            sum.negative = self.negative;
            return sum;
        }
        let (large, small) = match self.magnitude(other) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        let mut borrow = 0i128;
        for i in 0..large.used {
            let d = i128::from(large.limbs[i]) - i128::from(small.limbs[i]) + borrow;
            sum.limbs[i] = d as u64;
            borrow = d >> 64;
        }
        sum.used = large.used;
        sum.negative = large.negative;
        sum.trim();
        sum
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        self.add(&other.clone().neg())
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        let mut product = Self::zero();
        for i in 0..self.used {
            let mut carry = 0u128;
            for j in 0..other.used {
                carry += u128::from(product.limbs[i + j])
                    + u128::from(self.limbs[i]) * u128::from(other.limbs[j]);
                product.limbs[i + j] = carry as u64;
                carry >>= 64;
            }
            if carry > 0 {
                product.limbs[i + other.used] = carry as u64;
            }
        }
        if self.used > 0 && other.used > 0 {
            product.used = self.used + other.used;
            product.negative = self.negative != other.negative;
        }
        product.trim();
        product
    }
}

/// Odd-free split of a finite number: `|x| = mantissa·2^power`; none for zero.
fn parts(x: f64) -> Option<(u64, i32)> {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, power) = match exponent {
        0 => (fraction, -1074),
        e => (fraction | 1 << 52, e - 1075),
    };
    if mantissa == 0 {
        return None;
    }
    let zeros = mantissa.trailing_zeros();
    Some((mantissa >> zeros, power + zeros as i32))
}

/// The common power of two of the points of one comparison.
pub(super) struct Scale(i32);

impl Scale {
    /// Coordinates with bits below 2⁻³²⁰ of the largest one lose those bits: that far below they come from underflow only.
    pub(super) fn of(points: &[Vec3]) -> Self {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for (mantissa, power) in points
            .iter()
            .flat_map(|p| p.iter().filter_map(|&x| parts(x)))
        {
            least = least.min(power);
            most = most.max(power + 64 - mantissa.leading_zeros() as i32);
        }
        if most == i32::MIN {
            return Self(0);
        }
        Self(least.max(most - SPREAD))
    }

    pub(super) fn vector(&self, p: &Vec3) -> [Big; 3] {
        [p.x, p.y, p.z].map(|x| Big::new(x, self.0))
    }
}

pub(super) fn sub(a: &[Big; 3], b: &[Big; 3]) -> [Big; 3] {
    [a[0].sub(&b[0]), a[1].sub(&b[1]), a[2].sub(&b[2])]
}

pub(super) fn cross(a: &[Big; 3], b: &[Big; 3]) -> [Big; 3] {
    let of = |i: usize, j: usize| a[i].mul(&b[j]).sub(&a[j].mul(&b[i]));
    [of(1, 2), of(2, 0), of(0, 1)]
}

pub(super) fn dot(a: &[Big; 3], b: &[Big; 3]) -> Big {
    a[0].mul(&b[0]).add(&a[1].mul(&b[1])).add(&a[2].mul(&b[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_against_wide_integers() {
        let numbers = [0.0, 1.0, -3.0, 1e15, -7.5e14, 4503599627370497.0];
        for a in numbers {
            for b in numbers {
                let [x, y] = [a, b].map(|v| Big::new(v, 0));
                let [i, j] = [a as i128, b as i128];
                let check = |big: Big, exact: i128| {
                    assert_eq!(big.sign(), exact.signum() as i8, "{a} {b}");
                    let m = u128::from(big.limbs[0]) | u128::from(big.limbs[1]) << 64;
                    assert_eq!(m, exact.unsigned_abs(), "{a} {b}");
                };
                check(x.add(&y), i + j);
                check(x.sub(&y), i - j);
                check(x.mul(&y), i * j);
            }
        }
    }

    /// (2²⁰⁰ + 1)² − 2⁴⁰⁰ − 2²⁰¹ = 1, far beyond any float.
    #[test]
    fn carries_run_through() {
        let one = Big::new(1.0, 0);
        let large = Big::new(2f64.powi(200), 0);
        let square = |b: &Big| b.mul(b);
        let left = square(&large.add(&one)).sub(&square(&large));
        let rest = left.sub(&Big::new(2f64.powi(201), 0));
        assert_eq!(rest.sub(&one).sign(), 0);
        assert_eq!(rest.sign(), 1);
    }

    #[test]
    fn a_scale_holds_the_smallest_bit() {
        let p = Vec3::new(1.0, -2f64.powi(-100), 0.0);
        let scale = Scale::of(&[p, Vec3::new(3.0, 0.1, 0.0)]);
        let [x, y, z] = scale.vector(&p);
        assert_eq!((x.sign(), y.sign(), z.sign()), (1, -1, 0));
        assert_eq!(y.add(&Big::new(2f64.powi(-100), scale.0)).sign(), 0);
        // bits out of reach are dropped, not misread
        let far = Scale::of(&[Vec3::new(1.0, 1e-300, 0.0)]);
        assert_eq!(far.vector(&Vec3::new(1.0, 1e-300, 0.0))[1].sign(), 0);
    }
}
