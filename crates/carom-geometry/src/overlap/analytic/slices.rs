//! Solids of revolution cut by a plane, slice by slice across their axis.
//!
//! At the place s of the axis the solid is a disc of radius ρ(s), and the plane c·s + σ·y = h (c, σ cosine and sine of the angle between axis
//! and normal; y across the axis, towards the normal) leaves the part y ≤ e(s) of it: a segment of a circle, in closed form. What is left is
//! one integral over s. Its range is divided where the plane meets the profile; on each part the substitution of a cosine makes the
//! integrand smooth at the ends, and Gauss's rule converges geometrically, the faster the farther the places are at which the integrand is not analytic:
//! where the plane meets the continued profile, in the complex plane too, and the ends of the continued profile. They are known, so that 12 points
//! do where they are far, and at most 32 are taken ([`rule`]).
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

    /// Where the line c·s + σ·y = h meets y = ρ(s) and y = −ρ(s) of the profile continued over its ends.
    fn meets<T: Number>(&self, c: T, sigma: T, h: T) -> Meets<T> {
        let mut meets = Meets::default();
        match *self {
            Self::Line { start, slope } => {
                for sign in [1.0, -1.0] {
                    let across = c + sigma * (sign * slope);
                    let s = (h - sigma * (sign * start)) / across;
                    if s.value().is_finite() {
                        meets.take(s, (s * slope + start) * sign, true);
                    }
                }
                if slope != 0.0 {
                    meets.avoid(-start / slope, 0.0);
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
                        let (re, im) = (c * q, sigma.value() * (-rr.value()).sqrt());
                        meets.avoid(re.value() + middle, im);
                        continue;
                    }
                    let t = rr.sqrt();
                    for t in [t, -t] {
                        let (s, y) = (c * q - sigma * t + middle, sigma * q + c * t + y0);
                        let out = y.value() * sign - offset;
                        meets.take(s, y, offset == 0.0 || (out > 0.0) == outer);
                    }
                }
                meets.avoid(middle - radius, 0.0);
                meets.avoid(middle + radius, 0.0);
            }
        }
        meets
    }
}

/// Where a plane meets a profile, and where slices are not analytic in s, by real and imaginary part.
struct Meets<T> {
    points: [Option<(T, T)>; 4],
    singular: [(f64, f64); 6],
    count: usize,
}

impl<T: Number> Default for Meets<T> {
    fn default() -> Self {
        Self {
            points: [None; 4],
            singular: [(0.0, 0.0); 6],
            count: 0,
        }
    }
}

impl<T: Number> Meets<T> {
    fn take(&mut self, s: T, y: T, own: bool) {
        if own && let Some(free) = self.points.iter_mut().find(|p| p.is_none()) {
            *free = Some((s, y));
        }
        self.avoid(s.value(), 0.0);
    }

    fn avoid(&mut self, re: f64, im: f64) {
        self.singular[self.count] = (re, im);
        self.count += 1;
    }

