//! Convex pieces of one solid: what of them is inside of it touches nothing.

use crate::Polyhedron;
use crate::polyhedron::Edge;
use carom_base::Vec3;

/// Normals that differ by less, as a sine, are of one plane.
const FLAT: f64 = 1e-6;

/// Features of a piece that nothing touches, as other pieces lie against them, or touch there in its place; empty of a solid that is one piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hidden {
    /// Of each corner whether it is so,
    pub corners: Vec<bool>,
    /// of each edge,
    pub edges: Vec<bool>,
    /// and of each face.
    pub faces: Vec<bool>,
}

impl Hidden {
    /// Of a corner.
    pub fn corner(&self, k: usize) -> bool {
        self.corners.get(k).is_some_and(|hidden| *hidden)
    }

    /// Of an edge.
    pub fn edge(&self, k: usize) -> bool {
        self.edges.get(k).is_some_and(|hidden| *hidden)
    }

    /// Of a face.
    pub fn face(&self, k: usize) -> bool {
        self.faces.get(k).is_some_and(|hidden| *hidden)
    }
}

/// Marks what is inside of a solid that is made of convex polyhedra in one frame, which lie against each other with whole faces: these faces, edges along which the
/// surface of the solid is plane or concave, and corners with a concave edge. Of a convex edge or corner of several pieces the first one keeps it.
///
/// ```
/// use carom_geometry::{Extrusion, Polyhedron, Refinement, Solid, hide_seams};
///
/// // A block with a groove: two pieces, with two faces inside and a concave edge that both have.
/// let corners = [[-2., -1.], [2., -1.], [2., 1.], [0., 0.2], [-2., 1.]];
/// let block = Extrusion::new(&corners, 0.5)?;
/// let piece = |p: &Extrusion| Polyhedron::of(&p.mesh(Refinement::COARSE));
/// let mut pieces = block.convex_pieces().iter().map(piece).collect::<Result<Vec<_>, _>>()?;
/// hide_seams(&mut pieces);
/// let faces = |p: &Polyhedron| (0..p.faces.len()).filter(|k| !p.hidden.face(*k)).count();
/// let corners = |p: &Polyhedron| (0..p.corners.len()).filter(|k| !p.hidden.corner(*k)).count();
/// // Five sides, and two caps of two pieces each.
/// assert_eq!(pieces.iter().map(faces).sum::<usize>(), 9);
/// assert_eq!(pieces.iter().map(corners).sum::<usize>(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hide_seams(pieces: &mut [Polyhedron]) {
    if pieces.len() < 2 {
        return;
    }
    let all = &*pieces;
    let inside: Vec<Vec<bool>> = (0..all.len()).map(|k| faces_inside(all, k)).collect();
    let solid = Seams { all, inside };
    let hidden: Vec<Hidden> = (0..all.len()).map(|k| solid.hidden(k)).collect();
    for (piece, hidden) in pieces.iter_mut().zip(hidden) {
        piece.hidden = hidden;
    }
}

/// The corners of a face.
fn corners_of(piece: &Polyhedron, face: usize) -> impl Iterator<Item = Vec3> + '_ {
    let of_face = move |edge: &&Edge| edge.faces.is_some_and(|faces| faces.contains(&face));
    let edges = piece.edges.iter().filter(of_face);
    edges.flat_map(|edge| edge.ends.map(|end| piece.corners[end]))
}

/// Whether each face of a piece lies against one of another piece.
fn faces_inside(all: &[Polyhedron], k: usize) -> Vec<bool> {
    let lies_against = |face: usize| {
        let own = &all[k].faces[face];
        let others = all.iter().enumerate().filter(|(m, _)| *m != k);
        let mut faces = others.flat_map(|(_, o)| (0..o.faces.len()).map(move |f| (o, f)));
        faces.any(|(other, f)| {
            other.faces[f].normal.dot(&own.normal) < 0.0
                && corners_of(&all[k], face).all(|c| corners_of(other, f).any(|d| c == d))
        })
    };
    (0..all[k].faces.len()).map(lies_against).collect()
}

/// A solid of pieces.
struct Seams<'a> {
    all: &'a [Polyhedron],
    inside: Vec<Vec<bool>>,
}

/// What the surface of the solid is along an edge.
#[derive(PartialEq)]
enum Along {
    Convex,
    Plane,
    Concave,
}

impl Seams<'_> {
    fn hidden(&self, k: usize) -> Hidden {
        let own = &self.all[k];
        let edge = |e: &Edge| match self.along(own, e) {
            Along::Convex => self.first_with_edge(own, e) != Some(k),
            Along::Plane | Along::Concave => true,
        };
        let corner = |c: &Vec3| {
            let is_concave = self.all.iter().any(|piece| {
                let at = piece.edges.iter();
                at.filter(|e| e.ends.iter().any(|end| piece.corners[*end] == *c))
                    .any(|e| self.along(piece, e) == Along::Concave)
            });
            is_concave || self.first_with_corner(c) != Some(k)
        };
        Hidden {
            corners: own.corners.iter().map(corner).collect(),
            edges: own.edges.iter().map(edge).collect(),
            faces: self.inside[k].clone(),
        }
    }

    fn first_with_corner(&self, c: &Vec3) -> Option<usize> {
        self.all.iter().position(|piece| piece.corners.contains(c))
    }

    fn first_with_edge(&self, own: &Polyhedron, edge: &Edge) -> Option<usize> {
        let has = |piece: &Polyhedron| piece.edges.iter().any(|e| is_same(own, edge, piece, e));
        self.all.iter().position(has)
    }

    /// By the two faces of all pieces there that are on the surface.
    fn along(&self, own: &Polyhedron, edge: &Edge) -> Along {
        let mut outer: Vec<[Vec3; 2]> = Vec::new();
        for (piece, inside) in self.all.iter().zip(&self.inside) {
            for e in piece.edges.iter().filter(|e| is_same(own, edge, piece, e)) {
                let Some(faces) = e.faces else { continue };
                for (face, into) in faces.iter().zip(e.into) {
                    if !inside[*face] {
                        outer.push([piece.faces[*face].normal, into]);
                    }
                }
            }
        }
        let [[n, _], [_, into]] = outer[..] else {
            return Along::Concave;
        };
        match n.dot(&into) {
            below if below < -FLAT => Along::Convex,
            above if above > FLAT => Along::Concave,
            _ => Along::Plane,
        }
    }
}

fn is_same(own: &Polyhedron, a: &Edge, other: &Polyhedron, b: &Edge) -> bool {
    let [p, q] = a.ends.map(|end| own.corners[end]);
    let [r, s] = b.ends.map(|end| other.corners[end]);
    (p, q) == (r, s) || (p, q) == (s, r)
}
