//! Linear equations: against closed forms, at rest and in motion.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters, VolumeParameters};

use carom_base::Span;
use carom_dynamics::{EventRow, Frame, Layout, Observer, Progress, RunOptions, Statistics};
use carom_model::analysis::{Analysis, Command, LinearSettings};
use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
use carom_model::force::{Friction, Kind, NormalLaw};
use carom_model::graphics::{Graphic, Shape};
use carom_model::run::Linearization;
use carom_model::{Contact, Diff, JointKind, Motion, Plant, Tag, Variable};
use nalgebra::{Complex, DMatrix};
use support::*;

/// Keeps what linear analyses found.
#[derive(Default)]
struct Found(Vec<Linearization>);

impl Observer for Found {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, _: &EventRow) {}
    fn linear(&mut self, l: &Linearization) {
        self.0.push(l.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

/// Linearizes at the start with all inputs, outputs and states that the deck has.
fn linear(d: &Deck) -> Linearization {
    let settings = LinearSettings {
        inputs: d.0.plant_inputs.ids().collect(),
        outputs: d.0.plant_outputs.ids().collect(),
        states: d.0.plant_states.ids().collect(),
        ..LinearSettings::default()
    };
    linear_with(d, settings).expect("linear equations")
}

fn linear_with(d: &Deck, settings: LinearSettings) -> Result<Linearization, String> {
    let mut found = Found::default();
    let command = Command::Linear(settings, Span::NONE);
    assemble(d)
        .execute(&command, &RunOptions::default(), &mut found)
        .map_err(|e| e.message)?;
    Ok(found.0.remove(0))
}

fn variable(d: &mut Deck, label: u32, f: &str) {
    let v = Variable {
        tag: Tag::new("VARIABLE", label),
        initial: 0.0,
        function: Function::Expression(expression(f)),
    };
    d.0.variables.insert(v).expect("a new label");
}

fn plant(d: &Deck, name: &'static str, variables: &[u32]) -> Plant {
    let find = |l: &u32| d.0.variables.find(*l).expect("a variable");
    Plant {
        tag: Tag::new(name, 1),
        variables: variables.iter().map(find).collect(),
    }
}

/// Eigenvalues with Im ≥ 0, ascending by imaginary, then real part.
fn upper(l: &Linearization) -> Vec<[f64; 2]> {
    l.eigenvalues
        .iter()
        .copied()
        .filter(|v| v[1] >= 0.0)
        .collect()
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!(
        (a - b).abs() <= tolerance,
        "{a} is not {b} within {tolerance:e}"
    );
}

/// Masses between two walls, joined by equal springs and dampers: ω = 2·√(k/m)·sin(jπ/(2(n + 1))), and each mode is damped
/// by λ² + (c/k)·ω²·λ + ω² = 0.
#[test]
fn a_chain_of_springs() {
    let (n, m, k, c) = (4, 0.7, 30.0, 0.05);
    let mut d = Deck::new(0.0);
    for b in 0..n {
        let label = b + 2;
        d.body(label, m, [1.0; 3], at(0.0, 0.0, f64::from(b)));
        d.marker(label, 1, at(0.0, 0.0, f64::from(b)));
        d.joint(label, JointKind::Translational, label * 100, label);
    }
    d.marker(90, 1, at(0.0, 0.0, f64::from(n)));
    d.marker(91, 1, at(0.0, 0.0, -1.0));
    for s in 0..=n {
        let mark = |b: u32| if b == n { 90 } else { (b + 2) * 100 };
        let (i, j) = (mark(s), if s == 0 { 91 } else { mark(s - 1) });
        let f = format!("-{k}*(DZ({i},{j})-1)-{c}*VZ({i},{j})");
        d.sforce(s + 1, Kind::Translation, false, (i, j), &f);
    }
    let l = linear(&d);
    let found = upper(&l);
    assert_eq!(found.len(), n as usize);
    for (j, [re, im]) in found.iter().enumerate() {
        let angle = std::f64::consts::PI * (j as f64 + 1.0) / (2.0 * (f64::from(n) + 1.0));
        let w2 = 4.0 * k / m * angle.sin().powi(2);
        let half = 0.5 * c / k * w2;
        // 1e-12: rounding of a matrix of size 10²
        close(*re, -half, 1e-12);
        close(*im, (w2 - half * half).sqrt(), 1e-12);
    }
    // The slowest mode is a half wave: neighbours move together, the largest by one.
    let shape: Vec<f64> = l.modes[0].bodies.iter().map(|b| b[2][0]).collect();
    let wave = |b: f64| (std::f64::consts::PI * (b + 1.0) / (f64::from(n) + 1.0)).sin();
    for (b, x) in shape.iter().enumerate() {
        close(*x, wave(b as f64) / wave(1.0), 1e-10);
    }
    // Without damping the real parts vanish.
    let settings = LinearSettings {
        damping: false,
        ..LinearSettings::default()
    };
    let undamped = linear_with(&d, settings).expect("linear equations");
    for v in &undamped.eigenvalues {
        close(v[0], 0.0, 1e-12);
    }
}

/// Numbers of a double pendulum of two bodies: mass, inertia about the centre, centre below the hinge, length.
const ONE: [f64; 4] = [1.3, 0.02, 0.4, 0.9];
const TWO: [f64; 4] = [0.8, 0.05, 0.5, 1.0];
const G: f64 = 9.81;

/// A double pendulum in the xz plane at angles from the vertical, with rates. Variables 1 and 2 are its angles.
fn double_pendulum(angles: [f64; 2], rates: [f64; 2]) -> Deck {
    let mut d = Deck::new(G);
    let degrees = angles.map(f64::to_degrees);
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    let along = |a: f64, r: f64| (r * a.sin(), -r * a.cos());
    let speed = |a: f64, r: f64, w: f64| [w * r * a.cos(), w * r * a.sin()];
    let hinge = along(angles[0], ONE[3]);
    let c = [along(angles[0], ONE[2]), along(angles[1], TWO[2])];
    let c = [c[0], (hinge.0 + c[1].0, hinge.1 + c[1].1)];
    let v1 = speed(angles[0], ONE[2], rates[0]);
    let (vh, v2) = (
        speed(angles[0], ONE[3], rates[0]),
        speed(angles[1], TWO[2], rates[1]),
    );
    let v = [v1, [vh[0] + v2[0], vh[1] + v2[1]]];
    for (k, body) in [ONE, TWO].into_iter().enumerate() {
        let label = k as u32 + 2;
        d.body(
            label,
            body[0],
            [body[1], 0.01, body[1]],
            turned(c[k].0, 0.0, c[k].1, [0.0, 90.0, degrees[k]]),
        );
        d.marker(label * 10, label, at(0.0, body[2], 0.0));
        let id = d.part_id(label);
        d.0.parts[id].velocity = [Some(v[k][0]), Some(0.0), Some(v[k][1])];
        d.0.parts[id].angular_velocity = [Some(0.0), Some(0.0), Some(rates[k])];
    }
    d.marker(21, 2, at(0.0, ONE[2] - ONE[3], 0.0));
    d.joint(1, JointKind::Revolute, 20, 10);
    d.joint(2, JointKind::Revolute, 30, 21);
    variable(&mut d, 1, "AZ(20,10)");
    variable(&mut d, 2, "AZ(30,10)");
    d
}

/// Its accelerations, from Lagrange's equations.
fn accelerations(a: [f64; 2], w: [f64; 2]) -> [f64; 2] {
    let ([m1, i1, c1, l], [m2, i2, c2, _]) = (ONE, TWO);
    let (s, c) = (a[0] - a[1]).sin_cos();
    let h = m2 * l * c2;
    let mass = [
        [i1 + m1 * c1 * c1 + m2 * l * l, h * c],
        [h * c, i2 + m2 * c2 * c2],
    ];
    let force = [
        -h * s * w[1] * w[1] - (m1 * c1 + m2 * l) * G * a[0].sin(),
        h * s * w[0] * w[0] - m2 * c2 * G * a[1].sin(),
    ];
    let det = mass[0][0] * mass[1][1] - mass[0][1] * mass[1][0];
    [
        (mass[1][1] * force[0] - mass[0][1] * force[1]) / det,
        (mass[0][0] * force[1] - mass[1][0] * force[0]) / det,
    ]
}

/// Hanging at rest: ω² from det(K − ω²·M) = 0.
#[test]
fn a_double_pendulum() {
    let l = linear(&double_pendulum([0.0; 2], [0.0; 2]));
    let ([m1, i1, c1, length], [m2, i2, c2, _]) = (ONE, TWO);
    let (a, b, h) = (
        i1 + m1 * c1 * c1 + m2 * length * length,
        i2 + m2 * c2 * c2,
        m2 * length * c2,
    );
    let (p, q) = ((m1 * c1 + m2 * length) * G, m2 * c2 * G);
    // (p − a·x)(q − b·x) = h²·x²
    let (x2, x1) = (a * b - h * h, -(a * q + b * p));
    let root = (x1 * x1 - 4.0 * x2 * p * q).sqrt();
    let found = upper(&l);
    for (value, x) in found
        .iter()
        .zip([(-x1 - root) / (2.0 * x2), (-x1 + root) / (2.0 * x2)])
    {
        // 1e-12: rounding
        close(value[0], 0.0, 1e-12);
        close(value[1], x.sqrt(), 1e-12);
    }
    assert_eq!(l.largest_velocity, 0.0);
    close(l.largest_acceleration, 0.0, 1e-13);
}

/// Swinging, with the angles as states: the state matrix is the derivative of Lagrange's equations.
#[test]
fn a_double_pendulum_in_motion() {
    let (angles, rates) = ([0.7, -1.1], [2.0, -3.0]);
    let mut d = double_pendulum(angles, rates);
    let states = plant(&d, "PSTATE", &[1, 2]);
    d.0.plant_states.insert(states).expect("a new label");
    let l = linear(&d);
    assert_eq!(
        l.states,
        [
            "VARIABLE/1",
            "VARIABLE/2",
            "rate of VARIABLE/1",
            "rate of VARIABLE/2"
        ]
    );
    let h = 1e-5;
    for column in 0..4 {
        let moved = |h: f64| {
            let (mut a, mut w) = (angles, rates);
            if column < 2 {
                a[column] += h;
            } else {
                w[column - 2] += h;
            }
            accelerations(a, w)
        };
        let (plus, minus) = (moved(h), moved(-h));
        for row in 0..2 {
            let exact = (plus[row] - minus[row]) / (2.0 * h);
            // 1e-8: third derivatives of size 10² times h²
            close(l.a[2 + row][column], exact, 1e-8);
            let trivial = f64::from(u8::from(column == row + 2));
            close(l.a[row][column], trivial, 1e-13);
        }
    }
    assert!(l.largest_velocity > 1.0);
    // The states of the bodies themselves are others, and as many.
    let own = linear_with(&d, LinearSettings::default()).expect("linear equations");
    assert_eq!(own.states.len(), 4);
    assert!(
        own.states.iter().all(|s| s.contains("PART/")),
        "{:?}",
        own.states
    );
}

/// A pendulum on a turntable, hinged on its axis and driven at a constant speed Ω: a steady motion. With inertias A about
/// the hinge and across, C along the rod, (A + m·l²)·θ'' = (Ω²·(A + m·l² − C) − m·g·l)·θ about the bottom.
#[test]
fn steady_turning_is_as_good_as_rest() {
    let (m, a, c, r, speed) = (1.2, 0.03, 0.01, 0.6, 3.0);
    let mut d = Deck::new(G);
    d.body(2, 2.0, [0.5; 3], at(0.0, 0.0, 0.0));
    d.body(3, m, [a, a, c], at(0.0, 0.0, -r));
    d.joint(1, JointKind::Revolute, 200, 1);
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    d.marker(30, 3, turned(0.0, 0.0, r, [0.0, 90.0, 0.0]));
    d.joint(2, JointKind::Revolute, 30, 20);
    let motion = Motion {
        tag: Tag::new("MOTION", 1),
        target: MotionTarget::Joint(d.0.joints.find(1).expect("joint"), Freedom::Rotation),
        level: MotionLevel::Displacement,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression(&format!("{speed}*TIME"))),
    };
    d.0.motions.insert(motion).expect("a new label");
    let j = a + m * r * r;
    let square = (m * G * r - speed * speed * (j - c)) / j;
    let rest = linear(&d);
    assert_eq!(rest.states.len(), 2);
    close(upper(&rest)[0][1], square.sqrt(), 1e-12);
    close(upper(&rest)[0][0], 0.0, 1e-12);
    // The same after a turn of any angle.
    let mut simulation = assemble(&d);
    let mut found = Found::default();
    for command in [
        Command::Simulate {
            analysis: Analysis::Dynamic,
            end: Some(carom_model::analysis::End::Time(0.37)),
            output: None,
            span: Span::NONE,
        },
        Command::Linear(LinearSettings::default(), Span::NONE),
    ] {
        simulation
            .execute(&command, &options("radau", 1e-10), &mut found)
            .expect("it runs");
    }
    // 1e-8: the state reached, with an error of 1e-10 a step
    close(upper(&found.0[0])[0][1], square.sqrt(), 1e-8);
}

/// G(s) = C·(s·I − A)⁻¹·B + D
fn transfer(l: &Linearization, s: Complex<f64>) -> DMatrix<Complex<f64>> {
    let (n, p, q) = (l.a.len(), l.inputs.len(), l.outputs.len());
    let real = |m: &[Vec<f64>], r: usize, c: usize| {
        DMatrix::from_fn(r, c, |i, j| Complex::new(m[i][j], 0.0))
    };
    let matrix = DMatrix::from_diagonal_element(n, n, s) - real(&l.a, n, n);
    let x = matrix
        .lu()
        .solve(&real(&l.b, n, p))
        .expect("s is no eigenvalue");
    real(&l.c, q, n) * x + real(&l.d, q, p)
}

/// A mass on a spring and damper, pushed along z through a filter (a DIFF), along x directly. Outputs: position, speed and
/// acceleration, the force of the joint that holds x.
#[test]
fn a_plant_with_a_filter() {
    let (m, c, k, lag) = (2.0, 0.3, 50.0, 0.1);
    let mut d = Deck::new(0.0);
    d.body(2, m, [1.0; 3], at(0.0, 0.0, 0.0));
    d.joint(1, JointKind::Translational, 200, 1);
    variable(&mut d, 1, "0");
    variable(&mut d, 2, "0");
    variable(&mut d, 3, "DZ(200)");
    variable(&mut d, 4, "VZ(200)");
    variable(&mut d, 5, "ACCZ(200)");
    variable(&mut d, 6, "JOINT(1,0,2,0)");
    let filter = Diff {
        tag: Tag::new("DIFF", 1),
        initial: 0.0,
        initial_rate: 0.0,
        implicit: false,
        static_hold: false,
        function: Function::Expression(expression(&format!("(VARVAL(1)-DIF(1))/{lag}"))),
    };
    d.0.diffs.insert(filter).expect("a new label");
    let f = format!("DIF(1)-{k}*DZ(200)-{c}*VZ(200)");
    d.sforce(1, Kind::Translation, true, (200, 1), &f);
    d.marker(40, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.sforce(2, Kind::Translation, true, (200, 40), "VARVAL(2)");
    let (inputs, outputs) = (
        plant(&d, "PINPUT", &[1, 2]),
        plant(&d, "POUTPUT", &[3, 4, 5, 6]),
    );
    d.0.plant_inputs.insert(inputs).expect("a new label");
    d.0.plant_outputs.insert(outputs).expect("a new label");
    let l = linear(&d);
    assert_eq!(l.states, ["PART/2: z", "rate of PART/2: z", "DIFF/1"]);
    for s in [
        Complex::new(0.0, 3.0),
        Complex::new(-0.4, 7.0),
        Complex::new(2.0, 0.0),
    ] {
        let g = transfer(&l, s);
        let position = (s * lag + 1.0).inv() / (s * s * m + s * c + k);
        let expected = [
            position,
            position * s,
            position * s * s,
            Complex::new(0.0, 0.0),
        ];
        for (row, e) in expected.iter().enumerate() {
            // 1e-14: rounding of numbers below one
            close((g[(row, 0)] - e).norm(), 0.0, 1e-14);
        }
        // The push along x meets the joint alone.
        for row in 0..3 {
            close(g[(row, 1)].norm(), 0.0, 1e-14);
        }
        close((g[(3, 1)] + Complex::new(1.0, 0.0)).norm(), 0.0, 1e-14);
    }
    let real: Vec<f64> = l
        .eigenvalues
        .iter()
        .filter(|v| v[1] == 0.0)
        .map(|v| v[0])
        .collect();
    close(real[0], -1.0 / lag, 1e-12);
}

/// An implicit differential equation with the input inside of a circle: `3.5·x' + sin x' + 7·x = v`, `v = v/2 + u`.
#[test]
fn implicit_equations() {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    variable(&mut d, 1, "0.5*VARVAL(1)");
    variable(&mut d, 2, "DIF(1)");
    let diff = Diff {
        tag: Tag::new("DIFF", 1),
        initial: 0.0,
        initial_rate: 0.0,
        implicit: true,
        static_hold: false,
        function: Function::Expression(expression(
            "3.5*DIF1(1) + SIN(DIF1(1)) + 7*DIF(1) - VARVAL(1)",
        )),
    };
    d.0.diffs.insert(diff).expect("a new label");
    let (inputs, outputs) = (plant(&d, "PINPUT", &[1]), plant(&d, "POUTPUT", &[2]));
    d.0.plant_inputs.insert(inputs).expect("a new label");
    d.0.plant_outputs.insert(outputs).expect("a new label");
    let l = linear(&d);
    let s = Complex::new(0.3, 2.0);
    let expected = (s * 4.5 + 7.0).inv() * 2.0;
    // 1e-14: rounding of numbers below one
    close((transfer(&l, s)[(0, 0)] - expected).norm(), 0.0, 1e-14);
}

/// A point on a rod of length r that an expression holds: ω² = g/r, all of it the stiffness of the multiplier.
#[test]
fn a_pendulum_by_an_expression() {
    let r = 0.7;
    let mut d = Deck::new(G);
    d.body(2, 1.5, [0.1; 3], at(0.0, 0.0, -r));
    d.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, 90.0, 0.0]));
    d.joint(1, JointKind::Orientation, 200, 1);
    d.joint(2, JointKind::InPlane, 200, 11);
    let rod = carom_model::GeneralConstraint {
        tag: Tag::new("GCON", 1),
        i: None,
        function: carom_model::constraint::Function::Expression(expression(&format!(
            "DX(200)**2+DZ(200)**2-{}",
            r * r
        ))),
    };
    d.0.general_constraints.insert(rod).expect("a new label");
    let found = upper(&linear(&d));
    assert_eq!(found.len(), 1);
    close(found[0][1], (G / r).sqrt(), 1e-12);
    close(found[0][0], 0.0, 1e-12);
}

