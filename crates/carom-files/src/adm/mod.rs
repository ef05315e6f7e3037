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
pub mod matrix_file;
pub mod number;
pub mod orientation;
pub mod scanner;
pub mod statements;
pub mod syntax;
#[cfg(test)]
mod testing;
pub mod write;

pub use diagnostics::DIAGNOSTICS;
pub use keywords::LANGUAGE_KEYWORDS;
pub use statements::STATEMENTS;

use crate::common::coverage;
use crate::common::diagnostics::Found;
use crate::common::keyword::{self, Match};
use crate::common::text::decode;
use crate::common::texts::Texts;
use crate::places::{self, Place};
use arguments::Value;
use build::{Builder, Record};
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Diagnostics, Dialect, SourceId, Span};
use carom_model::Model;
use carom_model::constraint::Function;
use diagnostics::Reading;
use lexer::{CONT, Lexed};
use statements::Statement;
use std::path::Path;
use syntax::{Kind, Label};

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
    let records = records(&lexed, reading);
    let has = |test: &dyn Fn(&Record) -> bool| records.iter().any(test);
    let is_part = |r: &Record| r.statement.syntax.name == "PART";
    // A PART that could not be read may be the ground.
    let grounded = has(&|r| is_part(r) && (r.args.has("GROUND") || !r.args.sound));
    if !has(&|r| r.statement.syntax.name == "UNITS") {
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
    builder.build(&records);
    Some(builder.model)
}

/// The numbers of a dataset's text, of the elements that are wanted.
pub(crate) fn places(
    text: &str,
    source: SourceId,
    wanted: &mut dyn FnMut(&str) -> bool,
    list: &mut Vec<Place>,
) {
    let mut reading = Reading::dataset();
    let lexed = lexer::lex(text, source, true, 0, &mut reading);
    let mut names = places::Names::default();
    for record in records(&lexed, &mut reading) {
        let who = names.next(&record.who);
        if wanted(&who) {
            record_places(&record, &who, text, list);
        }
    }
}

fn record_places(record: &Record, who: &str, text: &str, list: &mut Vec<Place>) {
    let labelled = record.statement.syntax.label == Label::Needed;
    for (k, argument) in record.statement.syntax.arguments.iter().enumerate() {
        let given = record.args.at(k);
        let path = format!("{who}.{}", argument.name);
        let single = matches!(argument.kind, Kind::Number | Kind::Integer);
        if given.is_empty() && single && labelled {
            let around = [format!(", {}=", argument.name), String::new()];
            let place = Place::missing(path.clone(), record.span, around);
            list.push(whole_if(argument.kind == Kind::Integer, place));
        }
        for (n, given) in given.iter().enumerate() {
            // An argument that stands several times is numbered from the second on.
            let path = match n {
                0 => path.clone(),
                n => format!("{path}[{}]", n + 1),
            };
            match &given.value {
                Value::Numbers(numbers) if single => {
                    let place = Place::number(path, numbers[0].1, text);
                    list.push(whole_if(argument.kind == Kind::Integer, place));
                }
                Value::Numbers(numbers) => {
                    let coordinates = numbers.len() == 3 && argument.dimension.starts_with('L');
                    list.extend(places::several(&path, numbers, coordinates, text));
                }
                Value::Function(Function::Expression(e)) => {
                    list.extend(places::expression(&path, e, text));
                }
                _ => {}
            }
        }
    }
}

fn whole_if(whole: bool, place: Place) -> Place {
    if whole { place.whole() } else { place }
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

/// The statements with their arguments.
fn records(lexed: &Lexed, reading: &mut Reading) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::with_capacity(lexed.statements.len());
    let mut last_part = None;
    for written in &lexed.statements {
        if reading.is_full() {
            break;
        }
        let before = records.last().map(|r| r.statement);
        let Some(statement) = find(written, before, reading) else {
            if let Some(last) = records.last_mut()
                && let Some(argument) = argument_of(last.statement, &written.name)
            {
                // What the one before misses stands here.
                reading.forget("adm-missing-argument", last.span);
                last.args.sound = false;
                last.args.lost.push(argument);
                // And perhaps more behind it, which is not looked at.
                let inertial = build::INERTIAL.contains(&argument);
                last.args.lost.extend(inertial.then_some("IP"));
            }
            continue;
        };
        if let Some(record) = record(written, statement, last_part, reading) {
            if statement.syntax.name == "PART" {
                last_part = Some(record.label);
            }
            records.push(record);
        }
    }
    records
}

/// The argument of a statement that a word is.
fn argument_of(statement: &Statement, word: &str) -> Option<&'static str> {
    let mut arguments = statement.syntax.arguments.iter();
    let is_it = |a: &&syntax::Argument| a.names().any(|n| n.eq_ignore_ascii_case(word));
    arguments.find(is_it).map(|a| a.name)
}

/// Whether a word is an argument of a statement.
fn has_argument(statement: &Statement, word: &str) -> bool {
    argument_of(statement, word).is_some()
}

