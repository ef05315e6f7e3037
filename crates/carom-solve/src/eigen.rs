//! Eigenvalues and eigenvectors of a dense real matrix.
//!
//! Balancing by powers of two, reduction to Hessenberg form by reflections, then the implicitly shifted QR iteration of
//! Francis down to the real Schur form `A = Z·T·Zᵀ`, with the exceptional shifts that keep it from cycling (a cyclic
//! permutation is a fixed point of the plain iteration). Eigenvectors come from `T` by substitution, so that equal
//! eigenvalues still have independent vectors where there are any.
//!
//! Source: Golub and Van Loan, Matrix Computations, 4th edition, sections 7.4 to 7.6; balancing after Parlett and Reinsch,
//! Numer. Math. 13 (1969) 293; shifts 10 and 30 after Wilkinson and Reinsch, Handbook II/15.

use crate::sparse::{Complex, Scalar};
use nalgebra::DMatrix;

/// Eigenvalues with their vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigen {
    /// In ascending order of imaginary size, then real part; of a complex pair the one with the positive part first.
    pub values: Vec<Complex>,
    /// Right eigenvectors of length one, in the same order; the largest component is real and positive.
    pub vectors: Vec<Vec<Complex>>,
}

/// QR steps for one eigenvalue before we give up; three are usual.
const MOST_STEPS: usize = 120;

/// Decomposes a square matrix; `None` if it has a number that is not finite or the iteration does not end.
pub fn eigen(a: &DMatrix<f64>) -> Option<Eigen> {
    let n = a.nrows();
    if !a.iter().all(|x| x.is_finite()) {
        return None;
    }
    let mut t = a.clone();
    let scale = balance(&mut t);
    let mut z = hessenberg(&mut t);
    let values = schur(&mut t, &mut z)?;
    let mut pairs: Vec<(Complex, Vec<Complex>)> = Vec::with_capacity(n);
    for k in 0..n {
        if values[k].im < 0.0 {
            continue; // the mirror image of the one before
        }
        let inner = schur_vector(&t, &values, k);
        let mut v: Vec<Complex> = (0..n)
            .map(|i| {
                let sum = |part: fn(&Complex) -> f64| -> f64 {
                    (0..inner.len()).map(|j| z[(i, j)] * part(&inner[j])).sum()
                };
                Complex::new(sum(|x| x.re) * scale[i], sum(|x| x.im) * scale[i])
            })
            .collect();
        normalize(&mut v);
        if values[k].im > 0.0 {
            let mirror = v.iter().map(|x| Complex::new(x.re, -x.im)).collect();
            pairs.push((values[k], v));
            pairs.push((Complex::new(values[k].re, -values[k].im), mirror));
        } else {
            pairs.push((values[k], v));
        }
    }
    let key = |v: &Complex| (v.im.abs(), v.re, -v.im);
    pairs.sort_by(|(x, _), (y, _)| {
        let (x, y) = (key(x), key(y));
        x.0.total_cmp(&y.0)
            .then(x.1.total_cmp(&y.1))
            .then(x.2.total_cmp(&y.2))
    });
    let (values, vectors) = pairs.into_iter().unzip();
    Some(Eigen { values, vectors })
}

/// Scales rows and columns by powers of two until their lengths are alike: `A ← D⁻¹·A·D`; returns D.
fn balance(a: &mut DMatrix<f64>) -> Vec<f64> {
    let n = a.nrows();
    let mut scale = vec![1.0; n];
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..n {
            let off = |of: &dyn Fn(usize) -> f64| -> f64 {
                (0..n).filter(|&j| j != i).map(|j| of(j).abs()).sum()
            };
            let (row, column) = (off(&|j| a[(i, j)]), off(&|j| a[(j, i)]));
            if row == 0.0 || column == 0.0 {
                continue;
            }
            // The power of two nearest to √(row/column).
            let f = (0.5 * (row / column).log2())
                .round()
                .clamp(-500.0, 500.0)
                .exp2();
            if column * f + row / f < 0.95 * (row + column) {
                changed = true;
                scale[i] *= f;
                for j in 0..n {
                    a[(i, j)] /= f;
                }
                for j in 0..n {
                    a[(j, i)] *= f;
                }
            }
        }
    }
    scale
}

