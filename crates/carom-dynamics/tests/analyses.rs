//! Kinematics, statics, initial conditions, redundant constraints.

use crate::support;

use carom_base::Diagnostics;
use carom_dynamics::Simulation;
use carom_model::analysis::Analysis;
use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
use carom_model::force::Kind;
use carom_model::{JointKind, Motion, Tag};
use support::*;

/// Four-bar in the xz plane: crank 0.2, coupler 0.5, rocker 0.4, ground link 0.5; all pins along ground y.
fn four_bar(joints: [JointKind; 4]) -> Deck {
    let mut d = Deck::new(9.81);
    let pin = |x, z| turned(x, 0.0, z, [0.0, 90.0, 0.0]); // z of the marker along −y of ground
    // The crank stands at 90 degrees; tip B = (0, 0.2), ground pin D = (0.5, 0), C from the two circles.
    let c = circles((0.0, 0.2), 0.5, (0.5, 0.0), 0.4);
    d.body(2, 1.0, [0.01, 0.02, 0.01], at(0.0, 0.0, 0.1));
    d.body(
        3,
        1.0,
        [0.01, 0.02, 0.01],
        at(0.5 * c.0, 0.0, 0.5 * (0.2 + c.1)),
    );
    d.body(
        4,
        1.0,
        [0.01, 0.02, 0.01],
        at(0.5 * (0.5 + c.0), 0.0, 0.5 * c.1),
    );
    let m = |d: &mut Deck, label, part: u32, x: f64, z: f64| {
        let p = d.0.parts[d.part_id(part)].pose.position;
        d.marker(label, part, pin(x - p.x, z - p.z));
    };
    m(&mut d, 10, 1, 0.0, 0.0);
    m(&mut d, 11, 1, 0.5, 0.0);
    m(&mut d, 20, 2, 0.0, 0.0);
    m(&mut d, 21, 2, 0.0, 0.2);
    m(&mut d, 30, 3, 0.0, 0.2);
    m(&mut d, 31, 3, c.0, c.1);
    m(&mut d, 40, 4, c.0, c.1);
    m(&mut d, 41, 4, 0.5, 0.0);
    for (k, (i, j)) in [(20, 10), (30, 21), (40, 31), (41, 11)]
        .into_iter()
        .enumerate()
    {
        d.joint(k as u32 + 1, joints[k], i, j);
    }
    d
}

/// The upper crossing of two circles.
fn circles(a: (f64, f64), ra: f64, b: (f64, f64), rb: f64) -> (f64, f64) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let d = dx.hypot(dy);
    let along = (ra * ra - rb * rb + d * d) / (2.0 * d);
    let up = (ra * ra - along * along).sqrt();
    (
        a.0 + (along * dx - up * dy) / d,
        a.1 + (along * dy + up * dx) / d,
    )
}

fn drive(d: &mut Deck, joint: u32, level: MotionLevel, f: &str) {
    let motion = Motion {
        tag: Tag::new("MOTION", 1),
        target: MotionTarget::Joint(
            d.0.joints.find(joint).expect("joint exists"),
            Freedom::Rotation,
        ),
        level,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression(f)),
    };
    d.0.motions.insert(motion).expect("a new label");
}

/// A planar linkage of revolute joints holds each of its three out-of-plane directions once too often.
#[test]
fn redundant_constraints_are_named() {
    let s = assemble(&four_bar([JointKind::Revolute; 4]));
    assert_eq!(s.degrees_of_freedom(), 1);
    assert_eq!(s.redundant().len(), 3, "{:?}", s.redundant());
    assert!(s.redundant().iter().all(|r| r.starts_with("JOINT/4")));
    let free = [
        JointKind::Revolute,
        JointKind::Spherical,
        JointKind::Universal,
        JointKind::Revolute,
    ];
    let mut d = four_bar(free);
    // The universal joint's second arm at right angles to the pins.
    let id = d.marker_id(40);
    d.0.markers[id].pose.rotation *= carom_base::space::rotation_x(1.0f64.atan() * 2.0);
    let s = assemble(&d);
    assert_eq!((s.degrees_of_freedom(), s.redundant().len()), (1, 0));
}

