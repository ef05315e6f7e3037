//! Solids and the half-space z ≤ 0 of B.

use super::found::{Found, Place};
use super::half_ball::half_ball;
use super::moments::Moments;
use super::numbers::{constant, norm, smooth, value};
use super::side::Side;
use super::slices::slices;
use super::surface::Revolved;
use super::torus;
use crate::overlap::volume::Flags;
use carom_base::{Dual, Number, Vec3};
use std::f64::consts::PI;

/// Below this sine the axis counts as upright for rates: a rate at exactly upright is the limit of those nearby, 1e-9 off.
const UPRIGHT: f64 = 1e-9;

/// An ellipsoid is the image of the unit ball under the stretch by its semi-axes; caps go over into caps.
///
/// ```text
/// n = Rᵀz,   H = √Σ(aᵢnᵢ)²,   η = p/H,   V = a₁a₂a₃·π·η²·(1 − η/3),   c = centre − R·(aᵢ·mᵢ)·D,   mᵢ = aᵢnᵢ/H,   D = 3(2 − η)²/(4(3 − η))
/// ```
pub(super) fn ellipsoid<T: Number>(semi_axes: &Vec3, place: &Place<T>) -> Option<Found<T>> {
    let a = constant::<T>(semi_axes);
    let n = place.rotation.transpose() * Vec3::new(T::zero(), T::zero(), T::one());
    let an = a.component_mul(&n);
    let reach = norm(&an);
    let p = reach - place.position.z;
    if p.value() <= 0.0 {
        return None;
    }
    let product = semi_axes.product();
    let eta = p / reach;
    let whole = eta.value() >= 2.0;
    let (volume, below) = if whole {
        (T::constant(4.0 / 3.0 * PI * product), T::zero())
    } else {
        let d = (-eta + 2.0) * (-eta + 2.0) * 3.0 / ((-eta + 3.0) * 4.0);
        (eta * eta * (-eta / 3.0 + 1.0) * (product * PI), d)
    };
    let m = an * (T::one() / reach);
    // the point of the surface below the centre along the image of m
    let local = -a.component_mul(&m);
    let centroid = place.carry(&(local * below));
    let (area, section) = if whole {
        (T::zero(), Vec3::zeros())
    } else {
        let size = eta * (-eta + 2.0) * (product * PI) / reach;
        (size, place.carry(&(local * (-eta + 1.0))))
    };
    let c = local * below;
    let (near, tie) = nearest_of_ellipsoid(semi_axes, &c);
    let down = -n;
    let chord = if whole {
        T::zero()
    } else {
        leave_ellipsoid(semi_axes, &c, &down)
            + least(leave_ellipsoid(semi_axes, &c, &n), -centroid.z)
    };
    Some(found(
        volume,
        centroid,
        area,
        section,
        place.carry(&near),
        chord,
        tie,
        true,
        whole,
    ))
}

