//! The sparse LU against nalgebra's dense one, over random and mechanical matrices.

#![allow(clippy::unwrap_used)] // a test may panic

use carom_solve::sparse::{Complex, LinearSolver, Lu, Matrix, Pattern, Scalar};
use nalgebra::{DMatrix, DVector};

/// A small generator with a fixed seed (Marsaglia's xorshift), uniform in (-1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        (((self.next() + 1.0) / 2.0) * n as f64) as usize % n
    }
}

fn dense(a: &Matrix) -> DMatrix<f64> {
    let mut full = DMatrix::zeros(a.pattern.n, a.pattern.n);
    for ((i, j), &v) in a.pattern.entries().zip(&a.values) {
        full[(i, j)] = v;
    }
    full
}

fn random_matrix(n: usize, per_column: usize, random: &mut Random) -> Matrix {
    let mut entries: Vec<_> = (0..n)
        .map(|i| (i, (i * 7 + 3) % n, 1.0 + random.next()))
        .collect();
    for j in 0..n {
        for _ in 0..per_column {
            entries.push((random.below(n), j, random.next()));
        }
    }
    Matrix::from_entries(n, &entries)
}

/// A chain of bodies (6 unknowns each) joined by revolute joints (5 multipliers), `[M Gᵀ; G 0]`.
fn chain(bodies: usize, random: &mut Random) -> Matrix {
    let n = 11 * bodies;
    let mut entries = Vec::new();
    for b in 0..bodies {
        for i in 0..6 {
            entries.push((6 * b + i, 6 * b + i, 1.0 + 0.5 * random.next()));
        }
        for c in 0..5 {
            let row = 6 * bodies + 5 * b + c;
            let first = if b == 0 { 0 } else { 6 * (b - 1) };
            for i in first..6 * (b + 1) {
                let g = random.next();
                entries.push((row, i, g));
                entries.push((i, row, g));
            }
        }
    }
    Matrix::from_entries(n, &entries)
}

fn residual(a: &Matrix, x: &[f64], b: &[f64]) -> f64 {
    let mut r = vec![0.0; b.len()];
    a.multiply_into(x, &mut r);
    r.iter()
        .zip(b)
        .fold(0.0, |m, (r, b)| f64::max(m, (r - b).abs()))
}

#[test]
fn agrees_with_the_dense_solution() {
    let mut random = Random(42);
    for n in [1, 2, 5, 17, 60] {
        for _ in 0..20 {
            let a = random_matrix(n, 3, &mut random);
            let b: Vec<f64> = (0..n).map(|_| random.next()).collect();
            let full = dense(&a);
            let condition = full.clone().svd(false, false).singular_values;
            if condition.min() < 1e-8 * condition.max() {
                continue;
            }
            let expected = full.lu().solve(&DVector::from_column_slice(&b)).unwrap();
            let mut lu = Lu::new(&a.pattern);
            lu.factor(&a.values).unwrap();
            let mut x = b.clone();
            lu.solve(&mut x);
            // Both solutions carry an error of the condition number (at most 1e8) times rounding.
            let error = (DVector::from_column_slice(&x) - &expected).amax();
            assert!(error <= 1e-7 * expected.amax(), "n = {n}: {error:e}");
            assert!(residual(&a, &x, &b) <= 1e-11 * (1.0 + expected.amax()));
        }
    }
}

#[test]
fn refactors_a_mechanical_matrix_without_a_new_search() {
    let mut random = Random(7);
    let mut a = chain(40, &mut random);
    let n = a.pattern.n;
    let b: Vec<f64> = (0..n).map(|_| random.next()).collect();
    let mut lu = Lu::new(&a.pattern);
    for round in 0..10 {
        for v in &mut a.values {
            *v *= 1.0 + 0.01 * random.next();
        }
        lu.factor(&a.values).unwrap();
        let mut x = b.clone();
        lu.solve(&mut x);
        let largest = x.iter().fold(0.0, |m, v| f64::max(m, v.abs()));
        // A backward error of rounding times a moderate growth.
        assert!(
            residual(&a, &x, &b) <= 1e-12 * (1.0 + largest),
            "round {round}"
        );
    }
    assert_eq!(lu.statistics().searches, 1);
    assert_eq!(lu.statistics().factorizations, 10);
}

