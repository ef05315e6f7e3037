//! A box on the half-space z ≤ 0 of B, and a ball on a box.
//!
//! With uᵢ from 0 to 1 along the edges, from the corner that is lowest, the plane leaves Σ aᵢ·uᵢ ≤ t of the box: aᵢ what the edge rises, t the depth of the corner. Of two edges, a₁ ≥ a₂,
//! that is a figure with its area and first moments in closed form,
//!
//! ```text
//! τ²/(2a₁a₂)  for τ ≤ a₂,    (τ − a₂/2)/a₁  to a₁,    1 − (a₁ + a₂ − τ)²/(2a₁a₂)  to a₁ + a₂,    1 beyond,    τ = t − a₃·u₃
//! ```
//!
//! with no small difference and no small divisor, however flat the box lies; along the third edge, that rises least, Gauss's rule of two points is exact between the places where one
//! gives way to the next. The section is the rate of all of that by the depth.

use super::balls::{on_plane_at, sunk};
use super::found::{Found, Place};
use super::half_space::found;
use super::numbers::{norm, value};
use crate::overlap::volume::Flags;
use carom_base::{Dual, Number, Vec3};

/// A ball: by the distance of its centre, as on triangles.
pub(super) fn ball<T: Number>(radius: f64, extents: &Vec3, centre: &Vec3<T>) -> Option<Found<T>> {
    if holds(extents, &value(centre)) {
        let mut found = ball_from_within(radius, extents, centre);
        found.flags.set(Flags::BY_DISTANCE, true);
        return Some(found);
    }
    let foot = nearest_from_outside(extents, centre);
    if norm(&value(&(foot - centre))) >= radius {
        return None;
    }
    let mut found = on_plane_at(radius, centre, &foot);
    found.flags.set(Flags::BY_DISTANCE, true);
    Some(found)
}

/// A ball whose centre is inside is below the nearest face.
fn ball_from_within<T: Number>(radius: f64, extents: &Vec3, centre: &Vec3<T>) -> Found<T> {
    let height = |i: &usize| 0.5 * extents[*i] - centre[*i].value().abs();
    let nearest = (0..3).min_by(|i, j| height(i).total_cmp(&height(j)));
    let i = nearest.unwrap_or(0);
    let side = 1f64.copysign(centre[i].value());
    let mut up = Vec3::zeros();
    up[i] = T::constant(side);
    let mut foot = *centre;
    foot[i] = T::constant(0.5 * extents[i] * side);
    let p = -centre[i] * side + (0.5 * extents[i] + radius);
    let mut found = sunk(radius, centre, &foot, &up, p);
    let ties = (0..3).filter(|j| *j != i && height(j) <= height(&i) * (1.0 + 1e-6));
    let both = extents[i] - height(&i) <= height(&i) * (1.0 + 1e-6);
    let tie = both || ties.count() > 0;
    found.flags.set(Flags::AMBIGUOUS_NEAREST, tie);
    found
}

/// The point of a box nearest to one outside.
pub(crate) fn nearest_from_outside<T: Number>(extents: &Vec3, p: &Vec3<T>) -> Vec3<T> {
    Vec3::from_fn(|i| {
        let half = 0.5 * extents[i];
        if p[i].value().abs() <= half {
            p[i]
        } else {
            T::constant(half.copysign(p[i].value()))
        }
    })
}

/// Whether a point is in the box or on its surface.
pub(super) fn holds(extents: &Vec3, p: &Vec3) -> bool {
    (0..3).all(|i| p[i].abs() <= 0.5 * extents[i])
}

