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

/// An answer to itself that is this part of the largest one is rounding: joints hold it.
const HELD: f64 = 1e-13;

/// What is left of a diagonal entry by elimination, relative to it, below which the column depends on those before.
const DEPENDENT: f64 = 1e-10;
/// A w as negative as this, relative to the terms it is the sum of, is zero.
const ROUNDING: f64 = 1e-13;

/// Solves for z (length n) with `a` of shape (n, n), row by row. `None`: there is no solution, or an entry is not finite.
pub fn solve(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    if !a.iter().chain(b).all(|x| x.is_finite()) {
        return None;
    }
    by_blocks(a, b, solve_block)
}

/// Unknowns that have no term in common are problems of their own, whose work grows with their own cubes.
fn by_blocks(
    a: &[f64],
    b: &[f64],
    each: impl Fn(&[f64], &[f64]) -> Option<Vec<f64>>,
) -> Option<Vec<f64>> {
    let n = b.len();
    let blocks = blocks(a, n);
    if blocks.len() <= 1 {
        return each(a, b);
    }
    let mut z = vec![0.0; n];
    for block in blocks {
        let rows = block
            .iter()
            .flat_map(|i| block.iter().map(move |j| i * n + j));
        let own: Vec<f64> = rows.map(|at| a[at]).collect();
        let right: Vec<f64> = block.iter().map(|i| b[*i]).collect();
        for (i, found) in block.iter().zip(each(&own, &right)?) {
            z[*i] = found;
        }
    }
    Some(z)
}

