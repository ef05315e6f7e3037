//! Where a run starts: positions nearest to the deck, velocities as those of Adams, turns of motions. Against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::analysis::{Analysis, OutputGrid};
use carom::{Loaded, Request, Results};
use std::f64::consts::PI;
use std::fs;

/// A slider along x (part 2) with a bar on a pin (part 3), its centre of mass 1 below the pin, moments of 0.04.
const SLIDER_AND_BAR: &str = "PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0D
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0D
MARKER/22, PART=2
PART/3, QG=0,-1,0, MASS=1, CM=30, IP=0.04,0.04,0.04
MARKER/30, PART=3
MARKER/31, PART=3, QP=0,1,0
JOINT/1, TRANSLATIONAL, I=21, J=10
JOINT/2, REVOLUTE, I=31, J=22
";

/// A wheel on ground.
const WHEEL: &str = "PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=10
";

fn load(units: &str, deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("title\nUNITS/{units}\n{deck}END\n")).unwrap();
    if commands.is_empty() {
        return carom::open(&path, None);
    }
    let path = folder.path().join("m.acf");
    fs::write(&path, format!("m\n\n{commands}STOP\n")).unwrap();
    carom::open(&path, None)
}

const SI: &str = "FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND";
const MMKS: &str = "FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND";

#[track_caller]
fn run(
    units: &str,
    deck: &str,
    commands: &str,
    request: &Request,
) -> (carom::model::Model, Results) {
    let loaded = load(units, deck, commands);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let results = carom::simulate(model, request).unwrap_or_else(|d| panic!("{d:?}"));
    assert_eq!(results.error, None);
    (model.clone(), results)
}

fn initial() -> Request {
    Request {
        analysis: Some(Analysis::InitialConditions),
        ..Request::default()
    }
}

/// Angular velocity about z of part 3 at the start.
fn spin(units: &str, deck: &str) -> f64 {
    let (model, results) = run(units, deck, "", &initial());
    results.body(&model, 3)[0].angular_velocity[2]
}

/// v² + w² of the bar, v = 1 + w: least at −1/2, for any mass and moments; in millimetres v = 1000 + 1000·w, least at −1000²/(1000² + 1).
#[test]
fn velocities_left_open_are_least_in_the_numbers_of_the_units() {
    let deck = format!("{SLIDER_AND_BAR}MOTION/1, JOINT=1, TRANSLATIONAL, VELOCITY, FUNCTION=1\n");
    // 1e-12: one solution of linear equations
    assert!((spin(SI, &deck) + 0.5).abs() < 1e-12);
    let heavy = deck.replace(
        "MASS=1, CM=30, IP=0.04,0.04,0.04",
        "MASS=7, CM=30, IP=3,2,4",
    );
    assert!((spin(SI, &heavy) + 0.5).abs() < 1e-12);
    let long = deck
        .replace("QG=0,-1,0", "QG=0,-1000,0")
        .replace("QP=0,1,0", "QP=0,1000,0")
        .replace("FUNCTION=1", "FUNCTION=1000");
    assert!((spin(MMKS, &long) + 1e6 / (1e6 + 1.0)).abs() < 1e-10);
}

#[test]
fn velocities_that_constraints_override_are_told() {
    let told = |r: &Results, name: &str| r.diagnostics.iter().filter(|d| d.name == name).count();
    // A motion of 2 where the deck says 1.
    let deck = format!(
        "{}MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=2*TIME\n",
        SLIDER_AND_BAR.replace("CM=20, IP", "VX=1, CM=20, IP")
    );
    let (model, results) = run(SI, &deck, "", &initial());
    assert!((results.body(&model, 2)[0].velocity[0] - 2.0).abs() < 1e-12);
    let said = format!("{:?}", results.diagnostics);
    assert!(
        said.contains("start-velocity") && said.contains("PART/2"),
        "{said}"
    );
    // A joint that allows no velocity in this direction.
    let across = SLIDER_AND_BAR.replace("CM=20, IP", "VY=3, CM=20, IP");
    let (model, results) = run(SI, &across, "", &initial());
    assert!(results.body(&model, 2)[0].velocity[1].abs() < 1e-12);
    assert_eq!(
        told(&results, "start-velocity"),
        1,
        "{:?}",
        results.diagnostics
    );
    // Velocities that fit are no matter, nor are those left open.
    let fits = deck.replace("2*TIME", "TIME");
    let (_, results) = run(SI, &fits, "", &initial());
    assert_eq!(
        told(&results, "start-velocity"),
        0,
        "{:?}",
        results.diagnostics
    );
}

