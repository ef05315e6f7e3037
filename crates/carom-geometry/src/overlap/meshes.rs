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

use super::nearest::{self, Nearest};
use super::predicates::{Det, Passage, Plane, Side, edge_edge, order, point_triangle};
use super::rate::{Rate1, Rate3};
use super::volume::{Flags, Rates, Volume};
use super::{Memory, Options, OverlapError};
use crate::solid::ClosedMesh;
use carom_base::space::skew;
use carom_base::{Mat3, Pose, Vec3};
use std::cmp::Ordering;

/// Marks a vertex known to be outside.
const OUTSIDE: u32 = u32::MAX;
/// Volumes below this part of the cube of their extent are rounding.
const NOTHING: f64 = 1e-14;

/// Where an edge of one solid passes a triangle of the other.
#[derive(Clone, Copy)]
struct Crossing {
    /// Whose edge.
    side: Side,
    edge: u32,
    triangle: u32,
    /// 1: the edge enters the other solid there in its own direction, −1: it leaves.
    sign: i8,
    /// How many segments begin and end there; one each in the end.
    starts: u8,
    ends: u8,
    /// Place along the edge, 0 to 1, and a bound of its error.
    along: f64,
    error: f64,
    point: Vec3,
}

/// Where triangle `faces[0]` of A meets triangle `faces[1]` of B, run through as on A's face.
#[derive(Clone, Copy)]
struct Segment {
    faces: [u32; 2],
    from: u32,
    to: u32,
}

/// A piece of an edge inside the other solid.
#[derive(Clone, Copy)]
struct Portion {
    side: Side,
    edge: u32,
    element: u32,
    from: Vec3,
    to: Vec3,
}

/// What belongs to one point of the union-find forest: a whole shell inside the other solid.
#[derive(Clone, Copy)]
struct Inside {
    side: Side,
    shell: u32,
    element: u32,
}

/// Marks on the parts of one mesh, valid if stamped with the current generation.
#[derive(Default)]
struct Marks {
    vertex: Vec<(u32, u32)>,
    edge: Vec<u32>,
    shell: Vec<u32>,
    face: Vec<Face>,
}

#[derive(Clone, Copy, Default)]
struct Face {
    /// The first component seen there, and whether there were others; the generation in which they were.
    labelled: u32,
    label: u32,
    several: bool,
    /// Fans are about this point; the generation in which it was set.
    referred: u32,
    reference: Vec3,
}

/// Sums over the pieces of one component, about the working origin.
#[derive(Clone, Copy)]
struct Sums {
    volume: f64,
    first: Vec3,
    area: Vec3,
    moment: Vec3,
    low: Vec3,
    high: Vec3,
    /// Whether there is a contact curve.
    curve: bool,
    /// ∫ x·n_Aᵀ dS.
    outer: Mat3,
    /// ∫ x·(x × n_A)ᵀ dS.
    turning: Mat3,
    area_rate: Rate3,
    moment_rate: Rate3,
}

impl Sums {
    fn zero() -> Self {
        Self {
            volume: 0.0,
            first: Vec3::zeros(),
            area: Vec3::zeros(),
            moment: Vec3::zeros(),
            low: Vec3::repeat(f64::INFINITY),
            high: Vec3::repeat(f64::NEG_INFINITY),
            curve: false,
            outer: Mat3::zeros(),
            turning: Mat3::zeros(),
            area_rate: Rate3::ZERO,
            moment_rate: Rate3::ZERO,
        }
    }

    /// The fan of a piece x→y about r on a face of the given side.
    fn fan(&mut self, side: Side, rates: bool, r: &Vec3, x: &Vec3, y: &Vec3) {
        let across = (x - r).cross(&(y - r));
        let volume = r.dot(&across) / 6.0;
        let sum = r + x + y;
        self.volume += volume;
        self.first += sum * (0.25 * volume);
        if side == Side::B {
            return;
        }
        let area = across * 0.5;
        let middle = sum / 3.0;
        self.area += area;
        self.moment += middle.cross(&area);
        if rates {
            self.outer += middle.outer(&area);
            let squares = r.outer(r) + x.outer(x) + y.outer(y);
            self.turning += (squares + sum.outer(&sum)) * skew(&area) / 12.0;
        }
    }

