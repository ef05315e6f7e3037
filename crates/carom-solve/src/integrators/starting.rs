//! A careful first length.

use crate::drive::{Failure, Statistics};
use crate::problem::Problem;

use super::norms::norm;

/// A length at which the first and second rates promise an error well below the tolerance, for a method whose local error is
/// h^order; the second rates are looked at no further ahead than `bound`. `space`: two vectors of length n.
///
/// Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), section II.4.
pub fn length(
    problem: &mut dyn Problem,
    (t, y, dy): (f64, &[f64], &[f64]),
    weights: &[f64],
    (order, bound): (usize, f64),
    space: (&mut [f64], &mut [f64]),
    statistics: &mut Statistics,
) -> Result<f64, Failure> {
    let nd = problem.differential();
    let (weights, dy) = (&weights[..nd], &dy[..nd]);
    let (moved, changed) = (&mut space.0[..nd], &mut space.1[..nd]);
    problem.magnitudes(&y[..nd], moved);
    let size = norm(moved, weights);
    // Rates and second rates count per unit of time: in units that the formula does not depend on.
    let unit = problem.time_scale();
    let slope = norm(dy, weights);
    let guess = if size < 1e-5 || slope * unit < 1e-5 {
        1e-6 * unit
    } else {
        0.01 * size / slope
    }
    .min(bound);
    for i in 0..nd {
        moved[i] = y[i] + guess * dy[i];
    }
    statistics.rhs_evaluations += 1;
    if problem.derivative(t + guess, moved, changed).is_err() {
        return Ok(1e-3 * guess);
    }
    for i in 0..nd {
        changed[i] -= dy[i];
    }
    let curvature = norm(changed, weights) / guess;
    let steepest = (slope * unit).max(curvature * unit * unit);
    let length = if steepest <= 1e-15 {
        f64::max(1e-6 * unit, 1e-3 * guess)
    } else {
        // The order counts only up to 5: after an event the solution may be no smoother than that.
        unit * (0.01 / steepest).powf(1.0 / order.min(5) as f64)
    };
    if curvature.is_finite() {
        Ok(length.min(100.0 * guess))
    } else {
        Ok(1e-3 * guess)
    }
}
