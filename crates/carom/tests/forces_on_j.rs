//! What functions and requests say of the other end of a force: nothing where nothing takes a reaction, no arm where the
//! reaction acts through a floating marker.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::RigidContact;
use carom::{Request, Results};
use std::fs;

/// Two bodies apart, ground marker 1, and a floating marker on the second body.
const BODIES: &str = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/11, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=0.2,0.2,0.3, QG=1,2,3
MARKER/20, PART=2
PART/3, MASS=2, CM=30, IP=0.2,0.2,0.3, QG=5,0,0
MARKER/30, PART=3
MARKER/31, PART=3, FLOATING
";

fn run(statements: &str, rigid: bool) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("{BODIES}{statements}END\n")).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end: Some(0.5),
        ..Request::default()
    };
    if rigid {
        request.rigid = Some(RigidContact {
            restitution: Some(0.0),
            ..RigidContact::default()
        });
    }
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

fn functions(names: [&str; 6]) -> String {
    let columns = [2, 3, 4, 6, 7, 8];
    let list = columns.iter().zip(names);
    let list: Vec<String> = list.map(|(k, f)| format!("F{k}={f}")).collect();
    list.join("\\")
}

fn element(name: &str) -> String {
    let f = |k: u32| format!("{name}(1,1,{k},0)");
    functions([2, 3, 4, 6, 7, 8].map(f).each_ref().map(String::as_str))
}

fn on(marker: u32, other: u32) -> String {
    let f = |name: &str| format!("{name}({marker},{other})");
    functions(
        ["FX", "FY", "FZ", "TX", "TY", "TZ"]
            .map(f)
            .each_ref()
            .map(String::as_str),
    )
}

/// All outputs of all requests have these forces and torques, exactly: they are sums and opposites of constants.
#[track_caller]
fn tell(results: &Results, [fx, fy, fz, tx, ty, tz]: [f64; 6]) {
    for frame in &results.frames {
        for row in &frame.requests {
            let told = [row[1], row[2], row[3], row[5], row[6], row[7]];
            assert_eq!(told, [fx, fy, fz, tx, ty, tz], "t={}", frame.time);
        }
    }
}

#[test]
fn an_action_only_force_has_no_other_end() {
    for kind in ["TRANSLATION", "ROTATION"] {
        let results = run(
            &format!(
                "SFORCE/1, {kind}, ACTIONONLY, I=20, J=30, FUNCTION=7\nREQUEST/1, {}\nREQUEST/2, {}\nREQUEST/3, FORCE, I=30, J=20\n",
                element("SFORCE"),
                on(30, 20)
            ),
            false,
        );
        tell(&results, [0.0; 6]);
    }
    // A reaction there is without ACTIONONLY: the opposite torque about the same axis.
    let results = run(
        &format!(
            "SFORCE/1, ROTATION, I=20, J=30, FUNCTION=7\nREQUEST/1, {}\n",
            element("SFORCE")
        ),
        false,
    );
    assert_eq!(results.frames[0].requests[0][7], -7.0);
}

/// As a rigid contact too: a mass that rests on an ACTIONONLY stop presses on nothing else.
#[test]
fn an_action_only_stop_has_no_other_end() {
    let results = run(
        &format!(
            "ACCGRAV/KGRAV=-10
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=IMPACT(DZ(20), VZ(20), 3, 1E5, 1, 0, 1E-3)
REQUEST/1, {}
REQUEST/2, {}
",
            element("SFORCE"),
            on(1, 20)
        ),
        true,
    );
    let carried = results.frames.last().unwrap().forces[0][2];
    // 1e-9: the reaction of a resting mass of 2 kg, solved to rounding
    assert!((carried - 20.0).abs() < 1e-9, "{carried}");
    tell(&results, [0.0; 6]);
}

#[test]
fn a_floating_marker_is_at_marker_i() {
    for (floating, statement, name, told) in [
        (
            31,
            "VFORCE/1, I=20, JFLOAT=31, FX=0\\FY=1\\FZ=10",
            "VFORCE",
            [0.0, -1.0, -10.0, 0.0, 0.0, 0.0],
        ),
        (
            11,
            "VFORCE/1, I=20, JFLOAT=11, FX=0\\FY=1\\FZ=10",
            "VFORCE",
            [0.0, -1.0, -10.0, 0.0, 0.0, 0.0],
        ),
        (
            31,
            "VTORQUE/1, I=20, JFLOAT=31, TX=4\\TY=1\\TZ=2",
            "VTORQ",
            [0.0, 0.0, 0.0, -4.0, -1.0, -2.0],
        ),
        (
            31,
            "GFORCE/1, I=20, JFLOAT=31, RM=1, FX=3\\FY=1\\FZ=10\\TX=4\\TY=1\\TZ=2",
            "GFORCE",
            [-3.0, -1.0, -10.0, -4.0, -1.0, -2.0],
        ),
        (
            11,
            "GFORCE/1, I=20, JFLOAT=11, RM=1, FX=3\\FY=1\\FZ=10\\TX=4\\TY=1\\TZ=2",
            "GFORCE",
            [-3.0, -1.0, -10.0, -4.0, -1.0, -2.0],
        ),
    ] {
        let results = run(
            &format!(
                "{statement}\nREQUEST/1, {}\nREQUEST/2, {}\nREQUEST/3, FORCE, I={floating}, J=20\n",
                element(name),
                on(floating, 20)
            ),
            false,
        );
        tell(&results, told);
    }
}

/// A stop among the components of a vector force: the reaction that its floating marker takes has no arm either.
#[test]
fn a_floating_marker_of_a_stop_is_at_marker_i() {
    let results = run(
        &format!(
            "ACCGRAV/KGRAV=-10
VFORCE/1, I=20, JFLOAT=11, FX=0\\FY=0\\FZ=IMPACT(DZ(20), VZ(20), 3, 1E5, 1, 0, 1E-3)
REQUEST/1, {}
",
            element("VFORCE")
        ),
        true,
    );
    for row in results.frames.iter().map(|f| f.requests[0]) {
        // 1e-9: the reaction of a resting mass of 2 kg, solved to rounding
        assert!((row[3] + 20.0).abs() < 1e-9, "{row:?}");
        assert!(row[5..].iter().all(|t| t.abs() < 1e-9), "{row:?}");
    }
}
