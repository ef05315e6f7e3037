//! In which direction an ellipsoid comes next to a line, the wall around an axis, or a rim: one angle.
//!
//! ```text
//! line, wall      n(ψ) = −a·u + √(1 − a²)·(cos ψ·e₁ + sin ψ·e₂)     most    n·(c − m) − h(n)
//! rim             y(φ) = m + R·(cos φ·e₁ + sin φ·e₂)                least   the gap to the point y
//! ```
//!
//! a is by how much the radii of the balls in the wall rise along the axis u, zero of a line. Where the solids are apart there is one such angle; others are of
//! places behind. So the best of all that looks around the circle lead to is taken. The distance of the ellipsoid from the point at t of the axis, less the radius
//! there, is convex in t: of angles that belong to a ball which is apart from it, or less deep than its least radius of curvature, there are no two. So bounds
//! of one angle with that property hold wherever the wall is touched.
#![allow(non_snake_case)]

use super::ellipsoid::{Direction, Placed, least_radius, root};
use crate::polyhedron::{Edge, Rim};
use carom_base::{Number, Vec3};
use std::f64::consts::TAU;

/// Looks around a circle.
const LOOKS: usize = 24;
/// Steps of Newton's method, or halvings, from there.
const STEPS: usize = 60;

/// An edge, or the axis of a wall.
pub(super) struct Axis {
    middle: Vec3,
    along: Vec3,
    across: [Vec3; 2],
    /// a
    slope: f64,
}

impl Axis {
    pub fn of(edge: &Edge, slope: f64) -> Self {
        let u = edge.direction;
        let mut aside = Vec3::zeros();
        aside[u.iamin()] = 1.0;
        let x = u.cross(&aside).normalize();
        Self {
            middle: edge.middle,
            along: u,
            across: [x, u.cross(&x)],
            slope,
        }
    }

    /// n, and how it changes with ψ.
    fn at<T: Number>(&self, angle: T) -> [Vec3<T>; 2] {
        let wide = (1.0 - self.slope * self.slope).sqrt();
        let (s, c) = (angle.sin() * wide, angle.cos() * wide);
        let [x, y] = self.across.map(|v| v.map(T::constant));
        let lean = (self.along * -self.slope).map(T::constant);
        [x * c + y * s + lean, y * c - x * s]
    }

    fn value(&self, placed: &Placed<f64>, angle: f64) -> f64 {
        let [n, _] = self.at(angle);
        n.dot(&(placed.centre - self.middle)) - placed.reach(&n)
    }

    /// First and second derivatives of that.
    fn slopes<T: Number>(&self, placed: &Placed<T>, angle: T) -> [T; 2] {
        let [n, turn] = self.at(angle);
        let lean = (self.along * self.slope).map(T::constant);
        let way = placed.centre - self.middle.map(T::constant) - placed.farthest(&n);
        let bend = turn.dot(&placed.bent(&n, &turn));
        [turn.dot(&way), -(n + lean).dot(&way) - bend]
    }

    /// The direction out of the line or wall, towards an ellipsoid.
    pub fn towards<T: Number>(&self, placed: &Placed<T>) -> Option<Direction<T>> {
        let still = placed.still();
        let value = |angle: f64| self.value(&still, angle);
        let start = highest(value, |angle| self.slopes(&still, angle))?;
        let angle = root(placed, start, |at, around| {
            let [rise, _] = self.slopes(placed, at);
            let [_, bend] = self.slopes(placed, around);
            (!placed.is_wide() || falls(bend)).then(|| rise / bend)
        });
        let Some(angle) = angle else {
            return Some((self.at(T::constant(start))[0], false));
        };
        let [n, _] = self.at(angle);
        if !placed.is_wide() {
            return Some((n, true));
        }
        // Of the ball that is next to the ellipsoid: its distance, and how far it is along the axis.
        let (middle, slope) = (self.middle.map(T::constant), self.slope);
        let way = placed.centre - middle;
        let s = n.dot(&way) - placed.reach(&n);
        let along = (way - placed.farthest(&n)).dot(&self.along.map(T::constant));
        let far = s + (along + s * slope) * (slope / (1.0 - slope * slope));
        Some((n, far.bounds()[0] > -0.5 * least_radius(&placed.axes)))
    }
}

/// The point of a rim next to an ellipsoid, and the direction from it.
pub(super) struct OnRim<T: Number> {
    pub out: Vec3<T>,
    pub at: Vec3<T>,
    pub direction: Direction<T>,
}

