//! Two solids as a rigid contact: which of their features touch, the gap between two features, and where it is. Of sharp convex polyhedra:
//!
//! | features | gap | normal, from J to I |
//! |---|---|---|
//! | a corner of I, a face of J | height of the corner over the plane | of the face |
//! | a corner of J, a face of I | height of the corner over the plane | of the face, opposite |
//! | an edge of each | n·(p_I − p_J), p on the lines | n = ±u×v/|u×v|, out of J |
//!
//! A pair touches in as many points as two faces may have in common. Each is a stop with a mode that says which features it is about, none at first. What no stop is
//! about yet is watched by one guard for the pair, the least *clearance* of all its features: the largest of the gap and of how far the features are beyond
//! each other's borders, so that it is positive wherever they do not touch.
//!
//! ```text
//! corner on a face   max(gap, n·x − d of all other faces)
//! two edges          max(gap, |s| − a, |t| − b, lean, −gap − D)    s, t along the edges to where they cross; a, b half their lengths
//! ```
//!
//! `lean` says how far n is beyond the directions in which both edges stick out, times the size of the solids; deeper than D, a quarter of what the thinner solid measures across, edges are on the far sides. Two edges that are parallel touch with their corners.
//!
//! Rounded solids and those with rims have more features, and formulas of their own ([`mod@curved`]).
//!
//! A point that slides over a border leaves the features it belongs to. So that each place belongs to some of them, whatever rounding says, corners stay
//! on a face until they are [`BORDER`] beyond its borders, and edges begin as far from their ends.
#![allow(non_snake_case)]

mod apart;
mod arcs;
mod around;
#[cfg(test)]
mod checks;
mod circle;
pub mod curved;
mod distance;
mod ellipsoid;
mod pieces;
pub mod rims;
pub mod smooth;
#[cfg(test)]
mod smooth_checks;

pub use apart::{apart_along, are_apart, likely_parting, may_be_behind, parting};
pub use pieces::{are_pieces, is_hidden, pair_of};

use crate::mechanism::Mechanism;
use crate::mechanism::frames::{Frames, push_at};
use crate::mechanism::kinematics::Flow;
use carom_base::{Mat3, Number, Vec3};
use carom_expr::tape::Mode;
use carom_geometry::Polyhedron;
use std::ops::Range;
use std::sync::Arc;

/// Width of the border that belongs to corners, relative to the size of the solids.
pub const BORDER: f64 = 1e-10;
/// Edges whose angle has a smaller sine are parallel.
const PARALLEL: f64 = 1e-6;
/// The sine of an angle by which an edge may lean into a face and turns away from it all the same.
const LEVEL: f64 = 1e-9;

/// Features of two solids that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A corner of solid `side` (0: I, 1: J) on a face of the other.
    Corner {
        /// Which solid has the corner.
        side: usize,
        /// The corner.
        corner: usize,
        /// The face.
        face: usize,
    },
    /// An edge of I and one of J.
    Edges([usize; 2]),
    /// A corner of solid `side` beside an edge of the other.
    Beside {
        /// Which solid has the corner.
        side: usize,
        /// The corner.
        corner: usize,
        /// The edge.
        edge: usize,
    },
    /// A corner of I and one of J.
    Corners([usize; 2]),
    /// A rim of solid `side` on a face of the other.
    RimFace {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The face.
        face: usize,
    },
    /// A rim of solid `side` and an edge of the other.
    RimEdge {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The edge.
        edge: usize,
        /// Which of two places, 0 or 1.
        branch: usize,
    },
    /// A rim of I and one of J.
    Rims {
        /// The rims.
        rims: [usize; 2],
        /// Which of two places, 0 or 1.
        branch: usize,
    },
    /// A rim of solid `side` and a corner of the other.
    RimCorner {
        /// Which solid has the rim.
        side: usize,
        /// The rim.
        rim: usize,
        /// The corner.
        corner: usize,
    },
    /// An ellipsoid, the whole of solid `side`, and a part of the other.
    Smooth {
        /// Which solid is the ellipsoid.
        side: usize,
        /// What kind of part.
        part: Part,
        /// Which one of its kind.
        at: usize,
    },
}

