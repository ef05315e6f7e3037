//! Friction of rigid contacts, against closed forms.

use crate::support;
use carom_laws::restitution::{NEWTON, POISSON, STRONGE};

use carom_base::Vec3;
use carom_dynamics::EventKind;
use carom_model::JointKind;
use carom_model::analysis::Analysis;
use carom_model::graphics::Shape;
use support::solids::*;
use support::{Deck, at, options, run};

/// A ball of mass 1 and radius 0.1 on the floor, its centre at a height.
fn ball_over_floor(z: f64, mu: [f64; 2]) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [0.004; 3], at(0.0, 0.0, z));
    shape(&mut deck, 1, 200, ball(0.1), false);
    shape(&mut deck, 2, 1, PLANE, false);
    contact(&mut deck, [1, 2], LAW, Some(mu));
    deck
}

/// It slides with μ·g, spins up by 5μg/2r, and rolls from t = 2·v₀/7μg on with 5/7 of its speed. In each direction, by each method.
#[test]
fn a_ball_slides_until_it_rolls() {
    let (mu, v0) = (0.3, 2.0);
    let t = 2.0 * v0 / (7.0 * mu * G);
    for (method, error, bound) in [
        ("dop853", 1e-10, 1e-11),
        ("radau5", 1e-10, 1e-10),
        ("auto", 1e-9, 1e-10),
        ("gstiff", 1e-9, 1e-7),
        ("hht", 1e-9, 1e-6),
    ] {
        for angle in [0.0_f64, 0.4] {
            let mut deck = ball_over_floor(0.1, [0.4, mu]);
            let (s, c) = angle.sin_cos();
            speed(
                &mut deck,
                2,
                Vec3::from([v0 * c, v0 * s, 0.0]),
                Vec3::from([0.0; 3]),
            );
            rigid(&mut deck, Some(0.5), NEWTON);
            let record = run(&deck, Analysis::Dynamic, 1.0, 10, &options(method, error));
            let rolls = of_kind(&record, EventKind::Stick);
            assert_eq!(rolls.len(), 1, "{method}: {:?}", record.events);
            close(method, rolls[0].time, t, bound);
            let last = record.frames.last().expect("frames").bodies[0];
            let x = v0 * t - 0.5 * mu * G * t * t + 5.0 / 7.0 * v0 * (1.0 - t);
            close(method, last.position[0], x * c, bound);
            close(method, last.position[1], x * s, bound);
            let [vx, vy, _] = last.velocity;
            close(method, vx.hypot(vy), 5.0 / 7.0 * v0, bound);
            close(method, last.angular_velocity[1] * 0.1, vx, bound);
            assert!(
                imbalance(&record) < 10.0 * bound,
                "{method} {}",
                imbalance(&record)
            );
        }
    }
}

/// Dropped with backspin: friction acts through each impact. It slides (μ small) or grips (μ large) by closed forms.
#[test]
fn a_ball_with_backspin_bounces() {
    let (e, h) = (0.6, 0.5);
    let (v, w, vz) = (1.0, -30.0, (2.0 * G * h).sqrt());
    for law in [NEWTON, POISSON, STRONGE] {
        for mu in [0.1, 0.9] {
            let mut deck = ball_over_floor(0.1 + h, [mu; 2]);
            speed(
                &mut deck,
                2,
                Vec3::from([v, 0.0, 0.0]),
                Vec3::from([0.0, w, 0.0]),
            );
            rigid(&mut deck, Some(e), law);
            let end = (2.0 * h / G).sqrt() + 0.1;
            let record = run(&deck, Analysis::Dynamic, end, 10, &options("dop853", 1e-11));
            let last = record.frames.last().expect("frames").bodies[0];
            // Slip v − ω·r = 4; impulse along −x: sliding μ(1 + e)·v_z, gripping 2/7 of the slip.
            let slip = v - w * 0.1;
            let pull = (mu * (1.0 + e) * vz).min(slip / 3.5);
            close("v", last.velocity[0], v - pull, 1e-12);
            close("w", last.angular_velocity[1], w + pull * 0.1 / 0.004, 1e-11);
            close("vz", last.velocity[2], e * vz - 0.1 * G, 1e-10);
            assert!(imbalance(&record) < 1e-11);
        }
    }
}

