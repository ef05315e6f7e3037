//! What a model is made of, as data and in units: the traits of its fields and elements.

use super::node::{Node, Value};
use super::reading::Reading;
use super::rows::Row;
use super::scaling::{Of, Scaling};
use crate::Model;
use crate::table::{Element, Table};

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
