//! What a plane leaves of a cone between two places of its axis, in closed form.
//!
//! The piece is bounded by the plane, by segments of the discs at its ends, and by the side of the cone, all lines of which go through the apex. From there, with N the distances of the
//! flat faces along their outward normals,
//!
//! ```text
//! V = Σ N·A/3,   ∫ x dV = Σ N·∫ x dA/4
//! ```
//!
//! The face on the plane is the part of a conic between two chords. From the vertex that is nearer to the apex, and so in the plane that u is the way along its axis, the conic is
//! z² = 2P·u − κ·u², with P = m·|h| and κ = c² − m²σ² for the slope m: an ellipse, a parabola or a hyperbola. Up to a chord of half the length q it has
//!
//! ```text
//! A = u·q·g(v)/2,   ∫ u dA = u²·q·e(v)/4,   v = κu/2P
//! ```
//!
//! with the same functions as the segments of a circle, continued to v < 0.

use super::moments::Moments;
use super::segments::{area_of, area_of_segment, cube, first_of, quotient, root, swell};
use super::side::Side;
use carom_base::Number;
use std::f64::consts::PI;

/// What is in c·s + σ·y ≤ h, c² + σ² = 1, between the discs at two places (s, y) of the plane, all of which it cuts, from the thin end to the thick; at those of `met` it meets the
/// side. The differences lose what the ends are nearer to each other than to the apex.
pub(super) fn piece<T: Number>(
    side: &Side,
    [c, sigma, h]: [T; 3],
    ends: [(T, T); 2],
    met: [bool; 2],
) -> Moments<T> {
    let (apex, m, up) = (side.apex(), side.slope.abs(), side.slope.signum());
    // all from the apex, and s to the thick end
    let conic = Conic::new(m, c * up, sigma, h - c * apex);
    let mut sum = Moments::zero();
    for (k, (s, y)) in ends.into_iter().enumerate() {
        let s = (s - apex) * up;
        let rho = s * m;
        let q = if met[k] {
            T::zero()
        } else {
            root((rho - y) * (rho + y))
        };
        let disc = match (met[k], y.value() > 0.0) {
            (true, true) => rho * rho * PI,
            (true, false) => T::zero(),
            (false, _) => area_of_segment(rho, y, q),
        };
        let (area, first) = match met {
            [true, _] if k == 0 => (T::zero(), T::zero()),
            [_, true] if k == 1 => conic.whole(),
            _ => conic.to(s, y, q),
        };
        let sign = if k == 1 { 1.0 } else { -1.0 };
        sum.volume += s * disc * (sign / 3.0);
        sum.along += s * s * disc * (sign / 4.0);
        sum.across -= s * cube(q) * (sign / 6.0);
        sum.area += area * sign;
        sum.area_along += (conic.near.0 * area + sigma * first) * sign;
        sum.area_across += (conic.near.1 * area - conic.c * first) * sign;
    }
    sum.volume += conic.h * sum.area * (1.0 / 3.0);
    sum.along += conic.h * sum.area_along * 0.25;
    sum.across += conic.h * sum.area_across * 0.25;
    let sum = if up < 0.0 { sum.mirrored() } else { sum };
    sum.shifted(apex)
}

/// Where the plane c·s + σ·y = h cuts the cone ρ = m·s.
struct Conic<T> {
    c: T,
    sigma: T,
    h: T,
    /// The vertex that is nearer to the apex, and the other one.
    near: (T, T),
    far: (T, T),
    /// P and κ.
    latus: T,
    kappa: T,
}

impl<T: Number> Conic<T> {
    fn new(m: f64, c: T, sigma: T, h: T) -> Self {
        let side = if h.value() > 0.0 { m } else { -m };
        let vertex = |slope: f64| {
            let s = h / (c + sigma * slope);
            (s, s * slope)
        };
        Self {
            c,
            sigma,
            h,
            near: vertex(side),
            far: vertex(-side),
            latus: h * side,
            kappa: (c - sigma * m) * (c + sigma * m),
        }
    }

    /// An ellipse: its area and ∫ u.
    fn whole(&self) -> (T, T) {
        let half = self.latus / self.kappa;
        let area = half * half * self.kappa.sqrt() * PI;
        (area, area * half)
    }

