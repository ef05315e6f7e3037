//! CUBSPL: one cubic spline through all points, twice continuously differentiable.
//!
//! The second derivative vanishes at both ends (natural spline). Second derivatives s at the points solve
//!
//! ```text
//! hₖ₋₁·sₖ₋₁ + 2(hₖ₋₁ + hₖ)·sₖ + hₖ·sₖ₊₁ = 6(mₖ − mₖ₋₁),   s₀ = sₙ₋₁ = 0
//! ```
//!
//! The help pages do not print the end condition; a different one changes the first and last intervals most.

use super::piece::Piece;

pub fn pieces(x: &[f64], y: &[f64]) -> Vec<Piece> {
    let n = x.len();
    let h: Vec<f64> = (1..n).map(|k| x[k] - x[k - 1]).collect();
    let m: Vec<f64> = (1..n).map(|k| (y[k] - y[k - 1]) / h[k - 1]).collect();
    // Elimination from left to right, then back.
    let (mut diagonal, mut s) = (vec![1.0; n], vec![0.0; n]);
    for k in 1..n - 1 {
        let factor = if k == 1 {
            0.0
        } else {
            h[k - 1] / diagonal[k - 1]
        };
        diagonal[k] = 2.0 * (h[k - 1] + h[k]) - factor * h[k - 1];
        s[k] = 6.0 * (m[k] - m[k - 1]) - factor * s[k - 1];
    }
    for k in (1..n - 1).rev() {
        s[k] = (s[k] - h[k] * s[k + 1]) / diagonal[k];
    }
    (1..n)
        .map(|k| {
            let (a, b, h) = (s[k - 1], s[k], h[k - 1]);
            [
                y[k - 1],
                m[k - 1] - h * (2.0 * a + b) / 6.0,
                0.5 * a,
                (b - a) / (6.0 * h),
                0.0,
                0.0,
            ]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_are_smooth_and_ends_natural() {
        let x = [0.0, 1.0, 1.5, 3.0, 4.0, 4.2];
        let y = [1.0, -1.0, 2.0, 0.5, 0.0, 3.0];
        let p = pieces(&x, &y);
        let at = |k: usize, h: f64, order: usize| -> f64 {
            let c = p[k];
            match order {
                0 => c[0] + h * (c[1] + h * (c[2] + h * c[3])),
                1 => c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]),
                _ => 2.0 * c[2] + 6.0 * h * c[3],
            }
        };
        for k in 0..5 {
            let h = x[k + 1] - x[k];
            // 1e-10: rounding of coefficients up to 1e3
            assert!((at(k, h, 0) - y[k + 1]).abs() < 1e-10);
            if k < 4 {
                assert!((at(k, h, 1) - at(k + 1, 0.0, 1)).abs() < 1e-10);
                assert!((at(k, h, 2) - at(k + 1, 0.0, 2)).abs() < 1e-9);
            }
        }
        assert!(at(0, 0.0, 2).abs() < 1e-12 && at(4, x[5] - x[4], 2).abs() < 1e-9);
    }

    #[test]
    fn three_points_by_hand() {
        // 0 1 0 at 0 1 2: 2(1 + 1)·s₁ = 6·(−1 − 1), s₁ = −3
        let p = pieces(&[0.0, 1.0, 2.0], &[0.0, 1.0, 0.0]);
        assert_eq!(p[0], [0.0, 1.5, 0.0, -0.5, 0.0, 0.0]);
        assert_eq!(p[1], [1.0, 0.0, -1.5, 0.5, 0.0, 0.0]);
    }
}
