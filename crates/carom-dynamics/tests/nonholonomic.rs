//! Constraints on velocities: a skate on a slope, a ball on a turntable, a driven cart; what is refused.

use crate::support;

use carom_base::Diagnostics;
use carom_dynamics::{RunError, Simulation};
use carom_model::analysis::{Analysis, Command, End};
use carom_model::{GeneralConstraint, JointKind, Tag};
use support::*;

/// The integrators, the error to ask of each, and what its motion may miss: the global error of some hundred steps at a local one, times
/// ten; methods of low order are held to their own error at that price.
const METHODS: [(&str, f64, f64); 10] = [
    ("dop853", 1e-11, 1e-9),
    ("rkf45", 1e-10, 1e-8),
    ("radau", 1e-10, 1e-8),
    ("radau5", 1e-9, 1e-7),
    ("abam", 1e-9, 1e-6),
    ("gstiff", 1e-8, 1e-5),
    ("wstiff", 1e-8, 1e-5),
    ("gstiff_i3", 1e-8, 1e-5),
    ("wstiff_i3", 1e-8, 1e-5),
    ("hht", 1e-7, 1e-3),
];

fn keep(d: &mut Deck, label: u32, i: u32, function: &str) {
    let constraint = GeneralConstraint {
        tag: Tag::new("GCON", label),
        i: Some(d.marker_id(i)),
        function: carom_model::constraint::Function::Expression(expression(function)),
    };
    d.0.general_constraints
        .insert(constraint)
        .expect("a new label");
}

/// A blade on a slope that falls along x with the acceleration A, released at rest with a spin W: it moves along its own x axis only.
const A: f64 = 3.0;
const W: f64 = 2.0;
const MASS: f64 = 0.8;

fn skate() -> Deck {
    let mut d = Deck::new(0.0);
    d.0.gravity = [A, 0.0, -9.0];
    d.body(2, MASS, [0.01, 0.02, 0.03], at(0.0, 0.0, 0.0));
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity[2] = Some(W);
    d.joint(1, JointKind::Planar, 200, 1);
    keep(&mut d, 1, 200, "VY(200,1,200)");
    d
}