/// States that say nothing new, or are no functions of positions, are refused by name.
#[test]
fn states_that_are_none() {
    let with = |variables: &[u32], f: &str| {
        let mut d = double_pendulum([0.1, 0.2], [0.0; 2]);
        variable(&mut d, 3, f);
        let states = plant(&d, "PSTATE", variables);
        d.0.plant_states.insert(states).expect("a new label");
        let settings = LinearSettings {
            states: d.0.plant_states.ids().collect(),
            ..LinearSettings::default()
        };
        linear_with(&d, settings).expect_err("refused")
    };
    assert!(with(&[1, 3], "2*AZ(20,10)").contains("VARIABLE/3"));
    assert!(with(&[3], "WZ(20,10)").contains("depends on a velocity"));
    assert!(with(&[1, 2, 3], "DX(20,10)").contains("2 degrees of freedom"));
}

/// By the real part; where that is equal but for rounding, by the imaginary part.
fn sort(values: &mut [[f64; 2]]) {
    values.sort_by(|a, b| {
        let near = (a[0] - b[0]).abs() < 1e-6;
        let order = if near {
            a[1].partial_cmp(&b[1])
        } else {
            a[0].partial_cmp(&b[0])
        };
        order.expect("numbers")
    });
}

/// A block that lies on a plate: the spring k·pᵉ about its depth with the full damper above, the drag of friction at rest, μ_s·N·3/(2·v_s), along
/// it.
#[test]
fn a_closed_contact() {
    let (k, c, n, vs): (f64, f64, f64, f64) = (1e6, 40.0, 2.0 * 9.80665, 0.01);
    let mut d = Deck::new(9.80665);
    let depth = (n / k).powf(1.0 / 1.5);
    d.body(2, 2.0, [1e-3; 3], at(0.0, 0.0, 0.01 - depth));
    d.marker(11, 1, at(-1.0, -1.1, -0.05));
    d.marker(21, 2, at(-0.02, -0.02, -0.01));
    d.joint(1, JointKind::Orientation, 200, 1);
    let mut shape = |label: u32, marker: u32, lengths: [f64; 3]| {
        let graphic = Graphic {
            tag: Tag::new("GRAPHICS", label),
            marker: Some(d.marker_id(marker)),
            shape: Shape::BoxFromCorner(lengths),
            cavity: false,
        };
        d.0.graphics.insert(graphic).expect("a new label")
    };
    let (i, j) = (
        shape(1, 21, [0.04, 0.04, 0.02]),
        shape(2, 11, [2.0, 2.0, 0.05]),
    );
    let mut contact = Contact {
        tag: Tag::new("CONTACT", 1),
        i: vec![i],
        j: vec![j],
        flipped: Vec::new(),
        normal: NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: k,
            exponent: 1.5,
            damping: c,
            dmax: 1e-6,
        })),
        friction: Some(Friction {
            mu_static: 0.3,
            mu_dynamic: 0.1,
            stiction_velocity: vs,
            friction_velocity: 0.1,
            dynamics_only: false,
            max_stiction_deformation: None,
        }),
        friction_routine: None,
    };
    let mut with = |contact: &Contact| {
        d.0.contacts = Default::default();
        d.0.contacts.insert(contact.clone()).expect("a new label");
        linear_with(&d, LinearSettings::default())
    };
    let found = with(&contact).expect("linear equations");
    let stiffness = 1.5 * k * depth.sqrt();
    let bounce = [-c / 4.0, (stiffness / 2.0 - c * c / 16.0).sqrt()];
    let drag = -1.5 * 0.3 * n / (vs * 2.0);
    let mut expected = vec![[0.0, 0.0], [0.0, 0.0], [drag, 0.0], [drag, 0.0], bounce];
    expected.push([bounce[0], -bounce[1]]);
    expected.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    let mut values = found.eigenvalues.clone();
    sort(&mut values);
    assert_eq!(values.len(), expected.len(), "{values:?}");
    for (is, shall) in values.iter().zip(&expected) {
        for part in 0..2 {
            // 1e-9 of the largest: rounding of depths of 1e-4 of the solids
            let error = (is[part] - shall[part]).abs();
            assert!(error < 1e-9 * bounce[1], "{values:?} {expected:?}");
        }
    }
    contact
        .friction
        .as_mut()
        .expect("friction")
        .max_stiction_deformation = Some(1e-4);
    let why = with(&contact).expect_err("bristles are refused");
    assert!(why.contains("CONTACT/1 sticks"), "{why}");
}

