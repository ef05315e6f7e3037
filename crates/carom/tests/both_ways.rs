//! The decks of `examples/both_ways`, compliant and rigid: each against a closed form that holds both ways.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::{OutputGrid, RigidContact};
use carom::model::run::{EventKind, Frame};
use carom::{Request, Results};
use std::path::Path;

const G: f64 = 9.80665;

/// A deck of the examples to `end`; with a coefficient of restitution rigid.
fn run(name: &str, restitution: Option<f64>, end: f64) -> Results {
    let path = format!(
        "{}/../../examples/both_ways/{name}.adm",
        env!("CARGO_MANIFEST_DIR")
    );
    let loaded = carom::open(Path::new(&path), None);
    let request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(100)),
        rigid: restitution.map(|e| RigidContact {
            restitution: Some(e),
            ..RigidContact::default()
        }),
        ..Request::default()
    };
    let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
    assert_eq!(results.error, None, "{name} {restitution:?}");
    results
}

fn touches(results: &Results, kind: EventKind) -> Vec<f64> {
    let own = results.events.iter().filter(|e| e.kind == kind);
    own.map(|e| e.time).collect()
}

fn last(results: &Results) -> &Frame {
    results.frames.last().unwrap()
}

fn speed(frame: &Frame, body: usize) -> f64 {
    let [x, y, z] = frame.bodies[body].velocity;
    x.hypot(y).hypot(z)
}

/// From the side to the wall: a quarter of the period of a large swing, `√(I/mgl)·K(1/√2)`, and `ω² = 2mgl/I` there.
#[test]
fn the_pendulum_meets_its_wall() {
    const K: f64 = 1.854_074_677_301_371_9;
    let (inertia, energy) = (1.0 + 1e-3, G);
    let exact = (inertia / energy).sqrt() * K;
    let speed_there = (2.0 * energy / inertia).sqrt();
    for (restitution, kind) in [
        (Some(0.7), EventKind::Impact),
        (None, EventKind::ContactBegin),
    ] {
        let results = run("pendulum", restitution, 0.61);
        let times = touches(&results, kind);
        // 1e-6: the default tolerance
        assert!(
            (times[0] - exact).abs() < 1e-6,
            "{restitution:?}: {times:?} {exact}"
        );
        let after = speed(last(&results), 0);
        if let Some(e) = restitution {
            // Some milliseconds after the impact, at next to no height.
            let rises = 1.0 - last(&results).bodies[0].position[2].abs();
            let exact = (e * e * speed_there * speed_there - 2.0 * energy / inertia * rises).sqrt();
            assert!((after - exact).abs() < 1e-5, "{after} {exact}");
        } else {
            assert!(after > 0.1 * speed_there && after < speed_there, "{after}");
        }
    }
}

/// The first ball stops and the last one leaves with its speed; compliant ones share a little of it, and keep the energy.
#[test]
fn the_cradle_passes_the_speed_on() {
    let energy = 0.1 * G * 0.2 * (1.0 - f64::cos(30.0_f64.to_radians()));
    let fast = (2.0 * energy / (0.1 + 1.6e-5 / 0.04)).sqrt();
    let rigid = run("cradle", Some(1.0), 0.235);
    let compliant = run("cradle", None, 0.235);
    // 1e-3: a few milliseconds on the arc
    let speeds =
        |results: &Results| -> Vec<f64> { (0..5).map(|k| speed(last(results), k)).collect() };
    let (hard, soft) = (speeds(&rigid), speeds(&compliant));
    assert!((hard[4] - fast).abs() < 1e-2 * fast, "{hard:?} {fast}");
    assert!(hard[..4].iter().all(|v| *v < 1e-9), "{hard:?}");
    // Springs between balls that touch all act at once: the first one turns back, and the others keep a little.
    assert!(soft[4] > 0.97 * fast && soft[4] < fast, "{soft:?} {fast}");
    let kinetic = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>();
    assert!(
        (kinetic(&soft) - kinetic(&hard)).abs() < 2e-3 * kinetic(&hard),
        "{soft:?}"
    );
}

