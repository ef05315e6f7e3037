//! Balls, ellipsoids, capsules, cylinders, frustums, bricks, prisms and rings thrown at each other, and onto each other: nothing overlaps, momentum stays, energy is not gained. Overlaps are looked for by a way of its
//! own, the best of all planes between two convex solids, from how far each reaches along a direction.
#![allow(non_snake_case)]

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::space::Quaternion;
use carom_base::{Mat3, Vec3};
use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use carom_model::run::BodyRow;
use support::random::Random;
use support::solids::*;
use support::{Deck, Record, at, options, try_run, turned};

/// A solid about its centre of mass.
#[derive(Clone, Debug)]
enum Figure {
    Ball(f64),
    /// Half the way of its centre, radius.
    Capsule(f64, f64),
    /// Half its length, radius.
    Cylinder(f64, f64),
    /// Half its length, radii of bottom and top.
    Frustum(f64, [f64; 2]),
    Brick([f64; 3]),
    /// Sides, radius of edges and corners.
    RoundedBrick([f64; 3], f64),
    /// Number of sides, radius, half its height.
    Prism(u32, f64, f64),
    /// Corners of a convex polygon, half its height.
    Wedge(Vec<[f64; 2]>, f64),
    /// Corners of a polygon that is not convex, half its height, and convex ones that make it up.
    Notched(Vec<[f64; 2]>, f64, Vec<Vec<[f64; 2]>>),
    /// Radius of the circle, of the tube.
    Ring(f64, f64),
    /// Half axes.
    Egg([f64; 3]),
}

impl Figure {
    /// Of one of the kinds by these letters.
    fn random(random: &mut Random, kinds: &str) -> Self {
        let kinds = kinds.as_bytes();
        let kind = kinds[random.pick(kinds.len())];
        let mut size = |low: f64, high: f64| random.between(low, high);
        let (a, b, c) = (size(0.05, 0.12), size(0.03, 0.08), size(0.05, 0.15));
        match kind {
            b'b' => Self::Ball(b),
            b'k' => Self::Capsule(a, b),
            b'c' => Self::Cylinder(a, b),
            // Every fourth one a cone.
            b'f' => match random.pick(4) {
                0 => Self::Frustum(a, [0.0, b]),
                1 => Self::Frustum(0.4 * a, [b, 1.6 * b]),
                _ => Self::Frustum(a, [b, 0.4 * c]),
            },
            b'q' => Self::Brick([2.0 * a, 2.0 * b, c]),
            b'u' => Self::RoundedBrick([2.0 * a, 2.0 * b, c], 0.2 * b),
            b'p' => Self::Prism(3 + random.pick(5) as u32, a, b),
            b'w' => Self::Wedge(
                vec![
                    [-0.7 * c, -0.3 * b],
                    [0.8 * c, -0.5 * b],
                    [0.1 * c, 0.7 * b],
                ],
                a,
            ),
            b'e' => Self::Egg([a, 1.2 * b, 0.7 * c]),
            b'n' if random.chance(0.5) => Self::angle([a, b], 0.4 * c),
            b'n' => Self::groove([a, b], 0.6 * c),
            // Wide ones.
            b'o' => Self::Ring(1.3 * a, 0.12 * a),
            _ => Self::Ring(a, 0.3 * a),
        }
    }

    /// Two legs.
    fn angle([x, y]: [f64; 2], half: f64) -> Self {
        let [s, t] = [0.5 * x, 0.4 * y];
        let whole = vec![
            [-x, -y],
            [x, -y],
            [x, t - y],
            [s - x, t - y],
            [s - x, y],
            [-x, y],
        ];
        let legs = [
            vec![[-x, -y], [x, -y], [x, t - y], [-x, t - y]],
            vec![[-x, -y], [s - x, -y], [s - x, y], [-x, y]],
        ];
        Self::Notched(whole, half, legs.to_vec())
    }

