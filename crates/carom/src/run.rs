//! A run with results on disk.

use crate::checkpoint::{self, Checkpoint, Clock, Journal, Replay};
use crate::folder::{self, Claim, RUNS};
use crate::linear::LinearWriter;
use crate::open::Loaded;
use crate::plan::{self, Request};
use crate::record::{self, Keeper, Recorder};
use crate::stages::{self, Rehearse};
use crate::summary;
use crate::summary::{AnalysisSummary, ErrorSummary, Summary};
use crate::watcher::Watcher;
use carom_base::pack::Packer;
use carom_base::{Diagnostic, Diagnostics, Sources, Span};
use carom_dynamics::{RunError, Simulation};
use carom_files::results::scene::{SCENE_FILE, Scene};
use carom_files::results::{
    self, Heading, Outcome, ResultError, ResultFormat, ResultWriter, stamp,
};
use carom_model::Model;
use carom_model::analysis::Command;
use carom_model::output::OutputOptions;
use carom_model::run::{EventRow, Layout, Linearization};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How a run went.
#[derive(Clone, Debug)]
pub struct Report {
    /// Folder of the results.
    pub folder: PathBuf,
    /// What `run.json` says.
    pub summary: Summary,
    /// The first ten thousand events; the table of events has all.
    pub events: Vec<EventRow>,
    /// How many events there were.
    pub event_count: u64,
    /// What linear analyses found.
    pub linearizations: Vec<Linearization>,
}

impl Report {
    /// Whether all commands were carried out.
    pub fn is_complete(&self) -> bool {
        self.summary.error.is_none()
    }
}

/// Runs a model and writes results as they come. What there is to say about the input is added to
/// `loaded.diagnostics`; `None` if it is refused. A run that ends early keeps its results and says why.
pub fn run(loaded: &mut Loaded, request: &Request, watcher: &mut dyn Watcher) -> Option<Report> {
    let mut diagnostics = std::mem::take(&mut loaded.diagnostics);
    let prepared = loaded
        .model
        .as_ref()
        .and_then(|model| Prepared::new(model, request, &mut diagnostics));
    if request.strict {
        diagnostics.make_strict();
    }
    loaded.diagnostics = diagnostics;
    loaded.accepted()?;
    let model = loaded.model.as_ref()?;
    let prepared = prepared?;
    watcher.assembled(
        prepared.simulation.degrees_of_freedom(),
        prepared.simulation.redundant(),
    );
    match start(loaded, model, prepared, request) {
        Ok((started, notes)) => {
            loaded.diagnostics.extend(notes);
            let (report, remarks) = started.carry_out(watcher);
            loaded.diagnostics.extend(remarks);
            Some(report)
        }
        Err(d) => {
            loaded.diagnostics.push(d);
            None
        }
    }
}

/// A model ready to run.
struct Prepared {
    simulation: Simulation,
    commands: Vec<Command>,
    formats: Vec<&'static dyn ResultFormat>,
}

impl Prepared {
    /// Everything that can refuse the model, short of touching the disk.
    fn new(model: &Model, request: &Request, diagnostics: &mut Diagnostics) -> Option<Self> {
        plan::check(request, diagnostics);
        let commands = plan::commands(model, request, diagnostics);
        let formats = formats(request, &model.output, diagnostics);
        let ready = stages::assemble(model, request, commands, Rehearse::First, diagnostics)?;
        Some(Self {
            simulation: ready.simulation,
            commands: ready.commands,
            formats,
        })
    }
}

/// The formats asked for by the caller, and those asked for by the deck. A format that Carom does not write is an
/// error if the caller wants it, a note if the deck does.
pub(crate) fn formats(
    request: &Request,
    deck: &OutputOptions,
    diagnostics: &mut Diagnostics,
) -> Vec<&'static dyn ResultFormat> {
    let mut list = Vec::new();
    for f in &request.formats {
        match f.refusal() {
            None => list.push(*f),
            Some(reason) => {
                let message = format!("format {} is not written: {reason}", f.name());
                let d = Diagnostic::error("session-format-refused", Span::NONE, message);
                diagnostics.push(d);
            }
        }
    }
    if request.formats.is_empty() {
        list.extend(results::RESULT_FORMATS.first());
    }
    let wanted = [
        ("req", deck.req),
        ("gra", deck.gra),
        ("res", deck.res),
        ("plt", deck.plt),
        ("mrf", deck.mrf),
    ];
    for (name, _) in wanted.into_iter().filter(|(_, wanted)| *wanted) {
        let Some(f) = results::find(name) else {
            continue;
        };
        if let Some(reason) = f.refusal() {
            let message = format!("the model asks for .{name}, which is not written: {reason}");
            let d = Diagnostic::note("session-format-left-out", Span::NONE, message);
            diagnostics.push(d);
        } else if list.iter().all(|g| g.name() != name) {
            list.push(f);
        }
    }
    list
}