/// The nearest point of an ellipsoid from inside: xᵢ = aᵢ²·yᵢ/(aᵢ² + t) with Σ(aᵢyᵢ/(aᵢ² + t))² = 1, −a_min² < t ≤ 0, which falls in t; a tie
/// if the point lies in the plane across the shortest axis so near to the centre that no t fits.
fn nearest_of_ellipsoid<T: Number>(semi_axes: &Vec3, y: &Vec3<T>) -> (Vec3<T>, bool) {
    let a = semi_axes;
    let least = a.min();
    let k = a.imin();
    let round = (0..3).filter(|i| a[*i] <= least * (1.0 + 1e-9)).count();
    // at the lower end: only what the other axes give, if the point is on the plane across the shortest
    let flat = y[k].value() == 0.0
        || round > 1
            && y.iter()
                .zip(a.iter())
                .all(|(y, a)| *a > least * (1.0 + 1e-9) || y.value() == 0.0);
    if flat {
        let rest: f64 = (0..3)
            .filter(|i| a[*i] > least * (1.0 + 1e-9))
            .map(|i| (a[i] * y[i].value() / (a[i] * a[i] - least * least)).powi(2))
            .sum();
        if rest <= 1.0 {
            let mut x = Vec3::from_fn(|i| {
                if a[i] > least * (1.0 + 1e-9) {
                    y[i] * (a[i] * a[i] / (a[i] * a[i] - least * least))
                } else {
                    T::zero()
                }
            });
            x[k] = T::constant(-least * (1.0 - rest).sqrt());
            return (x, rest < 1.0 - 1e-12);
        }
    }
    // Between the ends, where the sum is 1, by u = t + a_min² > 0; then one step of Newton's method carries the derivative. No term alone is above 1, which bounds u
    // from below; 1/√sum is nearly straight and concave, so that Newton's method for it goes up in few steps once it is below.
    let beyond: [f64; 3] = std::array::from_fn(|i| a[i] * a[i] - least * least);
    let tops: [f64; 3] = std::array::from_fn(|i| (a[i] * y[i].value()).powi(2));
    let (mut low, mut high) = (0.0, least * least);
    if !flat {
        low = (0..3).fold(0.0, |u: f64, i| u.max(tops[i].sqrt() - beyond[i]));
    }
    let mut u = if flat { 0.5 * high } else { high };
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for i in 0..3 {
            let inverse = 1.0 / (beyond[i] + u);
            let term = tops[i] * inverse * inverse;
            sum += term;
            slope -= 2.0 * term * inverse;
        }
        if sum > 1.0 {
            low = u
        } else {
            high = u
        }
        let step = 2.0 * sum * (1.0 - sum.sqrt()) / slope;
        let next = u + step;
        // the last step has squared it
        if step.abs() <= 1e-9 * next.abs() {
            u = next;
            break;
        }
        u = if next > low && next < high {
            next
        } else if u > low && low > 0.0 {
            // from there it goes up only
            low
        } else {
            0.5 * (low + high)
        };
    }
    let (mut f, mut slope) = (T::constant(-1.0), 0.0);
    for i in 0..3 {
        let q = y[i] * (a[i] / (beyond[i] + u));
        f += q * q;
        slope -= 2.0 * (q * q).value() / (beyond[i] + u);
    }
    let u = -(f / slope) + u;
    (
        Vec3::from_fn(|i| y[i] * (a[i] * a[i]) / (u + beyond[i])),
        false,
    )
}

/// How far along a vector from a point inside to the surface.
fn leave_ellipsoid<T: Number>(semi_axes: &Vec3, p: &Vec3<T>, m: &Vec3<T>) -> T {
    let inverse = constant::<T>(&semi_axes.map(f64::recip));
    let (p, m) = (p.component_mul(&inverse), m.component_mul(&inverse));
    let (mm, pm, pp) = (m.dot(&m), p.dot(&m), p.dot(&p));
    ((pm * pm - mm * (pp - 1.0)).sqrt() - pm) / mm
}

/// The centre of the lower end of a capsule, if the plane cuts a cap off the ball there and nothing of the tube: the rim of the cap, the part of it nearest to
/// the tube, is beyond the centre. With the centre at the height h and the axis at an angle γ to the normal: h·|cos γ| ≥ √(R² − h²)·sin γ.
pub(super) fn end_of_capsule<T: Number>(
    length: f64,
    radius: f64,
    place: &Place<T>,
) -> Option<Vec3<T>> {
    let cosine = place.rotation[(2, 2)].value();
    let end = Vec3::z() * -(0.5 * length).copysign(cosine);
    let centre = place.carry(&constant(&end));
    let h = centre.z.value();
    let rim = (radius * radius - h * h).max(0.0).sqrt();
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    (h * cosine.abs() >= rim * sine).then_some(centre)
}

/// What is in c·z + σ·y ≤ h.
pub(super) fn moments<T: Number>(solid: &Revolved, c: T, sigma: T, h: T) -> Moments<T> {
    match *solid {
        Revolved::Torus { major, minor } => torus::moments(major, minor, c, sigma, h),
        Revolved::Frustum {
            begin,
            end,
            start,
            slope,
        } => {
            let [begin, end] = [begin, end].map(T::constant);
            slices(&Side { start, slope }, begin, end, c, sigma, h)
        }
        Revolved::Capsule { half, radius } => {
            let tube = Side {
                start: radius,
                slope: 0.0,
            };
            let [begin, end] = [-half, half].map(T::constant);
            let mut sum = slices(&tube, begin, end, c, sigma, h);
            sum.add(&half_ball(radius, c, sigma, h - c * half).shifted(half));
            sum.add(
                &half_ball(radius, -c, sigma, h + c * half)
                    .mirrored()
                    .shifted(-half),
            );
            sum
        }
    }
}

