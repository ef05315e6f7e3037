//! A plane curve as the border of what is on one side of it: inside of a closed one, to the left of the direction of an open one.
//!
//! An open curve has no inside. It is the front of a wall: what is in front of it, or no deeper behind than the wall is thick, is judged by the nearest place; what is
//! farther behind is behind the wall. Its two ends are corners.

use crate::Curve;
use carom_base::{Number, Vec3};

/// Samples of a piece in searches for minima: a piece turns by less than 100 degrees.
const SAMPLES: usize = 4;
/// Iterations of searches that halve an interval at least every second time.
const MOST: usize = 120;

/// How thick the wall behind an open curve is, relative to the radius of a circle around the curve.
const WALL: f64 = 0.1;

/// A curve has no inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RimError {
    /// Its points lie in no plane, or on a line.
    #[error("the curve does not lie in a plane")]
    NotPlane,
}

/// A place on a rim: a piece of its curve and the parameter there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub piece: usize,
    pub u: f64,
    /// An end of an open curve: a corner, which stays where it is.
    pub end: bool,
}

impl Spot {
    pub(crate) const NOWHERE: Self = Self::within(0, 0.0);

    pub(crate) const fn within(piece: usize, u: f64) -> Self {
        let end = false;
        Self { piece, u, end }
    }
}

/// A piece as searches see it: its points are within `reach` of `middle`, its tangents within the angle of `cosine` from its chord.
#[derive(Clone, Copy, Debug)]
struct Patch {
    middle: Vec3,
    reach: f64,
    chord: Vec3,
    cosine: f64,
}

/// The border of a plane figure: material is to the left of its direction, seen from the tip of the normal.
#[derive(Clone, Debug)]
pub(crate) struct Rim {
    curve: Curve,
    /// Unit normal of the plane. A closed curve runs counterclockwise about it; that of an open one is nearer to z.
    pub normal: Vec3,
    /// Centre and radius of a circle around it.
    pub centre: Vec3,
    pub radius: f64,
    /// Of a closed curve, twice the area over the length of the border; of an open one, how deep behind it is still inside.
    pub thickness: f64,
    patches: Vec<Patch>,
}

