//! Features of rounded solids, balls swept over convex polyhedra, segments, points and circles, and of frustums, cylinders among them.
//!
//! | features | gap | normal, from J to I |
//! |---|---|---|
//! | a corner, a face | height of the corner over the plane − r | of the face |
//! | a rim, a face | height of the centre − R·sin θ − r, θ between axis and normal | of the face |
//! | two edges | distance of the lines − r | along the shortest way between them |
//! | a corner beside an edge or a rim, two corners | their distance − r | from the one to the other |
//! | a rim and an edge or another rim, rounded | their distance − r | from the one to the other |
//! | the same, sharp | n·(p_I − p_J), p on the curves | n = ±t×u/|t×u|, t and u their tangents, out of J |
//!
//! r is the sum of the radii of both. A frustum has a wall, an edge in its axis with the radii of the balls that touch the wall, two rims, and two faces that are discs;
//! a cone has a corner in place of one of these. Where radii rise by a and b along two axes, which make an angle with the cosine c and pass each other in the distance D,
//! the least `d − R_I − R_J` along them has a way that leans along both, by
//!
//! ```text
//! m = p·u − q·v, p = (a + b·c)/(1 − c²), q = (b + a·c)/(1 − c²)      d = D/√(1 − m²)
//! ```
//!
//! as its slopes n·u − a and −n·v − b are zero there; where m ≥ 1 it is at an end. A torus is a rim
//! with the radius of its tube. Where a rim lies flat on a face no point of it is lowest: three feet carry it, and it recedes between them
//! ([`super::rims`]).
//!
//! Of each solid a feature is next to what lies in its region: over a face within its border, around an edge between its ends and
//! outside of both its faces, beyond a corner on the far side of all planes at right angles to its edges. The regions of a convex solid fill all space around it
//! (Voronoi regions; B. Mirtich, V-Clip, ACM Transactions on Graphics 17, 1998), so features are *beyond* each other's borders by how far one is outside of
//! the region of the other.
//!
//! From one region to the next the gap and its rate go on, the curvature jumps: what slides or rolls from a face around an edge stays one contact, whose
//! features change. So that each place belongs to some of them, whatever rounding says, contacts begin a quarter of a border outside of a region, where it comes
//! nearer, and stay in it as much longer.

use super::circle::from_circle;
use super::distance::overlap;
use super::feature::{
    Feature, Meeting, PARALLEL, Polyhedra, Relative, larger, ring_of, rounding, squared,
};
use super::regions::{
    Axis, Past, Way, along, along_axis, aside, circle, depth, from_wall, into, into_corner, line,
    on_axes_of, outside_of_face, over_face, past_wall, point_of, radii, radii_beside,
    rounded_radii, sides,
};
use super::rims::{self, RECEDES, rim_and_corner, rim_on_face};
use super::{arcs, ring, smooth};
use carom_base::{Interval, Number, Ranged, Vec3};

/// Where two features are next to each other.
pub(super) fn meeting<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> Meeting<T> {
    let found = match feature {
        Feature::Corner { side, corner, face } => {
            let x = of.corner(at, side, corner);
            let height = of.height(side, face, &x);
            let leaving = &of.solids[side].leaving[corner];
            let below = |n: &Vec3<T>| into_corner(&on_axes_of(at, side, &-*n), leaving);
            Some(over_face(of, at, (side, face), (x, height), below))
        }
        Feature::RimFace { side, rim, face } => Some(rim_on_face(of, at, side, rim, face)),
        Feature::Smooth { side, part, at: k } => smooth::meeting(of, at, (side, part, k)),
        _ => way(of, at, feature).map(|way| along(of, feature, way)),
    };
    found.unwrap_or_else(|| {
        let far = T::constant(of.size());
        Meeting {
            gap: far,
            beyond: far,
            outside: far,
            at: Vec3::zeros(),
            normal: Vec3::zeros(),
            is_decided: is_number(at),
        }
    })
}

/// Whether a position is one, and stands for no others.
fn is_number<T: Number>(at: &Relative<T>) -> bool {
    let is_number = |x: &T| {
        let [low, high] = x.bounds();
        low == high
    };
    at.R.iter().all(is_number) && at.p.iter().all(is_number)
}

