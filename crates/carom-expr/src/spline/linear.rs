//! LINSPL: straight lines from point to point.

use super::piece::Piece;

pub fn pieces(x: &[f64], y: &[f64]) -> Vec<Piece> {
    (1..x.len())
        .map(|k| {
            let slope = (y[k] - y[k - 1]) / (x[k] - x[k - 1]);
            [y[k - 1], slope, 0.0, 0.0, 0.0, 0.0]
        })
        .collect()
}
