//! SWEEP.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};
use super::law;
use crate::tape::Switching;

pub(super) const SWEEP: Function = Function {
    scaling: &[
        Share::X,
        Share::Value,
        Share::X,
        Share::PerX,
        Share::X,
        Share::PerX,
        Share::X,
    ],
    arguments: &[
        argument("x", "variable, mostly TIME", "", ""),
        argument("a", "amplitude", "", ""),
        argument("x0", "where the frequency begins to run", "that of x", ""),
        argument("f0", "frequency up to there, in cycles", "1/that of x", ""),
        argument("x1", "where the frequency ends to run", "that of x", "> x0"),
        argument(
            "f1",
            "frequency from there on, in cycles",
            "1/that of x",
            "",
        ),
        argument("dx", "over which the sine is faded in", "that of x", "> 0"),
    ],
    text: "Sine of constant amplitude whose frequency runs from f0 to f1",
    details: "Adams: continuous phase, faded in from x0 to x0+dx. MotionSolve: sin 2πf(x)x as its help prints it, faded in \
         from 0 to dx; it jumps at x1.",
    // beyond x1: 5·5.35 - 1.5·5 = 19.25 cycles
    example: example("SWEEP(5.35, 3, 1, 2, 4, 5, 0.5)", 3.0),
    source: "Adams Solver help, function SWEEP (phase from a licensed copy); MotionSolve help, function SWEEP",
    ..entry("SWEEP", |b, call| {
        let kind = Switching::Sweep(b.dialect);
        law::lower(b, call, kind, 1, Some([2, 4]))
    })
};