/// The shortest way between two features that are no face; none between parallel edges.
fn way<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> Option<Way<T>> {
    match feature {
        Feature::Edges([a, b]) => between_edges(of, at, a, b),
        Feature::Beside { side, corner, edge } => Some(beside(of, at, (side, corner), edge)),
        Feature::Corners([a, b]) => {
            let c = of.solids[1].corners[b].map(T::constant);
            let between = of.corner(at, 0, a) - c;
            let on_i = into_corner(&-at.R.tr_mul(&between), &of.solids[0].leaving[a]);
            let on_j = into_corner(&between, &of.solids[1].leaving[b]);
            Some(Way {
                between,
                normal: None,
                on_j: c,
                radii: rounded_radii(of),
                outside: larger(on_i, on_j),
                past: [[Past::none(); 2]; 2],
                is_decided: true,
            })
        }
        Feature::RimEdge { .. } | Feature::Rims { .. } | Feature::Ring { .. } => {
            rims::way(of, at, feature)
        }
        Feature::RimCorner { side, rim, corner } => {
            Some(rim_and_corner(of, at, (side, rim), corner))
        }
        Feature::Corner { .. } | Feature::RimFace { .. } | Feature::Smooth { .. } => None,
    }
}

fn between_edges<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    a: usize,
    b: usize,
) -> Option<Way<T>> {
    let [i, j] = [line(of, at, 0, a), line(of, at, 1, b)];
    let (a, b) = (&of.solids[0].edges[a], &of.solids[1].edges[b]);
    let (u, v) = (i.direction, j.direction);
    let w = i.middle - j.middle;
    let cos = u.dot(&v);
    let square = squared(&u.cross(&v));
    if square.value() < PARALLEL * PARALLEL {
        return None;
    }
    let (wu, wv) = (w.dot(&u), w.dot(&v));
    let (mut s, mut t) = ((cos * wv - wu) / square, (wv - cos * wu) / square);
    let [i_slope, j_slope] = slopes(of);
    if i_slope != 0.0 || j_slope != 0.0 {
        let [p, q, lean] = leaning([i_slope, j_slope], cos, square);
        if lean.value() > 1.0 - PARALLEL * PARALLEL {
            return None;
        }
        let straight = w + u * s - v * t;
        let (_, apart) = aside(&straight);
        let way = apart / (-lean + 1.0).sqrt();
        (s, t) = (s + p * way, t + q * way);
    }
    let between = w + u * s - v * t;
    let (past_i, past_j) = (s.abs() - a.half, t.abs() - b.half);
    let on_i = into(&-at.R.tr_mul(&between), sides(a));
    let on_j = into(&between, sides(b));
    Some(Way {
        between,
        normal: None,
        on_j: j.middle + v * t,
        radii: [(0, s), (1, t)].map(|(side, t)| {
            let solid = &of.solids[side];
            solid.wall.radius_at(t) + solid.rounding
        }),
        outside: larger(larger(past_i, past_j), larger(on_i, on_j)),
        past: [
            past_wall(of, 0, (a, &i), s, |n| into(&-*n, sides(b))),
            past_wall(of, 1, (b, &j), t, |n| {
                into(&on_axes_of(at, 0, &-*n), sides(a))
            }),
        ],
        is_decided: true,
    })
}

/// By how much radii rise along the edges of both solids.
fn slopes(of: &Polyhedra) -> [f64; 2] {
    [0, 1].map(|side| of.solids[side].wall.slope)
}

/// p, q and m² of the way between two axes with slopes: see the table above.
fn leaning<T: Number>([a, b]: [f64; 2], cos: T, square: T) -> [T; 3] {
    let p = (cos * b + a) / square;
    let q = (cos * a + b) / square;
    [p, q, p * a + q * b]
}

