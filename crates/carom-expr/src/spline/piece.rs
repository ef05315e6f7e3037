//! A piece of a spline: a polynomial on an interval.

/// A polynomial of degree 5 or less about the left end of its interval, constant term first.
pub(crate) type Piece = [f64; 6];

/// The cubic on an interval of length `h` from `y0` with slope `t0` to `y1` with slope `t1`.
pub(crate) fn hermite(h: f64, y0: f64, t0: f64, y1: f64, t1: f64) -> Piece {
    let m = (y1 - y0) / h;
    [
        y0,
        t0,
        (3.0 * m - 2.0 * t0 - t1) / h,
        (t0 + t1 - 2.0 * m) / (h * h),
        0.0,
        0.0,
    ]
}