#[test]
fn searches_again_when_a_pivot_vanishes() {
    let pattern = Pattern::dense(2);
    let mut lu = Lu::new(&pattern);
    lu.factor(&[1.0, 0.5, 0.5, 1.0]).unwrap();
    // [0 1; 1 1]: the old pivots would divide by zero.
    for (first, tiny) in [(1.0, 0.0), (1.0, 1e-9)] {
        lu.factor(&[tiny, 1.0, first, 1.0]).unwrap();
        let mut x = [2.0, 3.0];
        lu.solve(&mut x);
        let exact = [1.0 / (1.0 - tiny), 2.0 - tiny / (1.0 - tiny)];
        assert!((x[0] - exact[0]).abs() < 1e-14 && (x[1] - exact[1]).abs() < 1e-14);
    }
    assert!(lu.statistics().searches >= 2);
}

#[test]
fn a_redundant_constraint_is_found() {
    // A unit mass held twice by the same constraint: the second multiplier's row is left over.
    let entries = [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (0, 1, 1.0),
        (2, 0, 1.0),
        (0, 2, 1.0),
    ];
    let a = Matrix::from_entries(3, &entries);
    let error = Lu::new(&a.pattern).factor(&a.values).unwrap_err();
    assert!(
        [1, 2].contains(&error.column) && [1, 2].contains(&error.row),
        "{error:?}"
    );
}

#[test]
fn an_empty_row_and_an_infinite_entry_are_named() {
    let a = Matrix::from_entries(2, &[(0, 0, 1.0), (0, 1, 1.0), (1, 1, 0.0)]);
    let error = Lu::new(&a.pattern).factor(&a.values).unwrap_err();
    assert_eq!(error.row, 1);
    let a = Matrix::from_entries(2, &[(0, 0, 1.0), (0, 1, f64::NAN), (1, 1, 1.0)]);
    let error = Lu::new(&a.pattern).factor(&a.values).unwrap_err();
    assert_eq!((error.row, error.column), (0, 1));
}

#[test]
fn nothing_that_is_not_finite_is_factored_in_place() {
    let pattern = Pattern::dense(3);
    let good = [4.0, 1.0, 0.5, 1.0, 5.0, 1.0, 0.5, 1.0, 6.0];
    for place in 0..9 {
        let mut lu = Lu::new(&pattern);
        lu.factor(&good).unwrap();
        let mut bad = good;
        bad[place] = f64::NAN;
        assert!(lu.factor(&bad).is_err(), "place {place}");
        // And the same object still works.
        lu.factor(&good).unwrap();
        let mut x = [5.5, 7.0, 7.5];
        lu.solve(&mut x);
        assert!(x.iter().all(|v| (v - 1.0).abs() < 1e-14), "{x:?}");
    }
}

#[test]
fn row_scales_do_not_matter() {
    let mut random = Random(3);
    let a = chain(10, &mut random);
    let n = a.pattern.n;
    let mut scaled = a.clone();
    let factors: Vec<f64> = (0..n).map(|_| 10f64.powf(8.0 * random.next())).collect();
    for (e, (i, _)) in a.pattern.entries().enumerate() {
        scaled.values[e] *= factors[i];
    }
    let b: Vec<f64> = (0..n).map(|_| random.next()).collect();
    let mut x = b.clone();
    let mut lu = Lu::new(&a.pattern);
    lu.factor(&a.values).unwrap();
    lu.solve(&mut x);
    let mut y: Vec<f64> = b.iter().zip(&factors).map(|(b, f)| b * f).collect();
    let mut lu = Lu::new(&a.pattern);
    lu.factor(&scaled.values).unwrap();
    lu.solve(&mut y);
    let size = x.iter().fold(0.0, |m, v| f64::max(m, v.abs()));
    for (x, y) in x.iter().zip(&y) {
        assert!((x - y).abs() <= 1e-10 * size, "{x} {y}");
    }
}