/// Away from the centre of a rim, and along it, at an angle.
fn along_rim<T: Number>(rim: &Rim, angle: T) -> [Vec3<T>; 2] {
    let (s, c) = (angle.sin(), angle.cos());
    let [x, y] = rim.across.map(|v| v.map(T::constant));
    [x * c + y * s, y * c - x * s]
}

fn point_of<T: Number>(rim: &Rim, out: &Vec3<T>) -> Vec3<T> {
    rim.centre.map(T::constant) + *out * T::constant(rim.radius)
}

/// Out of a point of a rim, and the first and second derivatives of less the gap, relative to the radius; none where these are not known.
fn slopes_of<T: Number>(
    placed: &Placed<T>,
    rim: &Rim,
    (angle, start): (T, f64),
) -> Option<(Vec3<T>, [T; 2])> {
    let [out, along] = along_rim(rim, angle);
    let r = T::constant(rim.radius);
    let foot = placed.foot_at(&point_of(rim, &out), start, &(along * r))?;
    let bend = foot.out.dot(&out) - foot.turns.dot(&along);
    Some((-foot.out, [-foot.out.dot(&along), bend]))
}

/// Where an ellipsoid comes next to a rim. The disc in it is convex: of angles at which the way leads out of the rim there are no two, so that bounds of one of them
/// hold wherever it is touched.
pub(super) fn towards_rim<T: Number>(placed: &Placed<T>, rim: &Rim) -> Option<OnRim<T>> {
    let still = placed.still();
    let point = |angle: f64| point_of(rim, &along_rim(rim, angle)[0]);
    // What is deep is nearer than all else.
    let value = |angle: f64| still.depth_of(&point(angle)).unwrap_or(f64::INFINITY);
    let slopes = |angle: f64| {
        let start = still.multiplier(&point(angle))?;
        Some(slopes_of(&still, rim, (angle, start))?.1)
    };
    let best = highest(value, |angle| slopes(angle).unwrap_or([0.0; 2]))?;
    let start = still.multiplier(&point(best))?;
    let angle = root(placed, best, |at, around| {
        let (_, [rise, _]) = slopes_of(placed, rim, (at, start))?;
        let (_, [_, bend]) = slopes_of(placed, rim, (around, start))?;
        (!placed.is_wide() || falls(bend)).then(|| rise / bend)
    });
    let found = angle.and_then(|angle| Some((angle, slopes_of(placed, rim, (angle, start))?.0)));
    let (angle, n, is_found) = match found {
        Some((angle, n)) => (angle, n, true),
        None => {
            let (n, _) = slopes_of(&still, rim, (best, start))?;
            (T::constant(best), n.map(T::constant), false)
        }
    };
    let [out, _] = along_rim(rim, angle);
    let leads_out = !placed.is_wide() || n.dot(&out).bounds()[0] > 0.0;
    Some(OnRim {
        out,
        at: point_of(rim, &out),
        direction: (n, is_found && leads_out),
    })
}

/// Whether all that a number stands for is below zero.
fn falls<T: Number>(x: T) -> bool {
    x.bounds()[1] < 0.0
}

/// The angle with the largest value, from the looks around the circle that are higher than those beside them.
fn highest(value: impl Fn(f64) -> f64, slopes: impl Fn(f64) -> [f64; 2]) -> Option<f64> {
    let angle = |k: usize| TAU * k as f64 / LOOKS as f64;
    let looks: [f64; LOOKS] = std::array::from_fn(|k| value(angle(k)));
    let is_top = |k: &usize| {
        let [before, after] = [looks[(k + LOOKS - 1) % LOOKS], looks[(k + 1) % LOOKS]];
        looks[*k] >= before && looks[*k] >= after
    };
    let from = |k: usize| {
        let top = top_between([angle(k) - angle(1), angle(k) + angle(1)], &slopes);
        (top, value(top))
    };
    let tops = (0..LOOKS).filter(is_top).map(from);
    let best = tops.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(best.0)
}

/// Where a value no longer rises: Newton's method, halving where it would leave the bounds.
fn top_between([mut low, mut high]: [f64; 2], slopes: impl Fn(f64) -> [f64; 2]) -> f64 {
    let mut angle = 0.5 * (low + high);
    for _ in 0..STEPS {
        let [rise, bend] = slopes(angle);
        if rise > 0.0 {
            low = angle;
        } else {
            high = angle;
        }
        let next = angle - rise / bend;
        let next = match next > low && next < high {
            true => next,
            false => 0.5 * (low + high),
        };
        let moved = (next - angle).abs();
        angle = next;
        if moved <= f64::EPSILON {
            break;
        }
    }
    angle
}
