//! Wheels without a rim: orbits whose period ends as a foot hits the ground, sticks to it and lets the foot behind it lift off, all at one instant.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_stability::orbit::{MultiplierKind, Orbit};
use carom_stability::{Error, Family};
use carom_study::Study;
use common::{number, study, values};
use std::f64::consts::FRAC_PI_8;

const WHEEL: &str = include_str!("../../../examples/studies/rimless_wheel.adm");
const STRUTS: &str = include_str!("../../../validation/studies/hub_on_struts.adm");

fn of(deck: &str, gamma: f64, cyclic: &[&str]) -> Study {
    let toml = format!(
        "
[run]
contact = \"rigid\"
restitution = 0
integrator = \"dop853\"
error = 1e-12
[parameters]
gamma = {{ values = [{gamma}] }}
along = {{ at = \"ACCGRAV.igrav\", value = \"SIN(gamma)\" }}
across = {{ at = \"ACCGRAV.kgrav\", value = \"-COS(gamma)\" }}
[orbit]
event = \"impact\"
settle = 8
cyclic = {cyclic:?}
[branch]
along = \"gamma\"
from = 0.068
to = 0.081
step = 1
"
    );
    study(deck, &toml)
}

/// The multipliers of a kind.
fn all(orbit: &Orbit, kind: MultiplierKind) -> Vec<f64> {
    let own = orbit.multipliers.iter().filter(|m| m.kind == kind);
    own.map(|m| m.value.re).collect()
}

#[test]
fn a_hub_on_struts_without_mass() {
    for (gamma, name) in [(0.08, "0.08"), (0.15, "0.15"), (0.2, "0.2")] {
        let expected = &values()["rimless_wheel"][name];
        let study = of(STRUTS, gamma, &["POINT_MASS/2.x"]);
        let orbit = Family::new(&study).first_orbit().unwrap();
        // 25 times what is left of the closure, ten tolerances of the runs
        let off = orbit.period - number(&expected["T"]);
        assert!(off.abs() < 1e-9, "{gamma}: {off:e}");
        let speed = orbit.slowest_impact().unwrap().1;
        let expected = number(&expected["omega_minus"]) * (2.0 * FRAC_PI_8).sin();
        assert!((speed - expected).abs() < 1e-10, "{gamma}: {speed}");
        let plain = all(&orbit, MultiplierKind::Plain);
        assert_eq!(plain.len(), 1);
        assert!((plain[0] - 0.5).abs() < 1e-9, "{gamma}: {plain:?}");
        // the closure behind the impact is a part of it, no touch without speed
        assert!(orbit.events.iter().all(|e| e.doubt.is_empty()));
    }
}

/// The branch ends where the wheel comes to stand on one spoke.
#[test]
fn a_slope_at_which_the_period_is_infinite() {
    let study = of(STRUTS, 0.08, &["POINT_MASS/2.x"]);
    let branches = Family::new(&study).branches().unwrap();
    let branch = &branches[0].1;
    assert!(
        branch.ended[0].contains("the period grows without bound"),
        "{:?}",
        branch.ended
    );
    assert!(branch.bifurcations.is_empty());
    let last = branch.orbits[0].point[0];
    let expected = number(&values()["rimless_wheel"]["gamma_min_rolling"]);
    // the shortest step towards it
    assert!(last > expected && last - expected < 1e-8, "{last}");
}

/// With inertia I about the hub, η = (I + cos 2α)/(I + 1) is left of the speed, and η² is the multiplier; as the inertia goes, it is the hub on struts.
#[test]
fn a_wheel_whose_feet_stick() {
    let eta = |i: f64| (i + (2.0 * FRAC_PI_8).cos()) / (i + 1.0);
    // periods by quadrature of the energy integral at 30 digits
    let cases: [(&str, f64, f64); 2] = [
        ("0.25", 0.25, 2.549122559189192),
        ("0.0001", 1e-4, 3.239730954979838),
    ];
    for (text, inertia, period) in cases {
        let own = format!("IP = {text}, {text}, {text}");
        let deck = WHEEL.replace("IP = 0.25, 0.25, 0.25", &own);
        let study = of(&deck, 0.08, &["PART/2.x", "PART/2.ry"]);
        let orbit = Family::new(&study).first_orbit().unwrap();
        // as above
        assert!((orbit.period - period).abs() < 1e-9, "{}", orbit.period);
        let plain = all(&orbit, MultiplierKind::Plain);
        // tolerance of the runs; over the inertia, by which forces of a foot are divided
        let tolerance = 1e-9 + 1e-12 / inertia;
        let off = plain[0] - eta(inertia).powi(2);
        assert!(off.abs() < tolerance, "{inertia}: {off:e}");
        assert_eq!(all(&orbit, MultiplierKind::Neutral).len(), 1);
    }
}

/// What goes on by as much each period is named where it is missing.
#[test]
fn a_coordinate_that_should_be_cyclic() {
    let said = |cyclic: &[&str]| match Family::new(&of(WHEEL, 0.08, cyclic)).first_orbit() {
        Err(Error::NotFound(why)) => why,
        other => panic!("{other:?}"),
    };
    let said = said(&["PART/2.x"]);
    let advice = "[orbit] cyclic = [\"PART/2.x\", \"PART/2.ry\"]";
    assert!(said.contains(advice), "{said}");
}
