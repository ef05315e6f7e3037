//! Smooth problems with exact solutions, all integrators: order, accuracy, outputs, charts, constraints.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use carom_solve::{Formulation, INTEGRATORS, Integrator, Problem, Settings, integrator};
use nalgebra::{Rotation3, Unit, Vector3};
use suite::ball::Ball;
use suite::pendulum::Pendulum;
use suite::top::Top;
use suite::{Recorder, adaptive, collected, flat, implicit, reachable, run, run_with, settings};

/// A problem, its start, and its first unknowns at the end.
struct Case<P> {
    make: fn() -> P,
    start: Vec<f64>,
    exact: Vec<f64>,
    end: f64,
}

/// The error of a run with steps of one length, of order `k`. The tolerance is the finest that refuses none of them, so that
/// Newton's iteration is as exact as steps of this length ask for.
fn error_of_steps<P: Problem>(integrator: &dyn Integrator, k: u32, h: f64, case: &Case<P>) -> f64 {
    let least = (case.end / h).round() as u64;
    let most = least + least / 8 + 40;
    // Methods that build up their order begin with short steps.
    let [lowest, highest] = integrator.profile().orders;
    let first = if lowest < highest { h / 1e6 } else { h };
    for exponent in (-12..0).step_by(2) {
        let settings = Settings {
            h_max: h,
            h_start: Some(first),
            rtol: 10f64.powi(exponent),
            atol: 10f64.powi(exponent),
            max_order: Some(k),
            max_steps: most,
            ..Settings::default()
        };
        let mut problem = (case.make)();
        let Ok((driver, _)) = run(integrator, &mut problem, settings, &case.start, case.end) else {
            continue;
        };
        if driver.statistics().rejected > 0 {
            continue;
        }
        let pairs = driver.state().iter().zip(&case.exact);
        return pairs.map(|(y, e)| (y - e) * (y - e)).sum::<f64>().sqrt();
    }
    f64::NAN
}

/// The slopes of error against length, halving it while the error is above rounding.
fn measured_orders<P: Problem>(integrator: &dyn Integrator, k: u32, case: &Case<P>) -> Vec<f64> {
    let (mut h, mut last, mut orders) = (case.end, f64::NAN, Vec::new());
    while h > case.end / 5000.0 {
        let error = error_of_steps(integrator, k, h, case);
        if error < 3e-12 {
            break;
        }
        let slope = (last / error).log2();
        if slope.is_finite() {
            orders.push(slope);
        }
        (h, last) = (0.5 * h, error);
    }
    orders
}

