//! Closed meshes that are not convex as rigid solids.
#![allow(non_snake_case)]

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::space::{Quaternion, exp_so3};
use carom_base::{Pose, Vec3};
use carom_dynamics::{EventKind, EventRow};
use carom_geometry::{Extrusion, Mesh, Refinement, Solid as _};
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use carom_model::run::BodyRow;
use std::sync::Arc;
use support::meshes::grid::layers;
use support::meshes::*;
use support::random::Random;
use support::solids::*;
use support::{Deck, Record, at, options, run, try_run, turned};

const MASS: f64 = 1.2;
/// About each axis: a body that flies turns evenly.
const INERTIA: f64 = 0.005;

fn solid(deck: &mut Deck, part: u32, mesh: &Mesh) {
    let marker = 1000 + part;
    deck.marker(marker, part, at(0.0, 0.0, 0.0));
    shape(
        deck,
        part,
        marker,
        Shape::Mesh(Arc::new(mesh.clone())),
        false,
    );
}

fn some(random: &mut Random) -> Mesh {
    let of: [&[&[&str]]; 10] = [
        &[&["##", "#."]],
        &[&["###", ".#."]],
        &[&["#.#", "###"]],
        &[&[".#.", "###", ".#."]],
        &[&["###", "#.#", "###"]],
        &[&["###", "###"], &["##.", "##."], &["#..", "#.."]],
        &[
            &["###", "###", "###"],
            &["##.", "##.", "..."],
            &["#..", "...", "..."],
        ],
        &[&["##", "#."], &["#.", ".."]],
        &[
            &["...", ".#.", "..."],
            &[".#.", "###", ".#."],
            &["...", ".#.", "..."],
        ],
        &[&["###", "###", "###"], &["###", "#.#", "###"]],
    ];
    match random.pick(of.len() + 2) {
        10 => star_pyramid(4, 0.45, Vec3::new(0.1, 0.05, 1.1)),
        11 => dented(0.7),
        k => layers(of[k]),
    }
}

fn placed(mesh: &Mesh, row: &BodyRow) -> Placed {
    let R = Quaternion(row.orientation).matrix();
    Placed::new(mesh, &R, &Vec3::from(row.position))
}

/// A body that flies.
struct Flight {
    mesh: Mesh,
    pose: Pose,
    v: Vec3,
    w: Vec3,
}

impl Flight {
    fn at(&self, t: f64) -> Placed {
        let R = exp_so3(&(self.w * t)) * self.pose.rotation;
        Placed::new(&self.mesh, &R, &(self.pose.position + self.v * t))
    }
}

/// When two of them first come as near as `enough`, if they do before the end: steps in which the distance cannot be used up.
fn first_touch(bodies: &[Flight; 2], enough: f64, end: f64) -> Option<f64> {
    let far = |mesh: &Mesh| mesh.vertices.iter().map(|x| x.norm()).fold(0.0, f64::max);
    let [a, b] = bodies;
    let fastest = (a.v - b.v).norm() + a.w.norm() * far(&a.mesh) + b.w.norm() * far(&b.mesh);
    let mut t = 0.0;
    while t < end {
        let d = apart(&a.at(t), &b.at(t));
        if d < enough {
            return Some(t);
        }
        t += d / fastest;
    }
    None
}

fn momenta(b: &BodyRow) -> [Vec3; 2] {
    let p = Vec3::from(b.velocity) * MASS;
    let spin = Vec3::from(b.angular_velocity) * INERTIA;
    [p, Vec3::from(b.position).cross(&p) + spin]
}

fn kinetic(b: &BodyRow) -> f64 {
    let [v, w] = [b.velocity, b.angular_velocity].map(Vec3::from);
    0.5 * (MASS * v.dot(&v) + INERTIA * w.dot(&w))
}

