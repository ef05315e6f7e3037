//! What a law of restitution is, and what it looks at.

use std::fmt;

/// Where the path of a contact that strikes is. Components: normal, two tangents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Velocity of the point, L·T⁻¹; normal below 0 is closing.
    pub velocity: [f64; 3],
    /// Impulse so far, M·L·T⁻¹.
    pub impulse: [f64; 3],
    /// Work of the normal impulse so far, ∫u_N·dp.
    pub work: f64,
}

/// What ends a part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A motion of the point: one that is wedged, which no impulse moves, has come to the end.
    Moved,
    /// An impulse, whether or not the point moves.
    Pushed,
}

/// One contact that strikes, as a law looks at it. Velocities are of order one, of size 1 before the impact, and so is [`a`](Strike::a).
pub trait Strike {
    /// The coefficient of restitution, 0 to 1.
    fn restitution(&self) -> f64;
    /// Static and dynamic coefficient of friction.
    fn friction(&self) -> [f64; 2];
    /// Velocity before.
    fn before(&self) -> [f64; 3];
    /// Change of the velocity by unit impulses, symmetric and not negative.
    fn a(&self) -> [[f64; 3]; 3];
    /// The smallest impulse that stops the point, by the least squares where none does.
    fn stopping(&self) -> [f64; 3];
    /// The impulse where the path, from a place on, has come to its end: where `left`, a number of order one that rises, is no longer negative. `None`: nowhere.
    fn follow(&self, from: &Place, until: Until, left: &dyn Fn(&Place) -> f64) -> Option<[f64; 3]>;
}

/// What comes back at contacts that are solved for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// A part of the speed of each.
    Speeds,
    /// A part of the impulse of compression of each.
    Impulses,
}

/// What a coefficient of restitution means; one of [`RESTITUTION_LAWS`](super::RESTITUTION_LAWS).
#[derive(Clone, Copy)]
pub struct RestitutionLaw {
    /// As options name it.
    pub name: &'static str,
    /// What the coefficient is a ratio of, in a line.
    pub meaning: &'static str,
    /// What comes back at contacts that are solved for together.
    pub together: Together,
    /// Whether contacts that touch may be answered one after the other.
    pub in_sequence: bool,
    /// The impulse of one contact, from the place where it is compressed on, the impulse there not being 0. `None`: its path has no end.
    pub impulse: fn(&dyn Strike, compressed: &Place) -> Option<[f64; 3]>,
}

impl PartialEq for RestitutionLaw {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for RestitutionLaw {}

impl fmt::Debug for RestitutionLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
