//! Refactor and solve: full matrices against a dense LU, chains of bodies by their length and order of elimination.

#![allow(clippy::unwrap_used)] // a test may panic

use carom_solve::sparse::{Complex, LinearSolver, Lu, Matrix, Pattern};
use divan::Bencher;
use nalgebra::{DMatrix, DVector};

fn main() {
    divan::main();
}

/// Scattered numbers in (-1, 1).
fn wave(k: usize) -> f64 {
    2.0 * ((1.7 * k as f64 + 0.3).sin() * 43_758.545).fract().abs() - 1.0
}

fn full(n: usize) -> Matrix {
    let pattern = Pattern::dense(n);
    let values = pattern
        .entries()
        .enumerate()
        .map(|(k, (i, j))| wave(k) + if i == j { n as f64 } else { 0.0 })
        .collect();
    Matrix { pattern, values }
}

/// Bodies of six unknowns joined by revolute joints of five multipliers, `[M Gᵀ; G 0]`, and the order body by body.
fn chain(bodies: usize) -> (Matrix, Vec<u32>) {
    let mut entries = Vec::new();
    for b in 0..bodies {
        for i in 6 * b..6 * b + 6 {
            entries.push((i, i, 1.5 + 0.5 * wave(i)));
        }
        for row in 6 * bodies + 5 * b..6 * bodies + 5 * b + 5 {
            for i in 6 * b.saturating_sub(1)..6 * (b + 1) {
                let g = wave(37 * row + i);
                entries.push((row, i, g));
                entries.push((i, row, g));
            }
        }
    }
    let order = (0..bodies)
        .flat_map(|b| (6 * b..6 * b + 6).chain(6 * bodies + 5 * b..6 * bodies + 5 * b + 5))
        .map(|k| k as u32)
        .collect();
    (Matrix::from_entries(11 * bodies, &entries), order)
}

#[divan::bench(args = [6, 12, 24, 48])]
fn full_sparse(bencher: Bencher, n: usize) {
    let a = full(n);
    let mut lu = Lu::new(&a.pattern);
    let mut x = vec![1.0; n];
    bencher.bench_local(|| {
        lu.factor(&a.values).unwrap();
        lu.solve(&mut x);
        x[0] = 1.0;
    });
}

#[divan::bench(args = [6, 12, 24, 48])]
fn full_nalgebra(bencher: Bencher, n: usize) {
    let a = full(n);
    let a = DMatrix::from_fn(n, n, |i, j| a.values[j * n + i]);
    let b = DVector::from_element(n, 1.0);
    bencher.bench_local(|| a.clone().lu().solve(&b));
}

#[divan::bench(args = [6, 12, 24])]
fn full_complex(bencher: Bencher, n: usize) {
    let a = full(n);
    let values: Vec<_> = a.values.iter().map(|&v| Complex::new(v, 0.3 * v)).collect();
    let mut lu = Lu::new(&a.pattern);
    let mut x = vec![Complex::new(1.0, 0.0); n];
    bencher.bench_local(|| {
        lu.factor(&values).unwrap();
        lu.solve(&mut x);
        x[0] = Complex::new(1.0, 0.0);
    });
}

#[divan::bench(args = [10, 100, 500])]
fn chain_minimum_degree(bencher: Bencher, bodies: usize) {
    let (a, _) = chain(bodies);
    refactor(bencher, &a, Lu::new(&a.pattern));
}

#[divan::bench(args = [10, 100, 500])]
fn chain_body_by_body(bencher: Bencher, bodies: usize) {
    let (a, order) = chain(bodies);
    refactor(bencher, &a, Lu::with_order(&a.pattern, order));
}

fn refactor(bencher: Bencher, a: &Matrix, mut lu: Lu<f64>) {
    let mut x = vec![1.0; a.pattern.n];
    bencher.bench_local(|| {
        lu.factor(&a.values).unwrap();
        lu.solve(&mut x);
        x.fill(1.0);
    });
    assert_eq!(lu.statistics().searches, 1);
}
