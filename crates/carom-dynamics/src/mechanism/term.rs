//! One term of a sum of coordinates.

use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::frames::Frames;
use carom_base::Number;

/// One term of a sum: factor · coordinate of (i, j).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Factor.
    pub factor: f64,
    /// Which coordinate.
    pub coordinate: Coordinate,
    /// Marker I.
    pub i: usize,
    /// Marker J.
    pub j: usize,
    /// Counter of turns of an angle.
    pub slot: Option<usize>,
}

impl Term {
    /// The coordinate, turns counted.
    pub fn displacement<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let q = self
            .coordinate
            .value(&frames.marker(self.i), &frames.marker(self.j));
        q + self.slot.map_or(T::zero(), |s| frames.turned(s, q))
    }
}
