//! Surfaces: `P(u, v)`, its derivatives, and the parameters of a point.

use crate::periods::next_to;
use crate::points::differences;
use crate::{blend, project};
use carom_base::Vec3;
use std::f64::consts::{FRAC_PI_2, TAU};

pub use crate::frame::Frame;
pub use crate::kinds::Surface;
pub use crate::points::SurfacePoint;

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

    /// Checks sizes and splines, of what it is made of too. Errors: the end of a sentence about the face.
    pub fn check(&self) -> Result<(), String> {
        let positive = |x: f64, what: &str| {
            let good = x > 0.0 && x.is_finite();
            if good {
                Ok(())
            } else {
                Err(format!("has a {} whose {what} is {x}", self.kind()))
            }
        };
        match self {
            Surface::Plane(frame) => frame.check(),
            Surface::Cylinder { frame, radius } | Surface::Sphere { frame, radius } => {
                frame.check()?;
                positive(*radius, "radius")
            }
            Surface::Cone {
                frame,
                radius,
                slope,
            } => {
                frame.check()?;
                if !(*radius >= 0.0 && radius.is_finite()) {
                    return Err(format!("has a cone whose radius is {radius}"));
                }
                positive(slope.abs(), "tangent of the half angle")
            }
            Surface::Torus {
                frame,
                major,
                minor,
            } => {
                frame.check()?;
                positive(*minor, "minor radius")?;
                if !(major.is_finite() && *major > -minor) {
                    return Err(format!("has a torus whose radii are {major} and {minor}"));
                }
                Ok(())
            }
            Surface::Nurbs(nurbs) => nurbs.check(),
            Surface::Swept { section, direction } => {
                positive(direction.norm(), "direction")?;
                section.check()
            }
            Surface::Spun { profile, axis, .. } => {
                positive(axis.norm(), "axis")?;
                profile.check()
            }
            Surface::Offset { base, distance } => {
                positive(1.0 + distance.abs(), "distance")?;
                base.check()
            }
            Surface::Blend {
                supports,
                offsets,
                spine,
            } => {
                positive(offsets[0].abs(), "radius")?;
                supports.iter().try_for_each(|s| s.check())?;
                spine.check()
            }
        }
    }

    /// Point and derivatives. Not finite where the surface has no point (a spine that cannot be solved for).
    /// The second derivatives of offset surfaces and blends are differences, good to six digits.
    pub fn at(&self, u: f64, v: f64) -> SurfacePoint {
        let zero = Vec3::zeros();
        match self {
            Surface::Plane(f) => SurfacePoint {
                point: f.origin + f.x * u + f.y() * v,
                du: f.x,
                dv: f.y(),
                duu: zero,
                duv: zero,
                dvv: zero,
            },
            Surface::Cylinder { frame, radius } => {
                revolved(frame, u, [*radius, 0.0, 0.0], [v, 1.0, 0.0])
            }
            Surface::Cone {
                frame,
                radius,
                slope,
            } => revolved(frame, u, [radius + slope * v, *slope, 0.0], [v, 1.0, 0.0]),
            Surface::Sphere { frame, radius } => {
                let (s, c) = v.sin_cos();
                let r = *radius;
                revolved(frame, u, [r * c, -r * s, -r * c], [r * s, r * c, -r * s])
            }
            Surface::Torus {
                frame,
                major,
                minor,
            } => {
                let (s, c) = v.sin_cos();
                let b = *minor;
                let rho = [major + b * c, -b * s, -b * c];
                revolved(frame, u, rho, [b * s, b * c, -b * s])
            }
            Surface::Nurbs(nurbs) => nurbs.at(u, v),
            Surface::Swept { section, direction } => {
                let c = section.at(u);
                SurfacePoint {
                    point: c.point + *direction * v,
                    du: c.first,
                    dv: *direction,
                    duu: c.second,
                    duv: zero,
                    dvv: zero,
                }
            }
            Surface::Spun {
                profile,
                origin,
                axis,
                ..
            } => {
                let c = profile.at(u);
                let (s, k) = v.sin_cos();
                // Rodrigues' formula and its derivatives by the angle
                let along = |a: &Vec3| *axis * axis.dot(a);
                let turn = |a: &Vec3| {
                    let across = *a - along(a);
                    along(a) + across * k + axis.cross(a) * s
                };
                let ahead = |a: &Vec3| axis.cross(a) * k - (*a - along(a)) * s;
                let arm = c.point - *origin;
                let across = turn(&arm) - along(&arm);
                SurfacePoint {
                    point: *origin + turn(&arm),
                    du: turn(&c.first),
                    dv: ahead(&arm),
                    duu: turn(&c.second),
                    duv: ahead(&c.first),
                    dvv: -across,
                }
            }
            Surface::Offset { base, distance } => offset_at(base, *distance, u, v),
            Surface::Blend {
                supports,
                offsets,
                spine,
            } => blend::at(supports, *offsets, spine, u, v),
        }
    }

    /// Parameters of the point of the surface nearest to a point, from a start where one is known. Exact for points near the surface;
    /// angles in (−π, π] where no start is given, else next to the start. `None` if the search does not end.
    pub fn parameters(&self, point: &Vec3, near: Option<[f64; 2]>) -> Option<[f64; 2]> {
        let closed = match self {
            Surface::Plane(f) => {
                let [x, y, _] = f.coordinates(point);
                Some([x, y])
            }
            Surface::Cylinder { frame, .. } => {
                let [x, y, z] = frame.coordinates(point);
                Some([y.atan2(x), z])
            }
            Surface::Cone {
                frame,
                radius,
                slope,
            } => {
                let [x, y, z] = frame.coordinates(point);
                let d = x.hypot(y);
                Some([
                    y.atan2(x),
                    (z + slope * (d - radius)) / (1.0 + slope * slope),
                ])
            }
            Surface::Sphere { frame, .. } => {
                let [x, y, z] = frame.coordinates(point);
                Some([y.atan2(x), z.atan2(x.hypot(y))])
            }
            Surface::Torus { frame, major, .. } => {
                let [x, y, z] = frame.coordinates(point);
                Some([y.atan2(x), z.atan2(x.hypot(y) - major)])
            }
            Surface::Offset { base, .. } => return base.parameters(point, near),
            _ => None,
        };
        let found = match closed {
            Some(found) => found,
            None => project::to_surface(self, point, near)?,
        };
        let periods = self.periods();
        Some(match near {
            Some(near) => [0, 1].map(|i| next_to(found[i], near[i], periods[i])),
            None => found,
        })
    }

    /// Periods of u and v: full turns of angles, the ranges of closed splines.
    pub fn periods(&self) -> [Option<f64>; 2] {
        match self {
            Surface::Plane(_) | Surface::Blend { .. } => [None, None],
            Surface::Cylinder { .. } | Surface::Cone { .. } | Surface::Sphere { .. } => {
                [Some(TAU), None]
            }
            Surface::Torus { major, minor, .. } => [Some(TAU), (major > minor).then_some(TAU)],
            Surface::Nurbs(nurbs) => nurbs.periods(),
            Surface::Swept { section, .. } => [section.period(), None],
            Surface::Spun { profile, range, .. } => {
                let along = if range.is_some() {
                    None
                } else {
                    profile.period()
                };
                [along, Some(TAU)]
            }
            Surface::Offset { base, .. } => base.periods(),
        }
    }

    /// Ranges of u and v; infinite where the surface has no end, one period where it is closed.
    pub fn domain(&self) -> [[f64; 2]; 2] {
        let line = [f64::NEG_INFINITY, f64::INFINITY];
        let turn = [0.0, TAU];
        match self {
            Surface::Plane(_) => [line, line],
            Surface::Cylinder { .. } => [turn, line],
            Surface::Cone { radius, slope, .. } => {
                let apex = -radius / slope;
                let along = match slope.total_cmp(&0.0) {
                    std::cmp::Ordering::Greater if *slope > 0.0 => [apex, f64::INFINITY],
                    std::cmp::Ordering::Less if *slope < 0.0 => [f64::NEG_INFINITY, apex],
                    _ => line,
                };
                [turn, along]
            }
            Surface::Sphere { .. } => [turn, [-FRAC_PI_2, FRAC_PI_2]],
            Surface::Torus { major, minor, .. } => {
                if major > minor {
                    [turn, turn]
                } else {
                    let pole = (-major / minor).clamp(-1.0, 1.0).acos();
                    [turn, [-pole, pole]]
                }
            }
            Surface::Nurbs(nurbs) => nurbs.domain(),
            Surface::Swept { section, .. } => [section.domain(), line],
            Surface::Spun { profile, range, .. } => {
                [range.unwrap_or_else(|| profile.domain()), turn]
            }
            Surface::Offset { base, .. } => base.domain(),
            Surface::Blend { spine, .. } => [spine.domain(), [0.0, 1.0]],
        }
    }

    /// Parameters inside of the range at which the surface is less smooth, along u (0) or v (1).
    pub fn breaks(&self, along: usize) -> Vec<f64> {
        match (self, along) {
            (Surface::Nurbs(nurbs), _) => nurbs.breaks(along),
            (Surface::Swept { section, .. }, 0) => section.breaks(),
            (Surface::Spun { profile, .. }, 0) => profile.breaks(),
            (Surface::Offset { base, .. }, _) => base.breaks(along),
            _ => Vec::new(),
        }
    }
}

