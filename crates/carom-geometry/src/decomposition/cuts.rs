//! A solid cut by planes through its concave edges until all parts are convex.
//!
//! A plane through an edge *resolves* it if it is between the planes of both its faces, each continued into the solid: on neither side the angle is more than 180
//! degrees. Among the planes through the edge and a corner, and some more, that one is taken which leaves the fewest concave edges. It cuts all that is in a convex
//! cell of space. No plane is one of a face in the cell, so that a face is on the surface with all of it or not at all.

use super::cell::{Cell, Facet, Notch, Plane, Space, height};
use super::error::PiecesError;
use super::leaf::{Leaf, merged, plane_of};
use crate::polyhedron::{CONVEX, FLAT, Face, faces};
use crate::{ClosedMesh, Mesh};
use carom_base::Vec3;

/// More parts are not made.
const MOST: usize = 1000;
/// Corners that are so near to a plane, relative to the size of the solid, and not on it leave slivers.
const SLIVER: f64 = 1e-5;
/// So much of its direction a plane has from each face at least.
const LEAST: f64 = 0.02;
/// Rated planes times facets, no more than this for a cut.
const EFFORT: usize = 2_000_000;

/// A concave edge of a mesh.
struct Concave {
    direction: Vec3,
    /// From the edge into each of its faces, at right angles to it.
    into: [Vec3; 2],
}

impl Concave {
    /// How evenly a plane along a direction at right angles to the edge resolves it: 1 in the middle, not positive if it does not.
    ///
    /// `−t = a·into₀ + b·into₁` with a, b > 0.
    fn evenness(&self, t: &Vec3) -> f64 {
        let [u, v] = &self.into;
        let (g, x, y) = (u.dot(v), -t.dot(u), -t.dot(v));
        let (a, b) = (x - g * y, y - g * x);
        if a.min(b) <= 0.0 {
            -1.0
        } else {
            a.min(b) / a.max(b)
        }
    }

    /// Of a plane through the edge.
    fn resolved_by(&self, plane: &Plane) -> f64 {
        let t = plane.normal.cross(&self.direction);
        self.evenness(&t).max(self.evenness(&-t))
    }
}

/// A solid that is cut.
struct Solid {
    space: Space,
    faces: Vec<Face>,
    normals: Vec<Vec3>,
    edges: Vec<Concave>,
    /// Its triangles.
    whole: Mesh,
    size: f64,
}

/// Convex parts of a solid.
pub(super) fn pieces(solid: &ClosedMesh) -> Result<Vec<Mesh>, PiecesError> {
    let (mut solid, first) = begin(solid);
    let (mut open, mut leaves) = (vec![first], Vec::new());
    while let Some(cell) = open.pop() {
        match solid.next_cut(&cell)? {
            Some(plane) => {
                solid.space.planes.push(plane);
                let plane = solid.space.planes.len() - 1;
                let [below, above] = cell.split(&mut solid.space, plane, &solid.normals);
                open.extend([above, below]);
            }
            None if cell.facets.is_empty() && !solid.is_inside(&cell) => {}
            None => leaves.push(Leaf::of(&solid.space, &cell, &solid.faces)),
        }
        if leaves.len() + open.len() > MOST {
            let concave = solid.edges.len();
            return Err(PiecesError::TooMany {
                concave,
                most: MOST,
            });
        }
    }
    let leaves = merged(&solid.space, leaves);
    Ok(leaves.iter().map(|leaf| leaf.mesh(&solid.space)).collect())
}

/// A cell around a whole solid.
fn begin(mesh: &ClosedMesh) -> (Solid, Cell) {
    let (face_of, faces) = faces(mesh);
    let normals: Vec<Vec3> = faces.iter().map(|face| face.normal).collect();
    let (centre, size) = mesh.bounding_sphere();
    let mut space = Space::new(mesh.vertices.clone(), CONVEX * size);
    let walls = Cell::around(&mut space, centre, 2.0 * size);
    let facet = |(t, face): (&[u32; 3], &usize)| Facet {
        face: *face,
        corners: t.to_vec(),
    };
    let facets = mesh.triangles.iter().zip(&face_of).map(facet).collect();
    let (mut edges, mut notches) = (Vec::new(), Vec::new());
    for edge in &mesh.edges {
        let [n, m] = [edge.left, edge.right].map(|t| normals[face_of[t as usize]]);
        let [from, to] = edge.ends.map(|v| mesh.vertices[v as usize]);
        let direction = (to - from).normalize();
        let into = [n.cross(&direction), direction.cross(&m)];
        if n.dot(&into[1]) > FLAT {
            notches.push(Notch {
                edge: edges.len(),
                ends: edge.ends,
            });
            edges.push(Concave { direction, into });
        }
    }
    let solid = Solid {
        space,
        faces,
        normals,
        edges,
        whole: mesh.to_mesh(),
        size,
    };
    let cell = Cell {
        walls,
        facets,
        notches,
    };
    (solid, cell)
}

impl Solid {
    /// Whether a cell without surface is inside: the solid angle of the surface as seen from there is 4π (A. van Oosterom, J. Strackee, The solid angle of a plane
    /// triangle, 1983).
    fn is_inside(&self, cell: &Cell) -> bool {
        let corners: Vec<u32> = cell.walls.iter().flat_map(|w| w.corners.clone()).collect();
        let sum = corners
            .iter()
            .fold(Vec3::zeros(), |sum, k| sum + self.space.point(*k));
        let from = sum / corners.len() as f64;
        let angle = |corners: [Vec3; 3]| {
            let [a, b, c] = corners.map(|x| x - from);
            let [p, q, r] = [a, b, c].map(|x| x.norm());
            let over = p * q * r + a.dot(&b) * r + b.dot(&c) * p + c.dot(&a) * q;
            2.0 * a.dot(&b.cross(&c)).atan2(over)
        };
        let all: f64 = self.whole.corners().map(angle).sum();
        all > std::f64::consts::TAU
    }