    fn reach(&mut self, p: &Vec3) {
        self.low = self.low.inf(p);
        self.high = self.high.sup(p);
    }

    fn add(&mut self, o: &Self) {
        self.volume += o.volume;
        self.first += o.first;
        self.area += o.area;
        self.moment += o.moment;
        self.low = self.low.inf(&o.low);
        self.high = self.high.sup(&o.high);
        self.curve |= o.curve;
        self.outer += o.outer;
        self.turning += o.turning;
        self.area_rate += o.area_rate;
        self.moment_rate += o.moment_rate;
    }
}

/// A loop piece on a face that carries several components.
#[derive(Clone, Copy)]
struct Loop {
    side: Side,
    face: u32,
    element: u32,
    from: Vec3,
    to: Vec3,
}

/// Work space, kept between queries so that nothing is allocated once it has grown.
#[derive(Default)]
pub(crate) struct Scratch {
    generation: u32,
    stack: Vec<(u32, u32)>,
    pub(super) bounds: Vec<(f64, u32, u32)>,
    /// What rounding may have moved in the last query.
    pub(super) slack: f64,
    /// Vertices of B in the frame of A, made as they are needed.
    placed: Vec<(u32, Vec3)>,
    /// Boxes of the nodes of A in the frame of B, and of B in that of A: centre, half; made as they are needed.
    boxes: [Vec<(u32, Vec3, Vec3)>; 2],
    marks: [Marks; 2],
    crossings: Vec<Crossing>,
    /// Open addressing: key, generation, number of the crossing.
    table: Vec<(u64, u32, u32)>,
    segments: Vec<Segment>,
    portions: Vec<Portion>,
    insides: Vec<Inside>,
    order: Vec<u32>,
    parents: Vec<u32>,
    queue: Vec<(Side, u32)>,
    /// Component of each root, by element.
    component: Vec<(u32, u32)>,
    sums: Vec<Sums>,
    loops: Vec<Loop>,
    areas: Vec<(u32, f64, Vec3)>,
    /// Volumes, or with them rates, found last.
    pub(crate) volumes: Vec<Volume>,
    pub(crate) rates: Vec<Rates>,
    swap: Vec<(Volume, Rates)>,
    coplanar: bool,
    /// Pairs of triangles looked at, crossings found: for counts of work.
    pub(crate) pairs_seen: u64,
    pub(crate) boxes_seen: u64,
}

fn at(side: Side) -> usize {
    match side {
        Side::A => 0,
        Side::B => 1,
    }
}

fn other(side: Side) -> Side {
    match side {
        Side::A => Side::B,
        Side::B => Side::A,
    }
}

impl Scratch {
    /// Whether the surfaces cross or a shell lies within the other solid.
    pub(super) fn meets(&self) -> bool {
        !(self.crossings.is_empty() && self.insides.is_empty())
    }

    fn prepare(&mut self, a: &ClosedMesh, b: &ClosedMesh) {
        if self.generation == u32::MAX {
            *self = Self::default();
        }
        self.generation += 1;
        grow(&mut self.placed, b.vertices.len(), (0, Vec3::zeros()));
        for (boxes, mesh) in self.boxes.iter_mut().zip([a, b]) {
            grow(
                boxes,
                mesh.tree.nodes.len(),
                (0, Vec3::zeros(), Vec3::zeros()),
            );
        }
        for (marks, mesh) in self.marks.iter_mut().zip([a, b]) {
            grow(&mut marks.vertex, mesh.vertices.len(), (0, 0));
            grow(&mut marks.edge, mesh.edges.len(), 0);
            grow(&mut marks.shell, mesh.shells.len(), 0);
            grow(&mut marks.face, mesh.triangles.len(), Face::default());
        }
        if self.table.is_empty() {
            self.table.resize(256, (0, 0, 0));
        }
        self.crossings.clear();
        self.segments.clear();
        self.portions.clear();
        self.insides.clear();
        self.parents.clear();
        self.queue.clear();
        self.sums.clear();
        self.loops.clear();
        self.volumes.clear();
        self.rates.clear();
        self.coplanar = false;
    }

