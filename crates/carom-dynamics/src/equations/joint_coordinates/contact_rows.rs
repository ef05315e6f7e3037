//! Rows of rigid contacts beside those that close loops, and friction of those that slide.
//!
//! Friction `−μ·s` of a unit of the normal force goes with its multiplier, so that the matrix of the rows is not symmetric any more:
//!
//! ```text
//! A = G·M⁻¹·(Gᵀ − Tᵀ·μ·s)        A·λ = γ − G·a₀        a = a₀ + M⁻¹·(Gᵀ − Tᵀ·μ·s)·λ
//! ```
//!
//! Its determinant changes its sign where friction draws a sliding contact in ([`crate::equations::drawn_in`]): that of all equations at acceleration level is the product of this one
//! and of others that keep theirs. No step leads there; absolute coordinates go on, and say what is wrong.

use super::recursion::{Pair, Recursion};
use super::tree::Tree;
use crate::equations::Equations;
use crate::equations::joint_coordinates::recursion::Block;
use carom_base::Vec3;
use carom_solve::Fault;

/// A pivot, relative to the largest entry of its column, that is rounding.
const ROUNDING: f64 = 1e-14;

/// Rows of contacts, and their friction.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactRows {
    /// Rows of all that are solved for in any case: they may end to press.
    pub rows: Vec<usize>,
    /// Friction by a unit of the multiplier of a row, of what slides.
    pub pulls: Vec<Block>,
    /// What pushes each coordinate by these of one row.
    push: Vec<f64>,
    /// Rows in the order of their pivots.
    order: Vec<usize>,
    /// Room for a right side.
    room: Vec<f64>,
    /// The sign of the determinant where it was factored last, and where the last event was decided.
    is_negative: bool,
    was_negative: Option<bool>,
}

impl ContactRows {
    /// These rows, ascending.
    pub fn new(rows: Vec<usize>) -> Self {
        Self {
            rows,
            ..Self::default()
        }
    }

    /// What slides, in the state in the arrays: its friction by a unit of the normal force, whose row is one of `rows`.
    pub fn slide(&mut self, e: &Equations, rows: &[usize], node_of: &[usize]) {
        self.pulls.clear();
        let system = &*e.system;
        for (k, friction) in system.rigid.contact_frictions.iter().enumerate() {
            let Ok(row) = rows.binary_search(&system.stop_row(friction.stop)) else {
                continue;
            };
            let Some((s, mu)) = e.sliding(k) else {
                continue;
            };
            let (pull, view) = (s.map(|s| -mu * s), e.view());
            let slip = system.slip(k);
            slip.forces(&system.mechanism, &view, pull, &mut |b, q: [f64; 6]| {
                let turning = match system.mechanism.bodies[b].turns {
                    true => e.now.bodies[b].R * Vec3::new(q[3], q[4], q[5]),
                    false => Vec3::zeros(),
                };
                self.pulls.push(Block {
                    row,
                    node: node_of[b],
                    g: Pair {
                        turning,
                        moving: Vec3::new(q[0], q[1], q[2]),
                    },
                });
            });
        }
    }

    /// Makes the whole matrix of its lower half, with the friction of what slides. `pushes`: what pushes each coordinate, row by row; `paths` and `loads` as there.
    pub fn add_to(
        &mut self,
        matrix: &mut [f64],
        (tree, recursion): (&Tree, &Recursion),
        (pushes, paths, loads): (&[f64], &[Vec<usize>], &mut [Pair]),
    ) {
        let (m, n) = (paths.len(), tree.count);
        for i in 0..m {
            for j in i + 1..m {
                matrix[i * m + j] = matrix[j * m + i];
            }
        }
        for pulls in self.pulls.chunk_by(|a, b| a.row == b.row) {
            let row = pulls[0].row;
            paths[row].iter().for_each(|k| loads[*k] = Pair::ZERO);
            for pull in pulls {
                loads[pull.node].add(&pull.g, -1.0);
            }
            self.push.clear();
            self.push.resize(n, 0.0);
            recursion.push(tree, &paths[row], loads, &mut self.push);
            for i in 0..m {
                matrix[i * m + row] += recursion.product(&pushes[i * n..][..n], &self.push);
            }
        }
    }

