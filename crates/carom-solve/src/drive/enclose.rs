//! Bounds of the state and its rates over a part of the step in hand.
//!
//! The dense output of a method is a polynomial in time. A polynomial of degree d stays, over an interval, within Λ times the spread of its values
//! at d + 1 nodes there, Λ being the Lebesgue constant of the nodes: |p − m| ≤ Λ·max |p(xₖ) − m| for every number m. With the nodes of Chebyshev and
//! Lobatto Λ hardly grows with d (L. Brutman, SIAM J. Numer. Anal. 15 (1978) 694).

use crate::integrators::Step;
use carom_base::Interval;
use std::f64::consts::PI;

/// Lebesgue constants of the Chebyshev-Lobatto nodes of degree 0, 1, 2, ..., rounded up; a test computes them.
const LEBESGUE: [f64; 17] = [
    1.0, 1.0, 1.25, 1.67, 1.80, 1.99, 2.09, 2.21, 2.28, 2.37, 2.43, 2.50, 2.55, 2.61, 2.65, 2.70, 2.74,
];

/// The highest degree of a dense output.
const DEGREE_MAX: usize = LEBESGUE.len() - 1;

/// State and rates over an interval of time.
pub struct Enclosure {
    /// The interval.
    pub t: Interval,
    /// Bounds of the unknowns, length n.
    pub y: Vec<Interval>,
    /// Bounds of their rates, length n.
    pub dy: Vec<Interval>,
    at: [Vec<f64>; 2],
}

impl Enclosure {
    pub fn new(n: usize) -> Enclosure {
        Enclosure {
            t: Interval::ENTIRE,
            y: vec![Interval::ENTIRE; n],
            dy: vec![Interval::ENTIRE; n],
            at: [vec![0.0; n], vec![0.0; n]],
        }
    }

    /// Takes the part [a, b] of a step whose dense output is ready.
    pub fn take(&mut self, step: &Step<'_>, a: f64, b: f64) {
        self.t = Interval::new(a, b);
        let degree = step.degree().min(DEGREE_MAX);
        let [at, rates] = &mut self.at;
        for k in 0..=degree {
            let x = 0.5 - 0.5 * (PI * k as f64 / degree as f64).cos();
            let t = if k == degree { b } else { a + x * (b - a) };
            step.interpolate(t, at, rates);
            gather(&mut self.y, at, k == 0);
            gather(&mut self.dy, rates, k == 0);
        }
        widen(&mut self.y, LEBESGUE[degree]);
        widen(&mut self.dy, LEBESGUE[degree.max(1) - 1].max(LEBESGUE[degree]));
    }

    /// Takes a whole step by bounds of its rates, `low` and `high`, and its ends.
    pub fn take_whole(&mut self, step: &Step<'_>) {
        let h = step.h();
        self.t = Interval::new(step.t0, step.t1);
        for k in 0..self.y.len() {
            // From both ends at most as far as the rates lead.
            let (dy, reach) = (self.dy[k], Interval::new(0.0, h));
            let (from, to) = (reach * dy + step.y0[k], -(reach * dy) + step.y1[k]);
            let (low, high) = (from.low.max(to.low), from.high.min(to.high));
            self.y[k] = Interval::between(low, high).hull(Interval::between(step.y0[k], step.y1[k]));
        }
    }
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
        let nodes: Vec<f64> = (0..=degree)
            .map(|k| -(PI * k as f64 / degree as f64).cos())
            .collect();
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
            // 0.03: rounded up to the second or third digit
            assert!(
                LEBESGUE[degree] >= exact - 1e-9 && LEBESGUE[degree] < exact + 0.03,
                "{degree}: {exact}"
            );
        }
    }
}
