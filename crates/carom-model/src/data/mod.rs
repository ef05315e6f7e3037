//! The model as data: names and values without indices, as Carom's own model files hold it, and in other units.
//!
//! Everything here follows from the fields of the model: `#[derive(Field)]` makes [`Field`] for a struct or an enum, and a
//! field says its dimension where it stands. A new field can be written, read and scaled when it is there.
//!
//! - [`Model::data`] gives the model as a [`Value`]; `carom-files` writes it as TOML.
//! - [`Model::from_data`] reads it again, with a message and a place for whatever does not fit.
//! - [`Model::in_units`] carries it into another system of units.

mod fields;
mod lists;
mod model;
mod placement;
mod reading;
mod scaling;

pub use model::{ROWS, VERSION};
pub use reading::{Reading, TableReading};
pub use scaling::{Of, Scaling};

use crate::Model;
use crate::table::{Element, Table, Tag};
use carom_base::{Span, SpannedText};

/// A value with its place in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

impl From<Value> for Node {
    fn from(value: Value) -> Self {
        Self {
            value,
            span: Span::NONE,
        }
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number: a label, a count.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text that knows where its letters stand.
    Text(SpannedText),
    /// Values in order.
    List(Vec<Node>),
    /// Keys with values, in order.
    Table(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where it stands.
    pub span: Span,
    /// Its value.
    pub node: Node,
}

impl Value {
    /// A text without a place.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(SpannedText::bare(text))
    }

    /// What stands in a list for an item that is not there.
    pub fn nothing() -> Self {
        Self::text(NOTHING)
    }

    /// A variant with what it holds: `{ screw = { pitch = 0.1 } }`.
    pub fn variant(key: &str, body: Self) -> Self {
        let mut entries = Entries::default();
        entries.put(key, Some(body));
        entries.into()
    }

    /// Items of a list, some of which may not be there.
    pub fn list(items: impl IntoIterator<Item = Option<Self>>) -> Self {
        let items = items.into_iter();
        Self::List(
            items
                .map(|v| v.unwrap_or_else(Self::nothing).into())
                .collect(),
        )
    }

    /// What it is, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Flag(_) => "true or false",
            Self::Integer(_) => "a whole number",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// The item of a list that is not there.
const NOTHING: &str = "none";

/// Entries of a table while it is written.
#[derive(Clone, Debug, Default)]
pub struct Entries(Vec<Entry>);

impl Entries {
    /// Adds an entry, if there is something to say.
    pub fn put(&mut self, key: &str, value: Option<Value>) {
        self.0.extend(value.map(|value| Entry {
            key: key.to_owned(),
            span: Span::NONE,
            node: value.into(),
        }));
    }

    /// The keys that every element has.
    pub fn tag(&mut self, tag: &Tag) {
        self.put("id", Some(Value::Integer(tag.label.into())));
        self.put(
            "name",
            (!tag.name.is_empty()).then(|| Value::text(&tag.name)),
        );
        let usual = ROWS.iter().any(|row| row.statements[0] == tag.statement);
        self.put("statement", (!usual).then(|| Value::text(tag.statement)));
        self.put("active", (!tag.active).then_some(Value::Flag(false)));
    }
}

impl From<Entries> for Value {
    fn from(entries: Entries) -> Self {
        Self::Table(entries.0)
    }
}

/// What a model is made of, as data and in units.
pub trait Field: Sized {
    /// As data; `None` if nothing needs to be said, because [`Field::absent`] is the same.
    fn write(&self, model: &Model) -> Option<Value>;

    /// As an item of a list, where something has to stand.
    fn item(&self, model: &Model) -> Value {
        self.write(model).unwrap_or_else(Value::nothing)
    }

    /// From data. `None` if it does not fit, which `reading` was told.
    fn read(node: &Node, reading: &mut Reading) -> Option<Self>;

    /// What holds if a file says nothing; `None` if it has to.
    fn absent() -> Option<Self> {
        None
    }

    /// Carries its numbers into other units.
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        let _ = (by, of);
    }
}

/// A field that is one of a list of others, of which it knows the names.
pub trait List: Field {
    /// The names.
    fn keys() -> Vec<&'static str>;
}

/// An element that others name by its label.
pub trait Listed: Element + Field {
    /// The row of its table.
    const ROW: &'static Row;
    /// Its table.
    fn table(model: &Model) -> &Table<Self>;
}

/// A table of the model in a file.
#[derive(Debug)]
pub struct Row {
    /// Its key: `[[joint]]`.
    pub key: &'static str,
    /// The names of its statements in both languages; the first one need not be said.
    pub statements: &'static [&'static str],
}
