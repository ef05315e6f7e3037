//! Rational splines.

use carom_base::Vec3;

/// A rational spline curve. Knots stand with their repetitions: `knots.len() = points.len() + degree + 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct NurbsCurve {
    /// ≥ 1.
    pub degree: usize,
    /// Not decreasing.
    pub knots: Vec<f64>,
    /// Control points, **not** multiplied by their weights.
    pub points: Vec<Vec3>,
    /// One for each point, > 0; empty for all equal.
    pub weights: Vec<f64>,
}

/// A tensor product of rational splines.
#[derive(Clone, Debug, PartialEq)]
pub struct NurbsSurface {
    /// Along u and v, ≥ 1.
    pub degree: [usize; 2],
    /// Along u and v with repetitions: `knots[i].len() = count[i] + degree[i] + 1`.
    pub knots: [Vec<f64>; 2],
    /// Number of control points along u and v.
    pub count: [usize; 2],
    /// Control points, v running fastest, **not** multiplied by their weights.
    pub points: Vec<Vec3>,
    /// One for each point, > 0; empty for all equal.
    pub weights: Vec<f64>,
}

impl NurbsCurve {
    /// Checks the counts, the order of the knots and the weights. Errors: the end of a sentence about the curve.
    pub fn check(&self) -> Result<(), String> {
        check_knots(self.degree, self.points.len(), &self.knots)?;
        check_points(&self.points, &self.weights)
    }
}

impl NurbsSurface {
    /// Checks the counts, the order of the knots and the weights. Errors: the end of a sentence about the surface.
    pub fn check(&self) -> Result<(), String> {
        for i in 0..2 {
            check_knots(self.degree[i], self.count[i], &self.knots[i])?;
        }
        if Some(self.points.len()) != self.count[0].checked_mul(self.count[1]) {
            return Err(
                "the number of control points is not that of the rows times the columns".into(),
            );
        }
        check_points(&self.points, &self.weights)
    }
}

fn check_knots(degree: usize, count: usize, knots: &[f64]) -> Result<(), String> {
    if degree == 0 || degree > MAX_DEGREE {
        return Err(format!("degree {degree} is outside of 1 to {MAX_DEGREE}"));
    }
    if count <= degree {
        return Err(format!(
            "{count} control points are too few for degree {degree}"
        ));
    }
    if knots.len() != count + degree + 1 {
        let (found, needed) = (knots.len(), count + degree + 1);
        return Err(format!("{found} knots where {needed} are needed"));
    }
    if !knots.iter().all(|k| k.is_finite()) || knots.windows(2).any(|k| k[1] < k[0]) {
        return Err("knots are not in growing order".into());
    }
    if knots[count] <= knots[degree] {
        return Err("the range of the knots is empty".into());
    }
    Ok(())
}

fn check_points(points: &[Vec3], weights: &[f64]) -> Result<(), String> {
    if !points.iter().all(|p| p.iter().all(|x| x.is_finite())) {
        return Err("a control point is not finite".into());
    }
    if !weights.is_empty() && weights.len() != points.len() {
        return Err("weights and control points differ in number".into());
    }
    if !weights.iter().all(|w| w.is_finite() && *w > 0.0) {
        return Err("a weight is not positive".into());
    }
    Ok(())
}

/// Splines of higher degree are refused: no CAD system writes them.
pub const MAX_DEGREE: usize = 25;
