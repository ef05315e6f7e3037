//! Friction of curved solids in rigid contact: balls on balls, in bowls and on cylinders, ellipsoids, cylinders and tori on a plane.

use crate::support;
use carom_laws::restitution::NEWTON;

use carom_base::space::{rotation_x, rotation_y};
use carom_base::{Mat3, Vec3};
use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, at, options, run};

/// More friction than any of these can use up.
const GRIPS: [f64; 2] = [1e6; 2];

/// A body of mass 1 whose marker 200 carries `solid`, with other solids on marker 1 of ground.
fn on_ground(deck: &mut Deck, solid: Shape, ground: Shape, cavity: bool) {
    shape(deck, 1, 200, solid, false);
    shape(deck, 2, 1, ground, cavity);
    contact(deck, [1, 2], LAW, Some(GRIPS));
    rigid(deck, Some(0.0), NEWTON);
}

/// A ball that rolls off a ball or a cylinder leaves where `cos θ = 10/17·cos θ₀`, from rest at θ₀ (energy 7/10·m·v², and no force: v² = g·(R + r)·cos θ).
#[test]
fn a_ball_rolls_off_a_ball_and_a_cylinder() {
    let (big, r, start) = (0.5, 0.1, 0.3_f64);
    // Along y through the origin: z of the cylinder's frame along y of ground.
    let cylinder = Shape::Cylinder {
        length: 2.0,
        radius: big,
    };
    for (name, ground) in [("ball", ball(big)), ("cylinder", cylinder)] {
        let mut deck = Deck::new(G);
        let (s, c) = start.sin_cos();
        deck.body(
            2,
            1.0,
            [0.4 * r * r; 3],
            at((big + r) * s, 0.0, (big + r) * c),
        );
        let mut along = at(0.0, -1.0, 0.0);
        // Axes x, −z, y.
        along.rotation = Mat3::from_columns([
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.0, 0.0, -1.0),
            Vec3::new(0.0, 1.0, 0.0),
        ]);
        let place = if name == "ball" {
            at(0.0, 0.0, 0.0)
        } else {
            along
        };
        deck.marker(11, 1, place);
        shape(&mut deck, 1, 200, ball(r), false);
        shape(&mut deck, 2, 11, ground, false);
        contact(&mut deck, [1, 2], LAW, Some(GRIPS));
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 0.9, 9, &options("dop853", 1e-10));
        let leaves = of_kind(&record, EventKind::Separation);
        assert_eq!(leaves.len(), 1, "{name}: {:?}", record.events);
        // Free flight from there: back from the last frame.
        let last = record.frames.last().expect("frames");
        let (p, v) = (last.bodies[0].position, last.bodies[0].velocity);
        let dt = last.time - leaves[0].time;
        let z = p[2] - v[2] * dt - 0.5 * G * dt * dt;
        // Before, friction of μ·N is less than sticking takes: a part of 1/μ of the angle.
        close(name, z / (big + r), 10.0 / 17.0 * c, 1e-6);
        assert!(imbalance(&record) < 1e-9, "{name} {}", imbalance(&record));
    }
}

/// With less friction it begins to slide where `2/7·sin θ = μ·(17·cos θ − 10·cos θ₀)/7`, though it slides with the same coefficient.
#[test]
fn a_ball_slips_on_a_ball() {
    let (big, r, start, mu) = (0.5, 0.1, 0.3_f64, 0.5);
    let (s, c) = start.sin_cos();
    let mut deck = Deck::new(G);
    deck.body(
        2,
        1.0,
        [0.4 * r * r; 3],
        at((big + r) * s, 0.0, (big + r) * c),
    );
    shape(&mut deck, 1, 200, ball(r), false);
    shape(&mut deck, 2, 1, ball(big), false);
    contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
    rigid(&mut deck, Some(0.0), NEWTON);
    let (mut low, mut high) = (start, 1.0_f64);
    for _ in 0..60 {
        let angle = 0.5 * (low + high);
        let holds = 2.0 * angle.sin() <= mu * (17.0 * angle.cos() - 10.0 * c);
        if holds { low = angle } else { high = angle }
    }
    for method in ["dop853", "radau5", "auto"] {
        let record = run(&deck, Analysis::Dynamic, 0.9, 9, &options(method, 1e-10));
        let slips = of_kind(&record, EventKind::Slip);
        assert_eq!(slips.len(), 1, "{method}: {:?}", record.events);
        // The event tells the friction, a millionth less than its limit, so that rounding does not hold it.
        close(method, slips[0].force, 2.0 / 7.0 * G * low.sin(), 3e-6);
        assert_eq!(of_kind(&record, EventKind::Separation).len(), 1);
        assert!(imbalance(&record) < 1e-8, "{method} {}", imbalance(&record));
    }
}

