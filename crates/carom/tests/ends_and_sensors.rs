//! When analyses end, which sensors act, and what commands between analyses leave as it was. Against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::{Loaded, Request, Results};
use std::f64::consts::PI;
use std::fs;

/// Integration errors stay below 1e-10 at this tolerance; what is compared with a closed form is of order one.
const ERROR: f64 = 1e-11;
const CLOSE: f64 = 1e-9;

/// A mass of 2 on a slider along x, on a spring of 50: ω = 5. It starts at rest.
const SPRING: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0,0
MARKER/20, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=20, J=10
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-50*DX(20,11)
";

/// A crank of 0.7 that turns by a radian in a second.
const CRANK: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=0.2,0.2,0.3
MARKER/20, PART=2, QP=0.7,0,0
MARKER/21, PART=2
JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME
";

fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.acf");
    fs::write(folder.path().join("m.adm"), format!("title\n{deck}END\n")).unwrap();
    fs::write(&path, format!("m\n\n{commands}")).unwrap();
    carom::open(&path, None)
}

#[track_caller]
fn run_until(deck: &str, commands: &str, end: Option<f64>) -> (Model, Results) {
    let loaded = load(deck, commands);
    let model = loaded.accepted();
    let model = model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end,
        ..Request::default()
    };
    request.options.error = Some(ERROR);
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    (model.clone(), results)
}

#[track_caller]
fn run(deck: &str, commands: &str) -> (Model, Results) {
    run_until(deck, commands, None)
}

/// Time, place and velocity of the slider.
fn slides((model, results): &(Model, Results)) -> Vec<[f64; 3]> {
    let times = results.times();
    let rows = results.body(model, 2);
    let rows = times.iter().zip(&rows);
    rows.map(|(t, b)| [*t, b.position[0], b.velocity[0]])
        .collect()
}

fn events(results: &Results, name: &str) -> Vec<f64> {
    let of_it = results.events.iter().filter(|e| e.element == name);
    of_it.map(|e| e.time).collect()
}

#[track_caller]
fn are_close(is: &[f64], shall: &[f64]) {
    let near = is.iter().zip(shall).all(|(a, b)| (a - b).abs() < CLOSE);
    assert!(
        is.len() == shall.len() && near,
        "{is:?} instead of {shall:?}"
    );
}

/// 0.7·sin t rises above a value v at asin(v/0.7), in whatever analysis and between whatever outputs. The position there is found again from another
/// start than in the search for it, and differs by rounding. Where a step passes all the time above v nothing is seen, as documented.
#[test]
fn sensors_of_driven_mechanisms_act_at_each_value() {
    let mut looked_at = 0;
    for k in 0..60_u32 {
        let value = 0.1 + 0.55 * (f64::from(k) * 0.618_034).fract();
        let steps = [3, 6, 8, 10, 12, 20][k as usize % 6];
        let kind = ["KINEMATICS", "STATICS", "TRANSIENT"][k as usize % 3];
        let action = ["EVALUATE=TIME", "RETURN"][k as usize / 3 % 2];
        let deck = format!("{CRANK}SENSOR/1, FUNCTION=DY(20,10), VALUE={value:?}, GE, {action}\n");
        let (_, r) = run(&deck, &format!("SIM/{kind}, END=6, STEPS={steps}\n"));
        let at = (value / 0.7).asin();
        let outputs: Vec<f64> = (0..=steps)
            .map(|k| 6.0 * f64::from(k) / f64::from(steps))
            .collect();
        let seen = outputs.iter().any(|t| *t > at && *t < PI - at);
        let expected: Vec<f64> = seen.then_some(at).into_iter().collect();
        are_close(&events(&r, "SENSOR/1"), &expected);
        let ends = seen && action == "RETURN";
        let shall: Vec<f64> = outputs.into_iter().filter(|t| !ends || *t < at).collect();
        are_close(&r.times(), &shall);
        assert_eq!(r.statistics[0].end < 6.0, ends, "{kind} {value} {steps}");
        looked_at += u32::from(seen);
    }
    assert!(looked_at > 40, "{looked_at}");
}

/// An event at an output time takes none away and adds none, printed or not, in the middle and at the end.
#[test]
fn an_event_at_an_output_time_leaves_one_row() {
    for action in ["EVALUATE=TIME", "PRINT"] {
        for value in ["3", "6"] {
            let deck = format!("{CRANK}SENSOR/1, FUNCTION=TIME, VALUE={value}, GE, {action}\n");
            let (_, r) = run(&deck, "SIM/KIN, END=6, STEPS=4\n");
            assert_eq!(r.times(), [0.0, 1.5, 3.0, 4.5, 6.0], "{action} {value}");
            assert_eq!(events(&r, "SENSOR/1"), [value.parse::<f64>().unwrap()]);
        }
    }
}

