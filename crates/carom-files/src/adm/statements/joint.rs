//! JOINT: two markers held together.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, flag, id, number, some_numbers, word};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::{Joint, JointKind};

const TYPES: &[&str] = &[
    "CONVEL",
    "CYLINDRICAL",
    "FIXED",
    "HOOKE",
    "PLANAR",
    "RACKPIN",
    "REVOLUTE",
    "SCREW",
    "SPHERICAL",
    "TRANSLATIONAL",
    "UNIVERSAL",
];

const FRICTION: &str = "friction in JOINT is a form of old versions, whose formulas are not public; a FRICTION statement takes its place";

/// JOINT
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "JOINT",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A joint between markers I and J of two parts.",
        source: "Adams Solver help, JOINT",
        arguments: &[
            flag("CONVEL"),
            flag("CYLINDRICAL"),
            flag("FIXED"),
            flag("HOOKE"),
            flag("PLANAR"),
            flag("RACKPIN"),
            flag("REVOLUTE"),
            flag("SCREW"),
            flag("SPHERICAL"),
            flag("TRANSLATIONAL").alias(&["TRANSLATION"]),
            flag("UNIVERSAL"),
            id("I").required(),
            id("J").required(),
            some_numbers("IC", 1, 2).dim("L or θ, L·T⁻¹ or θ·T⁻¹"),
            some_numbers("ICTRAN", 1, 2).dim("L, L·T⁻¹"),
            some_numbers("ICROT", 1, 2).dim("θ, θ·T⁻¹"),
            number("PITCH").dim("L"),
            number("PD").dim("L").range(Range::NonZero),
            number("DELTA_V").ignored("FRICTION has taken its place"),
            word("FRICTION", &[]).refused(FRICTION),
            number("MAXDEF").refused(FRICTION),
            number("MU_STATIC").refused(FRICTION),
            number("MU_DYNAMIC").refused(FRICTION),
            number("MU_STAT_TRANS").refused(FRICTION),
            number("MU_DYN_TRANS").refused(FRICTION),
            number("MAX_FRIC_TRANS").refused(FRICTION),
            number("MU_STAT_ROT").refused(FRICTION),
            number("MU_DYN_ROT").refused(FRICTION),
            number("MAX_FRIC_ROT").refused(FRICTION),
            some_numbers("PRELOAD", 1, 2).refused(FRICTION),
            number("PRELOAD_X").refused(FRICTION),
            number("PRELOAD_Y").refused(FRICTION),
            number("PRELOAD_RADIAL").refused(FRICTION),
            number("PRELOAD_AXIAL").refused(FRICTION),
            number("HEIGHT").refused(FRICTION),
            number("WIDTH").refused(FRICTION),
            number("INNER_RADIUS").refused(FRICTION),
            number("OUTER_RADIUS").refused(FRICTION),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_parts(r)?;
    let kind = kind(r, b)?;
    let mut joint = Joint {
        tag: r.tag(),
        kind,
        i,
        j,
        initial_translation: initial(r, "ICTRAN"),
        initial_rotation: initial(r, "ICROT"),
    };
    initial_conditions(r, b, &mut joint)?;
    insert(&mut b.model.joints, joint)
}

fn kind(r: &Record, b: &mut Builder) -> Built<JointKind> {
    let name = b.one_of(r, TYPES, "a type")?;
    only(r, b, "PITCH", name == "SCREW", "SCREW")?;
    only(r, b, "PD", name == "RACKPIN", "RACKPIN")?;
    Ok(match name {
        "CONVEL" => JointKind::ConstantVelocity,
        "CYLINDRICAL" => JointKind::Cylindrical,
        "FIXED" => JointKind::Fixed,
        "HOOKE" => JointKind::Hooke,
        "PLANAR" => JointKind::Planar,
        "RACKPIN" => JointKind::RackPinion {
            diameter: b.needs(r, r.args.number("PD"), "PD")?,
        },
        "REVOLUTE" => JointKind::Revolute,
        "SCREW" => JointKind::Screw {
            pitch: b.needs(r, r.args.number("PITCH"), "PITCH")?,
        },
        "SPHERICAL" => JointKind::Spherical,
        "TRANSLATIONAL" => JointKind::Translational,
        _ => JointKind::Universal,
    })
}

/// Reports an argument that the type of joint does not have.
fn only(r: &Record, b: &mut Builder, argument: &str, fits: bool, types: &str) -> Built {
    if fits || !r.args.has(argument) {
        return Ok(());
    }
    let what = format!("{argument} belongs to {types} joints");
    Err(b.error(r, "adm-joint-argument", r.place(argument), &what))
}

