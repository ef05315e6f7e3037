//! Activate and Deactivate: elements work or rest.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::{Build, Element};
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, Section, ids, text};
use carom_base::Diagnostic;
use carom_model::Command;

/// The words for elements, and the names that those have.
const KEYWORDS: &[(&str, &[&str])] = &[
    ("BEAM", &["Force_Beam"]),
    ("BUSH", &["Force_Bushing"]),
    ("CONTACT", &["Force_Contact"]),
    ("COUPLER", &["Constraint_Coupler"]),
    ("CVCV", &["Constraint_CVCV"]),
    ("CVSF", &["Constraint_CVSF"]),
    ("DIFF", DIFF),
    ("FIELD", &["Force_Field"]),
    ("FORCE", VECTOR),
    ("FRICTION", &["Force_JointFriction"]),
    ("GCON", &["Constraint_General"]),
    ("GEAR", &["Constraint_Gear"]),
    ("GFORCE", VECTOR),
    ("GSE", &["Control_StateEqn"]),
    ("JOINT", &["Constraint_Joint"]),
    ("JPRIM", &["Constraint_Jprim"]),
    ("LSE", &["Control_StateEqn"]),
    ("MATE", &["Constraint_Mate"]),
    ("MFORCE", &["Force_FlexModal"]),
    ("MOTION", &["Motion_Joint", "Motion_Marker"]),
    ("NFORCE", &["Force_MultiPoint"]),
    ("PFORCE", &["Force_Penalty"]),
    ("PTCV", &["Constraint_PTCV"]),
    ("PTDCV", &["Constraint_PTdCV"]),
    ("PTDSF", &["Constraint_PTdSF"]),
    ("PTDSFF", &["Force_PTdSF"]),
    ("PTSF", &["Constraint_PTSF"]),
    ("SENSOR", &["Sensor_Event"]),
    ("SFORCE", &["Force_Scalar_TwoBody"]),
    ("SPDP", &["Force_SpringDamper"]),
    ("UCON", &["Constraint_UserConstr"]),
    ("VFORCE", VECTOR),
    ("VTORQUE", VECTOR),
];

/// What else it would be that an equation rests (its state holds, or its state is gone) no reference says.
const DIFF: &[&str] = &["Control_Diff"];

const VECTOR: &[&str] = &["Force_Vector_TwoBody", "Force_Vector_OneBody"];

const ATTRIBUTES: &[&[Attribute]] = &[&[
    text("element_type").required(),
    ids("element_id", &[]).required(),
]];

const fn command(
    name: &'static str,
    text: &'static str,
    source: &'static str,
    take: Build,
) -> Element {
    Element {
        status: Status::Partial("the elements that are supported"),
        section: Section::Command,
        attributes: ATTRIBUTES,
        command: Some(take),
        ..Element::new(name, text, source)
    }
}

/// Activate
pub const ACTIVATE: Element = command(
    "Activate",
    "Lets elements work that were deactivated.",
    "MotionSolve help, xml-format",
    |r, b| take(r, b, true),
);

/// Deactivate
pub const DEACTIVATE: Element = command(
    "Deactivate",
    "Lets elements rest.",
    "MotionSolve help, xml-format_5",
    |r, b| take(r, b, false),
);

fn take(r: &Record, b: &mut Builder, active: bool) -> Built {
    let word = r.text("element_type").trim();
    let same = |(k, _): &&(&str, _)| k.eq_ignore_ascii_case(word);
    let Some(&(_, names)) = KEYWORDS.iter().find(same) else {
        let message = format!("{}: element_type knows no {word:?}", r.who);
        let d = Diagnostic::error("xml-bad-value", r.place("element_type"), message)
            .suggest(word, KEYWORDS.iter().map(|(k, _)| *k));
        b.reading.push(d);
        return Err(Stop::Reported);
    };
    for &(label, span) in r.ids("element_id") {
        b.known(r, names, label, span)?;
    }
    tell_of_both(r, b, names);
    if names == DIFF {
        let why = "differential equations cannot rest".to_string();
        return Err(Stop::Unsupported(why, r.place("element_type")));
    }
    let labels: Vec<u32> = r.ids("element_id").iter().map(|(l, _)| *l).collect();
    if labels.is_empty() {
        let what = "it names no element";
        return Err(b.error(r, "xml-bad-id", r.place("element_id"), what));
    }
    b.model.commands.push(Command::SetActive {
        statements: names.to_vec(),
        labels,
        active,
        span: r.span,
    });
    Ok(())
}

