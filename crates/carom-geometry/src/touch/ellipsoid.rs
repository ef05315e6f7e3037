//! An ellipsoid in the frame of another solid: how far it reaches along a direction, and in which direction it comes next to a point, a line, a wall, a rim or
//! another ellipsoid.
//!
//! With A the half axes, Q their directions, c the centre and n of length one, out of the other solid:
//!
//! ```text
//! h(n) = |A·Qᵀ·n|, its gradient x(n) = Q·A²·Qᵀ·n/h        the surface next to what lies against n is at c − x(n)
//! ∇²h = Q·(A² − q·qᵀ)·Qᵀ/h, q = A²·Qᵀ·n/h                 radii of curvature, none below ρ = a_min²/a_max
//! ```
//!
//! The gap to a point y is the largest of `n·(c − y) − h(n)`. With δ ≤ ρ and ν = (gap + δ)·n it is a minimum without a constraint,
//!
//! ```text
//! φ(ν) = |ν|²/2 + h(ν) − δ·|ν| − ν·(c − y)        F(ν) = ∇φ = ν + x(ν) − δ·ν/|ν| − (c − y) = 0        ∇²φ ≥ 1
//! ```
//!
//! as long as the point is no deeper than δ. For another ellipsoid about the origin y = 0, and its h is added. As ∇²φ ≥ 1, a direction ν₀ is no farther from that which is
//! looked for than |F(ν₀)|: so there are bounds of it wherever numbers stand for intervals. The foot of a point with the coordinates z on the axes is `a²·z/(a² + λ)`,
//! with the λ for which it is on the surface.
#![allow(non_snake_case)]

use super::feature::squared;
use carom_base::{Mat3, Number, Vec3};

/// Steps of Newton's method until a place is known to rounding.
const STEPS: usize = 60;
/// Two steps in numbers that carry derivatives give those up to the third.
const REFINEMENTS: usize = 2;
/// Bounds of a direction are of no use beyond this part of its length.
const WIDEST: f64 = 0.9;
/// A step of Newton's method has to take off this part of what its slope says (L. Armijo, 1966), or half of the residual, or it is halved
const FALLS: f64 = 1e-4;
/// down to this part, below which rounding decides.
const SHORTEST: f64 = 1e-3;
/// Steps of steepest ascent towards a direction in which two ellipsoids are not deep in each other.
const ASCENTS: usize = 300;

/// An ellipsoid in the frame of the other solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<T: Number> {
    /// From its axes.
    pub turn: Mat3<T>,
    pub centre: Vec3<T>,
    /// Half axes.
    pub axes: Vec3,
}

/// A direction of length one, and whether it is so where numbers stand for intervals.
pub(super) type Direction<T> = (Vec3<T>, bool);

/// How far an ellipsoid with these half axes reaches along a direction on them, times the length of that.
pub(super) fn reach_of<T: Number>(axes: &Vec3, n: &Vec3<T>) -> T {
    squared(&n.zip_map(axes, |n, a| n * a)).sqrt()
}

/// The point that is farthest along a direction.
fn farthest_of<T: Number>(axes: &Vec3, n: &Vec3<T>) -> Vec3<T> {
    let h = reach_of(axes, n);
    n.zip_map(axes, |n, a| n * (a * a)) / h
}

/// ∇²h.
fn bend_of<T: Number>(axes: &Vec3, n: &Vec3<T>) -> Mat3<T> {
    let (h, q) = (reach_of(axes, n), farthest_of(axes, n));
    let squares = Mat3::from_diagonal(&axes.map(|a| T::constant(a * a)));
    (squares - q.outer(&q)).map(|x| x / h)
}

/// The least radius of curvature.
pub(super) fn least_radius(axes: &Vec3) -> f64 {
    axes.min() * axes.min() / axes.max()
}

/// All numbers between two, where those of a position stand for intervals; else the one in the middle.
pub(super) fn between<T: Number>(placed: &Placed<T>, low: f64, high: f64) -> T {
    match wide_of(placed) {
        Some(wide) => T::select(wide, T::constant(low), T::constant(high)),
        None => T::constant(0.5 * (low + high)),
    }
}

/// All that is no farther from a vector in any of its coordinates, where numbers stand for intervals.
pub(super) fn around<T: Number>(placed: &Placed<T>, v: &Vec3, far: f64) -> Vec3<T> {
    v.map(|x| between(placed, x - far, x + far))
}

