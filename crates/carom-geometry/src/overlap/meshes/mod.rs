//! Overlap of two closed meshes by local sums: no mesh of the intersection is made.
//!
//! The surface of the intersection consists of the parts of A's faces inside B and of B's faces inside A. Each part is bounded by
//! segments of the contact curve, where a face of A meets a face of B, and by portions of edges inside the other solid. Every
//! such piece x→y of a face contributes the fan (r, x, y) about a point r of the face: signed fans cancel outside of the part, so
//! faces with holes, several parts or corners turned inwards need no special case (compare Franklin's polyhedron formulas from
//! local topology). Volume and moments follow by the divergence theorem, over the oriented tetrahedra (O, r, x, y).
//!
//! All decisions are exact signs ([`super::predicates`]); coordinates only enter the sums. What belongs together is found by
//! uniting the ends of pieces.

mod around;
mod components;
mod crossings;
mod edges;
mod query;
mod results;
mod scratch;
mod summing;
mod sums;

use super::memory::Memory;
use super::query::{Options, OverlapError};
pub(crate) use query::Query;
pub(crate) use scratch::Scratch;
use scratch::Segment;

impl Query<'_> {
    /// All volumes of intersection, into the scratch.
    pub(crate) fn run(
        &mut self,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<(), OverlapError> {
        self.candidates(memory);
        for c in &self.s.crossings {
            if (c.starts, c.ends) != (1, 1) {
                return Err(OverlapError::Inconsistent("a contact curve has an end"));
            }
        }
        self.split_edges()?;
        self.flood()?;
        self.uncrossed_shells();
        for i in 0..self.s.segments.len() {
            let Segment { from, to, .. } = self.s.segments[i];
            self.s.unite(from, to);
        }
        let origin = self.origin();
        self.label_components();
        self.sum(&origin, options.rates);
        self.join_cavities(&origin);
        self.results(&origin, options);
        Ok(())
    }
}
