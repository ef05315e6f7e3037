//! Who receives a run as it happens, and what is told.

use crate::equations::EventRecord;
use crate::output::{EventRow, Frame, Layout};
use carom_model::analysis::{Analysis, OutputGrid};
use carom_model::run::Linearization;
use carom_solve::{Locate, Rejections, drive};

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Time.
    pub time: f64,
    /// End of the analysis.
    pub end: f64,
    /// Step size.
    pub step: f64,
    /// Events so far.
    pub events: u64,
}

/// Where a search for an equilibrium stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchProgress {
    /// Time of the equilibrium.
    pub time: f64,
    /// Iterations so far.
    pub iterations: u64,
    /// Whether a motion that comes to rest is followed, since Newton's method alone did not settle.
    pub is_relaxation: bool,
    /// Largest unbalanced generalized force.
    pub imbalance: f64,
}

/// Receives a run as it happens.
pub trait Observer {
    /// An analysis begins (number from 0).
    fn begin(&mut self, analysis: Analysis, layout: &Layout, number: usize);
    /// An output time.
    fn frame(&mut self, frame: &Frame);
    /// An event.
    fn event(&mut self, event: &EventRow);
    /// Whether the state behind the events of this time is wanted as an output, asked after these.
    fn wants_frame(&mut self) -> bool {
        false
    }
    /// What a linear analysis found.
    fn linear(&mut self, linearization: &Linearization) {
        let _ = linearization;
    }
    /// After a step; `false` asks for an early end.
    fn progress(&mut self, progress: Progress) -> bool;
    /// After an iteration of a search for an equilibrium; `false` asks for an early end.
    fn search(&mut self, progress: SearchProgress) -> bool {
        let _ = progress;
        true
    }
    /// The analysis ended, well or not.
    fn end(&mut self, statistics: &Statistics);
    /// A run can be taken up here later: `state` gives what [`crate::Simulation::resume`] wants.
    fn checkpoint(&mut self, state: &mut dyn FnMut() -> Vec<u8>) {
        let _ = state;
    }
    /// SAVE: keeps a state under a name.
    ///
    /// # Errors
    /// Why it cannot.
    fn save(&mut self, name: &str, state: &[u8]) -> Result<(), String> {
        let _ = (name, state);
        Ok(())
    }
    /// RELOAD of a state that this run did not save.
    ///
    /// # Errors
    /// Why it is not there.
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("no state was saved under the name {name}"))
    }
}

/// How often a guard, the condition under which a branch of a function or a contact holds, was judged in which way over an accepted step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuardProof {
    /// By bounds over the whole step: it did not change its sign unseen.
    pub proved: u64,
    /// By bounds over parts of the step: neither.
    pub bisected: u64,
    /// By looks at single times: it is not proved that it did not fall and rise again between them.
    pub sampled: u64,
    /// The elements of these, in the order of their names.
    pub sampled_of: Vec<String>,
}

/// Counts of one analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// `dynamic`, `kinematic`, `static`, `initial-conditions`, `linear`.
    pub kind: String,
    /// Start time.
    pub start: f64,
    /// Time reached.
    pub end: f64,
    /// Integrator by name.
    pub integrator: String,
    /// Why this one; `None` for analyses that do not integrate, unless a search for equilibrium took its fallback.
    pub reason: Option<String>,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// The same by cause.
    pub rejections: Rejections,
    /// How the times of events were found; `None` for analyses that do not integrate.
    pub locator: Option<Locate>,
    /// Steps solved again to end on an event.
    pub event_steps: u64,
    /// Events located by Hénon's step.
    pub henon_steps: u64,
    /// Hénon's steps that were not regular.
    pub henon_refused: u64,
    /// How it is known that no event was missed.
    pub guards: GuardProof,
    /// Evaluations of the right-hand side.
    pub rhs_evaluations: u64,
    /// Jacobians.
    pub jacobians: u64,
    /// Factorizations (real and complex counted one each).
    pub factorizations: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Events.
    pub events: u64,
    /// |energy at the end − energy at the start − work of all non-conservative forces and motions| and the scale it is measured by.
    pub energy_balance: Option<[f64; 2]>,
    /// Wall time in seconds.
    pub wall_s: f64,
}

impl Statistics {
    /// Takes over the counts of an integration.
    pub(crate) fn take_counts(&mut self, counts: &drive::Statistics) {
        self.steps = counts.steps;
        self.rejected = counts.rejected;
        self.rejections = counts.rejections;
        self.event_steps = counts.event_steps;
        self.henon_steps = counts.henon_steps;
        self.henon_refused = counts.henon_refused;
        self.guards = GuardProof {
            proved: counts.guards_proved,
            bisected: counts.guards_bisected,
            sampled: counts.guards_sampled,
            sampled_of: std::mem::take(&mut self.guards.sampled_of),
        };
        self.rhs_evaluations = counts.rhs_evaluations;
        self.jacobians = counts.jacobians;
        self.factorizations = counts.factorizations;
        self.newton_iterations = counts.newton_iterations;
        self.events = counts.events;
    }
}

/// A run that ended early: when, why, which element. Results up to `time` have been handed over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("at time {time}: {message}")]
pub struct RunError {
    /// Time reached.
    pub time: f64,
    /// What happened, naming the element.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

/// The requested times after `start`: the end is always among them.
pub fn output_times(start: f64, end: f64, output: Option<OutputGrid>) -> Vec<f64> {
    let span = end - start;
    if span <= 0.0 {
        return Vec::new();
    }
    match output {
        None => vec![end],
        Some(OutputGrid::Steps(n)) => {
            let n = n.max(1);
            (1..=n)
                .map(|k| {
                    if k == n {
                        end
                    } else {
                        start + span * f64::from(k) / f64::from(n)
                    }
                })
                .collect()
        }
        Some(OutputGrid::Interval(dt)) => {
            // An interval that fits up to rounding fits.
            let n = (span / dt * (1.0 + 1e-12)).floor() as u64;
            let mut times: Vec<f64> = (1..=n).map(|k| start + dt * k as f64).collect();
            match times.last_mut() {
                Some(last) if (*last - end).abs() <= 1e-9 * dt => *last = end,
                _ => times.push(end),
            }
            times
        }
    }
}

pub(crate) fn row(time: f64, h: EventRecord) -> EventRow {
    EventRow {
        time: h.time.unwrap_or(time),
        kind: h.kind,
        element: h.element,
        gap: h.gap,
        rate: [h.rate, h.rate_after],
        impulse: h.impulse,
        force: h.value,
    }
}