    /// A block with a groove.
    fn groove([x, y]: [f64; 2], half: f64) -> Self {
        let deep = [0.1 * x, -0.3 * y];
        let whole = vec![[-x, -y], [x, -y], [x, y], deep, [-x, y]];
        let below = [deep[0], -y];
        let halves = [
            vec![[-x, -y], below, deep, [-x, y]],
            vec![below, [x, -y], [x, y], deep],
        ];
        Self::Notched(whole, half, halves.to_vec())
    }

    /// Convex solids that make it up.
    fn pieces(&self) -> Vec<Self> {
        match self {
            Self::Notched(_, half, pieces) => {
                let piece = |outline: &Vec<_>| Self::Wedge(outline.clone(), *half);
                pieces.iter().map(piece).collect()
            }
            _ => vec![self.clone()],
        }
    }

    fn corner(sides: u32, radius: f64, k: u32) -> [f64; 2] {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(sides)).sin_cos();
        [radius * c, radius * s]
    }

    /// The shape, and where its marker is on z.
    fn shape(&self) -> (Shape, f64) {
        match *self {
            Self::Ball(r) => (ball(r), 0.0),
            Self::Capsule(half, radius) => (capsule(2.0 * half, radius), 0.0),
            Self::Cylinder(half, radius) => {
                let length = 2.0 * half;
                (Shape::Cylinder { length, radius }, -half)
            }
            Self::Frustum(half, [bottom, top]) => {
                let length = 2.0 * half;
                let shape = Shape::Frustum {
                    length,
                    bottom,
                    top,
                };
                (shape, -half)
            }
            Self::Ring(major, minor) => (Shape::Torus { major, minor }, 0.0),
            Self::Egg(axes) => (Shape::Ellipsoid(axes), 0.0),
            Self::Brick(sides) => (Shape::BoxFromCenter(sides), 0.0),
            Self::RoundedBrick(sides, radius) => (rounded_box(sides, radius), 0.0),
            Self::Prism(sides, radius, half) => {
                let outline = (0..sides).map(|k| Self::corner(sides, radius, k)).collect();
                let length = 2.0 * half;
                (Shape::Extrusion { outline, length }, -half)
            }
            Self::Wedge(ref outline, half) | Self::Notched(ref outline, half, _) => {
                let (outline, length) = (outline.clone(), 2.0 * half);
                (Shape::Extrusion { outline, length }, -half)
            }
        }
    }

    fn is_ring(&self) -> bool {
        matches!(self, Self::Ring(..))
    }

    fn is_sharp_polyhedron(&self) -> bool {
        let is_wedge = matches!(self, Self::Wedge(..) | Self::Notched(..));
        is_wedge || matches!(self, Self::Brick(..) | Self::Prism(..))
    }

    /// How far it reaches along a direction on its axes, times the length of that.
    fn reach(&self, n: &Vec3) -> f64 {
        match *self {
            Self::Ball(r) => r * n.norm(),
            Self::Capsule(half, r) => half * n.z.abs() + r * n.norm(),
            Self::Cylinder(half, r) => half * n.z.abs() + r * n.x.hypot(n.y),
            Self::Frustum(half, [bottom, top]) => {
                let across = n.x.hypot(n.y);
                (bottom * across - half * n.z).max(top * across + half * n.z)
            }
            Self::Egg([x, y, z]) => (x * n.x).hypot(y * n.y).hypot(z * n.z),
            Self::Ring(major, minor) => major * n.x.hypot(n.y) + minor * n.norm(),
            Self::Brick([x, y, z]) => 0.5 * (x * n.x.abs() + y * n.y.abs() + z * n.z.abs()),
            Self::RoundedBrick([x, y, z], r) => {
                let core = [x, y, z].map(|side| 0.5 * side - r);
                core[0] * n.x.abs() + core[1] * n.y.abs() + core[2] * n.z.abs() + r * n.norm()
            }
            Self::Wedge(ref outline, half) | Self::Notched(ref outline, half, _) => {
                let along = outline.iter().map(|[x, y]| x * n.x + y * n.y);
                along.fold(f64::NEG_INFINITY, f64::max) + half * n.z.abs()
            }
            Self::Prism(sides, radius, half) => {
                let along = |k| {
                    let [x, y] = Self::corner(sides, radius, k);
                    x * n.x + y * n.y
                };
                let most = (0..sides).map(along).fold(f64::NEG_INFINITY, f64::max);
                most + half * n.z.abs()
            }
        }
    }
}

