//! Friction in joints: Jacobian, the coupling with the reactions, closed forms, and independent integrations.
#![allow(non_snake_case)]

use crate::support;

use carom_base::{Diagnostics, Mat3, Vec3};
use carom_dynamics::assemble::assemble as assemble_model;
use carom_dynamics::equations::Equations;
use carom_laws::friction::{Effect, LuGre, StickSlip};
use carom_model::analysis::Analysis;
use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
use carom_model::friction::{FrictionInputs, FrictionLaw, FrictionSize, Yokes};
use carom_model::*;
use carom_solve::Problem;
use std::sync::Arc;
use support::*;

const G: f64 = 9.80665;

const STICK_SLIP: StickSlip = StickSlip {
    mu_static: 0.3,
    mu_dynamic: 0.2,
    vs: 0.01,
    vd: 0.015,
    creep: 0.002,
    effect: Effect::All,
};

const BRISTLES: LuGre = LuGre {
    mu_static: 0.3,
    mu_dynamic: 0.2,
    vs: 0.05,
    stiffness: 500.0,
    damping: 2.0,
    viscous: 0.01,
};

/// All joints that have friction, with everything that loads them.
fn everything(law: FrictionLaw) -> Deck {
    let mut d = Deck::new(9.81);
    for (label, mass) in [(2, 1.3), (3, 0.7), (4, 2.0)] {
        let k = f64::from(label);
        d.body(
            label,
            mass,
            [0.3, 0.2, 0.4],
            turned(0.4 - 0.1 * k, -0.2 * k, 0.3, [20.0 * k, 40.0, -30.0]),
        );
        d.marker(
            label * 10 + 1,
            label,
            turned(0.2, -0.1 * k, 0.4, [15.0, -20.0 * k, 35.0]),
        );
    }
    d.marker(11, 1, turned(0.1, 0.2, 0.3, [10.0, 20.0, 30.0]));
    let kinds = [
        JointKind::Translational,
        JointKind::Revolute,
        JointKind::Cylindrical,
        JointKind::Spherical,
        JointKind::Universal,
        JointKind::Hooke,
    ];
    for (k, kind) in kinds.into_iter().enumerate() {
        let label = k as u32 + 1;
        let (i, j) = [(21, 11), (31, 21), (41, 31), (11, 41), (31, 11), (41, 21)][k];
        d.joint(label, kind, i, j);
        d.friction(label, law, |f| {
            f.inputs = FrictionInputs::ALL;
            (f.force_preload, f.torque_preload) = (0.7, 0.3);
            f.size = FrictionSize {
                pin_radius: 0.3,
                ball_radius: 0.4,
                friction_arm: 0.2,
                bending_arm: 0.5,
                reaction_arm: 0.6,
                overlap: 9.0,
                overlap_rate: [1.0, -1.0, 0.0][k % 3],
            };
        });
    }
    d
}

/// A state away from every constraint, with velocities of the size `speed`, deformations, and multipliers.
fn scrambled(e: &mut Equations, speed: f64) -> Vec<f64> {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1u32 << 31) - 0.5
    };
    for body in &mut e.now.bodies {
        body.v = Vec3::new(random(), random(), random()) * speed;
        body.w = Vec3::new(random(), random(), random()) * speed;
    }
    for x in &mut e.now.states {
        *x = 0.001 * random();
    }
    let mut y = e.unknowns();
    let (nd, m) = (e.differential(), e.system.rows.len());
    for x in &mut y[nd..nd + m] {
        *x = random();
    }
    y
}

