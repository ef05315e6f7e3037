//! The folder of a study: `study.json`, the rows of all runs as Parquet files in `runs`, and those of all points of
//! their sections in `points`.
//!
//! Each file holds a fixed range of runs in their order, so that the bytes do not depend on who ran them, when, and on
//! how many threads. It is written beside its place and moved there when it is whole. A row that comes before its file
//! can be written stands in the journal, record by record, as soon as its run has ended: a program that is killed loses
//! the runs that were going on, and no other. The journal is gone when all files are there.

use crate::basin::Motion;
use crate::row::{self, Row, Status};
use crate::study::Study;
use crate::table::{self, Column};
use carom::base::{Diagnostic, Span};
use carom::files::special;
use carom::folder::{self, Claim, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Name of the file that tells what the folder holds.
pub const STUDY_FILE: &str = "study.json";
/// Folder of the rows of runs.
pub const RUNS: &str = "runs";
/// Folder of the points of sections.
pub const POINTS: &str = "points";
const JOURNAL: &str = "journal";
/// What is found of the rows of basins: labels of the runs, the motions, a picture.
pub const BASIN_FILES: [&str; 4] = [
    "basin.parquet",
    "attractors.parquet",
    "attractor_points.parquet",
    "basin.svg",
];
const PROGRAM: &str = "carom-study";

/// What `study.json` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Always `carom-study`; tells the folder of a study from any other.
    pub program: String,
    /// Version of the program.
    pub version: String,
    /// The study file.
    pub study: String,
    /// `running`, or `done` when all runs have ended.
    pub status: String,
    /// A number that changes with all that decides the rows.
    pub fingerprint: String,
    /// How many runs the study has.
    pub runs: u64,
    /// How many of them have ended, and how.
    pub ended: Counts,
    /// Names of the parameters: columns.
    pub parameters: Vec<String>,
    /// Names of the responses: columns.
    pub responses: Vec<String>,
    /// Runs in each file.
    pub part_runs: u64,
}

/// How runs ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// At their end.
    pub done: u64,
    /// By a stop condition.
    pub stopped: u64,
    /// Early, with a reason.
    pub early: u64,
    /// The model was refused.
    pub refused: u64,
}

impl Counts {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.done + self.stopped + self.early + self.refused
    }

    /// Those without responses.
    pub fn failed(&self) -> u64 {
        self.early + self.refused
    }

    fn count(&mut self, status: &str) {
        for s in Status::ALL.iter().filter(|s| s.name() == status) {
            *match s {
                Status::Done => &mut self.done,
                Status::Stopped => &mut self.stopped,
                Status::Early => &mut self.early,
                Status::Refused => &mut self.refused,
            } += 1;
        }
    }
}

/// What becomes of a study that the folder holds already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Earlier {
    /// It is moved aside; one that was interrupted and could go on is refused.
    #[default]
    Kept,
    /// It is replaced.
    Replaced,
    /// It goes on.
    Resumed,
}

/// Folders of studies.
const KIND: Kind = Kind {
    what: "study",
    lock: "study.lock",
    ending: ".sweep",
    is_ours: |folder| read_summary(folder).is_some(),
};

/// Largest `study.json` that is read, bytes.
const LARGEST_SUMMARY: u64 = 64 << 20;

/// The note on a journal that does not go to its end: cut off by the end of a process, or damaged.
fn cut_off(path: &Path, length: usize, bytes: &[u8], rows: usize) -> Diagnostic {
    let message = format!(
        "{} is cut off or damaged from byte {length} of {}: its {rows} rows before are kept, the other runs are done again",
        path.display(),
        bytes.len()
    );
    Diagnostic::warning("session-journal-damaged", Span::NONE, message)
}

/// The rows of a study, on their way to disk.
pub struct Dataset<'a> {
    study: &'a Study,
    /// The folder is ours.
    claim: Claim,
    notes: Vec<Diagnostic>,
    folder: PathBuf,
    journal: File,
    /// Which runs have ended.
    ended: Vec<bool>,
    /// Rows of files that are not whole yet, by file and run.
    waiting: BTreeMap<u64, BTreeMap<u64, Row>>,
    summary: Summary,
}