    /// Of the ellipses with foci `begin` and `end` through these places the smallest: its length over the distance of the foci. Places that are an end
    /// to rounding do not count: there the substitution helps.
    fn clearance(&self, begin: f64, end: f64) -> f64 {
        let span = end - begin;
        let mut least = f64::INFINITY;
        for &(re, im) in &self.singular[..self.count] {
            let (x, y) = (re - begin, re - end);
            let e = if im == 0.0 {
                x.abs() + y.abs()
            } else {
                (x * x + im * im).sqrt() + (y * y + im * im).sqrt()
            };
            if e > span * (1.0 + 1e-12) {
                least = least.min(e);
            }
        }
        least / span
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
    (area_of_segment(rho, w, half), cube(half) * (-2.0 / 3.0))
}

pub(super) fn cube<T: Number>(x: T) -> T {
    x * x * x
}

/// Area of the part y ≤ w, −ρ < w < ρ, of a disc, from its half chord √(ρ² − w²) as well. With v = (ρ + w)/2ρ = sin²(φ/2) it is
/// ρ²(φ − sin φ·cos φ) = ρ·√(ρ² − w²)·v·g(v), for v > ½ the disc less the rest. Derivatives, of first order only: dA = 2·half·dw + (2A − 2·half·w)/ρ·dρ.
pub(super) fn area_of_segment<T: Number>(rho: T, w: T, half: T) -> T {
    let (r, y, q) = (rho.value(), w.value(), half.value());
    let low = y <= 0.0;
    let v = (r - y.abs()) / (2.0 * r);
    let small = r * q * v * swell(v);
    let area = if low { small } else { PI * r * r - small };
    if std::mem::size_of::<T>() == std::mem::size_of::<f64>() {
        return T::constant(area);
    }
    let by_rho = 2.0 * (area - q * y) / r;
    (rho - r) * by_rho + (w - y) * (2.0 * q) + area
}

/// (φ − sin φ·cos φ)/(v·sin φ) with v = sin²(φ/2) in [0, ½], from 8/3 to π: the rational function of least relative error, 5.4e-16, by Remez's
/// algorithm in 50 digits.
fn swell(v: f64) -> f64 {
    const P: [f64; 6] = [
        2.666_666_666_666_668_3,
        -8.184_567_411_201_623,
        9.566_734_238_919_222,
        -5.258_144_403_301_581,
        1.333_655_149_605_618,
        -0.120_959_320_062_978_67,
    ];
    const Q: [f64; 6] = [
        1.0,
        -3.269_212_779_200_427_7,
        4.069_939_323_996_028,
        -2.377_736_491_758_470_5,
        0.637_601_711_121_363_5,
        -0.060_443_498_850_994_13,
    ];
    let of = |c: &[f64; 6]| c.iter().rev().fold(0.0, |sum, c| sum * v + c);
    of(&P) / of(&Q)
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

    /// Whole discs between s₀ and s₁.
    fn add_whole(&mut self, profile: &Profile, s0: T, s1: T) {
        let ds = s1 - s0;
        let mut add = |s: T, weight: f64| {
            let rho = profile.at(s);
            let part = rho * rho * ds * (PI * weight);
            self.volume += part;
            self.along += part * s;
        };
        // of third degree in s, for which Simpson's rule is exact, unless an arc is off the axis
        if matches!(profile, Profile::Arc { offset, .. } if *offset != 0.0) {
            for &(at, weight) in RULE.iter() {
                add(s0 + ds * at, weight);
            }
        } else {
            add(s0, 1.0 / 6.0);
            add((s0 + s1) * 0.5, 4.0 / 6.0);
            add(s1, 1.0 / 6.0);
        }
    }

    /// Discs cut by the plane, which goes from (s₀, y₀) to (s₁, y₁).
    fn add_cut(&mut self, profile: &Profile, ends: &[(T, T)], rule: &[(f64, f64)]) {
        let ((s0, y0), (s1, y1)) = (ends[0], ends[1]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let length = (ds * ds + dy * dy).sqrt();
        let mut part = Self::zero();
        for &(at, weight) in rule {
            let (s, y) = (s0 + ds * at, y0 + dy * at);
            let rho = profile.at(s);
            let rr = (rho - y) * (rho + y);
            // rounding at the ends
            if rr.value() <= 0.0 {
                if y.value() > 0.0 {
                    let area = rho * rho * (PI * weight);
                    part.volume += area;
                    part.along += area * s;
                }
                continue;
            }
            let half = rr.sqrt();
            let area = area_of_segment(rho, y, half) * weight;
            part.volume += area;
            part.along += area * s;
            let chord = half * weight;
            part.across += chord * rr;
            part.area += chord;
            part.area_along += chord * s;
            part.area_across += chord * y;
        }
        self.volume += part.volume * ds;
        self.along += part.along * ds;
        self.across += part.across * ds * (-2.0 / 3.0);
        let length = length * 2.0;
        self.area += part.area * length;
        self.area_along += part.area_along * length;
        self.area_across += part.area_across * length;
    }
}

/// Place in (0, 1) and weight of Gauss's rule of N points after the substitution λ = (1 − cos φ)/2, φ from 0 to π.
fn points_of<const N: usize>() -> [(f64, f64); N] {
    let n = N as f64;
    std::array::from_fn(|k| {
        // a zero of the Legendre polynomial by Newton's method
        let mut x = (PI * (k as f64 + 0.75) / (n + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..20 {
            let (mut p, mut q) = (1.0, 0.0);
            for j in 0..N {
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
}

/// The rule of 32 points.
pub(super) static RULE: LazyLock<[(f64, f64); 32]> = LazyLock::new(points_of);

/// Rules of fewer points.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    of_12: points_of(),
    of_16: points_of(),
    of_24: points_of(),
});

struct Rules {
    of_12: [(f64, f64); 12],
    of_16: [(f64, f64); 16],
    of_24: [(f64, f64); 24],
}

/// The rule that is exact to rounding if the nearest place at which the integrand is not analytic is on the ellipse with the ends of the range as foci that is
/// `clearance` times as long as they are apart. With cosh b = `clearance` the places are b off the range of φ, and the error of n points falls as
/// (β + √(1 + β²))⁻²ⁿ, β = 2b/π.
pub(super) fn rule(clearance: f64) -> &'static [(f64, f64)] {
    match clearance {
        e if e > 6.0 => &RULES.of_12,
        e if e > 3.0 => &RULES.of_16,
        e if e > 1.6 => &RULES.of_24,
        _ => &*RULE,
    }
}

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
    let meets = profile.meets(c, sigma, h);
    for (s, y) in meets.points.into_iter().flatten() {
        if s.value() > begin.value() && s.value() < end.value() {
            points[count] = (s, y);
            count += 1;
        }
    }
    points[count] = (end, level(end));
    count += 1;
    if count > 3 {
        points[1..count - 1].sort_by(|x, y| x.0.value().total_cmp(&y.0.value()));
    }
    for w in points[..count].windows(2) {
        let ((s0, y0), (s1, y1)) = (w[0], w[1]);
        let middle = profile.at((s0 + s1) * 0.5).value();
        let y = 0.5 * y0.value() + 0.5 * y1.value();
        if y <= -middle {
            continue;
        }
        if y >= middle {
            sum.add_whole(profile, s0, s1);
            continue;
        }
        sum.add_cut(profile, w, rule(meets.clearance(s0.value(), s1.value())));
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

    /// Against the series of x − sin x, x = 2φ, and against the angle itself.
    #[test]
    fn segments_keep_their_digits() {
        let series = |x: f64| {
            (1..30)
                .fold((x, 0.0), |(t, s), k| {
                    let t = -t * x * x / (f64::from(2 * k) * f64::from(2 * k + 1));
                    (t, s - t)
                })
                .1
        };
        for k in 1..=300 {
            let phi = 0.01 * f64::from(k);
            // −cos φ keeps the digits of the depth 1 − cos φ no better than this
            let rounded = 4.0 * f64::EPSILON / (1.0 - phi.cos());
            let (area, first) = segment(1.0, -phi.cos());
            let exact = if phi < 0.8 {
                0.5 * series(2.0 * phi)
            } else {
                phi - 0.5 * (2.0 * phi).sin()
            };
            // and some roundings of the rational function
            assert!((area / exact - 1.0).abs() < 4e-15 + rounded, "{phi}");
            assert!(
                (first / (-2.0 / 3.0 * phi.sin().powi(3)) - 1.0).abs()
                    < 4e-15 + 3.0 * rounded / phi.sin().powi(2)
            );
        }
        let (whole, none) = segment(2.0, 3.0);
        assert_eq!((whole, none), (4.0 * PI, 0.0));
        let (half, first) = segment(1.0, 0.0);
        assert!((half - 0.5 * PI).abs() < 2e-15 && (first + 2.0 / 3.0).abs() < 1e-15);
    }
}