/// Positions of a driven four-bar are those of the crossing circles; velocities and accelerations are their derivatives.
#[test]
fn kinematics_of_a_four_bar() {
    let mut d = four_bar([JointKind::Revolute; 4]);
    // About z of the pins (−y of ground) a positive angle turns z towards x... the crank starts upright.
    drive(
        &mut d,
        1,
        MotionLevel::Displacement,
        "1.5*TIME + 0.2*SIN(3*TIME)",
    );
    let r = run(&d, Analysis::Kinematic, 2.0, 40, &options("radau5", 1e-8));
    let coupler = |t: f64| {
        let a = std::f64::consts::FRAC_PI_2 + 1.5 * t + 0.2 * (3.0 * t).sin();
        let b = (0.2 * a.cos(), 0.2 * a.sin());
        let c = circles(b, 0.5, (0.5, 0.0), 0.4);
        (0.5 * (b.0 + c.0), 0.5 * (b.1 + c.1))
    };
    assert_eq!(r.frames.len(), 41);
    for f in &r.frames {
        let (t, b) = (f.time, &f.bodies[1]);
        let (x, z) = coupler(t);
        // 1e-12: Newton to round-off
        assert!(
            (b.position[0] - x).abs() < 1e-12 && (b.position[2] - z).abs() < 1e-12,
            "t={t}"
        );
        let h = 1e-4;
        let (p, m, q, n) = (
            coupler(t + h),
            coupler(t - h),
            coupler(t + 2.0 * h),
            coupler(t - 2.0 * h),
        );
        // Five-point differences: error h⁴·f⁽⁵⁾ and rounding 1e-16/h, 1e-16/h²
        let v = (8.0 * (p.0 - m.0) - (q.0 - n.0)) / (12.0 * h);
        let a = (-q.0 + 16.0 * p.0 - 30.0 * x + 16.0 * m.0 - n.0) / (12.0 * h * h);
        assert!((b.velocity[0] - v).abs() < 1e-10, "t={t}");
        assert!((b.acceleration[0] - a).abs() < 1e-6, "t={t}");
    }
}

/// The same motion given as angle, as speed and as acceleration, integrated. Where nothing is free, a transient or
/// kinematic analysis integrates, too, what is given by rates.
#[test]
fn motions_by_their_derivatives() {
    let functions = [
        (MotionLevel::Displacement, "1.5*TIME + 0.2*SIN(3*TIME)"),
        (MotionLevel::Velocity, "1.5 + 0.6*COS(3*TIME)"),
        (MotionLevel::Acceleration, "-1.8*SIN(3*TIME)"),
    ];
    let mut last = Vec::new();
    let analyses = [Analysis::Dynamic, Analysis::Transient, Analysis::Kinematic];
    let cases = analyses
        .iter()
        .flat_map(|a| functions.map(|(l, f)| (*a, l, f)));
    for (analysis, level, f) in cases {
        let mut d = four_bar([JointKind::Revolute; 4]);
        drive(&mut d, 1, level, f);
        if level == MotionLevel::Acceleration {
            let id = d.0.motions.find(1).expect("inserted");
            d.0.motions[id].initial_velocity = Some(2.1);
        }
        let r = run(&d, analysis, 2.0, 10, &options("radau5", 1e-10));
        if level != MotionLevel::Displacement || analysis == Analysis::Dynamic {
            let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
            assert!(miss.abs() < 1e-7 * scale, "{level:?}: {miss:e} of {scale}");
        }
        last.push(r.frames.last().expect("frames").clone());
    }
    for f in &last[1..] {
        for k in 0..3 {
            let (a, b) = (f.bodies[2].position[k], last[0].bodies[2].position[k]);
            // 1e-8: error 1e-10 a step over about a hundred steps
            assert!((a - b).abs() < 1e-8);
            let (a, b) = (f.joints[0][k], last[0].joints[0][k]);
            assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} {b}");
        }
    }
}

/// A ball at rest on IMPACT ground sinks by (m·g/k)^(1/e), from above and from below.
#[test]
fn statics_of_a_ball() {
    for start in [1.1, 0.0999, 0.05] {
        let mut d = Deck::new(9.80665);
        d.body(2, 1.0, [1e-3, 1e-3, 1e-3], at(0.0, 0.0, start));
        let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)";
        d.sforce(1, Kind::Translation, true, (200, 1), f);
        d.joint(1, JointKind::Translational, 200, 1);
        let r = run(&d, Analysis::Static, 0.0, 1, &options("radau5", 1e-8));
        let p = 0.1 - r.frames.last().expect("told").bodies[0].position[2];
        let exact = (9.80665f64 / 1e5).powf(1.0 / 1.5);
        // 1e-10 of the penetration, as the balance is met to 1e-12 of the weight
        assert!((p / exact - 1.0).abs() < 1e-10, "from {start}: {p} {exact}");
    }
}