/// x = ±0.3·cos 5t, VX = ∓1.5·sin 5t: VX = 0 is true from the start, and becomes true next at π/5. VX ≤ 0 (≥ 0 where the motion begins the other way) is
/// true up to there and becomes true next at 2π/5. So does a deck that is turned about.
#[test]
fn what_is_true_from_the_start_fires_when_it_becomes_true_again() {
    let half = PI / 5.0;
    for (start, relation) in [("0.3", "LE"), ("-0.3", "GE")] {
        let deck = format!(
            "{SPRING}SENSOR/1, FUNCTION=VX(20,11), VALUE=0, EQ, PRINT\n\
             SENSOR/2, FUNCTION=VX(20,11), VALUE=0, {relation}, PRINT\n\
             SENSOR/3, FUNCTION=DX(20,11), VALUE={start}, EQ, PRINT\n\
             SENSOR/4, FUNCTION=TIME, VALUE=0, GE, PRINT\n"
        )
        .replace("QG=0.3", &format!("QG={start}"));
        let (_, r) = run(&deck, "SIM/DYN, END=2, STEPS=2\n");
        are_close(&events(&r, "SENSOR/1"), &[half, 2.0 * half, 3.0 * half]);
        are_close(&events(&r, "SENSOR/2"), &[2.0 * half]);
        // At its largest it comes back to where it started to the error of the integration, on one side of it or the other.
        assert!(events(&r, "SENSOR/3").iter().all(|t| *t > half));
        are_close(&events(&r, "SENSOR/4"), &[]);
    }
    // A crank that begins at 0: 0.7·sin t = 0 again at π.
    for kind in ["KINEMATICS", "STATICS"] {
        for turn in ["TIME", "-TIME"] {
            let deck = format!("{CRANK}SENSOR/1, FUNCTION=DY(20,10), VALUE=0, EQ, PRINT\n");
            let deck = deck.replace("FUNCTION=TIME", &format!("FUNCTION={turn}"));
            let (_, r) = run(&deck, &format!("SIM/{kind}, END=6, STEPS=6\n"));
            are_close(&events(&r, "SENSOR/1"), &[PI]);
        }
    }
}

/// A sensor ends the first analysis at 0.3; without the spring it drifts for 1, and goes on with it. Up to 1.3 nothing depends on an end of the run
/// behind it.
#[test]
fn an_end_of_the_run_changes_no_analysis_before_it() {
    let deck = format!("{SPRING}SENSOR/1, FUNCTION=TIME, VALUE=0.3, GE, RETURN\n");
    let commands = "SIM/DYN, END=0.5, STEPS=5\nSFORCE/1, FUNCTION=0\nSIM/DYN, DUR=1, STEPS=1\n\
                    SFORCE/1, FUNCTION=-50*DX(20,11)\nSIM/DYN, DUR=1, STEPS=1\n";
    let (x, v) = (0.3 * 1.5_f64.cos(), -1.5 * 1.5_f64.sin());
    let far = x + v;
    // The state at 1.3 + t, on the spring.
    let on_spring = |t: f64| {
        let (s, c) = (5.0 * t).sin_cos();
        [1.3 + t, far * c + v / 5.0 * s, v * c - 5.0 * far * s]
    };
    for (end, last) in [
        (None, 2.3),
        (Some(10.0), 10.0),
        (Some(2.0), 2.0),
        (Some(1.4), 1.4),
    ] {
        let r = run_until(&deck, commands, end);
        let ends: Vec<f64> = r.1.statistics.iter().map(|s| s.end).collect();
        are_close(&ends, &[0.3, 1.3, last]);
        let rows = slides(&r);
        let shall = [on_spring(0.0), on_spring(last - 1.3)];
        are_close(rows[rows.len() - 2..].as_flattened(), shall.as_flattened());
    }
    // An end within the drift, and one within the first analysis, before its sensor.
    for (end, shall) in [(0.8, vec![0.3, 0.8]), (0.25, vec![0.25]), (0.3, vec![0.3])] {
        let (_, r) = run_until(&deck, commands, Some(end));
        let ends: Vec<f64> = r.statistics.iter().map(|s| s.end).collect();
        are_close(&ends, &shall);
    }
}

