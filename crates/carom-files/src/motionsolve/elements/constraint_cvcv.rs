//! Constraint_CVCV: two plane curves that touch.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, boolean, id, marker, number};
use carom_model::CurveOnCurve;
use carom_model::curve::StartPoint;

const CURVE: &[&str] = &["Reference_ParamCurve"];
const VELOCITY: &str = "the velocity of the contact is not given; give velocities to the bodies";

/// A coordinate of the first guess.
const fn guess(name: &'static str) -> Attribute {
    number(name)
        .dim("L")
        .default("where the curves are closest")
        .partial("the assembly begins there; it may end elsewhere")
}

/// Constraint_CVCV
pub const ELEMENT: Element = Element {
    status: Status::Partial("plane curves, sliding"),
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            id("i_curve_id", CURVE).required(),
            guess("i_disp_x0"),
            guess("i_disp_y0"),
            guess("i_disp_z0"),
            number("i_vel0").alias(&["i_vel_0"]).refused(VELOCITY),
            marker("j_marker_id").required(),
            id("j_curve_id", CURVE).required(),
            guess("j_disp_x0"),
            guess("j_disp_y0"),
            guess("j_disp_z0"),
            number("j_vel0").alias(&["j_vel_0"]).refused(VELOCITY),
            boolean("is_no_slip").default("FALSE"),
        ],
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Constraint_CVCV",
        "Two plane curves touch and slide on each other without friction; they do not lift off.",
        "MotionSolve help, xml-format_37",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if r.flag("is_no_slip") == Some(true) {
        let why = "is_no_slip: curves slide; rolling without slip is not supported".to_string();
        return Err(Stop::Unsupported(why, r.place("is_no_slip")));
    }
    let (i, j) = b.pair_of_bodies(r)?;
    let mut curves = Vec::new();
    for name in ["i_curve_id", "j_curve_id"] {
        let curve = b.find(r, name, |m| &m.curves)?;
        curves.push(b.needs(r, curve, name)?);
    }
    let guess = |names: [&str; 3], frame| {
        let given = names.iter().any(|n| r.has(n));
        given.then(|| StartPoint {
            point: names.map(|n| r.number(n).unwrap_or(0.0)),
            frame: Some(frame),
            exact: false,
        })
    };
    let cvcv = CurveOnCurve {
        tag: r.tag(),
        curves: [curves[0], curves[1]],
        rm: [i, j],
        floats: [None; 2],
        start: [
            guess(["i_disp_x0", "i_disp_y0", "i_disp_z0"], i),
            guess(["j_disp_x0", "j_disp_y0", "j_disp_z0"], j),
        ],
    };
    b.insert(|m| &mut m.curves_on_curves, cvcv)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, label, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        format!(
            "{BODY}<Reference_ParamCurve id='5' is_curve_points='TRUE'>0 0 0 1 0 0 2 1 0 3 1 0</Reference_ParamCurve>
             <Constraint_CVCV id='3' i_marker_id='20' j_marker_id='10' {attributes}/>"
        )
    }

    #[test]
    fn curves_and_frames() {
        let m = model_of(&with(
            "i_curve_id='5' j_curve_id='5' j_disp_x0='1' is_no_slip='FALSE'",
        ));
        let c = find(&m.curves_on_curves, 3);
        assert_eq!(c.rm.map(|k| label(&m.markers, k)), [20, 10]);
        assert!(c.start[0].is_none());
        assert_eq!(c.start[1].map(|s| s.point), Some([1.0, 0.0, 0.0]));
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("i_curve_id='5'"), "xml-missing-attribute");
        let both = "i_curve_id='5' j_curve_id='5'";
        let no_slip = format!("{both} is_no_slip='TRUE'");
        assert_eq!(names(&no_slip), ["xml-unsupported-reference"]);
        let moving = format!("{both} i_vel0='1'");
        assert_eq!(names(&moving), ["xml-unsupported-attribute"]);
    }
}
