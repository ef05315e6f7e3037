//! Where the walk from seat to seat finds no end: all faces, edges and corners next to the place are looked at, each
//! of one solid with each of the other. The walk goes round where
//! small faces, rims or edges that are nearly parallel are close to each other.

use super::{DEEPER, Found, OPEN, Of, Passage, Place, Seat, Stand, on_triangle};
use crate::overlap::nearest::nearest_of_triangle;
use crate::solid::{ClosedMesh, Edge, Sharp, near};
use carom_base::Vec3;

/// So many faces, edges and corners of a solid each,
const MOST: usize = 12;
/// among so many triangles and so many edges that are looked at, those in the nearest boxes first.
const LOOKS: usize = 500;

/// Seats are the same if these are.
type Key = (u8, [u32; 2]);

/// A seat with its squared distance from a place.
type Candidate = (f64, Key, Seat);

/// Seats by their distance from a place, nearest first, each once.
struct Nearest {
    seats: [Option<Candidate>; MOST],
    looks: usize,
}

impl Nearest {
    fn none() -> Self {
        Self {
            seats: [None; MOST],
            looks: 0,
        }
    }

    /// What is farther than this is of no use.
    fn bound(&self) -> f64 {
        let last = self.seats[MOST - 1].as_ref();
        match self.looks < LOOKS {
            true => last.map_or(f64::INFINITY, |(squared, ..)| *squared),
            false => 0.0,
        }
    }

    fn take(&mut self, squared: f64, key: Key, seat: Seat) {
        self.looks += 1;
        let is_same = |s: &Option<Candidate>| s.as_ref().is_some_and(|(_, k, _)| *k == key);
        let same = self.seats.iter().position(is_same);
        let nearer = |s: &Option<Candidate>| s.as_ref().is_none_or(|(other, ..)| squared < *other);
        let end = same.unwrap_or(MOST - 1);
        if !nearer(&self.seats[end]) {
            return;
        }
        let at = self.seats.iter().position(nearer).unwrap_or(end).min(end);
        self.seats[at..=end].rotate_right(1);
        self.seats[at] = Some((squared, key, seat));
    }

    fn iter(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().flatten().map(|(.., seat)| seat)
    }
}

impl Passage<'_, '_> {
    /// The deepest place of all seats next to a place.
    pub(super) fn search(
        &mut self,
        place: Place,
        can_be: &impl Fn(&Stand) -> bool,
    ) -> Option<Stand> {
        let [of_a, of_b] = [self.around(0, &place.0), self.around(1, &place.0)];
        let mut best: Option<Stand> = None;
        for a in of_a.iter().flat_map(Nearest::iter) {
            for b in of_b.iter().flat_map(Nearest::iter) {
                let seats = [*a, *b];
                let Some(Found::Stand(stand, ..)) = self.settle(&seats, place, [OPEN; 2]) else {
                    continue;
                };
                let is_deeper = stand.depth > best.as_ref().map_or(0.0, |b| b.depth);
                if is_deeper && can_be(&stand) && self.leave(&stand, &seats).is_none() {
                    best = Some(stand);
                }
            }
        }
        best
    }

    /// Whether one of the solids has the tip of a cone.
    pub(super) fn has_tips(&self) -> bool {
        let of = |k: usize| self.mesh(k).and_then(|m| m.exact.as_ref());
        (0..2).any(|k| of(k).is_some_and(|e| !e.tips.is_empty()))
    }

    /// Faces, edges and corners of a side next to a place.
    fn around(&mut self, k: usize, place: &Vec3) -> [Nearest; 3] {
        let [mut faces, mut edges, mut corners] =
            [Nearest::none(), Nearest::none(), Nearest::none()];
        let p = self.pair.inside(k, place);
        let Of::Mesh(mesh, _) = self.pair.sides[k] else {
            faces.take(0.0, (0, [0; 2]), Seat::Face(None));
            return [faces, edges, corners];
        };
        let mut stack = std::mem::take(self.stack);
        near(&mesh.tree, &p, &mut stack, f64::INFINITY, |t| {
            let (point, _) = nearest_of_triangle(&p, &mesh.corners(t));
            let squared = (point - p).norm_squared();
            let seat = Seat::Face(Some(on_triangle(t, point, squared)));
            let (kind, number) = self.key(k, &seat);
            faces.take(squared, (kind, [number, 0]), seat);
            for v in mesh.triangles[t as usize] {
                if let Some(sharp) = mesh.sharp().filter(|_| mesh.is_tip(v)) {
                    let squared = (sharp.vertices[v as usize] - p).norm_squared();
                    corners.take(squared, (2, [v, 0]), Seat::Corner(v));
                }
            }
            faces.bound()
        });
        if let Some(sharp) = mesh.sharp() {
            sharp.near(&p, &mut stack, |e, q| {
                let squared = (q - p).norm_squared();
                edges.take(squared, curve(mesh, e), Seat::Edge(e));
                for v in mesh.ends(sharp.edge(e)) {
                    let squared = (sharp.vertices[v as usize] - p).norm_squared();
                    if is_corner(mesh, v) {
                        corners.take(squared, (2, [v, 0]), Seat::Corner(v));
                    }
                }
                edges.bound()
            });
        }
        *self.stack = stack;
        [faces, edges, corners]
    }
}

/// Edges along one curve between two faces are one seat.
fn curve(mesh: &ClosedMesh, edge: u32) -> Key {
    let known = mesh.sharp().zip(mesh.exact.as_ref());
    let faces = known.map(|(sharp, exact)| {
        let [f, g] = mesh.beside(sharp.edge(edge)).map(|t| exact.face(t));
        [f.min(g), f.max(g)]
    });
    faces.map_or((1, [edge, 0]), |faces| (3, faces))
}

/// The face of a cone into which it goes deepest from the tip.
pub(super) fn off_tip(
    (mesh, sharp): (&ClosedMesh, &Sharp),
    vertex: u32,
    out: &Vec3,
) -> Option<Seat> {
    let p = sharp.vertices[vertex as usize];
    let slope = |e: &Edge| {
        let [a, b] = e.ends.map(|v| sharp.vertices[v as usize]);
        (a + b - p - p).normalize().dot(out)
    };
    let edges = mesh.edges_around(vertex).map(|e| (slope(e), e.left));
    let (slope, triangle) = edges.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (slope > DEEPER).then(|| Seat::Face(Some(on_triangle(triangle, p, 0.0))))
}

/// Whether more than one curve ends at a vertex.
fn is_corner(mesh: &ClosedMesh, vertex: u32) -> bool {
    let Some(sharp) = mesh.sharp() else {
        return false;
    };
    let mut around = mesh.sharp_around(sharp, vertex).map(|e| curve(mesh, e));
    let first = around.next();
    around.any(|other| Some(other) != first)
}
