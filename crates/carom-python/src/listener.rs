//! Looks at Python while a run goes on: signals, such as Ctrl-C, and a callback for progress.

use carom::Watcher;
use carom::dynamics::Progress;
use carom::model::analysis::Analysis;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How often. Taking the interpreter may cost the wait for another thread of it, some milliseconds.
const INTERVAL: Duration = Duration::from_millis(100);

pub struct Listener {
    /// Called with kind of analysis, its start, time, end, step, events so far; `False` asks for an early end.
    callback: Option<Py<PyAny>>,
    last: Instant,
    kind: &'static str,
    start: Option<f64>,
    /// What Python raised meanwhile.
    pub raised: Option<PyErr>,
    /// The callback asked for an end.
    pub stopped: bool,
}

impl Listener {
    pub fn new(callback: Option<Py<PyAny>>) -> Self {
        Self {
            callback,
            last: Instant::now(),
            kind: "",
            start: None,
            raised: None,
            stopped: false,
        }
    }

    /// Whether the run may go on.
    fn look(&mut self, py: Python<'_>, start: f64, p: Progress) -> PyResult<bool> {
        py.check_signals()?;
        let Some(callback) = &self.callback else {
            return Ok(true);
        };
        let said = callback.call1(py, (self.kind, start, p.time, p.end, p.step, p.events))?;
        self.stopped = said.extract::<bool>(py).is_ok_and(|go_on| !go_on);
        Ok(!self.stopped)
    }
}

impl Watcher for Listener {
    fn begin(&mut self, analysis: Analysis) {
        self.start = None;
        self.kind = match analysis {
            Analysis::Dynamic | Analysis::Transient => "dynamic",
            Analysis::Kinematic => "kinematic",
            Analysis::Static => "static",
            Analysis::InitialConditions => "initial-conditions",
            Analysis::Linear => "linear",
        };
    }

    fn progress(&mut self, p: Progress) -> bool {
        let start = *self.start.get_or_insert(p.time);
        if self.last.elapsed() < INTERVAL {
            return true;
        }
        let go_on = Python::attach(|py| self.look(py, start, p));
        self.last = Instant::now();
        go_on.unwrap_or_else(|e| {
            self.raised = Some(e);
            false
        })
    }
}