    /// From the near vertex to the chord at a place, 2q long.
    fn to(&self, s: T, y: T, q: T) -> (T, T) {
        let u = self.sigma * (s - self.near.0) - self.c * (y - self.near.1);
        if u.value() <= 0.0 {
            return (T::zero(), T::zero());
        }
        // a plane through the apex: two lines
        let least = 1e-30 * u.value();
        let latus = if self.latus.value() > least {
            self.latus
        } else {
            T::constant(least)
        };
        let v = self.kappa * u / (latus * 2.0);
        if v.value() <= 0.5 {
            return up_to(u, q, v);
        }
        let (whole, moment) = self.whole();
        let rest = self.c * (y - self.far.1) - self.sigma * (s - self.far.0);
        let (area, first) = up_to(rest, q, self.kappa * rest / (latus * 2.0));
        let length = self.latus / self.kappa * 2.0;
        (whole - area, moment - (length * area - first))
    }
}

/// Area and ∫ u of a segment of a conic up to the chord at u, from half the chord and v ≤ ½.
fn up_to<T: Number>(u: T, q: T, v: T) -> (T, T) {
    let [g, f, slope_of_g, slope_of_f] = functions(v.value());
    let step = v - v.value();
    let (g, f) = (step * slope_of_g + g, step * slope_of_f + f);
    (u * q * g * 0.5, u * u * q * f * 0.25)
}

/// g, e and their derivatives, which follow from those of A and of ∫ u dA by u.
fn functions(v: f64) -> [f64; 4] {
    let rest = 1.0 - v;
    if v > -1.0 {
        let w = if v < 0.0 { open(-v / rest) } else { swell(v) };
        let (g, f) = (area_of(v, w), first_of(v, w));
        let slope_of_g = 16.0 / 3.0 - f * (3.0 - 4.0 * v) / (2.0 * rest);
        let slope_of_f = 9.6 - 0.4 * w * (5.0 - 6.0 * v) / rest;
        return [g, f, slope_of_g, slope_of_f];
    }
    // far from the vertex of a hyperbola
    let n = -v;
    let (x, root) = (1.0 + 2.0 * n, 2.0 * (n * rest).sqrt());
    let g = (x - (x + root).ln() / root) / n;
    let f = (8.0 / 3.0 * rest - g) / n;
    let slope_of_g = (4.0 - g * (3.0 - 4.0 * v) / (2.0 * rest)) / v;
    let slope_of_f = (8.0 - f * (5.0 - 6.0 * v) / (2.0 * rest)) / v;
    [g, f, slope_of_g, slope_of_f]
}

/// w of [`segments`](super::segments) for −1 ≤ v ≤ 0, by ζ = −v/(1 − v) as 32/7·₂F₁(−½, 1; 9/2; ζ): the rational function of least relative error, 1.9e-17, by Remez's algorithm in
/// 50 digits.
fn open(zeta: f64) -> f64 {
    const P: [f64; 6] = [
        4.571_428_571_428_571,
        -9.005_684_781_447_808,
        6.302_082_321_441_358,
        -1.890_858_373_056_52,
        0.230_375_405_316_126_19,
        -0.008_202_390_811_826_017,
    ];
    const Q: [f64; 6] = [
        1.0,
        -1.858_882_434_830_604_3,
        1.182_139_025_157_829_4,
        -0.298_722_076_465_014_9,
        0.025_588_017_963_745_054,
        -0.000_337_398_543_457_395_1,
    ];
    quotient(&P, &Q, zeta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::analytic::integral;

    /// z² = 2u − κu² for all kinds of conics, v from −∞ to ½, and the derivatives by differences.
    #[test]
    fn segments_of_conics() {
        for kappa in [
            -1e6, -100.0, -3.0, -2.0, -1.99, -1.0, -0.2, -1e-9, 0.0, 1e-9, 0.3, 0.9, 1.0,
        ] {
            let end = 1.0;
            let z = |u: f64| (2.0 * u - kappa * u * u).sqrt();
            let exact = integral(0.0, end, |u, _| [2.0 * z(u), 2.0 * u * z(u)]);
            let v = 0.5 * kappa;
            let (area, first) = up_to(end, z(end), v);
            // a few roundings of sums that lose a factor of two
            assert!(
                (area / exact[0] - 1.0).abs() < 3e-15,
                "{kappa} {area} {}",
                exact[0]
            );
            assert!(
                (first / exact[1] - 1.0).abs() < 3e-15,
                "{kappa} {first} {}",
                exact[1]
            );
            let h = 1e-5 * (1.0 + v.abs());
            let (low, high) = (functions(v - h), functions(v + h));
            let at = functions(v);
            for k in 0..2 {
                let slope = (high[k] - low[k]) / (2.0 * h);
                // rounding of differences
                assert!(
                    (slope - at[k + 2]).abs() < 1e-8,
                    "{kappa} {k}: {slope} {}",
                    at[k + 2]
                );
            }
        }
    }
}
