//! Islands: bodies that joints, forces and contacts connect. An event at a contact concerns its island alone.

use super::Equations;
use crate::system::System;
use std::collections::{BTreeMap, BTreeSet};

/// Which bodies belong together: each points to another one, or to itself.
pub(crate) struct Islands(Vec<usize>);

impl Islands {
    /// Bodies of which none is connected to another one.
    pub fn new(bodies: usize) -> Self {
        Self((0..bodies).collect())
    }

    /// The island of a body.
    pub fn of(&mut self, body: usize) -> usize {
        let mut root = body;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    /// The island of a stop; none between things that do not move.
    fn of_stop(&mut self, system: &System, stop: usize) -> Option<usize> {
        let body = bodies(system, stop).first()?;
        Some(self.of(*body as usize))
    }

    /// Connects bodies.
    pub fn join(&mut self, bodies: impl IntoIterator<Item = u32>) {
        let mut list = bodies.into_iter().map(|b| b as usize);
        let Some(first) = list.next() else { return };
        let first = self.of(first);
        for other in list {
            let other = self.of(other);
            self.0[other] = first;
        }
    }
}

/// The bodies of a stop.
fn bodies(system: &System, stop: usize) -> &[u32] {
    &system.constraints[system.rigid.stops[stop].constraint].bodies
}

impl Equations {
    /// Those of the stops `touching` that are in an island with one of the stops `causes`.
    pub(super) fn beside(
        &self,
        system: &System,
        touching: Vec<usize>,
        causes: &[usize],
    ) -> Vec<usize> {
        let mut islands = self.islands(system, &touching);
        let mut island = |stop: usize| islands.of_stop(system, stop);
        let concerned: BTreeSet<Option<usize>> = causes.iter().map(|k| island(*k)).collect();
        let mut list = touching;
        list.retain(|k| concerned.contains(&island(*k)));
        list
    }

    /// Some stops, those of an island together.
    pub(super) fn in_islands(&self, system: &System, stops: Vec<usize>) -> Vec<Vec<usize>> {
        let mut islands = self.islands(system, &stops);
        let mut groups: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for k in stops {
            groups
                .entry(islands.of_stop(system, k))
                .or_default()
                .push(k);
        }
        groups.into_values().collect()
    }

    /// The islands, with these stops among what connects.
    fn islands(&self, system: &System, stops: &[usize]) -> Islands {
        let mut islands = Islands::new(system.mechanism.bodies.len());
        for c in system.acting() {
            islands.join(c.bodies.iter().copied());
        }
        for &k in stops {
            islands.join(bodies(system, k).iter().copied());
        }
        for force in &system.forces {
            let functions = force.functions.iter().flatten();
            let asked = functions.flat_map(|f| &system.mechanism.functions[*f].bodies);
            islands.join(force.bodies.iter().chain(asked).copied());
        }
        for contact in &system.solid_contacts.contacts {
            islands.join(contact.support[0].iter().copied());
        }
        // Functions of states may depend on all bodies that move these.
        let of_states = system
            .mechanism
            .functions
            .iter()
            .filter(|f| !f.states.is_empty());
        islands.join(of_states.flat_map(|f| &f.bodies).copied());
        islands
    }

    /// The rows that are kept of all but these stops.
    pub(super) fn rows_beside(&self, system: &System, stops: &[usize]) -> Vec<usize> {
        let kept = self.contacts.next.as_ref().unwrap_or(&system.rows);
        let mut rows = kept.clone();
        for k in stops.iter().chain(&self.contacts.left) {
            let slip = system.rigid.stops[*k].contact_friction;
            let slip = slip.map_or(0..0, |friction| system.slip_rows(friction));
            rows.retain(|row| *row != system.stop_row(*k) && !slip.contains(row));
        }
        rows
    }
}
