//! An argument of a statement or an attribute of an element, as both languages describe it.

use super::coverage::{Entry, Status};
use super::range::Range;

/// A place for a value, of a kind K of the language.
#[derive(Clone, Copy, Debug)]
pub struct Slot<K> {
    /// Its name.
    pub name: &'static str,
    /// Other spellings and abbreviations that would else be ambiguous.
    pub aliases: &'static [&'static str],
    /// What it holds.
    pub kind: K,
    /// Dimension of its numbers, in F, L, M, T and θ (radians).
    pub dimension: &'static str,
    /// What holds if it is not given; empty if nothing does.
    pub default: &'static str,
    /// Range of its numbers.
    pub range: Range,
    /// Whether it has to be given.
    pub required: bool,
    /// Whether it may stand several times.
    pub repeats: bool,
    /// What Carom does with it.
    pub status: Status,
}

impl<K: Copy> Slot<K> {
    /// One that need not be given and holds anything of its kind.
    pub const fn new(name: &'static str, kind: K) -> Self {
        Self {
            name,
            aliases: &[],
            kind,
            dimension: "",
            default: "",
            range: Range::Any,
            required: false,
            repeats: false,
            status: Status::Full,
        }
    }

    /// With other spellings.
    pub const fn alias(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// With a dimension.
    pub const fn dim(mut self, dimension: &'static str) -> Self {
        self.dimension = dimension;
        self
    }

    /// With a default.
    pub const fn default(mut self, default: &'static str) -> Self {
        self.default = default;
        self
    }

    /// With a range.
    pub const fn range(mut self, range: Range) -> Self {
        self.range = range;
        self
    }

    /// That has to be given.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// That may stand several times.
    pub const fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Supported in part.
    pub const fn partial(mut self, what: &'static str) -> Self {
        self.status = Status::Partial(what);
        self
    }

    /// Left aside.
    pub const fn ignored(mut self, why: &'static str) -> Self {
        self.status = Status::Ignored(why);
        self
    }

    /// Not supported.
    pub const fn refused(mut self, why: &'static str) -> Self {
        self.status = Status::Refused(why);
        self
    }

    /// All its spellings.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<K> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }
}

/// The lines of a statement or element in the table of coverage, `kind_words` telling kinds. One that is left aside or refused makes its slots so.
pub fn entry<K: Copy + 'static>(
    (name, status, text): (&str, Status, &str),
    slots: impl Iterator<Item = &'static Slot<K>>,
    kind_words: fn(&Slot<K>) -> String,
) -> Entry {
    let row = |slot: &'static Slot<K>| {
        let of_slot = match status {
            Status::Ignored(_) | Status::Refused(_) => status,
            _ => slot.status,
        };
        let default = if slot.required {
            "needed"
        } else {
            slot.default
        };
        [
            format!("`{}`", slot.name),
            kind_words(slot),
            slot.dimension.to_string(),
            default.to_string(),
            of_slot.word().to_string(),
            of_slot.reason().to_string(),
        ]
    };
    Entry {
        name: name.to_string(),
        status,
        text: text.to_string(),
        arguments: slots.map(row).collect(),
    }
}
