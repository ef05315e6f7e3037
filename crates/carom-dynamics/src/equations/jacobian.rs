//! Filling a sparse matrix in a fixed sequence of entries: the first pass records where they go,
//! later passes only add numbers.

use carom_solve::sparse::Pattern;

/// Receives entries (row, column, value).
pub enum Entries<'a> {
    /// Remembers the places.
    Record(&'a mut Vec<(usize, usize)>),
    /// Adds the values at the places remembered.
    Fill {
        /// Position in `values` of the k-th entry of the sequence.
        places: &'a [u32],
        /// The matrix.
        values: &'a mut [f64],
        /// How many entries came so far.
        next: usize,
    },
}

impl Entries<'_> {
    /// Adds `value` at (row, column).
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        match self {
            Entries::Record(list) => list.push((row, column)),
            Entries::Fill {
                places,
                values,
                next,
            } => {
                values[places[*next] as usize] += value;
                *next += 1;
            }
        }
    }

    /// Passes over `count` entries that are zero; `false` while places are recorded, and they have to be added.
    #[inline]
    pub fn skip(&mut self, count: usize) -> bool {
        match self {
            Entries::Record(_) => false,
            Entries::Fill { next, .. } => {
                *next += count;
                true
            }
        }
    }
}

/// A pattern with the places of a recorded sequence in it.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Where the matrix may be nonzero.
    pub pattern: Pattern,
    /// Position of each entry of the sequence.
    pub places: Vec<u32>,
}

impl Layout {
    /// From a recorded sequence for a matrix of size `n`.
    pub fn new(n: usize, sequence: &[(usize, usize)]) -> Self {
        let (pattern, places) = Pattern::with_places(n, sequence);
        Self { pattern, places }
    }
}