fn equations(deck: &Deck) -> Equations {
    let mut d = Diagnostics::default();
    let system = assemble_model(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:#?}"));
    let mut e = Equations::new(Arc::new(system));
    e.start_turns();
    e
}

/// Sliding, transition and stiction of both laws, in all joints: the Jacobian, columns of multipliers included.
#[test]
fn jacobian_matches_differences() {
    let wide = StickSlip {
        vs: 1.0,
        vd: 3.0,
        ..STICK_SLIP
    };
    for (law, speed) in [
        (FrictionLaw::StickSlip(STICK_SLIP), 1.0),
        (FrictionLaw::StickSlip(wide), 8.0),
        (FrictionLaw::StickSlip(wide), 0.2),
        (FrictionLaw::LuGre(BRISTLES), 0.1),
    ] {
        let mut e = equations(&everything(law));
        let y = scrambled(&mut e, speed);
        let (n, t) = (e.dimension(), 0.3);
        e.place(t, &y);
        e.initialize_modes_at_rest();
        let mut values = vec![0.0; e.pattern().len()];
        e.jacobian(t, &y, &mut values).expect("finite");
        let mut exact = vec![vec![0.0; n]; n];
        for ((r, c), v) in e.pattern().clone().entries().zip(&values) {
            exact[r][c] += v;
        }
        let h = 1e-6;
        for c in 0..n {
            let mut side = |sign: f64| {
                let mut moved = y.clone();
                moved[c] += sign * h;
                let mut f = vec![0.0; n];
                e.rhs(t, &moved, &mut f).expect("finite");
                f
            };
            let (plus, minus) = (side(1.0), side(-1.0));
            for r in 0..n {
                let slope = (plus[r] - minus[r]) / (2.0 * h);
                let size = 1.0 + slope.abs() + exact[r][c].abs();
                // 1e-6: truncation h²·|f'''| where bristles of 1/500 bend within 1e-4 of slip; rounding 1e-16·|f|/h
                assert!(
                    (exact[r][c] - slope).abs() < 1e-6 * size,
                    "{law:?} d {} / d {}: {} against {slope}",
                    e.system.unknown_name(r),
                    e.system.unknown_name(c),
                    exact[r][c]
                );
            }
        }
    }
}

/// Accelerations and multipliers solve the equations with the friction of these multipliers: the right-hand side of the
/// stabilized form with them is M·a.
#[test]
fn accelerations_and_friction_agree() {
    for law in [
        FrictionLaw::StickSlip(STICK_SLIP),
        FrictionLaw::LuGre(BRISTLES),
    ] {
        let deck = everything(law);
        let mut d = Diagnostics::default();
        let mut system = assemble_model(&deck.0, &mut d).expect("assembles");
        // No more rows than unknowns: a chain of four joints with friction.
        system.rows = (0..14).collect();
        let mut e = Equations::new(Arc::new(system));
        e.start_turns();
        let mut y = scrambled(&mut e, 1.0);
        let (n, nd, m, t) = (e.system.mechanism.positions, e.differential(), 14, 0.3);
        e.settle(t, &y).expect("accelerations exist");
        e.look(t, &y).expect("finite");
        e.accelerations().expect("friction has a solution");
        let (a, lambda) = (e.kkt.a.clone(), e.kkt.lambda.clone());
        y[nd..nd + m].copy_from_slice(&lambda);
        let mut f = vec![0.0; e.dimension()];
        e.rhs(t, &y, &mut f).expect("finite");
        let mut push = vec![0.0; n];
        for data in &e.system.mechanism.bodies {
            let k = data.first;
            let wdot = data.inertia * Vec3::new(a[k + 3], a[k + 4], a[k + 5]);
            for c in 0..3 {
                push[k + c] = data.mass * a[k + c];
                push[k + 3 + c] = wdot[c];
            }
        }
        let scale = f[n..2 * n].iter().fold(1.0, |s: f64, x| s.max(x.abs()));
        for k in 0..n {
            // 1e-11: rounding in a solution with condition numbers up to 1e4
            assert!(
                (f[n + k] - push[k]).abs() < 1e-11 * scale,
                "{law:?} {k}: {} {}",
                f[n + k],
                push[k]
            );
        }
    }
}

/// A block on a plane inclined by `angle` about ground y, sliding down along z of the joint markers; its centre of mass is `height`
/// above the joint.
fn incline(angle: f64, height: f64, speed: f64) -> Deck {
    let mut d = Deck::new(G);
    // z of the markers down the slope, x normal to the plane: R = Ry(90° + angle)
    let slope = carom_base::space::rotation_y(std::f64::consts::FRAC_PI_2 + angle);
    let pose = |x: f64| carom_base::Pose {
        position: slope * Vec3::new(-x, 0.0, 0.0),
        rotation: slope,
    };
    d.body(2, 2.0, [0.1, 0.1, 0.1], pose(-height));
    d.marker(20, 2, at(-height, 0.0, 0.0));
    d.marker(10, 1, pose(0.0));
    d.joint(1, JointKind::Translational, 20, 10);
    let id = d.part_id(2);
    let v = slope * Vec3::new(0.0, 0.0, speed);
    d.0.parts[id].velocity = [Some(v.x), Some(v.y), Some(v.z)];
    d
}

/// How far along the slope.
fn along(f: &carom_dynamics::Frame, angle: f64) -> (f64, f64) {
    let z = Vec3::new(angle.cos(), 0.0, -angle.sin());
    let b = &f.bodies[0];
    (
        z.dot(&Vec3::from(b.position)),
        z.dot(&Vec3::from(b.velocity)),
    )
}

/// Sliding down: a = g·(sin α − μ_d·cos α), with each of the methods; and the reaction and the friction are those of the free body.
#[test]
fn a_block_slides_down() {
    let angle: f64 = 0.5;
    for integrator in ["radau", "radau5", "dop853", "rk4"] {
        let mut d = incline(angle, 0.0, 0.1);
        d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |_| ());
        let mut options = options(integrator, 1e-9);
        options.hmax = Some(0.01);
        let r = run(&d, Analysis::Dynamic, 1.0, 10, &options);
        let a = G * (angle.sin() - 0.2 * angle.cos());
        for f in &r.frames {
            let (s, v) = along(f, angle);
            let t = f.time;
            // 1e-8: error 1e-9 per step over some ten steps
            assert!((v - 0.1 - a * t).abs() < 1e-8, "{integrator} t={t}: {v}");
            assert!(
                (s - 0.1 * t - a * t * t / 2.0).abs() < 1e-8,
                "{integrator} t={t}"
            );
            let size = |x: &[f64]| Vec3::new(x[0], x[1], x[2]).norm();
            assert!((size(&f.joints[0]) - 2.0 * G * angle.cos()).abs() < 1e-8);
            assert!((size(&f.forces[0]) - 0.4 * G * angle.cos()).abs() < 1e-8);
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(
            miss.abs() < 1e-8 * scale,
            "{integrator}: {miss:e} of {scale}"
        );
    }
}

/// The friction of a block with its centre of mass at height h has a moment h·F about it, which the joint takes as a bending
/// moment that presses the slider in turn: F = μ·(N + h·F/X), so F = μ·N/(1 − μ·h/X). With μ·h ≥ X it locks.
#[test]
fn bending_moment_adds_to_friction() {
    let (angle, height, overlap): (f64, f64, f64) = (0.5, 0.6, 0.4);
    let mut d = incline(angle, height, 0.1);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        f.inputs.bending_moment = true;
        f.size.overlap = overlap;
    });
    let r = run(&d, Analysis::Dynamic, 0.5, 5, &options("radau", 1e-9));
    let normal = 2.0 * G * angle.cos();
    let force = 0.2 * normal / (1.0 - 0.2 * height / overlap);
    let a = G * angle.sin() - force / 2.0;
    for f in &r.frames {
        // 1e-8: error 1e-9 per step over some ten steps
        assert!(
            (along(f, angle).1 - 0.1 - a * f.time).abs() < 1e-8,
            "t={}",
            f.time
        );
        let [x, y, z, ..] = f.forces[0];
        assert!(
            (Vec3::new(x, y, z).norm() - force).abs() < 1e-8,
            "t={}",
            f.time
        );
        assert!(
            (Vec3::new(f.joints[0][3], f.joints[0][4], f.joints[0][5]).norm() - height * force)
                .abs()
                < 1e-8
        );
    }
    let mut d = incline(angle, 2.5, 0.1);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        f.inputs.bending_moment = true;
        f.size.overlap = overlap;
    });
    let mut e = equations(&d);
    let y = e.unknowns();
    let fault = e.settle(0.0, &y).and_then(|()| e.accelerations());
    let message = fault.expect_err("locks").message;
    assert!(message.contains("FRICTION/1"), "{message}");
}

