//! Derivatives of the forces of contacts of solids by bodies, extra states and bristles.

use crate::elements::solid::{Contact, Grip};
use crate::equations::Equations;
use crate::equations::jacobian::Entries;
use crate::equations::power_on;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::Single;
use crate::system::System;
use crate::system::seeds::{Seeds, SingleSeeds};
use carom_base::Number;

/// Generalized forces of a contact on each of its bodies, and their power.
fn on_bodies<T: Number>(
    contact: &Contact,
    system: &System,
    frames: &dyn Frames<T>,
) -> ([[T; 6]; 2], T) {
    let mut sums = [[T::constant(0.0); 6]; 2];
    let mut power = T::constant(0.0);
    contact.forces(&system.solid_contacts, frames, |on, q| {
        power += power_on(&frames.body(on), &q);
        if let Ok(at) = contact.bodies.binary_search(&(on as u32)) {
            for (sum, q) in sums[at].iter_mut().zip(q) {
                *sum += q;
            }
        }
    });
    (sums, power)
}

impl Equations {
    /// Derivatives of the forces of contacts, for the state last looked at with rates.
    pub(in crate::equations) fn fill_contacts(&self, system: &System, entries: &mut Entries<'_>) {
        let n = system.mechanism.positions;
        let work = system.differential() - 1;
        for (k, contact) in system.solid_contacts.contacts.iter().enumerate() {
            let rests = contact
                .acting(&system.solid_contacts, &self.view())
                .next()
                .is_none();
            if rests && entries.skip(self.touching.solids.entries[k]) {
                continue;
            }
            let [bodies, states] = &contact.support;
            for &b in bodies {
                let index = b as usize;
                let seeds = Seeds::new(
                    system,
                    &self.now,
                    &self.memory,
                    index,
                    &self.buffers.gradients,
                );
                let (sums, power) = on_bodies(contact, system, &seeds);
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.mechanism.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, index, &q[r], 1.0);
                    }
                }
                self.add_seeds(entries, work, index, &power, 1.0);
            }
            for &state in states {
                let single = Single::State(state as usize);
                let seeds = SingleSeeds::new(
                    system,
                    &self.now,
                    &self.memory,
                    single,
                    &self.buffers.gradients,
                );
                let (sums, power) = on_bodies(contact, system, &seeds);
                let column = 2 * n + state as usize;
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.mechanism.bodies[on as usize];
                    for (r, q) in q.iter().enumerate().take(data.freedoms()) {
                        entries.add(n + data.first + r, column, q.eps[0]);
                    }
                }
                entries.add(work, column, power.eps[0]);
            }
            if let Some(Grip::Bristles(_)) = contact.friction {
                self.fill_bristles(system, contact, entries);
            }
        }
    }

    /// Rates of the bristles by the bodies; forces and rates by each bristle.
    fn fill_bristles(&self, system: &System, contact: &Contact, entries: &mut Entries<'_>) {
        let (n, nd) = (system.mechanism.positions, system.differential());
        let (x, work) = (2 * n, nd - 1);
        for &b in &contact.bodies {
            let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
            for k in contact.places.clone() {
                let rates = contact.bending(&system.solid_contacts, &seeds, k);
                let first = system.solid_contacts.places[k].bristles.unwrap_or(0);
                for (c, rate) in rates.iter().enumerate() {
                    self.add_seeds(entries, x + first + c, b as usize, rate, 1.0);
                }
            }
        }
        for k in contact.places.clone() {
            let first = system.solid_contacts.places[k].bristles.unwrap_or(0);
            for state in first..first + 3 {
                let single = Single::State(state);
                let seeds = SingleSeeds::new(
                    system,
                    &self.now,
                    &self.memory,
                    single,
                    &self.buffers.gradients,
                );
                let (sums, power) = on_bodies(contact, system, &seeds);
                for (&on, q) in contact.bodies.iter().zip(&sums) {
                    let data = &system.mechanism.bodies[on as usize];
                    for (r, q) in q.iter().enumerate().take(data.freedoms()) {
                        entries.add(n + data.first + r, x + state, q.eps[0]);
                    }
                }
                entries.add(work, x + state, power.eps[0]);
                for (c, rate) in contact
                    .bending(&system.solid_contacts, &seeds, k)
                    .iter()
                    .enumerate()
                {
                    entries.add(x + first + c, x + state, rate.eps[0]);
                }
            }
        }
    }
}