/// The corner meets the floor at the time of free fall, and the box comes to lie on a side.
#[test]
fn the_box_comes_to_rest() {
    for (restitution, kind) in [
        (Some(0.3), EventKind::Impact),
        (None, EventKind::ContactBegin),
    ] {
        let results = run("box", restitution, 2.0);
        let start = &results.frames[0].bodies[0];
        // The lowest corner from the orientation at the start.
        let [w, x, y, z] = start.orientation;
        let down = [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ];
        let half = [0.06, 0.05, 0.04];
        let reach: f64 = down.iter().zip(half).map(|(d, h)| d.abs() * h).sum();
        let exact = (2.0 * (start.position[2] - reach) / G).sqrt();
        let times = touches(&results, kind);
        // 1e-6: the default tolerance
        assert!(
            (times[0] - exact).abs() < 1e-6,
            "{restitution:?}: {} {exact}",
            times[0]
        );
        let end = last(&results);
        let height = end.bodies[0].position[2];
        // The compliant one still rocks on its face by a millimetre.
        let [near, slow] = match restitution {
            Some(_) => [1e-6, 1e-9],
            None => [2e-3, 0.1],
        };
        let lies = half.iter().any(|h| (height - h).abs() < near);
        assert!(
            lies && speed(end, 0) < slow,
            "{restitution:?}: {height} {}",
            speed(end, 0)
        );
    }
}

/// Without friction the impulse goes along the normal where they touch, `2·v_n/(2/m + Σ (r×n)²/I)`: spins and speeds follow. Compliant, the normal turns by some
/// 1e-2 while they touch.
#[test]
fn the_eggs_turn_each_other() {
    let (m, inertia, n) = (0.06, 1.56e-5, [0.6, 0.8]);
    let reach = |axes: [f64; 2]| {
        let size = (axes[0] * n[0]).hypot(axes[1] * n[1]);
        [0, 1].map(|k| axes[k] * axes[k] * n[k] / size)
    };
    // About y: z·x' − x·z'.
    let turn = |r: [f64; 2]| r[1] * n[0] - r[0] * n[1];
    let arms = [-turn(reach([0.02, 0.03])), turn(reach([0.03, 0.02]))];
    let answer = 2.0 / m + (arms[0] * arms[0] + arms[1] * arms[1]) / inertia;
    let impulse = 2.0 * n[1] / answer;
    let spins = [arms[0] * impulse / inertia, -arms[1] * impulse / inertia];
    for (restitution, kind, near) in [
        (Some(1.0), EventKind::Impact, 1e-9),
        (None, EventKind::ContactBegin, 3e-2),
    ] {
        let results = run("eggs", restitution, 0.11);
        let times = touches(&results, kind);
        // 1e-6: the default tolerance
        assert!((times[0] - 0.1).abs() < 1e-6, "{restitution:?}: {times:?}");
        let end = last(&results);
        let mut energy = 0.0;
        for (body, spin) in end.bodies.iter().zip(spins) {
            let own = body.angular_velocity[1];
            assert!(
                (own / spin - 1.0).abs() < near,
                "{restitution:?}: {own} {spin}"
            );
            let v: f64 = body.velocity.iter().map(|v| v * v).sum();
            energy += 0.5 * (m * v + inertia * own * own);
        }
        assert!(
            (energy / (0.5 * m) - 1.0).abs() < 1e-5,
            "{restitution:?}: {energy}"
        );
        let momentum: f64 = end.bodies.iter().map(|b| b.velocity[2]).sum();
        assert!((momentum + 1.0).abs() < 1e-9, "{restitution:?}: {momentum}");
    }
}

