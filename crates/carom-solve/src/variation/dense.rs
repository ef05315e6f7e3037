//! LU factors of a dense matrix, row by row, for several right sides at once: what belongs together stands side by side, so that the processor takes several numbers at once.

use super::add;
use crate::sparse::Singular;

/// A square matrix, then its factors with rows in an order of their own.
#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    n: usize,
    /// Row by row; as factors L below the diagonal, whose own diagonal is one, and U.
    values: Vec<f64>,
    /// At each row the one that it was exchanged with, in the order of the elimination.
    exchanged: Vec<usize>,
}

impl Dense {
    /// Becomes one, of so many rows.
    pub fn become_one(&mut self, n: usize) {
        self.n = n;
        self.values.clear();
        self.values.resize(n * n, 0.0);
        self.values.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
    }

    /// Adds to an entry.
    pub fn add(&mut self, (row, column): (usize, usize), x: f64) {
        self.values[row * self.n + column] += x;
    }

    /// Its factors in its place.
    ///
    /// # Errors
    /// When it is singular.
    pub fn factor(&mut self) -> Result<(), Singular> {
        let n = self.n;
        self.exchanged.clear();
        for k in 0..n {
            let at = |row: usize| self.values[row * n + k].abs();
            let best = (k + 1..n).fold(k, |best, row| if at(row) > at(best) { row } else { best });
            if !(at(best) > 0.0 && at(best).is_finite()) {
                return Err(Singular { column: k, row: k });
            }
            self.exchanged.push(best);
            let (above, below) = self.values.split_at_mut((k + 1) * n);
            let pivot = &mut above[k * n..];
            if best > k {
                pivot.swap_with_slice(&mut below[(best - k - 1) * n..][..n]);
            }
            for row in below.chunks_exact_mut(n).filter(|row| row[k] != 0.0) {
                row[k] /= pivot[k];
                let factor = -row[k];
                add(&mut row[k + 1..], factor, &pivot[k + 1..]);
            }
        }
        Ok(())
    }

    /// Solves for right sides, so many beside each other in each row.
    pub fn solve(&self, b: &mut [f64], columns: usize) {
        let n = self.n;
        for (k, other) in self.exchanged.iter().enumerate().filter(|(k, o)| k < *o) {
            let (above, below) = b.split_at_mut(other * columns);
            above[k * columns..][..columns].swap_with_slice(&mut below[..columns]);
        }
        for (k, row) in self.values.chunks_exact(n).enumerate() {
            let (above, below) = b.split_at_mut(k * columns);
            let own = &mut below[..columns];
            for (factor, known) in row.iter().zip(above.chunks_exact(columns)) {
                add(own, -factor, known);
            }
        }
        for (k, row) in self.values.chunks_exact(n).enumerate().rev() {
            let (above, below) = b.split_at_mut((k + 1) * columns);
            let own = &mut above[k * columns..];
            for (factor, known) in row[k + 1..].iter().zip(below.chunks_exact(columns)) {
                add(own, -factor, known);
            }
            own.iter_mut().for_each(|x| *x /= row[k]);
        }
    }

    /// Solves the transposed equations for one right side.
    pub fn solve_transposed(&self, b: &mut [f64]) {
        let n = self.n;
        for (k, row) in self.values.chunks_exact(n).enumerate() {
            b[k] /= row[k];
            let factor = -b[k];
            add(&mut b[k + 1..], factor, &row[k + 1..]);
        }
        for (k, row) in self.values.chunks_exact(n).enumerate().rev() {
            let factor = -b[k];
            add(&mut b[..k], factor, &row[..k]);
        }
        for (k, other) in self.exchanged.iter().enumerate().rev() {
            b.swap(k, *other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three right sides and one of the transposed equations, by what their solutions give back.
    #[test]
    fn both_ways() {
        let mut next = 3u32;
        let mut some = || {
            next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(next) / f64::from(u32::MAX) - 0.5
        };
        for n in 1..9 {
            let matrix: Vec<f64> = (0..n * n).map(|_| some()).collect();
            let mut dense = Dense::default();
            dense.become_one(n);
            for (k, x) in matrix.iter().enumerate() {
                let at = (k / n, k % n);
                dense.add(at, if at.0 == at.1 { x - 1.0 } else { *x });
            }
            dense.factor().unwrap();
            let x: Vec<f64> = (0..3 * n).map(|_| some()).collect();
            let entry = |row: usize, column: usize| matrix[row * n + column];
            let mut b: Vec<f64> = (0..3 * n)
                .map(|k| (0..n).map(|j| entry(k / 3, j) * x[3 * j + k % 3]).sum())
                .collect();
            dense.solve(&mut b, 3);
            // roundings, times condition numbers of some hundred
            let near = |a: &f64, b: &f64| assert!((a - b).abs() < 1e-11, "{n}: {a} {b}");
            x.iter().zip(&b).for_each(|(a, b)| near(a, b));
            let mut b: Vec<f64> = (0..n)
                .map(|k| (0..n).map(|j| entry(j, k) * x[j]).sum())
                .collect();
            dense.solve_transposed(&mut b);
            x.iter().zip(&b).for_each(|(a, b)| near(a, b));
        }
    }

    #[test]
    fn what_is_singular_has_none() {
        let mut dense = Dense::default();
        dense.become_one(2);
        dense.add((0, 1), 1.0);
        dense.add((1, 0), 1.0);
        assert!(dense.factor().is_err());
        dense.become_one(1);
        dense.add((0, 0), f64::NAN);
        assert!(dense.factor().is_err());
    }
}
