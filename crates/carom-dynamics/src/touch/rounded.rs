//! Features of rounded solids: balls swept over convex polyhedra, segments and points, their cores.
//!
//! | features | gap | normal, from J to I |
//! |---|---|---|
//! | a corner, a face | height of the corner over the plane − r | of the face |
//! | two edges | distance of the lines − r | along the shortest way between them |
//! | a corner beside an edge | distance from the line − r | from the one to the other |
//! | two corners | their distance − r | from the one to the other |
//!
//! r is the sum of both radii. Of each solid a feature is next to what lies in its region: over a face within its border, around an edge between its ends and
//! outside of both its faces, beyond a corner on the far side of all planes at right angles to its edges. The regions fill all space around the
//! solid (Voronoi regions; B. Mirtich, V-Clip, ACM Transactions on Graphics 17, 1998), so features are *beyond* each other's borders by how far one is outside of
//! the region of the other.
//!
//! From one region to the next the gap and its rate go on, the curvature jumps: what slides or rolls from a face around an edge stays one contact, whose
//! features change. So that each place belongs to some of them, whatever rounding says, contacts begin a quarter of a border outside of a region, where it comes
//! nearer, and stay in it as much longer.

use super::{
    Feature, Meeting, PARALLEL, Polyhedra, Relative, larger, rounding, separation_of_cores, squared,
};
use carom_base::{Number, Vec3};
use carom_geometry::polyhedron::{Border, Edge};

/// Features begin to touch this part of a border outside of each other's regions, and touch until they are as much farther.
pub(super) const OVERLAP: f64 = 0.25;

/// Points of two cores next to each other, in the frame of J, and how far each is outside of the region of the other.
struct Way<T: Number> {
    /// From J to I.
    between: Vec3<T>,
    on_j: Vec3<T>,
    outside: T,
}

/// The largest of numbers, of none minus infinity.
fn largest<T: Number>(list: impl Iterator<Item = T>) -> T {
    list.fold(T::constant(f64::NEG_INFINITY), larger)
}

/// How far a way out of a solid leans back into it, by directions from where it begins.
fn into<'a, T: Number>(way: &Vec3<T>, directions: impl IntoIterator<Item = &'a Vec3>) -> T {
    let along = directions.into_iter().map(|d| way.dot(&d.map(T::constant)));
    largest(along)
}

/// Directions from an edge into its faces.
fn sides(edge: &Edge) -> &[Vec3] {
    match edge.faces {
        Some(_) => &edge.into,
        None => &[],
    }
}

/// Where two features of rounded solids are next to each other.
pub(super) fn meeting<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> Meeting<T> {
    let (r, on_j) = (rounding(of), of.solids[1].rounding);
    if let Feature::Corner { side, corner, face } = feature {
        let x = of.corner(at, side, corner);
        let other = &of.solids[1 - side];
        let normal = other.faces[face].normal.map(T::constant);
        let height = of.height(side, face, &x);
        let over = |b: &Border| (b.at.map(T::constant) - x).dot(&b.into.map(T::constant));
        // Below a plane it is next to another face.
        let outside = largest(other.borders[face].iter().map(over).chain([-height]));
        let (at, normal) = match side {
            0 => (x - normal * (height - on_j), normal),
            _ => {
                let normal = -(at.R * normal);
                let c = of.solids[1].corners[corner].map(T::constant);
                (c + normal * T::constant(on_j), normal)
            }
        };
        return Meeting {
            gap: height - r,
            beyond: watched(of, outside),
            at,
            normal,
        };
    }
    let Some(way) = way(of, at, feature) else {
        let far = T::constant(of.size());
        return Meeting {
            gap: far,
            beyond: far,
            at: Vec3::zeros(),
            normal: Vec3::zeros(),
        };
    };
    // Cores that meet have no normal.
    let least = T::constant(f64::MIN_POSITIVE);
    let distance = larger(squared(&way.between), least).sqrt();
    let normal = way.between / distance;
    Meeting {
        gap: distance - r,
        beyond: watched(of, way.outside),
        at: way.on_j + normal * T::constant(on_j),
        normal,
    }
}

/// What is left until features begin to touch that are so far outside of each other's regions.
fn watched<T: Number>(of: &Polyhedra, outside: T) -> T {
    outside - OVERLAP * of.border()
}

/// The shortest way between two features that are no face; none between parallel edges.
fn way<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> Option<Way<T>> {
    match feature {
        Feature::Edges([a, b]) => between_edges(of, at, a, b),
        Feature::Beside { side, corner, edge } => Some(beside(of, at, (side, corner), edge)),
        Feature::Corners([a, b]) => {
            let c = of.solids[1].corners[b].map(T::constant);
            let between = of.corner(at, 0, a) - c;
            let on_i = into(&-at.R.tr_mul(&between), &of.solids[0].leaving[a]);
            let on_j = into(&between, &of.solids[1].leaving[b]);
            Some(Way {
                between,
                on_j: c,
                outside: larger(on_i, on_j),
            })
        }
        Feature::Corner { .. } => None,
    }
}

