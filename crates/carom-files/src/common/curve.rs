//! The points of a curve from the rows of a matrix.

use carom_geometry::{Curve, Polyline};
use carom_model::Matrix;

/// The rows of a matrix as points, or why no curve goes through them, a smooth one unless it is `straight` from point to point.
pub fn points(matrix: &Matrix, closed: bool, straight: bool) -> Result<Vec<[f64; 3]>, String> {
    if matrix.columns != 3 {
        return Err(format!(
            "{} has {} columns; the points of a curve are rows x, y, z",
            matrix.tag, matrix.columns
        ));
    }
    let row = |k| [matrix.row(k)[0], matrix.row(k)[1], matrix.row(k)[2]];
    let points: Vec<[f64; 3]> = (0..matrix.rows).map(row).collect();
    let found = match straight {
        true => Polyline::through(&points, closed).map(|_| ()),
        false => Curve::through(&points, closed).map(|_| ()),
    };
    found.map(|()| points).map_err(|e| e.to_string())
}
