//! Listens to a run: hands it to the writers of results, to a watcher, and keeps the list of events.

use crate::checkpoint::{self, Checkpoint, Clock, Entry, Journal, Replay};
use crate::folder::{self, Claim, RUNS};
use crate::linear::LinearWriter;
use crate::watcher::Watcher;
use carom_base::pack::{Packer, Unpacker};
use carom_dynamics::{Observer, Progress, SearchProgress, Statistics};
use carom_files::results::{Outcome, ResultError, ResultWriter};
use carom_files::special;
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

/// Events kept for the report; the tables have all of them.
const MOST_EVENTS: usize = 10_000;

/// One for each format.
pub type Writers = Vec<Box<dyn ResultWriter>>;

/// An [`Observer`] that writes. A writer that fails ends the run early.
pub struct Recorder<'a> {
    writers: Writers,
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
    /// The folder is ours.
    pub claim: Option<Claim>,
    /// When it was last looked whether it still is.
    looked: Instant,
    began: Instant,
    /// It is not: it was removed, or moved away.
    homeless: bool,
}

/// A run of this time loses nothing by beginning again.
const SHORT: Duration = Duration::from_secs(60);
/// How often it is looked whether the folder is still there.
const LOOKS: Duration = Duration::from_secs(1);

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
    /// The last state that the run can be taken up from, and whether it is on disk.
    pub last: Option<(Checkpoint, bool)>,
    /// What SAVE wrote in this process, by name.
    pub saved: BTreeMap<String, Vec<u8>>,
}

impl Keeper {
    /// Remembers a state; the journal up to here belongs to it.
    fn remember(&mut self, state: Vec<u8>) -> io::Result<()> {
        let checkpoint = Checkpoint {
            fingerprint: self.fingerprint,
            created: self.created,
            command: self.command,
            journal: self.journal.mark()?,
            state,
        };
        self.last = Some((checkpoint, false));
        Ok(())
    }

    /// Makes the folder again, with the journal in it. What is to be told again is all of it.
    fn move_in(&mut self) -> io::Result<(Claim, Replay)> {
        let refused = |d: carom_base::Diagnostic| io::Error::other(d.message);
        let claim = folder::claim(&self.folder, &RUNS).map_err(refused)?;
        let replay = self.journal.move_in(&self.folder)?;
        for (name, state) in &self.saved {
            let path = place(&self.folder, name).map_err(io::Error::other)?;
            write_whole(&path, state)?;
        }
        if let Some((_, written)) = &mut self.last {
            *written = false;
        }
        Ok((claim, replay))
    }

    /// Puts the last state on disk.
    fn checkpoint(&mut self) -> io::Result<()> {
        if let Some((checkpoint, written)) = &mut self.last
            && !*written
        {
            self.journal.keep()?;
            checkpoint.write(&self.folder)?;
            *written = true;
        }
        Ok(())
    }
}

/// How saved states begin.
const STATE: &str = "carom state";
/// Largest state that is read, bytes.
const LARGEST_STATE: u64 = 4 << 30;

/// Whether a place is free for SAVE: nothing is replaced but states of Carom.
fn may_replace(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(e) => e.kind() == io::ErrorKind::NotFound,
        Ok(_) => special::read(path, LARGEST_STATE)
            .is_ok_and(|bytes| Unpacker::new(&bytes).text() == Some(STATE)),
    }
}

