//! Point masses on a line with linear springs, constant forces and stops: the motion in closed form, piece by piece.
//!
//! Between impacts each mode of the system is a cosine and a sine, or a parabola where it has no stiffness. A gap is a sum of them, whose second
//! rate has a bound C; from gap g and rate g' no root lies nearer than the root of g + g'·s − C·s²/2. Steps of that length never
//! pass a root and converge to it quadratically.

#![allow(non_snake_case)]

use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// A system of n masses in a row.
#[derive(Clone, Debug)]
pub struct Line {
    pub masses: Vec<f64>,
    /// Springs to ground and between neighbours: masses i and j (`usize::MAX`: ground), stiffness.
    pub springs: Vec<(usize, usize, f64)>,
    /// Constant forces.
    pub forces: Vec<f64>,
    /// Gaps: Σ sign·x + offset ≥ 0.
    pub stops: Vec<Vec<(usize, f64)>>,
    pub offsets: Vec<f64>,
    pub restitution: f64,
    pub x: Vec<f64>,
    pub v: Vec<f64>,
}

/// An impact: time, stop, rates of its gap before and after, impulse.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    pub time: f64,
    pub stop: usize,
    pub rate: [f64; 2],
    pub impulse: f64,
}

/// How the exact solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// At the end of the time asked for.
    End,
    /// Where gaps nearly graze, impacts nearly accumulate or follow each other too closely: nothing is said about what comes then.
    Doubt,
}

/// Gap or rate below which an outcome is in doubt.
const DOUBT: f64 = 1e-4;

/// The motion since the last impact.
struct Piece {
    /// Frequencies squared; zero where there is no stiffness.
    squares: DVector<f64>,
    /// Columns: modes of M^(-1/2)·K·M^(-1/2), with M^(-1/2) before them.
    modes: DMatrix<f64>,
    /// M^(1/2)·x on the modes: place about the rest (or force, where there is no stiffness), start, rate.
    rest: DVector<f64>,
    start: DVector<f64>,
    rate: DVector<f64>,
}

impl Piece {
    fn new(line: &Line, x: &[f64], v: &[f64]) -> Self {
        let n = line.masses.len();
        let root: Vec<f64> = line.masses.iter().map(|m| m.sqrt()).collect();
        let mut K = DMatrix::<f64>::zeros(n, n);
        for &(i, j, k) in &line.springs {
            K[(i, i)] += k;
            if j < n {
                K[(j, j)] += k;
                K[(i, j)] -= k;
                K[(j, i)] -= k;
            }
        }
        let scaled = DMatrix::from_fn(n, n, |i, j| K[(i, j)] / (root[i] * root[j]));
        let eigen = SymmetricEigen::new(scaled);
        let squares = eigen.eigenvalues.map(|w| if w < 1e-9 { 0.0 } else { w });
        let project = |f: &dyn Fn(usize) -> f64| {
            DVector::from_fn(n, |k, _| {
                (0..n).map(|i| eigen.eigenvectors[(i, k)] * f(i)).sum()
            })
        };
        let force = project(&|i| line.forces[i] / root[i]);
        let rest = force.zip_map(&squares, |f, w| if w == 0.0 { f } else { f / w });
        let start = project(&|i| x[i] * root[i]);
        let rate = project(&|i| v[i] * root[i]);
        let modes = DMatrix::from_fn(n, n, |i, k| eigen.eigenvectors[(i, k)] / root[i]);
        Self {
            squares,
            modes,
            rest,
            start,
            rate,
        }
    }

    /// Mode k and its rate after `s`.
    fn mode(&self, k: usize, s: f64) -> (f64, f64) {
        let (w2, rest, q, p) = (self.squares[k], self.rest[k], self.start[k], self.rate[k]);
        if w2 == 0.0 {
            return (q + s * (p + 0.5 * s * rest), p + s * rest);
        }
        let w = w2.sqrt();
        let (sin, cos) = (w * s).sin_cos();
        (
            rest + (q - rest) * cos + p / w * sin,
            p * cos - (q - rest) * w * sin,
        )
    }

    /// The largest second rate that mode k ever has.
    fn bound(&self, k: usize) -> f64 {
        let (w2, rest, q, p) = (self.squares[k], self.rest[k], self.start[k], self.rate[k]);
        if w2 == 0.0 {
            return rest.abs();
        }
        w2 * (q - rest).hypot(p / w2.sqrt())
    }

