//! Bounds of the state and its rates over a part of the step in hand.
//!
//! Two ways, the second where the first is not sharp enough:
//!
//! 1. The cubic H through the states and rates at both ends, and how far the rates stray from its slope: |y' − H'| ≤ δ over the step, so that
//!    |y − H| ≤ δ·min(t − t₀, t₁ − t). δ comes from the rates inside that the method has at hand.
//! 2. The dense output itself. Over an interval a polynomial of degree d stays within Λ times the spread of its values at d + 1 nodes there, Λ
//!    being the Lebesgue constant of the nodes: |p − m| ≤ Λ·max |p(xₖ) − m| for every number m. With Chebyshev's nodes Λ hardly grows with d
//!    (L. Brutman, SIAM J. Numer. Anal. 15 (1978) 694).

use crate::integrators::{Inside, Step};
use crate::problem::{Bounds, Terms, sum_of};
use carom_base::Interval;
use std::f64::consts::PI;

/// Lebesgue constants of Chebyshev's nodes of degree 0, 1, 2, ..., rounded up; a test computes them.
const LEBESGUE: [f64; 17] = [
    1.0, 1.42, 1.67, 1.85, 1.99, 2.11, 2.21, 2.29, 2.37, 2.43, 2.49, 2.55, 2.60, 2.65, 2.69, 2.73,
    2.77,
];

/// The highest degree of a dense output.
const DEGREE_MAX: usize = LEBESGUE.len() - 1;

/// How much further than at the stages of an explicit method the rates may stray between them: Λ of a polynomial through stages no further
/// apart than a third of the step.
const BETWEEN_STAGES: f64 = 3.0;

/// State and rates over an interval of time.
pub struct Enclosure {
    /// The interval.
    pub t: Interval,
    /// Bounds of the differential unknowns, length nd.
    pub y: Vec<Interval>,
    /// Bounds of their rates, length nd.
    pub dy: Vec<Interval>,
    ends: [f64; 2],
    /// The cubic of each unknown: y₀, and the coefficients of its slope over the part of the step.
    cubics: Vec<[f64; 4]>,
    /// δ of each unknown.
    stray: Vec<f64>,
    /// The part in hand, if it was taken by the cubic.
    by_cubic: Option<CubicPart>,
    at: [Vec<f64>; 2],
}

/// A part of the step, from `p` to `q` of it.
#[derive(Clone, Copy)]
struct CubicPart {
    h: f64,
    p: f64,
    q: f64,
    /// Half its length in time, and the distance from the nearer end of the step, at most.
    half: f64,
    away: f64,
}

impl CubicPart {
    /// Bounds of what has this cubic, and of its rate, which strays from that of the cubic by no more than `stray`.
    fn bound(&self, cubic: &[f64; 4], stray: f64) -> (Interval, Interval) {
        let (p, q) = (self.p, self.q);
        let mut rates = Interval::between(slope(cubic, p), slope(cubic, q));
        let top = -cubic[2] / (2.0 * cubic[3]);
        if top > p && top < q {
            let extreme = slope(cubic, top);
            rates = rates.hull(Interval::new(extreme, extreme));
        }
        let middle = 0.5 * (p + q);
        let [y0, from, bend, twist] = *cubic;
        let rise = middle * (from + middle * (bend / 2.0 + middle * twist / 3.0));
        let y = y0 + self.h * rise;
        let reach = Interval::new(-self.half, self.half) * rates;
        let off = stray * self.away;
        (
            Interval::new(y + reach.low - off, y + reach.high + off),
            Interval::new(rates.low - stray, rates.high + stray),
        )
    }
}

impl Enclosure {
    /// Room for `nd` differential unknowns of `n`.
    pub fn new(n: usize, nd: usize) -> Enclosure {
        Enclosure {
            t: Interval::ENTIRE,
            y: vec![Interval::ENTIRE; nd],
            dy: vec![Interval::ENTIRE; nd],
            ends: [0.0; 2],
            cubics: vec![[0.0; 4]; nd],
            stray: vec![0.0; nd],
            by_cubic: None,
            at: [vec![0.0; n], vec![0.0; n]],
        }
    }

