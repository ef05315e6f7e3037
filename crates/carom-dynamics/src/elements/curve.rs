//! A point or a curve that stays on a curve: PTCV and CVCV.
//!
//! The parameter of the contact is no unknown of its own but a function of the positions. In the frame of the curve on
//! J, on one of its pieces with the frame t₀, n₀, b₀, the point `x` of the contact has its foot at `u`, and a curve on I
//! has its contact where it is parallel to the other one:
//!
//! ```text
//! t₀·(x − c(u)) = 0        b₀·(x' × c') = 0   (two curves)
//! Φ = [ n₀·(x − c(u)), b₀·(x − c(u)) ]
//! ```
//!
//! The first two equations have solutions near the piece whether the bodies touch or not, found by Newton's method to
//! rounding; two more steps in numbers with derivatives make these exact. By them a change of the parameters moves
//! neither `t₀·(x − c)` nor anything across the common tangent `τ`, so that the gradient of Φ with respect to the place
//! of the body's own point under `x` is
//!
//! ```text
//! gₖ = eₖ − t₀·(eₖ·τ)/(t₀·τ)      e = n₀, b₀
//! ```
//!
//! which is across the tangent: the reaction has no component along the curve. The piece is a mode of the constraint and
//! its ends are guards, so a step never runs over a knot, where third derivatives jump, and methods keep their order.
#![allow(non_snake_case)]

use crate::mechanism::Mechanism;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::Carrier;
use carom_base::{Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use carom_geometry::{Curve, Piece};
use std::ops::Range;

/// Names of the two rows.
pub const ROWS: [&str; 2] = ["across the curve", "out of the plane of the curve"];
/// The planes of two curves are parallel if the sine of their angle is below this.
pub const PARALLEL: f64 = 1e-6;

/// One of the two curves of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The curve on J.
    J,
    /// The curve on I.
    I,
}

/// A point or a curve on a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePair {
    /// Marker I: the point, or the frame of the curve on I.
    pub i: usize,
    /// Marker J: the frame of the curve on J.
    pub j: usize,
    /// The curve on I in [`crate::mechanism::Mechanism::curves`], if it is not a point.
    pub curve_i: Option<usize>,
    /// The curve on J.
    pub curve_j: usize,
    /// The pieces of J and I on which the contact is, in the array of modes.
    pub modes: Range<usize>,
    /// Its guards: backward and forward end of the piece of J, then of I.
    pub guards: Range<usize>,
    /// Pieces with which a run begins.
    pub start: [usize; 2],
    /// Where the deck begins on the curve of J, on the axes of J.
    pub start_point: Option<Vec3>,
}

/// Where a contact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<T> {
    /// The point on I, ground axes.
    pub point: Vec3<T>,
    /// From the curve on J to that point, on the axes of J.
    pub gap: Vec3<T>,
    /// Derivative of the curve on J, on the axes of J.
    pub tangent: Vec3<T>,
    /// Parameters of the pieces on J and I.
    pub u: [T; 2],
}

