//! Functions of one argument as in Fortran 77, and ATAN2.

use super::argument::{Argument, argument};
use super::entry::{Function, Lower, Share, entry, example};
use crate::tape::{Elementary, Op};

const SOURCE: &str = "Adams Solver help, mathematical functions (Fortran 77)";

const ANGLE: &[Argument] = &[argument("a", "angle", "θ", "")];
const NUMBER: &[Argument] = &[argument("a", "number", "1", "")];
const UNIT: &[Argument] = &[argument("a", "number", "1", "-1 ≤ a ≤ 1")];
const POSITIVE: &[Argument] = &[argument("a", "number", "1", "> 0")];

const fn function(name: &'static str, lower: Lower) -> Function {
    Function {
        source: SOURCE,
        arguments: NUMBER,
        ..entry(name, lower)
    }
}

macro_rules! lower {
    ($function:ident) => {
        |b, call| {
            let a = call.value(b, 0)?;
            b.unary(|r| Op::Function(Elementary::$function, r), a, call.place)
        }
    };
}

pub(super) const SIN: Function = Function {
    arguments: ANGLE,
    text: "Sine of an angle in radians",
    example: example("SIN(30D)", 0.5),
    ..function("SIN", lower!(Sin))
};

pub(super) const COS: Function = Function {
    arguments: ANGLE,
    text: "Cosine of an angle in radians",
    example: example("COS(60D)", 0.5),
    ..function("COS", lower!(Cos))
};

pub(super) const TAN: Function = Function {
    arguments: ANGLE,
    text: "Tangent of an angle in radians",
    example: example("TAN(45D)", 1.0),
    ..function("TAN", lower!(Tan))
};

pub(super) const ASIN: Function = Function {
    arguments: UNIT,
    text: "Inverse sine in [-π/2, π/2]",
    example: example("ASIN(0.5)*RTOD", 30.0),
    ..function("ASIN", lower!(Asin))
};

pub(super) const ACOS: Function = Function {
    arguments: UNIT,
    text: "Inverse cosine in [0, π]",
    example: example("ACOS(0.5)*RTOD", 60.0),
    ..function("ACOS", lower!(Acos))
};

pub(super) const ATAN: Function = Function {
    text: "Inverse tangent in (-π/2, π/2)",
    example: example("ATAN(1)*RTOD", 45.0),
    ..function("ATAN", lower!(Atan))
};

pub(super) const ATAN2: Function = Function {
    scaling: &[Share::X, Share::X],
    arguments: &[
        argument("y", "ordinate", "", ""),
        argument("x", "abscissa", "that of y", ""),
    ],
    text: "Angle of the point (x, y) from the x axis, in (-π, π]",
    details: "Not defined where both are zero.",
    example: example("ATAN2(1, -1)*RTOD", 135.0),
    ..function("ATAN2", |b, call| {
        let (y, x) = (call.value(b, 0), call.value(b, 1));
        b.pair(Op::Atan2, y?, x?, call.place)
    })
};

pub(super) const SINH: Function = Function {
    text: "Hyperbolic sine",
    example: example("SINH(LOG(2))", 0.75),
    ..function("SINH", lower!(Sinh))
};

pub(super) const COSH: Function = Function {
    text: "Hyperbolic cosine",
    example: example("COSH(LOG(2))", 1.25),
    ..function("COSH", lower!(Cosh))
};

pub(super) const TANH: Function = Function {
    text: "Hyperbolic tangent",
    example: example("TANH(LOG(2))", 0.6),
    ..function("TANH", lower!(Tanh))
};

pub(super) const EXP: Function = Function {
    text: "Exponential eᵃ",
    example: example("EXP(1)", std::f64::consts::E),
    ..function("EXP", lower!(Exp))
};

pub(super) const LOG: Function = Function {
    arguments: POSITIVE,
    text: "Natural logarithm",
    example: example("LOG(EXP(3))", 3.0),
    ..function("LOG", lower!(Log))
};

pub(super) const LOG10: Function = Function {
    arguments: POSITIVE,
    text: "Decimal logarithm",
    example: example("LOG10(1000)", 3.0),
    ..function("LOG10", lower!(Log10))
};

pub(super) const SQRT: Function = Function {
    scaling: &[Share::Square],
    arguments: &[argument("a", "number", "", "≥ 0")],
    text: "Square root",
    details: "Its slope at zero, which is infinite, is taken as zero.",
    example: example("SQRT(6.25)", 2.5),
    ..function("SQRT", lower!(Sqrt))
};
