//! Solids of revolution cut by a plane, slice by slice across their axis.
//!
//! At the place s of the axis the solid is a disc of radius ρ(s), and the plane c·s + σ·y = h (c, σ cosine and sine of the angle between axis
//! and normal; y across the axis, towards the normal) leaves the part y ≤ e(s) of it: a segment of a circle, in closed form. What is left is
//! one integral over s. Its range is divided where the plane meets the profile, and each part has its rule ([`rules`](super::rules)): the places at which the integrand is not
//! analytic are known, where the plane meets the continued profile, in the complex plane too, and the ends of the continued profile.
//!
//! On a part both s and y run linearly; keeping both, nothing is divided by σ, and an upright solid on the plane (σ → 0) is no special case.

use super::rules::{Ends, clearance, half_axis, rule};
use carom_base::Number;
use std::f64::consts::PI;

/// ρ(s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Profile {
    /// ρ = start + slope·s.
    Line { start: f64, slope: f64 },
    /// ρ = √(radius² − (s − middle)²).
    Arc { middle: f64, radius: f64 },
}

impl Profile {
    fn at<T: Number>(&self, s: T) -> T {
        match *self {
            Self::Line { start, slope } => s * slope + start,
            Self::Arc { middle, radius } => root(-(s - middle) * (s - middle) + radius * radius),
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
                        meets.take(s, (s * slope + start) * sign);
                    }
                }
                if slope != 0.0 {
                    meets.avoid(-start / slope, 0.0);
                }
            }
            Self::Arc { middle, radius } => {
                let q = h - c * middle;
                let rr = -(q * q) + radius * radius;
                if rr.value() > 0.0 {
                    let t = rr.sqrt();
                    for t in [t, -t] {
                        meets.take(c * q - sigma * t + middle, sigma * q + c * t);
                    }
                } else {
                    let im = sigma.value() * (-rr.value()).sqrt();
                    meets.avoid((c * q).value() + middle, im);
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
    points: [Option<(T, T)>; 2],
    singular: [(f64, f64); 4],
    count: usize,
}

impl<T: Number> Default for Meets<T> {
    fn default() -> Self {
        Self {
            points: [None; 2],
            singular: [(0.0, 0.0); 4],
            count: 0,
        }
    }
}

impl<T: Number> Meets<T> {
    fn take(&mut self, s: T, y: T) {
        if let Some(free) = self.points.iter_mut().find(|p| p.is_none()) {
            *free = Some((s, y));
        }
        self.avoid(s.value(), 0.0);
    }

    fn avoid(&mut self, re: f64, im: f64) {
        self.singular[self.count] = (re, im);
        self.count += 1;
    }

    fn clearance(&self, begin: f64, end: f64) -> f64 {
        clearance(&self.singular[..self.count], begin, end)
    }

    /// The same, of all places but `root`, one of the ends, without help from a substitution.
    fn clearance_beside(&self, root: Option<f64>, begin: f64, end: f64) -> f64 {
        let is_root = |&&(re, im): &&(f64, f64)| Some(re) == root && im == 0.0;
        let places = self.singular[..self.count].iter();
        half_axis(places.filter(|p| !is_root(p)), begin, end)
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
    // nothing, not no number, at a tip
    let v = ((r - y.abs()) / (2.0 * r)).max(0.0);
    let small = r * q * v * swell(v);
    let area = if low { small } else { PI * r * r - small };
    if std::mem::size_of::<T>() == std::mem::size_of::<f64>() {
        return T::constant(area);
    }
    let by_rho = if r > 0.0 {
        2.0 * (area - q * y) / r
    } else {
        0.0
    };
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

/// √x, and nothing where rounding made x negative.
pub(super) fn root<T: Number>(x: T) -> T {
    if x.value() > 0.0 { x.sqrt() } else { T::zero() }
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

    pub(crate) fn add(&mut self, o: &Self) {
        self.volume += o.volume;
        self.along += o.along;
        self.across += o.across;
        self.area += o.area;
        self.area_along += o.area_along;
        self.area_across += o.area_across;
    }

    /// Each of them in another number.
    pub(crate) fn map<U>(&self, f: impl Fn(T) -> U) -> Moments<U> {
        Moments {
            volume: f(self.volume),
            along: f(self.along),
            across: f(self.across),
            area: f(self.area),
            area_along: f(self.area_along),
            area_across: f(self.area_across),
        }
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
        // of third degree in s, for which Simpson's rule is exact
        add(s0, 1.0 / 6.0);
        add((s0 + s1) * 0.5, 4.0 / 6.0);
        add(s1, 1.0 / 6.0);
    }

    /// Discs of one radius r cut by the plane, which goes from (s₀, y₀) to (s₁, y₁), in closed form: with the segment A(y) and q = √(r² − y²)
    ///
    /// ```text
    /// ∫A dy = y·A + ⅔q³,   ∫y·A dy = (y²/2 − r²/8)·A + y·q³/4,   ∫q³ dy = y·q³/4 + ⅜r²·A
    /// ```
    ///
    /// Each of them is of the size of rⁿ at an end, so that the differences lose what the range of y is shorter than r.
    fn add_cylinder(&mut self, r: f64, ends: &[(T, T)]) {
        let ((s0, y0), (s1, y1)) = (ends[0], ends[1]);
        let at = |y: T| {
            let q = root((-y + r) * (y + r));
            let (area, cube) = (area_of_segment(T::constant(r), y, q), q * q * q);
            [
                area,
                y * area + cube * (2.0 / 3.0),
                (y * y * 0.5 - 0.125 * r * r) * area + y * cube * 0.25,
                cube,
                y * cube * 0.25 + area * (0.375 * r * r),
            ]
        };
        let (low, high) = (at(y0), at(y1));
        let [area, of_area, of_moment, cube, of_cube] = std::array::from_fn(|k| high[k] - low[k]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let along = ds / dy;
        let from = s0 - along * y0;
        self.volume += of_area * along;
        self.along += (from * of_area + along * of_moment) * along;
        self.across += of_cube * along * (-2.0 / 3.0);
        // y runs upwards or downwards
        let length = (along * along + 1.0).sqrt() * dy.value().signum();
        let first = cube * (-2.0 / 3.0);
        self.area += area * length;
        self.area_along += (from * area + along * first) * length;
        self.area_across += first * length;
    }

    /// Discs cut by the plane, which goes from (s₀, y₀) to (s₁, y₁).
    fn add_cut(&mut self, rho: impl Fn(T) -> T, ends: &[(T, T)], rule: &[(f64, f64)]) {
        let ((s0, y0), (s1, y1)) = (ends[0], ends[1]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let length = (ds * ds + dy * dy).sqrt();
        let mut part = Self::zero();
        for points in rule.chunks(MANY) {
            // first what takes roots and quotients, without sums, so that processors take several points at once
            let mut discs = ([T::zero(); MANY], [T::zero(); MANY]);
            for ((&(at, _), half), area) in points.iter().zip(&mut discs.0).zip(&mut discs.1) {
                let (rho, y) = (rho(s0 + ds * at), y0 + dy * at);
                *half = root((rho - y) * (rho + y));
                *area = area_of_segment(rho, y, *half);
            }
            for ((&(at, weight), half), area) in points.iter().zip(&discs.0).zip(&discs.1) {
                let (s, y) = (s0 + ds * at, y0 + dy * at);
                let (area, chord) = (*area * weight, *half * weight);
                part.volume += area;
                part.along += area * s;
                part.across += chord * (*half * *half);
                part.area += chord;
                part.area_along += chord * s;
                part.area_across += chord * y;
            }
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

/// Points at a time.
pub(super) const MANY: usize = 16;

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
    let mut points = [(begin, level(begin)); 4];
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
    for (k, w) in points[..count].windows(2).enumerate() {
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
        if let Profile::Line { start, slope: 0.0 } = *profile
            && (y1 - y0).value().abs() > 0.5 * start
        {
            sum.add_cylinder(start, w);
            continue;
        }
        let (from, to) = (s0.value(), s1.value());
        // discs shrink to nothing at one end, and end at the other with the solid
        let ends = match (k > 0, k + 2 < count) {
            (true, false) if y0.value() < 0.0 => Some((Ends::RootFirst, Some(from))),
            (false, true) if y1.value() < 0.0 => Some((Ends::RootLast, Some(to))),
            (false, false) => Some((Ends::Smooth, None)),
            _ => None,
        };
        let rule = ends
            .and_then(|(ends, root)| ends.rule(meets.clearance_beside(root, from, to)))
            .unwrap_or_else(|| rule(meets.clearance(from, to)));
        match *profile {
            Profile::Line { start, slope } => sum.add_cut(|s| s * slope + start, w, rule),
            Profile::Arc { .. } => sum.add_cut(|s| profile.at(s), w, rule),
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

    /// φ − sin φ·cos φ with its digits where it is small.
    fn excess(phi: f64) -> f64 {
        let x = 2.0 * phi;
        if x > 1.0 {
            return 0.5 * (x - x.sin());
        }
        let term = |(t, s): (f64, f64), k: u32| {
            let t = -t * x * x / (f64::from(2 * k) * f64::from(2 * k + 1));
            (t, s - t)
        };
        0.5 * (1..30).fold((x, 0.0), term).1
    }

    /// V, ∫ s dV, ∫ y dV, section and its two moments by the double exponential rule over pieces between changes of the slices, which bisection finds.
    fn by_quadrature(radius: impl Fn(f64) -> f64, range: [f64; 2], plane: [f64; 3]) -> [f64; 6] {
        let [c, sigma, h] = plane;
        let kind = |s: f64| {
            let (rho, y) = (radius(s), (h - c * s) / sigma);
            i32::from(y > rho) - i32::from(y < -rho)
        };
        let mut cuts = vec![range[0]];
        const CELLS: usize = 20_000;
        let grid = |k: usize| range[0] + (range[1] - range[0]) * k as f64 / CELLS as f64;
        for k in 0..CELLS {
            let ends = [grid(k), grid(k + 1)];
            let kinds = ends.map(kind);
            if kinds[0] == kinds[1] {
                continue;
            }
            // the end of the first kind, and the beginning of the last
            for wanted in 0..2 {
                let [mut low, mut high] = ends;
                for _ in 0..100 {
                    let middle = 0.5 * (low + high);
                    if (kind(middle) == kinds[wanted]) == (wanted == 0) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                cuts.push(0.5 * (low + high));
            }
        }
        cuts.push(range[1]);
        let mut sum = [0.0; 6];
        for w in cuts.windows(2) {
            let (half, step) = (0.5 * (w[1] - w[0]), 1.0 / 64.0);
            for k in -260..=260 {
                let t = step * f64::from(k);
                let u = 0.5 * PI * t.sinh();
                let weight = half * step * 0.5 * PI * t.cosh() / u.cosh().powi(2);
                // from the nearer end
                let from_end = half * 2.0 / (1.0 + (2.0 * u.abs()).exp());
                let s = if t < 0.0 {
                    w[0] + from_end
                } else {
                    w[1] - from_end
                };
                let (rho, y) = (radius(s), (h - c * s) / sigma);
                if y <= -rho {
                    continue;
                }
                let square = (rho - y) * (rho + y);
                let (area, q) = if square <= 0.0 {
                    (PI * rho * rho, 0.0)
                } else {
                    (rho * rho * excess(square.sqrt().atan2(-y)), square.sqrt())
                };
                let line = 2.0 * q / sigma;
                let add = [
                    area,
                    area * s,
                    -2.0 / 3.0 * q * q * q,
                    line,
                    line * s,
                    line * y,
                ];
                for (sum, add) in sum.iter_mut().zip(add) {
                    *sum += add * weight;
                }
            }
        }
        sum
    }

    /// Planes at random, and of each kind that is special: nearly across the axis and nearly along it, nearly touching, nearly whole. Cosine, sine, and the share of
    /// the reach of the solid along the normal that is below.
    fn planes() -> impl Iterator<Item = (f64, f64, f64)> {
        let mut state = 12_345u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        (0..400).map(move |k| {
            let small = 10f64.powf(-1.0 - 3.0 * random());
            let tilt = match k % 4 {
                0 => random() * PI,
                1 => small,
                2 => 0.5 * PI + (random() - 0.5) * small,
                _ => PI - small,
            };
            let share = match k / 4 % 3 {
                0 => random(),
                1 => 10f64.powf(-5.0 * random()),
                _ => 1.0 - 10f64.powf(-5.0 * random()),
            };
            let (sine, cosine) = tilt.sin_cos();
            (cosine, sine, share)
        })
    }

    /// Differences from the quadrature; `reach` are the least and the largest c·s + σ·y of the solid.
    fn compare(
        what: &str,
        ours: impl Fn(f64, f64, f64) -> Moments<f64>,
        theirs: impl Fn([f64; 3]) -> [f64; 6],
        reach: impl Fn(f64, f64) -> [f64; 2],
        tolerance: f64,
    ) {
        let mut count = 0;
        for (c, sigma, share) in planes() {
            let [low, high] = reach(c, sigma);
            let h = low + (high - low) * share;
            let (m, r) = (ours(c, sigma, h), theirs([c, sigma, h]));
            if r[0] <= 0.0 {
                continue;
            }
            count += 1;
            let list = [
                m.volume,
                m.along,
                m.across,
                m.area,
                m.area_along,
                m.area_across,
            ];
            // h is rounded by as much of the depth, y of the reference by as much over the sine
            let rounding = 8.0 * f64::EPSILON * (1.0 / share + 1.0 / (1.0 - share) + 1.0 / sigma);
            for (k, (x, y)) in list.iter().zip(r).enumerate() {
                // lengths are of the size of one
                let size = if k < 3 { r[0] } else { r[3] };
                let error = (x - y).abs() / size;
                assert!(
                    error < tolerance + rounding,
                    "{what} {k}: {error:e} of {:e} at {c} {sigma} {share}",
                    tolerance + rounding
                );
            }
        }
        assert!(count > 350, "{count}");
        // wholly below the plane
        let [_, high] = reach(0.6, 0.8);
        let (m, r) = (ours(0.6, 0.8, high + 0.1), theirs([0.6, 0.8, high + 0.1]));
        assert!((m.volume / r[0] - 1.0).abs() < tolerance);
        assert!((m.along - r[1]).abs() < tolerance * r[0] && m.across.abs() < tolerance * r[0]);
        assert_eq!((m.area, m.area_along, m.area_across), (0.0, 0.0, 0.0));
    }

    #[test]
    fn slices_agree_with_the_double_exponential_rule() {
        let line = |start: f64, slope: f64| Profile::Line { start, slope };
        let ball = Profile::Arc {
            middle: 0.0,
            radius: 0.5,
        };
        for (what, profile, range) in [
            ("cylinder", line(0.5, 0.0), [0.0, 2.0]),
            ("disc", line(1.0, 0.0), [0.0, 0.1]),
            ("cone", line(0.0, 0.5), [0.0, 2.0]),
            ("frustum", line(0.3, 0.2), [0.0, 1.0]),
            ("blunt frustum", line(0.8, -0.7), [-1.0, 1.0]),
            ("half a ball", ball, [0.0, 0.5]),
            ("ball", ball, [-0.5, 0.5]),
        ] {
            let reach = |c: f64, sigma: f64| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for k in 0..=1000 {
                    let s = range[0] + (range[1] - range[0]) * f64::from(k) / 1000.0;
                    let out = sigma * profile.at(s);
                    (low, high) = (low.min(c * s - out), high.max(c * s + out));
                }
                [low, high]
            };
            compare(
                what,
                |c, sigma, h| slices(&profile, range[0], range[1], c, sigma, h),
                |plane| by_quadrature(|s| profile.at(s), range, plane),
                reach,
                // An arc ends in the logarithm of an angle, nearest to the cut where the plane goes through the centre.
                if matches!(profile, Profile::Arc { .. }) {
                    3e-12
                } else {
                    1e-12
                },
            );
        }
    }

    /// A torus is what its outer side encloses less what its inner side does.
    #[test]
    fn a_torus_agrees_with_the_double_exponential_rule() {
        for (major, minor) in [(1.0, 0.25), (0.8, 0.1), (0.7, 0.6)] {
            let theirs = |plane| {
                let side = |sign: f64| {
                    let radius = |s: f64| major + sign * (minor * minor - s * s).max(0.0).sqrt();
                    by_quadrature(radius, [-minor, minor], plane)
                };
                let (outer, inner) = (side(1.0), side(-1.0));
                std::array::from_fn(|k| outer[k] - inner[k])
            };
            let reach = |c: f64, sigma: f64| {
                let high = sigma * major + minor + 0.0 * c;
                [-high, high]
            };
            compare(
                "torus",
                |c, sigma, h| super::super::torus::moments(major, minor, c, sigma, h),
                theirs,
                reach,
                // discs that the plane nearly touches from within: 48 points leave this of the section
                3e-12,
            );
        }
    }
}
