//! DELAY against closed forms, which the method of steps gives: on each interval of the length of the delay a polynomial more.

use crate::support;

use carom_base::Diagnostics;
use carom_dynamics::Simulation;
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::{Diff, Tag};
use carom_solve::INTEGRATORS;
use support::*;

fn diff(d: &mut Deck, label: u32, initial: f64, text: &str) {
    let diff = Diff {
        tag: Tag::new("DIFF", label),
        initial,
        initial_rate: 0.0,
        implicit: false,
        static_hold: false,
        function: Function::Expression(expression(text)),
    };
    d.0.diffs.insert(diff).expect("a new label");
}

/// The states of differential equations at `steps` times up to `end`.
fn states(d: &Deck, method: &str, error: f64, end: f64, steps: u32) -> Vec<Vec<f64>> {
    let mut options = options(method, error);
    if method == "rk4" {
        options.hmax = Some(1e-2);
    }
    let record = run(d, Analysis::Dynamic, end, steps, &options);
    let frames = record.frames.iter();
    frames
        .map(|f| f.diffs.iter().map(|x| x[0]).collect())
        .collect()
}

fn factorial(n: i32) -> f64 {
    (1..=n).map(f64::from).product()
}

/// y' = −y(t−1), y = 1 before time 0: y = Σ (−1)ᵏ·(t−k+1)ᵏ/k! over all k with t > k − 1.
fn decay(t: f64) -> f64 {
    let terms = (0..).take_while(|k| *k == 0 || t > f64::from(k - 1));
    terms
        .map(|k| (1.0 - t - 1.0 + f64::from(k) - 1.0).powi(k) / factorial(k))
        .sum()
}

#[test]
fn a_delayed_decay_is_a_polynomial_more_on_each_interval() {
    for method in INTEGRATORS.iter().map(|m| m.name()) {
        let mut d = Deck::new(0.0);
        diff(&mut d, 1, 1.0, "-DELAY(DIF(1), 1, 1)");
        // Methods of low order meet the tolerance of a step only; errors of steps add up.
        let (error, bar) = match method {
            "hht" | "newmark" => (1e-6, 1e-3),
            "gstiff" | "wstiff" | "gstiff_i3" | "wstiff_i3" | "abam" => (1e-8, 1e-5),
            _ => (1e-9, 1e-7),
        };
        for (k, y) in states(&d, method, error, 7.3, 73).iter().enumerate() {
            let t = 0.1 * k as f64;
            assert!(
                (y[0] - decay(t)).abs() < bar,
                "{method} at {t}: {} {}",
                y[0],
                decay(t)
            );
        }
    }
}

/// x'' = −x(t−τ), x = 1 before time 0, at rest: x = Σ (−1)ᵏ·(t−(k−1)·τ)²ᵏ/(2k)!. The force follows the place of a part.
#[test]
fn a_spring_that_acts_late_excites() {
    let tau = 0.3;
    let exact = |t: f64| {
        let at = |k: i32| t - f64::from(k - 1) * tau;
        let terms = (0..).take_while(|k| *k == 0 || at(*k) > 0.0);
        terms
            .map(|k| (-1.0f64).powi(k) * at(k).powi(2 * k) / factorial(2 * k))
            .sum::<f64>()
    };
    for method in ["auto", "dop853", "radau5", "gstiff"] {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.0));
        d.sforce(
            1,
            Kind::Translation,
            true,
            (200, 1),
            "-DELAY(DZ(200), 0.3, 1)",
        );
        let record = run(&d, Analysis::Dynamic, 6.0, 60, &options(method, 1e-9));
        let bar = if method == "gstiff" { 1e-5 } else { 1e-7 };
        for f in &record.frames {
            let z = f.bodies[0].position[2];
            // it grows to 4 by then
            assert!(
                (z - exact(f.time)).abs() < bar,
                "{method} at {}: {z}",
                f.time
            );
        }
    }
}

