//! How a curve goes through its points: the methods by name, and the pieces that each makes.

use super::piece::Piece;
use super::{akima, cubic, linear, quintic};

/// How a curve goes through its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// AKISPL.
    Akima,
    /// CUBSPL.
    Cubic,
    /// LINSPL.
    Linear,
    /// QUISPL.
    Quintic,
}

impl Method {
    /// Name of the function.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Akima => "AKISPL",
            Self::Cubic => "CUBSPL",
            Self::Linear => "LINSPL",
            Self::Quintic => "QUISPL",
        }
    }

    /// Fewest points of a curve.
    pub const fn fewest(self) -> usize {
        match self {
            Self::Akima => 4,
            Self::Cubic | Self::Quintic => 3,
            Self::Linear => 2,
        }
    }

    /// Whether the second derivative breaks at the points inside.
    pub(crate) const fn breaks_inside(self) -> bool {
        matches!(self, Self::Akima | Self::Linear)
    }

    /// One polynomial for each interval.
    pub(crate) fn pieces(self, x: &[f64], y: &[f64]) -> Vec<Piece> {
        match self {
            Self::Akima => akima::pieces(x, y),
            Self::Cubic => cubic::pieces(x, y),
            Self::Linear => linear::pieces(x, y),
            Self::Quintic => quintic::pieces(x, y),
        }
    }
}
