//! Tests of the expression language.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-expr --test all derivatives` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod common;
mod derivatives;
mod diagnostics;
mod language;
mod measures;
mod orient;
mod prop_text;
mod routine;
mod splines;
mod switching;
