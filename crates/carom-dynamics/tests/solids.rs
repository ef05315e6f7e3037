//! Contacts of solids: exact cases, derivatives, events, energy.

#[path = "solids/bristles.rs"]
mod bristles;
#[path = "solids/cases.rs"]
mod cases;
#[path = "solids/normal_laws.rs"]
mod normal_laws;
use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, VolumeParameters};

use carom_base::{Diagnostics, Pose, Vec3};
use carom_dynamics::EventKind;
use carom_dynamics::RunOptions;
use carom_dynamics::assemble::assemble as assemble_system;
use carom_dynamics::equations::Equations;
use carom_dynamics::start::initial;
use carom_expr::{ElementForce, Input};
use carom_model::analysis::{Analysis, ContactRule};
use carom_model::constraint::Function;
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::Shape;
use carom_model::output::RequestKind;
use carom_model::{Diff, JointKind, Request, Tag, Variable};
use carom_solve::Problem;
use std::f64::consts::PI;
use support::solids::{G, LAW as BALL, PLANE, ball as sphere, close, connect, contact, shape};
use support::*;

fn coulomb(vs: f64, vd: f64) -> Friction {
    Friction {
        mu_static: 0.3,
        mu_dynamic: 0.1,
        stiction_velocity: vs,
        friction_velocity: vd,
        dynamics_only: false,
        max_stiction_deformation: None,
    }
}

/// A ball that falls from 1.1 on a table, by CONTACT (on a plane or a box) or by IMPACT.
fn falling_ball(table: Option<Shape>) -> Deck {
    let mut d = Deck::new(9.80665);
    d.body(2, 1.0, [4e-3; 3], at(0.0, 0.0, 1.1));
    match table {
        Some(table) => {
            let corner = at(-1.0, -1.0, -0.5);
            let place = if table == PLANE {
                Pose::identity()
            } else {
                corner
            };
            d.marker(11, 1, place);
            shape(&mut d, 1, 200, sphere(0.1), false);
            shape(&mut d, 2, 11, table, false);
            connect(&mut d, 1, (&[1], &[2]), BALL, None);
        }
        None => {
            let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)";
            d.sforce(1, Kind::Translation, true, (200, 1), f);
        }
    }
    d
}

/// The events of the reference (34-digit extrapolation, validation/values/impact_ball.json), and those of the same ball by IMPACT.
#[test]
fn a_ball_by_contact_is_the_ball_by_impact() {
    let tight = options("radau", 1e-11);
    let run = |d: &Deck| run(d, Analysis::Dynamic, 0.9, 9, &tight);
    let by_force = run(&falling_ball(None));
    let plate = Shape::BoxFromCorner([2.0, 2.1, 0.5]);
    for table in [PLANE, plate] {
        let record = run(&falling_ball(Some(table)));
        let expected = [
            (EventKind::ContactBegin, 0.451_600_755_751_787_5),
            (EventKind::FullDamping, 0.451_623_339_051_328_8),
            (EventKind::ForceOff, 0.473_072_367_269_029_4),
            (EventKind::ContactEnd, 0.477_774_924_851_584_3),
        ];
        for (event, (kind, time)) in record.events.iter().zip(expected) {
            assert_eq!((event.kind, event.element.as_str()), (kind, "CONTACT/1"));
            // the tolerance of the run, 1e-11, grown by the stiffness
            assert!((event.time - time).abs() < 1e-9, "{kind:?} {}", event.time);
        }
        assert_eq!(record.events.len(), by_force.events.len());
        for (a, b) in record.events.iter().zip(&by_force.events) {
            assert_eq!(a.kind, b.kind);
            assert!((a.time - b.time).abs() < 1e-9);
            assert!((a.rate[0] - b.rate[0]).abs() < 1e-7);
        }
        let [balance, scale] = record.statistics[0].energy_balance.expect("audited");
        assert!(balance.abs() < 1e-8 * scale, "{balance}");
    }
}