pub(super) fn on_half_space<T: Number>(extents: &Vec3, place: &Place<T>) -> Option<Found<T>> {
    let down = place.rotation.transpose() * Vec3::new(T::zero(), T::zero(), -T::one());
    let height = place.position.z;
    let rises = [0, 1, 2].map(|i| extents[i] * 0.5 * down[i].value().abs());
    let reach = rises[0] + rises[1] + rises[2];
    if height.value() >= reach {
        return None;
    }
    let plane = [-down.x, -down.y, -down.z, -height];
    let part = if std::mem::size_of::<T>() > std::mem::size_of::<f64>() {
        let [x, y, z, h] = std::array::from_fn(|k| Dual::<f64, 4>::variable(plane[k].value(), k));
        below(extents, [x, y, z], h).map(|m| {
            let steps = plane.iter().zip(m.eps);
            steps.fold(T::constant(m.re), |sum, (x, slope)| {
                sum + (*x - x.value()) * slope
            })
        })
    } else {
        let [x, y, z, h] = plane;
        below(extents, [x, y, z], h)
    };
    if part.volume.value() <= 0.0 {
        return None;
    }
    let local = part.centroid;
    let whole = part.area.value() <= 0.0;
    let centroid = place.carry(&local);
    let section = if whole {
        Vec3::zeros()
    } else {
        place.carry(&part.section)
    };
    let (near, tie) = nearest_from_inside(extents, &local);
    let chord = if whole {
        T::zero()
    } else {
        let up = leave(extents, &local, &-down);
        let above = -centroid.z;
        leave(extents, &local, &down)
            + if above.value() < up.value() {
                above
            } else {
                up
            }
    };
    let near = place.carry(&near);
    Some(found(
        part.volume,
        centroid,
        part.area,
        section,
        near,
        chord,
        tie,
        true,
        whole,
    ))
}

/// The nearest point of the surface, and whether another face is within 1e-6 as near.
fn nearest_from_inside<T: Number>(extents: &Vec3, p: &Vec3<T>) -> (Vec3<T>, bool) {
    let depth = |i: usize| 0.5 * extents[i] - p[i].value().abs();
    let least = depth(0).min(depth(1)).min(depth(2));
    // of faces as near to rounding the first
    let nearest = |i: &usize| depth(*i) <= least * (1.0 + 1e-12);
    let k = (0..3).find(nearest).unwrap_or(0);
    let as_near = |d: f64| d - depth(k) <= 1e-6 * d;
    let other = [0, 1, 2].into_iter().any(|i| i != k && as_near(depth(i)));
    // or the one on the other side
    let tie = other || as_near(depth(k) + 2.0 * p[k].value().abs());
    let mut near = *p;
    near[k] = T::constant((0.5 * extents[k]).copysign(p[k].value()));
    (near, tie)
}

/// How far along a unit vector from a point inside to the surface.
fn leave<T: Number>(extents: &Vec3, p: &Vec3<T>, m: &Vec3<T>) -> T {
    let mut least = T::constant(f64::INFINITY);
    for i in 0..3 {
        let slope = m[i].value();
        if slope != 0.0 {
            let t = (-p[i] + (0.5 * extents[i]).copysign(slope)) / m[i];
            if t.value() < least.value() {
                least = t;
            }
        }
    }
    least
}

/// Volume, centroid, and the section with its centroid.
struct Below<T: Number> {
    volume: T,
    centroid: Vec3<T>,
    area: T,
    section: Vec3<T>,
}

impl<T: Number> Below<T> {
    fn map<U: Number>(&self, f: impl Fn(&T) -> U) -> Below<U> {
        Below {
            volume: f(&self.volume),
            centroid: Vec3::from_fn(|i| f(&self.centroid[i])),
            area: f(&self.area),
            section: Vec3::from_fn(|i| f(&self.section[i])),
        }
    }
}

