//! Parts of a disc below a line, in closed form with all digits, however thin they are.
//!
//! Of a disc of radius r let the line be u above its lowest point, 2q long. The moments of the segment about the lowest point are sums of the last of them:
//!
//! ```text
//! I_n = ∫₀ᵘ tⁿ·2q(t) dt:   I₀ = A,   3r·I₀ = 3·I₁ + 2q³,   5r·I₁ = 4·I₂ + 2u·q³
//! ```
//!
//! With v = u/2r in [0, ½] it is I₂ = r³·q·v³·w(v), w from 32/7 to 5π − 32/3, and all are sums of what is positive; above ½ they are the whole less the rest.

use carom_base::Number;
use std::f64::consts::PI;

/// √x, and nothing where rounding made x negative.
pub(super) fn root<T: Number>(x: T) -> T {
    if x.value() > 0.0 { x.sqrt() } else { T::zero() }
}

pub(super) fn cube<T: Number>(x: T) -> T {
    x * x * x
}

/// w(v), v in [0, ½]: the rational function of least relative error, 7.6e-17, by Remez's algorithm in 50 digits.
pub(super) fn swell(v: f64) -> f64 {
    const P: [f64; 6] = [
        4.571_428_571_428_572,
        -15.650_440_743_558_171,
        20.806_284_708_227_52,
        -13.346_507_664_250_28,
        4.096_466_015_512_161,
        -0.475_382_218_756_176_03,
    ];
    const Q: [f64; 6] = [
        1.0,
        -3.534_645_023_764_437,
        4.843_103_014_887_177,
        -3.193_876_351_091_095_7,
        1.004_321_310_537_265,
        -0.118_844_486_026_860_21,
    ];
    quotient(&P, &Q, v)
}

/// Of two polynomials, their coefficients from the lowest on.
pub(super) fn quotient<const N: usize>(p: &[f64; N], q: &[f64; N], x: f64) -> f64 {
    let of = |c: &[f64; N]| c.iter().rev().fold(0.0, |sum, c| sum * x + c);
    of(p) / of(q)
}

/// I₁/(r²·q·v²) from w.
pub(super) fn first_of(v: f64, w: f64) -> f64 {
    0.8 * v * w + 3.2 * (1.0 - v)
}

/// I₀/(r·q·v) from w.
pub(super) fn area_of(v: f64, w: f64) -> f64 {
    v * first_of(v, w) + 8.0 / 3.0 * (1.0 - v)
}

/// Area of the part y ≤ w, −ρ < w < ρ, of a disc, from its half chord √(ρ² − w²) as well.
pub(super) fn area_of_segment<T: Number>(rho: T, w: T, half: T) -> T {
    area_to(rho, rho + w, half)
}

/// Area of the part of a disc below a line u above its lowest point, from its half chord √(u(2ρ − u)) as well: for u > ρ the disc less the rest. Derivatives, of first order
/// only: with w = u − ρ it is dA = 2·half·dw + (2A − 2·half·w)/ρ·dρ.
pub(super) fn area_to<T: Number>(rho: T, u: T, half: T) -> T {
    let (r, at, q) = (rho.value(), u.value(), half.value());
    let low = at <= r;
    // nothing, not no number, at a tip
    let v = ((if low { at } else { 2.0 * r - at }) / (2.0 * r)).max(0.0);
    let small = r * q * v * area_of(v, swell(v));
    let area = if low { small } else { PI * r * r - small };
    if std::mem::size_of::<T>() == std::mem::size_of::<f64>() {
        return T::constant(area);
    }
    let by_rho = if r > 0.0 {
        2.0 * (area - q * (at - r)) / r
    } else {
        0.0
    };
    let (step, turn) = (rho - r, u - at);
    step * (by_rho - 2.0 * q) + turn * (2.0 * q) + area
}

/// The part x ≥ d of a disc about the origin.
pub(super) struct Part<T> {
    pub area: T,
    /// ∫ x.
    pub first: T,
    /// ∫ (ρ² − |x|²)/2.
    pub bulge: T,
}

impl<T: Number> Part<T> {
    /// Nothing, a segment or all of the disc.
    pub(super) fn of_disc(rho: T, d: T) -> Option<Self> {
        if d.value() >= rho.value() {
            return None;
        }
        if d.value() <= -rho.value() {
            let square = rho * rho;
            return Some(Self {
                area: square * PI,
                first: T::zero(),
                bulge: square * square * (0.25 * PI),
            });
        }
        Some(Self::segment(rho, d, ((rho - d) * (rho + d)).sqrt()))
    }

