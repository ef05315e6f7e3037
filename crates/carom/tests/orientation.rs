//! ORIENT in a deck: markers at known angles, exchanged, in other units, and in the force that turns a body.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::OutputGrid;
use carom::{Request, Results};
use std::fs;

/// Closed forms of a few operations on numbers of order one.
const CLOSE: f64 = 1e-12;

fn run(text: &str, integrator: Option<&str>) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end: Some(1.0),
        output: Some(OutputGrid::Steps(4)),
        ..Request::default()
    };
    request.options.error = Some(1e-10);
    request.options.integrator = integrator.map(str::to_string);
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

/// Marker 20 on a fixed body is marker 10 turned by 0.4 about z, then by 0.3 about its own x, then by 0.2 about its own z;
/// 10 is turned itself, and lies in inches on a body whose marker 10 is `swapped` or not.
fn fixed(requests: &str) -> Results {
    run(
        &format!(
            "title
UNITS/FORCE=POUND_FORCE, MASS=POUND_MASS, LENGTH=INCH, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, QP=1,2,3, REULER=0.7,-0.5,1.1
MARKER/11, PART=1, RM=10, REULER=0.4,0.3,0.2
PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,2,3, REULER=0.7,-0.5,1.1
MARKER/20, PART=2, REULER=0.4,0.3,0.2
JOINT/1, FIXED, I=20, J=11
{requests}
END
"
        ),
        None,
    )
}

#[test]
fn components_in_a_deck() {
    let r = fixed(
        "REQUEST/1, F2=ORIENT(11,1,20,10)\\ F3=ORIENT(11,2,20,10)\\ F4=ORIENT(11,3,20,10)\\ \
         F6=ORIENT(26,1,20,10)-YAW(20,10)\\ F7=ORIENT(26,2,20,10)-PITCH(20,10)\\ F8=ORIENT(25,3,20,10)-AZ(20,10)
REQUEST/2, F2=ORIENT(23,1,20,10)\\ F3=ORIENT(23,2,20,10)\\ F4=ORIENT(23,3,20,10)\\ \
         F6=ORIENT(11,1,10,20)\\ F7=ORIENT(11,2,10,20)\\ F8=ORIENT(11,3,10,20)
REQUEST/3, F2=ORIENT(28,1,20,10)\\ F3=ORIENT(28,2,20,10)\\ F4=ORIENT(28,3,20,10)\\ \
         F6=ORIENT(29,2,20,10)\\ F7=ORIENT(29,4,20,10)\\ F8=ORIENT(29,9,20,10)",
    );
    let close = |is: f64, shall: f64, what: &str| {
        assert!((is - shall).abs() < CLOSE, "{what}: {is} is not {shall}");
    };
    let one = r.request(1)[0];
    for (k, shall) in [(1, 0.4), (2, 0.3), (3, 0.2), (5, 0.0), (6, 0.0), (7, 0.0)] {
        close(one[k], shall, "body-fixed");
    }
    // The same rotations about axes that stay are those of the opposite order; I and J exchanged turn back, with the
    // second angle kept positive by half a turn before and after.
    let two = r.request(2)[0];
    let pi = std::f64::consts::PI;
    for (k, shall) in [
        (1, 0.2),
        (2, 0.3),
        (3, 0.4),
        (5, pi - 0.2),
        (6, 0.3),
        (7, pi - 0.4),
    ] {
        let is = two[k];
        close((is - shall).sin(), 0.0, "space-fixed or exchanged");
        close((is - shall).cos().abs(), 1.0, "space-fixed or exchanged");
    }
    // Rodrigues: the vector of tan(half the angle), here from the half angles of 3-1-3.
    let three = r.request(3)[0];
    let (half, sum, difference) = (0.15_f64, 0.3_f64, 0.1_f64);
    let below = half.cos() * sum.cos();
    close(
        three[1],
        half.sin() * difference.cos() / below,
        "Rodrigues 1",
    );
    close(
        three[2],
        half.sin() * difference.sin() / below,
        "Rodrigues 2",
    );
    close(three[3], half.cos() * sum.sin() / below, "Rodrigues 3");
    // R = Rz(0.4)·Rx(0.3)·Rz(0.2): y component of x of i, x component of y of i, cosine between the z axes.
    let (c4, s4, c2, s2, c3) = (
        0.4_f64.cos(),
        0.4_f64.sin(),
        0.2_f64.cos(),
        0.2_f64.sin(),
        0.3_f64.cos(),
    );
    close(three[5], s4 * c2 + c4 * c3 * s2, "cosine of x and y");
    close(three[6], -c4 * s2 - s4 * c3 * c2, "cosine of y and x");
    close(three[7], c3, "cosine of z and z");
}

/// A torsion spring by an angle of ORIENT on a hinge: φ = 0.5·cos(ω·t) with ω² = k/J = 4.
#[test]
fn a_spring_by_an_angle_of_a_sequence() {
    for (integrator, error) in [(None, 1e-8), (Some("hht"), 1e-5), (Some("radau5"), 1e-8)] {
        for kind in [1, 4, 16, 13] {
            // The hinge turns about x of the ground: first angle of 1-2-3, 1-3-2 and of the same about fixed axes.
            let r = run(
                &format!(
                    "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/10, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=0.5,1,1, REULER=0,0.5,0
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, REVOLUTE, I=21, J=10
SFORCE/1, ROTATION, I=21, J=10, FUNCTION=-2*ORIENT({kind},1,20,1)
REQUEST/1, F2=ORIENT({kind},1,20,1)
END
"
                ),
                integrator,
            );
            for (t, row) in r.times().iter().zip(r.request(1)) {
                let shall = 0.5 * (2.0 * t).cos();
                assert!(
                    (row[1] - shall).abs() < error,
                    "{integrator:?}, type {kind}, {t}: {} is not {shall}",
                    row[1]
                );
            }
        }
    }
}
