//! What the readers share: bytes to text, texts in place of files, files beside a deck, diagnostics, unique abbreviations, labels, functions,
//! ranges, arguments, files that are no regular files, the values of matrices, the points of curves, points of splines in files, circles by two markers, bodies of CAD files, tables of coverage.

pub mod beside;
pub mod circle;
pub mod coverage;
pub mod curve;
pub mod diagnostics;
pub mod functions;
pub mod hints;
pub mod include;
pub mod keyword;
pub mod labels;
pub mod matrix;
pub mod mesh;
pub mod points;
pub mod range;
pub mod slot;
pub mod solids;
pub mod special;
pub mod system;
pub mod text;
pub mod texts;