/// Kinds of parts of a solid that an ellipsoid may be next to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A plane face.
    Face,
    /// An edge, or the wall around an axis.
    Edge,
    /// A corner, or the centre of a ball.
    Corner,
    /// A rim.
    Rim,
    /// All of an ellipsoid.
    Ellipsoid,
}

impl Feature {
    /// Whether a corner of solid `side` belongs to it.
    pub fn has_corner(self, side: usize, corner: usize) -> bool {
        match self {
            Feature::Corner {
                side: own,
                corner: at,
                ..
            }
            | Feature::Beside {
                side: own,
                corner: at,
                ..
            } => (own, at) == (side, corner),
            Feature::Corners(corners) => corners[side] == corner,
            Feature::Edges(_)
            | Feature::RimFace { .. }
            | Feature::RimEdge { .. }
            | Feature::Rims { .. }
            | Feature::RimCorner { .. }
            | Feature::Smooth { .. } => false,
        }
    }
}

impl Feature {
    /// Whether both are about the same two curves, in places of the same or of the other branch.
    pub fn is_branch_of(self, other: Feature) -> bool {
        let first = |feature| match feature {
            Feature::RimEdge {
                side, rim, edge, ..
            } => Some(Feature::RimEdge {
                side,
                rim,
                edge,
                branch: 0,
            }),
            Feature::Rims { rims, .. } => Some(Feature::Rims { rims, branch: 0 }),
            _ => None,
        };
        first(self).is_some() && first(self) == first(other)
    }
}

/// Two polyhedra on their markers.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedra {
    /// Marker of the frame of solid I.
    pub i: usize,
    /// Marker of the frame of solid J.
    pub j: usize,
    /// Solids I and J.
    pub solids: [Polyhedron; 2],
}

/// One point in which two polyhedra may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// The solids.
    pub of: Arc<Polyhedra>,
    /// Its mode: which features touch, see [`Polyhedra::code`].
    pub modes: Range<usize>,
}

/// Solid I in the frame of J: `x_J = R·x_I + p`.
#[derive(Clone, Copy, Debug)]
pub struct Relative<T: Number> {
    R: Mat3<T>,
    p: Vec3<T>,
}

impl<T: Number> Relative<T> {
    /// `x_J = R·x_I + p`
    pub fn new(R: Mat3<T>, p: Vec3<T>) -> Self {
        Self { R, p }
    }

    /// `R` and `p`.
    pub fn parts(&self) -> (Mat3<T>, Vec3<T>) {
        (self.R, self.p)
    }
}

impl Relative<Flow> {
    /// The same at this moment.
    pub fn still(&self) -> Relative<f64> {
        Relative {
            R: self.R.map(|x| x.re),
            p: self.p.map(|x| x.re),
        }
    }
}

/// Where two features are next to each other; in the frame of J.
#[derive(Clone, Copy, Debug)]
struct Meeting<T: Number> {
    gap: T,
    /// How far they are beyond each other's borders, or too deep in each other to touch; negative inside.
    beyond: T,
    /// How far they are beyond each other's borders, however deep.
    outside: T,
    /// On J.
    at: Vec3<T>,
    /// From J to I.
    normal: Vec3<T>,
    /// Whether all of it is so where numbers stand for intervals.
    is_decided: bool,
}

/// Kinds of features: corners of I and of J on faces, and
const KINDS: usize = 22;
/// two edges,
const EDGES: usize = 2;
/// corners of I, then of J, beside edges,
const BESIDE: usize = 3;
/// two corners,
const CORNERS: usize = 5;
/// rims of I, then of J, on faces,
const RIM_FACE: usize = 6;
/// at edges,
const RIM_EDGE: usize = 8;
/// two rims,
const RIMS: usize = 10;
/// and rims of I, then of J, at corners.
const RIM_CORNER: usize = 11;
/// An ellipsoid I, then J, and a face, an edge, a corner or a rim of the other solid, one kind of part after the other,
const SMOOTH: usize = 13;
/// and two ellipsoids.
const ELLIPSOIDS: usize = 21;
/// Parts in this order.
const PARTS: [Part; 4] = [Part::Face, Part::Edge, Part::Corner, Part::Rim];

