//! Rigid contacts: impacts, contacts that stay closed, separations, accumulation; against closed forms and validation/values.

use crate::support;
use carom_laws::restitution::{NEWTON, POISSON};

use carom_dynamics::{Coordinates, EventKind, EventRow, RunOptions};
use carom_model::JointKind;
use carom_model::analysis::{Analysis, ImpactOrder, RigidContact};
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_solve::Locate;
use support::{Deck, Record, at, expression, options, run, turned};

const G: f64 = 9.80665;

fn rigid(deck: &mut Deck, restitution: f64) {
    deck.0.settings.rigid = Some(RigidContact {
        restitution: Some(restitution),
        ..RigidContact::default()
    });
}

fn kinds(events: &[EventRow]) -> Vec<EventKind> {
    events.iter().map(|e| e.kind).collect()
}

/// Energy that is missing at the end, relative to the largest there was.
fn imbalance(record: &Record) -> f64 {
    let [miss, scale] = record.statistics[0]
        .energy_balance
        .expect("a dynamic analysis");
    miss.abs() / scale
}

/// Two masses on a line, each to a wall by spring and damper, the first one driven: validation/values/dedow_murphy.json. Their centres stand one
/// apart where they touch. Body 2 at u1, body 3 at u2 + 1.
fn two_masses(u: [f64; 2], v: [f64; 2], restitution: f64) -> Deck {
    let mut deck = Deck::new(0.0);
    for (k, mass) in [1.0, 2.0].into_iter().enumerate() {
        let label = k as u32 + 2;
        deck.body(label, mass, [1.0; 3], at(0.0, 0.0, u[k] + k as f64));
        let part = deck.part_id(label);
        deck.0.parts[part].velocity = [None, None, Some(v[k])];
        deck.joint(label, JointKind::Translational, label * 100, 1);
    }
    let first = "-0.9*DZ(200,1)-0.15*VZ(200,1)+0.5*COS(0.4*TIME)";
    let second = "-0.2*(DZ(300,1)-1)-0.05*VZ(300,1)";
    deck.sforce(1, Kind::Translation, true, (200, 1), first);
    deck.sforce(2, Kind::Translation, true, (300, 1), second);
    let law = "IMPACT(DZ(300,200), VZ(300,200), 1.0, 1E6, 1.5, 10, 1E-4)";
    deck.sforce(3, Kind::Translation, false, (300, 200), law);
    rigid(&mut deck, restitution);
    deck
}

fn close(name: &str, value: f64, exact: f64, bound: f64) {
    let miss = (value - exact).abs();
    assert!(miss < bound, "{name}: {value} instead of {exact}: {miss:e}");
}

/// Gaps that are sums of displacements have bounds of their rates in the coordinates of joints, too: right behind a separation, where gap and rate are zero, nothing else
/// decides.
#[test]
fn gaps_of_slides_are_proved() {
    let deck = two_masses([-0.1302; 2], [-0.3039; 2], 0.8);
    for coordinates in [Coordinates::Auto, Coordinates::Absolute] {
        let options = RunOptions {
            coordinates,
            ..options("dop853", 1e-13)
        };
        let record = run(&deck, Analysis::Dynamic, 20.0, 1, &options);
        let guards = &record.statistics[0].guards;
        assert!(guards.proved > 50, "{coordinates:?}: {guards:?}");
        assert_eq!(guards.sampled, 0, "{coordinates:?}: {guards:?}");
    }
}

