//! Reference_ParamCurve: a smooth curve through points.

use crate::common::coverage::Status;
use crate::common::curve;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Content, LABELLED, Range, Section, USERSUB, boolean, id, integer, number,
};
use carom_model::curve::CurveRoutine;
use carom_model::{Curve, Matrix};

const ONLY_USER: &str =
    "of user-written curves; the parameter of a curve through points is chosen by the solver";

/// Reference_ParamCurve
///
/// The points are the rows of a matrix, or stand between the tags as x, y, z of one after the other.
pub const ELEMENT: Element = Element {
    status: Status::Partial("cubic splines through points"),
    section: Section::Model,
    attributes: &[
        LABELLED,
        &[
            boolean("is_u_closed").default("FALSE"),
            boolean("is_curve_points"),
            boolean("quintic").default("FALSE"),
            id("matrix_id", &["Reference_Matrix"]),
            integer("nrow").range(Range::Positive),
            number("u_start").partial(ONLY_USER),
            number("u_end").partial(ONLY_USER),
        ],
        USERSUB,
    ],
    content: Content::Numbers,
    changes_motion: false,
    phase: 4,
    build: Some(build),
    ..Element::new(
        "Reference_ParamCurve",
        "A curve in space: the cubic spline through points.",
        "MotionSolve help, xml-format_92",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        b.report_user_code(r, &user);
        let end = |name: &str, usual: f64| r.number(name).unwrap_or(usual);
        let curve = Curve {
            tag: r.tag(),
            points: Vec::new(),
            closed: r.flag("is_u_closed").unwrap_or(false),
            straight: false,
            routine: Some(CurveRoutine {
                user,
                range: [end("u_start", -1.0), end("u_end", 1.0)],
                order: 4,
            }),
        };
        return b.insert(|m| &mut m.curves, curve);
    }
    let given = r.get("is_curve_points").map(|_| ());
    b.needs(r, given, "is_curve_points")?;
    if r.flag("is_curve_points") != Some(true) {
        let why = "is_curve_points: the knots of a curve with control points are not described; give points of it";
        return Err(Stop::Unsupported(why.into(), r.place("is_curve_points")));
    }
    if r.flag("quintic") == Some(true) {
        let why = "quintic: curves through points are cubic".to_string();
        return Err(Stop::Unsupported(why, r.place("quintic")));
    }
    let closed = r.flag("is_u_closed").unwrap_or(false);
    let matrix = b.find(r, "matrix_id", |m| &m.matrices)?;
    let name = "xml-curve-points";
    let own = match matrix {
        Some(id) if r.numbers.is_empty() => b.model.matrices[id].clone(),
        Some(_) => {
            let what = "its points stand both in a matrix and between the tags";
            return Err(b.error(r, name, r.numbers[0].1, what));
        }
        None => {
            let n = r.numbers.len();
            let announced = r.number("nrow").map_or(n / 3, |rows| rows as usize);
            if !n.is_multiple_of(3) || announced != n / 3 {
                let what = format!("{n} numbers are no x, y, z of as many points as announced");
                return Err(b.error(r, name, r.span, &what));
            }
            Matrix {
                tag: r.tag(),
                rows: n / 3,
                columns: 3,
                values: r.numbers.iter().map(|(x, _)| *x).collect(),
            }
        }
    };
    let place = r.place("matrix_id");
    let points =
        curve::points(&own, closed, false).map_err(|what| b.error(r, name, place, &what))?;
    let curve = Curve {
        tag: r.tag(),
        points,
        closed,
        straight: false,
        routine: None,
    };
    b.insert(|m| &mut m.curves, curve)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};

    const OPEN: &str = "0 0 0\n 1 0 0\n 2 1 0\n 3 1 0";
    const MATRIX: &str = "<Reference_Matrix id='2' nrow='4' ncol='3' isroworder='TRUE'>0 0 0 1 0 0 2 1 0 3 1 0</Reference_Matrix>";

    fn with(attributes: &str, numbers: &str) -> String {
        format!(
            "{MATRIX}<Reference_ParamCurve id='5' {attributes}>{numbers}</Reference_ParamCurve>"
        )
    }

    #[test]
    fn points() {
        for text in [
            with("is_curve_points='TRUE' matrix_id='2'", ""),
            with("is_curve_points='TRUE' nrow='4' is_u_closed='FALSE'", OPEN),
        ] {
            let m = model_of(&text);
            let curve = find(&m.curves, 5);
            assert_eq!(curve.points[2], [2.0, 1.0, 0.0]);
            assert!(!curve.closed);
        }
    }

    #[test]
    fn refusals() {
        let names = |a: &str, n: &str| names_of(&with(a, n));
        let through = "is_curve_points='TRUE'";
        refused(&names("", OPEN), "xml-missing-attribute");
        refused(
            &names(&format!("{through} is_u_closed='TRUE'"), OPEN),
            "xml-curve-points",
        );
        refused(
            &names(&format!("{through} nrow='5'"), OPEN),
            "xml-curve-points",
        );
        refused(&names(through, "0 0 0 1 1 1"), "xml-curve-points");
        refused(
            &names(&format!("{through} matrix_id='2'"), OPEN),
            "xml-curve-points",
        );
        refused(
            &names(&format!("{through} matrix_id='9'"), ""),
            "xml-unknown-reference",
        );
        let m = model_of(
            "<Reference_ParamCurve id='5' is_u_closed='TRUE' u_start='0' u_end='6' usrsub_dll_name='a.dll'/>",
        );
        let routine = find(&m.curves, 5).routine.as_ref();
        assert_eq!(routine.map(|r| r.range), Some([0.0, 6.0]));
        for a in [
            "is_curve_points='FALSE'",
            "is_curve_points='TRUE' quintic='TRUE'",
        ] {
            assert_eq!(names(a, OPEN), ["xml-unsupported-reference"], "{a}");
        }
    }
}
