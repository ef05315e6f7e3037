//! What cannot go on says where and why, keeps what was reached, and never hangs.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{
    Driver, End, Failure, FailureKind, Fault, Guard, INTEGRATORS, Problem, Response, Settings,
    Sink, Step,
};
use suite::flat::Flat;
use suite::{adaptive, collected, implicit, run, settings};

fn fails(
    integrator: &dyn carom_solve::Integrator,
    mut problem: impl Problem,
    y: &[f64],
) -> Failure {
    let settings = settings(integrator, 1e-6, 0.01);
    run(integrator, &mut problem, settings, y, 10.0)
        .err()
        .expect("must fail")
}

#[test]
fn a_solution_that_blows_up_ends_near_its_pole() {
    // y' = y² from 1: 1/(1 - t).
    for integrator in INTEGRATORS {
        let problem = Flat::new(1, |_, y, f| f[0] = y[0] * y[0]);
        let failure = fails(*integrator, problem, &[1.0]);
        // A fixed step runs past the pole before it overflows.
        assert!(
            (failure.time - 1.0).abs() < 0.2,
            "{}: {failure:?}",
            integrator.name()
        );
        assert!(!failure.to_string().is_empty());
    }
}

#[test]
fn a_rate_that_is_not_a_number_is_named() {
    for integrator in INTEGRATORS {
        let problem = Flat::new(3, |t, _, f| {
            f.fill(1.0);
            if t > 0.5 {
                f[1] = f64::NAN;
            }
        });
        let failure = fails(*integrator, problem, &[0.0; 3]);
        assert_eq!(
            failure.kind,
            FailureKind::NotFinite,
            "{}: {failure:?}",
            integrator.name()
        );
        assert_eq!(failure.worst, Some(1), "{}", integrator.name());
        assert!(failure.time <= 0.5 + 1e-9 && failure.time > 0.45);
    }
}

#[test]
fn a_start_that_is_not_finite_is_refused() {
    for integrator in INTEGRATORS {
        let problem = Flat::new(2, |_, _, f| f.copy_from_slice(&[0.0, f64::INFINITY]));
        let failure = fails(*integrator, problem, &[0.0; 2]);
        assert_eq!(
            (failure.kind, failure.worst, failure.time),
            (FailureKind::NotFinite, Some(1), 0.0)
        );
    }
}

/// Refuses from 0.5 on, in the user's words; the rest as asked for.
struct Refusing {
    mass: Matrix,
    pattern: Pattern,
    /// The matrix of the equations is singular.
    singular: bool,
}

impl Refusing {
    fn new(singular: bool) -> Refusing {
        // With `singular`, two algebraic unknowns stand in the same equation.
        let mass = Matrix::from_entries(3, &[(0, 0, 1.0)]);
        let entries = [(0, 0), (1, 1), (1, 2), (2, 1), (2, 2)];
        Refusing {
            mass,
            pattern: Pattern::from_entries(3, entries),
            singular,
        }
    }
}

