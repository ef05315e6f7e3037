//! Listens to a run: hands it to the writers of results, to a watcher, and keeps the list of events.

use crate::checkpoint::{self, Checkpoint, Clock, Entry, Journal};
use crate::linear::LinearWriter;
use crate::run::Watcher;
use carom_base::pack::{Packer, Unpacker};
use carom_dynamics::{Observer, Progress, Statistics};
use carom_files::results::{Outcome, ResultError, ResultWriter};
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Events kept for the report; the tables have all of them.
const MOST_EVENTS: usize = 10_000;

/// An [`Observer`] that writes. A writer that fails ends the run early.
pub struct Recorder<'a> {
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
    /// Where the run can be taken up; `None`: nowhere.
    pub keeper: Option<Keeper>,
}

/// Keeps what a run can be taken up from.
pub struct Keeper {
    /// Folder of the results.
    pub folder: PathBuf,
    /// Where else saved states are looked for: the folder of the model.
    pub model_folder: PathBuf,
    /// What was told.
    pub journal: Journal,
    /// When to write.
    pub clock: Clock,
    /// See [`Checkpoint`].
    pub fingerprint: u64,
    /// See [`Checkpoint`].
    pub created: u64,
    /// Which command is carried out.
    pub command: u64,
}

impl Keeper {
    fn checkpoint(&mut self, state: Vec<u8>) -> io::Result<()> {
        let checkpoint = Checkpoint {
            fingerprint: self.fingerprint,
            created: self.created,
            command: self.command,
            journal: self.journal.keep()?,
            state,
        };
        checkpoint.write(&self.folder)
    }
}

/// A state of Carom begins like this; nothing else is replaced by SAVE.
fn may_replace(path: &Path) -> bool {
    match fs::read(path) {
        Ok(bytes) => Unpacker::new(&bytes).text() == Some("carom state"),
        Err(_) => !path.exists(),
    }
}

impl<'a> Recorder<'a> {
    pub fn new(
        writers: Vec<Box<dyn ResultWriter>>,
        linear: LinearWriter,
        watcher: &'a mut dyn Watcher,
    ) -> Self {
        Self {
            writers,
            linear,
            watcher,
            linearizations: Vec::new(),
            events: Vec::new(),
            event_count: 0,
            statistics: Vec::new(),
            failure: None,
            stopped: false,
            keeper: None,
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

    /// Tells the writers again what a run that was interrupted told them.
    pub fn replay(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry {
                Entry::Begin(analysis) => self.each(|w| w.begin(*analysis)),
                Entry::Frame(frame) => self.each(|w| w.frame(frame)),
                Entry::Event(event) => {
                    self.count(event);
                    self.each(|w| w.event(event));
                }
                Entry::End(statistics) => {
                    self.statistics.push(statistics.clone());
                    self.each(|w| w.end());
                }
            }
        }
    }

    fn count(&mut self, event: &EventRow) {
        self.event_count += 1;
        if self.events.len() < MOST_EVENTS {
            self.events.push(event.clone());
        }
    }

    /// Adds to the journal.
    fn note(&mut self, entry: impl FnOnce(&mut Packer)) {
        if let Some(keeper) = &mut self.keeper
            && let Err(e) = keeper.journal.add(entry)
        {
            let path = keeper.folder.join(checkpoint::JOURNAL_FILE);
            self.failure.get_or_insert(ResultError::io(&path)(e));
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
        self.note(|p| checkpoint::pack_begin(analysis, p));
        self.each(|w| w.begin(analysis));
    }

    fn frame(&mut self, frame: &Frame) {
        self.note(|p| checkpoint::pack_frame(frame, p));
        self.each(|w| w.frame(frame));
    }

    fn event(&mut self, event: &EventRow) {
        self.count(event);
        self.watcher.event(event);
        self.note(|p| checkpoint::pack_event(event, p));
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
        self.note(|p| checkpoint::pack_end(statistics, p));
        self.each(|w| w.end());
    }

    fn checkpoint(&mut self, state: &mut dyn FnMut() -> Vec<u8>) {
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        if self.failure.is_none()
            && keeper.clock.strikes()
            && let Err(e) = keeper.checkpoint(state())
        {
            let path = keeper.folder.join(checkpoint::CHECKPOINT_FILE);
            self.failure = Some(ResultError::io(&path)(e));
        }
    }

    fn save(&mut self, name: &str, state: &[u8]) -> Result<(), String> {
        let Some(keeper) = &self.keeper else {
            return Ok(());
        };
        let path = keeper.folder.join(name);
        if !may_replace(&path) {
            let path = path.display();
            return Err(format!("{path} is there and is no saved state of Carom"));
        }
        fs::write(&path, state).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let folders = self
            .keeper
            .iter()
            .flat_map(|k| [&k.folder, &k.model_folder]);
        let mut places = folders.map(|f| f.join(name));
        match places.find_map(|p| fs::read(p).ok()) {
            Some(state) => Ok(state),
            None => Err("it is neither in the folder of the results nor beside the model".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut watcher = ();
        let full = Box::new(Full { frames: 0 });
        let linear = LinearWriter::new(&PathBuf::new(), "deck");
        let mut r = Recorder::new(vec![full], linear, &mut watcher);
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
