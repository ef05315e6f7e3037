//! The pieces of the surface of the intersection, and what of them belongs together.

use super::query::Query;
use super::scratch::{Loop, at};
use super::sums::Sums;
use crate::overlap::predicates::Side;
use carom_base::Vec3;

impl Query<'_> {
    /// Calls back with each piece of the surface of the intersection: side, face, element, from, to.
    pub(in crate::overlap) fn pieces(&self, mut f: impl FnMut(Side, u32, u32, &Vec3, &Vec3)) {
        for s in &self.s.segments {
            let [x, y] = [s.from, s.to].map(|c| &self.s.crossings[c as usize].point);
            f(Side::A, s.faces[0], s.from, x, y);
            f(Side::B, s.faces[1], s.from, y, x);
        }
        for p in &self.s.portions {
            let edge = &self.mesh(p.side).edges[p.edge as usize];
            f(p.side, edge.left, p.element, &p.from, &p.to);
            f(p.side, edge.right, p.element, &p.to, &p.from);
        }
    }

    /// Corners of a triangle in the frame of A.
    pub(in crate::overlap) fn placed_corners(&self, side: Side, triangle: u32) -> [Vec3; 3] {
        let corners = self.mesh(side).corners(triangle);
        match side {
            Side::A => corners,
            Side::B => corners.map(|p| self.pose.rotation * p + self.pose.position),
        }
    }

    /// Triangles of shells that lie within the other solid as a whole.
    pub(in crate::overlap) fn whole_faces(&self) -> impl Iterator<Item = (Side, u32)> + '_ {
        self.s.insides.iter().flat_map(|inside| {
            let of = &self.mesh(inside.side).shell_of;
            let all = (0..of.len() as u32).filter(|t| of[*t as usize] == inside.shell);
            all.map(|t| (inside.side, t))
        })
    }

    /// Numbers the components. Where a face carries several, those with a hole in it are joined to what is around the hole.
    pub(super) fn label_components(&mut self) {
        self.number();
        if self.s.sums.len() > 1 && self.shared_faces() {
            self.join_holes();
            self.number();
        }
    }

    pub(super) fn number(&mut self) {
        self.s.sums.clear();
        let mut component = std::mem::take(&mut self.s.component);
        component.clear();
        component.resize(self.s.parents.len(), (0, 0));
        for i in 0..self.s.parents.len() as u32 {
            let root = self.s.find(i);
            if root == i {
                component[i as usize] = (i, self.s.sums.len() as u32);
                self.s.sums.push(Sums::zero());
            } else {
                // the root has the smaller number
                component[i as usize] = (root, component[root as usize].1);
            }
        }
        self.s.component = component;
    }

    /// Whether there are faces with pieces of several components; collects those pieces.
    fn shared_faces(&mut self) -> bool {
        let generation = self.s.generation;
        let mut marks = std::mem::take(&mut self.s.marks);
        let mut found = false;
        self.pieces(|side, face, element, _, _| {
            let label = self.s.component[element as usize].1;
            let mark = &mut marks[at(side)].face[face as usize];
            if mark.labelled != generation {
                mark.labelled = generation;
                mark.label = label;
                mark.several = false;
            } else if mark.label != label {
                mark.several = true;
                found = true;
            }
        });
        if found {
            let mut loops = std::mem::take(&mut self.s.loops);
            self.pieces(|side, face, element, from, to| {
                if marks[at(side)].face[face as usize].several {
                    loops.push(Loop {
                        side,
                        face,
                        element: self.s.component[element as usize].0,
                        from: *from,
                        to: *to,
                    });
                }
            });
            loops.sort_by_key(|l| (at(l.side), l.face, l.element));
            self.s.loops = loops;
        }
        self.s.marks = marks;
        found
    }

    fn join_holes(&mut self) {
        let loops = std::mem::take(&mut self.s.loops);
        let mut areas = std::mem::take(&mut self.s.areas);
        for face in loops.chunk_by(|x, y| (at(x.side), x.face) == (at(y.side), y.face)) {
            let [a, b, c] = self.corners(face[0].side, face[0].face);
            let normal = (b - a).cross(&(c - a));
            areas.clear();
            for one in face.chunk_by(|x, y| x.element == y.element) {
                let r = one[0].from;
                let area: f64 = one
                    .iter()
                    .map(|l| (l.from - r).cross(&(l.to - r)).dot(&normal))
                    .sum();
                areas.push((one[0].element, area, r));
            }
            for &(hole, area, point) in &areas {
                if area >= 0.0 {
                    continue;
                }
                let around = face
                    .chunk_by(|x, y| x.element == y.element)
                    .zip(&areas)
                    .filter(|(one, (_, area, _))| *area > 0.0 && winds_around(one, &point, &normal))
                    .min_by(|x, y| x.1.1.total_cmp(&y.1.1));
                if let Some((_, &(outer, ..))) = around {
                    self.s.unite(hole, outer);
                }
            }
        }
        self.s.areas = areas;
        self.s.loops = loops;
    }

    /// Components with a negative volume are cavities of the smallest one around them.
    pub(super) fn join_cavities(&mut self, origin: &Vec3) {
        for hole in 0..self.s.sums.len() {
            let Sums {
                volume, low, high, ..
            } = self.s.sums[hole];
            if volume >= 0.0 {
                continue;
            }
            let point = self.point_of(hole as u32);
            let mut best: Option<usize> = None;
            for k in 0..self.s.sums.len() {
                let s = &self.s.sums[k];
                let holds = s.volume > -volume
                    && (s.low - low).max() <= 0.0
                    && (high - s.high).max() <= 0.0;
                let smaller = best.is_none_or(|b| s.volume < self.s.sums[b].volume);
                if holds && smaller && self.winding(k as u32, &point, origin) > 0.5 {
                    best = Some(k);
                }
            }
            if let Some(k) = best {
                let hole = std::mem::replace(&mut self.s.sums[hole], Sums::zero());
                self.s.sums[k].add(&hole);
            }
        }
    }

    /// Some point on a component.
    fn point_of(&self, component: u32) -> Vec3 {
        let mut point = None;
        self.pieces(|_, _, element, from, _| {
            if point.is_none() && self.s.component[element as usize].1 == component {
                point = Some(*from);
            }
        });
        point.unwrap_or_else(|| {
            let inside = self
                .s
                .insides
                .iter()
                .find(|i| self.s.component[i.element as usize].1 == component);
            inside.map_or_else(Vec3::zeros, |i| {
                let mesh = self.mesh(i.side);
                let p = mesh.vertices[mesh.shells[i.shell as usize].vertex as usize];
                match i.side {
                    Side::A => p,
                    Side::B => self.pose.rotation * p + self.pose.position,
                }
            })
        })
    }

    /// How often the surface of a component winds around a point: the sum of solid angles over 4π (van Oosterom and Strackee 1983).
    pub(super) fn winding(&self, component: u32, point: &Vec3, origin: &Vec3) -> f64 {
        let mut sum = 0.0;
        self.pieces(|side, face, element, from, to| {
            if self.s.component[element as usize].1 == component {
                let r = self.s.marks[at(side)].face[face as usize].reference + origin;
                sum += solid_angle(&(r - point), &(from - point), &(to - point));
            }
        });
        for i in self
            .s
            .insides
            .iter()
            .filter(|i| self.s.component[i.element as usize].1 == component)
        {
            let mesh = self.mesh(i.side);
            let local = match i.side {
                Side::A => *point,
                Side::B => self.pose.rotation.tr_mul(&(point - self.pose.position)),
            };
            for t in 0..mesh.triangles.len() as u32 {
                if mesh.shell_of[t as usize] == i.shell {
                    let [a, b, c] = mesh.corners(t).map(|p| p - local);
                    sum += solid_angle(&a, &b, &c);
                }
            }
        }
        sum / (4.0 * std::f64::consts::PI)
    }
}

/// Whether a loop in a plane runs around a point, counted by crossings of a ray along one axis of the plane.
fn winds_around(pieces: &[Loop], point: &Vec3, normal: &Vec3) -> bool {
    let k = normal.iamax();
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let mut winding = 0;
    for l in pieces {
        let (x, y) = (l.from, l.to);
        let up = y[j] > point[j];
        if (x[j] > point[j]) == up {
            continue;
        }
        let t = (point[j] - x[j]) / (y[j] - x[j]);
        if x[i] + t * (y[i] - x[i]) > point[i] {
            winding += if up { 1 } else { -1 };
        }
    }
    winding != 0
}

fn solid_angle(a: &Vec3, b: &Vec3, c: &Vec3) -> f64 {
    let (x, y, z) = (a.norm(), b.norm(), c.norm());
    let top = a.dot(&b.cross(c));
    let bottom = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
    2.0 * top.atan2(bottom)
}
