//! Switches whose place or time is known, one at a time. `random_switches` runs all kinds of them.

use crate::support;

use carom_expr::spline::{Beyond, SplineTable};
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::control::{Comparison, Sensor, Spline};
use carom_model::force::Kind;
use carom_model::run::EventKind;
use carom_model::{Tag, Variable};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;
use support::*;

/// A mass of 1 under a force along z.
fn mass(force: &str) -> Deck {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    d.sforce(1, Kind::Translation, true, (200, 1), force);
    d
}

fn all_events(d: &Deck, method: &str, end: f64) -> Record {
    let mut options = options(method, 1e-8);
    options.verbose_events = true;
    run(d, Analysis::Dynamic, end, 1, &options)
}

/// Times of all switches.
fn switches(d: &Deck, method: &str, end: f64) -> Vec<f64> {
    let events = all_events(d, method, end).events;
    events.iter().map(|e| e.time).collect()
}

fn assert_near(found: &[f64], exact: &[f64], within: f64, what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}: {found:?}");
    for (t, e) in found.iter().zip(exact) {
        assert!((t - e).abs() < within, "{what}: {t} {e}");
    }
}

/// A marker on a wheel, whose turn in one step no chart of rotations holds: where x = r·cos(w·t) is a third of r.
#[test]
fn a_place_on_a_wheel() {
    let (w, end) = (40.0, 5.0);
    let mut d = mass("IF(DX(201,1) - 0.1: 0, 0, 1)");
    d.marker(201, 2, at(0.3, 0.0, 0.0));
    let part = d.part_id(2);
    d.0.parts[part].angular_velocity = [None, None, Some(w)];
    let first = (1.0f64 / 3.0).acos();
    let turns = (0..).map(|k| f64::from(k) * TAU);
    let exact = turns.flat_map(|turn| [turn + first, turn + TAU - first]);
    let exact: Vec<f64> = exact.map(|a| a / w).take_while(|t| *t < end).collect();
    for method in [
        "auto", "dop853", "radau5", "radau13", "gstiff", "rkf45", "abam",
    ] {
        // 1e-9: the spin is constant, which all methods follow to rounding
        assert_near(&switches(&d, method, end), &exact, 1e-9, method);
    }
}

/// Of a direction that turns by less than a turn, and of one that passes half a turn, where it is told with a jump.
#[test]
fn a_direction() {
    // past the origin at the distance 1: the angle of the place falls from nearly π to nearly 0
    let mut d = mass("IF(ATAN2(DY(200,1), DX(200,1)) - 1.2: 0, 0, 1)");
    let part = d.part_id(2);
    d.0.parts[part].pose = at(-400.0, 1.0, 0.0);
    d.0.parts[part].velocity = [Some(100.0), None, None];
    let exact = [4.0 + 0.01 / 1.2f64.tan()];
    for method in ["auto", "radau5", "gstiff"] {
        assert_near(&switches(&d, method, 8.0), &exact, 1e-9, method);
    }
    // a wave of it: sin(7·angle) is zero at the angles kπ/7
    let mut d = mass("SIGN(1, SIN(7*ATAN2(DY(200,1), DX(200,1))))");
    d.0.parts[part].pose = at(-400.0, 1.0, 0.0);
    d.0.parts[part].velocity = [Some(100.0), None, None];
    let exact: Vec<f64> = (1..7)
        .rev()
        .map(|k| 4.0 + 0.01 / (f64::from(k) * PI / 7.0).tan())
        .collect();
    for method in ["auto", "radau5", "gstiff"] {
        assert_near(&switches(&d, method, 8.0), &exact, 1e-9, method);
    }
}

/// A spline through a hundred points that alternate is zero half way between them; a mass that falls over it passes more and more of them a step.
#[test]
fn a_spline_over_many_points() {
    let x: Vec<f64> = (-50..=150).map(f64::from).collect();
    let y = (-50..=150).map(|k| if k % 2 == 0 { 1.0 } else { -1.0 });
    for name in ["CUBSPL", "AKISPL"] {
        let mut d = mass(&format!("IF({name}(DY(200,1), 0, 5): -1, 0, 1)"));
        let table = SplineTable {
            x: x.clone(),
            curves: vec![(0.0, y.clone().collect())],
            beyond: Beyond::Parabola,
        };
        let spline = Spline {
            tag: Tag::new("SPLINE", 5),
            table: Arc::new(table),
            routine: None,
        };
        d.0.splines.insert(spline).expect("a new label");
        d.0.gravity = [0.0, 2.0, 0.0];
        // y = t²; AKISPL switches at the points as well, the first of which is the start
        let halves = (0..100).map(|k| f64::from(k) + 0.5);
        let exact: Vec<f64> = match name {
            "CUBSPL" => halves.map(f64::sqrt).collect(),
            _ => halves.flat_map(|h| [h, h + 0.5]).map(f64::sqrt).collect(),
        };
        for method in ["auto", "radau5", "radau13", "rkf45"] {
            let end = 99.9f64.sqrt();
            let exact: Vec<f64> = exact.iter().copied().filter(|t| *t < end).collect();
            // 1e-8: y to the tolerance over its rate
            assert_near(
                &switches(&d, method, end),
                &exact,
                1e-8,
                &format!("{name} {method}"),
            );
        }
    }
}

