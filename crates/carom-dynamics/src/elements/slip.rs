//! How the surfaces of two solids move against each other where they touch: the velocity of their material points, on two tangents.
//!
//! ```text
//! u = (t₁·v, t₂·v)      v = v_I(p) − v_J(p)      p the point of the contact
//! ```
//!
//! As rows of constraints these hold velocities and no positions: a ball may roll anywhere. What they exert is a force at p on I, its opposite on J.
#![allow(non_snake_case)]

use crate::elements::touch::Touch;
use crate::mechanism::Mechanism;
use crate::mechanism::frames::{Frames, push_at};
use carom_base::{Number, Vec3};
use carom_expr::tape::Mode;
use std::ops::Range;

/// Where a pair of solids touches, on a marker of each.
#[derive(Clone, Debug, PartialEq)]
pub enum Spot {
    /// The origin of I on the plane z = 0 of J.
    PointOnPlane,
    /// A ball of this radius about I on the plane z = 0 of J.
    BallOnPlane(f64),
    /// A ball about I on a ball of this radius about J.
    BallOnBall(f64),
    /// A ball of this radius about I in a cavity about J.
    BallInCavity(f64),
    /// A ball about I on a box about J with these half sides.
    BallOnBox(Vec3),
    /// A ball about I on a cylinder along z about J.
    BallOnCylinder {
        /// Its radius.
        radius: f64,
        /// Half its length.
        half: f64,
    },
    /// A ball about I on a capsule along z about J.
    BallOnCapsule {
        /// Its radius.
        radius: f64,
        /// Half the distance of the centres of its ends.
        half: f64,
    },
    /// A ball about I on a frustum along z from J.
    BallOnFrustum(Profile),
    /// A ball about I on a torus about z of J: radius of the circle of tube centres, and of the tube.
    BallOnTorus([f64; 2]),
    /// An ellipsoid about I with these half axes on the plane z = 0 of J.
    EllipsoidOnPlane(Vec3),
    /// A torus about z of I on the plane z = 0 of J: radius of the circle of tube centres, and of the tube; without a tube the rim of a disc.
    RingOnPlane([f64; 2]),
    /// Features of two polyhedra, those of the stop of the contact.
    Features(Touch),
}

/// A frustum along z: in a half plane through its axis, with ρ the distance from it, a trapezium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Sign of its length.
    sign: f64,
    height: f64,
    bottom: f64,
    top: f64,
    /// Length of its side.
    side: f64,
}

impl Profile {
    /// From the length along z, and the radii at z = 0 and at its other end.
    pub fn new(length: f64, bottom: f64, top: f64) -> Self {
        Self {
            sign: length.signum(),
            height: length.abs(),
            bottom,
            top,
            side: length.hypot(bottom - top),
        }
    }

    /// The distance of the origin of marker `i` from the solid about `j`, as an expression; zero inside.
    ///
    /// ```text
    /// u = ((t − b)·(ρ − b) + h·z)/s      w = (h·(ρ − b) + (b − t)·z)/s      along the side from the bottom, and out of it
    /// below the bottom −z, above the top z − h, elsewhere √(w² + max(u − s, 0)² + max(−u, 0)²)
    /// ```
    pub fn distance(&self, i: u32, j: u32) -> String {
        let Self {
            sign,
            height: h,
            bottom: b,
            top: t,
            side: s,
        } = *self;
        // So little that it has a slope on the axis.
        let least = (1e-12 * b.max(t)).powi(2);
        let out = format!("SQRT(DX({i},{j},{j})**2+DY({i},{j},{j})**2+{least:e})");
        let z = format!("({sign:e}*DZ({i},{j},{j}))");
        let u = format!("(({:e})*({out}-{b:e})+({:e})*{z})", (t - b) / s, h / s);
        let w = format!("(({:e})*({out}-{b:e})+({:e})*{z})", h / s, (b - t) / s);
        let side = format!("SQRT({w}**2+MAX({u}-{s:e},0)**2+MAX(-{u},0)**2)");
        let above = format!("IF(MAX({out}-{t:e},{h:e}-{z}):{z}-{h:e},{z}-{h:e},{side})");
        let outside = format!("IF(MAX({out}-{b:e},{z}):-{z},-{z},{above})");
        format!("IF(MAX(MAX({w},-{z}),{z}-{h:e}):0,0,{outside})")
    }

