//! What the functions of markers share.

use super::argument::{Argument, argument, optional};
use super::call::Call;
use crate::input::Input;
use crate::measure::Measure;
use crate::tape::{Builder, Value};
use carom_base::Dialect;

pub const I: Argument = argument("i", "marker", "id", "");
pub const J: Argument = optional(
    "j",
    "reference marker, the global frame if omitted or 0",
    "id",
    "",
);
pub const K: Argument = optional(
    "k",
    "marker of the axes, the global frame if omitted or 0",
    "id",
    "",
);
pub const L: Argument = optional(
    "l",
    "marker in which time derivatives are taken, the global frame if omitted or 0",
    "id",
    "",
);

pub const IJ: &[Argument] = &[I, J];
pub const IJK: &[Argument] = &[I, J, K];
pub const IJL: &[Argument] = &[I, J, L];
pub const IJKL: &[Argument] = &[I, J, K, L];

/// The first marker: MotionSolve lets 0 stand for the global frame, Adams wants a marker.
pub fn first(b: &mut Builder<'_>, call: &Call) -> Option<Option<u32>> {
    match b.dialect {
        Dialect::Adams => Some(Some(call.label(b, 0)?)),
        Dialect::MotionSolve => call.optional_label(b, 0),
    }
}

/// The input of a measure, its markers in the order of the arguments.
pub fn measure(b: &mut Builder<'_>, call: &Call, measure: Measure) -> Option<Value> {
    let i = first(b, call);
    let rest = [1, 2, 3].map(|k| call.optional_label(b, k));
    let markers = [i?, rest[0]?, rest[1]?, rest[2]?];
    Some(b.input(Input::Measure { measure, markers }, call.place))
}