/// A box on an incline, on four corners: it sticks below the angle of friction without creeping, and slides above with g(sin α − μ·cos α).
#[test]
fn a_box_on_an_incline() {
    let incline = |slope: f64, mu: [f64; 2]| {
        let mut deck = Deck::new(0.0);
        let (s, c) = f64::atan(slope).sin_cos();
        deck.0.gravity = [G * s, 0.0, -G * c];
        deck.body(2, 2.0, [0.1, 0.2, 0.25], at(0.0, 0.0, 0.05));
        shape(
            &mut deck,
            1,
            200,
            Shape::BoxFromCenter([0.3, 0.2, 0.1]),
            false,
        );
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some(mu));
        rigid(&mut deck, Some(0.0), NEWTON);
        deck
    };
    for method in ["dop853", "radau5"] {
        let still = incline(0.4999, [0.5, 0.4]);
        let record = run(&still, Analysis::Dynamic, 10.0, 10, &options(method, 1e-9));
        let last = record.frames.last().expect("frames").bodies[0];
        // Rounding of velocities, over ten seconds.
        close("creep", Vec3::from(last.position).x, 0.0, 1e-12);
        assert!(of_kind(&record, EventKind::Slip).is_empty());
        // What it exerts is its weight.
        let s = f64::atan(0.4999).sin();
        close(
            "friction",
            record.frames[10].forces[0][0],
            -2.0 * G * s,
            1e-12,
        );
        let slides = incline(0.5001, [0.5, 0.4]);
        let record = run(&slides, Analysis::Dynamic, 2.0, 10, &options(method, 1e-9));
        let last = record.frames.last().expect("frames").bodies[0];
        let (s, c) = f64::atan(0.5001).sin_cos();
        close("slides", last.position[0], 2.0 * G * (s - 0.4 * c), 1e-10);
        close("height", last.position[2], 0.05, 1e-12);
    }
}

/// It stops after v₀/μg, having gone v₀²/2μg, in a direction across its edges too.
#[test]
fn a_box_slides_to_rest() {
    let (mu, v0) = (0.25, 1.5);
    for method in ["dop853", "gstiff", "radau5"] {
        for angle in [0.0_f64, 0.7] {
            let mut deck = Deck::new(G);
            deck.body(2, 2.0, [0.1, 0.2, 0.25], at(0.0, 0.0, 0.05));
            shape(
                &mut deck,
                1,
                200,
                Shape::BoxFromCenter([0.3, 0.2, 0.1]),
                false,
            );
            shape(&mut deck, 2, 1, PLANE, false);
            contact(&mut deck, [2, 1], LAW, Some([mu; 2]));
            rigid(&mut deck, Some(0.0), NEWTON);
            let (s, c) = angle.sin_cos();
            speed(
                &mut deck,
                2,
                Vec3::from([v0 * c, v0 * s, 0.0]),
                Vec3::from([0.0; 3]),
            );
            let record = run(&deck, Analysis::Dynamic, 1.0, 10, &options(method, 1e-10));
            let bound = if method == "gstiff" { 1e-7 } else { 1e-11 };
            let stops = of_kind(&record, EventKind::Stick);
            assert!(!stops.is_empty(), "{method} {angle}: {:?}", record.events);
            close("time", stops[0].time, v0 / (mu * G), bound);
            let way = v0 * v0 / (2.0 * mu * G);
            let last = record.frames.last().expect("frames").bodies[0];
            close("x", last.position[0], way * c, bound);
            close("y", last.position[1], way * s, bound);
            close("rest", Vec3::from(last.velocity).norm(), 0.0, 1e-12);
            assert!(imbalance(&record) < 10.0 * bound);
        }
    }
}

/// A block twice as high as wide rocks on its edges without bouncing or sliding: validation/values/zoo.json.
#[test]
fn a_block_rocks_to_its_rest() {
    let (b, h) = (0.25_f64, 1.0_f64);
    let alpha = (b / h).atan();
    let r = b.hypot(h);
    let mut deck = Deck::new(G);
    // Tilted by α/2 about its right edge, at rest; the depth does not matter.
    let tilt = 0.5 * alpha;
    let inertia = (b * b + h * h) / 3.0;
    let turn = (alpha - tilt).sin_cos();
    let mut pose = at(-r * turn.0, 0.0, r * turn.1);
    pose.rotation = carom_base::space::rotation_y(tilt);
    deck.body(2, 1.0, [inertia, inertia, 0.1], pose);
    shape(
        &mut deck,
        1,
        200,
        Shape::BoxFromCenter([2.0 * b, 0.5, 2.0 * h]),
        false,
    );
    shape(&mut deck, 2, 1, PLANE, false);
    contact(&mut deck, [1, 2], LAW, Some([2.0; 2]));
    rigid(&mut deck, Some(0.0), NEWTON);
    let exact = [
        0.493_887_550_683_775_4,
        1.297_691_829_260_839_8,
        1.979_728_987_131_641_8,
        2.571_159_882_807_003,
        3.090_876_818_633_502_4,
        3.551_645_470_256_736,
    ];
    // Errors of the steps add up over some 90 impacts, whose series amplifies them.
    for (error, at_impacts, at_end) in
        [(1e-6, 1e-6, 1e-4), (1e-8, 1e-8, 1e-6), (1e-11, 1e-10, 1e-8)]
    {
        let record = run(&deck, Analysis::Dynamic, 9.0, 10, &options("dop853", error));
        let mut times: Vec<f64> = of_kind(&record, EventKind::Impact)
            .iter()
            .map(|e| e.time)
            .collect();
        times.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        for (time, exact) in times.iter().zip(exact) {
            close("impact", *time, exact, at_impacts);
        }
        let ends = of_kind(&record, EventKind::Accumulation);
        assert!(!ends.is_empty(), "{} impacts", times.len());
        close("end", ends[0].time, 7.942_808_914_170_648, at_end);
        let last = record.frames.last().expect("frames").bodies[0];
        close("rest", last.position[2], h, 1e-9);
        close("rest", Vec3::from(last.velocity).norm(), 0.0, 1e-12);
    }
}

