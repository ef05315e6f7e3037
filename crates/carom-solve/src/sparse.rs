//! Sparse matrices in compressed columns.

/// Where a matrix may be nonzero: compressed columns, rows ascending within a column.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pattern {
    /// Number of rows and columns (square).
    pub n: usize,
    /// Start of each column in `rows`, length n + 1.
    pub starts: Vec<u32>,
    /// Row of each entry.
    pub rows: Vec<u32>,
}

/// A sparse square matrix.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Matrix {
    /// Where its entries are.
    pub pattern: Pattern,
    /// Their values, in the order of `pattern.rows`.
    pub values: Vec<f64>,
}
