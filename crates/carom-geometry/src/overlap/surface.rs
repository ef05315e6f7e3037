//! The surface of an intersection in triangles, for a look.
//!
//! The parts of faces that bound it are polygons with holes, whose corners all faces share: so the triangles are closed, whatever way polygons are
//! cut, and their volume is the sum of the volumes of the query but for rounding.

use super::meshes::Query;
use super::predicates::Side;
use crate::Mesh;
use crate::outline::{ears, turn};
use carom_base::Vec3;
use std::collections::{BTreeMap, HashMap};

/// Vertices by the bits of their coordinates.
#[derive(Default)]
struct Vertices {
    places: Vec<Vec3>,
    numbers: HashMap<[u64; 3], u32>,
}

impl Vertices {
    fn number(&mut self, p: &Vec3) -> u32 {
        // −0 and 0 are one place
        let key = [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
        *self.numbers.entry(key).or_insert_with(|| {
            self.places.push(*p);
            self.places.len() as u32 - 1
        })
    }
}

impl Query<'_> {
    /// The surface of all volumes found by the last run, in the frame of A.
    pub(super) fn surface(&self) -> Mesh {
        let mut vertices = Vertices::default();
        let mut faces: BTreeMap<(bool, u32), Vec<[u32; 2]>> = BTreeMap::new();
        self.pieces(|side, face, _, from, to| {
            let piece = [from, to].map(|p| vertices.number(p));
            if piece[0] != piece[1] {
                let part = faces.entry((side == Side::B, face)).or_default();
                part.push(piece);
            }
        });
        let mut triangles = Vec::new();
        for ((of_b, face), pieces) in faces {
            let side = if of_b { Side::B } else { Side::A };
            let [a, b, c] = self.placed_corners(side, face);
            let normal = (b - a).cross(&(c - a));
            let polygons = Polygons::new(&vertices.places, &pieces, &normal);
            polygons.cut(&mut triangles);
        }
        for (side, triangle) in self.whole_faces() {
            let corners = self.placed_corners(side, triangle);
            triangles.push(corners.map(|p| vertices.number(&p)));
        }
        Mesh {
            vertices: vertices.places,
            triangles,
        }
    }
}

/// A closed way through vertices, with their places in the plane of a face, seen against its normal.
#[derive(Clone)]
struct Way {
    vertices: Vec<u32>,
    places: Vec<[f64; 2]>,
}

impl Way {
    fn area(&self) -> f64 {
        let [x, y] = self.places[0];
        let next = self.places.iter().cycle().skip(1);
        let cross =
            |(p, q): (&[f64; 2], &[f64; 2])| (p[0] - x) * (q[1] - y) - (q[0] - x) * (p[1] - y);
        0.5 * self.places.iter().zip(next).map(cross).sum::<f64>()
    }

    /// How often it runs around a point.
    fn winds(&self, [x, y]: [f64; 2]) -> i32 {
        let next = self.places.iter().cycle().skip(1);
        let pass = |(p, q): (&[f64; 2], &[f64; 2])| {
            let up = q[1] > y;
            let crosses = (p[1] > y) != up && (turn(*p, *q, [x, y]) > 0) == up;
            i32::from(crosses) * if up { 1 } else { -1 }
        };
        self.places.iter().zip(next).map(pass).sum()
    }
}

/// The parts of a face: ways around them, and around holes in them backwards.
struct Polygons {
    outer: Vec<Way>,
    holes: Vec<Way>,
}

impl Polygons {
    fn new(places: &[Vec3], pieces: &[[u32; 2]], normal: &Vec3) -> Self {
        let k = normal.iamax();
        let (i, j) = match normal[k] > 0.0 {
            true => ((k + 1) % 3, (k + 2) % 3),
            false => ((k + 2) % 3, (k + 1) % 3),
        };
        let mut ways = Self {
            outer: Vec::new(),
            holes: Vec::new(),
        };
        let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &[from, to] in pieces {
            next.entry(from).or_default().push(to);
        }
        while let Some((&start, _)) = next.iter().find(|(_, to)| !to.is_empty()) {
            let mut way = Way {
                vertices: Vec::new(),
                places: Vec::new(),
            };
            let mut at = start;
            while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
                let p = &places[at as usize];
                way.vertices.push(at);
                way.places.push([p[i], p[j]]);
                at = to;
            }
            match way.area() >= 0.0 {
                true => ways.outer.push(way),
                false => ways.holes.push(way),
            }
        }
        ways
    }

    /// In triangles: each hole is joined to the smallest part around it by a bridge there and back.
    fn cut(mut self, triangles: &mut Vec<[u32; 3]>) {
        // from the right: a bridge leads to what is already joined
        let right = |w: &Way| {
            w.places
                .iter()
                .map(|p| p[0])
                .fold(f64::NEG_INFINITY, f64::max)
        };
        self.holes.sort_by(|a, b| right(b).total_cmp(&right(a)));
        for hole in std::mem::take(&mut self.holes) {
            let around = (self.outer.iter_mut())
                .filter(|w| w.winds(hole.places[0]) > 0)
                .min_by(|a, b| a.area().total_cmp(&b.area()));
            match around {
                Some(way) => bridge(way, &hole),
                None => self.outer.push(hole),
            }
        }
        for way in &self.outer {
            let cut = ears::triangles(&way.places);
            triangles.extend(cut.iter().map(|t| t.map(|k| way.vertices[k as usize])));
        }
    }
}

/// Joins a hole to the way around it, over the shortest bridge that crosses neither.
fn bridge(way: &mut Way, hole: &Way) {
    let distance = |&(i, j): &(usize, usize)| {
        let (p, q) = (way.places[i], hole.places[j]);
        (p[0] - q[0]).hypot(p[1] - q[1])
    };
    let free = |&(i, j): &(usize, usize)| {
        let ends = [way.places[i], hole.places[j]];
        [&*way, hole].iter().all(|w| {
            let next = w.places.iter().cycle().skip(1);
            w.places
                .iter()
                .zip(next)
                .all(|(p, q)| !crosses(ends, [*p, *q]))
        })
    };
    let mut pairs: Vec<(usize, usize)> = (0..way.places.len())
        .flat_map(|i| (0..hole.places.len()).map(move |j| (i, j)))
        .collect();
    pairs.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    let found = pairs.iter().find(|p| free(p)).or(pairs.first());
    let Some(&(i, j)) = found else { return };
    let around = |k: usize| (j + k) % hole.places.len();
    let n = hole.places.len();
    let vertices: Vec<u32> = (0..=n).map(|k| hole.vertices[around(k)]).collect();
    let places: Vec<[f64; 2]> = (0..=n).map(|k| hole.places[around(k)]).collect();
    let back = (way.vertices[i], way.places[i]);
    way.vertices
        .splice(i + 1..i + 1, vertices.into_iter().chain([back.0]));
    way.places
        .splice(i + 1..i + 1, places.into_iter().chain([back.1]));
}

/// Whether two segments meet elsewhere than at ends that they share.
fn crosses([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    if [c, d].contains(&a) || [c, d].contains(&b) {
        return false;
    }
    turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0
}
