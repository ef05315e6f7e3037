//! AINT, ANINT and MOD.

use super::argument::{Argument, argument};
use super::entry::{Function, Share, entry, example};
use crate::syntax::BinaryOp;
use crate::tape::Switching;

const SOURCE: &str = "Adams Solver help, mathematical functions (Fortran 77)";

const NUMBER: &[Argument] = &[argument("a", "number", "1", "")];

pub(super) const AINT: Function = Function {
    arguments: NUMBER,
    text: "The number without its fraction, rounded toward zero",
    details: "Each jump is an event, up to whole numbers of 2³¹ - 2.",
    example: example("AINT(-2.7)", -2.0),
    source: SOURCE,
    ..entry("AINT", |b, call| {
        let a = call.value(b, 0)?;
        b.switch(Switching::Truncate, &[a], true, call.place)
    })
};

pub(super) const ANINT: Function = Function {
    arguments: NUMBER,
    text: "The nearest whole number, halves away from zero",
    details: "Each jump is an event, up to whole numbers of 2³¹ - 2.",
    example: example("ANINT(-1.2) + ANINT(2.5)", 2.0),
    source: SOURCE,
    ..entry("ANINT", |b, call| {
        let a = call.value(b, 0)?;
        b.switch(Switching::Round, &[a], true, call.place)
    })
};

pub(super) const MOD: Function = Function {
    scaling: &[Share::Value, Share::Value],
    arguments: &[
        argument("a", "number", "", ""),
        argument("b", "divisor", "that of a", "≠ 0"),
    ],
    text: "Remainder a - AINT(a/b)*b, with the sign of a",
    details: "Each jump is an event.",
    example: example("MOD(-7, 4)", -3.0),
    source: SOURCE,
    ..entry("MOD", |b, call| {
        let (a, divisor) = (call.value(b, 0), call.value(b, 1));
        let (a, divisor) = (a?, divisor?);
        let quotient = b.binary(BinaryOp::Divide, a, divisor, call.place)?;
        let whole = b.switch(Switching::Truncate, &[quotient], true, call.place)?;
        let multiple = b.binary(BinaryOp::Multiply, whole, divisor, call.place)?;
        b.binary(BinaryOp::Subtract, a, multiple, call.place)
    })
};
