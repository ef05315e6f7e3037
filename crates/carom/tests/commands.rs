//! What steers a run: sensors, elements switched on and off, other data between analyses. Against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::model::analysis::ContactRule;
use carom::model::run::EventKind;
use carom::{Loaded, Request, Results};
use std::f64::consts::PI;
use std::fs;

/// Integration errors stay below 1e-11 at this tolerance; polynomials up to the order of the method are exact.
const ERROR: f64 = 1e-11;
/// What is compared with a closed form, relative to numbers of order one.
const CLOSE: f64 = 1e-9;

/// Ground with marker 10 and a mass of 1 on a slider along x, at rest at the origin; no gravity.
const SLIDER: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=11
";

/// A mass of 1 at the height 20, gravity 10 downwards.
const FALLING: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,20
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
";

/// A deck with its commands, read from files.
fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.acf");
    fs::write(folder.path().join("m.adm"), format!("title\n{deck}END\n")).unwrap();
    fs::write(&path, format!("m\n\n{commands}")).unwrap();
    carom::open(&path, None)
}

fn simulate(model: &Model) -> Results {
    let mut request = Request::default();
    request.options.error = Some(ERROR);
    carom::simulate(model, &request).unwrap()
}

#[track_caller]
fn run(deck: &str, commands: &str) -> (Model, Results) {
    let loaded = load(deck, commands);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let results = simulate(model);
    assert_eq!(results.error, None);
    (model.clone(), results)
}

/// Time, place and velocity along an axis of a body.
fn motion((model, results): &(Model, Results), body: u32, axis: usize) -> Vec<[f64; 3]> {
    let rows = results.body(model, body);
    let times = results.times();
    let rows = times.iter().zip(&rows);
    rows.map(|(t, b)| [*t, b.position[axis], b.velocity[axis]])
        .collect()
}

#[track_caller]
fn assert_close<const N: usize>(is: [f64; N], shall: [f64; N]) {
    for (a, b) in is.iter().zip(&shall) {
        assert!((a - b).abs() < CLOSE, "{is:?} is not {shall:?}");
    }
}

#[test]
fn a_joint_lets_go_between_analyses() {
    let deck = format!("{FALLING}MARKER/12, PART=1, QP=0,0,20\nJOINT/7, FIXED, I=20, J=12\n");
    let r = run(
        &deck,
        "SIM/DYN, END=1, STEPS=1\nDEACTIVATE/JOINT, ID=7\nSIM/DYN, END=2, STEPS=1\n",
    );
    let z = motion(&r, 2, 2);
    assert_close(z[1], [1.0, 20.0, 0.0]);
    assert_close(z[3], [2.0, 15.0, -10.0]);
    // The joint keeps its row: it carries the weight, then nothing.
    let carried: Vec<f64> = r.1.force("JOINT/7").iter().map(|f| f[2]).collect();
    assert_eq!(carried.len(), 4);
    assert_close([carried[0], carried[1]], [10.0, 10.0]);
    assert_eq!(carried[2..], [0.0, 0.0]);
}

#[test]
fn a_joint_that_catches_is_an_inelastic_impact() {
    // Two sliders, 1 kg with 3 m/s behind 2 kg at rest 3 m ahead; the joint between them is off until they meet.
    let deck = format!(
        "{SLIDER}PART/3, MASS=2, CM=30, IP=1,1,1, QG=3,0,0\nMARKER/30, PART=3\n\
         MARKER/31, PART=3, REULER=90D,90D,0\nJOINT/2, TRANSLATIONAL, I=31, J=11\n\
         JOINT/3, FIXED, I=20, J=30\n"
    )
    .replace("IP=1,1,1\nMARKER/20", "IP=1,1,1, VX=3\nMARKER/20");
    let r = run(
        &deck,
        "DEACTIVATE/JOINT, ID=3\nSIM/DYN, END=1, STEPS=1\nACTIVATE/JOINT, ID=3\nSIM/DYN, END=2, STEPS=1\n",
    );
    let (first, second) = (motion(&r, 2, 0), motion(&r, 3, 0));
    assert_close(first[1], [1.0, 3.0, 3.0]);
    assert_close(second[1], [1.0, 3.0, 0.0]);
    // Momentum stays: (1·3 + 2·0)/(1 + 2) = 1.
    assert_close(first[2], [1.0, 3.0, 1.0]);
    assert_close(second[3], [2.0, 4.0, 1.0]);
    assert_close(first[3], [2.0, 4.0, 1.0]);
}