#[test]
fn complex_factors_solve_the_doubled_real_system() {
    let mut random = Random(11);
    let a = chain(6, &mut random);
    let n = a.pattern.n;
    // (A + i·D) with D diagonal-free: the same pattern, imaginary part random.
    let values: Vec<Complex> = a
        .values
        .iter()
        .map(|&v| Complex::new(v, random.next()))
        .collect();
    let b: Vec<Complex> = (0..n)
        .map(|_| Complex::new(random.next(), random.next()))
        .collect();
    let mut doubled = DMatrix::zeros(2 * n, 2 * n);
    for ((i, j), v) in a.pattern.entries().zip(&values) {
        doubled[(i, j)] = v.re;
        doubled[(i, n + j)] = -v.im;
        doubled[(n + i, j)] = v.im;
        doubled[(n + i, n + j)] = v.re;
    }
    let right = DVector::from_fn(2 * n, |i, _| if i < n { b[i].re } else { b[i - n].im });
    let expected = doubled.lu().solve(&right).unwrap();
    let mut lu = Lu::new(&a.pattern);
    lu.factor(&values).unwrap();
    let mut x = b;
    lu.solve(&mut x);
    for i in 0..n {
        let error = (x[i] - Complex::new(expected[i], expected[n + i])).size();
        assert!(error <= 1e-10 * expected.amax(), "{error:e}");
    }
}

#[test]
fn the_better_order_wins() {
    let mut random = Random(5);
    let a = chain(30, &mut random);
    let bodies = 30;
    // Each joint's multipliers right after the first of its bodies.
    let by_body: Vec<u32> = (0..bodies)
        .flat_map(|b| (6 * b..6 * b + 6).chain(6 * bodies + 5 * b..6 * bodies + 5 * b + 5))
        .map(|j| j as u32)
        .collect();
    let plain: Lu<f64> = Lu::new(&a.pattern);
    let reversed: Vec<u32> = (0..a.pattern.n as u32).rev().collect();
    let mut amd = plain;
    amd.factor(&a.values).unwrap();
    let best = Lu::with_best_order(&a.pattern, vec![reversed, by_body], &a.values).unwrap();
    assert!(best.statistics().operations <= amd.statistics().operations);
}

#[test]
fn refinement_reaches_rounding() {
    let mut random = Random(9);
    let a = random_matrix(50, 4, &mut random);
    let mut x: Vec<f64> = (0..50).map(|_| random.next()).collect();
    let b = x.clone();
    let mut lu = Lu::new(&a.pattern);
    lu.factor(&a.values).unwrap();
    lu.solve_refined(&a.values, &mut x, &mut vec![0.0; 50]);
    let size = x.iter().fold(1.0, |m, v| f64::max(m, v.abs()));
    assert!(residual(&a, &x, &b) <= 1e-14 * size);
}

