//! Sizes of a problem in independent coordinates.

/// How many unknowns there are of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Components of δq, and of δv.
    pub positions: usize,
    /// Components of x, the sum at its end among them.
    pub states: usize,
    /// Constraints.
    pub rows: usize,
}

impl Shape {
    /// Degrees of freedom.
    pub fn free(&self) -> usize {
        self.positions.saturating_sub(self.rows)
    }

    /// Unknowns with those of the constraints.
    pub(super) fn all(&self) -> usize {
        2 * self.positions + self.states + self.rows
    }
}