#[test]
fn forces_sensors_and_motions_rest_and_work() {
    let deck = format!(
        "{SLIDER}SFORCE/1, TRANS, ACTIONONLY, I=20, J=21, FUNCTION=1\n\
         SFORCE/2, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=4\n\
         SENSOR/1, GE, VALUE=0.25, HALT, FUNCTION=TIME\n"
    );
    // Both forces push along x: alone 4, then 5.
    let r = run(
        &deck,
        "DEACTIVATE/SFORCE, ID=1\nDEACTIVATE/SENSOR, ID=1\nSIM/DYN, END=1, STEPS=1\n\
         ACTIVATE/SFORCE, ID=1\nSIM/DYN, END=2, STEPS=1\n",
    );
    let x = motion(&r, 2, 0);
    assert_close(x[1], [1.0, 2.0, 4.0]);
    assert_close(x[3], [2.0, 2.0 + 4.0 + 2.5, 9.0]);
    assert!(r.1.events.is_empty());
    assert_eq!(r.1.force("SFORCE/1")[1], [0.0; 6]);

    // A motion holds the slider at rest against a force, then lets it go.
    let deck = format!(
        "{SLIDER}SFORCE/2, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=4\n\
         MOTION/1, JOINT=1, VELOCITY, FUNCTION=0\n"
    );
    let r = run(
        &deck,
        "SIM/KIN, END=1, STEPS=1\nDEACTIVATE/MOTION, ID=1\nSIM/TRANS, END=2, STEPS=1\n\
         ACTIVATE/MOTION, ID=1\nSIM/TRANS, END=3, STEPS=1\n",
    );
    let x = motion(&r, 2, 0);
    assert_close(x[1], [1.0, 0.0, 0.0]);
    assert_close(x[3], [2.0, 2.0, 4.0]);
    // It is held again where it is.
    assert_close(x[5], [3.0, 2.0, 0.0]);
    let kinds: Vec<&str> = r.1.statistics.iter().map(|s| s.kind.as_str()).collect();
    // A motion given by its rate is integrated.
    assert_eq!(kinds, ["kinematic", "dynamic", "dynamic"]);
}

/// Commands between t = 1 and t = 2, and where the slider is then; before it moves under a force of 1.
/// A ball lies on a plate; without the contact it falls, and with it again, where it is, the spring of its depth throws it.
#[test]
fn a_contact_of_solids_rests_and_works() {
    // k·pᵉ = m·g at p = (10/1e4)^(1/1.5) = 1 cm
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=-1,-1,-1
GRAPHICS/1, BOX, CORNER=11, X=2, Y=2.1, Z=1
PART/2, MASS=1, CM=20, IP=4E-3,4E-3,4E-3, QG=0,0,0.09
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=0, DMAX=0.1
REQUEST/1, F2=CONTACT(1,0,4,0)
ACCGRAV/KGRAV=-10
";
    let r = run(
        deck,
        "SIM/DYN, END=1, STEPS=1\nDEACTIVATE/CONTACT, ID=1\nSIM/DYN, END=1.1, STEPS=1\n\
         ACTIVATE/CONTACT, ID=1\nSIM/DYN, END=1.101, STEPS=1\n",
    );
    let z = motion(&r, 2, 2);
    assert_close(z[1], [1.0, 0.09, 0.0]);
    assert_close(z[3], [1.1, 0.09 - 0.05, -1.0]);
    let forces: Vec<f64> = r.1.request(1).iter().map(|row| row[1]).collect();
    let pushes = 1e4 * 0.06f64.powf(1.5);
    // 1e-5: the tolerance of the run on the depth, times the slope of the force
    for (is, shall) in forces.iter().zip([10.0, 10.0, 0.0, 0.0, pushes]) {
        assert!((is - shall).abs() < 1e-5, "{forces:?}");
    }
    assert!(z[5][2] > -1.0 + 0.9 * (pushes - 10.0) * 1e-3, "{:?}", z[5]);
    let kinds: Vec<_> = r.1.events.iter().map(|e| e.kind).collect();
    assert!(kinds.is_empty(), "{kinds:?}");
}

