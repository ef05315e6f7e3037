//! Parameters that come again after a period.

/// The value equal to `x` up to periods that is nearest to `near`.
pub(crate) fn next_to(x: f64, near: f64, period: Option<f64>) -> f64 {
    match period {
        Some(period) => x + ((near - x) / period).round() * period,
        None => x,
    }
}