/// Each flank of a groove of the half-angle α carries mg/(2·sin α), at the depth (N/k)^(1/e); in statics and after a fall.
#[test]
fn a_ball_in_a_groove() {
    for degrees in [30.0f64, 45.0, 60.0] {
        let alpha = degrees.to_radians();
        let mut d = Deck::new(9.80665);
        let n = 9.80665 / (2.0 * alpha.sin());
        let depth = (n / 1e5f64).powf(1.0 / 1.5);
        let height = (0.1 - depth) / alpha.sin();
        d.body(2, 1.0, [4e-3; 3], at(0.0, 0.0, height + 0.01));
        // flanks with the normals (∓cos α, 0, sin α)
        for (marker, side) in [(11, 1.0), (12, -1.0)] {
            let rotation = carom_base::space::exp_so3(&Vec3::new(
                0.0,
                side * (alpha - std::f64::consts::FRAC_PI_2),
                0.0,
            ));
            d.marker(
                marker,
                1,
                Pose {
                    position: Vec3::zeros(),
                    rotation,
                },
            );
        }
        shape(&mut d, 1, 200, sphere(0.1), false);
        shape(&mut d, 2, 11, PLANE, false);
        shape(&mut d, 3, 12, PLANE, false);
        connect(&mut d, 1, (&[1], &[2, 3]), BALL, None);
        for (analysis, end) in [(Analysis::Static, 0.0), (Analysis::Dynamic, 6.0)] {
            let record = run(&d, analysis, end, 1, &options("auto", 1e-8));
            let rows = &record.frames.last().expect("told").contacts;
            assert_eq!(rows.len(), 2, "{degrees} {analysis:?}");
            for (row, side) in rows.iter().zip([-1.0, 1.0]) {
                // 1e-6: what the fall leaves of its motion
                assert!((row.force / n - 1.0).abs() < 1e-6, "{}", row.force);
                assert!((row.depth / depth - 1.0).abs() < 1e-6);
                let normal = Vec3::from(row.normal);
                let expected = Vec3::new(side * alpha.cos(), 0.0, alpha.sin());
                assert!((normal - expected).norm() < 1e-9, "{normal}");
            }
        }
    }
}

/// Whatever stands or lies on a plate stands as on a plane: k·pᵉ = m·g, and nothing pushes it sideways or turns it. The middle of the plate, which
/// is on a diagonal of its face, is no special place. Of a ring p is the mean thickness of the overlap.
#[test]
fn round_solids_lie_on_plates() {
    let lying = Pose {
        position: Vec3::new(-0.2, 0.0, 0.0),
        rotation: carom_base::space::rotation_y(PI / 2.0),
    };
    let cylinder = Shape::Cylinder {
        length: 0.4,
        radius: 0.1,
    };
    let frustum = Shape::Frustum {
        length: 0.2,
        bottom: 0.1,
        top: 0.05,
    };
    let torus = Shape::Torus {
        major: 0.3,
        minor: 0.1,
    };
    let shapes = [
        ("ball", sphere(0.1), Pose::identity()),
        ("egg", Shape::Ellipsoid([0.3, 0.2, 0.1]), Pose::identity()),
        ("lying", cylinder.clone(), lying),
        ("standing", cylinder, at(0.0, 0.0, -0.1)),
        ("frustum", frustum, at(0.0, 0.0, -0.1)),
        ("ring", torus, Pose::identity()),
    ];
    let depth = (G / 1e5f64).powf(1.0 / 1.5);
    for (name, solid, place) in &shapes {
        for swapped in [false, true] {
            let mut d = Deck::new(G);
            d.body(2, 1.0, [0.02, 0.03, 0.04], at(0.0, 0.0, 0.1 + 1e-4));
            d.marker(21, 2, *place);
            d.marker(11, 1, at(-1.0, -1.0, -0.5));
            shape(&mut d, 1, 21, solid.clone(), false);
            shape(&mut d, 2, 11, Shape::BoxFromCorner([2.0, 2.0, 0.5]), false);
            let [i, j] = if swapped { [2, 1] } else { [1, 2] };
            contact(&mut d, [i, j], BALL, None);
            for (analysis, end) in [(Analysis::Static, 0.0), (Analysis::Dynamic, 1.0)] {
                let record = run(&d, analysis, end, 1, &options("auto", 1e-9));
                let last = record.frames.last().expect("told");
                let [row] = &last.contacts[..] else {
                    panic!("{name}: {} volumes", last.contacts.len());
                };
                // 1e-6: what the fall of a tenth of a millimetre leaves of its motion
                close(name, row.force / G, 1.0, 1e-6);
                close(name, row.depth / depth, 1.0, 1e-6);
                let up = if swapped { -1.0 } else { 1.0 };
                close(name, row.normal[2], up, 1e-9);
                let [x, y, z] = last.bodies[0].position;
                let sunk = 0.1 - z;
                close(name, sunk / depth, 1.0, 1e-6);
                // 1e-8 m: upright on a flat face, rates are those 1e-9 beside
                close(name, x.hypot(y), 0.0, 1e-8);
            }
        }
    }
}