/// A box that leans by 25 degrees is held 1 cm deep in a plane without friction: by the rule of the request the plane pushes it sideways, or not.
#[test]
fn the_request_chooses_the_rule_of_contacts() {
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/12, PART=1, QP=0,0,0.4732, REULER=90D,25D,-90D
GRAPHICS/1, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,0.4732, REULER=90D,25D,-90D
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.5,-0.4,-0.3
GRAPHICS/2, BOX, CORNER=21, X=1, Y=0.8, Z=0.6
JOINT/1, FIXED, I=20, J=12
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=0, DMAX=0.1
REQUEST/1, F2=CONTACT(1,0,2,0)\\ F3=CONTACT(1,0,4,0)
";
    let loaded = load(deck, "SIM/DYN, END=0.01, STEPS=1\n");
    let model = loaded.accepted().unwrap();
    for (rule, sideways) in [
        (None, 0.5 * 25f64.to_radians().tan()),
        (Some(ContactRule::Smooth), 0.0),
        (Some(ContactRule::Potential), 0.0),
    ] {
        let request = Request {
            contact_rule: rule,
            ..Request::default()
        };
        let results = carom::simulate(model, &request).unwrap();
        let told = results.request(1)[0];
        assert!(told[2] > 0.0);
        assert!(
            (told[1].abs() / told[2] - sideways).abs() < CLOSE,
            "{rule:?} {told:?}"
        );
    }
}

#[test]
fn commands_change_the_data_of_statements() {
    let deck = format!(
        "{SLIDER}SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=VARVAL(1)*AKISPL(TIME,0,1)\n\
         GFORCE/1, I=20, JFLOAT=12, RM=10, FX=0\nMARKER/12, FLOATING, PART=1\n\
         VARIABLE/1, FUNCTION=1\nSPLINE/1, X=0,1,2,3, Y=1,1,1,1\n\
         SPRINGDAMPER/1, TRANS, I=20, J=13, K=0, LENGTH=0\nMARKER/13, PART=1, QP=-1,0,0\nACCGRAV/KGRAV=0\n"
    );
    let start = [0.5, 1.0];
    let constant = |a: f64| [start[0] + start[1] + a / 2.0, start[1] + a];
    // x'' = 1 − ω²·(x + 1): a spring to −1.
    let spring = |k: f64| {
        let (w, rest) = (k.sqrt(), 1.0 / k - 1.0);
        let (a, b) = (start[0] - rest, start[1] / w);
        [
            rest + a * w.cos() + b * w.sin(),
            w * (b * w.cos() - a * w.sin()),
        ]
    };
    let cases = [
        ("", constant(1.0)),
        ("SFORCE/1, FUNCTION=3", constant(3.0)),
        ("SFORCE/1, J=10, LIST", constant(0.0)), // z of marker 10: the slider carries it
        ("VARIABLE/1, FUNCTION=2*TIME/TIME", constant(2.0)),
        ("SPLINE/1, Y=5,5,5,5", constant(5.0)),
        ("GFORCE/1, FX=2\\ FY=7", constant(3.0)),
        ("PART/2, MASS=4", constant(0.25)),
        ("ACCGRAV/IGRAV=-2", constant(-1.0)),
        ("SPRINGDAMPER/1, K=4", spring(4.0)),
        (
            "VARIABLE/1, FUNCTION=2\nPART/2, MASS=4\nACCGRAV/IGRAV=1",
            constant(1.5),
        ),
    ];
    for (commands, [x, v]) in cases {
        let r = run(
            &deck,
            &format!("SIM/DYN, END=1, STEPS=1\n{commands}\nSIM/DYN, END=2, STEPS=1\n"),
        );
        let rows = motion(&r, 2, 0);
        assert_close(rows[1], [1.0, start[0], start[1]]);
        let last = rows.last().copied().unwrap();
        for (is, shall) in last.iter().zip([2.0, x, v]) {
            assert!(
                (is - shall).abs() < CLOSE,
                "{commands}: {last:?}, not {x}, {v}"
            );
        }
    }
}