/// A number that stands for some below and above zero, if those of a position stand for intervals.
fn wide_of<T: Number>(placed: &Placed<T>) -> Option<T> {
    let is_wide = |x: &&T| {
        let [low, high] = x.bounds();
        low != high
    };
    let mut all = placed.turn.iter().chain(placed.centre.iter());
    all.find(is_wide).map(|x| -*x + *x)
}

/// The solution of M·x = b.
fn solved<T: Number>(m: &Mat3<T>, b: &Vec3<T>) -> Vec3<T> {
    let [x, y, z] = [m.column(0), m.column(1), m.column(2)];
    let across = y.cross(&z);
    let d = x.dot(&across);
    Vec3::new(b.dot(&across), x.dot(&b.cross(&z)), x.dot(&y.cross(b))).map(|x| x / d)
}

/// The largest length that a vector stands for.
pub(super) fn longest<T: Number>(v: &Vec3<T>) -> f64 {
    squared(v).bounds()[1].sqrt()
}

impl<T: Number> Placed<T> {
    /// In plain numbers.
    pub fn still(&self) -> Placed<f64> {
        Placed {
            turn: self.turn.map(T::value),
            centre: self.centre.map(T::value),
            axes: self.axes,
        }
    }

    /// h(n)
    pub fn reach(&self, n: &Vec3<T>) -> T {
        reach_of(&self.axes, &self.turn.tr_mul(n))
    }

    /// x(n)
    pub fn farthest(&self, n: &Vec3<T>) -> Vec3<T> {
        self.turn * farthest_of(&self.axes, &self.turn.tr_mul(n))
    }

    /// Whether its position stands for an interval.
    pub fn is_wide(&self) -> bool {
        wide_of(self).is_some()
    }

    /// How x(n) changes with n along a direction.
    pub fn bent(&self, n: &Vec3<T>, along: &Vec3<T>) -> Vec3<T> {
        self.bend(n) * *along
    }

    /// ∇²h(n)
    fn bend(&self, n: &Vec3<T>) -> Mat3<T> {
        let own = bend_of(&self.axes, &self.turn.tr_mul(n));
        self.turn * own * self.turn.transpose()
    }
}

/// An ellipsoid and another one about the origin, with these half axes along x, y and z.
struct Both {
    axes: Vec3,
}

impl Both {
    /// δ
    fn depth(&self, axes: &Vec3) -> f64 {
        least_radius(axes) + least_radius(&self.axes)
    }

    /// F(ν)
    fn force<T: Number>(&self, placed: &Placed<T>, v: &Vec3<T>) -> Vec3<T> {
        let part = -(squared(v).sqrt().recip() * self.depth(&placed.axes)) + 1.0;
        *v * part + placed.farthest(v) + farthest_of(&self.axes, v) - placed.centre
    }

    /// ∇²φ
    fn slope<T: Number>(&self, placed: &Placed<T>, v: &Vec3<T>) -> Mat3<T> {
        let size = squared(v).sqrt();
        let (n, part) = (*v / size, size.recip() * self.depth(&placed.axes));
        let flat = Mat3::identity() - n.outer(&n);
        Mat3::identity() + placed.bend(v) + bend_of(&self.axes, v) - flat.map(|x| x * part)
    }

    /// The direction of the gap from that in plain numbers.
    fn refined<T: Number>(&self, placed: &Placed<T>, start: &Vec3) -> Direction<T> {
        let still = placed.still();
        let about = self.slope(&still, start).try_inverse();
        let about = about.unwrap_or_else(Mat3::identity).map(T::constant);
        let correction = |v: &Vec3<T>| {
            let (m, f) = (self.slope(placed, v), self.force(placed, v));
            solved(&(about * m), &(about * f))
        };
        let mut v = start.map(T::constant);
        if wide_of(placed).is_none() {
            for _ in 0..REFINEMENTS {
                v -= correction(&v);
            }
            return (v.normalize(), true);
        }
        let far = longest(&self.force(placed, &v));
        // Also of what is not a number.
        let is_narrow = far < WIDEST * start.norm();
        if !is_narrow {
            return (v.normalize(), false);
        }
        let around = around(placed, start, far);
        let v = around - correction(&around);
        let n = v / squared(&v).sqrt();
        let is_bounded = n.iter().all(|x| x.bounds().iter().all(|x| x.is_finite()));
        (n, is_bounded)
    }
}

