//! Forces that feed on reactions: closed forms, and friction written as expressions beside FRICTION.

use crate::support;

use carom_laws::friction::{Effect, StickSlip};
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::friction::{FrictionLaw, FrictionSize};
use carom_model::*;
use support::*;

const G: f64 = 9.81;
const INTEGRATORS: [&str; 6] = ["auto", "radau", "dop853", "gstiff", "hht", "abam"];

fn near(x: f64, y: f64, tolerance: f64) {
    assert!((x - y).abs() <= tolerance, "{x} against {y}");
}

/// The block of the tests: it slides along x, its joint carries the rest.
fn block(mass: f64) -> Deck {
    let mut d = Deck::new(G);
    d.body(2, mass, [0.1; 3], at(0.0, 0.0, 0.0));
    // z of 21 and 11 along x of ground
    for (label, part) in [(11, 1), (21, 2)] {
        d.marker(label, part, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    }
    d.joint(1, JointKind::Translational, 21, 11);
    d
}

fn components(list: [Option<&str>; 6]) -> [Option<Function>; 6] {
    list.map(|c| c.map(|c| Function::Expression(expression(c))))
}

/// The load lifts the block in part, and brakes it: `N + b·N = m·g`, `m·x'' = P − μ·N`.
#[test]
fn a_block_lifted_by_its_own_load() {
    let (m, b, mu, p) = (2.0, 0.25, 0.3, 30.0);
    let drag = format!("{p} - {mu}*JOINT(1,0,4,0)");
    let lift = format!("{b}*FZ(21,11,1)");
    let load = m * G / (1.0 + b);
    for integrator in INTEGRATORS {
        let mut d = block(m);
        d.vforce(
            1,
            200,
            components([Some(&drag), None, Some(&lift), None, None, None]),
        );
        let record = run(&d, Analysis::Dynamic, 1.0, 4, &options(integrator, 1e-6));
        for f in &record.frames {
            let a = (p - mu * load) / m;
            // The solution is a polynomial of degree two: every method is exact, but for HHT's damping.
            near(f.bodies[0].acceleration[0], a, 1e-12 * a);
            near(f.joints[0][2], load, 1e-12 * load);
            near(f.bodies[0].position[0], 0.5 * a * f.time * f.time, 1e-6);
        }
    }
}

/// The same block on a spring, at rest: `k·x = P − μ·N`.
#[test]
fn equilibrium_of_a_block_lifted_by_its_own_load() {
    let (m, k) = (2.0, 40.0);
    let mut d = block(m);
    let push = format!("30 - 0.3*JOINT(1,0,4,0) - {k}*DX(200)");
    d.vforce(
        1,
        200,
        components([
            Some(&push),
            None,
            Some("0.25*FZ(21,11,1)"),
            None,
            None,
            None,
        ]),
    );
    let options = carom_dynamics::RunOptions::default();
    let record = run(&d, Analysis::Static, 1.0, 1, &options);
    let last = record.frames.last().expect("a frame");
    let load = m * G / 1.25;
    // Newton's method goes to rounding.
    near(last.bodies[0].position[0], (30.0 - 0.3 * load) / k, 1e-12);
    near(last.joints[0][2], load, 1e-11);
}

/// A force with more feedback than the mechanism bears: N − N = m·g has no solution, and the run says so.
#[test]
fn a_lock_is_named() {
    let mut d = block(1.0);
    d.vforce(
        1,
        200,
        components([None, None, Some("-JOINT(1,0,4,0)"), None, None, None]),
    );
    let command = carom_model::Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(carom_model::analysis::End::Time(1.0)),
        output: None,
        span: carom_base::Span::NONE,
    };
    let mut list = carom_base::Diagnostics::default();
    let message = match carom_dynamics::Simulation::assemble(&d.0, &mut list) {
        None => format!("{list:?}"),
        Some(mut s) => {
            let ended = s.execute(&command, &options("dop853", 1e-6), &mut Record::default());
            ended.expect_err("no solution").message
        }
    };
    assert!(message.contains("VFORCE/1"), "{message}");
}

