//! Force_Beam: a massless straight uniform beam.
//!
//! The beam lies along x of J, its far end is I; `ixx` is the torsion constant of the cross section, `iyy` and `izz`
//! are its second moments. `ASY` and `ASZ` are the factors by which the shear flexibility L/(G·A) is multiplied, 0 for
//! a beam that does not shear; the help calls them correction factors of the shear deflection, as that of Adams does,
//! so both languages get the same stiffness. The damping is `cratio` times the stiffness.
//!
//! The help says on which axes preloads act (those of J), not on which end they act positively: they are refused
//! unless they are 0.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, Section, marker, number};
use carom_model::Beam;
use carom_model::force::{BeamTheory, Damping};

const PRELOAD: [&str; 6] = [
    "preload_x",
    "preload_y",
    "preload_z",
    "preload_tx",
    "preload_ty",
    "preload_tz",
];

const UNSIGNED: &str = "only 0; which end a preload pushes is not documented";

/// Force_Beam
pub const ELEMENT: Element = Element {
    status: Status::Partial("without preloads"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            number("length").dim("L").required().range(Range::Positive),
            number("e").dim("F·L⁻²").required().range(Range::Positive),
            number("g").dim("F·L⁻²").required().range(Range::Positive),
            number("area").dim("L²").required().range(Range::Positive),
            number("ixx").dim("L⁴").required().range(Range::NonNegative),
            number("iyy").dim("L⁴").required().range(Range::NonNegative),
            number("izz").dim("L⁴").required().range(Range::NonNegative),
            number("asy").default("0").range(Range::NonNegative),
            number("asz").default("0").range(Range::NonNegative),
            number("cratio")
                .dim("T")
                .default("0")
                .range(Range::NonNegative),
            number("preload_x").dim("F").default("0").partial(UNSIGNED),
            number("preload_y").dim("F").default("0").partial(UNSIGNED),
            number("preload_z").dim("F").default("0").partial(UNSIGNED),
            number("preload_tx")
                .dim("F·L")
                .default("0")
                .partial(UNSIGNED),
            number("preload_ty")
                .dim("F·L")
                .default("0")
                .partial(UNSIGNED),
            number("preload_tz")
                .dim("F·L")
                .default("0")
                .partial(UNSIGNED),
        ],
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Beam",
        "A massless linear Timoshenko beam along x of J; I is its far end.",
        "MotionSolve help, xml-format_55, xml-format_7; MotionView help, *SetBeam",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let preloaded = |name: &&&str| r.number(name).is_some_and(|x| x != 0.0);
    if let Some(name) = PRELOAD.iter().find(preloaded) {
        let what = format!("{name}: which end a preload pushes is not documented");
        return Err(Stop::Unsupported(what, r.place(name)));
    }
    let (i, j) = b.pair_of_bodies(r)?;
    let value = |name| r.number(name).unwrap_or(0.0);
    let beam = Beam {
        tag: r.tag(),
        i,
        j,
        length: value("length"),
        area: value("area"),
        ixx: value("ixx"),
        iyy: value("iyy"),
        izz: value("izz"),
        e: value("e"),
        g: value("g"),
        asy: value("asy"),
        asz: value("asz"),
        damping: Damping::Ratio(value("cratio")),
        theory: BeamTheory::Linear,
    };
    b.insert(|m| &mut m.beams, beam)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, model_of, names_of, read, refused};
    use carom_model::force::Damping;

    const BEAM: &str =
        "length='1.' E='6' G='7' area='2' ixx='3' iyy='4' izz='5' ASY='1.2' j_marker_id='10'";

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Beam id='5' i_marker_id='20' {attributes}/>")
    }

    #[test]
    fn all_attributes() {
        let m = model_of(&with(&format!("{BEAM} cratio='0.1' preload_x='0.'")));
        let e = find(&m.beams, 5);
        assert_eq!(
            (e.length, e.area, e.ixx, e.iyy, e.izz),
            (1.0, 2.0, 3.0, 4.0, 5.0)
        );
        assert_eq!((e.e, e.g, e.asy, e.asz), (6.0, 7.0, 1.2, 0.0));
        assert_eq!(e.damping, Damping::Ratio(0.1));
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("j_marker_id='10'"), "xml-missing-attribute");
        refused(&names(&BEAM.replace("'1.'", "'0'")), "xml-out-of-range");
        refused(&names(&BEAM.replace("'10'", "'21'")), "xml-same-body");
    }

    #[test]
    fn preloads_are_not_guessed() {
        let text = with(&format!("{BEAM} preload_tz='2'"));
        assert_eq!(names_of(&text), ["xml-unsupported-reference"]);
        let m = read(&text).0.expect("a model");
        assert!(m.unsupported[0].changes_motion);
        assert_eq!(m.unsupported[0].statement, "Force_Beam/5");
    }
}