    /// Whether what numbers stand for is next to one part of the surface.
    fn is_in_one_part<T: Number>(&self, at: &Vec3<T>) -> bool {
        let out = (at.x.square() + at.y.square()).sqrt();
        let splits = |x: T, end: f64| {
            let [low, high] = x.bounds();
            low < end && high >= end
        };
        let ends = [
            (at.z * self.sign, [0.0, self.height]),
            (out, [self.bottom, self.top]),
        ];
        !ends
            .iter()
            .any(|(x, ends)| ends.iter().any(|end| splits(*x, *end)))
    }

    /// The point of the solid next to one outside.
    fn nearest<T: Number>(&self, at: &Vec3<T>) -> Vec3<T> {
        let z = at.z * self.sign;
        let square = at.x * at.x + at.y * at.y;
        let out = square.value().sqrt();
        if out < self.bottom && z.value() < 0.0 {
            return Vec3::new(at.x, at.y, T::zero());
        }
        if out < self.top && z.value() > self.height {
            return Vec3::new(at.x, at.y, T::constant(self.sign * self.height));
        }
        let least = (1e-12 * self.bottom.max(self.top)).powi(2);
        let out = (square + T::constant(least)).sqrt();
        let (slope, side) = ((self.top - self.bottom) / self.side, self.side);
        let u = (out - self.bottom) * slope + z * (self.height / side);
        let u = within(u - 0.5 * side, T::constant(0.5 * side)) + 0.5 * side;
        let share = (u * slope + self.bottom) / out;
        let z = u * (self.sign * self.height / side);
        Vec3::new(at.x * share, at.y * share, z)
    }
}

/// The surfaces of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    /// Marker on I.
    pub i: usize,
    /// Marker on J.
    pub j: usize,
    /// Where they touch.
    pub spot: Spot,
    /// Its mode: the axis of J (0 x, 1 y, 2 z) by which the tangents of a curved pair are chosen.
    pub modes: Range<usize>,
}

/// Number of its rows.
pub const ROWS: usize = 2;

/// Point, normal (from J to I) and tangents of a contact, ground axes.
pub struct Place<T: Number> {
    /// Point.
    pub p: Vec3<T>,
    /// Normal.
    pub n: Vec3<T>,
    /// Tangents, at right angles to it and to each other.
    pub t: [Vec3<T>; ROWS],
}

