//! The equations of motion of a model: assembly, constraints, forces, results.

pub mod output;
pub mod simulate;

pub use output::{BodyRow, EventKind, EventRow, Frame, Layout};
pub use simulate::{Observer, Progress, RunError, RunOptions, Simulation, Statistics};
