//! Implicit differential equations and variables of themselves: closed forms, with every integrator.

use crate::support;

use carom_base::Diagnostics;
use carom_dynamics::{RunOptions, Simulation};
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::*;
use support::*;

/// A body in free fall beside what is to be tested.
fn deck() -> Deck {
    let mut d = Deck::new(9.81);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    d
}

fn diff(d: &mut Deck, label: u32, start: [f64; 2], implicit: bool, text: &str) {
    let diff = Diff {
        tag: Tag::new("DIFF", label),
        initial: start[0],
        initial_rate: start[1],
        implicit,
        static_hold: false,
        function: Function::Expression(expression(text)),
    };
    d.0.diffs.insert(diff).expect("a new label");
}

fn variable(d: &mut Deck, label: u32, initial: f64, text: &str) {
    let variable = Variable {
        tag: Tag::new("VARIABLE", label),
        initial,
        function: Function::Expression(expression(text)),
    };
    d.0.variables.insert(variable).expect("a new label");
}

/// State and rate of each differential equation at the end.
fn end(d: &Deck, integrator: &str, error: f64, time: f64) -> (Vec<[f64; 2]>, Vec<f64>) {
    let record = run(d, Analysis::Dynamic, time, 10, &options(integrator, error));
    let last = record.frames.last().expect("frames");
    (last.diffs.clone(), last.variables.clone())
}

fn near(x: f64, y: f64, tolerance: f64) {
    assert!((x - y).abs() <= tolerance, "{x} against {y}");
}

const INTEGRATORS: [&str; 5] = ["auto", "radau", "dop853", "gstiff", "rkf45"];

/// `x'² = x²` has the rates ±x: the start of the rate says which.
#[test]
fn a_root_is_kept() {
    for sign in [-1.0, 1.0] {
        for integrator in INTEGRATORS {
            let mut d = deck();
            diff(&mut d, 1, [2.0, 1.5 * sign], true, "DIF1(1)**2 - DIF(1)**2");
            let exact = 2.0 * (sign * 1.0_f64).exp();
            let (x, _) = end(&d, integrator, 1e-9, 1.0);
            // A hundred steps of the tolerance.
            near(x[0][0], exact, 1e-6);
            near(x[0][1], sign * x[0][0], 1e-13);
        }
    }
}

/// `x + x' + x'³ = 0` against the explicit equation that Cardano's formula gives.
#[test]
fn a_cubic_against_its_solved_form() {
    let mut d = deck();
    diff(&mut d, 1, [1.5, 0.0], true, "DIF1(1) + DIF1(1)**3 + DIF(1)");
    let root = "SQRT(DIF(2)**2/4 + 1/27)";
    let cube = |s: &str| format!("SIGN(ABS(-DIF(2)/2 {s} {root})**(1/3), -DIF(2)/2 {s} {root})");
    diff(
        &mut d,
        2,
        [1.5, 0.0],
        false,
        &format!("{} + {}", cube("+"), cube("-")),
    );
    let (x, _) = end(&d, "radau", 1e-10, 2.0);
    near(x[0][0], x[1][0], 1e-8);
    near(x[0][1], x[1][1], 1e-8);
}

/// Two equations that share their rates, `M·x' = −K·x`, and an algebraic state `z = x²`.
#[test]
fn coupled_rates_and_an_algebraic_state() {
    for integrator in INTEGRATORS {
        let mut d = deck();
        // x' = −x, y' = −3y, z³ + z = x⁶ + x²
        diff(
            &mut d,
            1,
            [1.0, 0.0],
            true,
            "2*DIF1(1) + DIF1(2) + 2*DIF(1) + 3*DIF(2)",
        );
        diff(
            &mut d,
            2,
            [2.0, 0.0],
            true,
            "DIF1(1) - 4*DIF1(2) + DIF(1) - 12*DIF(2)",
        );
        diff(
            &mut d,
            3,
            [0.5, 0.0],
            true,
            "DIF(3)**3 + DIF(3) - DIF(1)**6 - DIF(1)**2",
        );
        let (x, _) = end(&d, integrator, 1e-9, 1.0);
        let exact = (-1.0_f64).exp();
        near(x[0][0], exact, 1e-6);
        near(x[1][0], 2.0 * (-3.0_f64).exp(), 1e-6);
        near(x[2][0], x[0][0] * x[0][0], 1e-13);
        assert!(x[2][1].is_nan(), "an algebraic state has no rate");
    }
}

