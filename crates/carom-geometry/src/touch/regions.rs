//! Regions of features: how far a place is outside of them, and gap and normal of the shortest way between two of them ([`super::curved`]).
#![allow(non_snake_case)]

use super::circle::{Circle, Line, OnCircle};
use super::feature::{self, Feature, Meeting, Part, Polyhedra, Relative, larger, squared};
use crate::Polyhedron;
use crate::polyhedron::{Edge, Leaving, Rim, Wall};
use carom_base::{Number, Vec3};

/// A sine of that angle below which the rim counts as flat.
pub const LEVEL_RIM: f64 = 1e-12;

/// Features touch until they are this part of a border beyond where they begin to.
pub(super) const OVERLAP: f64 = 0.25;

/// The sine of an angle by which a solid may lean into a face and turns away from it all the same.
pub(super) const LEANS: f64 = feature::LEVEL;

/// Points of two features next to each other, in the frame of J, and how far each is outside of the region of the other.
pub(super) struct Way<T: Number> {
    /// From J to I.
    pub between: Vec3<T>,
    /// The normal of sharp features, along which they may overlap.
    pub normal: Option<Vec3<T>>,
    pub on_j: Vec3<T>,
    /// Of both solids there.
    pub radii: [T; 2],
    pub outside: T,
    /// Beyond the ends of the walls of both solids.
    pub past: [[Past<T>; 2]; 2],
    /// Whether the normal is known where numbers stand for intervals.
    pub is_decided: bool,
}

/// A place beyond another plane of a solid than the part of its surface that it is next to.
#[derive(Clone, Copy)]
pub(super) struct Past<T: Number> {
    /// How far the surface is above that plane there,
    pub(super) by: T,
    /// and how much farther the other solid, for each unit of the gap.
    pub(super) rises: f64,
    /// How far the other solid goes from there below that plane.
    pub(super) below: T,
    /// Whether the other solid is as much above or below that plane where numbers stand for intervals.
    pub(super) is_decided: bool,
}

impl<T: Number> Past<T> {
    /// Of no plane.
    pub fn none() -> Self {
        let none = T::constant(f64::NEG_INFINITY);
        Self {
            by: none,
            rises: 0.0,
            below: none,
            is_decided: true,
        }
    }

    fn new(by: T, below: T) -> Self {
        let [low, high] = below.bounds();
        Self {
            by,
            rises: 0.0,
            below,
            is_decided: (low > LEANS) == (high > LEANS),
        }
    }

    /// Whether the other solid is all above the plane.
    fn is_above(&self) -> bool {
        self.below.value() <= LEANS
    }
}

/// How far a place is outside of the region of its part of the surface.
pub(super) struct Outside<T: Number> {
    most: T,
    /// Whether this is so where numbers stand for intervals.
    is_decided: bool,
}

impl<T: Number> Outside<T> {
    fn of(most: T) -> Self {
        Self {
            most,
            is_decided: true,
        }
    }

    /// A solid that is all above another plane touches nothing that is deeper below it than the gap of its part; one that goes on below may touch what ends there.
    fn take(&mut self, past: &Past<T>, gap: T) {
        let by = match past.rises {
            0.0 => past.by,
            rises => past.by + gap * rises,
        };
        let by = if past.is_above() {
            larger(by, by - gap)
        } else {
            by
        };
        self.most = larger(self.most, by);
        self.is_decided &= past.is_decided;
    }
}

/// The largest of numbers, of none minus infinity.
pub(super) fn largest<T: Number>(list: impl Iterator<Item = T>) -> T {
    list.fold(T::constant(f64::NEG_INFINITY), larger)
}

/// How far a way out of a solid leans back into it, by directions from where it begins.
pub(super) fn into<'a, T: Number>(
    way: &Vec3<T>,
    directions: impl IntoIterator<Item = &'a Vec3>,
) -> T {
    let along = directions.into_iter().map(|d| way.dot(&d.map(T::constant)));
    largest(along)
}

