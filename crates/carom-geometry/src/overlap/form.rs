//! What two solids of a query can be.

use super::analytic::Revolved;
use crate::shapes::{Capsule, Cuboid, Cylinder, Ellipsoid, Frustum, Torus};
use crate::{ClosedMesh, ShapeError, Solid};
use carom_base::Vec3;
use std::f64::consts::PI;

/// The form of a solid in its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// z ≤ 0.
    HalfSpace,
    /// A ball about the origin.
    Sphere {
        /// L.
        radius: f64,
    },
    /// All outside of a ball about the origin.
    Cavity {
        /// L.
        radius: f64,
    },
    /// Two planes through the origin, with unit normals out of the solid, not parallel: what is below both (`convex`, an edge), or below one of
    /// them (a groove).
    Wedge {
        /// Out of the solid.
        normals: [Vec3; 2],
        /// An edge, not a groove.
        convex: bool,
    },
    /// A box about the origin.
    Box {
        /// Full edge lengths.
        extents: Vec3,
    },
    /// Along z from the origin; downwards if the length is negative.
    Cylinder {
        /// L, other than 0.
        length: f64,
        /// L.
        radius: f64,
    },
    /// Along z about the origin.
    Capsule {
        /// Between the centres of the end balls.
        length: f64,
        /// L.
        radius: f64,
    },
    /// About the origin.
    Ellipsoid {
        /// Along x, y, z.
        semi_axes: Vec3,
    },
    /// Along z, bottom centre at the origin; a cone if one radius is 0.
    Frustum {
        /// L, other than 0.
        length: f64,
        /// At z = 0.
        bottom: f64,
        /// At z = `length`.
        top: f64,
    },
    /// About the z axis.
    Torus {
        /// Of the circle of tube centres.
        major: f64,
        /// Of the tube.
        minor: f64,
    },
    /// Known by its triangles only.
    Mesh,
    /// The origin, for contacts in a plane.
    Point,
    /// A disc in the plane z = 0 about the origin, for contacts in a plane.
    Circle {
        /// L.
        radius: f64,
    },
    /// What is within a closed plane curve, or behind an open one, for contacts in its plane.
    Curve,
}

impl Form {
    /// Its solid, as far as it is bounded.
    pub(crate) fn solid(&self) -> Result<Option<Box<dyn Solid>>, ShapeError> {
        Ok(Some(match *self {
            Self::Sphere { radius } => Box::new(Ellipsoid::sphere(radius)?),
            Self::Cavity { radius } => {
                Ellipsoid::sphere(radius)?;
                return Ok(None);
            }
            Self::Box { extents } => Box::new(Cuboid::new(extents.into())?),
            Self::Cylinder { length, radius } => Box::new(Cylinder::new(length, radius)?),
            Self::Capsule { length, radius } => Box::new(Capsule::new(length, radius)?),
            Self::Ellipsoid { semi_axes } => Box::new(Ellipsoid::new(semi_axes.into())?),
            Self::Frustum {
                length,
                bottom,
                top,
            } => Box::new(Frustum::new(length, bottom, top)?),
            Self::Torus { major, minor } => Box::new(Torus::new(major, minor)?),
            Self::Circle { radius } => {
                Ellipsoid::new([radius; 3])?;
                return Ok(None);
            }
            Self::HalfSpace | Self::Wedge { .. } | Self::Mesh | Self::Point | Self::Curve => {
                return Ok(None);
            }
        }))
    }

