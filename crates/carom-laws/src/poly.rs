//! POLY: a polynomial about a point.

use carom_base::Number;

/// Polynomial in `x − x0`, by Horner's scheme.
///
/// ```text
/// Σ aⱼ·(x − x₀)ʲ,   j = 0 ... n ≤ 30
/// ```
///
/// 1 to 31 coefficients ([`crate::check_coefficients`]). Source: Adams Solver help, function POLY.
pub fn poly<T: Number>(x: T, x0: T, a: &[T]) -> T {
    let u = x - x0;
    a.iter().rev().fold(T::zero(), |sum, &aj| sum * u + aj)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    #[test]
    fn a_cubic_by_hand() {
        // u = 2: 1 + 2·2 + 3·4 + 4·8, 2 + 12 + 48, 6 + 48
        let c = Jet1::constant;
        let a = [1.0, 2.0, 3.0, 4.0].map(c);
        let y = jet1(5.0, |x| poly(x, c(3.0), &a));
        assert_eq!(y, [49.0, 62.0, 54.0]);
    }
}
