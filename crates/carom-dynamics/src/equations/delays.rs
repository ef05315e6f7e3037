//! The past of expressions, as a run keeps it: see [`crate::delay`].

use super::Equations;
use crate::function::{Function, Source};
use crate::system::GuardOwner;
use carom_solve::{Fault, Guard, Response, Step};
use std::sync::Arc;

/// Rounding of the time of a break, relative to it.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Equations {
    /// Keeps what the expressions were over a step, in the chart of its start.
    pub(super) fn keep_pasts(&mut self, step: &Step<'_>, until: f64) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let mut room = std::mem::take(&mut self.delay_room);
        let (mut y, mut dy) = std::mem::take(&mut self.delay_state);
        y.resize(step.y1.len(), 0.0);
        dy.resize(step.y1.len(), 0.0);
        let mut values = |t: f64, out: &mut [f64]| {
            step.interpolate(t, &mut y, &mut dy);
            self.place(t, &y);
            self.solids.sound()?;
            // What looks back itself looks at what was kept before.
            self.now.evaluate(&system, &self.memory, &system.delayed);
            self.check_functions(&system.delayed)?;
            for (out, delay) in out.iter_mut().zip(&system.delays) {
                *out = self.now.values[delay.function];
            }
            Ok(())
        };
        let taken = room.take(system.delays.len(), [step.t0, until], &mut values);
        if taken.is_ok() {
            room.keep(&mut self.memory.pasts, &system.delays);
        }
        (self.delay_room, self.delay_state) = (room, (y, dy));
        taken
    }

    /// The slot of each break of the past that is an event, and when.
    pub(super) fn delay_events(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let pasts = self.memory.pasts.iter().zip(&self.system.delays);
        let events = pasts.map(|(past, delay)| past.next_event(delay.time));
        self.system.guards_of_delays().zip(events)
    }

    pub(super) fn delay_guards(&self, t: f64, out: &mut [Guard]) {
        for (slot, at) in self.delay_events() {
            out[slot] = match at.is_finite() {
                true => Guard {
                    value: at - t,
                    rate: -1.0,
                    tolerance: ROUNDING * (at.abs() + t.abs()),
                },
                false => Guard::IDLE,
            };
        }
    }

    /// An event is a break of all that is delayed; one that is nothing but a break that comes back has gone through one more delay.
    pub(super) fn note_breaks(&mut self, t: f64, fired: &[usize], response: Response) {
        let system = Arc::clone(&self.system);
        if system.delays.is_empty() || response == Response::Continue {
            return;
        }
        let mut least = u8::MAX;
        for guard in fired {
            let gone = match system.guards[*guard] {
                GuardOwner::Delay(k) => {
                    let gone = self.memory.pasts[k].pass();
                    if system.delays[k].smooths { gone } else { 0 }
                }
                _ => 0,
            };
            least = least.min(gone);
        }
        self.break_pasts(t, least);
    }

    /// An analysis begins at a time: what is known goes on to there, or is forgotten.
    pub(crate) fn begin_pasts(&mut self, t: f64) {
        for past in &mut self.memory.pasts {
            past.begin(t);
        }
        self.break_pasts(t, 0);
    }

    /// A derivative of what is delayed may jump at a time.
    pub(super) fn break_pasts(&mut self, t: f64, delays: u8) {
        let pasts = self.memory.pasts.iter_mut().zip(&self.system.delays);
        pasts.for_each(|(past, delay)| past.break_at(t, delays, delay.time));
    }

    /// The longest step from `t` that asks for nothing but the past, and the same smooth part of it: a little more than to the next break, so that
    /// the step ends on that.
    pub(super) fn bound_by_delays(&self, t: f64) -> f64 {
        let delays = self.system.delays.iter().map(|d| d.time);
        let events = self.delay_events().map(|(_, at)| (at - t) * (1.0 + 1e-9));
        delays
            .chain(events.filter(|h| *h > 0.0))
            .fold(f64::INFINITY, f64::min)
    }

    /// Why a function that looks back has no value, if that is why.
    pub(super) fn forgotten(&self, function: &Function) -> Option<String> {
        let now = self.now.time;
        let mut back = function.sources.iter().filter_map(|s| match s {
            Source::Delayed(k) => Some((*k, now - self.system.delays[*k].time)),
            _ => None,
        });
        let (_, then) = back.find(|(k, then)| {
            self.memory.pasts[*k]
                .at(*then, self.system.delays[*k].time)
                .is_nan()
        })?;
        Some(format!(
            "DELAY looks back at time {then}, of which nothing is known: the past is kept by dynamic analyses"
        ))
    }
}