/// One of each list of kinds, the first of them first or last.
fn pair(random: &mut Random, kinds: [&str; 2]) -> [Figure; 2] {
    let mut pair = kinds.map(|kinds| Figure::random(random, kinds));
    if kinds[0] != kinds[1] && random.chance(0.5) {
        pair.reverse();
    }
    pair
}

fn turn(b: &BodyRow) -> Mat3 {
    Quaternion(b.orientation).matrix()
}

/// The largest gap that a plane between two convex solids leaves, or some gap above zero.
fn gap(a: (&Figure, &BodyRow), b: (&Figure, &BodyRow)) -> f64 {
    gap_of_pieces(a, b, -OVERLAP)
}

fn gap_of_pieces(a: (&Figure, &BodyRow), b: (&Figure, &BodyRow), enough: f64) -> f64 {
    let others = b.0.pieces();
    let of = |own: &Figure| {
        let each = others
            .iter()
            .map(|o| gap_until((own, a.1), (o, b.1), enough));
        each.fold(f64::INFINITY, f64::min)
    };
    a.0.pieces().iter().map(of).fold(f64::INFINITY, f64::min)
}

/// The largest gap that a plane between two convex solids leaves.
fn gap_as_it_is(a: (&Figure, &BodyRow), b: (&Figure, &BodyRow)) -> f64 {
    gap_of_pieces(a, b, f64::INFINITY)
}

/// The largest gap, or one above `enough`: directions all over a sphere, the best of them improved.
fn gap_until(a: (&Figure, &BodyRow), b: (&Figure, &BodyRow), enough: f64) -> f64 {
    let [R, S] = [a.1, b.1].map(turn);
    let between = Vec3::from(a.1.position) - Vec3::from(b.1.position);
    let along = |n: &Vec3| {
        let own = a.0.reach(&R.tr_mul(&-*n));
        n.dot(&between) - own - b.0.reach(&S.tr_mul(n))
    };
    let count = 400;
    // Points on a spiral (golden angle).
    let spiral = (0..count).map(|k| {
        let z = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(count);
        let (s, c) = (GOLDEN * f64::from(k)).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * c, r * s, z)
    });
    // And the normals of faces, which the best plane often is along.
    let first = along(&between.normalize());
    if first > enough {
        return first;
    }
    let axes = [0, 1, 2]
        .into_iter()
        .flat_map(|k| [R.column(k), S.column(k)]);
    let mut starts: Vec<Vec3> = spiral.chain(axes.flat_map(|n| [n, -n])).collect();
    starts.push(between.normalize());
    starts.sort_by(|x, y| along(y).total_cmp(&along(x)));
    let mut best = f64::NEG_INFINITY;
    for start in &starts[..STARTS] {
        best = best.max(along(start));
        if best > enough {
            break;
        }
        best = best.max(improved(*start, &along));
    }
    best
}

/// A ring has a hole: balls in its tube against the other solid, of a ring by how far a point is from its circle.
fn gap_of_ring((ring, at): (&Figure, &BodyRow), b: (&Figure, &BodyRow)) -> f64 {
    let Figure::Ring(major, minor) = *ring else {
        unreachable!("a ring")
    };
    let ball = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(BALLS);
        let out = Vec3::new(angle.cos(), angle.sin(), 0.0) * major;
        // It is so much thinner between its feet.
        let third = std::f64::consts::TAU / 3.0;
        let from_foot = angle - (angle / third).round() * third;
        let recedes = 2e-5 * major * (1.0 - from_foot.cos());
        let minor = match b.0.is_sharp_polyhedron() {
            true => minor,
            false => minor - recedes,
        };
        let centre = Vec3::from(at.position) + turn(at) * out;
        if let Figure::Ring(major, other) = *b.0 {
            let x = turn(b.1).tr_mul(&(centre - Vec3::from(b.1.position)));
            return (x.x.hypot(x.y) - major).hypot(x.z) - minor - other;
        }
        let ball = BodyRow {
            position: centre.to_array(),
            ..*at
        };
        gap((&Figure::Ball(minor), &ball), b)
    };
    (0..BALLS).map(ball).fold(f64::INFINITY, f64::min)
}