/// What follows from time alone is computed, in motions as well: no past is kept.
#[test]
fn a_function_of_time_is_shifted() {
    let mut d = Deck::new(0.0);
    diff(
        &mut d,
        1,
        0.0,
        "DELAY(SIN(TIME) + DELAY(TIME, 0.25, -1), 0.5, 2*TIME)",
    );
    let simulation = assemble(&d);
    drop(simulation);
    // The integral: 2(t−½) before ½; then sin(t−½), and what the inner delay was half a second ago: −1 to ¾, then t − ¾.
    let exact = |t: f64| {
        let early = |t: f64| t * t - t;
        let sine = |t: f64| 1.0 - (t - 0.5).cos();
        let inner = |t: f64| match t {
            t if t < 0.75 => -(t - 0.5),
            t => -0.25 + 0.5 * (t - 0.75).powi(2),
        };
        if t < 0.5 {
            early(t)
        } else {
            early(0.5) + sine(t) + inner(t)
        }
    };
    for (k, y) in states(&d, "auto", 1e-9, 2.0, 20).iter().enumerate() {
        let t = 0.1 * k as f64;
        assert!((y[0] - exact(t)).abs() < 1e-8, "{t}: {} {}", y[0], exact(t));
    }
}

/// A jump comes back after the delay as an event at its exact time, and so does a switch of what is delayed.
#[test]
fn jumps_come_back_as_events() {
    let mut d = Deck::new(0.0);
    diff(&mut d, 1, 0.0, "1");
    diff(&mut d, 2, 0.0, "DELAY(IF(DIF(1)-0.35: 1, 1, -1), 0.2, 5)");
    diff(&mut d, 3, 0.0, "DELAY(DIF(2), 0.2, 0)");
    for method in ["auto", "radau5"] {
        let found = states(&d, method, 1e-6, 1.0, 10);
        for (k, y) in found.iter().enumerate() {
            let t = 0.1 * k as f64;
            // 5 to 0.2, 1 to 0.55, then −1
            let second = |t: f64| match t {
                t if t < 0.0 => 0.0,
                t if t < 0.2 => 5.0 * t,
                t if t < 0.55 => 0.8 + t,
                t => 1.9 - t,
            };
            let third = |t: f64| match t - 0.2 {
                s if s < 0.0 => 0.0,
                s if s < 0.2 => 2.5 * s * s,
                s if s < 0.55 => 0.1 + (s - 0.2) * (1.0 + 0.5 * (s - 0.2)),
                s => 0.1 + 0.35 * 1.175 + (s - 0.55) * (1.35 - 0.5 * (s - 0.55)),
            };
            // Lines and parabolas, which every method integrates to rounding where its steps end on the jumps.
            assert!(
                (y[1] - second(t)).abs() < 1e-12,
                "{method} at {t}: {} {}",
                y[1],
                second(t)
            );
            assert!(
                (y[2] - third(t)).abs() < 1e-12,
                "{method} at {t}: {} {}",
                y[2],
                third(t)
            );
        }
    }
}

/// The past of a ball that bounces, velocity jumps and all, is where it was: a state that follows the delayed speed is its place of then.
#[test]
fn the_past_of_a_bouncing_ball_is_its_motion_of_then() {
    for (method, bar) in [("auto", 1e-8), ("radau5", 1e-8), ("gstiff", 1e-5)] {
        let mut d = Deck::new(9.81);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.5));
        let law = "IMPACT(DZ(200), VZ(200), 0.1, 1E5, 1.5, 50, 0.001)";
        d.sforce(1, Kind::Translation, true, (200, 1), law);
        diff(&mut d, 1, 0.5, "DELAY(VZ(200), 0.25, 0)");
        let record = run(&d, Analysis::Dynamic, 2.0, 80, &options(method, 1e-10));
        let z: Vec<f64> = record
            .frames
            .iter()
            .map(|f| f.bodies[0].position[2])
            .collect();
        for k in 0..=80 {
            let then = z[usize::max(k, 10) - 10];
            let y = record.frames[k].diffs[0][0];
            assert!((y - then).abs() < bar, "{method} at {k}: {y} {then}");
        }
    }
}