/// A wedge of 5 kg and 30 degrees on a frictionless floor, a block of 1 kg on it: the acceleration m·g·sin θ·cos θ/(M + m·sin² θ), the
/// normal force m·g·cos θ·M/(M + m·sin² θ), the depth of which is N = k·pᵉ.
#[test]
fn a_block_on_a_wedge() {
    let theta = 30f64.to_radians();
    let (g, wedge, block) = (9806.65, 5.0, 1.0);
    let mut d = Deck::new(0.0);
    d.0.units = carom_base::Units::from_names("newton", "kilogram", "millimeter", "second")
        .expect("known units");
    d.0.gravity = [0.0, -g, 0.0];
    let rotation = carom_base::space::rotation_z(-theta);
    let on_slope = |position: Vec3| Pose { position, rotation };
    d.body(2, wedge, [1e4; 3], at(0.0, 0.0, 0.0));
    d.body(
        3,
        block,
        [66.6667; 3],
        on_slope(rotation * Vec3::new(0.0, 10.0, 0.0)),
    );
    // the slab whose upper face goes through the origin
    d.marker(21, 2, on_slope(rotation * Vec3::new(-200.0, -100.0, -50.0)));
    d.marker(31, 3, at(-10.0, -10.0, -10.0));
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.joint(1, JointKind::Translational, 20, 10);
    shape(
        &mut d,
        2,
        21,
        Shape::BoxFromCorner([400.0, 100.0, 100.0]),
        false,
    );
    shape(
        &mut d,
        3,
        31,
        Shape::BoxFromCorner([20.0, 20.0, 20.0]),
        false,
    );
    let law = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: 1e5,
        exponent: 2.2,
        damping: 10.0,
        dmax: 0.1,
    }));
    connect(&mut d, 1, (&[3], &[2]), law, None);
    let record = run(&d, Analysis::Dynamic, 0.25, 1, &options("auto", 1e-8));
    let frame = record.frames.last().expect("told");
    let (s, c) = theta.sin_cos();
    let acceleration = block * g * s * c / (wedge + block * s * s);
    let force = block * g / 1e3 * c * wedge / (wedge + block * s * s);
    let told = -frame.bodies[0].acceleration[0];
    // 1e-6: what is left of the first touch after a quarter of a second
    assert!((told / acceleration - 1.0).abs() < 1e-6, "{told}");
    let [row] = &frame.contacts[..] else {
        panic!("one volume")
    };
    assert!((row.force / force - 1.0).abs() < 1e-6, "{}", row.force);
    let depth = (force / 1e5).powf(1.0 / 2.2);
    assert!((row.depth / depth - 1.0).abs() < 1e-6, "{}", row.depth);
    assert!((row.depth - 0.013802).abs() < 5e-7);
    let [balance, scale] = record.statistics[0].energy_balance.expect("audited");
    assert!(balance.abs() < 1e-7 * scale, "{balance}");
}

/// A block that does not turn on a plate, the incline in the direction of gravity.
fn block_on_incline(degrees: f64, friction: Friction) -> Deck {
    let (s, c) = degrees.to_radians().sin_cos();
    let mut d = Deck::new(0.0);
    d.0.gravity = [9.80665 * s, 0.0, -9.80665 * c];
    d.body(2, 1.0, [1e-3; 3], at(0.0, 0.0, 0.01));
    d.marker(11, 1, at(-2.0, -0.1, -0.05));
    d.marker(21, 2, at(-0.02, -0.02, -0.01));
    shape(
        &mut d,
        1,
        21,
        Shape::BoxFromCorner([0.04, 0.04, 0.02]),
        false,
    );
    shape(
        &mut d,
        2,
        11,
        Shape::BoxFromCorner([60.0, 0.2, 0.05]),
        false,
    );
    d.joint(1, JointKind::Orientation, 200, 1);
    let law = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: 1e7,
        exponent: 1.5,
        damping: 100.0,
        dmax: 1e-4,
    }));
    connect(&mut d, 1, (&[1], &[2]), law, Some(friction));
    d
}

