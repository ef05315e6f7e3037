//! Features of an ellipsoid and another convex solid: the whole ellipsoid and a part of the other.
//!
//! | part of the other solid | gap | normal, out of the other |
//! |---|---|---|
//! | face | n·c − d − h(n) − r | of the face |
//! | edge, wall | n·(c − m) − h(n) − R − r | at right angles to the edge, to the wall |
//! | corner, point of a rim | n·(c − y) − h(n) − r | any |
//! | another ellipsoid | n·c − h(n) − h_J(n) | any |
//!
//! h is how far the ellipsoid reaches (`ellipsoid.rs`), c its centre, r the rounding of the other; of all normals of a part that with the largest gap counts.
//! An ellipsoid is smooth and strictly convex: it touches the other in one point, and the part that is next to it is the one of whose normals, and within whose borders,
//! that point is. The gap is known to twice as many derivatives as the normal, as it is a maximum over it.
//!
//! Along a direction that stays as it is the solids are apart by no more than their gap. So over an interval of time the best direction in its middle gives a bound of
//! the gap from below; bounds of the direction, as ∇²φ ≥ 1 in `ellipsoid.rs`, give those of its rate, whatever parts are next to each other:
//! with y₀ the point of the other solid next to it in the middle, e how far that is from being in it, d how much farther the solid reaches along n₀ than y₀,
//!
//! ```text
//! |ν − ν₀| ≤ f + √(f² + 2·(d + e)·|ν₀|)      f = |F(ν₀)| + e
//! ```
#![allow(non_snake_case)]

use super::around::{Axis, towards_rim};
use super::circle::OnCircle;
use super::distance::reach;
use super::ellipsoid::{Direction, Placed, around, least_radius, longest};
use super::feature::{Meeting, Part, Polyhedra, Relative, larger, ring_of, squared};
use super::regions::{into, into_corner, into_rim, outside_of_face, sides, watched};
use crate::Polyhedron;
use carom_base::{Interval, Number, Ranged, Vec3};

/// Rounding of places, relative to the size of the solids.
const ROUNDING: f64 = 1e-14;

/// Which solid is an ellipsoid, the other one being convex: the first of them.
pub fn side_of(of: &Polyhedra) -> Option<usize> {
    let is_ellipsoid = |side: &usize| of.solids[*side].ellipsoid.is_some();
    (0..2).find(is_ellipsoid).filter(|_| ring_of(of).is_none())
}

/// The ellipsoid `side` in the frame of the other solid.
fn placed<T: Number>(of: &Polyhedra, at: &Relative<T>, side: usize) -> Placed<T> {
    let axes = of.solids[side].ellipsoid.unwrap_or_default();
    match side {
        0 => Placed {
            turn: at.R,
            centre: at.p,
            axes,
        },
        _ => Placed {
            turn: at.R.transpose(),
            centre: -at.R.tr_mul(&at.p),
            axes,
        },
    }
}

/// Features as deep as this do not touch; solids are no deeper in each other within a step.
fn depth(of: &Polyhedra, side: usize) -> f64 {
    let own = of.solids[side].ellipsoid;
    0.5 * own.as_ref().map_or(0.0, least_radius)
}

/// The part of the other solid next to an ellipsoid.
struct Next<T: Number> {
    direction: Direction<T>,
    /// What the direction is counted from, and the largest ball there.
    from: Vec3<T>,
    radius: T,
    /// Away from the centre of a rim.
    out: Vec3<T>,
}

impl<T: Number> Next<T> {
    /// The gap.
    fn gap(&self, placed: &Placed<T>) -> T {
        let n = &self.direction.0;
        n.dot(&(placed.centre - self.from)) - placed.reach(n) - self.radius
    }
}

