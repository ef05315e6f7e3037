//! FRICTION: friction in a joint.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Argument, Label, Range, Syntax, id, number, word, words};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_laws::friction::{Effect, LuGre, StickSlip};
use carom_model::friction::{FrictionInputs, FrictionLaw, FrictionSize, Yokes};
use carom_model::{JointFriction, JointKind};

const INPUTS: &[&str] = &[
    "ALL",
    "NONE",
    "PRELOAD",
    "REACTION_FORCE",
    "BENDING_MOMENT",
    "TORSIONAL_MOMENT",
];

/// The coefficients of FORMULATION=LUGRE that have to be given.
const BRISTLES: [&str; 4] = [
    "BRISTLE_STIFFNESS_COEFFICIENT",
    "DAMPING_COEFFICIENT",
    "VISCOUS_FRICTION_COEFFICIENT",
    "VELOCITY_THRESHOLD_STRIBECK",
];
const EXPONENT: &str = "2 only: the law of its authors has the square";

const fn length(name: &'static str) -> Argument {
    number(name).dim("L").default("1").range(Range::Positive)
}

/// FRICTION
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "FRICTION",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial(
            "how creep and velocity combine in stiction is our reading, docs/theory/friction.md; LUGRE is the law of its authors and needs all its coefficients, whose defaults are not public",
        ),
        text: "Friction in a translational, revolute, cylindrical, spherical, universal or Hooke joint.",
        source: "Adams Solver help, FRICTION; Adams View help, friction regime determination",
        arguments: &[
            id("JOINT").required(),
            number("MU_STATIC").range(Range::NonNegative).required(),
            number("MU_DYNAMIC").range(Range::NonNegative).required(),
            number("STICTION_TRANSITION_VELOCITY")
                .dim("L·T⁻¹")
                .default("0.1")
                .range(Range::Positive),
            number("TRANSITION_VELOCITY_COEFFICIENT")
                .default("1.5")
                .range(Range::Positive),
            number("MAX_STICTION_DEFORMATION")
                .dim("L")
                .default("0.01")
                .range(Range::Positive),
            word("EFFECT", &["ALL", "STICTION", "SLIDING"]).default("ALL"),
            words("INPUTS", INPUTS).default("ALL"),
            number("FRICTION_FORCE_PRELOAD")
                .dim("F")
                .default("0")
                .range(Range::NonNegative),
            number("FRICTION_TORQUE_PRELOAD")
                .dim("F·L")
                .default("0")
                .range(Range::NonNegative),
            length("REACTION_ARM"),
            length("FRICTION_ARM"),
            length("BENDING_REACTION_ARM"),
            length("PIN_RADIUS"),
            length("BALL_RADIUS"),
            length("INITIAL_OVERLAP").default("1000"),
            word("OVERLAP_DELTA", &["CONSTANT", "INCREASE", "DECREASE"]).default("CONSTANT"),
            number("MAX_FRICTION_FORCE").dim("F").range(Range::Positive),
            number("MAX_FRICTION_TORQUE")
                .dim("F·L")
                .range(Range::Positive),
            word("YOKE", &["I", "J"]),
            word("INACTIVE", &["STATIC"]).alias(&["INACTIVE_DURING"]),
            word("FORMULATION", &["ORIGINAL", "LUGRE"]).default("ORIGINAL"),
            number("BRISTLE_STIFFNESS_COEFFICIENT")
                .dim("L⁻¹")
                .range(Range::Positive),
            number("DAMPING_COEFFICIENT")
                .dim("T·L⁻¹")
                .range(Range::NonNegative),
            number("VISCOUS_FRICTION_COEFFICIENT")
                .dim("T·L⁻¹")
                .range(Range::NonNegative),
            number("VELOCITY_THRESHOLD_STRIBECK")
                .dim("L·T⁻¹")
                .range(Range::Positive),
            number("DECAY_EXPONENT_STRIBECK")
                .default("2")
                .partial(EXPONENT),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let joint = b.find(r, "JOINT", "JOINT", |m| &m.joints)?;
    let joint = b.needs(r, joint, "JOINT")?;
    let or = |name: &str, default: f64| r.args.number(name).unwrap_or(default);
    let vs = or("STICTION_TRANSITION_VELOCITY", 0.1);
    let coefficient = or("TRANSITION_VELOCITY_COEFFICIENT", 1.5);
    if coefficient <= 1.0 {
        let what = "TRANSITION_VELOCITY_COEFFICIENT is more than 1";
        let place = r.place("TRANSITION_VELOCITY_COEFFICIENT");
        return Err(b.error(r, "adm-out-of-range", place, what));
    }
    let bristles = bristles(r, b)?;
    let stick_slip = StickSlip {
        mu_static: or("MU_STATIC", 0.0),
        mu_dynamic: or("MU_DYNAMIC", 0.0),
        vs,
        vd: coefficient * vs,
        creep: or("MAX_STICTION_DEFORMATION", 0.01),
        effect: match r.args.word("EFFECT") {
            Some("STICTION") => Effect::Stiction,
            Some("SLIDING") => Effect::Sliding,
            _ => Effect::All,
        },
    };
    let size = FrictionSize {
        pin_radius: or("PIN_RADIUS", 1.0),
        ball_radius: or("BALL_RADIUS", 1.0),
        friction_arm: or("FRICTION_ARM", 1.0),
        bending_arm: or("BENDING_REACTION_ARM", 1.0),
        reaction_arm: or("REACTION_ARM", 1.0),
        overlap: or("INITIAL_OVERLAP", 1000.0),
        overlap_rate: match r.args.word("OVERLAP_DELTA") {
            Some("INCREASE") => 1.0,
            Some("DECREASE") => -1.0,
            _ => 0.0,
        },
    };
    let crossed = matches!(
        b.model.joints[joint].kind,
        JointKind::Universal | JointKind::Hooke
    );
    let yokes = match (r.args.word("YOKE"), crossed) {
        (Some("I"), _) => Yokes::I,
        (Some(_), _) => Yokes::J,
        (None, true) => b.needs(r, None, "YOKE")?,
        (None, false) => Yokes::Both,
    };
    let friction = JointFriction {
        tag: r.tag(),
        joint,
        law: bristles.map_or(FrictionLaw::StickSlip(stick_slip), FrictionLaw::LuGre),
        inputs: inputs(r, b)?,
        force_preload: or("FRICTION_FORCE_PRELOAD", 0.0),
        torque_preload: or("FRICTION_TORQUE_PRELOAD", 0.0),
        largest_force: r.args.number("MAX_FRICTION_FORCE"),
        largest_torque: r.args.number("MAX_FRICTION_TORQUE"),
        size,
        yokes,
        inactive_in_statics: r.args.has("INACTIVE"),
    };
    insert(&mut b.model.frictions, friction)
}

