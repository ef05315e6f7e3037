//! Constraint_Joint: two markers held together.
//!
//! A screw holds nothing but the ratio of translation and rotation, and a rack and pinion that of rolling: a
//! cylindrical joint, or a revolute and a translational one, stand beside it. A positive turn about z moves a screw along
//! +z. A turn of the pinion (I) about its z moves the rack (J) along its z, with a negative pitch diameter the other
//! way, as Adams does, whose decks MotionSolve reads; the help names no sign for either.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Attribute, LABELLED, Range, Section, boolean, marker, number, word,
};
use carom_model::{Joint, JointKind};

/// What joints and primitives share.
pub const CONNECTION: &[Attribute] = &[
    marker("i_marker_id").required(),
    marker("j_marker_id").required(),
    VIRTUAL,
];

/// A constraint that may be a stiff force instead.
pub(super) const VIRTUAL: Attribute = boolean("is_virtual")
    .default("FALSE")
    .partial("the constraint is kept where a stiff force is asked for");

/// Constraint_Joint
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[word(
            "type",
            &[
                "FIXED",
                "REVOLUTE",
                "TRANSLATIONAL",
                "CYLINDRICAL",
                "SPHERICAL",
                "UNIVERSAL",
                "HOOKE",
                "CONSTANT_VELOCITY",
                "PLANAR",
                "SCREW",
                "RACK_PINION",
                "INLINE",
                "INPLANE",
                "ORIENTATION",
                "PARALLEL_AXES",
                "PERPENDICULAR",
                "FREE",
            ],
        )
        .required()],
        CONNECTION,
        &[
            number("pitch").dim("L"),
            number("pitch_diameter")
                .dim("L")
                .range(Range::NonZero)
                .partial("a positive turn moves the rack along z of J, as in Adams; the help names no sign"),
        ],
    ],
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Constraint_Joint",
        "A joint between markers I and J of two bodies.",
        "MotionSolve help, xml-format_41; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let joint = Joint {
        tag: r.tag(),
        kind: kind(r, b)?,
        i,
        j,
        initial_translation: [None; 2],
        initial_rotation: [None; 2],
    };
    keep_virtual(r, b);
    b.insert(|m| &mut m.joints, joint)
}

fn kind(r: &Record, b: &mut Builder) -> Built<JointKind> {
    let name = b.needs(r, r.word("type"), "type")?;
    only(r, b, "pitch", name == "SCREW", "SCREW");
    only(r, b, "pitch_diameter", name == "RACK_PINION", "RACK_PINION");
    Ok(match name {
        "FIXED" => JointKind::Fixed,
        "REVOLUTE" => JointKind::Revolute,
        "TRANSLATIONAL" => JointKind::Translational,
        "CYLINDRICAL" => JointKind::Cylindrical,
        "SPHERICAL" => JointKind::Spherical,
        "UNIVERSAL" => JointKind::Universal,
        "HOOKE" => JointKind::Hooke,
        "CONSTANT_VELOCITY" => JointKind::ConstantVelocity,
        "PLANAR" => JointKind::Planar,
        "SCREW" => JointKind::Screw {
            pitch: b.needs(r, r.number("pitch"), "pitch")?,
        },
        "RACK_PINION" => JointKind::RackPinion {
            diameter: b.needs(r, r.number("pitch_diameter"), "pitch_diameter")?,
        },
        "FREE" => JointKind::Free,
        name => primitive(name),
    })
}

/// What a primitive holds.
pub(super) fn primitive(name: &str) -> JointKind {
    match name {
        "INLINE" => JointKind::InLine,
        "INPLANE" => JointKind::InPlane,
        "ORIENTATION" => JointKind::Orientation,
        "PARALLEL_AXES" => JointKind::ParallelAxes,
        "PERPENDICULAR" => JointKind::Perpendicular,
        _ => JointKind::AtPoint,
    }
}

/// Reports an attribute that the type of joint does not have.
fn only(r: &Record, b: &mut Builder, attribute: &str, fits: bool, types: &str) {
    if !fits && r.has(attribute) {
        let what = format!("{attribute} is not used; it belongs to {types} joints");
        b.warning(r, "xml-joint-attribute", r.place(attribute), &what);
    }
}

