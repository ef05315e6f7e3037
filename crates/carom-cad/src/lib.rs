//! CAD solids: exact boundary representation, closed triangle meshes at a stated tolerance, mass properties.
//!
//! A [`Body`](brep::Body) holds faces on surfaces, bounded by edges on curves, as Parasolid and STEP files describe them.
//! All lengths are in the unit of the body; [`Body::metres`](brep::Body::metres) says how long that unit is.

pub mod brep;
pub mod curve;
mod error;
pub mod nurbs;
pub mod surface;

pub use error::CadError;
