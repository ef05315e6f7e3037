//! The projected angles AX, AY and AZ of markers that turn about more than one axis, and the elements that look at them.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Request, Results};
use std::f64::consts::PI;
use std::fs;

/// Closed forms of a few operations on numbers of order one to a hundred.
const CLOSE: f64 = 1e-12;

/// Ground with marker 2, whose z axis lies along (0.5, 0.5, 0.7), against marker 20, which stands on the ground axes.
const TILTED: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, ZP=0.5,0.5,0.7, XP=1,0.2,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, FIXED, I=20, J=1
";

fn run(name: &str, text: &str, end: f64) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end: Some(end),
        ..Request::default()
    };
    request.options.error = Some(1e-10);
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

/// The first output of the first request of a deck.
fn first(statements: &str) -> [f64; 8] {
    let deck = format!("title\n{TILTED}{statements}END\n");
    run("m.adm", &deck, 0.01).frames[0].requests[0]
}

#[track_caller]
fn near(value: f64, exact: f64) {
    assert!(
        (value - exact).abs() <= CLOSE * exact.abs(),
        "{value} {exact}"
    );
}

/// AX = atan2(-z·y, z·z), AY = atan2(z·x, z·z), AZ = atan2(x·y, x·x): of the tilted marker the z axis is given, and its x
/// axis is XP less its part along z.
#[test]
fn the_axes_that_the_pages_name() {
    let row = first("REQUEST/1, F2=AX(2,20)\\F3=AY(2,20)\\F4=AZ(2,20)\n");
    near(row[1], -(0.5f64 / 0.7).atan());
    near(row[2], (0.5f64 / 0.7).atan());
    // x = XP - z (z·XP)/(z·z), from (1, 0.2, 0)·(0.5, 0.5, 0.7) = 0.6 and z·z = 0.99

    let share: f64 = 0.6 / 0.99;
    near(row[3], (0.2 - 0.5 * share).atan2(1.0 - 0.5 * share));
}

/// A bushing and a field turn back by their stiffness times AY.
#[test]
fn bushings_and_fields_look_at_it() {
    let angle = (0.5f64 / 0.7).atan();
    let row = first("BUSHING/1, I=2, J=20, KT=0,100,0\nREQUEST/1, F6=BUSH(1,0,7,0)\n");
    near(row[5], -100.0 * angle);
    let entries: Vec<&str> = (0..36).map(|k| if k == 28 { "100" } else { "0" }).collect();
    let matrix = entries.join(",");
    let row = first(&format!(
        "FIELD/1, I=2, J=20, KMATRIX={matrix}, LENGTH=0,0,0,0,0,0\nREQUEST/1, F6=FIELD(1,0,7,0)\n"
    ));
    near(row[5], -100.0 * angle);
}

/// A beam of length 1 along x of J whose end stands in place: the end moment about y is 4·E·I/L times AY, and the shear
/// force along z is -6·E·I/L² times it.
#[test]
fn beams_look_at_it() {
    let angle = (0.5f64 / 0.7).atan();
    let row = first(
        "MARKER/3, PART=1, QP=1,0,0, ZP=1.5,0.5,0.7, XP=2,0.2,0
BEAM/1, I=3, J=20, LENGTH=1, AREA=1, IXX=0, IYY=2, IZZ=0, EMODULUS=10, GMODULUS=1, CRATIO=0
REQUEST/1, F4=BEAM(1,0,4,0)\\F6=BEAM(1,0,7,0)
",
    );
    near(row[5], -4.0 * 20.0 * angle);
    near(row[3], -6.0 * 20.0 * angle);
}

/// The torque of a bushing on a body that turns freely conserves energy only if the angle and its rate go together where
/// the body turns about y alone: a pendulum on KT against the closed form.
#[test]
fn about_one_axis_it_is_the_angle() {
    let deck = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, WY=2
MARKER/20, PART=2
BUSHING/1, I=20, J=1, KT=0,4,0
REQUEST/1, F2=AX(20,1)\\F3=AY(20,1)\\F4=AZ(20,1)
END
";
    let results = run("m.adm", deck, 1.0);
    for frame in &results.frames {
        let exact = (2.0 * frame.time).sin();
        // 1e-8: errors of 1e-10 over some tens of steps
        assert!((frame.requests[0][2] - exact).abs() < 1e-8);
        assert!(frame.requests[0][1].abs() < 1e-8 && frame.requests[0][3].abs() < 1e-8);
    }
}

/// Marker 21 turns about y, and about the axis of a body that turns three times: in the words of MotionSolve AX, AY and AZ
/// count the turns as AXU, AYU and AZU do.
#[test]
fn motionsolve_counts_turns() {
    let deck = |axis: &str, function: &str| {
        let w = format!("w_ic_{axis}=\"10.\"");
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<MultiBodySystem>
 <Model>
  <Param_Unit force_unit=\"NEWTON\" mass_unit=\"KILOGRAM\" length_unit=\"METER\" time_unit=\"SECOND\"/>
  <Body_Rigid id=\"1\" IsGround=\"TRUE\"/>
  <Reference_Marker id=\"10\" body_id=\"1\" body_type=\"RigidBody\"/>
  <Body_Rigid id=\"2\" cg_id=\"20\" mass=\"1.\" inertia_xx=\"1.\" inertia_yy=\"1.\" inertia_zz=\"1.\" {w}/>
  <Reference_Marker id=\"20\" body_id=\"2\" body_type=\"RigidBody\"/>
  <Post_Request id=\"1\" type=\"EXPRESSION\" expr2=\"{function}(20,10)\" expr3=\"{function}U(20,10)\"/>
 </Model>
 <Command><Simulate analysis_type=\"Transient\" end_time=\"1.9\" print_interval=\"0.1\"/></Command>
</MultiBodySystem>
"
        )
    };
    for (axis, function) in [("x", "AX"), ("y", "AY"), ("z", "AZ")] {
        let results = run("m.xml", &deck(axis, function), 1.9);
        let last = results.frames.last().unwrap();
        let exact = 10.0 * last.time;
        assert!(exact > 6.0 * PI, "three turns");
        for value in [last.requests[0][1], last.requests[0][2]] {
            // 1e-8: errors of 1e-10 over some tens of steps
            assert!((value - exact).abs() < 1e-8, "{function}: {value} {exact}");
        }
    }
}
