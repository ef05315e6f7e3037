//! The kinds of curves and surfaces: each may be made of the other.

use crate::frame::Frame;
use crate::nurbs::{NurbsCurve, NurbsSurface};
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

/// A surface. Angles are in radians. The natural normal is `∂P/∂u × ∂P/∂v`.
#[derive(Clone, Debug)]
pub enum Surface {
    /// `P = O + u·X + v·Y`
    Plane(Frame),
    /// `P = O + r·(X cos u + Y sin u) + v·Z`; natural normal outward.
    Cylinder {
        /// Axis Z.
        frame: Frame,
        /// > 0.
        radius: f64,
    },
    /// `P = O + (r + v·tan a)·(X cos u + Y sin u) + v·Z`; the radius grows along +Z for `a > 0`; natural normal outward.
    Cone {
        /// Axis Z.
        frame: Frame,
        /// At the origin of the frame, ≥ 0.
        radius: f64,
        /// `tan a`, of either sign.
        slope: f64,
    },
    /// `P = O + r cos v·(X cos u + Y sin u) + r sin v·Z`; natural normal outward.
    Sphere {
        /// Poles on Z.
        frame: Frame,
        /// > 0.
        radius: f64,
    },
    /// `P = O + (a + b cos v)·(X cos u + Y sin u) + b sin v·Z`; natural normal out of the tube.
    ///
    /// `a < 0` with `|a| < b` is the lemon (inner part of a self-crossing torus), `0 < a ≤ b` the apple. In both, v stays
    /// where the distance to the axis `a + b cos v` is not negative.
    Torus {
        /// Axis Z.
        frame: Frame,
        /// Distance `a` of the tube's centre from the axis.
        major: f64,
        /// Radius `b` of the tube, > 0.
        minor: f64,
    },
    /// Tensor product of rational splines.
    Nurbs(NurbsSurface),
    /// `P = C(u) + v·D`
    Swept {
        /// `C`.
        section: Arc<Curve>,
        /// Unit vector `D`.
        direction: Vec3,
    },
    /// `P = O + R(Z, v)·(C(u) − O)`: profile by `u`, angle by `v` about the axis. (STEP's revolution has `u` and `v` exchanged:
    /// read it as reversed.)
    Spun {
        /// `C`.
        profile: Arc<Curve>,
        /// `O`, a point of the axis.
        origin: Vec3,
        /// Unit vector `Z`.
        axis: Vec3,
        /// Range of `u` where the file limits it (the profile meets the axis there).
        range: Option<[f64; 2]>,
    },
    /// `P = B + d·N`, `N` the natural unit normal of the base `B`; same parameters.
    Offset {
        /// `B`.
        base: Arc<Surface>,
        /// `d`; the caller includes the sense of the base.
        distance: f64,
    },
    /// Rolling ball between two surfaces: `P = C(u) + r·(X cos(vα) + Y sin(vα))`, `C` the spine,
    /// `v` = 0 where the ball touches the first surface, 1 at the second.
    Blend {
        /// The surfaces that the ball rolls on.
        supports: [Arc<Surface>; 2],
        /// Offsets of the spine from the natural sides of the supports; both have the absolute value `r`.
        offsets: [f64; 2],
        /// The centre of the ball.
        spine: Arc<Curve>,
    },
}
