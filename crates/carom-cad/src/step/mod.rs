//! STEP files (`.step`, `.stp`, `.p21`) of AP203, AP214 and AP242: solids by their boundaries.
//!
//! Read are solids (MANIFOLD_SOLID_BREP, BREP_WITH_VOIDS) with the surfaces and curves of [`crate::surface`] and [`crate::curve`],
//! their units, assemblies with transformations, names and colours. Lengths stay in the unit of the file, see
//! [`Body::metres`](crate::brep::Body::metres); angles are in radians.
//!
//! Source: ISO 10303-21 and 10303-42.

mod body;
mod entities;
mod error;
mod geometry;
mod lexer;
mod parts;
mod polygons;
mod reader;
mod units;

use crate::contents::CadFile;
pub use error::{Fault, StepError};

/// Reads a file. A solid that cannot be represented stands among those refused; the others are read.
///
/// # Errors
/// The file as a whole cannot be read: with its byte and entity.
pub fn read(file: &[u8]) -> Result<CadFile, StepError> {
    parts::parts(&entities::Entities::index(file)?)
}