#[test]
fn a_motion_and_a_marker_are_changed() {
    // The crank turns with 1 rad/s, then with 2 from where it stands; gravity does not matter.
    let deck = "PART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0\n\
         MARKER/20, PART=2\nMARKER/21, PART=2, QP=-1,0,0\nJOINT/1, REVOLUTE, I=21, J=10\n\
         MOTION/1, JOINT=1, FUNCTION=TIME\nREQUEST/1, F1=AZ(21,10)\n";
    let r = run(
        deck,
        "SIM/KIN, END=1, STEPS=2\nMOTION/1, FUNCTION=1+2*(TIME-1)\nSIM/KIN, END=5, STEPS=4\n\
         MOTION/1, VELOCITY, FUNCTION=-1\nSIM/TRANS, END=6, STEPS=1\n",
    );
    let angles: Vec<f64> = r.1.request(1).iter().map(|f| f[0]).collect();
    let shall = [0.0, 0.5, 1.0, 1.0, 3.0, 5.0, 7.0, 9.0, 9.0, 8.0];
    assert_eq!(angles.len(), shall.len());
    for (is, shall) in angles.iter().zip(shall) {
        // A request gives the angle with its turns.
        assert!((is - shall).abs() < CLOSE, "{angles:?}");
    }
    // The centre of mass moves half a metre out: the part itself goes on as before.
    let deck = format!("{SLIDER}SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=1\n");
    let r = run(
        &deck,
        "SIM/DYN, END=1, STEPS=1\nMARKER/20, QP=0.5,0,0\nSIM/DYN, END=2, STEPS=1\n",
    );
    let x = motion(&r, 2, 0);
    assert_close(x[2], [1.0, 1.0, 1.0]);
    assert_close(x[3], [2.0, 2.5, 2.0]);
}

#[test]
fn changes_are_refused_with_their_reason() {
    let said = |commands: &str| {
        let loaded = load(
            SLIDER,
            &format!("SIM/DYN, END=1\n{commands}\nSIM/DYN, END=2\n"),
        );
        let names: Vec<&str> = loaded.diagnostics.iter().map(|d| d.name).collect();
        names
    };
    assert_eq!(said("SFORCE/9, FUNCTION=1"), ["acf-unknown-element"]);
    assert_eq!(said("PART/2, QG=1,0,0"), ["acf-unsupported-command"]);
    assert_eq!(said("JOINT/1, FIXED"), ["acf-unsupported-command"]);
    assert_eq!(said("JOINT/1, IC=1"), ["acf-unsupported-command"]);
    assert_eq!(said("JOINT/1, J=99"), ["adm-unknown-element"]);
    assert_eq!(said("PART/2, MASS=-1"), ["adm-out-of-range"]);
    assert_eq!(said("PART/MASS=1"), ["adm-missing-id"]);
    assert_eq!(said("UNITS/LENGTH=MM"), ["acf-unsupported-command"]);
}

/// The times of the events of a sensor.
fn events(results: &Results, name: &str) -> Vec<f64> {
    let of_it = results.events.iter().filter(|e| e.element == name);
    of_it.map(|e| e.time).collect()
}

#[test]
fn a_sensor_on_an_angle_returns() {
    let deck = "PART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, WZ=2\n\
         MARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=10\n\
         SENSOR/1, GE, VALUE=90D, RETURN, EVALUATE=TIME\\ FUNCTION=AZ(20,10)\n\
         REQUEST/1, F1=SENVAL(1)\n";
    let r = run(
        deck,
        "SIM/DYN, END=5, STEPS=5\nSIM/DYN, DURATION=0.5, STEPS=1\n",
    );
    let te = PI / 4.0;
    assert_close([events(&r.1, "SENSOR/1")[0]], [te]);
    // It fires once: where the next analysis begins, its value is behind it.
    assert_eq!(events(&r.1, "SENSOR/1").len(), 1);
    let times = r.1.times();
    assert_close([times[1], times[2]], [te, te + 0.5]);
    assert_close([r.1.request(1)[2][0]], [te]);
}

