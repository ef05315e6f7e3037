//! A ring and another solid: places and gaps against a search around its circle, by distances of points that know nothing of features; derivatives against
//! differences.
#![allow(non_snake_case)]

use super::checks::{Course, Random, brick, check_derivatives};
use super::circle::Curve;
use super::ring::Pair;
use super::*;
use crate::Polyhedron;
use carom_base::Mat3;
use std::f64::consts::TAU;

/// What a ring meets, and how far a point in its frame is from it, less than zero inside.
struct Target {
    solid: Polyhedron,
    from: Box<dyn Fn(&Vec3) -> f64>,
}

/// Distance of a point of a plane from a convex polygon about z, given by its corners with rising heights.
fn from_profile(corners: &[[f64; 2]], x: &Vec3) -> f64 {
    let p = [x.x.hypot(x.y), x.z];
    let mut far = f64::INFINITY;
    let mut is_inside = true;
    for ends in corners.windows(2) {
        let [[a, b], [c, d]] = [ends[0], ends[1]];
        let (u, v) = (c - a, d - b);
        let t = (((p[0] - a) * u + (p[1] - b) * v) / (u * u + v * v)).clamp(0.0, 1.0);
        far = far.min((p[0] - a - t * u).hypot(p[1] - b - t * v));
        is_inside &= (p[0] - a) * v - (p[1] - b) * u < 0.0;
    }
    if is_inside { -far } else { far }
}

