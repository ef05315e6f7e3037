//! Force_Bushing: springs and dampers in all six directions, without coupling.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, Range, Section, marker, number};
use carom_model::Bushing;

const STIFFNESS: [&str; 6] = ["kx", "ky", "kz", "ktx", "kty", "ktz"];
const DAMPING: [&str; 6] = ["cx", "cy", "cz", "ctx", "cty", "ctz"];
const PRELOAD: [&str; 6] = [
    "preload_x",
    "preload_y",
    "preload_z",
    "preload_tx",
    "preload_ty",
    "preload_tz",
];

const fn coefficient(name: &'static str, dimension: &'static str) -> Attribute {
    number(name)
        .dim(dimension)
        .range(Range::NonNegative)
        .default("0")
}

/// Force_Bushing
///
/// On the axes of J; rotations are taken as small about two of the axes.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            coefficient("kx", "F·L⁻¹"),
            coefficient("ky", "F·L⁻¹"),
            coefficient("kz", "F·L⁻¹"),
            coefficient("ktx", "F·L·θ⁻¹"),
            coefficient("kty", "F·L·θ⁻¹"),
            coefficient("ktz", "F·L·θ⁻¹"),
            coefficient("cx", "F·T·L⁻¹"),
            coefficient("cy", "F·T·L⁻¹"),
            coefficient("cz", "F·T·L⁻¹"),
            coefficient("ctx", "F·L·T·θ⁻¹"),
            coefficient("cty", "F·L·T·θ⁻¹"),
            coefficient("ctz", "F·L·T·θ⁻¹"),
            number("preload_x").dim("F").default("0"),
            number("preload_y").dim("F").default("0"),
            number("preload_z").dim("F").default("0"),
            number("preload_tx").dim("F·L").default("0"),
            number("preload_ty").dim("F·L").default("0"),
            number("preload_tz").dim("F·L").default("0"),
        ],
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Bushing",
        "Linear springs and dampers in three translations and three small rotations.",
        "MotionSolve help, xml-format_56, xml-format_8",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let bushing = Bushing {
        tag: r.tag(),
        i,
        j,
        stiffness: r.numbers_of(STIFFNESS),
        damping: r.numbers_of(DAMPING),
        preload: r.numbers_of(PRELOAD),
    };
    b.insert(|m| &mut m.bushings, bushing)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Bushing id='5' i_marker_id='20' {attributes}/>")
    }

    #[test]
    fn all_attributes() {
        let m = model_of(&with(
            "j_marker_id='10' kx='1' ky='2' kz='3' KTX='4' kty='5' ktz='6' cx='7' cy='8' cz='9' ctx='10' cty='11'
             ctz='12' preload_x='13' preload_y='14' preload_z='15' preload_tx='16' preload_ty='17' preload_tz='-18'",
        ));
        let e = find(&m.bushings, 5);
        assert_eq!(e.stiffness, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(e.damping, [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
        assert_eq!(e.preload, [13.0, 14.0, 15.0, 16.0, 17.0, -18.0]);
        let m = model_of(&with("j_marker_id='10' kz='3.'"));
        assert_eq!(
            find(&m.bushings, 5).stiffness,
            [0.0, 0.0, 3.0, 0.0, 0.0, 0.0]
        );
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("kx='1'"), "xml-missing-attribute");
        refused(&names("j_marker_id='21' kx='1'"), "xml-same-body");
        refused(&names("j_marker_id='10' kx='-1'"), "xml-out-of-range");
        refused(&names("j_marker_id='10' ctz='-1'"), "xml-out-of-range");
        refused(&names("j_marker_id='10' kx='a'"), "xml-bad-number");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("force_bushing").bushings.iter().count(), 1);
    }
}