/// A run whose files are open.
struct Started<'a> {
    model: &'a Model,
    simulation: Simulation,
    commands: Vec<Command>,
    sources: Sources,
    request: Request,
    formats: Vec<&'static dyn ResultFormat>,
    writers: Vec<Box<dyn ResultWriter>>,
    linear: LinearWriter,
    folder: PathBuf,
    summary: Summary,
    keeper: Keeper,
    claim: Claim,
    stem: String,
    /// What an interrupted run had told, and the command that it was at.
    told: Option<Replay>,
    first: usize,
}

/// What an interrupted run left behind.
struct Left {
    checkpoint: Checkpoint,
    journal: Journal,
    told: Replay,
}

/// What there is to resume in a folder; `None` if a run has not come to a checkpoint, or was never begun.
fn left_behind(folder: &Path, fingerprint: u64) -> Result<Option<Left>, Diagnostic> {
    let refused = |message: String| {
        Diagnostic::error("session-cannot-resume", Span::NONE, message)
            .help("leave --resume out to run from the start")
    };
    let found = Checkpoint::read(folder).map_err(refused)?;
    let Some(checkpoint) = found else {
        return match Summary::read(folder) {
            Some(s) if s.status != "running" && !s.resumable => Err(refused(match s.error {
                None => format!("the run in {} was not interrupted", folder.display()),
                Some(e) => format!(
                    "the run in {} was not interrupted, it ended by itself at time {}: {}",
                    folder.display(),
                    e.time,
                    e.message
                ),
            })),
            _ => Ok(None),
        };
    };
    if checkpoint.fingerprint != fingerprint {
        let message = format!(
            "the run in {} had another model, other commands, other options or another library of routines",
            folder.display()
        );
        return Err(refused(message));
    }
    let (journal, told) =
        Journal::reopen(folder, checkpoint.journal).map_err(|e| refused(e.to_string()))?;
    Ok(Some(Left {
        checkpoint,
        journal,
        told,
    }))
}

/// Makes room for a run in its folder: what is there is resumed, replaced or moved aside.
fn claim(
    folder: &Path,
    request: &Request,
    fingerprint: u64,
    notes: &mut Vec<Diagnostic>,
) -> Result<(Claim, Option<Left>), Diagnostic> {
    let mut claim = folder::claim(folder, &RUNS)?;
    let Some(earlier) = Summary::read(folder) else {
        return Ok((claim, None));
    };
    if request.resume {
        let left = left_behind(folder, fingerprint)?;
        if left.is_none() {
            folder::clear(folder, &earlier)?;
        }
        return Ok((claim, left));
    }
    if request.overwrite {
        folder::clear(folder, &earlier)?;
        return Ok((claim, None));
    }
    if let Ok(Some(c)) = Checkpoint::read(folder)
        && c.fingerprint == fingerprint
    {
        return Err(folder::interrupted(folder, &RUNS));
    }
    let aside;
    (claim, aside) = claim.set_aside(&RUNS)?;
    notes.push(folder::kept(folder, &aside, &RUNS));
    record::take_states(&aside, folder).map_err(|e| {
        let message = format!(
            "the saved states of {} cannot be copied: {e}",
            aside.display()
        );
        Diagnostic::error("session-output-folder", Span::NONE, message)
    })?;
    Ok((claim, None))
}

/// Where a run begins: at its start, or where an earlier one was left.
struct TakenUp {
    first: usize,
    told: Option<Replay>,
    resumed: Option<(Checkpoint, bool)>,
    journal: Journal,
}

