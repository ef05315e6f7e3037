//! Shapes fixed on markers, for contact and for the view.

use crate::MarkerId;
use crate::curve::Curve;
use crate::table::{Id, Tag, tagged};
use carom_derive::Field;
use carom_geometry::named::Named;
use carom_geometry::{Extrusion, Faceted, Mesh, OutlineError, Refinement, Revolution, Solid};
use std::sync::Arc;

/// A shape on its frame marker.
#[derive(Clone, Debug, PartialEq, Field)]
pub enum Shape {
    /// One corner at the marker, signed extents along its axes.
    BoxFromCorner(#[dimension(L)] [f64; 3]),
    /// Centre at the marker, full extents along its axes.
    BoxFromCenter(#[dimension(L)] [f64; 3]),
    /// Bottom centre at the marker, along +z (−z if `length` < 0).
    Cylinder {
        /// Along z, L.
        #[dimension(L)]
        length: f64,
        /// L.
        #[dimension(L)]
        radius: f64,
    },
    /// Bottom centre at the marker, along +z.
    Frustum {
        /// Along z, L.
        #[dimension(L)]
        length: f64,
        /// Radius at z = 0.
        #[dimension(L)]
        bottom: f64,
        /// Radius at z = length.
        #[dimension(L)]
        top: f64,
    },
    /// Centre at the marker, semi-axes along its axes.
    Ellipsoid(#[dimension(L)] [f64; 3]),
    /// Centre at the marker, axis z.
    Torus {
        /// Radius of the circle of tube centres.
        #[dimension(L)]
        major: f64,
        /// Radius of the tube.
        #[dimension(L)]
        minor: f64,
    },
    /// In the xy plane of the marker, normal +z: x from, to; y from, to.
    Plane(#[dimension(L)] [f64; 4]),
    /// The marker's origin.
    Point,
    /// A disc in the xy plane of the marker, for contacts in its plane.
    Circle {
        /// L.
        #[dimension(L)]
        radius: f64,
    },
    /// An arc in the xy plane of the marker about its origin, from its x axis; for contacts in its plane.
    Arc {
        /// L.
        #[dimension(L)]
        radius: f64,
        /// About z, less than a turn; from there to the x axis if negative.
        #[dimension(ONE)]
        angle: f64,
    },
    /// A plane curve, whose points are on the axes of the marker, for contacts in its plane: what is within a closed one, or to the left of an open one, seen from the
    /// tip of z.
    Curve(Id<Curve>),
    /// A polygon in the xy plane of the marker, extruded along z (−z if `length` < 0).
    Extrusion {
        /// Corners x, y in either direction.
        #[dimension(L)]
        outline: Vec<[f64; 2]>,
        /// Along z, L.
        #[dimension(L)]
        length: f64,
    },
    /// A polygon, turned about the z axis of the marker.
    Revolution {
        /// Corners: distance from the axis, z. A way that does not come back to its beginning is closed by flat ends towards the axis.
        #[dimension(L)]
        outline: Vec<[f64; 2]>,
    },
    /// A shape of our own model files, on the axes of the marker.
    #[list]
    Named(Named),
    /// Triangles of a file, on the axes of the marker.
    Mesh(Arc<Mesh>),
    /// A solid of a CAD file, on the axes of the marker.
    Solid(Arc<Faceted>),
    /// Kept by its name, not understood: drawing elements, external files.
    Other(String),
}

impl Shape {
    /// The triangles of a shape that is made of them; none for the others. Only a revolution is the better the finer they are.
    ///
    /// # Errors
    /// Why its outline makes no solid.
    pub fn triangles(&self, refinement: Refinement) -> Option<Result<Arc<Mesh>, OutlineError>> {
        let surface = |solid: &dyn Solid| Arc::new(solid.mesh(refinement));
        match self {
            Self::Mesh(mesh) => Some(Ok(Arc::clone(mesh))),
            Self::Solid(solid) => Some(Ok(Arc::clone(&solid.facets.mesh))),
            Self::Extrusion { outline, length } => {
                Some(Extrusion::new(outline, *length).map(|s| surface(&s)))
            }
            Self::Revolution { outline } => Some(Revolution::new(outline).map(|s| surface(&s))),
            Self::Named(named) => Some(Ok(Arc::new(named.mesh(refinement)))),
            _ => None,
        }
    }
}

/// GRAPHICS, Post_Graphic.
#[derive(Clone, Debug, Field)]
pub struct Graphic {
    /// Label, name, place.
    pub tag: Tag,
    /// The marker that carries it; drawing elements may have none.
    pub marker: Option<MarkerId>,
    /// Its shape.
    pub shape: Shape,
    /// A cavity: material is outside, that of a curve on its other side (`is_material_inside="FALSE"`).
    pub cavity: bool,
}

tagged!(Graphic);
