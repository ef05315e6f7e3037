//! Whether cores of two solids meet: their distance by supporting points, which asks nothing of features.
#![allow(non_snake_case)]

use super::ellipsoid::reach_of;
use super::feature::{Polyhedra, Relative, rounding};
use crate::Polyhedron;
use crate::polyhedron::Rim;
use carom_base::{Number, Vec3};

/// Steps until a distance is known; mostly there are ten to thirty.
const STEPS: usize = 300;
/// Cores whose distance is less, relative to their size, meet.
const NONE: f64 = 1e-12;
/// A ring is looked at as so many straight pieces.
const PIECES: u32 = 64;
/// Rounded solids overlap, whatever their features say, if their cores are nearer than this part of both radii.
const SURELY: f64 = 0.9;
/// Sharp solids that meet when they are smaller by this part of their thickness overlap; of those that do not their features say so.
const SHRINK: f64 = 1e-3;
/// Halvings until it is known by how much they must be smaller.
const HALVINGS: usize = 20;

/// How far a core reaches along a direction in its frame.
pub(super) fn reach<T: Number>(solid: &Polyhedron, n: &Vec3<T>) -> T {
    if let Some(axes) = &solid.ellipsoid {
        return reach_of(axes, n);
    }
    let along = |x: &Vec3| x.map(T::constant).dot(n);
    let corners = solid.corners.iter().map(along);
    let rims = solid.rims.iter().map(|rim| {
        let [x, y] = rim.across.map(|x| along(&x));
        along(&rim.centre) + (x.square() + y.square()).sqrt() * rim.radius
    });
    let none = T::constant(f64::NEG_INFINITY);
    corners.chain(rims).fold(none, |a, b| a.at_least(b))
}

/// A convex body: what corners and discs span.
#[derive(Clone)]
pub(super) struct Core {
    corners: Vec<Vec3>,
    rims: Vec<Rim>,
}

impl Core {
    /// That of a convex solid.
    pub(super) fn of(solid: &Polyhedron) -> Self {
        Self {
            corners: solid.corners.clone(),
            rims: solid.rims.clone(),
        }
    }

    /// Those of a solid, of a ring its pieces.
    fn all(solid: &Polyhedron) -> Vec<Self> {
        let Some(rim) = solid.rims.iter().find(|rim| !rim.is_edge) else {
            return vec![Self::of(solid)];
        };
        let point = |k: u32| {
            let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(PIECES)).sin_cos();
            rim.centre + (rim.across[0] * c + rim.across[1] * s) * rim.radius
        };
        let piece = |k: u32| Self {
            corners: vec![point(k), point(k + 1)],
            rims: Vec::new(),
        };
        (0..PIECES).map(piece).collect()
    }

    /// The same, smaller about a point inside.
    pub(super) fn scaled(&self, scale: f64) -> Self {
        let sum = self.corners.iter().fold(Vec3::zeros(), |sum, c| sum + *c);
        let middle = sum / self.corners.len() as f64;
        let moved = |x: &Vec3| middle + (*x - middle) * scale;
        let rim = |rim: &Rim| Rim {
            centre: moved(&rim.centre),
            radius: rim.radius * scale,
            ..*rim
        };
        Self {
            corners: self.corners.iter().map(moved).collect(),
            rims: self.rims.iter().map(rim).collect(),
        }
    }

    /// The point that is farthest along a direction.
    fn farthest(&self, n: &Vec3) -> Vec3 {
        let corners = self.corners.iter().copied();
        let rims = self.rims.iter().map(|rim| {
            let [x, y] = rim.across.map(|x| x.dot(n));
            let size = x.hypot(y).max(f64::MIN_POSITIVE);
            rim.centre + (rim.across[0] * x + rim.across[1] * y) * (rim.radius / size)
        });
        let all = corners.chain(rims);
        let farthest = all.max_by(|a, b| a.dot(n).total_cmp(&b.dot(n)));
        farthest.unwrap_or_default()
    }
}