/// Says that a constraint stays one.
pub(super) fn keep_virtual(r: &Record, b: &mut Builder) {
    if r.flag("is_virtual") == Some(true) {
        let what = "is_virtual asks for a stiff force; the exact constraint is kept";
        b.warning(r, "xml-virtual-constraint", r.place("is_virtual"), what);
    }
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::JointKind;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Constraint_Joint id='5' i_marker_id='20' j_marker_id='10' {attributes}/>")
    }

    #[test]
    fn every_type() {
        let kinds = [
            ("type='FIXED'", JointKind::Fixed),
            ("type='revolute'", JointKind::Revolute),
            ("type='TRANSLATIONAL'", JointKind::Translational),
            ("type='CYLINDRICAL'", JointKind::Cylindrical),
            ("type='SPHERICAL'", JointKind::Spherical),
            ("type='UNIVERSAL'", JointKind::Universal),
            ("type='HOOKE'", JointKind::Hooke),
            ("type='CONSTANT_VELOCITY'", JointKind::ConstantVelocity),
            ("type='PLANAR'", JointKind::Planar),
            ("type='SCREW' pitch='2.5'", JointKind::Screw { pitch: 2.5 }),
            (
                "TYPE='RACK_PINION' pitch_diameter='-3'",
                JointKind::RackPinion { diameter: -3.0 },
            ),
            ("type='INLINE'", JointKind::InLine),
            ("type='INPLANE'", JointKind::InPlane),
            ("type='ORIENTATION'", JointKind::Orientation),
            ("type='PARALLEL_AXES'", JointKind::ParallelAxes),
            ("type='PERPENDICULAR'", JointKind::Perpendicular),
            ("type='FREE'", JointKind::Free),
        ];
        for (attributes, kind) in kinds {
            let m = model_of(&with(attributes));
            let joint = find(&m.joints, 5);
            assert_eq!(joint.kind, kind);
            let ends = [joint.i, joint.j].map(|k| label(&m.markers, k));
            assert_eq!(ends, [20, 10]);
        }
    }

    #[test]
    fn virtual_joints_stay_exact() {
        let m = model_of(&with("type='FIXED' is_virtual='FALSE'"));
        assert_eq!(find(&m.joints, 5).kind, JointKind::Fixed);
        assert!(names_of(&with("type='FIXED' is_virtual='FALSE'")).is_empty());
        let text = with("type='FIXED' is_virtual='TRUE'");
        assert_eq!(find(&model_of(&text).joints, 5).kind, JointKind::Fixed);
        assert_eq!(names_of(&text), ["xml-virtual-constraint"]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names(""), "xml-missing-attribute");
        refused(&names("type='REVOLTE'"), "xml-bad-value");
        refused(&names("type='SCREW'"), "xml-missing-attribute");
        refused(&names("type='RACK_PINION'"), "xml-missing-attribute");
        refused(
            &names("type='RACK_PINION' pitch_diameter='0'"),
            "xml-out-of-range",
        );
        assert_eq!(names("type='FIXED' pitch='1'"), ["xml-joint-attribute"]);
        let same = format!(
            "{BODY}<Constraint_Joint id='5' type='FIXED' i_marker_id='20' j_marker_id='21'/>"
        );
        refused(&names_of(&same), "xml-same-body");
        let unknown = format!(
            "{BODY}<Constraint_Joint id='5' type='FIXED' i_marker_id='20' j_marker_id='99'/>"
        );
        refused(&names_of(&unknown), "xml-unknown-reference");
    }

    #[test]
    fn decks() {
        let decks = [
            ("pendulum", JointKind::Revolute),
            ("joint_constant_velocity", JointKind::ConstantVelocity),
            ("joint_cylindrical", JointKind::Cylindrical),
            ("joint_fixed", JointKind::Fixed),
            ("joint_free", JointKind::Free),
            ("joint_hooke", JointKind::Hooke),
            ("joint_planar", JointKind::Planar),
            ("joint_screw", JointKind::Screw { pitch: 0.8 }),
            (
                "joint_rack_pinion",
                JointKind::RackPinion { diameter: -0.3 },
            ),
            ("joint_primitives", JointKind::Perpendicular),
            ("joint_spherical", JointKind::Spherical),
            ("joint_universal", JointKind::Universal),
        ];
        for (name, kind) in decks {
            let m = deck(name);
            assert!(m.joints.iter().any(|j| j.kind == kind), "{name}");
        }
    }
}