/// A block at rest below the angle of friction creeps to μ_s·b(z) = tan α and stays: b = r·(3 − r²)/2 with r = z/Δ.
#[test]
fn a_block_sticks() {
    let angle: f64 = 0.2;
    for integrator in ["radau", "radau5"] {
        let mut d = incline(angle, 0.0, 0.0);
        d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |_| ());
        let r = run(&d, Analysis::Dynamic, 2.0, 20, &options(integrator, 1e-8));
        let b = angle.tan() / 0.3;
        let mut x: f64 = 0.5; // r·(3 − r²)/2 = b by Newton's method
        for _ in 0..20 {
            x -= (x * (3.0 - x * x) / 2.0 - b) / (1.5 * (1.0 - x * x));
        }
        let (s, v) = along(r.frames.last().expect("frames"), angle);
        // 1e-9: the creep of 2e-3 within the error of the run, 1e-8
        assert!(
            (s - 0.002 * x).abs() < 1e-9,
            "{integrator}: {s} {}",
            0.002 * x
        );
        assert!(v.abs() < 1e-8, "{integrator}: {v}");
        assert!(
            r.statistics[0].steps < 400,
            "{integrator}: {} steps",
            r.statistics[0].steps
        );
    }
}

/// Bounds decide all guards of regimes but one of a hundred: those of a step at whose end two of them are at zero may remain.
fn regimes_are_proved(record: &Record) {
    let guards = &record.statistics[0].guards;
    assert!(guards.proved > 10, "{guards:?}");
    assert!(100 * guards.sampled <= guards.proved, "{guards:?}");
}

