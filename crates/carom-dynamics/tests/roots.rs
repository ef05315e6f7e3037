//! Forces that begin as a power, `k·pᵉ`, whose exponent is no whole number: they keep the energy to the tolerance, and the energy balance tells what roots,
//! e < 1, do not keep.

use crate::support;

use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use carom_model::run::EventKind;
use carom_solve::{Formulation, INTEGRATORS};
use support::*;

const G: f64 = 9.81;
const FREE: f64 = 0.458_879_531_489_911_4;

/// A ball that falls two centimetres on a stop without damping.
fn ball(law: &str) -> Deck {
    let mut deck = Deck::new(G);
    let start = at(0.0, 0.0, 0.480_589_443_462_795);
    deck.body(2, 0.210_859_534_400_519, [1.0; 3], start);
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    deck
}

fn touch_speed() -> f64 {
    (2.0 * G * (0.480_589_443_462_795 - FREE)).sqrt()
}

/// The speeds after each contact, and the energy that the balance misses.
fn rebounds(deck: &Deck, method: &str, error: f64, end: f64) -> (Vec<f64>, f64) {
    let mut options = options(method, error);
    if method == "rk4" {
        options.hmax = Some(1e-5);
    }
    let record = run(deck, Analysis::Dynamic, end, 1, &options);
    let ends = record
        .events
        .iter()
        .filter(|e| e.kind == EventKind::ContactEnd);
    let speeds = ends.map(|e| e.rate[1].abs()).collect();
    let [missing, _] = record.statistics[0].energy_balance.expect("a balance");
    (speeds, missing)
}

/// All methods at the default tolerance: each contact errs by some tens of tolerances, as at exponents above 1, and not by the size of the motion. Methods
/// of low orders, and those that test positions alone, sum up errors of many steps.
#[test]
fn all_methods_keep_the_rebound() {
    let deck = ball(&format!(
        "IMPACT(DZ(200,1,1),VZ(200,1,1,1),{FREE},44.604749488584574,0.3,0,0.008255991522169603)"
    ));
    for method in INTEGRATORS {
        let profile = method.profile();
        let (speeds, _) = rebounds(&deck, method.name(), 1e-6, 1.0);
        let of_each = match (profile.formulation, profile.orders[1]) {
            (Formulation::Positions, _) if profile.orders[1] == 1 => 5e-2,
            (Formulation::Positions, _) => 1e-3,
            (_, 4 | 5) if !profile.is_fixed => 1e-4,
            _ => 3e-4,
        };
        assert!(speeds.len() >= 5, "{}: {speeds:?}", method.name());
        for (k, speed) in speeds.iter().enumerate() {
            let off = (speed / touch_speed() - 1.0).abs();
            assert!(
                off < of_each * (k + 1) as f64,
                "{} {k}: {off:e}",
                method.name()
            );
        }
    }
}

/// Looser and finer tolerances of the methods that runs take by themselves: what is off scales with the tolerance.
#[test]
fn the_rebound_follows_the_tolerance() {
    let deck = ball(&format!(
        "IMPACT(DZ(200,1,1),VZ(200,1,1,1),{FREE},44.604749488584574,0.3,0,0.008255991522169603)"
    ));
    for method in ["auto", "dop853", "radau", "radau13"] {
        for error in [1e-3, 1e-4, 1e-6, 1e-8] {
            let (speeds, _) = rebounds(&deck, method, error, 3.0);
            let last = speeds.last().expect("contacts") / touch_speed() - 1.0;
            // 40 tolerances a contact: the error test is the root mean square over 13 unknowns of which two move, in some steps a contact
            let bound = 40.0 * error * speeds.len() as f64;
            assert!(last.abs() < bound, "{method} {error:e}: {last:e}");
        }
    }
}

