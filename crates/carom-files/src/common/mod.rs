//! Helpers that the readers share: bytes to text, files beside a deck, unique abbreviations, tables of coverage, the
//! values of matrices.

pub mod beside;
pub mod coverage;
pub mod keyword;
pub mod matrix;
pub mod text;