/// On an incline of 10 degrees a block that does not turn creeps with the speed v at which tan 10° = μ_s·v/v_s·(3 − v²/v_s²)/2; on one of
/// 20 degrees it slides with g·(sin − μ_d·cos).
#[test]
fn a_block_on_an_incline() {
    let deck = |degrees| block_on_incline(degrees, coulomb(0.01, 0.1));
    let record = run(
        &deck(10.0),
        Analysis::Dynamic,
        10.0,
        10,
        &options("auto", 1e-8),
    );
    let mu = 10f64.to_radians().tan();
    let (mut low, mut high) = (0.0, 1.0);
    while high - low > 1e-15 {
        let x: f64 = 0.5 * (low + high);
        *(if 0.3 * x * (3.0 - x * x) / 2.0 < mu {
            &mut low
        } else {
            &mut high
        }) = x;
    }
    let creep = 0.01 * low;
    for frame in &record.frames[1..] {
        let v = frame.bodies[0].velocity[0];
        // 1e-6: the tolerance of the run against 4 mm/s
        assert!((v / creep - 1.0).abs() < 1e-5, "{v} {creep}");
    }
    let moved = record.frames[10].bodies[0].position[0] - record.frames[1].bodies[0].position[0];
    assert!((moved / (9.0 * creep) - 1.0).abs() < 1e-5);

    let (s, c) = 20f64.to_radians().sin_cos();
    let all = RunOptions {
        verbose_events: true,
        ..options("auto", 1e-8)
    };
    let record = run(&deck(20.0), Analysis::Dynamic, 2.0, 4, &all);
    let slide = 9.80665 * (s - 0.1 * c);
    let a = record.frames.last().expect("told").bodies[0].acceleration[0];
    assert!((a / slide - 1.0).abs() < 1e-6, "{a}");
    // slower than v_s, between, faster than v_d
    let of_slip = |e: &&carom_dynamics::EventRow| e.kind == EventKind::Switch && e.gap.is_nan();
    let ends: Vec<f64> = record
        .events
        .iter()
        .filter(of_slip)
        .map(|e| e.rate[0])
        .collect();
    // up, down and up again while the block settles, then on to full sliding
    let expected = [0.01, 0.01, 0.01, 0.1];
    assert_eq!(ends.len(), expected.len());
    assert!(
        ends.iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-12)
    );
}

/// x, z of a block whose top is a groove of 90 degrees.
const GROOVE: [(f64, f64); 5] = [
    (-1.0, 1.0),
    (0.0, 0.0),
    (1.0, 1.0),
    (1.0, -0.5),
    (-1.0, -0.5),
];

/// A prism along y with the groove in its top.
fn groove_of_triangles() -> Shape {
    let outline = GROOVE;
    let mut mesh = carom_geometry::Mesh::default();
    for y in [-1.0, 1.0] {
        let ring = outline.iter().map(|(x, z)| Vec3::new(*x, y, *z));
        mesh.vertices.extend(ring);
    }
    for [a, b, c] in [[0, 4, 1], [1, 4, 3], [1, 3, 2]] {
        mesh.triangles.push([a, b, c]);
        mesh.triangles.push([a + 5, c + 5, b + 5]);
    }
    for k in 0..5 {
        let next = (k + 1) % 5;
        mesh.triangles.push([k, next, next + 5]);
        mesh.triangles.push([k, next + 5, k + 5]);
    }
    Shape::Mesh(std::sync::Arc::new(mesh))
}