/// Classical Runge-Kutta with many small steps of (x, v, z) under `rate`, from 0; the states at the output times.
fn integrate(
    start: [f64; 3],
    (end, outputs, fine): (f64, usize, usize),
    rate: impl Fn(f64, &[f64; 3]) -> [f64; 3],
) -> Vec<[f64; 3]> {
    let h = end / (outputs * fine) as f64;
    let mut y = start;
    let mut list = vec![y];
    let moved =
        |y: &[f64; 3], k: &[f64; 3], h: f64| [y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2]];
    for n in 0..outputs * fine {
        let t = h * n as f64;
        let a = rate(t, &y);
        let b = rate(t + h / 2.0, &moved(&y, &a, h / 2.0));
        let c = rate(t + h / 2.0, &moved(&y, &b, h / 2.0));
        let d = rate(t + h, &moved(&y, &c, h));
        for k in 0..3 {
            y[k] += h / 6.0 * (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]);
        }
        if (n + 1) % fine == 0 {
            list.push(y);
        }
    }
    list
}

/// The stick-slip law once more, in one direction, from its formula: coefficient and rate of creep.
fn stick_slip(u: f64, z: f64, law: &StickSlip) -> (f64, f64) {
    let through_zero = |x: f64| {
        let x = x.clamp(-1.0, 1.0);
        x * (3.0 - x * x) / 2.0
    };
    let (b, c) = (through_zero(z / law.creep), through_zero(u / law.vs));
    let mu = if u.abs() < law.vs {
        law.mu_static * ((1.0 - c.abs()) * b + c)
    } else {
        let d = ((u.abs() - law.vs) / (law.vd - law.vs)).min(1.0);
        (law.mu_static + (law.mu_dynamic - law.mu_static) * d * d * (3.0 - 2.0 * d)) * u.signum()
    };
    let stops = z.abs() >= law.creep && z * u > 0.0;
    (mu, if stops { 0.0 } else { u })
}

/// A block on a belt, held by a spring.
fn block_on_a_belt(m: f64, k: f64, belt: f64) -> Deck {
    let mut d = Deck::new(G);
    // z of the markers along ground x
    let along_x = |x: f64| turned(x, 0.0, 0.0, [90.0, 90.0, 0.0]);
    d.body(2, m, [0.1, 0.1, 0.1], at(0.0, 0.0, 0.0));
    d.body(3, 5.0, [0.1, 0.1, 0.1], at(0.0, 0.0, 0.0));
    d.marker(20, 2, along_x(0.0));
    d.marker(30, 3, along_x(0.0));
    d.marker(10, 1, along_x(0.0));
    d.joint(1, JointKind::Translational, 20, 30);
    d.joint(2, JointKind::Translational, 30, 10);
    let joint = d.0.joints.find(2).expect("made above");
    let motion = Motion {
        tag: Tag::new("MOTION", 1),
        target: MotionTarget::Joint(joint, Freedom::Translation),
        level: MotionLevel::Displacement,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression(&format!("{belt}*TIME"))),
    };
    d.0.motions.insert(motion).expect("a new label");
    d.sforce(
        1,
        carom_model::force::Kind::Translation,
        true,
        (20, 10),
        &format!("-{k}*DZ(20,10,10)"),
    );
    d
}

