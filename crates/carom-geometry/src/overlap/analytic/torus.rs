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
//! By t = tan ψ/2 the integrands hold roots at the two values of t² at which |d| = a, where nothing is left of discs and where they would be whole. The elliptic function of
//! [`elliptic`](super::elliptic) that has both in squares makes them analytic and periodic, so that equal steps are as good as Gauss's rule, in every pose: also where the plane is about
//! to go all round. Where some discs are whole there is no such function, as areas do not change their sign there.

use super::elliptic::{Places, Range};
use super::moments::Moments;
use super::rules::{chebyshev, clearance, half_axis, rule};
use super::segments::{area_of_segment, root};
use super::slices::MANY;
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

/// What is in c·s + σ·y ≤ h, s along the axis, y across it. Discs at which it is summed up take no part in rates: at the ends of the
/// range nothing is lost or won.
pub(super) fn moments<T: Number>(major: f64, minor: f64, c: T, sigma: T, h: T) -> Moments<T> {
    let cut = Cut {
        major,
        minor,
        c,
        sigma,
        h,
    };
    let mut sum = Moments::zero();
    let [c, sigma, h] = [c, sigma, h].map(T::value);
    // −cos ψ where |d| = a, times `wide`
    let rest = major * major - minor * minor;
    let wide = sigma * rest;
    let reach = (h * h + c * c * rest).sqrt() * minor;
    let [low, high] = [h * major - reach, h * major + reach];
    if high <= -wide {
        return sum;
    }
    if low >= wide {
        cut.add_whole(&mut sum, PI);
        return sum;
    }
    // of a torus with hardly a hole the plane is next to the places at which N is zero
    if low > -wide || minor > 0.88 * major && c.abs() < 0.9 {
        cut.add_by_angles(&mut sum, [low, high], wide);
        return sum;
    }
    // tan ψ/2 of the roots, without i
    let near = ((-wide - low) / (wide - low)).sqrt();
    let range = if high < wide {
        let root = ((wide + high) / (wide - high)).sqrt();
        if root == 0.0 || cut.add_few(&mut sum, root, near) {
            return sum;
        }
        Range::ToRoot { root, far: near }
    } else {
        let far = ((high - wide) / (high + wide)).sqrt();
        Range::AllRound { near, far }
    };
    // for the places at which N is zero, by trials
    let closer = 1.0 + 2.5 * (minor / major) * sigma * sigma;
    let places = Places::new(&range, closer);
    for from in (0..places.count()).step_by(MANY) {
        let [t, dt] = places.chunk(from);
        cut.add(&mut sum, MANY.min(places.count() - from), |k| {
            let scale = 2.0 / (1.0 + t[k] * t[k]);
            // at both angles
            (scale - 1.0, 2.0 * scale * dt[k])
        });
    }
    sum
}

impl<T: Number> Cut<T> {
    /// Discs about the lowest one to t = tan ψ/2 = `root`, if the other roots, ±i·`whole`, and where N is zero, on the unit circle, are so far off that the rule of Gauss and Chebyshev
    /// does by few; `false` otherwise.
    fn add_few(&self, sum: &mut Moments<T>, root: f64, whole: f64) -> bool {
        let at = |place: (f64, f64)| half_axis(std::iter::once(&place), -root, root);
        let pole = at((self.sigma.value(), self.c.value()));
        let whole = at((0.0, whole));
        if pole.min(whole) < 1.4 {
            return false;
        }
        let rule = chebyshev(whole, pole);
        self.add(sum, rule.len(), |k| {
            let t = root * rule[k].0;
            let scale = 2.0 / (1.0 + t * t);
            (scale - 1.0, 2.0 * root * scale * rule[k].1)
        });
        true
    }

