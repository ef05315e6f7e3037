//! What is known of contacts of solids from one look to the next.

use crate::elements::solid::{Contact, Grip};
use crate::system::System;
use carom_geometry::overlap::{Memory, Workspace};
use carom_solve::Fault;

/// What goes with the contacts of solids.
pub(in crate::equations) struct Solids {
    pub(in crate::equations) space: Workspace,
    pub(in crate::equations) memories: Vec<Memory>,
    /// Whether rates are found as well.
    pub with_rates: bool,
    /// Why the geometry said nothing.
    pub fault: Option<Fault>,
    /// Which volume is at which place of a pair.
    pub(in crate::equations) taken: Vec<Option<usize>>,
    /// How long one entry after the other is in the Jacobian, of each contact.
    pub(in crate::equations) entries: Vec<usize>,
}

impl Solids {
    pub fn new(system: &System) -> Self {
        let entries = |c: &Contact| {
            let freedoms = |b: &u32| system.mechanism.bodies[*b as usize].freedoms();
            let all: usize = c.bodies.iter().map(freedoms).sum();
            let [bodies, states] = &c.support;
            let by = 2 * bodies.iter().map(freedoms).sum::<usize>() + states.len();
            let bristles = match c.friction {
                Some(Grip::Bristles(_)) => 3 * c.places.len(),
                _ => 0,
            };
            // rows of the bodies and of the work by all that the forces depend on, of the bristles by the bodies; all by each bristle, of its own place only
            by * (all + 1) + 2 * all * bristles + bristles * (all + 1 + 3)
        };
        Self {
            space: Workspace::default(),
            memories: vec![Memory::default(); system.solid_contacts.pairs.len()],
            with_rates: false,
            fault: None,
            taken: Vec::with_capacity(crate::elements::solid::MOST_PLACES),
            entries: system.solid_contacts.contacts.iter().map(entries).collect(),
        }
    }

    /// What asks the geometry about a pair, and what it remembers of it.
    pub fn geometry(&mut self, pair: usize) -> (&mut Workspace, &mut Memory) {
        (&mut self.space, &mut self.memories[pair])
    }

    /// The fault of the last look at the geometry.
    pub fn sound(&self) -> Result<(), Fault> {
        self.fault.clone().map_or(Ok(()), Err)
    }
}
