//! Forces and differential equations that look at accelerations: closed forms, by every method.

use crate::support;

use carom_base::Diagnostics;
use carom_dynamics::{RunOptions, Simulation};
use carom_model::analysis::{Analysis, End};
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::*;
use support::*;

const G: f64 = 9.81;
const INTEGRATORS: [&str; 8] = [
    "auto", "radau", "dop853", "gstiff", "wstiff", "hht", "newmark", "abam",
];

fn near(x: f64, y: f64, tolerance: f64) {
    assert!((x - y).abs() <= tolerance, "{x} against {y}");
}

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

/// A sphere in a fluid: `(m + m_a)·z'' = −m·g`, with an added mass below, equal to and far above its own.
#[test]
fn an_added_mass_falls_as_if_it_were_part_of_the_body() {
    let m = 2.0;
    for added in [0.5, 2.0, 3e4] {
        for integrator in INTEGRATORS {
            let mut d = Deck::new(G);
            d.body(2, m, [0.1; 3], at(0.0, 0.0, 0.0));
            d.marker(11, 1, at(0.0, 0.0, 0.0));
            let text = format!("-{added}*ACCZ(200)");
            d.sforce(1, Kind::Translation, true, (200, 11), &text);
            diff(&mut d, 1, 0.0, "ACCZ(200)");
            let record = run(&d, Analysis::Dynamic, 1.0, 4, &options(integrator, 1e-6));
            let a = -m * G / (m + added);
            for f in &record.frames {
                // One exact linear solution; m_a/m = 1.5e4 costs so many roundings.
                near(f.bodies[0].acceleration[2], a, 1e-11 * a.abs());
                // A polynomial of degree two; the methods' tolerance.
                near(f.bodies[0].position[2], 0.5 * a * f.time * f.time, 2e-6);
                // The integral of the acceleration is the velocity.
                near(f.diffs[0][0], f.bodies[0].velocity[2], 2e-6);
            }
        }
    }
}

/// An inerter between a body on a spring and ground by way of another body: `b` adds to the masses of the relative motion,
/// `ω² = k/(μ + b)` with `μ = m₁·m₂/(m₁ + m₂)`.
#[test]
fn an_inerter_between_two_masses_slows_their_vibration() {
    let (m1, m2, b, k) = (2.0, 3.0, 1.5, 400.0_f64);
    let omega = (k / (m1 * m2 / (m1 + m2) + b)).sqrt();
    for integrator in ["auto", "radau", "dop853", "gstiff", "abam"] {
        let mut d = Deck::new(0.0);
        d.body(2, m1, [0.1; 3], at(0.0, 0.0, 0.0));
        d.body(3, m2, [0.1; 3], at(0.0, 0.0, 1.1));
        let text = format!("-{b}*ACCZ(300,200,200,200) - {k}*(DM(300,200) - 1)");
        d.sforce(1, Kind::Translation, false, (300, 200), &text);
        let record = run(&d, Analysis::Dynamic, 1.0, 8, &options(integrator, 1e-9));
        for f in &record.frames {
            let between = f.bodies[1].position[2] - f.bodies[0].position[2];
            // A hundred times the tolerance over some two periods.
            near(between, 1.0 + 0.1 * (omega * f.time).cos(), 1e-7);
            let center = m1 * f.bodies[0].position[2] + m2 * f.bodies[1].position[2];
            near(center, 3.0 * 1.1, 1e-9);
        }
    }
}

/// A pendulum whose bob drags water along: constraints, a moving axis system and reactions stand beside the loop.
/// `(J + (m + m_a)·l²)·θ'' = −m·g·l·sin θ`, so the swing has the energy `(J + (m + m_a)·l²)·θ'²/2 + m·g·l·(1 − cos θ)`.
#[test]
fn a_pendulum_with_an_added_mass_keeps_its_energy() {
    let (m, added, l, j) = (1.5, 0.8, 0.5, 0.03);
    for integrator in ["auto", "radau", "dop853", "gstiff", "hht"] {
        let mut d = Deck::new(G);
        d.body(2, m, [0.02, j, 0.02], at(0.0, 0.0, -l));
        // Pins along y of ground.
        d.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
        d.marker(21, 2, turned(0.0, 0.0, l, [0.0, -90.0, 0.0]));
        d.marker(12, 1, at(0.0, 0.0, 0.0));
        d.joint(1, JointKind::Revolute, 21, 11);
        let id = d.part_id(2);
        d.0.parts[id].angular_velocity = [Some(0.0), Some(3.0), Some(0.0)];
        let [x, z] = ["X", "Z"].map(|c| format!("-{added}*ACC{c}(200)"));
        let components = [Some(x), None, Some(z), None, None, None];
        let components = components.map(|c| c.map(|c| Function::Expression(expression(&c))));
        d.vforce(1, 200, components);
        let record = run(&d, Analysis::Dynamic, 2.0, 8, &options(integrator, 1e-8));
        let inertia = j + (m + added) * l * l;
        let start = record.frames[0].bodies[0].angular_velocity[1];
        for f in &record.frames {
            let rate = f.bodies[0].angular_velocity[1];
            let height = l + f.bodies[0].position[2];
            let energy = 0.5 * inertia * rate * rate + m * G * height;
            let all = 0.5 * inertia * start * start;
            // HHT damps; the others keep it to about their tolerance over one swing.
            let tolerance = if integrator == "hht" { 1e-3 } else { 2e-6 };
            near(energy, all, tolerance * all);
            let sine = -f.bodies[0].position[0] / l;
            near(
                f.bodies[0].angular_acceleration[1],
                -m * G * l * sine / inertia,
                1e-3,
            );
        }
    }
}

