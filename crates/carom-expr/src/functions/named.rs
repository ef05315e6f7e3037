//! What a name in an expression means: a function of the list, or what was meant by it.

use super::count::call;
use super::entry::{Function, Status};
use super::{FUNCTIONS, lookup};
use crate::syntax::{Place, excerpt};
use crate::tape::{Builder, Named, Value};
use carom_base::{Diagnostic, Dialect};

/// The value of a constant, a variable or a call.
pub fn value(b: &mut Builder<'_>, named: &Named<'_>) -> Option<Value> {
    let function = find(b, named.name, named.name_place, named.arguments.is_some())?;
    let call = call(
        b,
        function,
        named.place,
        named.arguments.unwrap_or_default(),
    )?;
    (function.lower)(b, &call)
}

fn language(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Adams => "Adams",
        Dialect::MotionSolve => "MotionSolve",
    }
}

/// The function of a name; `called` if parentheses follow it.
fn find(b: &mut Builder<'_>, name: &str, place: Place, called: bool) -> Option<&'static Function> {
    let span = b.span(place);
    let Some(function) = lookup(name, b.dialect) else {
        let d = unknown(b.dialect, name, called);
        return b.refuse(Diagnostic { span, ..d });
    };
    if called && !function.called {
        let d = Diagnostic::error(
            "expr-not-a-function",
            span,
            format!("{name} is a number, not a function"),
        )
        .label("takes no arguments")
        .help(format!("write {name} without parentheses"));
        return b.refuse(d);
    }
    if !called && function.called {
        let d = Diagnostic::error(
            "expr-arguments-expected",
            span,
            format!("{name} is a function and needs its arguments"),
        )
        .label("parentheses are missing")
        .help(format!("write {}", function.form()));
        return b.refuse(d);
    }
    if let Status::Refused(reason) = function.status {
        let d = Diagnostic::error(
            "expr-function-refused",
            span,
            format!("{name} is not supported: {reason}"),
        )
        .label("known, but not supported");
        return b.refuse(d);
    }
    Some(function)
}

fn unknown(dialect: Dialect, name: &str, called: bool) -> Diagnostic {
    let other = match dialect {
        Dialect::Adams => Dialect::MotionSolve,
        Dialect::MotionSolve => Dialect::Adams,
    };
    let none = carom_base::Span::NONE;
    if lookup(name, other).is_some() {
        return Diagnostic::error(
            "expr-other-language",
            none,
            format!("{name} is part of the {} language only", language(other)),
        )
        .label(format!("not known to {}", language(dialect)));
    }
    let d = if called {
        Diagnostic::error(
            "expr-unknown-function",
            none,
            format!("there is no function {}", excerpt(name)),
        )
    } else {
        Diagnostic::error(
            "expr-unknown-name",
            none,
            format!("there is no constant or variable {}", excerpt(name)),
        )
    };
    let d = d.label(format!("not known to {}", language(dialect)));
    // Letters typed for digits: le7, 1O.
    let digits = name.replace('L', "1").replace('O', "0");
    if digits != name && digits.parse::<f64>().is_ok() {
        return d.help(format!("did you mean the number {digits}?"));
    }
    if name == "T" {
        return d.help("did you mean TIME?");
    }
    if let Some((_, help)) = ELSEWHERE.iter().find(|(words, _)| words.contains(&name)) {
        return d.help(*help);
    }
    let names = FUNCTIONS
        .iter()
        .filter(|f| f.is_in(dialect))
        .map(|f| f.name);
    d.suggest(name, names)
}

/// Words for functions that other programs have, upper case, and what is written here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["POW", "POWER"], "a power is a**b"),
    (&["SQR", "SQUARE"], "a square is a**2"),
    (&["LN"], "the natural logarithm is LOG(a)"),
    (&["FABS"], "the absolute value is ABS(a)"),
    (&["SGN", "SIGNUM"], "the sign of a is SIGN(1, a)"),
    (&["ROUND", "NINT"], "the nearest whole number is ANINT(a)"),
    (
        &["INT", "TRUNC", "FIX"],
        "the number without its fraction is AINT(a)",
    ),
    (
        &["ANGLE", "ROT", "ROTATION"],
        "the angle of marker i against j about an axis of j is AX, AY or AZ(i, j)",
    ),
    (
        &["DIST", "DISTANCE", "DISP", "DISPLACEMENT"],
        "the distance of two markers is DM(i, j), its components are DX, DY, DZ(i, j, axes)",
    ),
    (
        &["VEL", "VELOCITY", "SPEED"],
        "components of a velocity are VX, VY, VZ(i, j, axes), its magnitude is VM(i, j), its rate of approach -VR(i, j)",
    ),
    (
        &["RAMP", "HEAVISIDE", "PULSE"],
        "a smooth step is STEP(x, x0, h0, x1, h1), a sudden one IF(x: if negative, if zero, if positive)",
    ),
    (&["ARCSIN"], "the inverse sine is ASIN(a)"),
    (&["ARCCOS"], "the inverse cosine is ACOS(a)"),
    (
        &["ARCTAN", "ATN"],
        "the inverse tangent is ATAN(a), or ATAN2(y, x)",
    ),
    (
        &["DEG", "RAD", "DEGREES", "RADIANS", "DEG2RAD", "RAD2DEG"],
        "30D is an angle of 30 degrees; a*RTOD is a in degrees, a*DTOR in radians",
    ),
];
