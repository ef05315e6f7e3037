//! Multipliers and bifurcations of other systems against reference values (`validation/values/stability.json`).

use crate::common;

use carom_stability::Family;
use carom_stability::branch::Path;
use carom_stability::orbit::{MultiplierKind, Orbit, Return, Section};
use carom_study::Study;
use common::{number, study, values};
use serde_json::Value;
use std::f64::consts::TAU;

fn forced(omega: f64, count: u32) -> Section {
    Section::new(Return::Period(TAU / omega), count)
}

/// The orbit on which a run settles.
fn settled(study: &Study, point: &[f64], section: &Section, periods: f64) -> Orbit {
    let family = Family::new(study);
    let Return::Period(period) = section.at else {
        panic!("a period")
    };
    let state = family.settle(point, periods * period).expect("it runs");
    family.orbit(point, &state, section).expect("it closes")
}

/// `a+bi`.
fn complex(value: &Value) -> (f64, f64) {
    let text = value.as_str().expect("a text");
    match text.strip_suffix('i') {
        None => (text.parse().expect("a number"), 0.0),
        Some(rest) => {
            let at = rest.rfind(['+', '-']).expect("two parts");
            let parse = |t: &str| t.trim_start_matches('+').parse().expect("a number");
            (parse(&rest[..at]), parse(&rest[at..]))
        }
    }
}

/// Each of these multipliers is among those of the orbit.
fn has(orbit: &Orbit, expected: &Value, tolerance: f64) {
    let all: Vec<_> = orbit.plain().collect();
    for value in expected.as_array().expect("a list") {
        let (re, im) = complex(value);
        let off = |z: &nalgebra::Complex<f64>| (z.re - re).hypot(z.im - im);
        let nearest = all.iter().map(off).fold(f64::INFINITY, f64::min);
        assert!(
            nearest < tolerance,
            "{re} {im} is not among {all:?}: {nearest:e}"
        );
    }
}

const RUN: &str = r#"
[run]
contact = "rigid"
integrator = "dop853"
error = 1e-12
end = 1
"#;

/// A ball on a vibrating table, one impact each period, stable up to its period doubling and unstable beyond, and two each two periods.
#[test]
fn a_ball_on_a_vibrating_table() {
    let deck = include_str!("../../../examples/studies/vibrating_table.adm");
    let toml = RUN
        .replace("end = 1", "end = 1\nrestitution = \"e\"")
        .to_owned()
        + r#"
[parameters]
gamma = { values = [1.2] }
e = { values = [0.5] }
amplitude = { at = "MOTION/1.function#1", value = "gamma*9.80665/(2*PI)**2" }
[responses]
z = { last = "DZ(30,10)" }
"#;
    let study = study(deck, &toml);
    let family = Family::new(&study);
    let section = forced(TAU, 1);
    let values = &values()["vibrating_table_e0.5_n1"];
    let orbit = settled(&study, &[1.2, 0.5], &section, 60.0);
    // the tolerance of the runs, lengths of half a metre and speeds of four
    has(&orbit, &values["G1.2"]["multipliers"], 1e-10);
    let path = Path {
        coordinate: 0,
        range: [1.1, 1.65],
        longest: 0.1,
        points: 200,
    };
    let branch = family.follow(&orbit, &|_| section.clone(), &path).unwrap();
    for (name, gamma) in [("G1.4", 1.4), ("G1.5", 1.5), ("G1.6", 1.6)] {
        let off = |o: &Orbit| (o.point[0] - gamma).abs();
        let near = branch
            .orbits
            .iter()
            .min_by(|a, b| off(a).total_cmp(&off(b)))
            .unwrap();
        let orbit = family.orbit(&[gamma, 0.5], &near.state, &section).unwrap();
        has(&orbit, &values[name]["multipliers"], 1e-10);
    }
    let doubling: Vec<_> = branch.bifurcations.iter().collect();
    assert_eq!(doubling.len(), 1);
    assert_eq!(doubling[0].kind.name(), "period-doubling");
    // Γ² = Γ_SN² + (2·(1+e²)/(1+e)²)², Γ_SN = π·(1−e)/(1+e); ten tolerances of the runs
    let fold = std::f64::consts::PI / 3.0;
    let expected = fold.hypot(2.0 * 1.25 / 2.25);
    assert!((doubling[0].value - expected).abs() < 1e-10);
    let two = settled(&study, &[1.6, 0.5], &forced(TAU, 2), 100.0);
    // Two periods, each with what one may be off by.
    has(&two, &values["G1.6_period2"]["multipliers"], 2e-10);
    assert_eq!(two.events.len(), 2);
}

