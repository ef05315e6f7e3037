//! What an element is: how it is written, what Carom does with it, and when.

use super::build::{Builder, Built};
use super::record::Record;
use super::syntax::{Attribute, Content, LABELLED, Section, Syntax, kind_words};
use crate::common::coverage::{Entry, Status};
use crate::common::slot;

/// How an element becomes a part of the model.
pub type Build = fn(&Record, &mut Builder) -> Built;

/// An element of the language.
#[derive(Clone, Copy)]
pub struct Element {
    /// Its name.
    pub name: &'static str,
    /// What Carom does with it.
    pub status: Status,
    /// One line on what it is.
    pub text: &'static str,
    /// Where its description was taken from.
    pub source: &'static str,
    /// Where it may stand.
    pub section: Section,
    /// Its attributes, in groups.
    pub attributes: &'static [&'static [Attribute]],
    /// What stands between its tags.
    pub content: Content,
    /// Elements are built in ascending phases: one may only use elements of earlier ones.
    pub phase: u8,
    /// Whether a model moves differently without it.
    pub changes_motion: bool,
    /// Whether it may stand in Model only once.
    pub once: bool,
    /// What it does in Model; nothing if the status says that it is ignored or refused.
    pub build: Option<Build>,
    /// What is done when all elements are built.
    pub link: Option<Build>,
    /// What it does in Command.
    pub command: Option<Build>,
}

impl Element {
    /// An element of Model that is not supported, for the fields that most elements share.
    pub const fn new(name: &'static str, text: &'static str, source: &'static str) -> Self {
        Self {
            name,
            status: Status::Full,
            text,
            source,
            section: Section::Model,
            attributes: &[LABELLED],
            content: Content::Nothing,
            phase: 0,
            changes_motion: true,
            once: false,
            build: None,
            link: None,
            command: None,
        }
    }

    /// One that is known and not supported.
    pub const fn refused(
        name: &'static str,
        text: &'static str,
        source: &'static str,
        why: &'static str,
    ) -> Self {
        Self {
            status: Status::Refused(why),
            content: Content::Anything,
            ..Self::new(name, text, source)
        }
    }

    /// How it is written.
    pub const fn syntax(&self) -> Syntax {
        Syntax {
            name: self.name,
            section: self.section,
            attributes: self.attributes,
            content: self.content,
            changes_motion: self.changes_motion,
            used: self.build.is_some() || self.command.is_some(),
        }
    }

    /// Whether it has an id.
    pub fn has_id(&self) -> bool {
        self.syntax().has_id()
    }

    /// The position of an attribute.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.syntax().position(name)
    }

    /// Why it is not supported, if so.
    pub fn refusal(&self) -> Option<&'static str> {
        match self.status {
            Status::Refused(why) => Some(why),
            _ => None,
        }
    }

    /// Its lines in the table of coverage.
    pub fn entry(&self) -> Entry {
        slot::entry(
            (self.name, self.status, self.text),
            self.syntax().all(),
            kind_words,
        )
    }
}

/// An element of a model: what it is, and what it says.
pub struct Item {
    /// Which element.
    pub element: &'static Element,
    /// What it says.
    pub record: Record,
}
