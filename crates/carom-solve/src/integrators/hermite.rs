//! Interpolation by values and slopes.

use super::step::Step;

/// The cubic through both ends of a step with their rates: error of order 4.
pub fn cubic(step: &Step<'_>, t: f64, y: &mut [f64], dy: &mut [f64]) {
    let h = step.h();
    let x = (t - step.t0) / h;
    let (p, dp) = ((x - 1.0) * (x - 1.0), 2.0 * (x - 1.0));
    let (q, dq) = (x * x, 2.0 * x);
    for i in 0..y.len() {
        // p·(y₀ + x·(2y₀ + h·y₀')) + q·(y₁ + (1-x)·(2y₁ - h·y₁'))
        let (a, b) = (
            2.0 * step.y0[i] + h * step.dy0[i],
            2.0 * step.y1[i] - h * step.dy1[i],
        );
        let (left, right) = (step.y0[i] + x * a, step.y1[i] + (1.0 - x) * b);
        y[i] = p * left + q * right;
        dy[i] = (dp * left + p * a + dq * right - q * b) / h;
    }
}
