//! Sparse linear algebra, nonlinear solvers, integrators and event location.
//!
//! Knows nothing of mechanics: a model is a [`Problem`], `M·y' = f(t, y)` with guards. A [`Driver`] takes it from
//! one time to another with any [`integrators::Integrator`], tells a [`Sink`] the outputs and stops at each event.

// `!(x <= limit)` is meant: what is not a number shall fail the test.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

pub mod accumulation;
pub mod cone;
pub mod drive;
pub mod eigen;
pub mod hybrid;
pub mod integrators;
pub mod lcp;
pub mod least_squares;
pub mod problem;
pub mod sparse;
pub mod variation;

pub use drive::{
    Driver, End, Failure, FailureKind, Locate, Rejections, Settings, Sink, Statistics,
};
pub use integrators::{INTEGRATORS, Integrator, OnGuard, Profile, Step, integrator};
pub use problem::{
    Bounds, Fault, Formulation, Guard, GuardRange, InForce, Jump, Part, Problem, Response, Slipping,
};