/// IMPACT with a rate that is not that of its distance: the damper pulls more than the spring pushes from the touch on, and the force is off until
/// `k·p² = c·s²(3 − 2s)·v`, s = p/d: at p = d(3 − k·d²/(c·v))/2. A force below zero there would be wrong.
#[test]
fn a_stop_that_would_pull_from_its_touch_on() {
    let (k, c, d_full, v) = (1e3, 30.0, 0.2, 1.0);
    let text = format!("IMPACT(DX(200,1), {v}, 0, {k}, 2, {c}, {d_full})");
    let mut d = mass(&text);
    let part = d.part_id(2);
    d.0.parts[part].pose = at(1.0, 0.0, 0.0);
    d.0.parts[part].velocity = [Some(-1.0), None, None];
    let on = 0.5 * d_full * (3.0 - k * d_full * d_full / (c * v));
    for method in ["auto", "radau5", "gstiff", "dop853"] {
        let record = all_events(&d, method, 1.0 + on);
        let told: Vec<EventKind> = record.events.iter().map(|e| e.kind).collect();
        let speed = record.frames.last().expect("frames").bodies[0].velocity[2];
        assert_eq!(
            &told[..2],
            [EventKind::ContactBegin, EventKind::ForceOff],
            "{method}"
        );
        // 1e-9: nothing has pushed yet
        assert!(speed.abs() < 1e-9, "{method}: {speed}");
        let exact = [1.0, 1.0, 1.0 + on, 1.0 + d_full];
        assert_near(&switches(&d, method, 1.5), &exact, 1e-9, method);
    }
}

/// A function that looks at what a sensor stores changes when that fires, whatever else the sensor does.
#[test]
fn what_a_sensor_stores_acts_at_once() {
    for restart in [false, true] {
        let mut d = mass("10*SENVAL(1)");
        let sensor = Sensor {
            tag: Tag::new("SENSOR", 1),
            function: Function::Expression(expression("SIN(3*TIME)")),
            value: 0.0,
            error: 1e-6,
            comparison: Comparison::Equal,
            halt: false,
            ends_command: false,
            restart,
            print: false,
            output_interval: None,
            step_size: None,
            step_limit: None,
            evaluate: Some(Function::Expression(expression("TIME"))),
        };
        d.0.sensors.insert(sensor).expect("a new label");
        let end = 10.0;
        // v = Σ 10·tₖ·(tₖ₊₁ − tₖ)
        let times: Vec<f64> = (1..)
            .map(|k| f64::from(k) * PI / 3.0)
            .take_while(|t| *t < end)
            .collect();
        let ends = times.iter().skip(1).chain([&end]);
        let exact: f64 = times
            .iter()
            .zip(ends)
            .map(|(a, b)| 10.0 * a * (b - a))
            .sum();
        for method in [
            "auto", "dop853", "rkf45", "rk4", "radau5", "gstiff", "abam", "hht",
        ] {
            let mut options = options(method, 1e-8);
            options.hmax = (method == "rk4").then_some(0.7);
            let record = run(&d, Analysis::Dynamic, end, 1, &options);
            let speed = record.frames.last().expect("frames").bodies[0].velocity[2];
            // 1e-8 of some hundreds: the force is constant between the events
            assert!(
                (speed - exact).abs() < 1e-6,
                "{method} {restart}: {speed} {exact}"
            );
        }
    }
}

/// What looks at a magnitude touches zero where that turns, and does not go through: a spring, in whatever words, stays a spring.
#[test]
fn what_a_magnitude_turns_does_not_switch() {
    let z = "DZ(200,1)";
    let springs = [
        format!("-30*SIGN(ABS({z}), {z})"),
        format!("-30*ABS(ABS({z}))*SIGN(1,{z})"),
        format!("-30*SIGN(SQRT({z}**2), {z})"),
        format!("-30*MAX(ABS({z}),0)*SIGN(1,{z})"),
        format!("-30*{z}*SIGN(1,ABS({z}))"),
        format!("-30*{z}*SIGN(1,{z}*SIGN(1,{z}))"),
        format!("-30*{z}*IF(ABS({z}): 9,9,1)"),
        format!("-30*{z}*IF(3*MAX({z},-{z}): 9,9,1)"),
        format!("-30*{z}*(2-SIGN(1,MAX({z},0)))"),
        format!("-30*SIGN(-MIN(-ABS({z}),0), {z})"),
        format!("-30*{z}*IF(IF({z}: -{z}, 0, {z}): 9,9,1)"),
    ];
    let (end, w) = (3.0, 30f64.sqrt());
    let exact = 0.02 * (w * end).cos();
    for law in &springs {
        for method in ["auto", "radau5", "gstiff", "rkf45", "abam"] {
            let mut d = Deck::new(0.0);
            d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.02));
            d.sforce(1, Kind::Translation, true, (200, 1), law);
            let record = run(&d, Analysis::Dynamic, end, 1, &options(method, 1e-8));
            let place = record.frames.last().expect("frames").bodies[0].position[2];
            // 1e-6: five passages, some tens of tolerances each, by the methods of low order
            assert!(
                (place - exact).abs() < 1e-6,
                "{law} {method}: {place} {exact}"
            );
        }
    }
    // A variable in between decides.
    for law in [
        "-30*DZ(200,1)*SIGN(1,VARVAL(1))",
        "-30*DZ(200,1)*IF(VARVAL(1): 9,9,1)",
    ] {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.02));
        let variable = Variable {
            tag: Tag::new("VARIABLE", 1),
            initial: 0.0,
            function: Function::Expression(expression(&format!("ABS({z})"))),
        };
        d.0.variables.insert(variable).expect("a new label");
        d.sforce(1, Kind::Translation, true, (200, 1), law);
        for method in ["auto", "radau5", "rkf45"] {
            let record = run(&d, Analysis::Dynamic, end, 1, &options(method, 1e-8));
            let place = record.frames.last().expect("frames").bodies[0].position[2];
            assert!(
                (place - exact).abs() < 1e-6,
                "{law} {method}: {place} {exact}"
            );
        }
    }
}
