//! Each pair of shapes that is rigid, by each analysis, also compliant: where one lies on the other, and that it presses with its weight. And the pairs of
//! a ball with a solid of revolution against points sampled on it.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::{Pose, Vec3};
use carom_dynamics::{RunOptions, Simulation};
use carom_model::JointKind;
use carom_model::analysis::{Analysis, Command, End, LinearSettings, OutputGrid};
use carom_model::force::Kind;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, Record, assemble, at, options, turned};

/// A shape, where it is on a marker, and how far it reaches below and above it on the axis z.
type Figure = (&'static str, Shape, f64, [f64; 2]);

fn figures() -> [Figure; 14] {
    let along = |low: f64, shape| (shape, low);
    let (cylinder, low) = along(
        -0.1,
        Shape::Cylinder {
            length: 0.2,
            radius: 0.1,
        },
    );
    let frustum = Shape::Frustum {
        length: 0.2,
        bottom: 0.1,
        top: 0.06,
    };
    // On its tip.
    let cone = Shape::Frustum {
        length: 0.2,
        bottom: 0.0,
        top: 0.1,
    };
    // What has a radius of 0.06 lies on both its sides.
    let (sin, cos) = 40f64.to_radians().sin_cos();
    let side = |x: f64| [x, x.abs() * sin / cos];
    let groove = Shape::Extrusion {
        outline: vec![[-0.2, -0.1], [0.2, -0.1], side(0.2), [0.0, 0.0], side(-0.2)],
        length: 0.5,
    };
    let in_groove = 0.06 / cos - 0.06;
    let torus = Shape::Torus {
        major: 0.15,
        minor: 0.05,
    };
    // On the tops of cylinders and frustums.
    let ring = Shape::Torus {
        major: 0.05,
        minor: 0.02,
    };
    let corner = |k: u32| {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / 6.0).sin_cos();
        [0.15 * c, 0.15 * s]
    };
    let hexagon = Shape::Extrusion {
        outline: (0..6).map(corner).collect(),
        length: 0.2,
    };
    // On its wall, along y.
    let roller = Shape::Cylinder {
        length: 0.3,
        radius: 0.06,
    };
    [
        ("plane", PLANE, 0.0, [f64::NAN, 0.0]),
        ("ball", ball(0.1), 0.0, [0.1, 0.1]),
        (
            "ellipsoid",
            Shape::Ellipsoid([0.15, 0.12, 0.1]),
            0.0,
            [0.1, 0.1],
        ),
        ("box", Shape::BoxFromCenter([0.2; 3]), 0.0, [0.1, 0.1]),
        (
            "plate",
            Shape::BoxFromCenter([0.5, 0.4, 0.2]),
            0.0,
            [0.1, 0.1],
        ),
        ("cylinder", cylinder, low, [0.1, 0.1]),
        ("frustum", frustum, -0.1, [0.1, 0.1]),
        ("cone", cone, -0.1, [0.1, 0.1]),
        ("torus", torus, 0.0, [0.05, 0.05]),
        ("ring", ring, 0.0, [0.02, 0.02]),
        ("hexagon", hexagon, -0.1, [0.1, 0.1]),
        ("capsule", capsule(0.3, 0.06), 0.0, [0.06, 0.06]),
        ("roller", roller, 0.0, [0.06, 0.06]),
        ("groove", groove, 0.0, [0.1, in_groove]),
    ]
}

/// Between two that do not touch, m.
const FAR: f64 = 3.0;

