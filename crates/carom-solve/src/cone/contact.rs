//! Contacts of a problem, and what they do in its solution.

/// How a contact has friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TangentialLaw {
    /// Not at all.
    Smooth,
    /// It slides in this direction (a unit vector).
    Slides {
        /// Coefficient.
        mu: f64,
        /// Direction of the velocity of the surfaces against each other.
        direction: [f64; 2],
    },
    /// It sticks as long as it can.
    Holds {
        /// Coefficient.
        mu: f64,
        /// It stuck before: where it may stick or open, it sticks.
        stuck: bool,
    },
}

/// A contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Row of its normal.
    pub normal: usize,
    /// Rows of its tangents.
    pub tangents: [usize; 2],
    /// How it has friction; the tangents of a smooth one are not looked at.
    pub tangential: TangentialLaw,
    /// The least normal impulse, o.
    pub least: f64,
}

/// What a contact does in a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Nothing presses it.
    Open,
    /// It presses, and sticks if it has friction.
    Holds,
    /// It presses and slides in this direction.
    Slides([f64; 2]),
}

/// A solution, or the reason why none was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All z, and what each contact does.
    Found(Vec<f64>, Vec<State>),
    /// This contact (its number in the list) would be drawn in by its own friction.
    Paradox(usize),
    /// The search came to no end.
    Lost,
}

impl Contact {
    /// Its rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        let [s, t] = self.tangents;
        let count = if self.tangential == TangentialLaw::Smooth {
            1
        } else {
            3
        };
        [self.normal, s, t].into_iter().take(count)
    }
}
