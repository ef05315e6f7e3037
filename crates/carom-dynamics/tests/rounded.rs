//! Rigid contacts of balls and capsules with convex solids with plane faces, and of capsules with each other.
#![allow(non_snake_case)]

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::Vec3;
use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, Record, at, options, run, turned};

/// A box as a polygon that is extruded: the same solid, by its features.
fn prism([x, y, z]: [f64; 3]) -> Shape {
    let [x, y] = [x, y].map(|side| 0.5 * side);
    Shape::Extrusion {
        outline: vec![[-x, -y], [x, -y], [x, y], [-x, y]],
        length: z,
    }
}

/// A ball over a plate, of which the middle of the upper face is at the origin.
struct Throw {
    from: Vec3,
    velocity: Vec3,
    spin: Vec3,
    mu: Option<[f64; 2]>,
    restitution: f64,
}

const RADIUS: f64 = 0.05;
const PLATE: [f64; 3] = [0.4, 0.3, 0.1];

impl Throw {
    /// On a box, whose gap is a formula, or on the same solid by its features.
    fn run(&self, by_features: bool, angles: [f64; 3], method: &str) -> Record {
        let mut deck = Deck::new(G);
        let frame = turned(0.0, 0.0, 0.0, angles);
        let place = |p: Vec3| frame.rotation * p;
        let [x, y, z] = place(self.from).to_array();
        deck.body(2, 1.3, [0.0013; 3], turned(x, y, z, [0.0; 3]));
        speed(&mut deck, 2, place(self.velocity), place(self.spin));
        shape(&mut deck, 2, 200, ball(RADIUS), false);
        let low = place(Vec3::new(0.0, 0.0, -PLATE[2])).to_array();
        let middle = place(Vec3::new(0.0, 0.0, -0.5 * PLATE[2])).to_array();
        let [x, y, z] = if by_features { low } else { middle };
        deck.marker(11, 1, turned(x, y, z, angles));
        let plate = match by_features {
            true => prism(PLATE),
            false => Shape::BoxFromCenter(PLATE),
        };
        shape(&mut deck, 1, 11, plate, false);
        contact(&mut deck, [2, 1], LAW, self.mu);
        rigid(&mut deck, Some(self.restitution), NEWTON);
        run(&deck, Analysis::Dynamic, 0.6, 30, &options(method, 1e-10))
    }
}

/// Where from, velocity, spin; friction and restitution.
fn throws() -> [Throw; 6] {
    let (some, much) = (Some([0.3, 0.2]), Some([0.5, 0.4]));
    let r = RADIUS;
    [
        // Bounces on the face, at last beside it.
        ([-0.1, 0.02, 0.12], [0.9, 0.1, 0.0], [0.0; 3], None, 0.7),
        // Falls on an edge, on a corner.
        ([0.22, 0.0, 0.2], [0.0; 3], [0.0, 3.0, 1.0], some, 0.5),
        ([0.21, 0.16, 0.2], [0.0; 3], [1.0, 0.0, 2.0], some, 0.5),
        // Rolls on the face and over its edge, slides over it, rolls over a corner.
        ([0.1, 0.0, r], [0.4, 0.05, 0.0], [-1.0, 8.0, 0.0], much, 0.0),
        ([0.1, 0.0, r], [0.4, 0.05, 0.0], [0.0; 3], None, 0.0),
        (
            [0.16, 0.11, r],
            [0.3, 0.3, 0.0],
            [-6.0, 6.0, 0.0],
            much,
            0.0,
        ),
    ]
    .map(|(from, velocity, spin, mu, restitution)| Throw {
        from: from.into(),
        velocity: velocity.into(),
        spin: spin.into(),
        mu,
        restitution,
    })
}

/// Thrown, rolled and spun on the face, over edges and corners: as on a box, whose gap is one formula, with the same events.
#[test]
fn a_ball_on_a_prism_is_a_ball_on_a_box() {
    for (k, throw) in throws().iter().enumerate() {
        for (angles, method) in [([0.0; 3], "dop853"), ([0.0, 12.0, 5.0], "radau5")] {
            let [features, formula] =
                [true, false].map(|by_features| throw.run(by_features, angles, method));
            let name = format!(
                "throw {k}, {method}: {:?} {:?}",
                tell(&features),
                tell(&formula)
            );
            assert_eq!(features.events.len(), formula.events.len(), "{name}");
            assert!(!formula.events.is_empty(), "{name}");
            for (a, b) in features.events.iter().zip(&formula.events) {
                assert_eq!(a.kind, b.kind, "{name}");
                // The error of the integration, 1e-10 a step.
                close(&name, a.time, b.time, 1e-8);
            }
            let [a, b] = [&features, &formula].map(|r| r.frames.last().expect("frames"));
            for axis in 0..3 {
                let [a, b] = [a, b].map(|f| f.bodies[0].position[axis]);
                close(&name, a, b, 1e-7);
            }
            assert!(imbalance(&features) < 1e-7, "{name}");
        }
    }
}

