//! Closed curves that roll on each other: two circles, one of them eccentric on a shaft, the other on a slider. Against the closed form.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::{Analysis, OutputGrid};
use carom::{Loaded, Request, Results};
use std::f64::consts::TAU;
use std::fmt::Write;
use std::fs;

const ECCENTRICITY: f64 = 0.2;
const RADII: [f64; 2] = [1.0, 0.5];
/// The spline through 65 points of a circle is off by about h⁴/384 of the radius, h = 2π/64: 2.4e-7; the follower shows both
/// curves' error and, where it is pushed at a slant, some more.
const SPLINE: f64 = 2e-6;

/// Points of a closed curve from the angle `first` on.
fn circle(number: u32, radius: f64, first: f64) -> String {
    let mut text = format!("MATRIX/{number}, FULL=RORDER, ROWS=65, COLUMNS=3, VALUES=");
    for k in 0..=64 {
        let (s, c) = (first + TAU * f64::from(k % 64) / 64.0).sin_cos();
        let comma = if k > 0 { "\n," } else { "" };
        write!(text, "{comma}{:.15},{:.15},0", radius * c, radius * s).unwrap();
    }
    text + "\n"
}

/// `first`: the angles at which the curves begin; `drive`: what turns the shaft.
fn cam(first: [f64; 2], shaft: &str, drive: &str) -> Loaded {
    let deck = format!(
        "cam
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1{shaft}
MARKER/20, PART=2
MARKER/21, PART=2, QP=0.2,0,0
JOINT/1, REVOLUTE, I=20, J=1
PART/3, MASS=1, CM=30, IP=1,1,1, QG=1.7,0,0
MARKER/30, PART=3
MARKER/31, PART=3, REULER=90D,90D,0
JOINT/2, TRANSLATIONAL, I=31, J=2
CVCV/1, ICURVE=1, JCURVE=2, IRM=21, JRM=30, IFLOAT=90, JFLOAT=91
MARKER/90, PART=2, FLOATING
MARKER/91, PART=3, FLOATING
CURVE/1, CLOSED, CURVE_POINTS, MATRIX=1
CURVE/2, CLOSED, CURVE_POINTS, MATRIX=2
REQUEST/1, F1=DX(30)\\F2=AZ(20,1)\\F3=VX(30)\\F4=WZ(20)
{drive}{}{}END
",
        circle(1, RADII[0], first[0]),
        circle(2, RADII[1], first[1]),
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cam.adm");
    fs::write(&path, deck).unwrap();
    carom::open(&path, None)
}

#[track_caller]
fn run(
    loaded: &Loaded,
    analysis: Analysis,
    (end, steps): (f64, u32),
    hmax: Option<f64>,
) -> Results {
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let mut request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(steps)),
        analysis: Some(analysis),
        ..Request::default()
    };
    request.options.error = Some(1e-9);
    request.options.hmax = hmax;
    let results = carom::simulate(model, &request).unwrap_or_else(|d| panic!("{d:?}"));
    assert_eq!(results.error, None);
    results
}

/// Where the follower is at an angle of the shaft, and what it moves for a radian.
fn follower(angle: f64) -> [f64; 2] {
    let (s, c) = angle.sin_cos();
    let e = ECCENTRICITY;
    let root = ((RADII[0] + RADII[1]).powi(2) - e * e * s * s).sqrt();
    [e * c + root, -e * s - e * e * s * c / root]
}

#[track_caller]
fn follows(results: &Results) {
    for row in results.request(1) {
        let [x, rise] = follower(row[1]);
        assert!((row[0] - x).abs() < SPLINE, "{row:?} {x}");
        // Slopes of the spline are off by h³ times some hundredth.
        assert!(
            (row[2] - rise * row[3]).abs() < 1e-4 * row[3].abs().max(1.0),
            "{row:?} {rise}"
        );
    }
}

const DRIVEN: &str = "MOTION/1, JOINT=1, ROTATION, FUNCTION=2*TIME\n";

