//! An ellipsoid and another solid: gap and normal against a search over all directions, their derivatives against differences, and bounds over intervals of time
//! against the values in them.
#![allow(non_snake_case)]

use super::checks::{Course, Random, brick, check_derivatives, numbers, prism};
use super::feature::larger;
use super::*;
use crate::Polyhedron;
use carom_base::{Dual, Flow, Interval, Number, Ranged};

/// How far a solid reaches along a direction on its axes.
fn reaches(solid: &Polyhedron, n: &Vec3) -> f64 {
    let own = match &solid.ellipsoid {
        Some(axes) => n.zip_map(axes, |n, a| n * a).norm(),
        None => {
            let corners = solid.corners.iter().map(|c| c.dot(n));
            let rims = solid.rims.iter().map(|rim| {
                let flat = *n - rim.axis * rim.axis.dot(n);
                rim.centre.dot(n) + rim.radius * flat.norm()
            });
            corners.chain(rims).fold(f64::NEG_INFINITY, f64::max)
        }
    };
    own + solid.rounding * n.norm()
}

/// Directions all over the sphere.
fn spiral() -> impl Iterator<Item = Vec3> {
    let count = 2000;
    (0..count).map(move |k| {
        let z = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(count);
        let (s, c) = (2.399_963 * f64::from(k)).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * c, r * s, z)
    })
}

/// By how much a direction from J to I parts both solids.
fn parts(of: &Polyhedra, at: &Relative<f64>, n: &Vec3) -> f64 {
    let [i, j] = &of.solids;
    n.dot(&at.p) - reaches(i, &-at.R.tr_mul(n)) - reaches(j, n)
}

/// The best of directions all over the sphere, and of those around it.
fn by_search(of: &Polyhedra, at: &Relative<f64>) -> (f64, Vec3) {
    let rated = |n: Vec3| (parts(of, at, &n), n);
    let larger = |a: (f64, Vec3), b: (f64, Vec3)| if b.0 > a.0 { b } else { a };
    let best = spiral().map(rated).reduce(larger).expect("directions");
    let around = spiral().map(|d| rated((best.1 + d * 0.02).normalize()));
    around.fold(best, larger)
}

/// What an ellipsoid is thrown at in the tests below.
fn beside_ellipsoids() -> Vec<Polyhedron> {
    vec![
        Polyhedron::ball(0.3),
        Polyhedron::capsule(0.5, 0.2),
        Polyhedron::cylinder(0.4, 0.3),
        Polyhedron::cylinder(0.1, 0.6),
        Polyhedron::frustum(0.3, [0.5, 0.2]),
        Polyhedron::frustum(0.1, [0.3, 0.6]),
        Polyhedron::frustum(0.4, [0.0, 0.4]),
        prism([[0.0, 0.0], [0.8, 0.0], [0.5, 0.3]], 0.5),
        brick([0.8, 0.6, 0.4]),
        brick([0.6, 0.5, 0.3]).rounded(0.1),
        Polyhedron::ellipsoid(Vec3::new(0.3, 0.5, 0.4)),
        Polyhedron::ellipsoid(Vec3::new(0.8, 0.2, 0.5)),
    ]
}

fn pairs_of_ellipsoids() -> impl Iterator<Item = Polyhedra> {
    let eggs = [
        [0.5, 0.4, 0.3],
        [0.7, 0.2, 0.25],
        [0.4, 0.4, 0.15],
        [0.3, 0.3, 0.6],
    ];
    eggs.into_iter().flat_map(|axes| {
        let egg = Polyhedron::ellipsoid(axes.into());
        beside_ellipsoids().into_iter().flat_map(move |other| {
            let both = [egg.clone(), other];
            [0, 1].map(|side| {
                let mut solids = both.clone();
                solids.rotate_left(side);
                Polyhedra { solids }
            })
        })
    })
}

/// Ellipsoids anywhere near other solids, apart and a little in each other: one feature is within its borders, with the gap and the normal of the best plane between them
/// that a search knows, and what the other features say is more.
#[test]
fn ellipsoids_have_the_gap_of_the_best_plane() {
    let mut random = Random(11);
    let mut seen = [0; 2];
    for of in pairs_of_ellipsoids() {
        for _ in 0..20 {
            let (R, way) = (random.turn(), random.vector().normalize());
            // So that gaps are from some below zero to some above it.
            let far = by_search(&of, &Relative::new(R, way * 3.0));
            let slope = far.1.dot(&way).max(0.3);
            let deep = 0.04 * random.next() + 0.02;
            let mut far = 3.0 - far.0 / slope;
            for _ in 0..6 {
                let (gap, n) = by_search(&of, &Relative::new(R, way * far));
                far -= (gap - deep) / n.dot(&way).max(0.3);
            }
            let at = Relative::new(R, way * far);
            let (rough, _) = by_search(&of, &at);
            let sharpest = of.solids.iter().map(Polyhedron::least_radius);
            if rough < -0.2 * sharpest.filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min) {
                continue;
            }
            let next: Vec<Feature> = of.all(&at).filter(|f| are_next(&of, &at, *f)).collect();
            assert_eq!(next.len(), 1, "{:?} {at:?} {rough} {next:?}", of.solids);
            let Meeting {
                gap,
                at: on_j,
                normal: n,
                ..
            } = of.meeting(&at, next[0]);
            seen[usize::from(gap > 0.0)] += 1;
            // No direction parts them by more; this one does by as much.
            assert!((parts(&of, &at, &n) - gap).abs() < 1e-13 && rough <= gap + 1e-13);
            assert!(
                gap - rough < 0.02,
                "{:?} {:?}: {gap} {rough}",
                of.solids,
                next[0]
            );
            // And two points, one of each, are no farther from each other.
            let on_i = at.R.tr_mul(&(on_j + n * gap - at.p));
            let [i, j] = &of.solids;
            let is_in = |solid, x: &Vec3| spiral().all(|d| d.dot(x) <= reaches(solid, &d) + 1e-13);
            assert!(is_in(i, &on_i) && is_in(j, &on_j), "{:?}", next[0]);
            let least = of
                .all(&at)
                .map(|f| of.clearance(&at, f))
                .fold(f64::INFINITY, f64::min);
            assert!(
                gap <= 0.0 || least > 0.0 && least <= gap + 1e-13,
                "{least} {gap}"
            );
            assert!((of.separation(&at) - gap).abs() < 1e-13);
        }
    }
    assert!(seen.iter().all(|n| *n > 300), "{seen:?}");
}

