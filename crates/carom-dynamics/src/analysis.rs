//! The analyses: dynamic, kinematic, static, quasi-static and linear ones, one after another in a run.

pub(crate) mod between_analyses;
pub(crate) mod checkpoint;
pub(crate) mod control;
pub mod equilibrium;
pub(crate) mod integration;
pub mod integrator_selection;
pub mod linearize;
pub mod observer;
pub(crate) mod pending_events;
pub(crate) mod quasi_static;
pub(crate) mod rechosen_rows;
pub(crate) mod rehearse;
pub mod run_options;
pub mod simulate;
pub mod simulation;
pub(crate) mod stall_detector;
pub mod statics;
