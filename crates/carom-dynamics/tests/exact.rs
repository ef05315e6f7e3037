//! Mechanisms with closed-form motion.

use crate::support;

use carom_base::space::rotation_313;
use carom_base::{Mat3, Pose, Vec3};
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::{JointKind, SpringDamper, Tag};
use support::*;

const G: f64 = 9.80665;

/// A compound pendulum about the ground x axis, released from the horizontal: a revolute joint at the origin,
/// centre of mass at distance L on +y. Its angle obeys J·θ'' = m·g·L·cos θ.
fn pendulum(l: f64) -> Deck {
    let mut d = Deck::new(G);
    d.body(2, 1.0, [0.1, 0.04, 0.1], at(0.0, l, 0.0));
    // z axes of the joint markers along ground x
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(20, 2, turned(0.0, -l, 0.0, [90.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 20, 10);
    d
}

/// The energy integral of the pendulum gives its speed at each angle, the joint reaction follows from it.
#[test]
fn pendulum_keeps_energy_and_reactions() {
    let l = 2.0;
    for integrator in ["radau", "radau5", "dop853"] {
        let r = run(
            &pendulum(l),
            Analysis::Dynamic,
            2.0,
            40,
            &options(integrator, 1e-10),
        );
        assert_eq!(r.frames.len(), 41);
        let j = 0.1 + l * l;
        for f in &r.frames {
            let b = &f.bodies[0];
            let [_, y, z] = b.position;
            let w2 = 2.0 * G * -z / j; // J ω²/2 = −m g z
            let w = b.angular_velocity[0];
            // 1e-7: error 1e-10 per step over some hundred steps, amplified by the pendulum
            assert!(
                (w * w - w2).abs() < 1e-7,
                "{integrator} t={} {w} {w2}",
                f.time
            );
            assert!((y * y + z * z - l * l).abs() < 1e-8);
            // Force of the joint on the body: m(a − g), a = centripetal + tangential
            let alpha = -G * y / j; // about x: torque of gravity is −m g y
            let (ay, az) = (-w * w * y - alpha * z, -w * w * z + alpha * y);
            assert!((b.acceleration[1] - ay).abs() < 1e-6);
            let [_, fy, fz, ..] = f.joints[0];
            assert!((fy - ay).abs() < 1e-6 && (fz - (az + G)).abs() < 1e-6);
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(
            miss.abs() < 1e-8 * scale,
            "{integrator}: {miss:e} of {scale}"
        );
    }
}

/// A mass on a spring-damper along z: damped oscillation about the static deflection.
#[test]
fn damped_oscillator() {
    let mut d = Deck::new(G);
    let (m, k, c, l) = (2.0, 800.0, 8.0, 1.0);
    d.body(2, m, [0.1, 0.1, 0.1], at(0.0, 0.0, l));
    d.joint(1, JointKind::Translational, 200, 1);
    let spring = SpringDamper {
        tag: Tag::new("SPRINGDAMPER", 1),
        kind: Kind::Translation,
        i: d.marker_id(200),
        j: d.marker_id(1),
        stiffness: k,
        damping: c,
        preload: 0.0,
        length: l,
    };
    d.0.spring_dampers.insert(spring).expect("a new label");
    for integrator in ["radau", "radau5", "dop853"] {
        let r = run(&d, Analysis::Dynamic, 2.0, 20, &options(integrator, 1e-10));
        let (delta, w0) = (c / (2.0 * m), (k / m).sqrt());
        let w = (w0 * w0 - delta * delta).sqrt();
        let sag = m * G / k;
        for f in &r.frames {
            let t = f.time;
            let x =
                l - sag + sag * (-delta * t).exp() * ((w * t).cos() + delta / w * (w * t).sin());
            // 1e-8: error 1e-10 per step over about a hundred steps
            assert!(
                (f.bodies[0].position[2] - x).abs() < 1e-8,
                "{integrator} t={t}"
            );
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(
            miss.abs() < 1e-7 * scale,
            "{integrator}: {miss:e} of {scale}"
        );
    }
}

/// The ball of the reference values: contact, full damping, force off, gap open, apex.
#[test]
fn bouncing_ball() {
    let mut d = Deck::new(G);
    d.body(2, 1.0, [1e-3, 1e-3, 1e-3], at(0.0, 0.0, 1.1));
    d.sforce(
        1,
        Kind::Translation,
        true,
        (200, 1),
        "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4)",
    );
    let r = run(&d, Analysis::Dynamic, 0.73, 10, &options("radau5", 1e-10));
    let seen: Vec<(&str, f64)> = r.events.iter().map(|e| (e.kind.name(), e.time)).collect();
    let expected = [
        ("contact-begin", 0.451_600_755_751_788),
        ("full-damping", 0.451_623_339_051_329),
        ("force-off", 0.473_072_367_269_029),
        ("contact-end", 0.477_774_924_851_584),
    ];
    assert_eq!(seen.len(), 4, "{seen:?}");
    for ((kind, t), (k, e)) in seen.iter().zip(expected) {
        assert_eq!(*kind, k);
        // 1e-9: what error 1e-10 allows over the contact
        assert!((t - e).abs() < 1e-9, "{kind} {t} {e} {:e}", t - e);
    }
    let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(miss.abs() < 1e-8 * scale, "{miss:e} of {scale}");
    // Penetration and speed where the force ends, as published with the times.
    let off = &r.events[2];
    assert!(
        (off.gap + 0.011_518_871_720_838_504).abs() < 1e-8,
        "{}",
        off.gap
    );
    assert!(
        (off.rate[0] - 2.472_549_007_690_178).abs() < 1e-8,
        "{}",
        off.rate[0]
    );
    assert!(r.events[0].gap.abs() < 1e-9 && r.events[3].gap.abs() < 1e-9);
}

/// Two links on spherical joints fall in a plane until a force pushes them out of it. The whole turned by `frame` is the same motion;
/// `plane` turns it first, so that it begins in each of the planes of two axes.
fn pushed_out_of_its_plane(plane: Mat3, frame: Mat3) -> Deck {
    let whole = frame * plane;
    let pose = |x: f64, y: f64| Pose {
        position: whole * Vec3::new(x, y, 0.0),
        rotation: whole,
    };
    let mut d = Deck::new(0.0);
    d.0.gravity = (whole * Vec3::new(0.0, -G, 0.0)).to_array();
    d.body(2, 1.0, [0.02, 0.1, 0.09], pose(0.5, 0.0));
    d.body(3, 0.7, [0.01, 0.05, 0.06], pose(1.4, 0.0));
    d.marker(20, 2, at(-0.5, 0.0, 0.0));
    d.marker(21, 2, at(0.5, 0.0, 0.0));
    d.marker(30, 3, at(-0.4, 0.0, 0.0));
    d.marker(31, 3, at(0.4, 0.1, 0.0));
    d.joint(1, JointKind::Spherical, 20, 1);
    d.joint(2, JointKind::Spherical, 30, 21);
    let push = whole * Vec3::new(0.0, 0.0, 3.0);
    let component = |f: f64| {
        let text = format!("{f:e}*STEP(TIME,0.2,0.0,0.4,1.0)");
        Some(Function::Expression(expression(&text)))
    };
    let [x, y, z] = push.to_array().map(component);
    d.vforce(1, 31, [x, y, z, None, None, None]);
    d
}

/// As long as a mechanism moves in a plane its equations are solved in two parts. When it leaves the plane they must be solved whole:
/// the motion is that of the same mechanism turned by some angles, which has no plane of two axes from the start.
#[test]
fn mechanism_leaves_its_plane() {
    let frame = rotation_313(0.5, 0.9, -1.3);
    let axes = |a: [usize; 3]| {
        Mat3::from_columns(a.map(|k| Vec3::from_fn(|c| f64::from(u8::from(c == k)))))
    };
    for (integrator, plane) in [
        ("dop853", [0, 1, 2]),
        ("dop853", [1, 2, 0]),
        ("dop853", [2, 0, 1]),
        ("radau", [1, 2, 0]),
    ] {
        let motion = |frame: Mat3| {
            let deck = pushed_out_of_its_plane(axes(plane), frame);
            run(
                &deck,
                Analysis::Dynamic,
                1.0,
                20,
                &options(integrator, 1e-11),
            )
        };
        let (flat, turned) = (motion(Mat3::identity()), motion(frame));
        let mut out = 0.0_f64;
        for (a, b) in flat.frames.iter().zip(&turned.frames) {
            for (a, b) in a.bodies.iter().zip(&b.bodies) {
                let a = Vec3::from(a.position);
                // 1e-8: error 1e-11 per step over some fifty steps, amplified by a double pendulum
                let miss = (frame * a - Vec3::from(b.position)).norm();
                assert!(miss < 1e-8, "{integrator} {plane:?}: {miss:e}");
                out = out.max((axes(plane).transpose() * a).z.abs());
            }
        }
        assert_eq!(flat.frames.len(), 21);
        assert!(out > 0.1, "it does leave its plane: {out}");
    }
}
