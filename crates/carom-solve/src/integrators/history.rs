//! Earlier states of a multistep method, and the polynomial through them.
//!
//! ```text
//! P(t) = Σ_j D_j·(t - t₀)···(t - t_{j-1})       D_j = y[t₀, ..., t_j]: divided differences, t₀ the newest time
//! ```
//!
//! Keeping points, not differences, makes all lengths of steps alike, and the move of a chart exact: each point is written anew in
//! the new chart, where the motion is as smooth as in the old one.

use crate::problem::Problem;

/// Most points that a method keeps.
pub const POINTS_MAX: usize = 14;

/// Which of the two a polynomial interpolates.
#[derive(Clone, Copy, PartialEq)]
pub enum Of {
    States,
    Rates,
}

/// The newest points, newest first.
pub struct History {
    of: Of,
    times: [f64; POINTS_MAX],
    states: Vec<Vec<f64>>,
    rates: Vec<Vec<f64>>,
    differences: Vec<Vec<f64>>,
    count: usize,
}

impl History {
    /// Room for this many points of length n.
    pub fn new(of: Of, n: usize, room: usize) -> History {
        let vectors = || vec![vec![0.0; n]; room];
        History {
            of,
            times: [0.0; POINTS_MAX],
            states: vectors(),
            rates: vectors(),
            differences: vectors(),
            count: 0,
        }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The time of point j.
    pub fn time(&self, j: usize) -> f64 {
        self.times[j]
    }

    /// The times of all points.
    pub fn times(&self) -> &[f64] {
        &self.times[..self.count]
    }

    /// D_j.
    pub fn difference(&self, j: usize) -> &[f64] {
        &self.differences[j]
    }

    /// Forgets the newest point.
    pub fn drop_newest(&mut self) {
        self.times[..self.states.len()].rotate_left(1);
        self.states.rotate_left(1);
        self.rates.rotate_left(1);
        self.count -= 1;
    }

    /// A new newest point, filled by `fill` (state, rates); the oldest one makes room.
    pub fn push(&mut self, t: f64, fill: impl FnOnce(&mut [f64], &mut [f64])) {
        self.times[..self.states.len()].rotate_right(1);
        self.states.rotate_right(1);
        self.rates.rotate_right(1);
        self.times[0] = t;
        fill(&mut self.states[0], &mut self.rates[0]);
        self.count = (self.count + 1).min(self.states.len());
    }

    /// Writes all points in the chart whose origin will be `end`.
    pub fn carry(&mut self, problem: &dyn Problem, end: &[f64]) {
        let points = self.states.iter_mut().zip(&mut self.rates);
        for (y, dy) in points.take(self.count) {
            problem.carry(end, y, dy);
        }
    }

    /// Computes the differences of the points in hand.
    pub fn difference_all(&mut self) {
        let values = match self.of {
            Of::States => &self.states,
            Of::Rates => &self.rates,
        };
        for (d, value) in self.differences.iter_mut().zip(values).take(self.count) {
            d.copy_from_slice(value);
        }
        for level in 1..self.count {
            for j in (level..self.count).rev() {
                let width = 1.0 / (self.times[j] - self.times[j - level]);
                let (newer, older) = self.differences.split_at_mut(j);
                for (d, before) in older[0].iter_mut().zip(&newer[j - 1]) {
                    *d = (*d - before) * width;
                }
            }
        }
    }

    /// `P(t)` and `P'(t)` of the polynomial of this degree.
    pub fn evaluate(&self, degree: usize, t: f64, value: &mut [f64], slope: &mut [f64]) {
        let nodes = &self.times[..degree];
        newton_polynomial(&self.differences[..=degree], nodes, t, value, slope);
    }
}

/// `Σ_j d_j·(t - t₀)···(t - t_{j-1})` and its slope.
pub fn newton_polynomial(
    differences: &[Vec<f64>],
    nodes: &[f64],
    t: f64,
    value: &mut [f64],
    slope: &mut [f64],
) {
    value.copy_from_slice(&differences[0]);
    slope.fill(0.0);
    let (mut product, mut product_slope) = (1.0, 0.0);
    for (d, node) in differences[1..].iter().zip(nodes) {
        product_slope = product_slope * (t - node) + product;
        product *= t - node;
        for ((value, slope), d) in value.iter_mut().zip(slope.iter_mut()).zip(d) {
            *value += product * d;
            *slope += product_slope * d;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_is_met_exactly() {
        let p = |t: f64| 1.0 + t * (2.0 + t * (-3.0 + t * 0.5));
        let dp = |t: f64| 2.0 + t * (-6.0 + t * 1.5);
        let mut history = History::new(Of::States, 1, 5);
        for t in [0.0, 0.3, 0.35, 1.0, 1.5, 1.6] {
            history.push(t, |y, _| y[0] = p(t));
        }
        history.difference_all();
        assert_eq!(history.count(), 5);
        let (mut value, mut slope) = ([0.0], [0.0]);
        for t in [0.0, 0.7, 2.0] {
            for degree in [3, 4] {
                history.evaluate(degree, t, &mut value, &mut slope);
                // Rounding, enlarged by differences over distances of 0.05.
                assert!((value[0] - p(t)).abs() < 1e-12 && (slope[0] - dp(t)).abs() < 1e-11);
            }
        }
    }
}
