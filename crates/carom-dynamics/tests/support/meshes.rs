//! Meshes that are not convex, and how far two of them are apart, by all pairs of their corners, edges and triangles.
#![allow(non_snake_case)]

#[path = "../../../carom-geometry/tests/common/grid.rs"]
pub mod grid;

use super::random::Random;
use carom_base::{Mat3, Vec3};
use carom_geometry::Mesh;
use std::collections::BTreeSet;

/// A cone from a tip over a star in z = 0 with rays of length one and angles between them at `inner`.
pub fn star_pyramid(rays: u32, inner: f64, tip: Vec3) -> Mesh {
    let n = 2 * rays;
    let corner = |k: u32| {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(n)).sin_cos();
        let r = if k.is_multiple_of(2) { 1.0 } else { inner };
        Vec3::new(r * c, r * s, 0.0)
    };
    let vertices = (0..n).map(corner).chain([Vec3::zeros(), tip]).collect();
    let sides = (0..n).flat_map(|k| {
        let next = (k + 1) % n;
        [[k, next, n + 1], [next, k, n]]
    });
    Mesh {
        vertices,
        triangles: sides.collect(),
    }
}

/// A cube with a pyramid taken out of its top.
pub fn dented(depth: f64) -> Mesh {
    let corner = |k: usize| Vec3::from_fn(|axis| (k >> axis & 1) as f64);
    let mut vertices: Vec<Vec3> = (0..8).map(corner).collect();
    vertices.push(Vec3::new(0.4, 0.55, 1.0 - depth));
    let sides = [
        [0, 2, 3, 1],
        [0, 1, 5, 4],
        [1, 3, 7, 5],
        [3, 2, 6, 7],
        [2, 0, 4, 6],
    ];
    let sides = sides
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let dent = [[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
    Mesh {
        vertices,
        triangles: sides.chain(dent).collect(),
    }
}

/// About the middle of its corners, with other angles where planes stay planes, x → A·x/(1 + c·x), and the greatest distance of a corner from there `size`.
pub fn shaped(mesh: &Mesh, random: &mut Random, size: f64) -> Mesh {
    let c = random.vector(0.03);
    let A = Mat3::identity() + Mat3::from_fn(|_, _| random.between(-0.2, 0.2));
    let all = mesh.vertices.iter().map(|x| A * *x / (1.0 + c.dot(x)));
    let all: Vec<Vec3> = all.collect();
    sized(all, mesh.triangles.clone(), size)
}

/// The same without other angles.
pub fn centred(mesh: &Mesh, size: f64) -> Mesh {
    sized(mesh.vertices.clone(), mesh.triangles.clone(), size)
}

fn sized(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>, size: f64) -> Mesh {
    let n = vertices.len() as f64;
    let centre = vertices.iter().fold(Vec3::zeros(), |sum, x| sum + *x) / n;
    let far = vertices.iter().map(|x| (*x - centre).norm());
    let scale = size / far.fold(0.0, f64::max);
    let vertices = vertices.iter().map(|x| (*x - centre) * scale).collect();
    Mesh {
        vertices,
        triangles,
    }
}

/// A mesh in space.
pub struct Placed {
    corners: Vec<Vec3>,
    edges: Vec<[Vec3; 2]>,
    triangles: Vec<[Vec3; 3]>,
}

impl Placed {
    pub fn new(mesh: &Mesh, R: &Mat3, p: &Vec3) -> Self {
        let corners: Vec<Vec3> = mesh.vertices.iter().map(|x| *R * *x + *p).collect();
        let place = |k: u32| corners[k as usize];
        let pairs = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
        let edges = mesh.triangles.iter().flat_map(pairs);
        let edges: BTreeSet<[u32; 2]> = edges.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        Self {
            edges: edges.into_iter().map(|e| e.map(place)).collect(),
            triangles: mesh.triangles.iter().map(|t| t.map(place)).collect(),
            corners,
        }
    }

    fn distance_from(&self, x: &Vec3) -> f64 {
        let each = self.triangles.iter().map(|t| from_triangle(x, t));
        each.fold(f64::INFINITY, f64::min)
    }

    /// Whether a point is inside: the solid angle of the surface is 4π there.
    fn has(&self, x: &Vec3) -> bool {
        let angle = |t: &[Vec3; 3]| {
            let [a, b, c] = t.map(|y| y - *x);
            let [p, q, r] = [a, b, c].map(|v| v.norm());
            let over = p * q * r + a.dot(&b) * r + b.dot(&c) * p + c.dot(&a) * q;
            2.0 * a.dot(&b.cross(&c)).atan2(over)
        };
        self.triangles.iter().map(angle).sum::<f64>() > std::f64::consts::TAU
    }

    /// How deep its edges are in another solid: the parts of each between two triangles of that one, in their middles.
    fn deep_in(&self, other: &Self) -> f64 {
        let mut deepest: f64 = 0.0;
        for [a, b] in &self.edges {
            let d = *b - *a;
            let mut at = vec![0.0, 1.0];
            at.extend(other.triangles.iter().filter_map(|t| crossing(a, &d, t)));
            at.sort_by(f64::total_cmp);
            for pair in at.windows(2) {
                let middle = *a + d * (0.5 * (pair[0] + pair[1]));
                if other.has(&middle) {
                    deepest = deepest.max(other.distance_from(&middle));
                }
            }
        }
        deepest
    }
}

/// Distance of two solids; how deep an edge of one is in the other, below zero, if they overlap.
pub fn apart(a: &Placed, b: &Placed) -> f64 {
    let of = |a: &Placed, b: &Placed| {
        let each = a.corners.iter().map(|x| b.distance_from(x));
        each.fold(f64::INFINITY, f64::min)
    };
    let mut least = of(a, b).min(of(b, a));
    for e in &a.edges {
        for f in &b.edges {
            least = least.min(between(e, f));
        }
    }
    let deep = a.deep_in(b).max(b.deep_in(a));
    if deep > 0.0 { -deep } else { least }
}

/// Where a line from a along d goes through a triangle.
fn crossing(a: &Vec3, d: &Vec3, t: &[Vec3; 3]) -> Option<f64> {
    let n = (t[1] - t[0]).cross(&(t[2] - t[0]));
    let along = n.dot(d);
    let s = n.dot(&(t[0] - *a)) / along;
    let x = *a + *d * s;
    let is_left = |p: Vec3, q: Vec3| (q - p).cross(&(x - p)).dot(&n) >= 0.0;
    let inside = is_left(t[0], t[1]) && is_left(t[1], t[2]) && is_left(t[2], t[0]);
    (along != 0.0 && s > 0.0 && s < 1.0 && inside).then_some(s)
}

fn from_segment(x: &Vec3, a: &Vec3, b: &Vec3) -> f64 {
    let d = *b - *a;
    let t = (d.dot(&(*x - *a)) / d.dot(&d)).clamp(0.0, 1.0);
    (*x - *a - d * t).norm()
}

fn from_triangle(x: &Vec3, [a, b, c]: &[Vec3; 3]) -> f64 {
    let n = (*b - *a).cross(&(*c - *a));
    let is_left = |p: &Vec3, q: &Vec3| (*q - *p).cross(&(*x - *p)).dot(&n) >= 0.0;
    if is_left(a, b) && is_left(b, c) && is_left(c, a) {
        return (n.dot(&(*x - *a)) / n.norm()).abs();
    }
    let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| from_segment(x, p, q));
    sides.into_iter().fold(f64::INFINITY, f64::min)
}

/// Distance of two segments.
fn between([a, b]: &[Vec3; 2], [c, d]: &[Vec3; 2]) -> f64 {
    let (u, v, w) = (*b - *a, *d - *c, *a - *c);
    let (uu, uv, vv, uw, vw) = (u.dot(&u), u.dot(&v), v.dot(&v), u.dot(&w), v.dot(&w));
    let det = uu * vv - uv * uv;
    let (s, t) = ((uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det);
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        return (w + u * s - v * t).norm();
    }
    let ends = [
        from_segment(a, c, d),
        from_segment(b, c, d),
        from_segment(c, a, b),
        from_segment(d, a, b),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}
