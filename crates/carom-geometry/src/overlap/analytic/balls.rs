//! Pairs with a ball.

use super::found::Found;
use super::numbers::{constant, norm, smooth};
use super::rules::{chebyshev, half_axis, rule};
use super::segments::area_to;
use super::surface::Revolved;
use crate::overlap::volume::Flags;
use carom_base::{Dual, Number, Vec3};
use std::f64::consts::PI;

/// Volume of a cap of height h of a ball, and how deep its centroid lies below its plane.
///
/// ```text
/// V = π·h²·(R − h/3),   ζ = h·(4R − h)/(4·(3R − h))
/// ```
pub(super) fn cap<T: Number>(radius: f64, h: T) -> (T, T) {
    let v = h * h * (-h / 3.0 + radius) * PI;
    let depth = h * (-h + 4.0 * radius) / ((-h + 3.0 * radius) * 4.0);
    (v, depth)
}

/// A ball wholly within the other solid: the whole of it, without contact curve.
fn contained<T: Number>(radius: f64, centre: &Vec3<T>, nearest: [Vec3<T>; 2]) -> Found<T> {
    let mut flags = Flags::CONTAINED;
    // every point of the ball is as near
    flags.set(Flags::AMBIGUOUS_NEAREST, true);
    Found {
        volume: T::constant(4.0 / 3.0 * PI * radius.powi(3)),
        centroid: *centre,
        area: Vec3::zeros(),
        moment: Vec3::zeros(),
        nearest,
        chord: T::zero(),
        flags,
    }
}

/// Ball and z ≤ 0: nearest points are the pole and the foot, d = p for all p > 0. (Of a ball wholly below every point is as near; the lowest one continues
/// what is before.)
pub(super) fn half_space<T: Number>(radius: f64, centre: &Vec3<T>) -> Option<Found<T>> {
    on_plane(radius, centre, &Vec3::z())
}

/// Ball and n·x ≤ 0.
pub(super) fn on_plane<T: Number>(
    radius: f64,
    centre: &Vec3<T>,
    normal: &Vec3,
) -> Option<Found<T>> {
    let n = constant::<T>(normal);
    let height = n.dot(centre);
    let p = -height + radius;
    let foot = centre - n * height;
    if p.value() <= 0.0 {
        return None;
    }
    Some(sunk(radius, centre, &foot, &n, p))
}

/// The cap that the plane through `foot` across the way to the centre cuts off; the centre above it, nearer than the radius.
pub(super) fn on_plane_at<T: Number>(radius: f64, centre: &Vec3<T>, foot: &Vec3<T>) -> Found<T> {
    let up = centre - foot;
    let height = norm(&up);
    cut_off(radius, foot, &(up * (T::one() / height)), -height + radius)
}

/// The same with the centre below the plane, inside of the solid: the depth is the radius and the distance of the centre from the surface, which goes
/// on from where the centre was outside.
pub(super) fn from_within<T: Number>(radius: f64, centre: &Vec3<T>, foot: &Vec3<T>) -> Found<T> {
    let up = foot - centre;
    let depth = norm(&up);
    let n = up * (T::one() / depth);
    sunk(radius, centre, foot, &n, depth + radius)
}

/// Ball whose lowest point is p below the plane at `foot`.
pub(super) fn sunk<T: Number>(
    radius: f64,
    centre: &Vec3<T>,
    foot: &Vec3<T>,
    n: &Vec3<T>,
    p: T,
) -> Found<T> {
    if p.value() >= 2.0 * radius {
        return contained(radius, centre, [centre - n * T::constant(radius), *foot]);
    }
    cut_off(radius, foot, n, p)
}

/// Ball and a solid of revolution: by the distance of its centre, as on triangles.
pub(super) fn revolved<T: Number>(
    radius: f64,
    solid: &Revolved,
    centre: &Vec3<T>,
) -> Option<Found<T>> {
    let (foot, tie) = solid.nearest(centre);
    let distance = norm(&(foot - centre)).value();
    let inside = solid.holds(&centre.map(Number::value));
    if distance == 0.0 || (distance >= radius && !inside) {
        return None;
    }
    let mut found = match inside {
        true => from_within(radius, centre, &foot),
        false => on_plane_at(radius, centre, &foot),
    };
    found.flags.set(Flags::BY_DISTANCE, true);
    found.flags.set(Flags::AMBIGUOUS_NEAREST, tie);
    if let Revolved::Torus { major, minor } = *solid
        && !inside
    {
        in_hole(radius, major, minor, centre, &mut found.nearest);
    }
    Some(found)
}

/// Places around the axis of a torus.
const PLACES: usize = 32;

