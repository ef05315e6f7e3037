//! Events of orbits.

use carom::dynamics::{EventKind, EventRow};

/// An event of an orbit.
#[derive(Clone, Debug, PartialEq)]
pub struct OrbitEvent {
    /// As the run told it, its time from the start of the period.
    pub row: EventRow,
    /// What makes its derivatives doubtful; empty: nothing.
    pub doubt: String,
}

impl OrbitEvent {
    /// How fast bodies come together, where this is the beginning of a contact. What follows from it, as a closure, comes at no speed.
    pub fn approach(&self) -> Option<f64> {
        let begins = matches!(self.row.kind, EventKind::Impact | EventKind::ContactBegin);
        Some(-self.row.rate[0]).filter(|v| begins && *v > 0.0)
    }
}