/// Reduces to upper Hessenberg form by reflections; returns their product.
fn hessenberg(a: &mut DMatrix<f64>) -> DMatrix<f64> {
    let n = a.nrows();
    let mut z = DMatrix::identity(n, n);
    let mut u = vec![0.0; n];
    for m in 1..n.saturating_sub(1) {
        let size: f64 = (m..n).map(|i| a[(i, m - 1)].abs()).sum();
        if size == 0.0 {
            continue;
        }
        let mut square = 0.0;
        for i in m..n {
            u[i] = a[(i, m - 1)] / size;
            square += u[i] * u[i];
        }
        let g = if u[m] > 0.0 {
            -square.sqrt()
        } else {
            square.sqrt()
        };
        // u·uᵀ/h reflects the column onto the axis m.
        let h = square - u[m] * g;
        u[m] -= g;
        let reflect_rows = |x: &mut DMatrix<f64>, from: usize| {
            for j in from..n {
                let f = (m..n).map(|i| u[i] * x[(i, j)]).sum::<f64>() / h;
                for i in m..n {
                    x[(i, j)] -= f * u[i];
                }
            }
        };
        reflect_rows(a, m - 1);
        for x in [&mut *a, &mut z] {
            for i in 0..n {
                let f = (m..n).map(|j| x[(i, j)] * u[j]).sum::<f64>() / h;
                for j in m..n {
                    x[(i, j)] -= f * u[j];
                }
            }
        }
        for i in m + 1..n {
            a[(i, m - 1)] = 0.0;
        }
    }
    z
}

/// Brings an upper Hessenberg matrix to quasi-triangular form, turning `z` along; returns the eigenvalues in the order of
/// the diagonal. A 2 × 2 block stays where a pair is complex.
fn schur(h: &mut DMatrix<f64>, z: &mut DMatrix<f64>) -> Option<Vec<Complex>> {
    let n = h.nrows();
    let mut values = vec![Complex::new(0.0, 0.0); n];
    let norm: f64 = h.iter().map(|x| x.abs()).sum();
    let mut shifted = 0.0;
    let mut end = n; // rows from `end` on are done
    let mut steps = 0;
    while end > 0 {
        let last = end - 1;
        let first = block_start(h, last, norm);
        match end - first {
            1 => {
                h[(last, last)] += shifted;
                values[last] = Complex::new(h[(last, last)], 0.0);
                end -= 1;
                steps = 0;
            }
            2 => {
                h[(last, last)] += shifted;
                h[(last - 1, last - 1)] += shifted;
                let pair = split_pair(h, z, last);
                values[last - 1] = pair[0];
                values[last] = pair[1];
                end -= 2;
                steps = 0;
            }
            _ => {
                if steps == MOST_STEPS {
                    return None;
                }
                let shift = choose_shift(h, last, steps, &mut shifted);
                francis_step(h, z, first, last, shift);
                steps += 1;
            }
        }
    }
    Some(values)
}

/// First row of the unreduced block that ends in row `last`; the entry below it is set to zero.
fn block_start(h: &mut DMatrix<f64>, last: usize, norm: f64) -> usize {
    let mut l = last;
    while l > 0 {
        let mut size = h[(l - 1, l - 1)].abs() + h[(l, l)].abs();
        if size == 0.0 {
            size = norm;
        }
        if h[(l, l - 1)].abs() < f64::EPSILON * size || h[(l, l - 1)] == 0.0 {
            h[(l, l - 1)] = 0.0;
            break;
        }
        l -= 1;
    }
    l
}

/// Trace and determinant terms (x, y, w) of the double shift; every tenth step without an end takes an unusual one.
fn choose_shift(h: &mut DMatrix<f64>, last: usize, steps: usize, shifted: &mut f64) -> [f64; 3] {
    let n = last;
    let mut shift = [h[(n, n)], h[(n - 1, n - 1)], h[(n, n - 1)] * h[(n - 1, n)]];
    if steps > 0 && steps.is_multiple_of(10) {
        let by = h[(n, n)];
        *shifted += by;
        for i in 0..=n {
            h[(i, i)] -= by;
        }
        let s = h[(n, n - 1)].abs() + h[(n - 1, n - 2)].abs();
        shift = [0.75 * s, 0.75 * s, -0.4375 * s * s];
    }
    shift
}

