//! A solid in a closed mesh as convex pieces.
//!
//! A straight extrusion is cut along lines between the corners of its outline ([`prism`]), another solid by planes through its concave edges ([`cuts`]: B. Chazelle,
//! Convex partitions of polyhedra, SIAM Journal on Computing 13, 1984). Pieces fill the solid, their faces are in the planes of the mesh or inside, and each
//! face is on the surface with all of it or not at all. Corners that pieces have in common are the same bit for bit.

mod cell;
mod cuts;
mod error;
mod leaf;
mod prism;

use crate::polyhedron::PolyhedronError;
use crate::{ClosedMesh, Mesh, Polyhedron};

pub use error::PiecesError;

/// The volumes of all pieces may differ by this part from that of the mesh.
const COVERS: f64 = 1e-9;

/// Convex polyhedra that fill the solid in a closed mesh: the mesh itself, if it is convex.
///
/// # Errors
/// When the mesh encloses no solid, has too many concave edges, or faces that are not plane.
///
/// ```
/// use carom_geometry::{Extrusion, Mesh, Refinement, Solid, convex_pieces};
///
/// let corners = [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]];
/// let angle = Extrusion::new(&corners, 1.0)?.mesh(Refinement::COARSE);
/// let pieces = convex_pieces(&angle)?;
/// assert_eq!(pieces.len(), 2);
/// let volume: f64 = pieces.iter().map(|p| p.mass_properties().volume).sum();
/// assert!((volume - 3.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convex_pieces(mesh: &Mesh) -> Result<Vec<Mesh>, PiecesError> {
    match Polyhedron::of(mesh) {
        Ok(_) => return Ok(vec![mesh.clone()]),
        Err(PolyhedronError::Mesh(error)) => return Err(error.into()),
        Err(PolyhedronError::NotConvex { .. }) => {}
    }
    let solid = ClosedMesh::new(mesh)?;
    let pieces = match prism::pieces(&solid) {
        Some(pieces) => pieces,
        None => cuts::pieces(&solid)?,
    };
    let volume: f64 = pieces.iter().map(|p| p.mass_properties().volume).sum();
    let whole = solid.mass_properties().volume;
    if (volume - whole).abs() <= COVERS * whole {
        return Ok(pieces);
    }
    let reason = format!("the volume of the pieces is {volume:e}, that of the solid {whole:e}");
    Err(PiecesError::NotCut { reason })
}
