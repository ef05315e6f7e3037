//! The Jacobian of the equations of motion against differences, on a mechanism with everything in it.
#![allow(non_snake_case)]

use crate::support;

use carom_base::{Diagnostics, Vec3};
use carom_dynamics::assemble::assemble;
use carom_dynamics::equations::Equations;
use carom_model::constraint::{Function, MotionDirection, MotionLevel, MotionTarget};
use carom_model::force::{BeamTheory, Damping, Kind};
use carom_model::*;
use carom_solve::Problem;
use std::sync::Arc;
use support::*;

fn function(text: &str) -> Function {
    Function::Expression(expression(text))
}

/// Three bodies, oblique markers, each kind of joint, force, motion and extra state.
fn everything() -> Deck {
    let mut d = Deck::new(9.81);
    d.body(
        2,
        1.3,
        [0.3, 0.2, 0.4],
        turned(0.4, -0.2, 0.3, [20.0, 40.0, -30.0]),
    );
    d.body(
        3,
        0.7,
        [0.1, 0.25, 0.2],
        turned(-0.5, 0.6, 0.1, [-50.0, 25.0, 10.0]),
    );
    d.body(
        4,
        2.0,
        [0.5, 0.4, 0.3],
        turned(0.1, 0.2, -0.9, [5.0, 60.0, 70.0]),
    );
    d.marker(11, 1, turned(0.1, 0.2, 0.3, [10.0, 20.0, 30.0]));
    d.marker(21, 2, turned(0.2, -0.1, 0.4, [15.0, -20.0, 35.0]));
    d.marker(31, 3, turned(-0.3, 0.2, 0.1, [40.0, 10.0, -25.0]));
    d.marker(41, 4, turned(0.3, 0.3, -0.2, [-10.0, 30.0, 55.0]));
    for (k, kind) in [
        JointKind::Fixed,
        JointKind::Universal,
        JointKind::Hooke,
        JointKind::ConstantVelocity,
        JointKind::Planar,
        JointKind::Screw { pitch: 0.3 },
        JointKind::RackPinion { diameter: 0.4 },
        JointKind::Cylindrical,
    ]
    .into_iter()
    .enumerate()
    {
        let (i, j) = [(21, 11), (21, 31), (41, 31), (41, 21)][k % 4];
        d.joint(k as u32 + 1, kind, i, j);
    }
    add_constraints(&mut d);
    add_functions(&mut d);
    add_elements(&mut d);
    d
}

fn add_constraints(d: &mut Deck) {
    d.0.general_constraints
        .insert(GeneralConstraint {
            tag: Tag::new("GCON", 1),
            i: None,
            function: carom_model::constraint::Function::Expression(expression(
                "DM(21,31)*SIN(AZ(21,31)) - 0.3*COS(TIME)",
            )),
        })
        .expect("a new label");
    d.0.general_constraints
        .insert(GeneralConstraint {
            tag: Tag::new("GCON", 2),
            i: None,
            function: carom_model::constraint::Function::Expression(expression(
                "DX(21,31)*WY(21,31) - VZ(41,31,21)*(1+TIME) + 0.3*VY(21)",
            )),
        })
        .expect("a new label");
    for (label, level) in [
        (1, MotionLevel::Displacement),
        (2, MotionLevel::Velocity),
        (3, MotionLevel::Acceleration),
    ] {
        let direction =
            [MotionDirection::B1, MotionDirection::B2, MotionDirection::Y][label as usize - 1];
        let motion = Motion {
            tag: Tag::new("MOTION", label),
            target: MotionTarget::Markers(d.marker_id(41), d.marker_id(11), direction),
            level,
            initial_displacement: Some(0.2),
            initial_velocity: Some(0.1),
            function: function("0.3*SIN(2*TIME+0.4)"),
        };
        d.0.motions.insert(motion).expect("a new label");
    }
}

