//! A closed plane curve as the border of what is inside.

use crate::Curve;
use carom_base::{Number, Vec3};

/// Samples of a piece in searches for minima: a piece turns by less than 100 degrees.
const SAMPLES: usize = 4;
/// Iterations of searches that halve an interval at least every second time.
const MOST: usize = 120;

/// A curve has no inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RimError {
    /// It has two ends.
    #[error("an open curve has no inside")]
    Open,
    /// Its points lie in no plane, or on a line.
    #[error("the curve does not lie in a plane")]
    NotPlane,
}

/// A place on a rim: a piece of its curve and the parameter there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub piece: usize,
    pub u: f64,
}

/// A piece as searches see it: its points are within `reach` of `middle`, its tangents within the angle of `cosine` from its chord.
#[derive(Clone, Copy, Debug)]
struct Patch {
    middle: Vec3,
    reach: f64,
    chord: Vec3,
    cosine: f64,
}

/// The border of a plane figure: material is inside.
#[derive(Clone, Debug)]
pub(crate) struct Rim {
    curve: Curve,
    /// Unit normal of the plane about which the curve runs counterclockwise.
    pub normal: Vec3,
    /// Centre and radius of a circle around it.
    pub centre: Vec3,
    pub radius: f64,
    /// Twice the area over the length of the border.
    pub thickness: f64,
    patches: Vec<Patch>,
}

impl Rim {
    pub(crate) fn new(curve: &Curve) -> Result<Self, RimError> {
        if !curve.closed {
            return Err(RimError::Open);
        }
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
        if area == 0.0 {
            return Err(RimError::NotPlane);
        }
        let (low, high) = patches.iter().fold(
            (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)),
            |(low, high), p| (low.inf(&p.middle), high.sup(&p.middle)),
        );
        let centre = (low + high) * 0.5;
        let far = patches.iter().map(|p| (p.middle - centre).norm() + p.reach);
        Ok(Self {
            normal: plane * area.signum(),
            centre,
            radius: far.fold(0.0, f64::max),
            thickness: 2.0 * area.abs() / length,
            patches,
            curve: curve.clone(),
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
        let spot = |k: usize| {
            let k = k % n;
            let u = (k % SAMPLES) as f64 / SAMPLES as f64;
            (k / SAMPLES, u)
        };
        let sample = |k: usize| {
            let (piece, u) = spot(k);
            value(piece, u)
        };
        let (mut before, mut here) = (sample(n - 1), sample(0));
        for k in 0..n {
            let after = sample(k + 1);
            if here <= before && here < after {
                found(self.minimum((k + n - 1) as f64, (k + n + 1) as f64, &value, &slope));
            }
            (before, here) = (here, after);
        }
    }

    /// A minimum between two samples: by Newton's way of the secant where the slope changes its sign, else by thirds.
    fn minimum(
        &self,
        mut low: f64,
        mut high: f64,
        value: &impl Fn(usize, f64) -> f64,
        slope: &impl Fn(usize, f64) -> f64,
    ) -> Spot {
        let n = self.pieces();
        let spot = |g: f64| {
            let g = g / SAMPLES as f64;
            let piece = g.floor();
            Spot {
                piece: piece as usize % n,
                u: g - piece,
            }
        };
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

    /// The nearest place of the border to a point.
    pub(crate) fn nearest(&self, x: &Vec3) -> Spot {
        let mut best = (f64::INFINITY, Spot { piece: 0, u: 0.0 });
        self.feet(x, |s| {
            let d = (self.at(s.piece, s.u) - x).norm_squared();
            if d < best.0 {
                best = (d, s);
            }
        });
        best.1
    }

    /// All places of the border that are nearer to a point than what is around them.
    pub(crate) fn feet(&self, x: &Vec3, found: impl FnMut(Spot)) {
        let value = |piece, u| (self.at(piece, u) - x).norm_squared();
        let slope = |piece, u| (self.at(piece, u) - x).dot(&self.slope(piece, u));
        self.minima(value, slope, found);
    }

    /// How far a point lies outside along the normal of the nearest place; less than 0 inside.
    pub(crate) fn height(&self, x: &Vec3) -> f64 {
        let s = self.nearest(x);
        self.out(s.piece, s.u).dot(&(x - self.at(s.piece, s.u)))
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
