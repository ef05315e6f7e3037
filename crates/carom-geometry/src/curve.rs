//! Smooth curves through points in space.
//!
//! A curve is the cubic spline through its points with the length of the chords as parameter: second derivatives are
//! continuous, third ones jump at the points. An open curve has no knot at its second and last but one point, so that
//! it is of fourth order up to its ends; a closed one is periodic. Source: de Boor, A Practical Guide to Splines, IV.
//!
//! A piece is a graph over its chord: its tangent stays within [`CONE`] of the direction `t₀`, also a little beyond its
//! ends. Pieces that turn more are halved. So the equation `t₀·(c(u) − p) = 0` has one solution for every point, and
//! the other two coordinates of `p − c(u)` say how far the point is off.

use crate::polynomials::Polynomials;
use carom_base::{Mat3, Number, Vec3};

/// Cosine of the largest angle between the tangent of a piece and its chord: 50 degrees.
const CONE: f64 = 0.642_787_609_686_539_3;
/// A piece continues as a polynomial so far beyond its ends (relative to its parameter), then as a straight line.
const REACH: f64 = 0.25;
/// A piece that still turns too much after so many halvings has a cusp.
const MOST_HALVINGS: u32 = 12;
/// Largest angle of a piece of an arc: 5 degrees.
const ARC: f64 = 0.087_266_462_599_716_5;
/// Points of a closed curve or a plane may miss by this part of the extent: decks print six digits and more.
const CLOSURE: f64 = 1e-6;

/// What is wrong with the points of a curve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CurveError {
    /// Fewer than four points.
    #[error("a curve needs four points or more, not {0}")]
    TooFew(usize),
    /// Two neighbours coincide (number of the first one, from 1).
    #[error("points {0} and {1} coincide")]
    Coincide(usize, usize),
    /// The first and the last point of a closed curve differ.
    #[error("the first and the last point of a closed curve have to be the same")]
    Open,
    /// The curve turns back on itself.
    #[error("the curve turns back on itself after point {0}")]
    Cusp(usize),
    /// A coordinate is not a number.
    #[error("a coordinate of point {0} is not finite")]
    NotFinite(usize),
}

/// A curve in space.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its pieces, in the direction of the parameter.
    pub pieces: Vec<Piece>,
    /// Whether the last piece ends where the first begins.
    pub closed: bool,
    /// Unit normal of the plane it lies in, the one nearer to z; `None` if it lies in none.
    pub plane: Option<Vec3>,
}

/// A cubic piece: `c(u) = Σ aₖ·uᵏ` for u from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    a: [Vec3; 4],
    /// Columns t₀ (along the chord), n₀, b₀ (the normal of the plane of a plane curve).
    pub frame: Mat3,
    /// Parameter of the curve at u = 0 and u = 1, within −1 to 1.
    pub range: [f64; 2],
}

impl Curve {
    /// The curve through points.
    pub fn through(points: &[[f64; 3]], closed: bool) -> Result<Self, CurveError> {
        let (p, extent) = sound(points, closed)?;
        let n = p.len();
        let steps: Vec<f64> = p.windows(2).map(|w| (w[1] - w[0]).norm()).collect();
        let bends = if closed {
            periodic(&p, &steps)
        } else {
            not_a_knot(&p, &steps)
        };
        let plane = plane_of(&p, extent);
        let mut curve = Self {
            pieces: Vec::with_capacity(n - 1),
            closed,
            plane,
        };
        let total: f64 = steps.iter().sum();
        let mut at = 0.0;
        for (k, &h) in steps.iter().enumerate() {
            let (m0, m1) = (bends[k] * (h * h), bends[k + 1] * (h * h));
            let end = if closed && k + 2 == n { p[0] } else { p[k + 1] };
            let chord = end - p[k];
            let a = [
                p[k],
                chord - (m0 * 2.0 + m1) / 6.0,
                m0 / 2.0,
                (m1 - m0) / 6.0,
            ];
            let range = [at, at + h].map(|t| -1.0 + 2.0 * t / total);
            curve
                .add(a, range, 0)
                .map_err(|()| CurveError::Cusp(k + 1))?;
            at += h;
        }
        Ok(curve)
    }

