//! Constraint_PTCV: a point that stays on a curve.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, id, marker, number, word};
use carom_model::PointOnCurve;
use carom_model::curve::StartPoint;

/// A coordinate of the first guess.
const fn guess(name: &'static str, aliases: &'static [&'static str]) -> Attribute {
    number(name)
        .alias(aliases)
        .dim("L")
        .default("the point nearest to I")
}

/// Constraint_PTCV
pub const ELEMENT: Element = Element {
    status: Status::Partial("not with a direction of z of I"),
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            id("curve_id", &["Reference_ParamCurve"]).required(),
            guess("disp_x0", &["disp_xo"]),
            guess("disp_y0", &["disp_yo"]),
            guess("disp_z0", &["disp_zo"]),
            number("vel_0")
                .alias(&["vel_o", "vel0"])
                .dim("L·T⁻¹")
                .default("as assembled"),
            word("zi_direction", &["PERPENDICULAR", "PARALLEL"])
                .refused("the orientation of I is not held; a joint can hold it"),
        ],
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Constraint_PTCV",
        "The origin of marker I stays on a curve and slides along it without friction.",
        "MotionSolve help, xml-format_44",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, rm) = b.pair_of_bodies(r)?;
    let curve = b.find(r, "curve_id", |m| &m.curves)?;
    let curve = b.needs(r, curve, "curve_id")?;
    let names = ["disp_x0", "disp_y0", "disp_z0"];
    let given = names.iter().any(|n| r.has(n));
    let start = given.then(|| StartPoint {
        point: names.map(|n| r.number(n).unwrap_or(0.0)),
        frame: None,
        exact: false,
    });
    let ptcv = PointOnCurve {
        tag: r.tag(),
        i,
        curve,
        rm,
        jfloat: None,
        start,
        velocity: r.number("vel_0"),
    };
    b.insert(|m| &mut m.points_on_curves, ptcv)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, label, model_of, names_of, refused};

    fn with(attributes: &str) -> String {
        format!(
            "{BODY}<Reference_ParamCurve id='5' is_curve_points='TRUE'>0 0 0 1 0 0 2 1 0 3 1 0</Reference_ParamCurve>
             <Constraint_PTCV id='3' i_marker_id='20' {attributes}/>"
        )
    }

    #[test]
    fn guesses() {
        let m = model_of(&with("j_marker_id='10' curve_id='5'"));
        let c = find(&m.points_on_curves, 3);
        assert_eq!((label(&m.markers, c.i), label(&m.markers, c.rm)), (20, 10));
        assert!(c.start.is_none() && c.velocity.is_none());
        let m = model_of(&with(
            "j_marker_id='10' curve_id='5' disp_xo='1' disp_y0='2.' vel_o='-3'",
        ));
        let c = find(&m.points_on_curves, 3);
        let start = c.start.expect("a guess");
        assert_eq!(
            (start.point, start.frame, start.exact),
            ([1.0, 2.0, 0.0], None, false)
        );
        assert_eq!(c.velocity, Some(-3.0));
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("j_marker_id='10'"), "xml-missing-attribute");
        refused(&names("j_marker_id='21' curve_id='5'"), "xml-same-body");
        refused(
            &names("j_marker_id='10' curve_id='9'"),
            "xml-unknown-reference",
        );
        let held = "j_marker_id='10' curve_id='5' zi_direction='PARALLEL'";
        assert_eq!(names(held), ["xml-unsupported-attribute"]);
    }
}