/// Nothing moves, and the floor carries 27 boxes.
#[test]
fn the_stack_stands() {
    for restitution in [Some(0.0), None] {
        let results = run("stack", restitution, 0.5);
        let end = last(&results);
        for (k, (body, start)) in end.bodies.iter().zip(&results.frames[0].bodies).enumerate() {
            // Each sinks into what is below by (N/k)^(2/3), N the weight from it on.
            let sinks = |carried: f64| (carried * G / 1e6).powf(2.0 / 3.0);
            let sunk: f64 = (0..=k % 3).map(|j| sinks(3.0 - j as f64)).sum();
            let exact = start.position[2] - if restitution.is_some() { 0.0 } else { sunk };
            let [x, y, z] = body.position;
            let aside = (x - start.position[0]).hypot(y - start.position[1]);
            // 1e-5: what half a second leaves of their coming to rest
            assert!(
                aside < 1e-6 && (z - exact).abs() < 1e-5,
                "{restitution:?} box {k}: {aside} {z} {exact}"
            );
        }
        let weight = 27.0 * G;
        let floor: f64 = match restitution {
            Some(_) => {
                let of_floor = (0..27).filter(|k| k % 3 == 0);
                of_floor.map(|k| end.forces[k][2].abs()).sum()
            }
            None => {
                let rows = end.contacts.iter().filter(|c| c.solids[1] == 10);
                rows.map(|c| c.force).sum()
            }
        };
        // 1e-3: what half a second leaves of their coming to rest
        assert!(
            (floor - weight).abs() < 1e-3 * weight,
            "{restitution:?}: {floor} {weight}"
        );
    }
}

/// Sides of a domino along the row and upward, and the way from one to the next.
const DOMINO: [f64; 2] = [0.0075, 0.048];
const PITCH: f64 = 0.025;

/// When the first domino, pushed with 6 rad/s about its lower edge, touches the next one: `½·I·(ω² − 6²) = m·g·ρ·(cos α − cos(θ − α))`, ρ from edge to centre and
/// α its angle from the vertical, by the midpoint rule.
fn first_domino_touches() -> f64 {
    let [l, h] = DOMINO;
    let (to_centre, lean) = (0.5 * l.hypot(h), l.atan2(h));
    let angle = ((PITCH - l) / h).asin();
    // I = m·(l² + h²)/3 about the edge.
    let pull = 1.5 * G / to_centre;
    let n = 20_000;
    let slowness = |k: i32| {
        let turned = (f64::from(k) + 0.5) * angle / f64::from(n);
        (36.0 + pull * (lean.cos() - (turned - lean).cos()))
            .sqrt()
            .recip()
    };
    (0..n).map(slowness).sum::<f64>() * angle / f64::from(n)
}

/// Kinetic and potential energy of dominoes of 10 g that move in the plane of their row.
fn energy_of_dominoes(frame: &Frame) -> f64 {
    let [l, h] = DOMINO;
    let each = frame.bodies.iter().map(|b| {
        let (v, turn) = (b.velocity, b.angular_velocity[1]);
        let kinetic = v.iter().map(|v| v * v).sum::<f64>() + (l * l + h * h) / 12.0 * turn * turn;
        0.01 * (0.5 * kinetic + G * b.position[2])
    });
    each.sum()
}

/// When each domino of the rigid row is struck: by the equations of `validation/independent/free_dominoes.py`, in the plane of the row, with springs of 1e8 N/m (compiled, steps of 8e-9 s).
const STRUCK: [f64; 9] = [
    0.06571, 0.14645, 0.20043, 0.24096, 0.27514, 0.30602, 0.33509, 0.36313, 0.39058,
];

