//! Readers of Adams and MotionSolve models, writers of results

pub mod acf;
pub mod adm;
pub mod common;
pub mod motionsolve;
pub mod native;
pub mod places;
pub mod results;

pub use common::special;
pub use common::texts::Texts;