/// The pairs: which lies on which.
const PAIRS: [[&str; 2]; 70] = [
    ["plane", "ball"],
    ["plane", "ellipsoid"],
    ["plane", "box"],
    ["plane", "cylinder"],
    ["plane", "frustum"],
    ["plane", "torus"],
    ["ball", "ball"],
    ["box", "ball"],
    ["cylinder", "ball"],
    ["frustum", "ball"],
    ["plate", "box"],
    ["box", "box"],
    ["ball", "box"],
    ["ball", "cylinder"],
    ["hexagon", "ball"],
    ["hexagon", "box"],
    ["plate", "hexagon"],
    ["plane", "capsule"],
    ["plate", "capsule"],
    ["hexagon", "capsule"],
    ["capsule", "capsule"],
    ["capsule", "box"],
    ["ball", "capsule"],
    ["box", "cylinder"],
    ["plate", "roller"],
    ["plate", "torus"],
    ["torus", "hexagon"],
    ["cylinder", "cylinder"],
    ["cylinder", "roller"],
    ["roller", "cylinder"],
    ["roller", "roller"],
    ["cylinder", "capsule"],
    ["capsule", "cylinder"],
    ["roller", "capsule"],
    ["hexagon", "cylinder"],
    ["hexagon", "roller"],
    ["cylinder", "hexagon"],
    ["plate", "frustum"],
    ["frustum", "box"],
    ["frustum", "capsule"],
    ["frustum", "cylinder"],
    ["frustum", "frustum"],
    ["hexagon", "frustum"],
    ["plate", "cone"],
    ["groove", "roller"],
    ["groove", "capsule"],
    ["plane", "groove"],
    ["ellipsoid", "ball"],
    ["plate", "ellipsoid"],
    ["ellipsoid", "box"],
    ["ellipsoid", "ellipsoid"],
    ["ellipsoid", "capsule"],
    ["roller", "ellipsoid"],
    ["cylinder", "ellipsoid"],
    ["ellipsoid", "cylinder"],
    ["ellipsoid", "frustum"],
    ["ellipsoid", "cone"],
    ["hexagon", "ellipsoid"],
    ["ellipsoid", "roller"],
    ["cylinder", "ring"],
    ["frustum", "ring"],
    ["cone", "ring"],
    ["capsule", "ring"],
    ["roller", "ring"],
    ["ring", "capsule"],
    ["ring", "roller"],
    ["ring", "cylinder"],
    ["ring", "frustum"],
    ["ring", "ring"],
    ["torus", "capsule"],
];

/// By how much a ring may be thinner where it lies on a solid that is round: 1e-5 of the radius of its circle.
fn thinner(pair: [&str; 2]) -> f64 {
    match pair {
        ["torus", "capsule"] => 1e-5 * 0.15,
        [a, b] if a == "ring" || b == "ring" => 1e-5 * 0.05,
        _ => 0.0,
    }
}

/// How many parts lie on how many, all in one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sides {
    Single,
    /// Two far from each other, on ground and on another part that is fixed.
    Group,
}

/// A shape on a part: capsules and rollers lie along y.
fn place(name: &str, [x, y]: [f64; 2], z: f64) -> Pose {
    match name {
        "capsule" => turned(x, y, z, [180.0, 90.0, 180.0]),
        // Its marker is at its end.
        // Its groove is open to above, and along y.
        "groove" => turned(x, y + 0.25, z, [0.0, 90.0, 0.0]),
        "roller" => turned(x, y - 0.15, z, [180.0, 90.0, 180.0]),
        _ => at(x, y, z),
    }
}

/// One figure over another, guided along z and 2 mm up.
fn deck([lower, upper]: [&str; 2], is_rigid: bool, sides: Sides) -> (Deck, f64) {
    let find = |name| {
        figures()
            .into_iter()
            .find(|f| f.0 == name)
            .expect("a figure")
    };
    let (below, above) = (find(lower), find(upper));
    let height = below.3[1] + above.3[0];
    let mut deck = Deck::new(G);
    deck.marker(100, 1, place(lower, [0.0; 2], below.2));
    deck.body(2, 1.0, [0.01, 0.012, 0.014], at(0.0, 0.0, height + 0.002));
    deck.marker(201, 2, place(upper, [0.0; 2], above.2));
    deck.joint(1, JointKind::Translational, 200, 1);
    shape(&mut deck, 1, 100, below.1.clone(), false);
    shape(&mut deck, 2, 201, above.1.clone(), false);
    if sides == Sides::Group {
        let inertia = [0.01, 0.012, 0.014];
        deck.marker(5, 1, at(FAR, 0.0, 0.0));
        deck.body(3, 1.0, inertia, at(FAR, 0.0, 0.0));
        deck.joint(2, JointKind::Fixed, 300, 5);
        deck.marker(301, 3, place(lower, [0.0; 2], below.2));
        shape(&mut deck, 3, 301, below.1, false);
        deck.body(4, 1.0, inertia, at(FAR, 0.0, height + 0.002));
        deck.marker(401, 4, place(upper, [0.0; 2], above.2));
        deck.joint(3, JointKind::Translational, 400, 5);
        shape(&mut deck, 4, 401, above.1, false);
        // A plane has no end: one is enough.
        let below: &[u32] = if lower == "plane" { &[1] } else { &[1, 3] };
        connect(&mut deck, 1, (&[2, 4], below), LAW, None);
    } else {
        contact(&mut deck, [2, 1], LAW, None);
    }
    if is_rigid {
        rigid(&mut deck, Some(0.3), NEWTON);
    }
    (deck, height)
}

