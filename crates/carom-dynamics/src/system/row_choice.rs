//! Rows of the constraints that are left out, and how independent the kept ones were where they were chosen.

/// A row that is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// Its number among all rows.
    pub row: usize,
    /// The distance that a residual of one is worth.
    pub distance: f64,
    /// How far it is from what the others say where they were chosen.
    pub off: f64,
    /// Up to which distance it agrees.
    pub tolerance: f64,
    /// The same while others are to be left out as soon as the mechanism has left a singular position.
    pub close: f64,
    /// Whether that is so.
    pub is_close: bool,
}

/// How independent kept rows are of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Independence {
    /// The least share of a row that is new, of rows that those that are left out agree with to few digits.
    Share(f64),
    /// σ, of rows that those that are left out agree with to rounding.
    Sigma(f64),
}

/// Losses of kinetic energy where rows were chosen anew. Gains are of motions that drive.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowsTook {
    /// When the first was, T.
    pub first: Option<f64>,
    pub count: u32,
    /// Sum of the parts of the energy.
    pub part: f64,
}
