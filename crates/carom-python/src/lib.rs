//! Carom for Python: the native half, `carom._carom`.
//!
//! What users see is the package in `python/carom`, typed Python over this module; its docstrings are the manual. Here stands what has
//! to be native: models and runs (the interpreter is free meanwhile), tables over Arrow memory, laws and expressions over arrays.

mod callback;
mod diagnostics;
mod expression;
mod found;
mod laws;
mod listener;
mod manual;
mod model;
mod overlap;
mod simulation;
mod study;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _carom {
    #[pymodule_export]
    use crate::{
        expression::evaluate, found::Found, laws::hunt_crossley_damping, laws::law,
        manual::explain, model::Model, model::Outcome, model::read_summary, overlap::overlap,
        simulation::Simulation, study::Study, study::read_study_summary, table::Table,
        table::read_table,
    };

    #[pymodule_export]
    const VERSION: &str = carom::VERSION;
}