/// The part n·x ≤ h, n a unit vector, of a box about the origin.
fn below<T: Number>(extents: &Vec3, n: [T; 3], h: T) -> Below<T> {
    let mut order = [0, 1, 2];
    let rise = |i: usize| n[i].value().abs() * extents[i];
    order.sort_by(|i, j| rise(*j).total_cmp(&rise(*i)));
    let sides = order.map(|i| if n[i].value() < 0.0 { -1.0 } else { 1.0 });
    let a = [0, 1, 2].map(|k| n[order[k]] * (sides[k] * extents[order[k]]));
    let t = h + (a[0] + a[1] + a[2]) * 0.5;
    let Sums { space, face } = sums(a, t);
    let size = extents.product();
    let place = |[whole, moments @ ..]: [T; 4]| {
        let mut x = Vec3::zeros();
        if whole.value() > 0.0 {
            for k in 0..3 {
                let i = order[k];
                x[i] = (moments[k] / whole - 0.5) * (sides[k] * extents[i]);
            }
        }
        (whole * size, x)
    };
    let ((volume, centroid), (area, section)) = (place(space), place(face));
    Below {
        volume,
        centroid,
        area,
        section,
    }
}

/// Volume and its first moments in the unit cube, and their rates by t.
struct Sums<T> {
    space: [T; 4],
    face: [T; 4],
}

/// Σ aᵢ·uᵢ ≤ t in the unit cube, a falling.
fn sums<T: Number>(a: [T; 3], t: T) -> Sums<T> {
    let mut sums = Sums {
        space: [T::zero(); 4],
        face: [T::zero(); 4],
    };
    // places along the third edge at which the figure changes its kind
    let mut places = [T::zero(); 6];
    let mut count = 1;
    for bound in [a[0] + a[1], a[0], a[1], T::zero()] {
        let rest = t - bound;
        if rest.value() > 0.0 && rest.value() < a[2].value() {
            places[count] = rest / a[2];
            count += 1;
        }
    }
    places[count] = T::one();
    for w in places[..=count].windows(2) {
        let span = w[1] - w[0];
        for x in [-1.0, 1.0] {
            let u = w[0] + span * (0.5 + x * 0.288_675_134_594_812_9);
            let Some((figure, rate)) = figure(a[0], a[1], t - a[2] * u) else {
                continue;
            };
            let weight = span * 0.5;
            for (sum, [area, x, y]) in [(&mut sums.space, figure), (&mut sums.face, rate)] {
                sum[0] += area * weight;
                sum[1] += x * weight;
                sum[2] += y * weight;
                sum[3] += area * u * weight;
            }
        }
    }
    sums
}

