//! What a function asks of the model, and what is wrong with it before the model is there.

use carom_base::{Diagnostic, Diagnostics, Severity, Span};
use carom_expr::{ElementForce, Expression, Input, Uses};

/// A kind of element that a function names. Each language has its own words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A marker.
    Marker,
    /// A body, for its kinetic energy.
    Body,
    /// A variable.
    Variable,
    /// A differential equation.
    Diff,
    /// An array.
    Array,
    /// A spline.
    Spline,
    /// A curve.
    Curve,
    /// A sensor.
    Sensor,
    /// An input of a plant.
    PlantInput,
    /// An output of a plant.
    PlantOutput,
    /// An element whose force is asked for.
    Force(ElementForce),
}

/// The elements that a function names: what, label, where.
pub fn named(uses: &Uses) -> Vec<(Named, u32, Span)> {
    let mut list = Vec::new();
    for (input, span) in &uses.inputs {
        let mut add = |what, label| list.push((what, label, *span));
        match *input {
            Input::Measure { markers: ref m, .. } => {
                m.iter().flatten().for_each(|l| add(Named::Marker, *l));
            }
            Input::GenericForce { i, j, k, .. } => {
                let given = [Some(i), j, k];
                given.iter().flatten().for_each(|l| add(Named::Marker, *l));
            }
            Input::ElementForce {
                element, id, rm, ..
            } => {
                rm.iter().for_each(|l| add(Named::Marker, *l));
                add(Named::Force(element), id);
            }
            Input::MultiPoint { id, at, rm, .. } => {
                add(Named::Marker, at);
                rm.iter().for_each(|l| add(Named::Marker, *l));
                add(Named::Force(ElementForce::Nforce), id);
            }
            Input::Friction { id, rm, .. } => {
                rm.iter().for_each(|l| add(Named::Marker, *l));
                add(Named::Force(ElementForce::Friction), id);
            }
            Input::Variable(id) => add(Named::Variable, id),
            Input::Array(id, _) => add(Named::Array, id),
            Input::Diff(id) | Input::DiffRate(id) => add(Named::Diff, id),
            Input::PlantInput(id, _) => add(Named::PlantInput, id),
            Input::PlantOutput(id, _) => add(Named::PlantOutput, id),
            Input::Sensor(id) => add(Named::Sensor, id),
            Input::KineticEnergy(id) => add(Named::Body, id),
            Input::Time
            | Input::Mode
            | Input::Statistic(_)
            | Input::Delayed(_)
            | Input::Incident(_)
            | Input::Named(_) => {}
        }
    }
    for (k, (label, span)) in uses.splines.iter().enumerate() {
        if !uses.splines[..k].iter().any(|(l, _)| l == label) {
            list.push((Named::Spline, *label, *span));
        }
    }
    for (k, (label, span)) in uses.curves.iter().enumerate() {
        if !uses.curves[..k].iter().any(|(l, _)| l == label) {
            list.push((Named::Curve, *label, *span));
        }
    }
    list
}

/// What a function of `who` uses, and the errors in it that no model could mend, such as an unknown function.
/// Warnings, and errors that follow from the model, are told when the function is compiled for a run.
pub fn examine(who: &str, expression: &Expression) -> (Uses, Vec<Diagnostic>) {
    let mut own = Diagnostics::default();
    let uses = expression.examine(&mut own);
    let errors = own
        .into_iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| owned(who, d))
        .collect();
    (uses, errors)
}

/// With the element that it is about before the message.
pub fn owned(who: &str, d: Diagnostic) -> Diagnostic {
    let mut d = Diagnostic {
        message: format!("{who}: {}", d.message),
        ..d
    };
    if d.name == "expr-unknown-name" {
        d.help.get_or_insert_with(|| VALUES.to_owned());
    }
    d
}

/// Where a value with a name of its own stands in a model.
const VALUES: &str = "a value of your own is a variable of the model, and VARVAL(id) asks for it";