    /// The place of a key in the table: its own or a free one.
    fn slot(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        // Fibonacci hashing
        let mut i = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while self.table[i].1 == self.generation && self.table[i].0 != key {
            i = (i + 1) & mask;
        }
        i
    }

    fn rehash(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, (0, 0, 0));
        for k in 0..self.crossings.len() {
            let key = self.crossings[k].key();
            let i = self.slot(key);
            self.table[i] = (key, self.generation, k as u32);
        }
    }

    fn find(&mut self, mut i: u32) -> u32 {
        while self.parents[i as usize] != i {
            let up = self.parents[self.parents[i as usize] as usize];
            self.parents[i as usize] = up;
            i = up;
        }
        i
    }

    /// The smaller number becomes the root: the result does not depend on the order.
    fn unite(&mut self, i: u32, j: u32) {
        let (i, j) = (self.find(i), self.find(j));
        self.parents[i.max(j) as usize] = i.min(j);
    }

    fn element(&mut self) -> u32 {
        let n = self.parents.len() as u32;
        self.parents.push(n);
        n
    }
}

fn grow<T: Clone>(list: &mut Vec<T>, size: usize, value: T) {
    if list.len() < size {
        list.resize(size, value);
    }
}

impl Crossing {
    fn key(&self) -> u64 {
        key(self.side, self.edge, self.triangle)
    }
}

fn key(side: Side, edge: u32, triangle: u32) -> u64 {
    (at(side) as u64) << 63 | u64::from(edge) << 32 | u64::from(triangle)
}

/// Two boxes on the same axes more than `room` apart along one of them.
#[inline]
fn apart(c: &Vec3, h: &Vec3, d: &Vec3, g: &Vec3, room: f64) -> bool {
    let x = (c.x - d.x).abs() > h.x + g.x + room;
    let y = (c.y - d.y).abs() > h.y + g.y + room;
    let z = (c.z - d.z).abs() > h.z + g.z + room;
    x | y | z
}

/// Boxes of two triangles more than `room` apart along an axis.
#[inline]
fn boxes_apart(a: &[Vec3; 3], b: &[Vec3; 3], room: f64) -> bool {
    let along = |k: usize| {
        let low = |t: &[Vec3; 3]| t[0][k].min(t[1][k]).min(t[2][k]);
        let high = |t: &[Vec3; 3]| t[0][k].max(t[1][k]).max(t[2][k]);
        (low(a) > high(b) + room) | (low(b) > high(a) + room)
    };
    along(0) | along(1) | along(2)
}

