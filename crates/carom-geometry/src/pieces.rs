//! Convex pieces of one solid: what of them is inside of it touches nothing.

use crate::hidden::Hidden;
use crate::polyhedron::{Border, Edge, Leaving, Polyhedron};
use carom_base::Vec3;
use std::collections::{BTreeMap, HashMap};

/// Normals that differ by less, as a sine, are of one plane.
const FLAT: f64 = 1e-6;
/// A corner that is so near to an edge or a plane, relative to the size of the solid, lies on it.
const ON: f64 = 1e-8;
/// A face of which others leave less than this part uncovered is inside.
const BARE: f64 = 1e-6;
/// Rounding of sines between directions of length one.
const LEVEL: f64 = 1e-9;

/// Marks what is inside of a solid that is made of convex polyhedra in one frame: faces against which others lie, one or several that cover it, edges along which
/// the surface of the solid is plane or concave, and corners with a concave edge, but for the tips of stars, which stick out all the same.
/// Of a convex edge or corner of several pieces the first one keeps it, with the directions in which the solid leaves it.
///
/// Each face lies against others with all of it or not at all, and corners of several pieces are the same bit for bit. Corners of one piece may lie within edges
/// and faces of another.
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
    let solid = Seams::of(pieces);
    let made: Vec<Polyhedron> = (0..pieces.len()).map(|k| solid.piece(k)).collect();
    pieces.clone_from_slice(&made);
}

/// The corners of a face, one behind the other around it.
fn corners_of(piece: &Polyhedron, face: usize) -> Vec<Vec3> {
    let of_face = |edge: &&Edge| edge.faces.is_some_and(|faces| faces.contains(&face));
    let mut left: Vec<[usize; 2]> = piece.edges.iter().filter(of_face).map(|e| e.ends).collect();
    let mut around = Vec::new();
    let mut at = left.first().map_or(0, |ends| ends[0]);
    while let Some(k) = left.iter().position(|ends| ends.contains(&at)) {
        let [from, to] = left.remove(k);
        around.push(piece.corners[at]);
        at = if from == at { to } else { from };
    }
    around
}

/// Twice the area of a plane polygon.
fn doubled_area(polygon: &[Vec3]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let from = |p: &Vec3| *p - polygon[0];
    let each = polygon.iter().zip(next);
    let sum = each.fold(Vec3::zeros(), |sum, (a, b)| sum + from(a).cross(&from(b)));
    sum.norm()
}

/// What of a convex polygon is within the borders of another in its plane.
fn within(polygon: Vec<Vec3>, borders: &[Border]) -> Vec<Vec3> {
    let cut = |polygon: Vec<Vec3>, border: &Border| {
        let depth = |p: &Vec3| (*p - border.at).dot(&border.into);
        let next = polygon.iter().cycle().skip(1);
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (a, b) in polygon.iter().zip(next) {
            let (on_a, on_b) = (depth(a), depth(b));
            if on_a >= 0.0 {
                kept.push(*a);
            }
            if (on_a < 0.0) != (on_b < 0.0) {
                kept.push(*a + (*b - *a) * (on_a / (on_a - on_b)));
            }
        }
        kept
    };
    borders.iter().fold(polygon, cut)
}

/// Whether a face of a piece is covered by faces of others.
fn is_inside(all: &[Polyhedron], k: usize, face: usize, on: f64) -> bool {
    let own = &all[k].faces[face];
    let polygon = corners_of(&all[k], face);
    let whole = if polygon.is_empty() {
        return false;
    } else {
        doubled_area(&polygon)
    };
    let mut covered = 0.0;
    for (_, piece) in all.iter().enumerate().filter(|(m, _)| *m != k) {
        for (other, borders) in piece.faces.iter().zip(&piece.borders) {
            let faces_it = own.normal.dot(&other.normal) < 0.0
                && own.normal.cross(&other.normal).norm() < FLAT
                && (other.normal.dot(&polygon[0]) - other.offset).abs() <= on;
            if faces_it {
                let part = within(polygon.clone(), borders);
                covered += if part.is_empty() {
                    0.0
                } else {
                    doubled_area(&part)
                };
            }
        }
    }
    covered >= (1.0 - BARE) * whole
}

/// A part of an edge between two corners with none between them.
#[derive(Clone, Copy)]
struct Link {
    /// Corners of the solid, along the direction of the edge.
    ends: [usize; 2],
    piece: usize,
    edge: usize,
}

/// A solid of pieces.
struct Seams<'a> {
    all: &'a [Polyhedron],
    /// Of each face of each piece whether it is so.
    inside: Vec<Vec<bool>>,
    /// The corners of all pieces, each once.
    corners: Vec<Vec3>,
    /// Of each corner of each piece, in `corners`.
    numbers: Vec<Vec<usize>>,
    /// Of each edge of each piece.
    links: Vec<Vec<Vec<Link>>>,
    /// Those between two corners, the first number the smaller one.
    between: BTreeMap<[usize; 2], Vec<Link>>,
    /// Those at each corner.
    at: Vec<Vec<Link>>,
    /// How near is on an edge.
    on: f64,
}

