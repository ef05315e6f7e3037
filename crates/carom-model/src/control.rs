//! Variables, differential equations, tables of numbers, sensors.

use crate::constraint::Function;
use crate::table::{Id, Tag, tagged};
use carom_expr::spline::SplineTable;
use std::sync::Arc;

/// VARIABLE, Reference_Variable: a quantity computed from the state.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Label, name, place.
    pub tag: Tag,
    /// Start value for implicit ones.
    pub initial: f64,
    /// Its value.
    pub function: Function,
}

/// DIFF, Control_Diff: a user's first-order differential equation.
#[derive(Clone, Debug)]
pub struct Diff {
    /// Label, name, place.
    pub tag: Tag,
    /// Initial value.
    pub initial: f64,
    /// Initial rate of an implicit equation.
    pub initial_rate: f64,
    /// `0 = function` instead of `rate = function`.
    pub implicit: bool,
    /// Keeps its value in statics.
    pub static_hold: bool,
    /// The rate, or the residual.
    pub function: Function,
}

/// What an array holds.
#[derive(Clone, Debug)]
pub enum ArrayKind {
    /// Constants.
    Constants(Vec<f64>),
    /// Inputs: values of variables.
    Inputs(Vec<Id<Variable>>),
    /// States of a system element, `n` of them.
    States(usize),
    /// Outputs of a system element, `n` of them.
    Outputs(usize),
}

/// ARRAY, Reference_Array.
#[derive(Clone, Debug)]
pub struct Array {
    /// Label, name, place.
    pub tag: Tag,
    /// Its contents.
    pub kind: ArrayKind,
}

/// SPLINE, Reference_Spline.
#[derive(Clone, Debug)]
pub struct Spline {
    /// Label, name, place.
    pub tag: Tag,
    /// Its points.
    pub table: Arc<SplineTable>,
}

/// STRING, Reference_String.
#[derive(Clone, Debug)]
pub struct Text {
    /// Label, name, place.
    pub tag: Tag,
    /// The text.
    pub text: String,
}

/// Relation that a sensor waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Crosses the value.
    Equal,
    /// At or above the value.
    GreaterOrEqual,
    /// At or below the value.
    LessOrEqual,
}

/// SENSOR, Sensor_Event.
#[derive(Clone, Debug)]
pub struct Sensor {
    /// Label, name, place.
    pub tag: Tag,
    /// What is watched.
    pub function: Function,
    /// The value it is compared with.
    pub value: f64,
    /// How close counts as equal, > 0.
    pub error: f64,
    /// The relation.
    pub comparison: Comparison,
    /// Ends the run.
    pub halt: bool,
    /// Ends the current SIMULATE command.
    pub ends_command: bool,
    /// Restarts the integrator.
    pub restart: bool,
    /// Writes an output step.
    pub print: bool,
    /// New output interval, T.
    pub output_interval: Option<f64>,
    /// New step size, T.
    pub step_size: Option<f64>,
    /// Stored for SENVAL when the event happens.
    pub evaluate: Option<Function>,
}

tagged!(Variable, Diff, Array, Spline, Text, Sensor);
