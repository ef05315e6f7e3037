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
mod results;
mod scratch;
mod sums;

use super::predicates::Side;
use super::{Memory, Options, OverlapError};
use crate::solid::ClosedMesh;
use carom_base::{Pose, Vec3};
pub(super) use crossings::boxes_apart;
pub(crate) use scratch::Scratch;
use scratch::Segment;

/// Coordinates of placed vertices that are below this part of what rounding may move are zero.
const NOTHING: f64 = 1e-16;

/// One question: two meshes and a pose.
pub(crate) struct Query<'a> {
    pub a: &'a ClosedMesh,
    pub b: &'a ClosedMesh,
    /// Of B in A.
    pub pose: Pose,
    pub s: &'a mut Scratch,
    /// What rounding may move.
    pub slack: f64,
}

impl<'a> Query<'a> {
    pub(crate) fn new(
        a: &'a ClosedMesh,
        b: &'a ClosedMesh,
        pose: &Pose,
        s: &'a mut Scratch,
    ) -> Self {
        s.prepare(a, b);
        let size = a.centre.norm() + a.radius + b.centre.norm() + b.radius + pose.position.norm();
        s.slack = 1e-14 * size;
        Self {
            a,
            b,
            pose: *pose,
            slack: s.slack,
            s,
        }
    }

    fn mesh(&self, side: Side) -> &'a ClosedMesh {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// A vertex in the frame of A.
    #[inline]
    fn vertex(&mut self, side: Side, v: u32) -> Vec3 {
        if side == Side::A {
            return self.a.vertices[v as usize];
        }
        let (stamp, p) = self.s.placed[v as usize];
        if stamp == self.s.generation {
            return p;
        }
        let p = self.pose.rotation * self.b.vertices[v as usize] + self.pose.position;
        // Exact arithmetic is exact as long as no product of three differences underflows.
        let least = NOTHING * self.slack;
        let p = p.map(|x| if x.abs() < least { 0.0 } else { x });
        self.s.placed[v as usize] = (self.s.generation, p);
        p
    }

    #[inline]
    fn corners(&mut self, side: Side, triangle: u32) -> [Vec3; 3] {
        let [i, j, k] = self.mesh(side).triangles[triangle as usize];
        [
            self.vertex(side, i),
            self.vertex(side, j),
            self.vertex(side, k),
        ]
    }

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
