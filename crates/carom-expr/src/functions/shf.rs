//! SHF.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};
use crate::syntax::BinaryOp;
use crate::tape::{Elementary, Op};

pub(super) const SHF: Function = Function {
    scaling: &[
        Share::X,
        Share::X,
        Share::Value,
        Share::PerX,
        Share::Number,
        Share::Value,
    ],
    arguments: &[
        argument("x", "variable", "", ""),
        argument("x0", "shift of the variable", "that of x", ""),
        argument("a", "amplitude", "", ""),
        argument(
            "w",
            "circular frequency, in degrees per unit with the suffix D",
            "θ/that of x",
            "",
        ),
        argument("phi", "phase", "θ", ""),
        argument("b", "mean", "that of a", ""),
    ],
    text: "Simple harmonic a·sin(w·(x-x0) - phi) + b",
    example: example("SHF(2, 1, 4, 90D, 60D, 1)", 3.0),
    source: "Adams Solver help, function SHF",
    ..entry("SHF", |b, call| {
        let v = call.values(b)?;
        let (place, [x, x0, a, w, phi, mean]) = (call.place, [v[0], v[1], v[2], v[3], v[4], v[5]]);
        let run = b.binary(BinaryOp::Subtract, x, x0, place)?;
        let turned = b.binary(BinaryOp::Multiply, w, run, place)?;
        let angle = b.binary(BinaryOp::Subtract, turned, phi, place)?;
        let sine = b.unary(|r| Op::Function(Elementary::Sin, r), angle, place)?;
        let swing = b.binary(BinaryOp::Multiply, a, sine, place)?;
        b.binary(BinaryOp::Add, swing, mean, place)
    })
};