/// A pendulum braked by the friction of its pin, as FRICTION and as a torque that looks at the reaction.
#[test]
fn friction_of_a_pin_by_an_expression() {
    let (mu, radius) = (0.2, 0.05);
    let pendulum = || {
        let mut d = Deck::new(G);
        d.body(2, 1.5, [0.02, 0.03, 0.02], at(0.0, 0.0, -0.5));
        // Pins along y of ground.
        d.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
        d.marker(21, 2, turned(0.0, 0.0, 0.5, [0.0, -90.0, 0.0]));
        d.joint(1, JointKind::Revolute, 21, 11);
        let id = d.part_id(2);
        d.0.parts[id].angular_velocity = [Some(0.0), Some(9.0), Some(0.0)];
        d
    };
    let mut written = pendulum();
    // It turns over and over: one direction of sliding.
    let torque =
        format!("-{mu}*{radius}*SIGN(1,WZ(21,11,11))*SQRT(JOINT(1,0,2,11)**2+JOINT(1,0,3,11)**2)");
    written.sforce(1, Kind::Rotation, false, (21, 11), &torque);
    let mut reference = pendulum();
    let law = StickSlip {
        mu_static: mu,
        mu_dynamic: mu,
        vs: 1e-3,
        vd: 1.5e-3,
        creep: 1e-4,
        effect: Effect::Sliding,
    };
    reference.friction(1, FrictionLaw::StickSlip(law), |f| {
        f.size = FrictionSize {
            pin_radius: radius,
            ..FrictionSize::default()
        };
    });
    let angle = |d: &Deck, integrator: &str| {
        let record = run(d, Analysis::Dynamic, 0.6, 6, &options(integrator, 1e-9));
        let last = record.frames.last().expect("frames").clone();
        (
            last.bodies[0].position,
            last.bodies[0].angular_velocity[1],
            last.joints[0],
        )
    };
    let (p, w, r) = angle(&reference, "radau");
    assert!(w > 1.0, "it still slides in one direction: {w}");
    for integrator in ["auto", "radau", "dop853", "gstiff"] {
        let (q, v, s) = angle(&written, integrator);
        for k in 0..3 {
            near(q[k], p[k], 1e-6);
        }
        near(v, w, 1e-5);
        for k in 0..6 {
            near(s[k], r[k], 1e-3);
        }
    }
}

/// Events of a function of reactions: a force that begins where the reaction of a swinging pendulum passes a value.
#[test]
fn a_switch_by_a_reaction() {
    let mut d = Deck::new(G);
    d.body(2, 1.0, [1e-9; 3], at(1.0, 0.0, 0.0));
    d.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    d.marker(21, 2, turned(-1.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 21, 11);
    // The thread pulls with 3·m·g·sin φ: as much as 14.715 at sin φ = 1/2. The torque is too small to matter.
    d.sforce(
        1,
        Kind::Rotation,
        false,
        (21, 11),
        "1e-9*MAX(FM(21,11) - 14.715, 0)",
    );
    let options = carom_dynamics::RunOptions {
        verbose_events: true,
        ..options("dop853", 1e-10)
    };
    let record = run(&d, Analysis::Dynamic, 1.0, 10, &options);
    let event = record.events.first().expect("an event");
    // φ' = √(2·g·sin φ): the time to φ = π/6 by quadrature, with φ = u² for the root at the start.
    let n = 20_000;
    let h = (std::f64::consts::FRAC_PI_6).sqrt() / f64::from(n);
    let speed = |u: f64| 2.0 * u / (2.0 * G * (u * u).sin()).sqrt();
    let time: f64 = (0..n).map(|k| h * speed((f64::from(k) + 0.5) * h)).sum();
    // The midpoint rule with 20000 intervals: 1e-10.
    near(event.time, time, 1e-8);
}
