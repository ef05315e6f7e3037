//! Fields of a table in a file, by their keys.

use super::field::Field;
use super::node::{Node, Value};
use super::reading::{Reading, TableReading};
use crate::table::Tag;

impl TableReading<'_> {
    /// A field.
    pub fn field<T: Field>(&mut self, key: &'static str, reading: &mut Reading) -> Option<T> {
        match self.get(key) {
            Some(node) => T::read(node, reading),
            None => T::absent().or_else(|| {
                let what = format!("the key {key} is missing");
                reading.error("toml-missing-key", self.span(), what);
                None
            }),
        }
    }

    /// A field that need not be there.
    pub fn field_or<T: Field>(
        &mut self,
        key: &'static str,
        absent: impl FnOnce() -> T,
        reading: &mut Reading,
    ) -> Option<T> {
        match self.get(key) {
            Some(node) => T::read(node, reading),
            None => Some(absent()),
        }
    }

    /// The keys that every element has.
    pub fn tag(&mut self, reading: &mut Reading) -> Option<Tag> {
        let label = self.field::<u32>("id", reading);
        let name = self.field::<String>("name", reading);
        let active = self.field_or("active", || Flag(true), reading);
        let statement = match self.get("statement") {
            None => Some(reading.row.statements[0]),
            Some(node) => {
                let known = reading.choice(node, reading.row.statements);
                known.map(|(name, _)| name)
            }
        };
        let tag = Tag {
            statement: statement?,
            label: label?,
            name: name?,
            span: self.span(),
            active: active?.0,
        };
        reading.who = tag.to_string();
        Some(tag)
    }
}

/// Yes or no, where neither is what a file that says nothing means.
pub(super) struct Flag(pub bool);

impl Field for Flag {
    fn write(&self, _: &crate::Model) -> Option<Value> {
        Some(Value::Flag(self.0))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        match node.value {
            Value::Flag(flag) => Some(Self(flag)),
            _ => reading.wrong(node, "true or false"),
        }
    }
}
