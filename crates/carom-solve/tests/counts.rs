//! The work of each method on each problem, pinned: a change that costs more work shows here, without any clock.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use std::fmt::Write;

use carom_solve::{Problem, Statistics};
use suite::ball::Ball;
use suite::pendulum::Pendulum;
use suite::top::Top;
use suite::{adaptive, flat, implicit, run, settings};

fn row(table: &mut String, name: &str, problem: &str, error: f64, s: &Statistics) {
    writeln!(
        table,
        "{name:8} {problem:12} {error:6.0e} {:6} {:5} {:7} {:5} {:5} {:6} {:3} {:3} {:5}",
        s.steps,
        s.rejected,
        s.rhs_evaluations,
        s.jacobians,
        s.factorizations,
        s.newton_iterations,
        s.events,
        s.event_steps,
        s.guard_evaluations,
    )
    .unwrap();
}

fn add<P: Problem>(
    table: &mut String,
    integrator: &dyn carom_solve::Integrator,
    (name, make): (&str, impl Fn() -> P),
    y: &[f64],
    t_end: f64,
) {
    for error in [1e-3, 1e-6, 1e-10] {
        let settings = settings(integrator, error, 0.0);
        let (driver, _) = run(integrator, &mut make(), settings, y, t_end).unwrap();
        row(table, integrator.name(), name, error, &driver.statistics());
    }
}

#[test]
fn work() {
    let mut table = String::from(
        "method   problem       error  steps   rej     rhs   jac    LU newton  ev  re guards\n",
    );
    for integrator in adaptive().filter(|i| i.name() != "radau") {
        add(
            &mut table,
            integrator,
            ("oscillator", flat::oscillator),
            &[1.0, 0.0],
            20.0,
        );
        add(
            &mut table,
            integrator,
            ("ball", || Ball::new(0)),
            &[1.1, 0.0],
            2.0,
        );
        let start = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        add(
            &mut table,
            integrator,
            ("pendulum", Pendulum::new),
            &start,
            10.0,
        );
        let start = [0.0, 0.0, 0.0, 0.01, 1.0, 0.0];
        add(
            &mut table,
            integrator,
            ("top", || Top::new([1.0, 2.0, 3.0])),
            &start,
            50.0,
        );
    }
    for integrator in implicit().filter(|i| i.name() != "radau") {
        add(
            &mut table,
            integrator,
            ("stiff", || flat::stiff(1e6)),
            &[1.0],
            10.0,
        );
        add(
            &mut table,
            integrator,
            ("van der Pol", flat::van_der_pol),
            &[2.0, 0.0],
            2.0,
        );
    }
    insta::assert_snapshot!(table);
}
