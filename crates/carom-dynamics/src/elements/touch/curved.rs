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
//! with the radius of its tube. Where a rim lies flat on a face no point of it is lowest: three feet carry it, and it recedes between them (see
//! [`crate::assemble`]).
//!
//! Of each solid a feature is next to what lies in its region: over a face within its border, around an edge between its ends and
//! outside of both its faces, beyond a corner on the far side of all planes at right angles to its edges. The regions of a convex solid fill all space around it
//! (Voronoi regions; B. Mirtich, V-Clip, ACM Transactions on Graphics 17, 1998), so features are *beyond* each other's borders by how far one is outside of
//! the region of the other.
//!
//! From one region to the next the gap and its rate go on, the curvature jumps: what slides or rolls from a face around an edge stays one contact, whose
//! features change. So that each place belongs to some of them, whatever rounding says, contacts begin a quarter of a border outside of a region, where it comes
//! nearer, and stay in it as much longer.

use super::arcs;
use super::circle::{Line, from_circle};
use super::distance::overlap;
use super::rims::{self, LEVEL, RECEDES, circle, rim_and_corner, rim_on_face};
use super::smooth;
use super::{Feature, Meeting, PARALLEL, Polyhedra, Relative, larger, rounding, squared};
use carom_base::{Interval, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_geometry::Polyhedron;
use carom_geometry::polyhedron::{Edge, Leaving, Wall};

/// Features touch until they are this part of a border beyond where they begin to.
pub(super) const OVERLAP: f64 = 0.25;

/// The sine of an angle by which a solid may lean into a face and turns away from it all the same.
const LEANS: f64 = super::LEVEL;

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
    by: T,
    /// and how much farther the other solid, for each unit of the gap.
    rises: f64,
    /// How far the other solid goes from there below that plane.
    below: T,
    /// Whether the other solid is as much above or below that plane where numbers stand for intervals.
    is_decided: bool,
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
struct Outside<T: Number> {
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
fn largest<T: Number>(list: impl Iterator<Item = T>) -> T {
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
fn aside<T: Number>(v: &Vec3<T>) -> (Vec3<T>, T) {
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
        Feature::Beside { side, .. } | Feature::RimEdge { side, .. } => [side == 1, side == 0],
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

/// Out of a face of a solid, in the frame of J.
fn normal_of<T: Number>(of: &Polyhedra, at: &Relative<T>, side: usize, face: usize) -> Vec3<T> {
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
fn meeting_depth(of: &Polyhedra, r: f64) -> f64 {
    if r > 0.0 { r } else { of.deep() }
}

/// A depth at which features do not touch: solids are no deeper in each other within a step.
fn depth(of: &Polyhedra, r: f64) -> f64 {
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
        Feature::RimEdge { .. } | Feature::Rims { .. } => rims::way(of, at, feature),
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

/// Whether the normal of two features and their borders are known where numbers stand for intervals: that edges are not parallel, that cores are apart, which planes
/// a solid is all above. Where a rim is next to a curve is known of numbers alone.
pub(super) fn is_known<T: Number>(of: &Polyhedra, at: &Relative<T>, feature: Feature) -> bool {
    let has_place = match feature {
        Feature::Corner { .. } | Feature::RimFace { .. } | Feature::Smooth { .. } => true,
        Feature::RimEdge { .. } | Feature::Rims { .. } => is_number(at),
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
    take: &mut impl FnMut(Ranged),
) {
    match feature {
        Feature::RimEdge { .. } | Feature::Rims { .. } => {
            arcs::bounds(of, at, feature, (floor, enough), take)
        }
        Feature::Smooth { side, part, at: k } => take(smooth::bounds(
            of,
            at,
            (side, part, k),
            (floor, enough, least),
        )),
        _ if is_known(of, at, feature) => take(of.clearance_of(at, feature, floor)),
        _ => {
            let gap = gap_of(of, at, feature);
            let [on_i, on_j] = radii(of, feature);
            let low = (gap.low - floor).max(-gap.high - depth(of, on_i + on_j));
            take(arcs::above(low.max(least - floor)));
        }
    }
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
        Feature::RimEdge { .. } | Feature::Rims { .. } => {
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
    if let Some(overlap) = overlap(of, at) {
        return -overlap;
    }
    // Of features that are not next to each other it is no less.
    let clearance = of.all(at).map(|f| {
        let m = meeting(of, at, f);
        m.gap.max(m.outside)
    });
    clearance.fold(f64::INFINITY, f64::min)
}

/// How far a point over the plane of a face is outside of its border.
pub(super) fn outside_of_face<T: Number>(solid: &Polyhedron, face: usize, x: &Vec3<T>) -> T {
    let of = &solid.faces[face];
    if let Some(radius) = of.disc {
        let n = of.normal.map(T::constant);
        let out = *x - n * n.dot(x);
        // So little that it has a slope in the middle.
        let least = T::constant((LEVEL * radius).powi(2));
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
