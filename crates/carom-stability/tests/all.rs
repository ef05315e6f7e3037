//! Tests of orbits, branches, exponents and sensitivities.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-stability --test all basin` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod basin;
mod common;
mod coordinates;
mod curves;
mod equilibria;
mod orbits;
mod random_mechanisms;
mod refusals;
mod reverse;
mod sensitivity;
mod stability_values;
mod tangent;
mod torus_curves;
mod walkers;
