//! Motion_Joint: the displacement of a joint as a function of time.
//!
//! The displacement is that of I along or about z of J, as DZ(I,J,J) and AZ(I,J) measure it; velocity and
//! acceleration are its derivatives.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Attribute, FUNCTION_TYPE, LABELLED, Section, USERSUB, expression, id, number, text, word,
};
use carom_model::constraint::{Freedom, Motion, MotionLevel, MotionTarget};
use carom_model::{JointId, JointKind};

/// What all motions share: the function and the start.
pub const DRIVE: &[Attribute] = &[
    word("val_type", &["D", "V", "A"]).default("D"),
    number("ic_disp").dim("L or θ").default("as assembled"),
    number("ic_vel")
        .dim("L·T⁻¹ or θ·T⁻¹")
        .default("as assembled"),
    expression("expr").dim("L or θ, by T or T² for V and A"),
];

/// Motion_Joint
pub const ELEMENT: Element = Element {
    status: Status::Partial("user-written motions with --allow-user-code"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            id("joint_id", &["Constraint_Joint"]).required(),
            text("joint_type").ignored("the joint itself says its type"),
            word("motion_type", &["R", "T"]).default("the only freedom of the joint"),
        ],
        FUNCTION_TYPE,
        DRIVE,
        USERSUB,
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Motion_Joint",
        "Drives a revolute, translational or cylindrical joint as a function of time.",
        "MotionSolve help, xml-format_74",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let joint = b.find(r, "joint_id", |m| &m.joints)?;
    let joint = b.needs(r, joint, "joint_id")?;
    let freedom = freedom(r, b, joint, ("joint_id", "motion_type"))?;
    drive(r, b, MotionTarget::Joint(joint, freedom))
}

/// Enters the motion of a target.
pub(super) fn drive(r: &Record, b: &mut Builder, target: MotionTarget) -> Built {
    let level = match r.word("val_type") {
        Some("V") => MotionLevel::Velocity,
        Some("A") => MotionLevel::Acceleration,
        _ => MotionLevel::Displacement,
    };
    let motion = Motion {
        tag: r.tag(),
        target,
        level,
        initial_displacement: initial(r, b, "ic_disp", level != MotionLevel::Displacement),
        initial_velocity: initial(r, b, "ic_vel", level == MotionLevel::Acceleration),
        function: b.needed_function(r, "expr")?,
    };
    // Motion_Joint and Motion_Marker may share an id.
    b.insert_shared(r, |m| &mut m.motions, motion);
    Ok(())
}

/// A start that the function does not give already.
fn initial(r: &Record, b: &mut Builder, attribute: &str, open: bool) -> Option<f64> {
    if !open && r.has(attribute) {
        let what = format!("{attribute} is not used: expr says it already");
        b.warning(r, "xml-motion-start", r.place(attribute), &what);
    }
    r.number(attribute).filter(|_| open)
}

/// The freedom of a joint that is meant: what the attribute `choice` says, or the only one. `place` is the
/// attribute that names the joint.
pub(super) fn freedom(
    r: &Record,
    b: &mut Builder,
    joint: JointId,
    (place, choice): (&str, &str),
) -> Built<Freedom> {
    let asked = r.word(choice).map(|word| match word {
        "T" => Freedom::Translation,
        _ => Freedom::Rotation,
    });
    let tag = b.model.joints[joint].tag.to_string();
    let only = match b.model.joints[joint].kind {
        JointKind::Translational => Freedom::Translation,
        JointKind::Revolute => Freedom::Rotation,
        JointKind::Cylindrical => return b.needs(r, asked, choice),
        _ => {
            let what = format!("{tag} is neither TRANSLATIONAL, REVOLUTE nor CYLINDRICAL");
            return Err(b.error(r, "xml-motion-target", r.place(place), &what));
        }
    };
    if asked.is_some_and(|a| a != only) {
        let what = format!("{tag} has the other freedom");
        return Err(b.error(r, "xml-motion-target", r.place(choice), &what));
    }
    Ok(only)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, read, refused};
    use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};

    fn with(joint: &str, attributes: &str) -> String {
        format!(
            "{BODY}<Constraint_Joint id='3' type='{joint}' i_marker_id='20' j_marker_id='10'/>
             <Motion_Joint id='5' joint_id='3' {attributes}/>"
        )
    }

    #[test]
    fn forms() {
        let (d, v, a) = (
            MotionLevel::Displacement,
            MotionLevel::Velocity,
            MotionLevel::Acceleration,
        );
        let (t, r) = (Freedom::Translation, Freedom::Rotation);
        let cases = [
            ("REVOLUTE", "", r, d, [None; 2]),
            ("REVOLUTE", "motion_type='R' val_type='D'", r, d, [None; 2]),
            (
                "TRANSLATIONAL",
                "val_type='V' ic_disp='2'",
                t,
                v,
                [Some(2.0), None],
            ),
            (
                "CYLINDRICAL",
                "motion_type='t' val_type='A' ic_disp='2' ic_vel='3'",
                t,
                a,
                [Some(2.0), Some(3.0)],
            ),
            (
                "CYLINDRICAL",
                "motion_type='R' joint_type='C'",
                r,
                d,
                [None; 2],
            ),
        ];
        for (joint, attributes, freedom, level, start) in cases {
            let m = model_of(&with(joint, &format!("{attributes} expr='SIN(TIME)'")));
            let motion = find(&m.motions, 5);
            let MotionTarget::Joint(id, f) = motion.target else {
                panic!("a joint")
            };
            assert_eq!((label(&m.joints, id), f), (3, freedom));
            assert_eq!(motion.level, level);
            let found = [motion.initial_displacement, motion.initial_velocity];
            assert_eq!(found, start);
            let Function::Expression(e) = &motion.function else {
                panic!("an expression")
            };
            assert_eq!(e.text(), "SIN(TIME)");
        }
    }

    #[test]
    fn user_code_is_kept() {
        let text = with("REVOLUTE", "type='USERSUB' usrsub_param_string='USER(4)'");
        assert_eq!(names_of(&text), [""; 0]);
        let m = read(&text).0.expect("a model");
        assert!(matches!(find(&m.motions, 5).function, Function::User(_)));
        assert!(m.unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |joint: &str, a: &str| names_of(&with(joint, a));
        refused(&names("REVOLUTE", ""), "xml-missing-attribute");
        refused(&names("CYLINDRICAL", "expr='0'"), "xml-missing-attribute");
        refused(
            &names("REVOLUTE", "motion_type='T' expr='0'"),
            "xml-motion-target",
        );
        refused(&names("SPHERICAL", "expr='0'"), "xml-motion-target");
        refused(&names("REVOLUTE", "val_type='X' expr='0'"), "xml-bad-value");
        assert_eq!(
            names("REVOLUTE", "ic_disp='1' expr='0'"),
            ["xml-motion-start"]
        );
        let unknown = format!("{BODY}<Motion_Joint id='5' joint_id='3' expr='0'/>");
        refused(&names_of(&unknown), "xml-unknown-reference");
    }

    #[test]
    fn decks() {
        let decks = [
            ("slider_displacement", MotionLevel::Displacement),
            ("slider_velocity", MotionLevel::Velocity),
            ("slider_acceleration", MotionLevel::Acceleration),
        ];
        for (name, level) in decks {
            let m = deck(name);
            assert_eq!(find(&m.motions, 1).level, level, "{name}");
        }
    }
}
