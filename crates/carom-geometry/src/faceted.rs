//! Solids with curved faces, known by their triangles and by their exact faces.
//!
//! Triangles say where two solids may touch. A point `p` near a smooth place of the surface has a foot on the exact face, which moves with it by
//!
//! ```text
//! δfoot = J·(JᵀJ − (p − foot)·∂²r)⁻¹·Jᵀ·δp,    J = [∂r/∂u  ∂r/∂v]
//! ```
//!
//! [`overlap`](crate::overlap) takes this foot in place of that on the triangle, so that a facet leaves no trace in depth and direction.

use crate::overlap::Form;
use crate::solid::ClosedMesh;
use crate::{Mesh, MeshError};
use carom_base::{Mat3, Pose, Vec3};
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

/// The exact faces of a solid.
pub trait Faces: std::fmt::Debug + Send + Sync {
    /// The foot of a point near the surface that the face lies on; none if it cannot be found. It allocates nothing.
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot>;
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

/// A solid with curved faces.
#[derive(Clone, Debug)]
pub struct Faceted {
    /// Its triangles as they were asked for.
    pub facets: Facets,
    /// What it is as a whole, and where, if that is a shape with formulas.
    pub primitive: Option<(Form, Pose)>,
    /// Its faces.
    pub exact: Arc<dyn Faces>,
}

/// Of the same triangles: their faces are those of the same file.
impl PartialEq for Faceted {
    fn eq(&self, other: &Self) -> bool {
        self.facets == other.facets && self.primitive == other.primitive
    }
}

/// Triangles of contacts: a query takes longer with the logarithm of their number, and what it takes to make them grows with it.
pub const CONTACT_TRIANGLES: usize = 12_000;

impl Faceted {
    /// Triangles without faces behind them.
    pub fn of_triangles(mesh: Arc<Mesh>) -> Self {
        let normals = mesh.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|v| mesh.vertices[v as usize]);
            [(b - a).cross(&(c - a)).normalize(); 3]
        });
        Self {
            facets: Facets {
                normals: normals.collect(),
                // each a face of its own
                faces: (0..mesh.triangles.len() as u32).collect(),
                mesh,
                ..Facets::default()
            },
            primitive: None,
            exact: Arc::new(Unknown),
        }
    }

    /// In another unit of length.
    #[must_use]
    pub fn scaled(&self, by: f64) -> Self {
        let frame = |pose: &Pose| Pose {
            position: pose.position * by,
            rotation: pose.rotation,
        };
        Self {
            facets: self.facets.scaled(by),
            primitive: (self.primitive.as_ref()).map(|(form, pose)| (form.scaled(by), frame(pose))),
            exact: Arc::new(Scaled {
                faces: Arc::clone(&self.exact),
                by,
            }),
        }
    }

    /// The triangles that contacts take: as fine as about `most` of them are, and no coarser than those that were asked for.
    ///
    /// # Errors
    /// Triangles that do not enclose a solid.
    pub fn solid(&self, most: usize) -> Result<ClosedMesh, MeshError> {
        let fine = match self.facets.mesh.triangles.len() < most {
            true => self.exact.divide(most).ok().flatten(),
            false => None,
        };
        if let Some(facets) = fine
            && let Ok(solid) = self.closed(&facets)
        {
            return Ok(solid);
        }
        self.closed(&self.facets)
    }

    /// Facets made ready for queries, with the faces behind them.
    ///
    /// # Errors
    /// Triangles that do not enclose a solid.
    pub fn closed(&self, facets: &Facets) -> Result<ClosedMesh, MeshError> {
        Ok(ClosedMesh::new(&facets.mesh)?.with_faces(facets, Arc::clone(&self.exact)))
    }
}

impl Facets {
    fn scaled(&self, by: f64) -> Self {
        let all = |points: &[Vec3]| points.iter().map(|p| p * by).collect();
        Self {
            mesh: Arc::new(Mesh {
                vertices: all(&self.mesh.vertices),
                triangles: self.mesh.triangles.clone(),
            }),
            faces: self.faces.clone(),
            normals: self.normals.clone(),
            edges: self.edges.iter().map(|line| all(line)).collect(),
            tolerance: self.tolerance * by,
        }
    }
}

/// Faces of which nothing is known but their triangles.
#[derive(Debug)]
struct Unknown;

impl Faces for Unknown {
    fn foot(&self, _: u32, _: &Vec3) -> Option<Foot> {
        None
    }

    fn divide(&self, _: usize) -> Result<Option<Facets>, String> {
        Ok(None)
    }
}

/// Faces in another unit of length.
#[derive(Debug)]
struct Scaled {
    faces: Arc<dyn Faces>,
    by: f64,
}

impl Faces for Scaled {
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot> {
        let foot = self.faces.foot(face, &(point / self.by))?;
        Some(Foot {
            point: foot.point * self.by,
            bend: foot.bend / self.by,
            ..foot
        })
    }

    fn divide(&self, most: usize) -> Result<Option<Facets>, String> {
        Ok(self
            .faces
            .divide(most)?
            .map(|facets| facets.scaled(self.by)))
    }
}