/// A block that lies flat on a foundation floats like a body in a liquid of the specific weight k: up and down by k·A, about its axes by
/// k·∫x² dA − m·g·(H − p/2), the height of its centre above that of the overlap.
#[test]
fn a_block_on_a_foundation_floats() {
    let ([a, b, h], inertia, p, g) = ([0.1, 0.08, 0.03], [4e-3, 5e-3, 6e-3], 1e-3, 9.80665);
    let k = g / (a * b * p);
    for normal in [
        NormalLaw::Parametric(AnyLaw::Volume(VolumeParameters {
            stiffness: k,
            damping: 0.0,
        })),
        NormalLaw::Function(expression(&format!("{k:e}*VOLUME"))),
    ] {
        let mut d = Deck::new(g);
        d.0.settings.contact_rule = carom_model::analysis::ContactRule::Smooth;
        d.body(2, 1.0, inertia, at(0.0, 0.0, h - p));
        let mut shape = |label: u32, marker: u32, shape: Shape| {
            let graphic = Graphic {
                tag: Tag::new("GRAPHICS", label),
                marker: Some(d.marker_id(marker)),
                shape,
                cavity: false,
            };
            d.0.graphics.insert(graphic).expect("a new label")
        };
        let block = Shape::BoxFromCenter([a, b, 2.0 * h]);
        let (i, j) = (
            shape(1, 200, block),
            shape(2, 1, Shape::Plane([-1.0, 1.0, -1.0, 1.0])),
        );
        let contact = Contact {
            tag: Tag::new("CONTACT", 1),
            i: vec![i],
            j: vec![j],
            normal,
            friction: None,
            friction_routine: None,
            flipped: Vec::new(),
        };
        d.0.contacts.insert(contact).expect("a new label");
        let found = linear_with(&d, LinearSettings::default()).expect("linear equations");
        let tilt = |side: f64, other: f64, inertia: f64| {
            ((k * other * side.powi(3) / 12.0 - g * (h - p / 2.0)) / inertia).sqrt()
        };
        let mut exact = [
            (k * a * b).sqrt(),
            tilt(b, a, inertia[0]),
            tilt(a, b, inertia[1]),
        ];
        exact.sort_by(f64::total_cmp);
        let mut swings: Vec<f64> = found
            .eigenvalues
            .iter()
            .map(|v| v[1])
            .filter(|w| *w > 1e-3)
            .collect();
        swings.sort_by(f64::total_cmp);
        assert_eq!(swings.len(), 3, "{:?}", found.eigenvalues);
        for (is, shall) in swings.iter().zip(exact) {
            // 1e-9: rounding of volumes of a hundredth of the block
            assert!((is / shall - 1.0).abs() < 1e-9, "{swings:?} {exact:?}");
        }
    }
}

