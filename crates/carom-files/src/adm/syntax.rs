//! How statements and commands are described: names, arguments, ranges, status.

use crate::common::coverage::{Entry, Status};
pub use crate::common::range::Range;
use crate::common::slot::{self, Slot};

/// What an argument holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Nothing: the keyword alone.
    Flag,
    /// One number.
    Number,
    /// Numbers with commas between them: fewest, most.
    Numbers(usize, usize),
    /// A whole number.
    Integer,
    /// One id.
    Id,
    /// Ids: fewest, most.
    Ids(usize, usize),
    /// A word of a list; any word if the list is empty.
    Word(&'static [&'static str]),
    /// Words of a list with colons between them.
    Words(&'static [&'static str]),
    /// Text up to the next comma.
    Text,
    /// Text up to the end of the statement.
    Rest,
    /// Texts with commas or colons between them, possibly quoted.
    Names,
    /// Texts with commas between them, up to the next argument.
    Routines,
    /// A function expression or `USER(...)`.
    Function,
    /// An expression whose value is a vector.
    Vector,
}

/// One argument of a statement or command.
pub type Argument = Slot<Kind>;

/// A flag.
pub const fn flag(name: &'static str) -> Argument {
    Argument::new(name, Kind::Flag)
}

/// One number.
pub const fn number(name: &'static str) -> Argument {
    Argument::new(name, Kind::Number)
}

/// `count` numbers.
pub const fn numbers(name: &'static str, count: usize) -> Argument {
    Argument::new(name, Kind::Numbers(count, count))
}

/// From `fewest` to `most` numbers.
pub const fn some_numbers(name: &'static str, fewest: usize, most: usize) -> Argument {
    Argument::new(name, Kind::Numbers(fewest, most))
}

/// A whole number.
pub const fn integer(name: &'static str) -> Argument {
    Argument::new(name, Kind::Integer)
}

/// An id.
pub const fn id(name: &'static str) -> Argument {
    Argument::new(name, Kind::Id)
}

/// From `fewest` to `most` ids.
pub const fn ids(name: &'static str, fewest: usize, most: usize) -> Argument {
    Argument::new(name, Kind::Ids(fewest, most))
}

/// A word of a list.
pub const fn word(name: &'static str, choices: &'static [&'static str]) -> Argument {
    Argument::new(name, Kind::Word(choices))
}

/// Words of a list with colons between them.
pub const fn words(name: &'static str, choices: &'static [&'static str]) -> Argument {
    Argument::new(name, Kind::Words(choices))
}

/// A text.
pub const fn text(name: &'static str) -> Argument {
    Argument::new(name, Kind::Text)
}

/// The text up to the end of the statement.
pub const fn rest(name: &'static str) -> Argument {
    Argument::new(name, Kind::Rest)
}

/// Several texts.
pub const fn names(name: &'static str) -> Argument {
    Argument::new(name, Kind::Names)
}

/// A function.
pub const fn function(name: &'static str) -> Argument {
    Argument::new(name, Kind::Function)
}

/// An expression whose value is a vector.
pub const fn vector(name: &'static str) -> Argument {
    Argument::new(name, Kind::Vector)
}

/// `ROUTINE=library::name`, kept with the user-written function that it belongs to.
pub const fn routine(name: &'static str) -> Argument {
    text(name).partial(
        "library and routine of USER(...), which is called where --allow-user-code is given",
    )
}

/// Several texts, up to the next argument.
pub const fn list(name: &'static str) -> Argument {
    Argument::new(name, Kind::Routines)
}

/// The same where an element calls several routines, with commas between them.
pub const fn routines(name: &'static str) -> Argument {
    Argument::new(name, Kind::Routines).partial(
        "libraries and routines of USER(...), which are called where --allow-user-code is given",
    )
}

/// Whether a statement has a label after its slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// `NAME/id`
    Needed,
    /// `NAME/`
    None,
    /// Either.
    Optional,
}

/// A statement or command as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// Its name.
    pub name: &'static str,
    /// Other spellings and abbreviations that would else be ambiguous.
    pub aliases: &'static [&'static str],
    /// Whether it has a label.
    pub label: Label,
    /// What Carom does with it.
    pub status: Status,
    /// One line on what it is.
    pub text: &'static str,
    /// Where its description was taken from.
    pub source: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
}

impl Syntax {
    /// All its spellings.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// The position of an argument.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.arguments.iter().position(|a| a.name == name)
    }

    /// Its lines in the table of coverage.
    pub fn entry(&self) -> Entry {
        let about = (self.name, self.status, self.text);
        slot::entry(about, self.arguments.iter(), kind_words)
    }
}

fn kind_words(a: &Argument) -> String {
    let count = |fewest: usize, most: usize, what: &str| {
        if fewest == most {
            format!("{fewest} {what}")
        } else if most == usize::MAX {
            format!("{fewest} or more {what}")
        } else {
            format!("{fewest} to {most} {what}")
        }
    };
    let range = match a.range {
        Range::Any => String::new(),
        r => format!(", {}", r.words()),
    };
    match a.kind {
        Kind::Flag => "flag".into(),
        Kind::Number => format!("number{range}"),
        Kind::Numbers(f, m) => format!("{}{range}", count(f, m, "numbers")),
        Kind::Integer => format!("whole number{range}"),
        Kind::Id => "id".into(),
        Kind::Ids(f, m) => count(f, m, "ids"),
        Kind::Word([]) => "word".into(),
        Kind::Word(list) => list.join(" or "),
        Kind::Words([]) => "words".into(),
        Kind::Words(list) => format!("list of {}", list.join(", ")),
        Kind::Text | Kind::Rest => "text".into(),
        Kind::Names | Kind::Routines => "texts".into(),
        Kind::Function => "function".into(),
        Kind::Vector => "function of a vector".into(),
    }
}
