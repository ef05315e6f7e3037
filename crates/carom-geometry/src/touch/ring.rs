//! Features of a ring, a tube about a circle, and of another solid that is no sharp polyhedron: a sector of the ring and a part of the other solid.
//!
//! The ring is all balls with their centres a(φ) on its circle. That at an angle φ is in the region of one part of the other solid, with the point b on it or on its core,
//! and the ring touches where its distance from that, less the radii, is least along the circle ([`super::circle`]). There may be several such places; each is in one
//! sector, and what goes on from one sector to the next stays one contact.
//!
//! Where the axis of a solid of revolution is that of the ring, all its balls are as near. So a ring is round but for 1e-5 of its radius R: on each third of it, about a
//! foot at the angle α, its balls have the radii
//!
//! ```text
//! r − A·(1 − cos(φ − α))        A = 2e-5·R        α = 0, 120, 240 degrees from its axis x
//! ```
//!
//! Each third is that of a round ring but for a shift, so that about the axis it has a single place next to the other solid. Where thirds meet they leave a shallow notch:
//! a ring that tips over two places has them on both sides of it, where they stay two. The places of a smooth tube would run into each other, and two constraints become
//! one. Of two rings the first one has feet.
#![allow(non_snake_case)]

use super::circle::{Circle, Cone, Curve, MOST, OnCircle, from_circle};
use super::ellipsoid::Placed;
use super::feature::{
    Feature, PARTS, Part, Polyhedra, Relative, SECTORS, counts_of_parts, larger, rounding,
};
use super::other::{Other, Plane};
use super::regions::{
    Axis, Past, Way, along, along_axis, aside, circle, depth, from_wall, into, into_corner,
    into_rim, line, normal_of, on_axes_of, outside_of_face, point_of, sides,
};
use carom_base::{Mat3, Number, Vec3};
use std::f64::consts::TAU;

/// By how much a ring is thinner halfway between its feet, relative to the radius of its circle.
const RECEDES: f64 = 1e-5;
/// Sectors of the third about a foot.
const OF_FOOT: usize = SECTORS / 3;
/// Half of a sector.
const HALF: f64 = 0.5 * TAU / SECTORS as f64;
/// Places are looked for so far from the middle of a sector, in halves of it,
const LOOKED_AT: f64 = 1.5;
/// between so many looks and one.
const LOOKS: usize = 4;
/// Beside these, a place is looked for in so many halves of a sector.
const BESIDE: usize = 5;
/// Looks at how far a sector is from a part.
const POINTS: u32 = 3;

/// A sector of a ring and a part of the other solid.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    side: usize,
    sector: usize,
    part: Part,
    k: usize,
}

impl Pair {
    /// That of a feature.
    pub fn of(feature: Feature) -> Option<Self> {
        match feature {
            Feature::Ring {
                side,
                sector,
                part,
                at: k,
            } => Some(Self {
                side,
                sector,
                part,
                k,
            }),
            _ => None,
        }
    }

    /// The middle of the sector.
    fn middle(self) -> f64 {
        2.0 * HALF * self.sector as f64
    }

    fn around(self, half: f64) -> [f64; 2] {
        [self.middle() - half, self.middle() + half]
    }

    /// Places next to the part on and about the sector, and how many. Without one there, the next one beside it: about the axis of the other solid the place of a contact
    /// runs round the ring as soon as that tips, and has to be known a little before and after it is on the sector.
    pub fn places(self, ring: &Circle<f64>, other: &Other<f64>) -> ([f64; MOST], usize) {
        let arc = self.around(LOOKED_AT * HALF);
        let (mut places, count) = ring.places_between(arc, LOOKS, other);
        let beside = match count {
            0 => ring.place_beside(arc, (HALF, BESIDE), other),
            _ => return (places, count),
        };
        places[0] = beside.unwrap_or_default();
        (places, usize::from(beside.is_some()))
    }

    /// The circle of the ring with the foot of the sector, in the frame of J.
    fn circle<T: Number>(self, of: &Polyhedra, at: &Relative<T>) -> Circle<T> {
        let circle = circle(of, at, self.side, 0);
        let foot = (self.sector + OF_FOOT / 2) / OF_FOOT;
        let (sin, cos) = (foot as f64 * TAU / 3.0).sin_cos();
        // Halfway to the next foot 1 − cos is a half.
        let recedes = 2.0 * RECEDES * circle.radius;
        Circle {
            recedes: [recedes * cos, recedes * sin],
            ..circle
        }
    }

    /// The circle of the ring and the part of the other solid, in the frame of J.
    pub fn curves<T: Number>(self, of: &Polyhedra, at: &Relative<T>) -> (Circle<T>, Other<T>) {
        let ring = self.circle(of, at);
        (ring, part_of(of, at, (1 - self.side, self.part, self.k)))
    }