/// Takes the saved states of an earlier result along into the folder of the next one, where RELOAD looks for them.
pub fn take_states(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // A name and its length in front, as a packed text begins.
        let mut head = [0; 8 + STATE.len()];
        let begins = entry.file_type()?.is_file()
            && File::open(entry.path())?.read_exact(&mut head).is_ok()
            && Unpacker::new(&head).text() == Some(STATE);
        if begins {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The place of a saved state in the folder of results; a name that leads out of it has none.
fn place(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let parts = || Path::new(name).components();
    if name.is_empty() || !parts().all(|c| matches!(c, Component::Normal(_))) {
        return Err(format!(
            "{name} leads out of the folder of the results, where states are saved"
        ));
    }
    let mut place = folder.to_owned();
    for part in parts() {
        // a link in the folder leads out of it as well
        if fs::symlink_metadata(&place).is_ok_and(|m| m.is_symlink()) && place != folder {
            return Err(format!(
                "{name} leads out of the folder of the results: {} is a link",
                place.display()
            ));
        }
        place.push(part);
    }
    Ok(place)
}

/// Writes a file beside its place and moves it there: a link in the place is replaced, not followed.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut next = path.as_os_str().to_owned();
    next.push(".next");
    let next = PathBuf::from(next);
    let _ = fs::remove_file(&next);
    File::create_new(&next)?.write_all(bytes)?;
    fs::rename(next, path)
}

impl<'a> Recorder<'a> {
    pub fn new(writers: Writers, linear: LinearWriter, watcher: &'a mut dyn Watcher) -> Self {
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
            claim: None,
            looked: Instant::now(),
            began: Instant::now(),
            homeless: false,
        }
    }

    /// Why an end was asked for.
    pub fn why(&self) -> Option<String> {
        self.watcher.why()
    }

    /// Whether somebody has removed the folder, or moved it away.
    pub fn is_homeless(&mut self) -> bool {
        self.homeless |= self.claim.as_ref().is_some_and(|c| !c.is_in_place());
        self.homeless
    }

    /// Looks now and then whether the folder is still there; if not, the run ends.
    fn look_for_folder(&mut self) {
        if self.looked.elapsed() < LOOKS {
            return;
        }
        self.looked = Instant::now();
        if self.failure.is_none()
            && self.is_homeless()
            && let Some(keeper) = &self.keeper
        {
            let gone = io::Error::new(
                io::ErrorKind::NotFound,
                "the folder was removed or moved away while the run went on",
            );
            self.failure = Some(ResultError::io(&keeper.folder)(gone));
        }
    }

    /// Makes the folder again where it was, with all results so far: the journal is still open, wherever its name went.
    pub fn move_in(&mut self, open: &dyn Fn(&Path, u64) -> Result<Writers, ResultError>) {
        let Some(mut keeper) = self.keeper.take() else {
            return;
        };
        let folder = keeper.folder.clone();
        let done = keeper.move_in().and_then(|(claim, replay)| {
            self.claim = Some(claim);
            let writers = open(&folder, keeper.created).map_err(io::Error::other)?;
            let before = self.failure.take();
            (self.event_count, self.writers) = (0, writers);
            self.linear = self.linear.anew();
            self.linearizations.clear();
            self.events.clear();
            let statistics = std::mem::take(&mut self.statistics);
            self.replay(&replay);
            (self.statistics, self.failure) = (statistics, before.or(self.failure.take()));
            Ok(())
        });
        if let Err(e) = done {
            self.failure = Some(ResultError::io(&folder)(e));
        }
        self.keeper = Some(keeper);
    }

    /// Makes space on a full disk for the results that are not on it yet: what the journal has more than is needed goes, and
    /// all of it in a run so short that it loses nothing by beginning again.
    pub fn make_space(&mut self) {
        let is_full = |e: &ResultError| match e {
            ResultError::Io { source, .. } => matches!(
                source.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
            ),
            _ => false,
        };
        if !self.failure.as_ref().is_some_and(is_full) {
            return;
        }
        if self.began.elapsed() < SHORT
            && let Some(keeper) = &mut self.keeper
        {
            keeper.last = None;
            // Its space comes back when it is closed, too.
            keeper.journal = Journal::new(&keeper.folder);
            let _ = checkpoint::remove(&keeper.folder);
        }
        if let Some(keeper) = &mut self.keeper {
            let needed = match &keeper.last {
                Some((checkpoint, _)) => checkpoint.journal,
                None => 0,
            };
            keeper.journal.cut(needed);
        }
    }

    /// Makes space on a full disk for the last words of the run.
    pub fn give_way(&mut self) {
        if let Some(claim) = &mut self.claim {
            claim.give_way();
        }
    }

    /// Leaves what the run can be taken up from. If that does not come to disk, an earlier one that did is still there.
    pub fn leave_checkpoint(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            let _ = keeper.checkpoint();
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
    pub fn replay(&mut self, told: &Replay) {
        let read = told.each(&mut |entry| {
            match entry {
                Entry::Begin(analysis) => self.each(|w| w.begin(analysis)),
                Entry::Frame(frame) => self.each(|w| w.frame(&frame)),
                Entry::Event(event) => {
                    self.count(&event);
                    self.each(|w| w.event(&event));
                }
                Entry::End(statistics) => {
                    self.statistics.push(statistics);
                    self.each(|w| w.end());
                }
                Entry::Linear(linearization) => self.write_linear(linearization),
                Entry::Opened(_) => {}
            }
            Ok(())
        });
        if let Err(e) = read {
            let path = Path::new(checkpoint::JOURNAL_FILE);
            self.failure.get_or_insert(ResultError::io(path)(e));
        }
    }

    fn write_linear(&mut self, linearization: Linearization) {
        self.each(|w| w.linear(&linearization));
        if self.failure.is_none() {
            self.failure = self.linear.write(&linearization).err();
        }
        self.linearizations.push(linearization);
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
        self.note(|p| checkpoint::pack_linear(linearization, p));
        self.write_linear(linearization.clone());
    }

    fn progress(&mut self, progress: Progress) -> bool {
        self.stopped |= !self.watcher.progress(progress);
        self.look_for_folder();
        !self.stopped && self.failure.is_none()
    }

    fn search(&mut self, progress: SearchProgress) -> bool {
        self.stopped |= !self.watcher.search(progress);
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
        if self.failure.is_some() {
            return;
        }
        let kept = keeper.remember(state()).and_then(|()| {
            let due = keeper.clock.strikes();
            if due { keeper.checkpoint() } else { Ok(()) }
        });
        if let Err(e) = kept {
            let path = keeper.folder.join(checkpoint::CHECKPOINT_FILE);
            self.failure = Some(ResultError::io(&path)(e));
        }
    }

    fn save(&mut self, name: &str, state: &[u8]) -> Result<(), String> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(());
        };
        let path = place(&keeper.folder, name)?;
        if !may_replace(&path) {
            let path = path.display();
            return Err(format!("{path} is there and is no saved state of Carom"));
        }
        let state = checkpoint::sealed(state.to_vec());
        write_whole(&path, &state).map_err(|e| format!("{}: {e}", path.display()))?;
        keeper.saved.insert(name.to_owned(), state);
        Ok(())
    }

    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let folders = self
            .keeper
            .iter()
            .flat_map(|k| [&k.folder, &k.model_folder]);
        for path in folders.map(|f| f.join(name)) {
            let bytes = match special::read(&path, LARGEST_STATE) {
                Ok(bytes) => bytes,
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                Err(e) => return Err(format!("{}: {e}", path.display())),
            };
            return match checkpoint::unsealed(&bytes) {
                (state, true) => Ok(state.to_vec()),
                _ if Unpacker::new(&bytes).text() == Some(STATE) => {
                    Err("it is damaged: its checksum is that of other bytes".into())
                }
                // another program's: who reads it knows what to say
                _ => Ok(bytes),
            };
        }
        Err("it is neither in the folder of the results nor beside the model".into())
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
