//! Whether the elements that a function names exist.

use super::build::{Builder, Built, Stop};
use super::record::Record;
use crate::common::functions::{Named, examine, named};
use carom_base::{Diagnostic, Span};
use carom_expr::{ElementForce, Expression};

const VECTOR: &[&str] = &["Force_Vector_TwoBody", "Force_Vector_OneBody"];

/// Checks a function of an element: its own words, and every id in it. Marker 0 is the global frame. What is wrong with
/// the words of a function that does not change the motion is told when a run leaves its column empty.
///
/// Errors: `xml-unknown-reference`, those of functions; not supported if an element is not.
pub fn check(record: &Record, attribute: &str, expression: &Expression, b: &mut Builder) -> Built {
    if expression.as_user().is_some() {
        return Ok(());
    }
    let (uses, errors) = examine(&format!("{}: {attribute}", record.who), expression);
    let mut result = Ok(());
    if record.syntax.changes_motion {
        for d in errors {
            b.reading.push(d);
            result = Err(Stop::Reported);
        }
    }
    for (what, label, span) in named(&uses) {
        if what == Named::Marker && label == 0 {
            continue;
        }
        if let Err(stop) = b.known(record, names(what), label, span) {
            result = Err(stop);
        }
        if let Named::Force(element) = what
            && let Err(stop) = vector_type(record, element, label, span, b)
        {
            result = Err(stop);
        }
    }
    result
}

/// The elements that a function may name.
fn names(what: Named) -> &'static [&'static str] {
    match what {
        Named::Marker => &["Reference_Marker"],
        Named::Body => &["Body_Rigid", "Body_Flexible", "Body_Point"],
        Named::Variable => &["Reference_Variable"],
        Named::Diff => &["Control_Diff"],
        Named::Array => &["Reference_Array"],
        Named::Spline => &["Reference_Spline"],
        Named::Curve => &["Reference_ParamCurve"],
        Named::Sensor => &["Sensor_Event", "Sensor_Evaluate"],
        Named::PlantInput => &["Control_PlantInput"],
        Named::PlantOutput => &["Control_PlantOutput"],
        Named::Force(element) => elements(element),
    }
}

/// The elements whose force a function gives.
pub fn elements(element: ElementForce) -> &'static [&'static str] {
    match element {
        ElementForce::Joint => &["Constraint_Joint"],
        ElementForce::Jprim => &["Constraint_Jprim"],
        ElementForce::Motion => &["Motion_Joint", "Motion_Marker"],
        ElementForce::Sforce => &["Force_Scalar_TwoBody"],
        ElementForce::Vforce | ElementForce::Vtorq | ElementForce::Gforce => VECTOR,
        ElementForce::Spdp => &["Force_SpringDamper"],
        ElementForce::Bush => &["Force_Bushing"],
        ElementForce::Beam => &["Force_Beam"],
        ElementForce::Field => &["Force_Field"],
        ElementForce::Nforce => &["Force_MultiPoint"],
        ElementForce::Contact => &["Force_Contact"],
        ElementForce::Friction => &["Force_JointFriction"],
        ElementForce::Ptcv => &["Constraint_PTCV"],
        ElementForce::Cvcv => &["Constraint_CVCV"],
    }
}

/// The function that knows a vector force of a type, with its name.
pub fn vector_function(variant: Option<&str>) -> Option<(ElementForce, &'static str)> {
    match variant {
        Some("ForceOnly") => Some((ElementForce::Vforce, "VFORCE")),
        Some("TorqueOnly") => Some((ElementForce::Vtorq, "VTORQUE")),
        Some("ForceAndTorque") => Some((ElementForce::Gforce, "GFORCE")),
        _ => None,
    }
}

/// VFORCE, VTORQUE and GFORCE are one element with a type here, and each function knows one type.
fn vector_type(
    record: &Record,
    element: ElementForce,
    id: u32,
    span: Span,
    b: &mut Builder,
) -> Built {
    if elements(element) != VECTOR {
        return Ok(());
    }
    // The two elements may share an id, and one of them may fit.
    let known: Vec<_> = VECTOR
        .iter()
        .filter_map(|n| b.lookup(&[n], id))
        .filter_map(|(name, known)| Some((name, known.variant, vector_function(known.variant)?)))
        .collect();
    if known.is_empty() || known.iter().any(|(_, _, (e, _))| *e == element) {
        return Ok(());
    }
    let (name, variant, (_, function)) = known[0];
    let message = format!(
        "{}: the function asks for {name}/{id}, which has the type {}",
        record.who,
        variant.unwrap_or_default()
    );
    let d = Diagnostic::error("xml-unknown-reference", span, message)
        .help(format!("use {function}({id}, ...)"));
    b.reading.push(d);
    Err(Stop::Reported)
}
