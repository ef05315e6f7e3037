//! CURVE: a smooth curve through points.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, function, id, integer, number, routine};
use crate::common::coverage::Status;
use crate::common::curve;
use crate::common::labels::{Built, Stop};
use carom_model::Curve;
use carom_model::constraint::{Function, UserFunction};
use carom_model::curve::CurveRoutine;

const ONLY_USER: &str =
    "of user-written curves; the parameter of a curve through points goes from -1 to 1";

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
            number("MINPAR").partial(ONLY_USER),
            number("MAXPAR").partial(ONLY_USER),
            function("FUNCTION"),
            routine("ROUTINE"),
        ],
    },
    ELEMENTS,
    build,
)
.motionless();

fn of_routine(r: &Record, b: &mut Builder, user: UserFunction) -> Built {
    b.exclusive(r, &[("FUNCTION", "MATRIX")])?;
    let end = |name: &str, usual: f64| r.args.number(name).unwrap_or(usual);
    let range = [end("MINPAR", -1.0), end("MAXPAR", 1.0)];
    if range[0] >= range[1] {
        let what = "MAXPAR has to be above MINPAR";
        return Err(b.error(r, "adm-bad-value", r.place("MAXPAR"), what));
    }
    let curve = Curve {
        tag: r.tag(),
        points: Vec::new(),
        closed: r.args.has("CLOSED"),
        straight: false,
        routine: Some(CurveRoutine {
            user,
            range,
            order: r.args.number("ORDER").unwrap_or(4.0) as u32,
        }),
    };
    insert(&mut b.model.curves, curve)
}

fn build(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("CLOSED", "OPEN")])?;
    match r.args.function("FUNCTION", Some("ROUTINE")) {
        None => {}
        Some(Function::User(user)) => return of_routine(r, b, user),
        Some(Function::Expression(_)) => {
            let what = "FUNCTION has to be USER(...)";
            return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
        }
    }
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
        routine: None,
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
    fn of_a_routine() {
        let text =
            "CURVE/3, CLOSED, MINPAR=0, MAXPAR=6.5, FUNCTION=USER(1,2)\\, ROUTINE=lib::round";
        let m = accept(text);
        let curve = &m.curves[find(&m.curves, 3)];
        let routine = curve.routine.as_ref().expect("user-written code");
        assert_eq!(
            (routine.range, routine.user.routine.as_str()),
            ([0.0, 6.5], "lib::round")
        );
        assert!(curve.closed && curve.points.is_empty());
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
        for text in ["MATRIX=1", "MATRIX=1, CURVE_POINTS, ORDER=6"] {
            unsupported(&format!("{OPEN}CURVE/3, {text}"), &["CURVE/3"]);
        }
    }
}
