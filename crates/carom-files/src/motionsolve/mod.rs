//! The reader of MotionSolve XML.
//!
//! ```text
//! bytes -> text -> guard -> tree -> records (attributes by table) -> placement -> model, phase by phase -> commands
//! ```
//!
//! Element names, attribute names and words are read in any case; values are trimmed; numbers may end in a dot.
//! Coordinates of a model are global; which frame our parts get, [`elements::body_rigid`] says. Every element of
//! the language is in [`elements::ELEMENTS`] with a status: it works, is left aside with a note, or is kept as
//! unsupported with a warning, and then the run is refused if it would move differently.

mod build;
mod change;
mod checks;
mod decode;
mod diagnostics;
pub mod elements;
mod guard;
mod include;
mod inputs;
mod placement;
mod record;
mod syntax;
#[cfg(test)]
mod testing;
mod values;
mod xml;

pub use diagnostics::{DIAGNOSTICS, DiagnosticName};
pub use elements::ELEMENTS;

use crate::common::coverage;
use crate::common::texts::Texts;
use crate::places::place::{self, Place};
use build::Builder;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Diagnostics, Dialect, SourceId, Sources, Span};
use carom_model::Model;
use diagnostics::Reading;
use record::Record;
use std::path::{Path, PathBuf};
use syntax::{Element, Section};
use xml::Node;

