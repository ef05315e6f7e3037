//! Pairs of triangles that meet, and where their edges pass each other's faces.

use super::query::Query;
use super::scratch::{Crossing, Seen, Segment, at, key, other};
use crate::overlap::memory::Memory;
use crate::overlap::predicates::{Det, Plane, Side, boxes_apart, edge_edge, point_triangle};
use carom_base::{Mat3, Vec3};

/// Two boxes on the same axes more than `room` apart along one of them.
#[inline]
fn apart(c: &Vec3, h: &Vec3, d: &Vec3, g: &Vec3, room: f64) -> bool {
    let x = (c.x - d.x).abs() > h.x + g.x + room;
    let y = (c.y - d.y).abs() > h.y + g.y + room;
    let z = (c.z - d.z).abs() > h.z + g.z + room;
    x | y | z
}

/// Whether a triangle lies farther than `room` on one side of a plane, without doubt.
pub(super) fn far(dets: &[Det; 3], plane: &Plane, room: f64) -> bool {
    let room = room * plane.normal.norm() * (1.0 + 1e-12);
    dets.iter().all(|d| d.value - d.error > room) || dets.iter().all(|d| d.value + d.error < -room)
}

#[inline]
fn sides(
    dets: &[Det; 3],
    face: &[Vec3; 3],
    of: &[Vec3; 3],
    side: Side,
    zero: &mut bool,
) -> [i8; 3] {
    [
        point_triangle(dets[0], face, &of[0], side, zero),
        point_triangle(dets[1], face, &of[1], side, zero),
        point_triangle(dets[2], face, &of[2], side, zero),
    ]
}

pub(super) fn same(s: &[i8; 3]) -> bool {
    s[0] == s[1] && s[1] == s[2]
}