/// The unknowns that terms of `a` connect, in rising order.
fn blocks(a: &[f64], n: usize) -> Vec<Vec<usize>> {
    let mut is_taken = vec![false; n];
    let mut blocks = Vec::new();
    for first in 0..n {
        if std::mem::replace(&mut is_taken[first], true) {
            continue;
        }
        let (mut block, mut at) = (vec![first], 0);
        while let Some(&i) = block.get(at) {
            for j in 0..n {
                if !is_taken[j] && (a[i * n + j] != 0.0 || a[j * n + i] != 0.0) {
                    is_taken[j] = true;
                    block.push(j);
                }
            }
            at += 1;
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
}

fn solve_block(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut z = vec![0.0; n];
    let mut free: Vec<usize> = Vec::new();
    // Each set of free unknowns comes once; rounding must not let it go in circles.
    for _ in 0..20 * (n + 1) {
        let Some(j) = most_negative(a, b, &z, &free) else {
            return Some(z);
        };
        let toward = solve_on(a, &free, &column(a, n, &free, j))?;
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
            let best = solve_on(a, &free, &right)?;
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

/// Of all z ≥ 0 that leave the same w as this one, that with the least sum of squares. They differ where A is singular.
///
/// With N an orthonormal basis of A's nullspace the others are `(1 − N·Nᵀ)·z + N·y`. The least of them has a gradient that A's range and the bounds
/// hold, `Nᵀ·(z − s) = 0` with `0 ≤ s ⟂ z ≥ 0`: a problem of complementarity with the matrix N·Nᵀ.
pub fn least(a: &[f64], z: &[f64]) -> Vec<f64> {
    by_blocks(a, z, |a, z| Some(least_of_block(a, z))).unwrap_or_else(|| z.to_vec())
}

fn least_of_block(a: &[f64], z: &[f64]) -> Vec<f64> {
    let n = z.len();
    let nullspace = nullspace(a, n);
    if nullspace.is_empty() {
        return z.to_vec();
    }
    let q: Vec<f64> = (0..n * n)
        .map(|at| nullspace.iter().map(|v| v[at / n] * v[at % n]).sum())
        .collect();
    let outside: Vec<f64> = (0..n).map(|i| z[i] - dot(&q[i * n..][..n], z)).collect();
    match solve_block(&q, &outside) {
        Some(s) => (0..n)
            .map(|i| (outside[i] + dot(&q[i * n..][..n], &s)).max(0.0))
            .collect(),
        None => z.to_vec(),
    }
}

/// An orthonormal basis of the nullspace of A, n·n numbers. Each column that depends on others gives one direction; those that stand for all are the ones of
/// which most is new, one after the other.
pub fn nullspace(a: &[f64], n: usize) -> Vec<Vec<f64>> {
    let (mut independent, mut rest): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..n).collect());
    let mut left = a.to_vec();
    // What others hold entirely has an answer of rounding alone.
    let most = (0..n).fold(0.0f64, |most, j| most.max(a[j * n + j]));
    let new_of = |left: &[f64], j: usize| match a[j * n + j] {
        answer if answer > HELD * most => left[j * n + j] / answer,
        _ => 0.0,
    };
    // Of equals the first.
    while let Some(at) = (0..rest.len())
        .rev()
        .max_by(|i, j| new_of(&left, rest[*i]).total_cmp(&new_of(&left, rest[*j])))
        .filter(|at| new_of(&left, rest[*at]) > DEPENDENT)
    {
        let j = rest.remove(at);
        eliminate(&mut left, n, j);
        independent.push(j);
    }
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let Some(factors) = Factors::of(a, &independent) else {
        return basis;
    };
    for j in rest {
        let toward = factors.solve(&column(a, n, &independent, j));
        let mut v = vec![0.0; n];
        v[j] = 1.0;
        for (i, d) in independent.iter().zip(&toward) {
            v[*i] = -d;
        }
        // Twice is enough: W. Kahan, by Parlett.
        for q in basis.iter().chain(&basis) {
            let along = dot(q, &v);
            v.iter_mut().zip(q).for_each(|(v, q)| *v -= along * q);
        }
        let size = dot(&v, &v).sqrt();
        basis.push(v.into_iter().map(|x| x / size).collect());
    }
    basis
}

/// What is left of a symmetric matrix, n·n numbers, once the unknown `k` follows from the others: Schur's complement, its row and column zero.
pub fn eliminate(a: &mut [f64], n: usize, k: usize) {
    let (row, pivot) = (a[k * n..][..n].to_vec(), a[k * n + k]);
    let couples = |i: &usize| row[*i] != 0.0;
    for i in (0..n).filter(couples) {
        let factor = row[i] / pivot;
        let own = a[i * n..][..n].iter_mut();
        own.zip(&row).for_each(|(own, of_k)| *own -= factor * of_k);
    }
    for i in 0..n {
        (a[k * n + i], a[i * n + k]) = (0.0, 0.0);
    }
}

/// The same of any matrix.
pub fn eliminate_from_any(a: &mut [f64], n: usize, k: usize) {
    let (row, pivot) = (a[k * n..][..n].to_vec(), a[k * n + k]);
    for i in 0..n {
        let factor = a[i * n + k] / pivot;
        if factor != 0.0 {
            let own = a[i * n..][..n].iter_mut();
            own.zip(&row).for_each(|(own, of_k)| *own -= factor * of_k);
        }
    }
    for i in 0..n {
        (a[k * n + i], a[i * n + k]) = (0.0, 0.0);
    }
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

/// Solves the equations of the free unknowns by the factors L·D·Lᵀ, D on the diagonal. `None`: they depend on each other.
pub fn solve_on(a: &[f64], free: &[usize], right: &[f64]) -> Option<Vec<f64>> {
    Some(Factors::of(a, free)?.solve(right))
}

/// `L·D·Lᵀ` of the entries of a symmetric matrix at some unknowns.
struct Factors {
    /// Below the diagonal, row by row.
    l: Vec<f64>,
    d: Vec<f64>,
}

impl Factors {
    /// `None`: these entries are not positive definite.
    fn of(a: &[f64], free: &[usize]) -> Option<Self> {
        let (m, n) = (free.len(), a.len().isqrt());
        let (mut l, mut d) = (vec![0.0; m * m], vec![0.0; m]);
        for i in 0..m {
            for j in 0..=i {
                let [own, other] = [i, j].map(|row| &l[row * m..][..j]);
                let each = own.iter().zip(other).zip(&d);
                let known: f64 = each.map(|((own, other), d)| own * other * d).sum();
                let rest = a[free[i] * n + free[j]] - known;
                if i == j {
                    d[i] = rest;
                } else {
                    l[i * m + j] = rest / d[j];
                }
            }
            if !(d[i] > 0.0) {
                return None;
            }
        }
        Some(Self { l, d })
    }

    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (l, m) = (&self.l, self.d.len());
        let mut x = right.to_vec();
        for i in 0..m {
            let known: f64 = (0..i).map(|k| l[i * m + k] * x[k]).sum();
            x[i] -= known;
        }
        for i in (0..m).rev() {
            let known: f64 = (i + 1..m).map(|k| l[k * m + i] * x[k]).sum();
            x[i] = x[i] / self.d[i] - known;
        }
        x
    }
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

    /// Two contacts on a line nearly along x, each with tangents along x and y: W = (1 0 0; 0 1 0; 1 0 −ε; 0 1 1), A = W·M⁻¹·Wᵀ. The row of the second contact
    /// along x says something new, but so little that with it the last one would be found independent by rounding.
    #[test]
    fn what_carries_together_hangs_on_no_order() {
        for epsilon in [0.0, 1e-6, 2e-5, 3e-5, 1e-3, 0.3] {
            let w = [
                [1.0, 0.0, 0.1],
                [0.0, 1.0, 0.2],
                [1.0, 0.0, 0.1 - epsilon],
                [0.0, 1.0, 1.2],
            ];
            let inverse_mass = [0.9, 0.9, 7.3];
            let a: Vec<f64> = (0..16)
                .map(|at| {
                    (0..3)
                        .map(|k| w[at / 4][k] * inverse_mass[k] * w[at % 4][k])
                        .sum()
                })
                .collect();
            let shares = nullspace(&a, 4);
            assert_eq!(shares.len(), 1, "{epsilon}");
            for k in 0..3 {
                let left: f64 = (0..4).map(|row| w[row][k] * shares[0][row]).sum();
                // Rounding of A, as it is of the square of W.
                assert!(left.abs() < 1e-13, "{epsilon}: {left:e}");
            }
        }
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
        // On equal springs each leg carries a quarter; rounding of three linear equations.
        for force in least(&a, &z) {
            assert!((force - 9.81 / 4.0).abs() < 1e-13, "{force}");
        }
        // Away from the middle as springs under a plate that sinks by p + q·x + r·y do, unless they would pull: under (0.3, 0.1) with
        // forces 1/4·(1 + 0.3·x + 0.1·y), under (0.8, 0.6) on three legs alone.
        for (at, exact) in [
            ([0.3, 0.1], [0.35, 0.3, 0.15, 0.2]),
            ([0.8, 0.6], [0.7, 0.2, 0.0, 0.1]),
        ] {
            let weight = corners.map(|p: [f64; 2]| -1.0 - 4.0 * (p[0] * at[0] + p[1] * at[1]));
            let z = least(&a, &check(&a, &weight));
            for (z, exact) in z.iter().zip(exact) {
                assert!((z - exact).abs() < 1e-13, "{z} {exact}");
            }
        }
    }

    /// Problems without a term in common, in any order, have the solutions that each has alone, to the bit.
    #[test]
    fn blocks_are_solved_alone() {
        let parts: [(&[f64], &[f64]); 3] = [
            (&[2.0, -1.0, -1.0, 2.0], &[-2.0, 0.5]),
            (&[3.0], &[-1.0]),
            (
                &[1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 5.0],
                &[-1.0, -1.0, 2.0],
            ),
        ];
        // Where the unknowns of each stand in the whole.
        let places: [&[usize]; 3] = [&[4, 1], &[2], &[0, 3, 5]];
        let (mut a, mut b) = (vec![0.0; 36], vec![0.0; 6]);
        for ((part, right), place) in parts.iter().zip(places) {
            for (i, row) in place.iter().enumerate() {
                b[*row] = right[i];
                for (j, column) in place.iter().enumerate() {
                    a[row * 6 + column] = part[i * place.len() + j];
                }
            }
        }
        let z = check(&a, &b);
        let shared = least(&a, &z);
        for ((part, right), place) in parts.iter().zip(places) {
            // In the order in which they stand in the whole.
            let mut order: Vec<usize> = (0..place.len()).collect();
            order.sort_by_key(|k| place[*k]);
            let m = place.len();
            let part: Vec<f64> = order
                .iter()
                .flat_map(|i| order.iter().map(move |j| part[i * m + j]))
                .collect();
            let right: Vec<f64> = order.iter().map(|i| right[*i]).collect();
            let alone = solve(&part, &right).unwrap();
            let least = least(&part, &alone);
            for (k, i) in order.iter().enumerate() {
                assert_eq!(z[place[*i]].to_bits(), alone[k].to_bits());
                assert_eq!(shared[place[*i]].to_bits(), least[k].to_bits());
            }
        }
        // Two legs side by side share alike; rounding of a few terms.
        for share in [shared[0], shared[3]] {
            assert!((share - 0.5).abs() < 1e-15, "{share}");
        }
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
                    let z = check(&a, &b);
                    // The least one leaves the same w, and is no longer.
                    let least = least(&a, &z);
                    for i in 0..n {
                        let moved: f64 = (0..n).map(|j| a[i * n + j] * (least[j] - z[j])).sum();
                        assert!(moved.abs() < 1e-9 && least[i] >= 0.0, "{moved}");
                    }
                    let [short, long] = [&least, &z].map(|z| super::dot(z, z).sqrt());
                    // Norms of vectors up to the rounding of A's dependent columns.
                    assert!(short <= long * (1.0 + 1e-9), "{short} {long}");
                }
            }
        }
    }
}
