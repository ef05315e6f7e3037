//! Differences of numbers that may have corners.

use carom::dynamics::tangent::AT;

/// Changes for differences, relative to the sizes of what is changed: the order leaves their fourth power, rounding 1e-16 over them.
pub(super) const CHANGE: f64 = 1e-4;

/// The slope of a function at 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    /// The slope.
    pub value: f64,
    /// Those below and above, where they differ.
    pub sides: Option<[f64; 2]>,
}

/// By how much slopes may differ that are the same, relative to them.
const SAME: f64 = 1e-5;
/// The smaller changes that are tried where a corner is within reach of the first one, or the function bends much.
const SMALLER: [f64; 6] = [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5];

impl Slope {
    /// It does not exist.
    pub const NONE: Self = Self {
        value: f64::NAN,
        sides: None,
    };

    /// A number that is known.
    pub fn of(value: f64) -> Self {
        Self { value, sides: None }
    }
}

/// The slope of `f` at 0, by differences of order 4 with the change, `change` or a smaller one, that errs least.
pub(super) fn slope(f: &mut dyn FnMut(f64) -> Option<f64>, change: f64) -> Slope {
    let mut f = |x: f64| f(x).filter(|y| y.is_finite());
    let Some(middle) = f(0.0) else {
        return Slope::NONE;
    };
    let mut best: Option<(f64, f64)> = None;
    let mut corner = Slope::NONE;
    for smaller in SMALLER {
        let h = change * smaller;
        let [Some(a), Some(b), Some(c), Some(d)] = AT.map(|at| f(at * h)) else {
            continue;
        };
        let [near, far] = [(c - b) / (2.0 * h), (d - a) / (4.0 * h)];
        // a smooth function: the second difference over h is in proportion to h
        let [bend, bend_far] = [
            (c + b - 2.0 * middle) / h,
            (d + a - 2.0 * middle) / (2.0 * h),
        ];
        let size = [a, b, c, d].iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let rounding = f64::EPSILON * size / h;
        let apart = (near - far).abs() + (bend_far - 2.0 * bend).abs();
        let value = (4.0 * near - far) / 3.0;
        if apart > SAME * (near.abs() + bend.abs()) + 64.0 * rounding {
            // with a smaller change, if the corner is not right here
            if best.is_none() {
                corner = Slope {
                    value,
                    sides: Some([(middle - b) / h, (c - middle) / h]),
                };
            }
            continue;
        }
        // near − far = h²·f'''/2 while the error of both together is of the order h⁴
        let order = (near - far).powi(2) / near.abs().max(f64::MIN_POSITIVE);
        let error = order + rounding;
        if best.is_none_or(|(least, _)| error < least) {
            best = Some((error, value));
        }
        if order <= rounding {
            break;
        }
    }
    best.map_or(corner, |(_, value)| Slope::of(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_functions_and_corners() {
        let s = slope(&mut |x| Some((2.0 + 3.0 * x).sqrt()), 1e-4);
        // h⁴ and 1e-16/h
        assert!((s.value - 1.5 / 2f64.sqrt()).abs() < 1e-11 && s.sides.is_none());
        // a corner elsewhere is kept away from
        let s = slope(&mut |x| Some((2.0 * x).max(5.0 * (x - 1e-5))), 1e-4);
        assert!((s.value - 2.0).abs() < 1e-9 && s.sides.is_none(), "{s:?}");
        let s = slope(&mut |x: f64| Some(x.max(-x) + x), 1e-4);
        let [below, above] = s.sides.unwrap();
        assert!(below.abs() < 1e-9 && (above - 2.0).abs() < 1e-9);
        assert!(slope(&mut |x| (x < 0.0).then_some(x), 1e-4).value.is_nan());
        assert_eq!(slope(&mut |_| Some(3.0), 1e-4), Slope::of(0.0));
        // a change of 1 is much too large here: 1e-3 leaves (1e-2)⁴, 1e-4 rounding
        let s = slope(&mut |x| Some((10.0 * x).sin()), 1.0);
        assert!((s.value - 10.0).abs() < 1e-8, "{s:?}");
    }
}