/// The features of a kind by their numbers: of I and of J, or of the one that is named first and of the other solid.
fn feature_of(kind: usize, [first, second]: [usize; 2]) -> Feature {
    match kind {
        EDGES => Feature::Edges([first, second]),
        CORNERS => Feature::Corners([first, second]),
        RIMS => Feature::Rims {
            rims: [first, second / 2],
            branch: second % 2,
        },
        ELLIPSOIDS.. => Feature::Smooth {
            side: 0,
            part: Part::Ellipsoid,
            at: 0,
        },
        SMOOTH.. => Feature::Smooth {
            side: (kind - SMOOTH) % 2,
            part: PARTS[(kind - SMOOTH) / 2],
            at: second,
        },
        RIM_CORNER.. => Feature::RimCorner {
            side: kind - RIM_CORNER,
            rim: first,
            corner: second,
        },
        RIM_EDGE.. => Feature::RimEdge {
            side: kind - RIM_EDGE,
            rim: first,
            edge: second / 2,
            branch: second % 2,
        },
        RIM_FACE.. => Feature::RimFace {
            side: kind - RIM_FACE,
            rim: first,
            face: second,
        },
        BESIDE.. => Feature::Beside {
            side: kind - BESIDE,
            corner: first,
            edge: second,
        },
        side => Feature::Corner {
            side,
            corner: first,
            face: second,
        },
    }
}

fn larger<T: Number>(a: T, b: T) -> T {
    a.at_least(b)
}

fn squared<T: Number>(v: &Vec3<T>) -> T {
    v.x.square() + v.y.square() + v.z.square()
}

impl Polyhedra {
    /// Size of the solids.
    pub fn size(&self) -> f64 {
        self.solids[0].radius.max(self.solids[1].radius)
    }

    /// Whether one of the solids is more than a sharp polyhedron.
    pub fn is_curved(&self) -> bool {
        !self.solids.iter().all(Polyhedron::is_plain)
    }

    /// How many features each solid has for those of each kind.
    fn counts(&self) -> [[usize; 2]; KINDS] {
        let [i, j] = &self.solids;
        let mut counts = [[0; 2]; KINDS];
        counts[0] = [i.corners.len(), j.faces.len()];
        counts[1] = [j.corners.len(), i.faces.len()];
        counts[EDGES] = [i.edges.len(), j.edges.len()];
        if !self.is_curved() {
            return counts;
        }
        for (side, [own, other]) in [[i, j], [j, i]].into_iter().enumerate() {
            // Sharp corners touch no sharp edge.
            if rounding(self) > 0.0 || other.wall.is_there() {
                counts[BESIDE + side] = [own.points, other.edges.len()];
            }
            counts[RIM_FACE + side] = [own.rims.len(), other.faces.len()];
            counts[RIM_EDGE + side] = [own.rims.len(), 2 * other.edges.len()];
            if is_rounded(self) {
                counts[RIM_CORNER + side] = [own.rims.len(), other.points];
            }
            if own.ellipsoid.is_some() {
                let parts = [
                    other.faces.len(),
                    other.edges.len(),
                    other.points,
                    other.rims.len(),
                ];
                for (k, count) in parts.into_iter().enumerate() {
                    counts[SMOOTH + 2 * k + side] = [1, count];
                }
            }
        }
        if is_rounded(self) {
            counts[CORNERS] = [i.points, j.points];
        }
        counts[RIMS] = [i.rims.len(), 2 * j.rims.len()];
        let are_smooth = self.solids.iter().all(|solid| solid.ellipsoid.is_some());
        counts[ELLIPSOIDS] = [1, usize::from(are_smooth)];
        counts
    }