    /// The curve along its parameter.
    pub fn polynomials(&self) -> Polynomials {
        let starts = self.pieces.iter().map(|p| p.range[0]);
        let last = self.pieces.last().map(|p| p.range[1]);
        let along = |p: &Piece, c: usize| {
            let h = p.range[1] - p.range[0];
            std::array::from_fn(|k| p.a[k][c] / h.powi(k as i32))
        };
        let pieces = [0, 1, 2].map(|c| self.pieces.iter().map(|p| along(p, c)).collect());
        Polynomials {
            ends: starts.chain(last).collect(),
            pieces,
        }
    }

    /// An arc about the origin in the plane z = 0, from the x axis counterclockwise by an angle (to there clockwise from it if the angle is negative), closed if
    /// it is a whole turn: cubics with the positions and tangents of the circle at both ends and in the middle of pieces of 5 degrees, off by 1e-11 of the radius.
    /// It runs counterclockwise always.
    pub fn arc(radius: f64, angle: f64) -> Self {
        let closed = (angle.abs() - std::f64::consts::TAU).abs() < CLOSURE;
        let angle = match closed {
            true => std::f64::consts::TAU,
            false => angle,
        };
        let n = (angle.abs() / ARC).ceil().max(1.0) as usize;
        let step = angle.abs() / n as f64;
        let begin = angle.min(0.0);
        // the middle of the cubic is on the circle
        let speed = 4.0 * (0.25 * step).tan() * radius;
        let corner = |k: usize| {
            let k = if closed { k % n } else { k };
            let (s, c) = (begin + step * k as f64).sin_cos();
            (Vec3::new(c, s, 0.0) * radius, Vec3::new(-s, c, 0.0) * speed)
        };
        let part = |k: usize| -1.0 + 2.0 * k as f64 / n as f64;
        let piece = |k: usize| {
            let ((p, t), (q, s)) = (corner(k), corner(k + 1));
            let chord = q - p;
            Piece {
                a: [p, t, chord * 3.0 - t * 2.0 - s, t + s - chord * 2.0],
                frame: frame(&chord.normalize(), Some(Vec3::z())),
                range: [part(k), part(k + 1)],
            }
        };
        Self {
            pieces: (0..n).map(piece).collect(),
            closed,
            plane: Some(Vec3::z()),
        }
    }

    /// Adds a piece, in halves if it turns too much.
    fn add(&mut self, a: [Vec3; 4], range: [f64; 2], halvings: u32) -> Result<(), ()> {
        let chord = a[1] + a[2] + a[3];
        let (length, normal) = (chord.norm(), self.plane);
        if length > 0.0 && within_cone(&a, &(chord / length)) {
            let frame = frame(&(chord / length), normal);
            self.pieces.push(Piece { a, frame, range });
            return Ok(());
        }
        if halvings == MOST_HALVINGS {
            return Err(());
        }
        let middle = 0.5 * (range[0] + range[1]);
        let first = [a[0], a[1] / 2.0, a[2] / 4.0, a[3] / 8.0];
        let whole = Piece {
            a,
            frame: Mat3::identity(),
            range,
        };
        let bend = a[2] + a[3] * 1.5;
        let second = [
            whole.at(0.5),
            whole.slope(0.5) / 2.0,
            bend / 4.0,
            a[3] / 8.0,
        ];
        self.add(first, [range[0], middle], halvings + 1)?;
        self.add(second, [middle, range[1]], halvings + 1)
    }

