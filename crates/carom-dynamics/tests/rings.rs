//! Rigid contacts of rings with solids of all kinds and with each other: impacts and small swings in closed form, rest on three feet, rings that hang on rods and
//! in each other.
#![allow(non_snake_case)]

use crate::rigid_rest::worlds::{frequencies, linearize, upright, worlds};
use crate::support;

use carom_base::space::Quaternion;
use carom_base::{Mat3, Pose, Vec3};
use carom_dynamics::EventKind;
use carom_laws::restitution::{NEWTON, POISSON, STRONGE};
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use carom_model::run::BodyRow;
use support::random::Random;
use support::solids::*;
use support::{Deck, at, options, run, turned};

const MAJOR: f64 = 0.08;
const MINOR: f64 = 0.02;
/// A ring with feet is so much thinner halfway between them, relative to the radius of its circle.
const RECEDES: f64 = 1e-5;

/// A solid on its marker, a point of its surface and a normal there; how far the marker is along z.
struct Target {
    what: &'static str,
    shape: Shape,
    low: f64,
    y: Vec3,
    n: Vec3,
    /// Along what goes through the ring.
    through: Option<Vec3>,
}

fn target(what: &'static str, shape: Shape, low: f64, y: [f64; 3], n: [f64; 3]) -> Target {
    Target {
        what,
        shape,
        low,
        y: Vec3::from(y),
        n: Vec3::from(n).normalize(),
        through: None,
    }
}

fn cylinder(length: f64, radius: f64) -> Shape {
    Shape::Cylinder { length, radius }
}

fn cone(length: f64, [bottom, top]: [f64; 2]) -> Shape {
    Shape::Frustum {
        length,
        bottom,
        top,
    }
}

fn ring(major: f64, minor: f64) -> Shape {
    Shape::Torus { major, minor }
}

fn targets() -> Vec<Target> {
    let all = [sharp_targets(), round_targets(), targets_inside()];
    all.into_iter().flatten().collect()
}

/// The cosine and the sine of an angle about the axis, away from those of all that is special.
const ASIDE: [f64; 2] = [0.764_842_187_284_488_4, 0.644_217_687_237_691];

fn around(r: f64, z: f64) -> [f64; 3] {
    [r * ASIDE[0], r * ASIDE[1], z]
}

fn sharp_targets() -> Vec<Target> {
    let slope = Vec3::new(0.2, 0.0, 0.05).normalize();
    let drum = |what, y, n| target(what, cylinder(0.2, 0.08), -0.1, y, n);
    let cone_with = |top, what, y, n| target(what, cone(0.2, [0.1, top]), -0.1, y, n);
    vec![
        drum("wall", around(0.08, 0.02), around(1.0, 0.0)),
        drum("rim", around(0.08, 0.1), around(0.8, 0.6)),
        drum("disc", [0.01, -0.02, 0.1], [0.0, 0.0, 1.0]),
        cone_with(
            0.05,
            "frustum",
            around(0.075, 0.0),
            around(slope.x, slope.z),
        ),
        cone_with(0.0, "tip", [0.0, 0.0, 0.1], [0.2, 0.3, 0.9]),
        cone_with(0.0, "sharp rim", [0.1, 0.0, -0.1], [0.9, 0.0, -0.4]),
    ]
}

