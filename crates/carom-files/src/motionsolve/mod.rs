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
mod commands;
mod decode;
mod diagnostics;
mod element;
pub mod elements;
mod guard;
mod include;
mod inputs;
mod phases;
mod placement;
pub(crate) mod places;
mod record;
mod sections;
mod syntax;
#[cfg(test)]
mod testing;
mod values;
mod xml;

pub use diagnostics::{DIAGNOSTICS, DiagnosticName};
pub use elements::ELEMENTS;

use crate::common::coverage;
use crate::common::texts::Texts;
use build::Builder;
use carom_base::{Diagnostic, Diagnostics, Dialect, Sources, Span};
use carom_model::Model;
use diagnostics::Reading;
use element::Item;
use sections::{load, parse};
use std::path::{Path, PathBuf};

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
    if let Some((_, items)) = sections.model {
        b.build_model(&items);
    }
    match sections.commands {
        Some((_, items)) => b.build_commands(&items),
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
    commands: &mut Option<(Span, Vec<Item>)>,
    sources: &mut Sources,
    reading: &mut Reading,
) -> Option<(Span, Vec<Item>)> {
    let (span, items) = commands.as_mut()?;
    let first = items.first().map(|i| &i.record);
    let first = first.filter(|r| r.syntax.name == "Load_Model");
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
    items.remove(0);
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
