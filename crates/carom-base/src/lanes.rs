//! Several numbers at once: a [`Program`](crate::Program) decides what to do once for all of them, and the processor does it to two or more together.
//!
//! Each lane has bit for bit what it would have alone.
//!
//! ```
//! use carom_base::{Lanes, Number, recorded::record};
//!
//! let program = record(1, |x| vec![x[0].square() + 1.0]).unwrap();
//! let mut room = program.room::<Lanes<4>>();
//! program.inputs(&mut room)[0] = Lanes([0.0, 1.0, 2.0, 3.0]);
//! program.run(&mut room);
//! assert_eq!(program.results(&room).next(), Some(Lanes([1.0, 2.0, 5.0, 10.0])));
//! ```

use crate::number::Number;
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// `N` numbers.
///
/// It is for programs, which have no branch: a formula that asks for its [`Number::value`] gets that of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<const N: usize>(pub [f64; N]);

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        Self(std::array::from_fn(|k| of(self.0[k])))
    }

    #[inline(always)]
    fn with(self, other: Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|k| of(self.0[k], other.0[k])))
    }
}

impl<const N: usize> Zero for Lanes<N> {
    fn zero() -> Self {
        Self([0.0; N])
    }
    fn is_zero(&self) -> bool {
        self.0 == [0.0; N]
    }
}

impl<const N: usize> One for Lanes<N> {
    fn one() -> Self {
        Self([1.0; N])
    }
}

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|x| -x)
    }
}

/// An operator between lanes, with a plain number, and as an assignment.
macro_rules! operators {
    ($($operator:ident $function:ident $assign:ident $assigned:ident)*) => {$(
        impl<const N: usize> $operator for Lanes<N> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, b: Self) -> Self {
                self.with(b, f64::$function)
            }
        }
        impl<const N: usize> $operator<f64> for Lanes<N> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, b: f64) -> Self {
                self.map(|a| a.$function(b))
            }
        }
        impl<const N: usize> $assign for Lanes<N> {
            #[inline(always)]
            fn $assigned(&mut self, b: Self) {
                *self = self.$function(b);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign
    Sub sub SubAssign sub_assign
    Mul mul MulAssign mul_assign
    Div div DivAssign div_assign
}

/// Functions of one number.
macro_rules! functions {
    ($($function:ident)*) => {$(
        #[inline]
        fn $function(self) -> Self {
            self.map(<f64 as Number>::$function)
        }
    )*};
}

impl<const N: usize> Number for Lanes<N> {
    fn constant(x: f64) -> Self {
        Self([x; N])
    }
    fn value(self) -> f64 {
        self.0[0]
    }
    functions! {
        round recip sqrt sin cos tan asin acos atan sinh cosh tanh exp ln log10
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        self.with(x, f64::atan2)
    }
    #[inline]
    fn powi(self, n: i32) -> Self {
        self.map(|x| Number::powi(x, n))
    }
    #[inline]
    fn powf(self, p: f64) -> Self {
        self.map(|x| Number::powf(x, p))
    }
    #[inline]
    fn pow(self, p: Self) -> Self {
        self.with(p, Number::pow)
    }
    #[inline(always)]
    fn select(test: Self, negative: Self, otherwise: Self) -> Self {
        let each = |k: usize| f64::select(test.0[k], negative.0[k], otherwise.0[k]);
        Self(std::array::from_fn(each))
    }
    #[inline(always)]
    fn choose<const M: usize>(
        test: Self,
        negative: impl FnOnce() -> [Self; M],
        otherwise: impl FnOnce() -> [Self; M],
    ) -> [Self; M] {
        let (negative, otherwise) = (negative(), otherwise());
        std::array::from_fn(|k| Self::select(test, negative[k], otherwise[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::record;
    use crate::slopes::tests::formula;

    #[test]
    fn each_lane_has_the_bits_that_it_has_alone() {
        let program = record(3, formula).expect("no branch");
        let at = |k: usize| [0.3 - 0.7 * k as f64, -0.4 + 0.5 * k as f64, 1.2 - k as f64];
        let mut together = program.room::<Lanes<4>>();
        for (i, lanes) in program.inputs(&mut together).iter_mut().enumerate() {
            *lanes = Lanes(std::array::from_fn(|k| at(k)[i]));
        }
        program.run(&mut together);
        let together: Vec<Lanes<4>> = program.results(&together).collect();
        for k in 0..4 {
            let mut alone = program.room::<f64>();
            program.inputs(&mut alone).copy_from_slice(&at(k));
            program.run(&mut alone);
            for (lanes, x) in together.iter().zip(program.results(&alone)) {
                assert_eq!(lanes.0[k].to_bits(), x.to_bits());
            }
        }
    }
}
