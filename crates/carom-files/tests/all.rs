//! Tests of readers and writers.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-files --test all adm_commands` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod adm_commands;
mod adm_coverage;
mod adm_decks;
mod adm_hostile;
mod adm_refused;
mod effort;
mod foreign_files;
mod motionsolve_coverage;
mod motionsolve_refused;
mod native;
mod results;