    /// The plane along which a cell is cut next; none if what is in it is convex.
    fn next_cut(&self, cell: &Cell) -> Result<Option<Plane>, PiecesError> {
        if cell.notches.is_empty() {
            return Ok(self.parting(cell));
        }
        let length = |n: &Notch| {
            let [a, b] = n.ends.map(|k| self.space.point(k));
            (b - a).norm()
        };
        let mut notches = cell.notches.clone();
        notches.sort_by(|a, b| length(b).total_cmp(&length(a)));
        let corners = corners_of(cell);
        let mut best: Option<(Cost, Plane)> = None;
        let mut effort = 0;
        for notch in &notches {
            for plane in self.planes_through(notch, &corners) {
                effort += cell.facets.len();
                let Some(cost) = self.cost(cell, &plane) else {
                    continue;
                };
                let even = self.edges[notch.edge].resolved_by(&plane);
                let cost = Cost { even, ..cost };
                if best.as_ref().is_none_or(|(least, _)| cost.is_below(least)) {
                    best = Some((cost, plane));
                }
            }
            if best.is_some() && effort > EFFORT {
                break;
            }
        }
        match best {
            Some((_, plane)) => Ok(Some(plane)),
            None => {
                let at = self.space.point(notches[0].ends[0]).to_array();
                let reason = format!("no plane through the concave edge at {at:?} is free");
                Err(PiecesError::NotCut { reason })
            }
        }
    }

    /// Planes that resolve a concave edge: through corners, and some that divide its angle.
    fn planes_through(&self, notch: &Notch, corners: &[u32]) -> Vec<Plane> {
        let edge = &self.edges[notch.edge];
        let [from, to] = notch.ends.map(|k| self.space.point(k));
        let direction = (to - from).normalize();
        let along = |t: Vec3| {
            let t = t - direction * direction.dot(&t);
            let normal = direction.cross(&t).try_normalize(self.space.near)?;
            let offset = normal.dot(&from);
            let plane = Plane { normal, offset };
            (edge.resolved_by(&plane) > LEAST).then_some(plane)
        };
        let [u, v] = edge.into;
        let parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
        let inner = parts.into_iter().map(|part| -u * part - v * (1.0 - part));
        // Nearly opposite directions into both faces have a small sum: any part of it will do.
        let inner = inner
            .filter_map(|t| t.try_normalize(0.0))
            .map(|t| t * self.size);
        let outer = corners.iter().map(|k| self.space.point(*k) - from);
        inner.chain(outer).filter_map(along).collect()
    }

    /// What a plane costs; none if it may not be taken.
    fn cost(&self, cell: &Cell, plane: &Plane) -> Option<Cost> {
        let at = |k: u32| height(plane, &self.space.point(k), self.space.near);
        let mut cost = Cost::default();
        for notch in &cell.notches {
            let [a, b] = notch.ends.map(at);
            if a == 0.0 && b == 0.0 {
                if self.edges[notch.edge].resolved_by(plane) <= 0.0 {
                    return None;
                }
                cost.notches -= 1;
            } else if a * b < 0.0 {
                cost.notches += 1;
            }
        }
        for facet in &cell.facets {
            let (mut low, mut high) = (0.0, 0.0);
            for k in &facet.corners {
                let h = at(*k);
                low = f64::min(low, h);
                high = f64::max(high, h);
                cost.slivers |= h != 0.0 && h.abs() < SLIVER * self.size;
            }
            if low == 0.0 && high == 0.0 {
                return None;
            }
            cost.facets += usize::from(low < 0.0 && high > 0.0);
        }
        Some(cost)
    }

    /// The plane of a face that has others above it, though nothing is concave: parts that do not hang together. Taken is one that cuts the fewest of them.
    fn parting(&self, cell: &Cell) -> Option<Plane> {
        let corners = corners_of(cell);
        let mut of: Vec<usize> = cell.facets.iter().map(|facet| facet.face).collect();
        of.sort_unstable();
        of.dedup();
        let mut best: Option<(usize, Plane)> = None;
        for face in of {
            let plane = plane_of(&self.faces[face]);
            let own = cell.facets.iter().filter(|facet| facet.face == face);
            let own: Vec<u32> = own.flat_map(|facet| facet.corners.clone()).collect();
            let at = |k: &u32| height(&plane, &self.space.point(*k), self.space.near);
            if corners
                .iter()
                .filter(|k| !own.contains(k))
                .all(|k| at(k) <= 0.0)
            {
                continue;
            }
            let crosses = |facet: &&Facet| {
                let is_on = |sign: f64| facet.corners.iter().any(|k| sign * at(k) > 0.0);
                facet.face != face && is_on(1.0) && is_on(-1.0)
            };
            let count = cell.facets.iter().filter(crosses).count();
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, plane));
            }
        }
        best.map(|(_, plane)| plane)
    }
}

/// Corners of the surface in a cell, each once.
fn corners_of(cell: &Cell) -> Vec<u32> {
    let mut all: Vec<u32> = cell.facets.iter().flat_map(|f| f.corners.clone()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What is bad about a cut, the worst first.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    slivers: bool,
    /// Concave edges that it cuts, less those that it resolves.
    notches: i64,
    /// Facets that it cuts.
    facets: usize,
    /// How evenly it resolves its edge.
    even: f64,
}

impl Cost {
    fn is_below(&self, other: &Self) -> bool {
        let key = |cost: &Self| (cost.slivers, cost.notches, cost.facets);
        let even = other.even.total_cmp(&self.even);
        key(self).cmp(&key(other)).then(even).is_lt()
    }
}
