//! Listens to a run: hands it to the writers of results, to a watcher, and keeps the list of events.

use crate::run::Watcher;
use carom_dynamics::{Observer, Progress, Statistics};
use carom_files::results::{Outcome, ResultError, ResultWriter};
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout};

/// Events kept for the report; the tables have all of them.
const MOST_EVENTS: usize = 10_000;

/// An [`Observer`] that writes. A writer that fails ends the run early.
pub struct Recorder<'a> {
    writers: Vec<Box<dyn ResultWriter>>,
    watcher: &'a mut dyn Watcher,
    /// The first events.
    pub events: Vec<EventRow>,
    /// How many there were.
    pub event_count: u64,
    /// One entry per analysis.
    pub statistics: Vec<Statistics>,
    /// Why results could not be written.
    pub failure: Option<ResultError>,
    /// The watcher asked for an end.
    pub stopped: bool,
}

impl<'a> Recorder<'a> {
    pub fn new(writers: Vec<Box<dyn ResultWriter>>, watcher: &'a mut dyn Watcher) -> Self {
        Self {
            writers,
            watcher,
            events: Vec::new(),
            event_count: 0,
            statistics: Vec::new(),
            failure: None,
            stopped: false,
        }
    }

    /// Closes the files, also after a failure: what came to disk stays readable.
    pub fn finish(&mut self, outcome: Outcome) {
        for w in &mut self.writers {
            if let Err(e) = w.finish(outcome) {
                self.failure.get_or_insert(e);
            }
        }
    }

    fn each(&mut self, mut tell: impl FnMut(&mut dyn ResultWriter) -> Result<(), ResultError>) {
        if self.failure.is_none() {
            self.failure = self.writers.iter_mut().find_map(|w| tell(&mut **w).err());
        }
    }
}

impl Observer for Recorder<'_> {
    fn begin(&mut self, analysis: Analysis, _: &Layout, _: usize) {
        self.watcher.begin(analysis);
        self.each(|w| w.begin(analysis));
    }

    fn frame(&mut self, frame: &Frame) {
        self.each(|w| w.frame(frame));
    }

    fn event(&mut self, event: &EventRow) {
        self.event_count += 1;
        if self.events.len() < MOST_EVENTS {
            self.events.push(event.clone());
        }
        self.watcher.event(event);
        self.each(|w| w.event(event));
    }

    fn progress(&mut self, progress: Progress) -> bool {
        self.stopped |= !self.watcher.progress(progress);
        !self.stopped && self.failure.is_none()
    }

    fn end(&mut self, statistics: &Statistics) {
        self.statistics.push(statistics.clone());
        self.watcher.end(statistics);
        self.each(|w| w.end());
    }
}
