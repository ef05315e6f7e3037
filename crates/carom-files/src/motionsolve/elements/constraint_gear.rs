//! Constraint_Gear: two bodies on a carrier that mesh.

use super::constraint_joint::{VIRTUAL, keep_virtual};
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, id, marker};
use carom_model::{Gear, JointKind};

const JOINT: &[&str] = &["Constraint_Joint"];

/// Constraint_Gear
pub const ELEMENT: Element = Element {
    attributes: &[
        LABELLED,
        &[
            id("joint1_id", JOINT).required(),
            id("joint2_id", JOINT).required(),
            marker("cv_marker_id").required(),
            VIRTUAL,
        ],
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Constraint_Gear",
        "Two bodies, each in a joint with one carrier, have the same velocity at their pitch point along z of a marker.",
        "MotionSolve help, xml-format_39",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let mut joints = Vec::new();
    for name in ["joint1_id", "joint2_id"] {
        let joint = b.find(r, name, |m| &m.joints)?;
        let joint = b.needs(r, joint, name)?;
        let kind = b.model.joints[joint].kind;
        if !matches!(
            kind,
            JointKind::Revolute | JointKind::Translational | JointKind::Cylindrical
        ) {
            let tag = &b.model.joints[joint].tag;
            let what = format!("{tag} is neither REVOLUTE nor TRANSLATIONAL nor CYLINDRICAL");
            return Err(b.error(r, "xml-motion-target", r.place(name), &what));
        }
        joints.push(joint);
    }
    let cv = b.needed_marker(r, "cv_marker_id")?;
    keep_virtual(r, b);
    let gear = Gear {
        tag: r.tag(),
        joints: [joints[0], joints[1]],
        cv,
    };
    b.insert(|m| &mut m.gears, gear)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, label, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        format!(
            "{BODY}<Constraint_Joint id='5' type='REVOLUTE' i_marker_id='20' j_marker_id='10'/>
             <Constraint_Joint id='6' type='TRANSLATIONAL' i_marker_id='21' j_marker_id='10'/>
             <Constraint_Joint id='7' type='FIXED' i_marker_id='21' j_marker_id='10'/>
             <Constraint_Gear id='3' {attributes}/>"
        )
    }

    #[test]
    fn joints_and_pitch_point() {
        let m = model_of(&with("joint1_id='5' joint2_id='6' cv_marker_id='1'"));
        let gear = find(&m.gears, 3);
        assert_eq!(gear.joints.map(|j| label(&m.joints, j)), [5, 6]);
        assert_eq!(label(&m.markers, gear.cv), 1);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("joint1_id='5' joint2_id='6'"),
            "xml-missing-attribute",
        );
        refused(
            &names("joint1_id='5' joint2_id='7' cv_marker_id='1'"),
            "xml-motion-target",
        );
        refused(
            &names("joint1_id='5' joint2_id='8' cv_marker_id='1'"),
            "xml-unknown-reference",
        );
        let stiff = "joint1_id='5' joint2_id='6' cv_marker_id='1' is_virtual='TRUE'";
        assert_eq!(names(stiff), ["xml-virtual-constraint"]);
    }
}