/// Three numbers make all of them: so many rates go through the sums, and by the chain rule those of T come out.
fn moments_with_rates<T: Number>(solid: &Revolved, c: T, sigma: T, h: T) -> Moments<T> {
    let plane = [c, sigma, h];
    let [x, y, z] = std::array::from_fn(|k| Dual::<f64, 3>::variable(plane[k].value(), k));
    moments(solid, x, y, z).map(|m| {
        // A section that begins with an infinite slope is touched to rounding only, where rates say nothing.
        let steps = plane.iter().zip(m.eps).filter(|(_, s)| s.is_finite());
        steps.fold(T::constant(m.re), |sum, (x, slope)| {
            sum + (*x - x.value()) * slope
        })
    })
}

/// A solid of revolution about its z axis.
pub(super) fn revolved<T: Number>(solid: &Revolved, place: &Place<T>) -> Option<Found<T>> {
    // the plane z_B ≤ 0 in the frame of the solid: n·x ≤ h
    let mut n = place.rotation.transpose() * Vec3::new(T::zero(), T::zero(), T::one());
    let h = -place.position.z;
    let mut sine = value(&Vec3::new(n.x, n.y, T::zero())).norm();
    let carries_rates = std::mem::size_of::<T>() > std::mem::size_of::<f64>();
    if sine < UPRIGHT && carries_rates {
        n.x += T::constant(UPRIGHT);
        sine = UPRIGHT;
    }
    let (sigma, out) = if sine > 0.0 {
        let s = (n.x * n.x + n.y * n.y).sqrt();
        (s, Vec3::new(n.x / s, n.y / s, T::zero()))
    } else {
        (T::zero(), Vec3::new(T::one(), T::zero(), T::zero()))
    };
    let m = if carries_rates {
        moments_with_rates(solid, n.z, sigma, h)
    } else {
        moments(solid, n.z, sigma, h)
    };
    if m.volume.value() <= 0.0 {
        return None;
    }
    let axis = Vec3::new(T::zero(), T::zero(), T::one());
    let local = (axis * m.along + out * m.across) * (T::one() / m.volume);
    let whole = m.area.value() <= 0.0;
    let section = if whole {
        Vec3::zeros()
    } else {
        place.carry(&((axis * m.area_along + out * m.area_across) * (T::one() / m.area)))
    };
    let centroid = place.carry(&local);
    let (near, tie) = solid.nearest(&local);
    let down = place.rotation.transpose() * Vec3::new(T::zero(), T::zero(), -T::one());
    let inside = solid.holds(&value(&local));
    let chord = if inside && !whole {
        solid.leave(&local, &down, T::constant(f64::INFINITY))
            + solid.leave(&local, &-down, -centroid.z)
    } else {
        T::zero()
    };
    let mut near_plane = place.carry(&near);
    if let Revolved::Torus { major, minor } = *solid
        && !inside
        && !whole
        && let Some(depth) = around(major, minor, n.z, sigma, h)
    {
        // as the centroid comes out of the volume by the depth
        let off = local - near;
        let part = smooth(off.dot(&off).sqrt() / depth);
        let below = Vec3::new(centroid.x, centroid.y, -depth);
        near_plane += (below - near_plane) * part;
    }
    Some(found(
        m.volume, centroid, m.area, section, near_plane, chord, tie, inside, whole,
    ))
}

/// Ways around the axis of a torus, from the lowest place on.
const WAYS: usize = 8;

/// The depth of a torus in n·x ≤ h, where the centroid of what is there lies outside of it: the disc of the tube at the angle ψ about the axis has the depth d there,
///
/// ```text
/// d(ψ) = r·√(n_z² + σ²·cos²ψ) − σR·cos ψ + h,    Σw·d³/Σw·d²   over equal angles, with the width w ~ √d of what is cut off
/// ```
///
/// as volumes of triangles around a hole have it. It is d of a ring that lies flat. `None` where all that is below is rounding of the volume.
fn around<T: Number>(major: f64, minor: f64, along: T, sigma: T, h: T) -> Option<T> {
    let (mut sum, mut squares) = (T::zero(), T::zero());
    for k in 0..WAYS {
        let cosine = (k as f64 / WAYS as f64 * std::f64::consts::TAU).cos();
        let across = sigma * cosine;
        let reach = (along * along + across * across).sqrt() * minor;
        let depth = reach - across * major + h;
        if depth.value() > 0.0 {
            let weighed = depth * depth * depth.sqrt();
            sum += weighed;
            squares += weighed * depth;
        }
    }
    (sum.value() > 0.0).then(|| squares / sum)
}

