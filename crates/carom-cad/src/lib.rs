//! CAD solids: exact boundary representation, closed triangle meshes at a stated tolerance, mass properties.
//!
//! A [`Body`](brep::Body) holds faces on surfaces, bounded by edges on curves, as Parasolid and STEP files describe them.
//! All lengths are in the unit of the body; [`Body::metres`](brep::Body::metres) says how long that unit is.

mod blend;
pub mod brep;
mod chart;
mod contact;
mod contents;
pub mod curve;
mod error;
pub mod file;
mod foot;
mod frame;
mod kinds;
mod loops;
mod mesh;
mod moments;
pub mod nurbs;
mod periods;
mod points;
mod polygon;
mod project;
mod rim;
mod sample;
pub mod step;
pub mod surface;
mod triangulate;
mod whole;
pub mod xt;

pub use contact::faceted;
pub use error::CadError;
pub use mesh::{BodyMesh, MeshOptions, bounds, mesh};
pub use moments::{BodyMass, mass_properties};
pub use whole::shape;
