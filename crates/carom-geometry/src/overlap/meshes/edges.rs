//! Which portions of edges, and which shells, lie inside the other solid.

use super::crossings::same;
use super::query::Query;
use super::scratch::{Inside, OUTSIDE, Portion, at, other};
use crate::overlap::predicates::{Passage, Plane, Side, edge_edge, order, point_triangle};
use crate::overlap::query::OverlapError;
use carom_base::{Mat3, Vec3};
use std::cmp::Ordering;

impl Query<'_> {
    /// Crossings along each edge in order; the portions between entering and leaving are inside.
    pub(super) fn split_edges(&mut self) -> Result<(), OverlapError> {
        let mut sorted = std::mem::take(&mut self.s.order);
        sorted.clear();
        sorted.extend(0..self.s.crossings.len() as u32);
        sorted.sort_unstable_by(|&i, &j| self.before(i, j));
        let done = self.split_sorted(&sorted);
        self.s.order = sorted;
        done
    }

    pub(super) fn before(&self, i: u32, j: u32) -> Ordering {
        let (x, y) = (&self.s.crossings[i as usize], &self.s.crossings[j as usize]);
        let edges = (at(x.side), x.edge).cmp(&(at(y.side), y.edge));
        if edges != Ordering::Equal || i == j {
            return edges;
        }
        if (x.along - y.along).abs() > x.error + y.error {
            return x.along.total_cmp(&y.along);
        }
        let place = |v: u32, side: Side| match side {
            Side::A => self.a.vertices[v as usize],
            Side::B => self.s.placed[v as usize].1,
        };
        let faces = other(x.side);
        let passage = |t: u32| Passage {
            triangle: self.mesh(faces).triangles[t as usize].map(|v| place(v, faces)),
        };
        let [p, q] = self.mesh(x.side).edges[x.edge as usize]
            .ends
            .map(|v| place(v, x.side));
        order(&p, &q, &passage(x.triangle), &passage(y.triangle), x.side)
            // Two faces in one plane, where shells touch: out of one and into the other.
            .then(x.sign.cmp(&y.sign))
            .then(x.triangle.cmp(&y.triangle))
    }

    fn split_sorted(&mut self, sorted: &[u32]) -> Result<(), OverlapError> {
        let wrong = Err(OverlapError::Inconsistent("an edge enters twice"));
        let mut k = 0;
        while k < sorted.len() {
            let head = self.s.crossings[sorted[k] as usize];
            let (side, edge) = (head.side, head.edge);
            let ends = self.mesh(side).edges[edge as usize].ends;
            let generation = self.s.generation;
            self.s.marks[at(side)].edge[edge as usize] = generation;
            // the beginning of an open portion
            let mut open = match head.sign {
                -1 => Some((self.mark_inside(side, ends[0])?, self.vertex(side, ends[0]))),
                _ => {
                    self.mark_outside(side, ends[0])?;
                    None
                }
            };
            while k < sorted.len() {
                let number = sorted[k];
                let c = self.s.crossings[number as usize];
                if (c.side, c.edge) != (side, edge) {
                    break;
                }
                open = match (open, c.sign) {
                    (None, 1) => Some((number, c.point)),
                    (Some((element, from)), -1) => {
                        self.portion(side, edge, element, from, number, c.point);
                        None
                    }
                    _ => return wrong,
                };
                k += 1;
            }
            match open {
                Some((element, from)) => {
                    let end = self.mark_inside(side, ends[1])?;
                    let to = self.vertex(side, ends[1]);
                    self.portion(side, edge, element, from, end, to);
                }
                None => self.mark_outside(side, ends[1])?,
            }
        }
        Ok(())
    }

    fn portion(&mut self, side: Side, edge: u32, element: u32, from: Vec3, end: u32, to: Vec3) {
        self.s.unite(element, end);
        self.s.portions.push(Portion {
            side,
            edge,
            element,
            from,
            to,
        });
    }

    /// The element of a vertex inside the other solid.
    fn mark_inside(&mut self, side: Side, v: u32) -> Result<u32, OverlapError> {
        let generation = self.s.generation;
        let (stamp, element) = self.s.marks[at(side)].vertex[v as usize];
        if stamp == generation {
            return match element {
                OUTSIDE => Err(OverlapError::Inconsistent("a vertex is inside and outside")),
                e => Ok(e),
            };
        }
        let element = self.s.element();
        self.s.marks[at(side)].vertex[v as usize] = (generation, element);
        self.s.queue.push((side, v));
        Ok(element)
    }

    fn mark_outside(&mut self, side: Side, v: u32) -> Result<(), OverlapError> {
        let mark = &mut self.s.marks[at(side)].vertex[v as usize];
        if mark.0 == self.s.generation && mark.1 != OUTSIDE {
            return Err(OverlapError::Inconsistent("a vertex is inside and outside"));
        }
        *mark = (self.s.generation, OUTSIDE);
        Ok(())
    }

    /// From vertices inside over edges that are not crossed: all of these are inside.
    pub(super) fn flood(&mut self) -> Result<(), OverlapError> {
        let generation = self.s.generation;
        let mut next = 0;
        while next < self.s.queue.len() {
            let (side, v) = self.s.queue[next];
            next += 1;
            let mesh = self.mesh(side);
            let element = self.s.marks[at(side)].vertex[v as usize].1;
            let range = mesh.begin[v as usize] as usize..mesh.begin[v as usize + 1] as usize;
            for &edge in &mesh.around[range] {
                let mark = &mut self.s.marks[at(side)].edge[edge as usize];
                if *mark == generation {
                    continue;
                }
                *mark = generation;
                let ends = mesh.edges[edge as usize].ends;
                let far = if ends[0] == v { ends[1] } else { ends[0] };
                let end = self.mark_inside(side, far)?;
                let [from, to] = ends.map(|v| self.vertex(side, v));
                self.portion(side, edge, element, from, end, to);
            }
        }
        Ok(())
    }

    pub(super) fn uncrossed_shells(&mut self) {
        for side in [Side::A, Side::B] {
            let mesh = self.mesh(side);
            for k in 0..mesh.shells.len() {
                if self.s.marks[at(side)].shell[k] == self.s.generation {
                    continue;
                }
                if self.is_inside(side, mesh.shells[k].vertex) {
                    let element = self.s.element();
                    self.s.insides.push(Inside {
                        side,
                        shell: k as u32,
                        element,
                    });
                }
            }
        }
    }

    /// Whether a vertex lies inside the other solid: the crossings of an edge from there to a point far away, by the same
    /// predicates and the same tie-break as all other edges.
    fn is_inside(&mut self, side: Side, vertex: u32) -> bool {
        let p = self.vertex(side, vertex);
        let target = self.mesh(other(side));
        let (local, rotation) = match side {
            Side::A => (
                self.pose.rotation.tr_mul(&(p - self.pose.position)),
                self.pose.rotation.transpose(),
            ),
            Side::B => (p, Mat3::identity()),
        };
        if target.tree.nodes[0].distance_squared(&local) > self.slack * self.slack {
            return false;
        }
        // any direction will do; this one is not along anything
        let away = Vec3::new(0.537_193, 0.410_827, 0.736_631);
        let q = p + away * (4.0 * target.radius);
        let (origin, direction) = (local, rotation * (q - p));
        let inverse = direction.map(f64::recip);
        let mut winding = 0;
        let mut stack = std::mem::take(&mut self.s.stack);
        stack.clear();
        stack.push((0, 0));
        while let Some((i, _)) = stack.pop() {
            let mut node = target.tree.nodes[i as usize];
            node.half += Vec3::repeat(self.slack);
            if !node.is_met(&origin, &inverse, 1.0) {
                continue;
            }
            if !node.is_leaf() {
                stack.extend([(node.first + 1, 0), (node.first, 0)]);
                continue;
            }
            for t in node.first..node.first + node.count {
                winding -= i32::from(self.passes(side, &p, &q, t));
            }
        }
        self.s.stack = stack;
        winding > 0
    }

    /// 1 if p→q enters through a triangle of the other solid, −1 if it leaves, 0 if it passes by.
    pub(super) fn passes(&mut self, side: Side, p: &Vec3, q: &Vec3, triangle: u32) -> i8 {
        let face = self.corners(other(side), triangle);
        let plane = Plane::new(&face);
        let mut zero = false;
        let sp = point_triangle(plane.det(p), &face, p, side, &mut zero);
        let sq = point_triangle(plane.det(q), &face, q, side, &mut zero);
        if sp == sq {
            return 0;
        }
        let signs = [0, 1, 2].map(|k| {
            let (a, b) = (&face[k], &face[(k + 1) % 3]);
            match side {
                Side::A => edge_edge(p, q, a, b, &mut zero),
                Side::B => edge_edge(a, b, p, q, &mut zero),
            }
        });
        if same(&signs) { sp } else { 0 }
    }
}