/// Variables, states, and forces by functions.
fn add_functions(d: &mut Deck) {
    d.0.variables
        .insert(Variable {
            tag: Tag::new("VARIABLE", 1),
            initial: 0.0,
            function: function("DX(21,31,41)**2 + 3*DIF(1) + VM(41,11)"),
        })
        .expect("a new label");
    d.0.diffs
        .insert(Diff {
            tag: Tag::new("DIFF", 1),
            initial: 0.4,
            initial_rate: 0.0,
            implicit: false,
            static_hold: false,
            function: function("-2*DIF(1) + DY(41,21) + 0.1*VARVAL(1)"),
        })
        .expect("a new label");
    d.sforce(
        1,
        Kind::Translation,
        false,
        (21, 31),
        "-100*(DM(21,31)-0.2) - 3*VR(21,31) + VARVAL(1)",
    );
    d.sforce(
        2,
        Kind::Translation,
        true,
        (31, 41),
        "5*WZ(31,41,41) + DIF1(1)",
    );
    d.sforce(
        3,
        Kind::Rotation,
        false,
        (41, 11),
        "-4*AZ(41,11) + 0.2*SFORCE(1,0,3,41)",
    );
    let (i, rm, j) = (d.marker_id(31), d.marker_id(21), d.part_id(4));
    let components = [
        "DX(31,21)",
        "2*VZ(31,41,41,41)",
        "1.5",
        "WX(31,21,21)",
        "0.3",
        "DIF(1)",
    ];
    d.0.general_forces
        .insert(VectorForce {
            tag: Tag::new("GFORCE", 1),
            i,
            reaction: Some((j, None)),
            rm: Some(rm),
            components: components.map(|c| Some(function(c))),
            user: None,
        })
        .expect("a new label");
}

/// Springs, bushings and beams.
fn add_elements(d: &mut Deck) {
    for (label, kind) in [(1, Kind::Translation), (2, Kind::Rotation)] {
        let spring = SpringDamper {
            tag: Tag::new("SPRINGDAMPER", label),
            kind,
            i: d.marker_id(41),
            j: d.marker_id(21),
            stiffness: 30.0,
            damping: 2.0,
            preload: 1.0,
            length: 0.3,
        };
        d.0.spring_dampers.insert(spring).expect("a new label");
    }
    let bushing = Bushing {
        tag: Tag::new("BUSHING", 1),
        i: d.marker_id(21),
        j: d.marker_id(11),
        stiffness: [10.0, 20.0, 30.0, 4.0, 5.0, 6.0],
        damping: [1.0, 2.0, 3.0, 0.4, 0.5, 0.6],
        preload: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    };
    d.0.bushings.insert(bushing).expect("a new label");
    let beam = Beam {
        tag: Tag::new("BEAM", 1),
        i: d.marker_id(31),
        j: d.marker_id(11),
        length: 0.8,
        area: 0.01,
        ixx: 0.2,
        iyy: 0.3,
        izz: 0.25,
        e: 100.0,
        g: 40.0,
        asy: 1.2,
        asz: 1.1,
        damping: Damping::Ratio(0.02),
        theory: BeamTheory::Linear,
    };
    let string = Beam {
        tag: Tag::new("BEAM", 2),
        i: d.marker_id(21),
        theory: BeamTheory::String,
        ..beam.clone()
    };
    d.0.beams.insert(string).expect("a new label");
    d.0.beams.insert(beam).expect("a new label");
}

