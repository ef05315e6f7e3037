//! Values with their places in a file, and how they are put together.

use super::rows::ROWS;
use crate::table::Tag;
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
pub struct Entries(pub(super) Vec<Entry>);

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

/// Whether a node stands for an item that is not there.
pub(super) fn is_nothing(node: &Node) -> bool {
    matches!(&node.value, Value::Text(text) if text.text == NOTHING)
}
