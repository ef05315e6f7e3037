//! Whether surfaces of a rigid contact stick or slide.
#![allow(non_snake_case)]

use crate::system::motion::DiscreteState;

/// What the memory keeps of the friction of a stop: whether it sticks or slides, the direction in which it slides, and a speed that does not count.
pub const CONTACT_FRICTION_NUMBERS: usize = 4;

/// What the surfaces of a contact do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::equations) enum StickSlip {
    /// Nothing: they do not touch, or others carry.
    Open,
    /// They stick.
    Sticks {
        /// What was left of it at the last event, if that was negative: rounding, and no reason to watch it less.
        floor: f64,
    },
    /// They slide.
    Slides {
        /// Direction at the last event.
        along: [f64; 2],
        /// A speed that does not count.
        faint: f64,
        /// Whether they stuck before, and that came to its end: they are at its verge until they move.
        verge: bool,
    },
}

impl StickSlip {
    pub(in crate::equations) fn of(memory: &DiscreteState, contact_friction: usize) -> Self {
        let m = &memory.contact_frictions[CONTACT_FRICTION_NUMBERS * contact_friction..]
            [..CONTACT_FRICTION_NUMBERS];
        match m[0] {
            1.0 => StickSlip::Sticks { floor: m[1] },
            2.0 | 3.0 => StickSlip::Slides {
                along: [m[1], m[2]],
                faint: m[3],
                verge: m[0] == 3.0,
            },
            _ => StickSlip::Open,
        }
    }

    /// Whether they stick.
    pub(in crate::equations) fn sticks(self) -> bool {
        matches!(self, StickSlip::Sticks { .. })
    }

    pub(in crate::equations) fn keep(self, memory: &mut DiscreteState, contact_friction: usize) {
        let numbers = match self {
            StickSlip::Open => [0.0; CONTACT_FRICTION_NUMBERS],
            StickSlip::Sticks { floor } => [1.0, floor, 0.0, 0.0],
            StickSlip::Slides {
                along,
                faint,
                verge,
            } => {
                let kind = if verge { 3.0 } else { 2.0 };
                [kind, along[0], along[1], faint]
            }
        };
        memory.contact_frictions[CONTACT_FRICTION_NUMBERS * contact_friction..]
            [..CONTACT_FRICTION_NUMBERS]
            .copy_from_slice(&numbers);
    }
}
