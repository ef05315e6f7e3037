//! Gaps of rigid contacts and their guards.

use super::{FORCE_ROUNDING, HELD, IMPACT_NUMBERS};
use crate::elements::constraint::Equations as Rows;
use crate::equations::Equations;
use crate::mechanism::kinematics::Flow;
use crate::system::System;
use crate::system::motion::View;
use carom_base::Number;
use carom_solve::{Fault, Guard};
use std::sync::Arc;

/// Where its gap is.
pub(super) const FLOOR: usize = HELD + 1;

/// Rounding of a gap, relative to the coordinates it is a difference of.
pub(super) const GAP_ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Equations {
    /// Guards of the stops, after [`Equations::press_along`] and with the state along the motion.
    pub(in crate::equations) fn stop_guards(
        &self,
        system: &System,
        out: &mut [Guard],
    ) -> Result<(), Fault> {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, stop) in system.rigid.stops.iter().enumerate() {
            let is_closed = system.is_closed(k);
            // Forces are those of the rows before an event, with the friction behind it, until the rows change.
            let waits = is_closed && self.active_set_changes();
            let is_shared = is_closed && self.is_undetermined(k);
            let (guard, tolerance) = if waits || is_shared || self.is_held(k) && !is_closed {
                out[stop.guard] = Guard::IDLE;
                continue;
            } else if is_closed {
                let force = self.contacts.pressing[k] - floor_of(self, k);
                (force, FORCE_ROUNDING * self.largest_force(k))
            } else {
                // What it sank before the last event is no reason to watch it less.
                let floor = floor_of(self, k);
                let gap = match system.touch(k) {
                    Some(touch) => self.clearance_along((k, touch), &view, floor),
                    None => Some(self.gap_along(system, k, &view)? - floor),
                };
                let Some(gap) = gap else {
                    out[stop.guard] = Guard::IDLE;
                    continue;
                };
                (gap, self.gap_rounding(system, k))
            };
            out[stop.guard] = Guard {
                value: guard.re,
                rate: guard.eps[0],
                tolerance: tolerance.max(f64::MIN_POSITIVE),
            };
        }
        Ok(())
    }

    /// The gap of a stop along the motion.
    pub(super) fn gap_along(
        &self,
        system: &System,
        stop: usize,
        view: &View<'_, Flow>,
    ) -> Result<Flow, Fault> {
        let mut gap = [Flow::constant(0.0)];
        let constraint = &system.constraints[system.rigid.stops[stop].constraint];
        constraint.values(&system.mechanism, view, &mut gap);
        match (gap[0].re.is_finite(), &constraint.equations) {
            (false, Rows::Expression(f)) => Err(self.function_fault(*f)),
            _ => Ok(gap[0]),
        }
    }

    /// What an open stop sank before the last event, ≤ 0, below which its gap is watched; `None`: its gap is not.
    pub(in crate::equations) fn watched_floor(&self, system: &System, stop: usize) -> Option<f64> {
        let open = !system.is_closed(stop) && !self.is_held(stop);
        open.then(|| floor_of(self, stop))
    }

    /// The largest force beside that of a closed stop.
    pub(in crate::equations) fn largest_force(&self, stop: usize) -> f64 {
        let force = self.contacts.pressing[stop].re;
        self.loads.force.iter().fold(force, |m, f| m.max(f.abs()))
    }

    /// Rounding of a gap: of the places of its bodies.
    pub(in crate::equations) fn gap_rounding(&self, system: &System, stop: usize) -> f64 {
        let bodies = &system.constraints[system.rigid.stops[stop].constraint].bodies;
        let place = |b: &u32| {
            let b = *b as usize;
            self.now.bodies[b]
                .r
                .amax()
                .max(system.mechanism.bodies[b].radius)
        };
        GAP_ROUNDING * bodies.iter().map(place).fold(0.0, f64::max)
    }

    pub(in crate::equations) fn gap(&self, system: &System, stop: usize) -> f64 {
        let mut gap = [0.0];
        let c = &system.constraints[system.rigid.stops[stop].constraint];
        c.values(&system.mechanism, &self.view(), &mut gap);
        gap[0]
    }

    pub(in crate::equations) fn gap_rate(&self, system: &System, stop: usize) -> f64 {
        let mut rate = [0.0];
        let c = &system.constraints[system.rigid.stops[stop].constraint];
        c.rates(&system.mechanism, &self.view(), &mut rate);
        rate[0]
    }

    /// Notes how deep the open stops stand: rounding, which must not add up over events that follow closely.
    pub(in crate::equations) fn note_floors(&mut self) {
        let system = Arc::clone(&self.system);
        for k in (0..system.rigid.stops.len()).filter(|k| !system.is_closed(*k)) {
            self.memory.impacts[IMPACT_NUMBERS * k + FLOOR] = self.gap(&system, k).min(0.0);
        }
    }

    /// Generalized force of a unit force that opens a stop.
    pub(in crate::equations) fn opening(&self, system: &System, stop: usize) -> Vec<f64> {
        let mut force = vec![0.0; system.mechanism.positions];
        let c = &system.constraints[system.rigid.stops[stop].constraint];
        c.forces(
            &system.mechanism,
            &self.view(),
            &[1.0],
            &mut |b, q: [f64; 6]| {
                crate::equations::accumulate(&mut force, &system.mechanism.bodies[b], &q, 1.0);
            },
        );
        force
    }
}

/// The gap of an open stop, or the force of a closed one, at the last event, if that was negative.
pub(in crate::equations) fn floor_of(e: &Equations, stop: usize) -> f64 {
    e.memory.impacts[IMPACT_NUMBERS * stop + FLOOR].min(0.0)
}

/// Notes by how much the closed stops pull: a load that has just come over a line of contacts leaves some of them rounding below zero, and falls on.
pub(in crate::equations) fn note_pulls(e: &mut Equations) {
    let system = Arc::clone(&e.system);
    for k in (0..system.rigid.stops.len()).filter(|k| system.is_closed(*k)) {
        let force = e.now.multipliers[system.stop_row(k)];
        e.memory.impacts[IMPACT_NUMBERS * k + FLOOR] = force.min(0.0);
    }
}
