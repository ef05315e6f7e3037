//! CPU, HSIZE, NJAC, NRHS, ORDER: numbers about the run, for requests.

use super::{Function, Lower, entry, refused, usage};
use crate::input::Input;

const fn statistic(name: &'static str, text: &'static str, lower: Lower) -> Function {
    Function {
        motionsolve: false,
        called: false,
        text,
        details: "For requests only: the motion must not depend on it.",
        example: usage(name),
        source: "Adams Solver (C++) help, list of functions",
        ..entry(name, lower)
    }
}

pub(super) const CPU: Function = statistic(
    "CPU",
    "Time that the analysis has taken so far, s, by the clock",
    |b, call| Some(b.input(Input::Statistic("CPU"), call.place)),
);

pub(super) const HSIZE: Function = statistic("HSIZE", "Size of the last step, T", |b, call| {
    Some(b.input(Input::Statistic("HSIZE"), call.place))
});

pub(super) const NJAC: Function = statistic(
    "NJAC",
    "Jacobian matrices so far, up to the last step but one",
    |b, call| Some(b.input(Input::Statistic("NJAC"), call.place)),
);

pub(super) const NRHS: Function = statistic(
    "NRHS",
    "Evaluations of the right-hand side so far, up to the last step but one",
    |b, call| Some(b.input(Input::Statistic("NRHS"), call.place)),
);

pub(super) const ORDER: Function = Function {
    motionsolve: false,
    called: false,
    text: "Order of the integrator",
    example: usage("ORDER"),
    source: "Adams Solver (C++) help, list of functions",
    ..refused(
        "ORDER",
        "methods choose their order by themselves and do not tell it",
    )
};
