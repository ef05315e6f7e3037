//! FORSIN: a Fourier sine series.

use carom_base::Number;

/// Fourier sine series; `w` in radians per unit of `x`.
///
/// ```text
/// a₀ + Σ aⱼ·sin(j·ω·(x − x₀)),   j = 1 ... n ≤ 30
/// ```
///
/// 1 to 31 coefficients ([`crate::check_coefficients`]). Source: Adams Solver help, function FORSIN.
pub fn forsin<T: Number>(x: T, x0: T, w: T, a: &[T]) -> T {
    let angle = w * (x - x0);
    let mut sum = a.first().copied().unwrap_or_else(T::zero);
    for (j, &aj) in a.iter().enumerate().skip(1) {
        sum += aj * (angle * j as f64).sin();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    #[test]
    fn three_terms_by_hand() {
        let c = Jet1::constant;
        let a = [0.5, 1.0, 2.0, 3.0].map(c);
        let (x, w) = (0.7f64, 1.3f64);
        let y = jet1(x, |x| forsin(x, c(0.2), c(w), &a));
        let t = w * (x - 0.2);
        let (mut f, mut d, mut dd) = (0.5, 0.0, 0.0);
        for j in [1.0, 2.0, 3.0] {
            // the coefficient of this series is its order
            let (s, c) = f64::sin_cos(j * t);
            f += j * s;
            d += j * (j * w) * c;
            dd -= j * (j * w).powi(2) * s;
        }
        // 1e-13: rounding of a few terms of order 40
        for (got, expected) in y.into_iter().zip([f, d, dd]) {
            assert!((got - expected).abs() < 1e-13);
        }
    }
}