/// The same by the directions from a corner.
pub(super) fn into_corner<T: Number>(way: &Vec3<T>, corner: &Leaving) -> T {
    let along = into(way, &corner.along);
    let Some(cone) = corner.cone else {
        return along;
    };
    let axis = cone.axis.map(T::constant);
    let height = way.dot(&axis);
    let (_, aside) = aside(&(*way - axis * height));
    larger(along, height * cone.cosine + aside * cone.sine)
}

/// The direction of a vector and its length, which has a slope at zero.
pub(super) fn aside<T: Number>(v: &Vec3<T>) -> (Vec3<T>, T) {
    let least = T::constant(f64::MIN_POSITIVE);
    let length = (squared(v) + least).sqrt();
    (*v / length, length)
}

/// Directions from an edge into its faces.
pub(super) fn sides(edge: &Edge) -> &[Vec3] {
    match edge.faces {
        Some(_) => &edge.into,
        None => &[],
    }
}

/// The largest radii of the solids at two features.
pub(super) fn radii(of: &Polyhedra, feature: Feature) -> [f64; 2] {
    let walls = match feature {
        Feature::Edges(_) => [true; 2],
        Feature::Beside { side, .. }
        | Feature::RimEdge { side, .. }
        | Feature::Ring {
            side,
            part: Part::Edge,
            ..
        } => [side == 1, side == 0],
        _ => [false; 2],
    };
    [0, 1].map(|side| {
        let solid = &of.solids[side];
        let largest = |edge: &Edge| solid.wall.largest(edge.half);
        let wall = solid.edges.first().map_or(0.0, largest);
        solid.rounding + if walls[side] { wall } else { 0.0 }
    })
}

/// Of a corner or a rim of solid `side` and of the other one at a place along the axis of its wall.
pub(super) fn radii_beside<T: Number>(of: &Polyhedra, side: usize, t: T) -> [T; 2] {
    [0, 1].map(|own| {
        let solid = &of.solids[own];
        match own == side {
            true => T::constant(solid.rounding),
            false => solid.wall.radius_at(t) + solid.rounding,
        }
    })
}

/// Those of both without walls.
pub(super) fn rounded_radii<T: Number>(of: &Polyhedra) -> [T; 2] {
    [0, 1].map(|side| T::constant(of.solids[side].rounding))
}

/// An edge of a solid in the frame of J.
pub(super) fn line<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    side: usize,
    edge: usize,
) -> Line<T> {
    let edge = &of.solids[side].edges[edge];
    Line {
        middle: point_of(at, side, &edge.middle),
        direction: direction_of(at, side, &edge.direction),
    }
}

/// How far a way out of a solid leans back into it from a point of a rim.
pub(super) fn into_rim<T: Number>(way: &Vec3<T>, on: &OnCircle<T>, axis: &Vec3<T>, rim: &Rim) -> T {
    let [cos, sin] = rim.wall;
    let out = way.dot(&on.out);
    match rim.is_edge {
        true => larger(-out, out * sin - way.dot(axis) * cos),
        false => T::constant(f64::NEG_INFINITY),
    }
}

/// A rim of a solid in the frame of J.
pub(super) fn circle<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    side: usize,
    rim: usize,
) -> Circle<T> {
    let rim = &of.solids[side].rims[rim];
    Circle {
        centre: point_of(at, side, &rim.centre),
        across: rim.across.map(|x| direction_of(at, side, &x)),
        axis: direction_of(at, side, &rim.axis),
        radius: rim.radius,
        recedes: [0.0; 2],
    }
}

pub(super) fn point_of<T: Number>(at: &Relative<T>, side: usize, x: &Vec3) -> Vec3<T> {
    let x = x.map(T::constant);
    if side == 0 { at.R * x + at.p } else { x }
}

pub(super) fn direction_of<T: Number>(at: &Relative<T>, side: usize, x: &Vec3) -> Vec3<T> {
    let x = x.map(T::constant);
    if side == 0 { at.R * x } else { x }
}