fn round_targets() -> Vec<Target> {
    let axes = [0.12, 0.07, 0.05];
    let egg = |what, n: [f64; 3]| {
        let scaled = Vec3::from(n)
            .normalize()
            .zip_map(&axes.into(), |n, a| n * a);
        let y = scaled.zip_map(&axes.into(), |n, a| n * a) / scaled.norm();
        target(what, Shape::Ellipsoid(axes), 0.0, y.to_array(), n)
    };
    let soap = |what, core: [f64; 3], n: [f64; 3]| {
        let y = Vec3::from(core) + Vec3::from(n) * 0.02;
        target(
            what,
            rounded_box([0.2, 0.16, 0.1], 0.02),
            0.0,
            y.to_array(),
            n,
        )
    };
    let pill = |what, y, n| target(what, capsule(0.2, 0.06), 0.0, y, n);
    let tyre = |what, y, n| target(what, ring(0.1, 0.03), 0.0, y, n);
    vec![
        pill("capsule", around(0.06, 0.02), around(1.0, 0.0)),
        pill("end of a capsule", [0.036, 0.0, 0.148], [0.6, 0.0, 0.8]),
        egg("ellipsoid", [0.4, 0.3, 0.866]),
        egg("end of an ellipsoid", [0.9, -0.03, 0.04]),
        soap("soap", [0.02, 0.03, 0.03], [0.0, 0.0, 1.0]),
        soap("edge of a soap", [0.08, 0.02, 0.03], [0.6, 0.0, 0.8]),
        soap("corner of a soap", [0.08, 0.06, 0.03], [0.6, 0.48, 0.64]),
        tyre("ring", around(0.13, 0.0), around(1.0, 0.0)),
        tyre("side of a ring", around(0.118, 0.024), around(0.6, 0.8)),
    ]
}

/// What goes through the ring.
fn targets_inside() -> Vec<Target> {
    let [c, s] = ASIDE;
    let through = |what, shape, low, (y, n), along: [f64; 3]| Target {
        through: Some(along.into()),
        ..target(what, shape, low, y, n)
    };
    let up = [0.0, 0.0, 1.0];
    let wall = (around(0.03, 0.02), around(1.0, 0.0));
    let link = (around(0.06, 0.0), around(-1.0, 0.0));
    let middle = (around(0.03, 0.0), around(1.0, 0.0));
    let egg = Shape::Ellipsoid([0.03, 0.03, 0.2]);
    vec![
        through("in it a rod", cylinder(0.4, 0.03), -0.2, wall, up),
        through("in it a capsule", capsule(0.4, 0.03), 0.0, wall, up),
        through("in it a ring", ring(0.08, 0.02), 0.0, link, [-s, c, 0.0]),
        through("in it an ellipsoid", egg, 0.0, middle, up),
    ]
}

/// Columns of a matrix.
fn columns(list: [Vec3; 3]) -> Mat3 {
    Mat3::from_fn(|row, column| list[column].to_array()[row])
}

/// Turned so that the ring touches what has the normal n with a ball in its tube, and where the centre of that is in its frame. It is at a foot, where the lowest point
/// of the tube is at the angle of the ball.
fn touching(random: &mut Random, t: &Target, n: Vec3) -> (Mat3, Vec3) {
    let k = random.pick(3) as f64;
    let (s, c) = (k * std::f64::consts::TAU / 3.0).sin_cos();
    let (out, tangent) = (Vec3::new(c, s, 0.0), Vec3::new(-s, c, 0.0));
    let (z, tilt) = (Vec3::new(0.0, 0.0, 1.0), random.between(-0.3, 0.3));
    let (own, turned, across) = match t.through {
        Some(_) => (out * tilt.cos() + z * tilt.sin(), tangent, None),
        None => {
            let tilt = 4.0 * tilt;
            (
                -out * tilt.cos() + z * tilt.sin(),
                tangent,
                Some(random.vector(1.0)),
            )
        }
    };
    let side = match (t.through, across) {
        (Some(along), _) => n.cross(&along),
        (None, Some(any)) => n.cross(&any).normalize(),
        (None, None) => unreachable!("one of them"),
    };
    let from = columns([own, turned, own.cross(&turned)]);
    let to = columns([n, side, n.cross(&side)]);
    (to * from.transpose(), out * MAJOR)
}

const MASS: [f64; 2] = [1.3, 0.9];
const INERTIA: [[f64; 3]; 2] = [[0.002, 0.003, 0.0035], [0.0025, 0.002, 0.0015]];

