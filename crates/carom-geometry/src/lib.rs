//! Solids: shapes, closed meshes, files of meshes, mass properties, the overlap of two solids ([`overlap`]), and which of their faces, edges and corners
//! touch, with the gap between these ([`touch`]).
//!
//! A shape is one file in [`shapes`] and one line in [`shapes::SHAPES`]. All dimensions are in the length unit of
//! the caller; densities are one, so a mass property times a density is that of a body.
//!
//! ```
//! use carom_geometry::{Refinement, Solid, shapes::Cylinder};
//!
//! let pin = Cylinder::new(0.2, 0.05)?;
//! let exact = pin.mass_properties().expect("a cylinder is bounded");
//! let faceted = pin.mesh(Refinement::FINE).mass_properties();
//! assert!((faceted.volume / exact.volume - 1.0).abs() < 1e-3);
//! # Ok::<(), carom_geometry::ShapeError>(())
//! ```

mod curve;
mod decomposition;
mod faces;
mod faceted;
pub mod formats;
mod hidden;
mod mass;
mod mesh;
pub mod named;
mod outline;
pub mod overlap;
mod pieces;
pub mod polyhedron;
mod polyline;
mod polynomials;
mod revolve;
mod round;
pub mod shapes;
mod solid;
pub mod touch;

pub use curve::{Curve, CurveError, Piece};
pub use decomposition::{PiecesError, convex_pieces};
pub use faces::{EdgeFoot, Faces, Facets, Foot};
pub use faceted::{CONTACT_TRIANGLES, Faceted};
pub use hidden::Hidden;
pub use mass::MassProperties;
pub use mesh::{Mesh, Refinement};
pub use outline::{Extrusion, OutlineError, Revolution};
pub use pieces::hide_seams;
pub use polyhedron::Polyhedron;
pub use polyline::{Polyline, uneven_chord};
pub use polynomials::Polynomials;
pub use shapes::{SHAPES, Shape, ShapeError, Solid};
pub use solid::{ClosedMesh, MeshError};