/// Exponents above 1 that are no whole numbers: no method of order 8 sees the powers where they begin, and its estimates pass through zero at some length of
/// the step. Without damping the carts part as fast as they met, at any tolerance.
#[test]
fn the_rebound_of_powers_follows_the_tolerance() {
    for exponent in [1.1, 1.5, 2.2, 2.5] {
        let deck = ball(&format!(
            "IMPACT(DZ(200,1,1),VZ(200,1,1,1),{FREE},2E6,{exponent},0,1E-4)"
        ));
        let power = ball(&format!("2E6*MAX({FREE}-DZ(200,1,1),0)**{exponent}"));
        for (deck, name) in [(deck, "IMPACT"), (power, "**")] {
            for error in [1e-5, 1e-6, 1e-7, 1e-8, 1e-9] {
                let mut worst: f64 = 0.0;
                for method in ["auto", "dop853"] {
                    let (end, events) = rest(&deck, method, error);
                    // Two touches and as many ends; IMPACT passes the depth of full damping in between, twice.
                    let expected = if name == "IMPACT" { 8 } else { 4 };
                    assert_eq!(events, expected, "{exponent} {name} {error:e} {method}");
                    worst = worst.max((end / touch_speed() - 1.0).abs());
                }
                // As for roots: 40 tolerances a contact, of which there are two
                assert!(
                    worst < 80.0 * error,
                    "{exponent} {name} {error:e}: {worst:e}"
                );
            }
        }
    }
}

/// The speed of the touch at the end, by the energy, and how many events there were.
fn rest(deck: &Deck, method: &str, error: f64) -> (f64, u64) {
    let record = run(deck, Analysis::Dynamic, 0.3, 1, &options(method, error));
    let body = &record.frames.last().expect("a frame").bodies[0];
    let height = body.position[2] - FREE;
    let square: f64 = body.velocity.iter().map(|v| v * v).sum();
    (
        (square + 2.0 * G * height).sqrt(),
        record.statistics[0].events,
    )
}

/// A contact loses or wins what it loses or wins, and the balance says it: half the mass times the change of the squared speed.
#[test]
fn the_balance_tells_what_is_lost() {
    let deck = ball(&format!(
        "IMPACT(DZ(200,1,1),VZ(200,1,1,1),{FREE},44.604749488584574,0.3,0,0.008255991522169603)"
    ));
    for (method, error) in [
        ("rkf45", 1e-4),
        ("dop853", 1e-3),
        ("radau5", 1e-4),
        ("abam", 1e-4),
    ] {
        let (speeds, missing) = rebounds(&deck, method, error, 3.0);
        let last = speeds.last().expect("contacts");
        let won = 0.5 * 0.210_859_534_400_519 * (last * last - touch_speed().powi(2));
        // An eighth: the interpolation inside steps as long as these tolerances allow, and the flight since the last contact
        assert!(
            (missing - won).abs() < 0.125 * won.abs(),
            "{method}: {missing:e} {won:e}"
        );
    }
}

/// Two stops without gravity, the exponent one half: the speed stays through a hundred contacts.
#[test]
fn between_two_stops() {
    let mut deck = Deck::new(0.0);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.15));
    let id = deck.part_id(2);
    deck.0.parts[id].velocity = [None, None, Some(1.0)];
    let law = "BISTOP(DZ(200,1),VZ(200,1),0.1,0.2,300,0.5,0,1E-3)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    for method in ["auto", "radau5", "gstiff"] {
        let (speeds, _) = rebounds(&deck, method, 1e-8, 10.0);
        assert!(speeds.len() > 50, "{method}: {speeds:?}");
        let last = speeds.last().expect("contacts");
        // 60 tolerances a contact, as above; gstiff takes hundreds of steps in each
        let bound = 60.0 * 1e-8 * speeds.len() as f64 * if method == "gstiff" { 10.0 } else { 1.0 };
        assert!((last - 1.0).abs() < bound, "{method}: {last}");
    }
}

/// A ball that comes to rest on such a spring with damping stays where it carries the weight: `p = (m·g/k)^(1/e)`.
#[test]
fn rest_on_a_root() {
    let mut deck = Deck::new(G);
    deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.1));
    let law = "IMPACT(DZ(200,1),VZ(200,1),0.1,100,0.5,50,1E-3)";
    deck.sforce(1, Kind::Translation, true, (200, 1), law);
    let depth = (G / 100.0_f64).powi(2);
    for method in ["auto", "radau5", "gstiff", "hht"] {
        let record = run(&deck, Analysis::Dynamic, 5.0, 1, &options(method, 1e-6));
        let z = record.frames.last().expect("frames").bodies[0].position[2];
        // 1e-5: ten tolerances of a metre
        assert!((0.1 - depth - z).abs() < 1e-5, "{method}: {z}");
        let steps = record.statistics[0].steps;
        assert!(steps < 2000, "{method}: {steps}");
    }
}