/// Delays that look at delays, at the same instant and through a state.
#[test]
fn delays_of_delays_add_up() {
    let mut d = Deck::new(0.0);
    diff(&mut d, 1, 0.0, "COS(TIME)*DIF(2)");
    diff(&mut d, 2, 1.0, "0");
    diff(&mut d, 3, 0.0, "DELAY(DELAY(DIF(1), 0.1, 0), 0.15, 0)");
    for (k, y) in states(&d, "auto", 1e-10, 2.0, 20).iter().enumerate() {
        let t = 0.1 * k as f64;
        let exact = if t < 0.25 {
            0.0
        } else {
            1.0 - (t - 0.25).cos()
        };
        assert!((y[2] - exact).abs() < 1e-9, "{t}: {} {exact}", y[2]);
    }
}

/// Bars for errors at the tolerance that a method is given: those of low order meet the tolerance of a step only, and errors of steps add up.
fn error_and_bar(method: &str) -> (f64, f64) {
    match method {
        "hht" | "newmark" => (1e-6, 1e-3),
        "gstiff" | "wstiff" | "gstiff_i3" | "wstiff_i3" | "abam" => (1e-8, 1e-5),
        _ => (1e-9, 1e-7),
    }
}

/// z' = z(z − √2)/(2·√(s + 1)), z = 1 up to time 0: z = √(s + 1) up to s = 1, where z − √2 comes to 0, then (s + 1)/4 + 1/2 + (1 − √2/2)·√(s + 1).
/// The delay s − z + √2 depends on the state. Source: Neves, Feldstein, Characterization of jump discontinuities for state dependent delay
/// differential equations (1976); time begins at 1 there.
#[test]
fn a_delay_that_depends_on_the_state_has_a_closed_form() {
    let exact = |s: f64| {
        let r = (s + 1.0).sqrt();
        match s < 1.0 {
            true => r,
            false => (s + 1.0) / 4.0 + 0.5 + (1.0 - 0.5f64.sqrt()) * r,
        }
    };
    for method in INTEGRATORS.iter().map(|m| m.name()) {
        let mut d = Deck::new(0.0);
        let text = "DELAY(DIF(1), TIME - DIF(1) + SQRT(2), 1)/(2*SQRT(TIME + 1))";
        diff(&mut d, 1, 1.0, text);
        let (error, bar) = error_and_bar(method);
        for (k, y) in states(&d, method, error, 4.0, 40).iter().enumerate() {
            let t = 0.1 * k as f64;
            let off = (y[0] - exact(t)).abs();
            assert!(off < bar, "{method} at {t}: {} {}", y[0], exact(t));
        }
    }
}

/// y' = −y(θ), θ = (t² − 1)/2, y = 1 before time 0. θ comes to 0 at t = 1, where the slope of y' jumps, and to 1 at √3; each part is a polynomial.
#[test]
fn a_delay_that_depends_on_time_brings_breaks_back_when_it_comes_to_them() {
    let third = |t: f64| {
        let cubes = (t.powi(7) / 7.0 - 3.0 * t.powi(5) / 5.0 + t.powi(3) - t) / 8.0;
        1.5 * (t.powi(3) / 6.0 - 1.5 * t) - (cubes - t) / 6.0
    };
    let second = |t: f64| -1.5 * (t - 1.0) + (t.powi(3) - 1.0) / 6.0;
    let root = 3f64.sqrt();
    let exact = |t: f64| match t {
        t if t < 1.0 => 1.0 - t,
        t if t < root => second(t),
        t => second(root) + third(t) - third(root),
    };
    for method in INTEGRATORS.iter().map(|m| m.name()) {
        let mut d = Deck::new(0.0);
        diff(&mut d, 1, 1.0, "-DELAY(DIF(1), TIME - (TIME**2 - 1)/2, 1)");
        let (error, bar) = error_and_bar(method);
        for (k, y) in states(&d, method, error, 2.1, 21).iter().enumerate() {
            let t = 0.1 * k as f64;
            let off = (y[0] - exact(t)).abs();
            assert!(off < bar, "{method} at {t}: {} {}", y[0], exact(t));
        }
    }
}

