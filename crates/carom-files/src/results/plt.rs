//! `plt`
