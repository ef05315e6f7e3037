//! Half a ball cut by a plane, in closed form.
//!
//! About the centre of the ball, s across the face of the half, which is where s ≥ 0, the plane is c·s + σ·y = h with c² + σ² = 1. It cuts the face in the line y = −e, e = −h/σ,
//! and its own disc, of radius a = √(R² − h²), is there for x ≥ d = c·e, x in the plane towards s; q = √(R² − e²) is half their common chord, and p = R + h.
//!
//! The cap is a sum of cones from the centre less that to the disc. Those over the sector of the disc at 2β = 2·acos(d/a) make the share β/π of the cap; those over the
//! triangle of its centre and the chord are
//!
//! ```text
//! T = ⅔·(R³·atan z + h·d·q/2),   z = c·q/(e + σ·R)
//! ```
//!
//! where the first terms of both cancel for a shallow cap, which is done here by hand: with k = −h ≥ 0, R³·z − k·d·q/2 = c·q·(R·p·(2R + k) + k·q²)/(2(e + σ·R)).
//! If the centre is below the plane, what is above it is taken from the half in the same way.
//! First moments about the centre are those of the faces by the divergence theorem: ∫ x dV = −Σ n·∫ (r² − |x|²)/2 dA, n outwards, r and x of the disc of each face.

use super::moments::Moments;
use super::segments::{Part, quotient};
use carom_base::Number;
use std::f64::consts::PI;

/// The part c·s + σ·y ≤ h of the half s ≥ 0, with the centre of the ball at s = y = 0; c² + σ² = 1, σ ≥ 0. Sums are exact to rounding of those of the cap of the whole ball.
pub(super) fn half_ball<T: Number>(radius: f64, c: T, sigma: T, h: T) -> Moments<T> {
    if h.value() < 0.0 {
        return below(radius, c, sigma, -h);
    }
    // y downwards
    let above = below(radius, -c, sigma, h);
    let mut half = Moments::zero();
    half.volume += T::constant(2.0 / 3.0 * PI * radius.powi(3));
    half.along += T::constant(0.25 * PI * radius.powi(4));
    half.less_above(&above)
}

/// The same for a plane k ≥ 0 below the centre.
fn below<T: Number>(radius: f64, c: T, sigma: T, k: T) -> Moments<T> {
    let p = -k + radius;
    if p.value() <= 0.0 {
        return Moments::zero();
    }
    let square = p * (k + radius);
    if k.value() >= sigma.value() * radius {
        // the disc does not reach the face
        return if c.value() < 0.0 {
            cap(radius, c, sigma, k, p, square)
        } else {
            Moments::zero()
        };
    }
    let e = k / sigma;
    let q = ((-e + radius) * (e + radius)).sqrt();
    let d = c * e;
    let face = Part::segment(T::constant(radius), e, q);
    let disc = Part::segment(square.sqrt(), d, q);
    let mut sum = Moments {
        volume: T::zero(),
        along: face.bulge - c * disc.bulge,
        across: -sigma * disc.bulge,
        area: disc.area,
        area_along: sigma * disc.first - c * k * disc.area,
        area_across: -(sigma * k * disc.area) - c * disc.first,
    };
    let values = [c, sigma, k, p, e, d, q, disc.area].map(T::value);
    // by the motion of the plane
    sum.volume = -(k - k.value()) * sum.area
        - (c - c.value()) * sum.area_along
        - (sigma - sigma.value()) * sum.area_across
        + volume(radius, values);
    sum
}

/// Volume of the same part of a ball, from the distance e of its edge from the centre and the cosine and sine of the angle between its planes.
pub(super) fn volume_beside(radius: f64, e: f64, c: f64, sigma: f64) -> f64 {
    let (k, d) = (sigma * e, c * e);
    // without the rounding of σ
    let p = (radius - e) + e * c * c / (1.0 + sigma);
    let q = ((radius - e) * (radius + e)).sqrt();
    let disc = Part::segment((p * (radius + k)).sqrt(), d, q);
    volume(radius, [c, sigma, k, p, e, d, q, disc.area])
}

/// A cap wholly in the half.
fn cap<T: Number>(radius: f64, c: T, sigma: T, k: T, p: T, square: T) -> Moments<T> {
    let area = square * PI;
    let bulge = square * area * 0.25;
    Moments {
        volume: p * p * (k + 2.0 * radius) * (PI / 3.0),
        along: -(c * bulge),
        across: -(sigma * bulge),
        area,
        area_along: -(c * k * area),
        area_across: -(sigma * k * area),
    }
}

/// β·p²(2R + k)/3 − T.
fn volume(r: f64, [c, sigma, k, p, e, d, q, area]: [f64; 8]) -> f64 {
    let square = p * (r + k);
    let beta = (area + d * q) / square;
    let below = e + sigma * r;
    let z = c * q / below;
    let first = c * q * (r * p * (2.0 * r + k) + k * q * q) / (2.0 * below);
    let triangle = 2.0 / 3.0 * (first - r * r * r * beyond_its_arctangent(z));
    beta * p * p * (2.0 * r + k) / 3.0 - triangle
}

/// z − atan z. For |z| ≤ ½ as z³ times the rational function of z² of least relative error, 5.5e-17, by Remez's algorithm in 50 digits.
fn beyond_its_arctangent(z: f64) -> f64 {
    const P: [f64; 5] = [
        0.333_333_333_333_333_3,
        0.551_825_662_424_019_4,
        0.269_070_685_117_612_23,
        0.036_562_732_421_978_31,
        0.000_165_105_147_471_603_67,
    ];
    const Q: [f64; 5] = [
        1.0,
        2.255_476_987_272_018_6,
        1.731_926_819_149_313_3,
        0.515_544_627_328_583,
        0.046_666_135_470_564_4,
    ];
    if z.abs() > 0.5 {
        return z - z.atan();
    }
    let zz = z * z;
    z * zz * quotient(&P, &Q, zz)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arctangent_keeps_what_it_leaves() {
        for k in 1..=200 {
            let z = 0.005 * f64::from(k);
            // z³/3 − z⁵/5 + …, of which the rest is below rounding for z up to a half
            let terms = (1..60).rev().map(|n| {
                let n = f64::from(n);
                (if n % 2.0 == 0.0 { -1.0 } else { 1.0 }) * z.powf(2.0 * n + 1.0) / (2.0 * n + 1.0)
            });
            let exact: f64 = if z <= 0.5 { terms.sum() } else { z - z.atan() };
            assert!(
                (beyond_its_arctangent(z) / exact - 1.0).abs() < 2e-15,
                "{z}"
            );
            assert_eq!(beyond_its_arctangent(-z), -beyond_its_arctangent(z));
        }
    }
}