impl Slip {
    /// Point, normal and tangents.
    pub fn place<T: Number>(&self, frames: &dyn Frames<T>) -> Place<T> {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let (p, n) = match self.spot {
            Spot::Features(ref touch) => {
                let nowhere = [Vec3::zeros(); 2];
                let [p, n] = touch.point(frames).unwrap_or(nowhere);
                (p, n)
            }
            Spot::PointOnPlane => (i.p, j.R.column(2)),
            Spot::BallOnPlane(r) => {
                let n = j.R.column(2);
                (i.p - n * T::constant(r), n)
            }
            Spot::BallOnBall(s) => {
                let n = (i.p - j.p).normalize();
                (j.p + n * T::constant(s), n)
            }
            Spot::BallInCavity(r) => {
                let n = (j.p - i.p).normalize();
                (i.p - n * T::constant(r), n)
            }
            Spot::BallOnBox(half) => {
                let at = j.R.tr_mul(&(i.p - j.p));
                let nearest = at.zip_map(&half.map(T::constant), within);
                let p = j.p + j.R * nearest;
                (p, (i.p - p).normalize())
            }
            Spot::BallOnCylinder { radius, half } => {
                let at = j.R.tr_mul(&(i.p - j.p));
                let out = (at.x.square() + at.y.square()).sqrt();
                let inwards = at_most(T::constant(radius) / out, T::one());
                let z = within(at.z, T::constant(half));
                let p = j.p + j.R * Vec3::new(at.x * inwards, at.y * inwards, z);
                (p, (i.p - p).normalize())
            }
            Spot::BallOnCapsule { radius, half } => {
                let at = j.R.tr_mul(&(i.p - j.p));
                let axis = Vec3::new(T::zero(), T::zero(), within(at.z, T::constant(half)));
                let n = (j.R * (at - axis)).normalize();
                (j.p + j.R * axis + n * T::constant(radius), n)
            }
            Spot::BallOnFrustum(profile) => {
                let at = j.R.tr_mul(&(i.p - j.p));
                let p = j.p + j.R * profile.nearest(&at);
                (p, (i.p - p).normalize())
            }
            Spot::BallOnTorus([major, minor]) => {
                let at = j.R.tr_mul(&(i.p - j.p));
                // On the axis, where none is nearest, some point.
                let out = (at.x * at.x + at.y * at.y + T::constant(1e-24 * major * major)).sqrt();
                let share = T::constant(major) / out;
                let centre = j.p + j.R * Vec3::new(at.x * share, at.y * share, T::zero());
                let n = (i.p - centre).normalize();
                (centre + n * T::constant(minor), n)
            }
            Spot::EllipsoidOnPlane(axes) => {
                let (n, axes) = (j.R.column(2), axes.map(T::constant));
                let scaled = i.R.tr_mul(&n).zip_map(&axes, |n, a| n * a);
                let lowest = scaled.zip_map(&axes, |n, a| n * a) / scaled.norm();
                (i.p - i.R * lowest, n)
            }
            Spot::RingOnPlane([major, minor]) => {
                let (n, axis) = (j.R.column(2), i.R.column(2));
                let up = n - axis * axis.dot(&n);
                // Where the ring lies flat it has no lowest point, and its feet carry it.
                let lean = (up.dot(&up) + T::constant(1e-24)).sqrt();
                let out = T::constant(major) / lean;
                (i.p - up * out - n * T::constant(minor), n)
            }
        };
        let t = if self.is_plane() {
            [j.R.column(0), j.R.column(1)]
        } else {
            let axis = j.R.column(self.axis(frames));
            let t = (axis - n * n.dot(&axis)).normalize();
            [t, n.cross(&t)]
        };
        Place { p, n, t }
    }

    /// The axis of J by which the tangents are chosen.
    fn axis<T: Number>(&self, frames: &dyn Frames<T>) -> usize {
        frames.modes(&self.modes)[0].clamp(0, 2) as usize
    }

    /// The tangents are the axes of J.
    pub fn is_plane(&self) -> bool {
        matches!(
            self.spot,
            Spot::PointOnPlane
                | Spot::BallOnPlane(_)
                | Spot::EllipsoidOnPlane(_)
                | Spot::RingOnPlane(_)
        )
    }

    /// The axis of J that is farthest from the normal; the one at hand where none is farther by more than a little.
    ///
    /// On a face of a box two axes are equally far. Were rounding to choose between them, the contacts of one face would turn against each other at events,
    /// and rows that were independent would not be so any more.
    pub fn best_axis(&self, frames: &dyn Frames<f64>) -> Mode {
        let n = self.place(frames).n;
        let j = frames.marker(self.j);
        let along = |k: usize| n.dot(&j.R.column(k)).abs();
        let best = (1..3).fold(0, |best, k| if along(k) < along(best) { k } else { best });
        let own = self.axis(frames);
        let keeps = along(own) <= along(best) + EQUALLY_FAR;
        (if keeps { own } else { best }) as Mode
    }