impl Placed<f64> {
    /// By how much a direction of length one parts it from another ellipsoid.
    fn apart(&self, axes: &Vec3, n: &Vec3) -> f64 {
        n.dot(&self.centre) - self.reach(n) - reach_of(axes, n)
    }

    /// λ of the point of the surface next to a point, which is `a²·z/(a² + λ)` for each of its coordinates z on the axes; none where it is deeper than half the
    /// least radius of curvature.
    pub fn multiplier(&self, y: &Vec3) -> Option<f64> {
        multiplier(&self.axes, &self.turn.tr_mul(&(*y - self.centre)))
    }

    /// Less the gap to a point; none where it is deep.
    pub fn depth_of(&self, y: &Vec3) -> Option<f64> {
        let out = self.foot_at(y, self.multiplier(y)?, &Vec3::zeros())?.out;
        Some(self.reach(&out) - out.dot(&(*y - self.centre)))
    }

    /// ν for another ellipsoid about the origin: Newton's method for the least of φ, whose steps become shorter until it falls.
    fn parting(&self, axes: &Vec3) -> Option<Vec3> {
        let target = Both { axes: *axes };
        let depth = target.depth(&self.axes);
        let n = self.likely(axes, depth)?;
        let phi = |v: &Vec3| {
            let size = v.norm();
            0.5 * size * size - depth * size - size * self.apart(axes, &(*v / size))
        };
        let mut v = n * (self.apart(axes, &n) + depth);
        let (mut f, mut value) = (target.force(self, &v), phi(&v));
        for _ in 0..STEPS {
            let step = solved(&target.slope(self, &v), &f);
            let mut part = 1.0;
            let next = loop {
                let next = v - step * part;
                let (force, there) = (target.force(self, &next), phi(&next));
                let falls = there < value - FALLS * part * step.dot(&f);
                if there < 0.0 && (falls || force.norm() < 0.5 * f.norm()) {
                    break Some((next, force, there));
                }
                part *= 0.5;
                if part < SHORTEST {
                    break None;
                }
            };
            let Some(next) = next else { break };
            (v, f, value) = next;
        }
        (v.norm() > 0.5 * depth).then_some(v)
    }

    /// A direction in which they are not as deep as δ in each other, if there is one: that of their centres, those of the surfaces between them, or what steepest
    /// ascent makes of these.
    fn likely(&self, axes: &Vec3, depth: f64) -> Option<Vec3> {
        let c = self.centre;
        let own = self.turn.tr_mul(&c).zip_map(&self.axes, |x, a| x / (a * a));
        let other = c.zip_map(axes, |x, a| x / (a * a));
        let starts = [c, self.turn * own, other].map(|n| n.try_normalize(f64::MIN_POSITIVE));
        let both = starts[1].zip(starts[2]).map(|(a, b)| a + b);
        let both = both.and_then(|n| n.try_normalize(f64::MIN_POSITIVE));
        let all = starts.into_iter().chain([both]).flatten();
        let mut n = all.max_by(|a, b| self.apart(axes, a).total_cmp(&self.apart(axes, b)))?;
        let bend = |axes: &Vec3| axes.max() * axes.max() / axes.min();
        let most = bend(&self.axes) + bend(axes);
        for _ in 0..ASCENTS {
            if self.apart(axes, &n) + depth > 0.25 * depth {
                return Some(n);
            }
            let up = c - self.farthest(&n) - farthest_of(axes, &n);
            n = (n * most + up).try_normalize(f64::MIN_POSITIVE)?;
        }
        None
    }
}

/// The same on the axes: `Σ(a·z/(a² + λ))² = 1`, by Newton's method from below, as the sum falls and its slope rises.
fn multiplier(axes: &Vec3, z: &Vec3) -> Option<f64> {
    let least = -0.5 * axes.min() * axes.min();
    let sum = |at: f64| {
        let (mut value, mut slope) = (-1.0, 0.0);
        for (a, z) in axes.iter().zip(z) {
            let part = a * z / (a * a + at);
            value += part * part;
            slope -= 2.0 * part * part / (a * a + at);
        }
        [value, slope]
    };
    if sum(least)[0] < 0.0 {
        return None;
    }
    let starts = axes.iter().zip(z).map(|(a, z)| a * z.abs() - a * a);
    let mut at = starts.fold(least, f64::max);
    for _ in 0..STEPS {
        let [value, slope] = sum(at);
        let next = at - value / slope;
        let rises = next > at;
        if !rises {
            break;
        }
        at = next;
    }
    Some(at)
}