    /// The mode of features, counted from 1; 0 says that there are no features.
    pub fn code(&self, feature: Feature) -> Mode {
        let counts = self.counts();
        let (kind, at) = match feature {
            Feature::Corner { side, corner, face } => (side, [corner, face]),
            Feature::Edges(edges) => (EDGES, edges),
            Feature::Beside { side, corner, edge } => (BESIDE + side, [corner, edge]),
            Feature::Corners(corners) => (CORNERS, corners),
            Feature::RimFace { side, rim, face } => (RIM_FACE + side, [rim, face]),
            Feature::RimEdge {
                side,
                rim,
                edge,
                branch,
            } => (RIM_EDGE + side, [rim, 2 * edge + branch]),
            Feature::Rims { rims, branch } => (RIMS, [rims[0], 2 * rims[1] + branch]),
            Feature::RimCorner { side, rim, corner } => (RIM_CORNER + side, [rim, corner]),
            Feature::Smooth { side, part, at } => {
                let part = PARTS.iter().position(|p| *p == part);
                (part.map_or(ELLIPSOIDS, |k| SMOOTH + 2 * k + side), [0, at])
            }
        };
        let before: usize = counts[..kind].iter().map(|[m, n]| m * n).sum();
        (1 + before + at[0] * counts[kind][1] + at[1]) as Mode
    }

    /// The features of a mode.
    pub fn feature(&self, mode: Mode) -> Option<Feature> {
        let mut left = usize::try_from(mode).ok()?.checked_sub(1)?;
        for (kind, [m, n]) in self.counts().into_iter().enumerate() {
            if left < m * n {
                return Some(feature_of(kind, [left / n, left % n]));
            }
            left -= m * n;
        }
        None
    }

    /// How I stands in the frame of J.
    pub fn relative<T: Number>(&self, frames: &dyn Frames<T>) -> Relative<T> {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        Relative {
            R: j.R.transpose() * i.R,
            p: j.R.tr_mul(&(i.p - j.p)),
        }
    }

    /// A corner in the frame of the other solid.
    pub fn corner<T: Number>(&self, at: &Relative<T>, side: usize, corner: usize) -> Vec3<T> {
        let c = self.solids[side].corners[corner].map(T::constant);
        match side {
            0 => at.R * c + at.p,
            _ => at.R.tr_mul(&(c - at.p)),
        }
    }

    /// The height of a point over a face of the solid that is not `side`, in its frame.
    pub fn height<T: Number>(&self, side: usize, face: usize, x: &Vec3<T>) -> T {
        let face = &self.solids[1 - side].faces[face];
        x.dot(&face.normal.map(T::constant)) - face.offset
    }

    fn meeting<T: Number>(&self, at: &Relative<T>, feature: Feature) -> Meeting<T> {
        if self.is_curved() {
            return curved::meeting(self, at, feature);
        }
        match feature {
            Feature::Corner { side, corner, face } => {
                let x = self.corner(at, side, corner);
                let normal = self.solids[1 - side].faces[face].normal.map(T::constant);
                let others = (0..self.solids[1 - side].faces.len()).filter(|k| *k != face);
                let beyond = others
                    .map(|k| self.height(side, k, &x))
                    .fold(T::constant(f64::NEG_INFINITY), larger)
                    - 0.5 * self.border();
                let gap = self.height(side, face, &x);
                let (at, normal) = match side {
                    0 => (x - normal * gap, normal),
                    _ => (
                        self.solids[side].corners[corner].map(T::constant),
                        -(at.R * normal),
                    ),
                };
                Meeting {
                    gap,
                    beyond,
                    outside: beyond,
                    at,
                    normal,
                    is_decided: true,
                }
            }
            Feature::Edges([a, b]) => self.crossing(at, a, b),
            _ => curved::meeting(self, at, feature),
        }
    }

    /// Where two edges cross: the points of their lines next to each other, `m_I + s·u` and `m_J + t·v`.
    fn crossing<T: Number>(&self, at: &Relative<T>, a: usize, b: usize) -> Meeting<T> {
        let (a, b) = (&self.solids[0].edges[a], &self.solids[1].edges[b]);
        let u = at.R * a.direction.map(T::constant);
        let v = b.direction.map(T::constant);
        let middle = b.middle.map(T::constant);
        let w = at.R * a.middle.map(T::constant) + at.p - middle;
        let (cos, n) = (u.dot(&v), u.cross(&v));
        let square = squared(&n);
        if square.value() < PARALLEL * PARALLEL {
            let far = T::constant(self.size());
            return Meeting {
                gap: far,
                beyond: far,
                outside: far,
                at: middle,
                normal: Vec3::zeros(),
                is_decided: true,
            };
        }
        let (wu, wv) = (w.dot(&u), w.dot(&v));
        let s = (cos * wv - wu) / square;
        let t = (wv - cos * wu) / square;
        let n = n / square.sqrt();
        let out = b.out.map(T::constant);
        let n = if n.dot(&out).value() < 0.0 { -n } else { n };
        // n may lean from the edge of J into neither of its faces, and −n likewise on I.
        let on_j = b.into.map(|d| n.dot(&d.map(T::constant)));
        let on_i = a.into.map(|d| -n.dot(&(at.R * d.map(T::constant))));
        let lean = larger(larger(on_j[0], on_j[1]), larger(on_i[0], on_i[1]));
        let past = larger(s.abs() - a.half, t.abs() - b.half) + 0.25 * self.border();
        let gap = n.dot(&w);
        let beyond = larger(past, (lean - BORDER) * self.size());
        Meeting {
            gap,
            // Deeper than this they are edges on the far sides of the solids.
            beyond: larger(beyond, -gap - self.deep()),
            outside: beyond,
            at: middle + v * t,
            normal: n,
            is_decided: true,
        }
    }

