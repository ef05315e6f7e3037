//! CPU, HSIZE, NJAC, NRHS and ORDER in requests.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Loaded, Request};
use std::fs;

const BODY: &str = "title
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,1
MARKER/20, PART=2
";

fn load(statements: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("{BODY}{statements}END\n")).unwrap();
    carom::open(&path, None)
}

fn to_one() -> Request {
    Request {
        end: Some(1.0),
        ..Request::default()
    }
}

/// The counts grow up to those of the run, the steps add up to its length where each ends on an output.
#[test]
fn in_requests() {
    let loaded = load(
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=-100*(DM(20,1)-0.9)\nVARIABLE/1, FUNCTION=2*HSIZE
REQUEST/1, F2=HSIZE\\F3=NJAC\\F4=NRHS\\F6=CPU\\F7=VARVAL(1)\n",
    );
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = to_one();
    request.options.integrator = Some("radau5".into());
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    let rows = results.request(1);
    let last = rows.last().unwrap();
    let work = &results.statistics[0];
    assert!(rows.iter().skip(1).all(|r| r[1] > 0.0 && r[1] <= 1.0));
    assert!(rows.iter().all(|r| r[6] == 2.0 * r[1]));
    assert!(rows.is_sorted_by(|a, b| a[2] <= b[2] && a[3] <= b[3] && a[5] <= b[5]));
    assert!(last[2] > 0.0 && last[2] <= work.jacobians as f64);
    assert!(last[3] > 0.0 && last[3] <= work.rhs_evaluations as f64);
    assert!(last[5] > 0.0 && last[5] <= work.wall_s);
}

/// Where a force or a sensor looks at them, directly or through a variable, the model is refused.
#[test]
fn the_motion_does_not_depend_on_them() {
    for statements in [
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=HSIZE\n",
        "VARIABLE/1, FUNCTION=NRHS+1\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=VARVAL(1)\n",
        "SENSOR/1, FUNCTION=CPU, VALUE=1, GE, HALT\n",
    ] {
        let loaded = load(statements);
        let told = match carom::simulate(loaded.accepted().unwrap(), &to_one()) {
            Ok(_) => panic!("{statements} was accepted"),
            Err(d) => d.iter().map(|d| d.name).collect::<Vec<_>>(),
        };
        assert!(told.contains(&"unsupported-input"), "{told:?}");
    }
}

/// The order is that of the method; with backward differences the one of each step, from 1 to 5.
#[test]
fn the_order_of_the_method() {
    let loaded = load(
        "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=-100*(DM(20,1)-0.9)\nREQUEST/1, F2=ORDER\\F3=HSIZE\n",
    );
    for (name, orders) in [
        ("radau5", 5..=5),
        ("radau13", 13..=13),
        ("rk4", 4..=4),
        ("rkf45", 5..=5),
        ("dop853", 8..=8),
        ("hht", 2..=2),
        // Radau IIA of order nine starts it
        ("gstiff", 1..=9),
        ("abam", 1..=12),
    ] {
        let mut request = to_one();
        request.options.integrator = Some(name.into());
        request.options.hmax = Some(0.01);
        let results = carom::simulate(loaded.accepted().unwrap(), &request).unwrap();
        assert_eq!(results.error, None, "{name}");
        let rows = results.request(1);
        assert_eq!(rows[0][1], 0.0, "{name}: no step yet");
        let told: Vec<f64> = rows.iter().skip(1).map(|r| r[1]).collect();
        assert!(
            told.iter().all(|k| orders.contains(&(*k as i32))),
            "{name}: {told:?}"
        );
        if orders.start() != orders.end() {
            assert!(told.iter().any(|k| *k > 2.0), "{name}: {told:?}");
            assert!(name != "gstiff" || told.last() <= Some(&5.0), "{told:?}");
        }
    }
}
