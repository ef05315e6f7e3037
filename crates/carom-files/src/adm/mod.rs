//! The reader of Adams datasets (`.adm`): text to statement records to a [`Model`].
//!
//! ```
//! let deck = "Ball\nPART/1, GROUND\nPART/2, MASS=1, CM=20\nMARKER/20, PART=2, QP=0,0,3\nEND\n";
//! let (model, diagnostics) = carom_files::adm::read_text("ball.adm", deck);
//! assert!(!diagnostics.has_errors());
//! assert_eq!(model.expect("a text gives a model").parts.len(), 2);
//! ```
//!
//! A statement is read in three steps. [`lexer`] joins its lines and splits off its name and label; [`scanner`]
//! reads its arguments by the table in [`statements`]; [`build`] makes the element when everything it names is
//! known. Nothing is skipped in silence: each word of the language works, or a diagnostic says what happens.

pub mod arguments;
pub mod build;
pub(crate) mod change;
pub mod diagnostics;
pub mod fortran;
pub mod functions;
mod inputs;
pub mod keywords;
pub mod lexer;
mod linear_system;
pub mod matrix_file;
pub mod number;
pub mod orientation;
mod phases;
pub(crate) mod places;
pub mod record;
pub(crate) mod records;
pub mod scanner;
pub mod statement;
pub mod statements;
pub mod syntax;
#[cfg(test)]
mod testing;
pub mod write;

pub use diagnostics::DIAGNOSTICS;
pub use keywords::LANGUAGE_KEYWORDS;
pub use statements::STATEMENTS;

use crate::common::coverage;
use crate::common::keyword::{self, Match};
use crate::common::text::decode;
use crate::common::texts::Texts;
use build::Builder;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Diagnostics, Dialect, SourceId, Span};
use carom_model::Model;
use diagnostics::Reading;
use lexer::{CONT, Lexed};
use record::Record;
use records::records;
use std::path::Path;

