//! Statics as command files ask for it, and what `check` says of commands that a run would stop at.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::Analysis;
use carom::{Loaded, Request, Results};
use std::fs;

/// A pendulum without weight on a torsion spring with a torque of 0.1 at the angle 0: it rests at 0.1 rad.
const TWISTED: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=10
SPRINGDAMPER/1, ROTATION, I=20, J=10, KT=1, CT=0, TORQUE=0.1, ANGLE=0
REQUEST/1, F2=AZ(20,10)
";

/// A mass on a slider, driven.
const DRIVEN: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, QG=0,0,1, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=1+0.1*SIN(TIME)
";

fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.acf");
    fs::write(folder.path().join("m.adm"), format!("title\n{deck}END\n")).unwrap();
    fs::write(&path, format!("m\n\n{commands}")).unwrap();
    carom::open(&path, None)
}

fn run(deck: &str, commands: &str) -> Results {
    let loaded = load(deck, commands);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    carom::simulate(model, &Request::default()).unwrap()
}

/// The names of the errors that `check` finds.
fn refused(deck: &str, commands: &str) -> Vec<&'static str> {
    let mut loaded = load(deck, commands);
    let check = carom::check(&mut loaded, false).unwrap();
    let errors = loaded.diagnostics.iter();
    let errors = errors.filter(|d| d.severity == carom::base::Severity::Error);
    let names: Vec<_> = errors.map(|d| d.name).collect();
    assert_eq!(check.accepted, names.is_empty());
    names
}

/// EQUILIBRIUM again and again between analyses, as exported command files have it: each search ends in the equilibrium.
#[test]
fn equilibrium_between_analyses() {
    let commands = "EQUIL/ERROR=10, IMBALANCE=10\nSIM/STAT\nEQUIL/ERROR=1, IMBALANCE=1\nSIM/STAT\n\
                    EQUIL/TLIMIT=0.1, ALIMIT=5D, MAXIT=50\nSIM/STAT\nSTOP\n";
    assert!(refused(TWISTED, commands).is_empty());
    let results = run(TWISTED, commands);
    assert_eq!(results.error, None);
    assert_eq!(results.statistics.len(), 3);
}

/// What `run` would stop at, `check` refuses.
#[test]
fn check_refuses_what_a_run_would_stop_at() {
    let stops = ["session-run-stops"];
    // a command that is not supported, between two that are
    let commands = "SIM/KIN, END=0.1, STEPS=2\nPART/2, VX=1\nSIM/KIN, END=0.2, STEPS=2\nSTOP\n";
    // the reader's own words become the error: one cause, one message
    assert_eq!(refused(DRIVEN, commands), ["acf-unsupported-command"]);
    // kinematics of a mechanism that is free to move
    assert_eq!(refused(TWISTED, "SIM/KIN, END=0.1, STEPS=2\nSTOP\n"), stops);
    // behind STOP nothing is run
    let commands = "SIM/KIN, END=0.1, STEPS=2\nSTOP\nPART/2, VX=1\n";
    assert!(refused(DRIVEN, commands).is_empty());
}

/// A body that nothing holds has no equilibrium: the message says how far the search came, with the fallback by dynamics.
#[test]
fn a_search_that_fails_says_how_far_it_came() {
    let free = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=1, FUNCTION=3-1E-3*DZ(20,1)*0
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I=20, J=1, FUNCTION=-1E-3*ATAN(DX(20,1))
";
    let results = run(free, "SIM/STATICS\nSTOP\n");
    let message = results.error.expect("no equilibrium").message;
    assert!(message.starts_with("no equilibrium"), "{message}");
    assert!(message.contains("iterations"), "{message}");
}

