//! Each kind of joint and motion, judged by mechanics alone: what a run tells must satisfy
//!
//! 1. the definition of the joint, written here once more from positions, axes and angles;
//! 2. Newton's and Euler's equations of each body, with the told reaction as the only unknown force;
//! 3. d'Alembert's principle: the reaction does no work on the displacements that the joint leaves free;
//! 4. velocities and accelerations are the derivatives of positions and velocities (by quadrature over the frames).
//!
//! Together these determine the motion, so they judge it without another solver. None of them uses the
//! solver's coordinates, rows or multipliers.
#![allow(non_snake_case)]

use crate::support;

use carom_base::{Mat3, Pose, Quaternion, Vec3};
use carom_model::analysis::Analysis;
use carom_model::constraint::{Freedom, Function, MotionDirection, MotionLevel, MotionTarget};
use carom_model::*;
use support::*;

/// Mass and central inertia of the two bodies, 2 and 3.
const MASS: [f64; 2] = [1.3, 0.7];
const INERTIA: [[f64; 3]; 2] = [[0.3, 0.2, 0.4], [0.1, 0.25, 0.2]];
const G: f64 = 9.81;

/// The joint markers on their bodies: 21 on body 2 (I), 31 on body 3 (J).
fn marker_on(k: usize) -> Pose {
    [
        turned(0.2, -0.1, 0.4, [15.0, -20.0, 35.0]),
        turned(-0.3, 0.2, 0.1, [40.0, 10.0, -25.0]),
    ][k]
}

/// Force on ground axes at the centre of mass and torque on body `k`: functions of time.
const LOADS: [[&str; 6]; 2] = [
    ["3", "2*SIN(5*TIME)", "20", "0.3", "-0.4*COS(7*TIME)", "0.5"],
    ["-2", "4*TIME", "8", "0.1*SIN(9*TIME)", "0.2", "-0.6"],
];

fn load(k: usize, t: f64) -> (Vec3, Vec3) {
    if k == 0 {
        let f = Vec3::new(3.0, 2.0 * (5.0 * t).sin(), 20.0);
        (f, Vec3::new(0.3, -0.4 * (7.0 * t).cos(), 0.5))
    } else {
        let f = Vec3::new(-2.0, 4.0 * t, 8.0);
        (f, Vec3::new(0.1 * (9.0 * t).sin(), 0.2, -0.6))
    }
}

/// Two free bodies that spin and fly, with loads. Marker 21 stands to marker 31 as `offset` says.
fn two_bodies(offset: Pose) -> Deck {
    let mut d = Deck::new(G);
    let first = turned(0.4, -0.2, 0.3, [20.0, 40.0, -30.0]);
    // X_G3 = X_G2·X_21·offset⁻¹·X_31⁻¹
    let second = first * marker_on(0) * offset.inverse() * marker_on(1).inverse();
    for (k, pose) in [first, second].into_iter().enumerate() {
        let label = k as u32 + 2;
        d.body(label, MASS[k], INERTIA[k], pose);
        d.marker(10 * label + 1, label, marker_on(k));
        let id = d.part_id(label);
        let part = &mut d.0.parts[id];
        part.velocity = [Some(0.4), Some(-0.3 * f64::from(label)), Some(0.2)];
        part.angular_velocity = [Some(1.5), Some(0.8 * f64::from(label)), Some(-1.1)];
        let load = VectorForce {
            tag: Tag::new("GFORCE", label),
            i: d.marker_id(100 * label),
            reaction: None,
            rm: None,
            components: LOADS[k].map(|f| Some(Function::Expression(expression(f)))),
            user: None,
        };
        d.0.general_forces.insert(load).expect("a new label");
    }
    d
}

/// A marker at one instant.
#[derive(Clone, Copy)]
struct Frame1 {
    p: Vec3,
    R: Mat3,
}

impl Frame1 {
    fn axis(&self, k: usize) -> Vec3 {
        self.R.column(k)
    }
}

