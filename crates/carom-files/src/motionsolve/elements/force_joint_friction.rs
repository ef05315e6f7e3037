//! Force_JointFriction: friction in a joint by bristles.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, Range, Section, id, number, text, word};
use carom_laws::friction::LuGre;
use carom_model::JointFriction;
use carom_model::friction::{FrictionInputs, FrictionLaw, FrictionSize, Yokes};

const EFFECT: &str = "what Stiction or Sliding alone leave of the bristles is not published";
const BITS: &str =
    "which bit stands for which load is not published; \"1111\" and \"0000\" are clear";

const fn length(name: &'static str) -> Attribute {
    number(name).dim("L").default("1").range(Range::Positive)
}

/// Force_JointFriction
///
/// A LuGre law: the bristles bend by z, whose rate is u − σ₀·|u|·z/g with g = μ_d + (μ_s − μ_d)·exp(−(u/v_s)²); the coefficient
/// is σ₀·z + σ₁·z′ + σ₂·u with σ₀ `bristle_stiffness`, σ₁ `damping_effects`, σ₂ `viscous_effects`.
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "effect \"All\"; how a joint's loads press its surfaces is as in FRICTION of Adams, docs/theory/friction.md",
    ),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            id("joint_id", &["Constraint_Joint"]).required(),
            number("mu_static").range(Range::Positive).required(),
            number("mu_dynamic").range(Range::Positive).required(),
            number("max_stiction_deform")
                .dim("L")
                .ignored("bristles bend as far as their stiffness lets them"),
            number("bristle_stiffness")
                .dim("L⁻¹")
                .default("100")
                .range(Range::Positive),
            number("damping_effects")
                .dim("T·L⁻¹")
                .default("0.316")
                .range(Range::NonNegative),
            number("viscous_effects")
                .dim("T·L⁻¹")
                .default("0.0004")
                .range(Range::NonNegative),
            number("stiction_trans_vel")
                .dim("L·T⁻¹")
                .default("0.1")
                .range(Range::Positive),
            word("inactive", &["None", "Static"]).default("None"),
            word("effect", &["All", "Stiction", "Sliding"])
                .default("All")
                .partial("All"),
            text("inputs").default("1111").partial("1111 or 0000"),
            number("force_preload")
                .dim("F")
                .default("0")
                .range(Range::NonNegative),
            number("torque_preload")
                .dim("F·L")
                .default("0")
                .range(Range::NonNegative),
            length("friction_arm"),
            length("bending_reaction_arm"),
            length("pin_radius"),
            length("ball_radius"),
            length("reaction_arm"),
            length("initial_overlap").default("1000"),
            word("overlap_delta", &["Constant", "Increase", "Decrease"]).default("Constant"),
        ],
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_JointFriction",
        "Friction in a translational, revolute, cylindrical, spherical, universal or Hooke joint.",
        "MotionSolve help, xml-format_61, LuGre tutorial MV-9003, bushing friction block",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let joint = b.find(r, "joint_id", |m| &m.joints)?;
    let joint = b.needs(r, joint, "joint_id")?;
    if r.word("effect").is_some_and(|w| w != "All") {
        return Err(b.error(r, "xml-unsupported-attribute", r.place("effect"), EFFECT));
    }
    let all = match r.text("inputs").trim() {
        "" | "1111" => true,
        "0000" => false,
        _ => return Err(b.error(r, "xml-unsupported-attribute", r.place("inputs"), BITS)),
    };
    let or = |name: &str, default: f64| r.number(name).unwrap_or(default);
    let law = LuGre {
        mu_static: or("mu_static", 0.0),
        mu_dynamic: or("mu_dynamic", 0.0),
        vs: or("stiction_trans_vel", 0.1),
        stiffness: or("bristle_stiffness", 100.0),
        damping: or("damping_effects", 0.316),
        viscous: or("viscous_effects", 0.0004),
    };
    if law.mu_static < law.mu_dynamic {
        let what = "mu_static is at least mu_dynamic";
        return Err(b.error(r, "xml-friction-range", r.place("mu_static"), what));
    }
    let size = FrictionSize {
        pin_radius: or("pin_radius", 1.0),
        ball_radius: or("ball_radius", 1.0),
        friction_arm: or("friction_arm", 1.0),
        bending_arm: or("bending_reaction_arm", 1.0),
        reaction_arm: or("reaction_arm", 1.0),
        overlap: or("initial_overlap", 1000.0),
        overlap_rate: match r.word("overlap_delta") {
            Some("Increase") => 1.0,
            Some("Decrease") => -1.0,
            _ => 0.0,
        },
    };
    let none = FrictionInputs {
        preload: false,
        reaction_force: false,
        bending_moment: false,
        torsional_moment: false,
    };
    let friction = JointFriction {
        tag: r.tag(),
        joint,
        law: FrictionLaw::LuGre(law),
        inputs: if all { FrictionInputs::ALL } else { none },
        force_preload: or("force_preload", 0.0),
        torque_preload: or("torque_preload", 0.0),
        largest_force: None,
        largest_torque: None,
        size,
        yokes: Yokes::Both,
        inactive_in_statics: r.word("inactive") == Some("Static"),
    };
    b.insert(|m| &mut m.frictions, friction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motionsolve::testing::{BODY, deck, find, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        let joint = "<Constraint_Joint id='4' type='REVOLUTE' i_marker_id='20' j_marker_id='10'/>";
        format!("{BODY}{joint}<Force_JointFriction id='5' {attributes}/>")
    }

    #[test]
    fn all_attributes() {
        let m = model_of(&with(
            "joint_id='4' mu_static='0.3' mu_dynamic='0.2' bristle_stiffness='50' damping_effects='0.5' viscous_effects='0.1'
             stiction_trans_vel='0.2' inactive='Static' effect='All' inputs='1111' torque_preload='1' friction_arm='2'
             bending_reaction_arm='3' pin_radius='4'",
        ));
        let f = find(&m.frictions, 5);
        let law = LuGre {
            mu_static: 0.3,
            mu_dynamic: 0.2,
            vs: 0.2,
            stiffness: 50.0,
            damping: 0.5,
            viscous: 0.1,
        };
        assert_eq!(f.law, FrictionLaw::LuGre(law));
        assert_eq!((f.torque_preload, f.size.friction_arm), (1.0, 2.0));
        assert_eq!((f.size.bending_arm, f.size.pin_radius), (3.0, 4.0));
        assert!(f.inactive_in_statics);
        let m = model_of(&with("joint_id='4' mu_static='0.3' mu_dynamic='0.2'"));
        let FrictionLaw::LuGre(law) = find(&m.frictions, 5).law else {
            panic!("bristles");
        };
        assert_eq!(
            (law.vs, law.stiffness, law.damping, law.viscous),
            (0.1, 100.0, 0.316, 0.0004)
        );
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("joint_id='4' mu_static='0.3'"),
            "xml-missing-attribute",
        );
        refused(
            &names("joint_id='9' mu_static='0.3' mu_dynamic='0.2'"),
            "xml-unknown-reference",
        );
        refused(
            &names("joint_id='4' mu_static='0.1' mu_dynamic='0.2'"),
            "xml-friction-range",
        );
        for more in ["effect='Sliding'", "inputs='1010'"] {
            let text = format!("joint_id='4' mu_static='0.3' mu_dynamic='0.2' {more}");
            refused(&names(&text), "xml-unsupported-attribute");
        }
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("joint_friction").frictions.iter().count(), 1);
    }
}