/// A velocity that is given is kept where the constraints allow it: the bar keeps its own of zero, and the slider, which has one of 1 exactly by a motion, turns it about its centre.
#[test]
fn given_velocities_come_before_open_ones() {
    let deck = format!(
        "{}MOTION/1, JOINT=1, TRANSLATIONAL, VELOCITY, FUNCTION=1\n",
        SLIDER_AND_BAR.replace("CM=30, IP", "VX=0, CM=30, IP")
    );
    // v = 1 + w
    assert!((spin(SI, &deck) + 1.0).abs() < 1e-12);
}

/// A pendulum of which one velocity is given, whatever its arm and its units: ω = 3 and v = 3·r, or v = 1 and ω = 1/r.
#[test]
fn one_given_velocity_says_that_of_a_pendulum() {
    for (units, arm) in [
        (SI, 0.5),
        (SI, 0.02),
        (SI, 3e-4),
        (MMKS, 500.0),
        (MMKS, 3.0),
        (MMKS, 7e4),
    ] {
        let deck = |given: &str| {
            format!(
                "PART/1, GROUND
MARKER/10, PART=1
PART/3, QG={arm},0,0, MASS=2, CM=30, IP=1,1,1, {given}
MARKER/30, PART=3
MARKER/31, PART=3, QP={},0,0
JOINT/1, REVOLUTE, I=31, J=10
",
                -arm
            )
        };
        // 1e-12: sums of some rounds of one linear system
        let w = spin(units, &deck("WZ=3"));
        assert!((w - 3.0).abs() < 3e-12, "{units} {arm}: {w}");
        let w = spin(units, &deck("VY=1"));
        assert!((w * arm - 1.0).abs() < 1e-12, "{units} {arm}: {w}");
    }
}

/// An angle at the start may be asked for beyond half a turn.
#[test]
fn initial_angles_beyond_half_a_turn() {
    let arm = |joint: &str| {
        format!(
            "PART/1, GROUND
MARKER/10, PART=1
PART/3, QG=-0.984807753012208,0.17364817766693,0, REULER=170D,0,0, MASS=2, CM=30, IP=1,1,1
MARKER/30, PART=3
MARKER/31, PART=3, QP=-1,0,0
JOINT/1, {joint}, I=31, J=10
REQUEST/1, F2=AZ(31,10)
"
        )
    };
    for joint in ["REVOLUTE, IC=190D", "CYLINDRICAL, ICTRAN=0, ICROT=190D"] {
        let (model, results) = run(SI, &arm(joint), "", &initial());
        let [x, y, _] = results.body(&model, 3)[0].position;
        let (s, c) = 190f64.to_radians().sin_cos();
        assert!(
            (x - c).abs() < 1e-12 && (y - s).abs() < 1e-12,
            "{joint}: {x} {y}"
        );
    }
}

/// The angle that is asked for is met from any start and in any frame of the part; turns of the way there are counted.
#[test]
fn initial_angles_in_any_frame() {
    // Functions look at markers of their own: those of the joint are read by the joint alone.
    let frames = [
        ["-1.457, 2.074, 0.609", "0.184, 2.426, 3.086"],
        [
            "-1.457122, 2.073753, 0.609478",
            "0.183639, 2.425731, 3.086243",
        ],
        ["2.6, 1.1, -0.4", "-1.2, 0.7, 2.9"],
        ["0, 0, 0", "1.197456, 1.610544, -0.730221"],
    ];
    for ([part, marker], joint) in frames.iter().flat_map(|f| {
        [
            "REVOLUTE, I=3, J=2, IC",
            "CYLINDRICAL, I=3, J=2, ICTRAN=0, ICROT",
        ]
        .map(|j| (f, j))
    }) {
        for tenths in (-31..=31).step_by(3) {
            let angle = f64::from(tenths) / 10.0;
            let deck = format!(
                "PART/1, GROUND
MARKER/2, PART=1, REULER=1.197456, 1.610544, -2.176136
MARKER/20, PART=1, REULER=1.197456, 1.610544, -2.176136
PART/2, REULER={part}, MASS=1.6, CM=1, IP=0.041,0.04,0.039
MARKER/1, PART=2
MARKER/3, PART=2, REULER={marker}
MARKER/30, PART=2, REULER={marker}
JOINT/1, {joint}={angle}
REQUEST/1, F2=DZ(30,20,20)\\F3=AZ(30,20)
"
            );
            let (_, results) = run(SI, &deck, "", &initial());
            let row = results.frames[0].requests[0];
            // Newton's method to rounding
            let off = [row[1], row[2] - angle];
            assert!(
                off.iter().all(|x| x.abs() < 1e-12),
                "{part} {joint} {angle}: {row:?}"
            );
        }
    }
}

