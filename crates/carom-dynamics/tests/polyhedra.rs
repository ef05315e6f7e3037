//! Rigid contacts of convex solids with plane faces: corners on faces, edges on edges, faces on faces.
#![allow(non_snake_case)]

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::space::{Quaternion, rotation_x, rotation_y};
use carom_base::{Diagnostics, Mat3, Pose, Vec3};
use carom_dynamics::{EventKind, Simulation};
use carom_geometry::{Extrusion, Refinement, Solid as _};
use carom_model::analysis::Analysis;
use carom_model::force::Friction;
use carom_model::graphics::Shape;
use carom_model::run::BodyRow;
use std::sync::Arc;
use support::random::Random;
use support::solids::*;
use support::{Deck, Record, at, options, run, turned};

/// Principal moments of a box of mass `m`.
fn moments(m: f64, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [y * y + z * z, x * x + z * z, x * x + y * y].map(|s| m * s / 12.0)
}

fn brick(deck: &mut Deck, part: u32, marker: u32, sides: [f64; 3]) {
    shape(deck, part, marker, Shape::BoxFromCenter(sides), false);
}

fn leaning(x: f64, y: f64, z: f64, rotation: Mat3) -> Pose {
    Pose {
        position: Vec3::new(x, y, z),
        rotation,
    }
}

/// CONTACT of two shapes; with a coefficient of friction or without.
fn touch(deck: &mut Deck, label: u32, [i, j]: [u32; 2], mu: Option<f64>) {
    let friction = mu.map(|mu| Friction {
        mu_static: mu,
        mu_dynamic: 0.9 * mu,
        stiction_velocity: 0.01,
        friction_velocity: 0.1,
        dynamics_only: false,
        max_stiction_deformation: None,
    });
    connect(deck, label, (&[i], &[j]), LAW, friction);
}

/// A box that falls on its corner onto a large box: as onto a plane, where each corner is a formula of its own.
#[test]
fn a_box_on_a_large_box_is_a_box_on_a_plane() {
    let fall = |plate: bool, is_upper_first: bool| {
        let mut deck = Deck::new(G);
        let sides = [0.4, 0.6, 0.2];
        deck.body(
            2,
            1.0,
            moments(1.0, sides),
            turned(0.0, 0.0, 0.7, [10.0, 35.0, 25.0]),
        );
        brick(&mut deck, 2, 200, sides);
        deck.marker(11, 1, at(0.1, -0.2, -0.5));
        if plate {
            brick(&mut deck, 1, 11, [4.0, 4.0, 1.0]);
        } else {
            shape(&mut deck, 1, 1, PLANE, false);
        }
        let pair = if is_upper_first { [2, 1] } else { [1, 2] };
        touch(&mut deck, 1, pair, None);
        rigid(&mut deck, Some(0.3), NEWTON);
        run(
            &deck,
            Analysis::Dynamic,
            0.55,
            11,
            &options("dop853", 1e-10),
        )
    };
    let plane = fall(false, true);
    assert!(plane.events.len() > 5);
    for is_upper_first in [true, false] {
        let plate = fall(true, is_upper_first);
        assert_eq!(plate.events.len(), plane.events.len());
        for (x, y) in plate.events.iter().zip(&plane.events) {
            // The same motion by other formulas, over impacts that multiply rounding and the error of the integration.
            close("time", x.time, y.time, 1e-9);
            close("impulse", x.impulse, y.impulse, 1e-8);
        }
    }
}

/// A bar falls with an edge on an edge: `v = √(2gh)`, and beside its centre of mass by `a` the impulse is `(1 + e)·v/(1/m + a²/I)`.
#[test]
fn an_edge_falls_on_an_edge() {
    const E: f64 = 0.5;
    let (side, long, beside, height) = (0.1, 0.6, 0.2, 0.05);
    let mut deck = Deck::new(G);
    // Both bars stand on an edge, turned by 45° about their length: x of the lower, y of the upper one.
    let half = side * std::f64::consts::FRAC_1_SQRT_2;
    let quarter = std::f64::consts::FRAC_PI_4;
    let sides = [side, long, side];
    let inertia = moments(1.0, sides);
    deck.body(
        2,
        1.0,
        inertia,
        leaning(0.0, beside, 2.0 * half + height, rotation_y(quarter)),
    );
    brick(&mut deck, 2, 200, sides);
    deck.marker(11, 1, leaning(0.0, 0.0, 0.0, rotation_x(quarter)));
    brick(&mut deck, 1, 11, [long, side, side]);
    touch(&mut deck, 1, [2, 1], None);
    rigid(&mut deck, Some(E), NEWTON);
    let record = run(&deck, Analysis::Dynamic, 0.12, 1, &options("dop853", 1e-10));
    let impact = of_kind(&record, EventKind::Impact);
    let speed = (2.0 * G * height).sqrt();
    assert_eq!(impact.len(), 1);
    close("time", impact[0].time, speed / G, 1e-12);
    let answer = 1.0 + beside * beside / inertia[0];
    close(
        "impulse",
        impact[0].impulse,
        (1.0 + E) * speed / answer,
        1e-12,
    );
}

