//! Features of rims: on faces, and next to edges, corners and other rims.
#![allow(non_snake_case)]

use super::circle::{Circle, Cone, Curve, MOST, OnCircle};
use super::feature::{
    Feature, Meeting, PARALLEL, Polyhedra, Relative, is_rounded, larger, rounding, squared,
};
use super::other::Other;
use super::regions::{
    Axis, LEVEL_RIM, Past, Way, along, along_axis, circle, direction_of, from_wall, into,
    into_corner, into_rim, line, on_axes_of, over_face, past_wall, point_of, radii, radii_beside,
    rounded_radii, sides,
};
use super::ring::Pair;
use carom_base::{Number, Vec3};

/// Sine of the angle between the axis of a ring and the normal about which it recedes behind its feet,
pub const FLAT: f64 = 1e-4;
/// by this part of it, times its radius.
pub const RECEDES: f64 = 0.1;

/// The lowest point of a rim over a face of the other solid.
pub(super) fn rim_on_face<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    side: usize,
    rim: usize,
    face: usize,
) -> Meeting<T> {
    let circle = circle(of, at, side, rim);
    // In the frame of the solid with the face.
    let (centre, [x, y]) = match side {
        0 => (circle.centre, circle.across),
        _ => (
            at.R.tr_mul(&(circle.centre - at.p)),
            circle.across.map(|x| at.R.tr_mul(&x)),
        ),
    };
    let n = of.solids[1 - side].faces[face].normal.map(T::constant);
    let (along_x, along_y) = (x.dot(&n), y.dot(&n));
    // So little that it has a slope where the rim lies flat.
    let square = along_x.square() + along_y.square() + T::constant(LEVEL_RIM * LEVEL_RIM);
    let sine = square.sqrt();
    let r = circle.radius;
    let recedes = (-sine / T::constant(FLAT)).exp() * T::constant(RECEDES);
    let height = of.height(side, face, &centre) - (sine - recedes * FLAT) * r;
    // The point with whose velocity this height changes.
    let lever = (recedes + T::one()) * r / sine;
    let lowest = centre - (x * along_x + y * along_y) * lever;
    let own = &of.solids[side].rims[rim];
    let [cos, sin] = own.wall;
    // Out of the rim there.
    let [x, y] = circle.across;
    let out = (x * along_x + y * along_y) / -sine;
    let below = |n: &Vec3<T>| match own.is_edge {
        true => circle.axis.dot(n) * cos - out.dot(n) * sin,
        false => T::constant(f64::NEG_INFINITY),
    };
    over_face(of, at, (side, face), (lowest, height), below)
}

/// The curves of a rim and an edge, or of two rims.
pub(super) fn curves<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    feature: Feature,
) -> Option<(Circle<T>, Other<T>)> {
    match feature {
        Feature::RimEdge {
            side, rim, edge, ..
        } => {
            let line = line(of, at, 1 - side, edge);
            let solid = &of.solids[1 - side];
            let other = match solid.wall.slope {
                0.0 => Other::Edge(line),
                _ => Other::Wall(Cone {
                    axis: line,
                    wall: solid.wall,
                    largest: solid.wall.largest(solid.edges[edge].half),
                }),
            };
            Some((circle(of, at, side, rim), other))
        }
        Feature::Rims { rims: [a, b], .. } => {
            Some((circle(of, at, 0, a), Other::Rim(circle(of, at, 1, b))))
        }
        _ => Some(Pair::of(feature)?.curves(of, at)),
    }
}