/// Everything, with circles of variables, implicit differential equations, and forces that feed on reactions, all of them coupled.
fn circles_and_loads() -> Deck {
    let mut d = everything();
    let variable = |d: &mut Deck, label, text: &str| {
        let variable = Variable {
            tag: Tag::new("VARIABLE", label),
            initial: 0.1,
            function: function(text),
        };
        d.0.variables.insert(variable).expect("a new label");
    };
    variable(&mut d, 7, "0.3*SIN(VARVAL(8)) + 0.2*DX(21,31) + 0.1*DIF(3)");
    variable(
        &mut d,
        8,
        "0.4*VARVAL(7)*DY(41,11) - 0.2*VARVAL(8)**3 + 0.05*JOINT(1,0,2,21)",
    );
    let diff = |d: &mut Deck, label, text: &str| {
        let diff = Diff {
            tag: Tag::new("DIFF", label),
            initial: 0.2,
            initial_rate: 0.1,
            implicit: true,
            static_hold: false,
            function: function(text),
        };
        d.0.diffs.insert(diff).expect("a new label");
    };
    // The rates of 2 and 3 and the state 4 depend on each other.
    diff(
        &mut d,
        2,
        "DIF1(2) + 0.3*DIF1(2)**3 + 0.2*DIF1(3) - DZ(31,11)*DIF(2) + DIF(4)",
    );
    diff(
        &mut d,
        3,
        "2*DIF1(3) - 0.5*DIF1(2) + VARVAL(7) + 0.1*DIF(3)",
    );
    diff(
        &mut d,
        4,
        "DIF(4) + 0.1*DIF(4)**3 - DIF(3)*VX(21,31) - 0.1*DIF1(2)",
    );
    d.sforce(
        5,
        Kind::Translation,
        false,
        (41, 31),
        "DIF(4) + 0.3*DIF1(2) + 2*VARVAL(8)",
    );
    let components = [
        Some("0.2*FM(31,21) + 0.1*FX(41,21,31)"),
        Some("-0.3*JOINT(2,1,3,41)*VARVAL(7)"),
        Some("0.1*MOTION(1,0,6,21) + 0.2*JOINT(4,0,8,0)"),
        None,
        Some("0.2*JPRIM(1,0,4,11)"),
        Some("0.1*GCON(1,0,2,0)"),
    ];
    let n = 12;
    let entry = |k: usize| ((k * k) % 17) as f64 * 0.3 - 2.0;
    let force = MultiPoint {
        tag: Tag::new("NFORCE", 1),
        markers: [21, 31].map(|m| d.marker_id(m)).into(),
        j: d.marker_id(41),
        stiffness: (0..n * n).map(entry).collect(),
        damping: (0..n * n).map(|k| 0.2 * entry(k + 5)).collect(),
        length: (0..n).map(|k| 0.01 * entry(k)).collect(),
        preload: (0..n).map(entry).collect(),
    };
    d.0.multi_points.insert(force).expect("a new label");
    let components = components.map(|c| c.filter(|c| !c.contains("JPRIM") && !c.contains("GCON")));
    d.vforce(6, 41, components.map(|c| c.map(function)));
    d
}

#[test]
fn jacobian_of_circles_and_loads_matches_differences() {
    compare(&circles_and_loads());
}

/// The same with forces, variables and differential equations that look at accelerations: two loops that feed each other, one of them
/// bent, and one through a circle of variables.
fn accelerations() -> Deck {
    let mut d = circles_and_loads();
    let mut variable = |label, text: &str| {
        let variable = Variable {
            tag: Tag::new("VARIABLE", label),
            initial: 0.1,
            function: function(text),
        };
        d.0.variables.insert(variable).expect("a new label");
    };
    variable(21, "0.3*ACCX(21,31,41,41) + 0.2*VARVAL(22)");
    variable(22, "20*SIN(VARVAL(21)/1000) + 0.02*WDTM(41,11)");
    let diff = Diff {
        tag: Tag::new("DIFF", 21),
        initial: 0.2,
        initial_rate: 0.1,
        implicit: false,
        static_hold: false,
        function: function("0.3*WDTY(31,21,41) - DIF(21)*VARVAL(22)"),
    };
    d.0.diffs.insert(diff).expect("a new label");
    let texts = [
        ((21, 31), "-0.4*ACCM(21,31) + VARVAL(21)"),
        (
            (41, 11),
            "-0.2*ACCZ(41,11,11) + 20*SIN(ACCY(31)/1000)*DX(21,31)",
        ),
        ((31, 11), "DIF(21) + 0.05*SFORCE(21,0,2,41)"),
    ];
    for (label, (markers, text)) in (21..).zip(texts) {
        d.sforce(label, Kind::Translation, false, markers, text);
    }
    d.sforce(24, Kind::Rotation, false, (41, 31), "-0.1*WDTZ(41,31,31)");
    d
}

