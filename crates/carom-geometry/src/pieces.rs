//! Convex pieces of one solid: what of them is inside of it touches nothing.

use crate::hidden::Hidden;
use crate::polyhedron::{Edge, Leaving, Polyhedron};
use carom_base::Vec3;

/// Normals that differ by less, as a sine, are of one plane.
const FLAT: f64 = 1e-6;

/// Marks what is inside of a solid that is made of convex polyhedra in one frame, which lie against each other with whole faces: these faces, edges along which the
/// surface of the solid is plane or concave, and corners with a concave edge. Of a convex edge or corner of several pieces the first one keeps it, with the directions
/// in which the solid leaves it.
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
    let made: Vec<Polyhedron> = (0..all.len()).map(|k| solid.piece(k)).collect();
    pieces.clone_from_slice(&made);
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
enum Along {
    /// With its two faces there: normals, and directions into them.
    Convex([[Vec3; 2]; 2]),
    Plane,
    Concave,
}

impl Seams<'_> {
    /// A piece as a part of the solid.
    fn piece(&self, k: usize) -> Polyhedron {
        let own = &self.all[k];
        let edges = own.edges.iter().map(|e| match self.along(own, e) {
            Along::Convex([[m, d], [n, f]]) if self.first_with_edge(own, e) == Some(k) => {
                let out = m + n;
                let into = [d, f];
                (Edge { into, out, ..*e }, false)
            }
            _ => (*e, true),
        });
        let found: Vec<Option<Vec<Vec3>>> = own.corners.iter().map(|c| self.leaving(c)).collect();
        let corners = (0..own.corners.len()).map(|c| match &found[c] {
            Some(along) if self.first_with_corner(&own.corners[c]) == Some(k) => {
                let along = along.clone();
                (Leaving { along, cone: None }, false)
            }
            _ => (own.leaving[c].clone(), true),
        });
        let (edges, no_edges): (Vec<Edge>, Vec<bool>) = edges.unzip();
        let (leaving, no_corners): (Vec<Leaving>, Vec<bool>) = corners.unzip();
        Polyhedron {
            edges,
            leaving,
            hidden: Hidden {
                corners: no_corners,
                edges: no_edges,
                faces: self.inside[k].clone(),
                notches: found.iter().map(Option::is_none).collect(),
            },
            ..own.clone()
        }
    }

    /// Directions of the edges in which the solid leaves a convex corner; none with a concave edge.
    fn leaving(&self, c: &Vec3) -> Option<Vec<Vec3>> {
        let mut all: Vec<Vec3> = Vec::new();
        for piece in self.all {
            for e in &piece.edges {
                let [from, to] = e.ends.map(|end| piece.corners[end] == *c);
                if !from && !to {
                    continue;
                }
                match self.along(piece, e) {
                    Along::Concave => return None,
                    Along::Plane => {}
                    Along::Convex(_) => {
                        let along = if from { e.direction } else { -e.direction };
                        if all.iter().all(|d| d.cross(&along).norm() > FLAT) {
                            all.push(along);
                        }
                    }
                }
            }
        }
        Some(all)
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
        let [[n, first], [m, into]] = outer[..] else {
            return Along::Concave;
        };
        match n.dot(&into) {
            below if below < -FLAT => Along::Convex([[n, first], [m, into]]),
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
