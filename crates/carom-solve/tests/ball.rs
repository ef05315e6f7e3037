//! The ball on a compliant floor against the reference of validation/values/impact_ball.json.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use carom_solve::{End, INTEGRATORS, Integrator};
use suite::ball::Ball;
use suite::{Recorder, adaptive, collected, run_with, settings};

/// A number of the reference file, as text after its name.
fn reference(name: &str) -> f64 {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../validation/values/impact_ball.json"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let case = &text[text.find("B1_fall_1m_start_1.1").unwrap()..];
    let after = &case[case.find(&format!("\"{name}\"")).unwrap() + name.len() + 2..];
    let value = after
        .split(['"', ',', '}'])
        .map(str::trim)
        .find(|s| s.parse::<f64>().is_ok());
    value.unwrap().parse().unwrap()
}

/// Errors of the four event times of the first contact and of the apex.
fn errors(integrator: &dyn Integrator, error: f64, extra: usize) -> ([f64; 4], [f64; 2]) {
    let mut ball = Ball::new(extra);
    let y = ball.start();
    let mut recorder = Recorder::default();
    let apex = reference("apex_t");
    let settings = settings(integrator, error, 2e-6);
    let (driver, end) = run_with(
        integrator,
        &mut ball,
        settings,
        &y,
        0.8,
        &[apex],
        &mut recorder,
    )
    .unwrap();
    assert_eq!((end, driver.time()), (End::Reached, 0.8));
    let names = ["contact-begin", "full-damping", "force-off", "contact-end"];
    let times = [
        "t_contact",
        "t_p_eq_d",
        "t_force_zero",
        "t_geometric_separation",
    ];
    assert_eq!(ball.log.iter().map(|e| e.1).collect::<Vec<_>>(), names);
    let miss = std::array::from_fn(|i| (ball.log[i].0 - reference(times[i])).abs());
    let at_apex = &recorder.rows[0].1;
    (
        miss,
        [(at_apex[0] - reference("apex_z")).abs(), at_apex[1].abs()],
    )
}

#[test]
fn event_times_to_1e_9_at_1e_10() {
    for integrator in adaptive() {
        for extra in [0, 10] {
            let (times, apex) = errors(integrator, 1e-10, extra);
            println!("{} {times:?} {apex:?}", integrator.name());
            assert!(
                times
                    .iter()
                    .all(|e| *e < 0.1 * collected(integrator, 1e-10)),
                "{}: {times:?}",
                integrator.name()
            );
            assert!(
                apex.iter().all(|e| *e < collected(integrator, 1e-10)),
                "{}: {apex:?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn event_times_follow_the_tolerance() {
    for integrator in adaptive() {
        for error in [1e-3, 1e-6, 1e-13] {
            let (times, apex) = errors(integrator, error, 0);
            println!("{} {error:e} {times:?} {apex:?}", integrator.name());
            // The contact lasts 26 ms, and a tolerance of 1e-3 of a velocity of 4.4 m/s or a depth of 0.03 m is all that is asked for.
            let bound = f64::max(0.01 * collected(integrator, error), 1e-12);
            assert!(
                times.iter().all(|e| *e < bound),
                "{}: {times:?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn a_fixed_step_ends_on_events_too() {
    let rk4 = *INTEGRATORS.iter().find(|i| i.name() == "rk4").unwrap();
    let (times, _) = errors(rk4, 1e-10, 0);
    // Steps of 2e-6 resolve the entry (23e-6) with twelve: fourth order leaves 1e-9.
    assert!(times.iter().all(|e| *e < 1e-9), "{times:?}");
}
