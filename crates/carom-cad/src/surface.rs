//! Surfaces: `P(u, v)`, its derivatives, and the parameters of a point.

use crate::curve::Curve;
use crate::nurbs::NurbsSurface;
use carom_base::Vec3;
use std::sync::Arc;

/// A right-handed frame: `z` is the axis or normal, `y = z × x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Origin.
    pub origin: Vec3,
    /// Unit vector.
    pub x: Vec3,
    /// Unit vector, perpendicular to `x`.
    pub z: Vec3,
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

impl Surface {
    /// What it is called in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Surface::Plane(_) => "plane",
            Surface::Cylinder { .. } => "cylinder",
            Surface::Cone { .. } => "cone",
            Surface::Sphere { .. } => "sphere",
            Surface::Torus { .. } => "torus",
            Surface::Nurbs(_) => "NURBS surface",
            Surface::Swept { .. } => "swept surface",
            Surface::Spun { .. } => "spun surface",
            Surface::Offset { .. } => "offset surface",
            Surface::Blend { .. } => "rolling-ball blend",
        }
    }
}
