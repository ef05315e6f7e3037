//! Linear complementarity problems: `w = A·z + b ≥ 0, z ≥ 0, z·w = 0`, with A symmetric and positive semidefinite.
//!
//! Contacts that may press and not pull ask for these, with z the impulses or forces and w the speeds or accelerations that are left. They are the
//! conditions of the minimum of ½·zᵀ·A·z + bᵀ·z over z ≥ 0, which the method of active sets finds: the unknown whose w is most negative
//! joins those that are free, these are solved for, and what would become negative leaves. Small problems: everything is full.
//!
//! Where A is singular (a table on four legs) several z give the same w. The free unknowns always have independent columns: one that depends on those
//! already free takes their place, as far along their dependence as all stay positive.
//!
//! Source: C.L. Lawson, R.J. Hanson, Solving Least Squares Problems (1974), chapter 23, with A and b in place of a least squares problem.

/// What is left of a diagonal entry by elimination, in parts of it, below which the column depends on those before.
const DEPENDENT: f64 = 1e-10;
/// A w as negative as this, in parts of the terms it is the sum of, is zero.
const ROUNDING: f64 = 1e-13;

/// Solves for z (length n) with `a` of shape (n, n), row by row. `None`: there is no solution, or an entry is not finite.
pub fn solve(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut z = vec![0.0; n];
    if !a.iter().chain(b).all(|x| x.is_finite()) {
        return None;
    }
    let mut free: Vec<usize> = Vec::new();
    // Each set of free unknowns comes once; rounding must not let it go in circles.
    for _ in 0..20 * (n + 1) {
        let Some(j) = most_negative(a, b, &z, &free) else {
            return Some(z);
        };
        let toward = solve_free(a, &free, &column(a, n, &free, j))?;
        let left = a[j * n + j] - dot(&column(a, n, &free, j), &toward);
        if left <= DEPENDENT * a[j * n + j] {
            // Along d = (1, −toward) the curvature is zero and the slope negative: as far as it goes.
            let steps = free.iter().zip(&toward).enumerate();
            let (out, step) = steps
                .filter(|(_, (_, d))| **d > 0.0)
                .map(|(k, (i, d))| (k, z[*i] / d))
                .min_by(|x, y| x.1.total_cmp(&y.1))?;
            for (i, d) in free.iter().zip(&toward) {
                z[*i] = (z[*i] - step * d).max(0.0);
            }
            z[j] += step;
            z[free.remove(out)] = 0.0;
        }
        free.push(j);
        loop {
            let right: Vec<f64> = free.iter().map(|i| -b[*i]).collect();
            let best = solve_free(a, &free, &right)?;
            let blocking = free
                .iter()
                .zip(&best)
                .enumerate()
                .filter(|(_, (_, s))| **s <= 0.0)
                .map(|(k, (i, s))| (k, z[*i] / (z[*i] - s)))
                .min_by(|x, y| x.1.total_cmp(&y.1));
            let Some((out, step)) = blocking else {
                for (i, s) in free.iter().zip(&best) {
                    z[*i] = *s;
                }
                break;
            };
            let step = if step.is_finite() { step } else { 0.0 };
            for (i, s) in free.iter().zip(&best) {
                z[*i] = (z[*i] + step * (s - z[*i])).max(0.0);
            }
            z[free.remove(out)] = 0.0;
        }
    }
    None
}

/// The unknown outside the free ones with the most negative w.
fn most_negative(a: &[f64], b: &[f64], z: &[f64], free: &[usize]) -> Option<usize> {
    let n = b.len();
    let w = |i: usize| {
        let terms = (0..n).map(|j| a[i * n + j] * z[j]);
        let (sum, size) = terms.fold((b[i], b[i].abs()), |(s, m), x| (s + x, m + x.abs()));
        if sum < -ROUNDING * size { sum } else { 0.0 }
    };
    (0..n)
        .filter(|i| !free.contains(i))
        .map(|i| (i, w(i)))
        .filter(|(_, w)| *w < 0.0)
        .min_by(|x, y| x.1.total_cmp(&y.1))
        .map(|(i, _)| i)
}

