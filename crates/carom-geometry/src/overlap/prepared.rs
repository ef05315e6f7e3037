//! A solid made ready for queries.

use super::form::Form;
use super::plane::{Rim, RimError};
use crate::round::faceted;
use crate::{ClosedMesh, Curve, Mesh, MeshError, Refinement, ShapeError};
use carom_base::Vec3;
use std::sync::Arc;

/// A form cannot be prepared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FormError {
    /// A dimension is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Triangles do not enclose a solid.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Normals of a wedge that are not of length one, or parallel.
    #[error("a wedge needs two unit normals that are not parallel")]
    Wedge,
}

/// A solid made ready for queries: its form, and its triangles for pairs without a formula.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) form: Form,
    pub(super) mesh: Option<ClosedMesh>,
    pub(super) rim: Option<Arc<Rim>>,
}

/// Exact faces are the same only where they are shared.
impl PartialEq for Prepared {
    fn eq(&self, other: &Self) -> bool {
        let triangles = |p: &Self| p.mesh.as_ref().map(|m| m.triangles.len());
        let is_same_rim = match (&self.rim, &other.rim) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        is_same_rim && self.form == other.form && triangles(self) == triangles(other)
    }
}

impl Prepared {
    /// From a form. Pairs of curved solids without a formula go by triangles of this refinement: see the table of formulas in the book.
    pub fn new(form: Form, refinement: Refinement) -> Result<Self, FormError> {
        if let Form::Wedge {
            normals: [m, n], ..
        } = &form
        {
            let unit = |v: &Vec3| (v.norm() - 1.0).abs() < 1e-9;
            // not a number has to fail as well
            if !(unit(m) && unit(n) && m.cross(n).norm() > 1e-9) {
                return Err(FormError::Wedge);
            }
        }
        let mesh = match form.solid()? {
            Some(solid) => Some(ClosedMesh::new(&solid.mesh(refinement))?),
            None => None,
        };
        Ok(Self {
            form,
            mesh,
            rim: None,
        })
    }

    /// From a form, with the exact faces behind its triangles: pairs without a formula go by these, and find them by triangles of this refinement, which hold the
    /// shape. Forms without round faces are as [`Prepared::new`] makes them.
    pub fn with_faces(form: Form, refinement: Refinement) -> Result<Self, FormError> {
        let mesh = form.solid()?.map(|solid| solid.mesh(refinement));
        match mesh.and_then(|mesh| faceted(&form, mesh)) {
            None => Self::new(form, refinement),
            Some(made) => Ok(Self {
                form,
                mesh: Some(made.closed(&made.facets)?),
                rim: None,
            }),
        }
    }

    /// From triangles.
    pub fn mesh(mesh: &Mesh) -> Result<Self, MeshError> {
        Ok(Self {
            form: Form::Mesh,
            mesh: Some(ClosedMesh::new(mesh)?),
            rim: None,
        })
    }

    /// From triangles with the faces that they stand for.
    pub fn facets(solid: ClosedMesh) -> Self {
        Self {
            form: Form::Mesh,
            mesh: Some(solid),
            rim: None,
        }
    }

    /// From a plane curve: what is within a closed one; an open one has its material to the left of its direction, seen from the tip of that normal of its
    /// plane which is nearer to z.
    pub fn curve(curve: &Curve) -> Result<Self, RimError> {
        Ok(Self {
            form: Form::Curve,
            mesh: None,
            rim: Some(Arc::new(Rim::new(curve)?)),
        })
    }