#[test]
fn a_sensor_on_a_velocity_changes_outputs() {
    let deck = format!("{FALLING}SENSOR/1, LE, VALUE=-5, DT=0.125, FUNCTION=VZ(20)\n");
    let r = run(&deck, "SIM/DYN, END=1, STEPS=5\nSIM/DYN, END=2, STEPS=2\n");
    // Up to t = 0.5 each 0.2, then each 0.125, and the grid of the next command again.
    let shall = [0.0, 0.2, 0.4, 0.625, 0.75, 0.875, 1.0, 1.0, 1.5, 2.0];
    let times = r.1.times();
    assert_eq!(times.len(), shall.len(), "{times:?}");
    for (is, shall) in times.iter().zip(shall) {
        assert!((is - shall).abs() < 1e-12, "{times:?}");
    }
    assert_close([events(&r.1, "SENSOR/1")[0]], [0.5]);
    assert_close(
        motion(&(load_model(&deck), r.1), 2, 2)[9],
        [2.0, 0.0, -20.0],
    );
}

fn load_model(deck: &str) -> Model {
    load(deck, "SIM/DYN, END=1\n").model.unwrap()
}

#[test]
fn a_sensor_on_a_contact_force_halts() {
    // It falls by 0.2 (t = 0.2) onto a linear spring of 1000: p'' = 10 − 1000·p, p(0) = 0, p'(0) = 2.
    let deck = format!(
        "{FALLING}SFORCE/1, TRANS, ACTIONONLY, I=20, J=10\n\
         , FUNCTION=IMPACT(DZ(20,10,10), VZ(20,10,10,10), 19.8, 1000, 1.0, 0, 0.1)\n\
         SENSOR/1, GE, VALUE=30, HALT, PRINT, FUNCTION=SFORCE(1,0,4,10)\n"
    );
    let r = run(&deck, "SIM/DYN, END=1, STEPS=1\nSIM/DYN, END=2, STEPS=1\n");
    let w = 1000f64.sqrt();
    // p = A·sin(ω·s + φ) + 0.01 with A·cos φ = 2/ω, A·sin φ = −0.01.
    let amplitude = (4.0 / 1000.0 + 1e-4f64).sqrt();
    let phase = (-0.01f64).atan2(2.0 / w);
    let s = (((0.03 - 0.01) / amplitude).asin() - phase) / w;
    assert_close([events(&r.1, "SENSOR/1")[0]], [0.2 + s]);
    let last = r.1.frames.last().unwrap().time;
    assert_close([last], [0.2 + s]);
    assert_eq!(r.1.statistics.len(), 1, "HALT ends the run");
}

#[test]
fn sensors_watch_reactions_and_accelerations() {
    // The slider's joint carries m·g less a force that grows with time: 10 − 3·t, none at 10/3.
    let deck = format!(
        "{SLIDER}ACCGRAV/KGRAV=-10\nGFORCE/1, I=20, JFLOAT=12, RM=10, FX=TIME**2\\ FZ=3*TIME\n\
         MARKER/12, FLOATING, PART=1\n\
         SENSOR/1, LE, VALUE=0, PRINT, FUNCTION=FZ(21,11)\n\
         SENSOR/2, GE, VALUE=0.25, FUNCTION=VARVAL(1)\\ EVALUATE=ACCX(20)+1\n\
         VARIABLE/1, FUNCTION=ACCX(20)\nREQUEST/1, F1=SENVAL(2)\n"
    )
    .replace("EVALUATE", "PRINT, EVALUATE");
    let r = run(&deck, "SIM/DYN, END=4, STEPS=4\n");
    assert_close([events(&r.1, "SENSOR/1")[0]], [10.0 / 3.0]);
    assert_close([events(&r.1, "SENSOR/2")[0]], [0.5]);
    assert_close([r.1.request(1).last().unwrap()[0]], [1.25]);
}

