//! Which constraint rows say nothing new.

use crate::equations::Equations;
use crate::kkt::for_each_row;
use crate::system::System;

/// A row whose part outside the span of the rows before it is below this share of its length is redundant.
/// Decks print directions with 8 to 10 digits, so exact dependence shows as 1e-8.
const TOLERANCE: f64 = 1e-6;

/// Above this many rows the search (rows² · unknowns operations) is left out; a dependence then shows as a singular matrix.
const MOST_ROWS: usize = 3000;

/// The rows that are independent where the system stands, first come first kept.
///
/// Orthogonalizes the rows one after the other (twice, against rounding), each scaled to length one in the metric
/// in which a radian counts as the body's radius of gyration.
pub fn independent_rows(equations: &Equations) -> Vec<usize> {
    let system = &equations.system;
    let (n, m) = (system.positions, system.rows.len());
    if m == 0 || m > MOST_ROWS {
        return system.rows.clone();
    }
    let scale = column_scale(system);
    let mut rows = vec![0.0; n * m];
    for_each_row(system, &equations.view(), |row, b, g| {
        let data = &system.bodies[b];
        for c in 0..data.freedoms() {
            rows[row * n + data.first + c] += g[c] / scale[data.first + c];
        }
    });
    let mut kept: Vec<usize> = Vec::new();
    let mut basis: Vec<f64> = Vec::new();
    for k in 0..m {
        let row = &mut rows[k * n..(k + 1) * n];
        let length = norm(row);
        if length == 0.0 {
            continue;
        }
        row.iter_mut().for_each(|x| *x /= length);
        for _ in 0..2 {
            for q in basis.chunks_exact(n) {
                let d: f64 = q.iter().zip(row.iter()).map(|(a, b)| a * b).sum();
                row.iter_mut().zip(q).for_each(|(x, q)| *x -= d * q);
            }
        }
        let rest = norm(row);
        if rest > TOLERANCE {
            row.iter_mut().for_each(|x| *x /= rest);
            basis.extend_from_slice(row);
            kept.push(system.rows[k]);
        }
    }
    kept
}

/// What a change of each unknown counts as a length.
fn column_scale(system: &System) -> Vec<f64> {
    let mut scale = vec![1.0; system.positions];
    for data in system.bodies.iter().filter(|b| b.turns) {
        scale[data.first + 3..data.first + 6].fill(data.radius);
    }
    scale
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
