//! CPU, HSIZE, NJAC, NRHS, ORDER: numbers about the run, for requests.

use super::entry::{Function, Lower, entry, usage};
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

pub(super) const ORDER: Function = statistic(
    "ORDER",
    "Order of the method of integration in the last step, 0 before the first",
    |b, call| Some(b.input(Input::Statistic("ORDER"), call.place)),
);
