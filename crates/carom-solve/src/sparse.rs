//! Sparse matrices in compressed columns, their ordering and their LU factors.

pub mod lu;
pub mod ordering;
pub mod scalar;

pub use lu::{LinearSolver, Lu, LuStatistics, Singular};
pub use scalar::{Complex, Scalar};

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

impl Pattern {
    /// The pattern with these (row, column) entries, in any order, repeated ones counted once.
    ///
    /// # Panics
    /// When a row or column is not below `n`.
    pub fn from_entries(n: usize, entries: impl IntoIterator<Item = (usize, usize)>) -> Pattern {
        let entries: Vec<(usize, usize)> = entries.into_iter().collect();
        Pattern::with_places(n, &entries).0
    }

    /// The pattern with these (row, column) entries, in any order, repeated ones counted once, and for each of them its position in `rows`.
    ///
    /// # Panics
    /// When a row or column is not below `n`.
    pub fn with_places(n: usize, entries: &[(usize, usize)]) -> (Pattern, Vec<u32>) {
        let mut ends = vec![0; n];
        for &(row, column) in entries {
            assert!(
                row < n && column < n,
                "entry ({row}, {column}) of an {n} x {n} matrix"
            );
            ends[column] += 1;
        }
        let mut first = 0;
        for end in &mut ends {
            first += std::mem::replace(end, first);
        }
        // Row and number of each entry, column by column.
        let mut sorted = vec![(0, 0); entries.len()];
        for (k, &(row, column)) in entries.iter().enumerate() {
            sorted[ends[column]] = (row as u32, k as u32);
            ends[column] += 1;
        }
        let mut pattern = Pattern {
            n,
            starts: vec![0],
            rows: Vec::new(),
        };
        let (mut places, mut start) = (vec![0; entries.len()], 0);
        for end in ends {
            let column = &mut sorted[start..end];
            column.sort_unstable();
            let mut last = None;
            for &mut (row, k) in column {
                if last.replace(row) != Some(row) {
                    pattern.rows.push(row);
                }
                places[k as usize] = pattern.rows.len() as u32 - 1;
            }
            pattern.starts.push(pattern.rows.len() as u32);
            start = end;
        }
        (pattern, places)
    }

    /// Every entry may be nonzero.
    pub fn dense(n: usize) -> Pattern {
        Pattern::from_entries(n, (0..n).flat_map(|j| (0..n).map(move |i| (i, j))))
    }

    /// Where one of two matrices of the same size may be nonzero.
    pub fn union(&self, other: &Pattern) -> Pattern {
        Pattern::from_entries(self.n, self.entries().chain(other.entries()))
    }

    /// All (row, column), column by column.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.n).flat_map(move |j| self.column(j).map(move |e| (self.rows[e] as usize, j)))
    }

    /// The positions in `rows` of a column's entries.
    pub fn column(&self, j: usize) -> std::ops::Range<usize> {
        self.starts[j] as usize..self.starts[j + 1] as usize
    }

    /// The position of entry (row, column) in `rows`, if it may be nonzero.
    pub fn position(&self, row: usize, column: usize) -> Option<usize> {
        let range = self.column(column);
        self.rows[range.clone()]
            .binary_search(&(row as u32))
            .ok()
            .map(|k| range.start + k)
    }

    /// For each entry of `part` its position here; `None` when `part` has an entry that is not here.
    pub fn positions_of(&self, part: &Pattern) -> Option<Vec<u32>> {
        part.entries()
            .map(|(i, j)| self.position(i, j).map(|p| p as u32))
            .collect()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// No entry at all.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// A sparse square matrix.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Matrix {
    /// Where its entries are.
    pub pattern: Pattern,
    /// Their values, in the order of `pattern.rows`.
    pub values: Vec<f64>,
}

impl Matrix {
    /// The matrix with these (row, column, value) entries; repeated ones add up.
    ///
    /// # Panics
    /// When a row or column is not below `n`.
    pub fn from_entries(n: usize, entries: &[(usize, usize, f64)]) -> Matrix {
        let places: Vec<(usize, usize)> = entries.iter().map(|e| (e.0, e.1)).collect();
        let (pattern, places) = Pattern::with_places(n, &places);
        let mut values = vec![0.0; pattern.len()];
        for (at, (_, _, v)) in places.iter().zip(entries) {
            values[*at as usize] += v;
        }
        Matrix { pattern, values }
    }

    /// The identity.
    pub fn identity(n: usize) -> Matrix {
        Matrix::from_entries(n, &(0..n).map(|i| (i, i, 1.0)).collect::<Vec<_>>())
    }

    /// `y := A·x`.
    pub fn multiply_into(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for j in 0..self.pattern.n {
            let xj = x[j];
            for e in self.pattern.column(j) {
                y[self.pattern.rows[e] as usize] += self.values[e] * xj;
            }
        }
    }
}
