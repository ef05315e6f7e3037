//! Depth and direction of two solids by the exact faces behind their triangles.
//!
//! Triangles that hold the solids give a place c: the centroid of a volume in which they overlap, or the middle of the way between them. Its feet a, b on
//! the faces have outward normals m, n. Where smooth faces are deepest in each other, or nearest, these are opposite; from c this place is found by
//! Newton's steps along the common tangent plane,
//!
//! ```text
//! x ← x − K⁺·(m + n),   K = S_A + S_B,   λ⁺ = λ/(λ² + ε²) of the eigenvalues λ > 0 of K, else 0
//! ```
//!
//! so that it does not depend on where facets have put c. Along a line of contact K is zero: there the place stays that of c. The depth is
//! `(b − a)·u` with u = (n − m)/|n − m|, less than 0 for a gap.
//!
//! Beyond the edges of its face, such as that of a tip that leaves a flank, a solid goes on with that edge and its corners: the [passage].
//!
//! Where faces are not known the points are those of the triangles, moved back by as much as these were moved out.

mod lean;
mod pair;
mod passage;

use super::rate::Rate3;
use carom_base::Vec3;
pub(super) use lean::flatness;
pub(super) use pair::{At, FARTHEST, Of, Pair, Stand, on_planes};
use passage::Passage;

impl Pair<'_> {
    /// How they stand at the place c that moves by `by`; `hint` is the direction of the force on A as triangles have it. What cannot be by the triangles that
    /// hold them does not count.
    pub fn stand(
        &self,
        c: &Vec3,
        by: &Rate3,
        hint: &Vec3,
        can_be: impl Fn(&Stand) -> bool,
        stack: &mut Vec<(u32, u32)>,
    ) -> Option<Stand> {
        let mut passage = Passage { pair: self, stack };
        let found = passage.find(c, by, hint, &can_be);
        found.or_else(|| self.by_triangles(c, by, hint))
    }
}
