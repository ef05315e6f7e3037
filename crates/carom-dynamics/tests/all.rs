//! Tests of the dynamics.
//!
//! One program: it is linked once, and tests of all files run side by side. `cargo test -p carom-dynamics --test all accelerations` runs those of one file.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod accelerations;
mod accumulation;
mod analyses;
mod between_stops;
mod constant_velocity;
mod contact_friction;
mod counts;
mod creeping;
mod crowds;
mod curves;
mod delays;
mod dummies;
mod ellipsoids;
mod exact;
mod friction;
mod gears;
mod groups;
mod guard_rates;
mod implicit;
mod integrators;
mod jacobian;
mod joint_coordinates;
mod joints;
mod linear;
mod loads;
mod meshes;
mod multi_point;
mod nonholonomic;
mod normal_laws;
mod notched;
mod passes;
mod polyhedra;
mod pressing;
mod random_contact_friction;
mod random_stops;
mod random_switches;
mod rigid;
mod rigid_pairs;
mod rigid_rest;
mod rigid_solids;
mod rings;
mod rolling;
mod rolling_cone;
mod roots;
mod roots_of_expressions;
mod rounded;
mod same_steps;
mod short_falls;
mod singular;
mod solids;
mod support;
mod switches;
mod thrown_solids;
mod units;