    /// The piece and its parameter of the point of the curve next to `p`.
    pub fn nearest(&self, p: &Vec3) -> (usize, f64) {
        // Of each piece the nearest of nine points, and the way from one of them to the next.
        let looks = self.pieces.iter().map(|piece| {
            let points: [Vec3; 9] = std::array::from_fn(|s| piece.at(s as f64 / 8.0));
            let off = points.map(|c| (c - p).norm());
            let nearest = (0..9)
                .min_by(|a, b| off[*a].total_cmp(&off[*b]))
                .unwrap_or(0);
            let step = points.windows(2).map(|c| (c[1] - c[0]).norm());
            (nearest as f64 / 8.0, off[nearest], step.fold(0.0, f64::max))
        });
        let looks: Vec<(f64, f64, f64)> = looks.collect();
        let least = looks.iter().map(|l| l.1).fold(f64::INFINITY, f64::min);
        // A piece that is nearer between its points than the others: the end of one is the start of the next, and an
        // open curve may come back to where it began.
        let (mut best, mut d) = ((0, 0.0), f64::INFINITY);
        for (k, (u, off, step)) in looks.into_iter().enumerate() {
            if off > least + step {
                continue;
            }
            let u = self.pieces[k].nearest_from(p, u);
            let here = (self.pieces[k].at(u) - p).norm_squared();
            if here < d {
                (best, d) = ((k, u), here);
            }
        }
        best
    }

    /// The piece that follows piece `k` (or precedes it); `None` at the end of an open curve.
    pub fn neighbour(&self, k: usize, forward: bool) -> Option<usize> {
        let last = self.pieces.len() - 1;
        match (forward, k) {
            (true, k) if k < last => Some(k + 1),
            (true, _) => self.closed.then_some(0),
            (false, 0) => self.closed.then_some(last),
            (false, k) => Some(k - 1),
        }
    }
}

impl Piece {
    /// Where `u` lies within the polynomial: itself, or the end behind which the piece is straight.
    fn bound(u: f64) -> f64 {
        u.clamp(-REACH, 1.0 + REACH)
    }

    /// The point at a parameter.
    pub fn at<T: Number>(&self, u: T) -> Vec3<T> {
        let bound = Self::bound(u.value());
        if bound == u.value() {
            self.polynomial(u)
        } else {
            let inner = T::constant(bound);
            self.polynomial(inner) + self.slope(inner) * (u - inner)
        }
    }

    fn polynomial<T: Number>(&self, u: T) -> Vec3<T> {
        let [a0, a1, a2, a3] = self.a.map(|a| a.map(T::constant));
        ((a3 * u + a2) * u + a1) * u + a0
    }

    /// The derivative with respect to the parameter, along the tangent.
    pub fn slope<T: Number>(&self, u: T) -> Vec3<T> {
        let bound = Self::bound(u.value());
        let u = if bound == u.value() {
            u
        } else {
            T::constant(bound)
        };
        let [_, a1, a2, a3] = self.a.map(|a| a.map(T::constant));
        (a3 * (u * 3.0) + a2 * T::constant(2.0)) * u + a1
    }

    /// The second derivative with respect to the parameter.
    pub fn bend<T: Number>(&self, u: T) -> Vec3<T> {
        if Self::bound(u.value()) != u.value() {
            return Vec3::zeros();
        }
        let [_, _, a2, a3] = self.a.map(|a| a.map(T::constant));
        a3 * (u * 6.0) + a2 * T::constant(2.0)
    }

    /// A column of the frame: 0 t₀, 1 n₀, 2 b₀.
    pub fn axis<T: Number>(&self, k: usize) -> Vec3<T> {
        self.frame.column(k).map(T::constant)
    }

    /// The parameter of the point of the piece next to `p`, by Newton's method on the squared distance from `u` on; a step that does not come nearer ends it.
    fn nearest_from(&self, p: &Vec3, mut u: f64) -> f64 {
        let distance = |u: f64| (self.at(u) - p).norm_squared();
        let mut d = distance(u);
        for _ in 0..20 {
            let (off, t) = (self.at(u) - p, self.slope(u));
            let curvature = t.norm_squared() + off.dot(&self.bend(u));
            if curvature <= 0.0 {
                break;
            }
            let next = (u - off.dot(&t) / curvature).clamp(0.0, 1.0);
            let nearer = distance(next);
            if nearer >= d {
                break;
            }
            (u, d) = (next, nearer);
        }
        u
    }

    /// The parameter of the point of the piece beside `p`: `t₀·(c(u) − p) = 0`.
    pub fn foot<T: Number>(&self, p: &Vec3<T>) -> T {
        let t = self.axis::<T>(0);
        let mut u = T::constant(self.plain_foot(&p.map(Number::value)));
        // Each step doubles the number of exact derivatives: two serve numbers with second ones.
        for _ in 0..2 {
            u -= t.dot(&(self.at(u) - p)) / t.dot(&self.slope(u));
        }
        u
    }