/// Distance of a point outside of an ellipsoid, by halving.
fn from_egg(axes: &Vec3, x: &Vec3) -> f64 {
    let foot = |l: f64| x.zip_map(axes, |x, a| a * a * x / (a * a + l));
    let is_out = |l: f64| foot(l).zip_map(axes, |y, a| y / a).norm() > 1.0;
    if !is_out(0.0) {
        return -1.0;
    }
    let [mut low, mut high] = [0.0, 100.0];
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if is_out(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (*x - foot(low)).norm()
}

fn frustum(half: f64, [low, high]: [f64; 2]) -> Target {
    let corners = [[0.0, -half], [low, -half], [high, half], [0.0, half]];
    Target {
        solid: Polyhedron::frustum(half, [low, high]),
        from: Box::new(move |x| from_profile(&corners, x)),
    }
}

fn egg(axes: [f64; 3]) -> Target {
    let axes = Vec3::from(axes);
    Target {
        solid: Polyhedron::ellipsoid(axes),
        from: Box::new(move |x| from_egg(&axes, x)),
    }
}

fn capsule(half: f64, radius: f64) -> Target {
    let on_axis = move |z: f64| z - z.clamp(-half, half);
    Target {
        solid: Polyhedron::capsule(half, radius),
        from: Box::new(move |x| Vec3::new(x.x, x.y, on_axis(x.z)).norm() - radius),
    }
}

fn soap(sides: [f64; 3], r: f64) -> Target {
    let half = Vec3::from(sides) * 0.5;
    let past = move |x: &Vec3| x.zip_map(&half, |x, h| (x.abs() - h).max(0.0)).norm();
    Target {
        solid: brick(sides).rounded(r),
        from: Box::new(move |x| past(x) - r),
    }
}

fn ring(major: f64, minor: f64) -> Target {
    let from = move |x: &Vec3| (x.x.hypot(x.y) - major).hypot(x.z) - minor;
    Target {
        solid: Polyhedron::torus(major, minor),
        from: Box::new(from),
    }
}

fn targets() -> Vec<Target> {
    vec![
        capsule(0.5, 0.2),
        capsule(0.2, 0.35),
        frustum(0.5, [0.25; 2]),
        frustum(0.08, [0.45; 2]),
        frustum(0.3, [0.5, 0.2]),
        frustum(0.4, [0.0, 0.4]),
        soap([0.5, 0.4, 0.3], 0.1),
        soap([0.9, 0.1, 0.1], 0.05),
        soap([1.2, 1.0, 0.1], 0.05),
        egg([0.5, 0.4, 0.3]),
        egg([0.3, 0.25, 0.7]),
        egg([0.4, 0.4, 0.15]),
        ring(0.5, 0.1),
        ring(0.3, 0.15),
    ]
}

const MAJOR: f64 = 0.5;
const MINOR: f64 = 0.08;

fn pair(target: &Target, side: usize) -> Polyhedra {
    let mut solids = [Polyhedron::torus(MAJOR, MINOR), target.solid.clone()];
    solids.rotate_left(side);
    Polyhedra { solids }
}

/// A point of a solid `side` on the axes of the other one.
fn across(at: &Relative<f64>, side: usize, x: &Vec3) -> Vec3 {
    match side {
        0 => at.R * *x + at.p,
        _ => at.R.tr_mul(&(*x - at.p)),
    }
}

/// The gap of the ball at an angle of the ring, solid `side`.
fn gap_at(target: &Target, at: &Relative<f64>, side: usize, angle: f64) -> f64 {
    // Of two rings the first one has the feet.
    let (sin, cos) = angle.sin_cos();
    let x = across(at, side, &Vec3::new(MAJOR * cos, MAJOR * sin, 0.0));
    let from_foot = angle - (angle * 3.0 / TAU).round() * TAU / 3.0;
    (target.from)(&x) - MINOR + 2e-5 * MAJOR * (1.0 - from_foot.cos())
}

/// All angles at which it is less than around them.
fn by_search(target: &Target, at: &Relative<f64>, side: usize) -> Vec<[f64; 2]> {
    let count = 3600;
    let angle = |k: f64| TAU * k / f64::from(count);
    let looks: Vec<f64> = (0..count)
        .map(|k| gap_at(target, at, side, angle(f64::from(k))))
        .collect();
    let beside = |k: usize, by: usize| looks[(k + by) % looks.len()];
    let is_low =
        |k: &usize| beside(*k, 0) <= beside(*k, 1) && beside(*k, 0) < beside(*k, looks.len() - 1);
    let found = (0..looks.len()).filter(is_low).map(|k| {
        let k = k as f64;
        let [mut a, mut b] = [angle(k - 1.0), angle(k + 1.0)];
        for _ in 0..60 {
            let [c, d] = [a + 0.381_966 * (b - a), a + 0.618_034 * (b - a)];
            if gap_at(target, at, side, c) < gap_at(target, at, side, d) {
                b = d;
            } else {
                a = c;
            }
        }
        let best = 0.5 * (a + b);
        [best, gap_at(target, at, side, best)]
    });
    found.collect()
}

/// A place of the ring near the other solid.
fn near(
    random: &mut Random,
    target: &Target,
    side: usize,
) -> Option<(Relative<f64>, Vec<[f64; 2]>)> {
    let R = random.turn();
    let at = Relative::new(R, random.vector() * (0.3 + 0.5 * random.next().abs()));
    let places = by_search(target, &at, side);
    let least = places.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    (least > -0.3 * MINOR && least < 0.3).then_some((at, places))
}

fn all_pairs() -> impl Iterator<Item = (Target, usize)> {
    let count = targets().len();
    (0..2 * count).filter_map(move |k| {
        let target = targets().swap_remove(k / 2);
        // Of two rings, the first.
        let side = k % 2;
        (side == 0 || !target.solid.is_ring()).then_some((target, side))
    })
}

#[test]
fn rings_touch_where_a_search_says() {
    let (mut random, mut seen, mut lumped) = (Random(23), 0, 0);
    for (target, side) in all_pairs() {
        let of = pair(&target, side);
        let mut poses = 0;
        for _ in 0..4000 {
            let Some((at, places)) = near(&mut random, &target, side) else {
                continue;
            };
            poses += 1;
            if poses > 60 {
                break;
            }
            let next: Vec<Feature> = of.all(&at).filter(|f| are_next(&of, &at, *f)).collect();
            let found: Vec<f64> = next.iter().map(|f| of.meeting(&at, *f).gap).collect();
            let sector = |angle: f64| (angle / TAU * 15.0 + 0.5).floor();
            for [angle, gap] in &places {
                seen += 1;
                let is_found = found.iter().any(|g| (g - gap).abs() < 1e-12);
                if !is_found {
                    let twice = places
                        .iter()
                        .filter(|p| sector(p[0]) == sector(*angle))
                        .count();
                    assert!(
                        twice > 1,
                        "{side} {:?} {at:?}: {places:?} {next:?} {found:?}",
                        target.solid.wall
                    );
                    lumped += 1;
                }
            }
            for gap in &found {
                let is_place = places.iter().any(|p| (gap - p[1]).abs() < 1e-12);
                assert!(
                    is_place,
                    "{side} {:?} {at:?}: {places:?} {next:?} {found:?}",
                    target.solid.wall
                );
            }
            let least = places.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
            let clearance = of
                .all(&at)
                .map(|f| of.clearance(&at, f))
                .fold(f64::INFINITY, f64::min);
            // Where the solids overlap a feature may be deeper than its border is far.
            let holds = |x: f64| x <= least.max(0.0) + 1e-12 && (x > 0.0) == (least > 0.0);
            let apart = of.separation(&at);
            assert!(
                holds(clearance) && holds(apart),
                "{clearance} {apart} {least}"
            );
        }
    }
    // Two places on one sector are rare.
    assert!(seen > 1500 && 500 * lumped < seen, "{lumped} of {seen}");
}

/// The other solid, or the ring, turns and moves from a place near to the other.
fn course_near(random: &mut Random, target: &Target, side: usize) -> Option<Course> {
    let (at, _) = near(random, target, side)?;
    Some(Course {
        design: at.R,
        spin: 2.0 * random.next(),
        from: at.p,
        velocity: random.vector(),
    })
}

/// How much F rises along the ring where a feature is, relative to the distance from the other curve: near zero the place runs away.
fn rises(of: &Polyhedra, at: &Relative<f64>, feature: Feature) -> f64 {
    let pair = Pair::of(feature).expect("a ring");
    let (ring, other) = pair.curves(of, at);
    let (places, count) = pair.places(&ring, &other);
    let rises = |angle: &f64| {
        let w = ring.at(*angle).at - other.foot(&ring.at(*angle).at, &Vec3::zeros())[0];
        ring.slope(*angle, &other)[1] / w.norm()
    };
    places[..count]
        .iter()
        .map(rises)
        .fold(f64::INFINITY, f64::min)
}

/// Features next to each other of courses near all other solids, those of places that do not run away.
fn courses(few: usize, mut take: impl FnMut(&Polyhedra, &Course, Feature)) {
    let mut random = Random(31);
    for (target, side) in all_pairs() {
        let of = pair(&target, side);
        let mut count = 0;
        while count < few {
            let Some(course) = course_near(&mut random, &target, side) else {
                continue;
            };
            count += 1;
            let at = course.at(0.0);
            let next = of.all(&at).filter(|f| are_next(&of, &at, *f));
            for feature in next.filter(|f| rises(&of, &at, *f) > 0.1) {
                take(&of, &course, feature);
            }
        }
    }
}

fn part_of(feature: Feature) -> usize {
    let Feature::Ring { part, .. } = feature else {
        panic!("{feature:?}")
    };
    part as usize
}

/// First to third derivatives along a motion, as differences of those one lower.
#[test]
fn derivatives_of_rings_are_those_of_their_values() {
    let mut kinds = [0; 5];
    courses(12, |of, course, feature| {
        kinds[part_of(feature)] += 1;
        check_derivatives(of, course, feature, (1e-4, 1000.0));
    });
    assert!(kinds.iter().all(|n| *n >= 15), "{kinds:?}");
}

/// A ring about the axis of a solid of revolution lies on three feet, each with its own contact, the ring between them higher by 1e-5 of its radius.
#[test]
fn a_ring_about_an_axis_lies_on_three_feet() {
    for target in [
        capsule(0.2, 0.45),
        frustum(0.4, [0.0, 0.6]),
        frustum(0.1, [0.48; 2]),
        egg([0.55, 0.55, 0.3]),
        ring(0.5, 0.1),
        ring(0.4, 0.1),
    ] {
        let of = pair(&target, 0);
        let gap = |z: f64| {
            let at = Relative::new(Mat3::identity(), Vec3::new(0.0, 0.0, z));
            (gap_at(&target, &at, 0, 0.0), at)
        };
        let [mut low, mut high] = [0.0, 2.0];
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if gap(middle).0 < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        for z in [high, high + 0.02] {
            let (gap, at) = gap(z);
            let next: Vec<Feature> = of.all(&at).filter(|f| are_next(&of, &at, *f)).collect();
            assert_eq!(next.len(), 3, "{next:?}");
            for f in next {
                let m = of.meeting(&at, f);
                // Halves of an interval of 2, and rounding.
                assert!((m.gap - gap).abs() < 1e-14, "{f:?}: {} {gap}", m.gap);
                assert!(m.normal.z > 0.0);
            }
        }
    }
}

/// A rod over a ring, along a chord of its circle: it touches in both places in which it crosses the circle; those of a short chord are on one sector.
#[test]
fn two_places_on_one_sector_are_seen() {
    let radius = 0.05;
    let of = pair(&capsule(2.0, radius), 0);
    let on = |half_chord: f64, above: f64| {
        // The axes x, y and z of the ring along y, z and x of the rod.
        let R = Mat3::from_fn(|row, column| f64::from(u8::from(row == (column + 1) % 3)));
        let p = Vec3::new(MINOR + radius + above, MAJOR * half_chord.cos(), 0.0);
        Relative::new(R, -p)
    };
    let feature = Feature::Ring {
        side: 0,
        sector: 0,
        part: Part::Edge,
        at: 0,
    };
    assert!(touches_twice(&of, &on(0.05, 0.0), feature));
    assert!(!touches_twice(&of, &on(0.05, 1e-3), feature));
    assert!(!touches_twice(&of, &on(0.4, 0.0), feature));
}