/// Whether a triangle lies farther than `room` on one side of a plane, without doubt.
fn far(dets: &[Det; 3], plane: &Plane, room: f64) -> bool {
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

fn same(s: &[i8; 3]) -> bool {
    s[0] == s[1] && s[1] == s[2]
}

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

    // ---- pairs of triangles

    /// Pairs of triangles whose boxes meet: by the trees, or by what is left of them since the last time.
    ///
    /// The list of a pair holds all triangles that could meet within a margin of motion, in the order of the descent, which does
    /// not depend on the pose: going through the list finds the same crossings in the same order as going through the trees.
    fn candidates(&mut self, memory: &mut Memory) {
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
            let children = match (p.is_leaf(), q.is_leaf()) {
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
            let [x, y] = children.map(|(i, j)| self.nodes_apart(i, j, &absolute, room));
            if !y {
                stack.push(children[1]);
            }
            if !x {
                stack.push(children[0]);
            }
        }
        self.s.stack = stack;
    }

    /// The six axes of two boxes, one turned. Boxes are turned into the other frame once for each query.
    #[inline]
    fn nodes_apart(&mut self, i: u32, j: u32, absolute: &Mat3, room: f64) -> bool {
        self.s.boxes_seen += 1;
        let generation = self.s.generation;
        let (p, q) = (
            &self.a.tree.nodes[i as usize],
            &self.b.tree.nodes[j as usize],
        );
        let turned = &mut self.s.boxes[1][j as usize];
        if turned.0 != generation {
            let centre = self.pose.rotation * q.centre + self.pose.position;
            *turned = (generation, centre, absolute * q.half);
        }
        if apart(&p.centre, &p.half, &turned.1, &turned.2, room) {
            return true;
        }
        let turned = &mut self.s.boxes[0][i as usize];
        if turned.0 != generation {
            let centre = self.pose.rotation.transpose() * (p.centre - self.pose.position);
            *turned = (generation, centre, absolute.transpose() * p.half);
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
    fn crossing(
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

    // ---- edges

    /// Crossings along each edge in order; the portions between entering and leaving are inside.
    fn split_edges(&mut self) -> Result<(), OverlapError> {
        let mut sorted = std::mem::take(&mut self.s.order);
        sorted.clear();
        sorted.extend(0..self.s.crossings.len() as u32);
        sorted.sort_unstable_by(|&i, &j| self.before(i, j));
        let done = self.split_sorted(&sorted);
        self.s.order = sorted;
        done
    }

    fn before(&self, i: u32, j: u32) -> Ordering {
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
    fn flood(&mut self) -> Result<(), OverlapError> {
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

    // ---- shells without crossings

    fn uncrossed_shells(&mut self) {
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
    fn passes(&mut self, side: Side, p: &Vec3, q: &Vec3, triangle: u32) -> i8 {
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

    // ---- components and sums

    /// Sums are about a point near by: far away, moments would cancel.
    fn origin(&self) -> Vec3 {
        let mut low = Vec3::repeat(f64::INFINITY);
        let mut high = -low;
        for c in &self.s.crossings {
            low = low.inf(&c.point);
            high = high.sup(&c.point);
        }
        match (self.s.crossings.is_empty(), self.s.insides.first()) {
            (false, _) => (low + high) * 0.5,
            (true, Some(inside)) => self.shell_centre(inside),
            (true, None) => Vec3::zeros(),
        }
    }

    fn shell_centre(&self, inside: &Inside) -> Vec3 {
        let c = self.mesh(inside.side).shells[inside.shell as usize].centre;
        match inside.side {
            Side::A => c,
            Side::B => self.pose.rotation * c + self.pose.position,
        }
    }

    /// Calls back with each piece of the surface of the intersection: side, face, element, from, to.
    pub(super) fn pieces(&self, mut f: impl FnMut(Side, u32, u32, &Vec3, &Vec3)) {
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
    pub(super) fn placed_corners(&self, side: Side, triangle: u32) -> [Vec3; 3] {
        let corners = self.mesh(side).corners(triangle);
        match side {
            Side::A => corners,
            Side::B => corners.map(|p| self.pose.rotation * p + self.pose.position),
        }
    }

    /// Triangles of shells that lie within the other solid as a whole.
    pub(super) fn whole_faces(&self) -> impl Iterator<Item = (Side, u32)> + '_ {
        self.s.insides.iter().flat_map(|inside| {
            let of = &self.mesh(inside.side).shell_of;
            let all = (0..of.len() as u32).filter(|t| of[*t as usize] == inside.shell);
            all.map(|t| (inside.side, t))
        })
    }

    /// Numbers the components. Where a face carries several, those with a hole in it are joined to what is around the hole.
    fn label_components(&mut self) {
        self.number();
        if self.s.sums.len() > 1 && self.shared_faces() {
            self.join_holes();
            self.number();
        }
    }

    fn number(&mut self) {
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

    fn sum(&mut self, origin: &Vec3, rates: bool) {
        let generation = self.s.generation;
        let mut sums = std::mem::take(&mut self.s.sums);
        let mut marks = std::mem::take(&mut self.s.marks);
        self.pieces(|side, face, element, from, to| {
            let sum = &mut sums[self.s.component[element as usize].1 as usize];
            let (x, y) = (from - origin, to - origin);
            let mark = &mut marks[at(side)].face[face as usize];
            if mark.referred != generation {
                mark.referred = generation;
                // A point near by: about a far corner of a large face the fans would cancel.
                mark.reference = x;
            }
            sum.fan(side, rates, &mark.reference, &x, &y);
            sum.reach(&x);
        });
        self.s.marks = marks;
        for k in 0..self.s.segments.len() {
            let s = self.s.segments[k];
            let sum = &mut sums[self.s.component[s.from as usize].1 as usize];
            sum.curve = true;
            if rates {
                let [x, y] = [s.from, s.to].map(|c| self.s.crossings[c as usize].point - origin);
                let [na, nb] =
                    [(Side::A, s.faces[0]), (Side::B, s.faces[1])].map(|(side, face)| {
                        let [a, b, c] = self.corners(side, face);
                        (b - a).cross(&(c - a)).normalize()
                    });
                curve_rates(sum, &na, &nb, &x, &y);
            }
        }
        for inside in &self.s.insides {
            let shell = &self.mesh(inside.side).shells[inside.shell as usize];
            let sum = &mut sums[self.s.component[inside.element as usize].1 as usize];
            let turn = match inside.side {
                Side::A => Mat3::identity(),
                Side::B => self.pose.rotation,
            };
            let centre = self.shell_centre(inside) - origin;
            let first = turn * shell.first + centre * shell.volume;
            sum.volume += shell.volume;
            sum.first += first;
            let reach = turn.abs() * shell.half;
            sum.reach(&(centre - reach));
            sum.reach(&(centre + reach));
            if inside.side == Side::A {
                // ∫ x·nᵀ dS = V and ∫ x·(x × n)ᵀ dS = −[∫ x dV]× over a closed surface
                sum.outer += Mat3::identity() * shell.volume;
                sum.turning -= skew(&first);
            }
        }
        self.s.sums = sums;
    }

    /// Components with a negative volume are cavities of the smallest one around them.
    fn join_cavities(&mut self, origin: &Vec3) {
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
    fn winding(&self, component: u32, point: &Vec3, origin: &Vec3) -> f64 {
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

    // ---- results

    fn results(&mut self, origin: &Vec3, options: &Options) {
        let mut found = std::mem::take(&mut self.s.swap);
        found.clear();
        for k in 0..self.s.sums.len() {
            let sums = self.s.sums[k];
            let extent = (sums.high - sums.low).amax();
            if sums.volume.is_finite() && sums.volume > NOTHING * extent.powi(3) {
                found.push(self.result(&sums, origin, options));
            }
        }
        found.sort_by(|(x, _), (y, _)| {
            let [p, q] = [x.centroid, y.centroid];
            p.x.total_cmp(&q.x)
                .then(p.y.total_cmp(&q.y))
                .then(p.z.total_cmp(&q.z))
        });
        for (volume, rates) in &found {
            self.s.volumes.push(*volume);
            if options.rates {
                self.s.rates.push(*rates);
            }
        }
        self.s.swap = found;
    }

    fn result(&mut self, sums: &Sums, origin: &Vec3, options: &Options) -> (Volume, Rates) {
        let (a, b) = (self.a, self.b);
        let v = sums.volume;
        let local = sums.first / v;
        let c = origin + local;
        let of_b = self.pose.rotation.tr_mul(&(c - self.pose.position));
        let stack = &mut self.s.stack;
        let on_a = nearest::nearest(a, &c, stack);
        let on_b = nearest::nearest(b, &of_b, stack);
        let tie_a = nearest::second(a, &c, &on_a, stack);
        let tie_b = nearest::second(b, &of_b, &on_b, stack);
        let mut volume = Volume {
            volume: v,
            centroid: c,
            vector_area: sums.area,
            moment: sums.moment + origin.cross(&sums.area),
            nearest: [
                on_a.point,
                self.pose.rotation * on_b.point + self.pose.position,
            ],
            chord: 0.0,
            flags: Flags::NONE,
        };
        // 1e-12: sums over a surface that closes, up to rounding of its points
        let [va, vb] = [a, b].map(|m| m.mass_properties().volume);
        let closed = !sums.curve
            || sums.area.norm() <= 1e-12 * v.powf(2.0 / 3.0)
            || (v - va.min(vb)).abs() <= 1e-12 * va.min(vb);
        if closed && !sums.curve {
            volume.vector_area = Vec3::zeros();
            volume.moment = Vec3::zeros();
        }
        let line = volume.normal().unwrap_or_else(Vec3::z);
        let hits = self.hits(&c, &of_b, &line);
        let within =
            hits.map(|of_solid| of_solid.map(|h| h.is_some_and(|h| h.leaves)) == [true, true]);
        let ends = [0, 1].map(|way| first_of(hits[0][way], hits[1][way]));
        if within == [true, true]
            && let [Some(x), Some(y)] = ends
            && volume.normal().is_some()
        {
            volume.chord = x.0.at + y.0.at;
        }
        let cosine_5: f64 = 0.996_194_698_091_745_5;
        let cosine_30: f64 = 0.866_025_403_784_438_6;
        let f = &mut volume.flags;
        f.set(Flags::AMBIGUOUS_NEAREST, tie_a.min(tie_b) < cosine_5);
        f.set(Flags::CENTROID_OUTSIDE, within != [true, true]);
        f.set(
            Flags::MERGED,
            (!within[0] && tie_a < cosine_30) || (!within[1] && tie_b < cosine_30),
        );
        f.set(Flags::DEEP, v > options.deep * va.min(vb));
        f.set(Flags::CONTAINED, closed);
        f.set(Flags::COPLANAR, self.s.coplanar);
        let diverges = match (volume.direction(), volume.normal()) {
            (Some(u), Some(m)) => u.dot(&m) < cosine_30,
            _ => false,
        };
        volume.flags.set(Flags::DIVERGING, diverges);
        let rates = match options.rates {
            true => self.rates(sums, origin, &local, &volume, [&on_a, &on_b], ends),
            false => Rates::zero(),
        };
        (volume, rates)
    }

    /// Where the line through the centroid meets the solids: of A and of B, along m and against it.
    fn hits(&mut self, c: &Vec3, of_b: &Vec3, line: &Vec3) -> [[Option<nearest::Hit>; 2]; 2] {
        let stack = &mut self.s.stack;
        let turned = self.pose.rotation.tr_mul(line);
        let mut both = |mesh, origin: &Vec3, along: Vec3| {
            [1.0, -1.0].map(|s| nearest::cast(mesh, origin, &(along * s), stack))
        };
        [both(self.a, c, *line), both(self.b, of_b, turned)]
    }

    fn rates(
        &mut self,
        sums: &Sums,
        origin: &Vec3,
        local: &Vec3,
        volume: &Volume,
        on: [&Nearest; 2],
        ends: [Option<(nearest::Hit, Side)>; 2],
    ) -> Rates {
        let v = volume.volume;
        // about the working origin first; rotation about A's origin moves the working origin too: δx_O = δx + δθ × O
        let about = |velocity: Mat3, turning: Mat3| -> Rate3 {
            Rate3::new(velocity, turning - velocity * skew(origin))
        };
        let centroid = about(
            (sums.outer - local.outer(&sums.area)) / v,
            (sums.turning - local.outer(&sums.moment)) / v,
        );
        let vector_area = about(sums.area_rate.velocity, sums.area_rate.turning);
        let moment =
            about(sums.moment_rate.velocity, sums.moment_rate.turning) + skew(origin) * vector_area;
        let carried = Rate3::carried;
        let of_a = nearest::projection(&self.a.corners(on[0].triangle), on[0].feature);
        let near_a = carried(&volume.nearest[0]) + of_a * (centroid - carried(&volume.centroid));
        let r = self.pose.rotation;
        let of_b =
            r * nearest::projection(&self.b.corners(on[1].triangle), on[1].feature) * r.transpose();
        let mut rates = Rates {
            volume: volume_rate(volume),
            centroid,
            vector_area,
            moment,
            nearest: [near_a, of_b * centroid],
            chord: Rate1::ZERO,
        };
        if volume.chord > 0.0
            && let (Some(m), [Some(fore), Some(back)]) = (volume.normal(), ends)
        {
            let turn = rates.normal(volume);
            for ((hit, side), way) in [(fore, 1.0), (back, -1.0)] {
                let [a, b, c] = self.corners(side, hit.triangle);
                let n = (b - a).cross(&(c - a)).normalize();
                let along = m * way;
                let place = volume.centroid + along * hit.at;
                // the end stays on its face: n·(ċ + t·ṁ + ṫ·m − w) = 0
                let drift = match side {
                    Side::A => carried(&place),
                    Side::B => Rate3::ZERO,
                } - centroid
                    - turn * (way * hit.at);
                rates.chord += drift.along(&n) / n.dot(&along);
            }
        }
        rates
    }
}

/// (Nᵀ, Mᵀ).
pub(super) fn volume_rate(v: &Volume) -> Rate1 {
    Rate1::new(v.vector_area, v.moment)
}

fn first_of(a: Option<nearest::Hit>, b: Option<nearest::Hit>) -> Option<(nearest::Hit, Side)> {
    match (a, b) {
        (Some(x), Some(y)) if y.at < x.at => Some((y, Side::B)),
        (Some(x), _) => Some((x, Side::A)),
        (None, y) => y.map(|y| (y, Side::B)),
    }
}

/// Rates of N and M by the motion of the contact curve over the faces of B:
///
/// ```text
/// dN = −∮ n_B·(w·n_A)/|n_A × n_B| dl,   dM = −∮ (x × n_B)·(w·n_A)/|n_A × n_B| dl,   w = δx + δθ × x
/// ```
fn curve_rates(sum: &mut Sums, na: &Vec3, nb: &Vec3, x: &Vec3, y: &Vec3) {
    let sine = na.cross(nb).norm();
    // Faces in one plane have no rate; just above, rounding would be all that is seen.
    if sine < 1e-12 {
        return;
    }
    let length = (y - x).norm();
    let at = |v: &Vec3, p: &Vec3| Rate3::outer(v, &Rate1::new(*na, p.cross(na)));
    let middle = (x + y) * 0.5;
    sum.area_rate -= at(nb, &middle) * (length / sine);
    // Simpson's rule is exact: the integrand is of second order along the segment
    let moment = at(&x.cross(nb), x) + at(&middle.cross(nb), &middle) * 4.0 + at(&y.cross(nb), y);
    sum.moment_rate -= moment * (length / (6.0 * sine));
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

/// The place where an edge passes the inside of a triangle properly, if it does: exact, and touching is not passing.
pub(crate) fn crossing_of_triangles(p: &Vec3, q: &Vec3, triangle: &[Vec3; 3]) -> Option<Vec3> {
    let plane = Plane::new(triangle);
    let (dp, dq) = (plane.det(p), plane.det(q));
    if dp.value > dp.error && dq.value > dq.error || dp.value < -dp.error && dq.value < -dq.error {
        return None;
    }
    let mut zero = false;
    let sp = point_triangle(dp, triangle, p, Side::A, &mut zero);
    let sq = point_triangle(dq, triangle, q, Side::A, &mut zero);
    if sp == sq {
        return None;
    }
    let [a, b, c] = triangle;
    let signs = [(a, b), (b, c), (c, a)].map(|(x, y)| edge_edge(p, q, x, y, &mut zero));
    if zero || !same(&signs) {
        return None;
    }
    let t = dp.value / (dp.value - dq.value);
    Some(p + (q - p) * t)
}