/// A start off the constraints is moved onto them; one that cannot be is refused by name.
#[test]
fn assembly() {
    let mut d = four_bar([JointKind::Revolute; 4]);
    let id = d.part_id(3);
    d.0.parts[id].pose.position.x += 0.05;
    d.0.parts[id].pose.position.y -= 0.02;
    let r = run(
        &d,
        Analysis::InitialConditions,
        0.0,
        1,
        &options("radau5", 1e-8),
    );
    let b = &r.frames[0].bodies;
    // The coupler's two pins are 0.5 apart again and in the plane.
    assert!(b[1].position[1].abs() < 1e-12);

    let mut d = four_bar([JointKind::Revolute; 4]);
    let id = d.marker_id(11);
    d.0.markers[id].pose.position.x = 5.0;
    let mut diagnostics = Diagnostics::default();
    assert!(Simulation::assemble(&d.0, &mut diagnostics).is_none());
    assert_eq!(
        diagnostics.iter().next().expect("told").name,
        "cannot-assemble"
    );
}

/// Sensors fire at the exact times: a falling body passes a height, EVALUATE keeps its speed, HALT ends the run.
#[test]
fn sensors() {
    let mut d = Deck::new(9.80665);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 10.0));
    let mut sensor = |label, value, halt: bool| {
        let s = carom_model::Sensor {
            tag: Tag::new("SENSOR", label),
            function: Function::Expression(expression("DZ(200,1,1)")),
            value,
            error: 1e-3,
            comparison: carom_model::control::Comparison::LessOrEqual,
            halt,
            ends_command: false,
            restart: !halt,
            print: true,
            output_interval: None,
            step_size: None,
            step_limit: None,
            evaluate: Some(Function::Expression(expression("VZ(200,1,1)"))),
        };
        d.0.sensors.insert(s).expect("a new label");
    };
    sensor(1, 7.0, false);
    sensor(2, 2.0, true);
    let variable = carom_model::Variable {
        tag: Tag::new("VARIABLE", 1),
        initial: 0.0,
        function: Function::Expression(expression("SENVAL(1)")),
    };
    d.0.variables.insert(variable).expect("a new label");
    let r = run(&d, Analysis::Dynamic, 5.0, 1, &options("radau", 1e-8));
    let time = |fall: f64| (2.0 * fall / 9.80665).sqrt();
    assert_eq!(r.events.len(), 2);
    for (e, fall) in r.events.iter().zip([3.0, 8.0]) {
        assert_eq!(e.kind.name(), "sensor");
        // 1e-12: the motion is a parabola, only rounding is left
        assert!(
            (e.time - time(fall)).abs() < 1e-12,
            "{} {}",
            e.time,
            time(fall)
        );
    }
    let last = r.frames.last().expect("printed at the halt");
    assert!((last.time - time(8.0)).abs() < 1e-12);
    assert!((last.variables[0] + 9.80665 * time(3.0)).abs() < 1e-10);
}

/// A force that drives a velocity to zero from both sides switches without end: said, not run through.
#[test]
fn chattering_is_refused_by_name() {
    let mut d = Deck::new(9.81);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 1.0));
    d.sforce(
        1,
        Kind::Translation,
        true,
        (200, 1),
        "9.81-100*SIGN(1,VZ(200,1))",
    );
    let command = carom_model::analysis::Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(carom_model::analysis::End::Time(1.0)),
        output: None,
        span: carom_base::Span::NONE,
    };
    let e = assemble(&d)
        .execute(&command, &options("radau", 1e-6), &mut Record::default())
        .expect_err("it chatters");
    assert!(
        e.message.contains("SFORCE/1 switches again and again"),
        "{}",
        e.message
    );
}

/// Two motions that ask for different speeds of one joint.
#[test]
fn conflicting_motions_are_refused() {
    let mut d = four_bar([JointKind::Revolute; 4]);
    drive(&mut d, 1, MotionLevel::Displacement, "1.5*TIME");
    let other = Motion {
        tag: Tag::new("MOTION", 2),
        target: MotionTarget::Joint(d.0.joints.find(4).expect("exists"), Freedom::Rotation),
        level: MotionLevel::Displacement,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression("3*TIME")),
    };
    d.0.motions.insert(other).expect("a new label");
    let mut diagnostics = Diagnostics::default();
    assert!(Simulation::assemble(&d.0, &mut diagnostics).is_none());
    let first = diagnostics.iter().next().expect("told");
    assert_eq!(first.name, "inconsistent-velocities");
    assert!(first.message.contains("MOTION/2"), "{}", first.message);
}