/// What a joint is, by its definition.
struct Definition {
    /// Zero where it holds.
    closure: fn(&Frame1, &Frame1) -> Vec<f64>,
    /// Free displacements of I seen from J: translation of I's origin, rotation.
    free: fn(&Frame1, &Frame1) -> Vec<(Vec3, Vec3)>,
}

/// The rotation vector of a rotation by less than half a turn.
fn log_so3(R: &Mat3) -> Vec3 {
    let axis = Vec3::new(
        R[(2, 1)] - R[(1, 2)],
        R[(0, 2)] - R[(2, 0)],
        R[(1, 0)] - R[(0, 1)],
    ) / 2.0;
    let (sine, cosine) = (axis.norm(), (R.trace() - 1.0) / 2.0);
    if sine == 0.0 {
        axis
    } else {
        axis * (sine.atan2(cosine) / sine)
    }
}

fn apart(i: &Frame1, j: &Frame1) -> Vec3 {
    j.R.transpose() * (i.p - j.p)
}

/// The rotation of I seen from J as a vector.
fn turn(i: &Frame1, j: &Frame1) -> Vec3 {
    log_so3(&(j.R.transpose() * i.R))
}

/// How far the z axes are from pointing the same way.
fn tilt(i: &Frame1, j: &Frame1) -> Vec3 {
    i.axis(2) - j.axis(2)
}

fn list(vectors: &[Vec3]) -> Vec<f64> {
    vectors.iter().flat_map(|v| v.iter().copied()).collect()
}

const X: [Vec3; 3] = [
    Vec3::new(1.0, 0.0, 0.0),
    Vec3::new(0.0, 1.0, 0.0),
    Vec3::new(0.0, 0.0, 1.0),
];

fn slides(axes: &[Vec3]) -> Vec<(Vec3, Vec3)> {
    axes.iter().map(|a| (*a, Vec3::zeros())).collect()
}

fn turns(axes: &[Vec3]) -> Vec<(Vec3, Vec3)> {
    axes.iter().map(|a| (Vec3::zeros(), *a)).collect()
}