    /// Discs of so many cosines and weights.
    fn add(&self, sum: &mut Moments<T>, count: usize, at: impl Fn(usize) -> (f64, f64)) {
        for from in (0..count).step_by(MANY) {
            let count = MANY.min(count - from);
            // without sums, so that processors take several at once, as of slices
            let [mut cosine, mut weight] = [[0.0; MANY]; 2];
            let [mut inverse, mut half, mut area] = [[T::zero(); MANY]; 3];
            let mut parts = [[T::zero(); MANY]; 6];
            for k in 0..count {
                (cosine[k], weight[k]) = at(from + k);
            }
            for k in 0..count {
                [inverse[k], half[k], area[k]] = self.disc(cosine[k]);
            }
            let [volume, along, across, face, face_along, face_across] = &mut parts;
            for k in 0..count {
                [
                    volume[k],
                    along[k],
                    across[k],
                    face[k],
                    face_along[k],
                    face_across[k],
                ] = self.part(cosine[k], [inverse[k], half[k], area[k]], weight[k]);
            }
            for k in 0..count {
                sum.volume += volume[k];
                sum.along += along[k];
                sum.across -= across[k];
                sum.area += face[k];
                sum.area_along += face_along[k];
                sum.area_across -= face_across[k];
            }
        }
    }

    /// 1/N, half the chord and the area of the segment.
    fn disc(&self, cosine: f64) -> [T; 3] {
        let out = self.sigma * cosine;
        let inverse = (self.c * self.c + out * out).sqrt().recip();
        let d = (self.h + out * self.major) * inverse;
        let half = root((-d + self.minor) * (d + self.minor));
        let area = area_of_segment(T::constant(self.minor), d, half);
        [inverse, half, area]
    }

    /// What a disc adds, from its cosine, 1/N, half the chord and the area of the segment.
    fn part(&self, cosine: f64, [inverse, half, area]: [T; 3], weight: f64) -> [T; 6] {
        let (major, minor) = (self.major, self.minor);
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
        // the line, from its middle
        let (rho, s) = (n * d + major, m * d);
        let chord = half * inverse * (2.0 * weight);
        let of_tt = gg * (1.0 / 3.0);
        [
            (area * major + of_u) * weight,
            (m * first * major + of_us) * weight,
            (area * (major * major) + of_u * (2.0 * major) + of_uu) * (cosine * weight),
            rho * chord,
            (rho * s - n * m * of_tt) * chord,
            (rho * rho + m * m * of_tt) * chord * cosine,
        ]
    }

    /// By ψ itself: from the lowest disc, or from where discs are no longer whole, to where nothing is left of them.
    fn add_by_angles(&self, sum: &mut Moments<T>, [low, high]: [f64; 2], wide: f64) {
        // real, or the imaginary part of one about 0 or π
        let angle = |x: f64| 2.0 * (wide + x).max(0.0).sqrt().atan2((wide - x).max(0.0).sqrt());
        let complex = |x: f64| 2.0 * ((x - wide) / (x + wide)).sqrt().atanh();
        let (begin, first) = if low > -wide {
            let begin = angle(low);
            self.add_whole(sum, begin);
            (begin, (-begin, 0.0))
        } else {
            (0.0, (0.0, complex(-low)))
        };
        let (end, last) = if high < wide {
            let end = angle(high);
            (end, (2.0 * PI - end, 0.0))
        } else {
            (PI, (PI, complex(high)))
        };
        // N is zero at artanh |c|
        let pole = self.c.value().abs().min(1.0 - f64::EPSILON).atanh();
        let poles = [-0.5, 0.5, 1.5].map(|k| (k * PI, pole));
        let singular = [first, last, poles[0], poles[1], poles[2]];
        self.add_between(sum, [begin, end], &singular, 16);
    }

    /// Discs between two angles, in halves for as long as places at which they are not analytic are too near for the rule of most points.
    fn add_between(
        &self,
        sum: &mut Moments<T>,
        [begin, end]: [f64; 2],
        singular: &[(f64, f64)],
        depth: usize,
    ) {
        let near = clearance(singular, begin, end);
        if near < 1.03 && depth > 0 {
            let middle = 0.5 * (begin + end);
            self.add_between(sum, [begin, middle], singular, depth - 1);
            self.add_between(sum, [middle, end], singular, depth - 1);
            return;
        }
        let points = rule(near);
        let span = end - begin;
        self.add(sum, points.len(), |k| {
            let (at, weight) = points[k];
            ((begin + span * at).cos(), 2.0 * span * weight)
        });
    }

