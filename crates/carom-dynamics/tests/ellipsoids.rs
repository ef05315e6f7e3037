//! Rigid contacts of ellipsoids with solids of all kinds: impacts, small swings and rolling in closed form, and as other shapes that are nearly the same.
#![allow(non_snake_case)]

use crate::rigid_rest::worlds::{frequencies, linearize, upright, worlds};
use crate::support;
use carom_laws::restitution::{NEWTON, POISSON, STRONGE};

use carom_base::{Mat3, Pose, Vec3};
use carom_dynamics::{EventKind, Frame};
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::random::Random;
use support::solids::*;
use support::{Deck, Record, at, options, run, turned};

/// Half axes of the ellipsoids here, m.
const AXES: [f64; 3] = [0.12, 0.07, 0.05];

/// A solid on its marker, a point of its surface and a normal there; how far the marker is along z.
struct Target {
    what: &'static str,
    shape: Shape,
    low: f64,
    y: Vec3,
    n: Vec3,
}

fn target(what: &'static str, shape: Shape, low: f64, y: [f64; 3], n: [f64; 3]) -> Target {
    let (y, n) = (Vec3::from(y), Vec3::from(n).normalize());
    Target {
        what,
        shape,
        low,
        y,
        n,
    }
}

/// One of each part of a solid.
fn targets() -> Vec<Target> {
    sharp_targets().into_iter().chain(round_targets()).collect()
}

/// An angle about the axis, away from those of all that is special.
const ASIDE: f64 = 0.7;

fn sharp_targets() -> [Target; 5] {
    let brick = || Shape::BoxFromCenter([0.2, 0.16, 0.1]);
    let wedge = Shape::Extrusion {
        outline: vec![[-0.1, -0.05], [0.1, -0.05], [0.0, 0.08]],
        length: 0.2,
    };
    let soap = rounded_box([0.2, 0.16, 0.1], 0.02);
    let edge = Vec3::new(0.08, 0.02, 0.03) + Vec3::new(0.6, 0.0, 0.8) * 0.02;
    let lean = [0.6, 0.0, 0.8];
    [
        target("face", brick(), 0.0, [0.02, 0.03, 0.05], [0.0, 0.0, 1.0]),
        target("edge", brick(), 0.0, [0.1, 0.03, 0.05], lean),
        target("corner", brick(), 0.0, [0.1, 0.08, 0.05], [0.5, 0.3, 0.7]),
        target("round edge", soap, 0.0, edge.to_array(), lean),
        target("wedge", wedge, -0.1, [0.0, 0.08, -0.02], [0.3, 0.9, 0.0]),
    ]
}

fn round_targets() -> [Target; 10] {
    let (s, c) = ASIDE.sin_cos();
    let cylinder = || Shape::Cylinder {
        length: 0.2,
        radius: 0.08,
    };
    let frustum = |top: f64| Shape::Frustum {
        length: 0.2,
        bottom: 0.09,
        top,
    };
    let around = |r: f64, z: f64| [r * c, r * s, z];
    // The wall of a frustum, with the radii 0.09 and 0.05, leans by 0.2.
    let wall = around(1.0, 0.2);
    let [m, n] = [[0.05, -0.03, 0.04], [0.4, 0.3, 0.866]].map(|n| Vec3::from(n).normalize());
    let (round, [m, n]) = ((n * 0.06).to_array(), [m, n].map(|n| n.to_array()));
    let egg = |n: [f64; 3]| {
        let scaled = Vec3::from(n).zip_map(&AXES.into(), |n, a| n * a);
        (scaled.zip_map(&AXES.into(), |n, a| n * a) / scaled.norm()).to_array()
    };
    let ellipsoid = || Shape::Ellipsoid(AXES);
    [
        target("ball", ball(0.06), 0.0, round, n),
        target(
            "wall",
            cylinder(),
            -0.1,
            around(0.08, 0.02),
            around(1.0, 0.0),
        ),
        target("rim", cylinder(), -0.1, around(0.08, 0.1), around(0.8, 0.6)),
        target(
            "disc",
            cylinder(),
            -0.1,
            [0.01, -0.02, 0.1],
            [0.0, 0.0, 1.0],
        ),
        target("cone", frustum(0.05), -0.1, around(0.07, 0.0), wall),
        target("tip", frustum(0.0), -0.1, [0.0, 0.0, 0.1], [0.2, 0.3, 0.9]),
        target(
            "sharp rim",
            frustum(0.0),
            -0.1,
            [0.09, 0.0, -0.1],
            [0.9, 0.0, -0.4],
        ),
        target(
            "capsule",
            capsule(0.2, 0.06),
            0.0,
            around(0.06, 0.02),
            around(1.0, 0.0),
        ),
        target("ellipsoid", ellipsoid(), 0.0, egg(n), n),
        target("ellipsoid", ellipsoid(), 0.0, egg(m), m),
    ]
}

