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
    // on the borders of e, to the part of a range that counts as none
    assert!(
        (low - 0.4).abs() < 1e-6 && (high - 0.7).abs() < 1e-6,
        "{low} {high}"
    );
}

/// det(M + 1) of `J·φ'' + c·φ' + (g − a·w²·cos wt)·φ = 0` over a period, by Runge and Kutta's method.
fn doubling_of_mathieu(a: f64, w: f64) -> f64 {
    let (steps, period) = (4000, TAU / w);
    let h = period / f64::from(steps);
    let f = |t: f64, [x, v]: [f64; 2]| {
        let g = 9.81 - a * w * w * (w * t).cos();
        [v, -(0.2 * v + g * x) / 1.02]
    };
    let column = |mut y: [f64; 2]| {
        for k in 0..steps {
            let t = f64::from(k) * h;
            let at = |d: [f64; 2], s: f64| [y[0] + s * d[0], y[1] + s * d[1]];
            let k1 = f(t, y);
            let k2 = f(t + 0.5 * h, at(k1, 0.5 * h));
            let k3 = f(t + 0.5 * h, at(k2, 0.5 * h));
            let k4 = f(t + h, at(k3, h));
            y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
        }
        y
    };
    let (x, v) = (column([1.0, 0.0]), column([0.0, 1.0]));
    (x[0] + 1.0) * (v[1] + 1.0) - x[1] * v[0]
}

/// A tongue of the pendulum on a moved pivot: its tip is a smooth turn that the steps along the rest of the curve do not foretell.
#[test]
fn a_tongue_turns_at_its_tip() {
    let deck = "\
pendulum whose pivot moves up and down
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1, REULER=0,-90D,0
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
MARKER/31, PART=3, REULER=0,-90D,0
JOINT/2, TRANSLATIONAL, I=31, J=10
MOTION/1, JOINT=2, TRANSLATIONAL, FUNCTION=0.01*COS(6.0*TIME+0.3)
PART/2, MASS=1, CM=21, IP=0.01,0.01,0.02
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,-1,0
JOINT/1, REVOLUTE, I=20, J=30
SFORCE/1, ROTATIONAL, I=20, J=30, FUNCTION=-0.2*WZ(20,30,30)
END
";
    let toml = "
[parameters]
a = { at = \"MOTION/1.function#1\", values = [0.01] }
w = { at = \"MOTION/1.function#2\", values = [6.0] }
[orbit]
period = \"2*PI/w\"
[branch]
along = \"a\"
from = 0.01
to = 0.3
doublings = 0
[curve]
of = \"period-doubling\"
along = [\"a\", \"w\"]
from = [0.01, 4.0]
to = [0.3, 9.0]
";
    let (curve, at) = curve(deck, toml);
    assert_eq!(curve.ended, ["end of the range", "end of the range"]);
    let widest = at.iter().fold([f64::INFINITY, 0.0], |[low, high], [_, w]| {
        [w.min(low), w.max(high)]
    });
    // down to a = 0.3 on one side of the tip, up to w = 9 on the other; borders to 1e-6 of the range
    assert!(widest[0] < 5.1, "{widest:?}");
    assert!((widest[1] - 9.0).abs() < 5e-6, "{widest:?}");
    for [a, w] in at {
        // 10 for a change of a by one: a hundred tolerances of the runs, and the error of the method here
        let left = doubling_of_mathieu(a, w);
        assert!(left.abs() < 1e-8, "{left} at {a}, {w}");
    }
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

/// A pendulum on a pivot that a motion of the amplitude A drives: A moves the start of a period, too, as the body hangs on the pivot. Newton's method comes to each orbit in a few steps, so that
/// the branch goes on in long ones; its last orbit is the one on which a run settles.
#[test]
fn a_parameter_that_moves_constraints() {
    let deck = "\
Pendulum on a driven pivot
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, REULER=90D,90D,0
MARKER/21, PART=2, REULER=0,90D,0
JOINT/1, TRANSLATIONAL, I=20, J=10
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=0.2*COS(3.0*TIME)
PART/3, MASS=1, CM=30, IP=0.02,0.02,0.02
MARKER/30, PART=3, QP=0,0,-0.5
MARKER/31, PART=3, REULER=0,90D,0
JOINT/2, REVOLUTE, I=31, J=21
SFORCE/1, ROTATIONAL, I=31, J=21, FUNCTION=-0.3*WZ(31,21)
END
";
    let text = |a: f64| {
        format!(
            "[run]\nintegrator = \"dop853\"\nerror = 1e-10\n[parameters]\nA = {{ at = \"MOTION/1.function#1\", was = 0.2, values = [{a:?}] }}\n[orbit]\nperiod = \"2*PI/3\"\nsettle = \"30*2*PI/3\"\n[branch]\nalong = \"A\"\nfrom = 0.1\nto = 0.3\n"
        )
    };
    let along = study(deck, &text(0.2));
    let all = Family::new(&along).branches().unwrap();
    let branch = &all[0].1;
    assert_eq!(branch.ended, ["end of the range"; 2]);
    // twenty steps of a twentieth of the range, and some to get going
    assert!(branch.orbits.len() < 50, "{}", branch.orbits.len());
    let last = branch.orbits.last().unwrap();
    let there = study(deck, &text(last.point[0]));
    let settled = Family::new(&there).first_orbit().unwrap();
    for (x, y) in last.state.iter().zip(&settled.state) {
        // Newton's method stops at ten tolerances of the runs
        assert!((x - y).abs() < 1e-8, "{x} {y}");
    }
}
