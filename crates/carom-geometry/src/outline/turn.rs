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

/// What counts as one line; exactly that by default.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flat {
    /// A point so near to a line is on it.
    pub near: f64,
    /// So is one in a direction that turns aside by less, as a sine.
    pub sine: f64,
}

impl Flat {
    /// 1 if a, b, c turn to the left, −1 to the right, 0 on one line.
    pub fn turn(&self, a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> i8 {
        let [u, v] = [[b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]];
        let length = |w: [f64; 2]| w[0].hypot(w[1]);
        let least = length(u) * self.near.max(self.sine * length(v));
        if (u[0] * v[1] - u[1] * v[0]).abs() < least {
            return 0;
        }
        turn(a, b, c)
    }
}
