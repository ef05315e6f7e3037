//! An event as the equations saw it.
#![allow(non_snake_case)]

use carom_model::run::EventKind;

/// An event as the equations saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    /// What.
    pub kind: EventKind,
    /// Which element.
    pub element: String,
    /// Gap of a contact; not a number otherwise.
    pub gap: f64,
    /// Its rate.
    pub rate: f64,
    /// Value of the function that switched, just after.
    pub value: f64,
    /// Whether a frame is asked for.
    pub print: bool,
    /// Its rate after the event.
    pub rate_after: f64,
    /// Impulse of an impact.
    pub impulse: f64,
    /// When, if not at the time of the event itself.
    pub time: Option<f64>,
    /// Which stop it is about, if one: an element may have several.
    pub stop: usize,
}

impl EventRecord {
    /// An event without an impact.
    pub fn new(kind: EventKind, element: String, gap: f64, rate: f64, value: f64) -> Self {
        Self {
            kind,
            element,
            gap,
            rate,
            value,
            print: false,
            rate_after: rate,
            impulse: 0.0,
            time: None,
            stop: 0,
        }
    }
}