/// A direction in the frame of J on the axes of a solid.
pub(super) fn on_axes_of<T: Number>(at: &Relative<T>, side: usize, x: &Vec3<T>) -> Vec3<T> {
    if side == 0 { at.R.tr_mul(x) } else { *x }
}

/// Out of a face of a solid, in the frame of J.
pub(super) fn normal_of<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    side: usize,
    face: usize,
) -> Vec3<T> {
    direction_of(at, side, &of.solids[side].faces[face].normal)
}

/// Of a point of a core over a face of the other solid, in its frame. The height is that of the feature; `below`: how far its solid goes from it below a plane
/// with a normal in the frame of J.
pub(super) fn over_face<T: Number>(
    of: &Polyhedra,
    place: &Relative<T>,
    (side, face): (usize, usize),
    (x, height): (Vec3<T>, T),
    below: impl Fn(&Vec3<T>) -> T,
) -> Meeting<T> {
    let [on_i, on_j] = [0, 1].map(|side| of.solids[side].rounding);
    let r = on_i + on_j;
    let other = &of.solids[1 - side];
    let n = other.faces[face].normal.map(T::constant);
    let own_height = of.height(side, face, &x);
    let (at, normal) = match side {
        0 => (x - n * (own_height - on_j), n),
        _ => (
            place.R * (x - n * T::constant(on_j)) + place.p,
            -(place.R * n),
        ),
    };
    let gap = height - r;
    let beside = outside_of_face(other, face, &x);
    let mut sum = Outside::of(beside);
    if r == 0.0 {
        let out = normal_of(of, place, 1 - side, face);
        sum.most = larger(sum.most, (below(&out) - LEANS) * of.size());
        for k in (0..other.faces.len()).filter(|k| *k != face) {
            let by = of.height(side, k, &x);
            let n = normal_of(of, place, 1 - side, k);
            sum.take(&Past::new(by, below(&n)), gap);
        }
        if other.faces[face].disc.is_some() {
            let out = x - n * n.dot(&x);
            let least = T::constant(f64::MIN_POSITIVE);
            let out = out / larger(squared(&out), least).sqrt();
            // Over the plane that touches the wall at the rim.
            let [cos, sin] = other.rims[face].wall;
            let wall = out * T::constant(cos) + n * T::constant(sin);
            let wall = if side == 0 { wall } else { place.R * wall };
            let over_wall = beside * cos + own_height * sin;
            sum.take(&Past::new(over_wall, below(&wall)), gap);
        }
    }
    // Cores that are rounded do not meet.
    let outside = larger(watched(of, sum.most), -gap - meeting_depth(of, r));
    Meeting {
        gap,
        // What is deeper is next to another face.
        beyond: larger(outside, -gap - depth(of, r)),
        outside,
        at,
        normal,
        is_decided: sum.is_decided,
    }
}

/// What is left until features begin to touch that are so far outside of each other's regions.
pub(super) fn watched<T: Number>(of: &Polyhedra, outside: T) -> T {
    outside - 0.25 * of.border()
}

/// The depth of features with these radii in all where their cores meet; of sharp ones, where they are next to something else.
pub(super) fn meeting_depth(of: &Polyhedra, r: f64) -> f64 {
    if r > 0.0 { r } else { of.deep() }
}

/// A depth at which features do not touch: solids are no deeper in each other within a step.
pub(super) fn depth(of: &Polyhedra, r: f64) -> f64 {
    if r > 0.0 { 0.5 * r } else { of.deep() }
}

/// Curves that are farther apart do not touch.
pub(super) fn reach(of: &Polyhedra, feature: Feature) -> f64 {
    let [on_i, on_j] = radii(of, feature);
    meeting_depth(of, on_i + on_j)
}