/// A ring that does not turn comes straight to a point of another solid at rest, the normal of which is known: first touch after 0.1 s, and the velocities
/// after `Λ = −(1 + e)·ġ/(1/m₁ + 1/m₂ + Σ (r×n)·I⁻¹·(r×n))` without friction.
#[test]
fn impacts_in_closed_form() {
    let mut random = Random(5);
    for t in targets() {
        for (e, law) in [(0.4, NEWTON), (1.0, POISSON), (0.7, STRONGE)] {
            let angles = [0, 1, 2].map(|_| random.between(0.0, 180.0));
            let frame = turned(0.3, -0.2, 0.5, angles);
            let (own, ball) = touching(&mut random, &t, t.n);
            let Q = frame.rotation * own;
            let (y, n) = (frame.position + frame.rotation * t.y, frame.rotation * t.n);
            let centre = y + n * MINOR - Q * ball;
            let fast = if t.through.is_some() { 0.2 } else { 0.8 };
            let v = (random.vector(0.4) - n).normalize() * fast;
            let mut deck = Deck::new(0.0);
            let start = Pose {
                position: centre - v * 0.1,
                rotation: Q,
            };
            deck.body(2, MASS[0], INERTIA[0], start);
            speed(&mut deck, 2, v, Vec3::zeros());
            shape(&mut deck, 1, 200, ring(MAJOR, MINOR), false);
            deck.body(3, MASS[1], INERTIA[1], frame);
            deck.marker(301, 3, at(0.0, 0.0, t.low));
            shape(&mut deck, 2, 301, t.shape.clone(), false);
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

/// A ring hangs on a level rod with the radius ρ, its inside with the radius b = R − r, its centre c = b − ρ below the axis. In its plane it rolls,
/// `ω² = g/(c·(1 + I/(m·b²)))`, or slides, `g/c`; it tips along the rod about its tube, `ω² = m·g·R/(I + m·b²)`, or `m·g·R/I`. In three systems of units.
#[test]
fn small_swings_on_a_rod() {
    let (m, [ix, iy, iz]) = (1.7, [0.011, 0.017, 0.02]);
    let (rho, b) = (0.03, MAJOR - MINOR);
    let c = b - rho;
    for (what, rod, low) in [
        ("capsule", capsule(1.0, rho), 0.0),
        ("cylinder", cylinder(1.0, rho), -0.5),
    ] {
        for mu in [None, Some(0.5)] {
            for mut w in worlds() {
                w.body(
                    2,
                    m,
                    [ix, iy, iz],
                    [0.0, 0.0, rho + MINOR - MAJOR],
                    upright(),
                );
                // Its axis along y, its first foot above.
                let [x, y, z] =
                    [0, 1, 2].map(|k| Vec3::from_fn(|n| if n == k { 1.0 } else { 0.0 }));
                w.marker(201, 2, [0.0; 3], columns([z, x, y]));
                let [major, minor] = [MAJOR, MINOR].map(|x| w.length(x));
                shape(&mut w.deck, 1, 201, ring(major, minor), false);
                let along_y = columns([x, -z, y]);
                w.ground(11, [0.0, low, 0.0], along_y);
                let rod = match &rod {
                    Shape::Cylinder { length, radius } => {
                        cylinder(w.length(*length), w.length(*radius))
                    }
                    _ => capsule(w.length(1.0), w.length(rho)),
                };
                shape(&mut w.deck, 2, 11, rod, false);
                w.contact(1, (1, 2), mu);
                w.rigid();
                let mut simulation = w.assemble();
                let found = frequencies(&linearize(&mut simulation).expect("linear equations"));
                let mut exact = match mu {
                    Some(_) => [
                        G / (c * (1.0 + iy / (m * b * b))),
                        m * G * MAJOR / (ix + m * b * b),
                    ],
                    None => [G / c, m * G * MAJOR / ix],
                }
                .map(f64::sqrt);
                exact.sort_by(f64::total_cmp);
                assert_eq!(found.len(), 2, "{what} {mu:?}: {found:?} {exact:?}");
                for (found, exact) in found.into_iter().zip(exact) {
                    // At a foot the inside is curved by A·R/b² ≈ 4e-5 less than a circle.
                    w.expect(what, found, exact, 2e-4 * exact);
                }
            }
        }
    }
}

/// What a ring is dropped upon about its axis, where its marker is, and how high the ring lies.
fn seats() -> Vec<(&'static str, Shape, f64, f64)> {
    let slope = (1.0f64 + 0.25).sqrt();
    // A point of an ellipse, from which the circle is as far as the tube is thick.
    let (a, c) = (0.1, 0.14);
    let normal = |t: f64| {
        let (s, k) = t.sin_cos();
        let n = [k / a, s / c];
        n.map(|x| x / n[0].hypot(n[1]))
    };
    let [mut low, mut high] = [0.0, 1.57];
    for _ in 0..60 {
        let t: f64 = 0.5 * (low + high);
        if a * t.cos() + MINOR * normal(t)[0] > MAJOR {
            low = t;
        } else {
            high = t;
        }
    }
    let egg = c * low.sin() + MINOR * normal(low)[1];
    let on_rim = 0.3 + f64::sqrt(MINOR * MINOR - 1e-4);
    vec![
        (
            "cone",
            cone(0.4, [0.2, 0.0]),
            0.0,
            0.4 - 2.0 * (MAJOR - MINOR * slope),
        ),
        (
            "ball",
            capsule(0.2, 0.1),
            0.0,
            0.1 + f64::sqrt(0.12 * 0.12 - MAJOR * MAJOR),
        ),
        ("rim", cylinder(0.3, MAJOR - 0.01), 0.0, on_rim),
        ("face", cylinder(0.3, MAJOR + 0.01), 0.0, 0.3 + MINOR),
        ("ring", ring(MAJOR, MINOR), 0.0, 2.0 * MINOR),
        ("egg", Shape::Ellipsoid([a, a, c]), 0.0, egg),
    ]
}

/// A ring over what it is as near to all round, with a mass of 1.3.
fn over(seat: &str, start: Pose, mu: f64, e: f64) -> (Deck, f64) {
    let mut seats = seats().into_iter();
    let (_, base, low, height) = seats.find(|(what, ..)| *what == seat).expect("a seat");
    let mut deck = Deck::new(G);
    deck.body(2, 1.3, [0.004, 0.004, 0.007], at(0.0, 0.0, height) * start);
    shape(&mut deck, 1, 200, ring(MAJOR, MINOR), false);
    deck.marker(11, 1, at(0.0, 0.0, low));
    shape(&mut deck, 2, 11, base, false);
    contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
    rigid(&mut deck, Some(e), NEWTON);
    (deck, height)
}

/// How a ring is dropped: its tilt in degrees, and how far aside.
const STRAIGHT: (f64, f64) = (0.0, 0.0);
const TILTED: (f64, f64) = (0.05, 0.0);
const ASIDE_A_LITTLE: (f64, f64) = (0.0, 1e-5);

/// Dropped straight or a little askew upon what it is as near to all round, a ring bounces and comes to rest on its three feet. Straight, it never moves aside nor turns.
fn comes_to_rest(seat: &str, starts: &[(f64, f64)]) {
    for &(tilt, aside) in starts {
        let (deck, height) = over(seat, turned(aside, 0.0, 0.01, [0.0, tilt, 0.0]), 0.8, 0.3);
        let name = format!("{seat} {tilt} {aside}");
        let record = support::try_run(&deck, Analysis::Dynamic, 0.3, 30, &options("auto", 1e-8));
        let record = record.unwrap_or_else(|why| panic!("{name}: {why}"));
        if (tilt, aside) == STRAIGHT {
            for body in record.frames.iter().map(|frame| &frame.bodies[0]) {
                let [x, y, _] = body.position;
                let turns = Vec3::from(body.angular_velocity).norm();
                // Feet are where a slope of 1e-5 is zero, to rounding: normals are off by 1e-11, and impacts by that part of them.
                assert!(
                    x.hypot(y) < 1e-10 && turns < 1e-8,
                    "{name}: {x} {y} {turns}"
                );
            }
        }
        let last = record.frames.last().expect("frames");
        // Three feet, and what friction holds of a ring that came askew.
        let askew = aside + 0.01 * tilt;
        let most = RECEDES * MAJOR + askew;
        close(&name, last.bodies[0].position[2], height, most);
        let v = Vec3::from(last.bodies[0].velocity).norm();
        assert!(v < 1e-6, "{name}: {v:e}");
        let force = [0, 1, 2].map(|k| last.forces.iter().map(|f| f[k]).sum::<f64>());
        // The forces of feet that wedge are some ten times the weight, solved for to rounding.
        for (found, exact) in force.into_iter().zip([0.0, 0.0, 1.3 * G]) {
            close(&name, found, exact, 1e-9);
        }
    }
}

#[test]
fn a_ring_comes_to_rest_on_a_cone() {
    comes_to_rest("cone", &[STRAIGHT, TILTED, ASIDE_A_LITTLE]);
}

#[test]
fn a_ring_comes_to_rest_on_a_ball() {
    comes_to_rest("ball", &[STRAIGHT, TILTED, ASIDE_A_LITTLE]);
}

#[test]
fn a_ring_comes_to_rest_on_a_rim() {
    comes_to_rest("rim", &[STRAIGHT, ASIDE_A_LITTLE]);
}

#[test]
fn a_ring_comes_to_rest_on_a_disc() {
    comes_to_rest("face", &[STRAIGHT, TILTED, ASIDE_A_LITTLE, (1.0, 1e-3)]);
}

#[test]
fn a_ring_comes_to_rest_on_a_ring() {
    comes_to_rest("ring", &[STRAIGHT, TILTED, ASIDE_A_LITTLE]);
}

#[test]
fn a_ring_comes_to_rest_on_an_ellipsoid() {
    comes_to_rest("egg", &[STRAIGHT, TILTED, ASIDE_A_LITTLE]);
}

/// A ring that tips over one foot: the place at which it comes upon the rim next runs from sector to sector within a step, and is not missed.
#[test]
fn a_ring_that_tips_on_a_rim_does_not_fall_through() {
    let angles = [
        37.139772323057684,
        0.006701442785320593,
        -13.194337878405317,
    ];
    let start = turned(1.5423208434567875e-5, -1.06428686e-5, 0.01, angles);
    let (deck, _) = over("rim", start, 0.8, 0.6);
    let record = run(&deck, Analysis::Dynamic, 0.3, 60, &options("auto", 1e-8));
    let (r, h) = (MAJOR - 0.01, 0.3);
    let profile = [[0.0, 0.0], [r, 0.0], [r, h], [0.0, h]];
    let from = |x: &Vec3| from_profile(&profile, x);
    assert!(of_kind(&record, EventKind::Impact).len() > 20);
    for frame in &record.frames {
        let gap = gap_of(&frame.bodies[0], [MAJOR, MINOR], &from);
        // The tolerance of the integration.
        assert!(gap > -1e-8, "{}: {gap:e}", frame.time);
        assert!(frame.bodies[0].position[2] > h, "{}", frame.time);
    }
}

fn turn(b: &BodyRow) -> Mat3 {
    Quaternion(b.orientation).matrix()
}

fn energy(b: &BodyRow, (m, inertia): (f64, [f64; 3]), g: f64) -> f64 {
    let v = Vec3::from(b.velocity);
    let w = turn(b).tr_mul(&Vec3::from(b.angular_velocity)).to_array();
    let spin: f64 = (0..3).map(|k| inertia[k] * w[k] * w[k]).sum();
    0.5 * (m * v.dot(&v) + spin) + m * g * b.position[2]
}

/// From the next foot.
fn from_foot(angle: f64) -> f64 {
    let third = std::f64::consts::TAU / 3.0;
    angle - (angle / third).round() * third
}

/// The least gap of a wide ring from what goes through it, by points around its circle and the distance of a point.
fn gap_of(b: &BodyRow, [major, minor]: [f64; 2], from: &impl Fn(&Vec3) -> f64) -> f64 {
    let (R, p) = (turn(b), Vec3::from(b.position));
    let gap = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 3600.0;
        let (s, c) = angle.sin_cos();
        let recedes = 2.0 * RECEDES * major * (1.0 - from_foot(angle).cos());
        from(&(p + R * Vec3::new(major * c, major * s, 0.0))) - minor + recedes
    };
    (0..3600).map(gap).fold(f64::INFINITY, f64::min)
}

/// Distance of a point from a solid of revolution about z, by its profile.
fn from_profile(corners: &[[f64; 2]], x: &Vec3) -> f64 {
    let p = [x.x.hypot(x.y), x.z];
    let to = |ends: &[[f64; 2]]| {
        let [[a, b], [c, d]] = [ends[0], ends[1]];
        let (u, v) = (c - a, d - b);
        let t = (((p[0] - a) * u + (p[1] - b) * v) / (u * u + v * v)).clamp(0.0, 1.0);
        (p[0] - a - t * u).hypot(p[1] - b - t * v)
    };
    corners.windows(2).map(to).fold(f64::INFINITY, f64::min)
}

/// Hoops on pegs, thrown about: without friction and with restitution 1 they keep their energy and never enter the peg; with friction they lose some. So do rings that hang
/// in each other.
#[test]
fn hoops_stay_on_their_pegs() {
    let (m, inertia) = (0.4, [0.003, 0.003, 0.005]);
    let [major, minor] = [0.12, 0.008];
    let pegs = [
        (
            "cylinder",
            cylinder(0.8, 0.03),
            -0.4,
            vec![[0.0, -0.4], [0.03, -0.4], [0.03, 0.4], [0.0, 0.4]],
            0.0,
        ),
        (
            "capsule",
            capsule(0.8, 0.03),
            0.0,
            vec![[0.0, -0.4], [0.0, 0.4]],
            0.03,
        ),
        (
            "frustum",
            cone(0.8, [0.06, 0.02]),
            -0.4,
            vec![[0.0, -0.4], [0.06, -0.4], [0.02, 0.4], [0.0, 0.4]],
            0.0,
        ),
        (
            "coin",
            cylinder(0.03, 0.1),
            -0.015,
            vec![[0.0, -0.015], [0.1, -0.015], [0.1, 0.015], [0.0, 0.015]],
            0.0,
        ),
    ];
    for (what, shape_of, low, profile, rounding) in &pegs {
        let from = |x: &Vec3| from_profile(profile, x) - rounding;
        let mut met = 0;
        for seed in 0..6 {
            let mut random = Random(seed + 1);
            let mu = (seed % 3 == 2).then_some([0.3, 0.25]);
            let (e, g) = if mu.is_some() { (0.5, G) } else { (1.0, 0.0) };
            let mut deck = Deck::new(g);
            let tilt = [0, 1, 2].map(|k| {
                if k == 1 {
                    random.between(-8.0, 8.0)
                } else {
                    random.between(0.0, 180.0)
                }
            });
            deck.body(2, m, inertia, turned(0.004, 0.003, 0.002, tilt));
            speed(&mut deck, 2, random.vector(0.6), random.vector(5.0));
            shape(&mut deck, 1, 200, ring(major, minor), false);
            deck.marker(11, 1, at(0.0, 0.0, *low));
            shape(&mut deck, 2, 11, shape_of.clone(), false);
            contact(&mut deck, [1, 2], LAW, mu);
            rigid(&mut deck, Some(e), NEWTON);
            let name = format!("{what} {seed}");
            let record =
                support::try_run(&deck, Analysis::Dynamic, 0.5, 50, &options("dop853", 1e-9));
            let record = record.unwrap_or_else(|why| panic!("{name}: {why}"));
            let impacts = of_kind(&record, EventKind::Impact).len();
            met += impacts;
            let mut least = f64::INFINITY;
            let first = energy(&record.frames[0].bodies[0], (m, inertia), g);
            for frame in &record.frames {
                let now = energy(&frame.bodies[0], (m, inertia), g);
                // A hundred tolerances.
                assert!(now < least + 1e-7, "{name} {}: {now} {least}", frame.time);
                least = least.min(now);
                let gap = gap_of(&frame.bodies[0], [major, minor], &from);
                assert!(gap > -1e-9, "{name} {}: {gap:e}", frame.time);
            }
            assert!(
                mu.is_some() || least > first - 1e-7,
                "{name}: {least} {first}"
            );
        }
        assert!(met >= 6, "{what}: {met}");
    }
}

/// A chain of four rings that hang in each other, the first one fixed; the last is struck. None enters another, energy falls.
#[test]
fn a_chain_of_rings() {
    let (m, inertia, minor) = (0.2, [0.0004, 0.0004, 0.0007], 0.01);
    let major = 0.05;
    // Each hangs in the one before, a little loose, its plane across.
    let pitch = 2.0 * (major - minor) - 1e-3;
    let across = [[0.0, 90.0, 0.0], [90.0, 90.0, 0.0]];
    for (mu, e) in [(None, 0.5), (Some([0.3, 0.25]), 0.3)] {
        let mut deck = Deck::new(G);
        deck.marker(11, 1, turned(0.0, 0.0, 0.0, across[0]));
        shape(&mut deck, 1, 11, ring(major, minor), false);
        for k in 1..4u32 {
            let pose = turned(0.0, 0.0, -pitch * f64::from(k), across[k as usize % 2]);
            deck.body(1 + k, m, inertia, pose);
            shape(&mut deck, 1 + k, 100 * (1 + k), ring(major, minor), false);
        }
        for k in 1..4u32 {
            connect(&mut deck, k, (&[k + 1], &[k]), LAW, mu.map(coulomb));
        }
        speed(
            &mut deck,
            4,
            Vec3::new(0.3, 0.2, 0.1),
            Vec3::new(1.0, 0.5, 3.0),
        );
        rigid(&mut deck, Some(e), NEWTON);
        let record = support::try_run(&deck, Analysis::Dynamic, 0.3, 30, &options("auto", 1e-8));
        let record = record.unwrap_or_else(|why| panic!("{mu:?}: {why}"));
        let mut least = f64::INFINITY;
        for frame in &record.frames {
            let each = frame.bodies.iter().map(|b| energy(b, (m, inertia), G));
            let now: f64 = each.sum();
            assert!(now < least + 1e-6, "{mu:?} {}: {now} {least}", frame.time);
            least = least.min(now);
            for pair in frame.bodies[..3].windows(2) {
                let (R, p) = (turn(&pair[0]), Vec3::from(pair[0].position));
                let from = |x: &Vec3| {
                    let own = R.tr_mul(&(*x - p));
                    (own.x.hypot(own.y) - major).hypot(own.z) - minor
                };
                let gap = gap_of(&pair[1], [major, minor], &from);
                assert!(gap > -1e-8, "{mu:?} {}: {gap:e}", frame.time);
            }
        }
        let sink: f64 = record.frames.last().expect("frames").bodies[2].position[2];
        assert!(sink < -3.0 * pitch, "{sink}");
    }
}
