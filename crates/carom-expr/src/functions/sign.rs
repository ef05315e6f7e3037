//! ABS and SIGN.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};
use crate::syntax::BinaryOp;
use crate::tape::Switching;

const SOURCE: &str = "Adams Solver help, mathematical functions (Fortran 77)";

pub(super) const ABS: Function = Function {
    scaling: &[Share::Value],
    arguments: &[argument("a", "number", "", "")],
    text: "Absolute value",
    details: "The slope breaks at zero, which is an event.",
    example: example("ABS(-3.5)", 3.5),
    source: SOURCE,
    ..entry("ABS", |b, call| {
        let a = call.value(b, 0)?;
        b.magnitude(a, call.place)
    })
};

pub(super) const SIGN: Function = Function {
    scaling: &[Share::Value, Share::Own],
    arguments: &[
        argument("a", "gives the size", "", ""),
        argument("b", "gives the sign", "", ""),
    ],
    text: "|a| where b ≥ 0, -|a| where b < 0",
    details: "Where a or b passes zero is an event.",
    example: example("SIGN(-3, -0.1) + SIGN(-1, 0)", -2.0),
    source: SOURCE,
    ..entry("SIGN", |b, call| {
        let (size, sign) = (call.value(b, 0), call.value(b, 1));
        let size = b.magnitude(size?, call.place)?;
        let sign = b.switch(Switching::Sign, &[sign?], true, call.place)?;
        b.binary(BinaryOp::Multiply, size, sign, call.place)
    })
};
