//! Readers of Adams and MotionSolve models, writers of results

pub mod results;