    fn plain_foot(&self, p: &Vec3) -> f64 {
        let t: Vec3 = self.axis(0);
        let off = |u: f64| t.dot(&(self.at(u) - p));
        let rise = |u: f64| t.dot(&self.slope(u));
        let (mut low, mut high) = (-REACH, 1.0 + REACH);
        for end in [low, high] {
            let d = off(end);
            if (end == low && d >= 0.0) || (end == high && d <= 0.0) {
                return end - d / rise(end);
            }
        }
        let mut u = 0.5;
        for _ in 0..100 {
            let d = off(u);
            if d > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let newton = u - d / rise(u);
            let next = if newton > low && newton < high {
                newton
            } else {
                0.5 * (low + high)
            };
            if (next - u).abs() <= 4.0 * f64::EPSILON {
                return next;
            }
            u = next;
        }
        u
    }

    /// The parameter of the whole curve, −1 to 1, at a parameter of the piece.
    pub fn parameter(&self, u: f64) -> f64 {
        self.range[0] + (self.range[1] - self.range[0]) * u
    }

    /// The length of its chord.
    pub fn chord(&self) -> f64 {
        (self.at(1.0) - self.at(0.0)).norm()
    }
}

/// The points of a curve and their extent, or why no curve goes through them.
pub(crate) fn sound(points: &[[f64; 3]], closed: bool) -> Result<(Vec<Vec3>, f64), CurveError> {
    let n = points.len();
    if n < 4 {
        return Err(CurveError::TooFew(n));
    }
    if let Some(k) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        return Err(CurveError::NotFinite(k + 1));
    }
    let p: Vec<Vec3> = points.iter().map(|&x| Vec3::from(x)).collect();
    let extent = p.iter().map(|x| (x - p[0]).norm()).fold(0.0, f64::max);
    let near = |w: &[Vec3]| (w[1] - w[0]).norm() <= 1e-12 * extent;
    if let Some(k) = p.windows(2).position(near) {
        return Err(CurveError::Coincide(k + 1, k + 2));
    }
    if closed && (p[n - 1] - p[0]).norm() > CLOSURE * extent {
        return Err(CurveError::Open);
    }
    Ok((p, extent))
}

/// Whether the tangent stays within the cone about `t` from −REACH to 1 + REACH: it does if the control vectors of the
/// derivative, a quadratic, do.
fn within_cone(a: &[Vec3; 4], t: &Vec3) -> bool {
    let (low, high) = (-REACH, 1.0 + REACH);
    let control = |x: f64, y: f64| a[1] + a[2] * (x + y) + a[3] * (3.0 * x * y);
    [(low, low), (low, high), (high, high)]
        .map(|(x, y)| control(x, y))
        .iter()
        .all(|d| d.dot(t) > CONE * d.norm())
}

/// Columns t, n, b of a right-handed frame; b is the given normal, or any direction across.
fn frame(t: &Vec3, normal: Option<Vec3>) -> Mat3 {
    let b = match normal {
        Some(b) => b,
        None => {
            let mut e = Vec3::zeros();
            e[t.iamin()] = 1.0;
            t.cross(&e).normalize()
        }
    };
    // The chord of a plane curve lies in the plane up to rounding.
    let b = (b - t * t.dot(&b)).normalize();
    Mat3::from_columns([*t, b.cross(t), b])
}

/// The plane of points, if they lie in one. Points on a line lie in the plane across z if that is one of theirs.
fn plane_of(p: &[Vec3], extent: f64) -> Option<Vec3> {
    let farthest = |size: &dyn Fn(&Vec3) -> f64| {
        let far = |a: &&Vec3, b: &&Vec3| size(a).total_cmp(&size(b));
        p.iter().max_by(far).copied().unwrap_or_default()
    };
    let along = (farthest(&|x| (x - p[0]).norm()) - p[0]).normalize();
    let across = |x: &Vec3| (x - p[0]) - along * along.dot(&(x - p[0]));
    let side = across(&farthest(&|x| across(x).norm()));
    let z = Vec3::z();
    let normal = if side.norm() > CLOSURE * extent {
        along.cross(&side).normalize()
    } else if along.z.abs() < CLOSURE {
        z
    } else {
        frame(&along, None).column(2)
    };
    let flat = p
        .iter()
        .all(|x| normal.dot(&(x - p[0])).abs() <= CLOSURE * extent);
    // Exact axes stay exact.
    let normal = if (normal.z.abs() - 1.0).abs() < 1e-15 {
        z
    } else {
        normal
    };
    flat.then(|| {
        if normal.dot(&z) < 0.0 {
            -normal
        } else {
            normal
        }
    })
}