#[test]
fn jacobian_of_accelerations_matches_differences() {
    // The loops have all forces in each of them.
    let largest = |f: &[f64]| f.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    compare_with(&accelerations(), |f, _| largest(f));
}

/// A point and a curve on curves, and gears on a moving carrier, none of them assembled.
fn curves_and_gears() -> Deck {
    let mut d = Deck::new(9.81);
    let oblique = turned(0.4, -0.2, 0.3, [20.0, 40.0, -30.0]);
    d.body(2, 1.3, [0.3, 0.2, 0.4], oblique);
    let tilted = turned(-0.5, 0.6, 0.1, [-50.0, 25.0, 10.0]);
    d.body(3, 0.7, [0.1, 0.25, 0.2], tilted);
    // Turned about y only: the planes of the two curves are parallel.
    d.body(
        4,
        2.0,
        [0.5, 0.4, 0.3],
        turned(0.05, 0.3, 0.95, [90.0, 20.0, -90.0]),
    );
    d.marker(21, 2, turned(0.2, -0.1, 0.4, [15.0, -20.0, 35.0]));
    d.marker(22, 2, turned(-0.3, 0.1, 0.2, [55.0, 30.0, 5.0]));
    d.marker(25, 2, turned(0.1, 0.3, -0.2, [35.0, 70.0, 15.0]));
    d.marker(31, 3, turned(-0.3, 0.2, 0.1, [40.0, 10.0, -25.0]));
    d.marker(41, 4, turned(0.3, 0.3, -0.2, [-10.0, 30.0, 55.0]));
    d.joint(1, JointKind::Revolute, 31, 21);
    d.joint(2, JointKind::Cylindrical, 22, 41);
    let gear = Gear {
        tag: Tag::new("GEAR", 1),
        joints: [1, 2].map(|j| d.0.joints.find(j).expect("the joint")),
        cv: d.marker_id(25),
    };
    d.0.gears.insert(gear).expect("a new label");
    let round = |a: f64, b: f64, c: f64| {
        let angle = (0..=16).map(|k| std::f64::consts::TAU * f64::from(k % 16) / 16.0);
        let point = |s: f64| [a * s.cos(), c * (2.0 * s).sin(), b * s.sin()];
        angle.map(point).collect::<Vec<_>>()
    };
    let curves = [
        round(0.5, 0.45, 0.0),
        round(0.3, 0.35, 0.0),
        round(0.4, 0.5, 0.2),
    ];
    for (label, points) in (1..).zip(curves) {
        let curve = Curve {
            tag: Tag::new("CURVE", label),
            points,
            closed: true,
            straight: false,
            routine: None,
        };
        d.0.curves.insert(curve).expect("a new label");
    }
    let curve = |d: &Deck, label| d.0.curves.find(label).expect("the curve");
    let cvcv = CurveOnCurve {
        tag: Tag::new("CVCV", 1),
        curves: [curve(&d, 2), curve(&d, 1)],
        rm: [d.marker_id(400), d.marker_id(1)],
        floats: [None; 2],
        start: [None; 2],
    };
    d.0.curves_on_curves.insert(cvcv).expect("a new label");
    let ptcv = PointOnCurve {
        tag: Tag::new("PTCV", 1),
        i: d.marker_id(31),
        curve: curve(&d, 3),
        rm: d.marker_id(21),
        jfloat: None,
        start: None,
        velocity: None,
    };
    d.0.points_on_curves.insert(ptcv).expect("a new label");
    d
}

/// A state away from every constraint, moving, with multipliers.
fn scrambled(e: &mut Equations) -> Vec<f64> {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1u32 << 31) - 0.5
    };
    for body in &mut e.now.bodies {
        body.v = Vec3::new(random(), random(), random());
        body.w = Vec3::new(random(), random(), random());
    }
    let mut y = e.unknowns();
    for x in &mut y[e.system.differential()..] {
        *x = random();
    }
    y
}

#[test]
fn jacobian_matches_differences() {
    compare(&everything());
}

#[test]
fn jacobian_of_curves_and_gears_matches_differences() {
    compare(&curves_and_gears());
}

fn compare(deck: &Deck) {
    compare_with(deck, |f, r| f[r].abs());
}