    /// In another unit of length.
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
        match self {
            Self::Sphere { radius } => Self::Sphere {
                radius: radius * by,
            },
            Self::Cavity { radius } => Self::Cavity {
                radius: radius * by,
            },
            Self::Box { extents } => Self::Box {
                extents: extents * by,
            },
            Self::Cylinder { length, radius } => Self::Cylinder {
                length: length * by,
                radius: radius * by,
            },
            Self::Capsule { length, radius } => Self::Capsule {
                length: length * by,
                radius: radius * by,
            },
            Self::Ellipsoid { semi_axes } => Self::Ellipsoid {
                semi_axes: semi_axes * by,
            },
            Self::Frustum {
                length,
                bottom,
                top,
            } => Self::Frustum {
                length: length * by,
                bottom: bottom * by,
                top: top * by,
            },
            Self::Torus { major, minor } => Self::Torus {
                major: major * by,
                minor: minor * by,
            },
            Self::Circle { radius } => Self::Circle {
                radius: radius * by,
            },
            Self::HalfSpace | Self::Wedge { .. } | Self::Mesh | Self::Point | Self::Curve => self,
        }
    }

    /// Infinite for a solid without bounds and for a mesh.
    pub(super) fn volume(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => 4.0 / 3.0 * PI * radius.powi(3),
            Self::Box { extents } => extents.product(),
            Self::Cylinder { length, radius } => PI * radius * radius * length.abs(),
            Self::Capsule { length, radius } => {
                PI * radius * radius * (length + 4.0 / 3.0 * radius)
            }
            Self::Ellipsoid { semi_axes } => 4.0 / 3.0 * PI * semi_axes.product(),
            Self::Frustum {
                length,
                bottom,
                top,
            } => PI / 3.0 * length.abs() * (bottom * bottom + bottom * top + top * top),
            Self::Torus { major, minor } => 2.0 * PI * PI * major * minor * minor,
            Self::HalfSpace
            | Self::Cavity { .. }
            | Self::Wedge { .. }
            | Self::Mesh
            | Self::Point
            | Self::Circle { .. }
            | Self::Curve => f64::INFINITY,
        }
    }

    pub(super) fn revolved(&self) -> Option<Revolved> {
        let frustum = |length: f64, bottom: f64, top: f64| match length > 0.0 {
            true => Revolved::frustum(0.0, length, bottom, top),
            false => Revolved::frustum(length, 0.0, top, bottom),
        };
        Some(match *self {
            Self::Cylinder { length, radius } => frustum(length, radius, radius),
            Self::Frustum {
                length,
                bottom,
                top,
            } => frustum(length, bottom, top),
            Self::Capsule { length, radius } => Revolved::Capsule {
                half: 0.5 * length,
                radius,
            },
            Self::Torus { major, minor } => Revolved::Torus { major, minor },
            _ => return None,
        })
    }

    /// The point of a bounded solid farthest along a unit vector.
    pub(super) fn farthest(&self, mesh: Option<&ClosedMesh>, w: &Vec3) -> Option<Vec3> {
        let across = Vec3::new(w.x, w.y, 0.0);
        // straight down a whole disc is lowest: its middle
        let out = across.try_normalize(1e-12).unwrap_or_else(Vec3::zeros);
        let rim = |z: f64, radius: f64| Vec3::z() * z + out * radius;
        let farther = |p: Vec3, q: Vec3| if q.dot(w) > p.dot(w) { q } else { p };
        Some(match *self {
            Self::Sphere { radius } => w * radius,
            Self::Ellipsoid { semi_axes } => {
                let reach = semi_axes.component_mul(w).norm();
                semi_axes.component_mul(&semi_axes).component_mul(w) / reach
            }
            Self::Cylinder { length, radius } => farther(rim(0.0, radius), rim(length, radius)),
            Self::Frustum {
                length,
                bottom,
                top,
            } => farther(rim(0.0, bottom), rim(length, top)),
            Self::Capsule { length, radius } => {
                Vec3::z() * (0.5 * length).copysign(w.z) + w * radius
            }
            // of the circle that is lowest one point
            Self::Torus { major, minor } => {
                across.try_normalize(1e-12).unwrap_or(Vec3::x()) * major + w * minor
            }
            Self::Box { .. } | Self::Mesh => mesh?.farthest(w),
            _ => return None,
        })
    }

    /// Whether it has faces over which there are formulas for round solids.
    pub(super) fn has_flat_faces(&self) -> bool {
        matches!(
            self,
            Self::Box { .. } | Self::Cylinder { .. } | Self::Frustum { .. }
        )
    }

    /// Whether there are formulas for it over a flat face.
    pub(super) fn is_round(&self) -> bool {
        matches!(self, Self::Ellipsoid { .. }) || self.revolved().is_some()
    }

    /// Whether a form is plane: such go with each other and with half-spaces only.
    pub(super) fn is_plane(&self) -> bool {
        matches!(self, Self::Point | Self::Circle { .. } | Self::Curve)
    }

    /// Whether there are formulas for a pair of which one is plane.
    pub(super) fn is_plane_with(&self, other: &Self) -> bool {
        let ready = |f: &Self| f.is_plane() || *f == Self::HalfSpace;
        // two points have no extent to overlap with
        ready(self) && ready(other) && !(*self == Self::Point && *other == Self::Point)
    }
}