/// The least vector from one core to another, in the frame of J: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, IEEE Journal of Robotics and Automation 4, 1988.
pub(super) fn between(i: &Core, j: &Core, at: &Relative<f64>) -> Vec3 {
    let support = |n: &Vec3| at.R * i.farthest(&at.R.tr_mul(n)) + at.p - j.farthest(&-*n);
    let mut corners = vec![support(&Vec3::new(1.0, 0.0, 0.0))];
    let mut v = corners[0];
    for _ in 0..STEPS {
        let w = support(&-v);
        if v.norm_squared() - v.dot(&w) <= 1e-15 * v.norm() {
            break;
        }
        corners.push(w);
        let (next, kept) = nearest_of_simplex(&corners);
        if next.norm() >= v.norm() {
            break;
        }
        (v, corners) = (next, kept);
    }
    v
}

/// The point of a simplex next to the origin, and the corners that span its part.
fn nearest_of_simplex(corners: &[Vec3]) -> (Vec3, Vec<Vec3>) {
    let subsets = 1..1u32 << corners.len();
    let of = |bits: u32| -> Option<(Vec3, Vec<Vec3>)> {
        let chosen = corners.iter().enumerate();
        let chosen = chosen.filter(|(k, _)| bits >> k & 1 == 1);
        let all: Vec<Vec3> = chosen.map(|(_, c)| *c).collect();
        let (first, rest) = all.split_first()?;
        let edges: Vec<Vec3> = rest.iter().map(|c| *c - *first).collect();
        // Of orthogonal edges each weight stands for itself.
        let (mut basis, mut upper) = (
            Vec::<Vec3>::new(),
            vec![vec![0.0; edges.len()]; edges.len()],
        );
        for (k, e) in edges.iter().enumerate() {
            let mut rest = *e;
            for (m, b) in basis.iter().enumerate() {
                upper[m][k] = b.dot(e);
                rest -= *b * upper[m][k];
            }
            upper[k][k] = rest.norm();
            if upper[k][k] < 1e-14 {
                return None;
            }
            basis.push(rest / upper[k][k]);
        }
        let mut weights: Vec<f64> = basis.iter().map(|b| -b.dot(first)).collect();
        for k in (0..weights.len()).rev() {
            let known: f64 = (k + 1..weights.len())
                .map(|m| upper[k][m] * weights[m])
                .sum();
            weights[k] = (weights[k] - known) / upper[k][k];
        }
        let own = 1.0 - weights.iter().sum::<f64>();
        let inside = own >= 0.0 && weights.iter().all(|w| *w >= 0.0);
        let point = edges
            .iter()
            .zip(&weights)
            .fold(*first, |p, (e, w)| p + *e * *w);
        inside.then_some((point, all))
    };
    let found = subsets.filter_map(of);
    found
        .min_by(|a, b| a.0.norm().total_cmp(&b.0.norm()))
        .expect("a corner")
}

/// By how much two solids overlap; none where they are apart, or overlap so little that their features say so. Of rounded ones by the distance of their cores; sharp
/// ones by how much smaller they must be about points inside of them to be apart.
pub(super) fn overlap(of: &Polyhedra, at: &Relative<f64>) -> Option<f64> {
    let [own, other] = [0, 1].map(|side| Core::all(&of.solids[side]));
    let distance = |scale: f64| {
        let pairs = own.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        let each = pairs.map(|(a, b)| between(&a.scaled(scale), &b.scaled(scale), at).norm());
        each.fold(f64::INFINITY, f64::min)
    };
    let r = rounding(of);
    if r > 0.0 {
        let cut = of.solids.iter().map(sagitta).fold(0.0, f64::max);
        let distance = distance(1.0);
        return (distance + cut < SURELY * r).then_some(r - distance);
    }
    let meets = |scale: f64| distance(scale) <= NONE * of.size();
    let (mut apart, mut meeting) = (0.0, 1.0 - SHRINK);
    if !meets(meeting) {
        return None;
    }
    for _ in 0..HALVINGS {
        let scale = 0.5 * (apart + meeting);
        if meets(scale) {
            meeting = scale;
        } else {
            apart = scale;
        }
    }
    let [i, j] = &of.solids;
    Some((1.0 - meeting) * i.thickness.min(j.thickness))
}

/// By how much the pieces of a ring are inside of its circle at most.
fn sagitta(solid: &Polyhedron) -> f64 {
    let half = std::f64::consts::PI / f64::from(PIECES);
    let rings = solid.rims.iter().filter(|rim| !rim.is_edge);
    rings
        .map(|rim| rim.radius * (1.0 - half.cos()))
        .fold(0.0, f64::max)
}
