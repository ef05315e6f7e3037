//! Solids with curved faces, known by their triangles and by their exact faces.
//!
//! Triangles say where two solids may touch. A point `p` near a smooth place of the surface has a foot on the exact face, which moves with it by
//!
//! ```text
//! δfoot = J·(JᵀJ − (p − foot)·∂²r)⁻¹·Jᵀ·δp,    J = [∂r/∂u  ∂r/∂v]
//! ```
//!
//! [`overlap`](crate::overlap) takes this foot in place of that on the triangle, so that a facet leaves no trace in depth and direction. So that the triangles
//! meet before the faces do, their vertices are moved outwards by a little more than their tolerance: they hold the solid.

use crate::faces::{EdgeFoot, Faces, Facets, Foot};
use crate::overlap::Form;
use crate::solid::ClosedMesh;
use crate::{Mesh, MeshError};
use carom_base::{Mat3, Pose, Vec3};
use std::sync::Arc;

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

/// Triangles of contacts: they say where faces meet, not how deep. Where faces lie along each other at a small distance, as a shaft in its bearing, the time of a
/// query grows with their number.
pub const CONTACT_TRIANGLES: usize = 1_500;

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

    /// Facets made ready for queries, with the faces behind them. Vertices of triangles that would cross stay where they are; where nothing helps it is without
    /// the faces.
    ///
    /// # Errors
    /// Triangles that do not enclose a solid.
    pub fn closed(&self, facets: &Facets) -> Result<ClosedMesh, MeshError> {
        let offset = ROOM * facets.tolerance;
        let triangles = &facets.mesh.triangles;
        let mut ways = self.ways(facets);
        for _ in 0..TRIES {
            let vertices = facets.mesh.vertices.iter().zip(&ways);
            let moved = Mesh {
                vertices: vertices.map(|(p, way)| p + way * offset).collect(),
                triangles: triangles.clone(),
            };
            let pairs = match ClosedMesh::or_crossings(&moved) {
                Ok(Ok(solid)) => {
                    return Ok(solid.with_faces(facets, Arc::clone(&self.exact), offset));
                }
                Ok(Err(pairs)) => pairs,
                Err(_) => break,
            };
            // with all their neighbours, as those may cross them next
            let mut stays = vec![false; ways.len()];
            let of = |t: usize| triangles[t].map(|v| v as usize);
            let crossing = pairs.iter().flatten().flat_map(|&t| of(t));
            crossing.for_each(|v| stays[v] = true);
            let next = (0..triangles.len()).filter(|&t| of(t).iter().any(|&v| stays[v]));
            let next: Vec<usize> = next.flat_map(of).collect();
            next.iter().for_each(|&v| ways[v] = Vec3::zeros());
        }
        ClosedMesh::new(&facets.mesh)
    }

    /// How vertices move so that triangles hold the solid, by the offset of the faces: each curved face moves out by it, and plane faces stay where they are.
    fn ways(&self, facets: &Facets) -> Vec<Vec3> {
        let mesh = &facets.mesh;
        // normals at a vertex with how far they ask it to move
        let mut asked: Vec<Vec<(Vec3, f64)>> = vec![Vec::new(); mesh.vertices.len()];
        for ((triangle, normals), &face) in mesh
            .triangles
            .iter()
            .zip(&facets.normals)
            .zip(&facets.faces)
        {
            let way: f64 = if self.exact.is_flat(face) { 0.0 } else { 1.0 };
            for (v, n) in triangle.iter().zip(normals) {
                let list = &mut asked[*v as usize];
                match list.iter_mut().find(|(m, _)| (*m - *n).norm() < ALIKE) {
                    Some((_, known)) => *known = way.max(*known),
                    None => list.push((*n, way)),
                }
            }
        }
        asked.iter().map(|list| way_of(list)).collect()
    }
}

/// How often more vertices stay where they are.
const TRIES: usize = 6;
/// Triangles are moved by this many tolerances.
const ROOM: f64 = 1.25;
/// Normals of a vertex that are no farther apart are one.
const ALIKE: f64 = 0.05;
/// A corner moves by this many offsets at most.
const FARTHEST: f64 = 3.0;

/// The shortest `w` with `n·w` as asked for, in the least squares.
fn way_of(asked: &[(Vec3, f64)]) -> Vec3 {
    if asked.iter().all(|(_, way)| *way == 0.0) {
        return Vec3::zeros();
    }
    if let [(n, way)] = asked {
        return n * *way;
    }
    // of two normals the inverse is to be good to a thousandth: the determinant is some 1e-9 then, rounding 1e-16
    let mut sum = Mat3::identity() * 1e-6;
    let mut right = Vec3::zeros();
    for (n, way) in asked {
        sum += n.outer(n);
        right += n * *way;
    }
    let found = sum.try_inverse().map_or(right, |inverse| inverse * right);
    let norm = found.norm();
    if norm > FARTHEST {
        found * (FARTHEST / norm)
    } else {
        found
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

    fn is_flat(&self, _: u32) -> bool {
        true
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

    fn edge_foot(&self, faces: [u32; 2], point: &Vec3) -> Option<EdgeFoot> {
        let foot = self.faces.edge_foot(faces, &(point / self.by))?;
        Some(EdgeFoot {
            point: foot.point * self.by,
            bend: foot.bend / self.by,
            ..foot
        })
    }

    fn is_flat(&self, face: u32) -> bool {
        self.faces.is_flat(face)
    }

    fn divide(&self, most: usize) -> Result<Option<Facets>, String> {
        Ok(self
            .faces
            .divide(most)?
            .map(|facets| facets.scaled(self.by)))
    }
}