/// `terms`: how large the terms are that a row of the right-hand side is the sum of.
fn compare_with(deck: &Deck, terms: impl Fn(&[f64], usize) -> f64) {
    let mut d = Diagnostics::default();
    let system = assemble(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:#?}"));
    let mut e = Equations::new(Arc::new(system));
    e.start_turns();
    let y = scrambled(&mut e);
    let (n, m) = (e.dimension(), e.system.rows.len());
    // μ = 0, as on the solution: the Jacobian leaves out what depends on it.
    let mut y = y;
    y[e.differential() + m..].fill(0.0);
    let t = 0.3;
    e.place(t, &y);
    e.initialize_modes_at_rest();
    let mut values = vec![0.0; e.pattern().len()];
    e.jacobian(t, &y, &mut values).expect("finite");
    let mut exact = vec![vec![0.0; n]; n];
    for ((r, c), v) in e.pattern().clone().entries().zip(&values) {
        exact[r][c] += v;
    }
    let work = e.differential() - 1;
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
        // The row of the work leaves out the power of driven constraints; Newton converges without it.
        for r in (0..n).filter(|r| *r != work) {
            let slope = (plus[r] - minus[r]) / (2.0 * h);
            let size = 1.0 + slope.abs() + exact[r][c].abs();
            // Truncation h²·|f'''|, and a few roundings of f over the distance.
            let rounding = 8.0 * f64::EPSILON * (terms(&plus, r) + 1.0) / h;
            assert!(
                (exact[r][c] - slope).abs() < 2e-8 * size + rounding,
                "d {} / d {}: {} against {slope}",
                r,
                e.system.unknown_name(c),
                exact[r][c]
            );
        }
    }
}

/// G·a = γ is the time derivative of the velocity constraints: checked by moving along the accelerations.
#[test]
fn accelerations_keep_the_velocity_constraints() {
    let deck = everything();
    let mut d = Diagnostics::default();
    let mut system = assemble(&deck.0, &mut d).expect("assembles");
    system.rows = (0..9).collect(); // no more rows than unknowns
    let mut e = Equations::new(Arc::new(system));
    e.start_turns();
    let y = scrambled(&mut e);
    let (t, nd) = (0.3, e.differential());
    e.settle(t, &y).expect("accelerations exist");
    let mut dy = vec![0.0; nd];
    e.derivative(t, &y[..nd], &mut dy).expect("finite");

    // M·a = F + Gᵀ·λ, with the forces as the implicit methods sum them.
    let mut with_multipliers = y.clone();
    with_multipliers[nd..].fill(0.0);
    with_multipliers[nd..nd + 9].copy_from_slice(&e.kkt.lambda);
    let mut f = vec![0.0; e.dimension()];
    e.rhs(t, &with_multipliers, &mut f).expect("finite");
    let mut inertia = vec![0.0; e.dimension()];
    let mut padded = dy.clone();
    padded.resize(e.dimension(), 0.0);
    e.mass().multiply_into(&padded, &mut inertia);
    let n = e.system.mechanism.positions;
    for k in n..2 * n {
        // 1e-10: rounding of forces of some hundred newtons, grown by the condition of the constraints
        let miss = (inertia[k] - f[k]).abs();
        assert!(
            miss < 1e-10 * (1.0 + f[k].abs()),
            "{}: {miss:e}",
            e.system.unknown_name(k)
        );
    }

    let h = 1e-6;
    let mut side = |sign: f64| {
        let moved: Vec<f64> = y[..nd]
            .iter()
            .zip(&dy)
            .map(|(y, d)| y + sign * h * d)
            .collect();
        e.look(t + sign * h, &moved).expect("finite");
        e.constraint_rates().to_vec()
    };
    let (plus, minus) = (side(1.0), side(-1.0));
    for row in 0..9 {
        // 1e-8: rounding 1e-16·|a|/h and truncation h² times third derivatives
        let slope = (plus[row] - minus[row]) / (2.0 * h);
        assert!(slope.abs() < 1e-8, "row {row}: {slope:e}");
    }
}