fn definition(kind: JointKind) -> Definition {
    type D = Definition;
    match kind {
        JointKind::Fixed => D {
            closure: |i, j| list(&[apart(i, j), turn(i, j)]),
            free: |_, _| vec![],
        },
        JointKind::Revolute => D {
            closure: |i, j| list(&[apart(i, j), tilt(i, j)]),
            free: |i, _| turns(&[i.axis(2)]),
        },
        JointKind::Translational => D {
            closure: |i, j| [&list(&[turn(i, j)])[..], &apart(i, j).to_array()[..2]].concat(),
            free: |_, j| slides(&[j.axis(2)]),
        },
        JointKind::Cylindrical => D {
            closure: |i, j| [&list(&[tilt(i, j)])[..], &apart(i, j).to_array()[..2]].concat(),
            free: |_, j| [slides(&[j.axis(2)]), turns(&[j.axis(2)])].concat(),
        },
        JointKind::Spherical | JointKind::AtPoint => D {
            closure: |i, j| list(&[apart(i, j)]),
            free: |_, _| turns(&X),
        },
        JointKind::Universal => D {
            closure: |i, j| [&list(&[apart(i, j)])[..], &[i.axis(2).dot(&j.axis(2))]].concat(),
            free: |i, j| turns(&[i.axis(2), j.axis(2)]),
        },
        JointKind::Hooke => D {
            closure: |i, j| [&list(&[apart(i, j)])[..], &[i.axis(0).dot(&j.axis(1))]].concat(),
            free: |i, j| turns(&[i.axis(0), j.axis(1)]),
        },
        // Homokinetic: the axis of relative rotation lies in the plane that bisects the shafts.
        JointKind::ConstantVelocity => D {
            closure: |i, j| {
                let spin = i.axis(0).dot(&j.axis(1)) - i.axis(1).dot(&j.axis(0));
                [&list(&[apart(i, j)])[..], &[spin]].concat()
            },
            free: |i, j| {
                let (a, b) = (i.axis(2), j.axis(2));
                turns(&[a.cross(&b), a - b])
            },
        },
        JointKind::Planar => D {
            closure: |i, j| [&list(&[tilt(i, j)])[..], &[apart(i, j).z]].concat(),
            free: |_, j| [slides(&[j.axis(0), j.axis(1)]), turns(&[j.axis(2)])].concat(),
        },
        JointKind::InLine => D {
            closure: |i, j| apart(i, j).to_array()[..2].to_vec(),
            free: |_, j| [slides(&[j.axis(2)]), turns(&X)].concat(),
        },
        JointKind::InPlane => D {
            closure: |i, j| vec![apart(i, j).z],
            free: |_, j| [slides(&[j.axis(0), j.axis(1)]), turns(&X)].concat(),
        },
        JointKind::Orientation => D {
            closure: |i, j| list(&[turn(i, j)]),
            free: |_, _| slides(&X),
        },
        JointKind::ParallelAxes => D {
            closure: |i, j| list(&[tilt(i, j)]),
            free: |_, j| [slides(&X), turns(&[j.axis(2)])].concat(),
        },
        JointKind::Perpendicular => D {
            closure: |i, j| vec![i.axis(2).dot(&j.axis(2))],
            free: |i, j| [slides(&X), turns(&[i.axis(2), j.axis(2)])].concat(),
        },
        // With a cylindrical joint, as the languages advise: one turn is one pitch.
        JointKind::Screw { .. } => D {
            closure: |i, j| {
                let z = apart(i, j).z;
                let turns = z / PITCH;
                let miss = turn(i, j).z / std::f64::consts::TAU - turns;
                [&list(&[tilt(i, j)])[..], &[miss - miss.round()]].concat()
            },
            free: |_, j| vec![(j.axis(2) * PITCH / std::f64::consts::TAU, j.axis(2))],
        },
        JointKind::RackPinion { .. } | JointKind::Free => unreachable!("not in the list"),
    }
}

const PITCH: f64 = 0.3;

/// All joints, with how I stands to J at the start where that is not on top of it.
fn joints() -> Vec<(JointKind, Pose)> {
    let at_rest = Pose::identity();
    vec![
        (JointKind::Fixed, at_rest),
        (JointKind::Revolute, turned(0.0, 0.0, 0.0, [0.0, 0.0, 50.0])),
        (JointKind::Translational, at(0.0, 0.0, 0.2)),
        (
            JointKind::Cylindrical,
            turned(0.0, 0.0, -0.1, [0.0, 0.0, 20.0]),
        ),
        (
            JointKind::Spherical,
            turned(0.0, 0.0, 0.0, [20.0, 40.0, 10.0]),
        ),
        (
            JointKind::AtPoint,
            turned(0.0, 0.0, 0.0, [20.0, -40.0, 10.0]),
        ),
        (
            JointKind::Universal,
            turned(0.0, 0.0, 0.0, [25.0, 90.0, 10.0]),
        ),
        (JointKind::Hooke, turned(0.0, 0.0, 0.0, [0.0, 30.0, 0.0])),
        (
            JointKind::ConstantVelocity,
            turned(0.0, 0.0, 0.0, [25.0, 30.0, -25.0]),
        ),
        (JointKind::Planar, turned(0.2, -0.3, 0.0, [0.0, 0.0, 35.0])),
        (JointKind::InLine, turned(0.0, 0.0, 0.3, [20.0, 30.0, 40.0])),
        (
            JointKind::InPlane,
            turned(0.1, 0.2, 0.0, [20.0, 30.0, 40.0]),
        ),
        (JointKind::Orientation, at(0.1, -0.2, 0.3)),
        (
            JointKind::ParallelAxes,
            turned(0.1, -0.2, 0.3, [0.0, 0.0, 30.0]),
        ),
        (
            JointKind::Perpendicular,
            turned(0.1, -0.2, 0.3, [70.0, 90.0, 30.0]),
        ),
        (JointKind::Screw { pitch: PITCH }, at_rest),
    ]
}