/// One pair of solids that touch in two places: the ball in a groove of triangles does what it does between two planes, the beginning of the second
/// contact, which no gap announces, included.
#[test]
fn two_places_of_one_pair() {
    let deck = |flanks: &[(Shape, Pose)]| {
        let mut d = Deck::new(9.80665);
        d.body(2, 1.0, [4e-3; 3], at(0.03, 0.0, 0.2));
        shape(&mut d, 1, 200, sphere(0.1), false);
        let mut labels = Vec::new();
        for (k, (flank, place)) in flanks.iter().enumerate() {
            let label = 11 + k as u32;
            d.marker(label, 1, *place);
            shape(&mut d, label, label, flank.clone(), false);
            labels.push(label);
        }
        connect(&mut d, 1, (&[1], &labels), BALL, None);
        d
    };
    let quarter = std::f64::consts::FRAC_PI_4;
    let plane = |side: f64| {
        let turn = Vec3::new(0.0, -side * quarter, 0.0);
        let pose = Pose {
            position: Vec3::zeros(),
            rotation: carom_base::space::exp_so3(&turn),
        };
        (PLANE, pose)
    };
    let of = |d: &Deck| run(d, Analysis::Dynamic, 0.2, 40, &options("auto", 1e-10));
    let planes = of(&deck(&[plane(1.0), plane(-1.0)]));
    let prism = of(&deck(&[(groove_of_triangles(), Pose::identity())]));
    // the same, extruded along -y from y = 1
    let outline = GROOVE.map(|(x, z)| [x, z]).to_vec();
    let extrusion = Shape::Extrusion {
        outline,
        length: 2.0,
    };
    let stand = Pose {
        position: Vec3::y(),
        rotation: carom_base::Mat3::from_columns([Vec3::x(), Vec3::z(), -Vec3::y()]),
    };
    let extruded = of(&deck(&[(extrusion, stand)]));
    let times = |r: &Record| r.events.iter().map(|e| e.time).collect::<Vec<_>>();
    assert_eq!(times(&extruded).len(), times(&prism).len());
    for (a, b) in times(&extruded).iter().zip(times(&prism)) {
        assert!((a - b).abs() < 1e-7, "{a} {b}");
    }
    let kinds = |r: &Record| r.events.iter().map(|e| e.kind).collect::<Vec<_>>();
    assert!(planes.events.len() > 4, "{:?}", kinds(&planes));
    assert_eq!(kinds(&planes), kinds(&prism));
    for (a, b) in planes.events.iter().zip(&prism.events) {
        // the tolerance of the run, grown over the impacts
        assert!((a.time - b.time).abs() < 1e-7, "{} {}", a.time, b.time);
    }
    assert!(planes.frames.iter().any(|f| f.contacts.len() == 2));
    for (a, b) in planes.frames.iter().zip(&prism.frames) {
        assert_eq!(a.contacts.len(), b.contacts.len());
        let [p, q] = [a, b].map(|f| Vec3::from(f.bodies[0].position));
        assert!((p - q).norm() < 1e-7);
    }
}

fn function(text: &str) -> NormalLaw {
    NormalLaw::Function(expression(text))
}

/// A fast small ball does not pass through a thin plate, whatever the step.
#[test]
fn nothing_tunnels() {
    for speed in [30.0, 300.0, 3000.0] {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [4e-6; 3], at(0.02, 0.01, 5.0));
        d.0.parts.iter_mut().nth(1).expect("the ball").velocity = [None, None, Some(-speed)];
        d.marker(11, 1, at(-1.0, -1.0, -0.005));
        shape(&mut d, 1, 200, sphere(0.005), false);
        shape(
            &mut d,
            2,
            11,
            Shape::BoxFromCorner([2.0, 2.0, 0.005]),
            false,
        );
        let law = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            // a depth of 0.3 mm: 0.4·k·p^2.5 = m·v²/2
            stiffness: 1.25 * speed * speed / 3e-4f64.powf(2.5),
            exponent: 1.5,
            damping: 0.0,
            dmax: 1e-4,
        }));
        connect(&mut d, 1, (&[1], &[2]), law, None);
        for method in ["auto", "radau", "gstiff"] {
            let record = run(
                &d,
                Analysis::Dynamic,
                10.0 / speed,
                1,
                &options(method, 1e-6),
            );
            let back = record.frames[1].bodies[0].velocity[2];
            assert_eq!(record.events.len(), 2, "{speed} {method}");
            // elastic; 1e-3: an error of the run
            assert!((back / speed - 1.0).abs() < 1e-3, "{speed} {method} {back}");
        }
    }
}