/// Balls in a ring.
const BALLS: u32 = 120;
const GOLDEN: f64 = 2.399_963_229_728_653;
/// At most so many tries, as beside the best plane there are others that are best around them.
const STARTS: usize = 40;
/// What the search for the best plane leaves of a gap that is closed.
const OVERLAP: f64 = 1e-9;

/// The largest value of a concave function between two ends: golden section.
fn largest(f: impl Fn(f64) -> f64, [mut a, mut b]: [f64; 2]) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    let mut x = [b - RATIO * (b - a), a + RATIO * (b - a)];
    let mut y = x.map(&f);
    for _ in 0..70 {
        if y[0] < y[1] {
            a = x[0];
            x = [x[1], a + RATIO * (b - a)];
            y = [y[1], f(x[1])];
        } else {
            b = x[1];
            x = [b - RATIO * (b - a), x[0]];
            y = [f(x[0]), y[0]];
        }
    }
    y[0].max(y[1])
}

/// The largest value found around a direction. Over a plane beside the sphere the value, times the length of the direction, is concave; where it is zero both are
/// the same.
fn improved(n: Vec3, along: &impl Fn(&Vec3) -> f64) -> f64 {
    let u = n.cross(&Vec3::new(0.3, 0.5, 0.8)).normalize();
    let v = n.cross(&u);
    let ends = [-0.3, 0.3];
    largest(|x| largest(|y| along(&(n + u * x + v * y)), ends), ends)
}

const INERTIA: [f64; 3] = [0.004, 0.005, 0.006];
const MASS: f64 = 1.2;

fn momenta(b: &BodyRow) -> [Vec3; 2] {
    let p = Vec3::from(b.velocity) * MASS;
    let R = turn(b);
    let w = R.tr_mul(&Vec3::from(b.angular_velocity));
    let spin = R * Vec3::from_fn(|k| INERTIA[k] * w.to_array()[k]);
    [p, Vec3::from(b.position).cross(&p) + spin]
}

fn kinetic(b: &BodyRow) -> f64 {
    let v = Vec3::from(b.velocity);
    let w = turn(b).tr_mul(&Vec3::from(b.angular_velocity)).to_array();
    let spin: f64 = (0..3).map(|k| INERTIA[k] * w[k] * w[k]).sum();
    0.5 * (MASS * v.dot(&v) + spin)
}

fn place(deck: &mut Deck, part: u32, figure: &Figure, pose: carom_base::Pose) {
    if part > 1 {
        deck.body(part, MASS, INERTIA, pose);
    }
    let (figure, low) = figure.shape();
    let marker = 1000 + part;
    deck.marker(marker, part, at(0.0, 0.0, low));
    shape(deck, part, marker, figure, false);
}

