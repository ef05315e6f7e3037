//! Driven mechanisms by every integrator. The power of a drive has the reaction of the drive in it, and so has a state that integrates a
//! reaction. Methods of index 3 find reactions with the error of the velocities over the step: no error test may hold such states to account.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Loaded, Request};
use carom_solve::Formulation;
use std::fs;

/// A slider on an inclined guide, driven, with a body that hangs on it by a ball joint.
const SLIDER: &str = "title
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1, REULER=0.3,1.1,0.2
PART/2, MASS=1, CM=2, IP=1,2,2.5
MARKER/2, PART=2, REULER=0.3,1.1,0.2
MARKER/5, PART=2
JOINT/1, TRANSLATIONAL, I=2, J=1
PART/3, MASS=1, CM=3, IP=1,2,2.5, QG=0.5,0,0
MARKER/3, PART=3
MARKER/4, PART=3, QP=-0.5,0,0
JOINT/2, SPHERICAL, I=4, J=5
ACCGRAV/KGRAV=-9.81
";

fn load(statements: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("{SLIDER}{statements}END\n")).unwrap();
    carom::open(&path, None)
}

/// The last row of the first request, by a method with a tolerance.
fn end(loaded: &Loaded, method: &str, error: f64) -> Vec<f64> {
    let model = loaded.accepted();
    let model = model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end: Some(0.5),
        ..Request::default()
    };
    request.options.integrator = Some(method.into());
    request.options.error = Some(error);
    request.options.hmax = (method == "rk4").then_some(1e-3);
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None, "{method} at {error:e}");
    results.request(1).last().unwrap().to_vec()
}

/// Runs to the end by all methods, and to the same place.
fn agree(statements: &str) {
    let loaded = load(statements);
    let reference = end(&loaded, "dop853", 1e-11);
    for method in carom_solve::INTEGRATORS {
        let (name, profile) = (method.name(), method.profile());
        for error in [1e-4_f64, 1e-5, 1e-7, 1e-9] {
            let error = error.max(profile.finest);
            let got = end(&loaded, name, error);
            // Some hundred steps with errors of this size; methods of index 3 test positions alone.
            let is_index_3 = profile.formulation == Formulation::Positions;
            let bound = if is_index_3 { 1e3 } else { 1e2 } * error;
            for k in 1..4 {
                let off = (got[k] - reference[k]).abs();
                assert!(off < bound, "{name} at {error:e}: {k} is off by {off:e}");
            }
        }
    }
}

const PLACE: &str = "REQUEST/1, F2=DX(3)\\F3=DY(3)\\F4=DZ(3)\n";

#[test]
fn a_drive_by_its_displacement() {
    agree(&format!(
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=0.3*SIN(2*TIME)\n{PLACE}"
    ));
}

#[test]
fn a_drive_by_its_acceleration() {
    agree(&format!(
        "MOTION/1, JOINT=1, TRANSLATION, ACCELERATION, ICVEL=0.6, FUNCTION=-1.2*SIN(2*TIME)\n{PLACE}"
    ));
}

#[test]
fn friction_of_the_guide() {
    agree(&format!(
        "FRICTION/1, JOINT=1, MU_STATIC=0.2, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1, EFFECT=SLIDING\n{PLACE}"
    ));
}

#[test]
fn a_state_that_integrates_a_reaction() {
    agree(&format!(
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=0.3*SIN(2*TIME)\nDIFF/1, IC=0, FUNCTION=MOTION(1,0,4,1)\n{PLACE}"
    ));
}
