//! DELAY.

use super::{Function, argument, optional, refused, usage};

pub(super) const DELAY: Function = Function {
    arguments: &[
        argument("e", "expression", "", ""),
        argument("delay", "how long ago", "T", ""),
        argument("history", "value before the start", "that of e", ""),
        optional("id", "label of an array of settings", "id", ""),
    ],
    text: "The value of an expression some time ago",
    example: usage("DELAY(VARVAL(1), 0.1, 0)"),
    source: "Adams Solver and MotionSolve help, function DELAY",
    ..refused(
        "DELAY",
        "integrators keep no history of the motion; a transfer function (TFSISO, Control_SISO) of a Padé approximation delays a signal",
    )
};