/// Two solids that fly at each other. The first impact is when a search that knows triangles alone finds it; momentum stays, energy too without loss, and nothing
/// overlaps.
fn throw(seed: u64) -> bool {
    let mut random = Random(seed);
    let mut deck = Deck::new(0.0);
    let bodies = [(2, -1.0), (3, 1.0)].map(|(part, side)| {
        let mesh = some(&mut random);
        let mesh = shaped(&mesh, &mut random, 0.12);
        let angles = [0, 1, 2].map(|_| random.between(0.0, 180.0));
        let [y, z] = [0, 1].map(|_| random.between(-0.06, 0.06));
        let pose = turned(0.2 * side, y, z, angles);
        deck.body(part, MASS, [INERTIA; 3], pose);
        solid(&mut deck, part, &mesh);
        let v = Vec3::new(-side * random.between(0.5, 1.0), 0.0, 0.0) + random.vector(0.05);
        let w = random.vector(6.0);
        speed(&mut deck, part, v, w);
        Flight { mesh, pose, v, w }
    });
    let e = if random.chance(0.6) {
        1.0
    } else {
        random.between(0.0, 0.9)
    };
    let mu = random.chance(0.3).then_some([0.4, 0.3]);
    contact(&mut deck, [2, 3], LAW, mu);
    rigid(&mut deck, Some(e), NEWTON);
    let name = format!("seed {seed}, {e}, {mu:?}");
    let found = try_run(&deck, Analysis::Dynamic, 0.6, 40, &options("dop853", 1e-9));
    let record = found.unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let impact = of_kind(&record, EventKind::Impact).first().map(|e| e.time);
    // They come within 1e-8 m of each other, or touch.
    let near = first_touch(&bodies, 1e-8, 0.6);
    match (impact, near) {
        (Some(t), Some(near)) => {
            // From there at more than 2 cm/s.
            assert!((-1e-9..5e-7).contains(&(t - near)), "{name}: {t} {near}");
        }
        (None, None) => {}
        other => panic!("{name}: {other:?}"),
    }
    let sum = |b: &[BodyRow]| {
        let [a, b] = [&b[0], &b[1]].map(momenta);
        [a[0] + b[0], a[1] + b[1]]
    };
    let first = &record.frames[0].bodies;
    let size = kinetic(&first[0]) + kinetic(&first[1]);
    let mut least = size;
    for frame in &record.frames {
        let (now, before) = (sum(&frame.bodies), sum(first));
        for (a, b) in now.iter().zip(&before) {
            // Ten tolerances of the integration.
            assert!(
                (*a - *b).norm() < 1e-8,
                "{name}, {}: {a:?} {b:?}",
                frame.time
            );
        }
        let energy = kinetic(&frame.bodies[0]) + kinetic(&frame.bodies[1]);
        assert!(
            energy < least + 1e-8 * size,
            "{name}, {}: {energy} {least}",
            frame.time
        );
        least = least.min(energy);
        let [a, b] = [0, 1].map(|k| placed(&bodies[k].mesh, &frame.bodies[k]));
        let gap = apart(&a, &b);
        // Ten tolerances of the integration.
        assert!(gap > -1e-8, "{name}, {}: {gap:e}", frame.time);
    }
    if e == 1.0 && mu.is_none() {
        assert!(least > (1.0 - 1e-8) * size, "{name}: {least} of {size}");
    }
    impact.is_some()
}

