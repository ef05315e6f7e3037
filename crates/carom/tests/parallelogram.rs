//! A parallelogram of four bars that starts stretched in one line: a row that depends on the others there and nowhere else is taken in as soon as
//! the mechanism has left that position. Against the closed form: the coupler goes on a circle and does not turn.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::model::analysis::{Analysis, OutputGrid};
use carom::{Loaded, Request, Results};
use std::fs;

/// Length of the cranks, distance of their bearings.
const L: f64 = 0.3;
const BASE: f64 = 0.8;

fn load(deck: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, deck).unwrap();
    carom::open(&path, None)
}

fn accepted(loaded: &Loaded) -> &Model {
    let model = loaded.accepted();
    model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn run(deck: &str, end: f64, analysis: Analysis, integrator: Option<&str>) -> Results {
    let mut request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(20)),
        analysis: Some(analysis),
        ..Request::default()
    };
    request.options.error = Some(1e-7);
    request.options.integrator = integrator.map(Into::into);
    carom::simulate(accepted(&load(deck)), &request).unwrap()
}

/// Cranks 2 and 3 and coupler 4 at the angle φ with the speed ω, and what else the deck says.
fn parallelogram(phi: f64, omega: f64, more: &str) -> String {
    let (c, s) = (phi.cos(), phi.sin());
    let mut t = String::from(
        "title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\n",
    );
    let mut body = |part: u32, mass: f64, x: f64, share: f64, w: f64| {
        let (px, py) = (x + share * L * c, share * L * s);
        let (vx, vy) = (-share * L * s * omega, share * L * c * omega);
        t += &format!(
            "PART/{part}, MASS={mass:?}, CM={part}00, IP=0.01,0.01,0.01\n, VX={vx:?}, VY={vy:?}, VZ=0, WX=0, WY=0, WZ={w:?}\n"
        );
        t += &format!("MARKER/{part}00, PART={part}, QP={px:?},{py:?},0\n");
    };
    body(2, 1.0, 0.0, 0.5, omega);
    body(3, 1.0, BASE, 0.5, omega);
    body(4, 2.0, 0.5 * BASE, 1.0, 0.0);
    let ends = [
        (0.0, 0.0),
        (BASE, 0.0),
        (L * c, L * s),
        (BASE + L * c, L * s),
    ];
    let pairs = [(2, 1), (3, 1), (2, 4), (3, 4)];
    for (k, ((x, y), (i, j))) in ends.into_iter().zip(pairs).enumerate() {
        let (a, b) = (11 + 10 * k, 12 + 10 * k);
        t += &format!("MARKER/{a}, PART={i}, QP={x:?},{y:?},0\n");
        t += &format!("MARKER/{b}, PART={j}, QP={x:?},{y:?},0\n");
        t += &format!("JOINT/{}, REVOLUTE, I={a}, J={b}\n", k + 1);
    }
    t + more + "END\n"
}

/// x = base/2 + l·cos φ, y = l·sin φ of the coupler at all times, and no turn.
#[track_caller]
fn follows(results: &Results, phi: impl Fn(f64) -> f64, close: f64, what: &str) {
    assert_eq!(results.error, None, "{what}");
    let last = results.frames.last().unwrap().time;
    assert!(last > 0.99, "{what}: {last}");
    for frame in &results.frames {
        let angle = phi(frame.time);
        let coupler = &frame.bodies[2];
        let [x, y, _] = coupler.position;
        let miss = (x - 0.5 * BASE - L * angle.cos()).hypot(y - L * angle.sin());
        let turn = coupler.orientation[3].abs();
        assert!(
            miss < close && turn < close,
            "{what} at {}: {miss:e} {turn:e}",
            frame.time
        );
    }
}

/// Without forces the cranks turn evenly: the energy is (J₂ + J₃ + m·l²)·ω²/2 in all positions.
#[test]
fn turns_evenly_from_one_line_by_all_methods() {
    let omega = 1.2;
    for integrator in [
        "auto",
        "radau",
        "radau5",
        "dop853",
        "abam",
        "rkf45",
        "gstiff",
        "wstiff",
        "gstiff_i3",
        "wstiff_i3",
        "hht",
        "newmark",
    ] {
        for turned in [0.0, std::f64::consts::PI] {
            let deck = parallelogram(turned, omega, "");
            let results = run(&deck, 1.0, Analysis::Dynamic, Some(integrator));
            // 3e-5: tolerances of a step times their number; Newmark is of first order
            let close = if integrator == "newmark" { 1e-3 } else { 3e-5 };
            let what = format!("{integrator} from {turned}");
            follows(&results, |t| turned + omega * t, close, &what);
        }
    }
}

