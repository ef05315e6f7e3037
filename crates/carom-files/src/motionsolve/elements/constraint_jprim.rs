//! Constraint_Jprim: one condition between two markers.

use super::constraint_joint::{CONNECTION, keep_virtual, primitive};
use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, word};
use carom_model::Joint;

/// Constraint_Jprim
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[word(
            "type",
            &[
                "ATPOINT",
                "INLINE",
                "INPLANE",
                "ORIENTATION",
                "PARALLEL_AXES",
                "PERPENDICULAR",
            ],
        )
        .required()],
        CONNECTION,
    ],
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Constraint_Jprim",
        "A condition between markers I and J of two bodies, such as a common point or direction.",
        "MotionSolve help, xml-format_43",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let name = b.needs(r, r.word("type"), "type")?;
    let joint = Joint {
        tag: r.tag(),
        kind: primitive(name),
        i,
        j,
        initial_translation: [None; 2],
        initial_rotation: [None; 2],
    };
    keep_virtual(r, b);
    b.insert(|m| &mut m.primitives, joint)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::JointKind;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Constraint_Jprim id='5' i_marker_id='20' j_marker_id='10' {attributes}/>")
    }

    #[test]
    fn every_type() {
        let kinds = [
            ("AtPoint", JointKind::AtPoint),
            ("INLINE", JointKind::InLine),
            ("INPLANE", JointKind::InPlane),
            ("ORIENTATION", JointKind::Orientation),
            ("PARALLEL_AXES", JointKind::ParallelAxes),
            ("PERPENDICULAR", JointKind::Perpendicular),
        ];
        for (word, kind) in kinds {
            let m = model_of(&with(&format!("type='{word}'")));
            let primitive = find(&m.primitives, 5);
            assert_eq!(primitive.kind, kind);
            let ends = [primitive.i, primitive.j].map(|k| label(&m.markers, k));
            assert_eq!(ends, [20, 10]);
            assert!(m.joints.find(5).is_none());
        }
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names(""), "xml-missing-attribute");
        refused(&names("type='REVOLUTE'"), "xml-bad-value");
        assert_eq!(
            names("type='INLINE' is_virtual='TRUE'"),
            ["xml-virtual-constraint"]
        );
        let same = format!(
            "{BODY}<Constraint_Jprim id='5' type='INLINE' i_marker_id='20' j_marker_id='21'/>"
        );
        refused(&names_of(&same), "xml-same-body");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("primitives_revolute").primitives.iter().count(), 2);
        assert_eq!(deck("primitives").primitives.iter().count(), 5);
    }
}