/// A body at one instant, ground axes.
struct State {
    r: Vec3,
    R: Mat3,
    v: Vec3,
    w: Vec3,
    a: Vec3,
    wdot: Vec3,
}

fn state(row: &carom_dynamics::BodyRow) -> State {
    State {
        r: row.position.into(),
        R: Quaternion(row.orientation).matrix(),
        v: row.velocity.into(),
        w: row.angular_velocity.into(),
        a: row.acceleration.into(),
        wdot: row.angular_acceleration.into(),
    }
}

fn marker_at(s: &State, k: usize) -> Frame1 {
    Frame1 {
        p: s.r + s.R * marker_on(k).position,
        R: s.R * marker_on(k).rotation,
    }
}

/// What is left of Newton's and Euler's equations of a body under its load, its weight, and a force and torque at `p`.
fn newton_euler(k: usize, s: &State, t: f64, (f, torque): (Vec3, Vec3), p: &Vec3) -> (Vec3, Vec3) {
    let (applied, moment) = load(k, t);
    let weight = Vec3::new(0.0, 0.0, -G) * MASS[k];
    let J = s.R * Mat3::from_diagonal(&Vec3::from(INERTIA[k])) * s.R.transpose();
    (
        s.a * MASS[k] - applied - weight - f,
        J * s.wdot + s.w.cross(&(J * s.w)) - moment - torque - (p - s.r).cross(&f),
    )
}

/// Frames 0, h, 2h: the integral of rates against the change, by Simpson's rule and the two-point rule of fourth order.
fn derivatives_agree(a: &State, m: &State, b: &State, h: f64, tolerance: f64, what: &str) {
    let near = |x: Vec3, name: &str| assert!(x.norm() < tolerance, "{what} {name}: {:e}", x.norm());
    near(b.r - a.r - (a.v + m.v * 4.0 + b.v) * (h / 3.0), "velocity");
    near(
        b.v - a.v - (a.a + m.a * 4.0 + b.a) * (h / 3.0),
        "acceleration",
    );
    near(
        b.w - a.w - (a.wdot + m.wdot * 4.0 + b.wdot) * (h / 3.0),
        "angular acceleration",
    );
    // Magnus, fourth order, on axes of the start: ∫ω + ∫∫[ω, ω]/2, the commutator from the ends.
    let turn = log_so3(&(b.R * a.R.transpose()));
    let mean = (a.w + m.w * 4.0 + b.w) * (h / 3.0);
    let commutator = b.w.cross(&a.w) * (4.0 * h * h / 12.0);
    near(turn - mean - commutator, "angular velocity");
}

/// Runs a model of the two bodies and audits every frame; `told` reactions on I add up to the force between the bodies.
/// Returns the frames.
fn audited(
    deck: &Deck,
    name: &str,
    closure: impl Fn(f64, &Frame1, &Frame1) -> Vec<f64>,
    free: impl Fn(f64, &Frame1, &Frame1) -> Vec<(Vec3, Vec3)>,
) -> Record {
    let (end, steps) = (0.2, 40);
    let h = end / f64::from(steps);
    let r = run(
        deck,
        Analysis::Dynamic,
        end,
        steps,
        &options("radau", 1e-10),
    );
    let states: Vec<[State; 2]> = r
        .frames
        .iter()
        .map(|f| [state(&f.bodies[0]), state(&f.bodies[1])])
        .collect();
    for (f, s) in r.frames.iter().zip(&states) {
        let (i, j) = (marker_at(&s[0], 0), marker_at(&s[1], 1));
        for miss in closure(f.time, &i, &j) {
            // 1e-9: outputs are put back on the constraints to rounding; directions in the test's inputs have 15 digits
            assert!(miss.abs() < 1e-9, "{name} t={}: open by {miss:e}", f.time);
        }
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        for row in &f.joints {
            force += Vec3::new(row[0], row[1], row[2]);
            torque += Vec3::new(row[3], row[4], row[5]);
        }
        for (k, side) in [(0, (force, torque)), (1, (-force, -torque))] {
            let (a, b) = newton_euler(k, &s[k], f.time, side, &i.p);
            // 1e-9: rounding of forces of the order of 100 in matrices with condition numbers up to 1e4
            let miss = a.norm().max(b.norm());
            assert!(miss < 1e-9, "{name} t={}: body {k} misses {miss:e}", f.time);
        }
        for (slide, turn) in free(f.time, &i, &j) {
            let power = force.dot(&slide) + torque.dot(&turn);
            assert!(power.abs() < 1e-9, "{name} t={}: works {power:e}", f.time);
        }
    }
    for (n, w) in states.windows(3).enumerate() {
        for k in 0..2 {
            // 3e-6: h⁵/90 of Simpson's rule with h = 0.005 and fifth derivatives up to 1e7, with the run's error 1e-10
            let what = format!("{name} frame {n} body {k}");
            derivatives_agree(&w[0][k], &w[1][k], &w[2][k], h, 3e-6, &what);
        }
    }
    r
}