/// Discs that fall in their plane on a disc and on a plane do what balls do.
#[test]
fn discs_are_balls_in_a_plane() {
    let deck = |figure: &dyn Fn(f64) -> Shape| {
        let mut d = Deck::new(9.80665);
        d.marker(12, 1, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
        d.body(2, 1.0, [4e-3; 3], at(0.02, 0.0, 0.35));
        // the plane of motion is x z
        d.marker(201, 2, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
        d.joint(1, JointKind::Planar, 201, 12);
        shape(&mut d, 1, 201, figure(0.1), false);
        shape(&mut d, 2, 12, figure(0.2), false);
        d.marker(11, 1, at(0.0, 0.0, 0.1));
        shape(&mut d, 3, 11, PLANE, false);
        connect(&mut d, 1, (&[1], &[2, 3]), BALL, Some(coulomb(0.01, 0.1)));
        d
    };
    let of = |d: &Deck| run(d, Analysis::Dynamic, 0.4, 20, &options("auto", 1e-10));
    let balls = of(&deck(&sphere));
    let discs = of(&deck(&|radius| Shape::Circle { radius }));
    let kinds = |r: &Record| r.events.iter().map(|e| e.kind).collect::<Vec<_>>();
    assert!(kinds(&balls).len() > 4);
    assert_eq!(kinds(&balls), kinds(&discs));
    for (a, b) in balls.frames.iter().zip(&discs.frames) {
        let [p, q] = [a, b].map(|f| Vec3::from(f.bodies[0].position));
        // the tolerance of the run, grown over the impacts
        assert!((p - q).norm() < 1e-7);
    }
}

/// Names of the errors of a deck that is refused.
fn names(deck: &Deck) -> Vec<&'static str> {
    let mut d = Diagnostics::default();
    assert!(assemble_system(&deck.0, &mut d).is_none());
    let errors = d
        .iter()
        .filter(|d| d.severity == carom_base::Severity::Error);
    errors.map(|d| d.name).collect()
}

/// A shape on a body above one of ground.
fn with(a: Shape, b: Shape, law: NormalLaw) -> Deck {
    let mut d = Deck::new(9.8);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.0));
    shape(&mut d, 1, 200, a, false);
    shape(&mut d, 2, 1, b, false);
    connect(&mut d, 1, (&[1], &[2]), law, None);
    d
}

