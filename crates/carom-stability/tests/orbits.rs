//! Periodic orbits, their multipliers and branches against reference values (`validation/values/stability.json`).

use crate::common;

use carom_stability::Family;
use carom_stability::branch::{BifurcationKind, Branch, Path};
use carom_stability::orbit::{Orbit, Return, Section};
use common::{number, study, values};

const STOP: &str = include_str!("../../../examples/studies/stop_oscillator.adm");
const STUDY: &str = r#"
[run]
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
end = 1
[parameters]
omega = { at = "SFORCE/1.function#1", was = 2.2, values = [2.2] }
e = { values = [0.6] }
[responses]
z = { last = "DZ(20,10)" }
"#;

fn forced(omega: f64, count: u32) -> Section {
    Section::new(Return::Period(std::f64::consts::TAU / omega), count)
}

/// One impact in each period of the forcing: state, speed and multipliers.
#[test]
fn an_oscillator_at_a_rigid_stop() {
    let study = study(STOP, STUDY);
    let family = Family::new(&study);
    let section = forced(2.2, 1);
    let settled = family
        .settle(&[2.2, 0.6], 20.0 * std::f64::consts::TAU / 2.2)
        .unwrap();
    let orbit = family.orbit(&[2.2, 0.6], &settled, &section).unwrap();
    let values = &values()["rigid_stop"]["w2.2"];
    // ten tolerances of the run
    let near = |x: f64, y: &serde_json::Value| {
        let y = number(y);
        assert!((x - y).abs() < 1e-11, "{x} {y}");
    };
    near(-orbit.events[0].row.rate[0], &values["v"]);
    near(orbit.state[2], &values["strobe_phase0"][0]);
    near(orbit.state[9], &values["strobe_phase0"][1]);
    let plain: Vec<_> = orbit.plain().collect();
    assert_eq!(plain.len(), 2);
    near(plain[0].re, &values["mu_re"]);
    near(plain[0].im, &values["mu_im"]);
    assert!(orbit.is_stable() && orbit.events.len() == 1);
}

/// Of a branch: what happens, where.
fn happens(branch: &Branch) -> Vec<(&'static str, f64, f64)> {
    let each = branch.bifurcations.iter();
    each.map(|b| (b.kind.name(), b.value, b.error)).collect()
}

/// The branch of this orbit in the frequency: it doubles its period, and the doubled one does so again, and it ends where it grazes the stop a second time.
#[test]
fn a_branch_in_the_frequency() {
    let study = study(STOP, STUDY);
    let family = Family::new(&study);
    let section = |p: &[f64]| forced(p[0], 1);
    let settled = family
        .settle(&[2.2, 0.6], 20.0 * std::f64::consts::TAU / 2.2)
        .unwrap();
    let orbit = family
        .orbit(&[2.2, 0.6], &settled, &section(&[2.2]))
        .unwrap();
    let path = Path {
        coordinate: 0,
        range: [0.9, 2.9],
        longest: 0.1,
        points: 200,
    };
    let branch = family.follow(&orbit, &section, &path).unwrap();
    let values = &values()["rigid_stop"];
    let found = happens(&branch);
    assert_eq!(found.len(), 2, "{found:?}");
    let graze = number(&values["grazing_in_w"][0]["w"]);
    let (kind, at, error) = found[0];
    assert_eq!(kind, "grazing");
    // located by the failure of Newton's method beyond: the bracket
    assert!(
        (at - graze).abs() < error && error < 2e-9,
        "{at} {graze} {error}"
    );
    let doubling = &branch.bifurcations[1];
    let cascade = &values["period_doubling_cascade_e0.6"];
    assert_eq!(doubling.kind, BifurcationKind::PeriodDoubling);
    // 1e-12 of the runs over the slope of the multiplier, and the bracket's goal of 1e-10 of the range
    assert!((doubling.value - number(&cascade[0]["w"])).abs() < 1e-10);
    let other = doubling.orbit.plain().last().unwrap();
    assert!((other.re - number(&cascade[0]["other_multiplier"])).abs() < 1e-9);
    assert!(branch.ended[0].contains("grazing") && branch.ended[1] == "end of the range");
    for orbit in &branch.orbits {
        assert_eq!(orbit.is_stable(), orbit.point[0] < doubling.value);
        // det M = e²·exp(−c·T), with the four neutral ones
        let expected = 0.36 * (-0.2 * orbit.period).exp();
        assert!((orbit.matrix.determinant() - expected).abs() < 1e-10);
    }
    let doubled = family.double(doubling, &section, &path).unwrap();
    let found = happens(&doubled);
    assert_eq!(found.len(), 1, "{found:?}");
    let (kind, at, _) = found[0];
    assert_eq!(kind, "period-doubling");
    assert!((at - number(&cascade[1]["w"])).abs() < 1e-10, "{at}");
    assert_eq!(doubled.bifurcations[0].orbit.events.len(), 2);
}

