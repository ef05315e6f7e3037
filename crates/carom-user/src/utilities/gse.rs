//! The GSE utilities: what the element that is being called has.

use super::going::going;
use super::state;
use crate::element::{Element, Gse, RATES};
use std::ffi::c_int;

fn element() -> Gse {
    let found = going(|g| match g.element {
        Element::Gse(gse) => Some(*gse),
        _ => None,
    });
    found.flatten().unwrap_or_default()
}

/// Number of states, discrete states, inputs and outputs.
pub fn counts() -> [c_int; 4] {
    let g = element();
    [g.ns, g.nd, g.ni, g.no]
}

/// Labels of the arrays of states, discrete states, rates of the states, and inputs.
pub fn labels() -> [c_int; 4] {
    let g = element();
    [g.x, g.xd, RATES, g.u]
}

/// The values of one of these arrays.
pub fn values(which: usize, out: &mut [f64]) -> bool {
    let label = labels()[which];
    label != 0 && state::sysary("ARRAY", &[label], out).is_some()
}

/// The partial derivatives of the result by one of these arrays, by columns.
pub fn partials(which: usize, partials: Option<&[f64]>) {
    let label = labels()[which];
    if label != 0 {
        state::syspar("ARRAY", &[label], partials);
    }
}