/// The law of FORMULATION=LUGRE.
fn bristles(r: &Record, b: &mut Builder) -> Built<Option<LuGre>> {
    if r.args.word("FORMULATION") != Some("LUGRE") {
        let own = BRISTLES.iter().chain(&["DECAY_EXPONENT_STRIBECK"]);
        if let Some(name) = own.into_iter().find(|n| r.args.has(n)) {
            let what = format!("{name} goes with FORMULATION=LUGRE");
            return Err(b.error(r, "adm-conflicting-arguments", r.place(name), &what));
        }
        return Ok(None);
    }
    let missing: Vec<&str> = BRISTLES.into_iter().filter(|n| !r.args.has(n)).collect();
    if !missing.is_empty() {
        let what = format!(
            "FORMULATION=LUGRE needs {}: no default is public",
            missing.join(", ")
        );
        return Err(b.error(r, "adm-missing-argument", r.place("FORMULATION"), &what));
    }
    let exponent = "DECAY_EXPONENT_STRIBECK";
    if r.args.number(exponent).is_some_and(|e| e != 2.0) {
        let why = format!("{exponent}: {EXPONENT}");
        return Err(Stop::Unsupported(why, r.place(exponent)));
    }
    let value = |name| r.args.number(name).unwrap_or(0.0);
    let [stiffness, damping, viscous, vs] = BRISTLES.map(value);
    let (mu_static, mu_dynamic) = (value("MU_STATIC"), value("MU_DYNAMIC"));
    if mu_dynamic <= 0.0 || mu_static < mu_dynamic {
        let what = "with FORMULATION=LUGRE MU_DYNAMIC is above 0 and MU_STATIC at least as much";
        return Err(b.error(r, "adm-out-of-range", r.place("MU_STATIC"), what));
    }
    Ok(Some(LuGre {
        mu_static,
        mu_dynamic,
        vs,
        stiffness,
        damping,
        viscous,
    }))
}