    /// A = P·L·U in its own place, L with ones on its diagonal; `false`: a pivot is rounding.
    pub fn factor(&mut self, a: &mut [f64], m: usize) -> bool {
        self.order.clear();
        self.order.extend(0..m);
        let mut is_negative = false;
        for k in 0..m {
            let whole = (0..m).map(|i| a[i * m + k].abs()).fold(0.0, f64::max);
            let Some(best) =
                (k..m).max_by(|i, j| a[i * m + k].abs().total_cmp(&a[j * m + k].abs()))
            else {
                return false;
            };
            if best != k {
                (0..m).for_each(|c| a.swap(k * m + c, best * m + c));
                self.order.swap(k, best);
                is_negative = !is_negative;
            }
            let pivot = a[k * m + k];
            if pivot.is_nan() || pivot.abs() <= ROUNDING * whole {
                return false;
            }
            is_negative ^= pivot < 0.0;
            for i in k + 1..m {
                let factor = a[i * m + k] / pivot;
                a[i * m + k] = factor;
                for c in k + 1..m {
                    a[i * m + c] -= factor * a[k * m + c];
                }
            }
        }
        self.is_negative = is_negative;
        true
    }

    /// The determinant may have another sign from here on: an event has decided anew what slides, and in which direction.
    pub fn begin(&mut self) {
        self.was_negative = None;
    }

    /// Whether forces of what slides are bounded from the last event on, where it was factored last.
    ///
    /// # Errors
    /// When they are not.
    pub fn is_determined(&mut self) -> Result<(), Fault> {
        if self.pulls.is_empty() {
            return Ok(());
        }
        let was_negative = *self.was_negative.get_or_insert(self.is_negative);
        if was_negative == self.is_negative {
            return Ok(());
        }
        Err(Fault {
            message: "friction draws a sliding contact in".into(),
        })
    }

    /// A·λ = x, in the place of x.
    pub fn solve(&mut self, a: &[f64], x: &mut [f64]) {
        let m = x.len();
        self.room.clear();
        self.room.extend(self.order.iter().map(|row| x[*row]));
        x.copy_from_slice(&self.room);
        for i in 0..m {
            for k in 0..i {
                x[i] -= a[i * m + k] * x[k];
            }
        }
        for i in (0..m).rev() {
            for k in i + 1..m {
                x[i] -= a[i * m + k] * x[k];
            }
            x[i] /= a[i * m + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_that_is_not_symmetric() {
        let a = [0.0, 2.0, -1.0, 3.0, 1.0, 4.0, 1.0, -2.0, 0.5];
        let x = [1.0, -2.0, 3.0];
        let times = |a: &[f64], x: &[f64]| -> Vec<f64> {
            (0..3)
                .map(|i| (0..3).map(|j| a[3 * i + j] * x[j]).sum())
                .collect()
        };
        let mut rows = ContactRows::default();
        let (mut lu, mut b) = (a, times(&a, &x));
        assert!(rows.factor(&mut lu, 3));
        // det = 0·(0.5 + 8) − 2·(1.5 − 4) − 1·(−6 − 1) = 12.
        assert!(!rows.is_negative);
        rows.solve(&lu, &mut b);
        for (x, b) in x.iter().zip(&b) {
            // Rounding.
            assert!((x - b).abs() < 1e-14, "{b}");
        }
        // Two of its rows the other way round.
        let mut swapped = [3.0, 1.0, 4.0, 0.0, 2.0, -1.0, 1.0, -2.0, 0.5];
        assert!(rows.factor(&mut swapped, 3));
        assert!(rows.is_negative);
        let mut dependent = [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.0, 1.0];
        assert!(!rows.factor(&mut dependent, 3));
    }
}
