//! DEPTH, DEPTHDOT, VOLUME, AREA: of the place where two solids overlap, for the normal law of their contact.

use super::entry::{Function, Lower, entry, usage};
use crate::input::{Incident, Input};

const fn quantity(
    what: Incident,
    text: &'static str,
    details: &'static str,
    example: &'static str,
    lower: Lower,
) -> Function {
    Function {
        // of neither language
        adams: false,
        motionsolve: false,
        called: false,
        text,
        details,
        example: usage(example),
        source: "docs/theory/contact.md",
        ..entry(what.name(), lower)
    }
}

pub(super) const DEPTH: Function = quantity(
    Incident::Depth,
    "Depth of the overlap of two solids, L",
    "Known in the normal law of a contact. More than 0; by which rule it is found, the contact rule says.",
    "1E5*DEPTH**1.5*(1 + 0.3*DEPTHDOT)",
    |b, call| Some(b.input(Input::Incident(Incident::Depth), call.place)),
);

pub(super) const DEPTHDOT: Function = quantity(
    Incident::DepthRate,
    "Speed at which two solids go into each other, L/T",
    "Known in the normal law of a contact. Along the direction of the force, of the two points at which it acts; positive while they approach.",
    "MAX(0, 1E5*DEPTH + 10*DEPTHDOT)",
    |b, call| Some(b.input(Input::Incident(Incident::DepthRate), call.place)),
);

pub(super) const VOLUME: Function = quantity(
    Incident::Volume,
    "Volume of the overlap of two solids, L³",
    "Known in the normal law of a contact.",
    "1E9*VOLUME",
    |b, call| Some(b.input(Input::Incident(Incident::Volume), call.place)),
);

pub(super) const AREA: Function = quantity(
    Incident::Area,
    "Size of the vector area of the overlap of two solids, L²",
    "Known in the normal law of a contact. The vector area is that of the surface of one solid inside the other; for a body on a plane it is that of the section. \
     VOLUME/AREA is the mean thickness.",
    "1E9*AREA*DEPTH",
    |b, call| Some(b.input(Input::Incident(Incident::Area), call.place)),
);
