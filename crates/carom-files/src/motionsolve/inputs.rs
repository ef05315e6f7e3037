//! Whether the elements that a function names exist.

use super::build::{Builder, Built, Stop};
use super::record::Record;
use carom_base::{Diagnostic, Span};
use carom_expr::{ElementForce, Expression, Input};

const MARKER: &[&str] = &["Reference_Marker"];
const VECTOR: &[&str] = &["Force_Vector_TwoBody", "Force_Vector_OneBody"];

/// Checks every id in an expression of an element. Marker 0 is the global frame.
///
/// Errors: `xml-unknown-reference`; not supported if an element is not.
pub fn check(record: &Record, expression: &Expression, b: &mut Builder) -> Built {
    let mut result = Ok(());
    for (input, span) in expression.inputs() {
        for (names, label) in labels(&input) {
            if let Err(stop) = b.known(record, names, label, span) {
                result = Err(stop);
            }
        }
        if let Input::ElementForce { element, id, .. } = input
            && let Err(stop) = vector_type(record, element, id, span, b)
        {
            result = Err(stop);
        }
    }
    result
}

/// The names and ids of the elements that an input asks for.
fn labels(input: &Input) -> Vec<(&'static [&'static str], u32)> {
    let markers = |list: &[Option<u32>]| {
        let given = list.iter().flatten().filter(|l| **l != 0);
        given.map(|&label| (MARKER, label)).collect::<Vec<_>>()
    };
    match *input {
        Input::Measure { markers: ref m, .. } => markers(m),
        Input::GenericForce { i, j, k, .. } => markers(&[Some(i), j, k]),
        Input::ElementForce {
            element, id, rm, ..
        } => {
            let mut list = markers(&[rm]);
            list.push((elements(element), id));
            list
        }
        Input::Variable(id) => vec![(&["Reference_Variable"], id)],
        Input::Array(id, _) => vec![(&["Reference_Array"], id)],
        Input::Diff(id) | Input::DiffRate(id) => vec![(&["Control_Diff"], id)],
        Input::PlantInput(id, _) => vec![(&["Control_PlantInput"], id)],
        Input::PlantOutput(id, _) => vec![(&["Control_PlantOutput"], id)],
        Input::Sensor(id) => vec![(&["Sensor_Event", "Sensor_Evaluate"], id)],
        Input::KineticEnergy(id) => vec![(&["Body_Rigid", "Body_Flexible", "Body_Point"], id)],
        Input::Time | Input::Mode | Input::Statistic(_) | Input::Named(_) => Vec::new(),
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

/// VFORCE, VTORQUE and GFORCE are one element with a type here, and each function knows one type.
fn vector_type(
    record: &Record,
    element: ElementForce,
    id: u32,
    span: Span,
    b: &mut Builder,
) -> Built {
    let of = |variant| match variant {
        Some("ForceOnly") => Some((ElementForce::Vforce, "VFORCE")),
        Some("TorqueOnly") => Some((ElementForce::Vtorq, "VTORQUE")),
        Some("ForceAndTorque") => Some((ElementForce::Gforce, "GFORCE")),
        _ => None,
    };
    if elements(element) != VECTOR {
        return Ok(());
    }
    // The two elements may share an id, and one of them may fit.
    let known: Vec<_> = VECTOR
        .iter()
        .filter_map(|n| b.lookup(&[n], id))
        .filter_map(|(name, known)| Some((name, known.variant, of(known.variant)?)))
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
