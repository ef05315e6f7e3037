//! The equations of motion of a model: assembly, constraints, forces, results.
//!
//! A [`carom_model::Model`] is assembled into a [`system::System`] (numbers and compiled functions, shared by any number of
//! runs); [`equations::Equations`] holds the state of one run and is the [`carom_solve::Problem`] that integrators see;
//! [`Simulation`] carries out the commands of a deck and tells an [`Observer`] frames and events.
//!
//! ```
//! use carom_base::{Dialect, Diagnostics, Span, Units};
//! use carom_dynamics::{EventRow, Frame, Layout, Observer, Progress, RunOptions, Simulation, Statistics};
//! use carom_model::analysis::{Analysis, Command, End};
//! use carom_model::{Model, Part, PartKind, Tag};
//!
//! /// Keeps the last height.
//! struct Height(f64);
//! impl Observer for Height {
//!     fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
//!     fn frame(&mut self, frame: &Frame) { self.0 = frame.bodies[0].position[2]; }
//!     fn event(&mut self, _: &EventRow) {}
//!     fn progress(&mut self, _: Progress) -> bool { true }
//!     fn end(&mut self, _: &Statistics) {}
//! }
//!
//! // A point mass falls for one second from the origin.
//! let mut model = Model::new(Dialect::Adams);
//! model.units = Units::si();
//! model.gravity = [0.0, 0.0, -9.80665];
//! model.parts.insert(Part::new(Tag::new("PART", 1), PartKind::Ground)).unwrap();
//! let mut ball = Part::new(Tag::new("POINT_MASS", 2), PartKind::Point);
//! ball.mass = 1.0;
//! model.parts.insert(ball).unwrap();
//!
//! let mut simulation = Simulation::assemble(&model, &mut Diagnostics::default()).unwrap();
//! let fall = Command::Simulate { analysis: Analysis::Dynamic, end: Some(End::Time(1.0)), output: None, span: Span::NONE };
//! let mut height = Height(0.0);
//! simulation.execute(&fall, &RunOptions::default(), &mut height).unwrap();
//! assert!((height.0 + 0.5 * 9.80665).abs() < 1e-9);
//! ```

pub mod analysis;
pub mod assemble;
pub mod diagnostics;
pub mod elements;
pub mod equations;
pub mod mechanism;
pub mod output;
pub mod start;
pub mod stepping;
pub mod system;
pub mod tangent;

pub use analysis::integrator_selection::accepts_integrator;
pub use analysis::observer::{
    GuardProof, Observer, Progress, RunError, SearchProgress, Statistics, output_times,
};
pub use analysis::run_options::{Coordinates, RunOptions};
pub use analysis::simulation::{Interpreter, Simulation};
pub use assemble::caller::routine_calls;
pub use diagnostics::DIAGNOSTICS;
pub use output::{BodyRow, EventKind, EventRow, Frame, Layout};
pub use stepping::{Reached, Stepping, rates_along};