/// A shape that encloses nothing is refused with the place in it.
#[test]
fn shapes_that_enclose_nothing() {
    // a shape of triangles that encloses nothing is refused with the place in it
    let said = |shape: Shape| {
        let mut d = Diagnostics::default();
        assert!(assemble_system(&with(shape, PLANE, BALL).0, &mut d).is_none());
        d.iter().map(|d| d.message.clone()).collect::<String>()
    };
    let open = carom_geometry::Mesh {
        vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::y()],
        triangles: vec![[0, 1, 2]],
    };
    let open = said(Shape::Mesh(std::sync::Arc::new(open)));
    assert!(
        open.contains("GRAPHICS/1 is no solid: the mesh is not closed: edge ("),
        "{open}"
    );
    let bow = vec![[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
    let bow = said(Shape::Revolution { outline: bow });
    assert!(
        bow.contains("the outline crosses or touches itself near"),
        "{bow}"
    );
}

/// What asks for the force of a contact that is refused is not told that there is no such contact.
#[test]
fn forces_of_refused_contacts() {
    let mut asked = with(sphere(0.1), PLANE, users_code());
    let force = Input::ElementForce {
        element: ElementForce::Contact,
        id: 1,
        at_j: false,
        component: 1,
        rm: None,
    };
    let request = Request {
        tag: Tag::new("REQUEST", 1),
        titles: Vec::new(),
        comment: String::new(),
        kind: RequestKind::Element(force),
    };
    asked.0.requests.insert(request).expect("a new label");
    let variable = Variable {
        tag: Tag::new("VARIABLE", 1),
        function: Function::Expression(expression("CONTACT(1,0,1,0)")),
        initial: 0.0,
    };
    asked.0.variables.insert(variable).expect("a new label");
    assert_eq!(names(&asked), ["user-code"]);
}

/// What is not computed is refused by name.
#[test]
fn refusals() {
    assert_eq!(
        names(&with(sphere(0.1), Shape::Point, BALL)),
        ["contact-shape"]
    );
    let points = with(Shape::Point, Shape::Point, BALL);
    assert_eq!(names(&points), ["contact-shape"]);
    let file = Shape::Other("EXTERNAL".into());
    assert_eq!(names(&with(sphere(0.1), file, BALL)), ["contact-shape"]);
    assert_eq!(names(&with(PLANE, PLANE, BALL)), ["contact-shape"]);
    assert_eq!(names(&with(sphere(0.0), PLANE, BALL)), ["contact-shape"]);
    assert_eq!(
        names(&with(sphere(0.1), PLANE, users_code())),
        ["user-code"]
    );
    let law = NormalLaw::Parametric(AnyLaw::Volume(VolumeParameters {
        stiffness: 1e6,
        damping: 0.0,
    }));
    let disc = || Shape::Circle { radius: 0.1 };
    assert_eq!(names(&with(disc(), disc(), law)), ["contact-shape"]);
    let of = |text: &str| names(&with(sphere(0.1), PLANE, function(text)));
    assert_eq!(of("1E5*DEPTHH"), ["expr-unknown-name"]);
    assert_eq!(of("1E5*DEPTH*CONTACT(1,0,2,0)"), ["algebraic-loop"]);
    assert_eq!(of("1E5*DEPTH*ACCX(200)"), ["algebraic-loop"]);
    assert_eq!(of("1E5*DEPTH*VARVAL(9)"), ["missing-element"]);
    let many = "DX DY DZ VX VY VZ WX WY WZ AX AY AZ PSI THETA PHI DM VM".split(' ');
    let many: Vec<String> = many
        .flat_map(|f| [format!("{f}(200,1)"), format!("{f}(1,200)")])
        .collect();
    assert_eq!(of(&many.join(" + ")), ["too-many-switches"]);
    let mut elsewhere = with(sphere(0.1), PLANE, BALL);
    elsewhere.sforce(1, Kind::Translation, true, (200, 1), "1E5*DEPTH");
    assert_eq!(names(&elsewhere), ["unsupported-input"]);
    let mut rigid = with(sphere(0.1), PLANE, BALL);
    rigid.0.settings.rigid = Some(Default::default());
    // IMPACT brings no coefficient of restitution
    assert_eq!(names(&rigid), ["rigid-restitution"]);
}

/// A ring and a pipe that come to rest flat on a plane: the force of any rule is m·g, at the depth (m·g/k)^(1/e). The centroid of
/// these volumes is in the hole, where the points nearest to it say nothing.
#[test]
fn rings_stand_on_what_they_overlap() {
    let ring = Shape::Torus {
        major: 0.1,
        minor: 0.02,
    };
    let outline = vec![[0.08, -0.02], [0.1, -0.02], [0.1, 0.02], [0.08, 0.02]];
    for shape_of in [ring, Shape::Revolution { outline }] {
        for rule in [ContactRule::Adams, ContactRule::Smooth] {
            let mut d = Deck::new(9.8);
            d.body(2, 1.0, [4e-3; 3], at(0.0, 0.0, 0.02));
            shape(&mut d, 1, 200, shape_of.clone(), false);
            d.marker(11, 1, at(0.0, 0.0, -0.5));
            let plate = Shape::BoxFromCenter([1.0; 3]);
            shape(&mut d, 2, 11, plate, false);
            connect(&mut d, 1, (&[1], &[2]), BALL, None);
            d.0.settings.contact_rule = rule;
            let r = run(&d, Analysis::Dynamic, 1.0, 10, &options("auto", 1e-8));
            let NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
                stiffness,
                exponent,
                ..
            })) = BALL
            else {
                panic!("IMPACT")
            };
            let depth = 0.02 - r.frames.last().expect("a frame").bodies[0].position[2];
            let expected = (9.8 / stiffness).powf(1.0 / exponent);
            // By the rule smooth the depth is V/|N|, as the chord through a hole has no length: that of a flat face, and of a round one the area
            // of the segment of its section over its width.
            let half = (1.0 - depth / 0.02).acos();
            let mean = match (&shape_of, rule) {
                (Shape::Torus { .. }, ContactRule::Smooth) => {
                    0.02 * (half - half.sin() * half.cos()) / (2.0 * half.sin())
                }
                _ => depth,
            };
            // 1e-2: 128 facets around, and what is left of the motion after a second
            assert!((mean / expected - 1.0).abs() < 1e-2, "{mean} {expected}");
        }
    }
}

/// A quarter of the thinner solid, of the thickness 0.2, is 0.05. A body that starts within a plane, as one whose z points the other way has it, is told of as well.
#[test]
fn deep_starts_are_told() {
    let told = |height: f64, solid: Shape| {
        let mut d = Deck::new(9.8);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, height));
        shape(&mut d, 1, 200, solid, false);
        shape(&mut d, 2, 1, PLANE, false);
        connect(&mut d, 1, (&[1], &[2]), BALL, None);
        let mut found = Diagnostics::default();
        assert!(carom_dynamics::Simulation::assemble(&d.0, &mut found).is_some());
        let deep = found.iter().find(|d| d.name == "contact-deep-start");
        deep.map(|d| d.message.clone())
    };
    let cube = || Shape::BoxFromCenter([0.2; 3]);
    for (height, deep) in [(0.5, false), (0.051, false), (0.0, true), (-1.4, true)] {
        assert_eq!(told(height, sphere(0.1)).is_some(), deep, "{height}");
        assert_eq!(told(height, cube()).is_some(), deep, "{height}");
    }
    assert_eq!(
        told(0.04, sphere(0.1)).as_deref(),
        Some("CONTACT/1: GRAPHICS/1 and GRAPHICS/2 stand 6.000e-2 deep in each other at the start")
    );
}