/// The folder where nothing else is said: `<study>.sweep` in the working directory.
pub fn default_folder(study: &Path) -> PathBuf {
    let stem = study.file_stem().map(|s| s.to_string_lossy().into_owned());
    PathBuf::from(format!("{}.sweep", stem.as_deref().unwrap_or("study")))
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Diagnostic + '_ {
    move |e| {
        let message = format!("{} cannot be used: {e}", path.display());
        Diagnostic::error("session-output-folder", Span::NONE, message)
            .help("choose another folder with --out")
    }
}

impl<'a> Dataset<'a> {
    /// Makes the folder ready, and claims it for this process.
    ///
    /// # Errors
    /// The folder cannot be used, belongs to something else, to another study or to another process; or it holds this
    /// study, interrupted, and nothing says what is to become of that.
    pub fn open(study: &'a Study, folder: &Path, earlier: Earlier) -> Result<Self, Diagnostic> {
        let fingerprint = format!("{:016x}", study.fingerprint());
        let mut claim = folder::claim(folder, &KIND)?;
        let mut notes = Vec::new();
        if let Some(there) = read_summary(folder) {
            let is_this = there.fingerprint == fingerprint;
            match earlier {
                Earlier::Resumed if !is_this => {
                    let message = format!(
                        "{} holds another study, or this one as it was with another model, other points or another version of Carom",
                        folder.display()
                    );
                    let d = Diagnostic::error("session-cannot-resume", Span::NONE, message);
                    return Err(d.help(
                        "run it from the start without --resume, or choose another folder with --out",
                    ));
                }
                Earlier::Resumed => {}
                Earlier::Replaced => remove(folder).map_err(failed(folder))?,
                Earlier::Kept if is_this && there.status != "done" => {
                    return Err(folder::interrupted(folder, &KIND));
                }
                Earlier::Kept => {
                    let aside;
                    (claim, aside) = claim.set_aside(&KIND)?;
                    notes.push(folder::kept(folder, &aside, &KIND));
                }
            }
        }
        fs::create_dir_all(folder.join(RUNS)).map_err(failed(folder))?;
        if study.point_names().is_some() {
            fs::create_dir_all(folder.join(POINTS)).map_err(failed(folder))?;
        }
        let path = folder.join(JOURNAL);
        let bytes = match special::read(&path, special::LARGEST) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(failed(&path)(e)),
        };
        let (rows, length) = row::records(&bytes);
        if length < bytes.len() {
            notes.push(cut_off(&path, length, &bytes, rows.len()));
        }
        let journal = File::options()
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed(&path))?;
        journal.set_len(length as u64).map_err(failed(&path))?;
        let mut dataset = Self {
            study,
            claim,
            notes,
            folder: folder.to_owned(),
            journal,
            ended: vec![false; study.len() as usize],
            waiting: BTreeMap::new(),
            summary: Summary {
                program: PROGRAM.to_owned(),
                version: carom::VERSION.to_owned(),
                study: study.path.display().to_string(),
                status: "running".to_owned(),
                fingerprint,
                runs: study.len(),
                ended: Counts::default(),
                parameters: study.parameters.iter().map(|p| p.name.clone()).collect(),
                responses: study.responses.iter().map(|r| r.name.clone()).collect(),
                part_runs: study.part_runs,
            },
        };
        dataset.write_summary().map_err(failed(folder))?;
        dataset.find_parts();
        for row in rows {
            dataset.keep(row).map_err(failed(folder))?;
        }
        Ok(dataset)
    }

    /// What there is to say of the folder as it was found.
    pub fn take_notes(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.notes)
    }

    /// The files that are there and whole.
    fn find_parts(&mut self) {
        for part in 0..self.study.len().div_ceil(self.study.part_runs) {
            let runs = self.runs_of(part);
            let Ok(bytes) = special::read(&self.part_path(RUNS, part), special::LARGEST) else {
                continue;
            };
            let words = table::words(bytes, "status");
            let Some(words) = words.filter(|w| w.len() as u64 == runs.end - runs.start) else {
                continue;
            };
            words.iter().for_each(|w| self.summary.ended.count(w));
            runs.for_each(|run| self.ended[run as usize] = true);
        }
    }

    fn runs_of(&self, part: u64) -> std::ops::Range<u64> {
        let n = self.study.part_runs;
        part * n..((part + 1) * n).min(self.study.len())
    }

    fn part_path(&self, table: &str, part: u64) -> PathBuf {
        self.folder
            .join(table)
            .join(format!("part-{part:06}.parquet"))
    }

    /// The runs that have not ended yet, in their order.
    pub fn missing(&self) -> Vec<u64> {
        let runs = 0..self.study.len();
        runs.filter(|r| !self.ended[*r as usize]).collect()
    }

    /// How runs ended so far.
    pub fn counts(&self) -> Counts {
        self.summary.ended
    }

    /// Takes a row. Rows of runs that have ended already are passed over.
    ///
    /// # Errors
    /// The disk's.
    pub fn add(&mut self, row: Row) -> io::Result<()> {
        if !self.is_wanted(&row) {
            return Ok(());
        }
        if !self.claim.is_in_place() {
            let message = "the folder was removed or moved away while the study went on";
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let mut record = Vec::new();
        row::append(&row.pack(), &mut record);
        self.journal.write_all(&record)?;
        self.keep(row)
    }

    /// Takes the rows that [`Study::run_points`] gave, here or on another machine; how many of them were new.
    ///
    /// # Errors
    /// The disk's; bytes that are cut off, or no rows of this study.
    pub fn add_points(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (rows, length) = row::records(bytes);
        if length != bytes.len() {
            let message = "the rows of a run are cut off";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut count = 0;
        for row in rows {
            count += usize::from(self.is_wanted(&row));
            self.add(row)?;
        }
        Ok(count)
    }

    fn is_wanted(&self, row: &Row) -> bool {
        let fits = row.parameters.len() == self.study.parameters.len()
            && row.responses.len() == self.study.responses.len();
        let ended = self.ended.get(row.run as usize);
        fits && ended.is_some_and(|e| !e)
    }

    fn keep(&mut self, row: Row) -> io::Result<()> {
        if !self.is_wanted(&row) {
            return Ok(());
        }
        let run = row.run;
        self.ended[run as usize] = true;
        self.summary.ended.count(row.status.name());
        let part = run / self.study.part_runs;
        let rows = self.waiting.entry(part).or_default();
        rows.insert(run, row);
        let whole = self.runs_of(part);
        if self.waiting[&part].len() as u64 == whole.end - whole.start
            && let Some(rows) = self.waiting.remove(&part)
        {
            self.write_part(part, rows)?;
        }
        Ok(())
    }

    fn write_part(&self, part: u64, rows: BTreeMap<u64, Row>) -> io::Result<()> {
        let rows: Vec<Row> = rows.into_values().collect();
        // First the points: the file of the runs tells that all of them is there.
        if let Some(names) = self.study.point_names() {
            let columns = point_columns(self.study, &names, &rows);
            let bytes = table::parquet(POINTS, &columns).map_err(io::Error::other)?;
            write_whole(&self.part_path(POINTS, part), &bytes)?;
        }
        let columns = columns(self.study, &rows);
        let bytes = table::parquet(RUNS, &columns).map_err(io::Error::other)?;
        write_whole(&self.part_path(RUNS, part), &bytes)
    }

    /// Ends it: if all runs have ended, the journal goes.
    ///
    /// # Errors
    /// The disk's.
    pub fn finish(mut self) -> io::Result<Summary> {
        self.claim.give_way();
        if self.summary.ended.all() == self.study.len() {
            self.summary.status = "done".to_owned();
            self.write_summary()?;
            drop(self.journal);
            fs::remove_file(self.folder.join(JOURNAL))?;
        } else {
            self.write_summary()?;
        }
        Ok(self.summary)
    }

    fn write_summary(&self) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&self.summary)?;
        write_whole(&self.folder.join(STUDY_FILE), (text + "\n").as_bytes())
    }
}