/// Outputs so far apart that the contact goes on by several of the 64 pieces in between, from any start of the curves' points; and
/// by half a turn.
#[test]
fn a_driven_cam_finds_its_position_from_output_to_output() {
    for first in [
        [0.0, 0.0],
        [1.5, 0.3],
        [std::f64::consts::FRAC_PI_2; 2],
        [2.5, -1.0],
    ] {
        for steps in [30, 100, 12] {
            follows(&run(
                &cam(first, "", DRIVEN),
                Analysis::Kinematic,
                (3.0, steps),
                None,
            ));
        }
    }
}

/// In steps of no more than hmax the run takes more of them, to the same positions.
#[test]
fn hmax_bounds_the_steps_of_kinematics() {
    let deck = cam([0.4, 0.0], "", DRIVEN);
    let whole = run(&deck, Analysis::Kinematic, (3.0, 30), None);
    let fine = run(&deck, Analysis::Kinematic, (3.0, 30), Some(0.026));
    assert_eq!(
        (whole.statistics[0].steps, fine.statistics[0].steps),
        (30, 120)
    );
    for (a, b) in whole.request(1).iter().zip(fine.request(1)) {
        assert!((a[0] - b[0]).abs() < 1e-12, "{a:?} {b:?}"); // Newton's method to rounding
    }
}

/// A shaft that turns freely, its speed by the follower's energy: (J + m·e²-terms) as the cam pushes it.
#[test]
fn a_free_cam_turns_on_and_keeps_its_energy() {
    for first in [[std::f64::consts::FRAC_PI_2; 2], [0.3, 0.0]] {
        let results = run(
            &cam(first, ", WZ=2", ""),
            Analysis::Dynamic,
            (4.0, 40),
            None,
        );
        follows(&results);
        // The shaft's own moment is 1 about its axis, the follower has mass 1.
        let energy = |row: &[f64; 8]| 0.5 * (row[3] * row[3] + row[2] * row[2]);
        let rows = results.request(1);
        let start = energy(&rows[0]);
        for row in &rows {
            assert!((energy(row) - start).abs() < 1e-6 * start, "{row:?}"); // 1e-9 a step, a thousand steps
        }
        // It has turned: 2 rad/s, less what the follower takes.
        let turned: f64 = rows
            .windows(2)
            .map(|w| (w[1][1] - w[0][1]).rem_euclid(TAU))
            .sum();
        assert!(turned > 7.0, "{turned}");
    }
}

/// A bead on a parabola y = a·x², by points. Methods that meet the curve to their tolerance only, and velocities not at all, go over to its next piece once.
#[test]
fn a_bead_goes_on_by_methods_of_every_index() {
    let place = |x: f64| format!("{x},{},0", 2.2 * x * x);
    let points: Vec<String> = (-4..=4).map(|k| place(0.075 * f64::from(k))).collect();
    let deck = format!(
        "bead
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, QG={}, MASS=1, CM=2, IP=1E-2,1E-2,1E-2
MARKER/2, PART=2
MATRIX/1, FULL=RORDER, ROWS=9, COLUMNS=3, VALUES={}
CURVE/1, MATRIX=1, CURVE_POINTS
PTCV/1, I=2, CURVE=1, RM=1
ACCGRAV/JGRAV=-9.81
REQUEST/1, F2=DX(2,1)\\F3=DY(2,1)
END
",
        place(-0.21),
        points.join("\n,")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bead.adm");
    fs::write(&path, deck).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded.accepted().unwrap();
    for method in [
        "hht",
        "newmark",
        "gstiff_i3",
        "wstiff_i3",
        "gstiff",
        "dop853",
    ] {
        for error in [1e-3, 1e-4, 1e-5, 1e-6] {
            let mut request = Request {
                end: Some(2.0),
                output: Some(OutputGrid::Steps(40)),
                ..Request::default()
            };
            request.options.error = Some(error);
            request.options.integrator = Some(method.into());
            let results = carom::simulate(model, &request).unwrap();
            assert_eq!(results.error, None, "{method} {error}");
            for row in results.request(1) {
                // The spline is off by h⁴/384 of the fourth derivative, which a parabola does not have, and at its free ends by some 1e-3 of the height.
                let off = row[2] - 2.2 * row[1] * row[1];
                assert!(off.abs() < 1e-3, "{method} {error}: {row:?}");
            }
        }
    }
}