#[test]
fn a_saved_state_returns_bit_by_bit() {
    let deck = format!("{FALLING}SFORCE/1, TRANS, ACTIONONLY, I=20, J=10, FUNCTION=-0.1*VZ(20)\n");
    let (_, r) = run(
        &deck,
        "SIM/DYN, END=1, STEPS=1\nSAVE/SYSTEM, FILE=a\nSIM/DYN, END=2, STEPS=3\n\
         SFORCE/1, FUNCTION=7\nSIM/DYN, END=3, STEPS=1\n\
         RELOAD/SYSTEM, FILE=a\nSIM/DYN, END=2, STEPS=3\n\
         SFORCE/1, FUNCTION=10\nRELOAD/STATES, FILE=a\nSIM/DYN, END=2, STEPS=3\n",
    );
    let from = |k: usize| &r.frames[k..k + 4];
    assert_eq!(
        from(2),
        from(8),
        "the state and the force are those that were saved"
    );
    // Time and state are back, the force is the new one: no acceleration from there.
    let (a, b) = (&r.frames[12], &r.frames[15]);
    assert_eq!((a.time, b.time), (1.0, 2.0));
    assert_eq!(a.bodies[0].position, r.frames[2].bodies[0].position);
    assert_close([b.bodies[0].velocity[2]], [a.bodies[0].velocity[2]]);
}

#[test]
fn saved_states_go_from_run_to_run_and_only_where_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let run = |deck: &str, commands: &str| {
        fs::write(folder.path().join("m.adm"), format!("title\n{deck}END\n")).unwrap();
        fs::write(folder.path().join("m.acf"), format!("m\n\n{commands}")).unwrap();
        let mut loaded = carom::open(folder.path().join("m.acf"), None);
        let request = Request {
            out: Some(folder.path().join("out")),
            ..Request::default()
        };
        let report = carom::run(&mut loaded, &request, &mut ());
        report.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
    };
    let first = run(FALLING, "SIM/DYN, END=1, STEPS=1\nSAVE/SYSTEM, FILE=one\n");
    assert!(first.is_complete());
    let second = run(
        FALLING,
        "RELOAD/SYSTEM, FILE=one\nSIM/DYN, END=2, STEPS=1\n",
    );
    assert!(second.is_complete(), "{:?}", second.summary.error);
    let start = second.summary.analyses[0].start;
    assert_eq!(start, 1.0);

    let why = |deck: &str, commands: &str| run(deck, commands).summary.error.unwrap().message;
    let gravity = "ACCGRAV/KGRAV=-5\n";
    let save = "SIM/DYN, END=1, STEPS=1\nSAVE/SYSTEM, FILE=five\n";
    assert!(run(FALLING, &format!("{gravity}{save}")).is_complete());
    let five = "RELOAD/SYSTEM, FILE=five\nSIM/DYN, END=2, STEPS=1\n";
    assert!(run(FALLING, &format!("{gravity}{five}")).is_complete());
    assert!(why(FALLING, five).contains("another model"));
    assert!(why(FALLING, &format!("ACCGRAV/KGRAV=-6\n{five}")).contains("another model"));
    let other = FALLING.replace("QG=0,0,20", "QG=0,0,30");
    let reload = "RELOAD/SYSTEM, FILE=one\nSIM/DYN, END=2, STEPS=1\n";
    assert!(why(&other, reload).contains("another model"));
    let states = "RELOAD/STATES, FILE=one\nSIM/DYN, END=2, STEPS=1\n";
    assert!(run(&other, states).is_complete());
    fs::write(folder.path().join("foreign"), "ADAMS SAVE FILE").unwrap();
    assert!(
        why(FALLING, "RELOAD/SYSTEM, FILE=foreign\nSIM/DYN, END=2\n").contains("other programs")
    );
    assert!(why(FALLING, "RELOAD/SYSTEM, FILE=nowhere\nSIM/DYN, END=2\n").contains("neither"));
    assert!(
        why(
            FALLING,
            "SAVE/SYSTEM, FILE=bodies.parquet\nSIM/DYN, END=2\n"
        )
        .contains("no saved state")
    );
    let one = fs::read(folder.path().join("out/one")).unwrap();
    for length in [0, 5, 20, 40, one.len() - 1] {
        fs::write(folder.path().join("cut"), &one[..length]).unwrap();
        assert!(
            why(FALLING, "RELOAD/SYSTEM, FILE=cut\nSIM/DYN, END=2\n")
                .contains("cannot be reloaded")
        );
    }
}

