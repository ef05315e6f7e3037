//! Normal laws of contacts by volumes and by functions: closed forms, energy, the same law written in two ways.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, LayersParameters, VolumeParameters};

use carom_base::{Pose, Vec3};
use carom_dynamics::EventKind;
use carom_model::analysis::{Analysis, Command, End, OutputGrid};
use carom_model::force::NormalLaw;
use carom_model::graphics::Shape;
use support::solids::{G, LAW, PLANE, ball, connect, imbalance, of_kind, shape, speed};
use support::*;

fn function(text: &str) -> NormalLaw {
    NormalLaw::Function(expression(text))
}

fn volume(stiffness: f64, damping: f64) -> NormalLaw {
    NormalLaw::Parametric(AnyLaw::Volume(VolumeParameters { stiffness, damping }))
}

/// A body of 1 kg on or above a plane.
fn on_plane(g: f64, solid: Shape, place: Pose, law: NormalLaw) -> Deck {
    let mut d = Deck::new(g);
    d.body(2, 1.0, [4e-3, 5e-3, 6e-3], place);
    shape(&mut d, 1, 200, solid, false);
    shape(&mut d, 2, 1, PLANE, false);
    connect(&mut d, 1, (&[1], &[2]), law, None);
    d
}

fn kinds(record: &Record) -> Vec<EventKind> {
    record.events.iter().map(|e| e.kind).collect()
}

/// IMPACT as a law, as a function of that name, and written out: the same events and the same motion.
#[test]
fn impact_in_three_ways() {
    let ways = [
        LAW,
        function("IMPACT(-DEPTH, -DEPTHDOT, 0, 1E5, 1.5, 50, 1E-4)"),
        function("1E5*DEPTH**1.5 + STEP(DEPTH, 0, 0, 1E-4, 50)*DEPTHDOT"),
    ];
    for method in ["auto", "radau"] {
        let of = |law: &NormalLaw| {
            let d = on_plane(G, ball(0.1), at(0.0, 0.0, 0.3), law.clone());
            run(&d, Analysis::Dynamic, 0.6, 60, &options(method, 1e-10))
        };
        let [law, named, written] = [0, 1, 2].map(|k| of(&ways[k]));
        let contacts = |r: &Record| -> Vec<(EventKind, f64)> {
            use EventKind::{ContactBegin, ContactEnd, ForceOff};
            let all = r.events.iter();
            let ends = all.filter(|e| [ContactBegin, ContactEnd, ForceOff].contains(&e.kind));
            ends.map(|e| (e.kind, e.time)).collect()
        };
        assert!(contacts(&law).len() >= 5, "{:?}", law.events);
        for other in [&named, &written] {
            // the clamp may be told by the function inside
            let begins = |r: &Record| -> Vec<f64> {
                let all = contacts(r).into_iter();
                all.filter(|e| e.0 != EventKind::ForceOff)
                    .map(|e| e.1)
                    .collect()
            };
            assert_eq!(
                begins(&law).len(),
                begins(other).len(),
                "{:?}",
                other.events
            );
            for (a, b) in begins(&law).iter().zip(begins(other)) {
                // 1e-10: the tolerance of the run, as steps may end elsewhere
                assert!((a - b).abs() < 1e-10, "{method} {a} {b}");
            }
            for (a, b) in law.frames.iter().zip(&other.frames) {
                let miss = (a.bodies[0].position[2] - b.bodies[0].position[2]).abs();
                assert!(miss < 1e-10, "{method} at {}: {miss:e}", a.time);
            }
        }
        // written out it is clipped by the contact itself
        let (off, of_law) = (
            of_kind(&written, EventKind::ForceOff),
            of_kind(&law, EventKind::ForceOff),
        );
        assert_eq!(off.len(), of_law.len());
        for (a, b) in off.iter().zip(of_law) {
            assert!((a.time - b.time).abs() < 1e-9, "{} {}", a.time, b.time);
        }
    }
}

/// Without switches and damping there is nothing but the formula: the same steps, to rounding.
#[test]
fn a_power_of_the_depth_is_impact_to_rounding() {
    let spring = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: 1e5,
        exponent: 1.5,
        damping: 0.0,
        dmax: 1e-4,
    }));
    let of = |law: NormalLaw| {
        let d = on_plane(G, ball(0.1), at(0.0, 0.0, 0.3), law);
        run(&d, Analysis::Dynamic, 0.6, 60, &options("radau", 1e-8))
    };
    let (a, b) = (of(spring), of(function("1E5*DEPTH**1.5")));
    assert_eq!(kinds(&a), kinds(&b));
    for (a, b) in a.frames.iter().zip(&b.frames) {
        let miss = (a.bodies[0].position[2] - b.bodies[0].position[2]).abs();
        // 1e-12: rounding of the instants of events times the speed of 2 m/s, grown over two contacts
        assert!(miss < 1e-12, "at {}: {miss:e}", a.time);
    }
}