/// A box slides over the edge of a table: it tips where the load of its feet on the table is zero. Without friction that is where its centre of mass passes the
/// edge; with it, as it slows down at μg, the way `μ·h` before, h the height of the centre.
#[test]
fn a_box_tips_over_the_edge_of_a_table() {
    for mu in [None, Some(0.1)] {
        let (sides, speed, way) = ([0.2, 0.1, 0.1], 0.7, 0.15);
        let mut deck = Deck::new(G);
        deck.body(2, 1.0, moments(1.0, sides), at(-way, 0.02, 0.05));
        support::solids::speed(&mut deck, 2, Vec3::new(speed, 0.0, 0.0), Vec3::zeros());
        brick(&mut deck, 2, 200, sides);
        deck.marker(11, 1, at(-0.5, 0.0, -0.05));
        brick(&mut deck, 1, 11, [1.0, 0.6, 0.1]);
        touch(&mut deck, 1, [2, 1], mu);
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 0.4, 40, &options("dop853", 1e-11));
        let mu = 0.9 * mu.unwrap_or(0.0);
        // The root of d = v·t − μg·t²/2 that stays finite without friction.
        let after = |d: f64| 2.0 * d / (speed + (speed * speed - 2.0 * mu * G * d).sqrt());
        let (front, tips) = (after(way - 0.1), after(way - mu * 0.05));
        let leaves: Vec<f64> = of_kind(&record, EventKind::Separation)
            .iter()
            .map(|e| e.time)
            .collect();
        // 1e-9 s: corners belong to a face up to 6e-11 m beyond its border, 1e-10 of the size of the table; that takes some 1e-10 s.
        for time in [front, tips] {
            let found = leaves.iter().any(|t| (t - time).abs() < 1e-9);
            assert!(found, "{mu}: {time} in {leaves:?}");
        }
        for frame in record.frames.iter().filter(|f| f.time < tips) {
            let body = &frame.bodies[0];
            close("height", body.position[2], 0.05, 1e-12);
            close(
                "speed",
                body.velocity[0],
                speed - mu * G * frame.time,
                1e-10,
            );
        }
        let last = record.frames.last().expect("frames");
        assert!(last.bodies[0].angular_velocity[1] > 0.5, "it tips forwards");
    }
}

/// Equal boxes, one exactly upon the other, corner on corner: dropped with gaps they come to rest, and each carries what is above.
#[test]
fn a_stack_of_equal_boxes_comes_to_rest() {
    for mu in [None, Some(0.5)] {
        let mut deck = Deck::new(G);
        shape(&mut deck, 1, 1, PLANE, false);
        let count = 3;
        for k in 0..count {
            let sides = [0.1; 3];
            let z = 0.05 + 0.11 * f64::from(k);
            deck.body(k + 2, 1.0, moments(1.0, sides), at(0.3, 0.2, z));
            brick(&mut deck, k + 2, 100 * (k + 2), sides);
            touch(&mut deck, k + 1, [k + 2, k + 1], mu);
        }
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 0.5, 5, &options("dop853", 1e-9));
        let last = record.frames.last().expect("frames");
        for k in 0..count as usize {
            let z = 0.05 + 0.1 * k as f64;
            let place = Vec3::from(last.bodies[k].position);
            // Rounding of the contacts' forces moves them sideways, where nothing holds them.
            let miss = (place - Vec3::new(0.3, 0.2, z)).norm();
            assert!(miss < 1e-11, "box {k}: {miss:e}");
            let weight = G * (3 - k) as f64;
            close("load", last.forces[k][2], weight, 1e-9);
        }
    }
}

