//! Rational splines.
//!
//! Source: L. Piegl, W. Tiller, The NURBS Book, 2nd ed., Springer 1997: basis functions eq. 2.5, their derivatives eq. 2.7,
//! quotient rules for rational curves eq. 4.8 and surfaces eq. 4.20.

use crate::points::{CurvePoint, SurfacePoint};
use carom_base::Vec3;
use std::sync::OnceLock;

/// A rational spline curve. Knots stand with their repetitions: `knots.len() = points.len() + degree + 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct NurbsCurve {
    /// ≥ 1.
    pub degree: usize,
    /// Not decreasing.
    pub knots: Vec<f64>,
    /// Control points, **not** multiplied by their weights.
    pub points: Vec<Vec3>,
    /// One for each point, > 0; empty for all equal.
    pub weights: Vec<f64>,
}

/// A tensor product of rational splines.
#[derive(Clone, Debug, PartialEq)]
pub struct NurbsSurface {
    /// Along u and v, ≥ 1.
    pub degree: [usize; 2],
    /// Along u and v with repetitions: `knots[i].len() = count[i] + degree[i] + 1`.
    pub knots: [Vec<f64>; 2],
    /// Number of control points along u and v.
    pub count: [usize; 2],
    /// Control points, v running fastest, **not** multiplied by their weights.
    pub points: Vec<Vec3>,
    /// One for each point, > 0; empty for all equal.
    pub weights: Vec<f64>,
    /// Found once, when they are asked for.
    pub closed: Closed,
}

/// The periods of a surface, once they are known.
#[derive(Clone, Debug, Default)]
pub struct Closed(OnceLock<[Option<f64>; 2]>);

/// What follows from the points is equal if they are.
impl PartialEq for Closed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl NurbsCurve {
    /// Checks the counts, the order of the knots and the weights. Errors: the end of a sentence about the curve.
    pub fn check(&self) -> Result<(), String> {
        check_knots(self.degree, self.points.len(), &self.knots)?;
        check_points(&self.points, &self.weights)
    }

    /// Range of the parameter.
    pub fn domain(&self) -> [f64; 2] {
        [self.knots[self.degree], self.knots[self.points.len()]]
    }

    /// Point and derivatives; outside of the range the end piece goes on.
    pub fn at(&self, t: f64) -> CurvePoint {
        // arrays of the size that is needed: most splines are of degree three
        match self.degree {
            0..=3 => self.at_with::<4>(t),
            4..=7 => self.at_with::<8>(t),
            _ => self.at_with::<{ MAX_DEGREE + 1 }>(t),
        }
    }

    fn at_with<const N: usize>(&self, t: f64) -> CurvePoint {
        let basis = Basis::<N>::new(&self.knots, self.degree, self.points.len(), t);
        let mut sums = [Homogeneous::default(); 3];
        for j in 0..=self.degree {
            let i = basis.first + j;
            let w = self.weights.get(i).copied().unwrap_or(1.0);
            for (sum, n) in sums.iter_mut().zip(&basis.values) {
                sum.add(self.points[i], w, n[j]);
            }
        }
        let [a, d, dd] = sums;
        let point = a.place * (1.0 / a.weight);
        let first = (d.place - point * d.weight) * (1.0 / a.weight);
        let second = (dd.place - first * (2.0 * d.weight) - point * dd.weight) * (1.0 / a.weight);
        CurvePoint {
            point,
            first,
            second,
        }
    }

    /// Distinct knots inside of the range.
    pub fn breaks(&self) -> Vec<f64> {
        inner_knots(&self.knots, self.domain())
    }
}

impl NurbsSurface {
    /// Ranges of u and v.
    pub fn domain(&self) -> [[f64; 2]; 2] {
        [0, 1].map(|i| [self.knots[i][self.degree[i]], self.knots[i][self.count[i]]])
    }

    /// Periods along u and v: the lengths of the ranges where opposite sides are the same curve.
    pub fn periods(&self) -> [Option<f64>; 2] {
        *self.closed.0.get_or_init(|| self.find_periods())
    }