    /// A curve with its material on the other side; all other forms stay what they are.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            rim: self.rim.as_ref().map(|rim| Arc::new(rim.turned())),
            ..self.clone()
        }
    }

    /// Whether it is an open curve.
    pub fn is_open(&self) -> bool {
        self.rim.as_ref().is_some_and(|rim| rim.is_open())
    }

    /// Whether it is a figure in a plane: such touch each other and planes only.
    pub fn is_plane(&self) -> bool {
        self.form.is_plane()
    }

    /// Whether there are formulas for a pair of figures in a plane.
    pub fn is_plane_with(&self, other: &Self) -> bool {
        (self.is_plane() || other.is_plane()) && self.form.is_plane_with(&other.form)
    }

    /// Centre and radius of a ball that holds it; none for a solid without bounds.
    pub fn bounding_sphere(&self) -> Option<(Vec3, f64)> {
        match (&self.form, &self.rim) {
            (Form::Point, _) => return Some((Vec3::zeros(), 0.0)),
            (Form::Circle { radius }, _) => return Some((Vec3::zeros(), *radius)),
            (Form::Curve, Some(rim)) => return Some((rim.centre, rim.radius)),
            _ => {}
        }
        let mesh = self.mesh.as_ref()?;
        let (centre, radius) = mesh.bounding_sphere();
        Some(match self.form {
            Form::Mesh | Form::Box { .. } => (centre, radius),
            Form::Sphere { radius } => (Vec3::zeros(), radius),
            Form::Ellipsoid { semi_axes } => (Vec3::zeros(), semi_axes.max()),
            Form::Capsule { length, radius } => (Vec3::zeros(), 0.5 * length + radius),
            Form::Torus { major, minor } => (Vec3::zeros(), major + minor),
            Form::Cylinder { length, radius } => {
                let half = 0.5 * length;
                (Vec3::new(0.0, 0.0, half), half.hypot(radius))
            }
            Form::Frustum {
                length,
                bottom,
                top,
            } => {
                let half = 0.5 * length;
                (Vec3::new(0.0, 0.0, half), half.hypot(bottom.max(top)))
            }
            Form::HalfSpace
            | Form::Cavity { .. }
            | Form::Wedge { .. }
            | Form::Point
            | Form::Circle { .. }
            | Form::Curve => return None,
        })
    }

    /// How far it reaches along a unit vector: the largest `w·x` of its points, or, against `other`, of its triangles where the pair goes by them.
    /// Infinite for a half-space, unless its plane is across `w`; none where no formula says it.
    pub fn reach(&self, w: &Vec3, other: &Self) -> Option<f64> {
        // Over the edge of an end, too, where there are formulas over the end itself.
        let is_box = |p: &Self| matches!(p.form, Form::Box { .. });
        let of_box = (is_box(self) || is_box(other)) && self.has_faces_for(other);
        let by_triangles = self.is_faceted_with(other) && !of_box;
        match self.form {
            Form::Point => Some(0.0),
            Form::Circle { radius } => Some(radius * w.x.hypot(w.y)),
            // what leans less is rounding of the direction
            Form::HalfSpace if w.z > 0.0 && w.x.hypot(w.y) < 1e-12 => Some(0.0),
            Form::HalfSpace => Some(f64::INFINITY),
            _ if by_triangles => self.mesh.as_ref().map(|m| m.farthest(w).dot(w)),
            _ => self.form.farthest(self.mesh.as_ref(), w).map(|x| x.dot(w)),
        }
    }

    /// How thick it is where it is thin: nothing passes through it unseen that moves less. Twice the volume over the surface for triangles; infinite
    /// for a solid without bounds.
    pub fn thickness(&self) -> f64 {
        match self.form {
            Form::Sphere { radius } => 2.0 * radius,
            Form::Box { extents } => extents.min(),
            Form::Cylinder { length, radius } => length.abs().min(2.0 * radius),
            Form::Capsule { radius, .. } => 2.0 * radius,
            Form::Ellipsoid { semi_axes } => 2.0 * semi_axes.min(),
            Form::Frustum {
                length,
                bottom,
                top,
            } => length.abs().min(bottom + top),
            Form::Torus { minor, .. } => 2.0 * minor,
            Form::HalfSpace | Form::Cavity { .. } | Form::Wedge { .. } => f64::INFINITY,
            Form::Mesh => self.mesh.as_ref().map_or(f64::INFINITY, |m| {
                2.0 * m.mass_properties().volume / m.area()
            }),
            Form::Point => 0.0,
            Form::Circle { radius } => 2.0 * radius,
            Form::Curve => (self.rim.as_ref()).map_or(f64::INFINITY, |rim| rim.thickness),
        }
    }

    /// Whether a pair has no formula and a curved solid in it: it goes by triangles then, whose facets are not the solid.
    pub fn is_faceted_with(&self, other: &Self) -> bool {
        let flat = |f: &Form| matches!(f, Form::Box { .. } | Form::Mesh | Form::HalfSpace);
        let on_ball = |x: &Form, y: &Form| {
            matches!(x, Form::Sphere { .. }) && !matches!(y, Form::Ellipsoid { .. })
        };
        let (a, b) = (&self.form, &other.form);
        let formula = self.is_plane()
            || other.is_plane()
            || *a == Form::HalfSpace
            || *b == Form::HalfSpace
            || on_ball(a, b)
            || on_ball(b, a);
        !(formula || flat(a) && flat(b))
    }

    /// Whether a pair goes by the exact faces behind its triangles, somewhere: a ball does in a hole of faces, which it touches all around.
    pub fn needs_faces_with(&self, other: &Self) -> bool {
        let has_faces = |p: &Self| p.mesh.as_ref().is_some_and(|m| m.offset() > 0.0);
        let in_hole = |x: &Self, y: &Self| {
            matches!(x.form, Form::Sphere { .. }) && y.form == Form::Mesh && has_faces(y)
        };
        self.is_faceted_with(other) || in_hole(self, other) || in_hole(other, self)
    }

    /// Whether one of the two has flat faces, as a box, a cylinder or a frustum, and the other is a round solid: over a face there are formulas, though
    /// [`Prepared::is_faceted_with`] holds.
    pub fn has_faces_for(&self, other: &Self) -> bool {
        let over = |x: &Form, y: &Form| x.has_flat_faces() && y.is_round();
        over(&self.form, &other.form) || over(&other.form, &self.form)
    }

    /// Whether it is convex, as far as its form says so: two of them have one volume in common at most.
    pub fn is_convex(&self) -> bool {
        match self.form {
            Form::Torus { .. } | Form::Cavity { .. } | Form::Mesh | Form::Curve => false,
            Form::Wedge { convex, .. } => convex,
            _ => true,
        }
    }

    /// Its form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Its triangles, if it is bounded.
    pub fn triangles(&self) -> Option<&ClosedMesh> {
        self.mesh.as_ref()
    }
}