fn take_up(
    left: Option<Left>,
    prepared: &mut Prepared,
    request: &Request,
    folder: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Result<TakenUp, Diagnostic> {
    let (mut first, mut told, mut resumed) = (0, None, None);
    let journal = match left {
        Some(left) => {
            first = (left.checkpoint.command as usize).min(prepared.commands.len());
            let before = &prepared.commands[..first];
            let state = &left.checkpoint.state;
            prepared.simulation.resume(state, before).map_err(|why| {
                let message = format!("the checkpoint cannot be used: {why}");
                Diagnostic::error("session-cannot-resume", Span::NONE, message)
            })?;
            told = Some(left.told);
            resumed = Some((left.checkpoint, true));
            left.journal
        }
        None => {
            if request.resume {
                let message = "there is no checkpoint: the run begins at the start".to_owned();
                let d = Diagnostic::note("session-nothing-to-resume", Span::NONE, message);
                notes.push(d);
            }
            Journal::new(folder)
        }
    };
    Ok(TakenUp {
        first,
        told,
        resumed,
        journal,
    })
}

/// The folder of a run.
fn folder_of(loaded: &Loaded, request: &Request) -> PathBuf {
    let folder = request
        .out
        .clone()
        .unwrap_or_else(|| format!("{}.carom", loaded.stem()).into());
    // User-written code may go to another working directory.
    match carom_user::page::is_watched() {
        true => std::path::absolute(&folder).unwrap_or(folder),
        false => folder,
    }
}

/// What is known of a run before its first step.
fn summary_of(loaded: &Loaded, model: &Model, simulation: &Simulation) -> Summary {
    let said = summary::diagnostics(&loaded.diagnostics, &model.sources);
    let mut summary = Summary::begin(&loaded.path, model, said);
    summary.degrees_of_freedom = simulation.degrees_of_freedom();
    summary.redundant_constraints = simulation.redundant().to_vec();
    summary.user_code = simulation.user_routines().to_vec();
    summary
}

fn start<'a>(
    loaded: &Loaded,
    model: &'a Model,
    mut prepared: Prepared,
    request: &Request,
) -> Result<(Started<'a>, Vec<Diagnostic>), Diagnostic> {
    let stem = stem_of(loaded, model);
    let folder = folder_of(loaded, request);
    let mut notes = Vec::new();
    let of_model = checkpoint::fingerprint(model, request);
    let fingerprint = checkpoint::with_libraries(of_model, prepared.simulation.user_libraries());
    let (claim, left) = claim(&folder, request, fingerprint, &mut notes)?;
    let created = match &left {
        Some(left) => left.checkpoint.created,
        None => {
            stamp::now().map_err(|why| Diagnostic::error("session-date-told", Span::NONE, why))?
        }
    };
    let TakenUp {
        first,
        told,
        resumed,
        mut journal,
    } = take_up(left, &mut prepared, request, &folder, &mut notes)?;
    let failed = |message: String| {
        Diagnostic::error("session-output-folder", Span::NONE, message)
            .help("choose another folder with --out")
    };
    let mut summary = summary_of(loaded, model, &prepared.simulation);
    carom_user::page::tell_results(&folder);
    let tell = |summary: &Summary| {
        let written = summary.write(&folder);
        written.map_err(|e| failed(format!("{}: {e}", folder.display())))
    };
    // First whose folder it is: what a process leaves that is killed here is ours.
    tell(&summary)?;
    let layout = prepared.simulation.layout();
    let writers = open_writers(model, layout, &prepared.formats, &folder, &stem, created)
        .map_err(|e| failed(e.to_string()))?;
    summary.files = writers.iter().flat_map(|w| names(&w.files())).collect();
    summary.files.push(SCENE_FILE.to_owned());
    tell(&summary)?;
    if carom_user::page::is_watched() {
        journal.at_once = true;
        if told.is_none() {
            let layout = prepared.simulation.layout();
            let opening = |p: &mut Packer| checkpoint::pack_opening(of_model, created, layout, p);
            journal.add(opening).map_err(|e| failed(e.to_string()))?;
        }
    }
    let keeper = Keeper {
        folder: folder.clone(),
        model_folder: loaded.path.parent().unwrap_or(Path::new("")).to_owned(),
        journal,
        clock: Clock::new(request.checkpoint.unwrap_or(checkpoint::DEFAULT_CADENCE)),
        fingerprint,
        created,
        command: first as u64,
        last: resumed,
        saved: BTreeMap::new(),
    };
    let started = Started {
        simulation: prepared.simulation,
        commands: prepared.commands,
        model,
        sources: model.sources.clone(),
        request: request.clone(),
        formats: prepared.formats,
        writers,
        linear: LinearWriter::new(&folder, &stem),
        folder,
        claim,
        stem,
        summary,
        keeper,
        told,
        first,
    };
    Ok((started, notes))
}