    /// How far the axis of the tangents is from the normal: the square of the sine of their angle.
    pub fn clearance<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let n = self.place(frames).n;
        let axis = frames.marker(self.j).R.column(self.axis(frames));
        let along = n.dot(&axis);
        T::one() - along.square()
    }

    /// Whether the place is known where numbers stand for intervals.
    pub fn is_placed<T: Number>(&self, frames: &dyn Frames<T>) -> bool {
        match &self.spot {
            Spot::Features(touch) => touch.is_placed(frames),
            Spot::BallOnFrustum(profile) => {
                let (i, j) = (frames.marker(self.i), frames.marker(self.j));
                profile.is_in_one_part(&j.R.tr_mul(&(i.p - j.p)))
            }
            _ => true,
        }
    }

    /// Velocity of the surface of I against that of J, on the tangents.
    pub fn velocity<T: Number>(&self, frames: &dyn Frames<T>) -> [T; ROWS] {
        let place = self.place(frames);
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let v = i.v + i.w.cross(&(place.p - i.p)) - j.v - j.w.cross(&(place.p - j.p));
        place.t.map(|t| t.dot(&v))
    }

    /// Hands the generalized forces of a force on the tangents to `add`.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        size: [T; ROWS],
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        let place = self.place(frames);
        let force = place.t[0] * size[0] + place.t[1] * size[1];
        push_at(
            &mechanism.markers,
            frames,
            [self.i, self.j],
            (&place.p, force),
            add,
        );
    }
}

/// Cosines to the normal that differ by less are of axes that are equally far from it.
const EQUALLY_FAR: f64 = 0.1;

fn at_most<T: Number>(x: T, most: T) -> T {
    -(-x).at_least(-most)
}

fn within<T: Number>(x: T, half: T) -> T {
    at_most(x.at_least(-half), half)
}

/// Velocities farther than this from straight backwards, as the cosine of that angle, have turned; they have not come to rest and gone on.
const BACKWARDS: f64 = 0.866;

/// So many faint speeds are at rest, where the direction is that of the last event.
const RESTS: f64 = 1e3;

/// A speed below which the direction is that of the last event.
pub fn at_rest(faint: f64) -> f64 {
    (RESTS * faint).max(1e-150)
}

/// Direction of a velocity on the tangents, continued through rest: as if it went on backwards. `along` is the direction that it had, and at rest has;
/// `faint` a speed that does not count beside any other.
///
/// Only what runs nearly straight back is taken to have come through rest. What has turned aside, by whatever angle, has its own direction: friction is
/// against it at each stage of a step, also of one that turns far.
pub fn direction<T: Number>(u: [T; ROWS], along: [f64; ROWS], faint: f64) -> [T; ROWS] {
    let [x, y] = u.map(|u| u.value());
    let ahead = x * along[0] + y * along[1];
    let sign = if ahead < -BACKWARDS * x.hypot(y) {
        -1.0
    } else {
        1.0
    };
    // Rounding of a velocity at rest may be a hundredth of what is faint; it must not turn the direction by as much.
    let rest = at_rest(faint);
    let part = moves(u, faint) * T::constant(sign);
    let w = [0, 1].map(|k| u[k] * part + T::constant(rest * along[k]));
    let size = (w[0] * w[0] + w[1] * w[1]).sqrt();
    w.map(|x| x / size)
}

/// What is left of sliding in a direction: positive until the velocity falls to zero, or turns away by 60 degrees, and negative wherever it has turned
/// by more.
///
/// ```text
/// u·s₀ − |u|/2   where u·s₀ > 0      −|u|/2   elsewhere      u·s₀   at rest, where the direction is s₀ whatever the velocity
/// ```
///
/// Through rest on a line it is smooth. At rest friction does not turn with the velocity yet: what sets out there while the load turns runs aside first, and
/// follows once its friction does. It stops only if it runs back.
pub fn slides_on<T: Number>(u: [T; ROWS], along: [f64; ROWS], faint: f64) -> T {
    let ahead = u[0] * along[0] + u[1] * along[1];
    let w = [0, 1].map(|k| {
        let sign = if ahead.value() < 0.0 { -1.0 } else { 1.0 };
        u[k] * sign + T::constant(faint * along[k])
    });
    // With the faint part, so that it has a rate at rest.
    let size = (w[0] * w[0] + w[1] * w[1]).sqrt();
    let speed = (u[0] * w[0] + u[1] * w[1]) / size;
    let half = speed * T::constant(0.5) * moves(u, faint);
    if ahead.value() < 0.0 {
        ahead - ahead * moves(u, faint) + half
    } else {
        ahead - half
    }
}