/// What the surface of the solid is along an edge.
#[derive(Clone, Copy)]
enum Along {
    /// With its two faces there: normals, and directions into them.
    Convex([[Vec3; 2]; 2]),
    Plane,
    Concave,
    /// The edge is inside.
    Inside,
}

impl<'a> Seams<'a> {
    fn of(all: &'a [Polyhedron]) -> Self {
        let mut places: HashMap<[u64; 3], usize> = HashMap::new();
        let mut corners = Vec::new();
        let mut number = |c: &Vec3| {
            // −0 and 0 are one place.
            let key = c.to_array().map(|x| (x + 0.0).to_bits());
            *places.entry(key).or_insert_with(|| {
                corners.push(*c);
                corners.len() - 1
            })
        };
        let of_piece = |p: &Polyhedron| p.corners.iter().map(&mut number).collect();
        let numbers: Vec<Vec<usize>> = all.iter().map(of_piece).collect();
        let far = corners.iter().map(|c| (*c - corners[0]).norm());
        let on = ON * far.fold(0.0, f64::max);
        let faces = |k: usize| (0..all[k].faces.len()).map(move |f| is_inside(all, k, f, on));
        let mut solid = Self {
            all,
            inside: (0..all.len()).map(|k| faces(k).collect()).collect(),
            at: vec![Vec::new(); corners.len()],
            corners,
            numbers,
            links: Vec::new(),
            between: BTreeMap::new(),
            on,
        };
        let of_edges = |k: usize| (0..all[k].edges.len()).map(move |e| (k, e));
        solid.links = (0..all.len())
            .map(|k| of_edges(k).map(|(k, e)| solid.divided(k, e)).collect())
            .collect();
        for link in solid.links.iter().flatten().flatten() {
            let [a, b] = link.ends;
            let key = [a.min(b), a.max(b)];
            solid.between.entry(key).or_default().push(*link);
            solid.at[a].push(*link);
            solid.at[b].push(*link);
        }
        solid
    }

    /// An edge of a piece, divided where corners of any piece lie on it.
    fn divided(&self, piece: usize, edge: usize) -> Vec<Link> {
        let e = &self.all[piece].edges[edge];
        let ends = e.ends.map(|end| self.numbers[piece][end]);
        let from = self.corners[ends[0]];
        let along = |c: &Vec3| (*c - from).dot(&e.direction);
        let length = 2.0 * e.half;
        let lies_on = |(_, c): &(usize, &Vec3)| {
            let t = along(c);
            t > self.on && t < length - self.on && (*c - from - e.direction * t).norm() <= self.on
        };
        let within = self.corners.iter().enumerate().filter(lies_on);
        let mut stops: Vec<(f64, usize)> = within.map(|(k, c)| (along(c), k)).collect();
        stops.sort_by(|a, b| a.0.total_cmp(&b.0));
        let inner = stops.into_iter().map(|(_, k)| k);
        let chain: Vec<usize> = std::iter::once(ends[0])
            .chain(inner)
            .chain([ends[1]])
            .collect();
        let link = |pair: &[usize]| Link {
            ends: [pair[0], pair[1]],
            piece,
            edge,
        };
        chain.windows(2).map(link).collect()
    }