/// A ball at rest: k·V = m·g with V = π·p²·(R − p/3).
#[test]
fn a_ball_rests_where_the_volume_carries_it() {
    let (radius, k) = (0.1, 1e6f64);
    for law in [
        volume(k, 0.0),
        volume(k, 3.0),
        function("1E6*VOLUME"),
        function("1E6*VOLUME*(1 + 3*DEPTHDOT)"),
    ] {
        let d = on_plane(G, ball(radius), at(0.01, 0.0, 0.0985), law);
        let record = run(&d, Analysis::Static, 1.0, 1, &options("auto", 1e-10));
        let p = radius - record.frames[0].bodies[0].position[2];
        let v = std::f64::consts::PI * p * p * (radius - p / 3.0);
        let row = &record.frames[0].contacts[0];
        // 1e-9: what statics leaves of the forces
        assert!((k * v / G - 1.0).abs() < 1e-9, "{p}");
        assert!((row.volume / v - 1.0).abs() < 1e-12 && (row.force / G - 1.0).abs() < 1e-9);
    }
}

/// A block that lies flat: F = k·A·p; two layers in series; and on a box as on a plane.
#[test]
fn a_block_on_a_foundation() {
    let layers = NormalLaw::Parametric(AnyLaw::Layers(LayersParameters {
        i_modulus: 2e6,
        i_depth: 0.5,
        j_modulus: 1e6,
        j_depth: 0.25,
        damping: 0.0,
    }));
    for table in [PLANE, Shape::BoxFromCorner([2.0, 2.0, 0.5])] {
        let mut d = Deck::new(G);
        d.body(2, 1.0, [4e-3; 3], at(0.0, 0.0, 0.0299));
        let below = if table == PLANE { 0.0 } else { -0.5 };
        d.marker(11, 1, at(-1.0, -1.0, below));
        shape(
            &mut d,
            1,
            200,
            Shape::BoxFromCenter([0.1, 0.08, 0.06]),
            false,
        );
        shape(&mut d, 2, 11, table, false);
        connect(&mut d, 1, (&[1], &[2]), layers.clone(), None);
        let record = run(&d, Analysis::Static, 1.0, 1, &options("auto", 1e-10));
        let p = 0.03 - record.frames[0].bodies[0].position[2];
        // 1/k = 0.5/2e6 + 0.25/1e6; 1e-9: what statics leaves of the forces
        let force = 2e6 * 0.1 * 0.08 * p;
        assert!((force / G - 1.0).abs() < 1e-9, "{p} {force}");
    }
}

/// A block with V = A·p and K = k·A: m·p̈ = −K·p·(1 + c·ṗ) has the integral c·v − ln(1 + c·v) + c²·K·p²/2m, so the speeds in and out have
/// the same c·v − ln(1 + c·v).
#[test]
fn a_damped_block_leaves_with_the_speed_of_the_closed_form() {
    let (c, speed_in) = (0.4, 1.5f64);
    let invariant = |v: f64| c * v - (c * v).ln_1p();
    let (mut low, mut high) = (0.0, speed_in);
    for _ in 0..200 {
        let mid = 0.5 * (low + high);
        *(if invariant(-mid) < invariant(speed_in) {
            &mut low
        } else {
            &mut high
        }) = mid;
    }
    for law in [
        volume(2e7, c),
        function("2E7*VOLUME*(1 + 0.4*DEPTHDOT)"),
        function("1.6E5*DEPTH*(1 + 0.4*DEPTHDOT)"),
    ] {
        for method in ["auto", "radau"] {
            let block = Shape::BoxFromCenter([0.1, 0.08, 0.06]);
            let mut d = on_plane(0.0, block, at(0.0, 0.0, 0.035), law.clone());
            speed(&mut d, 2, Vec3::new(0.0, 0.0, -speed_in), Vec3::zeros());
            let record = run(&d, Analysis::Dynamic, 0.05, 1, &options(method, 1e-10));
            assert_eq!(
                kinds(&record),
                [EventKind::ContactBegin, EventKind::ContactEnd]
            );
            let out = record.frames[1].bodies[0].velocity[2];
            // 1e-8: the tolerance of the run, grown over the contact
            assert!((out / low - 1.0).abs() < 1e-8, "{method}: {out} {low}");
        }
    }
}

