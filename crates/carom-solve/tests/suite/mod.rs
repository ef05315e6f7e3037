//! Test problems with exact or reference solutions, shared by all tests of the integrators.
#![allow(dead_code)] // each test file uses some of them

pub mod ball;
