//! The function expressions of Adams and MotionSolve, compiled to tapes with exact derivatives.

pub mod input;
pub mod measure;
pub mod spline;
pub mod tape;

pub use input::{ElementForce, GenericForce, Input};
pub use measure::{MarkerState, Measure};
pub use tape::{Expression, SwitchEvent, Tables, Tape};