impl CurvePair {
    /// How many curves there are.
    pub fn sides(&self) -> &'static [Side] {
        match self.curve_i {
            None => &[Side::J],
            Some(_) => &[Side::J, Side::I],
        }
    }

    /// The curve of a side.
    pub fn curve<'a>(&self, mechanism: &'a Mechanism, side: Side) -> &'a Curve {
        &mechanism.curves[self.curve_number(side)]
    }

    fn curve_number(&self, side: Side) -> usize {
        match side {
            Side::J => self.curve_j,
            Side::I => self.curve_i.unwrap_or(self.curve_j),
        }
    }

    /// The piece of a side.
    pub fn piece<'a>(&self, mechanism: &'a Mechanism, modes: &[Mode], side: Side) -> &'a Piece {
        &self.curve(mechanism, side).pieces[modes[side as usize] as usize]
    }

    /// Where the contact is on its pieces.
    pub fn touch<T: Number>(&self, mechanism: &Mechanism, frames: &dyn Frames<T>) -> Touch<T> {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let modes = frames.modes(&self.modes);
        let on_j = self.piece(mechanism, modes, Side::J);
        let Some(_) = self.curve_i else {
            let x = j.R.tr_mul(&(i.p - j.p));
            let u = on_j.foot(&x);
            return Touch {
                point: i.p,
                gap: x - on_j.at(u),
                tangent: on_j.slope(u),
                u: [u, T::zero()],
            };
        };
        let on_i = self.piece(mechanism, modes, Side::I);
        let [u, v] = tangency(on_j, on_i, &i, &j);
        let own = on_i.at(v);
        let point = i.p + i.R * own;
        let x = j.R.tr_mul(&(point - j.p));
        Touch {
            point,
            gap: x - on_j.at(u),
            tangent: on_j.slope(u),
            u: [u, v],
        }
    }

    /// Φ.
    pub fn values<T: Number>(&self, mechanism: &Mechanism, frames: &dyn Frames<T>, out: &mut [T]) {
        let touch = self.touch(mechanism, frames);
        let piece = self.piece(mechanism, frames.modes(&self.modes), Side::J);
        for (k, o) in out.iter_mut().enumerate().take(2) {
            *o = piece.axis::<T>(k + 1).dot(&touch.gap);
        }
    }

    /// The gradients of Φ at the contact, ground axes.
    fn directions<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        touch: &Touch<T>,
    ) -> [Vec3<T>; 2] {
        let piece = self.piece(mechanism, frames.modes(&self.modes), Side::J);
        let (t, tau) = (piece.axis::<T>(0), touch.tangent);
        let R = frames.marker(self.j).R;
        [1, 2].map(|k| {
            let e = piece.axis::<T>(k);
            R * (e - t * (e.dot(&tau) / t.dot(&tau)))
        })
    }

    /// Φ'.
    pub fn rates<T: Number>(&self, mechanism: &Mechanism, frames: &dyn Frames<T>, out: &mut [T]) {
        let touch = self.touch(mechanism, frames);
        let at = |m: &MarkerState<T>| m.v + m.w.cross(&(touch.point - m.p));
        let speed = at(&frames.marker(self.i)) - at(&frames.marker(self.j));
        for (o, g) in out
            .iter_mut()
            .zip(self.directions(mechanism, frames, &touch))
        {
            *o = g.dot(&speed);
        }
    }

    /// Gᵀ·λ.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        lambda: &[f64],
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        let touch = self.touch(mechanism, frames);
        let lambda = [lambda[0], lambda[1]].map(T::constant);
        let force = self.force(mechanism, frames, &touch, &lambda);
        for (m, force) in [(self.i, force), (self.j, -force)] {
            if let Carrier::Body(b) = mechanism.markers[m].carrier {
                let body = frames.body(b as usize);
                let q = generalized(&body, &touch.point, &force, &Vec3::zeros());
                add(b as usize, q);
            }
        }
    }

    /// The force on I at the contact, ground axes.
    pub fn force<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        touch: &Touch<T>,
        lambda: &[T],
    ) -> Vec3<T> {
        let [n, b] = self.directions(mechanism, frames, touch);
        n * lambda[0] + b * lambda[1]
    }

    /// The sine of the angle between the planes of two curves.
    pub fn tilt(&self, mechanism: &Mechanism, frames: &dyn Frames<f64>) -> f64 {
        let plane = |side, m: usize| {
            let normal = self.curve(mechanism, side).plane;
            normal.map(|n| frames.marker(m).R * n)
        };
        match (plane(Side::J, self.j), plane(Side::I, self.i)) {
            (Some(a), Some(b)) if self.curve_i.is_some() => a.cross(&b).norm(),
            _ => 0.0,
        }
    }

    /// The distance of the contact from an end of its piece, relative to the piece; positive on the piece.
    pub fn room<T: Number>(touch: &Touch<T>, side: Side, forward: bool) -> T {
        let u = touch.u[side as usize];
        if forward { -u + 1.0 } else { u }
    }

    /// Rounding of [`CurvePair::room`], and what the feet on two pieces that follow each other differ by: a point off the curve has another one on
    /// each, as their frames differ. Methods that meet constraints to their tolerance only leave it there.
    pub fn tolerance(
        &self,
        mechanism: &Mechanism,
        modes: &[Mode],
        side: Side,
        touch: &Touch<f64>,
    ) -> f64 {
        let piece = self.piece(mechanism, modes, side);
        let size = touch.point.norm() + piece.at(0.5).norm();
        (16.0 * f64::EPSILON * (piece.chord() + size) + touch.gap.norm()) / piece.chord()
    }

    /// The pieces with a common tangent next to those of `from`, where these have none: the curves have gone on by several pieces. Of
    /// those that are as many pieces away, the ones with the smallest gap.
    pub fn find_next(
        &self,
        curves: &[Curve],
        i: &MarkerState<f64>,
        j: &MarkerState<f64>,
        from: [usize; 2],
    ) -> Option<[usize; 2]> {
        let (of_j, of_i) = (&curves[self.curve_j], &curves[self.curve_i?]);
        let most = of_j.pieces.len().max(of_i.pieces.len());
        for away in 1..=most {
            let mut best: Option<(f64, [usize; 2])> = None;
            let side = -(away as isize)..=away as isize;
            let around = side.clone().flat_map(|a| side.clone().map(move |b| [a, b]));
            for [a, b] in around.filter(|[a, b]| a.unsigned_abs().max(b.unsigned_abs()) == away) {
                let (Some(a), Some(b)) = (along(of_j, from[0], a), along(of_i, from[1], b)) else {
                    continue;
                };
                let gap = gap_of(&of_j.pieces[a], &of_i.pieces[b], i, j);
                if let Some(gap) = gap.filter(|gap| best.is_none_or(|(least, _)| *gap < least)) {
                    best = Some((gap, [a, b]));
                }
            }
            if let Some((_, pieces)) = best {
                return Some(pieces);
            }
        }
        None
    }

    /// Pieces on which the contact is where the markers stand; `near`: points of J and I at which to look, if they are known.
    pub fn find_pieces(
        &self,
        curves: &[Curve],
        i: &MarkerState<f64>,
        j: &MarkerState<f64>,
        near: [Option<Vec3>; 2],
    ) -> [usize; 2] {
        let of_j = &curves[self.curve_j];
        let Some(of_i) = self.curve_i.map(|c| &curves[c]) else {
            let point = near[0].unwrap_or_else(|| j.R.tr_mul(&(i.p - j.p)));
            return [of_j.nearest(&point).0, 0];
        };
        let known = |curve: &Curve, near: Option<Vec3>| match near {
            Some(p) => {
                let k = curve.nearest(&p).0;
                k..k + 1
            }
            None => 0..curve.pieces.len(),
        };
        // Of all pairs of pieces with a common tangent, the one with the smallest gap.
        let mut best = (
            f64::INFINITY,
            [known(of_j, near[0]).start, known(of_i, near[1]).start],
        );
        for a in known(of_j, near[0]) {
            for b in known(of_i, near[1]) {
                let gap = gap_of(&of_j.pieces[a], &of_i.pieces[b], i, j);
                if let Some(gap) = gap.filter(|gap| *gap < best.0) {
                    best = (gap, [a, b]);
                }
            }
        }
        best.1
    }
}