/// `x = A/(2W²)·sin² Wt`, `y = A/(2W²)·(Wt − sin Wt·cos Wt)`, and the blade is held across by `2·m·A·sin Wt`: it drifts sideways and never comes
/// down. (Yu. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, section II.2.)
#[test]
fn skate_on_a_slope() {
    for (integrator, error, bound) in METHODS {
        let r = run(
            &skate(),
            Analysis::Dynamic,
            2.0,
            20,
            &options(integrator, error),
        );
        assert_eq!(r.frames.len(), 21, "{integrator}");
        for f in &r.frames {
            let (s, c) = (W * f.time).sin_cos();
            let k = A / (2.0 * W * W);
            let exact = [k * s * s, k * (W * f.time - s * c), 0.0];
            let b = &f.bodies[0];
            for (x, e) in b.position.iter().zip(exact) {
                let miss = (x - e).abs();
                assert!(miss < bound, "{integrator} t={}: {miss:e}", f.time);
            }
            let across = 2.0 * MASS * A * s;
            let [fx, fy, fz, ..] = f.joints[1];
            let miss = [fx + across * s, fy - across * c, fz];
            // Forces are one derivative of velocities away, and depend on them by W.
            assert!(
                miss.iter().all(|m| m.abs() < 100.0 * bound),
                "{integrator} t={}: {miss:?}",
                f.time
            );
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(
            miss.abs() < 10.0 * bound * scale,
            "{integrator}: {miss:e} of {scale}"
        );
    }
}

/// A homogeneous ball that rolls on a turntable of angular velocity Ω has `v' = 2/7·Ω×v`: its centre goes round a circle of its own, with
/// two sevenths of the speed of the table.
#[test]
fn ball_on_a_turntable() {
    let (radius, mass, table) = (0.1, 0.5, 3.0);
    let i = 0.4 * mass * radius * radius;
    let mut d = Deck::new(9.81);
    d.body(2, mass, [i, i, i], at(0.5, 0.0, radius));
    let id = d.part_id(2);
    // It rolls from the start: what is given leaves nothing to find.
    d.0.parts[id].velocity = [Some(0.2), Some(0.4), None];
    d.0.parts[id].angular_velocity = [Some((table * 0.5 - 0.4) / radius), Some(0.2 / radius), None];
    d.marker(10, 1, at(0.0, 0.0, radius));
    d.joint(1, JointKind::InPlane, 200, 10);
    keep(
        &mut d,
        1,
        200,
        &format!("VX(200)-{radius}*WY(200)+{table}*DY(200)"),
    );
    keep(
        &mut d,
        2,
        200,
        &format!("VY(200)+{radius}*WX(200)-{table}*DX(200)"),
    );
    let w = 2.0 / 7.0 * table;
    let by = ["dop853", "radau5", "gstiff", "gstiff_i3"];
    for (integrator, error, bound) in METHODS.into_iter().filter(|m| by.contains(&m.0)) {
        let r = run(&d, Analysis::Dynamic, 1.0, 10, &options(integrator, error));
        for f in &r.frames {
            let (s, c) = (w * f.time).sin_cos();
            // ∫ of the turning velocity (0.2, 0.4)
            let exact = [
                0.5 + (0.2 * s - 0.4 * (1.0 - c)) / w,
                (0.2 * (1.0 - c) + 0.4 * s) / w,
                radius,
            ];
            let miss = f.bodies[0]
                .position
                .iter()
                .zip(exact)
                .map(|(x, e)| (x - e).abs());
            let worst = miss.fold(0.0, f64::max);
            assert!(worst < bound, "{integrator} t={}: {worst:e}", f.time);
        }
    }
}

/// A velocity that a function of time prescribes: the constraint works as a drive does, and its work is in the balance of energy.
#[test]
fn driven_cart() {
    let mut d = Deck::new(9.81);
    d.body(2, MASS, [0.1, 0.1, 0.1], at(0.0, 0.0, 0.0));
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.joint(1, JointKind::Translational, 20, 10);
    keep(&mut d, 1, 200, "2*VX(200)-3*TIME**2");
    for integrator in ["dop853", "radau"] {
        let r = run(&d, Analysis::Dynamic, 2.0, 10, &options(integrator, 1e-11));
        for f in &r.frames {
            // v = 3/2·t², x = t³/2, F = m·3·t. 1e-10: ten times the error of a step, which is exact for cubics
            assert!((f.bodies[0].position[0] - 0.5 * f.time.powi(3)).abs() < 1e-10);
            assert!(
                (f.joints[1][0] - 3.0 * MASS * f.time).abs() < 1e-9,
                "{integrator}"
            );
        }
        let [miss, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(miss.abs() < 1e-9 * scale, "{miss:e} of {scale}");
    }
}

/// Names of the diagnostics of a skate with this constraint in the place of its own.
fn names(function: &str) -> Vec<&'static str> {
    let mut d = skate();
    keep(&mut d, 2, 200, function);
    let mut diagnostics = Diagnostics::default();
    assert!(
        Simulation::assemble(&d.0, &mut diagnostics).is_none(),
        "{function}"
    );
    diagnostics.iter().map(|d| d.name).collect()
}

#[test]
fn refused() {
    assert_eq!(names("VX(200)*VX(200)-1"), ["constraint-velocities"]);
    assert_eq!(names("VM(200)-TIME"), ["constraint-velocities"]);
    assert_eq!(names("ACCX(200)"), ["constraint-input"]);
    // Linear with factors that depend on positions and time.
    let mut d = skate();
    keep(
        &mut d,
        2,
        200,
        "VX(200)*SIN(AZ(200))-EXP(TIME)*VY(200)*COS(AZ(200))",
    );
    assemble(&d);
}

/// What it would mean for an equilibrium, or for small motions about one, is not known to these analyses; they say so and do not go on.
#[test]
fn other_analyses() {
    for analysis in [Analysis::Static, Analysis::Linear] {
        let command = Command::Simulate {
            analysis,
            end: None,
            output: None,
            span: carom_base::Span::NONE,
        };
        let mut record = Record::default();
        let Err(RunError { message, .. }) =
            assemble(&skate()).execute(&command, &options("radau", 1e-6), &mut record)
        else {
            panic!("{analysis:?} went on");
        };
        assert!(
            message.starts_with("GCON/1 restricts velocities"),
            "{message}"
        );
    }
    // Without freedoms left it is integrated all the same.
    let mut d = skate();
    keep(&mut d, 2, 200, "VX(200,1,200)-1");
    keep(&mut d, 3, 200, "WZ(200)-2");
    let command = Command::Simulate {
        analysis: Analysis::Transient,
        end: Some(End::Time(1.0)),
        output: None,
        span: carom_base::Span::NONE,
    };
    let mut record = Record::default();
    let ran = assemble(&d).execute(&command, &options("radau", 1e-10), &mut record);
    ran.expect("it goes round a circle");
    let [x, y, _] = record.frames.last().expect("an end").bodies[0].position;
    // 1e-8: see METHODS
    assert!(
        (x - 0.5 * 2.0_f64.sin()).abs() < 1e-8 && (y - 0.5 * (1.0 - 2.0_f64.cos())).abs() < 1e-8
    );
}