/// A ball in the hole of a torus touches it all around. With n_k the directions from its centre x to places of the circle of tube centres and d_k the depths there,
/// it is pushed along their mean,
///
/// ```text
/// s·n = Σw_k·d_k²·n_k/Σw_k·d_k²,   d = Σw_k·d_k³/Σw_k·d_k²,   the middle at x + s·n·(r − d/2),   w_k = √d_k
/// ```
///
/// as other solids are around a hole (docs/theory/cad.md); [`spread`] says how much of that counts.
fn in_hole<T: Number>(
    radius: f64,
    major: f64,
    minor: f64,
    centre: &Vec3<T>,
    nearest: &mut [Vec3<T>; 2],
) {
    let (mut sum, mut squares, mut ways) = (T::zero(), T::zero(), Vec3::zeros());
    for k in 0..PLACES {
        let (s, c) = (k as f64 / PLACES as f64 * 2.0 * PI).sin_cos();
        let way = constant::<T>(&Vec3::new(c * major, s * major, 0.0)) - centre;
        let distance = norm(&way);
        let depth = -distance + (radius + minor);
        if depth.value() > 0.0 {
            let weight = depth * depth * depth.sqrt();
            sum += weight;
            squares += weight * depth;
            ways += way * (weight / distance);
        }
    }
    if sum.value() <= 0.0 {
        return;
    }
    let mean = ways * (T::one() / sum);
    let s = norm(&mean);
    let part = spread(T::one() - s);
    let depth = squares / sum;
    let n = mean * (T::one() / s);
    let middle = centre + mean * (-depth * 0.5 + radius);
    for (near, way) in nearest.iter_mut().zip([0.5, -0.5]) {
        let all = middle + n * (depth * way);
        *near += (all - *near) * part;
    }
}

/// How much a mean of directions counts that is by so much shorter than one: nothing where they are those of a cap, which is 0.01 short if it is 0.04 of the radius
/// deep (d/4R for a cap weighed by the squares of its depths), all where they are 18 degrees off their mean.
pub(in crate::overlap) fn spread<T: Number>(short: T) -> T {
    let [cap, ring] = [0.01, 0.05];
    smooth((short - cap) * (1.0 / (ring - cap)))
}

/// The cap of height p below the plane at `foot` with this normal.
fn cut_off<T: Number>(radius: f64, foot: &Vec3<T>, n: &Vec3<T>, p: T) -> Found<T> {
    let (volume, depth) = cap(radius, p);
    let area = n * (p * (-p + 2.0 * radius) * -PI);
    Found {
        volume,
        centroid: foot - n * depth,
        area,
        moment: foot.cross(&area),
        nearest: [foot - n * p, *foot],
        chord: p,
        flags: Flags::NONE,
    }
}

/// Two balls, B about the origin: a lens of two caps on the plane of the circle in which the spheres meet.
pub(super) fn spheres<T: Number>(ra: f64, rb: f64, centre: &Vec3<T>) -> Option<Found<T>> {
    let s = norm(centre);
    let p = -s + (ra + rb);
    if p.value() <= 0.0 {
        return None;
    }
    let inside = s.value() <= (ra - rb).abs();
    if s.value() == 0.0 {
        let x = Vec3::x();
        let [small, centre] = if ra <= rb { [ra, 0.0] } else { [rb, 0.0] };
        let at = constant::<T>(&(x * centre));
        return Some(contained(
            small,
            &at,
            [constant(&(x * ra)), constant(&(x * rb))],
        ));
    }
    // from A to B
    let e = centre * (-T::one() / s);
    if inside {
        let (small, at) = if ra <= rb {
            (ra, *centre)
        } else {
            (rb, Vec3::zeros())
        };
        let poles = match ra <= rb {
            true => [centre - e * T::constant(ra), -e * T::constant(rb)],
            false => [centre + e * T::constant(ra), e * T::constant(rb)],
        };
        return Some(contained(small, &at, poles));
    }
    // heights of the caps without cancellation: p·(s ± (R_B − R_A))/(2s)
    let (ha, hb) = (
        p * (s + (rb - ra)) / (s * 2.0),
        p * (s + (ra - rb)) / (s * 2.0),
    );
    let ((va, da), (vb, db)) = (cap(ra, ha), cap(rb, hb));
    let plane = -ha + ra;
    let volume = va + vb;
    let along = plane + (va * da - vb * db) / volume;
    let area = e * (ha * (-ha + 2.0 * ra) * PI);
    let centroid = centre + e * along;
    // the poles of the half in which the centroid lies
    let way = |x: T, r: f64| T::constant(if x.value() < 0.0 { -r } else { r });
    Some(Found {
        volume,
        centroid,
        area,
        moment: (centre + e * plane).cross(&area),
        nearest: [centre + e * way(along, ra), -e * way(s - along, rb)],
        chord: p,
        flags: Flags::NONE,
    })
}