fn between_edges<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    a: usize,
    b: usize,
) -> Option<Way<T>> {
    let (a, b) = (&of.solids[0].edges[a], &of.solids[1].edges[b]);
    let u = at.R * a.direction.map(T::constant);
    let v = b.direction.map(T::constant);
    let middle = b.middle.map(T::constant);
    let w = at.R * a.middle.map(T::constant) + at.p - middle;
    let cos = u.dot(&v);
    let square = squared(&u.cross(&v));
    if square.value() < PARALLEL * PARALLEL {
        return None;
    }
    let (wu, wv) = (w.dot(&u), w.dot(&v));
    let s = (cos * wv - wu) / square;
    let t = (wv - cos * wu) / square;
    let between = w + u * s - v * t;
    let past = larger(s.abs() - a.half, t.abs() - b.half);
    let on_i = into(&-at.R.tr_mul(&between), sides(a));
    let on_j = into(&between, sides(b));
    Some(Way {
        between,
        on_j: middle + v * t,
        outside: larger(past, larger(on_i, on_j)),
    })
}

/// From an edge of the one solid to a corner of the other.
fn beside<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, corner): (usize, usize),
    edge: usize,
) -> Way<T> {
    let x = of.corner(at, side, corner);
    let edge = &of.solids[1 - side].edges[edge];
    let v = edge.direction.map(T::constant);
    let middle = edge.middle.map(T::constant);
    let t = (x - middle).dot(&v);
    let foot = middle + v * t;
    let out = x - foot;
    // Towards the edge, in the frame of the corner.
    let (back, between, on_j) = match side {
        0 => (-at.R.tr_mul(&out), out, foot),
        _ => {
            let between = -(at.R * out);
            let c = of.solids[1].corners[corner].map(T::constant);
            (between, between, c)
        }
    };
    let past = larger(t.abs() - edge.half, into(&out, sides(edge)));
    Way {
        between,
        on_j,
        outside: larger(past, into(&back, &of.solids[side].leaving[corner])),
    }
}

/// Whether the cores are apart at two features where numbers stand for intervals.
pub(super) fn are_apart<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> bool {
    let way = way(of, at, feature);
    way.is_none_or(|way| squared(&way.between).bounds()[0] > 0.0)
}

/// Two features of cores are no nearer to each other than the radii and this, whatever their regions: what moves by less than this does not touch.
pub fn least_gap(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> f64 {
    let [i, j] = &of.solids;
    let point = |side: usize, corner: usize| {
        let c = of.solids[side].corners[corner];
        if side == 0 { at.R * c + at.p } else { c }
    };
    let distance = match feature {
        Feature::Corner { .. } => {
            let m = meeting(of, at, feature);
            return m.gap.max(m.beyond);
        }
        Feature::Edges([a, b]) => {
            let [a, b] = [i.edges[a].ends, j.edges[b].ends];
            let [a, b] = [a.map(|c| point(0, c)), b.map(|c| point(1, c))];
            between_segments(a, b)
        }
        Feature::Beside { side, corner, edge } => {
            let ends = of.solids[1 - side].edges[edge].ends;
            let ends = ends.map(|c| point(1 - side, c));
            from_segment(&point(side, corner), ends)
        }
        Feature::Corners([a, b]) => (point(0, a) - point(1, b)).norm(),
    };
    distance - rounding(of)
}

/// Negative where the solids overlap, no more than their distance where they are apart.
pub(super) fn separation(of: &Polyhedra, at: &Relative<f64>) -> f64 {
    let apart = separation_of_cores(of, at);
    let have_faces = of.solids.iter().any(|s| !s.faces.is_empty());
    if have_faces && apart <= 0.0 {
        return apart - rounding(of);
    }
    // Of features that are not next to each other it is no less.
    let clearance = of.all(at).map(|f| of.clearance(at, f));
    clearance.fold(f64::INFINITY, f64::min)
}

/// How far a point is from a segment.
fn from_segment(x: &Vec3, [a, b]: [Vec3; 2]) -> f64 {
    let (w, along) = (*x - a, b - a);
    let t = (w.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    (w - along * t).norm()
}

/// Distance of two segments: where their lines are next to each other, or of an end from the other.
fn between_segments(i: [Vec3; 2], j: [Vec3; 2]) -> f64 {
    let ends = i.map(|x| from_segment(&x, j)).into_iter();
    let ends = ends.chain(j.map(|x| from_segment(&x, i)));
    let least = ends.fold(f64::INFINITY, f64::min);
    let (u, v, w) = (i[1] - i[0], j[1] - j[0], j[0] - i[0]);
    let n = u.cross(&v);
    let square = n.norm_squared();
    let [s, t] = [w.cross(&v), w.cross(&u)].map(|x| x.dot(&n) / square);
    let crosses = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if crosses {
        least.min(n.dot(&w).abs() / square.sqrt())
    } else {
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A skew cross, ends beside each other, parallels: known distances.
    #[test]
    fn segments_have_their_distances() {
        let v = Vec3::new;
        let x = [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)];
        let cases = [
            ([v(0.5, -1.0, 0.3), v(0.5, 2.0, 0.3)], 0.3),
            ([v(4.0, 1.0, 0.0), v(4.0, 5.0, 0.0)], 10f64.sqrt()),
            ([v(0.9, 0.0, 0.7), v(3.0, 0.0, 0.7)], 0.7),
            ([v(0.0, 0.4, 0.0), v(0.0, 2.0, 0.0)], 0.4),
        ];
        for (other, distance) in cases {
            // Rounding.
            assert!((between_segments(x, other) - distance).abs() < 1e-15);
            assert!((between_segments(other, x) - distance).abs() < 1e-15);
        }
    }
}