/// The gap between two pieces, if they have a common tangent.
fn gap_of(on_j: &Piece, on_i: &Piece, i: &MarkerState<f64>, j: &MarkerState<f64>) -> Option<f64> {
    let [u, v] = tangency(on_j, on_i, i, j);
    let inside = |u: f64| (-0.01..=1.01).contains(&u);
    let x = j.R.tr_mul(&(i.p + i.R * on_i.at(v) - j.p));
    (inside(u) && inside(v)).then(|| (x - on_j.at(u)).norm())
}

/// The piece so many pieces behind (or before) another; `None` beyond an end of an open curve.
fn along(curve: &Curve, from: usize, by: isize) -> Option<usize> {
    let n = curve.pieces.len() as isize;
    let at = from as isize + by;
    let at = if curve.closed { at.rem_euclid(n) } else { at };
    usize::try_from(at).ok().filter(|k| *k < n as usize)
}

/// Most Newton iterations for a common tangent.
const ITERATIONS: usize = 40;

/// The parameters on J and I where the two pieces are parallel and face each other; not numbers if there are none.
fn tangency<T: Number>(
    on_j: &Piece,
    on_i: &Piece,
    i: &MarkerState<T>,
    j: &MarkerState<T>,
) -> [T; 2] {
    let plain = |m: &MarkerState<T>| (m.p.map(Number::value), m.R.map(Number::value));
    let ((p_i, R_i), (p_j, R_j)) = (plain(i), plain(j));
    let place = (R_j.tr_mul(&(p_i - p_j)), R_j.transpose() * R_i);
    let Some(plain) = plain_tangency(on_j, on_i, &place) else {
        return [T::undefined(); 2];
    };
    let place = (j.R.tr_mul(&(i.p - j.p)), j.R.transpose() * i.R);
    let mut u = plain.map(T::constant);
    // As for the foot of a point: two steps make second derivatives exact.
    for _ in 0..2 {
        let step = newton(on_j, on_i, &place.0, &place.1, u);
        u = [u[0] + step[0], u[1] + step[1]];
    }
    u
}