    /// The cubic of a step, and how far its rates stray from it. `false`: the method needs [`crate::integrators::Stepper::prepare_dense`] for that.
    pub fn fit(&mut self, step: &Step<'_>) -> bool {
        let h = step.h();
        self.ends = [step.t0, step.t1];
        for (k, cubic) in self.cubics.iter_mut().enumerate() {
            let (from, to) = (step.dy0[k], step.dy1[k]);
            let mean = (step.y1[k] - step.y0[k]) / h;
            let bend = 6.0 * mean - 4.0 * from - 2.0 * to;
            *cubic = [step.y0[k], from, bend, 3.0 * (from + to) - 6.0 * mean];
        }
        self.stray.fill(0.0);
        let (stray, cubics) = (&mut self.stray, &self.cubics);
        let mut look = |x: f64, rates: &[f64], factor: f64| {
            for ((stray, cubic), rate) in stray.iter_mut().zip(cubics).zip(rates) {
                *stray = stray.max(factor * (rate - slope(cubic, x)).abs());
            }
        };
        match step.inside(&mut |x, rates| look(x, rates, BETWEEN_STAGES)) {
            Inside::Cubic | Inside::Stages => true,
            Inside::Dense => {
                // y' − H' is a polynomial of this degree.
                let degree = (step.degree().max(3) - 1).min(DEGREE_MAX);
                let [at, rates] = &mut self.at;
                for x in nodes(degree) {
                    step.interpolate(step.t0 + x * h, at, rates);
                    look(x, rates, LEBESGUE[degree]);
                }
                true
            }
            Inside::Unknown => false,
        }
    }

    /// Takes the part [a, b] of the step by its cubic.
    pub fn take_cubic(&mut self, a: f64, b: f64) {
        let [t0, t1] = self.ends;
        let h = t1 - t0;
        self.t = Interval::new(a, b);
        let part = CubicPart {
            h,
            p: (a - t0) / h,
            q: (b - t0) / h,
            half: 0.5 * (b - a),
            away: (b - t0).min(t1 - a).min(0.5 * h),
        };
        for k in 0..self.cubics.len() {
            (self.y[k], self.dy[k]) = part.bound(&self.cubics[k], self.stray[k]);
        }
        self.by_cubic = Some(part);
    }

    /// Takes one time, at which state and rates are known.
    pub fn take_point(&mut self, t: f64, y: &[f64], dy: &[f64]) {
        let point = |x: f64| Interval { low: x, high: x };
        (self.t, self.by_cubic) = (point(t), None);
        for (out, y) in self.y.iter_mut().zip(y) {
            *out = point(*y);
        }
        for (out, dy) in self.dy.iter_mut().zip(dy) {
            *out = point(*dy);
        }
    }

    /// Takes the part [a, b] of a step whose dense output is ready.
    pub fn take(&mut self, step: &Step<'_>, a: f64, b: f64) {
        (self.t, self.by_cubic) = (Interval::new(a, b), None);
        let degree = step.degree().min(DEGREE_MAX);
        let [at, rates] = &mut self.at;
        for (k, x) in nodes(degree).enumerate() {
            step.interpolate(a + x * (b - a), at, rates);
            gather(&mut self.y, at, k == 0);
            gather(&mut self.dy, rates, k == 0);
        }
        widen(&mut self.y, LEBESGUE[degree]);
        widen(&mut self.dy, LEBESGUE[degree]);
    }
}

impl Enclosure {
    /// Bounds of a sum and of its rate. What unknowns have in common does not count where they stand against each other: the sum has its own cubic.
    fn sum(&self, terms: Terms<'_>) -> Option<(Interval, Interval)> {
        let part = self.by_cubic.as_ref()?;
        let (mut cubic, mut stray) = ([0.0; 4], 0.0);
        for &(k, factor) in terms {
            for (sum, c) in cubic.iter_mut().zip(&self.cubics[k]) {
                *sum += factor * c;
            }
            stray += factor.abs() * self.stray[k];
        }
        Some(part.bound(&cubic, stray))
    }
}

impl Bounds for Enclosure {
    fn state(&self) -> &[Interval] {
        &self.y
    }

    fn rates(&self) -> &[Interval] {
        &self.dy
    }

    fn sum_of_state(&self, terms: Terms<'_>) -> Interval {
        let sum = self.sum(terms);
        sum.map_or_else(|| sum_of(&self.y, terms), |(y, _)| y)
    }

    fn sum_of_rates(&self, terms: Terms<'_>) -> Interval {
        let sum = self.sum(terms);
        sum.map_or_else(|| sum_of(&self.dy, terms), |(_, dy)| dy)
    }
}