    /// A depth at which edges do not touch.
    pub fn deep(&self) -> f64 {
        0.5 * self.solids[0].thickness.min(self.solids[1].thickness)
    }

    /// Width of the border that belongs to corners.
    pub fn border(&self) -> f64 {
        BORDER * self.size()
    }

    /// Rate of the gap between two features: of its two points, along the normal.
    pub fn rate_of<T: Number>(&self, frames: &dyn Frames<T>, feature: Feature) -> T {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let m = self.meeting(&self.relative(frames), feature);
        let (p, n) = (j.p + j.R * m.at, j.R * m.normal);
        let on_i = i.v + i.w.cross(&(p + n * m.gap - i.p));
        let on_j = j.v + j.w.cross(&(p - j.p));
        n.dot(&(on_i - on_j))
    }

    /// Whether the normal of two features is known where numbers stand for intervals: of edges, that they are not parallel, and which way it points.
    pub fn is_known<T: Number>(&self, at: &Relative<T>, feature: Feature) -> bool {
        if self.is_curved() {
            return curved::is_known(self, at, feature);
        }
        let Feature::Edges([a, b]) = feature else {
            return true;
        };
        let (a, b) = (&self.solids[0].edges[a], &self.solids[1].edges[b]);
        let n = (at.R * a.direction.map(T::constant)).cross(&b.direction.map(T::constant));
        let [low, high] = n.dot(&b.out.map(T::constant)).bounds();
        squared(&n).bounds()[0] > PARALLEL * PARALLEL && low * high > 0.0
    }

    /// The clearance of two features, the gap counted from `floor`.
    pub fn clearance_of<T: Number>(&self, at: &Relative<T>, feature: Feature, floor: f64) -> T {
        let m = self.meeting(at, feature);
        larger(m.gap - floor, m.beyond)
    }

    /// Positive where the features do not touch.
    pub fn clearance(&self, at: &Relative<f64>, feature: Feature) -> f64 {
        let m = self.meeting(at, feature);
        m.gap.max(m.beyond)
    }

    /// The same along the motion, the gap counted from `floor`. Where gap and border are the same but for `rounding`, the rate is that of the one which is larger
    /// a moment later.
    pub fn clearance_along(
        &self,
        at: &Relative<Flow>,
        feature: Feature,
        (floor, rounding): (f64, f64),
    ) -> Flow {
        let m = self.meeting(at, feature);
        let (gap, beyond) = (m.gap - floor, m.beyond);
        let mut clearance = larger(gap, beyond);
        if (gap.re - beyond.re).abs() <= rounding {
            clearance.eps = [gap.eps[0].max(beyond.eps[0])];
        }
        clearance
    }

    /// Whether two features touch, their gap being at most `gap`.
    pub fn touches(&self, at: &Relative<f64>, feature: Feature, gap: f64) -> bool {
        let m = self.meeting(at, feature);
        // What is deeper where nothing overlaps is next to something else.
        let is_near = m.gap <= gap && (!self.is_curved() || m.gap >= -self.border());
        is_near && is_inside(self, feature, &m)
    }

    /// What is left until features that touch slide off each other.
    pub fn room<T: Number>(&self, at: &Relative<T>, feature: Feature) -> T {
        let slack = match feature {
            _ if self.is_curved() => curved::OVERLAP,
            Feature::Edges(_) => 0.125,
            _ => 0.5,
        };
        T::constant(slack * self.border()) - self.meeting(at, feature).beyond
    }