    /// A piece as a part of the solid.
    fn piece(&self, k: usize) -> Polyhedron {
        let own = &self.all[k];
        let mut numbers = self.numbers[k].clone();
        let (mut edges, mut no_edges) = (Vec::new(), Vec::new());
        for e in 0..own.edges.len() {
            for (edge, ends, is_hidden) in self.kept(k, e) {
                let ends = ends.map(|c| corner_of(&mut numbers, c));
                edges.push(Edge { ends, ..edge });
                no_edges.push(is_hidden);
            }
        }
        let found: Vec<Option<Vec<Vec3>>> = numbers.iter().map(|c| self.leaving(*c)).collect();
        let leaving = numbers.iter().zip(&found).enumerate().map(|(at, (c, f))| {
            let first = self.numbers.iter().position(|list| list.contains(c));
            match f {
                Some(along) if first == Some(k) && at < own.corners.len() => {
                    let along = along.clone();
                    (Leaving { along, cone: None }, false)
                }
                _ => (own.leaving.get(at).cloned().unwrap_or_default(), true),
            }
        });
        let (leaving, no_corners): (Vec<Leaving>, Vec<bool>) = leaving.unzip();
        Polyhedron {
            corners: numbers.iter().map(|c| self.corners[*c]).collect(),
            points: numbers.len(),
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

    /// The parts of an edge that are alike: each with its ends, and whether nothing touches it.
    fn kept(&self, k: usize, e: usize) -> Vec<(Edge, [usize; 2], bool)> {
        let own = self.all[k].edges[e];
        let mut parts: Vec<(Edge, [usize; 2], bool)> = Vec::new();
        for link in &self.links[k][e] {
            let is_first = self
                .with(link)
                .first()
                .is_some_and(|first| first.piece == k);
            let (edge, is_hidden) = match self.along(link) {
                Along::Convex([[m, d], [n, f]]) if is_first => {
                    let out = m + n;
                    let into = [d, f];
                    (Edge { into, out, ..own }, false)
                }
                _ => (own, true),
            };
            match parts.last_mut() {
                Some((last, ends, was_hidden))
                    if *was_hidden == is_hidden && (last.out - edge.out).norm() < FLAT =>
                {
                    ends[1] = link.ends[1];
                }
                _ => parts.push((edge, link.ends, is_hidden)),
            }
        }
        if parts.len() > 1 {
            for (edge, ends, _) in &mut parts {
                let [from, to] = ends.map(|c| self.corners[c]);
                edge.middle = (from + to) * 0.5;
                edge.half = 0.5 * (to - from).norm();
            }
        }
        parts
    }

    /// The links of all pieces where one is.
    fn with(&self, link: &Link) -> &[Link] {
        let [a, b] = link.ends;
        let found = self.between.get(&[a.min(b), a.max(b)]);
        found.map_or(&[], Vec::as_slice)
    }

    /// Directions of the edges in which the solid leaves a corner that sticks out; none of others.
    fn leaving(&self, c: usize) -> Option<Vec<Vec3>> {
        let (mut all, mut every): (Vec<Vec3>, Vec<Vec3>) = (Vec::new(), Vec::new());
        let mut is_saddle = false;
        for link in &self.at[c] {
            let direction = self.all[link.piece].edges[link.edge].direction;
            let along = if link.ends[0] == c {
                direction
            } else {
                -direction
            };
            every.push(along);
            match self.along(link) {
                Along::Concave => is_saddle = true,
                Along::Plane | Along::Inside => {}
                Along::Convex(_) => {
                    if all.iter().all(|d| (*d - along).norm() > FLAT) {
                        all.push(along);
                    }
                }
            }
        }
        // Within a face or within a straight edge it is no corner, nor where two parts of the solid meet in a point.
        let sticks_out = match is_saddle {
            true => is_pointed(&every) && !self.is_within_face(c),
            false => is_pointed(&all),
        };
        sticks_out.then_some(all)
    }

    /// Whether a corner is within a face of a piece, away from its border.
    fn is_within_face(&self, c: usize) -> bool {
        let at = self.corners[c];
        let is_in = |(face, borders): (&crate::polyhedron::Face, &Vec<Border>)| {
            (face.normal.dot(&at) - face.offset).abs() <= self.on
                && borders.iter().all(|b| (at - b.at).dot(&b.into) > self.on)
        };
        let mut pieces = self.all.iter();
        pieces.any(|piece| piece.faces.iter().zip(&piece.borders).any(is_in))
    }

    /// By the two faces of all pieces there that are on the surface.
    fn along(&self, link: &Link) -> Along {
        let mut outer: Vec<[Vec3; 2]> = Vec::new();
        for link in self.with(link) {
            let piece = &self.all[link.piece];
            let e = &piece.edges[link.edge];
            let Some(faces) = e.faces else { continue };
            for (face, into) in faces.iter().zip(e.into) {
                if !self.inside[link.piece][*face] {
                    outer.push([piece.faces[*face].normal, into]);
                }
            }
        }
        if outer.is_empty() {
            return Along::Inside;
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

/// Where a corner of the solid is among those of a piece; behind the others if it was not there.
fn corner_of(numbers: &mut Vec<usize>, corner: usize) -> usize {
    let found = numbers.iter().position(|c| *c == corner);
    found.unwrap_or_else(|| {
        numbers.push(corner);
        numbers.len() - 1
    })
}

/// Whether some plane touches the cone of directions in its tip alone. The sum of the normals of the planes along two of them that have all others on one side
/// is within the cone of all such normals.
fn is_pointed(directions: &[Vec3]) -> bool {
    let mut inner = Vec3::zeros();
    for (k, a) in directions.iter().enumerate() {
        for b in &directions[k + 1..] {
            let n = a.cross(b);
            if n.norm() < FLAT {
                continue;
            }
            let n = n.normalize();
            for n in [n, -n] {
                if directions.iter().all(|d| n.dot(d) >= -LEVEL) {
                    inner += n;
                }
            }
        }
    }
    !directions.is_empty() && directions.iter().all(|d| inner.dot(d) > FLAT)
}