#[test]
fn two_masses_part_and_collide() {
    let deck = two_masses([-0.1302; 2], [-0.3039; 2], 0.8);
    for (method, error, bound) in [
        ("radau", 1e-13, 1e-11),
        ("radau", 1e-9, 1e-8),
        ("dop853", 1e-12, 1e-10),
        ("radau5", 1e-9, 1e-7),
        ("gstiff", 1e-9, 1e-5),
    ] {
        for locate in [Locate::Auto, Locate::Henon] {
            let options = RunOptions {
                locate,
                ..options(method, error)
            };
            let record = run(&deck, Analysis::Dynamic, 15.0, 15, &options);
            let name = format!("{method} {error:e} {locate:?}");
            use EventKind::{Closure, Impact, Separation};
            let events = &record.events;
            assert_eq!(
                kinds(events),
                [Closure, Separation, Impact, Impact],
                "{name}"
            );
            close(&name, events[0].force, 0.428_098_333_333_333_3, 1e-12);
            close(&name, events[1].time, 3.259_925_661_373_86, bound);
            close(&name, events[2].time, 11.829_945_508_016_114, bound);
            close(&name, events[2].rate[0], -0.494_145_747_250_443_4, bound);
            close(
                &name,
                events[2].rate[1],
                0.8 * 0.494_145_747_250_443_4,
                bound,
            );
            close(&name, events[2].impulse, 0.592_974_896_700_532, bound);
            close(&name, events[3].time, 14.853_350_290_206_918, bound);
            // Samples: t, u1, v1, u2, force.
            for (t, u1, v1, u2, force) in [
                (
                    1,
                    -0.305_921_356_014_648_6,
                    -0.041_902_642_130_896_5,
                    -0.305_921_356_014_648_6,
                    0.473_670_274_719_682_3,
                ),
                (
                    3,
                    0.038_297_406_183_252_42,
                    0.302_725_837_037_094_8,
                    0.038_297_406_183_252_42,
                    0.075_133_481_774_732,
                ),
                (
                    5,
                    0.285_070_988_805_013_8,
                    -0.234_995_048_239_570_1,
                    0.591_564_545_177_155,
                    0.0,
                ),
                (
                    11,
                    -0.010_689_369_566_404,
                    0.437_589_853_797_336_2,
                    0.480_102_873_749_492_2,
                    0.0,
                ),
            ] {
                let frame = &record.frames[t];
                close(&name, frame.bodies[0].position[2], u1, bound);
                close(&name, frame.bodies[0].velocity[2], v1, bound);
                close(&name, frame.bodies[1].position[2] - 1.0, u2, bound);
                close(&name, frame.forces[2][2], force, bound);
            }
            assert!(
                imbalance(&record) < 1e3 * error,
                "{name}: {}",
                imbalance(&record)
            );
        }
    }
}

#[test]
fn a_plastic_touch_that_would_have_to_pull_releases_at_once() {
    // Case B: it stays.
    let deck = two_masses([0.4467, 1.71], [0.1663, -0.1406], 0.0);
    let record = run(&deck, Analysis::Dynamic, 11.0, 1, &options("radau", 1e-13));
    let events = &record.events;
    use EventKind::{Closure, Impact, Separation};
    assert_eq!(kinds(events), [Impact, Closure, Separation]);
    close("touch", events[0].time, 4.529_715_253_988_227, 1e-11);
    close("speed", events[0].rate[0], -0.080_014_032_411_121_89, 1e-11);
    close("force", events[1].force, 0.029_982_484_881_254_48, 1e-11);
    close("separation", events[2].time, 10.359_841_299_564_564, 1e-11);
    // Its neighbour with four digits: it does not.
    let deck = two_masses([0.2289, 1.9045], [0.1755, -0.1283], 0.0);
    let record = run(&deck, Analysis::Dynamic, 4.5, 1, &options("radau", 1e-13));
    assert_eq!(record.events[0].kind, Impact);
    close("touch", record.events[0].time, 4.380_474_544_378_578, 1e-10);
    close(
        "rate",
        record.events[0].rate[0],
        -0.002_958_558_334_169_8,
        1e-10,
    );
    assert!(
        record.events.get(1).is_none_or(|e| e.kind == Impact),
        "{:?}",
        record.events
    );
}

/// A ball above a table.
fn ball(height: f64, restitution: f64) -> Deck {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, height + 0.1));
    let law = "IMPACT(DZ(200,1), VZ(200,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    rigid(&mut deck, restitution);
    deck
}

