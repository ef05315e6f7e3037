//! Sizes of vectors in units of their weights.

/// Root mean square of `v` in units of the weights, over the unknowns with a finite weight.
pub(crate) fn norm(v: &[f64], weights: &[f64]) -> f64 {
    let (mut sum, mut count) = (0.0, 0u32);
    for (v, w) in v.iter().zip(weights) {
        if w.is_finite() {
            let x = v / w;
            sum += x * x;
            count += 1;
        }
    }
    (sum / f64::from(count.max(1))).sqrt()
}

/// The entry of `v` that is largest in units of its weight, and that ratio.
pub(crate) fn largest(v: &[f64], weights: &[f64]) -> (usize, f64) {
    let mut worst = (0, 0.0);
    for (i, (v, w)) in v.iter().zip(weights).enumerate() {
        let x = (v / w).abs();
        if x > worst.1 || x.is_nan() {
            worst = (i, x);
        }
    }
    worst
}
