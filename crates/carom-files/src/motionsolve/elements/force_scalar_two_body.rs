//! Force_Scalar_TwoBody: a force along the line between two markers, or a torque about z of J.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    LABELLED, Section, USERSUB, boolean, expression, marker, number, word,
};
use carom_expr::Expression;
use carom_model::ScalarForce;
use carom_model::constraint::Function;
use carom_model::force::Kind;

/// Force_Scalar_TwoBody
///
/// A positive force pushes I away from J along the line between them, as in Adams; a positive torque acts on I about
/// z of J. With `is_action_only` it acts on I alone, a force along z of J.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            word("type", &["Force", "Torque"]).required(),
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            boolean("is_action_only").default("FALSE"),
            number("val").dim("F or F·L"),
            expression("val_expression").dim("F or F·L"),
        ],
        USERSUB,
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Scalar_TwoBody",
        "A force along the line between I and J, or a torque about z of J.",
        "MotionSolve help, xml-format_13, sfosub",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("val", "val_expression")])?;
    let action_only = r.flag("is_action_only") == Some(true);
    // Action only: J gives nothing but a direction, and may be on the body of I.
    let (i, j) = if action_only {
        b.pair(r)?
    } else {
        b.pair_of_bodies(r)?
    };
    let function = match r.number("val") {
        Some(x) => Function::Expression(Expression::constant(x)),
        None => b.needed_function(r, "val_expression")?,
    };
    let force = ScalarForce {
        tag: r.tag(),
        kind: match r.word("type") {
            Some("Torque") => Kind::Rotation,
            _ => Kind::Translation,
        },
        i,
        j,
        action_only,
        function,
    };
    b.insert(|m| &mut m.scalar_forces, force)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, model_of, names_of, read, refused};
    use carom_model::constraint::Function;
    use carom_model::force::Kind;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Scalar_TwoBody id='5' {attributes}/>")
    }

    #[test]
    fn forms() {
        let m = model_of(&with(
            "type='FORCE' i_marker_id='20' j_marker_id='10' val_expression='-100*(DM(20,10)-2)\n - VR(20,10)'",
        ));
        let f = find(&m.scalar_forces, 5);
        assert_eq!((f.kind, f.action_only), (Kind::Translation, false));
        let Function::Expression(e) = &f.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "-100*(DM(20,10)-2)  - VR(20,10)");
        let m = model_of(&with(
            "type='torque' i_marker_id='20' j_marker_id='21' val='2.' is_action_only='TRUE'",
        ));
        let f = find(&m.scalar_forces, 5);
        assert_eq!((f.kind, f.action_only), (Kind::Rotation, true));
        let Function::Expression(e) = &f.function else {
            panic!("a number")
        };
        assert_eq!(e.number(), Some(2.0));
    }

    #[test]
    fn user_code_is_kept() {
        let text = with(
            "type='Force' i_marker_id='20' j_marker_id='10' usrsub_param_string='USER(1,2.5)\n'
             usrsub_dll_name='NULL' usrsub_fnc_name='SFOSUB'",
        );
        let (m, d) = read(&text);
        assert!(!d.has_errors());
        assert_eq!(names_of(&text), [""; 0]);
        let m = m.expect("a model");
        let Function::User(u) = &find(&m.scalar_forces, 5).function else {
            panic!("user code")
        };
        assert_eq!(
            (u.parameters.as_slice(), u.routine.as_str()),
            (&[1.0, 2.5][..], "NULL::SFOSUB")
        );
        assert!(m.unsupported.is_empty());
        let text = with("type='Force' i_marker_id='20' j_marker_id='10' val_expression='USER(7)'");
        assert_eq!(names_of(&text), [""; 0]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("i_marker_id='20' j_marker_id='10' val='1'"),
            "xml-missing-attribute",
        );
        refused(
            &names("type='Force' i_marker_id='20' j_marker_id='10'"),
            "xml-missing-attribute",
        );
        refused(
            &names("type='Force' i_marker_id='20' j_marker_id='21' val='1'"),
            "xml-same-body",
        );
        refused(
            &names("type='Froce' i_marker_id='20' j_marker_id='10' val='1'"),
            "xml-bad-value",
        );
        refused(
            &names("type='Force' i_marker_id='20' j_marker_id='10' val='1' val_expression='1'"),
            "xml-conflicting-attributes",
        );
        refused(
            &names("type='Force' i_marker_id='20' j_marker_id='10' val_expression='DZ(99)'"),
            "xml-unknown-reference",
        );
        refused(
            &names("type='Force' i_marker_id='20' j_marker_id='10' val_expression='DZ({x.id})'"),
            "xml-template",
        );
        refused(
            &names("type='Force' i_marker_id='0' j_marker_id='10' val='1'"),
            "xml-missing-attribute",
        );
    }
}
