//! Curves: `C(t)`, its derivatives, and the parameter of a point.

use crate::nurbs::NurbsCurve;
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use std::sync::Arc;

/// A curve. Angles are in radians.
#[derive(Clone, Debug)]
pub enum Curve {
    /// `C = O + t·D`
    Line {
        /// `O`.
        origin: Vec3,
        /// Unit vector `D`.
        direction: Vec3,
    },
    /// `C = O + r·(X cos t + Y sin t)`
    Circle {
        /// Normal Z.
        frame: Frame,
        /// > 0.
        radius: f64,
    },
    /// `C = O + a·X cos t + b·Y sin t`
    Ellipse {
        /// Normal Z.
        frame: Frame,
        /// `a`, `b`.
        radii: [f64; 2],
    },
    /// A rational spline.
    Nurbs(NurbsCurve),
    /// `C = P(u(t), v(t))`
    OnSurface {
        /// `P`.
        surface: Arc<Surface>,
        /// `(u, v, 0)` by `t`.
        parameters: NurbsCurve,
    },
    /// The basis from one parameter to another, in this direction (`from > to` runs against the basis). On a closed basis
    /// `to` may lie beyond the period.
    Trimmed {
        /// Curve whose parameters count.
        basis: Arc<Curve>,
        /// Parameters of start and end.
        range: [f64; 2],
    },
    /// The branch of two surfaces' intersection that a chart of points picks out.
    Intersection(Intersection),
}

/// Where two surfaces cross. Points between those of the chart are solved for: on both surfaces and on the plane across
/// the chord. The direction is that of the chart.
#[derive(Clone, Debug)]
pub struct Intersection {
    /// The two surfaces.
    pub surfaces: [Arc<Surface>; 2],
    /// Points of the branch in their order, at least two; a closed branch repeats its first point at the end.
    pub chart: Vec<Vec3>,
    /// Parameter of each chart point, growing. Arc length of the chart will do where nothing refers to parameters.
    pub parameters: Vec<f64>,
}

impl Intersection {
    /// With the arc length of the chart as parameter.
    pub fn new(surfaces: [Arc<Surface>; 2], chart: Vec<Vec3>) -> Self {
        let mut length = 0.0;
        let mut parameters = vec![0.0; chart.len().min(1)];
        for pair in chart.windows(2) {
            length += (pair[1] - pair[0]).norm();
            parameters.push(length);
        }
        Self {
            surfaces,
            chart,
            parameters,
        }
    }
}
