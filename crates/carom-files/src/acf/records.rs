//! One command file: its first lines, and its commands with their arguments read.

use super::commands::{COMMANDS, Command, Record};
use super::{header, locate};
use crate::adm::diagnostics::Reading;
use crate::adm::records::missing_slash;
use crate::adm::syntax::Label;
use crate::adm::{arguments, lexer, scanner};
use crate::common::keyword::{self, Match};
use crate::common::texts::Texts;
use carom_base::{Diagnostic, SourceId, Span};
use carom_model::Model;
use std::path::Path;

/// A command file: what its first lines say, and its commands.
pub struct File {
    /// What its first lines say.
    pub header: header::Header,
    /// Its commands.
    pub records: Vec<Record>,
    /// The place of its first line.
    pub first_line: Span,
    /// Whether a SIMULATE stands behind its STOP, where nothing is read.
    pub simulates_behind: bool,
}

/// A command file without those that it names.
pub fn open_one(path: &Path, model: &mut Model, reading: &mut Reading) -> Option<File> {
    let decoded = reading.texts.read(path);
    let (text, notes) = match decoded {
        Ok(pair) => pair,
        Err(d) => {
            reading.push(d);
            return None;
        }
    };
    notes.into_iter().for_each(|n| reading.push(n));
    let source = model.sources.add(path, text);
    let text = &model.sources.get(source)?.text;
    if is_foreign(text, path, &reading.texts) {
        model.sources.hide(source);
        let message = format!(
            "{} is no command file: it has no command, and its first line names no dataset",
            path.display()
        );
        let d = Diagnostic::error("acf-not-commands", Span::NONE, message);
        reading.push(d.help("its lines are not shown, as the file may be of any kind"));
        return None;
    }
    Some(parse(text, source, reading))
}

/// Whether a file is anything but commands: its first line names no dataset that is there, and no line begins with the name of a command.
fn is_foreign(text: &str, path: &Path, texts: &Texts) -> bool {
    let mut lines = text.lines().flat_map(|l| l.split(';'));
    let first = text.lines().next().unwrap_or_default().trim();
    let names_dataset = || first.is_empty() || locate::dataset(path, first, texts).is_some();
    !lines.any(|l| header::is_command(l.trim())) && !names_dataset()
}

/// The commands of a text.
pub fn parse(text: &str, source: SourceId, reading: &mut Reading) -> File {
    let header = header::read(text, source);
    let (read, simulates_behind) = up_to_stop(text, source, header.lines);
    let lexed = lexer::lex(read, source, false, header.lines, reading);
    let mut records = Vec::new();
    for written in &lexed.statements {
        if reading.is_full() {
            break;
        }
        records.extend(record(written, reading));
    }
    File {
        header,
        records,
        first_line: Span::new(source, 0, text.lines().next().map_or(1, |l| l.len().max(1))),
        simulates_behind,
    }
}

/// A text up to its STOP, and whether a SIMULATE stands behind it. What is wrong behind it is not said.
fn up_to_stop(text: &str, source: SourceId, first: usize) -> (&str, bool) {
    let mut unsaid = Reading::commands();
    let statements = lexer::lex(text, source, false, first, &mut unsaid).statements;
    let is = |s: &lexer::Statement, name: &str| {
        let found = keyword::find(&s.name, COMMANDS.iter().map(|c| c.syntax.names()));
        matches!(found, Match::Found(k) if COMMANDS[k].syntax.name == name)
    };
    let Some(stop) = statements.iter().position(|s| is(s, "STOP")) else {
        return (text, false);
    };
    let behind = statements[stop + 1..].iter().any(|s| is(s, "SIMULATE"));
    (&text[..statements[stop].span.end as usize], behind)
}

fn record(written: &lexer::Statement, reading: &mut Reading) -> Option<Record> {
    let command = find(written, reading)?;
    missing_slash(written, reading)?;
    let syntax = &command.syntax;
    if let (Label::None, Some((_, span))) = (syntax.label, written.label) {
        let message = format!("{} has no id", syntax.name);
        reading.push(Diagnostic::error("adm-unexpected-id", span, message));
        return None;
    }
    let args = if command.opaque {
        arguments::Args::new(syntax)
    } else {
        let who = match written.label {
            Some((label, _)) => format!("{}/{label}", syntax.name),
            None => syntax.name.to_string(),
        };
        scanner::read(written, syntax, &who, reading)
    };
    Some(Record {
        command,
        label: written.label.map(|(label, _)| label),
        span: written.span,
        args,
        text: written.body.text.trim().to_string(),
    })
}

fn find(written: &lexer::Statement, reading: &mut Reading) -> Option<&'static Command> {
    let word = &written.name;
    let span = written.name_span;
    match keyword::find(word, COMMANDS.iter().map(|c| c.syntax.names())) {
        Match::Found(k) => return Some(COMMANDS[k]),
        Match::Ambiguous(list) => {
            let names: Vec<&str> = list.iter().map(|&k| COMMANDS[k].syntax.name).collect();
            let message = format!("{word} may mean {}", keyword::either(&names));
            reading.push(Diagnostic::error("adm-ambiguous-statement", span, message));
        }
        Match::Unknown => {
            let message = format!("there is no command {word}");
            let names = COMMANDS.iter().flat_map(|c| c.syntax.names());
            let d = Diagnostic::error("acf-unknown-command", span, message);
            reading.push(d.suggest(word, names));
        }
    }
    None
}
