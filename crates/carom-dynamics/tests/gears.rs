//! Gears against closed forms: a spur pair with its bearing forces, a rack, a bevel pair, a planetary train.

use crate::support;

use carom_base::{Diagnostics, Vec3};
use carom_dynamics::Simulation;
use carom_model::analysis::Analysis;
use carom_model::force::Kind;
use carom_model::*;
use support::*;

fn gear(d: &mut Deck, label: u32, joints: [u32; 2], cv: u32) {
    let gear = Gear {
        tag: Tag::new("GEAR", label),
        joints: joints.map(|j| d.0.joints.find(j).expect("the joint")),
        cv: d.marker_id(cv),
    };
    d.0.gears.insert(gear).expect("a new label");
}

/// Two spur gears on ground, axes along z, the second one at x = r₁ + r₂; a torque on the first one.
#[test]
fn spur_gears_and_their_bearings() {
    let (r1, r2, j1, j2, torque) = (0.1, 0.25, 0.02, 0.3, 3.0);
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [j1, j1, j1], at(0.0, 0.0, 0.0));
    // The second joint has its I marker on ground, and starts half a turn off.
    d.body(
        3,
        2.0,
        [j2, j2, j2],
        turned(r1 + r2, 0.0, 0.0, [180.0, 0.0, 0.0]),
    );
    d.marker(12, 1, at(r1 + r2, 0.0, 0.0));
    // z of the pitch point along y
    d.marker(15, 1, turned(r1, 0.0, 0.0, [180.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 200, 1);
    d.joint(2, JointKind::Revolute, 12, 300);
    gear(&mut d, 1, [1, 2], 15);
    d.sforce(1, Kind::Rotation, true, (200, 1), "3.0");
    let r = run(&d, Analysis::Dynamic, 1.0, 10, &options("radau", 1e-11));
    // The pinion feels its own inertia and that of the wheel by the square of the ratio.
    let alpha = torque / (j1 + j2 * (r1 / r2) * (r1 / r2));
    let tooth = -j2 * alpha * r1 / r2 / r2;
    for f in &r.frames {
        let (w1, w2) = (
            f.bodies[0].angular_velocity[2],
            f.bodies[1].angular_velocity[2],
        );
        // 1e-9: error 1e-11 a step over velocities of hundreds
        assert!(
            (w1 - alpha * f.time).abs() < 1e-9 * (1.0 + w1.abs()),
            "t={}",
            f.time
        );
        assert!((w2 + w1 * r1 / r2).abs() < 1e-12 * (1.0 + w1.abs()));
        // Teeth push the pinion back along y; its bearing holds it, the one of the wheel holds the opposite.
        let teeth = f.joints[2];
        assert!(
            teeth[0].abs() < 1e-9 && (teeth[1] - tooth).abs() < 1e-9,
            "{teeth:?} {tooth}"
        );
        let (pinion, wheel) = (f.joints[0], f.joints[1]);
        assert!((pinion[1] + tooth).abs() < 1e-9, "{pinion:?}");
        // The I marker of the second joint is on ground, which feels what the wheel puts on its bearing.
        assert!((wheel[1] + tooth).abs() < 1e-9, "{wheel:?}");
    }
    let last = r.frames.last().expect("a frame").bodies[0].angular_velocity[2];
    assert!(0.5 * last > 6.0 * std::f64::consts::PI, "several turns");
    let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(miss.abs() < 1e-9 * scale, "{miss:e} of {scale}");
}

/// A pinion of radius r drives a rack: the rack falls and turns the pinion, a = g·m/(m + J/r²).
#[test]
fn rack_and_pinion() {
    let (r, inertia, mass, g) = (0.05, 0.004, 1.5, 9.81);
    let mut d = Deck::new(g);
    d.body(2, 1.0, [inertia; 3], at(0.0, 0.0, 0.0));
    d.body(3, mass, [0.1; 3], at(r, 0.0, 0.0));
    // The pinion turns about y, the rack slides along z, both against ground.
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.marker(11, 1, at(r, 0.0, 0.0));
    d.joint(1, JointKind::Revolute, 20, 10);
    d.joint(2, JointKind::Translational, 300, 11);
    gear(&mut d, 1, [1, 2], 11);
    let record = run(&d, Analysis::Dynamic, 1.0, 10, &options("radau", 1e-11));
    let a = g * mass / (mass + inertia / (r * r));
    for f in &record.frames {
        let t = f.time;
        // 1e-10: polynomials of degree two are exact, roundings of some steps remain
        assert!(
            (f.bodies[1].position[2] + 0.5 * a * t * t).abs() < 1e-10,
            "t={t}"
        );
        // A turn about +y moves the point at +x down: both go the same way.
        assert!(
            (f.bodies[0].angular_velocity[1] - a * t / r).abs() < 1e-8,
            "t={t}"
        );
    }
}

/// Bevel gears on crossing axes: the ratio of speeds is that of the radii.
#[test]
fn bevel_gears() {
    let (r1, r2) = (0.1, 0.3);
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [0.01; 3], at(0.0, 0.0, 0.0));
    d.body(3, 1.0, [0.05; 3], at(0.0, 0.0, 0.0));
    // First axis z, second axis x; the pitch point at (r1, 0, r2) moves along y.
    d.marker(11, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(31, 3, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(15, 1, turned(r1, 0.0, r2, [180.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 200, 1);
    d.joint(2, JointKind::Revolute, 31, 11);
    gear(&mut d, 1, [1, 2], 15);
    d.sforce(1, Kind::Rotation, true, (200, 1), "1.0");
    let r = run(&d, Analysis::Dynamic, 1.0, 4, &options("radau", 1e-10));
    for f in &r.frames {
        let (w1, w2) = (
            f.bodies[0].angular_velocity[2],
            f.bodies[1].angular_velocity[0],
        );
        // z × x·r1 = y·r1 and x × z·r2 = −y·r2; 1e-12: roundings
        assert!(
            (w1 * r1 + w2 * r2).abs() < 1e-12 * (1.0 + w1.abs()),
            "t={}",
            f.time
        );
    }
    assert!(r.frames.last().expect("a frame").bodies[0].angular_velocity[2] > 1.0);
}

/// A planetary train: sun, carrier and planet, the ring stands. With a torque on the sun the carrier turns by the ratio
/// r_s/(r_s + r_r), and the acceleration follows from the kinetic energy.
#[test]
fn planetary_train() {
    let (sun, planet) = (0.1, 0.15);
    let ring = sun + 2.0 * planet;
    let arm = sun + planet;
    let (j_sun, j_carrier, j_planet, m_planet, torque) = (0.01, 0.2, 0.03, 0.8, 2.0);
    let mut d = Deck::new(0.0);
    let slanted = carom_base::space::rotation_313(0.3, 0.8, 0.2);
    let place = |x: f64| carom_base::Pose {
        position: slanted * Vec3::new(x, 0.0, 0.0),
        rotation: slanted,
    };
    // The whole train lies slanted in space.
    d.marker(11, 1, place(0.0));
    d.body(2, 1.0, [j_sun; 3], place(0.0));
    d.body(3, 3.0, [j_carrier; 3], place(0.0));
    d.body(4, m_planet, [j_planet; 3], place(arm));
    d.joint(1, JointKind::Revolute, 300, 11); // carrier on ground
    d.joint(2, JointKind::Revolute, 200, 300); // sun on carrier
    d.marker(31, 3, at(arm, 0.0, 0.0));
    d.joint(3, JointKind::Cylindrical, 400, 31); // planet on carrier
    d.joint(4, JointKind::Revolute, 11, 300); // the ring is ground: I on ground, J on the carrier
    let along_y = [180.0, 90.0, 0.0];
    d.marker(35, 3, turned(sun, 0.0, 0.0, along_y));
    d.marker(36, 3, turned(ring, 0.0, 0.0, along_y));
    // The planet keeps its place along the axis.
    d.joint(5, JointKind::InPlane, 400, 31);
    gear(&mut d, 1, [2, 3], 35);
    gear(&mut d, 2, [3, 4], 36);
    d.sforce(1, Kind::Rotation, true, (200, 11), "2.0");
    let simulation = assemble(&d);
    assert_eq!(simulation.degrees_of_freedom(), 1);
    let r = run(&d, Analysis::Dynamic, 0.5, 10, &options("radau", 1e-11));
    // Speeds by that of the sun: carrier r_s/(r_s + r_r), planet in space r_s/(2·r_p) the other way.
    let (k, p) = (sun / (sun + ring), -sun / (2.0 * planet));
    let inertia = j_sun + (j_carrier + m_planet * arm * arm) * k * k + j_planet * p * p;
    let alpha = torque / inertia;
    let axis = slanted * Vec3::z();
    for f in &r.frames {
        let spin = |k: usize| Vec3::from(f.bodies[k].angular_velocity).dot(&axis);
        let w = alpha * f.time;
        // 1e-9: error 1e-11 a step, relative to speeds of hundreds
        let size = 1e-9 * (1.0 + w.abs());
        assert!((spin(0) - w).abs() < size, "t={} {} {w}", f.time, spin(0));
        assert!((spin(1) - k * w).abs() < size && (spin(2) - p * w).abs() < size);
        // The tooth force at the ring turns the planet and the carrier: the sun's teeth carry torque − J_s·α.
        let teeth = Vec3::from_slice(&f.joints[5][..3]);
        let expected = (torque - j_sun * alpha) / sun;
        assert!(
            (teeth.norm() - expected).abs() < 1e-7,
            "{} {expected}",
            teeth.norm()
        );
    }
    let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(miss.abs() < 1e-9 * scale, "{miss:e} of {scale}");
}

#[test]
fn refusals() {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [0.01; 3], at(0.0, 0.0, 0.0));
    d.body(3, 1.0, [0.01; 3], at(0.5, 0.0, 0.0));
    d.marker(12, 1, at(0.5, 0.0, 0.0));
    d.marker(15, 1, at(0.2, 0.0, 0.0));
    d.joint(1, JointKind::Revolute, 200, 1);
    d.joint(2, JointKind::Revolute, 300, 12);
    d.marker(25, 2, turned(0.2, 0.0, 0.0, [180.0, 90.0, 0.0]));
    let names = |d: &Deck| {
        let mut diagnostics = Diagnostics::default();
        assert!(Simulation::assemble(&d.0, &mut diagnostics).is_none());
        diagnostics.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    // z of the pitch point along the axes; the pitch point on a gear.
    gear(&mut d, 1, [1, 2], 15);
    assert_eq!(names(&d), ["gear-direction"; 2]);
    d.0.gears = Table::default();
    gear(&mut d, 1, [1, 2], 25);
    assert_eq!(names(&d), ["gear-carrier"]);
}
