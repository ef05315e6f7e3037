//! Interpolation by values and slopes.

use super::Step;

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

/// The same cubic a little before or behind the end of the step, without the rounding of terms that cancel there.
pub fn near_end(step: &Step<'_>, t: f64, y: &mut [f64]) {
    let (h, by) = (step.h(), t - step.t1);
    let x = by / h;
    for (i, y) in y.iter_mut().enumerate() {
        let (rise, v0, v1) = (step.y1[i] - step.y0[i], h * step.dy0[i], h * step.dy1[i]);
        let (square, cube) = (v0 + 2.0 * v1 - 3.0 * rise, v0 + v1 - 2.0 * rise);
        *y = step.y1[i] + by * step.dy1[i] + x * x * (square + x * cube);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dense output that nobody asks.
    struct None;

    impl crate::integrators::Dense for None {
        fn order(&self) -> u32 {
            3
        }
        fn degree(&self) -> usize {
            3
        }
        fn interpolate(&self, _: f64, _: &mut [f64], _: &mut [f64]) {}
    }

    #[test]
    fn a_cubic_is_exact_near_the_end() {
        let y = |t: f64| 1.0 + t * (0.3 - t * (0.7 - 0.2 * t));
        let dy = |t: f64| 0.3 - t * (1.4 - 0.6 * t);
        let (t0, t1) = (0.5, 1.75);
        let step = Step {
            t0,
            t1,
            y0: &[y(t0)],
            dy0: &[dy(t0)],
            y1: &[y(t1)],
            dy1: &[dy(t1)],
            dense: &None,
        };
        for t in [0.5, 1.7, 1.75, 1.8] {
            let mut found = [0.0];
            near_end(&step, t, &mut found);
            // 1e-15: some roundings of numbers of order one
            assert!((found[0] - y(t)).abs() < 1e-15, "{t}");
        }
    }
}
