//! Tables behind AKISPL, CUBSPL, LINSPL and QUISPL.

/// A curve y(x), or a family of curves y(x; z).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SplineTable {
    /// Abscissas, strictly increasing.
    pub x: Vec<f64>,
    /// (z, ordinates) of each curve, z strictly increasing; a single curve has z = 0.
    pub curves: Vec<(f64, Vec<f64>)>,
    /// Beyond the ends: a line through the last two points instead of a parabola through the last three.
    pub linear_extrapolation: bool,
}