/// An equation that gives a state by itself gives its rate, too: `z = x` of `x' = sin t`, and `z³ + z = x² + t` through a
/// variable. The rate is asked for by a variable that no equation looks at.
#[test]
fn the_rate_of_an_algebraic_state() {
    for integrator in INTEGRATORS {
        let mut d = deck();
        diff(&mut d, 1, [0.0; 2], false, "SIN(TIME)");
        diff(&mut d, 2, [0.0; 2], true, "(DIF(1)-DIF(2))");
        diff(&mut d, 3, [0.0; 2], true, "DIF(3)**3 + DIF(3) - VARVAL(2)");
        variable(&mut d, 1, 0.0, "DIF1(2)");
        variable(&mut d, 2, 0.0, "DIF(1)**2 + TIME");
        variable(&mut d, 3, 0.0, "DIF1(3)");
        let (x, v) = end(&d, integrator, 1e-9, 2.0);
        near(x[0][0], 1.0 - 2.0_f64.cos(), 1e-7);
        near(v[0], 2.0_f64.sin(), 1e-14);
        near(x[1][1], v[0], 0.0);
        let (own, z) = (x[0][0], x[2][0]);
        near(z.powi(3) + z, own * own + 2.0, 1e-13);
        let rate = (2.0 * own * 2.0_f64.sin() + 1.0) / (3.0 * z * z + 1.0);
        near(v[2], rate, 1e-13);
    }
}

/// A state that is a displacement has its velocity as rate: a damper by it is one by VZ.
#[test]
fn a_damper_by_the_rate_of_an_algebraic_state() {
    for integrator in INTEGRATORS {
        let fall = |damper: &str| {
            let mut d = deck();
            diff(&mut d, 1, [0.0; 2], true, "DIF(1) - 2*DZ(200)");
            let force = format!("-20*DZ(200) - {damper}");
            d.sforce(1, Kind::Translation, true, (200, 1), &force);
            let record = run(&d, Analysis::Dynamic, 1.0, 10, &options(integrator, 1e-9));
            let body = record.frames.last().expect("frames").bodies[0];
            (body.position[2], body.velocity[2])
        };
        let (by_rate, by_velocity) = (fall("DIF1(1)"), fall("2*VZ(200)"));
        // The same equations: roundings over some hundreds of steps.
        near(by_rate.0, by_velocity.0, 1e-10);
        near(by_rate.1, by_velocity.1, 1e-10);
    }
}

#[test]
fn a_rate_that_does_not_follow_is_refused() {
    let mut d = deck();
    diff(&mut d, 1, [0.0; 2], true, "DIF(1) - STEP(TIME, 0, 0, 1, 1)");
    variable(&mut d, 1, 0.0, "DIF1(1)");
    let mut diagnostics = Diagnostics::default();
    assert!(Simulation::assemble(&d.0, &mut diagnostics).is_none());
    let told = diagnostics.iter().find(|d| d.name == "algebraic-diff");
    assert!(told.is_some_and(|d| d.message.contains("STEP in its own has no time derivative")));
}

/// The number whose cosine it is; and two variables of each other.
#[test]
fn variables_of_themselves() {
    let mut d = deck();
    variable(&mut d, 1, 0.5, "COS(VARVAL(1))");
    variable(&mut d, 2, 0.0, "0.5*VARVAL(3) + TIME");
    variable(&mut d, 3, 0.0, "VARVAL(2)/2 - 1");
    let (_, v) = end(&d, "dop853", 1e-6, 1.0);
    // Fixed point of the cosine: OEIS A003957.
    near(v[0], 0.739_085_133_215_160_6, 1e-15);
    // v₂ = v₃/2 + t and v₃ = v₂/2 − 1 give v₂ = (4t − 2)/3, v₃ = (2t − 4)/3.
    near(v[1], 2.0 / 3.0, 1e-15);
    near(v[2], -2.0 / 3.0, 1e-15);
}

