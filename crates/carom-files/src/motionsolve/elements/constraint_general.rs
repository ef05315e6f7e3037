//! Constraint_General: an expression kept at zero.

use super::constraint_joint::{VIRTUAL, keep_virtual};
use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{FUNCTION_TYPE, LABELLED, Section, USERSUB, expression, marker};
use carom_model::GeneralConstraint;

/// Constraint_General
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[marker("i_marker_id").default("the reaction is not reported")],
        FUNCTION_TYPE,
        &[expression("expr").alias(&["expression"]), VIRTUAL],
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
    keep_virtual(r, b);
    let i = b.marker(r, "i_marker_id")?;
    let function = b.needed_function(r, "expr")?;
    let constraint = GeneralConstraint {
        tag: r.tag(),
        i,
        function,
    };
    b.insert(|m| &mut m.general_constraints, constraint)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::constraint::Function;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Constraint_General id='5' {attributes}/>")
    }

    fn text(g: &super::GeneralConstraint) -> &str {
        match &g.function {
            Function::Expression(e) => e.text(),
            Function::User(user) => &user.routine,
        }
    }

    #[test]
    fn forms() {
        let m = model_of(&with("expr='DM(20,10)-2'"));
        let g = find(&m.general_constraints, 5);
        assert_eq!((g.i, text(g)), (None, "DM(20,10)-2"));
        let m = model_of(&with("type='EXPRESSION' i_marker_id='20' expr='VX(20,10)'"));
        let g = find(&m.general_constraints, 5);
        assert_eq!(g.i.map(|i| label(&m.markers, i)), Some(20));
    }

    #[test]
    fn user_code_is_kept() {
        for (attributes, routine) in [
            ("type='USERSUB' usrsub_fnc_name='GCOSUB'", "GCOSUB"),
            ("expr='USER(1)'", ""),
        ] {
            let m = model_of(&with(attributes));
            let g = find(&m.general_constraints, 5);
            assert!(matches!(&g.function, Function::User(u) if u.routine == routine));
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