    fn state(&self, s: f64) -> (Vec<f64>, Vec<f64>) {
        let n = self.start.len();
        let q: Vec<(f64, f64)> = (0..n).map(|k| self.mode(k, s)).collect();
        let sum = |i: usize, part: &dyn Fn((f64, f64)) -> f64| {
            (0..n).map(|k| self.modes[(i, k)] * part(q[k])).sum()
        };
        (
            (0..n).map(|i| sum(i, &|q| q.0)).collect(),
            (0..n).map(|i| sum(i, &|q| q.1)).collect(),
        )
    }

    /// The first time in (0, s_max] at which a gap is zero. `Ok(None)`: none. `Err`: where it nearly grazes.
    fn first_root(&self, line: &Line, stop: usize, s_max: f64) -> Result<Option<f64>, f64> {
        let n = self.start.len();
        let row: Vec<f64> = (0..n)
            .map(|k| {
                let terms = line.stops[stop].iter();
                terms.map(|&(i, sign)| sign * self.modes[(i, k)]).sum()
            })
            .collect();
        let bound: f64 = (0..n).map(|k| row[k].abs() * self.bound(k)).sum();
        let gap = |s: f64| {
            let (mut g, mut rate) = (line.offsets[stop], 0.0);
            for (k, c) in row.iter().enumerate() {
                let (q, p) = self.mode(k, s);
                g += c * q;
                rate += c * p;
            }
            (g, rate)
        };
        let mut s = 0.0;
        let mut opening = true;
        loop {
            let (g, rate) = gap(s);
            if s == 0.0 {
                // A gap that was just hit opens.
                opening = g.abs() < 1e-9;
            }
            if opening && g > DOUBT {
                opening = false;
            }
            let g = if opening { g.max(0.0) } else { g };
            if !opening && g < DOUBT * DOUBT && rate.abs() < DOUBT {
                return Err(s);
            }
            let root = (rate * rate + 2.0 * bound * g).sqrt();
            let length = if rate > 0.0 {
                (rate + root) / bound
            } else {
                2.0 * g / (root - rate)
            };
            if !opening && length <= 4.0 * f64::EPSILON * s.max(1e-3) {
                return Ok(Some(s + length));
            }
            if opening && length < 1e-12 {
                return Err(s);
            }
            s += length;
            if s.is_nan() || s > s_max {
                return Ok(None);
            }
        }
    }
}

impl Line {
    /// All impacts up to `end`, at most `most`, and where and how the list ends.
    pub fn impacts(&self, end: f64, most: usize) -> (Vec<Impact>, f64, Last) {
        let (mut x, mut v, mut time) = (self.x.clone(), self.v.clone(), 0.0);
        let mut list = Vec::new();
        loop {
            let piece = Piece::new(self, &x, &v);
            let mut first: Option<(f64, usize)> = None;
            let mut doubt = f64::INFINITY;
            for stop in 0..self.stops.len() {
                let s_max = first.map_or(end - time, |(s, _)| s + DOUBT);
                match piece.first_root(self, stop, s_max) {
                    Ok(None) => {}
                    Ok(Some(s)) => match first {
                        Some((other, _)) if (s - other).abs() < DOUBT => {
                            doubt = doubt.min(s.min(other));
                        }
                        Some((other, _)) if s > other => {}
                        _ => first = Some((s, stop)),
                    },
                    Err(s) => doubt = doubt.min(s),
                }
            }
            let Some((s, stop)) = first.filter(|(s, _)| *s < doubt) else {
                return if doubt.is_finite() {
                    (list, time + doubt - DOUBT, Last::Doubt)
                } else {
                    (list, end, Last::End)
                };
            };
            (x, v) = piece.state(s);
            time += s;
            let terms = &self.stops[stop];
            let before: f64 = terms.iter().map(|&(i, sign)| sign * v[i]).sum();
            let inverse: f64 = terms.iter().map(|&(i, _)| 1.0 / self.masses[i]).sum();
            let impulse = -(1.0 + self.restitution) * before / inverse;
            for &(i, sign) in terms {
                v[i] += sign * impulse / self.masses[i];
            }
            let rate = [before, -self.restitution * before];
            if before.abs() * self.restitution < DOUBT.sqrt()
                || s < DOUBT.sqrt()
                || list.len() >= most
            {
                return (list, time - DOUBT, Last::Doubt);
            }
            list.push(Impact {
                time,
                stop,
                rate,
                impulse,
            });
        }
    }
}