/// The statement that a name means. `before` is the one before it, in case a comma is missing.
fn find(
    written: &lexer::Statement,
    before: Option<&'static Statement>,
    reading: &mut Reading,
) -> Option<&'static Statement> {
    let word = &written.name;
    match keyword::find(word, STATEMENTS.iter().map(|s| s.syntax.names())) {
        Match::Found(k) => return Some(STATEMENTS[k]),
        Match::Ambiguous(list) => {
            let names: Vec<&str> = list.iter().map(|&k| STATEMENTS[k].syntax.name).collect();
            let message = format!("{word} may mean {}", keyword::either(&names));
            let name = "adm-ambiguous-statement";
            let d = Diagnostic::error(name, written.name_span, message);
            let continues = before.is_some_and(|s| has_argument(s, word));
            reading.push(match continues {
                true => d.help("arguments are separated by commas, and a line that continues a statement begins with one"),
                false => d,
            });
        }
        Match::Unknown => {
            let message = format!("there is no statement {word}");
            let names = STATEMENTS.iter().flat_map(|s| s.syntax.names());
            let d = Diagnostic::error("adm-unknown-statement", written.name_span, message);
            let continues = before.is_some_and(|s| has_argument(s, word));
            let d = if continues {
                d.help("arguments are separated by commas, a semicolon ends the statement, and a line that continues it begins with a comma")
            } else {
                let names: Vec<&str> = names.collect();
                if let Some(near) = closest(word, names.iter().copied()) {
                    let meant = STATEMENTS
                        .iter()
                        .find(|s| s.syntax.names().any(|n| n == near));
                    reading.nameless.extend(meant.map(|s| s.syntax.name));
                }
                let command = crate::acf::commands::COMMANDS
                    .iter()
                    .find(|c| c.syntax.names().any(|n| n.eq_ignore_ascii_case(word)));
                match command {
                    Some(_) => d.help("it is a command, which stands in a command file (.acf)"),
                    None => d.suggest(word, names),
                }
            };
            reading.push(d);
        }
    }
    None
}

fn record(
    written: &lexer::Statement,
    statement: &'static Statement,
    last_part: Option<u32>,
    reading: &mut Reading,
) -> Option<Record> {
    let syntax = &statement.syntax;
    let who = match written.label {
        Some((label, _)) => format!("{}/{label}", syntax.name),
        None => syntax.name.to_string(),
    };
    match (syntax.label, written.label) {
        (Label::Needed, None) => {
            reading.nameless.push(syntax.name);
            reading.push(without_id(written, syntax.name));
            return None;
        }
        (Label::None, Some((_, span))) => {
            let message = format!("{} has no id", syntax.name);
            reading.push(Diagnostic::error("adm-unexpected-id", span, message));
            return None;
        }
        _ => missing_slash(written, reading)?,
    }
    let args = if statement.opaque {
        arguments::Args::new(syntax)
    } else if statement.leaves_aside {
        known_arguments(written, syntax, &who, reading)
    } else {
        scanner::read(written, syntax, &who, reading)
    };
    Some(Record {
        statement,
        who,
        label: written.label.map_or(0, |(label, _)| label),
        name: written.view_name.clone(),
        span: written.span,
        args,
        last_part,
    })
}

/// Errors of arguments that a table does not have.
const UNKNOWN: &[&str] = &[
    "adm-unknown-argument",
    "adm-ambiguous-argument",
    "adm-unexpected-text",
];

/// The arguments of a statement that its table has; a note says that there are others.
fn known_arguments(
    written: &lexer::Statement,
    syntax: &'static syntax::Syntax,
    who: &str,
    reading: &mut Reading,
) -> arguments::Args {
    let reported = std::mem::replace(&mut reading.found, Found::new("adm-too-many-errors"));
    let mut args = scanner::read(written, syntax, who, reading);
    let found = std::mem::replace(&mut reading.found, reported).diagnostics;
    let (aside, kept): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|d| UNKNOWN.contains(&d.name));
    args.sound = kept
        .iter()
        .all(|d| d.severity != carom_base::Severity::Error);
    if args.sound {
        args.lost.clear();
    }
    kept.into_iter().for_each(|d| reading.push(d));
    if !aside.is_empty() {
        let message = format!(
            "{who} has arguments that are not used: there is one solver and one geometry engine"
        );
        reading.push(Diagnostic::note(
            "adm-ignored-statement",
            written.name_span,
            message,
        ));
    }
    args
}

/// What is wrong with a statement that has no id.
fn without_id(written: &lexer::Statement, name: &str) -> Diagnostic {
    let rest = written.body.text[written.arguments..].trim_start_matches([' ', '\t', '/']);
    let end = rest.find(|c: char| c == ',' || c == CONT || c.is_whitespace());
    let word = &rest[..end.unwrap_or(rest.len())];
    if !written.slash && word.parse::<u32>().is_ok() {
        let message = format!("a slash is missing after {name}");
        let d = Diagnostic::error("adm-missing-slash", written.name_span, message);
        return d.help(format!("write {name}/{word}"));
    }
    let message = match word {
        "" => format!("{name} needs an id: {name}/id"),
        _ => format!("{name} needs an id, a positive whole number: {name}/id"),
    };
    let d = Diagnostic::error("adm-missing-id", written.span, message);
    // As in `marker create marker_name=...`.
    match !written.slash && word.chars().all(|c| c.is_ascii_alphabetic()) && !word.is_empty() {
        true => d.help(
            "this may be a command of Adams View; a dataset is what it exports for Adams Solver",
        ),
        false => d,
    }
}

/// A statement with arguments needs a slash after its name; `None` and an error if it has none.
pub(crate) fn missing_slash(written: &lexer::Statement, reading: &mut Reading) -> Option<()> {
    let rest = written.body.text[written.arguments..].trim_start();
    if written.slash || rest.is_empty() {
        return Some(());
    }
    let message = format!("a slash is missing after {}", written.name);
    let d = Diagnostic::error("adm-missing-slash", written.name_span, message);
    reading.push(d.help(format!("write {}/", written.name)));
    None
}