/// How far a rim and an edge or another rim are apart at least, seen from their centres.
pub(super) fn apart(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> Option<f64> {
    let (own, between) = match feature {
        Feature::RimEdge {
            side, rim, edge, ..
        } => {
            let rim = circle(of, at, side, rim);
            let other = &of.solids[1 - side];
            let axis = Axis {
                line: line(of, at, 1 - side, edge),
                half: other.edges[edge].half,
                wall: other.wall,
            };
            (rim.radius, from_wall(&axis, &rim.centre))
        }
        Feature::Rims { rims: [a, b], .. } => {
            let [i, j] = [circle(of, at, 0, a), circle(of, at, 1, b)];
            (i.radius, (i.centre - j.centre).norm() - j.radius)
        }
        _ => return Some(Pair::of(feature)?.apart(of, at)),
    };
    Some(between - own - rounding(of))
}

/// Between a rim and an edge or another rim, where they are next to each other: of several places that with the least clearance, of rounded features at an edge that on
/// the side of its branch, if there is one.
pub(super) fn way<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> Option<Way<T>> {
    let still = Relative {
        R: at.R.map(T::value),
        p: at.p.map(T::value),
    };
    let angle = place(of, &still, feature)?;
    let (rim, other) = curves(of, at, feature)?;
    way_at(of, at, feature, rim.refined(angle, &other))
}

/// Where on the rim that is.
fn place(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> Option<f64> {
    let (rim, other) = curves(of, at, feature)?;
    let mut places = [None; MOST];
    match (&other, feature) {
        (Other::Edge(line), Feature::RimEdge { branch, .. }) => {
            let both = rim.places_at_line(line);
            let is_sharp = radii(of, feature) == [0.0; 2];
            if !is_sharp && let Some(own) = both[branch] {
                return Some(own);
            }
            places[..2].copy_from_slice(&both);
        }
        _ => {
            let (all, count) = match Pair::of(feature) {
                Some(pair) => pair.places(&rim, &other),
                None => rim.places(&other),
            };
            (0..count).for_each(|k| places[k] = Some(all[k]));
        }
    }
    let mut found = places.iter().flatten();
    if let (Some(only), None) = (found.next(), found.next()) {
        return Some(*only);
    }
    let clearance = |angle: f64| {
        let m = along(of, feature, way_at(of, at, feature, angle)?);
        Some((angle, m.gap.max(m.beyond)))
    };
    let all = places.into_iter().flatten().filter_map(clearance);
    Some(all.min_by(|a, b| a.1.total_cmp(&b.1))?.0)
}

/// The same at an angle of the rim; none where it is one of another branch.
pub(super) fn way_at<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    feature: Feature,
    angle: T,
) -> Option<Way<T>> {
    way_along(of, at, feature, (angle, Sense::Branch))
}

/// The same of sharp curves that are apart if they are on far sides of the solids. Next to each other their normal is along the way between them, which is known
/// where their tangents are parallel, too.
pub(super) fn way_behind<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    feature: Feature,
    angle: T,
) -> Option<Way<T>> {
    way_along(of, at, feature, (angle, Sense::Behind))
}

/// Which way the normal of sharp curves points.
#[derive(Clone, Copy)]
enum Sense {
    /// That of the branch.
    Branch,
    /// Against the way from the one to the other.
    Behind,
}

fn way_along<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    feature: Feature,
    place: (T, Sense),
) -> Option<Way<T>> {
    match feature {
        Feature::RimEdge {
            side,
            rim,
            edge,
            branch,
        } => rim_at_edge(of, at, (side, rim), (edge, branch), place),
        Feature::Rims { rims, branch } => rim_at_rim(of, at, rims, branch, place),
        _ => Pair::of(feature)?.way_at(of, at, place.0),
    }
}

/// There are two branches of places: of sharp curves, which cross, those where the rim comes out of the solid of the other curve, and those where it goes in; of
/// rounded ones those to both sides of a plane through the centre.
fn sign_of(branch: usize) -> f64 {
    if branch == 0 { 1.0 } else { -1.0 }
}

/// The normal of two sharp curves with these tangents, out of the solid of the other one, which has the bisector `out` and `way` leads away from, and whether it is
/// known where numbers stand for intervals; none if they cross the other way, or are parallel.
fn normal_of<T: Number>(
    tangents: [&Vec3<T>; 2],
    (out, way): (&Vec3<T>, &Vec3<T>),
    (branch, sense): (usize, Sense),
) -> Option<(Vec3<T>, bool)> {
    if let Sense::Behind = sense {
        return Some((-*way / squared(way).sqrt(), true));
    }
    let n = tangents[0].cross(tangents[1]) * T::constant(sign_of(branch));
    let ([facing, most], square) = (n.dot(out).bounds(), squared(&n));
    let least = PARALLEL * PARALLEL;
    let is_other = most <= 0.0 || square.bounds()[1] < least;
    let is_decided = facing > 0.0 && square.bounds()[0] >= least;
    (!is_other).then(|| (n / square.sqrt(), is_decided))
}

