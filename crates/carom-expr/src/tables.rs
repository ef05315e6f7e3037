//! What an expression looks up in the model while it is compiled, and what it asks of the model.

use crate::input::Input;
use crate::spline::{CurveTable, SplineTable};
use carom_base::Span;
use std::sync::Arc;

/// What an expression may look up while it is compiled.
pub trait Tables {
    /// The spline with this label.
    fn spline(&self, label: u32) -> Option<Arc<SplineTable>>;
    /// The curve with this label, or why its points have no known parameter; `None` if the model has no such curve.
    fn curve(&self, label: u32) -> Option<Result<Arc<CurveTable>, String>> {
        let _ = label;
        None
    }
    /// Whether a bare name is an input given from outside ([`Input::Named`]). Names are asked for in upper case.
    fn is_named(&self, name: &str) -> bool;
}

/// No splines, no names.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTables;

impl Tables for NoTables {
    fn spline(&self, _: u32) -> Option<Arc<SplineTable>> {
        None
    }
    fn is_named(&self, _: &str) -> bool {
        false
    }
}

/// What an expression asks of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Uses {
    /// Each input once, with the place that names it first.
    pub inputs: Vec<(Input, Span)>,
    /// The labels of splines, with their places.
    pub splines: Vec<(u32, Span)>,
    /// The labels of curves, with their places.
    pub curves: Vec<(u32, Span)>,
}