fn analyse(
    simulation: &mut Simulation,
    (analysis, method, end): (Analysis, &str, Option<f64>),
) -> Record {
    let mut record = Record::default();
    let command = match analysis {
        Analysis::Linear => Command::Linear(LinearSettings::default(), carom_base::Span::NONE),
        analysis => Command::Simulate {
            analysis,
            end: end.map(End::Time),
            output: end.map(|_| OutputGrid::Steps(2)),
            span: carom_base::Span::NONE,
        },
    };
    let found = simulation.execute(&command, &options(method, 1e-6), &mut record);
    found.unwrap_or_else(|why| panic!("{analysis:?} {method}: {why}"));
    record
}

#[test]
fn every_rigid_pair_in_every_analysis() {
    every_pair_in_every_analysis(true);
}

#[test]
fn every_compliant_pair_in_every_analysis() {
    every_pair_in_every_analysis(false);
}

fn every_pair_in_every_analysis(is_rigid: bool) {
    for pair in PAIRS {
        for sides in [Sides::Single, Sides::Group] {
            let name = format!("{pair:?}, rigid: {is_rigid}, {sides:?}");
            let (deck, height) = deck(pair, is_rigid, sides);
            // Compliant contacts give way by some 2e-3 m under this weight, those of a corner or an edge by more.
            let bound = if is_rigid { 1e-9 + thinner(pair) } else { 0.05 };
            // Rigid ones have come to rest by then: they fall by 2 mm and rebound with 0.3 of the speed.
            let [quasi, dynamic] = [Some(0.1); 2];
            for (analysis, method, end) in [
                (Analysis::Dynamic, "dop853", dynamic),
                (Analysis::Dynamic, "radau5", dynamic),
                (Analysis::Static, "auto", None),
                (Analysis::Static, "auto", quasi),
            ] {
                let name = format!("{name}, {analysis:?} {method} {end:?}");
                let record = analyse(&mut assemble(&deck), (analysis, method, end));
                let last = record.frames.last().expect("frames");
                let lie: &[usize] = match sides {
                    Sides::Single => &[0],
                    Sides::Group => &[0, 2],
                };
                for body in lie {
                    close(&name, last.bodies[*body].position[2], height, bound);
                }
                // Compliant ones that still ring press with more or less.
                if is_rigid || analysis == Analysis::Static {
                    let row = |f: &[f64; 6]| f[2];
                    let force = match is_rigid {
                        true => last.forces.iter().map(row).sum::<f64>(),
                        false => last
                            .contacts
                            .iter()
                            .map(|c| c.force * c.normal[2])
                            .sum::<f64>(),
                    };
                    let weight = G * lie.len() as f64;
                    close(&name, force.abs(), weight, 1e-6 * weight);
                }
            }
            let mut simulation = assemble(&deck);
            analyse(&mut simulation, (Analysis::Static, "auto", None));
            analyse(&mut simulation, (Analysis::Linear, "auto", None));
        }
    }
}

/// A profile in the half plane of ρ and z: the distance of a point outside, and which point is next to it, by many points on its rim.
fn nearest(rim: &[[f64; 2]], p: Vec3) -> (f64, Vec3) {
    let out = p.x.hypot(p.y);
    let far = |q: &[f64; 2]| (out - q[0]).hypot(p.z - q[1]);
    let best = rim
        .iter()
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .expect("points");
    (
        far(best),
        Vec3::new(p.x / out * best[0], p.y / out * best[0], best[1]),
    )
}

/// Points on a line, their distance some 1e-5 m.
fn line(a: [f64; 2], b: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    (0..=40_000).map(move |k| {
        let s = f64::from(k) / 40_000.0;
        [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s]
    })
}

