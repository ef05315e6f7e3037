//! IMPACT.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};
use super::law;
use crate::tape::Switching;

pub(super) const IMPACT: Function = Function {
    scaling: &[
        Share::X,
        Share::Rate,
        Share::X,
        Share::Stiffness(4),
        Share::Number,
        Share::Damping,
        Share::X,
    ],
    arguments: &[
        argument("x", "distance", "L", ""),
        argument("xdot", "its rate, closing is negative", "L/T", ""),
        argument("x1", "free length", "L", ""),
        argument("k", "stiffness", "F·L⁻ᵉ", "≥ 0"),
        argument("e", "exponent", "1", "> 0"),
        argument("cmax", "full damping", "F·T/L", "≥ 0"),
        argument("d", "penetration of full damping", "L", "> 0"),
    ],
    text: "Force of a one-sided stop with spring and damper: pushes below the free length, never pulls",
    details: "max(0, k·(x1-x)ᵉ - STEP(x, x1-d, cmax, x1, 0)·xdot) where x < x1, else 0. First touch, full damping, the \
         end of the force and the opening of the gap are events. Adams asks x1 > 0 and does not insist. \
         Choosing: e above 1 (1.5 for spheres of metal, 2.2 as a first guess; below 1 the stiffness is infinite at first touch and errors become energy), \
         cmax about 1 % of k, d smaller than the penetration that impacts reach, or else full damping never acts.",
    example: example(
        "IMPACT(0.95, -2, 1.0, 100, 1.5, 25, 0.1)",
        26.118_033_988_749_9,
    ),
    source: "Adams Solver and MotionSolve help, function IMPACT",
    ..entry("IMPACT", |b, call| {
        law::lower(b, call, Switching::Impact, 2, None)
    })
};
