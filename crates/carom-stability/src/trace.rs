//! The motion along an orbit.

use crate::family::{Error, Family};
use crate::orbit::Orbit;

/// Times this part of the period before and behind an event show its jump.
const BESIDE: f64 = 1e-9;

/// The motion along an orbit: times from its start, and the state at each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Times, from 0 to the period.
    pub times: Vec<f64>,
    /// States, in the order of [`carom::dynamics::Stepping::state_names`].
    pub states: Vec<Vec<f64>>,
}

impl Family<'_> {
    /// The states of an orbit at `intervals + 1` even times of its period, and on both sides of each of its events.
    ///
    /// # Errors
    /// When the run fails.
    pub fn trace(&self, orbit: &Orbit, intervals: u32) -> Result<Trace, Error> {
        let mut run = self.begin(&orbit.point, None)?;
        run.set_state(&orbit.state)?;
        let begun = run.time();
        let even = (0..=intervals).map(|k| orbit.period * f64::from(k) / f64::from(intervals));
        let beside = BESIDE * orbit.period;
        let events = orbit.events.iter();
        let events = events.flat_map(|e| [e.row.time - beside, e.row.time + beside]);
        let mut times: Vec<f64> = even.chain(events).collect();
        times.retain(|t| (0.0..=orbit.period).contains(t));
        times.sort_by(f64::total_cmp);
        let mut trace = Trace::default();
        for t in times {
            if t > 0.0 {
                run.run_until(begun + t)?;
            }
            trace.times.push(t);
            trace.states.push(run.state()?);
        }
        Ok(trace)
    }
}