/// Contacts that are apart change nothing: the same steps, to the same bits.
#[test]
fn contacts_apart_change_nothing() {
    let mut d = Deck::new(9.8);
    for k in 0..5u32 {
        let at = at(f64::from(k), 0.0, 10.0);
        d.body(k + 2, 1.0, [0.1, 0.2, 0.3], at);
        let spin = [Some(1.0), Some(0.3), Some(f64::from(k))];
        d.0.parts
            .iter_mut()
            .last()
            .expect("a body")
            .angular_velocity = spin;
    }
    let run = |d: &Deck| run(d, Analysis::Dynamic, 0.5, 5, &RunOptions::default());
    let plain = run(&d);
    for k in 0..5 {
        shape(
            &mut d,
            k + 1,
            (k + 2) * 100,
            Shape::BoxFromCenter([0.3, 0.2, 0.1]),
            false,
        );
    }
    for k in 0..4 {
        connect(&mut d, k + 1, (&[k + 1], &[k + 2]), BALL, None);
    }
    let record = run(&d);
    assert!(record.frames.iter().all(|f| f.contacts.is_empty()));
    for (a, b) in plain.frames.iter().zip(&record.frames) {
        assert_eq!(a.bodies, b.bodies);
    }
    assert_eq!(plain.statistics[0].steps, record.statistics[0].steps);
}

/// A quarter of a circle of 1 m, from the right to the top, and a disc of 0.2 m at a place: what a run of 1 s gives, with gravity along y.
fn against_a_hill(x: f64, y: f64, gravity: f64) -> (Result<(), String>, Record) {
    let mut d = Deck::new(0.0);
    d.0.gravity = [0.0, gravity, 0.0];
    d.body(2, 1.3, [0.3, 0.2, 0.4], at(x, y, 0.0));
    let arc = Shape::Arc {
        radius: 1.0,
        angle: PI / 2.0,
    };
    shape(&mut d, 1, 1, arc, false);
    shape(&mut d, 2, 200, Shape::Circle { radius: 0.2 }, false);
    contact(&mut d, [2, 1], BALL, None);
    let command = carom_model::analysis::Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(carom_model::analysis::End::Time(1.0)),
        output: Some(carom_model::analysis::OutputGrid::Steps(10)),
        span: carom_base::Span::NONE,
    };
    let mut record = Record::default();
    let ended = support::assemble(&d).execute(&command, &options("auto", 1e-8), &mut record);
    (ended.map(|_| ()).map_err(|e| e.message), record)
}

/// A disc that falls past the end of an arc is pushed off by its corner if it comes nearer than its radius, and by nothing else; one that comes from behind is told.
#[test]
fn ends_and_backs_of_arcs() {
    // 0.15 beside the end: the corner is touched where the height over it is √(0.2² − 0.15²)
    let (ended, record) = against_a_hill(-0.15, 1.5, -9.81);
    assert_eq!(ended, Ok(()));
    let touch = &record.events[0];
    let fallen: f64 = 0.5 - (0.2_f64.powi(2) - 0.15_f64.powi(2)).sqrt();
    assert!(
        (touch.time - (2.0 * fallen / 9.81).sqrt()).abs() < 1e-9,
        "{touch:?}"
    );
    assert!(record.frames[10].bodies[0].velocity[0] < -0.1);
    // 0.25 beside it
    let (ended, record) = against_a_hill(-0.25, 1.5, -9.81);
    assert_eq!((ended, record.events.len()), (Ok(()), 0));
    // from below, where its back is
    let (ended, _) = against_a_hill(0.5, 0.3, 9.81);
    let message = ended.expect_err("from behind");
    assert!(
        message.contains("meet from behind an open curve"),
        "{message}"
    );
}

fn users_code() -> NormalLaw {
    NormalLaw::User(carom_model::constraint::UserFunction {
        parameters: vec![1.0],
        routine: "lib::".into(),
        span: carom_base::Span::NONE,
    })
}
