//! Sparse linear algebra, nonlinear solvers, integrators and event location.
//!
//! Knows nothing of mechanics: a model is a [`Problem`], `M·y' = f(t, y)` with guards.

pub mod problem;

pub use problem::{Fault, Guard, Problem, Response};
pub mod sparse;
