//! CURVE: a smooth curve through points.

use super::{Built, ELEMENTS, Statement, Stop, insert};
use crate::adm::build::{Builder, Record};
use crate::adm::syntax::{Label, Syntax, flag, function, id, integer, number, routine};
use crate::common::coverage::Status;
use crate::common::curve;
use carom_model::Curve;

const ONLY_USER: &str = "the parameter of a curve through points goes from -1 to 1";

/// CURVE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "CURVE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial(
            "cubic splines and straight lines through points (CURVE_POINTS); nothing stays on straight lines",
        ),
        text: "A curve in space: the cubic spline (ORDER=4), or the straight lines (ORDER=2), through the points that are the rows of a MATRIX.",

        source: "Adams Solver help, CURVE",
        arguments: &[
            id("MATRIX"),
            flag("CURVE_POINTS"),
            flag("CLOSED"),
            flag("OPEN").default("this"),
            integer("ORDER").default("4"),
            number("MINPAR").ignored(ONLY_USER),
            number("MAXPAR").ignored(ONLY_USER),
            function("FUNCTION").refused("user-written curves are not supported"),
            routine("ROUTINE"),
        ],
    },
    ELEMENTS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("CLOSED", "OPEN")])?;
    let matrix = b.find(r, "MATRIX", "MATRIX", |m| &m.matrices)?;
    let matrix = b.needs(r, matrix, "MATRIX")?;
    if !r.args.has("CURVE_POINTS") {
        let why = "the knots of a curve with control points are not described; give points of it with CURVE_POINTS";
        return Err(Stop::Unsupported(why.into(), r.span));
    }
    let straight = match r.args.number("ORDER") {
        None | Some(4.0) => false,
        Some(2.0) => true,
        _ => {
            let why = "ORDER: curves through points are cubic (ORDER=4) or straight lines (ORDER=2); which end conditions a spline of another order has is not described";
            return Err(Stop::Unsupported(why.into(), r.place("ORDER")));
        }
    };
    let closed = r.args.has("CLOSED");
    let points = curve::points(&b.model.matrices[matrix], closed, straight)
        .map_err(|what| b.error(r, "adm-curve-points", r.place("MATRIX"), &what))?;
    let curve = Curve {
        tag: r.tag(),
        points,
        closed,
        straight,
    };
    insert(&mut b.model.curves, curve)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse, unsupported};

    const OPEN: &str =
        "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 2,1,0, 3,1,0\n";
    const ROUND: &str =
        "MATRIX/1, FULL=CORDER, ROWS=5, COLUMNS=3, VALUES=1,0,-1,0,1, 0,1,0,-1,0, 0,0,0,0,0\n";

    #[test]
    fn points() {
        let m = accept(&format!(
            "{OPEN}CURVE/3, MATRIX=1, CURVE_POINTS, OPEN, ORDER=4"
        ));
        let curve = &m.curves[find(&m.curves, 3)];
        assert_eq!(curve.points[2], [2.0, 1.0, 0.0]);
        assert!(!curve.closed);
        let m = accept(&format!("{ROUND}CURVE/3, MATRIX=1, CURVE_POINTS, CLOSED"));
        let curve = &m.curves[find(&m.curves, 3)];
        assert!(curve.closed && curve.points.len() == 5 && !curve.straight);
        // a cusp, which no smooth curve has
        let m = accept(
            "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 0,0,0, 1,1,0\nCURVE/3, MATRIX=1, CURVE_POINTS, ORDER=2",
        );
        assert!(m.curves[find(&m.curves, 3)].straight);
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, name: &str| refuse(&format!("{OPEN}CURVE/3, {text}"), &[name]);
        refuse("MATRIX=1, CURVE_POINTS, CLOSED", "adm-curve-points");
        refuse("MATRIX=9, CURVE_POINTS", "adm-unknown-element");
        refuse("CURVE_POINTS", "adm-missing-argument");
        refuse(
            "MATRIX=1, CURVE_POINTS, CLOSED, OPEN",
            "adm-conflicting-arguments",
        );
        for text in [
            "MATRIX=1",
            "MATRIX=1, CURVE_POINTS, ORDER=6",
            "FUNCTION=USER(1)",
        ] {
            unsupported(&format!("{OPEN}CURVE/3, {text}"), &["CURVE/3"]);
        }
    }
}
