//! Reading a model from data: keys, labels, messages.

use super::node::{Entry, Node, Value};
use super::rows::{ROWS, Row};
use crate::table::Tag;
use carom_base::{Diagnostic, Diagnostics, Dialect, Span};
use carom_expr::Expression;
use std::collections::HashMap;

/// What is known while a model is read from data.
#[derive(Debug)]
pub struct Reading {
    /// What there is to say.
    pub diagnostics: Diagnostics,
    /// The language of expressions.
    pub dialect: Dialect,
    /// Every expression with the element that it belongs to, to be checked when all is there.
    pub expressions: Vec<(String, Expression)>,
    /// The element at hand, as messages name it.
    pub who: String,
    /// The table at hand.
    pub(super) row: &'static Row,
    /// Index of an element by key and label.
    labels: HashMap<(&'static str, u32), u32>,
    /// Index of an element by its statement, for those whose label belongs to another.
    aside: HashMap<(&'static str, &'static str, u32), u32>,
}

impl Reading {
    /// Nothing is known yet.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            diagnostics: Diagnostics::default(),
            dialect,
            expressions: Vec::new(),
            who: String::new(),
            row: ROWS[0],
            labels: HashMap::new(),
            aside: HashMap::new(),
        }
    }

    /// Adds an error about the element at hand.
    pub fn error(&mut self, name: &'static str, span: Span, what: impl std::fmt::Display) {
        let d = self.about(name, span, what);
        self.diagnostics.push(d);
    }

    fn about(&self, name: &'static str, span: Span, what: impl std::fmt::Display) -> Diagnostic {
        let message = match self.who.is_empty() {
            true => what.to_string(),
            false => format!("{}: {what}", self.who),
        };
        Diagnostic::error(name, span, message)
    }

    /// A value is of the wrong kind.
    pub fn wrong<T>(&mut self, node: &Node, wanted: &str) -> Option<T> {
        let what = format!("here stands {wanted}, not {}", node.value.kind());
        self.error("toml-wrong-type", node.span, what);
        None
    }

    /// A table.
    pub fn table<'n>(&mut self, node: &'n Node) -> Option<TableReading<'n>> {
        match &node.value {
            Value::Table(entries) => Some(TableReading {
                entries,
                span: node.span,
                known: Vec::new(),
            }),
            _ => self.wrong(node, "a table"),
        }
    }

    /// A text.
    pub fn text<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        match &node.value {
            Value::Text(text) => Some(&text.text),
            _ => self.wrong(node, "a text"),
        }
    }

    /// The items of a list.
    pub fn list<'n>(&mut self, node: &'n Node) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(items) => Some(items),
            _ => self.wrong(node, "a list"),
        }
    }

    /// One of several variants: its name, and what it holds.
    pub fn choice<'n>(
        &mut self,
        node: &'n Node,
        names: &[&'static str],
    ) -> Option<(&'static str, Option<&'n Node>)> {
        let (name, span, body) = match &node.value {
            Value::Text(text) => (text.text.as_str(), node.span, None),
            Value::Table(entries) if entries.len() == 1 => {
                (&*entries[0].key, entries[0].span, Some(&entries[0].node))
            }
            _ => return self.wrong(node, &format!("one of {}", names.join(", "))),
        };
        if let Some(known) = names.iter().find(|n| **n == name) {
            return Some((known, body));
        }
        let what = format!("{name} is none of {}", names.join(", "));
        let d = self.about("toml-bad-value", span, what);
        self.diagnostics
            .push(d.suggest(name, names.iter().copied()));
        None
    }

    /// A variant that holds nothing.
    pub fn alone(&mut self, name: &str, body: Option<&Node>) -> Option<()> {
        let empty = |b: &&Node| matches!(&b.value, Value::Table(entries) if entries.is_empty());
        let Some(body) = body.filter(|b| !empty(b)) else {
            return Some(());
        };
        let what = format!("{name} holds nothing: write \"{name}\"");
        self.error("toml-wrong-type", body.span, what);
        None
    }

    /// The table of a variant; one without a table has an empty one.
    pub fn body<'n>(
        &mut self,
        _name: &str,
        body: Option<&'n Node>,
        node: &Node,
    ) -> Option<TableReading<'n>> {
        match body {
            Some(body) => self.table(body),
            None => Some(TableReading {
                entries: &[],
                span: node.span,
                known: Vec::new(),
            }),
        }
    }

    /// The items of a variant that holds several.
    pub fn items<'n>(
        &mut self,
        name: &str,
        body: Option<&'n Node>,
        count: usize,
        node: &Node,
    ) -> Option<&'n [Node]> {
        let items = body.and_then(|b| match &b.value {
            Value::List(items) => Some(&items[..]),
            _ => None,
        });
        if let Some(items) = items.filter(|i| i.len() == count) {
            return Some(items);
        }
        let span = body.map_or(node.span, |b| b.span);
        let what = format!("{name} holds a list of {count}: {{ {name} = [...] }}");
        self.error("toml-wrong-type", span, what);
        None
    }

    /// Enters the label of an element; `false` and an error if it is taken.
    pub(super) fn enter(&mut self, tag: &Tag, index: usize) -> bool {
        let (key, index) = (self.row.key, index as u32);
        // A point mass has labels of its own.
        let yields = tag.statement == "POINT_MASS";
        let by_statement = self.aside.insert((key, tag.statement, tag.label), index);
        let taken = self.labels.contains_key(&(key, tag.label));
        if !taken {
            self.labels.insert((key, tag.label), index);
        }
        let twice = by_statement.is_some() || (taken && !yields);
        if twice {
            let what = format!("{tag} has an id that is taken");
            self.error("toml-duplicate-id", tag.span, what);
        }
        !twice
    }

    /// The index of the element of a table with a label.
    pub(super) fn find(&mut self, row: &'static Row, node: &Node) -> Option<u32> {
        let (named, found) = match &node.value {
            Value::Integer(label) => {
                let by_label = u32::try_from(*label)
                    .ok()
                    .and_then(|l| self.labels.get(&(row.key, l)));
                (format!("{}/{label}", row.statements[0]), by_label)
            }
            Value::Text(text) => {
                let by_name = text.text.split_once('/').and_then(|(statement, label)| {
                    let statement = row.statements.iter().find(|s| **s == statement)?;
                    self.aside.get(&(row.key, *statement, label.parse().ok()?))
                });
                (text.text.clone(), by_name)
            }
            _ => return self.wrong(node, &format!("the id of a {}", row.key)),
        };
        let found = found.copied();
        if found.is_none() {
            let what = format!("there is no {named} among the elements [[{}]]", row.key);
            self.error("toml-unknown-element", node.span, what);
        }
        found
    }

    /// Whether a table has an element with a label.
    pub fn has(&self, key: &'static str, label: u32) -> bool {
        self.labels.contains_key(&(key, label))
    }
}

/// A table while its keys are read.
#[derive(Debug)]
pub struct TableReading<'n> {
    entries: &'n [Entry],
    span: Span,
    known: Vec<&'static str>,
}

impl<'n> TableReading<'n> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value of a key. From here on the key is known.
    pub fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        self.known.push(key);
        self.entries.iter().find(|e| e.key == key).map(|e| &e.node)
    }

    /// Refuses keys that nobody asked for.
    pub fn end(self, reading: &mut Reading) {
        for e in self
            .entries
            .iter()
            .filter(|e| !self.known.contains(&&*e.key))
        {
            let what = format!("there is no key {}", e.key);
            let d = reading
                .about("toml-unknown-key", e.span, what)
                .suggest(&e.key, self.known.iter().copied());
            reading.diagnostics.push(match d.help {
                Some(_) => d,
                None => {
                    let mut keys: Vec<&str> = Vec::new();
                    for key in &self.known {
                        if !keys.contains(key) {
                            keys.push(key);
                        }
                    }
                    d.help(format!("its keys are {}", keys.join(", ")))
                }
            });
        }
    }
}