/// A part that a deck leaves without joint, force and contact falls for ever; which one it is says more than where the search ended.
#[test]
fn a_part_that_nothing_holds_is_named() {
    let forgotten = format!(
        "{TWISTED}ACCGRAV/KGRAV=-9.81\nPART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\n"
    );
    let message = |deck: &str| run(deck, "SIM/STATICS\nSTOP\n").error.map(|e| e.message);
    let found = message(&forgotten).expect("no equilibrium");
    assert!(found.contains("PART/3 has weight, and no joint"), "{found}");
    assert_eq!(message(&forgotten.replace("KGRAV=-9.81", "KGRAV=0")), None);
}

/// A method of fixed step without its step is refused before the run, by name.
#[test]
fn a_fixed_step_has_to_be_given() {
    let loaded = load(TWISTED, "SIM/DYN, END=0.1, STEPS=2\nSTOP\n");
    let model = loaded.accepted().expect("a model");
    let mut request = Request::default();
    request.options.integrator = Some("rk4".into());
    let said = |request: &Request| match carom::simulate(model, request) {
        Ok(results) => results.error.map(|e| e.message).unwrap_or_default(),
        Err(e) => format!("{e:?}"),
    };
    assert!(
        said(&request).contains("session-no-step"),
        "{}",
        said(&request)
    );
    request.options.hmax = Some(1e-2);
    assert_eq!(said(&request), "");
    // statics takes no steps
    request.options.hmax = None;
    request.analysis = Some(Analysis::Static);
    assert_eq!(said(&request), "");
}

/// Two shafts coupled 3:1, the first driven by 50 rad from output to output, and a disc on a spring beside the second, which a torque turns by 0.5 rad against it.
const SHAFTS: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=1,0,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,0
MARKER/30, PART=3
PART/4, MASS=1, CM=40, IP=1,1,1, QG=1,0,0
MARKER/40, PART=4
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=11
JOINT/3, REVOLUTE, I=40, J=30
COUPLER/1, JOINTS=1,2, SCALES=3,-1
SPRINGDAMPER/1, ROTATION, I=40, J=30, KT=2, CT=0, TORQUE=1, ANGLE=0
REQUEST/1, F2=AZ(20,10)\\F3=AZ(30,11)\\F4=AZ(40,30)
";

/// The angles follow from the motion, the coupler and the spring alone.
#[test]
fn shafts_that_turn_far_between_outputs_are_followed() {
    let held = "MOTION/2, JOINT=3, ROTATION, FUNCTION=0.5\n";
    for (held, kind, far) in [(held, "KINEMATIC", 1000.0), ("", "STATIC", 100.0)] {
        let motion = format!("MOTION/1, JOINT=1, ROTATION, FUNCTION={far}*TIME**2\n");
        let deck = format!("{SHAFTS}{motion}{held}");
        let commands = format!("SIMULATE/{kind}, END=1, STEPS=20\nSTOP\n");
        let results = run(&deck, &commands);
        assert_eq!(results.error, None);
        let rows: Vec<_> = results.frames.iter().map(|f| f.requests[0]).collect();
        for (t, row) in results.times().iter().zip(&rows) {
            let shall = [far * t * t, 3.0 * far * t * t, 0.5];
            for (is, shall) in row[1..4].iter().zip(shall) {
                // 1e-9: Newton's method to rounding, of angles of thousands.
                assert!((is - shall).abs() < 1e-9, "{kind} {t}: {row:?}");
            }
        }
        assert!(rows.len() > 20);
    }
}

/// Its rate is 1 or more wherever the mass stands: no position is an equilibrium.
#[test]
fn a_differential_equation_that_cannot_rest_is_named() {
    for rate in ["1", "1+0.1*DIF(2)**2"] {
        let deck = format!(
            "{}DIFF/2, IC=0, FUNCTION={rate}\nSFORCE/1, ACTIONONLY, TRANSLATION, I=20, J=1, FUNCTION=DIF(2)-DZ(20)\n",
            DRIVEN.replace("MOTION/1", "!")
        );
        let error = run(&deck, "SIMULATE/STATIC\nSTOP\n").error.unwrap();
        let named = "DIFF/2 does not come to rest, its rate is ";
        assert!(error.message.contains(named), "{error:?}");
    }
}