fn next<T: Number>(
    of: &Polyhedra,
    placed: &Placed<T>,
    (side, part, k): (usize, Part, usize),
) -> Option<Next<T>> {
    let other = &of.solids[1 - side];
    let still = |direction, from: Vec3, radius| Next {
        direction,
        from: from.map(T::constant),
        radius,
        out: Vec3::zeros(),
    };
    let r = T::constant(other.rounding);
    Some(match part {
        Part::Face => {
            let face = &other.faces[k];
            let n = face.normal.map(T::constant);
            still((n, true), face.normal * face.offset, r)
        }
        Part::Edge => {
            let edge = &other.edges[k];
            let direction = Axis::of(edge, other.wall.slope).towards(placed)?;
            still(direction, edge.middle, r + other.wall.radius)
        }
        Part::Corner => {
            let y = other.corners[k];
            still(placed.out_of_point(&y)?, y, r)
        }
        Part::Rim => {
            let on = towards_rim(placed, &other.rims[k])?;
            Next {
                direction: on.direction,
                from: on.at,
                radius: r,
                out: on.out,
            }
        }
        Part::Ellipsoid => {
            let direction = placed.out_of_ellipsoid(other.ellipsoid.as_ref()?)?;
            let reach = reach(other, &direction.0);
            still(direction, Vec3::zeros(), reach)
        }
    })
}

/// How far the place next to an ellipsoid is outside of the borders of its part, lengths along it, and angles times the size of the solids.
fn outside<T: Number>(
    of: &Polyhedra,
    (side, part, k): (usize, Part, usize),
    next: &Next<T>,
    (x, gap): (&Vec3<T>, T),
) -> T {
    let other = &of.solids[1 - side];
    let n = &next.direction.0;
    let lean = *n * T::constant(of.size());
    match part {
        Part::Face => outside_of_face(other, k, x),
        Part::Edge => {
            let (edge, slope) = (&other.edges[k], other.wall.slope);
            let u = edge.direction.map(T::constant);
            let ball = (next.radius + gap) * slope;
            let t = ((*x - next.from).dot(&u) + ball) / (1.0 - slope * slope);
            larger(t.abs() - edge.half, into(&lean, sides(edge)))
        }
        Part::Corner => into_corner(&lean, &other.leaving[k]),
        Part::Rim => {
            let rim = &other.rims[k];
            let on = OnCircle {
                at: next.from,
                out: next.out,
                tangent: Vec3::zeros(),
            };
            into_rim(&lean, &on, &rim.axis.map(T::constant), rim)
        }
        Part::Ellipsoid => T::constant(f64::NEG_INFINITY),
    }
}

/// Where an ellipsoid and a part of the other solid are next to each other; none where they are deep in each other.
pub(super) fn meeting<T: Number>(
    of: &Polyhedra,
    at: &Relative<T>,
    (side, part, k): (usize, Part, usize),
) -> Option<Meeting<T>> {
    let placed = placed(of, at, side);
    let next = next(of, &placed, (side, part, k))?;
    let (n, is_decided) = next.direction;
    let gap = next.gap(&placed);
    let x = placed.centre - placed.farthest(&n);
    let outside = watched(of, outside(of, (side, part, k), &next, (&x, gap)));
    let beyond = larger(outside, -gap - depth(of, side));
    let (spot, normal) = match side {
        0 => (x - n * gap, n),
        _ => (at.R * x + at.p, -(at.R * n)),
    };
    Some(Meeting {
        gap,
        beyond,
        outside: beyond,
        at: spot,
        normal,
        is_decided,
    })
}

/// How far the whole ellipsoid is beyond the ends of an edge or a wall: it is no nearer to what is between them.
fn beyond_ends<T: Number>(
    of: &Polyhedra,
    placed: &Placed<T>,
    (side, part, k): (usize, Part, usize),
) -> T {
    let other = &of.solids[1 - side];
    if part != Part::Edge {
        return T::constant(f64::NEG_INFINITY);
    }
    let (edge, slope) = (&other.edges[k], other.wall.slope);
    let u = edge.direction;
    let [up, down] = match other.wall.is_there() {
        true => [reach(other, &u), reach(other, &-u)],
        false => [1.0, -1.0].map(|sign| sign * edge.middle.dot(&u) + edge.half),
    };
    let along = u.map(T::constant);
    let (middle, half) = (placed.centre.dot(&along), placed.reach(&along));
    let past = larger(middle - up, -middle - down) - half;
    if slope == 0.0 {
        return past;
    }
    // What is above a wall that leans, by a gap or deep in what continues it.
    let past = past / (1.0 + slope.abs());
    -larger(-past, T::constant(-depth(of, side)))
}