/// Opens the files of all formats, and writes down what there is to look at.
pub(crate) fn open_writers(
    model: &Model,
    layout: &Layout,
    formats: &[&'static dyn ResultFormat],
    folder: &Path,
    stem: &str,
    created: u64,
) -> Result<Vec<Box<dyn ResultWriter>>, ResultError> {
    let heading = Heading {
        model,
        layout,
        folder,
        stem,
        created,
        program: crate::PROGRAM,
    };
    let writers = formats.iter().map(|f| f.create(&heading)).collect();
    Scene::new(model, layout).write(folder)?;
    writers
}

/// The name of files that the model or the caller has not named.
pub(crate) fn stem_of(loaded: &Loaded, model: &Model) -> String {
    let stem = model.output.prefix.clone().map(|p| file_name(&p));
    stem.unwrap_or_else(|| loaded.stem())
}

/// The last part of a prefix that may name a folder.
fn file_name(prefix: &str) -> String {
    let path = Path::new(prefix);
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "model".to_owned())
}

pub(crate) fn names(files: &[PathBuf]) -> Vec<String> {
    files
        .iter()
        .filter_map(|f| f.file_name())
        .map(|n| n.to_string_lossy().into_owned())
        .collect()
}

impl Started<'_> {
    /// How it went, and what there is to say of contacts on the way.
    fn carry_out(mut self, watcher: &mut dyn Watcher) -> (Report, Vec<Diagnostic>) {
        let before = carom_dynamics::routine_calls(&self.summary.user_code);
        let mut recorder = Recorder::new(self.writers, self.linear, watcher);
        if let Some(told) = &self.told {
            recorder.replay(told);
        }
        recorder.keeper = Some(self.keeper);
        recorder.claim = Some(self.claim);
        let mut error = early(Ok(()), &recorder, self.simulation.time());
        let options = plan::run_options(&self.request);
        for (number, command) in self.commands.iter().enumerate().skip(self.first) {
            if error.is_some() {
                break;
            }
            if let Some(keeper) = &mut recorder.keeper {
                keeper.command = number as u64;
            }
            let result = self.simulation.execute(command, &options, &mut recorder);
            error = early(result, &recorder, self.simulation.time());
            if self.simulation.halted() {
                break;
            }
        }
        let outcome = match error {
            None => Outcome::Done,
            Some(_) => Outcome::Early,
        };
        if recorder.is_homeless() {
            let (model, layout) = (self.model, self.simulation.layout());
            recorder.move_in(&|folder, created| {
                open_writers(model, layout, &self.formats, folder, &self.stem, created)
            });
        }
        recorder.make_space();
        recorder.finish(outcome);
        // a disk that fills up while the files are closed
        let error = error.or_else(|| early(Ok(()), &recorder, self.simulation.time()));
        // What ended on request, or for want of space, may go on later. Files that cannot be removed do no harm.
        self.summary.resumable = recorder.stopped || recorder.failure.is_some();
        self.summary.status = if error.is_none() { "done" } else { "early" }.to_owned();
        self.summary.error = error;
        let calls = carom_dynamics::routine_calls(&self.summary.user_code);
        let both = calls.into_iter().zip(&before);
        self.summary.user_calls = both.map(|(now, before)| now - before).collect();
        self.summary.files = names(&recorder.files());
        self.summary.files.push(SCENE_FILE.to_owned());
        self.summary.analyses = recorder
            .statistics
            .iter()
            .map(AnalysisSummary::from)
            .collect();
        let mut remarks = self.simulation.take_remarks();
        remarks.extend(carom_dynamics::elements::user::said());
        let said = summary::diagnostics(&remarks, &self.sources);
        self.summary.diagnostics.extend(said);
        recorder.give_way();
        write_last(&mut self.summary, &self.folder, self.simulation.time());
        match self.summary.resumable {
            true => recorder.leave_checkpoint(),
            false => {
                checkpoint::remove(&self.folder).ok();
            }
        }
        let report = Report {
            folder: self.folder,
            summary: self.summary,
            events: recorder.events,
            event_count: recorder.event_count,
            linearizations: recorder.linearizations,
        };
        (report, remarks)
    }
}

/// Writes how it went; that it cannot be written is told at least.
fn write_last(summary: &mut Summary, folder: &Path, time: f64) {
    if let Err(e) = summary.write(folder) {
        let message = format!("run.json could not be written: {e}");
        let said = ErrorSummary {
            time,
            message,
            help: None,
        };
        summary.error.get_or_insert(said);
    }
}

/// Why the run ends here, if it does.
fn early(result: Result<(), RunError>, recorder: &Recorder, time: f64) -> Option<ErrorSummary> {
    if let Some(e) = &recorder.failure {
        return Some(ErrorSummary {
            time,
            message: format!("results could not be written: {e}"),
            help: Some("--resume goes on from here when there is a place for them".into()),
        });
    }
    match result {
        Err(e) if !recorder.stopped => Some(e.into()),
        _ => recorder
            .stopped
            .then(|| ErrorSummary::stopped(time, recorder.why())),
    }
}
