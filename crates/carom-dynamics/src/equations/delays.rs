//! The past of expressions, as a run keeps it: see [`crate::mechanism::delay`].

use super::Equations;
use crate::mechanism::delay::Lag;
use crate::mechanism::function::{Function, Source};
use crate::system::GuardOwner;
use carom_solve::{Fault, Guard, Response, Step};
use std::sync::Arc;

/// The part of a delay that varies which a step may be long: it may become shorter in the meantime.
const SHARE: f64 = 0.9;
/// Rounding of the time of a break, relative to it.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Equations {
    /// Keeps what the expressions were over a step, in the chart of its start.
    pub(super) fn keep_pasts(&mut self, step: &Step<'_>, until: f64) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let mut room = std::mem::take(&mut self.buffers.delay_room);
        let (mut y, mut dy) = std::mem::take(&mut self.buffers.delay_state);
        y.resize(step.y1.len(), 0.0);
        dy.resize(step.y1.len(), 0.0);
        let mut values = |t: f64, out: &mut [f64]| {
            step.interpolate(t, &mut y, &mut dy);
            self.place(t, &y);
            self.touching.solids.sound()?;
            // What looks back itself looks at what was kept before.
            self.now
                .evaluate(&system, &self.memory, &system.order.delayed);
            self.check_functions(&system.order.delayed)?;
            for (out, delay) in out.iter_mut().zip(&system.order.delays) {
                *out = self.now.values[delay.function];
            }
            Ok(())
        };
        let taken = room.take(system.order.delays.len(), [step.t0, until], &mut values);
        if taken.is_ok() {
            room.keep(&mut self.memory.pasts, &system.order.delays);
        }
        (self.buffers.delay_room, self.buffers.delay_state) = (room, (y, dy));
        taken
    }

    /// The slot of each break of the past that is an event, and when, where that is known.
    pub(super) fn delay_events(&self) -> impl Iterator<Item = (usize, Option<f64>)> + '_ {
        let pasts = self.memory.pasts.iter().zip(&self.system.order.delays);
        let events = pasts.map(|(past, delay)| {
            let time = delay.lag.constant()?;
            Some(past.next_event(time))
        });
        self.system.guards_of_delays().zip(events)
    }

    /// Those of delays that vary need the rates along the motion, which are in `flow`.
    pub(super) fn delay_guards(&self, t: f64, out: &mut [Guard]) {
        for (k, (slot, at)) in self.delay_events().enumerate() {
            let guard = |until: f64, rate: f64, of: f64| Guard {
                value: until,
                rate,
                tolerance: ROUNDING * (of.abs() + t.abs()),
            };
            out[slot] = match (at, self.system.order.delays[k].lag) {
                (Some(at), _) if at.is_finite() => guard(at - t, -1.0, at),
                (None, Lag::Varies(f)) => match self.memory.pasts[k].next_break() {
                    // When t − τ comes to the break.
                    Some(at) => {
                        let lag = self.flow.values[f];
                        guard(at - (t - lag.re), lag.eps[0] - 1.0, at.abs() + lag.re.abs())
                    }
                    None => Guard::IDLE,
                },
                _ => Guard::IDLE,
            };
        }
    }

    /// An event is a break of all that is delayed; one that is nothing but a break that comes back has gone through one more delay.
    pub(super) fn note_breaks(&mut self, t: f64, fired: &[usize], response: Response) {
        let system = Arc::clone(&self.system);
        if system.order.delays.is_empty() || response == Response::Continue {
            return;
        }
        let mut least = u8::MAX;
        for guard in fired {
            let gone = match system.arrays.guards[*guard] {
                GuardOwner::Delay(k) => {
                    let gone = self.memory.pasts[k].pass();
                    if system.order.delays[k].smooths {
                        gone
                    } else {
                        0
                    }
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
        let pasts = self.memory.pasts.iter_mut().zip(&self.system.order.delays);
        pasts.for_each(|(past, delay)| past.break_at(t, delays, delay.lag));
    }

    /// The longest step from `t` that asks for nothing but the past, and the same smooth part of it: a little more than to the next break, so that
    /// the step ends on that.
    pub(super) fn bound_by_delays(&mut self, t: f64, y: &[f64]) -> f64 {
        let lags = self.system.order.delays.iter().map(|d| d.lag);
        let events = self.delay_events().filter_map(|(_, at)| at);
        let events = events.map(|at| (at - t) * (1.0 + 1e-9));
        let constant = lags
            .clone()
            .filter_map(Lag::constant)
            .chain(events.filter(|h| *h > 0.0))
            .fold(f64::INFINITY, f64::min);
        let varying: Vec<usize> = lags.filter_map(Lag::function).collect();
        if varying.is_empty() {
            return constant;
        }
        let system = Arc::clone(&self.system);
        self.place(t, y);
        self.now
            .evaluate(&system, &self.memory, &system.order.dynamic);
        // A delay that becomes shorter within the step makes it be tried again.
        let values = varying.iter().map(|f| SHARE * self.now.values[*f]);
        values.filter(|h| *h > 0.0).fold(constant, f64::min)
    }

    /// Why a function that looks back has no value, if that is why.
    pub(super) fn forgotten(&self, function: &Function) -> Option<String> {
        let now = self.now.time;
        let lag = |k: usize| match self.system.order.delays[k].lag {
            Lag::Constant(time) => time,
            Lag::Varies(f) => self.now.values[f],
        };
        let mut back = function.sources.iter().filter_map(|s| match s {
            Source::Delayed { delay, .. } => Some((*delay, now - lag(*delay))),
            _ => None,
        });
        let (k, then) = back.find(|(k, then)| {
            let value: f64 = self.memory.pasts[*k].at(*then, self.system.order.delays[*k].lag);
            value.is_nan()
        })?;
        let past = &self.memory.pasts[k];
        let why = match past.end() {
            Some(_) if lag(k) <= 0.0 => format!(
                "the delay of DELAY is {} at time {now}, and has to stay above zero",
                lag(k)
            ),
            Some(end) if then > end => format!(
                "DELAY looks at time {then}, which is not past yet: its delay, {}, is too short for a step",
                lag(k)
            ),
            Some(_) if then < past.passed() => format!(
                "DELAY looks back at time {then} once more, before the event at {}: its delay grows faster than time",
                past.passed()
            ),
            _ => format!(
                "DELAY looks back at time {then}, of which nothing is known: dynamic analyses keep the past of an expression, until a command delays another one in its place"
            ),
        };
        Some(why)
    }
}
