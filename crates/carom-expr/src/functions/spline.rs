//! AKISPL, CUBSPL, LINSPL, QUISPL; CURVE and INTERP.

use super::argument::{Argument, argument, optional};
use super::call::Call;
use super::entry::{Function, Lower, entry, usage};
use crate::spline::{Method, Surface};
use crate::tape::{Builder, Switching, Value};
use carom_base::{Diagnostic, Dialect};
use std::sync::Arc;

const SOURCE: &str = "Adams Solver help, function AKISPL; MotionSolve help, spline functions";

const ARGUMENTS: &[Argument] = &[
    argument("x", "variable along the curve", "", ""),
    argument(
        "z",
        "variable from curve to curve, 0 for a single curve",
        "",
        "",
    ),
    argument("id", "label of the spline", "id", ""),
    optional(
        "iord",
        "order of the derivative by x, for a single curve only",
        "1",
        "0 to 2",
    ),
];

const fn spline(name: &'static str, lower: Lower) -> Function {
    Function {
        arguments: ARGUMENTS,
        source: SOURCE,
        ..entry(name, lower)
    }
}

fn lower(b: &mut Builder<'_>, call: &Call, method: Method) -> Option<Value> {
    let (x, z) = (call.value(b, 0), call.value(b, 1));
    interpolate(b, call, method, [x, z])
}

/// The label is the third argument, the order of the derivative the fourth.
fn interpolate(
    b: &mut Builder<'_>,
    call: &Call,
    method: Method,
    [x, z]: [Option<Value>; 2],
) -> Option<Value> {
    let (label, order) = (call.label(b, 2), call.whole(b, 3, 0, 2));
    let (x, z, label, order) = (x?, z?, label?, order?.unwrap_or(0) as u8);
    let place = call.place_of(b, 2);
    b.meet_spline(label, place);
    let Some(table) = b.tables.spline(label) else {
        let d = Diagnostic::error(
            "expr-unknown-spline",
            b.span(place),
            format!("there is no spline {label}"),
        )
        .label("no SPLINE has this label");
        return b.refuse(d);
    };
    let n = table.x.len();
    let problem = table.problem().or_else(|| {
        let fewest = method.fewest();
        (n < fewest).then(|| format!("it has {n} points, {} needs {fewest}", call.name))
    });
    if let Some(problem) = problem {
        let d = Diagnostic::error(
            "expr-spline-points",
            b.span(place),
            format!("spline {label} cannot be used: {problem}"),
        )
        .label("this spline");
        return b.refuse(d);
    }
    if order > 0 && table.curves.len() > 1 {
        let d = Diagnostic::error(
            "expr-surface-derivative",
            b.span(call.place_of(b, 3)),
            format!("spline {label} is a family of curves and has no derivative here"),
        )
        .label("only 0 for a family of curves");
        return b.refuse(d);
    }
    if method == Method::Akima && n < 6 && b.dialect == Dialect::MotionSolve {
        let d = Diagnostic::warning(
            "expr-few-spline-points",
            b.span(place),
            format!("spline {label} has {n} points, MotionSolve asks AKISPL for at least 6"),
        );
        b.diagnostics.push(d);
    }
    let surface = Surface::new(method, &table, order).named(call.name);
    let surface = Switching::Spline(Arc::new(surface));
    b.spline(surface, label, method, order, &[x, z], call.place)
}

pub(super) const AKISPL: Function = Function {
    text: "Akima's local cubics through the points of a spline",
    details: "Linear in z between curves. Beyond the ends a parabola through the last three points, or with linear \
         extrapolation a line through the last two. The points are events: the second derivative jumps there.",
    example: usage("AKISPL(DX(21,11), 0, 3)"),
    ..spline("AKISPL", |b, call| lower(b, call, Method::Akima))
};

pub(super) const CUBSPL: Function = Function {
    text: "Cubic spline through the points of a spline, with two continuous derivatives",
    details: "The second derivative is zero at both ends; the manuals do not tell the end condition. Beyond the ends and in z \
         as AKISPL. Only the ends are events.",
    example: usage("CUBSPL(TIME, 0, 3, 1)"),
    ..spline("CUBSPL", |b, call| lower(b, call, Method::Cubic))
};