/// What OUTPUT asks for between analyses changes no motion: 0.3·cos 5t goes on.
#[test]
fn output_between_analyses_is_left_aside() {
    for (arguments, count) in [
        ("NOPRINT", 0),
        ("LIST", 0),
        ("NOSEPARATOR", 0),
        ("REQSAVE", 1),
    ] {
        let commands =
            format!("SIM/DYN, END=1, STEPS=2\nOUTPUT/{arguments}\nSIM/DYN, END=2, STEPS=2\n");
        let loaded = load(SPRING, &commands);
        let severity = carom::base::Severity::Warning;
        let warnings = loaded.diagnostics.iter();
        let warnings: Vec<_> = warnings
            .filter(|d| d.severity == severity && d.name == "acf-ignored-command")
            .collect();
        assert_eq!(warnings.len(), count, "{warnings:?}");
        let names = loaded.diagnostics.iter().map(|d| d.name);
        assert!(names.into_iter().any(|name| name == "acf-ignored-command"));
        let rows = slides(&run(SPRING, &commands));
        are_close(
            &rows[5],
            &[2.0, 0.3 * 10.0_f64.cos(), -1.5 * 10.0_f64.sin()],
        );
    }
}

/// Friction that rests in between and works again: the state that was saved goes on as if nothing had been in between. The bristles are taken along, so
/// that nothing but the tolerance of the integration lies between the two ways.
#[test]
fn a_state_returns_where_other_friction_has_run_since() {
    let deck = format!(
        "{SPRING}FRICTION/1, JOINT=1, MU_STATIC=0.2, MU_DYNAMIC=0.1, REACTION_ARM=0.1, INITIAL_OVERLAP=10\n\
         , STICTION_TRANSITION_VELOCITY=0.01, MAX_STICTION_DEFORMATION=0.001\nACCGRAV/KGRAV=-10\n"
    );
    let (first, second) = ("SIM/DYN, END=1, STEPS=2\n", "SIM/DYN, END=3, STEPS=2\n");
    let straight = slides(&run(&deck, &format!("{first}{second}")));
    let between = "SAVE/SYSTEM, STATES, BUFFER=b\nDEACTIVATE/FRICTION, ID=1\nSIM/DYN, END=2, STEPS=2\n\
                   RELOAD/SYSTEM, STATES, BUFFER=b\nACTIVATE/FRICTION, ID=1\n";
    let back = slides(&run(&deck, &format!("{first}{between}{second}")));
    let last = straight.len() - 3;
    are_close(
        back[back.len() - 3..].as_flattened(),
        straight[last..].as_flattened(),
    );
    assert!(
        straight[last][1].abs() < 0.25,
        "friction has slowed it down"
    );
}

/// A polynomial's coefficients, and those of what has it times a factor as its second derivative.
fn at(p: &[f64], s: f64) -> f64 {
    p.iter().rev().fold(0.0, |sum, c| sum * s + c)
}

fn twice_integrated(p: &[f64], factor: f64, [x, v]: [f64; 2]) -> Vec<f64> {
    let each = p.iter().enumerate();
    let each = each.map(|(k, c)| factor * c / ((k + 1) as f64 * (k + 2) as f64));
    [x, v].into_iter().chain(each).collect()
}

fn slope(p: &[f64]) -> Vec<f64> {
    let each = p.iter().enumerate().skip(1);
    each.map(|(k, c)| k as f64 * c).collect()
}

/// 2·x'' = -5·x(t - 0.5), with 6 in place of 5 from t = 1 on: by the method of steps a polynomial over each half second. Another factor before DELAY leaves
/// what it delays, and its past.
#[test]
fn a_delay_keeps_its_past_where_a_command_changes_what_stands_around_it() {
    let deck = SPRING.replace("-50*DX(20,11)", "-5*DELAY(DX(20,11),0.5,0.3)");
    let r = run(
        &deck,
        "SIM/DYN, END=1, STEPS=2\nSFORCE/1, FUNCTION=-6*DELAY(DX(20,11),0.5,0.3)\nSIM/DYN, END=2, STEPS=2\n",
    );
    let mut p = twice_integrated(&[0.3], -2.5, [0.3, 0.0]);
    for factor in [-2.5, -3.0, -3.0] {
        let end = [at(&p, 0.5), at(&slope(&p), 0.5)];
        p = twice_integrated(&p, factor, end);
    }
    let rows = slides(&r);
    let last = [2.0, at(&p, 0.5), at(&slope(&p), 0.5)];
    are_close(&rows[5], &last);
}
