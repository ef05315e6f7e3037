//! A request does not change the motion: a column that cannot be computed is left empty with a warning, and the deck runs.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::Severity;
use carom::{Loaded, Request};
use std::fs;

/// A ball of 2 kg that lies on a plane, with a contact, pressed in until the force is its weight of 20: 1000·p^1 = 20 at p = 0.02.
fn load(contact: &str, statements: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    let deck = format!(
        "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,0.08
MARKER/20, PART=2
GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
GRAPHICS/2, PLANE, RM=10, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5
{contact}
NFORCE/1, I=20, J=10, K=1
MATRIX/1, FULL=RORDER, ROWS=6, COLUMNS=6, VALUES={}
ACCGRAV/KGRAV=-10
{statements}
END
",
        "0,0,0,0,0,0, ".repeat(6).trim_end_matches(", ")
    );
    fs::write(&path, deck).unwrap();
    carom::open(&path, None)
}

/// A contact whose side I is on two bodies, the second far away.
const GROUP: &str = "PART/3, MASS=1, CM=30, IP=1,1,1, QG=3,0,5
MARKER/30, PART=3
GRAPHICS/3, ELLIPSOID, CM=30, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/1, IGEOM=1,3, JGEOM=2, IMPACT, STIFFNESS=1000, EXPONENT=1, DAMPING=0, DMAX=0.01";

fn request() -> Request {
    Request {
        end: Some(0.1),
        ..Request::default()
    }
}

fn errors(statements: &str) -> Vec<&'static str> {
    let loaded = load(GROUP, statements);
    let found = match loaded.accepted() {
        Some(model) => carom::simulate(model, &request()).err().unwrap_or_default(),
        None => loaded.diagnostics,
    };
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| d.name).collect()
}

/// The help's own example of CONTACT asks for the force and the torque; sides of several bodies have no common point for it.
#[test]
fn a_torque_of_a_contact_between_groups() {
    let loaded = load(
        GROUP,
        "REQUEST/1, F2=CONTACT(1,0,2,0)\\ F4=CONTACT(1,0,4,0)\\ F6=CONTACT(1,0,6,0)\\ F8=2*CONTACT(1,1,8,20)+DX(20)",
    );
    let results = carom::simulate(loaded.accepted().unwrap(), &request()).unwrap();
    assert_eq!(results.error, None);
    let told = results.diagnostics.iter();
    let told: Vec<_> = told.filter(|d| d.name == "unsupported-input").collect();
    // Side J is on one body, ground, which has a point for it.
    assert_eq!(told.len(), 1);
    assert!(told.iter().all(|d| d.severity == Severity::Warning));
    for row in results.request(1) {
        // The ball stays where its weight is carried, to the tolerance of the integration.
        assert!(
            row[1].abs() < 1e-9 && (row[3] - 20.0).abs() < 1e-6,
            "{row:?}"
        );
        assert!(row[5].is_nan() && row[7].abs() < 1e-9, "{row:?}");
        assert_eq!((row[0], row[2], row[4], row[6]), (0.0, 0.0, 0.0, 0.0));
    }
}

/// The torque of a ball that slides is what turns it: about its centre of mass, and about the origin on ground.
#[test]
fn a_torque_of_a_contact() {
    let slides = "IMPACT, STIFFNESS=1000, EXPONENT=1, DAMPING=0, DMAX=0.01, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2
, STICTION_TRANSITION_VELOCITY=0.01, FRICTION_TRANSITION_VELOCITY=0.1";
    let loaded = load(
        &format!("CONTACT/1, IGEOM=1, JGEOM=2, {slides}\nPART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3"),
        "MOTION/1, I=20, J=10, X, VELOCITY, FUNCTION=3, ICDISP=0
REQUEST/1, F1=CONTACT(1,0,5,0)\\ F2=CONTACT(1,0,6,0)\\ F3=CONTACT(1,0,7,0)\\ F4=CONTACT(1,0,8,0)\\ F6=WDTX(20)\\ F7=WDTY(20)\\ F8=WDTZ(20)
REQUEST/2, F1=CONTACT(1,0,2,0)\\ F2=CONTACT(1,0,3,0)\\ F3=CONTACT(1,0,4,0)\\ F4=CONTACT(1,1,6,0)\\ F5=CONTACT(1,1,7,0)\\ F6=CONTACT(1,1,8,0)\\ F7=DX(20)\\ F8=DZ(20)",
    );
    let told = &loaded.diagnostics;
    let model = loaded.accepted().unwrap_or_else(|| panic!("{told:?}"));
    let results = carom::simulate(model, &request()).unwrap();
    for (a, b) in results.request(1).iter().zip(results.request(2)) {
        // the inertia of the ball is 1 about each axis
        for k in 0..3 {
            assert!((a[1 + k] - a[5 + k]).abs() < 1e-9, "{a:?}");
        }
        assert!(a[2] > 0.1, "it slides and is turned: {a:?}");
        assert!((a[0] - a[2].abs()).abs() < 1e-12, "{a:?}");
        // What the plane feels is the opposite, moved to the origin: −(T + c × F) with the centre c of the ball.
        let [fx, fz] = [b[0], b[2]];
        let moved = a[2] + b[7] * fx - b[6] * fz;
        assert!((b[4] + moved).abs() < 1e-9, "{b:?}");
    }
}

#[test]
fn what_moves_something_is_refused() {
    for statement in [
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=CONTACT(1,0,6,0)",
        "SENSOR/1, FUNCTION=CONTACT(1,0,6,0), VALUE=1, GE, HALT",
        "VARIABLE/1, FUNCTION=CONTACT(1,0,6,0)\nREQUEST/1, F2=VARVAL(1)",
    ] {
        assert_eq!(errors(statement), ["unsupported-input"], "{statement}");
    }
}

/// An element that is not there is a mistake of the deck, also in a request.
#[test]
fn what_is_not_there_is_an_error() {
    assert_eq!(
        errors("MARKER/31, PART=1\nREQUEST/1, F2=NFORCE(1,31,2,0)"),
        ["missing-element"]
    );
    assert!(errors("REQUEST/1, F2=NFORCE(1,20,2,0)").is_empty());
}