/// A feature is no nearer than this, whatever its region. It changes by no more than points of the ellipsoid move against the other solid.
pub(super) fn least_gap(of: &Polyhedra, at: &Relative<f64>, own: (usize, Part, usize)) -> f64 {
    let placed = placed(of, at, own.0);
    let ends = beyond_ends(of, &placed, own) - of.border();
    let gap = next(of, &placed, own).map(|next| next.gap(&placed));
    gap.map_or(ends, |gap| gap.max(ends))
}

/// A feature is farther than this, seen from the ball around the ellipsoid.
pub(super) fn seen_from_ball(
    of: &Polyhedra,
    at: &Relative<f64>,
    (side, part, k): (usize, Part, usize),
) -> f64 {
    let placed = placed(of, at, side);
    let (c, other) = (placed.centre, &of.solids[1 - side]);
    let far = match part {
        Part::Face => other.faces[k].normal.dot(&c) - other.faces[k].offset,
        Part::Edge => {
            let edge = &other.edges[k];
            let w = c - edge.middle;
            let t = w.dot(&edge.direction).clamp(-edge.half, edge.half);
            // Its wall is in no larger ball.
            (w - edge.direction * t).norm() - other.wall.largest(edge.half)
        }
        Part::Corner => (c - other.corners[k]).norm(),
        Part::Rim => (c - other.rims[k].centre).norm() - other.rims[k].radius,
        Part::Ellipsoid => c.norm() - other.radius,
    };
    far - other.rounding - placed.axes.max()
}

/// Bounds of the clearance of a feature, the gap counted from `floor`; above `enough` no more is asked; `least`: no less than this anyhow.
pub(super) fn bounds(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    own: (usize, Part, usize),
    (floor, enough, least): (f64, f64, f64),
) -> Ranged {
    let placed = placed(of, at, own.0);
    let ends = beyond_ends(of, &placed, own).re.low - of.border();
    let still = Relative::new(at.R.map(|x| x.value()), at.p.map(|x| x.value()));
    let next = next(of, &placed.still(), own);
    let low = next.map_or(f64::NEG_INFINITY, |next| {
        let n = next.direction.0;
        // Of a rim no point reaches farther.
        let (from, reach) = match own.1 {
            Part::Rim => {
                let rim = &of.solids[1 - own.0].rims[own.2];
                (rim.centre, rim.reach(&n))
            }
            _ => (next.from, 0.0),
        };
        let (n, from) = (n.map(Ranged::constant), from.map(Ranged::constant));
        let gap = n.dot(&(placed.centre - from)) - placed.reach(&n) - next.radius - reach;
        gap.re.low
    });
    let low = low.max(least) - floor;
    let least = super::arcs::above(low.max(ends));
    // Two ellipsoids have no other feature: its gap is their distance.
    if own.1 == Part::Ellipsoid {
        return match range(of, at, &still) {
            Some(range) if range.eps[0].is_bounded() => range - floor,
            _ => least,
        };
    }
    if least.re.low > enough {
        return least;
    }
    let Some(m) = meeting(of, at, own).filter(|m| m.is_decided) else {
        return least;
    };
    let mut gap = m.gap - floor;
    gap.re.low = gap.re.low.max(low);
    let mut clearance = larger(gap, m.beyond);
    clearance.re.low = clearance.re.low.max(ends);
    clearance
}

/// Which parts the other solid has.
fn parts(of: &Polyhedra, side: usize) -> impl Iterator<Item = (usize, Part, usize)> {
    let other = &of.solids[1 - side];
    let counts = [
        (Part::Face, other.faces.len()),
        (Part::Edge, other.edges.len()),
        (Part::Corner, other.points),
        (Part::Rim, other.rims.len()),
        (Part::Ellipsoid, usize::from(other.ellipsoid.is_some())),
    ];
    let all = counts.into_iter();
    all.flat_map(move |(part, count)| (0..count).map(move |k| (side, part, k)))
}

