//! Solids that fall on a plane, tumble and rattle: runs come to their end under all contact rules.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::Request;
use carom::model::analysis::ContactRule;
use carom::model::run::EventKind;
use std::fs;

/// A part of 0.5 kg above a plane, with these angles and this solid.
fn deck(angles: [f64; 3], solid: &str, damping: f64) -> String {
    let [a, b, c] = angles;
    format!(
        "a drop
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/KGRAV = -9806.65
PART/1, GROUND
MARKER/11, PART = 1
GRAPHICS/1, PLANE, RM = 11, XMIN = -900, XMAX = 900, YMIN = -900, YMAX = 900
PART/2, MASS = 0.5, CM = 20, IP = 60, 70, 80, QG = 0, 0, 80, REULER = {a}D, {b}D, {c}D
MARKER/20, PART = 2
{solid}
CONTACT/1, IGEOM = 2, JGEOM = 1
, IMPACT, STIFFNESS = 1.0E4, EXPONENT = 1.8, DAMPING = {damping}, DMAX = 0.1
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2
, STICTION_TRANSITION_VELOCITY = 10, FRICTION_TRANSITION_VELOCITY = 100
END
"
    )
}

/// A rim leaves the plane with a depth of a few roundings left: then the rate of the depth is rounding, too, and of the wrong sign in one of these.
#[test]
fn rims_leave_the_plane() {
    let solid = "MARKER/21, PART = 2, QP = 0, 0, -5.905772308586274
GRAPHICS/2, CYLINDER, CM = 21, LENGTH = 11.811544617172547, RADIUS = 17.371212677338598";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.acf");
    let angles = [0.0, 61.877_157_165_263_654, 29.845_143_865_647_19];
    fs::write(folder.path().join("m.adm"), deck(angles, solid, 0.5)).unwrap();
    fs::write(&path, "m\n\nSIMULATE/DYNAMIC, END=0.6, STEPS=60\nSTOP\n").unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded.accepted().unwrap();
    for rule in [
        ContactRule::Adams,
        ContactRule::Smooth,
        ContactRule::Potential,
    ] {
        let request = Request {
            contact_rule: Some(rule),
            ..Request::default()
        };
        let results = carom::simulate(model, &request).unwrap();
        assert_eq!(results.error, None, "{rule:?}");
        // it lands and rises again
        let events = results
            .events
            .iter()
            .filter(|e| e.kind == EventKind::ContactBegin);
        assert!(events.count() > 3, "{rule:?}");
    }
}