impl Rim {
    pub(crate) fn new(curve: &Curve) -> Result<Self, RimError> {
        let plane = curve.plane.ok_or(RimError::NotPlane)?;
        let patches: Vec<Patch> = curve.pieces.iter().map(patch).collect();
        let origin = curve.pieces[0].at(0.0);
        let (mut area, mut length) = (0.0, 0.0);
        for piece in &curve.pieces {
            for (t, weight) in GAUSS {
                let (c, slope) = (piece.at(t) - origin, piece.slope(t));
                area += 0.5 * weight * c.cross(&slope).dot(&plane);
                length += weight * slope.norm();
            }
        }
        if curve.closed && area == 0.0 {
            return Err(RimError::NotPlane);
        }
        let (low, high) = patches.iter().fold(
            (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)),
            |(low, high), p| (low.inf(&p.middle), high.sup(&p.middle)),
        );
        let centre = (low + high) * 0.5;
        let far = patches.iter().map(|p| (p.middle - centre).norm() + p.reach);
        let radius = far.fold(0.0, f64::max);
        let (normal, thickness) = match curve.closed {
            true => (plane * area.signum(), 2.0 * area.abs() / length),
            false => (plane, WALL * radius),
        };
        Ok(Self {
            normal,
            centre,
            radius,
            thickness,
            patches,
            curve: curve.clone(),
        })
    }

    /// The same curve with its material on the other side.
    pub(crate) fn turned(&self) -> Self {
        Self {
            normal: -self.normal,
            ..self.clone()
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.curve.closed
    }

    /// The ends of an open curve, with a tangent that leads off the curve.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (Spot, Vec3)> + '_ {
        let last = self.pieces() - 1;
        let all = [(0, 0.0, -1.0), (last, 1.0, 1.0)];
        let there = all.into_iter().filter(|_| self.is_open());
        there.map(|(piece, u, sign)| {
            let end = true;
            (Spot { piece, u, end }, self.slope(piece, u) * sign)
        })
    }

    pub(crate) fn at<T: Number>(&self, piece: usize, u: T) -> Vec3<T> {
        self.curve.pieces[piece].at(u)
    }

    pub(crate) fn slope<T: Number>(&self, piece: usize, u: T) -> Vec3<T> {
        self.curve.pieces[piece].slope(u)
    }

    pub(crate) fn bend<T: Number>(&self, piece: usize, u: T) -> Vec3<T> {
        self.curve.pieces[piece].bend(u)
    }

    /// The unit normal out of the figure.
    pub(crate) fn out<T: Number>(&self, piece: usize, u: T) -> Vec3<T> {
        let t = self.slope(piece, u);
        t.cross(&self.normal.map(T::constant)) / t.dot(&t).sqrt()
    }

    /// Positive where the border turns to the left, as that of a convex figure does.
    pub(crate) fn curvature(&self, piece: usize, u: f64) -> f64 {
        let (t, b) = (self.slope(piece, u), self.bend(piece, u));
        t.cross(&b).dot(&self.normal) / t.norm().powi(3)
    }

    pub(crate) fn pieces(&self) -> usize {
        self.patches.len()
    }

    /// How far two pieces are apart at least, and a bound from above; the other rim is placed by `carry`.
    pub(crate) fn distances(
        &self,
        i: usize,
        other: &Self,
        j: usize,
        carry: impl Fn(&Vec3) -> Vec3,
    ) -> [f64; 2] {
        let (p, q) = (&self.patches[i], &other.patches[j]);
        let between = (p.middle - carry(&q.middle)).norm();
        [between - p.reach - q.reach, between + p.reach + q.reach]
    }

    /// Whether a tangent of piece i may be opposite to one of piece j of another rim, whose vectors are turned by `turn`.
    pub(crate) fn opposite(
        &self,
        i: usize,
        other: &Self,
        j: usize,
        turn: impl Fn(&Vec3) -> Vec3,
    ) -> bool {
        let (p, q) = (&self.patches[i], &other.patches[j]);
        let widest = p.cosine.acos() + q.cosine.acos();
        // 1e-9: rounding of an arc cosine near 1
        -p.chord.dot(&turn(&q.chord)) >= (widest + 1e-9).min(std::f64::consts::PI).cos()
    }

    /// The places where a function of the curve has a minimum: `value` and `slope`, its derivative by the parameter of the piece.
    pub(crate) fn minima(
        &self,
        value: impl Fn(usize, f64) -> f64,
        slope: impl Fn(usize, f64) -> f64,
        mut found: impl FnMut(Spot),
    ) {
        let n = self.pieces() * SAMPLES;
        let sample = |k: usize| {
            let s = self.spot(k as f64);
            value(s.piece, s.u)
        };
        let rise = |k: usize| {
            let s = self.spot(k as f64);
            slope(s.piece, s.u)
        };
        let mut between = |low: usize, high: usize| {
            found(self.minimum(low as f64, high as f64, &value, &slope));
        };
        if self.is_open() {
            // within the first and the last part, if not at the end itself
            if sample(0) < sample(1) && rise(0) < 0.0 {
                between(0, 1);
            }
            if sample(n) <= sample(n - 1) && rise(n) > 0.0 {
                between(n - 1, n);
            }
        }
        let (first, last) = match self.is_open() {
            true => (1, n),
            false => (n, 2 * n),
        };
        let (mut before, mut here) = (sample(first - 1), sample(first));
        for k in first..last {
            let after = sample(k + 1);
            if here <= before && here < after {
                between(k - 1, k + 1);
            }
            (before, here) = (here, after);
        }
    }

    /// The place at a number of samples from the beginning: round and round a closed curve.
    fn spot(&self, g: f64) -> Spot {
        let n = self.pieces();
        let g = g / SAMPLES as f64;
        let whole = g.floor();
        let piece = whole as usize;
        if self.is_open() && piece >= n {
            return Spot::within(n - 1, 1.0);
        }
        Spot::within(piece % n, g - whole)
    }

    /// A minimum between two samples: by Newton's way of the secant where the slope changes its sign, else by thirds.
    fn minimum(
        &self,
        mut low: f64,
        mut high: f64,
        value: &impl Fn(usize, f64) -> f64,
        slope: &impl Fn(usize, f64) -> f64,
    ) -> Spot {
        let spot = |g: f64| self.spot(g);
        let rise = |g: f64| {
            let s = spot(g);
            slope(s.piece, s.u)
        };
        let mut thirds = 0;
        while !(rise(low) < 0.0 && rise(high) > 0.0) && thirds < MOST {
            let [p, q] = [2.0 * low + high, low + 2.0 * high].map(|g| g / 3.0);
            let [a, b] = [p, q].map(|g| value(spot(g).piece, spot(g).u));
            if a <= b {
                high = q;
            } else {
                low = p;
            }
            thirds += 1;
        }
        let (mut a, mut b) = (rise(low), rise(high));
        for k in 0..MOST {
            let secant = low - a * (high - low) / (b - a);
            let next = if k % 2 == 0 && secant > low && secant < high {
                secant
            } else {
                0.5 * (low + high)
            };
            if next <= low || next >= high {
                break;
            }
            let r = rise(next);
            if r < 0.0 {
                (low, a) = (next, r);
            } else {
                (high, b) = (next, r);
            }
            if r == 0.0 {
                break;
            }
        }
        spot(if a.abs() < b.abs() { low } else { high })
    }

    /// The nearest place of the border to a point, an end of an open curve among them.
    pub(crate) fn nearest(&self, x: &Vec3) -> Spot {
        let mut best = (f64::INFINITY, Spot::NOWHERE);
        let mut nearer = |s: Spot| {
            let d = (self.at(s.piece, s.u) - x).norm_squared();
            if d < best.0 {
                best = (d, s);
            }
        };
        self.feet(x, &mut nearer);
        for (end, away) in self.ends() {
            if away.dot(&(x - self.at(end.piece, end.u))) >= 0.0 {
                nearer(end);
            }
        }
        best.1
    }

    /// All places of the border that are nearer to a point than what is around them.
    pub(crate) fn feet(&self, x: &Vec3, found: impl FnMut(Spot)) {
        let value = |piece, u| (self.at(piece, u) - x).norm_squared();
        let slope = |piece, u| (self.at(piece, u) - x).dot(&self.slope(piece, u));
        self.minima(value, slope, found);
    }

    /// How far a point is in front of a place, along its normal.
    pub(crate) fn over(&self, s: &Spot, x: &Vec3) -> f64 {
        self.out(s.piece, s.u).dot(&(x - self.at(s.piece, s.u)))
    }

    /// Whether a point is inside: behind the nearest place, and not behind the wall of an open curve.
    pub(crate) fn holds(&self, x: &Vec3) -> bool {
        let s = self.nearest(x);
        let h = self.over(&s, x);
        h < 0.0 && !s.end && !(self.is_open() && h <= -self.thickness)
    }
}

/// Points and weights of Gauss's rule on 0 to 1: the area under a cubic is exact.
const GAUSS: [(f64, f64); 3] = {
    // ½·√(3/5)
    const REACH: f64 = 0.387_298_334_620_741_7;
    [
        (0.5 - REACH, 5.0 / 18.0),
        (0.5, 4.0 / 9.0),
        (0.5 + REACH, 5.0 / 18.0),
    ]
};

/// By the control points of the piece and of its derivative, within whose hulls both lie.
fn patch(piece: &crate::Piece) -> Patch {
    let [begin, end] = [0.0, 1.0].map(|u| (piece.at(u), piece.slope(u)));
    let points = [begin.0, begin.0 + begin.1 / 3.0, end.0 - end.1 / 3.0, end.0];
    let middle = (points[0] + points[3]) * 0.5;
    let reach = points.iter().map(|p| (p - middle).norm());
    let chord = (points[3] - points[0]).normalize();
    let tangents = points.windows(2).map(|w| {
        let t = w[1] - w[0];
        t.dot(&chord) / t.norm()
    });
    Patch {
        middle,
        reach: reach.fold(0.0, f64::max),
        chord,
        cosine: tangents.fold(1.0, f64::min).max(-1.0),
    }
}