/// (2 + sin θ)² + (1 − cos θ)² + 0.04·θ² is least where 4·cos θ + 2·sin θ + 0.08·θ = 0.
#[test]
fn positions_are_the_nearest_ones() {
    let deck = format!("{SLIDER_AND_BAR}MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=2\n");
    let (model, results) = run(SI, &deck, "", &initial());
    let bar = results.body(&model, 3)[0];
    let angle = (bar.position[0] - 2.0).atan2(-bar.position[1]);
    let slope = |t: f64| 4.0 * t.cos() + 2.0 * t.sin() + 0.08 * t;
    assert!(slope(angle).abs() < 1e-9, "{angle}"); // the search ends at 1e-11 of the extent
    assert!((angle + 1.088).abs() < 1e-3, "{angle}");
    let said = format!("{:?}", results.diagnostics);
    assert!(
        said.contains("start-moved") && said.contains("PART/2"),
        "{said}"
    );
}

/// The same in millimetres, and with the slider already half way: the nearest position depends on units and on the way of the search no
/// more than its definition does.
#[test]
fn the_nearest_position_does_not_hang_on_units() {
    let deck = format!("{SLIDER_AND_BAR}MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=2000\n")
        .replace("QG=0,-1,0", "QG=0,-1000,0")
        .replace("QP=0,1,0", "QP=0,1000,0")
        .replace("IP=0.04,0.04,0.04", "IP=4E4,4E4,4E4");
    let (model, results) = run(MMKS, &deck, "", &initial());
    let bar = results.body(&model, 3)[0];
    let angle = (bar.position[0] - 2000.0).atan2(-bar.position[1]);
    let slope = |t: f64| 4.0 * t.cos() + 2.0 * t.sin() + 0.08 * t;
    assert!(slope(angle).abs() < 1e-9, "{angle}");
}

/// Rotation of the wheel as its joint counts it is what the motion says; as a place it is the same modulo a turn.
#[test]
fn a_motion_may_start_beyond_half_a_turn() {
    let request = Request {
        end: Some(3.0),
        output: Some(OutputGrid::Steps(30)),
        ..Request::default()
    };
    for (angle, start) in [
        (0.0f64, 4.0),
        (229.183_118_1, 4.0),
        (0.0, -4.0),
        (170.0, -10.0),
        (0.0, 13.0),
        (10.0, PI),
    ] {
        let deck = format!("{WHEEL}MOTION/1, JOINT=1, ROTATION, FUNCTION={start:.17}+TIME\n")
            .replace("IP=1,1,1", &format!("IP=1,1,1, REULER={angle}D,0D,0D"));
        let (model, results) = run(SI, &deck, "", &request);
        for (frame, body) in results.frames.iter().zip(results.body(&model, 2)) {
            let [q0, _, _, q3] = body.orientation;
            let off = 2.0 * q3.atan2(q0) - (start + frame.time);
            let off = (off / (2.0 * PI)).round() * 2.0 * PI - off;
            assert!(
                off.abs() < 1e-9,
                "{start} from {angle} at {}: {off}",
                frame.time
            );
        }
    }
}

/// The displacement from which a motion by its velocity starts.
#[test]
fn a_motion_by_its_velocity_may_start_beyond_half_a_turn() {
    for (angle, start) in [
        (180.0f64, PI + 1e-7),
        (-179.0, 3.3),
        (0.0, 5.0),
        (90.0, -20.0),
    ] {
        let deck = format!(
            "{WHEEL}MOTION/1, JOINT=1, ROTATION, VELOCITY, ICDISP={start:.17}, FUNCTION=0\n"
        )
        .replace("IP=1,1,1", &format!("IP=1,1,1, REULER={angle}D,0D,0D"));
        let (model, results) = run(SI, &deck, "", &initial());
        let [q0, _, _, q3] = results.body(&model, 2)[0].orientation;
        let off = 2.0 * q3.atan2(q0) - start;
        let off = (off / (2.0 * PI)).round() * 2.0 * PI - off;
        assert!(off.abs() < 1e-9, "{start} from {angle}: {off}");
    }
}