fn cylinder(length: f64) -> Shape {
    Shape::Cylinder {
        length,
        radius: RADIUS,
    }
}

const FRUSTUM: Shape = Shape::Frustum {
    length: 0.2,
    bottom: 0.08,
    top: 0.04,
};

const EGG: Shape = Shape::Ellipsoid([0.15, 0.06, 0.1]);

const RING: Shape = Shape::Torus {
    major: 0.1,
    minor: 0.03,
};

fn tell(r: &Record) -> Vec<(EventKind, f64)> {
    r.events.iter().map(|e| (e.kind, e.time)).collect()
}

/// Thrown askew on a large box, bouncing and coming to rest: as on a plane, where each end or rim is a formula of its own.
#[test]
fn a_large_box_is_a_plane() {
    let (rough, smooth) = (Some([0.4, 0.3]), None);
    let throws = [
        (
            "capsule",
            capsule(0.3, RADIUS),
            smooth,
            [0.0, 70.0, 0.0],
            0.8,
        ),
        (
            "capsule",
            capsule(0.3, RADIUS),
            rough,
            [20.0, 85.0, 10.0],
            0.8,
        ),
        ("ellipsoid", EGG, smooth, [0.0, 70.0, 0.0], 0.8),
        ("ellipsoid", EGG, rough, [20.0, 40.0, 10.0], 0.8),
        // From here on a rim turns so fast that rounding grows.
        ("cylinder", cylinder(0.3), smooth, [0.0, 70.0, 0.0], 0.4),
        ("cylinder", cylinder(0.1), rough, [20.0, 40.0, 10.0], 0.35),
        ("frustum", FRUSTUM, smooth, [0.0, 70.0, 0.0], 0.4),
        ("frustum", FRUSTUM, rough, [20.0, 40.0, 10.0], 0.35),
        ("torus", RING, smooth, [0.0, 70.0, 0.0], 0.4),
        ("torus", RING, rough, [20.0, 35.0, 10.0], 0.35),
    ];
    for (what, figure, mu, angles, end) in throws {
        let fall = |plate: bool| {
            let mut deck = Deck::new(G);
            let inertia = [0.02, 0.02, 0.002];
            deck.body(2, 1.3, inertia, turned(0.0, 0.0, 0.25, angles));
            let low = match figure {
                Shape::Cylinder { length, .. } | Shape::Frustum { length, .. } => -0.5 * length,
                _ => 0.0,
            };
            deck.marker(201, 2, at(0.0, 0.0, low));
            shape(&mut deck, 2, 201, figure.clone(), false);
            deck.marker(11, 1, at(0.1, -0.2, -0.5));
            if plate {
                shape(
                    &mut deck,
                    1,
                    11,
                    Shape::BoxFromCenter([4.0, 4.0, 1.0]),
                    false,
                );
            } else {
                shape(&mut deck, 1, 1, PLANE, false);
            }
            contact(&mut deck, [2, 1], LAW, mu);
            rigid(&mut deck, Some(0.4), NEWTON);
            run(&deck, Analysis::Dynamic, end, 40, &options("dop853", 1e-10))
        };
        let [plate, plane] = [true, false].map(fall);
        let name = format!("{what} {mu:?} {:?} {:?}", tell(&plate), tell(&plane));
        println!("{name} {:?}", plate.statistics[0].guards);
        assert!(plane.events.len() > 1, "{name}");
        assert_eq!(plate.events.len(), plane.events.len(), "{name}");
        for (a, b) in plate.events.iter().zip(&plane.events) {
            // The same motion by other formulas, over impacts that multiply rounding and the error of the integration.
            close(&name, a.time, b.time, 1e-7);
        }
        let [a, b] = [&plate, &plane].map(|r| r.frames.last().expect("frames").bodies[0]);
        for axis in 0..3 {
            close(&name, a.position[axis], b.position[axis], 1e-7);
            close(&name, a.velocity[axis], b.velocity[axis], 1e-6);
        }
    }
}
