//! Two shafts joined by a constant-velocity joint turn alike, whichever way the z axes of its markers point along them.

use crate::support;

use carom_base::{Mat3, Pose, Vec3};
use carom_model::JointKind;
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use support::{Deck, options, run, try_run};

/// Moments of inertia about all axes, and the torque on the first shaft.
const INERTIA: [f64; 2] = [0.2, 0.3];
const TORQUE: f64 = 3.0;

/// A frame at `p` with its z axis along `z` and its x axis along `x`.
fn frame(p: Vec3, z: Vec3, x: Vec3) -> Pose {
    Pose {
        position: p,
        rotation: Mat3::from_columns([x, z.cross(&x), z]),
    }
}

/// Shafts from the origin along `a` and `b`; `along`: which way the z axes of the joint point on them.
fn shafts([a, b]: [Vec3; 2], along: [f64; 2], exchanged: bool) -> Deck {
    // Square to both shafts, as the x axes of both markers are to be.
    let x = Vec3::new(0.6, 0.8, 0.0);
    let mut deck = Deck::new(0.0);
    for (k, axis) in [a, b].into_iter().enumerate() {
        let part = k as u32 + 2;
        deck.body(part, 1.0, [INERTIA[k]; 3], Pose::identity());
        let bearing = frame(axis, axis, x);
        deck.marker(10 + part, 1, bearing);
        deck.marker(20 + part, part, bearing);
        deck.joint(part, JointKind::Revolute, 20 + part, 10 + part);
        deck.marker(30 + part, part, frame(Vec3::zeros(), axis * along[k], x));
    }
    let [i, j] = if exchanged { [33, 32] } else { [32, 33] };
    deck.joint(1, JointKind::ConstantVelocity, i, j);
    deck.sforce(1, Kind::Rotation, false, (22, 12), &TORQUE.to_string());
    deck
}

/// The speeds of both shafts at the end of a second: of the first about its axis, of the second about the other way of its own.
fn speeds(axes: [Vec3; 2], along: [f64; 2], exchanged: bool, integrator: &str) -> [f64; 2] {
    let deck = shafts(axes, along, exchanged);
    let record = run(&deck, Analysis::Dynamic, 1.0, 1, &options(integrator, 1e-8));
    let bodies = &record.frames.last().expect("an end").bodies;
    let spin = |k: usize| Vec3::from(bodies[k].angular_velocity).dot(&axes[k]);
    [spin(0), -spin(1)]
}

/// w = T·t/(J₁ + J₂) of both, bent and in one line, with axes outward, inward and through.
#[test]
fn shafts_turn_alike_whichever_way_their_markers_point() {
    let expected = TORQUE / (INERTIA[0] + INERTIA[1]);
    let z = Vec3::new(0.0, 0.0, 1.0);
    let side = Vec3::new(0.8, -0.6, 0.0);
    for bend in [0.0_f64, 0.3, 0.9] {
        let axes = [z, side * bend.sin() - z * bend.cos()];
        for along in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]] {
            for exchanged in [false, true] {
                let w = speeds(axes, along, exchanged, "auto");
                // 1e-6: a hundred tolerances
                for w in w {
                    let what = format!("bend {bend}, z {along:?}, exchanged {exchanged}");
                    assert!((w - expected).abs() < 1e-6, "{what}: {w} for {expected}");
                }
            }
        }
    }
}

/// The joint takes its torque in one line, too: half of what turns the shafts goes through it by their inertias.
#[test]
fn a_straight_joint_drives_the_second_shaft() {
    let z = Vec3::new(0.0, 0.0, 1.0);
    for integrator in ["radau", "gstiff_i3", "hht"] {
        let [_, driven] = speeds([z, -z], [1.0, 1.0], false, integrator);
        // 1e-5: these err by some tolerances a step
        assert!((driven - 6.0).abs() < 1e-5, "{integrator}: {driven}");
    }
}

/// A shaft that swings on a joint to ground until it lies upon the other one, from a bend of 80 degrees at 1 rad/s: it is there after 100 degrees. Nothing
/// says how it goes on, so that the run ends before, by every method.
#[test]
fn shafts_that_fold_back_end_the_run() {
    let bend = 80f64.to_radians();
    let (x, z) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
    for (along, integrator) in [
        (1.0, "dop853"),
        (-1.0, "dop853"),
        (1.0, "radau"),
        (-1.0, "gstiff"),
        (1.0, "hht"),
        (-1.0, "abam"),
    ] {
        let mut deck = Deck::new(0.0);
        let axis = Vec3::new(0.0, -bend.sin(), bend.cos());
        deck.body(2, 1.0, [0.2, 0.3, 0.4], Pose::identity());
        deck.marker(10, 1, frame(Vec3::zeros(), z, x));
        deck.marker(20, 2, frame(Vec3::zeros(), axis * along, x));
        let id = deck.part_id(2);
        deck.0.parts[id].angular_velocity = [Some(1.0), Some(0.0), Some(0.0)];
        deck.joint(1, JointKind::ConstantVelocity, 20, 10);
        let opts = options(integrator, 1e-6);
        let result = try_run(&deck, Analysis::Dynamic, 2.0, 200, &opts);
        let error = result.err().expect("it ends early");
        let what = format!("{along} {integrator}: {error:?}");
        let message = "JOINT/1: its shafts fold back";
        assert!(error.message.contains(message), "{what}");
        // Within the last 26 degrees, as the singular position is seen ahead.
        let fold = std::f64::consts::PI - bend;
        assert!(
            error.time > fold - 0.46 && error.time < fold + 1e-9,
            "{what}"
        );
    }
}
