//! Rolling-ball blends.

use crate::kinds::{Curve, Surface};
use crate::points::{SurfacePoint, differences};
use carom_base::Vec3;
use std::sync::Arc;

/// `P = C(u) + r·(X cos(vα) + Y sin(vα))`: X points from the centre `C` of the ball to its contact with the first surface, α is
/// the angle from there to the contact with the second one. Derivatives along u are differences.
pub(crate) fn at(
    supports: &[Arc<Surface>; 2],
    offsets: [f64; 2],
    spine: &Curve,
    u: f64,
    v: f64,
) -> SurfacePoint {
    let [low, high] = spine.domain();
    let h = 1e-4 * (high - low);
    let first = |u: f64, v: f64| {
        let (point, dv) = arc(supports, offsets, spine, u, v);
        let du = (arc(supports, offsets, spine, u + h, v).0
            - arc(supports, offsets, spine, u - h, v).0)
            * (0.5 / h);
        [point, du, dv]
    };
    differences(first, [[low, high], [0.0, 1.0]], u, v)
}

/// The point and its derivative along v.
fn arc(
    supports: &[Arc<Surface>; 2],
    offsets: [f64; 2],
    spine: &Curve,
    u: f64,
    v: f64,
) -> (Vec3, Vec3) {
    let r = offsets[0].abs();
    let centre = spine.at(u).point;
    let missing = Vec3::repeat(f64::NAN);
    let touch = |s: &Surface| {
        let [a, b] = s.parameters(&centre, None)?;
        (s.at(a, b).point - centre).try_normalize(0.0)
    };
    let (Some(x), Some(end)) = (touch(&supports[0]), touch(&supports[1])) else {
        return (missing, missing);
    };
    let across = end - x * end.dot(&x);
    let alpha = across.norm().atan2(end.dot(&x));
    let y = across.normalize();
    let (s, c) = (v * alpha).sin_cos();
    (centre + (x * c + y * s) * r, (y * c - x * s) * (r * alpha))
}
