//! Words everyone uses: numbers that carry derivatives, places in a source text, diagnostics, units.
//!
//! This crate knows nothing of mechanics. Every other crate of Carom may use it.
//!
//! ```
//! use carom_base::number::{Dual, Number};
//!
//! // d/dx of x·sin x at x = 2, exactly
//! let x = Dual::<f64, 1>::variable(2.0, 0);
//! let y = x * x.sin();
//! assert!((y.eps[0] - (2f64.sin() + 2.0 * 2f64.cos())).abs() < 1e-15);
//! ```

pub mod diagnostic;
pub mod dimension;
pub mod interval;
pub mod lanes;
pub mod number;
pub mod pack;
pub mod program;
pub mod recorded;
pub mod slopes;
pub mod source;
pub mod space;
pub mod units;
mod vector;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use dimension::{Dimension, Scale};
pub use interval::{Interval, Ranged};
pub use lanes::Lanes;
pub use number::{Dual, Flow, Number};
pub use program::Program;
pub use slopes::Slopes;
pub use source::{SourceId, Sources, Span, SpannedText};
pub use space::{Pose, Quaternion};
pub use units::Units;
pub use vector::{Mat3, Vec3};

/// The input language that a model was written in. Where the two solvers differ, the dialect decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Adams Solver (C++): datasets `.adm`, commands `.acf`.
    Adams,
    /// Altair MotionSolve: XML.
    MotionSolve,
}
