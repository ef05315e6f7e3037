//! What the statements of several kinds of elements share.

use crate::adm::write::writer::Writer;
use carom_model::force::Kind;
use carom_model::{Matrix, Tag};

impl Writer<'_> {
    /// An element that can rest: a dataset has no such word.
    pub(super) fn active(&mut self, tag: &Tag) {
        if !tag.active {
            self.refuse(tag, "a dataset has no elements that rest from the start");
        }
    }

    /// A MATRIX with these values: one of the model, or a new one.
    pub(super) fn matrix_of(&mut self, rows: usize, columns: usize, values: &[f64]) -> u32 {
        let same = |m: &&Matrix| m.rows == rows && m.columns == columns && m.values == values;
        match self.model.matrices.iter().find(same) {
            Some(m) => m.tag.label,
            None => self.matrix(rows, columns, values),
        }
    }
}

/// A kind as a dataset names it.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Translation => "TRANSLATION",
        Kind::Rotation => "ROTATION",
    }
}

/// The q with `q·b = a` to the bit, if there is one: `a/b` or a neighbour.
pub(super) fn quotient(a: f64, b: f64) -> f64 {
    let q = a / b;
    let near = [q, q.next_up(), q.next_down()];
    near.into_iter().find(|q| q * b == a).unwrap_or(q)
}
