//! What a statement is: how it is written, what it becomes, and when.

use super::build::{Builder, Built};
use super::record::Record;
use super::syntax::Syntax;
use crate::common::coverage::Status;

/// A statement: how it is written and what it becomes.
#[derive(Debug)]
pub struct Statement {
    /// Name, arguments, status.
    pub syntax: Syntax,
    /// Elements of earlier phases are there when it is built.
    pub phase: u8,
    /// It may stand in a dataset once.
    pub once: bool,
    /// Whether a run without it would move differently.
    pub changes_motion: bool,
    /// Its arguments are not looked at.
    pub opaque: bool,
    /// Arguments that are not in its table are left aside with a note.
    pub leaves_aside: bool,
    /// Makes the element. `None` for statements that are left aside or not supported.
    pub build: Option<fn(&Record, &mut Builder) -> Built>,
    /// Completes the element when all markers are there.
    pub link: Option<fn(&Record, &mut Builder) -> Built>,
}

impl Statement {
    /// A statement that becomes an element of the model.
    pub(super) const fn new(
        syntax: Syntax,
        phase: u8,
        build: fn(&Record, &mut Builder) -> Built,
    ) -> Self {
        Self {
            syntax,
            phase,
            once: false,
            changes_motion: true,
            opaque: false,
            leaves_aside: false,
            build: Some(build),
            link: None,
        }
    }

    /// A statement that becomes nothing.
    pub(super) const fn without_element(syntax: Syntax, changes_motion: bool) -> Self {
        Self {
            syntax,
            phase: SETTINGS,
            once: false,
            changes_motion,
            opaque: true,
            leaves_aside: false,
            build: None,
            link: None,
        }
    }

    /// Without influence on the motion by itself.
    pub(super) const fn motionless(mut self) -> Self {
        self.changes_motion = false;
        self
    }

    /// What its table does not have is left aside.
    pub(super) const fn leaving_aside(mut self) -> Self {
        self.leaves_aside = true;
        self
    }

    /// At most one in a dataset.
    pub(super) const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Completed when all markers are there.
    pub(super) const fn linked(mut self, link: fn(&Record, &mut Builder) -> Built) -> Self {
        self.link = Some(link);
        self
    }

    /// Why the statement is not supported, if it is not.
    pub fn refusal(&self) -> Option<&'static str> {
        match self.syntax.status {
            Status::Refused(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Phase of settings and of everything that names no other element.
pub const SETTINGS: u8 = 0;
/// Phase of PART.
pub const PARTS: u8 = 1;
/// Phase of POINT_MASS.
pub const POINT_MASSES: u8 = 2;
/// Phase of MARKER; after it, what waits for markers is completed.
pub const MARKERS: u8 = 3;
/// Phase of what needs markers or nothing: variables, joints, curves.
pub const ELEMENTS: u8 = 4;
/// Phase of GRAPHICS, which may need curves, and are needed by contacts.
pub const SHAPES: u8 = 5;
/// Phase of what needs elements of the phases before: arrays, motions, forces, requests.
pub const USERS: u8 = 6;

/// Phase of what needs arrays and matrices.
pub const SYSTEMS: u8 = 7;

/// A statement of a dataset: what it is, and what it says.
#[derive(Clone, Debug)]
pub struct Item {
    /// Which statement.
    pub statement: &'static Statement,
    /// What it says.
    pub record: Record,
}