/// Reads a model from a file. The model is there unless the file could not be read at all; whether it may be used
/// depends on the diagnostics.
///
/// A file that holds commands only begins them with `Load_Model`, and then the model comes from the file that this
/// names.
pub fn read(path: &Path) -> (Option<Model>, Diagnostics) {
    read_with(path, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn read_with(path: &Path, texts: &Texts) -> (Option<Model>, Diagnostics) {
    let mut reading = Reading::with(texts);
    let read = load(path, texts).map_err(|d| reading.push(*d));
    let (text, notes) = read.unwrap_or_default();
    let model = match reading.found.diagnostics.has_errors() {
        true => None,
        false => read_model(path, text, &mut reading),
    };
    let mut diagnostics = reading.finish();
    diagnostics.extend(notes);
    (model, diagnostics)
}

/// Reads a model from a text; `name` is shown in messages, and files that the text names are looked for in its
/// folder.
pub fn read_text(name: &Path, text: String) -> (Option<Model>, Diagnostics) {
    let mut reading = Reading::default();
    let model = read_model(name, text, &mut reading);
    (model, reading.finish())
}

/// The table of coverage for the manual.
pub fn coverage_markdown() -> String {
    let entries: Vec<coverage::Entry> = ELEMENTS.iter().map(|e| e.entry()).collect();
    coverage::markdown("MotionSolve elements and commands", "element", &entries)
}

fn load(path: &Path, texts: &Texts) -> Result<(String, Vec<Diagnostic>), Box<Diagnostic>> {
    Ok(texts.read_by(path, decode::decode)?)
}

/// The elements of one file.
#[derive(Default)]
struct Sections {
    model: Option<(Span, Vec<Record>)>,
    commands: Option<(Span, Vec<Record>)>,
}

fn read_model(name: &Path, text: String, reading: &mut Reading) -> Option<Model> {
    let mut sources = Sources::default();
    let Some(mut sections) = parse(name, text, &mut sources, reading) else {
        // Nothing could be made of it, but messages point into it.
        let mut empty = Model::new(Dialect::MotionSolve);
        empty.sources = sources;
        return Some(empty);
    };
    include::commands(name, &mut sections.commands, &mut sources, reading);
    if sections.model.is_none() {
        sections.model = loaded(name, &mut sections.commands, &mut sources, reading);
    }
    let mut model = Model::new(Dialect::MotionSolve);
    model.title = name
        .file_stem()
        .map_or(String::new(), |s| s.to_string_lossy().into_owned());
    model.sources = sources;
    let mut b = Builder::new(model, reading);
    if let Some((_, records)) = sections.model {
        b.build_model(&records);
    }
    match sections.commands {
        Some((_, records)) => b.build_commands(&records),
        None if !b.reading.found.diagnostics.has_errors() => {
            let message = "the file has no section Command: nothing is simulated";
            b.reading
                .push(Diagnostic::warning("xml-no-commands", Span::NONE, message));
        }
        None => {}
    }
    Some(b.model)
}

/// The section Model of the file that the first command loads.
fn loaded(
    name: &Path,
    commands: &mut Option<(Span, Vec<Record>)>,
    sources: &mut Sources,
    reading: &mut Reading,
) -> Option<(Span, Vec<Record>)> {
    let (span, records) = commands.as_mut()?;
    let first = records.first().filter(|r| r.element.name == "Load_Model");
    let Some(load_model) = first else {
        reading.push(
            Diagnostic::error("xml-no-model", *span, "the file holds commands and no model")
                .help("begin them with <Load_Model model_file=\"...\"/>, or give them to the run of a model"),
        );
        return None;
    };
    let file = load_model.text("model_file").to_string();
    let place = load_model.place("model_file");
    if !load_model.sound || file.is_empty() {
        return None;
    }
    let path: PathBuf = name.parent().unwrap_or(Path::new("")).join(&file);
    records.remove(0);
    match load(&path, &reading.texts) {
        Ok((text, notes)) => {
            notes.into_iter().for_each(|d| reading.push(d));
            parse(&path, text, sources, reading)?.model
        }
        Err(d) => {
            reading.push(Diagnostic { span: place, ..*d });
            None
        }
    }
}

/// From a text to the records of its sections.
fn parse(
    name: &Path,
    text: String,
    sources: &mut Sources,
    reading: &mut Reading,
) -> Option<Sections> {
    let source = sources.add(name, text);
    // The text was just added.
    let found = sections_of(&sources.get(source)?.text, source, reading);
    let is_foreign = |d: &Diagnostic| d.name == "xml-not-xml" && d.span.source == source;
    if reading.found.diagnostics.iter().any(is_foreign) {
        // A file of any kind: its lines are nobody's business.
        sources.hide(source);
    }
    found
}

/// The elements of the section Model of a text that was read before.
fn model_records(text: &str, source: SourceId, reading: &mut Reading) -> Option<Vec<Record>> {
    Some(sections_of(text, source, reading)?.model?.1)
}

fn sections_of(text: &str, source: SourceId, reading: &mut Reading) -> Option<Sections> {
    let root = match xml::parse(text, source) {
        Ok(root) => root,
        Err(d) => {
            reading.push(*d);
            return None;
        }
    };
    let mut sections = Sections::default();
    if is(&root, "Command") {
        section(&root, Section::Command, &mut sections.commands, reading);
        return Some(sections);
    }
    if !is(&root, "MultiBodySystem") {
        let message = format!("the root element is {}, not MultiBodySystem", root.name);
        reading.push(
            Diagnostic::error("xml-not-motionsolve", root.span, message)
                .help("a MotionSolve model is <MultiBodySystem> with <Model> and <Command> in it"),
        );
        return None;
    }
    for child in &root.children {
        if is(child, "Model") {
            section(child, Section::Model, &mut sections.model, reading);
        } else if is(child, "Command") {
            section(child, Section::Command, &mut sections.commands, reading);
        } else if !is(child, "Messaging") {
            let message = format!("MultiBodySystem holds no {}", child.name);
            let help = if find(&child.name).is_some() {
                "elements stand in <Model> or <Command>"
            } else {
                "it holds Messaging, Model and Command"
            };
            let d = Diagnostic::error("xml-unknown-element", child.span, message).help(help);
            reading.push(d);
        }
    }
    Some(sections)
}

/// The numbers of a model's text, of the elements that are wanted: those of the model, then those of the commands.
pub(crate) fn places(
    text: &str,
    source: SourceId,
    wanted: &mut dyn FnMut(&str) -> bool,
    list: &mut Vec<Place>,
) {
    let mut reading = Reading::default();
    let Some(sections) = sections_of(text, source, &mut reading) else {
        return;
    };
    let both = [sections.model, sections.commands];
    let mut names = place::Names::default();
    for record in both.iter().flatten().flat_map(|(_, records)| records) {
        let who = names.next(&record.who);
        if wanted(&who) {
            record.places(&who, text, list);
        }
    }
}

fn is(node: &Node, name: &str) -> bool {
    node.name.eq_ignore_ascii_case(name)
}

/// The element of the language with a name, in any case.
fn find(name: &str) -> Option<&'static Element> {
    ELEMENTS
        .iter()
        .copied()
        .find(|e| e.name.eq_ignore_ascii_case(name))
}

/// Reads the elements of a section.
fn section(
    node: &Node,
    section: Section,
    into: &mut Option<(Span, Vec<Record>)>,
    reading: &mut Reading,
) {
    if let Some((first, _)) = into {
        let message = format!("a second section {}", node.name);
        let d = Diagnostic::error("xml-duplicate-section", node.span, message)
            .related(*first, "the first one");
        reading.push(d);
        return;
    }
    let mut records = Vec::new();
    for child in &node.children {
        if reading.is_full() {
            break;
        }
        let Some(element) = find(&child.name) else {
            let message = format!("MotionSolve has no element {}", child.name);
            let d = Diagnostic::error("xml-unknown-element", child.span, message);
            let names = || ELEMENTS.iter().map(|e| e.name);
            if let Some(meant) = closest(&child.name, names()).and_then(find) {
                reading.nameless.push(meant.name);
            }
            reading.push(d.suggest(&child.name, names()));
            continue;
        };
        if element.section != Section::Both && element.section != section {
            wrong_section(child, element, reading);
            continue;
        }
        records.push(Record::read(child, element, section, reading));
    }
    *into = Some((node.span, records));
}

fn wrong_section(child: &Node, element: &Element, reading: &mut Reading) {
    let belongs = match element.section {
        Section::Command => "Command",
        _ => "Model",
    };
    let message = format!("{} belongs into the section {belongs}", element.name);
    reading.push(Diagnostic::error("xml-wrong-section", child.span, message));
}