#[test]
fn a_ball_bounces_until_it_rests() {
    for (method, error) in [("radau", 1e-10), ("radau", 1e-6), ("dop853", 1e-10)] {
        for restitution in [0.5, 0.8, 0.9] {
            let deck = ball(1.0, restitution);
            let end = (2.0 / G).sqrt() * (1.0 + restitution) / (1.0 - restitution);
            let record = run(
                &deck,
                Analysis::Dynamic,
                end + 1.0,
                10,
                &options(method, error),
            );
            let name = format!("{method} {error:e} {restitution}");
            let events = &record.events;
            let n = events.len();
            println!("{name}: {n} events {:?}", record.statistics);
            assert_eq!(
                kinds(&events[n - 2..]),
                [EventKind::Accumulation, EventKind::Closure],
                "{name}"
            );
            assert!(
                events[..n - 2].iter().all(|e| e.kind == EventKind::Impact),
                "{name}"
            );
            // The table is in the order of time, and the contact closes when the impacts end.
            assert!(events.windows(2).all(|e| e[0].time <= e[1].time), "{name}");
            assert!(
                events[n - 1].time.to_bits() == events[n - 2].time.to_bits(),
                "{name}"
            );
            close(&name, events[n - 2].time, end, 1e-9);
            close(&name, events[n - 1].force, G, 1e-12);
            let last = record.frames.last().expect("frames");
            close(&name, last.bodies[0].position[2], 0.1, 1e-11);
            close(&name, last.forces[0][2], G, 1e-11);
            // The energy lost is that of the fall.
            assert!(imbalance(&record) < 1e-6, "{name}: {}", imbalance(&record));
        }
    }
}

/// A linear contact that damps in compression and never pulls gives back exp(−ζ·φ/√(1−ζ²)) of the speed, φ = π − arctan(2ζ√(1−ζ²)/(1−2ζ²)): its
/// force vanishes then. Its time in contact, and with it all difference from the rigid one, falls with the root of the stiffness.
#[test]
fn a_compliant_contact_becomes_the_rigid_one() {
    const DAMPING: f64 = 0.07;
    let root = (1.0 - DAMPING * DAMPING).sqrt();
    let angle =
        std::f64::consts::PI - (2.0 * DAMPING * root / (1.0 - 2.0 * DAMPING * DAMPING)).atan();
    let restitution = (-DAMPING / root * angle).exp();
    let touches = |deck: &Deck, kind: EventKind| -> Vec<f64> {
        let record = run(deck, Analysis::Dynamic, 2.0, 1, &options("dop853", 1e-11));
        let touches = record.events.iter().filter(|e| e.kind == kind);
        touches.map(|e| e.time).collect()
    };
    let exact = touches(&ball(1.0, restitution), EventKind::Impact);
    let late = |stiffness: f64| {
        let mut deck = Deck::new(G);
        deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.1));
        let damping = 2.0 * DAMPING * stiffness.sqrt();
        let law =
            format!("IMPACT(DZ(200,1), VZ(200,1), 0.1, {stiffness:e}, 1, {damping:e}, 1E-12)");
        deck.sforce(1, Kind::Translation, true, (200, 1), &law);
        let found = touches(&deck, EventKind::ContactBegin);
        [found[1] - exact[1], found[2] - exact[2]]
    };
    let (soft, hard) = (late(1e6), late(1e8));
    for (soft, hard) in soft.iter().zip(hard) {
        // A tenth, up to the next power of the same root: measured 0.0998.
        assert!((hard / soft - 0.1).abs() < 5e-4, "{soft} {hard}");
        assert!(hard < 1e-3);
    }
}

/// Equal balls of diameter 1 in a row along z, free to move along it; the first one comes with speed 1.
fn cradle(balls: u32) -> Deck {
    let mut deck = Deck::new(0.0);
    for k in 0..balls {
        let label = k + 2;
        let z = f64::from(k) - if k == 0 { 0.5 } else { 0.0 };
        deck.body(label, 1.0, [1.0; 3], at(0.0, 0.0, z));
        let part = deck.part_id(label);
        deck.0.parts[part].velocity = [None, None, Some(if k == 0 { 1.0 } else { 0.0 })];
        if k > 0 {
            let (i, j) = (label * 100, label * 100 - 100);
            let law = format!("IMPACT(DZ({i},{j}), VZ({i},{j}), 1.0, 1E5, 1.5, 50, 1E-4)");
            deck.sforce(k, Kind::Translation, false, (i, j), &law);
        }
    }
    rigid(&mut deck, 1.0);
    deck
}

