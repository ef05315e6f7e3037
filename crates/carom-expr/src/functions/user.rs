//! USER: the values of a user's subroutine.

use super::argument::argument;
use super::entry::{Function, entry, usage};
use carom_base::Diagnostic;

pub(super) const USER: Function = Function {
    arguments: &[argument("r", "constant passed to the subroutine", "", "")],
    repeats: 30,
    text: "The value of a user's subroutine",
    details: "Only as the whole of a FUNCTION; its arguments are constants.",
    example: usage("USER(1, 2.5)"),
    source: "Adams Solver help, user-written subroutines",
    ..entry("USER", |b, call| {
        let whole = call.place == b.tree.place(b.tree.root());
        let d = if whole {
            Diagnostic::error(
                "expr-user-not-constant",
                b.span(call.place),
                "an expression of USER cannot be computed without its subroutine",
            )
            .label("its arguments must be constants, and the element must accept a subroutine")
        } else {
            Diagnostic::error(
                "expr-user-inside",
                b.span(call.place),
                "USER stands alone, not inside an expression",
            )
            .label("part of a larger expression")
            .help("give the subroutine to a VARIABLE and use VARVAL here")
        };
        b.refuse(d)
    })
};