/// A ball that rolls in a bowl swings like a pendulum of length `7/5·(R − r)`: a quarter by the complete elliptic integral.
#[test]
fn a_ball_rolls_in_a_bowl() {
    let (big, r, start) = (0.5, 0.1, 1.0_f64);
    let mut deck = Deck::new(G);
    let (s, c) = start.sin_cos();
    let room = big - r;
    deck.body(2, 1.0, [0.4 * r * r; 3], at(room * s, 0.0, -room * c));
    on_ground(&mut deck, ball(r), ball(big), true);
    // K(k) by the arithmetic-geometric mean.
    let (mut a, mut b) = (1.0_f64, (0.5 * start).cos());
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let quarter = std::f64::consts::FRAC_PI_2 / a * (1.4 * room / G).sqrt();
    let record = run(
        &deck,
        Analysis::Dynamic,
        2.0 * quarter,
        2,
        &options("dop853", 1e-11),
    );
    let [_, middle, last] = [0, 1, 2].map(|k| record.frames[k].bodies[0]);
    close("through the middle", middle.position[0], 0.0, 1e-9);
    let speed = (2.0 * G * room * (1.0 - c) / 1.4).sqrt();
    close("speed", middle.velocity[0], -speed, 1e-9);
    close("spin", middle.angular_velocity[1].abs() * r, speed, 1e-9);
    close("the other side", last.position[0], -room * s, 1e-9);
}

/// An ellipsoid that rocks in a plane from rest on its long axis, rolling or on ice: its speed where it lies lowest by energy.
#[test]
fn an_ellipsoid_rocks() {
    let (a, b, start) = (0.3, 0.1, 0.6_f64);
    let inertia = 0.2 * (a * a + b * b);
    for rolls in [true, false] {
        let mut deck = Deck::new(G);
        let high = (a * start.sin()).hypot(b * start.cos());
        let mut pose = at(0.0, 0.0, high);
        pose.rotation = rotation_y(start);
        deck.body(
            2,
            1.0,
            [0.2 * (b * b + 0.04), inertia, 0.2 * (a * a + 0.04)],
            pose,
        );
        shape(&mut deck, 1, 200, Shape::Ellipsoid([a, 0.2, b]), false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, rolls.then_some(GRIPS));
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(
            &deck,
            Analysis::Dynamic,
            2.0,
            400,
            &options("dop853", 1e-11),
        );
        assert!(imbalance(&record) < 1e-10, "{}", imbalance(&record));
        let with = if rolls { b * b } else { 0.0 };
        let fastest = (2.0 * G * (high - b) / (with + inertia)).sqrt();
        let told = record
            .frames
            .iter()
            .map(|f| f.bodies[0].angular_velocity[1].abs());
        let most = told.fold(0.0, f64::max);
        // Frames are 5 ms apart: the speed is quadratic about the lowest place, ω·dt²·ω̈/8.
        close("fastest", most, fastest, 5e-3 * fastest);
        assert!(most <= fastest * (1.0 + 1e-9));
        for frame in &record.frames {
            let body = &frame.bodies[0];
            // The lowest point stays on the plane, and does not slip.
            let [w, _, y, _] = body.orientation;
            let turned = rotation_y(2.0 * y.atan2(w));
            let up = turned.tr_mul(&Vec3::new(0.0, 0.0, 1.0));
            let size = (a * up.x).hypot(b * up.z);
            close("on the plane", body.position[2], size, 1e-9);
            let lowest = turned * Vec3::new(a * a * up.x / size, 0.0, b * b * up.z / size);
            let slip = Vec3::from(body.velocity) - Vec3::from(body.angular_velocity).cross(&lowest);
            if rolls {
                close("no slip", slip.norm(), 0.0, 1e-9);
            } else {
                close("no push", body.velocity[0], 0.0, 1e-12);
            }
        }
    }
}