fn least<T: Number>(x: T, y: T) -> T {
    if y.value() < x.value() { y } else { x }
}

pub(super) fn found<T: Number>(
    volume: T,
    centroid: Vec3<T>,
    area: T,
    section: Vec3<T>,
    near: Vec3<T>,
    chord: T,
    tie: bool,
    inside: bool,
    whole: bool,
) -> Found<T> {
    let mut flags = Flags::NONE;
    flags.set(Flags::AMBIGUOUS_NEAREST, tie);
    flags.set(Flags::CENTROID_OUTSIDE, !inside);
    flags.set(Flags::CONTAINED, whole);
    let area = Vec3::new(T::zero(), T::zero(), -area);
    Found {
        volume,
        centroid,
        area,
        moment: section.cross(&area),
        nearest: [near, Vec3::new(centroid.x, centroid.y, T::zero())],
        chord,
        flags,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::Form;
    use crate::overlap::analytic::{random, seeded};
    use carom_base::Pose;
    use carom_base::space::{rotation_x, rotation_y};

    /// The cap of an end and the integral over slices are one, with their rates.
    #[test]
    fn the_end_of_a_capsule_is_a_ball() {
        let (length, radius) = (1.2, 0.3);
        let capsule = Form::Capsule { length, radius };
        let solid = capsule.revolved().unwrap();
        let (mut by_end, mut by_slices) = (0, 0);
        for k in 0..64u32 {
            // not upright, where the rates of slices are those 1e-9 beside it
            let tilt = 0.03 + 0.05 * f64::from(k);
            let rotation = rotation_x(tilt) * rotation_y(0.3 * f64::from(k % 5));
            let low = 0.5 * length * rotation[(2, 2)].abs();
            let depth = 0.002 * f64::from(1 + k % 7 * 11);
            let at = Pose {
                position: Vec3::new(0.4, -0.2, low + radius - depth),
                rotation,
            };
            let place = seeded(&at);
            let Some(centre) = end_of_capsule(length, radius, &place) else {
                by_slices += 1;
                continue;
            };
            by_end += 1;
            let cap = super::super::balls::half_space(radius, &centre).unwrap();
            let all = revolved(&solid, &place).unwrap();
            assert_eq!(cap.flags, all.flags);
            let numbers = |f: &Found<super::super::Six>| {
                let vectors = [f.centroid, f.area, f.moment, f.nearest[0], f.nearest[1]];
                let mut list = vec![f.volume, f.chord];
                list.extend(vectors.iter().flat_map(|v| [v.x, v.y, v.z]));
                list
            };
            let scales = [cap.volume.value(), 1.0];
            for (n, (x, y)) in numbers(&cap).iter().zip(numbers(&all)).enumerate() {
                // Slices are exact to rounding of the volume; centroids divide by it, and rates by the depth once more.
                let scale = scales[n.min(1)];
                assert!((x.value() - y.value()).abs() < 1e-11 * scale, "{k} {n}");
                for (dx, dy) in x.eps.iter().zip(&y.eps) {
                    assert!((dx - dy).abs() < 1e-9, "{k} {n}: {dx} {dy}");
                }
            }
        }
        assert!(by_end > 20 && by_slices > 5, "{by_end} {by_slices}");
    }

    /// Exactly upright, exactly flat, through tips, centres and rims: volumes are numbers, grow with the depth, and end at the whole.
    #[test]
    fn special_poses_are_numbers() {
        let forms = [
            Form::Cylinder {
                length: 1.0,
                radius: 0.5,
            },
            Form::Frustum {
                length: 1.0,
                bottom: 0.0,
                top: 0.5,
            },
            Form::Frustum {
                length: -1.0,
                bottom: 0.5,
                top: 0.25,
            },
            Form::Capsule {
                length: 1.0,
                radius: 0.5,
            },
            Form::Torus {
                major: 1.0,
                minor: 0.5,
            },
        ];
        for form in forms {
            let solid = form.revolved().unwrap();
            for tilt in [0.0, 0.25, 0.5, 0.75, 1.0, 0.147_583_617_650_433_27].map(|t| t * PI) {
                let mut last = 0.0;
                for k in -32..=32 {
                    let place = Place::<f64> {
                        position: Vec3::new(0.25, 0.0, -0.0625 * f64::from(k)),
                        rotation: rotation_x(tilt),
                    };
                    let Some(found) = revolved(&solid, &place) else {
                        assert_eq!(last, 0.0, "{form:?} {tilt} {k}");
                        continue;
                    };
                    let numbers = [found.centroid, found.area, found.moment, found.nearest[0]];
                    assert!(
                        numbers.iter().flat_map(|v| v.iter()).all(|x| x.is_finite()),
                        "{form:?} {tilt} {k} {numbers:?}"
                    );
                    assert!(found.chord.is_finite() && found.chord >= 0.0);
                    // rounding of a sum of parts
                    assert!(found.volume >= last * (1.0 - 1e-14), "{form:?} {tilt} {k}");
                    last = found.volume;
                }
                assert!(
                    (last / form.volume() - 1.0).abs() < 1e-14,
                    "{form:?} {tilt}"
                );
            }
        }
    }

    /// How far a solid reaches down where it is tilted.
    fn reach(solid: &Revolved, tilt: f64) -> f64 {
        let (sigma, down) = (tilt.sin().abs(), -tilt.cos());
        match *solid {
            Revolved::Torus { major, minor } => minor + major * sigma,
            Revolved::Capsule { half, radius } => half * down.abs() + radius,
            Revolved::Frustum {
                begin,
                end,
                start,
                slope,
            } => {
                let of = |z: f64| z * down + (start + slope * z) * sigma;
                of(begin).max(of(end))
            }
        }
    }

    /// Touching to rounding, in any pose: what is below is nothing or numbers, with and without rates.
    #[test]
    fn first_touches_are_numbers() {
        let mut random = random(11);
        let mut touching = 0;
        for k in 0..20_000 {
            let cut = cut(k, &mut random);
            let reach = reach(&cut.solid, cut.tilt);
            for ulps in -4..=4 {
                let pose = Pose {
                    position: Vec3::new(0.25, 0.0, reach * (1.0 + f64::from(ulps) * f64::EPSILON)),
                    rotation: rotation_x(cut.tilt),
                };
                let plain = Place::<f64> {
                    position: pose.position,
                    rotation: pose.rotation,
                };
                let found = revolved(&cut.solid, &plain);
                let rated = revolved(&cut.solid, &seeded(&pose));
                touching += usize::from(found.is_some());
                let points = |f: &Found<f64>| [f.centroid, f.area, f.moment, f.nearest[0]];
                let plain = found.iter().flat_map(points).flat_map(|v| v.to_array());
                let rated = rated.iter().flat_map(|f| [f.centroid, f.nearest[0]]);
                let rated = rated.flat_map(|v| v.map(|x| x.re).to_array());
                let all: Vec<f64> = plain.chain(rated).collect();
                assert!(
                    all.iter().all(|x| x.is_finite()),
                    "{k} {ulps} {:?} {}: {all:?}",
                    cut.solid,
                    cut.tilt
                );
            }
        }
        assert!(touching > 10_000, "{touching}");
    }

    /// A solid that stands over the half-space.
    struct Cut {
        solid: Revolved,
        size: f64,
        tilt: f64,
        height: f64,
    }

    /// Random number `k`, among them solids nearly upright, nearly lying, and along a generator.
    fn cut(k: usize, mut random: impl FnMut() -> f64) -> Cut {
        let mut size = || 10f64.powf(1.5 * random() - 1.5);
        let [x, y, z] = [size(), size(), size()];
        let solid = match k % 5 {
            0 => Revolved::frustum(0.0, x, y, y),
            1 => Revolved::frustum(-0.3 * x, x, y, z),
            2 => Revolved::frustum(0.0, x, 0.0, z),
            3 => Revolved::Capsule { half: x, radius: y },
            _ => Revolved::Torus {
                major: x,
                minor: 0.99999 * x * random(),
            },
        };
        let small = 10f64.powf(-8.0 * random());
        let tilt = match k / 5 % 4 {
            0 | 1 => random() * PI,
            2 => small,
            _ => (random() - 0.5) * small + 0.5 * PI,
        };
        // along a generator
        let tilt = match solid {
            Revolved::Frustum { slope, .. } if k.is_multiple_of(7) => {
                slope.abs().atan().mul_add(-1.0, 0.5 * PI) + (random() - 0.5) * small
            }
            _ => tilt,
        };
        let size = match solid {
            Revolved::Frustum { begin, end, .. } => (end - begin) + y.max(z),
            Revolved::Capsule { half, radius } => half + radius,
            Revolved::Torus { major, minor } => major + minor,
        };
        let h = 1.5 * size * (2.0 * random() - 1.0) * if k.is_multiple_of(3) { 0.1 } else { 1.0 };
        Cut {
            solid,
            size,
            tilt,
            height: h,
        }
    }

    fn volume_and_section(m: &Moments<f64>) -> [[f64; 2]; 3] {
        [
            [m.volume, m.area],
            [m.along, m.area_along],
            [m.across, m.area_across],
        ]
    }

    /// Formulas change with the pose, from closed forms to rules of many kinds: over all of them volume and first moments grow with the depth by the section and its moments.
    #[test]
    fn sections_are_the_rates_of_volumes() {
        let mut random = random(7);
        let (mut rough, mut loose, mut worst) = (0, 0, 0.0f64);
        let count = 100_000;
        for k in 0..count {
            let cut = cut(k, &mut random);
            rough += rough_sections(&cut);
            let (l, w) = loose_rates(&cut);
            loose += l;
            worst = worst.max(w);
        }
        // 0.15 % and 1e-5 % of four million, and 2e-9
        assert!(rough < count / 200, "{rough} of {count}");
        assert!(loose <= 3 && worst < 1e-7, "{loose}, {worst:e}");
    }

    /// How many of volume and first moments do not grow by the section and its moments, by Simpson's rule, to 1e-6.
    fn rough_sections(cut: &Cut) -> usize {
        let Cut {
            solid,
            size,
            tilt,
            height: h,
        } = cut;
        let mut rough = 0;
        let (sigma, c) = tilt.sin_cos();
        let step = 1e-4 * size;
        let at = [h - step, *h, h + step].map(|h| moments(solid, c, sigma.abs(), h));
        let [low, middle, high] = at.each_ref().map(volume_and_section);
        let area = at.iter().fold(0.0f64, |a, m| a.max(m.area));
        for i in 0..3 {
            let all = [low[i], middle[i], high[i]];
            assert!(
                all.iter().flatten().all(|x| x.is_finite()),
                "{solid:?} {tilt} {h}"
            );
            let simpson = (all[0][1] + 4.0 * all[1][1] + all[2][1]) * (step / 3.0);
            let arm = if i == 0 { 1.0 } else { *size };
            let error = (all[2][0] - all[0][0] - simpson).abs();
            let rounding = 1e-12 * arm * at[2].volume.abs();
            let scale = 2.0 * step * area * arm;
            // across a touch of a disc the section begins to grow with infinite slope
            assert!(
                error <= 0.4 * scale + rounding,
                "{solid:?} {tilt} {h} {i}: {error:e} of {scale:e}"
            );
            rough += usize::from(error > 1e-6 * scale + rounding);
        }
        rough
    }

    /// The same for the rates that dual numbers carry, to 1e-9; and the largest error.
    fn loose_rates(cut: &Cut) -> (usize, f64) {
        let &Cut {
            ref solid,
            size,
            tilt,
            height: h,
        } = cut;
        let (mut loose, mut worst) = (0, 0.0f64);
        let (sigma, c) = tilt.sin_cos();
        let here = moments(solid, c, sigma.abs(), h);
        let sections = volume_and_section(&here);
        let plane = [c, sigma.abs(), h].map(Dual::<f64, 1>::constant);
        let moving = Dual::<f64, 1>::variable(h, 0);
        let moving = moments(solid, plane[0], plane[1], moving).map(|m| m.eps[0]);
        let rates = [moving.volume, moving.along, moving.across];
        for (i, (rate, [_, section])) in rates.into_iter().zip(sections).enumerate() {
            let arm = if i == 0 { 1.0 } else { size };
            let error = (rate - section).abs();
            // where a disc is only just touched or left, digits are lost
            loose += usize::from(error > 1e-9 * arm * here.area);
            worst = worst.max(error / (arm * here.area.max(1e-6 * size * size)));
        }
        (loose, worst)
    }
}