#[test]
fn joints_hold_and_react_as_defined() {
    for (kind, offset) in joints() {
        let mut d = two_bodies(offset);
        d.joint(1, kind, 21, 31);
        if matches!(kind, JointKind::Screw { .. }) {
            d.joint(2, JointKind::Cylindrical, 21, 31);
        }
        let Definition { closure, free } = definition(kind);
        let name = format!("{kind:?}");
        let r = audited(&d, &name, |_, i, j| closure(i, j), |_, i, j| free(i, j));
        assert_eq!(r.frames.len(), 41, "{name}");
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        // 1e-9: error 1e-10 over some dozen steps
        assert!(miss.abs() < 1e-9 * scale, "{name}: {miss:e} of {scale}");
    }
}

/// A motion between the markers, or of joint 1.
fn drive(d: &mut Deck, label: u32, target: MotionTarget, level: MotionLevel, f: &str) {
    let motion = Motion {
        tag: Tag::new("MOTION", label),
        target,
        level,
        initial_displacement: Some(0.1),
        initial_velocity: Some(0.6),
        function: Function::Expression(expression(f)),
    };
    d.0.motions.insert(motion).expect("a new label");
}

/// The same motion 0.1 + 0.2·sin 3t, given at each level.
const LEVELS: [(MotionLevel, &str); 3] = [
    (MotionLevel::Displacement, "0.1 + 0.2*SIN(3*TIME)"),
    (MotionLevel::Velocity, "0.6*COS(3*TIME)"),
    (MotionLevel::Acceleration, "-1.8*SIN(3*TIME)"),
];

fn driven(t: f64) -> f64 {
    0.1 + 0.2 * (3.0 * t).sin()
}

#[test]
fn motions_of_joints_drive_and_react_as_defined() {
    let angle = turned(0.0, 0.0, 0.0, [0.0, 0.0, 0.1_f64.to_degrees()]);
    for (level, f) in LEVELS {
        for (kind, freedom) in [
            (JointKind::Revolute, Freedom::Rotation),
            (JointKind::Translational, Freedom::Translation),
            (JointKind::Cylindrical, Freedom::Rotation),
            (JointKind::Cylindrical, Freedom::Translation),
        ] {
            let turns_it = freedom == Freedom::Rotation;
            let mut d = two_bodies(if turns_it { angle } else { at(0.0, 0.0, 0.1) });
            d.joint(1, kind, 21, 31);
            let joint = d.0.joints.find(1).expect("just made");
            drive(&mut d, 1, MotionTarget::Joint(joint, freedom), level, f);
            let closure = definition(kind).closure;
            let name = format!("{kind:?} driven in {freedom:?} by its {level:?}");
            audited(
                &d,
                &name,
                |t, i, j| {
                    let q = if turns_it {
                        turn(i, j).z
                    } else {
                        apart(i, j).z
                    };
                    let mut misses = closure(i, j);
                    // An acceleration is integrated twice: the drive itself carries the run's error.
                    misses.push(
                        (q - driven(t))
                            * if level == MotionLevel::Displacement {
                                1.0
                            } else {
                                1e-1
                            },
                    );
                    misses
                },
                |_, i, j| {
                    let left = definition(kind).free;
                    let driven_one = |(slide, _): &(Vec3, Vec3)| (slide.norm() == 0.0) == turns_it;
                    left(i, j).into_iter().filter(|f| !driven_one(f)).collect()
                },
            );
        }
    }
}

