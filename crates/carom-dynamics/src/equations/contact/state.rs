//! What goes with the rigid contacts of a run from one event to the next.
#![allow(non_snake_case)]

use crate::equations::kkt::Kkt;
use crate::mechanism::kinematics::Flow;
use crate::system::System;
use carom_base::Number;
use carom_solve::accumulation::Accumulation;
use std::sync::Arc;

/// What the memory keeps of a stop: the numbers of [`Accumulation`]; 1 while the closed stops hold it too; its gap, or of a closed one its force,
/// at the last event if that was negative; the rates of its gap before and after its last impact, and the impulse of that.
pub const IMPACT_NUMBERS: usize = HELD + 5;

/// Where it says whether the closed stops hold it.
pub(in crate::equations) const HELD: usize = Accumulation::NUMBERS;

/// Where its last impact is.
pub(in crate::equations) const STRUCK: usize = HELD + 2;

/// What goes with the stops of a system.
pub(in crate::equations) struct Contacts {
    /// The mechanism with all stops open, and its equations at acceleration level.
    pub(in crate::equations) joints: Option<(Arc<System>, Kkt)>,
    /// The rows that are kept from the last event on, where they are others.
    pub(in crate::equations) next: Option<Vec<usize>>,
    /// Force of each closed stop along the motion.
    pub(in crate::equations) pressing: Vec<Flow>,
    /// What is left of sticking at each friction along the motion.
    pub(in crate::equations) reserves: Vec<Flow>,
    /// The time of these.
    pub(in crate::equations) pressed_at: f64,
    /// Room for them.
    pub(in crate::equations) reserve: Vec<f64>,
    /// Contacts that stick together, where that was asked for since the last event.
    pub(in crate::equations) sticking: Option<Vec<Sticking>>,
    /// Room for a state beside the one in hand.
    pub(in crate::equations) beside: Vec<f64>,
    /// Stops that the event in hand is about; all where there are none, and between events.
    pub(in crate::equations) causes: Vec<usize>,
    /// Closed stops whose features have slid off each other at the last event.
    pub(in crate::equations) left: Vec<usize>,
    /// Tolerance of the integration.
    pub error: f64,
    /// Bodies are at rest and time stands still: gaps that depend on time have no rates, and what motions drive has no accelerations.
    pub(in crate::equations) stands_still: bool,
    /// Sign of the determinant of the equations at acceleration level since the last event; `None` where they are solved without.
    pub(in crate::equations) determinant_is_negative: Option<bool>,
}

impl Contacts {
    pub fn new(system: &System) -> Self {
        let joints = (!system.rigid.stops.is_empty()).then(|| {
            let mut open = System::clone(system);
            open.rows = system.joint_rows();
            let kkt = Kkt::new(&open, Vec::new());
            (Arc::new(open), kkt)
        });
        Self {
            joints,
            next: None,
            pressing: vec![Flow::constant(0.0); system.rigid.stops.len()],
            reserves: vec![Flow::constant(f64::INFINITY); system.rigid.contact_frictions.len()],
            pressed_at: f64::NAN,
            reserve: vec![f64::INFINITY; system.rigid.contact_frictions.len()],
            sticking: None,
            beside: vec![0.0; system.differential()],
            causes: Vec::new(),
            left: Vec::new(),
            error: 0.0,
            stands_still: false,
            determinant_is_negative: None,
        }
    }

    /// Forgets pivots.
    pub fn renew(&mut self) {
        self.sticking = None;
        if let Some((_, kkt)) = &mut self.joints {
            kkt.renew();
        }
    }
}

/// The contacts of an island that stick, and those that may carry with them.
#[derive(Default)]
pub(in crate::equations) struct Sticking {
    /// Frictions of those that stick.
    pub(in crate::equations) contact_frictions: Vec<usize>,
    /// Stops of those that slide or have no friction.
    pub(in crate::equations) others: Vec<usize>,
    /// Their bodies.
    pub(in crate::equations) bodies: Vec<u32>,
    /// Where these were: which forces cause no motion changes as bodies move.
    pub(in crate::equations) places: Vec<f64>,
    /// Forces at all of them (normal, tangents; of the others the normal alone) that cause no motion: how a load may be shared otherwise.
    pub(in crate::equations) shares: Vec<Vec<f64>>,
    /// What is new in the tangents that are constraints, relative to the best choice.
    pub(in crate::equations) choice: f64,
    /// Stops whose normal forces the shares leave open: their contacts end where no way to share holds, and not where one of them comes to zero.
    pub(in crate::equations) undetermined: Vec<usize>,
    /// Of these those that press no more, where the shares come to their end.
    pub(in crate::equations) opening: Vec<usize>,
}

impl Sticking {
    /// Whether one of these frictions, whose guards fell, tells of the reserve: of those that share a load the second one tells of the choice of tangents.
    pub(in crate::equations) fn comes_to_its_limit(&self, fallen: &[usize]) -> bool {
        let choice = self.contact_frictions.get(1).filter(|_| self.is_shared());
        fallen.iter().any(|k| Some(k) != choice)
    }

    /// Stops that press no more, if the reserve of their island is among the frictions whose guards fell.
    pub(in crate::equations) fn opening(&self, fallen: &[usize]) -> &[usize] {
        let first = self.contact_frictions.first();
        match first.is_some_and(|first| self.is_shared() && fallen.contains(first)) {
            true => &self.opening,
            false => &[],
        }
    }

    /// Whether how they carry is not determined.
    pub(in crate::equations) fn is_shared(&self) -> bool {
        !self.shares.is_empty()
    }
}
