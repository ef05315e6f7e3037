//! Listens to a run: hands it to the writers of results, to a watcher, and keeps the list of events.

use crate::linear::LinearWriter;
use crate::plan;
use crate::run::Watcher;
use carom_dynamics::{Observer, Progress, Statistics};
use carom_files::results::{Outcome, ResultError, ResultWriter};
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::path::PathBuf;

/// Events kept for the report; the tables have all of them.
const MOST_EVENTS: usize = 10_000;

/// An [`Observer`] that writes. A writer that fails ends the run early.
pub struct Recorder<'a> {
    model: &'a Model,
    writers: Vec<Box<dyn ResultWriter>>,
    linear: LinearWriter,
    watcher: &'a mut dyn Watcher,
    /// What linear analyses found.
    pub linearizations: Vec<Linearization>,
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
    /// A sensor ended the run, as the model wants it.
    pub halted: bool,
}

impl<'a> Recorder<'a> {
    pub fn new(
        model: &'a Model,
        writers: Vec<Box<dyn ResultWriter>>,
        linear: LinearWriter,
        watcher: &'a mut dyn Watcher,
    ) -> Self {
        Self {
            model,
            writers,
            linear,
            watcher,
            linearizations: Vec::new(),
            events: Vec::new(),
            event_count: 0,
            statistics: Vec::new(),
            failure: None,
            stopped: false,
            halted: false,
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

    /// All files of the run so far.
    pub fn files(&self) -> Vec<PathBuf> {
        let of_writers = self.writers.iter().flat_map(|w| w.files());
        of_writers
            .chain(self.linear.files().iter().cloned())
            .collect()
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
        self.halted |= plan::ends_run(self.model, event);
        if self.events.len() < MOST_EVENTS {
            self.events.push(event.clone());
        }
        self.watcher.event(event);
        self.each(|w| w.event(event));
    }

    fn linear(&mut self, linearization: &Linearization) {
        self.each(|w| w.linear(linearization));
        if self.failure.is_none() {
            self.failure = self.linear.write(linearization).err();
        }
        self.linearizations.push(linearization.clone());
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

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dialect;

    /// A disk that is full at the third output time.
    struct Full {
        frames: usize,
    }

    impl ResultWriter for Full {
        fn begin(&mut self, _: Analysis) -> Result<(), ResultError> {
            Ok(())
        }
        fn frame(&mut self, _: &Frame) -> Result<(), ResultError> {
            self.frames += 1;
            if self.frames < 3 {
                return Ok(());
            }
            let path = PathBuf::from("bodies.csv");
            Err(ResultError::io(&path)(std::io::Error::other(
                "no space left",
            )))
        }
        fn event(&mut self, _: &EventRow) -> Result<(), ResultError> {
            Ok(())
        }
        fn end(&mut self) -> Result<(), ResultError> {
            Ok(())
        }
        fn finish(&mut self, outcome: Outcome) -> Result<(), ResultError> {
            assert_eq!((outcome, self.frames), (Outcome::Early, 3));
            Ok(())
        }
        fn files(&self) -> Vec<PathBuf> {
            Vec::new()
        }
    }

    #[test]
    fn a_writer_that_fails_asks_for_an_early_end_and_is_told_nothing_more() {
        let model = Model::new(Dialect::Adams);
        let mut watcher = ();
        let full = Box::new(Full { frames: 0 });
        let linear = LinearWriter::new(&PathBuf::new(), "deck");
        let mut r = Recorder::new(&model, vec![full], linear, &mut watcher);
        let progress = Progress {
            time: 0.0,
            end: 1.0,
            step: 0.1,
            events: 0,
        };
        let goes_on: Vec<_> = (0..5)
            .map(|_| {
                r.frame(&Frame::default());
                r.progress(progress)
            })
            .collect();
        assert_eq!(goes_on, [true, true, false, false, false]);
        r.finish(Outcome::Early);
        let said = r.failure.map(|e| e.to_string());
        assert_eq!(said.as_deref(), Some("bodies.csv: no space left"));
    }
}
