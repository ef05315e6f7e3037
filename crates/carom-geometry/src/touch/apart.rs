//! Planes between two solids, and features behind each other.
//!
//! Where an edge or a rim is acute, features on far sides of it pass each other with a gap below zero and with normals out of both solids, though the solids are
//! apart: next to each other are then others. No formula of the two features says so; a plane between the solids does.
#![allow(non_snake_case)]

use super::distance::{Core, between, reach};
use super::feature::{Feature, PARALLEL, Polyhedra, Relative, is_rounded, rounding};
use super::smooth::{parted, side_of};
use crate::Polyhedron;
use carom_base::{Mat3, Number, Vec3};

/// Solids with rims are apart if they are so when they are smaller by this part.
const SHRINK: f64 = 1e-7;

/// Features whose gap is less than this part of the size of the solids below zero are behind each other where these are apart.
const BEHIND: f64 = 1e-6;

/// Directions shorter than this are none.
const NONE: f64 = 1e-12;

/// Whether two features are behind each other if the solids are apart: their gap is below zero.
pub fn may_be_behind(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> bool {
    // Of rounded solids a gap is a distance of cores.
    !is_rounded(of) && side_of(of).is_none() && of.meeting(at, feature).gap < -BEHIND * of.size()
}

/// Whether the solids are apart, or just touch.
pub fn are_apart(of: &Polyhedra, at: &Relative<f64>) -> bool {
    // Their distance has no more digits.
    let overlap = if of.is_curved() {
        BEHIND * of.size()
    } else {
        of.border()
    };
    parting(of, at).is_some_and(|n| apart_along(of, at, &n) >= -overlap)
}

/// The normal, from J to I in the frame of J, of planes that part the solids best; none if they overlap.
pub fn parting(of: &Polyhedra, at: &Relative<f64>) -> Option<Vec3> {
    if let Some(side) = side_of(of) {
        let (apart, n) = parted(of, at, side)?;
        return (apart >= -of.border()).then_some(n);
    }
    if !of.is_curved() {
        let (apart, n) = best_of_all(of, at);
        return (apart >= -of.border()).then_some(n);
    }
    // The more they overlap the less a normal that follows from their distance is one.
    let [i, j] = [0, 1].map(|side| Core::of(&of.solids[side]).scaled(1.0 - SHRINK));
    let v = between(&i, &j, at);
    let far = v.norm();
    (far > NONE * of.size()).then(|| v / far)
}

/// A normal of planes that part the solids if some do that are quickly found: along a face of one of them, across their centres, or beside the axis of a wall.
pub fn likely_parting(of: &Polyhedra, at: &Relative<f64>) -> Vec3 {
    if let Some(side) = side_of(of) {
        return parted(of, at, side).map_or(Vec3::zeros(), |(_, n)| n);
    }
    let [i, j] = &of.solids;
    let way = at.R * i.centre + at.p - j.centre;
    let faces_i = i.faces.iter().map(|face| -(at.R * face.normal));
    let faces_j = j.faces.iter().map(|face| face.normal);
    let aside = |solid: &Polyhedron, turn: &Mat3| {
        let axis = solid.rims.first().map(|rim| *turn * rim.axis)?;
        Some(way - axis * axis.dot(&way))
    };
    let round = [aside(i, &at.R), aside(j, &Mat3::identity()), Some(way)];
    let round = round.into_iter().flatten();
    let round = round
        .filter(|n| n.norm() > NONE * of.size())
        .map(|n| n.normalize());
    let all = faces_i.chain(faces_j).chain(round);
    let rated = all.map(|n| (apart_along(of, at, &n), n));
    let none = (f64::NEG_INFINITY, Vec3::zeros());
    rated.fold(none, |a, b| if b.0 > a.0 { b } else { a }).1
}

/// How far the solids are apart along a direction of length one from J to I, in the frame of J: no more than their distance.
pub fn apart_along<T: Number>(of: &Polyhedra, at: &Relative<T>, n: &Vec3) -> T {
    let [i, j] = &of.solids;
    let n = n.map(T::constant);
    let down = -at.R.tr_mul(&n);
    at.p.dot(&n) - reach(i, &down) - reach(j, &n) - rounding(of)
}

/// How far the whole of the solid with the corners is above a face of the other.
fn above(of: &Polyhedra, at: &Relative<f64>, side: usize, face: usize) -> f64 {
    let corners = 0..of.solids[side].corners.len();
    let height = |c| of.height(side, face, &of.corner(at, side, c));
    corners.map(height).fold(f64::INFINITY, f64::min)
}

/// Distance of two sharp polyhedra along the best of all separating axes, and that axis.
pub(super) fn best_of_all(of: &Polyhedra, at: &Relative<f64>) -> (f64, Vec3) {
    let by_faces = [0, 1].into_iter().flat_map(|side| {
        let faces = of.solids[1 - side].faces.iter().enumerate();
        faces.map(move |(k, face)| {
            let n = match side {
                0 => face.normal,
                _ => -(at.R * face.normal),
            };
            (above(of, at, side, k), n)
        })
    });
    let [i, j] = &of.solids;
    let along = |n: Vec3| {
        let low = i.corners.iter().map(|c| n.dot(&(at.R * *c + at.p)));
        let high = j.corners.iter().map(|c| n.dot(c));
        let apart = low.fold(f64::INFINITY, f64::min) - high.fold(f64::NEG_INFINITY, f64::max);
        (apart, n)
    };
    let by_edges = i.edges.iter().flat_map(|a| {
        let u = at.R * a.direction;
        j.edges.iter().flat_map(move |b| {
            let n = u.cross(&b.direction);
            let n = (n.norm() > PARALLEL).then(|| n.normalize());
            n.into_iter().flat_map(|n| [n, -n]).map(along)
        })
    });
    let none = (f64::NEG_INFINITY, Vec3::zeros());
    let larger = |a: (f64, Vec3), b: (f64, Vec3)| if b.0 > a.0 { b } else { a };
    by_faces.chain(by_edges).fold(none, larger)
}