/// A mass on a belt, held by a spring, seen from the belt: sticks until k·v·t = F_s, then slides for 2(π − atan(ωD/v))/ω, over and over.
#[test]
fn a_mass_sticks_and_slips() {
    for method in ["dop853", "radau5"] {
        let mut deck = ball_over_floor(0.1, [1.0 / G, 0.5 / G]);
        deck.joint(1, JointKind::Orientation, 200, 1);
        deck.vforce(
            2,
            200,
            [
                Some(carom_model::constraint::Function::Expression(
                    support::expression("-DX(200,1) - 0.2*TIME"),
                )),
                None,
                None,
                None,
                None,
                None,
            ],
        );
        rigid(&mut deck, Some(0.0), NEWTON);
        let record = run(&deck, Analysis::Dynamic, 20.0, 10, &options(method, 1e-11));
        let slip = 3.902_605_407_814_523;
        let slips: Vec<f64> = of_kind(&record, EventKind::Slip)
            .iter()
            .map(|e| e.time)
            .collect();
        let sticks: Vec<f64> = of_kind(&record, EventKind::Stick)
            .iter()
            .map(|e| e.time)
            .collect();
        assert_eq!((slips.len(), sticks.len()), (2, 3), "{:?}", record.events);
        close("slip", slips[0], 5.0, 1e-10);
        close("stick", sticks[1], 5.0 + slip, 1e-10);
        close("slip", slips[1], 10.0 + slip, 1e-10);
        close("stick", sticks[2], 10.0 + 2.0 * slip, 1e-10);
        assert!(imbalance(&record) < 1e-9);
    }
}

/// A uniform rod of mass 1 and length 2 slides on its end. Between the angles where `1 + 3·cos²θ − 3·μ·sin θ·cos θ ≤ 0` its friction draws it in: it is stopped by
/// an impact without collision, which is told. The impulses by hand.
#[test]
fn a_rod_slides_into_the_paradox() {
    let mu = 1.4;
    for (degrees, paradox) in [
        (55.585, false),
        (55.586, true),
        (69.951, true),
        (69.952, false),
    ] {
        let (s, c) = f64::to_radians(degrees).sin_cos();
        let mut deck = Deck::new(G);
        // Its end at the origin, from there it leans back along −x and up; a ball so small that it stands for a point, with its lowest point there.
        let r = 1e-3;
        deck.body(2, 1.0, [1.0 / 3.0; 3], at(-c, 0.0, s));
        deck.marker(201, 2, at(c, 0.0, r - s));
        shape(&mut deck, 1, 201, Shape::Ellipsoid([r; 3]), false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some([mu; 2]));
        rigid(&mut deck, Some(0.0), NEWTON);
        speed(
            &mut deck,
            2,
            Vec3::from([1.0, 0.0, 0.0]),
            Vec3::from([0.0; 3]),
        );
        let record = run(&deck, Analysis::Dynamic, 1e-6, 1, &options("dop853", 1e-9));
        let told = of_kind(&record, EventKind::Painleve);
        assert_eq!(
            told.len(),
            usize::from(paradox),
            "{degrees}: {:?}",
            record.events
        );
        let body = record.frames[0].bodies[0];
        if paradox {
            // A = [1 + 3c² 3sc; 3sc 1 + 3s²]: slides until p₁, then sticks until the end rests.
            let (n, m, t) = (1.0 + 3.0 * c * c, 3.0 * s * c, 1.0 + 3.0 * s * s);
            let p1 = 1.0 / (mu * t - m);
            let sunk = (n - mu * m) * p1;
            let rise = n - m * m / t;
            let p = p1 - sunk / rise;
            close("impulse", told[0].impulse, p, 1e-12);
            close(
                "end at rest",
                body.velocity[0] - body.angular_velocity[1] * s,
                0.0,
                1e-12,
            );
            close(
                "end at rest",
                body.velocity[2] - body.angular_velocity[1] * c,
                0.0,
                1e-12,
            );
        } else {
            close("slides", body.velocity[0], 1.0, 1e-15);
            assert!(record.frames[0].forces[0][2] > 0.0);
        }
    }
}