/// A motion that is switched on when the wheel has turned several times takes the next position, not one some turns away: the wheel, at
/// 20 rad after 10 s with 2 rad/s, is where 20 − 6π asks it to be.
#[test]
fn a_motion_switched_on_later_takes_the_nearest_turn() {
    let deck = format!("{WHEEL}MOTION/1, JOINT=1, ROTATION, FUNCTION={:.17}+2*(TIME-10)\nREQUEST/1, F1=AZ(20,10)\n", 20.0 - 6.0 * PI)
        .replace("IP=1,1,1", "IP=1,1,1, WZ=2");
    let commands = "DEACTIVATE/MOTION, ID=1\nSIMULATE/DYNAMIC, END=10, STEPS=10\nACTIVATE/MOTION, ID=1\nSIMULATE/DYNAMIC, END=11, STEPS=10\n";
    let (model, results) = run(SI, &deck, commands, &Request::default());
    for (frame, body) in results.frames.iter().zip(results.body(&model, 2)) {
        let [q0, _, _, q3] = body.orientation;
        let off = 2.0 * q3.atan2(q0) - 2.0 * frame.time;
        let off = (off / (2.0 * PI)).round() * 2.0 * PI - off;
        // 1e-5: ten seconds of integration at the default tolerance
        assert!(off.abs() < 1e-5, "{}: {off}", frame.time);
    }
}

/// Between two outputs the wheel turns several times.
#[test]
fn kinematics_follow_a_fast_wheel() {
    for (speed, steps) in [(10.0, 1), (-25.0, 3), (100.0, 2)] {
        let deck = format!("{WHEEL}MOTION/1, JOINT=1, ROTATION, FUNCTION={speed:?}*TIME\n");
        let request = Request {
            end: Some(3.0),
            output: Some(OutputGrid::Steps(steps)),
            ..Request::default()
        };
        let (model, results) = run(SI, &deck, "", &request);
        assert_eq!(results.frames.len(), steps as usize + 1);
        for (frame, body) in results.frames.iter().zip(results.body(&model, 2)) {
            let [q0, _, _, q3] = body.orientation;
            let off = 2.0 * q3.atan2(q0) - speed * frame.time;
            let off = (off / (2.0 * PI)).round() * 2.0 * PI - off;
            assert!(off.abs() < 1e-9, "{speed} at {}: {off}", frame.time);
            assert!((body.angular_velocity[2] - speed).abs() < 1e-9);
        }
    }
}

/// A second wheel coupled to the first turns by half as much, as it would had the first been driven there from zero: 2 rad for 4.
#[test]
fn a_coupler_counts_the_turns_of_the_motion() {
    let deck = format!(
        "{WHEEL}PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/2, REVOLUTE, I=30, J=10
COUPLER/1, JOINTS=1,2, TYPE=R:R, SCALES=1,-2
MOTION/1, JOINT=1, ROTATION, FUNCTION=4+TIME
"
    );
    let request = Request {
        end: Some(3.0),
        output: Some(OutputGrid::Steps(30)),
        ..Request::default()
    };
    let (model, results) = run(SI, &deck, "", &request);
    for (frame, body) in results.frames.iter().zip(results.body(&model, 3)) {
        let [q0, _, _, q3] = body.orientation;
        let off = 2.0 * q3.atan2(q0) - 0.5 * (4.0 + frame.time);
        let off = (off / (2.0 * PI)).round() * 2.0 * PI - off;
        assert!(off.abs() < 1e-9, "at {}: {off}", frame.time);
    }
}