/// The same in plain numbers. Newton's method begins in the middle of the piece of I; where it goes in circles between the piece and what
/// continues it, or to that, it begins at the ends.
fn plain_tangency(
    on_j: &Piece,
    on_i: &Piece,
    place: &(Vec3, carom_base::Mat3),
) -> Option<[f64; 2]> {
    let foot = |v: f64| on_j.foot(&(place.0 + place.1 * on_i.at(v)));
    // As far as a piece is its polynomial.
    let on_pieces = |u: &[f64; 2]| u.iter().all(|u| (-0.25..=1.25).contains(u));
    let first = converge(on_j, on_i, place, [foot(0.5), 0.5]);
    if first.as_ref().is_some_and(on_pieces) {
        return first;
    }
    if !may_be_parallel(on_j, on_i, &place.1) {
        return first;
    }
    let starts = [[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]];
    let others = starts
        .iter()
        .filter_map(|u| converge(on_j, on_i, place, *u));
    others.into_iter().find(on_pieces).or(first)
}

/// Whether some tangent of one piece, as far as it is its polynomial, may be parallel to one of the other.
fn may_be_parallel(on_j: &Piece, on_i: &Piece, R: &carom_base::Mat3) -> bool {
    /// A cubic turns farthest at an end or within; some more than at the ends.
    const MARGIN: f64 = 0.1;
    let angle = |a: &Vec3, b: &Vec3| a.cross(b).norm().atan2(a.dot(b).abs());
    let spread = |piece: &Piece| {
        let chord: Vec3 = piece.axis(0);
        let ends = [-0.25, 0.5, 1.25].map(|u| angle(&piece.slope(u), &chord));
        ends.into_iter().fold(0.0, f64::max)
    };
    let apart = angle(&on_j.axis(0), &(R * on_i.axis::<f64>(0)));
    apart <= 1.2 * (spread(on_j) + spread(on_i)) + MARGIN
}

/// Newton's method for a common tangent.
fn converge(
    on_j: &Piece,
    on_i: &Piece,
    place: &(Vec3, carom_base::Mat3),
    start: [f64; 2],
) -> Option<[f64; 2]> {
    let mut plain = start;
    let mut change = f64::INFINITY;
    for _ in 0..ITERATIONS {
        let step = newton(on_j, on_i, &place.0, &place.1, plain);
        let last = std::mem::replace(&mut change, step[0].abs() + step[1].abs());
        if change.is_nan() || (change < 1e-9 && change >= 0.5 * last) || change == 0.0 {
            break;
        }
        for (u, d) in plain.iter_mut().zip(step) {
            *u = (*u + d.clamp(-0.5, 0.5)).clamp(-1.0, 2.0);
        }
    }
    (change <= 1e-6).then_some(plain)
}

/// The Newton step for `t₀·(x(v) − c(u)) = 0`, `b₀·(x'(v) × c'(u)) = 0`.
fn newton<T: Number>(
    on_j: &Piece,
    on_i: &Piece,
    p: &Vec3<T>,
    R: &carom_base::Mat3<T>,
    [u, v]: [T; 2],
) -> [T; 2] {
    let (t, b) = (on_j.axis::<T>(0), on_j.axis::<T>(2));
    let (c, dc, ddc) = (on_j.at(u), on_j.slope(u), on_j.bend(u));
    let (x, dx, ddx) = (p + R * on_i.at(v), R * on_i.slope(v), R * on_i.bend(v));
    let f = [t.dot(&(x - c)), b.dot(&dx.cross(&dc))];
    let (f0u, f0v) = (-t.dot(&dc), t.dot(&dx));
    let (f1u, f1v) = (b.dot(&dx.cross(&ddc)), b.dot(&ddx.cross(&dc)));
    let determinant = f0u * f1v - f0v * f1u;
    [
        (f0v * f[1] - f1v * f[0]) / determinant,
        (f1u * f[0] - f0u * f[1]) / determinant,
    ]
}