/// Where two small entries in a row make the rest independent, and the first column of the shifted matrix there.
fn start_of_bulge(
    h: &DMatrix<f64>,
    first: usize,
    last: usize,
    [x, y, w]: [f64; 3],
) -> (usize, [f64; 3]) {
    let mut m = last - 2;
    loop {
        let d = h[(m, m)];
        let (r, s) = (x - d, y - d);
        let v: [f64; 3] = [
            (r * s - w) / h[(m + 1, m)] + h[(m, m + 1)],
            h[(m + 1, m + 1)] - d - r - s,
            h[(m + 2, m + 1)],
        ];
        let size = v[0].abs() + v[1].abs() + v[2].abs();
        let v = v.map(|c| c / size);
        if m == first {
            return (m, v);
        }
        let outer = h[(m - 1, m - 1)].abs() + d.abs() + h[(m + 1, m + 1)].abs();
        if h[(m, m - 1)].abs() * (v[1].abs() + v[2].abs()) < f64::EPSILON * v[0].abs() * outer {
            return (m, v);
        }
        m -= 1;
    }
}

/// One implicit double-shift QR step on rows `first..=last`.
fn francis_step(
    h: &mut DMatrix<f64>,
    z: &mut DMatrix<f64>,
    first: usize,
    last: usize,
    shift: [f64; 3],
) {
    let n = h.nrows();
    let (m, mut v) = start_of_bulge(h, first, last, shift);
    for i in m + 2..=last {
        h[(i, i - 2)] = 0.0;
        if i > m + 2 {
            h[(i, i - 3)] = 0.0;
        }
    }
    for k in m..last {
        let rows = if k + 1 == last { 2 } else { 3 };
        let mut size = 1.0;
        if k > m {
            v = [
                h[(k, k - 1)],
                h[(k + 1, k - 1)],
                if rows == 3 { h[(k + 2, k - 1)] } else { 0.0 },
            ];
            size = v[0].abs() + v[1].abs() + v[2].abs();
            if size == 0.0 {
                continue;
            }
            v = v.map(|c| c / size);
        }
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let s = if v[0] < 0.0 { -length } else { length };
        if s == 0.0 {
            continue;
        }
        if k > m {
            h[(k, k - 1)] = -s * size;
        } else if first != m {
            h[(k, k - 1)] = -h[(k, k - 1)];
        }
        // The reflection I − a·bᵀ.
        let p = v[0] + s;
        let a = [p / s, v[1] / s, v[2] / s];
        let b = [1.0, v[1] / p, v[2] / p];
        for j in k..n {
            let f: f64 = (0..rows).map(|c| b[c] * h[(k + c, j)]).sum();
            for c in 0..rows {
                h[(k + c, j)] -= f * a[c];
            }
        }
        for i in 0..=last.min(k + 3) {
            let f: f64 = (0..rows).map(|c| a[c] * h[(i, k + c)]).sum();
            for c in 0..rows {
                h[(i, k + c)] -= f * b[c];
            }
        }
        for i in 0..n {
            let f: f64 = (0..rows).map(|c| a[c] * z[(i, k + c)]).sum();
            for c in 0..rows {
                z[(i, k + c)] -= f * b[c];
            }
        }
    }
}

/// The eigenvalues of the 2 × 2 block that ends in row `last`; a real pair is made triangular by a rotation.
fn split_pair(h: &mut DMatrix<f64>, z: &mut DMatrix<f64>, last: usize) -> [Complex; 2] {
    let n = h.nrows();
    let (i, j) = (last - 1, last);
    let w = h[(j, i)] * h[(i, j)];
    let p = 0.5 * (h[(i, i)] - h[(j, j)]);
    let q = p * p + w;
    let root = q.abs().sqrt();
    let x = h[(j, j)];
    if q < 0.0 {
        return [Complex::new(x + p, root), Complex::new(x + p, -root)];
    }
    let r = if p >= 0.0 { p + root } else { p - root };
    let below = h[(j, i)];
    let size = below.hypot(r);
    let (s, c) = (below / size, r / size);
    for k in 0..n {
        let (a, b) = (h[(i, k)], h[(j, k)]);
        h[(i, k)] = c * a + s * b;
        h[(j, k)] = c * b - s * a;
    }
    for (m, rows) in [(&mut *h, last + 1), (z, n)] {
        for k in 0..rows {
            let (a, b) = (m[(k, i)], m[(k, j)]);
            m[(k, i)] = c * a + s * b;
            m[(k, j)] = c * b - s * a;
        }
    }
    h[(j, i)] = 0.0;
    let second = if r == 0.0 { x } else { x - w / r };
    [Complex::new(x + r, 0.0), Complex::new(second, 0.0)]
}