/// Parts whose inertia stands for none lie between others in a chain of fixed joints, as in the decks that FAST writes: no row of a chain says
/// what others say, whatever the inertias are.
#[test]
fn a_chain_of_dummies_has_no_redundant_constraint() {
    for [a, b, c] in [
        [
            "1255, 1e-3,1e-3,2892",
            "1e-3, 143,1e-3,1e-3",
            "457, 1e-3,1e-3,1e-3",
        ],
        [
            "1e-3, 143,1e-3,1e-3",
            "457, 1e-3,1e-3,1e-3",
            "1e-3, 143,143,1e-3",
        ],
        ["1, 1e-9,1e-9,1e-9", "1e-9, 10,10,10", "1, 1e-9,1e-9,1e-9"],
    ] {
        let part = |label: u32, inertia: &str| {
            let (mass, moments) = inertia.split_once(", ").unwrap();
            let (x, at) = (f64::from(label) - 2.0, 10 * label);
            format!(
                "PART/{label}, QG={x},0,{x}, MASS={mass}, IP={moments}, CM={at}
MARKER/{at}, PART={label}, QP=0.1,0.2,0
MARKER/{}, PART={label}
MARKER/{}, PART={label}, QP=1,0,1
",
                at + 1,
                at + 2
            )
        };
        let deck = format!(
            "PART/1, GROUND\nMARKER/10, PART=1\n{}{}{}{}\
             JOINT/1, REVOLUTE, I=21, J=10\nMOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=7.5\n\
             JOINT/2, FIXED, I=31, J=22\nJOINT/3, FIXED, I=41, J=32\nJOINT/4, FIXED, I=51, J=42\n",
            part(2, a),
            part(3, b),
            part(4, c),
            part(5, a),
        );
        for units in [SI, MMKS] {
            let (_, r) = run(units, &deck, "", &initial());
            assert_eq!(
                (r.degrees_of_freedom, r.redundant.len()),
                (0, 0),
                "{:?}",
                r.redundant
            );
            for body in &r.frames[0].bodies {
                // Rounding of velocities that all follow from the motion.
                assert!((body.angular_velocity[2] - 7.5).abs() < 1e-9);
            }
        }
    }
}

/// The same where all joints are at the centres of mass, so that no row has a lever: a flywheel, its dense core and a light shaft.
#[test]
fn a_stack_of_dummies_has_no_redundant_constraint() {
    let deck = "PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1E-3, CM=20, IP=900,900,900
MARKER/20, PART=2
PART/3, MASS=50, CM=30, IP=1E-5,1E-5,1E-5
MARKER/30, PART=3
PART/4, MASS=1E-4, CM=40, IP=300,300,300
MARKER/40, PART=4
JOINT/1, REVOLUTE, I=20, J=10, IC=0,12
JOINT/2, FIXED, I=30, J=20
JOINT/3, FIXED, I=40, J=30
";
    for units in [SI, MMKS] {
        let (_, r) = run(units, deck, "", &initial());
        assert_eq!(
            (r.degrees_of_freedom, r.redundant.len()),
            (1, 0),
            "{:?}",
            r.redundant
        );
        for body in &r.frames[0].bodies {
            // Rounding.
            assert!((body.angular_velocity[2] - 12.0).abs() < 1e-9);
        }
    }
}

/// A plane four-bar of revolute joints says three things twice, whatever the inertias and the place of the centres of mass are.
#[test]
fn a_four_bar_of_dummies_has_three_redundant_constraints() {
    for inertias in [
        ["1,1,1,1", "1,1,1,1", "1,1,1,1"],
        [
            "1e-3, 143,1e-3,1e-3",
            "457, 1e-3,1e-3,1e-3",
            "1e-3, 143,143,1e-3",
        ],
        ["1, 1e-9,1e-9,1e-9", "1e-9, 10,10,10", "1, 1e-9,1e-9,1e-9"],
    ] {
        let corners = [[0.0, 0.0], [0.0, 1.0], [2.0, 2.0], [3.0, 0.0]];
        let mut deck =
            String::from("PART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, QP=3,0,0\n");
        for (k, inertia) in inertias.iter().enumerate() {
            let (mass, moments) = inertia.split_once(',').unwrap();
            let ([x, y], [u, v]) = (corners[k], corners[k + 1]);
            let (label, at) = (k + 2, 10 * (k + 2));
            deck += &format!(
                "PART/{label}, QG={x},{y},0, MASS={mass}, IP={moments}, CM={at}\nMARKER/{at}, PART={label}, QP=0.2,0.1,0.3\n\
                 MARKER/{}, PART={label}\nMARKER/{}, PART={label}, QP={},{},0\n",
                at + 1,
                at + 2,
                u - x,
                v - y
            );
        }
        for (joint, [i, j]) in [[21, 10], [31, 22], [41, 32], [42, 11]].iter().enumerate() {
            deck += &format!("JOINT/{}, REVOLUTE, I={i}, J={j}\n", joint + 1);
        }
        for units in [SI, MMKS] {
            let (_, r) = run(units, &deck, "", &initial());
            assert_eq!(
                (r.degrees_of_freedom, r.redundant.len()),
                (1, 3),
                "{:?}",
                r.redundant
            );
        }
    }
}
