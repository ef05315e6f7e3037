//! A torus cut by a plane, by the discs of its tube.
//!
//! There is no closed form: where the plane cuts discs at both ends of its reach the volume is an elliptic integral. But each disc of the tube, at the angle ψ
//! about the axis from the lowest one, is cut in a line, and what is left of it is a segment with the line at the distance d from its centre. With R, a the radii
//! of the circle of centres and of the tube and u, s the coordinates of the disc from its centre
//!
//! ```text
//! −σ·(R + u)·cos ψ + c·s ≤ h:   d = (h + σ·R·cos ψ)/N,   N² = c² + σ²cos²ψ,   V = ∫∫(R + u) dA dψ
//! ```
//!
//! Discs are cut between the two angles at which |d| = a, whole on one side of them, and not met on the other: one integral, by the rules of
//! [`rules`](super::rules).

use super::rules::{chebyshev, clearance, half_axis, rule};
use super::segments::{area_of_segment, root};
use super::slices::{MANY, Moments};
use carom_base::Number;
use std::f64::consts::PI;

/// Radii of the circle of centres and of the tube, and the plane c·s + σ·y = h.
struct Cut<T> {
    major: f64,
    minor: f64,
    c: T,
    sigma: T,
    h: T,
}

/// What is in c·s + σ·y ≤ h, s along the axis, y across it.
pub(super) fn moments<T: Number>(major: f64, minor: f64, c: T, sigma: T, h: T) -> Moments<T> {
    let cut = Cut {
        major,
        minor,
        c,
        sigma,
        h,
    };
    let mut sum = Moments::zero();
    // −cos ψ where |d| = a, times `wide`
    let rest = major * major - minor * minor;
    let wide = sigma * rest;
    let reach = (h * h + c * c * rest).sqrt() * minor;
    let [low, high] = [h * major - reach, h * major + reach];
    if high.value() <= -wide.value() {
        return sum;
    }
    let angle = |x: T| root(wide + x).atan2(root(wide - x)) * 2.0;
    let whole = low.value() > -wide.value();
    let begin = match whole {
        false => T::zero(),
        true if low.value() >= wide.value() => T::constant(PI),
        true => angle(low),
    };
    if whole {
        cut.add_whole(&mut sum, begin);
    }
    if begin.value() == PI {
        return sum;
    }
    let all_round = high.value() >= wide.value();
    if !whole && !all_round && cut.add_lowest(&mut sum, [low, high], wide) {
        return sum;
    }
    let end = if all_round {
        T::constant(PI)
    } else {
        angle(high)
    };
    // beyond the range: its mirror images, the angles that have become complex, and where N is zero
    let ratio = |x: T| {
        let x = x.value().abs();
        imaginary(((x - wide.value()) / (x + wide.value())).max(0.0).sqrt()) * 2.0
    };
    let (b, e) = (begin.value(), end.value());
    let singular = [
        if whole { (-b, 0.0) } else { (0.0, ratio(low)) },
        if all_round {
            (PI, ratio(high))
        } else {
            (2.0 * PI - e, 0.0)
        },
        (0.5 * PI, imaginary(c.value().abs())),
        (-0.5 * PI, imaginary(c.value().abs())),
        (1.5 * PI, imaginary(c.value().abs())),
    ];
    let [root, pole] =
        [&singular[..2], &singular[2..]].map(|places| half_axis(places.iter(), -e, e));
    match (whole, all_round) {
        (false, false) if root > 1.1 && pole > 1.15 => {
            // as about the lowest disc, by the angle itself
            let rule = chebyshev(root, pole);
            cut.add(
                &mut sum,
                rule.len(),
                |k| cosine(end * rule[k].0),
                |k, _| end * (2.0 * rule[k].1),
            );
        }
        (false, true) => {
            // all discs are cut: a periodic integrand, for which equal steps are as good as Gauss's rule
            let least = singular.iter().fold(f64::INFINITY, |b, s| b.min(s.1));
            let band = if least > 1.5 {
                nearest_pole(c.value(), [low, high].map(T::value), wide.value())
            } else {
                least
            };
            // the integrands hold cosines up to the fourth power, which cost two steps
            let count = (18.0 / band).ceil().min(62.0) as usize + 2;
            let step = PI / count as f64;
            let at = |k: usize| T::constant(step * (k as f64 + 0.5));
            cut.add(
                &mut sum,
                count,
                |k| cosine(at(k)),
                |_, _| T::constant(2.0 * step),
            );
        }
        (true, true) | (false, false) => {
            // about the highest or the lowest disc, and symmetric: half of the points do, unless the angles nearest to it are so near that it is better an end
            let (middle, half) = if whole { (PI, begin - PI) } else { (0.0, end) };
            let far = half.value().abs();
            let across = clearance(&singular, middle - far, middle + far);
            let (points, half) = if across > 1.6 {
                let points = rule(across);
                (&points[..points.len() / 2], half * 2.0)
            } else {
                (rule(clearance(&singular, b, e)), half)
            };
            let centre = if across > 1.6 { 0.5 } else { 0.0 };
            let span = if half.value() < 0.0 { -half } else { half } * 2.0;
            let at = |k: usize| half * (points[k].0 - centre) + middle;
            cut.add(
                &mut sum,
                points.len(),
                |k| cosine(at(k)),
                |k, _| span * points[k].1,
            );
        }
        (true, false) => {
            let span = end - begin;
            let points = rule(clearance(&singular, b, e));
            let at = |k: usize| begin + span * points[k].0;
            cut.add(
                &mut sum,
                points.len(),
                |k| cosine(at(k)),
                |k, _| span * (2.0 * points[k].1),
            );
        }
    }
    sum
}