/// A ball in a cavity about the origin of another solid: the difference of two caps on the plane of their common circle.
pub(super) fn cavity<T: Number>(ra: f64, rb: f64, centre: &Vec3<T>) -> Option<Found<T>> {
    let s = norm(centre);
    let p = s + (ra - rb);
    if p.value() <= 0.0 || s.value() == 0.0 {
        return None;
    }
    let e = centre * (T::one() / s);
    if s.value() >= ra + rb {
        return Some(contained(
            ra,
            centre,
            [centre - e * T::constant(ra), e * T::constant(rb)],
        ));
    }
    // of the plane from the origin
    let x = (s * s + (rb * rb - ra * ra)) / (s * 2.0);
    let (ha, hb) = (-x + s + ra, -x + rb);
    let ((va, da), (vb, db)) = (cap(ra, ha), cap(rb, hb));
    let volume = va - vb;
    let along = (va * (x + da) - vb * (x + db)) / volume;
    let area = e * (ha * (-ha + 2.0 * ra) * PI);
    let outside = along.value() < rb;
    let mut flags = Flags::NONE;
    flags.set(Flags::CENTROID_OUTSIDE, outside);
    Some(Found {
        volume,
        centroid: e * along,
        area,
        moment: (e * x).cross(&area),
        nearest: [centre + e * T::constant(ra), e * T::constant(rb)],
        chord: if outside { T::zero() } else { p },
        flags,
    })
}

/// Whether the formula of a ball beside a cylinder holds: what they share ends before the ends of the cylinder, and the ball does not reach
/// around it.
pub(super) fn is_beside(ball: f64, length: f64, radius: f64, centre: &Vec3) -> bool {
    let s = centre.x.hypot(centre.y);
    let beyond = (s - radius).max(0.0);
    let half = (ball * ball - beyond * beyond).max(0.0).sqrt();
    let (low, high) = (length.min(0.0), length.max(0.0));
    s > ball - radius && s > 0.0 && centre.z - half > low && centre.z + half < high
}

/// Ball and the side of a cylinder about z, s from its axis: the sums of [`lenses`], nearest points on the common perpendicular.
pub(super) fn cylinder<T: Number>(ball: f64, radius: f64, centre: &Vec3<T>) -> Option<Found<T>> {
    let s = (centre.x * centre.x + centre.y * centre.y).sqrt();
    let p = -s + (ball + radius);
    if p.value() <= 0.0 {
        return None;
    }
    let inverse = s.recip();
    let e = Vec3::new(centre.x * inverse, centre.y * inverse, T::zero());
    let at = Vec3::new(T::zero(), T::zero(), centre.z);
    let nearest = [centre - e * T::constant(ball), at + e * T::constant(radius)];
    if s.value() + ball <= radius {
        let poles = [centre + e * T::constant(ball), nearest[1]];
        return Some(contained(ball, centre, poles));
    }
    // one number makes all of them
    let [volume, first, area] = if std::mem::size_of::<T>() > std::mem::size_of::<f64>() {
        let step = s - s.value();
        let rates = lenses(ball, radius, Dual::<f64, 1>::variable(s.value(), 0));
        rates.map(|x| step * x.eps[0] + x.re)
    } else {
        lenses(ball, radius, s)
    };
    let area = e * -area;
    let along = first / volume;
    Some(Found {
        volume,
        centroid: at + e * along,
        area,
        moment: at.cross(&area),
        nearest: [
            if along.value() < s.value() {
                nearest[0]
            } else {
                centre + e * T::constant(ball)
            },
            if along.value() > 0.0 {
                nearest[1]
            } else {
                at - e * T::constant(radius)
            },
        ],
        chord: p,
        flags: Flags::NONE,
    })
}