/// Between an edge of the one solid and a corner of the other.
fn beside<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, corner): (usize, usize),
    edge: usize,
) -> Way<T> {
    let c = point_of(at, side, &of.solids[side].corners[corner]);
    let line = line(of, at, 1 - side, edge);
    let edge = &of.solids[1 - side].edges[edge];
    let t = along_axis(of.solids[1 - side].wall, &line, &c);
    let foot = line.middle + line.direction * t;
    let out = c - foot;
    let on_edge = into(&on_axes_of(at, 1 - side, &out), sides(edge));
    let leaving = &of.solids[side].leaving[corner];
    let on_corner = into_corner(&on_axes_of(at, side, &-out), leaving);
    let past = t.abs() - edge.half;
    let (between, on_j) = if side == 0 { (out, foot) } else { (-out, c) };
    Way {
        between,
        normal: None,
        on_j,
        radii: radii_beside(of, side, t),
        outside: larger(past, larger(on_edge, on_corner)),
        past: [
            past_wall(of, 1 - side, (edge, &line), t, |n| {
                into_corner(&on_axes_of(at, side, &-*n), leaving)
            }),
            [Past::none(); 2],
        ],
        is_decided: true,
    }
}

/// Whether the normal of two features and their borders are known where numbers stand for intervals: that edges are not parallel, that cores are apart, which planes
/// a solid is all above. Where a rim is next to a curve is known of numbers alone.
pub(super) fn is_known<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> bool {
    let has_place = match feature {
        Feature::Corner { .. } | Feature::RimFace { .. } | Feature::Smooth { .. } => true,
        Feature::RimEdge { .. } | Feature::Rims { .. } | Feature::Ring { .. } => is_number(at),
        _ => are_askew(of, at, feature) && are_apart(of, at, feature),
    };
    has_place && meeting(of, at, feature).is_decided
}

/// Whether the cores are apart at two features where numbers stand for intervals.
fn are_apart<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> bool {
    let way = way(of, at, feature);
    way.is_none_or(|way| squared(&way.between).bounds()[0] > 0.0)
}

/// How much faster than any point of a rim its height over a face changes at most, where it recedes behind its feet.
pub const LOWEST: f64 = 1.0 + RECEDES;

/// Bounds of the gap of two features that are no rim and curve, where neither their normal nor their borders need be known.
fn gap_of(of: &Polyhedra, at: &Relative<Ranged>, feature: Feature) -> Interval {
    match feature {
        Feature::Edges(_) if !are_askew(of, at, feature) => Interval::ENTIRE,
        _ => meeting(of, at, feature).gap.re,
    }
}

/// Whether two edges are not parallel where numbers stand for intervals.
fn are_askew<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> bool {
    let Feature::Edges([a, b]) = feature else {
        return true;
    };
    let [i, j] = [line(of, at, 0, a), line(of, at, 1, b)];
    let square = squared(&i.direction.cross(&j.direction));
    let is_askew = square.bounds()[0] > PARALLEL * PARALLEL;
    let slopes = slopes(of);
    if !is_askew || slopes == [0.0; 2] {
        return is_askew;
    }
    let [.., lean] = leaning(slopes, i.direction.dot(&j.direction), square);
    lean.bounds()[1] < 1.0 - PARALLEL * PARALLEL
}

/// Hands bounds of the clearance of two features, the gap counted from `floor`, to `take`, of those of a rim and a curve for each place where they are next to each
/// other. Above `enough` no more is asked; `least`: no less than this anyhow.
pub fn bounds(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    feature: Feature,
    (floor, enough, least): (f64, f64, f64),
    take: &mut impl FnMut(Ranged) -> bool,
) {
    let clearance = match feature {
        Feature::RimEdge { .. } | Feature::Rims { .. } => {
            return arcs::bounds(of, at, feature, (floor, enough), take);
        }
        // They are sampled.
        Feature::Ring { .. } => arcs::above(f64::NEG_INFINITY),
        Feature::Smooth { side, part, at: k } => {
            smooth::bounds(of, at, (side, part, k), (floor, enough, least))
        }
        _ if is_known(of, at, feature) => of.clearance_of(at, feature, floor),
        _ => {
            let gap = gap_of(of, at, feature);
            let [on_i, on_j] = radii(of, feature);
            let low = (gap.low - floor).max(-gap.high - depth(of, on_i + on_j));
            arcs::above(low.max(least - floor))
        }
    };
    take(clearance);
}

