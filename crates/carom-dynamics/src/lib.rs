//! The equations of motion of a model: assembly, constraints, forces, results.

pub mod assemble;
pub mod constraint;
pub mod coordinate;
pub mod diagnostics;
pub mod equations;
pub mod equilibrium;
pub mod function;
pub mod initial;
pub mod jacobian;
pub mod kinematics;
pub mod kkt;
pub mod law;
pub mod motion;
pub mod output;
pub mod redundancy;
pub mod simulate;
pub mod system;
pub mod tell;

pub use diagnostics::DIAGNOSTICS;
pub use output::{BodyRow, EventKind, EventRow, Frame, Layout};
pub use simulate::{
    Observer, Progress, RunError, RunOptions, Simulation, Statistics, accepts_integrator,
};