/// The driven one has no freedom, although a row is left out where it starts.
#[test]
fn goes_where_it_is_driven() {
    let motion = "MOTION/1, JOINT=1, ROTATION, FUNCTION=1.2*TIME\n";
    let even = parallelogram(0.0, 1.2, motion);
    let gentle = parallelogram(0.0, 0.0, &motion.replace("1.2*TIME", "1-COS(1.5*TIME)"));
    for analysis in [Analysis::Kinematic, Analysis::Dynamic] {
        // 1e-9: Newton's method; of the dynamic run the tolerance
        let close = if analysis == Analysis::Kinematic {
            1e-9
        } else {
            1e-6
        };
        let what = format!("{analysis:?}");
        follows(&run(&even, 1.0, analysis, None), |t| 1.2 * t, close, &what);
        // Where it starts at rest both ways are open until it has gone a little, by 1e-10 of the extent squared.
        let close = close.max(1e-4);
        follows(
            &run(&gentle, 1.0, analysis, None),
            |t| 1.0 - (1.5 * t).cos(),
            close,
            &what,
        );
    }
}

/// Released at rest under gravity, and driven by a velocity, which is integrated.
#[test]
fn starts_at_rest_and_by_a_velocity() {
    let gravity = "ACCGRAV/JGRAV=-9.81\n";
    let falls = parallelogram(0.0, 0.0, gravity);
    let motion = "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=1.2\n";
    let driven = parallelogram(0.0, 1.2, motion);
    for integrator in ["auto", "radau", "gstiff"] {
        let results = run(&falls, 1.0, Analysis::Dynamic, Some(integrator));
        assert_eq!(results.error, None, "{integrator}");
        for frame in &results.frames {
            let coupler = &frame.bodies[2];
            let [x, y, _] = coupler.position;
            let miss = ((x - 0.5 * BASE).hypot(y) - L).abs();
            // 1e-6: ten tolerances
            let turn = coupler.orientation[3].abs();
            assert!(
                miss < 1e-6 && turn < 1e-6,
                "{integrator}: {miss:e} {turn:e}"
            );
            // (J₂ + J₃ + 2·m·(l/2)² + m₄·l²)·ω²/2 = −(2·m/2 + m₄)·g·y
            let [vx, vy, _] = coupler.velocity;
            let omega2 = (vx * vx + vy * vy) / (L * L);
            let kinetic = 0.5 * (0.02 + 0.5 * L * L + 2.0 * L * L) * omega2;
            // 1e-4: of 10 J, by methods whose energy drifts with the tolerance
            assert!(
                (kinetic + 3.0 * 9.81 * y).abs() < 1e-4,
                "{integrator}: {kinetic} {y}"
            );
        }
        let results = run(&driven, 1.0, Analysis::Dynamic, Some(integrator));
        follows(&results, |t| 1.2 * t, 1e-5, integrator);
    }
}

/// Both cranks driven: alike they run, apart they end with the names of both, from one line as from elsewhere.
#[test]
fn two_motions_that_part_still_end_the_run() {
    let motions = |second: &str| {
        format!(
            "MOTION/1, JOINT=1, ROTATION, FUNCTION=1.2*TIME\nMOTION/2, JOINT=2, ROTATION, FUNCTION=1.2*TIME{second}\n"
        )
    };
    for start in [0.0, 0.4] {
        let alike = parallelogram(start, 1.2, &motions(""));
        let apart = parallelogram(start, 1.2, &motions("+STEP(TIME,0.5,0,1.5,3)"));
        for analysis in [Analysis::Kinematic, Analysis::Dynamic] {
            let what = format!("{analysis:?} from {start}");
            follows(
                &run(&alike, 1.0, analysis, None),
                |t| start + 1.2 * t,
                1e-6,
                &what,
            );
            let error = run(&apart, 1.0, analysis, None).error.expect("they part");
            // 3·3·x² − 2·3·x³ reaches 1e-4 of the extent within 0.02 s.
            assert!(error.time > 0.5 && error.time < 0.53, "{what}: {error:?}");
            for name in ["MOTION/1", "MOTION/2"] {
                assert!(error.message.contains(name), "{what}: {error:?}");
            }
        }
    }
}

/// Released at rest, stretched, the mass of the coupler far from its middle: until the third row holds the coupler turns, by nothing that counts. No digits are
/// lost, and nothing is told.
#[test]
fn rows_that_come_to_hold_behind_the_start_are_no_loss() {
    let even = parallelogram(0.0, 0.0, "ACCGRAV/JGRAV=-9.81\n");
    let place = format!("MARKER/400, PART=4, QP={:?},", 0.5 * BASE + L);
    let uneven = even.replace(&place, "MARKER/400, PART=4, QP=1.0,");
    assert_ne!(uneven, even);
    for integrator in ["auto", "radau"] {
        let results = run(&uneven, 1.0, Analysis::Dynamic, Some(integrator));
        assert_eq!(results.error, None, "{integrator}");
        let told = results.diagnostics.iter().map(|d| d.name);
        assert!(told.clone().all(|name| name != "constraints-anew"));
        for frame in &results.frames {
            // 1e-6: ten tolerances
            let turn = frame.bodies[2].orientation[3].abs();
            assert!(turn < 1e-6, "{integrator}: {turn:e}");
        }
    }
}
