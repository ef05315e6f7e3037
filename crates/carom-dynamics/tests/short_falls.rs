//! Guards close to zero where a step begins: they fall within a time in which the unknowns move by less than their rounding.

use crate::support;

use carom_dynamics::RunOptions;
use carom_model::Tag;
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::control::Diff;
use carom_model::force::Kind;
use std::f64::consts::{PI, TAU};
use support::*;

/// A phase that grows from `p` with the rate `w`, as a state (`DIF(1)`) and as a place (`DX(200,1)`), and a force that switches where `condition` does.
fn deck(condition: &str, p: f64, w: f64) -> Deck {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(p, 0.0, 0.0));
    let part = d.part_id(2);
    d.0.parts[part].velocity = [Some(w), None, None];
    let diff = Diff {
        tag: Tag::new("DIFF", 1),
        initial: p,
        initial_rate: 0.0,
        implicit: false,
        static_hold: false,
        function: Function::Expression(expression(&format!("{w:e}"))),
    };
    d.0.diffs.insert(diff).expect("a new label");
    let force = format!("IF({condition}: 1, 0, 2)");
    d.sforce(1, Kind::Translation, true, (200, 1), &force);
    d
}

/// The sine of the phase rises through zero at 2π, and falls at 3π and so on.
fn assert_switches(condition: &str, p: f64, w: f64, method: &str, error: f64) {
    let end = 1.9 * (TAU - p) / w + 2.0 * PI / w;
    let options = RunOptions {
        integrator: Some(method.into()),
        error: Some(error),
        verbose_events: true,
        ..RunOptions::default()
    };
    let record = run(&deck(condition, p, w), Analysis::Dynamic, end, 1, &options);
    let told: Vec<f64> = record.events.iter().map(|e| e.time).collect();
    let exact = (2..).map(|k| (f64::from(k) * PI - p) / w);
    let exact: Vec<f64> = exact.take_while(|t| *t < end).collect();
    let what = format!("{condition} from {p} by {method}");
    assert_eq!(told.len(), exact.len(), "{what}: {told:?}");
    for (t, e) in told.iter().zip(&exact) {
        // The phase is a polynomial of time, which every method follows to some roundings of its own size, 1e-15 of 2π.
        assert!((t - e).abs() < 1e-13 * TAU / w, "{what}: {t} {e}");
    }
    let steps = record.statistics[0].steps;
    // A dozen to a switch, not one for each unit in the last place of time.
    assert!(steps < 200, "{what}: {steps}");
}

#[test]
fn the_sine_of_a_state() {
    for (p, w, error) in [
        (5.913572344340364, 36.62758293659152, 4.239800571907446e-7),
        (5.803293751430857, 63.27906331210361, 1.6876722101946943e-6),
    ] {
        assert_switches("SIN(DIF(1))", p, w, "wstiff", error);
    }
}

#[test]
fn the_cosine_of_a_state() {
    for (p, w, error) in [
        (5.906429810275523, 215.8337756980861, 3.842049658260206e-8),
        (6.034435923143731, 219.9936434203263, 2.2695466848655158e-7),
        (5.921711771620185, 313.43784275625416, 4.539147263823882e-6),
    ] {
        let condition = "COS(DIF(1)-1.5707963267948966)";
        assert_switches(condition, p, w, "wstiff", error);
    }
}

#[test]
fn the_sine_of_a_place() {
    for (p, w, error) in [
        (5.804157632414408, 25.508002589849855, 2.474847426878497e-8),
        (5.906952902262145, 158.27671351408935, 9.705007235838508e-6),
    ] {
        assert_switches("SIN(DX(200,1))", p, w, "wstiff", error);
    }
}

/// The same from many places, by all methods: whatever rounding does there.
#[test]
fn from_many_places_by_many_methods() {
    for method in [
        "wstiff", "gstiff", "radau5", "radau9", "dop853", "rkf45", "abam",
    ] {
        for k in 0..60 {
            let p = 3.3 + 0.0473 * f64::from(k);
            assert_switches("SIN(DIF(1))", p, 7.0 + 5.3 * f64::from(k), method, 1e-7);
        }
    }
}