/// Second derivatives at the points of an open curve, with no knot at the second and the last but one point.
fn not_a_knot(p: &[Vec3], h: &[f64]) -> Vec<Vec3> {
    let n = h.len();
    let slope = |k: usize| (p[k + 1] - p[k]) / h[k];
    let mut diagonal: Vec<f64> = (1..n).map(|k| 2.0 * (h[k - 1] + h[k])).collect();
    let mut lower: Vec<f64> = h[..n - 1].to_vec();
    let mut upper: Vec<f64> = h[1..].to_vec();
    let mut right: Vec<Vec3> = (1..n).map(|k| (slope(k) - slope(k - 1)) * 6.0).collect();
    // M₀ = M₁ + (M₁ − M₂)·h₀/h₁, and likewise at the end
    let (front, back) = (h[0] / h[1], h[n - 1] / h[n - 2]);
    let last = n - 2;
    diagonal[0] += h[0] * (1.0 + front);
    upper[0] -= h[0] * front;
    diagonal[last] += h[n - 1] * (1.0 + back);
    lower[last] -= h[n - 1] * back;
    tridiagonal(&lower, &mut diagonal, &upper, &mut right);
    let m = right;
    let first = m[0] + (m[0] - m[1]) * front;
    let end = m[last] + (m[last] - m[last - 1]) * back;
    std::iter::once(first).chain(m).chain([end]).collect()
}

/// Second derivatives at the points of a closed curve, the last of which is the first again.
fn periodic(p: &[Vec3], h: &[f64]) -> Vec<Vec3> {
    let n = h.len();
    let before = |k: usize| (k + n - 1) % n;
    let point = |k: usize| p[k % n];
    let slope = |k: usize| (point(k + 1) - point(k)) / h[k];
    let lower: Vec<f64> = (0..n).map(|k| h[before(k)]).collect();
    let upper: Vec<f64> = h.to_vec();
    let mut diagonal: Vec<f64> = (0..n).map(|k| 2.0 * (h[before(k)] + h[k])).collect();
    let mut right: Vec<Vec3> = (0..n)
        .map(|k| (slope(k) - slope(before(k))) * 6.0)
        .collect();
    // The two corners as a matrix of rank one (Sherman and Morrison): corner·[1, .., 1]ᵀ·[1, .., 1]
    let corner = h[n - 1];
    diagonal[0] -= corner;
    diagonal[n - 1] -= corner;
    let mut ends = vec![Vec3::zeros(); n];
    ends[0] = Vec3::repeat(corner);
    ends[n - 1] = Vec3::repeat(corner);
    let mut copy = diagonal.clone();
    tridiagonal(&lower, &mut copy, &upper, &mut ends);
    tridiagonal(&lower, &mut diagonal, &upper, &mut right);
    let shares = 1.0 + ends[0].x + ends[n - 1].x;
    let excess = (right[0] + right[n - 1]) / shares;
    let mut m: Vec<Vec3> = right
        .iter()
        .zip(&ends)
        .map(|(r, e)| r - excess * e.x)
        .collect();
    m.push(m[0]);
    m
}