/// Forces that look at accelerations are in the mass of the linear equations, those that look at reactions in its stiffness and damping.
/// An added mass on a spring: `ω² = k/(m + m_a)`, whatever the damping that is asked for; a state that integrates a measured acceleration is the speed.
#[test]
fn added_masses_slow_linear_vibrations() {
    let (m, added, k, c) = (2.0, 3.0, 80.0, 4.0);
    let mut d = Deck::new(9.81);
    d.body(2, m, [0.1; 3], at(0.0, 0.0, -m * 9.81 / k));
    d.marker(11, 1, at(0.0, 0.0, 0.0));
    d.joint(1, JointKind::Translational, 200, 11);
    let text = format!("-{added}*ACCZ(200) - {k}*DZ(200) - {c}*VZ(200)");
    d.sforce(1, Kind::Translation, true, (200, 11), &text);
    let damped = linear(&d);
    let rate = c / (2.0 * (m + added));
    let frequency = (k / (m + added) - rate * rate).sqrt();
    for value in &damped.eigenvalues {
        // Rounding of a two by two eigenproblem.
        assert!((value[0] + rate).abs() < 1e-12, "{value:?}");
        assert!((value[1].abs() - frequency).abs() < 1e-12, "{value:?}");
    }
    let settings = LinearSettings {
        damping: false,
        ..LinearSettings::default()
    };
    let free = linear_with(&d, settings).expect("linear equations");
    for value in &free.eigenvalues {
        assert!(value[0].abs() < 1e-12, "{value:?}");
        let omega = (k / (m + added)).sqrt();
        assert!((value[1].abs() - omega).abs() < 1e-12, "{value:?}");
    }
    let integral = Diff {
        tag: Tag::new("DIFF", 1),
        initial: 0.0,
        initial_rate: 0.0,
        implicit: false,
        static_hold: false,
        function: Function::Expression(expression("ACCZ(200)")),
    };
    d.0.diffs.insert(integral).expect("a new label");
    let with_state = linear(&d);
    let row = with_state.a.len() - 1;
    // The third state's rate is the acceleration: the same row as that of the speed.
    for (of_state, of_speed) in with_state.a[row].iter().zip(&with_state.a[1]) {
        assert!((of_state - of_speed).abs() < 1e-12);
    }
}