/// A cube that falls on its corner, spins and bounces: with k·V along the vector area at the centroid the energy
/// ½mv² + ½ωJω + mgz + k·V·ζ (ζ: depth of the centroid of the overlap) stays, also while it touches.
#[test]
fn a_cube_on_its_corner_keeps_its_energy() {
    let k = 1e10;
    for (law, table) in [
        (volume(k, 0.0), PLANE),
        (function("1E10*VOLUME"), PLANE),
        (volume(k, 0.0), Shape::BoxFromCorner([2.0, 2.0, 0.5])),
    ] {
        let mut d = Deck::new(G);
        d.body(
            2,
            1.0,
            [2e-3, 2.5e-3, 3e-3],
            turned(0.0, 0.0, 0.2, [25.0, 50.0, 40.0]),
        );
        let below = if table == PLANE { 0.0 } else { -0.5 };
        d.marker(11, 1, at(-1.0, -1.0, below));
        d.0.settings.contact_rule = match law {
            NormalLaw::Function(_) => carom_model::analysis::ContactRule::Smooth,
            _ => carom_model::analysis::ContactRule::Adams,
        };
        shape(&mut d, 1, 200, Shape::BoxFromCenter([0.1; 3]), false);
        shape(&mut d, 2, 11, table, false);
        connect(&mut d, 1, (&[1], &[2]), law, None);
        let record = run(&d, Analysis::Dynamic, 0.5, 500, &options("auto", 1e-11));
        let energy = |f: &carom_dynamics::output::Frame| {
            let row = &f.bodies[0];
            let q = carom_base::Quaternion(row.orientation).matrix();
            let w = q.tr_mul(&Vec3::from(row.angular_velocity));
            let j = Vec3::new(2e-3, 2.5e-3, 3e-3);
            let v = Vec3::from(row.velocity);
            let stored = f.contacts.iter().map(|c| k * c.volume * -c.centroid[2]);
            0.5 * v.norm_squared()
                + 0.5 * w.dot(&j.component_mul(&w))
                + G * row.position[2]
                + stored.sum::<f64>()
        };
        let start = energy(&record.frames[0]);
        let touching = record.frames.iter().filter(|f| !f.contacts.is_empty());
        assert!(touching.count() > 3);
        let begins = of_kind(&record, EventKind::ContactBegin);
        assert!(begins.len() >= 2, "{}", begins.len());
        let turns = record.frames.last().expect("told").bodies[0].angular_velocity;
        assert!(Vec3::from(turns).norm() > 1.0);
        for f in &record.frames {
            let miss = energy(f) / start - 1.0;
            // 1e-7: the tolerance of the run, grown over the bounces
            assert!(miss.abs() < 1e-7, "at {}: {miss:e}", f.time);
        }
        // 1e-8: the quadrature of the work is one of the states
        assert!(imbalance(&record) < 1e-8);
    }
}

/// A function that is negative at small depth holds nothing until it is positive: `force-on` where it becomes so.
#[test]
fn a_function_does_not_pull() {
    let law = function("1E5*(DEPTH - 1E-3)");
    let mut d = on_plane(0.0, ball(0.1), at(0.0, 0.0, 0.11), law);
    speed(&mut d, 2, Vec3::new(0.0, 0.0, -1.0), Vec3::zeros());
    let record = run(&d, Analysis::Dynamic, 0.1, 10, &options("auto", 1e-10));
    use EventKind::{ContactBegin, ContactEnd, ForceOff, ForceOn};
    let told = kinds(&record);
    assert_eq!(told, [ContactBegin, ForceOn, ForceOff, ContactEnd]);
    let times: Vec<f64> = record.events.iter().map(|e| e.time).collect();
    // free for 1 mm at 1 m/s, then half a period of the spring
    let half = std::f64::consts::PI / 1e5f64.sqrt();
    for (time, exact) in times.iter().zip([0.01, 0.011, 0.011 + half, 0.012 + half]) {
        // 1e-10: the tolerance of the run
        assert!((time - exact).abs() < 1e-10, "{time} {exact}");
    }
}

/// A table that a function of time switches on, a state that softens it: all else that functions know.
#[test]
fn a_function_looks_at_the_model() {
    let law = function("IF(TIME - 0.015: 0, 0, 1E5)*DEPTH");
    let mut d = on_plane(0.0, ball(0.1), at(0.0, 0.0, 0.11), law);
    speed(&mut d, 2, Vec3::new(0.0, 0.0, -1.0), Vec3::zeros());
    let all_events = carom_dynamics::RunOptions {
        verbose_events: true,
        ..options("auto", 1e-10)
    };
    let record = run(&d, Analysis::Dynamic, 0.1, 10, &all_events);
    // the ball is 5 mm deep when the spring appears: ½·v² + ½·k·p²
    let out = record.frames[10].bodies[0].velocity[2];
    let exact = (1.0f64 + 1e5 * 0.005 * 0.005).sqrt();
    // 1e-9: the tolerance of the run, grown over the contact
    assert!((out / exact - 1.0).abs() < 1e-9, "{out} {exact}");
    let switches = of_kind(&record, EventKind::Switch);
    assert!(switches.iter().any(|e| (e.time - 0.015).abs() < 1e-12));
}

/// Where the function has no value the run ends and says where.
#[test]
fn a_function_without_a_value_is_told() {
    let law = function("1E3*SQRT(0.001 - DEPTH)*DEPTH");
    let d = on_plane(G, ball(0.1), at(0.0, 0.0, 0.6), law);
    let command = Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(1.0)),
        output: Some(OutputGrid::Steps(10)),
        span: carom_base::Span::NONE,
    };
    let mut record = Record::default();
    let ends = assemble(&d).execute(&command, &options("auto", 1e-6), &mut record);
    let message = ends.expect_err("no root of what is negative").message;
    assert!(
        message.starts_with("the normal force of CONTACT/1: SQRT"),
        "{message}"
    );
}
