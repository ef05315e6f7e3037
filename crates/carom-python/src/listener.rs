//! Looks at Python while a run goes on: signals, such as Ctrl-C, and a callback for progress.

use crate::callback::Callback;
use carom::Watcher;
use carom::dynamics::{Progress, SearchProgress};
use carom::model::analysis::Analysis;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::sync::Arc;
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
    /// What a function of the model raised.
    pub failed: Option<PyErr>,
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
            failed: None,
            stopped: false,
        }
    }

    /// Asks the functions of the model what they raised. Ctrl-C in one of them is Ctrl-C.
    pub fn take_raised(&mut self, functions: &[Arc<Callback>]) {
        let Some(raised) = functions.iter().find_map(|f| f.take_raised()) else {
            return;
        };
        let is_error = Python::attach(|py| raised.is_instance_of::<PyException>(py));
        match is_error {
            true => self.failed = Some(raised),
            false => self.raised = Some(raised),
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

    fn search(&mut self, p: SearchProgress) -> bool {
        self.progress(Progress {
            time: p.time,
            end: p.time,
            step: 0.0,
            events: 0,
        })
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
