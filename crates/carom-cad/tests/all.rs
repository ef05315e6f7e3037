//! Tests of CAD solids.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-cad --test all contact` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod bodies;
mod contact;
mod damage;
mod geometry;
mod mass;
mod meshes;
mod passage;
mod step_files;
mod step_polygons;
mod xt_files;
mod xt_writer;
