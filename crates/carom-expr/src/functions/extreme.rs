//! MAX, MIN and DIM.

use super::argument::{Argument, argument};
use super::call::Call;
use super::entry::{Function, Share, entry, example};
use crate::syntax::BinaryOp;
use crate::tape::{Builder, Switching, Value};

const SOURCE: &str = "Adams Solver help, mathematical functions (Fortran 77)";

const NUMBERS: &[Argument] = &[
    argument("a", "number", "", ""),
    argument("b", "number", "that of a", ""),
];

/// Two by two from the left.
fn fold(b: &mut Builder<'_>, call: &Call, kind: &Switching) -> Option<Value> {
    let values = call.values(b)?;
    let mut best = values[0];
    for &v in &values[1..] {
        if v != best {
            best = b.switch(kind.clone(), &[best, v], true, call.place)?;
        }
    }
    Some(best)
}

pub(super) const MAX: Function = Function {
    scaling: &[Share::Value],
    arguments: NUMBERS,
    repeats: 30,
    text: "The greatest of its arguments",
    details: "Where another argument takes over is an event.",
    example: example("MAX(1, -2, 3)", 3.0),
    source: SOURCE,
    ..entry("MAX", |b, call| fold(b, call, &Switching::Max))
};

pub(super) const MIN: Function = Function {
    scaling: &[Share::Value],
    arguments: NUMBERS,
    repeats: 30,
    text: "The least of its arguments",
    details: "Where another argument takes over is an event.",
    example: example("MIN(1, -2, 3)", -2.0),
    source: SOURCE,
    ..entry("MIN", |b, call| fold(b, call, &Switching::Min))
};

pub(super) const DIM: Function = Function {
    scaling: &[Share::Value, Share::Value],
    arguments: NUMBERS,
    text: "a - b where that is positive, else 0",
    details: "The slope breaks at a = b, which is an event.",
    example: example("DIM(5, 3) + DIM(3, 5)", 2.0),
    source: SOURCE,
    ..entry("DIM", |b, call| {
        let (left, right) = (call.value(b, 0), call.value(b, 1));
        let difference = b.binary(BinaryOp::Subtract, left?, right?, call.place)?;
        let zero = b.constant(0.0);
        b.switch(Switching::Max, &[difference, zero], true, call.place)
    })
};