    /// Whole discs within ψ of the lowest one.
    fn add_whole(&self, sum: &mut Moments<T>, psi: f64) {
        let (major, square) = (self.major, self.minor * self.minor);
        sum.volume += T::constant(psi * (2.0 * PI * square * major));
        // the sine of π is not zero in rounding
        let sine = if psi < PI { psi.sin() } else { 0.0 };
        sum.across -= T::constant(sine * (2.0 * PI * square * (major * major + 0.25 * square)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dual;

    /// Nearly lying, from where the plane leaves the highest disc out to where it has gone all round: volume and section from the integral over the discs in 30 digits.
    #[test]
    fn about_to_be_cut_all_round() {
        for ([major, minor], [c, sigma, h], [volume, area]) in [
            (
                [1.0, 0.25],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.24930000011666667,
                ],
                [0.00015770551449875376, 0.19837719642373734],
            ),
            (
                [1.0, 0.25],
                [0.9999995000000417, 0.0009999998333333417, -0.24900010016665],
                [0.000_224_648_517_204_527_1, 0.252_611_820_673_908_5],
            ),
            (
                [1.0, 0.25],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.24900000016666665,
                ],
                [0.00022467378046364195, 0.252_655_026_622_671_6],
            ),
            (
                [1.0, 0.25],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.24900000015666665,
                ],
                [0.00022467378299019246, 0.25265503385544276],
            ),
            (
                [1.0, 0.25],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.24899990016668333,
                ],
                [0.00022469904820141557, 0.252_698_232_122_725_9],
            ),
            (
                [1.0, 0.25],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.24897000017166665,
                ],
                [0.00023237370907189608, 0.26019646764690537],
            ),
            (
                [1.0, 0.25],
                [0.9999995000000417, 0.0009999998333333417, -0.24850000025],
                [0.00037308201523811764, 0.33277383551989786],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.22550500177696467,
                ],
                [0.031_788_188_054_826_08, 1.126_409_153_951_872],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.21501064468112424,
                ],
                [0.045_043_199_768_042_92, 1.4256696825061272],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.2150071453956638,
                ],
                [0.045_048_189_008_754_51, 1.4259164826509468],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.21500714504573526,
                ],
                [0.045_048_189_507_723_38, 1.4259165244844368],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.21500364611020337,
                ],
                [0.045_053_179_145_669_13, 1.4261632787355006],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.21395735975753372,
                ],
                [0.046_568_661_386_922_99, 1.467_990_163_191_33],
            ),
            (
                [1.0, 0.25],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.1975107180934957,
                ],
                [0.074_166_044_494_721_97, 1.8520150237065499],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, -0.04313585533706232],
                [0.551_715_377_080_535_2, 1.5626886597178522],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.04549065464067342],
                [0.685_682_678_134_531_3, 1.5796065321278292],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.045520206661339546],
                [0.685_729_364_880_942_9, 1.5800510354179194],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.045520209616541574],
                [0.685_729_369_550_313_2, 1.580051128051167],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.04554975868200567],
                [0.685_776_065_536_013_1, 1.580495517009226],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.054385812861179716],
                [0.699_965_549_277_446_6, 1.6235781547781517],
            ),
            (
                [1.0, 0.25],
                [0.955336489125606, 0.29552020666133955, 0.1932803099920093],
                [0.926_463_132_995_778_8, 1.535474045307175],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6993000001166666,
                ],
                [0.00026407234240931124, 0.3322402249900948],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6990001001666499,
                ],
                [0.00037619204035181957, 0.423_095_386_652_940_6],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6990000001666666,
                ],
                [0.00037623435336751746, 0.42316771338926497],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6990000001566666,
                ],
                [0.000_376_234_357_599_195, 0.4231677254938638],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6989999001666832,
                ],
                [0.00037627667388038001, 0.42324003938159125],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6989700001716667,
                ],
                [0.0003891308099216321, 0.43579798443509904],
            ),
            (
                [1.0, 0.7],
                [
                    0.9999995000000417,
                    0.0009999998333333417,
                    -0.6985000002499999,
                ],
                [0.000_624_820_898_062_108_3, 0.557_463_282_898_953_7],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6755050017769646,
                ],
                [0.054524366610768333, 1.9469804636146708],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6650106446811241,
                ],
                [0.077_471_934_050_194_34, 2.470_298_507_020_557],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6650071453956637,
                ],
                [0.07748057903678123, 2.470_718_011_494_533],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6650071450457352,
                ],
                [0.077_480_579_901_355_97, 2.470718081919404],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6650036461102034,
                ],
                [0.077_489_225_545_416_62, 2.4711375106089854],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6639573597575337,
                ],
                [0.080_114_982_651_937_1, 2.543544789136829],
            ),
            (
                [1.0, 0.7],
                [
                    0.9993875625234886,
                    0.034992854604336196,
                    -0.6475107180934957,
                ],
                [0.1281062642952322, 3.2346901019864226],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.4931358553370623],
                [1.2692532332690142, 5.007_030_499_180_137],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.40450934535932653],
                [1.758283055463078, 6.129_887_738_979_836],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.4044797933386604],
                [1.7584642202303672, 6.130_889_131_337_131],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.4044797903834584],
                [1.7584642383483835, 6.130_889_306_089_07],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.4044502413179943],
                [1.758645415787378, 6.131_890_491_744_78],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.39561418713882024],
                [1.813_586_646_773_874, 6.291_807_662_921_888],
            ),
            (
                [1.0, 0.7],
                [0.955336489125606, 0.29552020666133955, -0.25671969000799066],
                [2.7858132509408056, 7.523_434_240_045_934],
            ),
        ] {
            let m = moments(major, minor, c, sigma, h);
            // h is rounded by as much of the depth; theta functions that nearly vanish keep four digits less
            let depth = h + sigma * major + minor;
            let rounding = 8.0 * f64::EPSILON / depth;
            // where discs are whole, at 0.3 of the thin one, it is the rule of most points
            let section = if minor < 0.5 && sigma > 0.2 {
                1e-10
            } else {
                5e-12
            };
            assert!(
                (m.volume / volume - 1.0).abs() < 5e-12 + rounding,
                "{major} {minor} {sigma} {h}: {} {volume}",
                m.volume
            );
            assert!(
                (m.area / area - 1.0).abs() < section + rounding,
                "{major} {minor} {sigma} {h}: {} {area}",
                m.area
            );
        }
    }

    /// Through all regimes: rates at discs that stand still against differences.
    #[test]
    fn discs_need_no_rates() {
        let (major, minor, step) = (0.7, 0.25, 1e-5);
        for tilt in [0.02f64, 0.1, 0.3, 0.7, 1.2, 1.5] {
            let (s, c) = tilt.sin_cos();
            for h in (-30..30).map(|k| 0.03 * f64::from(k) + 0.0071) {
                let [high, low] =
                    [h + step, h - step].map(|h| moments(major, minor, c, s, h).list());
                let [x, y, z] = [c, s, h].map(Dual::<f64, 1>::constant);
                let moving = Dual::<f64, 1>::variable(z.re, 0);
                let m = moments(major, minor, x, y, moving).map(|m| m.eps[0]);
                for (k, rate) in m.list().into_iter().enumerate() {
                    let slope = (high[k] - low[k]) / (2.0 * step);
                    // of differences: 1e-10 times the third derivative, which is large where the plane is about to go all round
                    assert!(
                        (slope - rate).abs() < 1e-6 * (1.0 + slope.abs()),
                        "{tilt} {h} {k}: {slope} {rate}"
                    );
                }
            }
        }
    }
}
