//! The values that a number in a deck may have.

/// The values that a number may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// All finite numbers.
    Any,
    /// > 0
    Positive,
    /// ≥ 0
    NonNegative,
    /// ≠ 0
    NonZero,
    /// From 0 to 1.
    Unit,
}

impl Range {
    /// Whether `x` lies in it.
    pub fn holds(self, x: f64) -> bool {
        match self {
            Range::Any => true,
            Range::Positive => x > 0.0,
            Range::NonNegative => x >= 0.0,
            Range::NonZero => x != 0.0,
            Range::Unit => (0.0..=1.0).contains(&x),
        }
    }

    /// How a message says it.
    pub fn words(self) -> &'static str {
        match self {
            Range::Any => "any number",
            Range::Positive => "above 0",
            Range::NonNegative => "0 or more",
            Range::NonZero => "other than 0",
            Range::Unit => "from 0 to 1",
        }
    }
}
