//! Other units.

use carom_base::{Diagnostic, Diagnostics, Dimension, Scale, Span};

/// The dimension of a field: of its number, or of the numbers of its list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Of {
    /// Of each number.
    Each(Dimension),
    /// Of a displacement and its rate, one after the other.
    Pair(Dimension, Dimension),
    /// Of lists of sixes: three along axes, three about them.
    Sixes(Dimension, Dimension),
    /// Of square matrices, row by row, that give forces along and torques about axes (the first two) of lists of sixes of which
    /// three are of the third dimension and three of the fourth: `Kᵢⱼ = Fᵢ/qⱼ`.
    Matrix([Dimension; 2], [Dimension; 2]),
    /// That of each function by itself.
    Own,
}

impl From<Dimension> for Of {
    fn from(dimension: Dimension) -> Self {
        Self::Each(dimension)
    }
}

impl Of {
    /// Stiffness of forces and torques against translations and rotations.
    pub fn stiffness() -> Self {
        use carom_base::dimension::symbols::*;
        Self::Matrix([F, F * L], [L, ONE])
    }

    /// Damping of the same.
    pub fn damping() -> Self {
        use carom_base::dimension::symbols::*;
        Self::Matrix([F * T, F * L * T], [L, ONE])
    }

    /// Of entry `k` of a list of `n`.
    pub fn at(self, k: usize, n: usize) -> Self {
        let half = |k: usize| usize::from(k % 6 >= 3);
        match self {
            Self::Pair(first, second) => Self::Each([first, second][k % 2]),
            Self::Sixes(along, about) => Self::Each([along, about][half(k)]),
            Self::Matrix(rows, columns) => {
                let size = n.isqrt().max(1);
                Self::Each(rows[half(k / size)] / columns[half(k % size)])
            }
            other => other,
        }
    }
}

/// A model on its way into other units.
#[derive(Debug)]
pub struct Scaling {
    /// From the old units into the new ones.
    pub scale: Scale,
    /// What cannot be carried over.
    pub diagnostics: Diagnostics,
    /// The element at hand.
    pub who: String,
}

impl Scaling {
    /// Nothing has been scaled yet.
    pub fn new(scale: Scale) -> Self {
        Self {
            scale,
            diagnostics: Diagnostics::default(),
            who: String::new(),
        }
    }

    /// Scales one number. A list that has come down to its numbers has the dimension of each.
    pub fn number(&self, x: &mut f64, of: &Of) {
        if let Of::Each(dimension) = of {
            *x = self.scale.apply(*x, *dimension);
        }
    }

    /// Something has no other units.
    pub fn refuse(&mut self, name: &'static str, span: Span, what: &str) -> &mut Self {
        let message = match self.who.is_empty() {
            true => what.to_owned(),
            false => format!("{}: {what}", self.who),
        };
        self.diagnostics
            .push(Diagnostic::error(name, span, message));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Of;
    use carom_base::dimension::symbols::*;

    #[test]
    fn entries_of_matrices() {
        let k = |row: usize, column: usize| Of::stiffness().at(6 * row + column, 36);
        assert_eq!(k(0, 2), Of::Each(F / L));
        assert_eq!(k(1, 5), Of::Each(F));
        assert_eq!(k(4, 0), Of::Each(F));
        assert_eq!(k(3, 3), Of::Each(F * L));
        // two markers: the second force against the first rotation
        let row = 7;
        assert_eq!(Of::stiffness().at(12 * row + 4, 144), Of::Each(F));
        assert_eq!(Of::Sixes(F, F * L).at(9, 12), Of::Each(F * L));
    }
}
