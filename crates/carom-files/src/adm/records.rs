//! From lexed statements to records: which statement each is, and its arguments.

use super::diagnostics::Reading;
use super::lexer::{CONT, Lexed};
use super::record::{INERTIAL, Record};
use super::statement::{Item, Statement};
use super::statements::STATEMENTS;
use super::syntax::Label;
use super::{arguments, lexer, scanner, syntax};
use crate::acf::keywords::LANGUAGE_KEYWORDS as COMMANDS;
use crate::common::diagnostics::Found;
use crate::common::keyword::{self, Match};
use carom_base::Diagnostic;
use carom_base::diagnostic::closest;

/// The statements with their arguments.
pub(super) fn records(lexed: &Lexed, reading: &mut Reading) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::with_capacity(lexed.statements.len());
    let mut last_part = None;
    for written in &lexed.statements {
        if reading.is_full() {
            break;
        }
        let before = items.last().map(|i| i.statement);
        let Some(statement) = find(written, before, reading) else {
            if let Some(Item {
                statement,
                record: last,
            }) = items.last_mut()
                && let Some(argument) = argument_of(statement, &written.name)
            {
                // What the one before misses stands here.
                reading.forget("adm-missing-argument", last.span);
                last.args.sound = false;
                last.args.lost.push(argument);
                // And perhaps more behind it, which is not looked at.
                let inertial = INERTIAL.contains(&argument);
                last.args.lost.extend(inertial.then_some("IP"));
            }
            continue;
        };
        if let Some(record) = record(written, statement, last_part, reading) {
            if statement.syntax.name == "PART" {
                last_part = Some(record.label);
            }
            items.push(Item { statement, record });
        }
    }
    items
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
                let is_command = COMMANDS.iter().any(|(c, _)| c.eq_ignore_ascii_case(word));
                match is_command {
                    true => d.help("it is a command, which stands in a command file (.acf)"),
                    false => d.suggest(word, names),
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
        syntax,
        changes_motion: statement.changes_motion,
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