/// A variable delayed by as much as it says itself: y' = cos t + x/2, x' = y(t − τ(y)) − sin(t − τ(sin t)) have y = sin t and x = 0.
#[test]
fn a_variable_says_how_far_it_is_looked_back() {
    let mut d = Deck::new(0.0);
    diff(
        &mut d,
        1,
        0.0,
        "DELAY(VARVAL(1), 0.3 + 0.1*SIN(VARVAL(1)), SIN(TIME)) - SIN(TIME - 0.3 - 0.1*SIN(SIN(TIME)))",
    );
    let variable = carom_model::Variable {
        tag: Tag::new("VARIABLE", 1),
        function: Function::Expression(expression("DIF(2)")),
        initial: 0.0,
    };
    d.0.variables.insert(variable).expect("a new label");
    diff(&mut d, 2, 0.0, "COS(TIME) + 0.5*DIF(1)");
    for (k, y) in states(&d, "auto", 1e-10, 6.0, 30).iter().enumerate() {
        let t = 0.2 * k as f64;
        let off = y[0].abs().max((y[1] - t.sin()).abs());
        assert!(off < 1e-8, "{t}: {y:?}");
    }
}

/// A function of TIME is computed at the earlier time, whatever the delay; one below zero delays nothing.
#[test]
fn a_function_of_time_is_shifted_by_what_varies() {
    let mut d = Deck::new(0.0);
    diff(&mut d, 1, 0.0, "DELAY(3*TIME**2, 0.5 - TIME, 7)");
    // 7 up to t = 1/4, then 3·(2·t − 1/2)² up to t = 1/2, from there on 3·t²
    let exact = |t: f64| {
        let early = (2.0 * t.clamp(0.25, 0.5) - 0.5).powi(3) / 2.0;
        7.0 * t.min(0.25) + early + t.max(0.5).powi(3) - 0.125
    };
    for (k, y) in states(&d, "auto", 1e-10, 1.0, 20).iter().enumerate() {
        let t = 0.05 * k as f64;
        assert!((y[0] - exact(t)).abs() < 1e-9, "{t}: {} {}", y[0], exact(t));
    }
}

#[test]
fn a_delay_that_comes_to_nothing_or_turns_back_ends_the_run_by_name() {
    let message = |text: &str| {
        let mut d = Deck::new(0.0);
        diff(&mut d, 1, 1.0, text);
        let run = try_run(&d, Analysis::Dynamic, 4.0, 10, &options("auto", 1e-6));
        run.err().expect("an error").message
    };
    let told = message("-DELAY(DIF(1), 1 - TIME, 1)");
    assert!(told.contains("DIFF/1") && told.contains("delay"), "{told}");
    let told = message("-DELAY(DIF(1), IF(TIME - 2: 1, 1, 3*TIME - 5), 1)");
    assert!(told.contains("grows faster than time"), "{told}");
}

#[test]
fn what_cannot_look_back_is_refused_by_name() {
    let refused = |text: &str| {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
        d.sforce(1, Kind::Translation, true, (200, 1), text);
        let mut diagnostics = Diagnostics::default();
        let assembled = Simulation::assemble(&d.0, &mut diagnostics);
        assert!(assembled.is_none(), "{text}");
        diagnostics.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    assert_eq!(refused("DELAY(ACCZ(200), 0.1, 0)"), ["delay-input"]);
    assert_eq!(refused("DELAY(VZ(200), ACCZ(200), 0)"), ["delay-input"]);
    assert_eq!(
        refused("DELAY(VZ(200), 0.1, DZ(200))"),
        ["expr-delay-history"]
    );
}

#[test]
fn analyses_without_a_past_say_so() {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    d.sforce(
        1,
        Kind::Translation,
        true,
        (200, 1),
        "-DZ(200) - DELAY(DZ(200), 0.1, 0.3)",
    );
    let swept = try_run(&d, Analysis::Static, 1.0, 10, &options("auto", 1e-6));
    let message = swept.err().expect("an error").message;
    assert!(message.contains("DELAY looks back at time"), "{message}");
    let linear = try_run(&d, Analysis::Linear, 1.0, 1, &options("auto", 1e-6));
    let message = linear.err().expect("an error").message;
    assert!(message.contains("no finite number of states"), "{message}");
}
