//! Solids of revolution cut by a plane, slice by slice across their axis.
//!
//! At the place s of the axis the solid is a disc of radius ρ(s), and the plane c·s + σ·y = h (c, σ cosine and sine of the angle between axis
//! and normal; y across the axis, towards the normal) leaves the part y ≤ e(s) of it: a segment of a circle, in closed form. What is left is
//! one integral over s. Its range is divided where the plane meets the profile; on each part the substitution of a cosine makes the
//! integrand smooth at the ends, and Gauss's rule of 32 points is exact to rounding.
//!
//! On a part both s and y run linearly; keeping both, nothing is divided by σ, and an upright solid on the plane (σ → 0) is no special case.

use carom_base::Number;
use std::f64::consts::PI;
use std::sync::LazyLock;

/// ρ(s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Profile {
    /// ρ = start + slope·s.
    Line { start: f64, slope: f64 },
    /// ρ = offset ± √(radius² − (s − middle)²).
    Arc {
        middle: f64,
        offset: f64,
        radius: f64,
        outer: bool,
    },
}

impl Profile {
    fn at<T: Number>(&self, s: T) -> T {
        match *self {
            Self::Line { start, slope } => s * slope + start,
            Self::Arc {
                middle,
                offset,
                radius,
                outer,
            } => {
                let rr = -(s - middle) * (s - middle) + radius * radius;
                // rounding at the ends of the arc
                let g = if rr.value() > 0.0 {
                    rr.sqrt()
                } else {
                    T::zero()
                };
                if outer { g + offset } else { -g + offset }
            }
        }
    }

    /// Where the line c·s + σ·y = h meets y = ρ(s) and y = −ρ(s): points (s, y).
    fn meets<T: Number>(&self, c: T, sigma: T, h: T, mut take: impl FnMut(T, T)) {
        match *self {
            Self::Line { start, slope } => {
                for sign in [1.0, -1.0] {
                    let across = c + sigma * (sign * slope);
                    let s = (h - sigma * (sign * start)) / across;
                    if s.value().is_finite() {
                        take(s, (s * slope + start) * sign);
                    }
                }
            }
            Self::Arc {
                middle,
                offset,
                radius,
                outer,
            } => {
                // the full circle and its mirror image, which are one if it is about the axis
                let signs: &[f64] = if offset == 0.0 { &[1.0] } else { &[1.0, -1.0] };
                for sign in signs {
                    let y0 = sign * offset;
                    let q = h - c * middle - sigma * y0;
                    let rr = -(q * q) + radius * radius;
                    if rr.value() <= 0.0 {
                        continue;
                    }
                    let t = rr.sqrt();
                    for t in [t, -t] {
                        let (s, y) = (c * q - sigma * t + middle, sigma * q + c * t + y0);
                        let out = y.value() * sign - offset;
                        if offset == 0.0 || (out > 0.0) == outer {
                            take(s, y);
                        }
                    }
                }
            }
        }
    }
}

/// Area of the part y ≤ w of a disc of radius ρ about the origin, and ∫ y over it.
pub(crate) fn segment<T: Number>(rho: T, w: T) -> (T, T) {
    if w.value() >= rho.value() {
        return (rho * rho * PI, T::zero());
    }
    if w.value() <= -rho.value() {
        return (T::zero(), T::zero());
    }
    let half = ((rho - w) * (rho + w)).sqrt();
    let angle = half.atan2(-w) * 2.0;
    let area = rho * rho * excess(angle) * 0.5;
    (area, half * half * half * (-2.0 / 3.0))
}

/// x − sin x.
fn excess<T: Number>(x: T) -> T {
    if x.value() > 0.8 {
        return x - x.sin();
    }
    let xx = x * x;
    // x³/6·(1 − x²/20·(1 − x²/42·(1 − ...))): nine factors reach the last digit at 0.8
    let mut sum = T::one();
    for k in (2..=9).rev() {
        let n = f64::from(2 * k);
        sum = -(xx * sum) / (n * (n + 1.0)) + 1.0;
    }
    x * xx * sum / 6.0
}

/// ∫ dV, ∫ s dV, ∫ y dV, and of the section with the plane: area, ∫ s, ∫ y.
#[derive(Clone, Copy)]
pub(crate) struct Moments<T> {
    pub volume: T,
    pub along: T,
    pub across: T,
    pub area: T,
    pub area_along: T,
    pub area_across: T,
}

impl<T: Number> Moments<T> {
    pub(crate) fn zero() -> Self {
        let o = T::zero();
        Self {
            volume: o,
            along: o,
            across: o,
            area: o,
            area_along: o,
            area_across: o,
        }
    }

    pub(crate) fn add(&mut self, o: &Self, sign: f64) {
        self.volume += o.volume * sign;
        self.along += o.along * sign;
        self.across += o.across * sign;
        self.area += o.area * sign;
        self.area_along += o.area_along * sign;
        self.area_across += o.area_across * sign;
    }
}

const POINTS: usize = 32;

