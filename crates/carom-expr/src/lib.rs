//! The function expressions of Adams and MotionSolve, compiled to tapes with exact derivatives.
//!
//! ```
//! use carom_base::{Diagnostics, Dialect, SpannedText};
//! use carom_expr::{Expression, NoTables, Tape};
//!
//! let mut diagnostics = Diagnostics::default();
//! let text = SpannedText::bare("IMPACT(0.95, -2, 1.0, 100, 1.5, 25, 0.1) + STEP(TIME, 0, 0, 1, 1)");
//! let expression = Expression::parse(text, Dialect::Adams, &mut diagnostics).unwrap();
//! let tape = Tape::compile(&expression, &NoTables, &mut diagnostics).unwrap();
//!
//! let mut registers = vec![0.0; tape.registers()];
//! let force = tape.eval_live(&[0.5], &mut registers); // TIME is its only input
//! assert!((force - 26.618033988749895).abs() < 1e-12);
//! ```

mod compile;
pub mod diagnostics;
pub mod expression;
pub mod functions;
pub mod input;
mod literals;
pub mod measure;
mod mode;
mod rate;
pub mod spline;
mod syntax;
mod tables;
pub mod tape;
mod units;

pub use diagnostics::DIAGNOSTICS;
pub use expression::{Expression, Literal, NoTables, Tables, Uses};
pub use functions::{FUNCTIONS, Function};
pub use input::{ElementForce, FrictionQuantity, GenericForce, Incident, Input};
pub use measure::{MarkerState, Measure};
pub use syntax::{DEEPEST, LONGEST};
pub use tape::{Mode, SingleImpact, SwitchEvent, Tape};
