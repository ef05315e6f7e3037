//! Parasolid XT text files (`.x_t`, `.xmt_txt`).
//!
//! A file is a stream of nodes, each with the fields of its type. Read are files whose schema is embedded on base 13006 (all that
//! were written since version 14 of the modeller, and by Adams) and those of schema 13006 itself. Coordinates are in metre.
//!
//! Source: Parasolid XT Format Reference, July 2022, and files of Adams where they differ from it.

mod attributes;
mod body;
mod error;
mod geometry;
mod lexer;
mod nodes;
mod parts;
mod schema;

use crate::contents::CadFile;
pub use error::{Fault, XtError};

/// Reads a file. A body that cannot be represented stands among those refused; the others are read.
///
/// # Errors
/// The file as a whole cannot be read: with its byte and node.
pub fn read(file: &[u8]) -> Result<CadFile, XtError> {
    parts::parts(&nodes::Nodes::read(file)?)
}