/// A block on a belt, held by a spring: sticks, is carried along, slips back. The belt is a body with a given velocity; the
/// normal force is the block's weight. Against an integration of x″ = (−k·x − m·g·μ(x′ − v, z))/m in 2·10⁵ steps.
#[test]
fn stick_slip_on_a_belt() {
    let (m, k, belt) = (1.0, 60.0, 0.08);
    let law = StickSlip {
        vs: 0.03,
        vd: 0.06,
        creep: 0.003,
        ..STICK_SLIP
    };
    for (name, law) in [
        ("regimes", FrictionLaw::StickSlip(law)),
        ("bristles", FrictionLaw::LuGre(BRISTLES)),
    ] {
        let mut d = block_on_a_belt(m, k, belt);
        d.friction(1, law, |_| ());
        let (end, outputs) = (4.0, 40);
        let r = run(&d, Analysis::Dynamic, end, outputs, &options("radau", 1e-9));
        let reference = integrate([0.0; 3], (end, outputs as usize, 5000), |_, &[x, v, z]| {
            let u = v - belt;
            let (mu, rate) = match &law {
                FrictionLaw::StickSlip(law) => stick_slip(u, z, law),
                FrictionLaw::LuGre(law) => {
                    let g = 0.2 + 0.1 * (-(u / law.vs).powi(2)).exp();
                    let rate = u - law.stiffness * u.abs() * z / g;
                    (
                        law.stiffness * z + law.damping * rate + law.viscous * u,
                        rate,
                    )
                }
            };
            [v, (-k * x - m * G * mu) / m, rate]
        });
        for (f, y) in r.frames.iter().zip(&reference) {
            let b = &f.bodies[0];
            // 2e-6: the reference's own error at corners of the law, h²·|jump of slope|, over some ten stick-slip cycles
            assert!(
                (b.position[0] - y[0]).abs() < 2e-6,
                "{name} t={}: {} {}",
                f.time,
                b.position[0],
                y[0]
            );
            assert!(
                (b.velocity[0] - y[1]).abs() < 2e-5,
                "{name} t={}: {} {}",
                f.time,
                b.velocity[0],
                y[1]
            );
        }
        if name == "regimes" {
            let count = |kind: &str| r.events.iter().filter(|e| e.kind.name() == kind).count();
            assert!(count("stick") >= 3 && count("slip") >= 3, "{:?}", r.events);
            regimes_are_proved(&r);
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(miss.abs() < 1e-6 * scale, "{name}: {miss:e} of {scale}");
    }
}

/// A pendulum with a friction torque T that does not depend on the load: while it slides, its energy falls by T for each radian;
/// and it ends at rest where the torque holds it.
#[test]
fn a_pendulum_runs_down() {
    let (l, torque) = (1.0, 0.6);
    let mut d = Deck::new(G);
    d.body(2, 1.0, [0.1, 0.04, 0.1], at(0.0, l, 0.0));
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(20, 2, turned(0.0, -l, 0.0, [90.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 20, 10);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        (f.inputs.preload, f.inputs.reaction_force) = (true, false);
        (f.torque_preload, f.size.pin_radius) = (torque, 0.05);
    });
    let r = run(&d, Analysis::Dynamic, 30.0, 6000, &options("radau", 1e-9));
    let J = 0.1 + l * l;
    // Energy and angle below the horizontal; the pendulum starts at rest on +y and falls.
    let energy = |f: &carom_dynamics::Frame| {
        let b = &f.bodies[0];
        J * b.angular_velocity[0].powi(2) / 2.0 + G * b.position[2]
    };
    let angle =
        |f: &carom_dynamics::Frame| (-f.bodies[0].position[2]).atan2(f.bodies[0].position[1]);
    let sliding = |f: &carom_dynamics::Frame| f.bodies[0].angular_velocity[0].abs() * 0.05 > 0.015;
    let mut checked = 0;
    for w in r.frames.windows(2) {
        if w.iter().all(sliding)
            && w[0].bodies[0].angular_velocity[0] * w[1].bodies[0].angular_velocity[0] > 0.0
        {
            let path = (angle(&w[1]) - angle(&w[0])).abs();
            let lost = energy(&w[0]) - energy(&w[1]);
            // 1e-7: error 1e-9 a step, some ten steps a frame
            assert!(
                (lost - torque * path).abs() < 1e-7,
                "t={}: {lost} {}",
                w[0].time,
                torque * path
            );
            checked += 1;
        }
    }
    assert!(checked > 800, "{checked}");
    regimes_are_proved(&r);
    let last = r.frames.last().expect("frames");
    // At rest the torque of gravity is below T: |cos(angle)| < T/(m·g·l).
    assert!(last.bodies[0].angular_velocity[0].abs() < 1e-6);
    assert!(angle(last).cos().abs() < torque / (G * l));
    let told = Vec3::new(last.forces[0][3], last.forces[0][4], last.forces[0][5]).norm();
    assert!(
        (told - G * l * angle(last).cos().abs()).abs() < 1e-6,
        "{told}"
    );
    let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(miss.abs() < 1e-6 * scale, "{miss:e} of {scale}");
}

/// A ball joint at the centre of mass of a body with equal inertias: spins down about a fixed oblique axis, J·ω′ = −μ_d·R·m·g.
#[test]
fn a_ball_joint_runs_down() {
    let (mass, inertia, radius) = (2.0, 0.05, 0.03);
    let mut d = Deck::new(G);
    d.body(2, mass, [inertia; 3], at(0.0, 0.0, 0.0));
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity = [Some(6.0), Some(-8.0), Some(24.0)];
    d.joint(1, JointKind::Spherical, 200, 1);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        f.size.ball_radius = radius
    });
    let r = run(&d, Analysis::Dynamic, 2.0, 10, &options("radau", 1e-9));
    for f in &r.frames {
        let share = 1.0 - 0.2 * radius * mass * G / inertia * f.time / 26.0;
        for (w, start) in f.bodies[0].angular_velocity.iter().zip([6.0, -8.0, 24.0]) {
            // 1e-7: error 1e-9 per step of numbers of the order of 10, over some ten steps
            assert!(
                (w - start * share).abs() < 1e-7,
                "t={}: {w} {}",
                f.time,
                start * share
            );
        }
    }
}

