//! SHF: a simple harmonic function.

use carom_base::Number;

/// Sine with amplitude, phase and mean.
///
/// ```text
/// a·sin(ω·(x − x₀) − φ) + b
/// ```
///
/// `w` in radians per unit of `x`, `phi` in radians, `b` of the dimension of `a`. No range.
/// Source: Adams Solver help, function SHF.
pub fn shf<T: Number>(x: T, x0: T, a: T, w: T, phi: T, b: T) -> T {
    a * (w * (x - x0) - phi).sin() + b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    #[test]
    fn value_and_derivatives_by_hand() {
        let c = Jet1::constant;
        let y = jet1(1.1, |x| shf(x, c(0.1), c(2.0), c(3.0), c(0.5), c(7.0)));
        let (s, k) = 2.5f64.sin_cos();
        // 1e-14: rounding of numbers of order ten
        for (got, expected) in y.into_iter().zip([2.0 * s + 7.0, 6.0 * k, -18.0 * s]) {
            assert!((got - expected).abs() < 1e-14);
        }
    }
}