pub(super) const LINSPL: Function = Function {
    adams: false,
    text: "Straight lines through the points of a spline",
    details: "Beyond the ends the last line goes on. The points are events: the slope jumps there.",
    example: usage("LINSPL(TIME, 0, 3)"),
    ..spline("LINSPL", |b, call| lower(b, call, Method::Linear))
};

pub(super) const QUISPL: Function = Function {
    adams: false,
    text: "Natural spline of degree five through the points of a spline, with four continuous derivatives",
    details: "Third and fourth derivatives are zero at both ends. Beyond the ends and in z as AKISPL. Only the ends are events.",
    example: usage("QUISPL(TIME, 0, 3, 2)"),
    ..spline("QUISPL", |b, call| lower(b, call, Method::Quintic))
};

pub(super) const CURVE: Function = Function {
    arguments: &[
        argument("alpha", "parameter along the curve", "1", "-1 to 1"),
        argument("iord", "order of the derivative", "1", "0 to 2"),
        argument("comp", "component: 1 x, 2 y, 3 z", "1", "1 to 3"),
        argument("id", "label of the curve", "id", ""),
    ],
    text: "A component of a curve in space, or its derivative by the parameter",
    details: "The parameter runs from -1 at the first point to 1 at the last, by equal steps from point to point. Whether it runs so, or by the lengths of \
         the chords, is not published: curves are looked up whose points have equal distances, where both are the same. Beyond the ends the tangent goes on, \
         with a warning. The points of straight lines (ORDER=2) are events.",
    example: usage("CURVE(0.4*TIME - 1, 0, 1, 8)"),
    source: "Adams Solver help, function CURVE; MotionSolve help, function CURVE",
    ..entry("CURVE", |b, call| {
        let alpha = call.value(b, 0);
        let (order, component) = (call.whole(b, 1, 0, 2), call.whole(b, 2, 1, 3));
        let label = call.label(b, 3)?;
        let (alpha, order, component) = (alpha?, order?? as u8, component??);
        let place = call.place_of(b, 3);
        b.meet_curve(label, place);
        let table = match b.tables.curve(label) {
            Some(Ok(table)) => table,
            found => {
                let message = match found {
                    Some(Err(why)) => format!("curve {label} cannot be looked up: {why}"),
                    _ => format!("there is no curve {label}"),
                };
                let d = Diagnostic::error("expr-curve", b.span(place), message).label("this curve");
                return b.refuse(d);
            }
        };
        let kind = Switching::Spline(Arc::new(Surface::of_curve(
            &table,
            component as usize - 1,
            order,
        )));
        let zero = b.constant(0.0);
        b.curve(kind, (label, component, order), &[alpha, zero], call.place)
    })
};

pub(super) const INTERP: Function = Function {
    motionsolve: false,
    arguments: &[
        argument("x", "variable", "", ""),
        argument("method", "1 linear, 3 cubic", "1", "1 or 3"),
        argument("id", "label of the spline", "id", ""),
        optional("iord", "order of the derivative", "1", "0 to 2"),
    ],
    text: "Interpolation in a table: by straight lines, or by the cubic spline of CUBSPL",
    details: "The table is a SPLINE with its points in the dataset, of one curve. Beyond the ends as AKISPL.",
    example: usage("INTERP(TIME, 3, 2)"),
    source: "Adams Solver help, list of functions",
    ..entry("INTERP", |b, call| {
        let method = match call.whole(b, 1, 1, 3)?? {
            1 => Method::Linear,
            3 => Method::Cubic,
            other => {
                let d = Diagnostic::error(
                    "expr-interp-method",
                    b.span(call.place_of(b, 1)),
                    format!("INTERP has no method {other}"),
                )
                .label("1 for straight lines, 3 for cubics");
                return b.refuse(d);
            }
        };
        let x = call.value(b, 0);
        let z = Some(b.constant(0.0));
        interpolate(b, call, method, [x, z])
    })
};