/// A ring that rolls in a circle, leaning: of all motions with this lean and this rate Ω of turning one is steady, by the spin s about its axis for which
/// `Ω·n × H = r × m·(Ω·n × v + g·n)`, r from the centre to the point of the contact, `v = −ω × r`, `ω = Ω·n + s·e`. Linear in s.
#[test]
fn a_ring_rolls_in_a_circle() {
    let (major, minor, lean, turning) = (0.4, 0.05, 0.5_f64, 1.5_f64);
    let [across, about] = [0.09, 0.17];
    let (s, c) = lean.sin_cos();
    let n = Vec3::new(0.0, 0.0, 1.0);
    // The axis of the ring, level but for its lean.
    let e = Vec3::new(0.0, -c, s);
    let up = (n - e * e.dot(&n)).normalize();
    let r = -up * major - n * minor;
    let motion = |spin: f64| {
        let w = n * turning + e * spin;
        (w, -w.cross(&r))
    };
    let miss = |spin: f64| {
        let (w, v) = motion(spin);
        let h = (w - e * e.dot(&w)) * across + e * (e.dot(&w) * about);
        let turns = n * turning;
        (turns.cross(&h) - r.cross(&(turns.cross(&v) + n * G))).x
    };
    let spin = -miss(0.0) / (miss(1.0) - miss(0.0));
    let (w, v) = motion(spin);
    let height = major * c + minor;
    let mut deck = Deck::new(G);
    let mut pose = at(0.0, 0.0, height);
    pose.rotation = rotation_x(std::f64::consts::FRAC_PI_2 - lean);
    assert!((pose.rotation.column(2) - e).norm() < 1e-15);
    deck.body(2, 1.0, [across, across, about], pose);
    on_ground(&mut deck, Shape::Torus { major, minor }, PLANE, false);
    speed(&mut deck, 2, v, w);
    let record = run(&deck, Analysis::Dynamic, 4.0, 8, &options("dop853", 1e-11));
    let radius = v.norm() / turning;
    assert!(radius > 0.1, "{radius}");
    // The centre of its circle: to the left of the velocity.
    let middle = n.cross(&v) / turning;
    for frame in &record.frames {
        let body = &frame.bodies[0];
        let angle = turning * frame.time;
        close("height", body.position[2], height, 1e-9);
        close("speed", Vec3::from(body.velocity).norm(), v.norm(), 1e-9);
        let (s, c) = angle.sin_cos();
        let place = middle
            - Vec3::new(
                c * middle.x - s * middle.y,
                s * middle.x + c * middle.y,
                0.0,
            );
        close("x", body.position[0], place.x, 1e-8);
        close("y", body.position[1], place.y, 1e-8);
    }
    assert!(imbalance(&record) < 1e-10, "{}", imbalance(&record));
}

/// A cylinder on its side: both rims carry; it rolls down a slope with 2/3·g·sin α, and slides where it cannot hold.
#[test]
fn a_cylinder_rolls_down_a_slope() {
    let (radius, length, slope) = (0.1, 0.4, 0.3_f64);
    let (s, c) = slope.sin_cos();
    let solid = 0.5 * radius * radius;
    let across = (3.0 * radius * radius + length * length) / 12.0;
    // Friction that holds: a third of the weight along the slope.
    let least = s / c / 3.0;
    for (mu, acceleration) in [(1.1 * least, 2.0 / 3.0 * G * s), (0.9 * least, G * s * 0.7)] {
        let mut deck = Deck::new(0.0);
        deck.0.gravity = [G * s, 0.0, -G * c];
        deck.body(2, 1.0, [across, solid, across], at(0.0, 0.0, radius));
        let mut along = at(0.0, -0.5 * length, 0.0);
        along.rotation = rotation_x(-std::f64::consts::FRAC_PI_2);
        deck.marker(21, 2, along);
        shape(&mut deck, 1, 21, Shape::Cylinder { length, radius }, false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 1.0, 2, &options("dop853", 1e-10));
        let last = &record.frames.last().expect("frames").bodies[0];
        close("x", last.position[0], 0.5 * acceleration, 1e-10);
        close("v", last.velocity[0], acceleration, 1e-10);
        close("z", last.position[2], radius, 1e-11);
        let force = record.frames[1].forces[0];
        close("normal force", force[2], G * c, 1e-10);
    }
}

/// A coin that falls flat lands on its face and stays there.
#[test]
fn a_coin_lands_on_its_face() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [0.0025, 0.0025, 0.005], at(0.0, 0.0, 0.1));
    let coin = Shape::Cylinder {
        length: 0.02,
        radius: 0.1,
    };
    on_ground(&mut deck, coin, PLANE, false);
    let record = run(&deck, Analysis::Dynamic, 1.0, 4, &options("dop853", 1e-8));
    let lands = of_kind(&record, EventKind::Closure);
    close("time", lands[0].time, (2.0 * 0.1_f64 / G).sqrt(), 1e-9);
    let last = &record.frames.last().expect("frames");
    close("height", last.bodies[0].position[2], 0.0, 1e-12);
    close(
        "rest",
        Vec3::from(last.bodies[0].velocity).norm(),
        0.0,
        1e-12,
    );
    close("weight", last.forces[0][2], G, 1e-11);
}