/// Elements of two kinds may share an id; the command is about both.
fn tell_of_both(r: &Record, b: &mut Builder, names: &[&'static str]) {
    for &(label, span) in r.ids("element_id") {
        let there = names.iter().filter(|n| b.lookup(&[n], label).is_some());
        let all: Vec<String> = there.map(|n| format!("{n}/{label}")).collect();
        if all.len() > 1 {
            let what = format!("it is about both {}", all.join(" and "));
            b.warning(r, "xml-shared-label", span, &what);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::ELEMENTS;
    use crate::motionsolve::testing::{BODY, model_with, names, read_with, refused};
    use carom_model::Command;

    const FORCE: &str =
        "<Force_Scalar_TwoBody id='5' type='Force' i_marker_id='20' j_marker_id='10' val='1'/>";

    #[test]
    fn two_elements_of_one_id_are_told() {
        let forces = "<Reference_Marker id='13' body_id='1'/>\
            <Force_Vector_TwoBody id='5' type='ForceOnly' i_marker_id='20' j_floating_marker_id='13' fx_expression='1'/>\
            <Force_Vector_OneBody id='5' type='ForceOnly' marker_id='20' fx_expression='1'/>";
        let (_, list) = read_with(
            &format!("{BODY}{forces}"),
            "<Deactivate element_type='VFORCE' element_id='5'/>",
        );
        // of the model, and of the command
        assert_eq!(names(&list), ["xml-shared-label"; 2]);
    }

    #[test]
    fn forces_rest_and_work_again() {
        let m = model_with(
            &format!("{BODY}{FORCE}"),
            "<Deactivate element_type='sforce' element_id='5'/><Activate element_type='SFORCE' element_id='5'/>",
        );
        let states = m.commands.iter().map(|c| match c {
            Command::SetActive {
                statements,
                labels,
                active,
                ..
            } => (statements[0], labels.as_slice(), *active),
            other => panic!("{other:?}"),
        });
        let states: Vec<_> = states.collect();
        assert_eq!(
            states,
            [
                ("Force_Scalar_TwoBody", &[5][..], false),
                ("Force_Scalar_TwoBody", &[5][..], true)
            ]
        );
    }

    #[test]
    fn refusals() {
        let names = |c: &str| names(&read_with(&format!("{BODY}{FORCE}"), c).1);
        refused(
            &names("<Activate element_type='SFROCE' element_id='5'/>"),
            "xml-bad-value",
        );
        refused(
            &names("<Activate element_type='SFORCE' element_id='6'/>"),
            "xml-unknown-reference",
        );
        refused(
            &names("<Activate element_type='SFORCE' element_id='0'/>"),
            "xml-bad-id",
        );
        refused(
            &names("<Deactivate element_type='SFORCE'/>"),
            "xml-missing-attribute",
        );
        let gear = "<Constraint_Mate id='3'/>";
        let c = "<Deactivate element_type='MATE' element_id='3'/>";
        refused(&names_of_both(gear, c), "xml-unsupported-command");
    }

    fn names_of_both(model: &str, command: &str) -> Vec<&'static str> {
        names(&read_with(model, command).1)
    }

    #[test]
    fn keywords_name_elements_of_the_language() {
        for (_, list) in super::KEYWORDS {
            for name in *list {
                assert!(ELEMENTS.iter().any(|e| e.name == *name), "{name}");
            }
        }
    }
}