/// Writes a file that is whole at all times.
///
/// # Errors
/// The disk's.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let next = path.with_extension("next");
    let written = File::create(&next).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    if written.is_err() {
        // half of it would take space from a disk that has none
        let _ = fs::remove_file(&next);
    }
    written?;
    fs::rename(next, path)
}

/// What the folder of a study says; `None` if it is none.
pub fn read_summary(folder: &Path) -> Option<Summary> {
    let text = special::read_text(&folder.join(STUDY_FILE), LARGEST_SUMMARY).ok()?;
    let summary: Summary = serde_json::from_str(&text).ok()?;
    (summary.program == PROGRAM).then_some(summary)
}

/// Removes the files of an earlier study, and no others.
fn remove(folder: &Path) -> io::Result<()> {
    for table in [RUNS, POINTS] {
        let Ok(entries) = fs::read_dir(folder.join(table)) else {
            continue;
        };
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            if name.is_some_and(|n| n.starts_with("part-")) {
                fs::remove_file(path)?;
            }
        }
    }
    for name in [JOURNAL, STUDY_FILE].iter().chain(&BASIN_FILES) {
        match fs::remove_file(folder.join(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// Rows as columns: run, parameters, responses, status, reason, time, steps, events.
fn columns(study: &Study, rows: &[Row]) -> Vec<(String, Column)> {
    let whole = |f: fn(&Row) -> u64| Column::Whole(rows.iter().map(|r| f(r) as i64).collect());
    let mut columns = vec![("run".to_owned(), whole(|r| r.run))];
    if let Some(c) = &study.continuation {
        let names = rows.iter().map(|r| c.direction(r.run).name()).collect();
        columns.push(("direction".to_owned(), Column::Word(names)));
    }
    for (k, p) in study.parameters.iter().enumerate() {
        let values = rows.iter().map(|r| r.parameters[k]).collect();
        columns.push((p.name.clone(), Column::Number(values)));
    }
    for (k, response) in study.responses.iter().enumerate() {
        let values = rows.iter().map(|r| r.responses[k]).collect();
        columns.push((response.name.clone(), Column::Maybe(values)));
    }
    if study.basin.is_some() {
        motion_columns(rows, &mut columns);
    }
    let status = rows.iter().map(|r| r.status.name()).collect();
    columns.push(("status".to_owned(), Column::Word(status)));
    let reason = |r: &Row| Some(r.reason.clone()).filter(|t| !t.is_empty());
    columns.push((
        "reason".to_owned(),
        Column::Text(rows.iter().map(reason).collect()),
    ));
    let time = rows.iter().map(|r| r.time).collect();
    columns.push(("time".to_owned(), Column::Number(time)));
    columns.push(("steps".to_owned(), whole(|r| r.steps)));
    columns.push(("events".to_owned(), whole(|r| r.events)));
    columns
}

/// What runs of a basin have come to; nothing where a run has ended before.
fn motion_columns(rows: &[Row], columns: &mut Vec<(String, Column)>) {
    let kinds = rows
        .iter()
        .map(|r| r.motion.as_ref().map_or("", |m| m.kind.name()));
    columns.push(("kind".to_owned(), Column::Word(kinds.collect())));
    let mut whole = |name: &str, of: fn(&Motion) -> u32| {
        let each = rows
            .iter()
            .map(|r| r.motion.as_ref().map_or(0, |m| i64::from(of(m))));
        columns.push((name.to_owned(), Column::Whole(each.collect())));
    };
    whole("period", |m| m.period);
    whole("returns", |m| m.returns);
    let text = |r: &Row| r.motion.as_ref().map(|m| m.sequence.clone());
    let texts = rows.iter().map(|r| text(r).filter(|t| !t.is_empty()));
    columns.push(("sequence".to_owned(), Column::Text(texts.collect())));
}

/// Points of sections as columns: run, parameters, number of the point, time, columns.
fn point_columns(study: &Study, names: &[&str], rows: &[Row]) -> Vec<(String, Column)> {
    let width = names.len();
    let counts = || rows.iter().map(move |r| (r, r.points.len() / width));
    let each = |f: &dyn Fn(&Row) -> f64| {
        let repeated = counts().flat_map(|(r, n)| std::iter::repeat_n(f(r), n));
        Column::Number(repeated.collect())
    };
    let runs = counts().flat_map(|(r, n)| std::iter::repeat_n(r.run as i64, n));
    let mut columns = vec![("run".to_owned(), Column::Whole(runs.collect()))];
    if let Some(c) = &study.continuation {
        let name = |r: &Row| c.direction(r.run).name();
        let names = counts().flat_map(|(r, n)| std::iter::repeat_n(name(r), n));
        columns.push(("direction".to_owned(), Column::Word(names.collect())));
    }
    for (k, p) in study.parameters.iter().enumerate() {
        columns.push((p.name.clone(), each(&|r| r.parameters[k])));
    }
    let numbers = counts().flat_map(|(_, n)| 0..n as i64);
    columns.push(("point".to_owned(), Column::Whole(numbers.collect())));
    for (k, name) in names.iter().enumerate() {
        let values = rows
            .iter()
            .flat_map(|r| r.points.iter().skip(k).step_by(width));
        columns.push((
            (*name).to_owned(),
            Column::Number(values.copied().collect()),
        ));
    }
    columns
}