/// A force by a variable of itself: a mass with `F = −k·z − F/4`, so with four fifths of the stiffness.
#[test]
fn a_force_by_an_implicit_variable() {
    for integrator in INTEGRATORS {
        let mut d = deck();
        variable(&mut d, 1, 0.0, "-20*DZ(200) - VARVAL(1)/4");
        d.sforce(1, Kind::Translation, true, (200, 1), "VARVAL(1)");
        let record = run(&d, Analysis::Dynamic, 1.0, 10, &options(integrator, 1e-9));
        let z = record.frames.last().expect("frames").bodies[0].position[2];
        // z = −(g/ω²)·(1 − cos ωt) with ω² = 16
        near(z, -9.81 / 16.0 * (1.0 - 4.0_f64.cos()), 1e-6);
    }
}

/// A force that looks at itself, as an element and as a sum at its marker: `F = 1 − F/3 + F/12`, so `F = 4/5`.
#[test]
fn a_force_of_itself() {
    let mut d = deck();
    d.sforce(
        1,
        Kind::Translation,
        true,
        (200, 1),
        "1 - SFORCE(1,0,4,0)/3 + FZ(200,0)/12",
    );
    let record = run(&d, Analysis::Dynamic, 1.0, 1, &options("radau", 1e-8));
    let body = record.frames.last().expect("frames").bodies[0];
    near(body.velocity[2], 0.8 - 9.81, 1e-12);
}

/// Modes of a circle: `v = MAX(v/2 + sin t, 0)` switches at each zero of the sine.
#[test]
fn a_circle_with_switches() {
    let mut d = deck();
    variable(&mut d, 1, 0.0, "MAX(VARVAL(1)/2 + SIN(TIME), 0)");
    let options = RunOptions {
        verbose_events: true,
        ..options("radau", 1e-8)
    };
    let record = run(&d, Analysis::Dynamic, 7.0, 70, &options);
    for frame in &record.frames {
        near(frame.variables[0], 2.0 * frame.time.sin().max(0.0), 1e-9);
    }
    let times: Vec<f64> = record.events.iter().map(|e| e.time).collect();
    let zeros = [std::f64::consts::PI, std::f64::consts::TAU];
    assert!(
        zeros
            .iter()
            .all(|z| times.iter().any(|t| (t - z).abs() < 1e-9)),
        "{times:?}"
    );
}

/// In statics the rate of an implicit equation is zero, and a state that it gives itself follows: `x' + x = 3`, `z + z³ = x + 7`.
#[test]
fn equilibrium() {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    d.joint(1, JointKind::Fixed, 200, 1);
    diff(
        &mut d,
        1,
        [0.0, 0.0],
        true,
        "DIF1(1) + 0.2*DIF1(1)**3 + DIF(1) - 3",
    );
    diff(
        &mut d,
        2,
        [0.0, 0.0],
        true,
        "DIF(2) + DIF(2)**3 - DIF(1) - 7",
    );
    let record = run(&d, Analysis::Static, 1.0, 1, &RunOptions::default());
    let x = &record.frames.last().expect("a frame").diffs;
    // Newton's method goes to rounding.
    near(x[0][0], 3.0, 1e-12);
    near(x[1][0], 2.0, 1e-12);
}

/// What no value solves, or nothing determines, is refused by name.
#[test]
fn refusals() {
    let refused = |fill: fn(&mut Deck), words: &str| {
        let mut d = deck();
        fill(&mut d);
        let mut list = Diagnostics::default();
        assert!(Simulation::assemble(&d.0, &mut list).is_none());
        let text = format!("{list:?}");
        assert!(text.contains(words), "{text}");
    };
    refused(
        |d| variable(d, 1, 0.0, "VARVAL(1) + 1"),
        "VARIABLE/1: no values",
    );
    refused(
        |d| variable(d, 1, 0.0, "VARVAL(1)**2 + VARVAL(1) + 1"),
        "VARIABLE/1: no values",
    );
    refused(
        |d| diff(d, 1, [1.0, 0.0], true, "DIF1(1)**2 + 1"),
        "DIFF/1: no values",
    );
    refused(
        |d| diff(d, 1, [1.0, 0.0], true, "TIME"),
        "neither its state nor its rate",
    );
    refused(
        |d| {
            diff(d, 1, [1.0, 0.0], true, "DIF(1) - ABS(TIME)");
            d.sforce(1, Kind::Translation, true, (200, 1), "DIF1(1)");
        },
        "DIFF/1 has no rate",
    );
    refused(
        |d| d.sforce(1, Kind::Translation, true, (200, 1), "1 + SFORCE(1,0,4,0)"),
        "SFORCE/1: no values",
    );
}
