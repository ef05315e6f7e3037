//! Helpers that the readers share: bytes to text, unique abbreviations, tables of coverage.

pub mod coverage;
pub mod keyword;
pub mod text;
