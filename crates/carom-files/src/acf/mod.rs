//! The reader of Adams command files (`.acf`): which dataset, and what to do with it.
//!
//! Line 1 is the name of the dataset, line 2 the prefix of the output files; when line 1 is blank, all lines
//! after it are commands and `FILE/MODEL=` names the dataset. A line 2 that is a command is taken as one.
//! Comments and continuations are those of datasets.
//!
//! Source: Adams Solver help, SIMULATE and FILE; command files of Adams View and of the FAST-to-ADAMS writer.

pub mod commands;
mod header;
mod include;
pub(crate) mod keywords;
mod locate;
mod records;

pub use commands::COMMANDS;
pub use keywords::LANGUAGE_KEYWORDS;

use crate::adm::diagnostics::Reading;
use crate::adm::lexer;
use crate::adm::read_file_into;
use crate::common::coverage;
use crate::common::include::Chain;
use crate::common::texts::Texts;
use carom_base::{Diagnostic, Diagnostics, Dialect};
use carom_model::Model;
use carom_model::analysis::Command as Action;
use commands::{Record, Runner};
use records::{File, open_one, parse};
use std::path::Path;

/// Reads a command file and the dataset that it names.
///
/// The model is `None` if there is no text that a message could point into. It must not be run when the
/// diagnostics have errors.
pub fn read(path: impl AsRef<Path>) -> (Option<Model>, Diagnostics) {
    read_with(path, &Texts::default())
}

/// No dataset is named. A saved state does not bring it.
fn no_model(file: &File) -> Diagnostic {
    let first = file.records.first();
    match first.filter(|r| r.command.syntax.name == "RELOAD") {
        Some(reload) => Diagnostic::error(
            "acf-no-model",
            reload.span,
            "the file begins with RELOAD and names no dataset: a state that SAVE kept holds no statements",
        )
        .help("write the name of the dataset that it was saved of into line 1"),
        None => Diagnostic::error("acf-no-model", file.first_line, "the file names no dataset").help(
            "write its name into line 1, or leave line 1 blank and write FILE/MODEL=name",
        ),
    }
}

/// The same where `texts` stand for files.
pub fn read_with(path: impl AsRef<Path>, texts: &Texts) -> (Option<Model>, Diagnostics) {
    let path = path.as_ref();
    let mut reading = Reading::commands().with(texts);
    let mut model = Model::new(Dialect::Adams);
    let Some(file) = open(path, &mut model, &mut reading) else {
        return (None, reading.finish());
    };
    let named = file.header.model.clone().or_else(|| {
        let mut names = file.records.iter().filter_map(Record::model);
        names.next()
    });
    match named {
        Some((name, span)) => match locate::dataset(path, &name, texts) {
            Some(dataset) => {
                let mut inner = Reading::dataset().with(texts);
                let sources = model.sources.clone();
                let read = read_file_into(model, &dataset, &mut inner);
                reading.extend(inner.finish());
                model = read.unwrap_or_else(|| {
                    let mut empty = Model::new(Dialect::Adams);
                    empty.sources = sources;
                    empty
                });
            }
            None => reading.push(locate::not_found(path, "dataset", &name, span)),
        },
        None => reading.push(no_model(&file)),
    }
    run(&mut model, file, &mut reading);
    (Some(model), reading.finish())
}

/// Whether a name in a command file means the dataset that the model was read from.
fn is_given(model: &Model, name: &str) -> bool {
    let stem = |p: &Path| p.file_stem().map(|s| s.to_ascii_lowercase());
    let is_dataset = |p: &Path| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("adm"));
    let mut paths = model.sources.iter().map(|s| s.path.as_path());
    paths.any(|p| is_dataset(p) && stem(p) == stem(Path::new(name)))
}

