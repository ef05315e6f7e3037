//! Whether the elements that a function names exist.

use super::build::{Builder, Built, Stop};
use super::record::Record;
use crate::common::functions::{Named, examine, named};
use carom_expr::ElementForce;
use carom_model::constraint::Function;

/// Checks a function of a statement: its own words, and every label in it. What is wrong with the words of a function
/// that does not change the motion is told when a run leaves its column empty.
///
/// Errors: `adm-unknown-element`, those of functions; not supported if an element is not.
pub fn check(record: &Record, function: &Function, b: &mut Builder) -> Built {
    let Function::Expression(expression) = function else {
        return Ok(());
    };
    let (uses, errors) = examine(&record.who, expression);
    let mut result = Ok(());
    if record.changes_motion {
        for d in errors {
            b.reading.push(d);
            result = Err(Stop::Reported);
        }
    }
    for (what, label, span) in named(&uses) {
        if let Err(stop) = b.known(record, statement(what), label, span) {
            result = Err(stop);
        }
    }
    result
}

/// The statement that a function names.
fn statement(what: Named) -> &'static str {
    match what {
        Named::Marker => "MARKER",
        Named::Body => "PART",
        Named::Variable => "VARIABLE",
        Named::Diff => "DIFF",
        Named::Array => "ARRAY",
        Named::Spline => "SPLINE",
        Named::Curve => "CURVE",
        Named::Sensor => "SENSOR",
        Named::PlantInput => "PINPUT",
        Named::PlantOutput => "POUTPUT",
        Named::Force(element) => force(element),
    }
}

/// The statement whose force a function gives.
fn force(element: ElementForce) -> &'static str {
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