/// Area and first moments of a·x + b·y ≤ τ in the unit square, a ≥ b, and their rates by τ.
fn figure<T: Number>(a: T, b: T, tau: T) -> Option<([T; 3], [T; 3])> {
    let value = tau.value();
    if value <= 0.0 {
        return None;
    }
    if value >= a.value() + b.value() {
        let half = T::constant(0.5);
        return Some(([T::one(), half, half], [T::zero(); 3]));
    }
    // of a corner that the line cuts off so deep
    let corner = |r: T| {
        let [x, y] = [r / a, r / b];
        let (area, slope) = (x * y * 0.5, x / b);
        let third = 1.0 / 3.0;
        (
            [area, area * x * third, area * y * third],
            [slope, slope * x * 0.5, slope * y * 0.5],
        )
    };
    Some(if value <= b.value() {
        corner(tau)
    } else if value < a.value() {
        let inverse = a.recip();
        let (x, y) = (tau * inverse, (tau - b) * inverse);
        let sixth = 1.0 / 6.0;
        (
            [
                (x + y) * 0.5,
                (x * x + x * y + y * y) * sixth,
                (x + y * 2.0) * sixth,
            ],
            [inverse, (x + y) * inverse * 0.5, inverse * 0.5],
        )
    } else {
        // the other corner is missing
        let (area, slope) = corner(a + b - tau);
        let rest = |whole: f64, k: usize| -(area[0] - area[k]) + whole;
        (
            [-area[0] + 1.0, rest(0.5, 1), rest(0.5, 2)],
            [slope[0], slope[0] - slope[1], slope[0] - slope[2]],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::random;
    use super::*;
    use crate::Refinement;
    use crate::overlap::rate::Rate3;
    use crate::overlap::{Form, Memory, Options, Prepared, Rates, Volume, Workspace};
    use carom_base::space::exp_so3;
    use carom_base::{Mat3, Pose};

    const RATES: Options = Options {
        rates: true,
        deep: 0.5,
    };

    fn numbers(v: &Volume) -> Vec<f64> {
        let vectors = [
            v.centroid,
            v.vector_area,
            v.moment,
            v.nearest[0],
            v.nearest[1],
        ];
        let mut list = vec![v.volume, v.chord];
        list.extend(vectors.iter().flat_map(|v| [v.x, v.y, v.z]));
        list
    }

    fn slopes(r: &Rates) -> Vec<f64> {
        let rows = |r: &Rate3| {
            let of = |m: &Mat3| m.iter().copied().collect::<Vec<_>>();
            [of(&r.velocity), of(&r.turning)].concat()
        };
        let lists = [
            &r.centroid,
            &r.vector_area,
            &r.moment,
            &r.nearest[0],
            &r.nearest[1],
        ];
        lists.into_iter().flat_map(rows).collect()
    }

    /// Flat, on edges, on corners and askew, at all depths: the formula and the triangles of the box on a plate.
    #[test]
    fn boxes_on_planes_agree_with_their_triangles() {
        let extents = Vec3::new(1.0, 0.8, 0.6);
        let form = Form::Box { extents };
        let cube = Prepared::new(form, Refinement::COARSE).unwrap();
        let mesh = cube.mesh.as_ref().unwrap();
        let plane = Prepared::new(Form::HalfSpace, Refinement::COARSE).unwrap();
        let mut work = Workspace::default();
        let turns = [
            Vec3::zeros(),
            Vec3::new(1e-9, 0.0, 0.0),
            Vec3::new(1e-5, -2e-5, 0.3),
            Vec3::new(0.3, 0.0, 0.0),
            Vec3::new(0.0, 1.0, 0.2),
            Vec3::new(0.4, -0.7, 0.9),
            Vec3::new(-2.0, 1.1, 0.4),
            Vec3::new(3.0, 0.5, -0.2),
            Vec3::new(std::f64::consts::FRAC_PI_4, 0.0, 0.0),
        ];
        let mut count = 0;
        for turn in turns {
            let rotation = exp_so3(&turn);
            let reach: f64 = (0..3)
                .map(|i| 0.5 * extents[i] * rotation[(2, i)].abs())
                .sum();
            for share in [1e-6, 1e-3, 0.01, 0.1, 0.3, 0.49, 0.51, 0.8, 0.999] {
                let at = Pose {
                    position: Vec3::new(0.3, -0.2, reach - 2.0 * reach * share),
                    rotation,
                };
                let pose = at.inverse();
                let theirs = work
                    .on_plate(mesh, &pose, &mut Memory::default(), &RATES)
                    .unwrap()
                    .to_vec();
                let their_rates = work.rates().to_vec();
                let ours = work
                    .overlap(&cube, &plane, &pose, &mut Memory::default(), &RATES)
                    .unwrap()
                    .to_vec();
                assert_eq!((ours.len(), theirs.len()), (1, 1), "{turn} {share}");
                count += 1;
                let (x, y) = (&ours[0], &theirs[0]);
                // The depth is rounded in both; nearest points on the diagonal of a face are so for the triangles only.
                let rounding = if share < 0.99 { 1e-14 / share } else { 1e-9 };
                for (k, (p, q)) in numbers(x).iter().zip(numbers(y)).enumerate() {
                    let size = if k == 0 { y.volume } else { 1.0 };
                    if k > 10 && y.flags.contains(Flags::AMBIGUOUS_NEAREST) {
                        continue;
                    }
                    assert!(
                        (p - q).abs() < (1e-12 + rounding) * size,
                        "{turn} {share} {k}: {p} {q}"
                    );
                }
                assert_eq!(x.flags, y.flags, "{turn} {share}");
                // near to an edge or a face that lies flat, rates of what is nearly nothing divide by its square
                if share >= 0.01 {
                    for (k, (p, q)) in slopes(&work.rates()[0])
                        .iter()
                        .zip(slopes(&their_rates[0]))
                        .enumerate()
                    {
                        if k >= 54 && y.flags.contains(Flags::AMBIGUOUS_NEAREST) {
                            break;
                        }
                        assert!((p - q).abs() < 1e-9, "{turn} {share} rate {k}: {p} {q}");
                    }
                }
            }
        }
        assert_eq!(count, 81);
    }

    /// All around a box, beside faces, edges and corners.
    #[test]
    fn balls_on_boxes_agree_with_those_on_triangles() {
        let extents = Vec3::new(1.0, 0.8, 0.6);
        let form = Form::Box { extents };
        let cube = Prepared::new(form, Refinement::COARSE).unwrap();
        let faceted = Prepared {
            form: Form::Mesh,
            ..cube.clone()
        };
        let ball = Prepared::new(Form::Sphere { radius: 0.4 }, Refinement::COARSE).unwrap();
        let mut work = Workspace::default();
        let mut count = 0;
        for k in 0..400u32 {
            let way = exp_so3(&Vec3::new(0.7 * f64::from(k), 1.3 * f64::from(k), 0.1)) * Vec3::z();
            let at = Pose {
                position: way.component_mul(&extents) * (0.55 + 0.005 * f64::from(k % 100)),
                rotation: Mat3::identity(),
            };
            let pose = at.inverse();
            let mut ask = |b: &Prepared| {
                let list = work
                    .overlap(&ball, b, &pose, &mut Memory::default(), &RATES)
                    .unwrap()
                    .to_vec();
                (list, work.rates().to_vec())
            };
            let (ours, theirs) = (ask(&cube), ask(&faceted));
            assert_eq!(ours.0.len(), theirs.0.len(), "{k}");
            for i in 0..ours.0.len() {
                count += 1;
                for (p, q) in numbers(&ours.0[i]).iter().zip(numbers(&theirs.0[i])) {
                    assert!((p - q).abs() < 1e-14, "{k}: {p} {q}");
                }
                assert_eq!(ours.0[i].flags, theirs.0[i].flags, "{k}");
                for (p, q) in slopes(&ours.1[i]).iter().zip(slopes(&theirs.1[i])) {
                    assert!((p - q).abs() < 1e-12, "{k}: {p} {q}");
                }
            }
        }
        assert!(count > 200, "{count}");
    }

    /// Of random boxes, flat, on an edge, on a corner or askew: volume and first moments grow with the depth by the section and its moments.
    #[test]
    fn sections_are_the_rates_of_volumes() {
        let mut random = random(3);
        let mut worst = 0.0f64;
        for k in 0..40_000u32 {
            let extents = Vec3::from_fn(|_| 10f64.powf(2.0 * random() - 1.0));
            let mut n = Vec3::from_fn(|_| 2.0 * random() - 1.0);
            for i in 0..2 {
                // along a face or an edge, nearly or exactly
                if k >> i & 1 == 1 {
                    n[i] *= if k % 5 == 0 {
                        0.0
                    } else {
                        10f64.powf(-12.0 * random())
                    };
                }
            }
            let n = n.normalize();
            let reach = 0.5 * extents.component_mul(&n.abs()).sum();
            let share = if k % 3 == 0 {
                10f64.powf(-6.0 * random())
            } else {
                random()
            };
            let h = Dual::<f64, 1>::variable(2.0 * reach * share - reach, 0);
            let m = below(&extents, [n.x, n.y, n.z].map(Dual::constant), h);
            let numbers = m.map(|x| x.re);
            assert!(numbers.volume > 0.0 && numbers.volume <= extents.product() * (1.0 + 1e-14));
            let error = (m.volume.eps[0] - numbers.area).abs() / numbers.area;
            let first = m.centroid * m.volume;
            let moments = Vec3::from_fn(|i| first[i].eps[0]) - numbers.section * numbers.area;
            worst = worst
                .max(error)
                .max(moments.norm() / (numbers.area * extents.norm()));
        }
        // of all of the volume, of which a corner that is not yet below takes a small section
        assert!(worst < 1e-7, "{worst:e}");
    }
}
