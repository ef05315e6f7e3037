//! A mass that flies to and fro between two springs: what is off is the integrator's own error, which each flight carries on.

use crate::support;

use carom_dynamics::RunOptions;
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use std::f64::consts::PI;
use support::*;

/// Its speed between the stops, in m/s: slow against the 1 m/s by which the tolerance of speeds is measured.
const SPEED: f64 = 0.022_125;
/// The frequency of the mass on a spring, in rad/s.
const FREQUENCY: f64 = 0.389_249_5;

/// The time of the last contact of the run, by `method` at the tolerance `error`, and the number of contacts.
fn last_contact(method: &str, error: f64) -> (f64, usize) {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.25));
    let part = d.part_id(2);
    d.0.parts[part].velocity = [None, None, Some(SPEED)];
    let (k, depth) = (FREQUENCY * FREQUENCY, 0.095);
    let force = format!("BISTOP(DZ(200,1), VZ(200,1), 0, 1, {k:e}, 1, 0, {depth})");
    d.sforce(1, Kind::Translation, true, (200, 1), &force);
    let options = RunOptions {
        integrator: Some(method.into()),
        error: Some(error),
        ..RunOptions::default()
    };
    let record = run(&d, Analysis::Dynamic, 600.0, 1, &options);
    let begins = record
        .events
        .iter()
        .filter(|e| e.kind.name() == "contact-begin");
    let times: Vec<f64> = begins.map(|e| e.time).collect();
    // The eleventh, at whatever time it comes, is compared with the same one.
    (times[10], times.len())
}

/// The exact time of the eleventh contact.
fn exact() -> f64 {
    0.75 / SPEED + 10.0 * (PI / FREQUENCY + 1.0 / SPEED)
}

/// Each contact may change the speed by the tolerance over the speed, 45 of it, for each of its ten steps, and by that of the place, 2w/v = 35; the
/// flights carry that on, 1 + 2 + ... + 10 times.
fn bar(error: f64) -> f64 {
    let of_speed = 10.0 * error * (1.0 + 1.0 / SPEED + 2.0 * FREQUENCY / SPEED);
    55.0 * of_speed / SPEED
}

#[test]
fn what_a_motion_between_stops_is_off_falls_with_the_tolerance() {
    for method in ["rkf45", "radau5", "abam", "gstiff", "dop853"] {
        for error in [2e-6, 2e-7, 2e-8] {
            let (time, contacts) = last_contact(method, error);
            let off = (time - exact()).abs();
            assert!(off < bar(error), "{method} {error:e}: off by {off:e}");
            assert_eq!(contacts, 11, "{method} {error:e}");
        }
    }
}

/// The order of the drift, by the method that shows most of it: a hundred times the tolerance, some hundred times the drift. A method that does not hold
/// its error has a floor, or falls more slowly.
#[test]
fn the_drift_of_rkf45_is_that_of_its_tolerance() {
    let off = |error: f64| (last_contact("rkf45", error).0 - exact()).abs();
    for error in [6e-6, 6e-7] {
        let quotient = off(error) / off(1e-2 * error);
        // Measured 30 to 130: the error of a step follows the tolerance in jumps, as the number of steps of a contact is whole.
        assert!((20.0..500.0).contains(&quotient), "{error:e}: {quotient}");
    }
}