/// A sleeve on a horizontal rod that slides and turns: friction opposes the slip of the surface as a vector. With J = m·R² the
/// slip keeps its direction and slows down by μ_d·g until it sticks.
#[test]
fn a_sleeve_slides_and_turns() {
    let (mass, radius) = (2.0, 0.2);
    let mut d = Deck::new(G);
    d.body(
        2,
        mass,
        [0.1, 0.1, mass * radius * radius],
        turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]),
    );
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    let id = d.part_id(2);
    d.0.parts[id].velocity = [Some(0.6), Some(0.0), Some(0.0)];
    d.0.parts[id].angular_velocity = [Some(0.0), Some(0.0), Some(-0.8 / radius)];
    d.joint(1, JointKind::Cylindrical, 200, 10);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        f.size.pin_radius = radius
    });
    let r = run(&d, Analysis::Dynamic, 0.8, 8, &options("radau", 1e-9));
    regimes_are_proved(&r);
    let mut seen = 0;
    for f in &r.frames {
        let speed = 1.0 - 0.2 * G * f.time;
        if speed > STICK_SLIP.vd {
            let b = &f.bodies[0];
            // 1e-8: error 1e-9 per step over some ten steps
            assert!((b.velocity[0] - 0.6 * speed).abs() < 1e-8, "t={}", f.time);
            assert!(
                (b.angular_velocity[0] * radius + 0.8 * speed).abs() < 1e-8,
                "t={}",
                f.time
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
    let b = &r.frames.last().expect("frames").bodies[0];
    // The creep relaxes with the time constant Δ/v_s = 0.2 s.
    let slip = b.velocity[0].hypot(b.angular_velocity[0] * radius);
    assert!(slip < 0.5 * STICK_SLIP.vs, "{slip}");
    assert!(
        r.events.iter().any(|e| e.kind.name() == "stick"),
        "{:?}",
        r.events
    );
}

/// A shaft through a universal joint, bent by 90° so that only the pin of J turns: the torque of friction about it is
/// μ_d·R·|f| with the weight across the pin. And the friction arm carries the weight along the pin.
#[test]
fn a_universal_joint_runs_down() {
    let (mass, inertia, radius, arm) = (2.0, 0.05, 0.03, 0.02);
    for along in [false, true] {
        for kind in [JointKind::Universal, JointKind::Hooke] {
            let mut d = Deck::new(G);
            d.body(2, mass, [inertia; 3], at(0.0, 0.0, 0.0));
            // The pin of J is z of its marker (universal) or y (Hooke); it lies along ground z or along ground x.
            let hooke = kind == JointKind::Hooke;
            let pin = if along { Vec3::z() } else { Vec3::x() };
            let other = Vec3::y();
            let third = pin.cross(&other);
            let columns = if hooke {
                [other, pin, -third]
            } else {
                [other, third, pin]
            };
            let rotation: Mat3 = Mat3::from_columns(columns);
            // The pin of I, z or x of its marker, lies along `other`.
            let columns = if hooke {
                [other, pin, -third]
            } else {
                [third, pin, other]
            };
            let of_i: Mat3 = Mat3::from_columns(columns);
            assert!((rotation.determinant() - 1.0).abs() < 1e-12);
            assert!((of_i.determinant() - 1.0).abs() < 1e-12);
            d.marker(
                10,
                1,
                carom_base::Pose {
                    position: Vec3::zeros(),
                    rotation,
                },
            );
            d.marker(
                20,
                2,
                carom_base::Pose {
                    position: Vec3::zeros(),
                    rotation: of_i,
                },
            );
            let id = d.part_id(2);
            let spin = pin * 20.0;
            d.0.parts[id].angular_velocity = [Some(spin.x), Some(spin.y), Some(spin.z)];
            d.joint(1, kind, 20, 10);
            d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
                (f.size.pin_radius, f.size.friction_arm, f.yokes) = (radius, arm, Yokes::J);
            });
            let r = run(&d, Analysis::Dynamic, 1.0, 10, &options("radau", 1e-9));
            let lever = if along { arm } else { radius };
            for f in &r.frames {
                let w = 20.0 - 0.2 * lever * mass * G / inertia * f.time;
                let told = Vec3::from(f.bodies[0].angular_velocity);
                // 1e-7: error 1e-9 per step of numbers of the order of 10, over some ten steps
                assert!(
                    (told - pin * w).norm() < 1e-7,
                    "{kind:?} t={}: {told} {w}",
                    f.time
                );
            }
        }
    }
}