/// Solves a tridiagonal, diagonally dominant system in place; `lower[0]` and the last of `upper` are not used.
fn tridiagonal(lower: &[f64], diagonal: &mut [f64], upper: &[f64], right: &mut [Vec3]) {
    let n = diagonal.len();
    for k in 1..n {
        let w = lower[k] / diagonal[k - 1];
        diagonal[k] -= w * upper[k - 1];
        right[k] -= right[k - 1] * w;
    }
    right[n - 1] /= diagonal[n - 1];
    for k in (0..n - 1).rev() {
        right[k] = (right[k] - right[k + 1] * upper[k]) / diagonal[k];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dual;

    fn circle(n: usize) -> Vec<[f64; 3]> {
        let point = |k: usize| {
            let (s, c) = (std::f64::consts::TAU * (k % n) as f64 / n as f64).sin_cos();
            [2.0 * c, 2.0 * s, 0.0]
        };
        (0..=n).map(point).collect()
    }

    fn each(curve: &Curve, mut look: impl FnMut(&Piece, f64)) {
        for piece in &curve.pieces {
            for k in 0..=10 {
                look(piece, f64::from(k) / 10.0);
            }
        }
    }

    /// Cubics are reproduced where the parameter is the length of the chords: on a straight line.
    #[test]
    fn straight_lines_are_exact() {
        let points: Vec<[f64; 3]> = [0.0, 1.0, 2.5, 3.0, 7.0].map(|t| [t, 2.0 * t, 0.5]).into();
        let curve = Curve::through(&points, false).unwrap();
        assert_eq!(curve.plane, Some(Vec3::z()));
        each(&curve, |piece, u| {
            let p = piece.at(u);
            // 1e-14: roundings of numbers up to 14
            assert!((p.y - 2.0 * p.x).abs() < 1e-14 && (p.z - 0.5).abs() < 1e-15);
        });
    }

    /// The error against a circle and a parabola falls with the fourth power of the distance of the points.
    #[test]
    fn order_four() {
        let round = |n: usize| {
            let curve = Curve::through(&circle(n), true).unwrap();
            let mut worst: f64 = 0.0;
            each(&curve, |piece, u| {
                worst = worst.max((piece.at(u).norm() - 2.0).abs())
            });
            worst
        };
        let parabola = |n: i32| {
            let point = |k: i32| -1.0 + 2.0 * f64::from(k) / f64::from(n);
            let points: Vec<[f64; 3]> =
                (0..=n).map(|k| [point(k), point(k).powi(2), 1.0]).collect();
            let curve = Curve::through(&points, false).unwrap();
            let mut worst: f64 = 0.0;
            each(&curve, |piece, u| {
                let p = piece.at(u);
                worst = worst.max((p.y - p.x * p.x).abs());
            });
            worst
        };
        for (coarse, fine) in [(round(16), round(32)), (parabola(16), parabola(32))] {
            let order = (coarse / fine).log2();
            assert!((3.7..4.6).contains(&order), "{coarse:e} {fine:e}");
        }
        assert!(round(64) < 2e-6);
    }

    #[test]
    fn second_derivatives_are_continuous() {
        let helix = |k: i32| {
            let t = f64::from(k) * 0.4;
            [t.cos(), 1.5 * t.sin(), 0.3 * t]
        };
        let helix: Vec<[f64; 3]> = (0..9).map(helix).collect();
        for (points, closed) in [(helix, false), (circle(9), true)] {
            let curve = Curve::through(&points, closed).unwrap();
            assert_eq!(curve.plane.is_some(), closed);
            for k in 0..curve.pieces.len() {
                let Some(next) = curve.neighbour(k, true) else {
                    continue;
                };
                let (p, q) = (&curve.pieces[k], &curve.pieces[next]);
                let jet = |piece: &Piece, u: f64| {
                    let width = piece.range[1] - piece.range[0];
                    let along = Dual::<f64, 1>::variable(u, 0);
                    let c = piece.at(along);
                    let s = piece.slope(along);
                    [
                        c.map(|x| x.re),
                        c.map(|x| x.eps[0]) / width,
                        s.map(|x| x.eps[0]) / (width * width),
                    ]
                };
                for (a, b) in jet(p, 1.0).iter().zip(jet(q, 0.0)) {
                    // 1e-11: second derivatives are differences over squared widths of 1/20
                    assert!((a - b).norm() < 1e-11 * (1.0 + b.norm()), "{k} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn points_beside_a_curve() {
        let curve = Curve::through(&circle(12), true).unwrap();
        for angle in [0.1, 1.0, 2.2, 3.5, 6.2_f64] {
            let p = Vec3::new(3.0 * angle.cos(), 3.0 * angle.sin(), 0.4);
            let (k, u) = curve.nearest(&p);
            let q = curve.pieces[k].at(u);
            // 2e-3: the spline through twelve points is that far from the circle
            assert!((q.y.atan2(q.x).rem_euclid(std::f64::consts::TAU) - angle).abs() < 2e-3);
            let piece = &curve.pieces[k];
            let foot = piece.foot(&p);
            assert!(piece.axis::<f64>(0).dot(&(piece.at(foot) - p)).abs() < 1e-14);
            // Exact derivatives: against a difference of 1e-5, whose error is 1e-10 times third derivatives
            let along = Vec3::new(
                Dual::<f64, 1>::variable(p.x, 0),
                Dual::constant(p.y),
                Dual::constant(p.z),
            );
            let moved = |h: f64| piece.foot(&(p + Vec3::new(h, 0.0, 0.0)));
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((piece.foot(&along).eps[0] - difference).abs() < 1e-8);
        }
        // Far away on either side the foot exists, too.
        let piece = &curve.pieces[0];
        for far in [-50.0, 50.0] {
            let p = piece.at(0.5) + piece.axis::<f64>(0) * far;
            let u = piece.foot(&p);
            assert!(piece.axis::<f64>(0).dot(&(piece.at(u) - p)).abs() < 1e-12);
        }
    }

    /// A point of the curve is its own next one, beside the borders of pieces as well.
    #[test]
    fn points_of_a_curve_are_found() {
        for closed in [false, true] {
            let curve = Curve::through(&circle(7), closed).unwrap();
            for k in 0..curve.pieces.len() {
                for u in [0.0, 0.01, 0.03, 0.2, 0.5, 0.9, 0.98, 0.999, 1.0] {
                    let p = curve.pieces[k].at(u);
                    let (found, v) = curve.nearest(&p);
                    // rounding of a distance of 3
                    assert!((curve.pieces[found].at(v) - p).norm() < 1e-14, "{k} {u}");
                }
            }
        }
    }

    /// Between the middle and an end a cubic is off by (4/27)·sin⁶(θ/4)/cos²(θ/4) of the radius: 1.5e-11 for 5 degrees.
    #[test]
    fn arcs_are_round() {
        for (angle, length) in [
            (1.0, 1.0),
            (-2.0, 2.0),
            (2.0 * std::f64::consts::TAU / 2.0, 6.0),
        ] {
            let curve = Curve::arc(3.0, angle);
            assert_eq!(curve.closed, length == 6.0);
            each(&curve, |piece, u| {
                let p = piece.at(u);
                assert!((p.norm() / 3.0 - 1.0).abs() < 2e-11, "{p:?}");
                // counterclockwise
                assert!(p.cross(&piece.slope(u)).z > 0.0);
            });
            let ends = [
                curve.pieces[0].at(0.0),
                curve.pieces[curve.pieces.len() - 1].at(1.0),
            ];
            let [from, to] = ends.map(|p| p.y.atan2(p.x));
            if !curve.closed {
                assert!(
                    (to - from - length).abs() < 1e-14 && (from - angle.min(0.0)).abs() < 1e-14
                );
            }
        }
    }

    #[test]
    fn refusals() {
        let wrong = |points: &[[f64; 3]], closed| Curve::through(points, closed).unwrap_err();
        let line = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 1.0, 0.0]];
        assert_eq!(wrong(&line[..3], false), CurveError::TooFew(3));
        assert_eq!(wrong(&line, true), CurveError::Open);
        let twice = [line[0], line[1], line[1], line[3]];
        assert_eq!(wrong(&twice, false), CurveError::Coincide(2, 3));
        assert_eq!(wrong(&twice, false).to_string(), "points 2 and 3 coincide");
        let back = [line[0], line[1], line[2], line[1], line[0]];
        assert!(matches!(wrong(&back, false), CurveError::Cusp(_)));
        let nan = [line[0], line[1], [f64::NAN; 3], line[3]];
        assert_eq!(wrong(&nan, false), CurveError::NotFinite(3));
    }
}
