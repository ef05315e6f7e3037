//! Redundant mechanisms through full turns: three parallel cranks carry a platform. Two of them alone would pass positions in which they and the platform
//! lie on one line and could go on in two ways; the third, which repeats what the two say elsewhere, decides there. Its rows are left out or not, as they come.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::space::{angles_313, exp_so3};
use carom::base::{Mat3, Vec3};
use carom::model::analysis::{Analysis, OutputGrid};
use carom::{Request, Results};
use std::fmt::Write;

/// Pivots of the cranks; the third crank stands first or last, far from the line of the others or close to it.
struct Cranks {
    third: Vec3,
    third_first: bool,
    start: f64,
    frame: Mat3,
    driven: bool,
}

const SPEED: f64 = 3.0;
const RADIUS: f64 = 0.35;

impl Cranks {
    fn text(&self) -> String {
        let mut t = String::from(
            "three cranks\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\n",
        );
        let list = |v: Vec3| format!("{:?},{:?},{:?}", v.x, v.y, v.z);
        let marker = |t: &mut String, label: usize, part: usize, p: Vec3, twist: f64| {
            let axes = self.frame * exp_so3(&Vec3::new(0.0, 0.0, twist));
            let [psi, theta, phi] = angles_313(&axes);
            let at = list(self.frame * p);
            writeln!(t, "MARKER/{label}, PART={part}, QP={at}").unwrap();
            writeln!(t, ", REULER={psi:?},{theta:?},{phi:?}").unwrap();
        };
        let arm = Vec3::new(self.start.cos(), self.start.sin(), 0.0) * RADIUS;
        let velocity = Vec3::new(0.0, 0.0, SPEED).cross(&arm);
        let body = |t: &mut String, part: usize, mass: f64, at: Vec3, v: Vec3, w: f64| {
            let v = self.frame * v;
            writeln!(
                t,
                "PART/{part}, MASS={mass:?}, CM={}, IP=0.004,0.005,0.006",
                10 * part
            )
            .unwrap();
            writeln!(
                t,
                ", VX={:?}, VY={:?}, VZ={:?}, WX=0, WY=0, WZ={w:?}",
                v.x, v.y, v.z
            )
            .unwrap();
            marker(t, 10 * part, part, at, 0.0);
        };
        let mut pivots = [Vec3::zeros(), Vec3::new(0.9, 0.0, 0.0), self.third];
        if self.third_first {
            pivots.rotate_right(1);
        }
        let middle = (pivots[0] + pivots[1] + pivots[2]) / 3.0;
        body(&mut t, 2, 1.0, middle + arm, velocity, 0.0);
        for (k, pivot) in pivots.iter().enumerate() {
            let part = 3 + k;
            body(&mut t, part, 0.5, pivot + arm / 2.0, velocity / 2.0, SPEED);
            for (end, (a, b, p)) in [(part, 1, *pivot), (2, part, pivot + arm)]
                .into_iter()
                .enumerate()
            {
                let joint = 2 * k + end + 1;
                let m = 1000 + 10 * joint;
                marker(&mut t, m, a, p, 0.0);
                marker(&mut t, m + 1, b, p, 0.0);
                writeln!(t, "JOINT/{joint}, REVOLUTE, I={m}, J={}", m + 1).unwrap();
            }
        }
        if self.driven {
            writeln!(t, "MOTION/1, JOINT=1, ROTATION, FUNCTION={SPEED:?}*TIME").unwrap();
        }
        t + "END\n"
    }
}

fn run(text: &str, analysis: Analysis) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    std::fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
        .clone();
    let mut request = Request {
        end: Some(4.5),
        output: Some(OutputGrid::Steps(90)),
        analysis: Some(analysis),
        ..Request::default()
    };
    request.options.error = Some(1e-6);
    carom::simulate(&model, &request).unwrap()
}

#[test]
fn three_cranks_turn_all_round() {
    let frames = [Mat3::identity(), exp_so3(&Vec3::new(0.4, -1.1, 2.0))];
    let thirds = [
        Vec3::new(0.3, 0.6, 0.0),
        Vec3::new(1.3, -0.4, 0.0),
        Vec3::new(0.5, 0.02, 0.0),
    ];
    for (n, third) in thirds.into_iter().enumerate() {
        for third_first in [false, true] {
            for (driven, analysis) in [
                (false, Analysis::Dynamic),
                (true, Analysis::Dynamic),
                (true, Analysis::Kinematic),
            ] {
                let frame = frames[n % 2];
                let start = 0.3 + 0.3 * n as f64;
                let cranks = Cranks {
                    third,
                    third_first,
                    start,
                    frame,
                    driven,
                };
                let what = format!(
                    "third at {third:?}, first {third_first}, driven {driven}, {analysis:?}"
                );
                let results = run(&cranks.text(), analysis);
                assert_eq!(results.error, None, "{what}");
                let last = results.frames.last().unwrap();
                let (from, to) = (&results.frames[0].bodies[0], &last.bodies[0]);
                for k in 0..4 {
                    // The platform does not turn; 1e-5: ten tolerances
                    let off = (from.orientation[k] - to.orientation[k]).abs();
                    assert!(off < 1e-5, "{what}: {off:e}");
                }
                // Two turns and a bit, at constant speed: nothing drives or brakes the cranks.
                let turned = exp_so3(&Vec3::new(0.0, 0.0, SPEED * 4.5));
                let arm = Vec3::new(start.cos(), start.sin(), 0.0) * RADIUS;
                let way = frame * (turned * arm - arm);
                let miss = (Vec3::from(to.position) - Vec3::from(from.position) - way).norm();
                // 1e-3: a hundred steps of the tolerance on a way of 4.5 m
                assert!(miss < 1e-3, "{what}: {miss:e}");
            }
        }
    }
}
