//! Readers of Adams and MotionSolve models, writers of results

pub mod acf;
pub mod adm;
pub mod common;
pub mod motionsolve;
pub mod results;