/// A spring draws a ball towards a point inside: it comes to lie where the force is along the normal, its centre as far from the solid as its radius.
fn drawn(shape_of: Shape, rim: &[[f64; 2]], target: [f64; 3], radius: f64) {
    let pose = turned(0.3, -0.4, 0.2, [35.0, 60.0, -20.0]);
    for k in 0..24 {
        let angle = f64::from(k) * 2.4;
        let z = -1.0 + f64::from(k) / 11.5;
        let out = (1.0 - z * z).max(0.0).sqrt() * 0.9 + 0.02;
        let start = Vec3::new(out * angle.cos(), out * angle.sin(), 0.1 + z);
        let mut deck = Deck::new(0.0);
        deck.marker(100, 1, pose);
        deck.marker(101, 1, pose * at(target[0], target[1], target[2]));
        deck.body(2, 1.0, [0.01; 3], pose * at(start.x, start.y, start.z));
        shape(&mut deck, 1, 100, shape_of.clone(), false);
        shape(&mut deck, 2, 200, ball(radius), false);
        contact(&mut deck, [2, 1], LAW, None);
        deck.sforce(1, Kind::Translation, false, (200, 101), "-50*DM(200,101)");
        rigid(&mut deck, Some(0.3), NEWTON);
        let mut simulation = assemble(&deck);
        let mut record = Record::default();
        let command = Command::Simulate {
            analysis: Analysis::Static,
            end: None,
            output: None,
            span: carom_base::Span::NONE,
        };
        let found = simulation.execute(&command, &RunOptions::default(), &mut record);
        let name = format!("{shape_of:?} from {start:?}");
        found.unwrap_or_else(|why| panic!("{name}: {why}"));
        let p = Vec3::from(record.frames[0].bodies[0].position) - pose.position;
        let p = pose.rotation.tr_mul(&p);
        let (distance, point) = nearest(rim, p);
        // Points some 1e-5 apart are farther than the nearest by 1e-10/(2·0.1).
        close(&name, distance, radius, 1e-9);
        let (normal, pull) = ((p - point).normalize(), Vec3::from(target) - p);
        let aside = pull.cross(&normal).norm() / pull.norm();
        // The sampled point is off by 1e-5 of 0.1.
        assert!(aside < 2e-4, "{name}: {aside:e}");
    }
}

#[test]
fn a_ball_on_a_frustum() {
    for [length, bottom, top] in [[0.5, 0.4, 0.2], [0.5, 0.2, 0.4], [-0.4, 0.3, 0.0]] {
        let frustum = Shape::Frustum {
            length,
            bottom,
            top,
        };
        let (b, t) = ([bottom, 0.0], [top, length]);
        let rim: Vec<[f64; 2]> = line([0.0, 0.0], b)
            .chain(line(b, t))
            .chain(line(t, [0.0, length]))
            .collect();
        drawn(frustum, &rim, [0.03, 0.01, 0.45 * length], 0.1);
    }
}

#[test]
fn a_ball_on_a_torus() {
    let (major, minor) = (0.4, 0.1);
    let torus = Shape::Torus { major, minor };
    let rim: Vec<[f64; 2]> = (0..=200_000)
        .map(|k| {
            let (s, c) = (f64::from(k) / 200_000.0 * std::f64::consts::TAU).sin_cos();
            [major + minor * c, minor * s]
        })
        .collect();
    drawn(torus, &rim, [0.38, 0.1, 0.02], 0.1);
}

/// A ball in the hole of a torus lies on its feet, at `z² = (r₁ + r₂)² − R²`, pressed on each by a third of what carries it; pushed aside it stays
/// within 1e-5 of the ring's radius.
#[test]
fn a_ball_in_the_hole_of_a_torus() {
    let (major, minor, radius) = (0.15, 0.05, 0.14);
    let height = f64::sqrt((minor + radius) * (minor + radius) - major * major);
    for aside in [0.0, 2.0] {
        let mut deck = Deck::new(G);
        deck.body(2, 1.0, [0.01; 3], at(1e-3, -2e-3, height + 0.1));
        shape(&mut deck, 1, 1, Shape::Torus { major, minor }, false);
        shape(&mut deck, 2, 200, ball(radius), false);
        contact(&mut deck, [2, 1], LAW, None);
        deck.marker(90, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
        deck.sforce(1, Kind::Translation, true, (200, 90), &format!("{aside}"));
        rigid(&mut deck, Some(0.3), NEWTON);
        let mut simulation = assemble(&deck);
        let record = analyse(&mut simulation, (Analysis::Static, "auto", None));
        let last = record.frames.last().expect("frames");
        let [x, y, z] = last.bodies[0].position;
        close("height", z, height, 1e-5 * major);
        assert!(x.hypot(y) < 5e-5 * major, "{x} {y}");
        close("weight", last.forces[1][2], G, 1e-8);
        let record = analyse(&mut simulation, (Analysis::Dynamic, "dop853", Some(1.0)));
        assert!(record.events.is_empty(), "{:?}", record.events);
        let last = record.frames.last().expect("frames");
        close("rest", last.bodies[0].position[2], z, 1e-12);
    }
}
