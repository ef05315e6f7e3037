//! BISTOP.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};
use super::law;
use crate::tape::Switching;

pub(super) const BISTOP: Function = Function {
    scaling: &[
        Share::X,
        Share::Rate,
        Share::X,
        Share::X,
        Share::Stiffness(5),
        Share::Number,
        Share::Damping,
        Share::X,
    ],
    arguments: &[
        argument("x", "distance", "L", ""),
        argument("xdot", "its rate", "L/T", ""),
        argument("x1", "lower end of the free range", "L", ""),
        argument("x2", "upper end of the free range", "L", "> x1"),
        argument("k", "stiffness", "F·L⁻ᵉ", "≥ 0"),
        argument("e", "exponent", "1", "> 0"),
        argument("cmax", "full damping", "F·T/L", "≥ 0"),
        argument("d", "penetration of full damping", "L", "> 0"),
    ],
    text: "Force of two stops: pushes up below x1, pushes down above x2, free between",
    details: "IMPACT(x, xdot, x1, k, e, cmax, d) - IMPACT(-x, -xdot, -x2, k, e, cmax, d). Choosing k, e, cmax and d: as for IMPACT.",
    example: example(
        "BISTOP(3.05, 2, 1, 3, 100, 1.5, 25, 0.1)",
        -26.118_033_988_749_9,
    ),
    source: "Adams Solver and MotionSolve help, function BISTOP",
    ..entry("BISTOP", |b, call| {
        law::lower(b, call, Switching::Bistop, 2, Some([2, 3]))
    })
};