/// Gap and normal of the shortest way between two features.
pub(super) fn along<T: Number>(of: &Polyhedra, feature: Feature, way: Way<T>) -> Meeting<T> {
    let [on_i, on_j] = way.radii;
    let r = on_i + on_j;
    let are_sharp = radii(of, feature) == [0.0; 2];
    let depths = match are_sharp {
        true => [T::constant(of.deep()); 2],
        false => [r, r * 0.5],
    };
    // Cores that meet have no normal.
    let least = T::constant(f64::MIN_POSITIVE);
    let (distance, normal) = match way.normal {
        Some(n) => (n.dot(&way.between), n),
        None => {
            let distance = larger(squared(&way.between), least).sqrt();
            (distance, way.between / distance)
        }
    };
    let gap = distance - r;
    let mut sum = Outside::of(way.outside);
    sum.is_decided = way.is_decided;
    way.past
        .iter()
        .flatten()
        .for_each(|past| sum.take(past, gap));
    // Cores that are rounded do not meet.
    let outside = larger(watched(of, sum.most), -gap - depths[0]);
    Meeting {
        gap,
        beyond: larger(outside, -gap - depths[1]),
        outside,
        at: way.on_j + normal * on_j,
        normal,
        is_decided: sum.is_decided,
    }
}

/// Where on an axis the ball is whose wall is next to a point, from the middle.
pub(super) fn along_axis<T: Number>(wall: Wall, line: &Line<T>, x: &Vec3<T>) -> T {
    let w = *x - line.middle;
    let t = w.dot(&line.direction);
    if wall.slope == 0.0 {
        return t;
    }
    let (_, aside) = aside(&(w - line.direction * t));
    t + aside * (wall.slope / wall.cosine())
}

/// How far a place at `t` along an edge of solid `side` is beyond its ends, if it is the axis of a wall.
pub(super) fn past_wall<T: Number>(
    of: &Polyhedra,
    side: usize,
    (edge, line): (&Edge, &Line<T>),
    t: T,
    below: impl Fn(&Vec3<T>) -> T,
) -> [Past<T>; 2] {
    let wall = of.solids[side].wall;
    if !wall.is_there() {
        return [Past::none(); 2];
    }
    let v = line.direction;
    if wall.slope != 0.0 {
        // A ball touches the wall behind its centre, and the wall leans.
        let part = 1.0 - wall.slope * wall.slope;
        return [1.0, -1.0].map(|sign| Past {
            rises: -sign * wall.slope,
            ..Past::new(
                (t * sign - edge.half) * part,
                below(&(v * T::constant(sign))),
            )
        });
    }
    let end = if t.value() < 0.0 { -v } else { v };
    let past = Past::new(t.abs() - edge.half, below(&end));
    let [low, high] = t.bounds();
    // Near the middle both ends may be the nearer one.
    let ends_agree =
        low > 0.0 || high < 0.0 || past.is_above() == Past::new(past.by, below(&-end)).is_above();
    let nearer = Past {
        is_decided: past.is_decided && ends_agree,
        ..past
    };
    [nearer, Past::none()]
}

/// How far a point over the plane of a face is outside of its border.
pub(super) fn outside_of_face<T: Number>(solid: &Polyhedron, face: usize, x: &Vec3<T>) -> T {
    let of = &solid.faces[face];
    if let Some(radius) = of.disc {
        let n = of.normal.map(T::constant);
        let out = *x - n * n.dot(x);
        // So little that it has a slope in the middle.
        let least = T::constant((LEVEL_RIM * radius).powi(2));
        return (squared(&out) + least).sqrt() - radius;
    }
    let borders = solid.borders[face].iter();
    largest(borders.map(|b| (b.at.map(T::constant) - *x).dot(&b.into.map(T::constant))))
}

/// An edge, and the wall around it.
pub(super) struct Axis {
    pub line: Line<f64>,
    pub half: f64,
    pub wall: Wall,
}

/// How far a point is from the balls along an axis.
pub(super) fn from_wall(axis: &Axis, at: &Vec3) -> f64 {
    let t = along_axis(axis.wall, &axis.line, at).clamp(-axis.half, axis.half);
    let centre = axis.line.middle + axis.line.direction * t;
    (*at - centre).norm() - axis.wall.radius_at(t)
}
