//! Tests of the solver.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-solve --test all ball` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod ball;
mod counts;
mod events;
mod failures;
mod henon;
mod hybrid;
mod list;
mod passing;
mod smooth;
mod sparse_lu;
mod suite;
mod zoo;