    /// From half the chord, √(ρ² − d²), as well. Rates: dA = −2q·dd + 2(A + q·d)/ρ·dρ, and of the bulge ρ·A·dρ − ⅔q³·dd.
    pub(super) fn segment(rho: T, d: T, half: T) -> Self {
        let (r, x, q) = (rho.value(), d.value(), half.value());
        let v = (r - x.abs()) / (2.0 * r);
        let w = swell(v);
        let f = first_of(v, w);
        let thin = r * q * v;
        let mut area = thin * (v * f + 8.0 / 3.0 * (1.0 - v));
        let mut bulge = 2.0 / 3.0 * thin * (r * v) * r * (f - 0.5 * v * w);
        if x < 0.0 {
            (area, bulge) = (PI * r * r - area, 0.25 * PI * r.powi(4) - bulge);
        }
        let first = cube(half) * (2.0 / 3.0);
        if std::mem::size_of::<T>() == std::mem::size_of::<f64>() {
            return Self {
                area: T::constant(area),
                first,
                bulge: T::constant(bulge),
            };
        }
        let (step, grown) = (d - x, rho - r);
        Self {
            area: grown * (2.0 * (area + q * x) / r) - step * (2.0 * q) + area,
            first,
            bulge: grown * (r * area) - step * (2.0 / 3.0 * q * q * q) + bulge,
        }
    }
}

/// ∫ (x − d) over the part x ≥ d ≥ 0 of a disc about the origin, from half the chord.
pub(super) fn moment_about_chord(d: f64, half: f64) -> f64 {
    let q = half;
    let square = q * q + d * d;
    let r = square.sqrt();
    let v = q * q / (2.0 * r * (r + d));
    let w = swell(v);
    square * q * v * v * (2.0 * area_of(v, w) - first_of(v, w))
}

/// A segment with its moments.
pub(super) struct Segment<T> {
    /// I₀ and I₁.
    pub moments: [T; 2],
    /// ∫ I₀ du, ∫ u·I₀ du and ∫ q³ du, from nothing to this one.
    pub sums: [T; 3],
}

impl<T: Number> Segment<T> {
    /// Of a disc of this radius below a line y above its centre, −r ≤ y ≤ r.
    pub(super) fn new(r: f64, y: T) -> Self {
        let (at, square) = (y.value(), (r - y.value()) * (r + y.value()));
        let (u, q) = (r + at, square.max(0.0).sqrt());
        let small = r - at.abs();
        let v = small / (2.0 * r);
        let w = swell(v);
        let f = first_of(v, w);
        let g = v * f + 8.0 / 3.0 * (1.0 - v);
        let scale = r * q * v;
        let low = [
            scale * g,
            scale * (r * v) * f,
            scale * (r * v) * (r * v) * w,
        ];
        let low_sums = [
            scale * (r * v) * (2.0 * g - f),
            scale * (r * v) * (r * v) * (0.5 * (4.0 * g - w)),
            scale * (r * v) * r * (f - 0.5 * v * w),
        ];
        let (moments, sums) = if at <= 0.0 {
            (low, low_sums)
        } else {
            // the whole less what is above, which has its lowest point at the top: u = 2r − t
            let whole = PI * r * r;
            let [a, b, c] = low;
            let moments = [
                whole - a,
                whole * r - (2.0 * r * a - b),
                1.25 * whole * r * r - (4.0 * r * (r * a - b) + c),
            ];
            let [a, b, c] = moments;
            (moments, [u * a - b, 0.5 * (u * u * a - c), r * b - 0.5 * c])
        };
        let step = y - at;
        let rate = |value: f64, slope: f64| step * slope + value;
        let chord = 2.0 * q;
        Self {
            moments: [rate(moments[0], chord), rate(moments[1], u * chord)],
            sums: [
                rate(sums[0], moments[0]),
                rate(sums[1], u * moments[0]),
                rate(sums[2], q * q * q),
            ],
        }
    }
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
            let Part { area, first, .. } = Part::of_disc(1.0, phi.cos()).unwrap();
            let exact = if phi < 0.8 {
                0.5 * series(2.0 * phi)
            } else {
                phi - 0.5 * (2.0 * phi).sin()
            };
            // and some roundings of the rational function
            assert!((area / exact - 1.0).abs() < 4e-15 + rounded, "{phi}");
            assert!(
                (first / (2.0 / 3.0 * phi.sin().powi(3)) - 1.0).abs()
                    < 4e-15 + 3.0 * rounded / phi.sin().powi(2)
            );
        }
        let whole = Part::of_disc(2.0, -3.0).unwrap();
        assert_eq!((whole.area, whole.first), (4.0 * PI, 0.0));
        let half = Part::of_disc(1.0, 0.0).unwrap();
        assert!((half.area - 0.5 * PI).abs() < 2e-15 && (half.first - 2.0 / 3.0).abs() < 1e-15);
        assert!(Part::of_disc(1.0, 1.0).is_none());
    }
}
