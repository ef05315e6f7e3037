//! Force_Vector_OneBody: a force, a torque or both on one body, without a reaction.

use super::force_vector_two_body::{COMPONENTS, TYPE, insert};
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, USERSUB, marker};

/// Force_Vector_OneBody
///
/// The components act on the body of `marker_id` at that marker, along the axes of `ref_marker_id`.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        TYPE,
        &[
            marker("marker_id").required(),
            marker("ref_marker_id").default("the global frame"),
        ],
        COMPONENTS,
        USERSUB,
    ],
    // After Force_Vector_TwoBody, whose floating markers it may not use.
    phase: 4,
    build: Some(build),
    ..Element::new(
        "Force_Vector_OneBody",
        "A force, a torque or both on one body, without a reaction.",
        "MotionSolve help, xml-format_63",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let i = b.needed_marker(r, "marker_id")?;
    insert(r, b, i, None)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Vector_OneBody id='5' {attributes}/>")
    }

    #[test]
    fn types() {
        let m = model_of(&with(
            "type='ForceOnly' marker_id='21' ref_marker_id='20' fy_expression='3*TIME'",
        ));
        let f = find(&m.vector_forces, 5);
        assert!(f.reaction.is_none() && f.components[1].is_some());
        assert_eq!(label(&m.markers, f.i), 21);
        let m = model_of(&with("type='TORQUEONLY' marker_id='21' tx_expression='1'"));
        assert!(find(&m.vector_torques, 5).components[3].is_some());
    }

    #[test]
    fn ids_are_its_own() {
        let two = "<Force_Vector_TwoBody id='5' type='ForceOnly' i_marker_id='20' \
                   j_floating_marker_id='10' fx_expression='1'/>";
        let one = with("type='ForceOnly' marker_id='21' fx_expression='2'");
        let text = format!("{one}{two}");
        assert_eq!(names_of(&text), ["xml-shared-label"]);
        assert_eq!(model_of(&text).vector_forces.iter().count(), 2);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("type='ForceOnly' fx_expression='1'"),
            "xml-missing-attribute",
        );
        refused(
            &names("type='ForceOnly' marker_id='20'"),
            "xml-missing-attribute",
        );
        refused(
            &names("type='TorqueOnly' marker_id='20' fx_expression='1'"),
            "xml-conflicting-attributes",
        );
        refused(
            &names("type='ForceOnly' marker_id='99' fx_expression='1'"),
            "xml-unknown-reference",
        );
    }

    #[test]
    fn a_deck() {
        assert_eq!(
            deck("force_vector_one_body").vector_forces.iter().count(),
            1
        );
    }
}
