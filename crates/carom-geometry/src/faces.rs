//! The exact faces of a solid, and triangles that stand for them.

use crate::Mesh;
use carom_base::{Mat3, Vec3};
use std::sync::Arc;

/// Where a face is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// On the surface.
    pub point: Vec3,
    /// Out of the solid, of length one.
    pub normal: Vec3,
    /// How the foot moves with the point.
    pub follows: Mat3,
    /// How the normal turns with the foot: symmetric, L⁻¹, positive where the solid is convex.
    pub bend: Mat3,
}

/// Where an edge between two faces is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFoot {
    /// On the edge.
    pub point: Vec3,
    /// Along the edge, one way or the other, of length one.
    pub tangent: Vec3,
    /// How the tangent turns along the edge, across it, L⁻¹.
    pub bend: Vec3,
    /// Whether it is an end of the edge.
    pub end: bool,
}

/// The exact faces of a solid.
pub trait Faces: std::fmt::Debug + Send + Sync {
    /// The foot of a point near the surface that the face lies on; none if it cannot be found. It allocates nothing.
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot>;
    /// The foot of a point near the edge between two faces, the nearest one if there are several; none if it cannot be found. It allocates
    /// nothing but what it keeps.
    fn edge_foot(&self, _faces: [u32; 2], _point: &Vec3) -> Option<EdgeFoot> {
        None
    }
    /// Whether it lies in a plane.
    fn is_flat(&self, face: u32) -> bool;
    /// The same solid in finer triangles, `most` of them about; none if these are as fine as they get.
    ///
    /// # Errors
    /// Why it cannot be divided.
    fn divide(&self, most: usize) -> Result<Option<Facets>, String>;
}

/// Triangles of the faces of a solid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets {
    /// Closed, counter-clockwise seen from outside.
    pub mesh: Arc<Mesh>,
    /// The face of each triangle.
    pub faces: Vec<u32>,
    /// Outward unit normals of the exact surface at the corners of each triangle.
    pub normals: Vec<[Vec3; 3]>,
    /// The points along each edge between two faces.
    pub edges: Vec<Vec<Vec3>>,
    /// No triangle is farther from its face, L.
    pub tolerance: f64,
}
