//! Constraint_General: an expression kept at zero.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Element, FUNCTION_TYPE, LABELLED, Section, USERSUB, expression, marker,
};
use carom_model::GeneralConstraint;
use carom_model::constraint::Function;

/// Constraint_General
pub const ELEMENT: Element = Element {
    status: Status::Partial("user-written code is not run"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[marker("i_marker_id").default("the reaction is not reported")],
        FUNCTION_TYPE,
        &[expression("expr").alias(&["expression"])],
        USERSUB,
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Constraint_General",
        "Keeps an expression at zero: of displacements, or linear in velocities (nonholonomic).",
        "MotionSolve help, gcon_api",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let i = b.marker(r, "i_marker_id")?;
    // User-written code has been reported, and there is nothing to keep.
    let Function::Expression(function) = b.needed_function(r, "expr")? else {
        return Ok(());
    };
    let constraint = GeneralConstraint {
        tag: r.tag(),
        i,
        function,
    };
    b.insert(|m| &mut m.general_constraints, constraint)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, read, refused};

    fn with(attributes: &str) -> String {
        format!("{BODY}<Constraint_General id='5' {attributes}/>")
    }

    #[test]
    fn forms() {
        let m = model_of(&with("expr='DM(20,10)-2'"));
        let g = find(&m.general_constraints, 5);
        assert_eq!((g.i, g.function.text()), (None, "DM(20,10)-2"));
        let m = model_of(&with("type='EXPRESSION' i_marker_id='20' expr='VX(20,10)'"));
        let g = find(&m.general_constraints, 5);
        assert_eq!(g.i.map(|i| label(&m.markers, i)), Some(20));
    }

    #[test]
    fn user_code_is_reported() {
        for text in ["type='USERSUB' usrsub_fnc_name='GCOSUB'", "expr='USER(1)'"] {
            let text = with(text);
            assert_eq!(names_of(&text), ["xml-user-subroutine"]);
            let m = read(&text).0.expect("a model");
            assert!(m.unsupported[0].changes_motion);
            assert!(m.general_constraints.find(5).is_none());
        }
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names(""), "xml-missing-attribute");
        refused(&names("expr='DM(20,99)'"), "xml-unknown-reference");
        refused(&names("i_marker_id='99' expr='0'"), "xml-unknown-reference");
    }

    #[test]
    fn a_deck() {
        let m = deck("general_constraint");
        assert_eq!(m.general_constraints.iter().count(), 1);
    }
}
