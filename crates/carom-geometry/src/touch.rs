//! Which features of two solids touch, the gap between two features, and where it is; bounds of all that over an interval of time ([`ranges`]). Of sharp convex polyhedra:
//!
//! | features | gap | normal, from J to I |
//! |---|---|---|
//! | a corner of I, a face of J | height of the corner over the plane | of the face |
//! | a corner of J, a face of I | height of the corner over the plane | of the face, opposite |
//! | an edge of each | n·(p_I − p_J), p on the lines | n = ±u×v/|u×v|, out of J |
//!
//! A pair touches in as many points as two faces may have in common. Each point has a number that says which features it is about ([`Polyhedra::code`]). What no point is
//! about yet is watched by one number for the pair, the least *clearance* of all its features: the largest of the gap and of how far the features are beyond
//! each other's borders, so that it is positive wherever they do not touch.
//!
//! ```text
//! corner on a face   max(gap, n·x − d of all other faces)
//! two edges          max(gap, |s| − a, |t| − b, lean, −gap − D)    s, t along the edges to where they cross; a, b half their lengths
//! ```
//!
//! `lean` says how far n is beyond the directions in which both edges stick out, times the size of the solids; deeper than D, a quarter of what the thinner solid measures across, edges are on the far sides. Two edges that are parallel touch with their corners.
//!
//! Rounded solids and those with rims have more features, and formulas of their own (`curved`).
//!
//! A point that slides over a border leaves the features it belongs to. So that each place belongs to some of them, whatever rounding says, corners stay
//! on a face until they are [`BORDER`] beyond its borders, and edges begin as far from their ends.
#![allow(non_snake_case)]

mod apart;
mod arcs;
mod around;
#[cfg(test)]
mod checks;
mod circle;
mod curved;
mod distance;
mod ellipsoid;
mod feature;
mod meeting;
mod other;
mod pieces;
pub mod ranges;
mod regions;
mod rims;
mod ring;
#[cfg(test)]
mod ring_checks;
mod smooth;
#[cfg(test)]
mod smooth_checks;

pub use apart::{apart_along, are_apart, likely_parting, may_be_behind, parting};
pub use feature::{BORDER, Feature, Meeting, Part, Polyhedra, Relative, ring_of, rounding};
pub use meeting::{are_next, is_farther, nearly_touches};
pub use pieces::{are_pieces, is_hidden, pair_of};
pub use regions::LEVEL_RIM;
pub use rims::{FLAT, RECEDES};
pub use ring::touches_twice;

use carom_base::Vec3;
use feature::{EDGES, KINDS, LEVEL, feature_of};

impl Polyhedra {
    /// The faces that a corner may touch: of those into which its own solid does not lean the one it is highest over, and others within the border.
    pub fn faces_at(
        &self,
        at: &Relative<f64>,
        side: usize,
        corner: usize,
    ) -> impl Iterator<Item = usize> {
        let x = self.corner(at, side, corner);
        let (own, other) = (&self.solids[side], &self.solids[1 - side]);
        let (at, border) = (*at, 0.5 * self.border());
        let leans = move |face: usize| {
            let n = match side {
                0 => at.R.tr_mul(&other.faces[face].normal),
                _ => at.R * other.faces[face].normal,
            };
            own.leaving[corner].along.iter().any(|e| n.dot(e) < -LEVEL)
        };
        let height = move |face: usize| self.height(side, face, &x);
        let upright = (0..other.faces.len()).filter(move |face| !leans(*face));
        let top = upright
            .clone()
            .map(height)
            .fold(f64::NEG_INFINITY, f64::max);
        let is_seen = |face: &usize| !other.hidden.face(*face);
        upright.filter(move |face| height(*face) >= top - border && is_seen(face))
    }

    /// Features that may touch: of sharp polyhedra one for each corner that may touch a face, with that face, and each pair of edges; of others all.
    pub fn all(&self, at: &Relative<f64>) -> impl Iterator<Item = Feature> {
        let (at, is_curved, counts) = (*at, self.is_curved(), self.counts());
        let corners = [0, 1].map(|side| {
            let [corners, faces] = counts[side];
            (0..corners).flat_map(move |corner| {
                let top = match is_curved {
                    true => None,
                    false => self.faces_at(&at, side, corner).next(),
                };
                let faces = 0..faces;
                let may_touch = move |face: &usize| is_curved || Some(*face) == top;
                let on = move |face| Feature::Corner { side, corner, face };
                faces.filter(may_touch).map(on)
            })
        });
        let others = (EDGES..KINDS).flat_map(move |kind| {
            let [m, n] = counts[kind];
            (0..m * n).map(move |k| feature_of(kind, [k / n, k % n]))
        });
        let all = corners.into_iter().flatten().chain(others);
        all.filter(|f| !is_hidden(self, *f))
    }

    /// Whether the plane through a point with a normal, in the frame of J, has I above and J below it but for `within`.
    pub fn is_parted(&self, at: &Relative<f64>, [p, n]: [Vec3; 2], within: f64) -> bool {
        let [i, j] = &self.solids;
        let height = |x: Vec3| n.dot(&(x - p));
        let (low, high) = (i.rounding - within, within - j.rounding);
        let own = at.R.tr_mul(&n);
        i.corners.iter().all(|c| height(at.R * *c + at.p) >= low)
            && j.corners.iter().all(|c| height(*c) <= high)
            && i.rims
                .iter()
                .all(|rim| height(at.R * rim.centre + at.p) - rim.reach(&own) >= low)
            && j.rims
                .iter()
                .all(|rim| height(rim.centre) + rim.reach(&n) <= high)
    }

    /// Distance along the best of all separating axes: negative where the solids overlap, no more than their distance where they are apart.
    pub fn separation(&self, at: &Relative<f64>) -> f64 {
        match self.is_curved() {
            true => curved::separation(self, at),
            false => apart::best_of_all(self, at).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::checks::brick;
    use super::*;
    use carom_base::Mat3;

    fn bricks(i: [f64; 3], j: [f64; 3]) -> Polyhedra {
        Polyhedra {
            solids: [brick(i), brick(j)],
        }
    }

    fn placed(p: [f64; 3]) -> Relative<f64> {
        Relative {
            R: Mat3::identity(),
            p: p.into(),
        }
    }

    #[test]
    fn codes_of_features_are_their_own() {
        let pair = bricks([1.0; 3], [2.0; 3]);
        let at = placed([0.0, 0.0, 1.6]);
        for feature in pair.all(&at) {
            assert_eq!(pair.feature(pair.code(feature)), Some(feature));
        }
        assert_eq!(pair.feature(0), None);
    }

    #[test]
    fn boxes_apart_and_overlapping() {
        let pair = bricks([1.0; 3], [2.0; 3]);
        let apart = |z| pair.separation(&placed([0.1, 0.2, z]));
        assert!((apart(1.75) - 0.25).abs() < 1e-15);
        assert!((apart(1.25) + 0.25).abs() < 1e-15);
    }
}