const MASS: [f64; 2] = [1.3, 0.9];
const INERTIA: [[f64; 3]; 2] = [[0.002, 0.003, 0.0035], [0.0025, 0.002, 0.0015]];

/// An ellipsoid that does not turn comes straight to a point of another solid at rest, the normal of which is known: first touch after 0.1 s, and the velocities
/// after `Λ = −(1 + e)·ġ/(1/m₁ + 1/m₂ + Σ (r×n)·I⁻¹·(r×n))` without friction.
#[test]
fn impacts_in_closed_form() {
    let mut random = Random(5);
    for t in targets() {
        for (e, law) in [(0.4, NEWTON), (1.0, POISSON), (0.7, STRONGE)] {
            let angles = [0, 1, 2].map(|_| random.between(0.0, 180.0));
            let [turn, frame] = [angles, [angles[1], angles[2], angles[0]]]
                .map(|angles| turned(0.3, -0.2, 0.5, angles));
            let place = |x: Vec3| frame.position + frame.rotation * x;
            let (y, n) = (place(t.y), frame.rotation * t.n);
            let Q = turn.rotation;
            let scaled = Q.tr_mul(&n).zip_map(&AXES.into(), |n, a| n * a);
            let reach = Q * (scaled.zip_map(&AXES.into(), |n, a| n * a) / scaled.norm());
            let centre = y + reach;
            let v = (random.vector(0.4) - n).normalize() * 0.8;
            let mut deck = Deck::new(0.0);
            let start = Pose {
                position: centre - v * 0.1,
                rotation: Q,
            };
            deck.body(2, MASS[0], INERTIA[0], start);
            speed(&mut deck, 2, v, Vec3::zeros());
            shape(&mut deck, 1, 200, Shape::Ellipsoid(AXES), false);
            deck.body(3, MASS[1], INERTIA[1], frame);
            let lies = t.what == "capsule";
            deck.marker(301, 3, at(0.0, 0.0, t.low));
            shape(
                &mut deck,
                2,
                if lies { 300 } else { 301 },
                t.shape.clone(),
                false,
            );
            contact(&mut deck, [1, 2], LAW, None);
            rigid(&mut deck, Some(e), law);
            let record = run(
                &deck,
                Analysis::Dynamic,
                0.101,
                1,
                &options("dop853", 1e-11),
            );
            let name = format!("{} {law:?}", t.what);
            let impacts = of_kind(&record, EventKind::Impact);
            assert_eq!(impacts.len(), 1, "{name}");
            close(&name, impacts[0].time, 0.1, 1e-12);
            let arms = [y - centre, y - frame.position].map(|r| r.cross(&n));
            let spins = [(0, Q), (1, frame.rotation)].map(|(k, R): (usize, Mat3)| {
                let own = R.tr_mul(&arms[k]);
                R * own.zip_map(&INERTIA[k].into(), |x, i| x / i)
            });
            let answers =
                1.0 / MASS[0] + 1.0 / MASS[1] + arms[0].dot(&spins[0]) + arms[1].dot(&spins[1]);
            let impulse = -(1.0 + e) * v.dot(&n) / answers;
            let bodies = &record.frames.last().expect("frames").bodies;
            let exact = [
                (v + n * (impulse / MASS[0]), spins[0] * impulse),
                (-n * (impulse / MASS[1]), -spins[1] * impulse),
            ];
            for (body, (v, w)) in bodies.iter().zip(exact) {
                let off = (Vec3::from(body.velocity) - v).norm();
                // Rounding, and for angular velocities the precession of a millisecond.
                assert!(off < 1e-11, "{name}: {off:e}");
                let spun = (Vec3::from(body.angular_velocity) - w).norm();
                assert!(spun < 3e-3 * w.norm_squared() + 1e-11, "{name}: {spun:e}");
            }
        }
    }
}

