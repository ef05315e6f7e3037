//! Multibody dynamics for machines whose parts hit, push, slide and let go.
//!
//! This crate is the front door for Rust programs: it opens a model, runs it, and hands over results in memory or
//! on disk. The crates behind it are re-exported under short names.
//!
//! ```
//! // A ball of 1 kg, 1 m above its free length, falls on a stiff spring with damping.
//! let deck = "\
//! Ball
//! UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
//! PART/1, GROUND
//! MARKER/1, PART=1
//! PART/2, MASS=1, CM=2, IP=1,1,1, QG=0,0,1.1
//! MARKER/2, PART=2
//! ACCGRAV/KGRAV=-9.80665
//! SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY
//! , FUNCTION=IMPACT(DZ(2,1), VZ(2,1), 0.1, 1E5, 1.5, 50, 1E-4)
//! END
//! ";
//! let (model, diagnostics) = carom::files::adm::read_text("ball.adm", deck);
//! assert!(!diagnostics.has_errors());
//!
//! let request = carom::Request {
//!     end: Some(0.5),
//!     ..carom::Request::default()
//! };
//! let run = carom::simulate(&model.unwrap(), &request).unwrap();
//! let touch = &run.events[0];
//! assert_eq!(touch.kind.name(), "contact-begin");
//! assert!((touch.time - (2.0f64 / 9.80665).sqrt()).abs() < 1e-9); // √(2h/g), h = 1 m
//! ```

mod advice;
pub mod check;
mod checkpoint;
mod control;
pub mod convert;
pub mod diagnostics;
pub mod evaluate;
pub mod explain;
pub mod folder;
mod journal_linear;
mod linear;
mod lost;
pub mod mass;
mod memory;
mod open;
pub mod overlap;
mod plan;
mod record;
mod run;
pub mod simulation;
mod stages;
pub mod summary;
mod tabulate;
mod watcher;

pub use check::{Check, check, check_with};
pub use evaluate::{Evaluation, evaluate};
pub use lost::{Lost, close};
pub use memory::{Ready, Results, simulate};
pub use open::{Loaded, open, open_with};
pub use plan::{LinearRequest, Request};
pub use run::{Report, run};
pub use simulation::{Simulation, StepError};
pub use tabulate::{Tabulated, tabulate};
pub use watcher::Watcher;

pub use carom_dynamics::Reached;

pub use carom_base as base;
pub use carom_dynamics as dynamics;
pub use carom_expr as expr;
pub use carom_files as files;
pub use carom_geometry as geometry;
pub use carom_laws as laws;
pub use carom_model as model;
pub use carom_solve as solve;
pub use carom_user as user;

/// Program name and version, as results carry it.
pub const PROGRAM: &str = concat!("Carom ", env!("CARGO_PKG_VERSION"));
/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