    /// The faces that a corner may touch: of those into which its own solid does not lean the one it is highest over, and others within the border.
    pub fn faces_at(
        &self,
        at: &Relative<f64>,
        side: usize,
        corner: usize,
    ) -> impl Iterator<Item = usize> {
        let x = self.corner(at, side, corner);
        let (own, other) = (&self.solids[side], &self.solids[1 - side]);
        let (at, border) = (*at, 0.5 * self.border());
        let leans = move |face: usize| {
            let n = match side {
                0 => at.R.tr_mul(&other.faces[face].normal),
                _ => at.R * other.faces[face].normal,
            };
            own.leaving[corner].along.iter().any(|e| n.dot(e) < -LEVEL)
        };
        let height = move |face: usize| self.height(side, face, &x);
        let upright = (0..other.faces.len()).filter(move |face| !leans(*face));
        let top = upright
            .clone()
            .map(height)
            .fold(f64::NEG_INFINITY, f64::max);
        let is_seen = |face: &usize| !other.hidden.face(*face);
        upright.filter(move |face| height(*face) >= top - border && is_seen(face))
    }

    /// Features that may touch: of sharp polyhedra one for each corner that may touch a face, with that face, and each pair of edges; of others all.
    pub fn all(&self, at: &Relative<f64>) -> impl Iterator<Item = Feature> {
        let (at, is_curved) = (*at, self.is_curved());
        let corners = [0, 1].map(|side| {
            (0..self.solids[side].corners.len()).flat_map(move |corner| {
                let top = match is_curved {
                    true => None,
                    false => self.faces_at(&at, side, corner).next(),
                };
                let faces = 0..self.solids[1 - side].faces.len();
                let may_touch = move |face: &usize| is_curved || Some(*face) == top;
                let on = move |face| Feature::Corner { side, corner, face };
                faces.filter(may_touch).map(on)
            })
        });
        let counts = self.counts();
        let others = (EDGES..KINDS).flat_map(move |kind| {
            let [m, n] = counts[kind];
            (0..m * n).map(move |k| feature_of(kind, [k / n, k % n]))
        });
        let all = corners.into_iter().flatten().chain(others);
        all.filter(|f| !is_hidden(self, *f))
    }

    /// Where two features touch, on J and from J to I, in the frame of J.
    pub fn spot(&self, at: &Relative<f64>, feature: Feature) -> [Vec3; 2] {
        let m = self.meeting(at, feature);
        [m.at, m.normal]
    }

    /// Whether the plane through a point with a normal, in the frame of J, has I above and J below it but for `within`.
    pub fn is_parted(&self, at: &Relative<f64>, [p, n]: [Vec3; 2], within: f64) -> bool {
        let [i, j] = &self.solids;
        let height = |x: Vec3| n.dot(&(x - p));
        let (low, high) = (i.rounding - within, within - j.rounding);
        let own = at.R.tr_mul(&n);
        i.corners.iter().all(|c| height(at.R * *c + at.p) >= low)
            && j.corners.iter().all(|c| height(*c) <= high)
            && i.rims
                .iter()
                .all(|rim| height(at.R * rim.centre + at.p) - rim.reach(&own) >= low)
            && j.rims
                .iter()
                .all(|rim| height(rim.centre) + rim.reach(&n) <= high)
    }

    /// Distance along the best of all separating axes: negative where the solids overlap, no more than their distance where they are apart.
    pub fn separation(&self, at: &Relative<f64>) -> f64 {
        match self.is_curved() {
            true => curved::separation(self, at),
            false => apart::best_of_all(self, at).0,
        }
    }

    /// Distance of the balls around both solids.
    pub fn ball_distance<T: Number>(&self, at: &Relative<T>) -> T {
        let [i, j] = &self.solids;
        let between = at.R * i.centre.map(T::constant) + at.p - j.centre.map(T::constant);
        between.norm() - (i.radius + j.radius)
    }
}

/// Whether one of two solids is rounded.
fn is_rounded(of: &Polyhedra) -> bool {
    rounding(of) > 0.0
}