/// The feature along whose normal both solids are farthest apart: their distance where they are apart. Of a piece of a solid, what is hidden counts like the rest.
struct Best {
    /// By how much.
    apart: f64,
    /// Out of the other solid, in its frame.
    n: Vec3,
    /// How far from inside of the border of its part it is.
    outside: f64,
}

/// By how much both are apart along a direction out of the other solid, in its frame.
fn apart_from<T: Number>(other: &Polyhedron, placed: &Placed<T>, n: &Vec3<T>) -> T {
    let size = squared(n).sqrt();
    n.dot(&placed.centre) - placed.reach(n) - reach(other, n) - size * other.rounding
}

fn best(of: &Polyhedra, at: &Relative<f64>, side: usize) -> Option<Best> {
    let (placed, other) = (placed(of, at, side), &of.solids[1 - side]);
    // What is deep in another may be so along the line of the centres.
    let across = (placed.centre - other.centre).try_normalize(f64::MIN_POSITIVE);
    let mut best = across.map(|n| Best {
        apart: apart_from(other, &placed, &n),
        n,
        outside: f64::INFINITY,
    });
    for own in parts(of, side) {
        let Some(next) = next(of, &placed, own) else {
            continue;
        };
        let (n, gap) = (next.direction.0, next.gap(&placed));
        // No part is farther than the whole.
        if own.1 != Part::Face && best.as_ref().is_some_and(|b| gap < b.apart) {
            continue;
        }
        let apart = apart_from(other, &placed, &n);
        if best.as_ref().is_none_or(|b| apart > b.apart) {
            let x = placed.centre - placed.farthest(&n);
            let outside = outside(of, own, &next, (&x, gap));
            best = Some(Best { apart, n, outside });
            // What is within the borders is next to it.
            if outside <= 0.0 && gap > -depth(of, side) {
                break;
            }
        }
    }
    best
}

/// The distance of the solids, or less than zero where they overlap, and the direction of the plane between them, from J to I in the frame of J.
pub(super) fn parted(of: &Polyhedra, at: &Relative<f64>, side: usize) -> Option<(f64, Vec3)> {
    let best = best(of, at, side)?;
    let n = match side {
        0 => best.n,
        _ => -(at.R * best.n),
    };
    Some((best.apart, n))
}

/// Bounds of the distance of the solids and of its rate, about their middle.
pub fn range(of: &Polyhedra, at: &Relative<Ranged>, middle: &Relative<f64>) -> Option<Ranged> {
    let side = side_of(of)?;
    let (placed, other) = (placed(of, at, side), &of.solids[1 - side]);
    let still = self::placed(of, middle, side);
    let best = best(of, middle, side)?;
    let n = best.n.map(Ranged::constant);
    let low = apart_from(other, &placed, &n);
    let depth = 2.0 * self::depth(of, side);
    // The cores, about which a rounding is another ball.
    let core = best.apart + other.rounding;
    let x = still.centre - still.farthest(&best.n);
    let y = x - best.n * core;
    let length = core + depth;
    let moved = placed.farthest(&n) + (y + best.n * core).map(Ranged::constant) - placed.centre;
    let off = longest(&moved);
    let rounding = ROUNDING * of.size();
    let misses = (reach(other, &best.n) - y.dot(&best.n)).abs() + rounding;
    let aside = best.outside.max(0.0) + rounding;
    let square = 2.0 * (misses + aside) * length;
    let far = off + aside + ((off + aside).powi(2) + square).sqrt();
    let rate = if far < 0.9 * length {
        let v = around(&placed, &(best.n * length), far);
        let n = v / squared(&v).sqrt();
        apart_from(other, &placed, &n).eps
    } else {
        [Interval::ENTIRE]
    };
    Some(Ranged {
        re: Interval::new(low.re.low, f64::INFINITY),
        eps: rate,
    })
}
