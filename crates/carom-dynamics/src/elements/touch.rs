//! Two solids as a rigid contact, on their markers: the gap between the features that touch ([`carom_geometry::touch`]), its rate, and the forces along its normal.
#![allow(non_snake_case)]

use crate::mechanism::Mechanism;
use crate::mechanism::frames::{Frames, push_at};
use carom_base::{Number, Vec3};
use carom_geometry::touch::{Feature, Polyhedra, Relative};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Two solids on their markers.
#[derive(Clone, Debug, PartialEq)]
pub struct OnMarkers {
    /// Marker of the frame of solid I.
    pub i: usize,
    /// Marker of the frame of solid J.
    pub j: usize,
    /// Solids I and J.
    pub of: Polyhedra,
}

impl Deref for OnMarkers {
    type Target = Polyhedra;

    fn deref(&self) -> &Polyhedra {
        &self.of
    }
}

impl OnMarkers {
    /// How I stands in the frame of J.
    pub fn relative<T: Number>(&self, frames: &dyn Frames<T>) -> Relative<T> {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        Relative::new(j.R.transpose() * i.R, j.R.tr_mul(&(i.p - j.p)))
    }

    /// Rate of the gap between two features: of its two points, along the normal.
    pub fn rate_of<T: Number>(&self, frames: &dyn Frames<T>, feature: Feature) -> T {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let m = self.meeting(&self.relative(frames), feature);
        let (p, n) = (j.p + j.R * m.at, j.R * m.normal);
        let on_i = i.v + i.w.cross(&(p + n * m.gap - i.p));
        let on_j = j.v + j.w.cross(&(p - j.p));
        n.dot(&(on_i - on_j))
    }
}

/// One point in which two polyhedra may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// The solids.
    pub of: Arc<OnMarkers>,
    /// Its mode: which features touch, see [`Polyhedra::code`].
    pub modes: Range<usize>,
}

impl Touch {
    /// The features that its mode says.
    pub fn own<T: Number>(&self, frames: &dyn Frames<T>) -> Option<Feature> {
        self.of.feature(frames.modes(&self.modes)[0])
    }

    /// The gap between two features; without features there is one.
    pub fn value<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        match self.own(frames) {
            Some(feature) => self.of.meeting(&self.of.relative(frames), feature).gap,
            None => T::constant(self.of.size()),
        }
    }

    /// Point on J and normal, ground axes; none without features.
    pub fn point<T: Number>(&self, frames: &dyn Frames<T>) -> Option<[Vec3<T>; 2]> {
        let feature = self.own(frames)?;
        let (j, m) = (
            frames.marker(self.of.j),
            self.of.meeting(&self.of.relative(frames), feature),
        );
        Some([j.p + j.R * m.at, j.R * m.normal])
    }

    /// Whether the place of its features is known where numbers stand for intervals.
    pub fn is_placed<T: Number>(&self, frames: &dyn Frames<T>) -> bool {
        let own = self.own(frames);
        own.is_some_and(|feature| self.of.is_known(&self.of.relative(frames), feature))
    }

    /// Rate of the gap; zero without features.
    pub fn rate<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        match self.own(frames) {
            Some(feature) => self.of.rate_of(frames, feature),
            None => T::zero(),
        }
    }

    /// Hands the generalized forces of a force along the normal to `add`.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        size: f64,
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        let Some([p, n]) = self.point(frames) else {
            return;
        };
        let ends = [self.of.i, self.of.j];
        push_at(
            &mechanism.markers,
            frames,
            ends,
            (&p, n * T::constant(size)),
            add,
        );
    }
}