/// Whether a velocity has a direction of its own: 0 at rest, 1 beyond.
fn moves<T: Number>(u: [T; ROWS], faint: f64) -> T {
    let rest = at_rest(faint);
    let square = u[0] * u[0] + u[1] * u[1];
    square / (square + T::constant(rest * rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Interval;

    /// Next to the side, to the bottom, and in a box in which both are.
    #[test]
    fn a_place_between_two_parts_of_a_frustum_is_not_known() {
        let profile = Profile::new(0.2, 0.1, 0.05);
        let at = |z: [f64; 2]| {
            let [x, y] = [0.15, 0.0].map(Interval::constant);
            profile.is_in_one_part(&Vec3::new(x, y, Interval::new(z[0], z[1])))
        };
        assert!(at([0.05, 0.1]) && at([-0.1, -0.05]));
        assert!(!at([-0.05, 0.05]) && !at([0.15, 0.25]));
    }

    const FAINT: f64 = 1e-14;

    fn at(angle: f64) -> [f64; 2] {
        let (s, c) = angle.to_radians().sin_cos();
        [0.3 * c, 0.3 * s]
    }

    /// Beyond 60 degrees to either side it has turned; there is no angle at which an old direction counts again.
    #[test]
    fn a_turn_is_seen_at_every_angle() {
        for degree in -180_i32..=180 {
            let left = slides_on(at(f64::from(degree)), [1.0, 0.0], FAINT);
            if degree.abs() != 60 {
                assert_eq!(left > 0.0, degree.abs() < 60, "{degree} degrees: {left}");
            }
        }
    }

    /// Friction against the direction does work on nothing that has turned by less than 150 degrees.
    #[test]
    fn what_turns_has_its_own_direction() {
        for degree in -149_i32..=149 {
            let u = at(f64::from(degree));
            let s = direction(u, [1.0, 0.0], FAINT);
            assert!(s[0] * u[0] + s[1] * u[1] > 0.0, "{degree} degrees");
        }
    }

    /// What sets out sideways at rest goes on as long as it does not run back; once it moves it has turned.
    #[test]
    fn what_runs_aside_at_rest_goes_on() {
        let rest = at_rest(FAINT);
        for (size, goes_on) in [(0.01, true), (0.1, true), (10.0, false)] {
            let u = [0.1, 1.0].map(|x| x * size * rest);
            assert_eq!(slides_on(u, [1.0, 0.0], FAINT) > 0.0, goes_on, "{size}");
        }
        assert!(slides_on([-0.01 * rest, 0.0], [1.0, 0.0], FAINT) < 0.0);
    }

    /// Through rest on a line both go on as if nothing were.
    #[test]
    fn a_line_through_rest_is_smooth() {
        for x in [0.3, 1e-9, 0.0, -1e-9, -0.3] {
            let u = [x, 0.0];
            let [ahead, across] = direction(u, [1.0, 0.0], FAINT);
            assert!(
                (ahead - 1.0).abs() < 1e-15 && across == 0.0,
                "{ahead} {across}"
            );
            // Rounding across is not seen: 2·(1e-16/1e-11)³.
            let [_, across] = direction([1e-16, 1e-16], [1.0, 0.0], FAINT);
            assert!(across.abs() < 1e-14, "{across}");
            // Half of it where it moves, all of it at rest.
            let rest = at_rest(FAINT);
            let half = 1.0 - 0.5 * x * x / (x * x + rest * rest);
            assert!((slides_on(u, [1.0, 0.0], FAINT) - half * x).abs() < 1e-16);
        }
    }
}
