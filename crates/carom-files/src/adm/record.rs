//! A statement of a dataset with its arguments read.

use super::arguments::Args;
use super::syntax::Syntax;
use carom_base::Span;
use carom_model::Tag;

/// A statement with its arguments read.
#[derive(Clone, Debug)]
pub struct Record {
    /// How the statement is written.
    pub syntax: &'static Syntax,
    /// Whether a run without it would move differently.
    pub changes_motion: bool,
    /// `PART/2`, `UNITS`.
    pub who: String,
    /// The label; 0 for a statement without one.
    pub label: u32,
    /// The name that a comment gave it.
    pub name: String,
    /// `NAME/label` in the text.
    pub span: Span,
    /// Its arguments.
    pub args: Args,
    /// The label of the last PART before it.
    pub last_part: Option<u32>,
}

impl Record {
    /// Label, name and place for the element.
    pub fn tag(&self) -> Tag {
        Tag {
            statement: self.syntax.name,
            label: self.label,
            name: self.name.clone(),
            span: self.span,
            active: true,
        }
    }

    /// Whether the element can be made of the sound arguments, so that others which name it can be looked at: what is lost
    /// says nothing of where it is.
    pub(super) fn is_usable(&self) -> bool {
        let allowed: &[&str] = match self.syntax.name {
            "PART" => INERTIAL,
            _ => &[],
        };
        self.args.lost.iter().all(|name| allowed.contains(name))
    }

    /// The place of an argument, or of the statement if it is not given.
    pub fn place(&self, argument: &str) -> Span {
        self.args.span(argument).unwrap_or(self.span)
    }
}

/// Arguments of PART that say nothing of its place.
pub(super) const INERTIAL: &[&str] = &[
    "MASS", "CM", "IM", "IP", "VX", "VY", "VZ", "WX", "WY", "WZ", "VM", "WM", "EXACT",
];
