//! Whether the elements that a function names exist.

use super::build::{Builder, Built, Record};
use carom_expr::{ElementForce, Input};
use carom_model::constraint::Function;

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
    result
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