/// A lower bound of artanh, never above 1.6: further out the cosines of the integrands are as large as a place that is not analytic is near.
fn imaginary(x: f64) -> f64 {
    let xx = x * x;
    x * (1.0 + xx * (1.0 / 3.0 + xx * 0.2))
}

/// How far from the real axis an integrand over all discs is analytic: artanh of |c| and twice that of √((x − w)/(x + w)) for both x. Exact, as a torus that almost lies
/// needs few discs.
fn nearest_pole(c: f64, [low, high]: [f64; 2], wide: f64) -> f64 {
    let ratio = |x: f64| ((x.abs() - wide) / (x.abs() + wide)).max(0.0).sqrt();
    let tanh = c.abs().min(ratio(low)).min(ratio(high));
    // the angle of the discs is twice that of the ratio: a lower bound for both
    0.5 * ((1.0 + tanh) / (1.0 - tanh).max(f64::EPSILON)).ln()
}

/// cos ψ, 0 ≤ ψ ≤ π. For numbers without rates by the series of the sine of ψ/2 in which there is nothing to decide, so that processors take several at once.
fn cosine<T: Number>(psi: T) -> T {
    if std::mem::size_of::<T>() > std::mem::size_of::<f64>() {
        return psi.cos();
    }
    let x = 0.5 * psi.value();
    // (π/2)²¹/21! is 3e-16
    let sine = (1..=10).rev().fold(1.0, |sum, k| {
        let n = f64::from(2 * k);
        1.0 - x * x * sum * (1.0 / (n * (n + 1.0)))
    }) * x;
    T::constant(1.0 - 2.0 * sine * sine)
}

impl<T: Number> Cut<T> {
    /// cos ψ, 1/N, half the chord and the area of the segment.
    fn disc(&self, cosine: T) -> [T; 4] {
        let out = self.sigma * cosine;
        let inverse = (self.c * self.c + out * out).sqrt().recip();
        let d = (self.h + out * self.major) * inverse;
        let half = root((-d + self.minor) * (d + self.minor));
        let area = area_of_segment(T::constant(self.minor), d, half);
        [cosine, inverse, half, area]
    }