#[test]
fn what_has_been_zero_fills_nothing() {
    let mut random = Random(5);
    // blocks on the diagonal, and places between neighbours that stay empty for a while
    let (n, size) = (40, 4);
    let block = |i: usize| i / size;
    let near = |i: usize, j: usize| block(i).abs_diff(block(j)) <= 1;
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let all: Vec<_> = places.filter(|&(i, j)| near(i, j)).collect();
    let pattern = Pattern::from_entries(n, all.iter().copied());
    let mut values: Vec<f64> = pattern
        .entries()
        .map(|(i, j)| match (i == j, block(i) == block(j)) {
            (true, _) => 4.0,
            (_, true) => random.next(),
            _ => 0.0,
        })
        .collect();
    let mut lu = Lu::new(&pattern);
    let mut check = |values: &[f64], searches: u64, entries: std::ops::Range<usize>| {
        let a = Matrix {
            pattern: pattern.clone(),
            values: values.to_vec(),
        };
        let b: Vec<f64> = (0..n).map(|k| k as f64).collect();
        let mut x = b.clone();
        lu.factor(values).unwrap();
        lu.solve(&mut x);
        // A backward error of rounding: pivots are of order one.
        assert!(residual(&a, &x, &b) < 1e-12);
        assert_eq!(lu.statistics().searches, searches);
        assert!(entries.contains(&lu.statistics().entries));
    };
    let blocks = n * size;
    check(&values, 1, blocks..blocks + 1);
    values.iter_mut().for_each(|v| *v *= 1.1);
    check(&values, 1, blocks..blocks + 1);
    // the first neighbours meet
    let meet = |(i, j): (usize, usize)| block(i).max(block(j)) == 1 && block(i) != block(j);
    for (k, entry) in pattern.entries().enumerate() {
        if meet(entry) {
            values[k] = 0.1 * random.next();
        }
    }
    let met = blocks + 2 * size * size;
    check(&values, 2, met..met + 1);
    // and part: their places have room from now on
    for (k, entry) in pattern.entries().enumerate() {
        if meet(entry) {
            values[k] = 0.0;
        }
    }
    check(&values, 2, met..met + 1);
}

/// Two pivots of a search that become small one after the other: no entry of L grows beyond 10⁵, and yet 10 digits would be lost.
#[test]
fn small_pivots_that_follow_each_other_ask_for_a_search() {
    let e = 1e-5;
    let matrix = |diagonal: [f64; 4]| {
        let mut rows = [
            [e, e, 1.0, 1.0],
            [1.0, 1.0, 0.3, 0.7],
            [1.0, 0.2, 0.5, -0.4],
            [1.0, -0.6, 0.9, 0.8],
        ];
        (0..4).for_each(|k| rows[k][k] = diagonal[k]);
        let entry = |k: usize| (k / 4, k % 4, rows[k / 4][k % 4]);
        Matrix::from_entries(4, &(0..16).map(entry).collect::<Vec<_>>())
    };
    let (first, then) = (matrix([10.0; 4]), matrix([e, 1.0 + e, 0.5, 0.8]));
    let mut lu = Lu::with_order(&first.pattern, vec![0, 1, 2, 3]);
    lu.factor(&first.values).unwrap();
    lu.factor(&then.values).unwrap();
    let mut b = vec![0.0; 4];
    then.multiply_into(&[1.0; 4], &mut b);
    lu.solve(&mut b);
    // 1e-13: roundings times the condition, which is 6; on the old pivots the error is 1e-6.
    for x in b {
        assert!((x - 1.0).abs() < 1e-13, "{x}");
    }
    assert_eq!(lu.statistics().searches, 2);
}

/// The sign of the determinant, against the dense one: from pivots just searched, and from those of a matrix before.
#[test]
fn signs_of_determinants() {
    let mut random = Random(77);
    let (mut negative, mut positive) = (0, 0);
    for n in [1, 2, 3, 5, 8, 13] {
        for _ in 0..20 {
            let mut a = random_matrix(n, 3, &mut random);
            let mut lu = Lu::new(&a.pattern);
            for _ in 0..3 {
                if lu.factor(&a.values).is_err() {
                    continue;
                }
                let expected = dense(&a).determinant();
                assert_eq!(
                    lu.determinant_is_negative(),
                    expected < 0.0,
                    "{n}: {expected}"
                );
                *(if expected < 0.0 {
                    &mut negative
                } else {
                    &mut positive
                }) += 1;
                a.values.iter_mut().for_each(|v| *v += 0.5 * random.next());
            }
        }
    }
    assert!(negative > 30 && positive > 30, "{negative} {positive}");
}