impl Problem for Refusing {
    fn dimension(&self) -> usize {
        3
    }
    fn differential(&self) -> usize {
        1
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        f[0] = 1.0;
        f[1] = y[1] + y[2];
        f[2] = y[1] + if self.singular { y[2] } else { 2.0 * y[2] };
        self.refuse(t)
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn jacobian(&mut self, _: f64, _: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        let last = if self.singular { 1.0 } else { 2.0 };
        values.copy_from_slice(&[0.0, 1.0, 1.0, 1.0, last]);
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &[1, 1, 1]
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        w[0] = atol + rtol * y[0].abs();
        w[1..].fill(f64::INFINITY);
    }
    fn derivative(&mut self, t: f64, _: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        dy[0] = 1.0;
        self.refuse(t)
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, _: &mut [f64]) {}
    fn guard_count(&self) -> usize {
        0
    }
    fn guards(&mut self, _: f64, _: &[f64], _: &[f64], _: &mut [Guard]) -> Result<(), Fault> {
        Ok(())
    }
    fn switch(&mut self, _: f64, _: &mut [f64], _: &[usize]) -> Result<Response, Fault> {
        Ok(Response::Continue)
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}

impl Refusing {
    fn refuse(&self, t: f64) -> Result<(), Fault> {
        if t <= 0.5 || self.singular {
            return Ok(());
        }
        Err(Fault {
            message: "SFORCE/7: logarithm of a negative number".into(),
        })
    }
}

#[test]
fn the_models_own_words_come_through() {
    for integrator in INTEGRATORS {
        let failure = fails(*integrator, Refusing::new(false), &[0.0; 3]);
        assert!(failure.to_string().contains("SFORCE/7"), "{failure}");
        assert!(
            (failure.time - 0.5).abs() < 0.02,
            "{}: {failure:?}",
            integrator.name()
        );
    }
}

#[test]
fn a_singular_matrix_names_its_unknown() {
    // `auto` begins with the explicit form, which has no matrix here.
    for integrator in implicit().filter(|i| i.name() != "auto") {
        let failure = fails(integrator, Refusing::new(true), &[0.0; 3]);
        assert_eq!(failure.kind, FailureKind::Singular, "{}", integrator.name());
        assert!([Some(1), Some(2)].contains(&failure.worst));
    }
}

#[test]
fn fixed_step_methods_ask_for_their_step() {
    let rk4 = carom_solve::integrator("rk4").unwrap();
    let mut problem = suite::flat::oscillator();
    let failure = run(rk4, &mut problem, Settings::default(), &[1.0, 0.0], 1.0)
        .err()
        .unwrap();
    assert_eq!(failure.kind, FailureKind::NoStepLength);
}

#[test]
fn too_many_steps_and_too_many_events_end_the_run() {
    for integrator in INTEGRATORS {
        let mut problem = suite::flat::oscillator();
        let limited = Settings {
            max_steps: 7,
            ..settings(*integrator, 1e-9, 0.01)
        };
        let mut driver = Driver::new(*integrator, &mut problem, limited);
        driver.start(&mut problem, 0.0, &[1.0, 0.0]).unwrap();
        let failure = driver
            .advance(&mut problem, 100.0, &[], &mut ())
            .unwrap_err();
        assert_eq!(failure.kind, FailureKind::TooManySteps);
        assert_eq!(driver.statistics().steps, 7);
        assert_eq!(failure.time, driver.time());
        // The state is that of the seventh step, and good.
        let miss = (driver.state()[0] - driver.time().cos()).abs();
        assert!(miss < collected(*integrator, 1e-9), "{miss:e}");

        let mut ticking = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            |t, _, _, out| {
                let phase = (20.0 * t + 0.5).rem_euclid(1.0);
                out[0] = Guard {
                    value: 0.5 - phase,
                    rate: -20.0,
                    tolerance: 1e-9,
                };
            },
            |_, _, _| Response::Continue,
        );
        let limited = Settings {
            max_events: 10,
            h_max: 0.01,
            ..settings(*integrator, 1e-6, 0.01)
        };
        let failure = run(*integrator, &mut ticking, limited, &[0.0], 10.0)
            .err()
            .unwrap();
        assert_eq!(
            failure.kind,
            FailureKind::TooManyEvents,
            "{}",
            integrator.name()
        );
    }
}

#[test]
fn a_guard_that_is_not_a_number_fails_the_run() {
    for integrator in INTEGRATORS {
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            |t, _, _, out| {
                out[0] = Guard {
                    value: (0.3 - t).sqrt(),
                    rate: 0.0,
                    tolerance: 1e-9,
                }
            },
            |_, _, _| Response::Continue,
        );
        let settings = settings(*integrator, 1e-6, 0.01);
        let failure = run(*integrator, &mut problem, settings, &[0.0], 1.0)
            .err()
            .unwrap();
        assert!(failure.to_string().contains("not a number"), "{failure}");
        assert!(
            failure.time <= 0.3 && failure.time > 0.25,
            "{}: {failure:?}",
            integrator.name()
        );
    }
}

/// Wants to stop after three steps, and cannot write at 0.5.
struct Impatient {
    steps: u32,
}

impl<P> Sink<P> for Impatient {
    fn output(&mut self, _: &mut P, _: &Step<'_>, t: f64) -> Result<(), Fault> {
        Err(Fault {
            message: format!("the disk is full at {t}"),
        })
    }
    fn progress(&mut self, _: f64, h: f64, _: &carom_solve::Statistics) -> bool {
        assert!(h > 0.0);
        self.steps += 1;
        self.steps < 3
    }
}

#[test]
fn the_listener_may_end_a_run() {
    for integrator in INTEGRATORS {
        let mut problem = suite::flat::oscillator();
        let settings = settings(*integrator, 1e-9, 0.01);
        let mut driver = Driver::new(*integrator, &mut problem, settings);
        driver.start(&mut problem, 0.0, &[1.0, 0.0]).unwrap();
        let mut sink = Impatient { steps: 0 };
        assert_eq!(
            driver.advance(&mut problem, 9.0, &[], &mut sink).unwrap(),
            End::Interrupted
        );
        assert_eq!(driver.statistics().steps, 3);
        let failure = driver
            .advance(&mut problem, 9.0, &[driver.time()], &mut sink)
            .unwrap_err();
        assert!(failure.to_string().contains("disk"));
    }
}

#[test]
fn tolerances_below_rounding_do_not_hang() {
    for integrator in adaptive() {
        let mut problem = suite::flat::oscillator();
        let limited = Settings {
            max_steps: 20_000,
            rtol: 1e-18,
            atol: 1e-18,
            ..Settings::default()
        };
        // Either an honest failure or a result as good as it gets.
        match run(integrator, &mut problem, limited, &[1.0, 0.0], 1.0) {
            Ok((driver, _)) => {
                let miss = (driver.state()[0] - 1f64.cos()).abs();
                assert!(miss < integrator.profile().finest, "{}", integrator.name());
            }
            Err(failure) => assert!(failure.time < 1.0),
        }
    }
}