/// A soft stop: no jump, but the slope of the force does; the orbit is unstable.
#[test]
fn a_bilinear_oscillator() {
    let deck = "\
Bilinear oscillator
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,0
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=COS(2.2*TIME)-0.2*VZ(20,10)-DZ(20,10)-9*MAX(DZ(20,10)-0.25,0)
END
";
    let study = study(
        deck,
        &(RUN.replace("contact = \"rigid\"", "").to_owned()
            + "[parameters]\nw = { at = \"SFORCE/1.function#1\", was = 2.2, values = [2.2] }\n[responses]\nz = { last = \"DZ(20,10)\" }\n"),
    );
    let family = Family::new(&study);
    let section = forced(2.2, 1);
    let state = family.settle(&[2.2], 50.0 * TAU / 2.2).unwrap();
    let orbit = family.orbit(&[2.2], &state, &section).unwrap();
    let values = &values()["bilinear_oscillator"];
    has(&orbit, &values["multipliers"], 1e-10);
    assert!(!orbit.is_stable());
}

/// Two masses, a stop: the orbit becomes a torus at two frequencies.
#[test]
fn two_masses_and_a_stop() {
    let deck = "\
Two masses and a stop
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,-0.5
MARKER/20, POINT_MASS=2
POINT_MASS/3, MASS=3, CM=30, QG=0,0,-0.5
MARKER/30, POINT_MASS=3
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=COS(1.8*TIME)-0.1*VZ(20,10)-DZ(20,10)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=-IMPACT(-DZ(20,10),-VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
VFORCE/1, I=20, JFLOAT=300, RM=10, FX=0\\FY=0
, FZ=0.02*(VZ(30,10)-VZ(20,10))+DZ(30,10)-DZ(20,10)
MARKER/300, POINT_MASS=3, FLOATING
END
";
    let study = study(
        deck,
        &(RUN.to_owned()
            + "restitution = 0.6\n[parameters]\nw = { at = \"SFORCE/1.function#1\", was = 1.8, values = [1.8] }\n[responses]\nz = { last = \"DZ(20,10)\" }\n"),
    );
    let orbit = settled(&study, &[1.8], &forced(1.8, 1), 60.0);
    let values = &values()["neimark_sacker_two_mass_stop"]["points"];
    has(&orbit, &values[2]["multipliers"], 1e-10);
    let path = Path {
        coordinate: 0,
        range: [1.4, 2.4],
        longest: 0.1,
        points: 200,
    };
    let family = Family::new(&study);
    let branch = family.follow(&orbit, &|p| forced(p[0], 1), &path).unwrap();
    let found: Vec<_> = branch
        .bifurcations
        .iter()
        .filter(|b| b.kind.name() == "torus")
        .collect();
    for (b, point) in found.iter().zip(values.as_array().unwrap()) {
        // ten tolerances of the runs over the slope of the multiplier
        assert!((b.value - number(&point["w"])).abs() < 1e-11);
        has(&b.orbit, &point["multipliers"], 1e-8);
    }
    assert_eq!(found.len(), 2);
}

/// Two masses in joints that collide four times in a period, or stay together after a plastic impact, or after a series of impacts without number.
#[test]
fn two_masses_that_collide() {
    let deck = include_str!("../../../examples/two_masses/two_masses.adm");
    let study = study(
        deck,
        &(RUN
            .replace("end = 1", "end = 1\nrestitution = \"e\"")
            .to_owned()
            + "[parameters]\ne = { values = [0.8] }\n[responses]\nz = { last = \"DZ(20,10)\" }\n"),
    );
    let section = forced(0.4, 1);
    let values = &values()["dedow_murphy"]["periodic_orbits"];
    let orbit = settled(&study, &[0.8], &section, 30.0);
    assert_eq!(orbit.events.len(), 4);
    has(&orbit, &values["e0.8"]["multipliers"], 1e-9);
    let plastic = settled(&study, &[0.0], &section, 30.0);
    let chatter = settled(&study, &[0.3], &section, 30.0);
    let zeros = |o: &Orbit| {
        o.multipliers
            .iter()
            .filter(|m| m.kind == MultiplierKind::Zero)
            .count()
    };
    assert_eq!([zeros(&orbit), zeros(&plastic), zeros(&chatter)], [0, 2, 2]);
    assert!(chatter.events.len() > 20 && plastic.events.len() == 3);
    has(&plastic, &values["e0"]["multipliers"], 1e-9);
    has(&chatter, &values["e0.3"]["multipliers"], 1e-8);
}

/// Exponents of an orbit with one impact a period are those of its multipliers; of two impacts in two periods, and of a chaotic motion, whose sum is known by its impacts.
#[test]
fn exponents_of_the_stop() {
    let deck = include_str!("../../../examples/studies/stop_oscillator.adm");
    let of = |omega: f64, periods: u64| {
        let study = study(
            deck,
            &(RUN.replace("1e-12", "1e-9")
                + &format!(
                    "restitution = 0.6\n[parameters]\nw = {{ at = \"SFORCE/1.function#1\", was = 2.2, values = [{omega}] }}\n[orbit]\nperiod = \"2*PI/w\"\nsettle = \"100*2*PI/w\"\n[exponents]\nperiods = {periods}\nbatches = 20\n"
                )),
        );
        Family::new(&study).exponents().unwrap()
    };
    let plain = |e: &carom_stability::exponents::Exponents| {
        // the mass is free across its line: four exponents are zero, but for the ln(t)/t of the drift
        let mut all: Vec<_> = e.all.clone();
        all.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        all.truncate(2);
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    };
    let values = &values()["rigid_stop"]["lyapunov"];
    for (omega, name, periods) in [
        (2.2, "w2.2", 200),
        (2.75, "w2.75", 200),
        (2.85, "w2.85", 2000),
    ] {
        let found = of(omega, periods);
        let rate = found.events as f64 / found.time;
        // exact but for the tolerance of the runs, 1e-9 a step
        let sum = -0.2 + 2.0 * 0.6f64.ln() * rate;
        assert!((found.sum - sum).abs() < 1e-8, "{} {sum}", found.sum);
        assert_eq!((found.all.len(), found.lost), (6, 0));
        // by batches; of orbits the split wanders with the direction of the pair
        let first = plain(&found)[0];
        let error = (first.value - number(&values[name]["l1"])).abs();
        assert!(error < 4.0 * first.error, "{omega}: {first:?}");
        assert_eq!(first.value > 5.0 * first.error, omega == 2.85);
    }
}

/// An oscillator that drives itself and hits a stop: nothing is forced, the section is its impact. Its multiplier is the slope of the map from speed to speed.
#[test]
fn an_oscillator_that_drives_itself() {
    let deck = "\
Van der Pol's oscillator and a stop
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,-1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=0.5*(1-DZ(20,10)**2)*VZ(20,10)-DZ(20,10)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=-IMPACT(0.8-DZ(20,10),-VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
END
";
    let study = study(
        deck,
        &(RUN.to_owned()
            + "restitution = 0.6\n[parameters]\nmu = { at = \"SFORCE/1.function#1\", was = 0.5, values = [0.5] }\n[orbit]\nevent = \"impact\"\nsettle = 60\n"),
    );
    let family = Family::new(&study);
    let orbit = family.first_orbit().unwrap();
    assert_eq!(orbit.events.len(), 1);
    let plain: Vec<_> = orbit.plain().collect();
    assert_eq!(plain.len(), 1, "{:?}", orbit.multipliers);
    assert!(
        orbit
            .multipliers
            .iter()
            .any(|m| m.kind == MultiplierKind::Zero)
    );
    let back = |by: f64| {
        let mut state = orbit.state.clone();
        state[9] += by;
        let mut run = family.begin(&[0.5], None).unwrap();
        run.set_state(&state).unwrap();
        run.take_events();
        run.advance_to_event(100.0).unwrap();
        run.state().unwrap()[9]
    };
    let d = 1e-3;
    let slope = (8.0 * (back(d) - back(-d)) - (back(2.0 * d) - back(-2.0 * d))) / (12.0 * d);
    // the order of the difference, (1e-3)⁴, and tolerances of 1e-12 over 1e-3
    assert!((plain[0].re - slope).abs() < 1e-8, "{} {slope}", plain[0]);
}