#[test]
fn a_cradle_is_resolved_as_asked() {
    for (law, order, exact) in [
        (NEWTON, ImpactOrder::Sequential, [0.0, 0.0, 1.0]),
        (
            NEWTON,
            ImpactOrder::Simultaneous,
            [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
        ),
        (
            POISSON,
            ImpactOrder::Simultaneous,
            [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
        ),
    ] {
        let mut deck = cradle(3);
        deck.0.settings.rigid = Some(RigidContact {
            restitution: Some(1.0),
            law,
            order,
            ..RigidContact::default()
        });
        let record = run(&deck, Analysis::Dynamic, 0.6, 1, &options("radau", 1e-10));
        let bodies = &record.frames[1].bodies;
        for (body, v) in bodies.iter().zip(exact) {
            close(&format!("{law:?} {order:?}"), body.velocity[2], v, 1e-14);
        }
        assert_eq!(record.events.len(), 2);
        close("time", record.events[0].time, 0.5, 1e-14);
    }
}

#[test]
fn a_stack_settles_and_presses_with_its_weight() {
    // Three balls above each other on the ground, plastic: they close one after the other and stay.
    let mut deck = cradle(3);
    deck.0.gravity = [0.0, 0.0, -G];
    for k in 2..5 {
        let part = deck.part_id(k);
        deck.0.parts[part].velocity = [None; 3];
    }
    let law = "IMPACT(DZ(200,1), VZ(200,1), -0.6, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(9, Kind::Translation, true, (200, 1), law);
    for restitution in [0.0, 0.3] {
        rigid(&mut deck, restitution);
        let record = run(&deck, Analysis::Dynamic, 3.0, 10, &options("radau", 1e-10));
        let last = record.frames.last().expect("frames");
        println!("{restitution}: {} events", record.events.len());
        for (row, weights) in [(0, 2.0), (1, 1.0), (2, 3.0)] {
            close("force", last.forces[row][2], weights * G, 1e-9);
        }
        for (k, z) in [-0.6, 0.4, 1.4].into_iter().enumerate() {
            close("place", last.bodies[k].position[2], z, 1e-10);
        }
        assert!(imbalance(&record) < 1e-8, "{}", imbalance(&record));
    }
}

/// A box of half sizes 0.2, 0.3, 0.1 above the ground, each corner a contact.
fn box_above(height: f64, angles: [f64; 3], spin: [f64; 3], restitution: f64) -> Deck {
    let mut deck = Deck::new(G);
    let pose = turned(0.0, 0.0, height, angles);
    // Inertia of the full box of mass 1.
    let inertia = [0.1 / 3.0, 0.05 / 3.0, 0.13 / 3.0];
    deck.body(2, 1.0, inertia, pose);
    let part = deck.part_id(2);
    deck.0.parts[part].angular_velocity = spin.map(Some);
    for k in 0..8 {
        let side = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let corner = 201 + k;
        deck.marker(corner, 2, at(0.2 * side(0), 0.3 * side(1), 0.1 * side(2)));
        let law = format!("IMPACT(DZ({corner},1), VZ({corner},1), 0, 1E5, 1.5, 50, 1E-4)");
        deck.sforce(k + 1, Kind::Translation, true, (corner, 1), &law);
    }
    rigid(&mut deck, restitution);
    deck
}

/// Lowest corner of the box of [`box_above`] in a frame.
fn lowest(record: &Record, frame: usize) -> f64 {
    let body = &record.frames[frame].bodies[0];
    let r = carom_base::Quaternion(body.orientation).matrix();
    let reach: f64 = (0..3).map(|c| r[(2, c)].abs() * [0.2, 0.3, 0.1][c]).sum();
    body.position[2] - reach
}

#[test]
fn a_box_falls_on_face_edge_and_corner() {
    for (name, angles, spin, restitution) in [
        ("face", [0.0, 0.0, 0.0], [0.0; 3], 0.0),
        ("face", [0.0, 0.0, 0.0], [0.0; 3], 0.5),
        ("edge", [0.0, 20.0, 0.0], [0.0; 3], 0.0),
        ("edge", [0.0, 20.0, 0.0], [0.0; 3], 0.3),
        ("corner", [10.0, 35.0, 25.0], [0.3, -0.2, 0.5], 0.0),
        ("corner", [10.0, 35.0, 25.0], [0.3, -0.2, 0.5], 0.3),
        ("corner", [10.0, 35.0, 25.0], [0.3, -0.2, 0.5], 0.7),
    ] {
        let deck = box_above(0.7, angles, spin, restitution);
        let record = run(&deck, Analysis::Dynamic, 3.0, 60, &options("radau", 1e-9));
        let name = format!("{name} {restitution}");
        println!(
            "{name}: {} events, {:e}",
            record.events.len(),
            imbalance(&record)
        );
        for k in 0..record.frames.len() {
            // A part in 1e9 of its size; what was seen is 7e-14.
            assert!(
                lowest(&record, k) > -2e-10,
                "{name}: {}",
                lowest(&record, k)
            );
        }
        assert!(
            record.events.iter().any(|e| e.kind == EventKind::Impact),
            "{name}"
        );
        // Errors of 1e-9 in each step; what was seen is 5e-12.
        assert!(imbalance(&record) < 1e-9, "{name}: {}", imbalance(&record));
        assert!(record.events.len() < 400, "{name}");
        // It ends on a face, at rest: of all forces that carry it those of least square, a quarter of its weight on each of four corners.
        let last = record.frames.last().expect("frames");
        close(&name, last.bodies[0].velocity[2], 0.0, 1e-12);
        let carry: Vec<f64> = last
            .forces
            .iter()
            .map(|f| f[2])
            .filter(|f| *f != 0.0)
            .collect();
        assert_eq!(carry.len(), 4, "{name}: {carry:?}");
        for force in carry {
            close(&name, force, G / 4.0, 1e-9);
        }
    }
}

#[test]
fn a_ball_in_a_corner_comes_back_the_way_it_came() {
    let mut deck = Deck::new(0.0);
    deck.body(2, 1.0, [1.0; 3], at(1.0, 2.0, 3.0));
    let part = deck.part_id(2);
    deck.0.parts[part].velocity = [Some(-1.0), Some(-2.0), Some(-3.0)];
    for (k, axis) in ["X", "Y", "Z"].into_iter().enumerate() {
        let law = format!("IMPACT(D{axis}(200,1), V{axis}(200,1), 0.1, 1E5, 1.5, 50, 1E-4)");
        let mut components = [const { None }; 6];
        components[k] = Some(Function::Expression(expression(&law)));
        deck.vforce(k as u32 + 1, 200, components);
    }
    rigid(&mut deck, 0.5);
    let record = run(&deck, Analysis::Dynamic, 2.0, 1, &options("radau", 1e-10));
    // Walls at 0.1: reached after 0.9, 0.95 and 2.9/3 s.
    let times: Vec<f64> = record.events.iter().map(|e| e.time).collect();
    for (t, exact) in times.iter().zip([0.9, 0.95, 2.9 / 3.0]) {
        close("time", *t, exact, 1e-13);
    }
    for (v, exact) in record.frames[1].bodies[0]
        .velocity
        .iter()
        .zip([0.5, 1.0, 1.5])
    {
        close("speed", *v, exact, 1e-14);
    }
}

#[test]
fn nothing_tunnels_and_two_walls_hold() {
    // Between walls 1e-3 apart at 100 m/s: an impact each 1e-5 s, with steps that would be far longer.
    let mut deck = Deck::new(0.0);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let part = deck.part_id(2);
    deck.0.parts[part].velocity = [None, None, Some(100.0)];
    let law = "BISTOP(DZ(200,1), VZ(200,1), -5E-4, 5E-4, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    rigid(&mut deck, 1.0);
    let record = run(&deck, Analysis::Dynamic, 1e-3, 1, &options("radau", 1e-6));
    assert_eq!(record.events.len(), 100);
    for (k, e) in record.events.iter().enumerate() {
        close("time", e.time, 5e-6 + 1e-5 * k as f64, 1e-15);
    }
    close(
        "energy",
        record.frames[1].bodies[0].velocity[2].abs(),
        100.0,
        1e-10,
    );
}

#[test]
fn a_pendulum_hits_its_stop() {
    // A rod of length 1 and mass 1 on a pin, released level, hits a stop when it hangs: ω² = 3g/l.
    let mut deck = Deck::new(G);
    deck.body(
        2,
        1.0,
        [1.0 / 12.0, 1.0 / 12.0, 1e-6],
        turned(0.5, 0.0, 0.0, [90.0, 90.0, 90.0]),
    );
    // z of both pin markers along −y of ground, about which the rod turns.
    let pin = |x: f64| turned(x, 0.0, 0.0, [0.0, 90.0, 0.0]);
    deck.marker(11, 1, pin(0.0));
    let body = deck.0.parts[deck.part_id(2)].pose;
    let here = carom_base::Pose {
        position: body.rotation.transpose() * (pin(0.0).position - body.position),
        rotation: body.rotation.transpose() * pin(0.0).rotation,
    };
    deck.marker(201, 2, here);
    deck.joint(1, JointKind::Revolute, 201, 11);
    let law = "IMPACT(AZ(201,11), WZ(201,11,11), -1.5707963267948966, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(1, Kind::Rotation, false, (201, 11), law);
    rigid(&mut deck, 0.5);
    let record = run(&deck, Analysis::Dynamic, 5.0, 50, &options("radau", 1e-11));
    let impact = &record.events[0];
    let omega = (3.0 * G).sqrt();
    println!("{impact:?}");
    close("ω before", impact.rate[0], -omega, 1e-9);
    close("ω after", impact.rate[1], 0.5 * omega, 1e-9);
    // Moment of inertia about the pin: 1/3.
    close("impulse", impact.impulse, 1.5 * omega / 3.0, 1e-9);
    assert!(imbalance(&record) < 1e-8);
    // It comes to rest at the stop: the moment there vanishes, the rod hangs.
    assert!(record.events.iter().all(|e| e.impulse >= 0.0));
}

#[test]
fn what_cannot_be_rigid_is_refused() {
    use carom_base::Diagnostics;
    use carom_dynamics::Simulation;
    let refusal = |deck: &Deck| {
        let mut d = Diagnostics::default();
        assert!(Simulation::assemble(&deck.0, &mut d).is_none());
        d.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    let mut deck = ball(1.0, 0.5);
    deck.0.settings.rigid = Some(RigidContact::default());
    assert_eq!(refusal(&deck), ["rigid-restitution"]);
    // The gap opens along x, the force acts along z.
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(1.0, 0.0, 1.0));
    let law = "IMPACT(DX(200,1), VX(200,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    rigid(&mut deck, 0.5);
    assert_eq!(refusal(&deck), ["rigid-line"]);
    // A gap that depends on a velocity.
    let mut deck = ball(1.0, 0.5);
    let law = "IMPACT(DZ(200,1)+0.01*VZ(200,1), VZ(200,1), 0.1, 1E5, 1.5, 50, 1E-4)";
    deck.sforce(2, Kind::Translation, true, (200, 1), law);
    assert_eq!(refusal(&deck), ["constraint-input"]);
}

/// The first impact of a box on one corner, against the impulse and the velocities of a free rigid body.
#[test]
fn a_corner_answers_as_a_free_body_does() {
    const E: f64 = 0.3;
    let deck = box_above(0.7, [10.0, 35.0, 25.0], [0.0; 3], E);
    let body = &deck.0.parts[deck.part_id(2)];
    let (r, inertia) = (body.pose.rotation, body.inertia);
    // The lowest corner, from the centre, on ground axes.
    let corners = (0..8).map(|k| {
        let side = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        r * carom_base::Vec3::new(0.2 * side(0), 0.3 * side(1), 0.1 * side(2))
    });
    let corner = corners.min_by(|a, b| a.z.total_cmp(&b.z)).expect("eight");
    let fall = 0.7 + corner.z;
    let speed = (2.0 * G * fall).sqrt();
    // Unit impulse along z at the corner: turns by I⁻¹·(c × e_z), on body axes.
    let arm = r.transpose() * carom_base::Vec3::new(corner.y, -corner.x, 0.0);
    let turn = carom_base::Vec3::new(
        arm.x / inertia[(0, 0)],
        arm.y / inertia[(1, 1)],
        arm.z / inertia[(2, 2)],
    );
    let impulse = (1.0 + E) * speed / (1.0 + arm.dot(&turn));
    let time = (2.0 * fall / G).sqrt();
    let record = run(
        &deck,
        Analysis::Dynamic,
        time + 1e-9,
        1,
        &options("radau", 1e-11),
    );
    let event = &record.events[0];
    close("time", event.time, time, 1e-12);
    close("speed", event.rate[0], -speed, 1e-11);
    close("speed after", event.rate[1], E * speed, 1e-11);
    close("impulse", event.impulse, impulse, 1e-11);
    // 1e-9 s later gravity has changed the speed by 1e-8, and turning the axes by less.
    let last = record.frames.last().expect("frames");
    close(
        "fall",
        last.bodies[0].velocity[2],
        impulse - speed - G * 1e-9,
        1e-11,
    );
    let spin = r * turn * impulse;
    for (w, exact) in last.bodies[0].angular_velocity.iter().zip(spin.to_array()) {
        close("spin", *w, exact, 1e-6);
    }
}

#[test]
fn a_load_on_a_table_is_shared_as_by_equal_springs() {
    // 20 N downwards at (0.05, 0.12) of a box that stands on four corners at (±0.2, ±0.3).
    let mut deck = box_above(0.1, [0.0; 3], [0.0; 3], 0.0);
    deck.marker(300, 2, at(0.05, 0.12, 0.1));
    deck.sforce(99, Kind::Translation, true, (300, 1), "-20");
    let record = run(&deck, Analysis::Dynamic, 0.5, 5, &options("dop853", 1e-10));
    let last = record.frames.last().expect("frames");
    for (k, f) in last.forces.iter().take(8).enumerate() {
        let side = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        // A plane under the load: F/4·(1 + x·x_k/a² + y·y_k/b²).
        let own = 1.0 + 0.05 * side(0) / 0.2 + 0.12 * side(1) / 0.3;
        let exact = if k < 4 { G / 4.0 + 5.0 * own } else { 0.0 };
        close(&format!("corner {k}"), f[2], exact, 1e-12);
    }
    // None of what is merely held has opened or closed.
    assert_eq!(kinds(&record.events), [EventKind::Closure; 4]);
}

/// A ball of radius 0.1 in a corner of three walls at right angles that lean against each other alike, seen from above as a tripod: each wall is reached
/// as the floor is by a ball that falls with g/√3, whatever the others do.
#[test]
fn a_ball_comes_to_rest_in_a_corner() {
    const E: f64 = 0.6;
    let down = carom_base::Vec3::new(-G, -G, -G) * (1.0 / 3f64.sqrt());
    let mut deck = Deck::new(0.0);
    deck.0.gravity = down.to_array();
    let heights = [0.5, 0.7, 0.4];
    deck.body(
        2,
        1.0,
        [1.0; 3],
        at(0.1 + heights[0], 0.1 + heights[1], 0.1 + heights[2]),
    );
    for (k, axis) in ["X", "Y", "Z"].into_iter().enumerate() {
        let law = format!("IMPACT(D{axis}(200,1), V{axis}(200,1), 0.1, 1E5, 1.5, 50, 1E-4)");
        let mut components = [const { None }; 6];
        components[k] = Some(Function::Expression(expression(&law)));
        deck.vforce(k as u32 + 1, 200, components);
    }
    rigid(&mut deck, E);
    let record = run(&deck, Analysis::Dynamic, 3.0, 3, &options("dop853", 1e-10));
    let g = G / 3f64.sqrt();
    for (k, height) in heights.into_iter().enumerate() {
        let label = format!("VFORCE/{}", k + 1);
        let of_wall = |kind| {
            let mine = record.events.iter().filter(|e| e.element == label);
            mine.filter(|e| e.kind == kind).collect::<Vec<_>>()
        };
        let ends = of_wall(EventKind::Accumulation);
        assert_eq!((ends.len(), of_wall(EventKind::Closure).len()), (1, 1));
        let end = (2.0 * height / g).sqrt() * (1.0 + E) / (1.0 - E);
        close(&label, ends[0].time, end, 1e-10);
        let last = record.frames.last().expect("frames");
        close(&label, last.forces[k][k], g, 1e-12);
        close(&label, last.bodies[0].position[k], 0.1, 1e-12);
    }
    assert!(imbalance(&record) < 1e-10);
}

/// Ten links of length 0.1 joined end to end, an arc above the ground; each end of a link is a contact.
fn chain_above(links: u32, restitution: f64) -> Deck {
    const HALF: f64 = 0.05;
    let mut deck = Deck::new(G);
    let (mut x, mut z) = (0.0, 0.3);
    for k in 0..links {
        let label = 2 + k;
        // A slope that differs from link to link. The first link lands level, on both ends.
        let slope = 0.5 * (0.9 * f64::from(k)).sin() + 0.03 * f64::from(k);
        let (dx, dz) = (HALF * slope.cos(), HALF * slope.sin());
        // Axes: x along the link, z across the plane of motion (global −y).
        let pose = turned(x + dx, 0.0, z + dz, [0.0, 90.0, slope.to_degrees()]);
        deck.body(
            label,
            0.1,
            [1e-6, 0.1 * 0.01 / 12.0, 0.1 * 0.01 / 12.0],
            pose,
        );
        deck.marker(label * 100 + 1, label, at(-HALF, 0.0, 0.0));
        deck.marker(label * 100 + 2, label, at(HALF, 0.0, 0.0));
        (x, z) = (x + 2.0 * dx, z + 2.0 * dz);
        if k > 0 {
            let (i, j) = (label * 100 + 1, (label - 1) * 100 + 2);
            deck.joint(label, JointKind::Revolute, i, j);
        }
        let end = label * 100 + 2;
        for end in [label * 100 + 1, end].into_iter().skip(usize::from(k > 0)) {
            let law = format!("IMPACT(DZ({end},1), VZ({end},1), 0, 1E5, 1.5, 50, 1E-4)");
            deck.sforce(end, Kind::Translation, true, (end, 1), &law);
        }
    }
    rigid(&mut deck, restitution);
    deck
}

#[test]
fn a_chain_falls_on_a_table() {
    // Series of impacts within series of impacts, told as far as they are further apart than the tolerance: these were 184, 173, 631 and 1452.
    for (links, restitution, error, most) in [
        (10, 0.0, 1e-9, 300),
        (10, 0.0, 1e-6, 300),
        (10, 0.3, 1e-3, 2000),
        (4, 0.3, 1e-6, 5000),
    ] {
        let deck = chain_above(links, restitution);
        let settings = options("dop853", error);
        let record = run(&deck, Analysis::Dynamic, 0.9, 30, &settings);
        let name = format!("{links} {restitution} {error:e}");
        let centre = |k: usize| -> f64 {
            let bodies = record.frames[k].bodies.iter();
            bodies.map(|b| b.position[0]).sum::<f64>() / f64::from(links)
        };
        let (mut lowest, mut drift) = (f64::INFINITY, 0.0_f64);
        for (k, frame) in record.frames.iter().enumerate() {
            for body in &frame.bodies {
                let r = carom_base::Quaternion(body.orientation).matrix();
                lowest = lowest.min(body.position[2] - 0.05 * r[(2, 0)].abs());
            }
            // The table does not push sideways.
            drift = drift.max((centre(k) - centre(0)).abs());
        }
        // In the coordinates of joints the centre is no unknown: what the tolerance of a step allows.
        assert!(drift < error, "{name}: {drift:e}");
        println!(
            "{name}: {} events, lowest {lowest:e}, {:e}",
            record.events.len(),
            imbalance(&record)
        );
        // No end sinks below the table by a part in 1e9 of a link.
        assert!(lowest > -1e-10, "{name}: {lowest:e}");
        // What the tolerance of a step allows.
        assert!(imbalance(&record) < error, "{name}: {}", imbalance(&record));
        assert!(
            record.events.len() < most,
            "{name}: {}",
            record.events.len()
        );
        if restitution == 0.0 {
            // It lies flat: each joint carries half of both its links.
            let last = record.frames.last().expect("frames");
            for (k, f) in last.forces.iter().enumerate() {
                let share = if k == 0 || k == links as usize {
                    0.5
                } else {
                    1.0
                };
                close(&name, f[2], share * 0.1 * G, 1e-9);
            }
        }
        if error < 1e-6 {
            let again = run(&deck, Analysis::Dynamic, 0.9, 30, &settings);
            let bits =
                |r: &Record| -> Vec<u64> { r.events.iter().map(|e| e.time.to_bits()).collect() };
            assert_eq!(bits(&record), bits(&again));
        }
    }
}
