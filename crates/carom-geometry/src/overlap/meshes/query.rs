//! One question about two meshes, and their vertices in the frame of A.

use super::scratch::Scratch;
use crate::overlap::predicates::Side;
use crate::solid::ClosedMesh;
use carom_base::{Pose, Vec3};

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

    pub(super) fn mesh(&self, side: Side) -> &'a ClosedMesh {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// A vertex in the frame of A.
    #[inline]
    pub(super) fn vertex(&mut self, side: Side, v: u32) -> Vec3 {
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
    pub(super) fn corners(&mut self, side: Side, triangle: u32) -> [Vec3; 3] {
        let [i, j, k] = self.mesh(side).triangles[triangle as usize];
        [
            self.vertex(side, i),
            self.vertex(side, j),
            self.vertex(side, k),
        ]
    }
}
