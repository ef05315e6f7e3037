//! From a text to the elements of its sections, as they are written.

use super::diagnostics::Reading;
use super::element::{Element, Item};
use super::elements::ELEMENTS;
use super::record::Record;
use super::syntax::Section;
use super::xml::Node;
use super::{decode, xml};
use crate::common::texts::Texts;
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, SourceId, Sources, Span};
use std::path::Path;

/// The text of a file, with what there is to say about it.
pub fn load(path: &Path, texts: &Texts) -> Result<(String, Vec<Diagnostic>), Box<Diagnostic>> {
    Ok(texts.read_by(path, decode::decode)?)
}

/// The elements of one file.
#[derive(Default)]
pub struct Sections {
    /// Of the section Model, with its place.
    pub model: Option<(Span, Vec<Item>)>,
    /// Of the section Command, with its place.
    pub commands: Option<(Span, Vec<Item>)>,
}

/// From a text to the elements of its sections.
pub fn parse(
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
pub fn model_items(text: &str, source: SourceId, reading: &mut Reading) -> Option<Vec<Item>> {
    Some(sections_of(text, source, reading)?.model?.1)
}

pub fn sections_of(text: &str, source: SourceId, reading: &mut Reading) -> Option<Sections> {
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
    refuse_text(&root, reading);
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
    into: &mut Option<(Span, Vec<Item>)>,
    reading: &mut Reading,
) {
    if let Some((first, _)) = into {
        let message = format!("a second section {}", node.name);
        let d = Diagnostic::error("xml-duplicate-section", node.span, message)
            .related(*first, "the first one");
        reading.push(d);
        return;
    }
    refuse_text(node, reading);
    let mut items = Vec::new();
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
        let record = Record::read(child, element.syntax(), section, reading);
        items.push(Item { element, record });
    }
    *into = Some((node.span, items));
}

/// Text between elements may be one that has lost its bracket.
fn refuse_text(node: &Node, reading: &mut Reading) {
    let text = &node.text.text;
    let Some(start) = text.find(|c: char| !c.is_whitespace()) else {
        return;
    };
    let message = format!("{} holds elements, and no text", node.name);
    let end = text[start..].find('\n').map_or(text.len(), |n| start + n);
    let span = node
        .text
        .span(start, start + text[start..end].trim_end().len());
    let d = Diagnostic::error("xml-unexpected-text", span, message);
    reading.push(d.help("an element begins with <; a comment stands between <!-- and -->"));
}

fn wrong_section(child: &Node, element: &Element, reading: &mut Reading) {
    let belongs = match element.section {
        Section::Command => "Command",
        _ => "Model",
    };
    let message = format!("{} belongs into the section {belongs}", element.name);
    reading.push(Diagnostic::error("xml-wrong-section", child.span, message));
}
