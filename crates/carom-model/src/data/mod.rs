//! The model as data: names and values without indices, as Carom's own model files hold it, and in other units.
//!
//! Everything here follows from the fields of the model: `#[derive(Field)]` makes [`Field`] for a struct or an enum, and a
//! field says its dimension where it stands. A new field can be written, read and scaled when it is there.
//!
//! - [`Model::data`](crate::Model::data) gives the model as a [`Value`]; `carom-files` writes it as TOML.
//! - [`Model::from_data`](crate::Model::from_data) reads it again, with a message and a place for whatever does not fit.
//! - [`Model::in_units`](crate::Model::in_units) carries it into another system of units.

mod field;
mod fields;
mod lists;
mod model;
mod node;
mod placement;
mod reading;
mod rows;
mod scaling;
mod table_fields;

pub use field::{Field, List, Listed};
pub use model::VERSION;
pub use node::{Entries, Entry, Node, Value};
pub use reading::{Reading, TableReading};
pub use rows::{ROWS, Row};
pub use scaling::{Of, Scaling};