/// The second of the body-fixed 1-2-3 axes: perpendicular to x of J and z of I.
fn node(i: &Frame1, j: &Frame1) -> Vec3 {
    i.axis(2).cross(&j.axis(0))
}

#[test]
fn motions_between_markers_drive_and_react_as_defined() {
    use MotionDirection::{B1, B2, B3, X, Y, Z};
    for direction in [X, Y, Z, B1, B2, B3] {
        for (level, f) in LEVELS {
            let number = [X, Y, Z, B1, B2, B3]
                .iter()
                .position(|d| *d == direction)
                .expect("listed");
            let mut offset = at(0.3, -0.2, 0.4);
            let mut angles = [0.5, 0.4, -0.6];
            if number < 3 {
                offset.position[number] = 0.1;
            } else {
                angles[number - 3] = 0.1;
            }
            use carom_base::space::{rotation_x, rotation_y, rotation_z};
            offset.rotation = rotation_x(angles[0]) * rotation_y(angles[1]) * rotation_z(angles[2]);
            let mut d = two_bodies(offset);
            let (i, j) = (d.marker_id(21), d.marker_id(31));
            drive(&mut d, 1, MotionTarget::Markers(i, j, direction), level, f);
            let coordinate = |i: &Frame1, j: &Frame1| {
                let R = j.R.transpose() * i.R;
                match direction {
                    X | Y | Z => apart(i, j)[number],
                    B1 => (-R[(1, 2)]).atan2(R[(2, 2)]),
                    B2 => R[(0, 2)].asin(),
                    B3 => (-R[(0, 1)]).atan2(R[(0, 0)]),
                }
            };
            audited(
                &d,
                &format!("{direction:?} driven by its {level:?}"),
                |t, i, j| {
                    let scale = if level == MotionLevel::Displacement {
                        1.0
                    } else {
                        1e-1
                    };
                    vec![(coordinate(i, j) - driven(t)) * scale]
                },
                |_, i, j| {
                    let axes = [j.axis(0), node(i, j), i.axis(2)];
                    let others = |k: usize| -> Vec<usize> { (0..3).filter(|n| *n != k).collect() };
                    if number < 3 {
                        let along: Vec<Vec3> = others(number).iter().map(|k| j.axis(*k)).collect();
                        [slides(&along), turns(&self::X)].concat()
                    } else {
                        let about: Vec<Vec3> =
                            others(number - 3).iter().map(|k| axes[*k]).collect();
                        [slides(&self::X), turns(&about)].concat()
                    }
                },
            );
        }
    }
}