    /// Between the ball of the ring at an angle and the part of the other solid.
    pub fn way_at<T: Number>(self, of: &Polyhedra, at: &Relative<T>, angle: T) -> Option<Way<T>> {
        let side = self.side;
        let ring = self.circle(of, at);
        let centre = ring.at(angle).at;
        let next = next_to(of, at, (1 - side, self.part, self.k), &centre);
        let radius = -ring.receding(angle) + of.solids[side].rounding;
        let aside = ((angle - self.middle()).abs() - HALF) * ring.radius;
        let out = centre - next.foot;
        // Cores do not meet.
        let deep = -next.far(&centre) + radius - rounding(of);
        let sign = T::constant(if side == 0 { 1.0 } else { -1.0 });
        let radii = [radius, next.radius];
        Some(Way {
            between: out * sign,
            normal: next.normal.map(|n| n * sign),
            on_j: if side == 0 { next.foot } else { centre },
            radii: [radii[side], radii[1 - side]],
            outside: larger(larger(next.outside, aside), deep),
            past: [[Past::none(); 2]; 2],
            is_decided: true,
        })
    }

    /// The sector is no nearer to the part than this, whatever the region of that is. It changes by no more than points of the solids move.
    pub fn apart(self, of: &Polyhedra, at: &Relative<f64>) -> f64 {
        let ring = circle(of, at, self.side, 0);
        let step = 2.0 * HALF / f64::from(POINTS);
        let [first, _] = self.around(HALF);
        let angles = (0..POINTS).map(|k| first + step * (f64::from(k) + 0.5));
        let far = angles.map(|angle| self.far(of, at, &ring.at(angle).at));
        far.fold(f64::INFINITY, f64::min) - 0.5 * step * ring.radius
    }

    /// How far a ball of the ring with its centre at a point is from the part.
    fn far(self, of: &Polyhedra, at: &Relative<f64>, x: &Vec3) -> f64 {
        let (side, r) = (1 - self.side, rounding(of));
        let solid = &of.solids[side];
        let own = on_frame(at, side, x);
        let distance = match self.part {
            Part::Face => {
                let gap = of.height(self.side, self.k, &own) - r;
                let beside = outside_of_face(solid, self.k, &own) - of.border();
                return gap.max(beside).max(-gap - depth(of, r));
            }
            Part::Edge => from_wall(&axis(of, at, (side, self.k)), x),
            Part::Corner => (own - solid.corners[self.k]).norm(),
            Part::Rim => from_circle(&circle(of, at, side, self.k), x),
            Part::Ellipsoid => from_ellipsoid(&placed(of, at, side), x),
        };
        distance - r
    }
}

/// An ellipsoid in the frame of J.
fn placed<T: Number>(of: &Polyhedra, at: &Relative<T>, side: usize) -> Placed<T> {
    let axes = of.solids[side].ellipsoid.unwrap_or_default();
    let (turn, centre) = match side {
        0 => at.parts(),
        _ => (Mat3::identity(), Vec3::zeros()),
    };
    Placed { turn, centre, axes }
}

/// A point in the frame of J on the axes of solid `side`, from its frame.
fn on_frame<T: Number>(at: &Relative<T>, side: usize, x: &Vec3<T>) -> Vec3<T> {
    match side {
        0 => at.R.tr_mul(&(*x - at.p)),
        _ => *x,
    }
}

fn axis(of: &Polyhedra, at: &Relative<f64>, (side, edge): (usize, usize)) -> Axis {
    Axis {
        line: line(of, at, side, edge),
        half: of.solids[side].edges[edge].half,
        wall: of.solids[side].wall,
    }
}

/// How far a point is from an ellipsoid; of what is deep in it, no more is known than that.
fn from_ellipsoid(placed: &Placed<f64>, x: &Vec3) -> f64 {
    placed
        .depth_of(x)
        .map_or(-placed.axes.max(), |depth| -depth)
}

/// A part of solid `side` in the frame of J.
fn part_of<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, part, k): (usize, Part, usize),
) -> Other<T> {
    let solid = &of.solids[side];
    match part {
        Part::Face => {
            let face = &solid.faces[k];
            Other::Face(Plane {
                point: point_of(at, side, &(face.normal * face.offset)),
                normal: normal_of(of, at, side, k),
            })
        }
        Part::Edge => {
            let line = line(of, at, side, k);
            match solid.wall.slope {
                0.0 => Other::Edge(line),
                _ => Other::Wall(Cone {
                    axis: line,
                    wall: solid.wall,
                    largest: solid.wall.largest(solid.edges[k].half),
                }),
            }
        }
        Part::Corner => Other::Corner(point_of(at, side, &solid.corners[k])),
        Part::Rim => Other::Rim(circle(of, at, side, k)),
        Part::Ellipsoid => Other::Ellipsoid(placed(of, at, side)),
    }
}