fn initial(r: &Record, argument: &str) -> [Option<f64>; 2] {
    let values = r.args.numbers(argument);
    [values.first().copied(), values.get(1).copied()]
}

/// IC is the one displacement of a translational or revolute joint; a cylindrical one has two.
fn initial_conditions(r: &Record, b: &mut Builder, joint: &mut Joint) -> Built {
    let (translates, rotates) = match joint.kind {
        JointKind::Translational => (true, false),
        JointKind::Revolute => (false, true),
        JointKind::Cylindrical => (true, true),
        _ => (false, false),
    };
    let one = translates != rotates;
    only(r, b, "IC", one, "TRANSLATIONAL and REVOLUTE")?;
    only(r, b, "ICTRAN", translates, "TRANSLATIONAL and CYLINDRICAL")?;
    only(r, b, "ICROT", rotates, "REVOLUTE and CYLINDRICAL")?;
    b.exclusive(r, &[("IC", "ICTRAN"), ("IC", "ICROT")])?;
    if r.args.has("IC") {
        let ic = initial(r, "IC");
        if translates {
            joint.initial_translation = ic;
        } else {
            joint.initial_rotation = ic;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    #[test]
    fn every_type() {
        for (text, kind) in [
            ("CONVEL", JointKind::ConstantVelocity),
            ("CYL", JointKind::Cylindrical),
            ("FIXED", JointKind::Fixed),
            ("HOOKE", JointKind::Hooke),
            ("planar", JointKind::Planar),
            ("RACKPIN, PD=0.1", JointKind::RackPinion { diameter: 0.1 }),
            ("REVOLUTE", JointKind::Revolute),
            ("SCREW, PITCH=-2", JointKind::Screw { pitch: -2.0 }),
            ("SPHERICAL", JointKind::Spherical),
            ("TRANSLATIONAL", JointKind::Translational),
            ("TRANSLATION", JointKind::Translational),
            ("UNIVERSAL", JointKind::Universal),
        ] {
            let m = accept(&format!("{TWO}JOINT/5, I=2, J=1, {text}"));
            let joint = &m.joints[find(&m.joints, 5)];
            assert_eq!(joint.kind, kind);
            let label = |id| m.markers[id].tag.label;
            assert_eq!((label(joint.i), label(joint.j)), (2, 1));
        }
    }

    #[test]
    fn initial_conditions() {
        let joint = |text: &str| {
            let m = accept(&format!("{TWO}JOINT/5, I=2, J=1, {text}"));
            let j = &m.joints[find(&m.joints, 5)];
            (j.initial_translation, j.initial_rotation)
        };
        assert_eq!(
            joint("TRANS, IC=1,2"),
            ([Some(1.0), Some(2.0)], [None, None])
        );
        assert_eq!(
            joint("REVOLUTE, IC=180D"),
            ([None, None], [Some(std::f64::consts::PI), None])
        );
        assert_eq!(
            joint("CYLINDRICAL, ICTRAN=1,2, ICROT=3,4"),
            ([Some(1.0), Some(2.0)], [Some(3.0), Some(4.0)])
        );
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}JOINT/5, {text}"), names);
        refuse("I=2, J=1", &["adm-missing-argument"]);
        refuse("FIXED, REVOLUTE, I=2, J=1", &["adm-conflicting-arguments"]);
        refuse("FIXED, I=2", &["adm-missing-argument"]);
        refuse("FIXED, I=2, J=3", &["adm-same-part"]);
        refuse("FIXED, I=98, J=99", &["adm-unknown-element"; 2]);
        refuse("SCREW, I=2, J=1", &["adm-missing-argument"]);
        refuse("RACKPIN, I=2, J=1, PD=0", &["adm-out-of-range"]);
        refuse("FIXED, I=2, J=1, PITCH=1", &["adm-joint-argument"]);
        refuse("SPHERICAL, I=2, J=1, IC=1", &["adm-joint-argument"]);
        refuse("CYLINDRICAL, I=2, J=1, IC=1", &["adm-joint-argument"]);
        refuse("S, I=2, J=1", &["adm-ambiguous-argument"]);
        refuse("FIXED=1, I=2, J=1", &["adm-unexpected-value"]);
        refuse("FIXED, I=2.5, J=1", &["adm-bad-id"]);
        refuse("FIXED, I=2,3, J=1", &["adm-wrong-count"]);
        refuse("FIXED, I=2, J=1, I=3", &["adm-duplicate-argument"]);
    }
}