/// One that is near the other solid at 0, with a gap of some hundredths.
fn course_near(of: &Polyhedra, random: &mut Random) -> Course {
    let (design, way) = (random.turn(), random.vector().normalize());
    let mut far = 3.0;
    for _ in 0..8 {
        let (gap, n) = by_search(of, &Relative::new(design, way * far));
        far -= (gap - 0.03) / n.dot(&way).max(0.3);
    }
    Course {
        design,
        spin: 2.0 * random.next(),
        from: way * far,
        velocity: random.vector(),
    }
}

/// The feature that is next to the ellipsoid.
fn next_to(of: &Polyhedra, at: &Relative<f64>) -> Option<Feature> {
    of.all(at).find(|f| are_next(of, at, *f))
}

/// First to third derivatives along a motion, as differences over 2e-3 of those one lower.
#[test]
fn derivatives_of_ellipsoids_are_those_of_their_values() {
    let (mut random, mut kinds) = (Random(5), [0; 5]);
    for of in pairs_of_ellipsoids() {
        for _ in 0..6 {
            let course = course_near(&of, &mut random);
            let Some(feature) = next_to(&of, &course.at(0.0)) else {
                continue;
            };
            let Feature::Smooth { part, .. } = feature else {
                panic!("{feature:?}")
            };
            kinds[part as usize] += 1;
            check_derivatives(&of, &course, feature, (1e-3, 100.0));
        }
    }
    assert!(kinds.iter().all(|n| *n >= 15), "{kinds:?}");
}

/// Over intervals of time: what is said to be known of a feature, and of the distance of the solids and its rate, holds at all times in them; the shorter they
/// are, the more is known.
#[test]
fn bounds_of_ellipsoids_hold_what_is_in_them() {
    let mut random = Random(17);
    let (mut known, mut rates, mut all) = ([[0; 5]; 3], [0; 3], [[0; 5]; 3]);
    for of in pairs_of_ellipsoids() {
        for _ in 0..8 {
            let course = course_near(&of, &mut random);
            let Some(feature) = next_to(&of, &course.at(0.0)) else {
                continue;
            };
            let Feature::Smooth { part, .. } = feature else {
                panic!("{feature:?}")
            };
            for (k, width) in [0.02, 1e-3, 5e-5].into_iter().enumerate() {
                let time = Dual {
                    re: Interval::new(-0.5 * width, 0.5 * width),
                    eps: [Interval::constant(1.0)],
                };
                let at: Relative<Ranged> = course.at(time);
                let m = of.meeting(&at, feature);
                let clearance = of.clearance_range(&at, feature, 0.0);
                let range = smooth::range(&of, &at, &course.at(0.0)).expect("an ellipsoid");
                all[k][part as usize] += 1;
                known[k][part as usize] += usize::from(m.is_decided);
                rates[k] += usize::from(range.eps[0].is_bounded());
                for step in -8..=8 {
                    let flow = course.at(Flow::variable(width * f64::from(step) / 16.0, 0));
                    let there = of.meeting(&flow, feature);
                    let holds = |of: Interval, x: f64| of.low - 1e-12 <= x && x <= of.high + 1e-12;
                    let pairs = numbers(&m).into_iter().zip(numbers(&there));
                    for (range, x) in pairs.filter(|_| m.is_decided) {
                        assert!(
                            holds(range.re, x.re) && holds(range.eps[0], x.eps[0]),
                            "{part:?} {range:?} {x:?}"
                        );
                    }
                    let own = larger(there.gap, there.beyond);
                    assert!(
                        clearance.re.low <= own.re + 1e-12,
                        "{part:?} {clearance:?} {own:?}"
                    );
                    if own.re == there.gap.re {
                        assert!(
                            holds(clearance.eps[0], own.eps[0]),
                            "{part:?} {clearance:?} {own:?}"
                        );
                    }
                    // That of the part that is next to it then.
                    let Some(next) = next_to(&of, &flow.still()) else {
                        continue;
                    };
                    let gap = of.meeting(&flow, next).gap;
                    assert!(
                        range.re.low <= gap.re + 1e-12 && holds(range.eps[0], gap.eps[0]),
                        "{next:?} {range:?} {gap:?}"
                    );
                }
            }
        }
    }
    let part = |k: usize, n: usize| known[k][n] as f64 / all[k][n] as f64;
    let parts = [0, 1, 2].map(|k| [0, 1, 2, 3, 4].map(|n| part(k, n)));
    let least = |k: usize| parts[k].iter().copied().fold(1.0, f64::min);
    assert!(
        least(2) > 0.8 && all[0].iter().all(|n| *n > 50),
        "{parts:?} {all:?}"
    );
    let count: usize = all[0].iter().sum();
    assert!(
        2 * rates[0] > count && rates[1] == count,
        "{rates:?} of {count}"
    );
}