    fn find_periods(&self) -> [Option<f64>; 2] {
        let domain = self.domain();
        let size = self
            .points
            .iter()
            .map(|p| (*p - self.points[0]).amax())
            .fold(0.0, f64::max);
        [0, 1].map(|i| {
            let [low, high] = domain[i];
            let [from, to] = domain[1 - i];
            let at = |x: f64, y: f64| {
                if i == 0 {
                    self.at(x, y).point
                } else {
                    self.at(y, x).point
                }
            };
            let same = |k: u32| {
                let y = from + (to - from) * f64::from(k) / 7.0;
                (at(low, y) - at(high, y)).norm() <= 1e-7 * size
            };
            let open = |k: u32| {
                let y = from + (to - from) * f64::from(k) / 7.0;
                (at(low, y) - at((low + high) / 2.0, y)).norm() > 1e-6 * size
            };
            ((0..=7).all(same) && (0..=7).any(open)).then_some(high - low)
        })
    }

    /// Distinct knots inside of the range, along u (0) or v (1).
    pub fn breaks(&self, along: usize) -> Vec<f64> {
        inner_knots(&self.knots[along], self.domain()[along])
    }

    /// Point and derivatives; outside of the range the end pieces go on.
    pub fn at(&self, u: f64, v: f64) -> SurfacePoint {
        match self.degree[0].max(self.degree[1]) {
            0..=3 => self.at_with::<4>(u, v),
            4..=7 => self.at_with::<8>(u, v),
            _ => self.at_with::<{ MAX_DEGREE + 1 }>(u, v),
        }
    }

    fn at_with<const N: usize>(&self, u: f64, v: f64) -> SurfacePoint {
        let [p, q] = self.degree;
        let along_u = Basis::<N>::new(&self.knots[0], p, self.count[0], u);
        let along_v = Basis::<N>::new(&self.knots[1], q, self.count[1], v);
        // 0: value, 1: u, 2: v, 3: uu, 4: uv, 5: vv
        let mut sums = [Homogeneous::default(); 6];
        for i in 0..=p {
            let row = (along_u.first + i) * self.count[1] + along_v.first;
            let mut columns = [Homogeneous::default(); 3];
            for j in 0..=q {
                let w = self.weights.get(row + j).copied().unwrap_or(1.0);
                for (sum, n) in columns.iter_mut().zip(&along_v.values) {
                    sum.add(self.points[row + j], w, n[j]);
                }
            }
            let n = along_u.values.map(|values| values[i]);
            for (sum, (du, dv)) in
                sums.iter_mut()
                    .zip([(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)])
            {
                sum.weight += n[du] * columns[dv].weight;
                sum.place += columns[dv].place * n[du];
            }
        }
        let [s, u, v, uu, uv, vv] = sums;
        let scale = 1.0 / s.weight;
        let point = s.place * scale;
        let du = (u.place - point * u.weight) * scale;
        let dv = (v.place - point * v.weight) * scale;
        SurfacePoint {
            point,
            du,
            dv,
            duu: (uu.place - du * (2.0 * u.weight) - point * uu.weight) * scale,
            duv: (uv.place - dv * u.weight - du * v.weight - point * uv.weight) * scale,
            dvv: (vv.place - dv * (2.0 * v.weight) - point * vv.weight) * scale,
        }
    }

    /// Checks the counts, the order of the knots and the weights. Errors: the end of a sentence about the surface.
    pub fn check(&self) -> Result<(), String> {
        for i in 0..2 {
            check_knots(self.degree[i], self.count[i], &self.knots[i])?;
        }
        if Some(self.points.len()) != self.count[0].checked_mul(self.count[1]) {
            return Err(
                "the number of control points is not that of the rows times the columns".into(),
            );
        }
        check_points(&self.points, &self.weights)
    }
}

/// A sum of control points times weights, and of the weights.
#[derive(Clone, Copy)]
struct Homogeneous {
    place: Vec3,
    weight: f64,
}

impl Default for Homogeneous {
    fn default() -> Self {
        Self {
            place: Vec3::zeros(),
            weight: 0.0,
        }
    }
}

impl Homogeneous {
    fn add(&mut self, point: Vec3, weight: f64, n: f64) {
        self.place += point * (weight * n);
        self.weight += weight * n;
    }
}