#[test]
fn commands_come_from_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("m.adm", &format!("title\n{FALLING}END\n"));
    write("m.acf", "m\n\nFILE/COMMAND=sub\nSIM/DYN, END=2, STEPS=1\n");
    write(
        "sub.acf",
        "SIM/DYN, END=1, STEPS=1\nFILE/COMMAND=\"gravity.ACF\"\n",
    );
    write("gravity.acf", "ACCGRAV/KGRAV=0\n");
    let loaded = carom::open(folder.path().join("m.acf"), None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let z = motion(&(model.clone(), simulate(model)), 2, 2);
    assert_close(z[3], [2.0, 5.0, -10.0]);

    let said = |text: &str| {
        write("gravity.acf", text);
        let loaded = carom::open(folder.path().join("m.acf"), None);
        let names: Vec<&str> = loaded.diagnostics.iter().map(|d| d.name).collect();
        names
    };
    assert_eq!(said("FILE/COMMAND=m\n"), ["acf-command-cycle"]);
    assert_eq!(said("FILE/COMMAND=nowhere\n"), ["acf-file-not-found"]);
    assert_eq!(said("other\n\nACCGRAV/KGRAV=0\n"), ["acf-ignored-command"]);
    assert_eq!(said("STOP\n"), [""; 0]);
}

#[test]
fn sensors_act_in_kinematic_and_static_analyses() {
    // The crank turns by t²: it stands at one radian at t = 1, and AZ = 2.25 at 1.5.
    let deck = "PART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0\n\
         MARKER/20, PART=2\nMARKER/21, PART=2, QP=-1,0,0\nJOINT/1, REVOLUTE, I=21, J=10\n\
         MOTION/1, JOINT=1, FUNCTION=TIME**2\n\
         SENSOR/1, GE, VALUE=1, DT=0.3, PRINT, FUNCTION=AZ(21,10)\n\
         SENSOR/2, GE, VALUE=2.25, RETURN, FUNCTION=AZ(21,10)\n";
    let (_, r) = run(deck, "SIM/KIN, END=3, STEPS=4\nSIM/KIN, END=2, STEPS=1\n");
    assert_close(
        [events(&r, "SENSOR/1")[0], events(&r, "SENSOR/2")[0]],
        [1.0, 1.5],
    );
    let shall = [0.0, 0.75, 1.0, 1.3, 1.5, 2.0];
    let times = r.times();
    assert_eq!(times.len(), shall.len(), "{times:?}");
    for (is, shall) in times.iter().zip(shall) {
        assert!((is - shall).abs() < CLOSE, "{times:?}");
    }
    // A mass on a spring of 10 is lowered by a force that grows with time: x = t/10, 0.05 at 0.5.
    let deck = format!(
        "{SLIDER}SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=TIME-10*DX(20)\n\
         SENSOR/1, GE, VALUE=0.05, HALT, FUNCTION=DX(20)\n"
    );
    let r = run(&deck, "SIM/STATICS, END=1, STEPS=3\nSIM/DYN, END=2\n");
    assert_close([events(&r.1, "SENSOR/1")[0]], [0.5]);
    assert_eq!(r.1.statistics.len(), 1, "HALT ends the run");
}

#[test]
fn analyses_follow_each_other() {
    // A driven slider carries a mass on a spring of 100 and is driven with 2·t; the mass hangs 0.1 below (weight 10).
    let deck = format!(
        "{SLIDER}MOTION/1, JOINT=1, FUNCTION=2*TIME\n\
         PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0,-0.5\nMARKER/30, PART=3\n\
         JOINT/2, TRANSLATIONAL, I=30, J=20\nACCGRAV/KGRAV=-10\n\
         SFORCE/1, TRANS, ACTIONONLY, I=30, J=20, FUNCTION=-100*DZ(30,20)\n"
    );
    let r = run(
        &deck,
        "SIM/STATICS\nSIM/DYN, END=1, STEPS=1\nSIM/STATICS\nSIM/DYN, END=2, STEPS=1\n",
    );
    let (x, z) = (motion(&r, 2, 0), motion(&r, 3, 2));
    // A static analysis leaves it at rest, and the motion moves on.
    assert_close(x[0], [0.0, 0.0, 0.0]);
    assert_close(x[1], [0.0, 0.0, 2.0]);
    assert_close(x[2], [1.0, 2.0, 2.0]);
    assert_close(x[5], [2.0, 4.0, 2.0]);
    for row in z {
        // Newton's method ends at 1e-12 of the weight.
        assert!(
            (row[1] + 0.1).abs() < 1e-9 && row[2].abs() < 1e-9,
            "{row:?}"
        );
    }
}