/// The eigenvector of a quasi-triangular matrix for its eigenvalue number `k` (the first of a complex pair), its first
/// components; the others are zero.
fn schur_vector(t: &DMatrix<f64>, values: &[Complex], k: usize) -> Vec<Complex> {
    let value = values[k];
    let one = Complex::new(1.0, 0.0);
    let smallest = f64::EPSILON * t.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    let mut v = vec![Complex::new(0.0, 0.0); k + 1];
    v[k] = one;
    if value.im != 0.0 {
        // Rows k and k + 1 are one block: (t − λ)·v = 0 of its lower row.
        v.push(one);
        let below = t[(k + 1, k)];
        v[k] = Complex::new((value.re - t[(k + 1, k + 1)]) / below, value.im / below);
    }
    let count = v.len();
    let known = |v: &[Complex], i: usize, from: usize| {
        (from..count).fold(Complex::new(0.0, 0.0), |sum, j| {
            Complex::new(sum.re + t[(i, j)] * v[j].re, sum.im + t[(i, j)] * v[j].im)
        })
    };
    let mut i = k;
    while i > 0 {
        i -= 1;
        if values[i].im == 0.0 {
            let mut d = Complex::new(t[(i, i)] - value.re, -value.im);
            if d.size() < smallest {
                // An equal eigenvalue: a small change of the matrix makes it another one.
                d = Complex::new(smallest, 0.0);
            }
            let r = known(&v, i, i + 1);
            v[i] = -r * d.reciprocal();
        } else {
            // The block of rows i − 1 and i, by Cramer's rule.
            i -= 1;
            let (r, s) = (known(&v, i, i + 2), known(&v, i + 1, i + 2));
            let (a, d) = (
                Complex::new(t[(i, i)] - value.re, -value.im),
                Complex::new(t[(i + 1, i + 1)] - value.re, -value.im),
            );
            let (b, c) = (t[(i, i + 1)], t[(i + 1, i)]);
            let mut det = a * d - Complex::new(b * c, 0.0);
            if det.size() < smallest * smallest {
                det = Complex::new(smallest * (b.abs() + c.abs()).max(smallest), 0.0);
            }
            let inverse = det.reciprocal();
            v[i] = (s.scale(b) - d * r) * inverse;
            v[i + 1] = (r.scale(c) - a * s) * inverse;
        }
        let size = v[i].re.abs().max(v[i].im.abs());
        if size > 1e100 {
            for x in &mut v {
                *x = x.scale(1.0 / size);
            }
        }
    }
    v
}