fn column(a: &[f64], n: usize, free: &[usize], j: usize) -> Vec<f64> {
    free.iter().map(|i| a[i * n + j]).collect()
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// Solves the equations of the free unknowns by the factors L·D·Lᵀ, D on the diagonal.
fn solve_free(a: &[f64], free: &[usize], right: &[f64]) -> Option<Vec<f64>> {
    let (m, n) = (free.len(), a.len().isqrt());
    let mut l = vec![0.0; m * m];
    for i in 0..m {
        for j in 0..=i {
            let known: f64 = (0..j)
                .map(|k| l[i * m + k] * l[j * m + k] * l[k * m + k])
                .sum();
            let rest = a[free[i] * n + free[j]] - known;
            l[i * m + j] = if i == j { rest } else { rest / l[j * m + j] };
        }
        if !(l[i * m + i] > 0.0) {
            return None;
        }
    }
    let mut x = right.to_vec();
    for i in 0..m {
        let known: f64 = (0..i).map(|k| l[i * m + k] * x[k]).sum();
        x[i] -= known;
    }
    for i in (0..m).rev() {
        let known: f64 = (i + 1..m).map(|k| l[k * m + i] * x[k]).sum();
        x[i] = x[i] / l[i * m + i] - known;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &[f64], b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let z = solve(a, b).unwrap();
        for i in 0..n {
            let w: f64 = b[i] + (0..n).map(|j| a[i * n + j] * z[j]).sum::<f64>();
            // Rounding of sums of numbers of order one.
            assert!(
                z[i] >= 0.0 && w > -1e-10 && (z[i] * w).abs() < 1e-10,
                "{z:?} {w}"
            );
        }
        z
    }

    #[test]
    fn one_unknown() {
        assert_eq!(solve(&[2.0], &[1.0]).unwrap(), [0.0]);
        assert_eq!(solve(&[2.0], &[-3.0]).unwrap(), [1.5]);
        assert_eq!(solve(&[0.0], &[-1.0]), None);
        assert_eq!(solve(&[1.0], &[f64::NAN]), None);
        assert_eq!(solve(&[], &[]).unwrap(), [0.0; 0]);
    }

    #[test]
    fn three_balls_in_a_row() {
        // Equal balls: A = [2 −1; −1 2]; the first comes with speed 1, e = 1: b = −2·(1, 0)... of gap rates (−1, 0).
        let z = check(&[2.0, -1.0, -1.0, 2.0], &[-2.0, 0.0]);
        // Velocities (1, 0, 0) − Wᵀ·z: (−1/3, 2/3, 2/3).
        assert!((1.0 - z[0] + 1.0 / 3.0).abs() < 1e-15);
        assert!((z[0] - z[1] - 2.0 / 3.0).abs() < 1e-15 && (z[1] - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn four_legs_of_a_table_share_three_forces() {
        // Rank 3: heights of the corners of a rigid plate, mass 1, inertias 1/4.
        let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
        let a: Vec<f64> = corners
            .iter()
            .flat_map(|p| corners.map(|q: [f64; 2]| 1.0 + 4.0 * (p[0] * q[0] + p[1] * q[1])))
            .collect();
        let z = check(&a, &[-9.81; 4]);
        assert!((z.iter().sum::<f64>() - 9.81).abs() < 1e-12);
    }

    #[test]
    fn random_problems() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        for n in 1..9 {
            for rank in 1..=n {
                for _ in 0..20 {
                    let g: Vec<f64> = (0..n * rank).map(|_| random()).collect();
                    let dot = |i: usize, j: usize| -> f64 {
                        (0..rank).map(|k| g[i * rank + k] * g[j * rank + k]).sum()
                    };
                    let a: Vec<f64> = (0..n * n).map(|k| dot(k / n, k % n)).collect();
                    // b in the range of G: speeds of contacts, for which there is always a solution.
                    let v: Vec<f64> = (0..rank).map(|_| random()).collect();
                    let b: Vec<f64> = (0..n)
                        .map(|i| (0..rank).map(|k| g[i * rank + k] * v[k]).sum())
                        .collect();
                    check(&a, &b);
                }
            }
        }
    }
}