/// Bent loops: `m·z'' = −c·|z''|·z''·sign − m·g` has the root of a square.
#[test]
fn a_force_with_the_square_of_an_acceleration() {
    let (m, c): (f64, f64) = (2.0, 0.7);
    for integrator in INTEGRATORS {
        let mut d = Deck::new(G);
        d.body(2, m, [0.1; 3], at(0.0, 0.0, 0.0));
        d.marker(11, 1, at(0.0, 0.0, 0.0));
        let text = format!("{c}*ACCM(200)**2");
        d.sforce(1, Kind::Translation, true, (200, 11), &text);
        let record = run(&d, Analysis::Dynamic, 0.5, 2, &options(integrator, 1e-6));
        // m·a = m·g − c·a², downwards
        let a = (-m + (m * m + 4.0 * c * m * G).sqrt()) / (2.0 * c);
        for f in &record.frames {
            near(f.bodies[0].acceleration[2], -a, 1e-12 * a);
        }
    }
}

/// A switch on an acceleration is an event: above `g/2` of the fall the added mass is another one. The spring's acceleration passes it.
#[test]
fn a_switch_on_an_acceleration_is_met() {
    let (m, k) = (1.0, 25.0_f64);
    let mut d = Deck::new(0.0);
    d.body(2, m, [0.1; 3], at(0.0, 0.0, 1.0));
    d.marker(11, 1, at(0.0, 0.0, 0.0));
    // Beyond an acceleration of −10 the spring alone; then half of its mass on top.
    let text = format!("-{k}*DZ(200) - IF(ACCZ(200)+10: 0, 0, 0.5*(ACCZ(200)+10))");
    d.sforce(1, Kind::Translation, true, (200, 11), &text);
    for integrator in ["auto", "radau", "dop853", "gstiff"] {
        let record = run(&d, Analysis::Dynamic, 0.6, 3, &options(integrator, 1e-9));
        let last = record.frames.last().expect("a frame");
        // z'' = −25·z from 1 until z = 0.4; then 1.5·z'' = −25·z − 5 until z'' = −10 again, at z = 0.4 on the way back or never.
        let t1 = 0.4_f64.acos() / 5.0;
        let v1 = -5.0 * (1.0_f64 - 0.16).sqrt();
        let w = (k / 1.5).sqrt();
        let s = last.time - t1;
        let z = -0.2 + 0.6 * (w * s).cos() + v1 / w * (w * s).sin();
        near(last.bodies[0].position[2], z, 1e-6);
    }
}

/// At rest nothing is added: the equilibrium is that of the spring.
#[test]
fn equilibrium_with_an_added_mass() {
    let (m, k) = (2.0, 50.0);
    let mut d = Deck::new(G);
    d.body(2, m, [0.1; 3], at(0.0, 0.0, 0.3));
    d.marker(11, 1, at(0.0, 0.0, 0.0));
    d.joint(1, JointKind::Translational, 200, 11);
    let text = format!("-3*ACCZ(200) - {k}*DZ(200)");
    d.sforce(1, Kind::Translation, true, (200, 11), &text);
    let record = run(&d, Analysis::Static, 1.0, 1, &RunOptions::default());
    let last = record.frames.last().expect("a frame");
    // Newton's method goes to rounding.
    near(last.bodies[0].position[2], -m * G / k, 1e-11);
}

/// A force that takes the mass away leaves nothing to move: the run ends and names it.
#[test]
fn a_loop_without_a_solution_is_named() {
    let command = Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(1.0)),
        output: None,
        span: carom_base::Span::NONE,
    };
    for integrator in ["dop853", "radau", "hht"] {
        let mut d = Deck::new(G);
        d.body(2, 2.0, [0.1; 3], at(0.0, 0.0, 0.0));
        d.marker(11, 1, at(0.0, 0.0, 0.0));
        d.sforce(1, Kind::Translation, true, (200, 11), "2*ACCZ(200)");
        let mut list = Diagnostics::default();
        let message = match Simulation::assemble(&d.0, &mut list) {
            None => format!("{list:?}"),
            Some(mut s) => {
                let ended = s.execute(&command, &options(integrator, 1e-6), &mut Record::default());
                ended.expect_err("no solution").message
            }
        };
        assert!(message.contains("SFORCE/1"), "{integrator}: {message}");
    }
}

/// What has no mass has no acceleration of its own that a force could look at.
#[test]
fn a_massless_part_is_refused() {
    let mut d = Deck::new(G);
    d.body(2, 0.0, [0.0; 3], at(0.0, 0.0, 0.0));
    d.marker(11, 1, at(0.0, 0.0, 0.0));
    d.joint(1, JointKind::Fixed, 200, 11);
    d.sforce(1, Kind::Translation, true, (200, 11), "-ACCZ(200)");
    let mut list = Diagnostics::default();
    assert!(Simulation::assemble(&d.0, &mut list).is_none());
    assert!(list.iter().any(|d| d.name == "algebraic-loop"), "{list:?}");
}