/// Whether two features are next to each other, however far apart.
pub fn are_next(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> bool {
    is_inside(of, feature, &of.meeting(at, feature))
}

fn is_inside(of: &Polyhedra, feature: Feature, m: &Meeting<f64>) -> bool {
    let slack = match feature {
        _ if of.is_curved() => 0.5 * curved::OVERLAP,
        Feature::Edges(_) => 1.0 / 16.0,
        _ => 0.25,
    };
    m.beyond <= slack * of.border()
}

/// Whether the clearance of two features is above a number, seen with little effort; `false` where this is not seen.
pub fn is_farther(of: &Polyhedra, at: &Relative<f64>, feature: Feature, than: f64) -> bool {
    let apart = match feature {
        Feature::Smooth { side, part, at: k } => {
            Some(smooth::seen_from_ball(of, at, (side, part, k)))
        }
        _ => rims::apart(of, at, feature),
    };
    apart.is_some_and(|apart| apart > than)
}

/// Radius of both balls by which two solids are rounded.
pub fn rounding(of: &Polyhedra) -> f64 {
    of.solids[0].rounding + of.solids[1].rounding
}

impl Touch {
    /// The features that its mode says.
    pub fn own<T: Number>(&self, frames: &dyn Frames<T>) -> Option<Feature> {
        self.of.feature(frames.modes(&self.modes)[0])
    }

    /// The gap between two features; without features there is one.
    pub fn value<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        match self.own(frames) {
            Some(feature) => self.of.meeting(&self.of.relative(frames), feature).gap,
            None => T::constant(self.of.size()),
        }
    }

    /// Point on J and normal, ground axes; none without features.
    pub fn point<T: Number>(&self, frames: &dyn Frames<T>) -> Option<[Vec3<T>; 2]> {
        let feature = self.own(frames)?;
        let (j, m) = (
            frames.marker(self.of.j),
            self.of.meeting(&self.of.relative(frames), feature),
        );
        Some([j.p + j.R * m.at, j.R * m.normal])
    }

    /// Whether the place of its features is known where numbers stand for intervals.
    pub fn is_placed<T: Number>(&self, frames: &dyn Frames<T>) -> bool {
        let own = self.own(frames);
        own.is_some_and(|feature| self.of.is_known(&self.of.relative(frames), feature))
    }

    /// Rate of the gap; zero without features.
    pub fn rate<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        match self.own(frames) {
            Some(feature) => self.of.rate_of(frames, feature),
            None => T::zero(),
        }
    }

    /// Hands the generalized forces of a force along the normal to `add`.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        size: f64,
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        let Some([p, n]) = self.point(frames) else {
            return;
        };
        let ends = [self.of.i, self.of.j];
        push_at(
            &mechanism.markers,
            frames,
            ends,
            (&p, n * T::constant(size)),
            add,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_geometry::shapes::Cuboid;
    use carom_geometry::{Refinement, Solid};

    fn brick(sides: [f64; 3]) -> Polyhedron {
        let mesh = Cuboid::new(sides).unwrap().mesh(Refinement::COARSE);
        Polyhedron::of(&mesh).unwrap()
    }

    fn bricks(i: [f64; 3], j: [f64; 3]) -> Polyhedra {
        Polyhedra {
            i: 0,
            j: 0,
            solids: [brick(i), brick(j)],
        }
    }

    fn placed(p: [f64; 3]) -> Relative<f64> {
        Relative {
            R: Mat3::identity(),
            p: p.into(),
        }
    }

    #[test]
    fn codes_of_features_are_their_own() {
        let pair = bricks([1.0; 3], [2.0; 3]);
        let at = placed([0.0, 0.0, 1.6]);
        for feature in pair.all(&at) {
            assert_eq!(pair.feature(pair.code(feature)), Some(feature));
        }
        assert_eq!(pair.feature(0), None);
    }

    #[test]
    fn boxes_apart_and_overlapping() {
        let pair = bricks([1.0; 3], [2.0; 3]);
        let apart = |z| pair.separation(&placed([0.1, 0.2, z]));
        assert!((apart(1.75) - 0.25).abs() < 1e-15);
        assert!((apart(1.25) + 0.25).abs() < 1e-15);
    }
}