/// Sides of a domino, and the way from one to the next.
const DOMINO: [f64; 3] = [0.0075, 0.024, 0.048];
const PITCH: f64 = 0.025;

/// When a domino that is pushed with the angular velocity `push` about its lower edge touches the next one, and by which angle it has turned then:
/// `½·I·(ω² − push²) = m·g·ρ·(cos α − cos(θ − α))`, ρ from edge to centre and α its angle from the vertical, by Simpson's rule.
fn first_touch(push: f64) -> (f64, f64) {
    let [l, _, h] = DOMINO;
    let (to_centre, lean) = (0.5 * l.hypot(h), l.atan2(h));
    let angle = ((PITCH - l) / h).asin();
    // I = m·(l² + h²)/3 about the edge.
    let pull = 2.0 * G * to_centre / (4.0 * to_centre * to_centre / 3.0);
    let slowness = |turned: f64| {
        let square = push * push + pull * (lean.cos() - (turned - lean).cos());
        square.sqrt().recip()
    };
    let n = 2000;
    let step = angle / f64::from(n);
    let weight = |k: i32| match k {
        0 => 1.0,
        k if k == n => 1.0,
        k if k % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=n)
        .map(|k| weight(k) * slowness(f64::from(k) * step))
        .sum();
    (sum * step / 3.0, angle)
}

/// Dominoes fall one after the other: contacts that slide down a face carry with edges that stick on the floor, each of two points, and no point alone says
/// how much it carries. Where the first one touches is a quadrature.
#[test]
fn dominoes_fall_in_a_row() {
    let (count, push, mass) = (3, 6.0, 0.01);
    let mut deck = Deck::new(G);
    shape(&mut deck, 1, 1, PLANE, false);
    for k in 0..count {
        let part = k + 2;
        let x = f64::from(k) * PITCH;
        deck.body(
            part,
            mass,
            moments(mass, DOMINO),
            at(x, 0.0, 0.5 * DOMINO[2]),
        );
        brick(&mut deck, part, 100 * part, DOMINO);
        touch(&mut deck, part, [part, 1], Some(0.5));
        if k > 0 {
            touch(&mut deck, 10 + part, [part - 1, part], Some(0.2));
        }
    }
    let v = Vec3::new(0.5 * DOMINO[2], 0.0, 0.5 * DOMINO[0]) * push;
    support::solids::speed(&mut deck, 2, v, Vec3::new(0.0, push, 0.0));
    rigid(&mut deck, Some(0.0), NEWTON);
    let record = run(
        &deck,
        Analysis::Dynamic,
        0.17,
        85,
        &options("dop853", 1e-10),
    );
    let touches = |label: &str| {
        let impacts = of_kind(&record, EventKind::Impact);
        let first = impacts.iter().find(|e| e.element == label);
        first.unwrap_or_else(|| panic!("{label} touches")).time
    };
    let (time, _) = first_touch(push);
    // Ten times the tolerance.
    close("first touch", touches("CONTACT/13"), time, 1e-9);
    assert!(touches("CONTACT/14") > time);
    let sum = |bodies: &[BodyRow]| -> f64 { bodies.iter().map(|b| energy(mass, DOMINO, b)).sum() };
    let mut least = f64::INFINITY;
    for frame in &record.frames {
        let now = sum(&frame.bodies);
        // The error of the integration, relative to m·g·h of all.
        assert!(
            now < least + 1e-8 * 3.0 * mass * G * DOMINO[2],
            "{} {now} {least}",
            frame.time
        );
        least = least.min(now);
        for k in 1..count as usize {
            let pair = [k - 1, k].map(|k| (&frame.bodies[k], DOMINO));
            assert!(apart(pair) > -1e-12, "{}: {}", frame.time, apart(pair));
        }
    }
    // All lean on each other at the end, and the first one has not fallen through.
    let last = record.frames.last().expect("frames");
    let leans = last
        .bodies
        .iter()
        .map(|b| 2.0 * b.orientation[2].atan2(b.orientation[0]));
    assert!(
        leans.clone().all(|angle| angle > 0.01),
        "{:?}",
        leans.collect::<Vec<_>>()
    );
}