/// Volume of a ball in a cylinder of radius r whose axis is s from the centre, its first moment from the axis, and the size of N.
///
/// Slices across the axis, z from the centre, are lenses of the disc ρ² = R² − z² and that of the cylinder, with the same chord 2q. With Z² = R² − (s − r)² they are there for |z| < Z,
/// and as high above their chord as
///
/// ```text
/// on the cylinder h = (Z² − z²)/(2s),   on the ball h·(r + s − ρ)/(ρ + s − r),   the rest of its disc h·(ρ + r + s)/(ρ + r − s),   q² = h·(2r − h)
/// ```
///
/// The moment of a lens is that of its ball's part at s, as those about the chord are the same on both sides; N is the sum of chords. All three are the root of Z² − z² times what
/// is even and analytic up to ρ = 0 and ρ = r + s. A centre within the cylinder has all of the ball but for the moons that are outside.
fn lenses<T: Number>(ball: f64, radius: f64, s: T) -> [T; 3] {
    let (beyond, both) = (s - radius, s + radius);
    let deep = beyond.value() < 0.0;
    let end = ((-beyond + ball) * (beyond + ball)).sqrt();
    let mut sums = [T::zero(); 3];
    let mut add = |x: f64, weight: f64| {
        // of both halves
        let weight = end * (2.0 * weight);
        let square = end * end * (1.0 - x * x);
        let rho = (beyond * beyond + square).sqrt();
        let h = square / (s * 2.0);
        let q = (h * (-h + 2.0 * radius)).sqrt();
        let of_cylinder = area_to(T::constant(radius), h, q);
        let [lens, of_ball] = if deep {
            // the rest of the disc
            let rest = square * (both + rho) / ((rho - beyond) * s * 2.0);
            let rest = area_to(rho, rest, q);
            [of_cylinder - rest, -rest]
        } else {
            let depth = square * (both - rho) / ((rho + beyond) * s * 2.0);
            let of_ball = area_to(rho, depth, q);
            [of_cylinder + of_ball, of_ball]
        };
        sums[0] += lens * weight;
        sums[1] += of_ball * weight;
        sums[2] += q * weight * 2.0;
    };
    let z = end.value();
    let wrapped = (both.value() * both.value() - ball * ball).max(0.0).sqrt();
    let far = half_axis([(ball, 0.0), (0.0, wrapped)].iter(), -z, z);
    // from where the rule of most points is exact on; nearer the places are ends of what a substitution helps
    if far > 1.02 {
        for &(x, weight) in chebyshev(far, f64::INFINITY) {
            add(x, weight);
        }
    } else {
        for &(x, weight) in rule(1.0) {
            add(x, weight);
        }
    }
    let whole = if deep {
        4.0 / 3.0 * PI * ball.powi(3)
    } else {
        0.0
    };
    [sums[0] + whole, (sums[1] + whole) * s, sums[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::analytic::integral;

    /// By slices across the common perpendicular, discs cut by strips: thin and thick cylinders, deep until the ball reaches around them, the axis through the sphere.
    #[test]
    fn a_ball_beside_a_cylinder_agrees_with_slices_the_other_way() {
        for (ball, radius) in [(1.0, 0.5), (0.5, 1.0), (1.0, 1.0), (0.3, 2.0), (1.0, 0.999)] {
            let nearest = (ball - radius).abs() + 1e-9;
            for share in [1e-6, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0] {
                let touch = ball + radius;
                let s = touch - (touch - nearest) * share;
                // from the near side of the ball to where strip and disc are as wide, to its far side or that of the cylinder
                let begin = s - ball;
                let same = (s * s + (radius * radius - ball * ball)) / (2.0 * s);
                let slice = |x: f64, disc: f64, strip: f64| {
                    let rest = disc - strip;
                    let area = if rest > 0.0 {
                        let (w, q) = (strip.sqrt(), rest.sqrt());
                        (disc * w.atan2(q) + w * q) * 2.0
                    } else {
                        disc * PI
                    };
                    [area, area * x]
                };
                let near = integral(begin, same, |u, _| {
                    let x = begin + u;
                    slice(x, u * (2.0 * ball - u), f64::INFINITY)
                });
                let far = integral(same, radius, |_, v| {
                    let x = radius - v;
                    slice(x, (ball - (x - s)) * (ball + x - s), v * (2.0 * radius - v))
                });
                let (volume, first) = (near[0] + far[0], near[1] + far[1]);
                let [v, m, _] = lenses(ball, radius, s);
                // s is rounded by as much of the depth
                let rounding = 16.0 * f64::EPSILON / share;
                // of a ball that almost reaches around, or whose sphere goes through the axis, 48 points leave more
                let rounding = rounding + if share >= 0.5 { 1e-11 } else { 0.0 };
                assert!(
                    (v / volume - 1.0).abs() < 2e-13 + rounding,
                    "{ball} {radius} {share}: {v} {volume}"
                );
                assert!(
                    (m - first).abs() < (2e-13 + rounding) * volume * touch,
                    "{ball} {radius} {share}"
                );
                // N is the rate of the volume
                let at = Dual::<f64, 1>::variable(s, 0);
                let [rate, _, area] = lenses(ball, radius, at);
                let slope = -rate.eps[0];
                let error = (slope - area.re).abs() / (area.re + 0.01 * radius * ball);
                assert!(
                    error < 1e-12 + 100.0 * rounding,
                    "{ball} {radius} {share}: {slope} {}",
                    area.re
                );
            }
        }
    }
}
