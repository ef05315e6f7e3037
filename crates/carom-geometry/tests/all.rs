//! Tests of the geometry.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-geometry --test all boolean` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod boolean;
mod common;
mod convergence;
mod degenerate;
mod formulas;
mod passage;
mod pieces;
mod plane;
mod polyhedra;
mod pressed;
mod rates;
mod rings;
mod spin;
mod surface;
