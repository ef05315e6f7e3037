//! How far an integration has come, and what it is audited by.

use crate::analysis::stall_detector::StallDetector;
use crate::equations::Equations;
use carom_solve::drive::{self, End, Failure};
use std::collections::BTreeSet;

/// A dynamic analysis at the beginning of a segment.
pub(crate) struct Segment {
    /// The state, at the chart's origin.
    pub y: Vec<f64>,
    /// Length of the next step; `None` at the start of the analysis.
    pub length: Option<f64>,
    /// Largest step.
    pub h_max: f64,
    /// Output times, those to come among them.
    pub outputs: Vec<f64>,
    /// Start of the analysis.
    pub started: f64,
    pub audit: Audit,
    pub pace: StallDetector,
    /// The work so far.
    pub counts: drive::Statistics,
    /// Elements of guards that were looked at in single places of steps only.
    pub sampled_of: BTreeSet<String>,
    /// Times at which `auto` changed its method; `true`: to the implicit one.
    pub changes: Vec<(f64, bool)>,
}

/// Energy of the motion against the work that was done.
#[derive(Clone, Copy)]
pub(crate) struct Audit {
    pub start: [f64; 2],
    pub now: [f64; 2],
    pub scale: f64,
}

impl Audit {
    pub(crate) fn start(e: &Equations) -> Self {
        let now = energy_and_work(e);
        Self {
            start: now,
            now,
            scale: 0.0,
        }
    }

    pub(crate) fn look(&mut self, e: &Equations) {
        self.now = energy_and_work(e);
        let [kinetic, potential] = e.energies();
        let change = (self.now[0] - self.start[0]).abs();
        self.scale = self
            .scale
            .max(kinetic)
            .max(change)
            .max(potential.abs() * f64::EPSILON);
    }

    /// The work along a step was `missed` more than what was found with the motion.
    pub(crate) fn correct(&mut self, missed: f64) {
        self.start[1] -= missed;
    }

    /// What does not balance, and the largest energy it is to be compared with.
    pub(crate) fn balance(&self) -> [f64; 2] {
        let gain = self.now[0] - self.start[0];
        let work = self.now[1] - self.start[1];
        [gain - work, self.scale]
    }
}

pub(crate) fn energy_and_work(e: &Equations) -> [f64; 2] {
    let [kinetic, potential] = e.energies();
    [
        kinetic + potential,
        e.now.states.last().copied().unwrap_or(0.0),
    ]
}

/// Where an integration waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// At this time.
    pub until: f64,
    /// Behind the next event that is reported.
    pub at_events: bool,
}

impl Wait {
    /// Nowhere.
    pub const NEVER: Wait = Wait {
        until: f64::INFINITY,
        at_events: false,
    };
}

/// What came of a part of an integration.
pub(crate) enum Arrival {
    /// It waits.
    Waiting,
    /// It is over: whether its steps crawl, and how it ended.
    Over(bool, Result<End, Failure>),
}