/// So many as CAROM_THROWN says from the seed CAROM_FIRST; 30 without it.
#[test]
fn meshes_thrown_at_each_other() {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let (first, count) = (
        number("CAROM_FIRST").unwrap_or(0),
        number("CAROM_THROWN").unwrap_or(30),
    );
    let mut met = 0;
    let mut failed = Vec::new();
    for seed in first..first + count {
        match std::panic::catch_unwind(|| throw(seed)) {
            Ok(meets) => met += u64::from(meets),
            Err(_) => failed.push(seed),
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
    assert!(3 * met > count, "only {met} of {count} meet");
}

/// What happened, and when.
fn tell(record: &Record) -> Vec<(EventKind, f64)> {
    record.events.iter().map(|e| (e.kind, e.time)).collect()
}

/// A solid that falls on a plate: part 2 over a box whose top is z = 0.
fn drop(make: impl Fn(&mut Deck), mesh: Shape, low: f64, mu: Option<[f64; 2]>) -> Record {
    let mut deck = Deck::new(G);
    make(&mut deck);
    deck.marker(201, 2, at(0.0, 0.0, low));
    shape(&mut deck, 2, 201, mesh, false);
    deck.marker(11, 1, at(0.1, -0.2, -0.5));
    shape(
        &mut deck,
        1,
        11,
        Shape::BoxFromCenter([4.0, 4.0, 1.0]),
        false,
    );
    contact(&mut deck, [2, 1], LAW, mu);
    rigid(&mut deck, Some(0.4), NEWTON);
    run(&deck, Analysis::Dynamic, 0.4, 40, &options("dop853", 1e-10))
}

/// A mesh of an extrusion that is not convex has the events of the extrusion.
#[test]
fn a_mesh_of_an_extrusion_is_the_extrusion() {
    let hook: Vec<[f64; 2]> = [
        [5, 3],
        [3, 5],
        [-6, 6],
        [-14, 6],
        [-15, 5],
        [-15, 3],
        [-14, 1],
        [-12, 1],
        [-12, 3],
        [-5, 3],
        [4, 2],
    ]
    .map(|p: [i32; 2]| p.map(|x| 0.01 * f64::from(x)))
    .to_vec();
    let length = 0.08;
    let mesh = Extrusion::new(&hook, length)
        .expect("a hook")
        .mesh(Refinement::COARSE);
    for (mu, angles) in [
        (None, [10.0, 30.0, 20.0]),
        (Some([0.4, 0.3]), [0.0, 100.0, 40.0]),
        (Some([0.4, 0.3]), [20.0, 90.0, 5.0]),
    ] {
        let body = |deck: &mut Deck| {
            deck.body(
                2,
                1.3,
                [0.004, 0.006, 0.007],
                turned(0.0, 0.0, 0.25, angles),
            );
        };
        let own = Shape::Extrusion {
            outline: hook.clone(),
            length,
        };
        let a = drop(body, own, -0.5 * length, mu);
        let b = drop(body, Shape::Mesh(Arc::new(mesh.clone())), -0.5 * length, mu);
        let name = format!("{mu:?} {angles:?}: {:?} {:?}", tell(&a), tell(&b));
        assert!(a.events.len() > 3, "{name}");
        // Until impacts accumulate; then corners strike at one time, in one order or another.
        let series = |e: &&EventRow| e.kind == EventKind::Accumulation;
        let first = a.events.iter().find(series).map_or(1.0, |e| e.time);
        for (a, b) in a.events.iter().zip(&b.events) {
            if a.time > first - 1e-4 {
                break;
            }
            assert_eq!(a.kind, b.kind, "{name}");
            // Rounding, as corners and planes are the same.
            close(&name, a.time, b.time, 1e-12);
        }
    }
}

/// A star pyramid that falls on its tip, where convex and concave edges meet: the time of the fall, and the impulse `(1 + e)·v/(1/m + (r × n)²/I)`.
#[test]
fn a_star_falls_on_its_tip() {
    for x in [0.0, 0.03] {
        let pyramid = star_pyramid(5, 0.4, Vec3::new(0.0, 0.0, 1.0));
        let tip = Vec3::new(x, 0.0, -0.1);
        // Upside down: the tip is below, x from under the centre of mass.
        let vertices = pyramid.vertices.iter();
        let vertices = vertices.map(|p| tip + Vec3::new(p.x, -p.y, 1.0 - p.z) * 0.1);
        let mesh = Mesh {
            vertices: vertices.collect(),
            triangles: pyramid.triangles.clone(),
        };
        let height = 0.3;
        let body = |deck: &mut Deck| {
            deck.body(2, MASS, [INERTIA; 3], at(0.0, 0.0, 0.1 + height));
        };
        let record = drop(body, Shape::Mesh(Arc::new(mesh)), 0.0, None);
        let impacts = of_kind(&record, EventKind::Impact);
        let first = impacts.first().expect("an impact");
        let v = (2.0 * G * height).sqrt();
        // Rounding of a fall.
        close("time", first.time, v / G, 1e-11);
        let mass = 1.0 / (1.0 / MASS + x * x / INERTIA);
        close("impulse", first.impulse, 1.4 * mass * v, 1e-9);
    }
}

/// A frame that falls around a post touches nothing until its lower side is on the plate at its foot; a plate without a hole falls on the post.
#[test]
fn a_frame_falls_around_a_post() {
    let frame = layers(&[&["###", "#.#", "###"]]);
    let post = layers(&[&["###", "###", "###"], &["...", ".#.", "..."]]);
    // The post is 0.02 wide and 0.1 high, on a plate of 0.02; the hole is 0.04 wide.
    let stretched = |mesh: &Mesh, at: [[f64; 4]; 3]| Mesh {
        vertices: mesh
            .vertices
            .iter()
            .map(|p| Vec3::from_fn(|k| at[k][p[k] as usize]))
            .collect(),
        triangles: mesh.triangles.clone(),
    };
    let [wide, thin] = [[-0.1, -0.02, 0.02, 0.1], [-0.1, -0.01, 0.01, 0.1]];
    let frame = stretched(&frame, [wide, wide, [0.0, 0.03, 0.0, 0.0]]);
    let post = stretched(&post, [thin, thin, [-0.02, 0.0, 0.1, 0.0]]);
    for (angle, aside) in [(0.0, 0.0), (30.0, 0.005)] {
        let mut deck = Deck::new(G);
        deck.body(
            2,
            MASS,
            [INERTIA; 3],
            turned(aside, 0.0, 0.2, [angle, 0.0, 0.0]),
        );
        solid(&mut deck, 2, &frame);
        solid(&mut deck, 1, &post);
        contact(&mut deck, [2, 1], LAW, None);
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 0.3, 30, &options("dop853", 1e-10));
        let first = record.events.first().expect("an impact");
        // Rounding of a fall.
        close("time", first.time, (0.4 / G).sqrt(), 1e-11);
        let last = record.frames.last().expect("frames");
        close("height", last.bodies[0].position[2], 0.0, 1e-11);
        close("load", last.forces[0][2], MASS * G, 1e-9);
    }
}