/// Two bodies that fly at each other in space.
fn fly(kinds: [&str; 2], seed: u64) -> usize {
    let mut random = Random(seed);
    let figures = pair(&mut random, kinds);
    let mut deck = Deck::new(0.0);
    for (part, side) in [(2, -1.0), (3, 1.0)] {
        let angles = [0, 1, 2].map(|_| random.between(0.0, 180.0));
        let [y, z] = [0, 1].map(|_| random.between(-0.06, 0.06));
        place(
            &mut deck,
            part,
            &figures[part as usize - 2],
            turned(0.3 * side, y, z, angles),
        );
        let v = Vec3::new(-side * random.between(0.5, 1.0), 0.0, 0.0) + random.vector(0.05);
        speed(&mut deck, part, v, random.vector(6.0));
    }
    let mu = random.chance(0.4).then(|| {
        let mu = random.between(0.1, 0.6);
        [mu, 0.9 * mu]
    });
    let restitution = if random.chance(0.5) {
        1.0
    } else {
        random.between(0.0, 0.9)
    };
    contact(&mut deck, [2, 3], LAW, mu);
    rigid(&mut deck, Some(restitution), NEWTON);
    let name = format!("seed {seed}, {figures:?}, {mu:?}, {restitution}");
    let record = finish(&deck, &name, 0.8);
    check_first_impact(&deck, &name, &figures, &record);
    let first = &record.frames[0].bodies;
    let sum = |bodies: &[BodyRow]| {
        let [a, b] = [&bodies[0], &bodies[1]].map(momenta);
        [a[0] + b[0], a[1] + b[1]]
    };
    let energy = |bodies: &[BodyRow]| kinetic(&bodies[0]) + kinetic(&bodies[1]);
    let (size, before) = (energy(first), sum(first));
    let mut least = size;
    for frame in &record.frames {
        let now = sum(&frame.bodies);
        for (a, b) in now.iter().zip(&before) {
            // Ten tolerances of the integration; what slides in the hole of a ring does so all along.
            let most = if figures.iter().any(Figure::is_ring) {
                3e-7
            } else {
                1e-7
            };
            assert!(
                (*a - *b).norm() < most,
                "{name}, {}: {a:?} {b:?}",
                frame.time
            );
        }
        least = least_energy(&name, frame.time, (energy(&frame.bodies), least), size);
        check_gap(
            &name,
            frame.time,
            [
                (&figures[0], &frame.bodies[0]),
                (&figures[1], &frame.bodies[1]),
            ],
        );
    }
    if mu.is_none() && restitution == 1.0 {
        assert!(least > (1.0 - 1e-7) * size, "{name}: {least} of {size}");
    }
    impacts(&record)
}

/// A body that falls on another one, which is fixed.
fn fall(kinds: [&str; 2], seed: u64) -> usize {
    let mut random = Random(!seed);
    let figures = pair(&mut random, kinds);
    let mut deck = Deck::new(G);
    let angle = |random: &mut Random| [0, 1, 2].map(|_| random.between(0.0, 180.0));
    // Half of them stand or lie on plane ground.
    let upright = random.chance(0.5);
    let lower = if upright {
        [0.0, 0.0, random.between(0.0, 180.0)]
    } else {
        angle(&mut random)
    };
    let upper = if upright && random.chance(0.5) {
        lower
    } else {
        angle(&mut random)
    };
    let base = turned(0.0, 0.0, 0.0, lower);
    let (figure, low) = figures[0].shape();
    let place_of = base.rotation * Vec3::new(0.0, 0.0, low);
    deck.marker(
        1001,
        1,
        carom_base::Pose {
            position: place_of,
            rotation: base.rotation,
        },
    );
    shape(&mut deck, 1, 1001, figure, false);
    let [x, y] = [0, 1].map(|_| random.between(-0.06, 0.06));
    place(&mut deck, 2, &figures[1], turned(x, y, 0.42, upper));
    speed(&mut deck, 2, random.vector(0.2), random.vector(1.0));
    let mu = random.chance(0.6).then(|| {
        let mu = random.between(0.1, 0.8);
        [mu, 0.9 * mu]
    });
    let restitution = random.between(0.0, 0.7);
    contact(&mut deck, [2, 1], LAW, mu);
    rigid(&mut deck, Some(restitution), NEWTON);
    let name = format!("seed {seed}, {figures:?} {lower:?} {upper:?}, {mu:?}, {restitution}");
    let record = finish(&deck, &name, 0.65);
    let energy = |b: &BodyRow| kinetic(b) + MASS * G * b.position[2];
    let size = kinetic(&record.frames[0].bodies[0]) + MASS * G * 0.4;
    let mut least = f64::INFINITY;
    let fixed = BodyRow {
        position: [0.0; 3],
        orientation: Quaternion::from_matrix(&base.rotation).0,
        ..record.frames[0].bodies[0]
    };
    for frame in &record.frames {
        least = least_energy(&name, frame.time, (energy(&frame.bodies[0]), least), size);
        check_gap(
            &name,
            frame.time,
            [(&figures[1], &frame.bodies[0]), (&figures[0], &fixed)],
        );
    }
    impacts(&record)
}