/// All ten dominoes have been struck, each by the one before it. The row is alike on both sides of its plane, and so is its motion: two corners of an edge that are
/// struck together get the same impulse. At 0.3641 s a foot comes to rest
/// while rounding turns its slip, by which the determinant of the equations changes its sign, and the row falls on. The compliant row gives way by some 1e-5 m and gives back a part of its impacts, and is within 2 % of the rigid one.
#[test]
fn the_dominoes_fall() {
    let [rigid, compliant] =
        [(Some(0.0), 0.395), (None, 0.285)].map(|(e, end)| run("dominoes", e, end));
    let struck = |results: &Results, kind: EventKind| -> Vec<f64> {
        let own = |k: usize| format!("CONTACT/{}", k + 11);
        let first = |k: usize| {
            let mut events = results.events.iter();
            events.find(|e| e.kind == kind && e.element == own(k))
        };
        (0..9).map_while(|k| Some(first(k)?.time)).collect()
    };
    let hard = struck(&rigid, EventKind::Impact);
    let soft = struck(&compliant, EventKind::ContactBegin);
    let exact = first_domino_touches();
    // 1e-6: the default tolerance
    assert!((hard[0] - exact).abs() < 1e-6, "{hard:?} {exact}");
    assert_eq!((hard.len(), soft.len()), (9, 5));
    for (hard, limit) in hard.iter().zip(STRUCK) {
        // What the springs still give way by, and five digits.
        assert!((hard - limit).abs() < 3e-5, "{hard} {limit}");
    }
    assert!(hard.is_sorted() && soft.is_sorted(), "{hard:?} {soft:?}");
    for (hard, soft) in hard.iter().zip(&soft) {
        // What both were measured to differ by, 1.7e-2 at most, and room.
        assert!((hard / soft - 1.0).abs() < 3e-2, "{hard} {soft}");
    }
    let mut least = f64::INFINITY;
    for frame in &rigid.frames {
        let energy = energy_of_dominoes(frame);
        // 1e-6, the default tolerance, of m·g·h of all
        assert!(
            energy < least + 1e-6 * 0.1 * G * DOMINO[1],
            "{}: {energy} {least}",
            frame.time
        );
        least = least.min(energy);
        for (k, body) in frame.bodies.iter().enumerate() {
            let (aside, turned) = (body.position[1], body.orientation[3]);
            // What rounding grows to while contacts hold the row on both sides.
            assert!(
                aside.abs() < 1e-9 && turned.abs() < 1e-9,
                "{} {k}: {aside} {turned}",
                frame.time
            );
        }
    }
}

/// The pin lies on the lower side of its slot while it drives the wheel, `sin(ψ − θ − 45°)·ρ = −0.2 mm` with its place (ρ, ψ) seen from the wheel, and on the upper side
/// while it holds it back.
#[test]
fn the_geneva_drive_turns_by_a_quarter() {
    let wheel = |time: f64, side: f64| {
        let crank = std::f64::consts::FRAC_PI_2 + 6.0 * time;
        let radius = 0.1 * std::f64::consts::FRAC_1_SQRT_2;
        let (x, y) = (0.1 + radius * crank.cos(), radius * crank.sin());
        y.atan2(x) - std::f64::consts::FRAC_PI_4 + side * (2e-4 / x.hypot(y)).asin()
    };
    for restitution in [Some(0.0), None] {
        let results = run("geneva", restitution, 0.5);
        let angle = |frame: &Frame| {
            let [w, _, _, z] = frame.bodies[0].orientation;
            2.0 * z.atan2(w)
        };
        // The outline has ten digits; compliant sides give way by 1e-5 m and more at 0.03 m from the axis.
        let bound = if restitution.is_some() { 1e-7 } else { 3e-3 };
        for (frame, side) in [(38, 1.0), (48, 1.0), (58, -1.0)] {
            let frame = &results.frames[frame];
            let (own, exact) = (angle(frame), wheel(frame.time, side));
            assert!(
                (own - exact).abs() < bound,
                "{restitution:?}, {}: {own} {exact}",
                frame.time
            );
        }
        let turned = angle(last(&results)).to_degrees();
        assert!((turned + 90.0).abs() < 0.3, "{restitution:?} {turned}");
    }
}