/// What an ellipsoid stands on, with its radii of curvature along x and y there, and how high its marker is.
fn bases() -> [(&'static str, Shape, [f64; 2], Pose); 3] {
    let lying = turned(0.0, -0.5, -0.3, [180.0, 90.0, 180.0]);
    let roller = Shape::Cylinder {
        length: 1.0,
        radius: 0.3,
    };
    let egg = Shape::Ellipsoid([0.4, 0.3, 0.2]);
    let curved = [0.16 / 0.2, 0.09 / 0.2];
    let plate = Shape::BoxFromCenter([1.0, 1.0, 0.2]);
    [
        ("plate", plate, [f64::INFINITY; 2], at(0.0, 0.0, -0.1)),
        ("roller", roller, [0.3, f64::INFINITY], lying),
        ("egg", egg, curved, at(0.0, 0.0, -0.2)),
    ]
}

/// Small swings about the lowest place: `ω² = m·g·(ρ − h)/(I + m·h²)` where it rolls, with `1/ρ = 1/ρ₁ + 1/ρ₂` of the curvatures of both; on a plane without friction
/// without `m·h²`. In three systems of units, two of them turned and moved.
#[test]
fn small_swings() {
    let [a, b, c] = [0.2, 0.15, 0.1];
    let (m, inertia) = (1.7, [0.011, 0.017, 0.02]);
    for (what, base, curved, pose) in bases() {
        for mu in [None, Some(0.5)] {
            if mu.is_none() && what != "plate" {
                continue;
            }
            for mut w in worlds() {
                w.body(2, m, inertia, [0.0, 0.0, c], upright());
                let axes = [a, b, c].map(|x| w.length(x));
                shape(&mut w.deck, 1, 200, Shape::Ellipsoid(axes), false);
                w.ground(11, pose.position.to_array(), pose.rotation);
                let base = match &base {
                    Shape::BoxFromCenter(sides) => Shape::BoxFromCenter(sides.map(|x| w.length(x))),
                    Shape::Ellipsoid(axes) => Shape::Ellipsoid(axes.map(|x| w.length(x))),
                    Shape::Cylinder { length, radius } => Shape::Cylinder {
                        length: w.length(*length),
                        radius: w.length(*radius),
                    },
                    other => other.clone(),
                };
                shape(&mut w.deck, 2, 11, base, false);
                w.contact(1, (1, 2), mu);
                w.rigid();
                let mut simulation = w.assemble();
                let found = frequencies(&linearize(&mut simulation).expect("linear equations"));
                let swing = |own: f64, other: f64, inertia: f64| {
                    let radius = 1.0 / (1.0 / own + 1.0 / other);
                    let rolls = if mu.is_some() { m * c * c } else { 0.0 };
                    (m * G * (radius - c) / (inertia + rolls)).sqrt()
                };
                let mut exact = [
                    swing(a * a / c, curved[0], inertia[1]),
                    swing(b * b / c, curved[1], inertia[0]),
                ];
                exact.sort_by(f64::total_cmp);
                assert_eq!(found.len(), 2, "{what} {mu:?}: {found:?} {exact:?}");
                let mut found = found.clone();
                found.sort_by(f64::total_cmp);
                for (found, exact) in found.into_iter().zip(exact) {
                    w.expect(what, found, exact, 1e-8);
                }
            }
        }
    }
}

/// Thrown at what it meets.
fn thrown(figure: Shape, base: &(Shape, Pose), mu: Option<[f64; 2]>, k: usize) -> Record {
    let mut random = Random(k as u64 + 1);
    let mut deck = Deck::new(G);
    let [x, y] = [0, 1].map(|_| random.between(-0.05, 0.05));
    deck.body(2, 1.3, [0.0013, 0.0015, 0.0017], at(x, y, 0.3));
    speed(&mut deck, 2, random.vector(0.3), random.vector(3.0));
    shape(&mut deck, 1, 200, figure, false);
    deck.marker(11, 1, base.1);
    shape(&mut deck, 2, 11, base.0.clone(), false);
    contact(&mut deck, [1, 2], LAW, mu);
    rigid(&mut deck, Some(0.5), NEWTON);
    run(&deck, Analysis::Dynamic, 0.4, 20, &options("dop853", 1e-10))
}

/// An ellipsoid whose half axes differ by 1e-13 of them moves as a ball does, whose gaps are other formulas: with the same events.
#[test]
fn a_round_one_is_a_ball() {
    let r = 0.05;
    let frustum = Shape::Frustum {
        length: 0.2,
        bottom: 0.1,
        top: 0.06,
    };
    let tilted = turned(0.0, 0.0, 0.0, [20.0, 15.0, 40.0]);
    let wedge = Shape::Extrusion {
        outline: vec![[-0.1, -0.05], [0.1, -0.05], [0.0, 0.08]],
        length: 0.2,
    };
    let bases = [
        (Shape::BoxFromCenter([0.14, 0.1, 0.2]), tilted),
        (wedge, turned(0.0, 0.0, 0.0, [0.0, 80.0, 10.0])),
        (frustum, at(0.0, 0.0, -0.1)),
        (ball(0.1), at(0.0, 0.0, 0.0)),
        (
            capsule(0.2, 0.06),
            turned(0.0, 0.0, 0.0, [30.0, 80.0, 10.0]),
        ),
    ];
    let mut met = 0;
    for base in &bases {
        for k in 0..3 {
            let mu = (k > 0).then_some([0.3, 0.2]);
            let [egg, round] = [[r, r * (1.0 + 1e-13), r], [r; 3]]
                .map(|axes| thrown(Shape::Ellipsoid(axes), base, mu, k));
            let tell =
                |r: &Record| -> Vec<_> { r.events.iter().map(|e| (e.kind, e.time)).collect() };
            let name = format!("{:?} {k}: {:?} {:?}", base.0, tell(&egg), tell(&round));
            assert_eq!(egg.events.len(), round.events.len(), "{name}");
            met += usize::from(!egg.events.is_empty());
            for (a, b) in egg.events.iter().zip(&round.events) {
                assert_eq!(a.kind, b.kind, "{name}");
                // The difference of the axes, and a hundred tolerances of the integration.
                close(&name, a.time, b.time, 1e-8);
            }
            let [a, b] = [&egg, &round].map(|r| r.frames.last().expect("frames").bodies[0]);
            for axis in 0..3 {
                close(&name, a.position[axis], b.position[axis], 1e-7);
            }
        }
    }
    assert!(met >= 12, "{met}");
}

/// Rolls on a plate and over its edge, and beside a corner: sticking, it keeps its energy, from face to edge and in the air, and is never told to leave before it does.
#[test]
fn one_rolls_over_an_edge() {
    for (what, v) in [("edge", [0.5, 0.02, 0.0]), ("corner", [0.4, 0.4, 0.0])] {
        for method in ["dop853", "radau5"] {
            let mut deck = Deck::new(G);
            let [a, b, c] = [0.06, 0.055, 0.05];
            deck.body(2, 1.3, [0.0013, 0.0015, 0.0017], at(0.1, 0.05, c));
            // It rolls: v = ω × r.
            let v = Vec3::from(v);
            let w = Vec3::new(0.0, 0.0, 1.0).cross(&v) / c;
            speed(&mut deck, 2, v, w);
            shape(&mut deck, 1, 200, Shape::Ellipsoid([a, b, c]), false);
            deck.marker(11, 1, at(0.0, 0.0, -0.1));
            shape(
                &mut deck,
                2,
                11,
                Shape::BoxFromCenter([0.4, 0.3, 0.2]),
                false,
            );
            contact(&mut deck, [1, 2], LAW, Some([5.0, 5.0]));
            rigid(&mut deck, Some(0.0), NEWTON);
            let record = run(&deck, Analysis::Dynamic, 0.45, 45, &options(method, 1e-11));
            let name = format!(
                "{what} {method}: {:?}",
                record
                    .events
                    .iter()
                    .map(|e| (e.kind, e.time))
                    .collect::<Vec<_>>()
            );
            assert!(of_kind(&record, EventKind::Impact).is_empty(), "{name}");
            let leaves = of_kind(&record, EventKind::Separation);
            assert_eq!(leaves.len(), 1, "{name}");
            let energy = |frame: &Frame| {
                let b = &frame.bodies[0];
                let (v, w) = (Vec3::from(b.velocity), Vec3::from(b.angular_velocity));
                let R = carom_base::space::Quaternion(b.orientation).matrix();
                let own = R.tr_mul(&w).to_array();
                let spin: f64 = [0.0013, 0.0015, 0.0017]
                    .iter()
                    .zip(own)
                    .map(|(i, w)| i * w * w)
                    .sum();
                0.5 * (1.3 * v.dot(&v) + spin) + 1.3 * G * b.position[2]
            };
            let first = energy(&record.frames[0]);
            let slides = of_kind(&record, EventKind::Slip)
                .first()
                .map_or(f64::INFINITY, |e| e.time);
            let held = record.frames.iter().filter(|f| f.time < slides);
            assert!(held.clone().count() > 20, "{name}");
            for frame in held {
                close(&name, energy(frame), first, 1e-9);
            }
        }
    }
}

/// How the guards of flights, bounces and rests on solids of each kind are judged: nearly all by bounds.
#[test]
fn what_ellipsoids_do_is_proved() {
    let frustum = Shape::Frustum {
        length: 0.2,
        bottom: 0.1,
        top: 0.06,
    };
    let cylinder = Shape::Cylinder {
        length: 0.2,
        radius: 0.1,
    };
    let tilted = turned(0.0, 0.0, 0.0, [20.0, 15.0, 40.0]);
    let bases = [
        ("box", Shape::BoxFromCenter([0.3, 0.2, 0.2]), tilted),
        ("ball", ball(0.1), at(0.0, 0.0, 0.0)),
        (
            "capsule",
            capsule(0.2, 0.06),
            turned(0.0, 0.0, 0.0, [30.0, 80.0, 10.0]),
        ),
        ("cylinder", cylinder, at(0.0, 0.0, -0.1)),
        ("frustum", frustum, at(0.0, 0.0, -0.1)),
        (
            "ellipsoid",
            Shape::Ellipsoid([0.15, 0.12, 0.1]),
            at(0.0, 0.0, 0.0),
        ),
    ];
    for (what, base, pose) in bases {
        let mut sum = [0; 3];
        for k in 0..6 {
            let mu = (k > 1).then_some([0.3, 0.2]);
            let record = thrown(Shape::Ellipsoid(AXES), &(base.clone(), pose), mu, k);
            let guards = &record.statistics[0].guards;
            for (sum, count) in sum
                .iter_mut()
                .zip([guards.proved, guards.bisected, guards.sampled])
            {
                *sum += count;
            }
        }
        let [proved, bisected, sampled] = sum;
        assert!(9 * sampled < proved + bisected, "{what}: {sum:?}");
    }
}