/// Gears of one radius mesh again where they stand. A torque of 4π on the first one, moments of inertia of 1: together they gain 2π in a second squared, alone the
/// first gains 4π; meshing again, an impulse of the teeth leaves the mean of both speeds, 3π.
#[test]
fn gears_mesh_again_where_they_stand() {
    let deck = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=1,0,0
MARKER/12, PART=1, QP=0.5,0,0, REULER=0,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,0
MARKER/30, PART=3
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=11
GEAR/1, JOINTS=1,2, CV=12
SFORCE/1, ROTATION, ACTIONONLY, I=20, J=10, FUNCTION=4*PI
REQUEST/1, F2=AZ(20,10)\\F3=AZ(30,11)
";
    let commands = "SIM/DYN, END=1, STEPS=1\nDEACTIVATE/GEAR, ID=1\nSIM/DYN, END=1.5, STEPS=1\n\
                    ACTIVATE/GEAR, ID=1\nSIM/DYN, END=2, STEPS=1\n";
    let (_, results) = run(deck, commands);
    let angles: Vec<[f64; 2]> = results
        .request(1)
        .iter()
        .map(|row| [row[1] / PI, row[2] / PI])
        .collect();
    for (is, shall) in angles.iter().zip([
        [0.0, 0.0],
        [1.0, -1.0],
        [1.0, -1.0],
        [2.5, -2.0],
        [2.5, -2.0],
        [4.25, -3.75],
    ]) {
        assert_close(*is, shall);
    }
}

/// A ball of weight 10 rests on a plate while a force of other sizes draws at it: the contact closes once, and opens where the force exceeds the weight.
#[test]
fn a_contact_that_stays_closed_is_told_once() {
    let ball = "MARKER/11, PART=1, QP=-5,-5,-1
GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=2, YSCALE=2, ZSCALE=2
GRAPHICS/2, BOX, CORNER=11, X=10, Y=10, Z=1
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=1E3, DMAX=0.001
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=0
";
    let rubs = ", COULOMB_FRICTION=ON, MU_STATIC=0.5, MU_DYNAMIC=0.5, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=1\n";
    let parts = FALLING.replace("QG=0,0,20", "QG=0,0,1");
    for friction in ["", rubs] {
        let shapes = ball.replace("SFORCE/1", &format!("{friction}SFORCE/1"));
        let commands = "SIM/DYN, END=1, STEPS=1\nSFORCE/1, FUNCTION=4\nSIM/DYN, END=2, STEPS=1\n\
                        SFORCE/1, FUNCTION=9\nSIM/DYN, END=3, STEPS=1\nSFORCE/1, FUNCTION=12\nSIM/DYN, END=4, STEPS=1\n";
        let loaded = load(&format!("{parts}{shapes}"), commands);
        let request = Request {
            rigid: Some(carom::model::analysis::RigidContact {
                restitution: Some(0.0),
                ..Default::default()
            }),
            ..Request::default()
        };
        let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
        assert_eq!(results.error, None);
        let times = |kind| -> Vec<f64> {
            let of_it = results.events.iter().filter(|e| e.kind == kind);
            of_it.map(|e| e.time).collect()
        };
        assert_eq!(times(EventKind::Closure), [0.0], "{friction}");
        assert_eq!(times(EventKind::Separation), [3.0], "{friction}");
        let sticks: &[f64] = if friction.is_empty() { &[] } else { &[0.0] };
        assert_eq!(times(EventKind::Stick), sticks);
        // a rise of ½·2·t² from 1; 1e-9 as above
        let last = results.frames.last().unwrap().bodies[0].position[2];
        assert!((last - 2.0).abs() < CLOSE, "{last}");
    }
}