fn finish(deck: &Deck, name: &str, end: f64) -> Record {
    let settings = options("dop853", 1e-8);
    let found = try_run(deck, Analysis::Dynamic, end, 60, &settings);
    found.unwrap_or_else(|e| panic!("{name}: {e:?}"))
}

/// The lesser of the energies of now and before; nothing drives the bodies.
fn least_energy(name: &str, time: f64, (now, least): (f64, f64), size: f64) -> f64 {
    // Ten tolerances of the integration.
    assert!(
        now < least + 1e-7 * size,
        "{name}, {time}: {now} of {least}"
    );
    least.min(now)
}

fn check_gap(name: &str, time: f64, [a, b]: [(&Figure, &BodyRow); 2]) {
    let gap = match [a.0, b.0] {
        [Figure::Ring(..), _] => gap_of_ring(a, b),
        [_, Figure::Ring(..)] => gap_of_ring(b, a),
        _ => gap(a, b),
    };
    assert!(gap > -OVERLAP, "{name}, {time}: {gap:e}");
}

/// At the first impact the solids touch.
fn check_first_impact(deck: &Deck, name: &str, figures: &[Figure; 2], record: &Record) {
    if figures.iter().any(Figure::is_ring) {
        return;
    }
    let impacts = of_kind(record, EventKind::Impact);
    let Some(first) = impacts.first() else { return };
    let until = finish(deck, name, first.time);
    let bodies = &until.frames.last().expect("the end").bodies;
    let apart = gap_as_it_is((&figures[0], &bodies[0]), (&figures[1], &bodies[1]));
    // Ten tolerances, and what the search for the best plane leaves.
    assert!(apart.abs() < 1e-6, "{name}, {}: {apart:e}", first.time);
}

fn impacts(record: &Record) -> usize {
    of_kind(record, EventKind::Impact).len()
}

/// Kinds of both solids, by their letters, and how many pairs of them are thrown.
const KINDS: [([&str; 2], u64); 17] = [
    (["bkqp", "bkqp"], 12),
    (["u", "bkqpu"], 6),
    (["c", "qp"], 12),
    (["c", "bk"], 12),
    (["c", "c"], 6),
    (["r", "qp"], 6),
    (["f", "bkqpcu"], 12),
    (["f", "f"], 6),
    (["w", "wqpc"], 6),
    (["n", "bkqpn"], 12),
    (["n", "cf"], 6),
    (["e", "bkqpuw"], 12),
    (["e", "ecf"], 12),
    (["e", "n"], 6),
    (["r", "kuceff"], 12),
    (["o", "kuceff"], 6),
    (["ro", "ro"], 3),
];

/// From the seed CAROM_FIRST so many pairs as CAROM_THROWN says, of the kinds "a b" in CAROM_KINDS; without them some of each.
fn campaign(run: impl Fn([&str; 2], u64) -> usize + std::panic::RefUnwindSafe) {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let first = number("CAROM_FIRST").unwrap_or(0);
    let own = std::env::var("CAROM_KINDS").ok();
    let own = own.as_deref().and_then(|kinds| kinds.split_once(' '));
    let chosen = own.map(|(a, b)| vec![([a, b], 100)]);
    for (kinds, few) in chosen.unwrap_or(KINDS.to_vec()) {
        let count = number("CAROM_THROWN").unwrap_or(few);
        let mut met = 0;
        let mut failed = Vec::new();
        for seed in first..first + count {
            match std::panic::catch_unwind(|| run(kinds, seed)) {
                Ok(impacts) => met += u64::from(impacts > 0),
                Err(_) => failed.push(seed),
            }
        }
        assert!(failed.is_empty(), "{kinds:?} {failed:?}");
        assert!(3 * met > count, "{kinds:?}: only {met} of {count} meet");
    }
}

#[test]
fn solids_that_fly_at_each_other() {
    campaign(fly);
}

#[test]
fn solids_that_fall_on_each_other() {
    campaign(fall);
}
