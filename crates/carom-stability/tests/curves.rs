//! Multiple shooting, cyclic coordinates, and curves over two parameters, against closed forms.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_stability::Family;
use carom_stability::curves::Curve;
use carom_stability::orbit::{MultiplierKind, Orbit};
use common::{number, study, values};
use std::f64::consts::{PI, TAU};

const STOP: &str = include_str!("../../../examples/studies/stop_oscillator.adm");
const RUN: &str = "
[run]
contact = \"rigid\"
integrator = \"dop853\"
error = 1e-12
";

/// The orbit of a study, with so many pieces.
fn orbit(deck: &str, toml: &str, knots: Option<usize>) -> Orbit {
    let knots = knots.map_or(String::new(), |n| format!("knots = {n}\n"));
    let study = study(deck, &format!("{RUN}{toml}{knots}"));
    Family::new(&study).first_orbit().unwrap()
}

/// Multipliers do not depend on the number of pieces.
#[test]
fn multipliers_by_any_number_of_pieces() {
    let toml = "restitution = 0.6
[parameters]
w = { at = \"SFORCE/1.function#1\", was = 2.2, values = [2.2] }
[orbit]
period = \"2*PI/w\"
settle = \"60*2*PI/w\"
";
    let expected = &values()["rigid_stop"]["w2.2"];
    let single = orbit(STOP, toml, Some(1));
    for knots in [1, 3, 5, 17] {
        let found = orbit(STOP, toml, Some(knots));
        assert_eq!(found.knots.len(), knots);
        let plain: Vec<_> = found.plain().collect();
        assert_eq!(plain.len(), 2, "{knots}");
        // a hundred tolerances of the runs
        for (x, key) in [(plain[0].re, "mu_re"), (plain[0].im, "mu_im")] {
            assert!((x - number(&expected[key])).abs() < 1e-10, "{knots}: {x}");
        }
        assert!((found.period - single.period).abs() < 1e-12);
        assert_eq!(found.events.len(), 1);
        let [a, b] = [&found, &single].map(|o| o.events[0].row.time);
        assert!((a - b).abs() < 1e-10, "{a} {b}");
    }
}

/// x'' = a²·x + cos t: the orbit −cos t/(1 + a²) has the multipliers exp(±2πa), which no single piece closes.
#[test]
fn an_orbit_that_repels_strongly() {
    let deck = "\
A mass on a hill
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,-0.1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=COS(TIME)+9*DZ(20,10)
END
";
    let toml = "
[parameters]
k = { at = \"SFORCE/1.function#1\", was = 9, values = [9] }
[orbit]
period = \"2*PI\"
";
    let toml = toml.replace("function#1", "function#2");
    let deck = deck.replace("9*DZ", "9.0*DZ");
    let study = study(&deck, &format!("{RUN}{}", toml.replace("#2\"", "#1\"")));
    let found = Family::new(&study).first_orbit().unwrap();
    assert!(found.knots.len() > 1);
    assert!((found.state[2] + 0.1).abs() < 1e-10, "{}", found.state[2]);
    let largest = found.multipliers[0].value;
    let expected = (3.0 * TAU).exp();
    assert!(expected > 1e8 && !found.is_stable());
    // relative: pieces times the tolerance of the runs
    assert!(
        (largest.re / expected - 1.0).abs() < 1e-9,
        "{largest} {expected}"
    );
    let smallest = found.multipliers.last().unwrap().value;
    assert!((smallest.re * expected - 1.0).abs() < 1e-9, "{smallest}");
}

/// A mass on a belt that sticks and slips: the belt goes on, the orbit comes back. Period and multipliers of the closed form.
#[test]
fn a_mass_on_a_belt() {
    let deck = include_str!("../../../validation/decks/rigid/belt.adm");
    let toml = "restitution = 0
[parameters]
vb = { at = \"MOTION/3.function#1\", was = 0.2, values = [0.2] }
[orbit]
event = \"stick\"
settle = 1
cyclic = [\"PART/3.x\"]
";
    let expected = &values()["stick_slip"];
    for knots in [1, 3] {
        let found = orbit(deck, toml, Some(knots));
        // the friction falls to its limit at 0.2 N/s: errors of 1e-12 a step count five times
        let period = number(&expected["T"]);
        assert!((found.period - period).abs() < 1e-9, "{}", found.period);
        let multipliers = found.multipliers.iter();
        let zero = |m: &&carom_stability::orbit::Multiplier| m.kind == MultiplierKind::Plain;
        // that of the flow stands as 0 in the map of the section, and that of sticking
        assert_eq!(
            multipliers.filter(zero).count(),
            0,
            "{:?}",
            found.multipliers
        );
    }
}

/// The curve of a study, and its two parameters at each point.
fn curve(deck: &str, toml: &str) -> (Curve, Vec<[f64; 2]>) {
    let study = study(deck, &format!("{RUN}{toml}"));
    let family = Family::new(&study);
    let branches = family.branches().unwrap();
    let curve = family.curve(&branches).unwrap();
    let at = curve.points.iter();
    let at = at.map(|p| curve.along.map(|k| p.orbit.point[k]));
    let at = at.collect();
    (curve, at)
}

/// A ball on a vibrating table doubles its period where Γ² = (π(1−e)/(1+e))² + (2(1+e²)/(1+e)²)².
#[test]
fn doublings_of_the_vibrating_table() {
    let deck = include_str!("../../../examples/studies/vibrating_table.adm");
    let (curve, at) = curve(
        deck,
        "restitution = \"e\"
[parameters]
gamma = { values = [1.2] }
e = { values = [0.5] }
amplitude = { at = \"MOTION/1.function#1\", value = \"gamma*9.80665/(2*PI)**2\" }
[orbit]
period = 1
settle = 60
[branch]
along = \"gamma\"
from = 1.15
to = 1.75
step = 0.1
doublings = 0
[curve]
of = \"period-doubling\"
along = [\"gamma\", \"e\"]
from = [1.1, 0.4]
to = [1.9, 0.7]
step = 0.2
",
    );
    assert!(at.len() > 8, "{at:?}");
    assert_eq!(curve.ended, ["end of the range", "end of the range"]);
    let [mut low, mut high] = [f64::INFINITY, 0.0f64];
    for [gamma, e] in at {
        let expected =
            (PI * (1.0 - e) / (1.0 + e)).hypot(2.0 * (1.0 + e * e) / ((1.0 + e) * (1.0 + e)));
        // a hundred tolerances of the runs
        assert!((gamma - expected).abs() < 1e-9, "{gamma} {expected} at {e}");
        (low, high) = (low.min(e), high.max(e));
    }
    assert!(low < 0.45 && high > 0.65, "{low} {high}");
}

/// The place of a stop that a linear oscillation touches: its amplitude.
#[test]
fn grazings_of_the_linear_oscillation() {
    let deck = STOP.replace("-DZ(20,10), -VZ", "1.0-DZ(20,10), -VZ");
    let (curve, at) = curve(
        &deck,
        "restitution = 0.6
[parameters]
w = { at = \"SFORCE/1.function#1\", was = 2.2, values = [2.2] }
s = { at = \"SFORCE/2.function#1\", was = 1.0, values = [1.0] }
[orbit]
period = \"2*PI/w\"
settle = \"40*2*PI/w\"
[branch]
along = \"s\"
from = 0.05
to = 1.2
step = 0.2
[curve]
of = \"grazing\"
along = [\"w\", \"s\"]
from = [1.6, 0.05]
to = [3.0, 1.2]
step = 0.1
",
    );
    assert!(at.len() > 6, "{at:?} {:?}", curve.ended);
    let [mut low, mut high] = [f64::INFINITY, 0.0f64];
    for [w, s] in at {
        let amplitude = 1.0 / (1.0 - w * w).hypot(0.2 * w);
        // the cubic between looks at the gap, (T/400)⁴/384, relative to s
        assert!((s - amplitude).abs() < 1e-8, "{s} {amplitude} at {w}");
        (low, high) = (low.min(w), high.max(w));
    }
    assert!(low < 1.75 && high > 2.8, "{low} {high} {:?}", curve.ended);
}

/// One impact each n periods of the forcing: where the branch folds, s = A·√(1 + (α/β)²) (stability of the closed form).
#[test]
fn folds_of_the_stop() {
    let deck = STOP.replace("-DZ(20,10), -VZ", "0.0-DZ(20,10), -VZ");
    let (curve, at) = curve(
        &deck,
        "restitution = \"e\"
[parameters]
w = { at = \"SFORCE/1.function#1\", was = 2.2, values = [3.8] }
e = { values = [0.6] }
s = { at = \"SFORCE/2.function#1\", was = 0.0, values = [0.0] }
[orbit]
period = \"2*PI/w\"
periods = 2
settle = \"60*2*PI/w\"
[branch]
along = \"s\"
from = -0.05
to = 0.12
step = 0.1
[curve]
of = \"fold\"
along = [\"w\", \"s\"]
from = [3.4, 0.02]
to = [4.2, 0.2]
step = 0.1
points = 8
",
    );
    assert!(at.len() > 6, "{at:?} {:?}", curve.ended);
    for [w, s] in at {
        let expected = fold(w, 0.6, 2.0);
        // a hundred tolerances of the runs
        assert!((s - expected).abs() < 1e-9, "{s} {expected} at {w}");
    }
}

/// Where one impact each n periods folds: x'' + 0.2·x' + x = cos w·t, x ≤ s.
fn fold(w: f64, e: f64, n: f64) -> f64 {
    let (d, t) = (0.1f64, TAU * n / w);
    let o = (1.0 - d * d).sqrt();
    let (decay, c, s) = ((-d * t).exp(), (o * t).cos(), (o * t).sin());
    // Φ(T) − 1, and its inverse times (0, 1)
    let phi = [
        [decay * (c + d / o * s) - 1.0, decay * s / o],
        [-decay * s / o, decay * (c - d / o * s) - 1.0],
    ];
    let det = phi[0][0] * phi[1][1] - phi[0][1] * phi[1][0];
    let (q1, q2) = (-phi[0][1] / det, phi[0][0] / det);
    let (alpha, beta) = ((1.0 + e) * q1, ((1.0 + e) * q2 + e) / w);
    let amplitude = 1.0 / (1.0 - w * w).hypot(0.2 * w);
    amplitude * 1f64.hypot(alpha / beta)
}
