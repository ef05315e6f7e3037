//! A model as an Adams dataset, and its commands as a command file.
//!
//! What the language cannot say is refused by name and place; nothing is left out in silence. Numbers have the fewest
//! digits that read back as the same bits, so a dataset that is read, written and read again moves to the same bits.

mod commands;
mod elements;
mod statement;
mod writer;

pub use writer::Written;

use carom_base::Diagnostics;
use carom_model::Model;
use writer::Writer;

/// A dataset. It must not be used if the diagnostics have errors.
pub fn dataset(model: &Model) -> (String, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        let title = model.title.lines().next().unwrap_or_default();
        w.out = format!("{title}\n");
        w.elements();
        w.out += "END\n";
    }
    (w.out, w.diagnostics)
}

/// The statements of [`dataset`], taken apart.
pub fn statements(model: &Model) -> (Vec<Written>, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        w.elements();
    }
    (w.statements, w.diagnostics)
}

/// A command file for the dataset of a name. It must not be used if the diagnostics have errors.
pub fn commands(model: &Model, dataset: &str) -> (String, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        let prefix = model.output.prefix.as_deref().unwrap_or_default();
        w.out = format!("{dataset}\n{prefix}\n");
        w.commands();
    }
    (w.out, w.diagnostics)
}