/// Place in (0, 1) and weight of Gauss's rule after the substitution λ = (1 − cos φ)/2, φ from 0 to π.
pub(super) static RULE: LazyLock<[(f64, f64); POINTS]> = LazyLock::new(|| {
    let n = POINTS as f64;
    std::array::from_fn(|k| {
        // a zero of the Legendre polynomial by Newton's method
        let mut x = (PI * (k as f64 + 0.75) / (n + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..20 {
            let (mut p, mut q) = (1.0, 0.0);
            for j in 0..POINTS {
                let j = j as f64;
                (p, q) = (((2.0 * j + 1.0) * x * p - j * q) / (j + 1.0), p);
            }
            slope = n * (x * p - q) / (x * x - 1.0);
            x -= p / slope;
        }
        let weight = 2.0 / ((1.0 - x * x) * slope * slope);
        let (sin, cos) = (0.5 * PI * (1.0 + x)).sin_cos();
        (0.5 * (1.0 - cos), 0.25 * PI * sin * weight)
    })
});

/// The part c·s + σ·y ≤ h of the solid between s = `begin` and s = `end`.
pub(crate) fn slices<T: Number>(
    profile: &Profile,
    begin: T,
    end: T,
    c: T,
    sigma: T,
    h: T,
) -> Moments<T> {
    let mut sum = Moments::zero();
    if begin.value() >= end.value() {
        return sum;
    }
    // y of the plane at an end; far out where the plane is across the axis
    let tiny = 1e-200;
    let level = |s: T| {
        let e = h - c * s;
        if sigma.value() > tiny {
            e / sigma
        } else {
            T::constant(e.value() / tiny)
        }
    };
    let mut points = [(begin, level(begin)); 6];
    let mut count = 1;
    profile.meets(c, sigma, h, |s, y| {
        if s.value() > begin.value() && s.value() < end.value() {
            points[count] = (s, y);
            count += 1;
        }
    });
    points[count] = (end, level(end));
    count += 1;
    points[1..count - 1].sort_by(|x, y| x.0.value().total_cmp(&y.0.value()));
    for w in points[..count].windows(2) {
        let ((s0, y0), (s1, y1)) = (w[0], w[1]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let middle = profile.at((s0 + s1) * 0.5).value();
        let y = 0.5 * y0.value() + 0.5 * y1.value();
        if y <= -middle {
            continue;
        }
        let full = y >= middle;
        for &(at, weight) in RULE.iter() {
            let s = s0 + ds * at;
            let rho = profile.at(s);
            let weight_s = ds * weight;
            if full {
                let area = rho * rho * PI * weight_s;
                sum.volume += area;
                sum.along += area * s;
                continue;
            }
            let y = y0 + dy * at;
            let (area, first) = segment(rho, y);
            sum.volume += area * weight_s;
            sum.along += area * s * weight_s;
            sum.across += first * weight_s;
            let rr = (rho - y) * (rho + y);
            if rr.value() > 0.0 {
                let chord = rr.sqrt() * (2.0 * weight);
                let length = (ds * ds + dy * dy).sqrt();
                sum.area += chord * length;
                sum.area_along += chord * length * s;
                sum.area_across += chord * length * y;
            }
        }
    }
    // A plane across the axis between two roots that rounding made one: a whole disc.
    if sum.area.value() == 0.0 && sigma.value() <= tiny {
        let s = h / c;
        if s.value() > begin.value() && s.value() < end.value() {
            let rho = profile.at(s);
            sum.area = rho * rho * PI;
            sum.area_along = sum.area * s;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_integrates_what_it_is_made_for() {
        let of = |f: fn(f64) -> f64| RULE.iter().map(|&(x, w)| w * f(x)).sum::<f64>();
        assert!((of(|_| 1.0) - 1.0).abs() < 1e-15);
        assert!((of(|x| x.powi(7)) - 0.125).abs() < 1e-15);
        // roots at both ends: ∫ √(x(1−x)) = π/8
        assert!((of(|x| (x * (1.0 - x)).sqrt()) - PI / 8.0).abs() < 1e-15);
        assert!((of(|x| x.powf(1.5)) - 0.4).abs() < 1e-15);
    }

    #[test]
    fn small_segments_keep_their_digits() {
        for x in [1e-6, 1e-3, 0.1, 0.79, 0.81, 3.0] {
            let series = |x: f64| {
                (1..30)
                    .fold((x, 0.0), |(t, s), k| {
                        let t = -t * x * x / (f64::from(2 * k) * f64::from(2 * k + 1));
                        (t, s - t)
                    })
                    .1
            };
            let exact = series(x);
            assert!(
                (excess(x) / exact - 1.0).abs() < 1e-15 * (1.0 + 10.0 * f64::from(x > 0.8)),
                "{x}"
            );
        }
        let (whole, none) = segment(2.0, 3.0);
        assert_eq!((whole, none), (4.0 * PI, 0.0));
        let (half, first) = segment(1.0, 0.0);
        assert!((half - 0.5 * PI).abs() < 1e-15 && (first + 2.0 / 3.0).abs() < 1e-15);
    }
}
