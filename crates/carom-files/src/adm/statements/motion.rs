//! MOTION: a displacement, velocity or acceleration as a function of time.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, flag, function, id, number, routine};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::constraint::{Freedom, Motion, MotionDirection, MotionLevel, MotionTarget};
use carom_model::{JointId, JointKind};

const DIRECTIONS: &[&str] = &["X", "Y", "Z", "B1", "B2", "B3"];

/// MOTION
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "MOTION",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Drives a joint, or one direction between two markers, as a function of time.",
        source: "Adams Solver help, MOTION",
        arguments: &[
            id("JOINT"),
            flag("TRANSLATION").alias(&["TRANSLATIONAL"]),
            flag("ROTATION").alias(&["ROTATIONAL"]),
            id("I"),
            id("J"),
            flag("X"),
            flag("Y"),
            flag("Z"),
            flag("B1"),
            flag("B2"),
            flag("B3"),
            flag("DISPLACEMENT").default("this"),
            flag("VELOCITY"),
            flag("ACCELERATION"),
            number("ICDISP").dim("L or θ").default("as assembled"),
            number("ICVEL")
                .dim("L·T⁻¹ or θ·T⁻¹")
                .default("as assembled"),
            function("FUNCTION").required(),
            routine("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let args = &r.args;
    b.exclusive(r, &[("JOINT", "I"), ("JOINT", "J")])?;
    let target = if args.has("JOINT") {
        joint_target(r, b)?
    } else {
        marker_target(r, b)?
    };
    let level = match b.choice(r, &["DISPLACEMENT", "VELOCITY", "ACCELERATION"])? {
        Some("VELOCITY") => MotionLevel::Velocity,
        Some("ACCELERATION") => MotionLevel::Acceleration,
        _ => MotionLevel::Displacement,
    };
    let function = args.function("FUNCTION", Some("ROUTINE"));
    let motion = Motion {
        tag: r.tag(),
        target,
        level,
        initial_displacement: args.number("ICDISP"),
        initial_velocity: args.number("ICVEL"),
        function: b.needs(r, function, "FUNCTION")?,
    };
    insert(&mut b.model.motions, motion)
}

fn joint_target(r: &Record, b: &mut Builder) -> Built<MotionTarget> {
    let joint = b.find(r, "JOINT", "JOINT", |m| &m.joints)?;
    let joint = b.needs(r, joint, "JOINT")?;
    for direction in DIRECTIONS {
        b.exclusive(r, &[("JOINT", direction)])?;
    }
    let asked = b
        .choice(r, &["TRANSLATION", "ROTATION"])?
        .map(|name| match name {
            "TRANSLATION" => Freedom::Translation,
            _ => Freedom::Rotation,
        });
    let what = ("JOINT", "TRANSLATION or ROTATION");
    let freedom = freedom(r, b, joint, asked, what)?;
    Ok(MotionTarget::Joint(joint, freedom))
}

/// The freedom of a joint that is meant, `asked` for or the only one. `place` is the argument that names the
/// joint, `choice` what says which of two freedoms is meant.
pub(super) fn freedom(
    r: &Record,
    b: &mut Builder,
    joint: JointId,
    asked: Option<Freedom>,
    (place, choice): (&str, &str),
) -> Built<Freedom> {
    let tag = b.model.joints[joint].tag.to_string();
    let only = match b.model.joints[joint].kind {
        JointKind::Translational => Freedom::Translation,
        JointKind::Revolute => Freedom::Rotation,
        JointKind::Cylindrical => {
            return asked.ok_or_else(|| {
                let what = format!("{choice} is needed, because {tag} is CYLINDRICAL");
                b.error(r, "adm-missing-argument", r.span, &what)
            });
        }
        _ => {
            let what = format!(
                "{tag} has no single freedom that could follow: a TRANSLATIONAL, REVOLUTE or CYLINDRICAL joint has one"
            );
            return Err(b.error(r, "adm-motion-target", r.place(place), &what));
        }
    };
    if asked.is_some_and(|a| a != only) {
        let what = match only {
            Freedom::Translation => format!("{tag} slides and does not turn"),
            _ => format!("{tag} turns and does not slide"),
        };
        return Err(b.error(r, "adm-motion-target", r.place(place), &what));
    }
    Ok(only)
}

fn marker_target(r: &Record, b: &mut Builder) -> Built<MotionTarget> {
    if !r.args.has("I") && !r.args.has("J") {
        let what = "JOINT, or I and J, is needed";
        return Err(b.error(r, "adm-missing-argument", r.span, what));
    }
    let (i, j) = b.pair_of_parts(r)?;
    for flag in ["TRANSLATION", "ROTATION"] {
        b.exclusive(r, &[("I", flag)])?;
    }
    let direction = match b.one_of(r, DIRECTIONS, "a direction")? {
        "X" => MotionDirection::X,
        "Y" => MotionDirection::Y,
        "Z" => MotionDirection::Z,
        "B1" => MotionDirection::B1,
        "B2" => MotionDirection::B2,
        _ => MotionDirection::B3,
    };
    Ok(MotionTarget::Markers(i, j, direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::constraint::Function;

    const DECK: &str = "PART/2\nMARKER/2, PART=2\n\
        JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, CYLINDRICAL, I=2, J=1\nJOINT/3, FIXED, I=2, J=1\n";

    fn motion(text: &str) -> Motion {
        let m = accept(&format!("{DECK}MOTION/5, {text}"));
        m.motions[find(&m.motions, 5)].clone()
    }

    #[test]
    fn targets() {
        use MotionTarget::{Joint, Markers};
        let m = motion("JOINT=1, FUNCTION=30D*TIME");
        assert!(matches!(m.target, Joint(_, Freedom::Rotation)));
        assert_eq!(m.level, MotionLevel::Displacement);
        let Function::Expression(e) = &m.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "30D*TIME");
        let m = motion("ROTATIONAL, JOINT=1, FUNCTION=TIME");
        assert!(matches!(m.target, Joint(_, Freedom::Rotation)));
        let m = motion("TRANS, JOINT=2, VEL, ICDISP=3, FUNCTION=TIME");
        assert!(matches!(m.target, Joint(_, Freedom::Translation)));
        assert_eq!(m.level, MotionLevel::Velocity);
        assert_eq!(m.initial_displacement, Some(3.0));
        let m = motion("I=2, J=1, B2, ACCELERATION, ICVEL=2, FUNCTION=0");
        assert!(matches!(m.target, Markers(_, _, MotionDirection::B2)));
        assert_eq!(m.level, MotionLevel::Acceleration);
        assert_eq!(m.initial_velocity, Some(2.0));
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{DECK}MOTION/5, {text}"), names);
        refuse("JOINT=1", &["adm-missing-argument"]);
        refuse("JOINT=9, FUNCTION=0", &["adm-unknown-element"]);
        refuse("JOINT=2, FUNCTION=0", &["adm-missing-argument"]);
        refuse("JOINT=3, FUNCTION=0", &["adm-motion-target"]);
        refuse("JOINT=1, TRANSLATION, FUNCTION=0", &["adm-motion-target"]);
        refuse("JOINT=1, X, FUNCTION=0", &["adm-conflicting-arguments"]);
        refuse(
            "JOINT=1, I=2, J=1, X, FUNCTION=0",
            &["adm-conflicting-arguments"],
        );
        refuse("I=2, J=1, FUNCTION=0", &["adm-missing-argument"]);
        refuse("I=2, J=1, X, Y, FUNCTION=0", &["adm-conflicting-arguments"]);
        refuse("I=2, X, FUNCTION=0", &["adm-missing-argument"]);
        refuse(
            "JOINT=1, VELOCITY, ACCELERATION, FUNCTION=0",
            &["adm-conflicting-arguments"],
        );
        refuse("JOINT=1, FUNCTION=", &["adm-missing-value"]);
    }

    #[test]
    fn user_code() {
        let m = accept(&format!(
            "{DECK}MOTION/5, JOINT=1, FUNCTION=USER(1, 2)\\ ROUTINE=lib::mot"
        ));
        let Function::User(user) = &m.motions[find(&m.motions, 5)].function else {
            panic!("user code")
        };
        assert_eq!(user.parameters, [1.0, 2.0]);
        assert_eq!(user.routine, "lib::mot");
        assert!(m.unsupported.is_empty());
    }
}
