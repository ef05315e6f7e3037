//! CHEBY: a sum of Chebyshev polynomials.

use carom_base::Number;

/// Sum of Chebyshev polynomials in `x − x0`, which is not scaled to [−1, 1].
///
/// ```text
/// Σ aⱼ·Tⱼ(x − x₀),   T₀ = 1,   T₁ = u,   Tⱼ = 2u·Tⱼ₋₁ − Tⱼ₋₂
/// ```
///
/// 1 to 31 coefficients ([`crate::check_coefficients`]). Source: Adams Solver help, function CHEBY.
pub fn cheby<T: Number>(x: T, x0: T, a: &[T]) -> T {
    let u = x - x0;
    let (mut t, mut next) = (T::one(), u);
    let mut sum = T::zero();
    for &aj in a {
        sum += aj * t;
        (t, next) = (next, u * next * 2.0 - t);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jet::{Jet1, jet1};

    /// Tⱼ(cos θ) = cos jθ, and T₃″ = 24u.
    #[test]
    fn against_the_cosine() {
        for (j, theta) in [(0, 0.4), (1, 0.4), (5, 1.3), (30, 2.9)] {
            let mut a = [0.0; 31];
            a[j] = 1.0;
            let y = cheby(2.0 + f64::cos(theta), 2.0, &a);
            // 31 steps of a recursion with factor ≤ 2 on the interval grow rounding like j²
            assert!((y - (j as f64 * theta).cos()).abs() < 1e-12);
        }
        let c = Jet1::constant;
        let a = [0.0, 0.0, 0.0, 1.0].map(c);
        let y = jet1(0.5, |x| cheby(x, c(0.0), &a));
        assert_eq!(y, [-1.0, 0.0, 12.0]);
        // outside [−1, 1]: T₂(3) = 17
        assert_eq!(cheby(3.0, 0.0, &[0.0, 0.0, 1.0]), 17.0);
    }
}
