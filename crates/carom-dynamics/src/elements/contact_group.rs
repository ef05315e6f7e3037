//! Contacts of groups: solids of many bodies on one side or on both, all of one with all of the other.
//!
//! Such a contact has no places, modes and guards of its own: a thousand balls have half a million pairs. What touches is found anew for each state, so
//! that forces depend on the state alone, and not on the way to it; the law holds in the branch that the state asks for, and the error control of an
//! explicit method takes the steps that this needs (docs/theory/contact.md, "Groups").

use crate::elements::solid::SolidOn;
use crate::mechanism::kinematics::Carrier;
use carom_geometry::overlap::Form;
use std::ops::Range;

/// Which sides a solid is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// On side I.
    pub i: bool,
    /// On side J.
    pub j: bool,
}

/// What is special about a contact of groups.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactGroup {
    /// Its contact, in [`crate::elements::solid::SolidContacts::contacts`].
    pub contact: usize,
    /// Its solids, each once, those with bounds first, in [`crate::elements::solid::SolidContacts::solids`].
    pub solids: Range<usize>,
    /// On which sides each of them is.
    pub sides: Vec<Sides>,
}

impl ContactGroup {
    /// Whether two of its solids may touch, by their numbers in it; then whether the first of them is side I of the pair.
    pub fn faces(&self, solids: &[SolidOn], a: usize, b: usize) -> Option<bool> {
        let carrier = |k: usize| solids[self.solids.start + k].carrier;
        let (x, y) = (self.sides[a], self.sides[b]);
        match carrier(a) == carrier(b) {
            true => None,
            false if x.i && y.j => Some(true),
            false if x.j && y.i => Some(false),
            false => None,
        }
    }
}

/// How a solid of a group is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A ball that is its own bounds.
    Ball,
    /// Another solid with bounds.
    Bounded,
    /// All below a plane on ground.
    Floor,
    /// Without bounds: looked at with every other.
    Unbounded,
}

/// See [`Kind`].
pub fn kind_of(solid: &SolidOn) -> Kind {
    match (solid.solid.form(), &solid.ball) {
        (Form::Sphere { .. }, Some(_)) => Kind::Ball,
        (_, Some(_)) => Kind::Bounded,
        (Form::HalfSpace, None) if solid.carrier == Carrier::Ground => Kind::Floor,
        (_, None) => Kind::Unbounded,
    }
}
