//! STEP, STEP5, HAVSIN.

use super::argument::{Argument, argument};
use super::call::Call;
use super::entry::{Function, Lower, Share, entry, example};
use super::law;
use crate::tape::{Builder, Switching, Value};

const ARGUMENTS: &[Argument] = &[
    argument("x", "variable", "", ""),
    argument("x0", "where the rise begins", "that of x", ""),
    argument("h0", "value up to there", "", ""),
    argument("x1", "where the rise ends", "that of x", "≠ x0"),
    argument("h1", "value from there on", "that of h0", ""),
];

const fn step(name: &'static str, lower: Lower) -> Function {
    Function {
        arguments: ARGUMENTS,
        scaling: &[Share::X, Share::X, Share::Value, Share::X, Share::Value],
        source: "Adams Solver and MotionSolve help, functions STEP, STEP5, HAVSIN",
        ..entry(name, lower)
    }
}

fn lower(b: &mut Builder<'_>, call: &Call, kind: Switching) -> Option<Value> {
    law::lower(b, call, kind, 1, Some([1, 3]))
}

pub(super) const STEP: Function = Function {
    text: "Rises from h0 at x0 to h1 at x1 by a cubic, constant outside",
    details: "h0 + (h1-h0)·D²·(3-2D), D = (x-x0)/(x1-x0). Both ends are events: the second derivative jumps there.",
    example: example("STEP(1.5, 1, 0, 3, 32)", 5.0),
    ..step("STEP", |b, call| lower(b, call, Switching::Step))
};

pub(super) const STEP5: Function = Function {
    text: "Rises from h0 at x0 to h1 at x1 by a quintic, constant outside",
    details: "h0 + (h1-h0)·D³·(10-15D+6D²), D = (x-x0)/(x1-x0). Both ends are events: the third derivative jumps there.",
    example: example("STEP5(1.5, 1, 0, 3, 512)", 53.0),
    ..step("STEP5", |b, call| lower(b, call, Switching::Step5))
};

pub(super) const HAVSIN: Function = Function {
    text: "Rises from h0 at x0 to h1 at x1 by half a wave of a sine, constant outside",
    details: "(h0+h1)/2 + (h1-h0)/2·SIN(π·D - π/2), D = (x-x0)/(x1-x0). Both ends are events: the second derivative \
         jumps there.",
    example: example("HAVSIN(1, 0, 0, 3, 4)", 1.0),
    ..step("HAVSIN", |b, call| lower(b, call, Switching::Havsin))
};