    /// The discs about the lowest one by t = tan ψ/2: no angle is needed, and dψ = (1 + cos ψ) dt. All of the integrand is the root of T² − t² times what is analytic, for
    /// which the best rule is that of Gauss and Chebyshev of the second kind; `false` where that is not so for as far as it needs.
    fn add_lowest(&self, sum: &mut Moments<T>, [low, high]: [T; 2], wide: T) -> bool {
        let end = root((wide + high) / (wide - high));
        // where N vanishes, on the unit circle, and where discs would be whole, on the imaginary axis
        let (x, y) = (self.sigma.value(), self.c.value());
        let whole = ((low + wide).value() / (low - wide).value()).max(0.0);
        let t = end.value();
        let at = |place: (f64, f64)| half_axis(std::iter::once(&place), -t, t);
        let (pole, whole) = (at((x, y)), at((0.0, whole.sqrt())));
        if pole.min(whole) < 1.4 {
            return false;
        }
        let rule = chebyshev(whole, pole);
        let cosine = |k: usize| {
            let t = end * rule[k].0;
            (t * t + 1.0).recip() * 2.0 - 1.0
        };
        let span = end * 2.0;
        self.add(sum, rule.len(), cosine, |k, cosine| {
            (cosine + 1.0) * span * rule[k].1
        });
        true
    }

    /// Discs of so many cosines ψ, at positive and negative angles, with half this weight each.
    fn add(
        &self,
        sum: &mut Moments<T>,
        count: usize,
        cosine: impl Fn(usize) -> T,
        weight: impl Fn(usize, T) -> T,
    ) {
        for from in (0..count).step_by(MANY) {
            let some = MANY.min(count - from);
            let mut discs = [[T::zero(); MANY]; 4];
            // first what takes roots and quotients, without sums, as of slices
            for k in 0..some {
                let disc = self.disc(cosine(from + k));
                for (list, number) in discs.iter_mut().zip(disc) {
                    list[k] = number;
                }
            }
            for k in 0..some {
                let disc = discs.each_ref().map(|list| list[k]);
                self.add_disc(sum, disc, weight(from + k, disc[0]));
            }
        }
    }

    fn add_disc(&self, sum: &mut Moments<T>, disc: [T; 4], weight: T) {
        let (major, minor) = (self.major, self.minor);
        let [cosine, inverse, half, area] = disc;
        let out = -self.sigma * cosine;
        // normal of the line in the disc, along u and s
        let (n, m) = (out * inverse, self.c * inverse);
        let d = (self.h - out * major) * inverse;
        let gg = half * half;
        // ∫ along the normal, ∫ of its square and of the square along the line
        let cube = gg * half;
        let first = cube * (-2.0 / 3.0);
        let quarter = area * (0.25 * minor * minor);
        let second = quarter - d * cube * 0.5;
        let beside = quarter + d * cube * (1.0 / 6.0);
        let of_u = n * first;
        let of_uu = n * n * second + m * m * beside;
        let of_us = n * m * (second - beside);
        sum.volume += (area * major + of_u) * weight;
        sum.along += (m * first * major + of_us) * weight;
        sum.across -= (area * (major * major) + of_u * (2.0 * major) + of_uu) * cosine * weight;
        // the line, from its middle
        let (rho, s) = (n * d + major, m * d);
        let chord = half * 2.0 * weight * inverse;
        let of_tt = gg * (1.0 / 3.0);
        sum.area += rho * chord;
        sum.area_along += (rho * s - n * m * of_tt) * chord;
        sum.area_across -= (rho * rho + m * m * of_tt) * cosine * chord;
    }

    /// Whole discs within ψ of the lowest one.
    fn add_whole(&self, sum: &mut Moments<T>, psi: T) {
        let (major, square) = (self.major, self.minor * self.minor);
        sum.volume += psi * (2.0 * PI * square * major);
        // at π no derivative: the sine of π is not zero in rounding
        let sine = if psi.value() < PI {
            psi.sin()
        } else {
            T::zero()
        };
        sum.across -= sine * (2.0 * PI * square * (major * major + 0.25 * square));
    }
}