/// The branch of an impact every two periods in the place of the stop: it turns, and ends as an unstable orbit whose impact has no speed.
#[test]
fn a_branch_turns_and_grazes() {
    let study = study(
        &STOP.replace("-DZ(20,10), -VZ", "0.0-DZ(20,10), -VZ"),
        &STUDY.replace(
            "e = { values = [0.6] }",
            "e = { values = [0.6] }\ns = { at = \"SFORCE/2.function#1\", was = 0.0, values = [0.0] }",
        )
        .replace("values = [2.2]", "values = [3.8]"),
    );
    let family = Family::new(&study);
    let section = |_: &[f64]| forced(3.8, 2);
    let point = [3.8, 0.6, 0.0];
    let settled = family
        .settle(&point, 60.0 * std::f64::consts::TAU / 3.8)
        .unwrap();
    let orbit = family.orbit(&point, &settled, &section(&point)).unwrap();
    let path = Path {
        coordinate: 2,
        range: [-0.05, 0.12],
        longest: 0.1,
        points: 200,
    };
    let branch = family.follow(&orbit, &section, &path).unwrap();
    let expected = &values()["rigid_stop"]["branch_in_s"][0];
    let found = happens(&branch);
    assert_eq!(found.len(), 2, "{found:?}");
    let (kind, at, _) = found[0];
    assert_eq!(kind, "fold");
    // Flat in the arc length: the tolerance of the runs.
    assert!((at - number(&expected["s_fold"])).abs() < 1e-11, "{at}");
    let orbit = &branch.bifurcations[0].orbit;
    // The parameter is a parabola over the state there: the root of the former.
    assert!((orbit.events[0].row.rate[0] + number(&expected["v_fold"])).abs() < 1e-5);
    let (kind, at, error) = found[1];
    assert_eq!(kind, "grazing");
    let graze = number(&expected["s_graze"]);
    assert!(
        (at - graze).abs() < error.max(1e-9) && error < 1e-7,
        "{at} {error}"
    );
    let last = branch.orbits.last().unwrap();
    assert!(-last.events[0].row.rate[0] < 1e-3);
    // det M = e²·exp(−c·T) holds up to multipliers of thousands: eleven digits less those of the multiplier
    let det = last.matrix.determinant() / (0.36 * (-0.2 * last.period).exp());
    assert!((det - 1.0).abs() < 1e-5, "{det}");
    for point in expected["points"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| number(&p["s"]) > 0.0)
    {
        let (s, v) = (number(&point["s"]), number(&point["v"]));
        // the orbit of the branch nearest to it, then Newton's method
        let off = |o: &Orbit| (o.point[2] - s).abs() + (o.events[0].row.rate[0] + v).abs();
        let near = branch
            .orbits
            .iter()
            .min_by(|a, b| off(a).total_cmp(&off(b)))
            .unwrap();
        let point_here = [3.8, 0.6, s];
        let orbit = family
            .orbit(&point_here, &near.state, &section(&point_here))
            .unwrap();
        let expected: Vec<f64> = point["multipliers"]
            .as_array()
            .unwrap()
            .iter()
            .map(number)
            .collect();
        for (found, expected) in orbit.plain().zip(&expected) {
            // ten tolerances of the runs, times the multiplier
            assert!((found.re - expected).abs() < 1e-10, "{found} {expected}");
        }
        assert!((orbit.events[0].row.rate[0] + v).abs() < 1e-10);
    }
}