/// Reads a dataset from a file.
///
/// The model is `None` if there is no text that a message could point into. Else it is there, with what could be
/// made of it, even when the diagnostics have errors: then it must not be run.
pub fn read(path: impl AsRef<Path>) -> (Option<Model>, Diagnostics) {
    read_with(path, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn read_with(path: impl AsRef<Path>, texts: &Texts) -> (Option<Model>, Diagnostics) {
    let mut reading = Reading::dataset().with(texts);
    let model = read_file_into(Model::new(Dialect::Adams), path.as_ref(), &mut reading);
    (model, reading.finish())
}

/// Reads a dataset from a text; `name` stands for the file in messages.
pub fn read_text(name: impl AsRef<Path>, text: impl Into<String>) -> (Option<Model>, Diagnostics) {
    let mut reading = Reading::dataset();
    let model = Model::new(Dialect::Adams);
    let name = name.as_ref();
    let model = match decode(text.into().into_bytes(), &name.display().to_string()) {
        Ok((text, notes)) => {
            notes.into_iter().for_each(|n| reading.push(n));
            read_into(model, name, text, &mut reading)
        }
        Err(d) => {
            reading.push(d);
            None
        }
    };
    (model, reading.finish())
}

/// The table of what is supported: each statement and argument, as Markdown.
pub fn coverage_markdown() -> String {
    let entries: Vec<_> = STATEMENTS.iter().map(|s| s.syntax.entry()).collect();
    coverage::markdown(
        "Adams datasets: statements and arguments",
        "statement",
        &entries,
    )
}

/// Reads a dataset from a file into a model that may already have sources.
pub(crate) fn read_file_into(model: Model, path: &Path, reading: &mut Reading) -> Option<Model> {
    match reading.texts.read(path) {
        Ok((text, notes)) => {
            notes.into_iter().for_each(|n| reading.push(n));
            if is_foreign(&text) {
                return Some(refuse_foreign(model, path, text, reading));
            }
            read_into(model, path, text, reading)
        }
        Err(d) => {
            reading.push(d);
            None
        }
    }
}

/// Whether a file is anything but a dataset: it has lines, and none begins with the name of a statement.
fn is_foreign(text: &str) -> bool {
    let is_known = |word: &str| {
        let found = keyword::find(word, STATEMENTS.iter().map(|s| s.syntax.names()));
        !matches!(found, Match::Unknown)
    };
    let is_statement = |line: &str| match line.split_once('/') {
        Some((word, _)) => !word.trim().is_empty() && is_known(word.trim()),
        None => line.trim().eq_ignore_ascii_case("END"),
    };
    // The first line is a title, whatever it says.
    let mut lines = text.lines().skip(1).flat_map(|l| l.split(';'));
    text.lines().any(|l| !l.trim().is_empty()) && !lines.any(is_statement)
}

/// A deck may name any file: none of its lines, nor words in them, are told.
fn refuse_foreign(mut model: Model, path: &Path, text: String, reading: &mut Reading) -> Model {
    let source = model.sources.add(path, text);
    model.sources.hide(source);
    let message = "the file is no dataset: no line begins with the name of a statement";
    let d = Diagnostic::error("adm-not-a-dataset", Span::new(source, 0, 1), message);
    reading.push(d.help("its lines are not shown, as the file may be of any kind"));
    model
}

fn read_into(mut model: Model, path: &Path, text: String, reading: &mut Reading) -> Option<Model> {
    let source = model.sources.add(path, text);
    let text = &model.sources.get(source)?.text;
    let mut lexed = lexer::lex(text, source, true, 0, reading);
    model.title = std::mem::take(&mut lexed.title);
    let first_line = Span::new(source, 0, model.title.len().max(1));
    check_end(&lexed, source, first_line, reading);
    let items = records(&lexed, reading);
    let has = |test: &dyn Fn(&Record) -> bool| items.iter().any(|i| test(&i.record));
    let is_part = |r: &Record| r.syntax.name == "PART";
    // A PART that could not be read may be the ground.
    let grounded = has(&|r| is_part(r) && (r.args.has("GROUND") || !r.args.sound));
    if !has(&|r| r.syntax.name == "UNITS") {
        let message = "the dataset has no UNITS: force = mass · acceleration without a factor";
        reading.push(Diagnostic::note("adm-no-units", first_line, message));
    }
    if !grounded {
        reading.push(
            Diagnostic::error("adm-no-ground", first_line, "the dataset has no ground")
                .help("add PART/id, GROUND"),
        );
    }
    let mut builder = Builder::new(model, reading);
    builder.build(&items);
    Some(builder.model)
}

/// A dataset ends with END, and not in the middle of a statement.
fn check_end(lexed: &Lexed, source: SourceId, first_line: Span, reading: &mut Reading) {
    if lexed.ended || reading.is_full() {
        return;
    }
    let Some(last) = lexed.statements.last() else {
        let message = "the dataset does not end with END";
        reading.push(Diagnostic::warning("adm-missing-end", first_line, message));
        return;
    };
    let unknown = keyword::find(&last.name, STATEMENTS.iter().map(|s| s.syntax.names()));
    if matches!(unknown, Match::Unknown) && closest(&last.name, ["END"]).is_some() {
        // It is misspelt, which is reported.
        return;
    }
    let text = &last.body.text;
    let trimmed = text.trim_end();
    let end = last
        .body
        .span(trimmed.len().saturating_sub(1), trimmed.len());
    let end = Span { source, ..end };
    let count = |c| text.matches(c).count();
    let goes_on = [',', '=', '(', '/', ':', '+', '-', '*', CONT];
    if lexed.open || trimmed.ends_with(goes_on) || count('(') > count(')') {
        reading.cut = Some(last.span);
        reading.push(
            Diagnostic::error(
                "adm-truncated",
                end,
                format!("the file ends in the middle of {}", who(last)),
            )
            .help("the file may have been cut off: its last line is END"),
        );
    } else {
        let message = format!("the dataset does not end with END but with {}", who(last));
        reading.push(
            Diagnostic::warning("adm-missing-end", end, message)
                .help("the file may have been cut off: its last line is END"),
        );
    }
}

/// How messages name a statement: its name as written, and its label.
fn who(statement: &lexer::Statement) -> String {
    let name = statement.name.to_ascii_uppercase();
    match statement.label {
        Some((label, _)) => format!("{name}/{label}"),
        None => name,
    }
}
