//! To which side three points turn.

use robust::{Coord, orient2d};

/// Exactly: 1 if a, b, c turn to the left, −1 to the right, 0 on one line.
pub(crate) fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> i8 {
    let [a, b, c] = [a, b, c].map(|[x, y]| Coord { x, y });
    match orient2d(a, b, c) {
        x if x > 0.0 => 1,
        x if x < 0.0 => -1,
        _ => 0,
    }
}
