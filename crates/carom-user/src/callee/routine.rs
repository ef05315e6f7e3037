//! A routine with the constants of its element, and what a call of it passes on.

use crate::element::{Element, Gse, Kind, Record};
use crate::library::Found;
use crate::page;
use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What UCOSUB is asked for: the value, its first and its second derivatives. The manuals differ in which of the first two entries stands for which,
/// so that all are asked for; the value alone is used.
pub(super) const ALL: [c_int; 3] = [1; 3];

/// A routine with the constants of the element that calls it.
#[derive(Debug)]
pub struct Callee {
    /// What it is.
    pub kind: Kind,
    /// The element in the user's words: `SFORCE/1`.
    pub owner: String,
    /// The routine.
    pub found: Found,
    pub(super) id: c_int,
    pub(super) par: Arc<[f64]>,
    pub(super) record: Record,
    pub(super) slot: usize,
    pub(super) element: Element,
    pub(super) calls: AtomicU64,
}

impl Callee {
    /// A routine for an element with the label `id` and the constants `par`.
    pub fn new(
        kind: Kind,
        found: Found,
        owner: &str,
        id: u32,
        par: &[f64],
        element: &Element,
    ) -> Self {
        let par: Arc<[f64]> = par.into();
        let id = c_int::try_from(id).unwrap_or(c_int::MAX);
        let what = format!("{owner}: {found}");
        Self {
            kind,
            owner: owner.to_owned(),
            id,
            record: Record::new(id, &par, element),
            element: element.clone(),
            par,
            slot: page::describe(&what),
            found,
            calls: AtomicU64::new(0),
        }
    }

    /// How many numbers it gives.
    pub fn results(&self) -> usize {
        self.element.results(self.kind)
    }

    /// How often it was called so far, by all runs of the process.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// The element, in the labels that the routine knows.
    pub fn element(&self) -> &Element {
        &self.element
    }
}

/// What a call passes on beside the constants of the element.
pub(super) struct Call<'a> {
    pub(super) t: f64,
    /// With room for all that a kind of routine takes.
    pub(super) given: &'a [f64],
    pub(super) iflag: c_int,
    pub(super) dflag: c_int,
    /// dflag, or iord of those that take it.
    pub(super) second: c_int,
    /// Of a GSE, else empty.
    pub(super) g: Gse,
}

impl Call<'_> {
    /// How many states the system has: its inputs come behind them.
    pub(super) fn states(&self) -> usize {
        usize::try_from(self.g.ns).unwrap_or(0)
    }
}