/// A place that is no farther than this, relative to the size of the solids, touches next to another one.
const TWIN: f64 = 1e-7;

/// Whether a ring touches with two places on the sector of a feature, of which contacts know the lower one alone.
pub fn touches_twice(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> bool {
    let Some(pair) = Pair::of(feature) else {
        return false;
    };
    let (ring, other) = pair.curves(of, at);
    let (places, count) = ring.places_between(pair.around(HALF), LOOKS, &other);
    let touches = |angle: &&f64| {
        let way = pair.way_at(of, at, **angle);
        way.is_some_and(|way| along(of, feature, way).gap < TWIN * of.size())
    };
    places[..count].iter().filter(touches).count() > 1
}

/// Solids overlap, whatever their features say, if the circle of the ring is nearer to the core of the other solid than this part of both radii.
const SURELY: f64 = 0.9;
/// Points of the circle that are looked at.
const LOOKED_FOR: u32 = 240;

/// By how much a ring and the other solid overlap; none where they are apart, or overlap so little that their features say so.
pub(super) fn overlap(of: &Polyhedra, at: &Relative<f64>, side: usize) -> Option<f64> {
    let (ring, r) = (circle(of, at, side, 0), rounding(of));
    let angles = (0..LOOKED_FOR).map(|k| TAU * f64::from(k) / f64::from(LOOKED_FOR));
    let far = angles.map(|angle| from_core(of, at, 1 - side, &ring.at(angle).at));
    let least = far.fold(f64::INFINITY, f64::min);
    (least < SURELY * r).then_some(r - least)
}

/// How far a point is from the core of solid `side`: from the part in whose region it is, less than zero inside of it.
fn from_core(of: &Polyhedra, at: &Relative<f64>, side: usize, x: &Vec3) -> f64 {
    let counts = counts_of_parts(&of.solids[side]).into_iter();
    let parts = PARTS.into_iter().zip(counts);
    let all = parts.flat_map(|(part, count)| (0..count).map(move |k| (side, part, k)));
    let far = all.filter_map(|own| {
        let next = next_to(of, at, own, x);
        let far = next.far(x) + of.solids[side].rounding;
        (next.outside <= of.border() && far >= 0.0).then_some(far)
    });
    // What is in no region is inside; deep in an ellipsoid it has no foot.
    let least = far.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { -of.size() }
}

/// What of a part is next to a point.
struct Next<T: Number> {
    foot: Vec3<T>,
    /// Out of it, where that is not along the way to the point.
    normal: Option<Vec3<T>>,
    /// Of the ball about the foot.
    radius: T,
    /// How far the point is outside of the region of the part.
    outside: T,
}

impl<T: Number> Next<T> {
    /// How far the point is from it.
    fn far(&self, x: &Vec3<T>) -> T {
        let out = *x - self.foot;
        let (_, length) = aside(&out);
        self.normal.map_or(length, |n| n.dot(&out)) - self.radius
    }
}

/// What of a part of solid `side` is next to a point; all in the frame of J.
fn next_to<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, part, k): (usize, Part, usize),
    x: &Vec3<T>,
) -> Next<T> {
    let solid = &of.solids[side];
    let other = part_of(of, at, (side, part, k));
    let [foot, _] = other.foot(x, &Vec3::zeros());
    let out = *x - foot;
    let mut next = Next {
        foot,
        normal: None,
        radius: T::constant(solid.rounding),
        outside: T::constant(f64::NEG_INFINITY),
    };
    match other {
        Other::Face(plane) => {
            next.foot = *x - plane.normal * plane.distance(x);
            next.normal = Some(plane.normal);
            next.outside = outside_of_face(solid, k, &on_frame(at, side, x));
        }
        Other::Edge(line) | Other::Wall(Cone { axis: line, .. }) => {
            let edge = &solid.edges[k];
            let t = along_axis(solid.wall, &line, x);
            let leans = into(&on_axes_of(at, side, &out), sides(edge));
            next.radius += solid.wall.radius_at(t);
            next.outside = larger(t.abs() - edge.half, leans);
        }
        Other::Corner(_) => {
            next.outside = into_corner(&on_axes_of(at, side, &out), &solid.leaving[k]);
        }
        Other::Rim(circle) => {
            let on = OnCircle {
                at: foot,
                out: (foot - circle.centre) / T::constant(circle.radius),
                tangent: Vec3::zeros(),
            };
            next.outside = into_rim(&out, &on, &circle.axis, &solid.rims[k]);
        }
        Other::Ellipsoid(_) => {}
    }
    next
}