impl Query<'_> {
    /// Pairs of triangles whose boxes meet: by the trees, or by what is left of them since the last time.
    ///
    /// The list of a pair holds all triangles that could meet within a margin of motion, in the order of the descent, which does
    /// not depend on the pose: going through the list finds the same crossings in the same order as going through the trees.
    pub(super) fn candidates(&mut self, memory: &mut Memory) {
        let motion = memory.motion(self.a, self.b, &self.pose);
        if motion.is_some_and(|m| m + self.slack <= memory.margin) {
            for i in 0..memory.pairs.len() {
                let [s, t] = memory.pairs[i];
                self.meet(s, t);
            }
            return;
        }
        let margin = memory.next_margin(self.a, self.b, &self.pose);
        memory.pairs.clear();
        self.descend(margin, memory);
        memory.margin = margin;
        memory.pose = Some(self.pose);
    }

    fn descend(&mut self, margin: f64, memory: &mut Memory) {
        let (a, b) = (self.a, self.b);
        let absolute = self.pose.rotation.abs();
        let room = margin + self.slack;
        let mut stack = std::mem::take(&mut self.s.stack);
        stack.clear();
        if !self.nodes_apart(0, 0, &absolute, room) {
            stack.push((0, 0));
        }
        // Pairs on the stack are known to meet.
        while let Some((i, j)) = stack.pop() {
            let (p, q) = (&a.tree.nodes[i as usize], &b.tree.nodes[j as usize]);
            let [first, second] = match (p.is_leaf(), q.is_leaf()) {
                (true, true) => {
                    for s in p.first..p.first + p.count {
                        for t in q.first..q.first + q.count {
                            if margin == 0.0 {
                                self.meet(s, t);
                            } else if self.is_near(s, t, room) {
                                memory.pairs.push([s, t]);
                                self.meet(s, t);
                            }
                        }
                    }
                    continue;
                }
                (false, leaf) if leaf || p.size >= q.size => [(p.first, j), (p.first + 1, j)],
                _ => [(i, q.first), (i, q.first + 1)],
            };
            if !self.nodes_apart(second.0, second.1, &absolute, room) {
                stack.push(second);
            }
            if !self.nodes_apart(first.0, first.1, &absolute, room) {
                stack.push(first);
            }
        }
        self.s.stack = stack;
    }

    /// The six axes of two boxes, one turned, and the normals of two discs. What is seen from the other frame is turned once for each query.
    #[inline]
    fn nodes_apart(&mut self, i: u32, j: u32, absolute: &Mat3, room: f64) -> bool {
        self.s.boxes_seen += 1;
        let generation = self.s.generation;
        let (i, j) = (i as usize, j as usize);
        let (p, q) = (&self.a.tree.nodes[i], &self.b.tree.nodes[j]);
        let (stamp, seen) = &mut self.s.from_a[j];
        if *stamp != generation {
            *stamp = generation;
            let disc = &self.b.tree.discs[j];
            let pose = &self.pose;
            *seen = Seen {
                centre: pose.rotation * q.centre + pose.position,
                half: absolute * q.half,
                middle: pose.rotation * disc.middle + pose.position,
                normal: pose.rotation * disc.normal,
            };
        }
        if apart(&p.centre, &p.half, &seen.centre, &seen.half, room) {
            return true;
        }
        let (of_a, of_b) = (&self.a.tree.discs[i], &self.b.tree.discs[j]);
        if of_a.is_apart(of_b, &seen.middle, &seen.normal, room) {
            return true;
        }
        let turned = &mut self.s.from_b[i];
        if turned.0 != generation {
            let centre = self.pose.rotation.tr_mul(&(p.centre - self.pose.position));
            *turned = (generation, centre, absolute.tr_mul(&p.half));
        }
        apart(&q.centre, &q.half, &turned.1, &turned.2, room)
    }

    /// Whether two triangles could meet after a motion of `room`.
    fn is_near(&mut self, s: u32, t: u32, room: f64) -> bool {
        let (a, b) = (self.a.corners(s), self.corners(Side::B, t));
        if boxes_apart(&a, &b, room) {
            return false;
        }
        let (pa, pb) = (Plane::new(&a), Plane::new(&b));
        !far(&pa.dets(&b), &pa, room) && !far(&pb.dets(&a), &pb, room)
    }

    /// Finds where triangle s of A and triangle t of B meet: no point of the contact curve or two.
    fn meet(&mut self, s: u32, t: u32) {
        self.s.pairs_seen += 1;
        let (a, b) = (self.a.corners(s), self.corners(Side::B, t));
        if boxes_apart(&a, &b, 0.0) {
            return;
        }
        let mut zero = false;
        let det_b = Plane::new(&a).dets(&b);
        let of_b = sides(&det_b, &a, &b, Side::B, &mut zero);
        if same(&of_b) {
            return;
        }
        let det_a = Plane::new(&b).dets(&a);
        let of_a = sides(&det_a, &b, &a, Side::A, &mut zero);
        if same(&of_a) {
            return;
        }
        // Signs of pairs of edges, as they are needed.
        let mut signs = [[0i8; 3]; 3];
        let mut pair = |i: usize, j: usize| {
            if signs[i][j] == 0 {
                signs[i][j] = edge_edge(&a[i], &a[(i + 1) % 3], &b[j], &b[(j + 1) % 3], &mut zero);
            }
            signs[i][j]
        };
        let (mut from, mut to) = (None, None);
        let mut count = 0;
        let mut found = [(Side::A, 0usize, false); 6];
        for i in 0..3 {
            if of_a[i] != of_a[(i + 1) % 3] && pair(i, 0) == pair(i, 1) && pair(i, 1) == pair(i, 2)
            {
                // entering: outside before
                found[count] = (Side::A, i, of_a[i] == 1);
                count += 1;
            }
        }
        for j in 0..3 {
            if of_b[j] != of_b[(j + 1) % 3] && pair(0, j) == pair(1, j) && pair(1, j) == pair(2, j)
            {
                found[count] = (Side::B, j, of_b[j] == 1);
                count += 1;
            }
        }
        self.s.coplanar |= zero;
        for &(side, k, enters) in &found[..count] {
            let (dets, face, edge_of) = match side {
                Side::A => (&det_a, t, s),
                Side::B => (&det_b, s, t),
            };
            let c = self.crossing(side, edge_of, k, face, enters, dets);
            // On A's face: an edge of A that enters B ends the segment; an edge of B that enters A starts it, for on B's face,
            // where it ends the segment, the segment is run through backwards.
            let crossing = &mut self.s.crossings[c as usize];
            if (side == Side::A) == enters {
                crossing.ends += 1;
                to = Some(c);
            } else {
                crossing.starts += 1;
                from = Some(c);
            }
        }
        if let (Some(from), Some(to)) = (from, to) {
            self.s.segments.push(Segment {
                faces: [s, t],
                from,
                to,
            });
        }
    }

    /// The crossing of edge k of a triangle and a face of the other solid; made when it is seen first.
    pub(super) fn crossing(
        &mut self,
        side: Side,
        triangle: u32,
        k: usize,
        face: u32,
        enters: bool,
        dets: &[Det; 3],
    ) -> u32 {
        let mesh = self.mesh(side);
        let edge = mesh.edges_of[triangle as usize][k];
        let key = key(side, edge, face);
        let slot = self.s.slot(key);
        if self.s.table[slot].1 == self.s.generation {
            return self.s.table[slot].2;
        }
        let number = self.s.crossings.len() as u32;
        self.s.table[slot] = (key, self.s.generation, number);
        let forward = mesh.edges[edge as usize].left == triangle;
        let [mut p, mut q] = [dets[k], dets[(k + 1) % 3]];
        if !forward {
            std::mem::swap(&mut p, &mut q);
        }
        let ends = mesh.edges[edge as usize].ends.map(|v| self.vertex(side, v));
        let along = ends[1] - ends[0];
        let span = p.value - q.value;
        // From the nearer end; where rounding leaves nothing, anywhere on the edge is as good.
        let part = |x: f64| {
            let x = x / span;
            if x.is_finite() {
                x.clamp(0.0, 1.0)
            } else {
                0.5
            }
        };
        let (place, point) = if p.value.abs() <= q.value.abs() {
            let x = part(p.value);
            (x, ends[0] + along * x)
        } else {
            let x = part(-q.value);
            (1.0 - x, ends[1] - along * x)
        };
        self.s.crossings.push(Crossing {
            side,
            edge,
            triangle: face,
            sign: if enters == forward { 1 } else { -1 },
            starts: 0,
            ends: 0,
            along: place,
            // NaN where nothing is known: compared exactly
            error: 2.0 * (p.error + q.error) / span.abs() + 1e-15,
            point,
        });
        let generation = self.s.generation;
        let other = self.mesh(other(side));
        self.s.marks[at(side)].shell[mesh.shell_of[triangle as usize] as usize] = generation;
        self.s.marks[1 - at(side)].shell[other.shell_of[face as usize] as usize] = generation;
        self.s.element();
        if 2 * self.s.crossings.len() > self.s.table.len() {
            self.s.rehash();
        }
        number
    }
}