/// Bounds of a root are made wider by this factor, until a step of Newton's method stays in them,
const WIDER: f64 = 1.5;
/// so often.
const WIDENINGS: usize = 4;

/// A root from that in plain numbers. `correction`: a function over the slope at another place, none where that may be zero. Where numbers stand for intervals by the
/// interval Newton method, none where that does not stay within its bounds.
pub(super) fn root<T: Number>(
    placed: &Placed<T>,
    start: f64,
    correction: impl Fn(T, T) -> Option<T>,
) -> Option<T> {
    let mut at = T::constant(start);
    if !placed.is_wide() {
        for _ in 0..REFINEMENTS {
            let by = correction(at, at)?;
            // What is as near all round stays where it is.
            if by.value().is_finite() {
                at -= by;
            }
        }
        return Some(at);
    }
    let off = |x: T| x.bounds().map(f64::abs).into_iter().fold(0.0, f64::max);
    let around = |far: f64| between(placed, start - far, start + far);
    let mut far = off(correction(at, at)?);
    for _ in 0..WIDENINGS {
        far *= WIDER;
        let moved = off(correction(at, around(far))?);
        if moved < far {
            let around = around(moved);
            return Some(around - correction(around, around)?);
        }
        far = moved;
    }
    None
}

/// The point of the surface of an ellipsoid next to a point, and the direction out of it there; and how both change where the point moves along another direction.
pub(super) struct Foot<T: Number> {
    pub at: Vec3<T>,
    pub out: Vec3<T>,
    pub moves: Vec3<T>,
    pub turns: Vec3<T>,
}

impl<T: Number> Placed<T> {
    /// From λ in plain numbers; none where it is not known.
    pub fn foot_at(&self, y: &Vec3<T>, start: f64, along: &Vec3<T>) -> Option<Foot<T>> {
        let squares = self.axes.map(|a| a * a);
        let z = self.turn.tr_mul(&(*y - self.centre));
        let parts = |at: T| Vec3::from_fn(|k| z[k] * self.axes[k] / (at + squares[k]));
        let at = root(self, start, |at, around| {
            let slope = parts(around).zip_map(&squares, |p, s| p.square() / (around + s));
            let slope = (slope.x + slope.y + slope.z) * -2.0;
            (slope.bounds()[1] < 0.0).then(|| (squared(&parts(at)) - 1.0) / slope)
        })?;
        let q = z.zip_map(&squares, |z, s| z / (at + s));
        let dz = self.turn.tr_mul(along);
        let weighed = q.zip_map(&squares, |q, s| q * s / (at + s));
        let rise = weighed.dot(&dz) / weighed.dot(&q);
        let dq = Vec3::from_fn(|k| (dz[k] - q[k] * rise) / (at + squares[k]));
        let size = squared(&q).sqrt();
        let out = q / size;
        let turns = (dq - out * out.dot(&dq)) / size;
        let on_surface = |q: &Vec3<T>| self.turn * q.zip_map(&squares, |q, s| q * s);
        Some(Foot {
            at: self.centre + on_surface(&q),
            moves: on_surface(&dq),
            out: self.turn * out,
            turns: self.turn * turns,
        })
    }

    /// Out of a point, towards this one; none where that is deep.
    pub fn out_of_point(&self, y: &Vec3) -> Option<Direction<T>> {
        let still = self.still();
        let start = still.multiplier(y)?;
        let none = Vec3::zeros();
        Some(match self.foot_at(&y.map(T::constant), start, &none) {
            Some(foot) => (-foot.out, true),
            None => (
                -still
                    .foot_at(y, start, &Vec3::zeros())?
                    .out
                    .map(T::constant),
                false,
            ),
        })
    }

    /// The same out of another ellipsoid about the origin.
    pub fn out_of_ellipsoid(&self, axes: &Vec3) -> Option<Direction<T>> {
        let both = Both { axes: *axes };
        Some(both.refined(self, &self.still().parting(axes)?))
    }
}
