//! Linear combinations of the stages: the inner loops of the method.

/// `out_i := Σ_j matrix[i][j]·z_j` over s stages z_j of length n; the matrix by rows of s, one row for each vector of length n
/// in `out`.
pub fn combine(matrix: &[f64], z: &[f64], out: &mut [f64], n: usize) {
    if n == 0 {
        return;
    }
    match z.len() / n {
        3 => blocks::<3>(matrix, z, out, n),
        5 => blocks::<5>(matrix, z, out, n),
        7 => blocks::<7>(matrix, z, out, n),
        _ => unreachable!("the family has 3, 5 or 7 stages"),
    }
}

/// Four unknowns at a time, so that the compiler keeps all stages of them in registers.
fn blocks<const S: usize>(matrix: &[f64], z: &[f64], out: &mut [f64], n: usize) {
    let whole = n - n % 4;
    for k in (0..whole).step_by(4) {
        block::<S, 4>(matrix, z, out, n, k);
    }
    for k in whole..n {
        block::<S, 1>(matrix, z, out, n, k);
    }
}

#[inline(always)]
fn block<const S: usize, const W: usize>(
    matrix: &[f64],
    z: &[f64],
    out: &mut [f64],
    n: usize,
    k: usize,
) {
    let mut stages = [[0.0; W]; S];
    for (j, stage) in stages.iter_mut().enumerate() {
        stage.copy_from_slice(&z[j * n + k..][..W]);
    }
    for (row, out) in matrix.chunks_exact(S).zip(out.chunks_exact_mut(n)) {
        let mut sum = [0.0; W];
        for (factor, stage) in row.iter().zip(&stages) {
            for (sum, z) in sum.iter_mut().zip(stage) {
                *sum += factor * z;
            }
        }
        out[k..][..W].copy_from_slice(&sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_sum_written_out() {
        for s in [3, 5, 7] {
            for n in [1, 4, 6, 13] {
                let matrix: Vec<f64> = (0..2 * s).map(|k| (k as f64).sin()).collect();
                let z: Vec<f64> = (0..n * s).map(|k| (k as f64).cos()).collect();
                let mut out = vec![f64::NAN; 2 * n];
                combine(&matrix, &z, &mut out, n);
                for (i, out) in out.iter().enumerate() {
                    let (row, k) = (i / n, i % n);
                    let sum: f64 = (0..s).map(|j| matrix[row * s + j] * z[j * n + k]).sum();
                    assert!((sum - out).abs() < 1e-14);
                }
            }
        }
    }
}