/// Reads the commands of a file for a model that is already there. The dataset that the file names is left aside.
pub fn read_commands(model: &mut Model, path: impl AsRef<Path>) -> Diagnostics {
    read_commands_with(model, path, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn read_commands_with(model: &mut Model, path: impl AsRef<Path>, texts: &Texts) -> Diagnostics {
    let mut reading = Reading::commands().with(texts);
    if let Some(file) = open(path.as_ref(), model, &mut reading) {
        let named = file.header.model.iter().cloned();
        for (name, span) in named.chain(file.records.iter().filter_map(Record::model)) {
            if is_given(model, &name) {
                continue;
            }
            let message = format!("{name} is not read: the commands are for the given model");
            reading.push(Diagnostic::note("acf-ignored-command", span, message));
        }
        run(model, file, &mut reading);
    }
    reading.finish()
}

/// The table of what is supported: each command and argument, as Markdown.
pub fn coverage_markdown() -> String {
    let entries: Vec<_> = COMMANDS.iter().map(|c| c.syntax.entry()).collect();
    coverage::markdown("Adams commands and arguments", "command", &entries)
}

fn open(path: &Path, model: &mut Model, reading: &mut Reading) -> Option<File> {
    let mut file = open_one(path, model, reading)?;
    let records = std::mem::take(&mut file.records);
    include::expand(
        records,
        &Chain::new(path),
        &mut file.records,
        model,
        reading,
    );
    Some(file)
}

/// Appends the commands to the model.
fn run(model: &mut Model, file: File, reading: &mut Reading) {
    if let Some(prefix) = file.header.prefix.clone() {
        model.output.prefix = Some(prefix);
    }
    let mut runner = Runner::new(model, reading);
    for record in &file.records {
        runner.take(record);
        if runner.stopped {
            break;
        }
    }
    runner.finish();
    let idle = |c: &Action| {
        !matches!(
            c,
            Action::Simulate { .. }
                | Action::Linear(..)
                | Action::Control { .. }
                | Action::Unsupported { .. }
        )
    };
    // A command with an error may be the one that is missing here.
    if model.commands.iter().all(idle) && !reading.found.diagnostics.has_errors() {
        reading.push(no_simulation(&file));
    }
}

/// A file without an analysis, or with all of them behind its STOP.
fn no_simulation(file: &File) -> Diagnostic {
    let word = |r: &Record| r.command.syntax.name;
    let stop = file.records.iter().position(|r| word(r) == "STOP");
    // A file that this one carries out may have ended the run.
    let behind = |stop: usize| file.records[stop..].iter().any(|r| word(r) == "SIMULATE");
    match stop.filter(|&stop| file.simulates_behind || behind(stop)) {
        Some(stop) => Diagnostic::warning(
            "acf-no-commands",
            file.records[stop].span,
            "no SIMULATE command stands before STOP",
        )
        .help("STOP ends the file: what stands behind it is not done"),
        None => Diagnostic::warning(
            "acf-no-commands",
            file.first_line,
            "the file holds no SIMULATE command",
        ),
    }
}

/// The commands of a text that a routine hands over while it controls a run, for a model that the commands `earlier`, as they
/// were written, have changed before.
///
/// # Errors
/// What is wrong with the text, or not supported.
pub fn read_change(model: &Model, earlier: &[String], text: &str) -> Result<Vec<Action>, String> {
    // Line 1 is the place of a dataset's name.
    let mut all = "\n".to_string();
    for line in earlier.iter().map(String::as_str).chain([text]) {
        all.push_str(&line.replace(lexer::CONT, "\n, "));
        all.push('\n');
    }
    let mut model = model.clone();
    model.commands.clear();
    let mut reading = Reading::commands();
    let source = model.sources.add(Path::new("MODIFY"), all.clone());
    let file = parse(&all, source, &mut reading);
    let mut runner = Runner::new(&mut model, &mut reading);
    runner.goes_on();
    file.records.iter().for_each(|r| runner.take(r));
    runner.finish();
    let refused = |d: &Diagnostic| {
        d.severity == carom_base::Severity::Error || d.name == "acf-unsupported-command"
    };
    if let Some(d) = reading.finish().into_iter().find(refused) {
        return Err(d.message);
    }
    let analysis = |c: &Action| {
        matches!(
            c,
            Action::Simulate { .. } | Action::Linear(..) | Action::Control { .. } | Action::Stop
        )
    };
    match model.commands.iter().any(analysis) {
        true => Err("analyses are not run by MODIFY: ANALYS runs them".into()),
        false => Ok(model.commands),
    }
}
