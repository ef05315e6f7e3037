//! Force_SpringDamper: a linear spring and damper along the line between two markers, or about z of J.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, Section, marker, number, word};
use carom_model::SpringDamper;
use carom_model::force::Kind;

/// Force_SpringDamper
///
/// F = preload − stiffness·(q − length) − damping·q̇, where q is the distance of I and J, or the angle of I about z
/// of J in radians. A positive force pushes I away from J, as in Adams; the help names no sign.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            word("type", &["TRANSLATIONAL", "ROTATIONAL"]).required(),
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            number("stiffness")
                .dim("F·L⁻¹ or F·L·θ⁻¹")
                .range(Range::NonNegative)
                .default("0"),
            number("damping")
                .dim("F·T·L⁻¹ or F·L·T·θ⁻¹")
                .range(Range::NonNegative)
                .default("0"),
            number("length")
                .dim("L or θ")
                .default("needed for TRANSLATIONAL, else 0"),
            number("preload").dim("F or F·L").default("0"),
        ],
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_SpringDamper",
        "Linear spring and damper between I and J, along their line or about z of J.",
        "MotionSolve help, xml-format_66, xml-format_12",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let kind = match r.word("type") {
        Some("ROTATIONAL") => Kind::Rotation,
        _ => Kind::Translation,
    };
    let length = match kind {
        Kind::Rotation => r.number("length").unwrap_or(0.0),
        Kind::Translation => b.needs(r, r.number("length"), "length")?,
    };
    if kind == Kind::Translation && length <= 0.0 {
        let what = format!("length is {length}, and has to be above 0");
        return Err(b.error(r, "xml-out-of-range", r.place("length"), &what));
    }
    let [stiffness, damping, preload] = r.numbers_of(["stiffness", "damping", "preload"]);
    let spring = SpringDamper {
        tag: r.tag(),
        kind,
        i,
        j,
        stiffness,
        damping,
        preload,
        length,
    };
    b.insert(|m| &mut m.spring_dampers, spring)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, model_of, names_of, refused};
    use carom_model::force::Kind;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_SpringDamper id='5' i_marker_id='20' j_marker_id='10' {attributes}/>")
    }

    #[test]
    fn both_types() {
        let m = model_of(&with(
            "type='Translational' stiffness='100.' damping='2' length='3' preload='-4'",
        ));
        let s = find(&m.spring_dampers, 5);
        assert_eq!(s.kind, Kind::Translation);
        assert_eq!(
            (s.stiffness, s.damping, s.length, s.preload),
            (100.0, 2.0, 3.0, -4.0)
        );
        let m = model_of(&with("type='ROTATIONAL' stiffness='5' length='-0.5'"));
        let s = find(&m.spring_dampers, 5);
        assert_eq!((s.kind, s.length, s.damping), (Kind::Rotation, -0.5, 0.0));
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("stiffness='1' length='1'"), "xml-missing-attribute");
        refused(
            &names("type='TRANSLATIONAL' stiffness='1'"),
            "xml-missing-attribute",
        );
        for wrong in ["length='0'", "length='-1'", "length='1' stiffness='-1'"] {
            refused(
                &names(&format!("type='TRANSLATIONAL' {wrong}")),
                "xml-out-of-range",
            );
        }
        let same = "<Force_SpringDamper id='5' type='TRANSLATIONAL' i_marker_id='20' j_marker_id='21' length='1'/>";
        refused(&names_of(&format!("{BODY}{same}")), "xml-same-body");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("force_spring_damper").spring_dampers.iter().count(), 2);
    }
}