/// Two features are no nearer to each other than this, whatever their regions. It changes by no more than points of the solids move against each other, that of a rim
/// on a face by [`LOWEST`] times that.
pub fn least_gap(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> f64 {
    let point = |side: usize, corner: usize| point_of(at, side, &of.solids[side].corners[corner]);
    let axis = |side: usize, edge: usize| Axis {
        line: line(of, at, side, edge),
        half: of.solids[side].edges[edge].half,
        wall: of.solids[side].wall,
    };
    let r = rounding(of);
    let distance = match feature {
        Feature::Corner { side, corner, face } => {
            let x = of.corner(at, side, corner);
            let gap = of.height(side, face, &x) - r;
            let beside = outside_of_face(&of.solids[1 - side], face, &x) - of.border();
            return gap.max(beside).max(-gap - depth(of, r));
        }
        Feature::RimFace { side, rim, face } => {
            let m = meeting(of, at, feature);
            let rim = circle(of, at, side, rim);
            let other = &of.solids[1 - side];
            let back = |x: &Vec3| match side {
                0 => *x,
                _ => at.R.tr_mul(&(*x - at.p)),
            };
            // The whole disc is outside of the border.
            let outside = outside_of_face(other, face, &back(&rim.centre)) - rim.radius;
            return m.gap.max(outside - of.border()).max(-m.gap - depth(of, r));
        }
        Feature::Edges([a, b]) => between_walls(&axis(0, a), &axis(1, b)),
        Feature::Beside { side, corner, edge } => {
            from_wall(&axis(1 - side, edge), &point(side, corner))
        }
        Feature::Corners([a, b]) => (point(0, a) - point(1, b)).norm(),
        Feature::RimEdge { .. } | Feature::Rims { .. } | Feature::Ring { .. } => {
            return rims::apart(of, at, feature).unwrap_or(f64::NEG_INFINITY);
        }
        Feature::Smooth { side, part, at: k } => {
            return smooth::least_gap(of, at, (side, part, k));
        }
        Feature::RimCorner { side, rim, corner } => {
            from_circle(&circle(of, at, side, rim), &point(1 - side, corner))
        }
    };
    distance - r
}

/// Negative where the solids overlap, no more than their distance where they are apart.
pub(super) fn separation(of: &Polyhedra, at: &Relative<f64>) -> f64 {
    if let Some(side) = smooth::side_of(of) {
        return smooth::parted(of, at, side).map_or(-of.size(), |(apart, _)| apart);
    }
    let found = match ring_of(of) {
        Some(side) => ring::overlap(of, at, side),
        None => overlap(of, at),
    };
    if let Some(overlap) = found {
        return -overlap;
    }
    // Of features that are not next to each other it is no less.
    let clearance = of.all(at).map(|f| {
        let m = meeting(of, at, f);
        m.gap.max(m.outside)
    });
    clearance.fold(f64::INFINITY, f64::min)
}

/// Distance of the balls along two axes, a convex function of the places on both: least where these are next to each other, or at an end.
fn between_walls(i: &Axis, j: &Axis) -> f64 {
    let ends = |own: &Axis, other: &Axis| {
        let end = |t: f64| {
            let centre = own.line.middle + own.line.direction * t;
            from_wall(other, &centre) - own.wall.radius_at(t)
        };
        end(-own.half).min(end(own.half))
    };
    let least = ends(i, j).min(ends(j, i));
    let (u, v) = (i.line.direction, j.line.direction);
    let (w, n) = (i.line.middle - j.line.middle, u.cross(&v));
    let square = n.norm_squared();
    let [p, q, lean] = leaning([i.wall.slope, j.wall.slope], u.dot(&v), square);
    // Of parallel axes it is least at an end, too; no number says so.
    let apart = n.dot(&w).abs() / square.sqrt();
    let way = apart / (1.0 - lean).sqrt();
    let s = n.cross(&v).dot(&w) / square + p * way;
    let t = n.cross(&u).dot(&w) / square + q * way;
    if s.abs() <= i.half && t.abs() <= j.half {
        least.min(way - i.wall.radius_at(s) - j.wall.radius_at(t))
    } else {
        least
    }
}
