//! The cubic through two values and two slopes, and where it falls through zero.

/// A cubic on [0, 1] given by its ends: a guard along a step, in units of the step.
#[derive(Clone, Copy, Debug)]
pub struct Cubic {
    /// Value and slope at 0.
    pub v0: f64,
    pub m0: f64,
    /// Value and slope at 1.
    pub v1: f64,
    pub m1: f64,
}

impl Cubic {
    pub fn value(&self, x: f64) -> f64 {
        let d = self.v1 - self.v0;
        let c2 = 3.0 * d - 2.0 * self.m0 - self.m1;
        let c3 = self.m0 + self.m1 - 2.0 * d;
        self.v0 + x * (self.m0 + x * (c2 + x * c3))
    }

    pub fn slope(&self, x: f64) -> f64 {
        let d = self.v1 - self.v0;
        let c2 = 3.0 * d - 2.0 * self.m0 - self.m1;
        let c3 = self.m0 + self.m1 - 2.0 * d;
        self.m0 + x * (2.0 * c2 + x * 3.0 * c3)
    }

    /// The interior extrema in ascending order; the unused places hold 1.
    pub fn extrema(&self) -> [f64; 2] {
        let d = self.v1 - self.v0;
        // slope = c + 2·b·x + a·x²
        let a = 3.0 * (self.m0 + self.m1 - 2.0 * d);
        let b = 3.0 * d - 2.0 * self.m0 - self.m1;
        let c = self.m0;
        let discriminant = b * b - a * c;
        if !(discriminant > 0.0) {
            return [1.0, 1.0];
        }
        // The form without cancellation: one root q/a, the other c/q.
        let q = -(b + discriminant.sqrt().copysign(b));
        let inside = |x: f64| if x > 0.0 && x < 1.0 { x } else { 1.0 };
        let (first, second) = (inside(q / a), inside(c / q));
        [first.min(second), first.max(second)]
    }

    /// The first x in (0, 1] where the cubic goes from positive to zero or below.
    pub fn first_fall(&self) -> Option<f64> {
        let [first, second] = self.extrema();
        let mut a = 0.0;
        for b in [first, second, 1.0] {
            if b > a && self.value(a) > 0.0 && self.end_value(b) <= 0.0 {
                return Some(self.root(a, b));
            }
            a = b;
        }
        None
    }

    /// The lowest interior minimum: place and value.
    pub fn interior_minimum(&self) -> Option<(f64, f64)> {
        self.extrema()
            .into_iter()
            .filter(|&x| x < 1.0)
            .map(|x| (x, self.value(x)))
            .filter(|&(_, v)| v < self.v0 && v < self.v1)
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The largest value on [0, 1].
    pub fn maximum(&self) -> f64 {
        let [first, second] = self.extrema();
        [self.value(first), self.value(second), self.v1]
            .into_iter()
            .fold(self.v0, f64::max)
    }

    // The given end value, free of rounding, decides about a crossing.
    fn end_value(&self, x: f64) -> f64 {
        if x == 1.0 { self.v1 } else { self.value(x) }
    }

    /// The root in [a, b], positive at a, not positive at b, monotone between: Newton inside a bracket.
    fn root(&self, mut a: f64, mut b: f64) -> f64 {
        let (va, vb) = (self.value(a), self.end_value(b));
        let mut x = a + (b - a) * va / (va - vb);
        for _ in 0..60 {
            let v = self.value(x);
            if v > 0.0 {
                a = x;
            } else {
                b = x;
            }
            let next = x - v / self.slope(x);
            let next = if next > a && next < b {
                next
            } else {
                0.5 * (a + b)
            };
            if (next - x).abs() <= 1e-16 * next {
                return next;
            }
            x = next;
        }
        x
    }
}

/// The first root after 0 of `value + rate·x + second·x²/2`, where that falls; `value` ≥ 0.
pub fn fall_of_parabola(value: f64, rate: f64, second: f64) -> Option<f64> {
    let root = (rate * rate - 2.0 * second * value).sqrt();
    // Of the two forms of the root the one without cancellation.
    let x = if rate > 0.0 {
        -(rate + root) / second
    } else {
        2.0 * value / (root - rate)
    };
    (x > 0.0 && x.is_finite()).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(value: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64) -> Cubic {
        Cubic {
            v0: value(0.0),
            m0: slope(0.0),
            v1: value(1.0),
            m1: slope(1.0),
        }
    }

    #[test]
    fn the_first_of_three_roots_is_found() {
        let p = through(
            |x| -(x - 0.2) * (x - 0.5) * (x - 0.9),
            |x| -((x - 0.5) * (x - 0.9) + (x - 0.2) * (x - 0.9) + (x - 0.2) * (x - 0.5)),
        );
        assert!((p.first_fall().unwrap() - 0.2).abs() < 1e-14);
    }

    #[test]
    fn a_narrow_double_root_counts_and_a_near_miss_does_not() {
        let parabola =
            |gap: f64| through(move |x| (x - 0.4) * (x - 0.4) + gap, |x| 2.0 * (x - 0.4));
        let root = parabola(-1e-8).first_fall().unwrap();
        assert!((root - (0.4 - 1e-4)).abs() < 1e-10);
        assert_eq!(parabola(1e-8).first_fall(), None);
        let (x, v) = parabola(1e-8).interior_minimum().unwrap();
        assert!((x - 0.4).abs() < 1e-12 && (v - 1e-8).abs() < 1e-15);
    }

    #[test]
    fn what_leaves_zero_and_comes_back_falls_at_its_return() {
        // x(0.5 - x)
        let p = through(|x| x * (0.5 - x), |x| 0.5 - 2.0 * x);
        assert!((p.first_fall().unwrap() - 0.5).abs() < 1e-14);
        // Starts at zero and falls at once: it was never positive.
        let p = through(|x| -x, |_| -1.0);
        assert_eq!(p.first_fall(), None);
    }

    #[test]
    fn straight_lines_are_exact() {
        let p = through(|x| 0.3 - x, |_| -1.0);
        assert!((p.first_fall().unwrap() - 0.3).abs() <= 1e-16);
        let p = through(|x| 1.0 - x, |_| -1.0);
        assert!((p.first_fall().unwrap() - 1.0).abs() <= 1e-16);
    }
}
