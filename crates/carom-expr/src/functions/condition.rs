//! IF.

use super::argument::argument;
use super::entry::{Function, Share, entry, example};

pub(super) const IF: Function = Function {
    scaling: &[Share::Own, Share::Value, Share::Value, Share::Value],
    arguments: &[
        argument("test", "number whose sign decides", "", ""),
        argument("negative", "value where test < 0", "", ""),
        argument("zero", "value where test = 0", "", ""),
        argument("positive", "value where test > 0", "", ""),
    ],
    text: "One of three values, by the sign of a number",
    details: "Only the value that is taken is computed. Where the test passes zero is an event.",
    example: example("IF(2 - 3: 10, 20, 30)", 10.0),
    source: "Adams Solver help, function IF",
    ..entry("IF", |b, call| {
        let ways = [1, 2, 3].map(|i| call.required(i));
        b.branch(call.required(0), ways, call.place)
    })
};