/// Chebyshev's nodes of a polynomial of this degree, in (0, 1).
fn nodes(degree: usize) -> impl Iterator<Item = f64> {
    let count = (degree + 1) as f64;
    (0..=degree).map(move |k| 0.5 - 0.5 * (PI * (k as f64 + 0.5) / count).cos())
}

fn slope(cubic: &[f64; 4], x: f64) -> f64 {
    cubic[1] + x * (cubic[2] + x * cubic[3])
}

fn gather(out: &mut [Interval], values: &[f64], first: bool) {
    for (range, &v) in out.iter_mut().zip(values) {
        *range = if first {
            Interval::new(v, v)
        } else {
            range.hull(Interval { low: v, high: v })
        };
    }
}

/// Widens each interval about its middle, `factor` ≥ 1.
fn widen(ranges: &mut [Interval], factor: f64) {
    for range in ranges {
        let more = 0.5 * (factor - 1.0) * (range.high - range.low);
        *range = Interval::new(range.low - more, range.high + more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest sum of the absolute values of Lagrange's polynomials, on a fine grid.
    fn lebesgue(degree: usize) -> f64 {
        let nodes: Vec<f64> = nodes(degree).map(|x| 2.0 * x - 1.0).collect();
        let sum = |x: f64| -> f64 {
            let term = |k: usize| {
                let others = (0..=degree).filter(|j| *j != k);
                others
                    .map(|j| (x - nodes[j]) / (nodes[k] - nodes[j]))
                    .product::<f64>()
                    .abs()
            };
            (0..=degree).map(term).sum()
        };
        (0..=20_000)
            .map(|i| sum(-1.0 + 1e-4 * f64::from(i)))
            .fold(0.0, f64::max)
    }

    #[test]
    fn constants_are_lebesgues() {
        for degree in 1..=DEGREE_MAX {
            let exact = lebesgue(degree);
            // 0.01: rounded up to the second digit
            assert!(
                LEBESGUE[degree] >= exact - 1e-9 && LEBESGUE[degree] < exact + 0.01,
                "{degree}: {exact}"
            );
        }
    }

    /// A step of a polynomial of degree 5, whose bounds hold it on every part.
    #[test]
    fn bounds_hold_the_state() {
        struct Quintic;
        let value = |t: f64| [t * (1.0 - t * t) * (2.0 + t), t.powi(5) - 0.3 * t];
        let rate = |t: f64| {
            [
                2.0 + 2.0 * t - 6.0 * t * t - 4.0 * t.powi(3),
                5.0 * t.powi(4) - 0.3,
            ]
        };
        impl crate::integrators::Dense for Quintic {
            fn order(&self) -> u32 {
                5
            }
            fn degree(&self) -> usize {
                5
            }
            fn interpolate(&self, t: f64, y: &mut [f64], dy: &mut [f64]) {
                y.copy_from_slice(&[t * (1.0 - t * t) * (2.0 + t), t.powi(5) - 0.3 * t]);
                dy.copy_from_slice(&[
                    2.0 + 2.0 * t - 6.0 * t * t - 4.0 * t.powi(3),
                    5.0 * t.powi(4) - 0.3,
                ]);
            }
        }
        let (t0, t1) = (-0.4, 1.3);
        let step = Step {
            t0,
            t1,
            y0: &value(t0),
            dy0: &rate(t0),
            y1: &value(t1),
            dy1: &rate(t1),
            dense: &Quintic,
        };
        let mut enclosure = Enclosure::new(2, 2);
        assert!(enclosure.fit(&step));
        for k in 0..16 {
            let (a, b) = (t0 + 0.1 * f64::from(k), t0 + 0.1 * f64::from(k + 2));
            let b = f64::min(b, t1);
            for dense in [false, true] {
                if dense {
                    enclosure.take(&step, a, b);
                } else {
                    enclosure.take_cubic(a, b);
                }
                for i in 0..=50 {
                    let t = a + (b - a) * f64::from(i) / 50.0;
                    for c in 0..2 {
                        // 1e-14: rounding
                        let near = |r: Interval, v: f64| r.low <= v + 1e-14 && v - 1e-14 <= r.high;
                        assert!(
                            near(enclosure.y[c], value(t)[c]) && near(enclosure.dy[c], rate(t)[c])
                        );
                    }
                }
            }
        }
    }
}