fn rim_at_edge<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, rim): (usize, usize),
    (edge, branch): (usize, usize),
    (angle, sense): (T, Sense),
) -> Option<Way<T>> {
    let circle = circle(of, at, side, rim);
    let line = line(of, at, 1 - side, edge);
    let v = line.direction;
    let on = circle.at(angle);
    let t = along_axis(of.solids[1 - side].wall, &line, &on.at);
    let foot = line.middle + v * t;
    let out = on.at - foot;
    let own = &of.solids[side].rims[rim];
    let is_sharp = !is_rounded(of) && !of.solids[1 - side].wall.is_there();
    let edge = &of.solids[1 - side].edges[edge];
    let (normal, is_decided) = match is_sharp {
        true => {
            let bisector = direction_of(at, 1 - side, &edge.out);
            let tangents = [&on.tangent, &v];
            let (n, is_decided) = normal_of(tangents, (&bisector, &out), (branch, sense))?;
            (Some(n), is_decided)
        }
        false => (None, true),
    };
    let lean = normal.map_or(out, |n| n * T::constant(of.size()));
    let on_edge = into(&on_axes_of(at, 1 - side, &lean), sides(edge));
    let on_rim = into_rim(&-lean, &on, &circle.axis, own);
    let outside = larger(t.abs() - edge.half, larger(on_edge, on_rim));
    let aside = -on.out.dot(&v) * (sign_of(branch) * circle.radius);
    let below = |n: &Vec3<T>| into_rim(&-*n, &on, &circle.axis, own);
    let past = past_wall(of, 1 - side, (edge, &line), t, below);
    let turn = T::constant(if side == 0 { 1.0 } else { -1.0 });
    Some(Way {
        between: out * turn,
        normal: normal.map(|n| n * turn),
        on_j: if side == 0 { foot } else { on.at },
        radii: radii_beside(of, side, t),
        outside: if is_sharp {
            outside
        } else {
            larger(outside, aside)
        },
        past: [past, [Past::none(); 2]],
        is_decided,
    })
}

fn rim_at_rim<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    [a, b]: [usize; 2],
    branch: usize,
    (angle, sense): (T, Sense),
) -> Option<Way<T>> {
    let [i, j] = [circle(of, at, 0, a), circle(of, at, 1, b)];
    let on = i.at(angle);
    let [foot, _] = j.foot(&on.at, &on.tangent);
    let out = (foot - j.centre) / T::constant(j.radius);
    let on_other = OnCircle {
        at: foot,
        out,
        tangent: j.axis.cross(&out),
    };
    let between = on.at - foot;
    let own = [&of.solids[0].rims[a], &of.solids[1].rims[b]];
    let is_sharp = !is_rounded(of);
    let (normal, is_decided) = match is_sharp {
        true => {
            let tangents = [&on.tangent, &on_other.tangent];
            // Of disc and wall.
            let [cos, sin] = own[1].wall;
            let bisector = out * T::constant(cos) + j.axis * T::constant(1.0 + sin);
            let (n, is_decided) = normal_of(tangents, (&bisector, &between), (branch, sense))?;
            (Some(n), is_decided)
        }
        false => (None, true),
    };
    let lean = normal.map_or(between, |n| n * T::constant(of.size()));
    let outside = larger(
        into_rim(&-lean, &on, &i.axis, own[0]),
        into_rim(&lean, &on_other, &j.axis, own[1]),
    );
    // At right angles to the line of the centres; of centres in one place, or above each other, to some.
    let across = i.axis.cross(&(j.centre - i.centre));
    let is_aside = across.map(T::value).norm() > LEVEL_RIM * i.radius;
    let across = if is_aside {
        across.normalize()
    } else {
        i.across[0]
    };
    let aside = -on.out.dot(&across) * (sign_of(branch) * i.radius);
    Some(Way {
        between,
        normal,
        on_j: foot,
        radii: rounded_radii(of),
        outside: if is_sharp {
            outside
        } else {
            larger(outside, aside)
        },
        past: [[Past::none(); 2]; 2],
        is_decided,
    })
}

/// Between a rim of the one solid and a corner of the other.
pub(super) fn rim_and_corner<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, rim): (usize, usize),
    corner: usize,
) -> Way<T> {
    let circle = circle(of, at, side, rim);
    let c = point_of(at, 1 - side, &of.solids[1 - side].corners[corner]);
    let [foot, _] = circle.foot(&c, &Vec3::zeros());
    let on = OnCircle {
        at: foot,
        out: (foot - circle.centre) / T::constant(circle.radius),
        tangent: Vec3::zeros(),
    };
    // Out of the solid with the corner.
    let out = foot - c;
    let leaving = &of.solids[1 - side].leaving[corner];
    let on_corner = into_corner(&on_axes_of(at, 1 - side, &out), leaving);
    let own = &of.solids[side].rims[rim];
    let on_rim = into_rim(&-out, &on, &circle.axis, own);
    let (between, on_j) = if side == 0 { (out, c) } else { (-out, foot) };
    Way {
        between,
        normal: None,
        on_j,
        radii: rounded_radii(of),
        outside: larger(on_corner, on_rim),
        past: [[Past::none(); 2]; 2],
        is_decided: true,
    }
}