/// ALL, NONE, or a list of loads.
fn inputs(r: &Record, b: &mut Builder) -> Built<FrictionInputs> {
    let words: Vec<&str> = r
        .args
        .words("INPUTS")
        .iter()
        .map(|(w, _)| w.as_str())
        .collect();
    let alone = |word: &str| words.contains(&word) && words.len() > 1;
    if alone("ALL") || alone("NONE") {
        let what = "ALL and NONE stand alone";
        return Err(b.error(r, "adm-conflicting-arguments", r.place("INPUTS"), what));
    }
    if words.is_empty() || words == ["ALL"] {
        return Ok(FrictionInputs::ALL);
    }
    Ok(FrictionInputs {
        preload: words.contains(&"PRELOAD"),
        reaction_force: words.contains(&"REACTION_FORCE"),
        bending_moment: words.contains(&"BENDING_MOMENT"),
        torsional_moment: words.contains(&"TORSIONAL_MOMENT"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\nJOINT/4, REV, I=2, J=1\n";

    fn friction(text: &str) -> JointFriction {
        let m = accept(&format!("{TWO}FRICTION/5, {text}"));
        m.frictions[find(&m.frictions, 5)].clone()
    }

    #[test]
    fn defaults() {
        let f = friction("JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2");
        let FrictionLaw::StickSlip(law) = f.law else {
            panic!("the original formulation");
        };
        assert_eq!(
            (law.mu_static, law.mu_dynamic, law.vs, law.creep),
            (0.3, 0.2, 0.1, 0.01)
        );
        // 1e-15: one rounding
        assert!((law.vd - 0.15).abs() < 1e-15);
        assert_eq!(law.effect, Effect::All);
        assert_eq!(f.inputs, FrictionInputs::ALL);
        assert_eq!(f.size, FrictionSize::default());
        assert_eq!((f.force_preload, f.torque_preload), (0.0, 0.0));
        assert_eq!((f.largest_force, f.largest_torque), (None, None));
    }

    #[test]
    fn all_arguments() {
        let f = friction(
            "JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=2\n\
             , TRANSITION_VELOCITY_COEFFICIENT=3, MAX_STICTION_DEFORMATION=4, EFFECT=SLIDING\n\
             , INPUTS=PRELOAD:BENDING_MOMENT, FRICTION_FORCE_PRELOAD=5, FRICTION_TORQUE_PRELOAD=6\n\
             , REACTION_ARM=7, FRICTION_ARM=8, BENDING_REACTION_ARM=9, PIN_RADIUS=10, BALL_RADIUS=11\n\
             , INITIAL_OVERLAP=12, OVERLAP_DELTA=DECREASE, MAX_FRICTION_FORCE=13, MAX_FRICTION_TORQUE=14\n\
             , INACTIVE_DURING=STATIC, FORMULATION=ORIGINAL",
        );
        let FrictionLaw::StickSlip(law) = f.law else {
            panic!("the original formulation");
        };
        assert_eq!(
            (law.vs, law.vd, law.creep, law.effect),
            (2.0, 6.0, 4.0, Effect::Sliding)
        );
        let i = f.inputs;
        assert_eq!(
            (
                i.preload,
                i.reaction_force,
                i.bending_moment,
                i.torsional_moment
            ),
            (true, false, true, false)
        );
        assert_eq!((f.force_preload, f.torque_preload), (5.0, 6.0));
        let s = f.size;
        assert_eq!(
            (s.reaction_arm, s.friction_arm, s.bending_arm),
            (7.0, 8.0, 9.0)
        );
        assert_eq!(
            (s.pin_radius, s.ball_radius, s.overlap, s.overlap_rate),
            (10.0, 11.0, 12.0, -1.0)
        );
        assert_eq!(
            (f.largest_force, f.largest_torque),
            (Some(13.0), Some(14.0))
        );
        assert!(f.inactive_in_statics);
    }

    #[test]
    fn refused() {
        let refuse =
            |text: &str, names: &[&str]| refuse(&format!("{TWO}FRICTION/5, {text}"), names);
        refuse("MU_STATIC=0.3, MU_DYNAMIC=0.2", &["adm-missing-argument"]);
        refuse("JOINT=4, MU_STATIC=0.3", &["adm-missing-argument"]);
        refuse(
            "JOINT=6, MU_STATIC=0.3, MU_DYNAMIC=0.2",
            &["adm-unknown-element"],
        );
        refuse(
            "JOINT=4, MU_STATIC=-0.3, MU_DYNAMIC=0.2",
            &["adm-out-of-range"],
        );
        refuse(
            "JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2, TRANSITION_VELOCITY_COEFFICIENT=1",
            &["adm-out-of-range"],
        );
        refuse(
            "JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2, INPUTS=ALL:PRELOAD",
            &["adm-conflicting-arguments"],
        );
        refuse(
            "JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2, FORMULATION=LUGRE",
            &["adm-missing-argument"],
        );
        refuse(
            "JOINT=4, MU_STATIC=0.3, MU_DYNAMIC=0.2, DAMPING_COEFFICIENT=1",
            &["adm-conflicting-arguments"],
        );
        let all = "FORMULATION=LUGRE, BRISTLE=1, DAMPING=1, VISCOUS=1, VELOCITY_THRESHOLD=1";
        refuse(
            &format!("JOINT=4, MU_STATIC=0.1, MU_DYNAMIC=0.2, {all}"),
            &["adm-out-of-range"],
        );
        let universal = format!(
            "{TWO}JOINT/7, UNIV, I=3, J=1\nFRICTION/5, JOINT=7, MU_STATIC=0.3, MU_DYNAMIC=0.2"
        );
        crate::adm::testing::refuse(&universal, &["adm-missing-argument"]);
        accept(&format!("{universal}, YOKE=J"));
    }
}