/// Two sliders of one block share its load in a way that rigid parts do not tell: a warning says so.
#[test]
fn redundant_joints_are_told() {
    let mut d = incline(0.5, 0.0, 0.1);
    d.joint(2, JointKind::Translational, 20, 10);
    d.friction(2, FrictionLaw::StickSlip(STICK_SLIP), |_| ());
    let mut told = Diagnostics::default();
    carom_dynamics::Simulation::assemble(&d.0, &mut told).expect("assembles");
    let names: Vec<_> = told.iter().map(|d| d.name).collect();
    assert_eq!(names, ["friction-redundant"], "{told:?}");
}

/// The largest friction bounds the force; friction that is not to act in statics does not.
#[test]
fn bounds() {
    let angle: f64 = 0.5;
    let mut d = incline(angle, 0.0, 0.1);
    d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |f| {
        f.largest_force = Some(1.5)
    });
    let r = run(&d, Analysis::Dynamic, 0.5, 5, &options("radau", 1e-9));
    let a = G * angle.sin() - 1.5 / 2.0;
    let last = r.frames.last().expect("frames");
    assert!((along(last, angle).1 - 0.1 - a * 0.5).abs() < 1e-8);
}

/// FRICTION() tells what acts: of a slider pushed beyond its friction, and of one that is held, by the closed forms; and what a frame tells of the element.
#[test]
fn the_function_tells_what_acts() {
    let variable = |d: &mut Deck, label: u32, text: &str| {
        let variable = Variable {
            tag: Tag::new("VARIABLE", label),
            initial: 0.0,
            function: Function::Expression(expression(text)),
        };
        d.0.variables.insert(variable).expect("a new label");
    };
    // z of the joint along x of ground, and the weight across it
    for (push, slides) in [(4.0, true), (2.0, false)] {
        let mut d = Deck::new(G);
        d.body(2, 1.0, [1.0; 3], turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
        d.marker(11, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
        d.joint(1, JointKind::Translational, 200, 11);
        d.friction(1, FrictionLaw::StickSlip(STICK_SLIP), |_| {});
        d.sforce(
            1,
            force::Kind::Translation,
            true,
            (200, 11),
            &format!("{push}"),
        );
        for (k, index) in [3, 9, 13, 16, 22, 1, 6, 12, 19].into_iter().enumerate() {
            variable(&mut d, k as u32 + 1, &format!("FRICTION(1,{index})"));
        }
        let record = run(&d, Analysis::Dynamic, 2.0, 20, &options("radau5", 1e-9));
        for f in &record.frames[1..] {
            let [force, mu, sticking, speed, creep] = f.variables[..5] else {
                panic!("five of nine")
            };
            // what the element exerts, ground axes: z of the joint is x
            let told = f.forces.last().expect("friction");
            assert!((told[0] - force).abs() < 1e-12, "{told:?} {force}");
            let velocity = f.bodies[0].velocity[0];
            assert!((speed - velocity).abs() < 1e-12, "{speed} {velocity}");
            assert!((force + mu * G).abs() < 1e-9, "{force} {mu}");
            assert!(
                f.variables[5..].iter().all(|x| *x == 0.0),
                "{:?}",
                f.variables
            );
            if slides {
                // beyond the transition the coefficient is that of sliding
                assert!(
                    (mu - 0.2).abs() < 1e-12 && sticking == 0.0 || f.time < 0.2,
                    "{mu}"
                );
            } else {
                assert!(
                    (sticking - mu.abs()).abs() < 1e-15 && creep > 0.0,
                    "{sticking} {creep}"
                );
                // held by then: the friction is the push
                assert!((force + push).abs() < 1e-6 || f.time < 1.5, "{force}");
            }
        }
    }
}

/// It is differentiated like all others: a force that looks at the friction of a joint, which looks at its reaction.
#[test]
fn forces_may_look_at_friction() {
    let mut d = everything(FrictionLaw::LuGre(BRISTLES));
    for (k, index) in [(1, 3), (2, 6), (3, 9), (4, 17), (5, 12), (6, 18)] {
        d.sforce(
            k,
            force::Kind::Translation,
            true,
            (200, 1),
            &format!("0.1*FRICTION({k},{index})"),
        );
    }
    let mut e = equations(&d);
    let y = scrambled(&mut e, 0.1);
    let (n, t) = (e.dimension(), 0.3);
    e.place(t, &y);
    e.initialize_modes_at_rest();
    let mut values = vec![0.0; e.pattern().len()];
    e.jacobian(t, &y, &mut values).expect("finite");
    let mut exact = vec![vec![0.0; n]; n];
    for ((r, c), v) in e.pattern().clone().entries().zip(&values) {
        exact[r][c] += v;
    }
    let (h, positions) = (1e-6, e.system.mechanism.positions);
    let mut seen = 0;
    for c in positions..n {
        // of velocities, states and multipliers, which are no coordinates of a chart
        let mut column = |x: f64| {
            let mut moved = y.clone();
            moved[c] += x;
            let mut f = vec![0.0; n];
            e.rhs(t, &moved, &mut f).expect("finite");
            f
        };
        let (high, low) = (column(h), column(-h));
        for r in positions..2 * positions {
            let slope = (high[r] - low[r]) / (2.0 * h);
            // Differences of second order with a step of 1e-6: rounding of 1e-10 of the size
            let bar = 1e-6 * (1.0 + slope.abs());
            assert!(
                (exact[r][c] - slope).abs() < bar,
                "{r} {c}: {} {slope}",
                exact[r][c]
            );
            seen += usize::from(slope != 0.0);
        }
    }
    assert!(seen > 100, "{seen}");
}