/// Distance of two boxes along the best of all separating axes: written for itself, by projections of half sides.
fn apart(boxes: [(&BodyRow, [f64; 3]); 2]) -> f64 {
    let R = boxes.map(|(b, _)| Quaternion(b.orientation).matrix());
    let axes = |m: &Mat3| [0, 1, 2].map(|k| m.column(k));
    let [a, b] = [axes(&R[0]), axes(&R[1])];
    let between = Vec3::from(boxes[0].0.position) - Vec3::from(boxes[1].0.position);
    let crossed = a.iter().flat_map(|u| b.iter().map(|v| u.cross(v)));
    let sound = crossed.filter(|n| n.norm() > 1e-6).map(|n| n.normalize());
    let gap = |n: Vec3| {
        let reach = |axes: &[Vec3; 3], sides: [f64; 3]| -> f64 {
            (0..3).map(|k| 0.5 * sides[k] * n.dot(&axes[k]).abs()).sum()
        };
        n.dot(&between).abs() - reach(&a, boxes[0].1) - reach(&b, boxes[1].1)
    };
    let all = a.into_iter().chain(b).chain(sound);
    all.map(gap).fold(f64::NEG_INFINITY, f64::max)
}

fn energy(m: f64, sides: [f64; 3], body: &BodyRow) -> f64 {
    let R = Quaternion(body.orientation).matrix();
    let w = R.tr_mul(&Vec3::from(body.angular_velocity));
    let turning: f64 = moments(m, sides)
        .iter()
        .zip(w.to_array())
        .map(|(i, w)| i * w * w)
        .sum();
    let v = Vec3::from(body.velocity);
    0.5 * (m * v.dot(&v) + turning) + m * G * body.position[2]
}

/// Boxes thrown onto a small table and onto each other, so that all kinds of features meet and slide over each other's borders.
fn thrown(seed: u64, mu: Option<f64>, restitution: f64) -> (Record, Vec<(f64, [f64; 3])>) {
    let mut random = Random(seed);
    let mut deck = Deck::new(G);
    deck.marker(11, 1, at(0.0, 0.0, -0.025));
    brick(&mut deck, 1, 11, [0.5, 0.5, 0.05]);
    let mut all = Vec::new();
    let mut label = 0;
    for k in 0..3 {
        let sides = [0, 1, 2].map(|_| random.between(0.06, 0.2));
        let mass = 1000.0 * sides.iter().product::<f64>();
        let part = k + 2;
        let [x, y] = [0, 1].map(|_| random.between(-0.1, 0.1));
        let angles = [0, 1, 2].map(|_| random.between(0.0, 180.0));
        let z = 0.15 + 0.3 * f64::from(k);
        deck.body(part, mass, moments(mass, sides), turned(x, y, z, angles));
        let v = random.vector(0.5);
        support::solids::speed(&mut deck, part, v, random.vector(3.0));
        brick(&mut deck, part, 100 * part, sides);
        for other in 1..part {
            label += 1;
            touch(&mut deck, label, [part, other], mu);
        }
        all.push((mass, sides));
    }
    rigid(&mut deck, Some(restitution), NEWTON);
    let settings = options("dop853", 1e-8);
    (run(&deck, Analysis::Dynamic, 0.6, 200, &settings), all)
}

/// Throws boxes and looks at each frame; how many events there are.
fn throw(seed: u64, mu: Option<f64>, restitution: f64) -> usize {
    let (record, boxes) = thrown(seed, mu, restitution);
    let total = |bodies: &[BodyRow]| -> f64 {
        let each = bodies.iter().zip(&boxes);
        each.map(|(b, (m, sides))| energy(*m, *sides, b)).sum()
    };
    let (mut least, size) = (f64::INFINITY, total(&record.frames[0].bodies));
    for frame in &record.frames {
        let now = total(&frame.bodies);
        // Nothing drives them: 1e-7 is ten tolerances of the integration.
        assert!(
            now < least + 1e-7 * size,
            "seed {seed}, {}: {now} of {least}",
            frame.time
        );
        least = least.min(now);
        for k in 0..boxes.len() {
            for other in 0..k {
                let pair = [k, other].map(|n| (&frame.bodies[n], boxes[n].1));
                let gap = apart(pair);
                // Gaps are kept to rounding, some 1e-12 m where a closed contact is found at 1e4 roundings.
                assert!(gap > -1e-11, "seed {seed}, {}: {gap:e}", frame.time);
            }
        }
    }
    let guards = &record.statistics[0].guards;
    let all = guards.proved + guards.bisected + guards.sampled;
    // Bounds decide features; steps that end with forces at zero, or with edges that are parallel, remain.
    if mu.is_none() {
        assert!(20 * guards.sampled <= all, "seed {seed}: {guards:?}");
    }
    record.events.len()
}