/// A pendulum with an added mass at its bob: `ω² = m·g·l/(J + (m + m_a)·l²)`.
#[test]
fn a_pendulum_with_an_added_mass_swings_slower() {
    let (m, added, l, j) = (1.5, 0.8, 0.5, 0.03);
    let mut d = Deck::new(9.81);
    d.body(2, m, [0.02, j, 0.02], at(0.0, 0.0, -l));
    d.marker(11, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.marker(21, 2, turned(0.0, 0.0, l, [0.0, -90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 21, 11);
    let [x, z] = ["X", "Z"].map(|c| format!("-{added}*ACC{c}(200)"));
    let components = [Some(x), None, Some(z), None, None, None];
    d.vforce(
        1,
        200,
        components.map(|c| c.map(|c| Function::Expression(expression(&c)))),
    );
    let omega = (m * 9.81 * l / (j + (m + added) * l * l)).sqrt();
    for value in &linear(&d).eigenvalues {
        assert!(value[0].abs() < 1e-12, "{value:?}");
        assert!((value[1].abs() - omega).abs() < 1e-12, "{value:?}");
    }
}

/// A block that its own load brakes in proportion to its speed: `m·x'' = −b·N·x' − k·x`, N = m·g − s·x with the lift `s·x`.
#[test]
fn loads_are_in_the_linear_equations() {
    let (m, b, k, s, g) = (2.0, 0.1, 60.0, 5.0, 9.81);
    let mut d = Deck::new(g);
    d.body(2, m, [0.1; 3], at(0.0, 0.0, 0.0));
    for (label, part) in [(11, 1), (21, 2)] {
        d.marker(label, part, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    }
    d.joint(1, JointKind::Translational, 21, 11);
    let drag = format!("-({b}*VX(200) + 0.02)*JOINT(1,0,4,0) - {k}*DX(200)");
    let lift = format!("{s}*DX(200)");
    let components = [Some(drag), None, Some(lift), None, None, None];
    d.vforce(
        1,
        200,
        components.map(|c| c.map(|c| Function::Expression(expression(&c)))),
    );
    // About x = 0 at rest, as it is: the drag's constant part changes with the load, 0.02·s·x.
    let (rate, square) = (b * m * g / (2.0 * m), (k - 0.02 * s) / m);
    let frequency = (square - rate * rate).sqrt();
    for value in &linear(&d).eigenvalues {
        assert!((value[0] + rate).abs() < 1e-12, "{value:?} {rate}");
        assert!((value[1].abs() - frequency).abs() < 1e-12, "{value:?}");
    }
}
