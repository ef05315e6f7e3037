//! Whether the elements that a function names exist.

use super::build::{Builder, Built, Record};
use carom_base::Diagnostics;
use carom_expr::spline::SplineTable;
use carom_expr::{ElementForce, Expression, Input, Tables, Tape};
use carom_model::constraint::Function;
use std::cell::RefCell;
use std::sync::Arc;

/// Checks every label in a function of a statement.
///
/// Errors: `adm-unknown-element`; not supported if an element is not.
pub fn check(record: &Record, function: &Function, b: &mut Builder) -> Built {
    let Function::Expression(expression) = function else {
        return Ok(());
    };
    let mut result = Ok(());
    for (input, span) in expression.inputs() {
        for (name, label) in labels(&input) {
            if let Err(stop) = b.known(record, name, label, span) {
                result = Err(stop);
            }
        }
    }
    for label in splines(expression) {
        if let Err(stop) = b.known(record, "SPLINE", label, expression.span()) {
            result = Err(stop);
        }
    }
    result
}

/// The splines that an expression asks for. What else is wrong with it is told when it is compiled for a run.
fn splines(expression: &Expression) -> Vec<u32> {
    let asked = Asked::default();
    let _ = Tape::compile(expression, &asked, &mut Diagnostics::default());
    asked.0.into_inner()
}

/// Has every spline and remembers which were asked for.
#[derive(Default)]
struct Asked(RefCell<Vec<u32>>);

impl Tables for Asked {
    fn spline(&self, label: u32) -> Option<Arc<SplineTable>> {
        self.0.borrow_mut().push(label);
        Some(Arc::new(SplineTable {
            x: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
            curves: vec![(0.0, vec![0.0; 6])],
            linear_extrapolation: false,
        }))
    }
    fn is_named(&self, _: &str) -> bool {
        false
    }
}

/// The statements and labels that an input names.
fn labels(input: &Input) -> Vec<(&'static str, u32)> {
    let markers = |list: &[Option<u32>]| {
        list.iter()
            .flatten()
            .map(|&label| ("MARKER", label))
            .collect::<Vec<_>>()
    };
    match *input {
        Input::Measure { markers: ref m, .. } => markers(m),
        Input::GenericForce { i, j, k, .. } => markers(&[Some(i), j, k]),
        Input::ElementForce {
            element, id, rm, ..
        } => {
            let mut list = markers(&[rm]);
            list.push((statement(element), id));
            list
        }
        Input::Variable(id) => vec![("VARIABLE", id)],
        Input::Array(id, _) => vec![("ARRAY", id)],
        Input::Diff(id) | Input::DiffRate(id) => vec![("DIFF", id)],
        Input::PlantInput(id, _) => vec![("PINPUT", id)],
        Input::PlantOutput(id, _) => vec![("POUTPUT", id)],
        Input::Sensor(id) => vec![("SENSOR", id)],
        Input::KineticEnergy(id) => vec![("PART", id)],
        Input::Time | Input::Mode | Input::Statistic(_) | Input::Named(_) => Vec::new(),
    }
}

/// The statement whose force a function gives.
fn statement(element: ElementForce) -> &'static str {
    match element {
        ElementForce::Joint => "JOINT",
        ElementForce::Jprim => "JPRIM",
        ElementForce::Motion => "MOTION",
        ElementForce::Sforce => "SFORCE",
        ElementForce::Vforce => "VFORCE",
        ElementForce::Vtorq => "VTORQUE",
        ElementForce::Gforce => "GFORCE",
        ElementForce::Spdp => "SPRINGDAMPER",
        ElementForce::Bush => "BUSHING",
        ElementForce::Beam => "BEAM",
        ElementForce::Field => "FIELD",
        ElementForce::Nforce => "NFORCE",
        ElementForce::Contact => "CONTACT",
        ElementForce::Friction => "FRICTION",
        ElementForce::Ptcv => "PTCV",
        ElementForce::Cvcv => "CVCV",
    }
}