#[test]
fn order_is_that_of_the_book() {
    let oscillator = Case {
        make: flat::oscillator,
        start: vec![1.0, 0.0],
        exact: vec![4f64.cos(), -4f64.sin()],
        end: 4.0,
    };
    // From (1, 0) at rest, exact by elliptic functions; the position alone.
    let pendulum = Case {
        make: Pendulum::new,
        start: vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        exact: vec![-0.986_291_751_131_875_3, -0.165_010_853_125_541_17],
        end: 1.0,
    };
    for integrator in INTEGRATORS.iter().filter(|i| i.name() != "radau") {
        let [lowest, highest] = integrator.profile().orders;
        // Of a family up to 7: beyond, the error of the start and rounding leave nothing to measure.
        for k in lowest..=highest.min(lowest.max(7)) {
            // Adams' formulas go on with the corrector's order, one higher.
            let expected = f64::from(if integrator.name() == "abam" {
                k + 1
            } else {
                k
            });
            let of_ode = measured_orders(*integrator, k, &oscillator);
            let of_mechanism = measured_orders(*integrator, k, &pendulum);
            println!("{} {k}: {of_ode:.2?} {of_mechanism:.2?}", integrator.name());
            let meets = |orders: &[f64]| orders.iter().any(|o| (o - expected).abs() < 0.35);
            assert!(meets(&of_ode), "{} {k}: {of_ode:.2?}", integrator.name());
            // Of high orders no two lengths lie between the limits of Newton's iteration and rounding.
            assert!(
                expected > 6.0 || meets(&of_mechanism),
                "{} {k}: {of_mechanism:.2?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn the_error_follows_the_tolerance() {
    for integrator in adaptive() {
        for error in [1e-4, 1e-7, 1e-10, 1e-13] {
            let mut problem = flat::oscillator();
            let (driver, _) = run(
                integrator,
                &mut problem,
                settings(integrator, error, 0.0),
                &[1.0, 0.0],
                20.0,
            )
            .unwrap();
            let miss = (driver.state()[0] - 20f64.cos()).abs();
            println!(
                "{} {error:e}: {miss:e} {:?}",
                integrator.name(),
                driver.statistics()
            );
            // Twenty time units of local errors, each below the tolerance.
            assert!(
                miss < collected(integrator, error),
                "{} at {error:e}: {miss:e}",
                integrator.name()
            );
        }
    }
}

#[test]
fn stiff_problems_take_the_steps_of_their_solution() {
    for integrator in implicit() {
        for lambda in [1e3, 1e6, 1e9] {
            let mut problem = flat::stiff(lambda);
            let (driver, _) = run(
                integrator,
                &mut problem,
                settings(integrator, 1e-7, 0.0),
                &[1.0],
                10.0,
            )
            .unwrap();
            let miss = (driver.state()[0] - 10f64.cos()).abs();
            println!(
                "{} {lambda:e}: {miss:e} {:?}",
                integrator.name(),
                driver.statistics()
            );
            assert!(
                miss < 10.0 * reachable(integrator, 1e-7),
                "{} at λ = {lambda:e}: {miss:e}",
                integrator.name()
            );
            // Order 1 and 2 take some more.
            assert!(
                driver.statistics().steps
                    < 300 * (1 + 4 / u64::from(integrator.profile().orders[1]))
            );
        }
    }
}

#[test]
fn van_der_pol_jumps() {
    // Reference of the test set of Hairer and Wanner, start (2, 0), t = 2; three orders at 1e-11 agree with it and with each other.
    let reference = [1.706_167_732_170_47, -0.892_809_701_024_8];
    for integrator in implicit() {
        for error in [1e-5, 1e-8, 1e-11] {
            if error < integrator.profile().finest {
                continue;
            }
            let mut problem = flat::van_der_pol();
            let (driver, _) = run(
                integrator,
                &mut problem,
                settings(integrator, error, 0.0),
                &[2.0, 0.0],
                2.0,
            )
            .unwrap();
            let miss = (driver.state()[0] - reference[0]).abs();
            println!(
                "{} {error:e}: {miss:e} {:?}",
                integrator.name(),
                driver.statistics()
            );
            let bound = 3.0 * collected(integrator, error);
            assert!(miss < bound, "{} at {error:e}: {miss:e}", integrator.name());
            assert!((driver.state()[1] - reference[1]).abs() < 10.0 * bound);
        }
    }
}

#[test]
fn outputs_are_told_at_the_requested_times() {
    let times: Vec<f64> = (0..=100).map(|k| 0.1 * f64::from(k)).collect();
    for integrator in INTEGRATORS {
        let mut problem = flat::oscillator();
        let mut recorder = Recorder::default();
        let (driver, _) = run_with(
            *integrator,
            &mut problem,
            settings(*integrator, 1e-9, 0.01),
            &[1.0, 0.0],
            10.0,
            &times,
            &mut recorder,
        )
        .unwrap();
        assert_eq!(driver.time(), 10.0);
        assert_eq!(recorder.rows.len(), 101);
        for ((t, y, dy), wanted) in recorder.rows.iter().zip(&times) {
            assert_eq!(t, wanted);
            let miss = (y[0] - t.cos()).abs().max((y[1] + t.sin()).abs());
            let slope = (dy[0] + t.sin()).abs().max((dy[1] + t.cos()).abs());
            // The dense output of Radau IIA(5) is of order 3 at steps of 0.02; the others are far better.
            let bound = collected(*integrator, 1e-9);
            assert!(miss < bound, "{} at {t}: {miss:e}", integrator.name());
            assert!(
                slope < 100.0 * bound,
                "{} at {t}: {slope:e}",
                integrator.name()
            );
        }
    }
}

#[test]
fn a_run_in_pieces_is_the_same_run() {
    for integrator in INTEGRATORS {
        let mut problem = flat::oscillator();
        let settings = settings(*integrator, 1e-9, 0.01);
        let mut driver = carom_solve::Driver::new(*integrator, &mut problem, settings);
        driver.start(&mut problem, 0.0, &[1.0, 0.0]).unwrap();
        let mut recorder = Recorder::default();
        for k in 1..=10 {
            let t = f64::from(k);
            driver
                .advance(&mut problem, t, &[t], &mut recorder)
                .unwrap();
            assert_eq!(driver.time(), t);
            let miss = (driver.state()[0] - t.cos()).abs();
            assert!(miss < collected(*integrator, 1e-9), "{miss:e}");
        }
        assert_eq!(recorder.rows.len(), 10);
        // Nothing happens without time to go.
        let before = driver.statistics();
        driver
            .advance(&mut problem, 10.0, &[], &mut recorder)
            .unwrap();
        assert_eq!(driver.statistics(), before);
    }
}

#[test]
fn the_pendulum_stays_on_its_circle_and_keeps_its_time() {
    // From (1, 0) at rest, exact by elliptic functions: times and positions of the mechanism A01.
    let reference = [
        (1.0, -0.986_291_751_131_875_3, -0.165_010_853_125_541_17),
        (10.0, 0.275_087_462_576_116_9, -0.961_419_205_099_125_1),
    ];
    // Index 3 tests positions alone: with first order the velocities are far off.
    for integrator in adaptive().filter(|i| i.profile().orders[1] > 1) {
        for error in [1e-6, 1e-10, 1e-12] {
            let mut pendulum = Pendulum::new();
            let y = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
            let mut recorder = Recorder::default();
            let (driver, _) = run_with(
                integrator,
                &mut pendulum,
                settings(integrator, error, 0.0),
                &y,
                10.0,
                &[1.0, 10.0],
                &mut recorder,
            )
            .unwrap();
            let end = driver.state();
            let error = reachable(integrator, error);
            println!("{} {error:e}: {:?}", integrator.name(), driver.statistics());
            let miss = (end[0] - reference[1].1).hypot(end[1] - reference[1].2);
            println!("   {miss:e} {:?}", Pendulum::invariants(end));
            // Ten time units with a frequency of 3: the phase collects the local errors.
            let bound = 10.0 * collected(integrator, error);
            assert!(miss < bound, "{}: {miss:e}", integrator.name());
            let [energy, position, velocity] = Pendulum::invariants(end);
            assert!((energy - 9.81).abs() < 10.0 * bound, "{energy}");
            // Both constraints are solved by Newton's iteration to a part of the tolerance, if they are solved.
            assert!(position.abs() < error);
            let stabilized = integrator.profile().formulation == Formulation::Stabilized;
            assert!(velocity.abs() < if stabilized { error } else { bound });
            // μ vanishes on the exact solution; its order is s, one less than that of the estimate.
            assert!(end[5].abs() < 10.0 * error.powf(0.7), "{:e}", end[5]);
        }
    }
}

#[test]
fn the_symmetric_top_precesses() {
    let inertia = [2.0, 2.0, 1.0];
    let omega = Vector3::new(1.0, 0.5, 3.0);
    let t = 10.0;
    for integrator in INTEGRATORS {
        let mut top = Top::new(inertia);
        let y = [0.0, 0.0, 0.0, omega.x, omega.y, omega.z];
        let momentum = top.momentum(&y);
        let settings = settings(*integrator, 1e-9, 0.005);
        let (driver, _) = run(*integrator, &mut top, settings, &y, t).unwrap();
        // R(t) = exp(L̃·t/I₁)·exp(ẽ₃·(1 - I₃/I₁)·ω₃·t), with L fixed in space.
        let precession =
            Rotation3::from_axis_angle(&Unit::new_normalize(momentum), momentum.norm() / 2.0 * t);
        let spin = Rotation3::from_axis_angle(&Vector3::z_axis(), 0.5 * omega.z * t);
        let miss = (top.rotation.matrix() - (precession * spin).matrix()).norm();
        println!("{} {miss:e} {:?}", integrator.name(), driver.statistics());
        // Thirty radians of rotation at 1e-9 a step; 2000 steps of 0.005 of order 4.
        let bound = 2.0 * collected(*integrator, 1e-9);
        assert!(miss < bound, "{}: {miss:e}", integrator.name());
        assert!((top.momentum(driver.state()) - momentum).norm() < 10.0 * bound);
    }
}

#[test]
fn a_tumbling_body_keeps_energy_and_momentum() {
    for integrator in adaptive() {
        let mut top = Top::new([1.0, 2.0, 3.0]);
        let y = [0.0, 0.0, 0.0, 0.01, 1.0, 0.0];
        let momentum = top.momentum(&y);
        let (driver, _) = run(
            integrator,
            &mut top,
            settings(integrator, 1e-10, 0.0),
            &y,
            50.0,
        )
        .unwrap();
        let w = driver.state();
        let energy = |y: &[f64]| 0.5 * (y[3] * y[3] + 2.0 * y[4] * y[4] + 3.0 * y[5] * y[5]);
        println!("{} {:?}", integrator.name(), driver.statistics());
        let bound = collected(integrator, 1e-10);
        assert!((energy(w) - energy(&y)).abs() < bound);
        assert!(
            (top.momentum(w) - momentum).norm() < bound,
            "{}",
            integrator.name()
        );
    }
}

#[test]
fn rounding_of_the_forces_does_not_stop_a_run() {
    // Forces that carry errors of 1e-9, different at each evaluation, as large coordinates' differences do.
    for integrator in adaptive() {
        for error in [1e-8, 1e-9] {
            let mut problem = flat::Flat::new(2, |t, y, f| {
                let scatter = (y[0].to_bits() ^ t.to_bits().rotate_left(17))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                f[0] = y[1];
                f[1] = -y[0] + 1e-9 * (scatter as f64 / u64::MAX as f64 - 0.5);
            });
            let settings = settings(integrator, error, 0.0);
            let (driver, _) = run(integrator, &mut problem, settings, &[1.0, 0.0], 20.0).unwrap();
            let miss = (driver.state()[0] - 20f64.cos()).abs();
            println!(
                "{} {error:e}: {miss:e} {:?}",
                integrator.name(),
                driver.statistics()
            );
            let bound = collected(integrator, error);
            assert!(miss < bound, "{}: {miss:e}", integrator.name());
            assert!(driver.statistics().steps < 10_000);
        }
    }
}

#[test]
fn an_inexact_jacobian_costs_iterations_and_no_accuracy() {
    // The work of a damper beside its oscillator, unknown to the Jacobian: energy and work balance.
    for integrator in implicit() {
        for error in [1e-4, 1e-7, 1e-10] {
            let mut problem = flat::Flat::new(3, |_, y, f| {
                f[0] = y[1];
                f[1] = -400.0 * y[0] - 4.0 * y[1];
                f[2] = -4.0 * y[1] * y[1];
            });
            problem.blind_rows = 1;
            let settings = settings(integrator, error, 0.0);
            let (driver, _) =
                run(integrator, &mut problem, settings, &[0.1, 0.0, 0.0], 2.0).unwrap();
            let y = driver.state();
            let gain = 0.5 * (y[1] * y[1] + 400.0 * y[0] * y[0]) - 2.0;
            println!("{} {error:e}: {:e}", integrator.name(), gain - y[2]);
            // About a hundred steps, each with an error of velocity (2) times error.
            assert!(
                (gain - y[2]).abs() < collected(integrator, error),
                "{}: {:e}",
                integrator.name(),
                gain - y[2]
            );
        }
    }
}

/// What is not stiff is left to the explicit method, the ball's contact included; what is stiff to the implicit one, after the steps
/// that it takes to notice.
#[test]
fn auto_takes_the_method_that_the_problem_asks_for() {
    let auto = integrator("auto").unwrap();
    let settings = settings(auto, 1e-8, 0.0);
    let (driver, _) = run(auto, &mut Ball::new(0), settings, &[1.1, 0.0], 2.0).unwrap();
    assert_eq!(driver.statistics().implicit_steps, 0);
    for lambda in [1e3, 1e5, 1e7] {
        let (driver, _) = run(auto, &mut flat::stiff(lambda), settings, &[1.0], 10.0).unwrap();
        let work = driver.statistics();
        // 15 steps at the bound, as many in between, or 6 refusals of the first one
        assert!(
            (1..40).contains(&(work.steps - work.implicit_steps)),
            "{work:?}"
        );
        assert!(work.implicit_steps > 0, "{work:?}");
    }
}

/// A long flight has no mode that its steps could follow: no step of it is tried implicitly, however many there are.
#[test]
fn auto_stays_explicit_in_a_long_flight() {
    let auto = integrator("auto").unwrap();
    // A thousand steps in a row are twice as many as there are before it looks for fast modes.
    let settings = Settings {
        h_max: 4e-3,
        ..settings(auto, 1e-6, 0.0)
    };
    let (driver, _) = run(auto, &mut Ball::new(0), settings, &[100.0, 0.0], 4.0).unwrap();
    let work = driver.statistics();
    assert!(work.steps >= 1000, "{work:?}");
    assert_eq!(work.implicit_steps, 0, "{work:?}");
    assert_eq!(work.jacobians, 0, "{work:?}");
}

/// A step that is cut to next to nothing, as by an event, changes nothing: in index 3 what Newton's iteration leaves of positions becomes a velocity over the
/// length of the step.
#[test]
fn steps_of_next_to_no_length_keep_velocities() {
    for name in ["hht", "newmark", "gstiff_i3", "wstiff_i3"] {
        let method = integrator(name).unwrap();
        let mut problem = Pendulum::new();
        let settings = Settings {
            rtol: 1e-4,
            atol: 1e-4,
            ..Settings::default()
        };
        let mut driver = carom_solve::Driver::new(method, &mut problem, settings);
        let start = [0.6, -0.8, 0.0, 0.0, 0.0, 0.0];
        driver.start(&mut problem, 0.0, &start).unwrap();
        driver.advance(&mut problem, 1.0, &[], &mut ()).unwrap();
        for length in [1e-14, 1e-13, 1e-11, 1e-9, 1e-7] {
            let before = driver.state().to_vec();
            let end = driver.time() + length;
            driver.advance(&mut problem, end, &[], &mut ()).unwrap();
            let after = driver.state();
            // The acceleration is at most that of the string, below 4 G. The rest: velocities of index 3 are off their constraints by some tolerances (3 of HHT, 14 of Newmark), which the
            // first of these steps takes away.
            let bound = 4.0 * 9.81 * length + 30.0 * 1e-4;
            for k in 2..4 {
                let change = (after[k] - before[k]).abs();
                assert!(change < bound, "{name} {length:e}: {change:e}");
            }
        }
        driver.advance(&mut problem, 2.0, &[], &mut ()).unwrap();
        let (straight, _) = run(method, &mut Pendulum::new(), settings, &start, 2.0).unwrap();
        let energy = |driver: &carom_solve::Driver| Pendulum::invariants(driver.state())[0];
        let apart = (energy(&driver) - energy(&straight)).abs();
        // Some hundred steps of this tolerance, on a speed of 2.
        assert!(apart < 100.0 * 1e-4 * 2.0, "{name}: {apart}");
    }
}
