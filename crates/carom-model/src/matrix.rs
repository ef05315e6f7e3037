//! Tables of numbers that other elements use: MATRIX, Reference_Matrix.

use crate::table::{Tag, tagged};
use carom_derive::Field;

/// A dense matrix.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct Matrix {
    /// Label, name, place.
    pub tag: Tag,
    /// Number of rows, > 0.
    pub rows: usize,
    /// Number of columns, > 0.
    pub columns: usize,
    /// The values, row by row; `rows · columns` of them.
    #[dimension(ONE)]
    pub values: Vec<f64>,
}

impl Matrix {
    /// One of its rows, counted from 0.
    pub fn row(&self, k: usize) -> &[f64] {
        &self.values[k * self.columns..][..self.columns]
    }
}

tagged!(Matrix);