/// `CAROM_THROWN` throws so many more, from `CAROM_FIRST` on.
#[test]
fn thrown_boxes_never_overlap_and_gain_no_energy() {
    for (seed, mu, restitution) in [(1, None, 0.5), (2, None, 1.0), (3, Some(0.4), 0.5)] {
        assert!(
            throw(seed, mu, restitution) > 5,
            "seed {seed} meets nothing"
        );
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let first = number("CAROM_FIRST").unwrap_or(0);
    let more = first..first + number("CAROM_THROWN").unwrap_or(0);
    let fails = |seed: &u64| {
        let mut random = Random(!seed);
        let mu = Some(random.between(0.1, 0.8)).filter(|_| !seed.is_multiple_of(4));
        let restitution = random.between(0.0, 0.9);
        let failed = std::panic::catch_unwind(|| throw(*seed, mu, restitution)).is_err();
        if failed {
            println!("seed {seed}, mu {mu:?}, e {restitution}");
        }
        failed
    };
    let failed: Vec<u64> = more.filter(fails).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// A prism over a hexagon falls flat on a box: faces of meshes are those of their triangles in a plane.
#[test]
fn a_prism_rests_on_a_box() {
    let corner = |k: u32| {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / 6.0).sin_cos();
        [0.1 * c, 0.1 * s]
    };
    let mut deck = Deck::new(G);
    deck.body(2, 2.0, [0.02, 0.02, 0.03], at(0.0, 0.0, 0.25));
    deck.marker(201, 2, at(0.0, 0.0, -0.1));
    let prism = Shape::Extrusion {
        outline: (0..6).map(corner).collect(),
        length: 0.2,
    };
    shape(&mut deck, 2, 201, prism, false);
    deck.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, 0.0, 17.0]));
    brick(&mut deck, 1, 11, [0.4, 0.3, 0.2]);
    touch(&mut deck, 1, [2, 1], Some(0.3));
    rigid(&mut deck, Some(0.2), NEWTON);
    let record = run(&deck, Analysis::Dynamic, 0.5, 5, &options("dop853", 1e-9));
    let last = record.frames.last().expect("frames");
    close("height", last.bodies[0].position[2], 0.2, 1e-11);
    close("load", last.forces[0][2], 2.0 * G, 1e-9);
    close("fall", record.events[0].time, (0.1 / G).sqrt(), 1e-11);
}

#[test]
fn pieces_with_many_faces_are_refused() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 2.0));
    let corner = |k: u32| {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / 200.0).sin_cos();
        [c, s]
    };
    let outline: Vec<[f64; 2]> = (0..200).map(corner).collect();
    let prism = Extrusion::new(&outline, 1.0).expect("an outline");
    let mesh = Arc::new(prism.mesh(Refinement::COARSE));
    shape(&mut deck, 2, 200, Shape::Mesh(mesh), false);
    brick(&mut deck, 1, 1, [1.0; 3]);
    touch(&mut deck, 1, [2, 1], None);
    rigid(&mut deck, Some(0.0), NEWTON);
    let mut d = Diagnostics::default();
    assert!(Simulation::assemble(&deck.0, &mut d).is_none());
    let told: Vec<_> = d
        .iter()
        .map(|d| (d.name, d.message.contains("has 202 faces")))
        .collect();
    assert_eq!(told, [("contact-shape", true)]);
}

#[test]
fn boxes_that_overlap_at_the_start_are_refused() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.9));
    brick(&mut deck, 2, 200, [1.0; 3]);
    brick(&mut deck, 1, 1, [1.0; 3]);
    touch(&mut deck, 1, [2, 1], None);
    rigid(&mut deck, Some(0.0), NEWTON);
    let options = options("dop853", 1e-8);
    let found = support::try_run(&deck, Analysis::Dynamic, 0.1, 1, &options);
    let message = format!("{:?}", found.err());
    assert!(message.contains("overlap by 9.99999999999999"), "{message}");
}
