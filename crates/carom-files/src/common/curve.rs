//! The points of a curve from the rows of a matrix.

use carom_geometry::Curve;
use carom_model::Matrix;

/// The rows of a matrix as points, or why no smooth curve goes through them.
pub fn points(matrix: &Matrix, closed: bool) -> Result<Vec<[f64; 3]>, String> {
    if matrix.columns != 3 {
        return Err(format!(
            "{} has {} columns; the points of a curve are rows x, y, z",
            matrix.tag, matrix.columns
        ));
    }
    let row = |k| [matrix.row(k)[0], matrix.row(k)[1], matrix.row(k)[2]];
    let points: Vec<[f64; 3]> = (0..matrix.rows).map(row).collect();
    match Curve::through(&points, closed) {
        Ok(_) => Ok(points),
        Err(e) => Err(e.to_string()),
    }
}