/// A pinion (2, turns about ground z) and a rack (3, slides along ground y, which is z of its markers), at right angles.
/// PD = 2R: the rack moves by R·θ along its z (the sign that a request file of Adams has, see the record
/// `adams-2012-rack-pinion-*`). A torque T on the pinion gives θ″ = T/(J + m·R²) and the rack is pushed by m·R·θ″.
#[test]
fn rack_and_pinion() {
    let (inertia, mass, torque) = (0.3, 2.0, 1.5);
    for diameter in [0.4, -0.4] {
        let radius = diameter / 2.0;
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [0.2, 0.2, inertia], at(0.0, 0.0, 0.0));
        // The teeth mesh on the side z_J × z_I of the pinion.
        d.body(3, mass, [0.1, 0.1, 0.1], at(radius, 0.0, 0.0));
        // z along ground y: 3-1-3 angles (180, 90, 180)
        let along_y = |x: f64| turned(x, 0.0, 0.0, [180.0, 90.0, 180.0]);
        d.marker(31, 3, along_y(0.0));
        d.marker(11, 1, along_y(radius));
        d.joint(1, JointKind::Revolute, 200, 1);
        d.joint(2, JointKind::Translational, 31, 11);
        d.joint(3, JointKind::RackPinion { diameter }, 200, 31);
        d.sforce(
            1,
            carom_model::force::Kind::Rotation,
            true,
            (200, 1),
            &torque.to_string(),
        );
        let r = run(&d, Analysis::Dynamic, 2.0, 10, &options("radau", 1e-10));
        let alpha = torque / (inertia + mass * radius * radius);
        for f in &r.frames {
            let t = f.time;
            let s = radius * alpha * t * t / 2.0;
            // 1e-9: error 1e-10 over some ten steps
            let miss = f.bodies[1].position[1] - s;
            assert!(miss.abs() < 1e-9, "{diameter} t={t}: {miss:e}");
            assert!((f.bodies[0].angular_velocity[2] - alpha * t).abs() < 1e-9);
            // The reaction on the pinion at its origin: minus what pushes the rack, and the torque of the tooth force.
            let push = mass * radius * alpha;
            let [_, fy, _, _, _, tz] = f.joints[2];
            assert!((fy + push).abs() < 1e-9, "{diameter} t={t}: {fy} {push}");
            assert!((tz - (inertia * alpha - torque)).abs() < 1e-9, "{tz}");
        }
    }
}

/// q₁ = 2·q₂ of two flywheels (SCALES = 1, −2) under a torque on the first: J₁·q₁″ = T + λ, J₂·q₂″ = −2·λ.
/// And a flywheel with a slide in one coupler of three joints.
#[test]
fn couplers() {
    let (j1, j2, mass, torque) = (0.3, 0.5, 1.7, 2.0);
    for third in [false, true] {
        let mut d = Deck::new(0.0);
        for (label, inertia) in [(2, j1), (3, j2), (4, 0.1)] {
            let x = f64::from(label);
            d.body(label, mass, [0.2, 0.2, inertia], at(x, 0.0, 0.0));
            d.marker(10 + label, 1, at(x, 0.0, 0.0));
            let kind = if label == 4 {
                JointKind::Translational
            } else {
                JointKind::Revolute
            };
            d.joint(label, kind, label * 100, 10 + label);
        }
        let joint = |d: &Deck, k: u32| d.0.joints.find(k).expect("made above");
        let mut terms = vec![
            (joint(&d, 2), Freedom::Rotation, 1.0),
            (joint(&d, 3), Freedom::Rotation, -2.0),
        ];
        if third {
            terms.push((joint(&d, 4), Freedom::Translation, 0.5));
        }
        d.0.couplers
            .insert(Coupler {
                tag: Tag::new("COUPLER", 1),
                terms,
                user: None,
            })
            .expect("a new label");
        d.sforce(
            1,
            carom_model::force::Kind::Rotation,
            true,
            (200, 1),
            &torque.to_string(),
        );
        let r = run(&d, Analysis::Dynamic, 1.0, 10, &options("radau", 1e-10));
        // λ from 1·q₁″ − 2·q₂″ + 0.5·q₃″ = 0
        let give = 1.0 / j1 + 4.0 / j2 + if third { 0.25 / mass } else { 0.0 };
        let lambda = -(torque / j1) / give;
        for f in &r.frames {
            let t = f.time;
            let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-9, "t={t}: {x} {y}");
            near(f.bodies[0].angular_velocity[2], (torque + lambda) / j1 * t);
            near(f.bodies[1].angular_velocity[2], -2.0 * lambda / j2 * t);
            let slide = if third { 0.5 * lambda / mass } else { 0.0 };
            near(f.bodies[2].velocity[2], slide * t);
        }
    }
}