/// Length one; the first component that is as large as any (to a part in 10⁶) becomes real and positive.
fn normalize(v: &mut [Complex]) {
    let size = |x: &Complex| x.re.hypot(x.im);
    let most = v.iter().map(size).fold(0.0, f64::max);
    if !(most > 0.0) {
        return;
    }
    let length = v
        .iter()
        .map(|x| (size(x) / most).powi(2))
        .sum::<f64>()
        .sqrt()
        * most;
    let Some(lead) = v.iter().copied().find(|x| size(x) >= most * (1.0 - 1e-6)) else {
        return;
    };
    let turn = Complex::new(lead.re / size(&lead), -lead.im / size(&lead));
    for x in v.iter_mut() {
        *x = (*x * turn).scale(1.0 / length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest component of A·v − λ·v over all pairs.
    fn residual(a: &DMatrix<f64>, e: &Eigen) -> f64 {
        let n = a.nrows();
        let mut worst: f64 = 0.0;
        for (value, v) in e.values.iter().zip(&e.vectors) {
            let length: f64 = v.iter().map(|x| x.re * x.re + x.im * x.im).sum();
            worst = worst.max((length - 1.0).abs());
            for i in 0..n {
                let l = *value * v[i];
                let re: f64 = (0..n).map(|j| a[(i, j)] * v[j].re).sum::<f64>() - l.re;
                let im: f64 = (0..n).map(|j| a[(i, j)] * v[j].im).sum::<f64>() - l.im;
                worst = worst.max(re.abs()).max(im.abs());
            }
        }
        worst
    }

    fn random(n: usize, seed: &mut u64) -> DMatrix<f64> {
        DMatrix::from_fn(n, n, |_, _| {
            // Knuth's linear congruence; the upper bits are good enough here.
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
    }

    #[test]
    fn pairs_satisfy_their_equation() {
        let mut seed = 7;
        for n in [1, 2, 3, 4, 7, 12, 30, 61] {
            let a = random(n, &mut seed);
            let e = eigen(&a).unwrap();
            assert_eq!(e.values.len(), n);
            // 1e-12: rounding 1e-16 times the norm, about n, times the growth of n² operations
            assert!(residual(&a, &e) < 1e-12, "{n}: {}", residual(&a, &e));
            let trace: f64 = e.values.iter().map(|v| v.re).sum();
            assert!((trace - a.trace()).abs() < 1e-12 * n as f64);
        }
    }

    /// A cyclic permutation is a fixed point of the unshifted iteration; its eigenvalues are the roots of one.
    #[test]
    fn roots_of_one() {
        for n in [3, 4, 5, 8] {
            let a = DMatrix::from_fn(n, n, |i, j| f64::from(u8::from(i == (j + 1) % n)));
            let e = eigen(&a).unwrap();
            assert!(residual(&a, &e) < 1e-14);
            assert!(
                e.values
                    .iter()
                    .all(|v| (v.re.hypot(v.im) - 1.0).abs() < 1e-14)
            );
        }
    }

    /// Two equal oscillators: equal eigenvalues with independent vectors.
    #[test]
    fn equal_eigenvalues_keep_their_vectors() {
        let mut a = DMatrix::zeros(4, 4);
        for k in 0..2 {
            a[(k, 2 + k)] = 1.0;
            a[(2 + k, k)] = -4.0;
        }
        let e = eigen(&a).unwrap();
        assert!(residual(&a, &e) < 1e-14);
        for v in &e.values {
            assert!(v.re.abs() < 1e-14 && (v.im.abs() - 2.0).abs() < 1e-14);
        }
        let up: Vec<_> = (0..4).filter(|&k| e.values[k].im > 0.0).collect();
        let (u, v) = (&e.vectors[up[0]], &e.vectors[up[1]]);
        let cross = u[0] * v[1] - u[1] * v[0];
        assert!(cross.size() > 0.1, "{u:?} {v:?}");
    }

    /// Widely different scales, as of stiff mechanisms: x'' = −10¹²·x − 10⁶·x', with s² + 10⁶·s + 10¹² = 0.
    #[test]
    fn scales_are_balanced() {
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1e12, -1e6]);
        let e = eigen(&a).unwrap();
        let im = 1e6 * 0.75f64.sqrt();
        assert!((e.values[0].re + 5e5).abs() < 1e-9 && (e.values[0].im - im).abs() < 1e-9);
        // Roots −1 and −10⁸ of (s + 1)(s + 10⁸).
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1e8, -1e8 - 1.0]);
        let e = eigen(&a).unwrap();
        assert!((e.values[0].re + 1e8).abs() < 1e-7 && (e.values[1].re + 1.0).abs() < 1e-7);
    }

    /// A free mass has the value zero twice and one vector.
    #[test]
    fn a_defective_pair_does_not_overflow() {
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, 0.0, 0.0]);
        let e = eigen(&a).unwrap();
        assert!(e.values.iter().all(|v| v.re == 0.0 && v.im == 0.0));
        assert!(residual(&a, &e) < 1e-14);
        assert!(eigen(&DMatrix::from_element(2, 2, f64::NAN)).is_none());
        assert!(eigen(&DMatrix::zeros(0, 0)).unwrap().values.is_empty());
    }
}
