//! Islands: bodies that joints, forces and contacts connect. An event at a contact concerns its island alone.

use super::Equations;
use crate::system::System;
use std::collections::BTreeSet;

/// Which bodies belong together: each points to another one, or to itself.
struct Islands(Vec<usize>);

impl Islands {
    fn of(&mut self, body: usize) -> usize {
        let mut root = body;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    fn join(&mut self, bodies: impl IntoIterator<Item = u32>) {
        let mut list = bodies.into_iter().map(|b| b as usize);
        let Some(first) = list.next() else { return };
        let first = self.of(first);
        for other in list {
            let other = self.of(other);
            self.0[other] = first;
        }
    }
}

impl Equations {
    /// Those of the stops `touching` that are in an island with one of the stops `causes`.
    pub(super) fn beside(
        &self,
        system: &System,
        touching: Vec<usize>,
        causes: &[usize],
    ) -> Vec<usize> {
        let mut islands = Islands((0..system.bodies.len()).collect());
        let bodies = |stop: usize| &system.constraints[system.stops[stop].constraint].bodies;
        for c in system.acting() {
            islands.join(c.bodies.iter().copied());
        }
        for &k in &touching {
            islands.join(bodies(k).iter().copied());
        }
        for force in &system.forces {
            let functions = force.functions.iter().flatten();
            let asked = functions.flat_map(|f| &system.functions[*f].bodies);
            islands.join(force.bodies.iter().chain(asked).copied());
        }
        for contact in &system.contacts {
            islands.join(contact.support[0].iter().copied());
        }
        // What hangs on states may hang on all that moves them.
        let of_states = system.functions.iter().filter(|f| !f.states.is_empty());
        islands.join(of_states.flat_map(|f| &f.bodies).copied());
        let island = |islands: &mut Islands, stop: usize| {
            bodies(stop).first().map(|b| islands.of(*b as usize))
        };
        let concerned: BTreeSet<Option<usize>> =
            causes.iter().map(|k| island(&mut islands, *k)).collect();
        let mut list = touching;
        list.retain(|k| concerned.contains(&island(&mut islands, *k)));
        list
    }

    /// The rows that are kept of all but these stops.
    pub(super) fn rows_beside(&self, system: &System, stops: &[usize]) -> Vec<usize> {
        let mut rows = system.rows.clone();
        for k in stops.iter().chain(&self.contacts.left) {
            let slip = system.stops[*k].contact_friction;
            let slip = slip.map_or(0..0, |friction| system.slip_rows(friction));
            rows.retain(|row| *row != system.stop_row(*k) && !slip.contains(row));
        }
        rows
    }
}