/// The basis functions that do not vanish at a parameter, with first and second derivatives: N is above the degree.
struct Basis<const N: usize> {
    /// Index of the first one.
    first: usize,
    /// `values[k][j]`: derivative `k` of function `first + j`.
    values: [[f64; N]; 3],
}

impl<const N: usize> Basis<N> {
    fn new(knots: &[f64], degree: usize, count: usize, t: f64) -> Self {
        let t = if t.is_finite() { t } else { knots[degree] };
        // The span that holds t, the last one at the end of the range.
        let span = degree + knots[degree + 1..count].partition_point(|&k| k <= t);
        // n[q]: functions of degree q, the j-th is N(span − q + j, q)
        let mut values = [[0.0; N]; 3];
        let mut n = [0.0; N];
        n[0] = 1.0;
        let mut lower = [[0.0; N]; 2]; // degrees p − 1 and p − 2
        for q in 1..=degree {
            if q == degree {
                lower[0] = n;
            } else if q + 1 == degree {
                lower[1] = n;
            }
            let mut next = [0.0; N];
            for j in 0..q {
                // N(i, q−1) with i = span − q + 1 + j feeds N(i − 1, q) and N(i, q)
                let i = span + 1 + j - q;
                let width = knots[i + q] - knots[i];
                if width > 0.0 {
                    next[j] += n[j] * (knots[i + q] - t) / width;
                    next[j + 1] += n[j] * (t - knots[i]) / width;
                }
            }
            n = next;
        }
        values[0] = n;
        values[1] = derivative(&lower[0], knots, span, degree);
        values[2] = if degree >= 2 {
            let once = derivative(&lower[1], knots, span, degree - 1);
            derivative(&once, knots, span, degree)
        } else {
            [0.0; N]
        };
        Self {
            first: span - degree,
            values,
        }
    }
}

/// From (derivatives of) the functions of degree `q − 1` to the next derivatives of those of degree `q`.
fn derivative<const N: usize>(lower: &[f64; N], knots: &[f64], span: usize, q: usize) -> [f64; N] {
    let mut out = [0.0; N];
    for j in 0..q {
        let i = span + 1 + j - q;
        let width = knots[i + q] - knots[i];
        if width > 0.0 {
            let slope = q as f64 * lower[j] / width;
            out[j] -= slope;
            out[j + 1] += slope;
        }
    }
    out
}

fn inner_knots(knots: &[f64], [low, high]: [f64; 2]) -> Vec<f64> {
    let mut inner: Vec<f64> = knots
        .iter()
        .copied()
        .filter(|&k| k > low && k < high)
        .collect();
    inner.dedup();
    inner
}

fn check_knots(degree: usize, count: usize, knots: &[f64]) -> Result<(), String> {
    if degree == 0 || degree > MAX_DEGREE {
        return Err(format!("degree {degree} is outside of 1 to {MAX_DEGREE}"));
    }
    if count <= degree {
        return Err(format!(
            "{count} control points are too few for degree {degree}"
        ));
    }
    if knots.len() != count + degree + 1 {
        let (found, needed) = (knots.len(), count + degree + 1);
        return Err(format!("{found} knots where {needed} are needed"));
    }
    if !knots.iter().all(|k| k.is_finite()) || knots.windows(2).any(|k| k[1] < k[0]) {
        return Err("knots are not in growing order".into());
    }
    if knots[count] <= knots[degree] {
        return Err("the range of the knots is empty".into());
    }
    Ok(())
}

fn check_points(points: &[Vec3], weights: &[f64]) -> Result<(), String> {
    if !points.iter().all(|p| p.iter().all(|x| x.is_finite())) {
        return Err("a control point is not finite".into());
    }
    if !weights.is_empty() && weights.len() != points.len() {
        return Err("weights and control points differ in number".into());
    }
    if !weights.iter().all(|w| w.is_finite() && *w > 0.0) {
        return Err("a weight is not positive".into());
    }
    Ok(())
}

/// Splines of higher degree are refused: no CAD system writes them.
pub const MAX_DEGREE: usize = 25;