/// `P = O + ρ(v)·X(u) + z(v)·Z` from values and two derivatives of ρ and z.
fn revolved(frame: &Frame, u: f64, rho: [f64; 3], z: [f64; 3]) -> SurfacePoint {
    let (out, ahead) = frame.radial(u);
    SurfacePoint {
        point: frame.origin + out * rho[0] + frame.z * z[0],
        du: ahead * rho[0],
        dv: out * rho[1] + frame.z * z[1],
        duu: -(out * rho[0]),
        duv: ahead * rho[1],
        dvv: out * rho[2] + frame.z * z[2],
    }
}

/// Derivatives of the unit normal `n = N/|N|` by Weingarten: `n' = (N' − n (n·N'))/|N|`.
fn offset_first(base: &Surface, d: f64, u: f64, v: f64) -> [Vec3; 3] {
    let b = base.at(u, v);
    let normal = b.normal();
    let size = normal.norm();
    let n = normal * (1.0 / size);
    let slope = |normal_slope: Vec3| (normal_slope - n * n.dot(&normal_slope)) * (1.0 / size);
    let nu = slope(b.duu.cross(&b.dv) + b.du.cross(&b.duv));
    let nv = slope(b.duv.cross(&b.dv) + b.du.cross(&b.dvv));
    [b.point + n * d, b.du + nu * d, b.dv + nv * d]
}

fn offset_at(base: &Surface, d: f64, u: f64, v: f64) -> SurfacePoint {
    differences(|u, v| offset_first(base, d, u, v), base.domain(), u, v)
}
