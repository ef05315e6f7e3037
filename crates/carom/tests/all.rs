//! Tests of the library as programs use it.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom --test all accelerations` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod accelerations;
mod angles_of_markers;
mod both_ways;
mod circles;
mod columns_left_empty;
mod commands;
mod commands_checked;
mod commands_motionsolve;
mod constraints;
mod convert;
mod convert_language;
mod curves_in_contact;
mod deep_contacts;
mod dependent_rows;
mod diagnostics;
mod driven_by_every_method;
mod drops;
mod ends_and_sensors;
mod floors;
mod forces_on_j;
mod full_turns;
mod integral_variables;
mod language;
mod latch;
mod missed_events;
mod numbers_of_the_run;
mod one_look;
mod orientation;
mod parallelogram;
mod penalties;
mod random_decks;
mod request_files;
mod result_files;
mod resume;
mod rigid_friction;
mod sessions;
mod sizes;
mod spline_files;
mod starts;
mod statics;
mod stepping;
mod strangers_decks;
