//! The models of `validation/models/motionsolve` whose motion has no closed form, against equations of their own:
//! Newton's and Euler's, in coordinates that know no constraints, integrated here by a method of fixed steps. Those with
//! a closed form are judged by the records of `validation/records/motionsolve.toml`.
#![allow(non_snake_case)]

use carom_base::space::skew;
use carom_base::{Mat3, Pose, Vec3};
use carom_files::adm;
use carom_report::repository;
use carom_report::validation::extract::Series;
use carom_report::validation::observe::{Recording, read, run};
use carom_report::validation::record::{Group, Run};
use std::path::Path;

const FOLDER: &str = "validation/models/motionsolve";

/// A model and what its series should be at a time.
struct Case {
    model: &'static str,
    /// The series, and how far each may lie from the reference.
    series: &'static [(&'static str, f64)],
    /// The reference at ascending times, one row a time.
    reference: fn(&[f64]) -> Vec<Vec<f64>>,
}

/// Errors of 1e-10 in each of some tens of steps.
const PLACE: f64 = 1e-8;
/// Forces follow from accelerations, which lose one or two digits against places.
const FORCE: f64 = 1e-6;
/// An integrated impact: places of order one keep nine digits over some hundred steps, forces of 1e4 times a
/// penetration four less.
const IMPACT: [f64; 2] = [1e-9, 1e-5];

const SWING: &[(&str, f64)] = &[
    ("request 1 f2", PLACE),
    ("request 1 f3", PLACE),
    ("request 1 f4", PLACE),
    ("request 1 f6", FORCE),
    ("request 1 f7", FORCE),
    ("request 1 f8", FORCE),
    ("request 2 f6", FORCE),
    ("request 2 f7", FORCE),
    ("request 2 f8", FORCE),
];
const HINGE: &[(&str, f64)] = &[
    ("request 1 f2", PLACE),
    ("request 1 f3", PLACE),
    ("request 1 f4", PLACE),
    ("request 2 f2", FORCE),
    ("request 2 f3", FORCE),
    ("request 2 f8", FORCE),
];
const FALLING: &[(&str, f64)] = &[
    ("request 1 f2", IMPACT[0]),
    ("request 1 f3", IMPACT[0]),
    ("request 1 f6", IMPACT[1]),
    ("request 1 f7", IMPACT[1]),
];

const CASES: &[Case] = &[
    Case {
        model: "pendulum",
        series: HINGE,
        reference: hinge,
    },
    Case {
        model: "primitives_revolute",
        series: HINGE,
        reference: hinge,
    },
    Case {
        model: "joint_spherical",
        series: SWING,
        reference: |times| swing(times, &Pivot::Spherical),
    },
    Case {
        model: "joint_universal",
        series: SWING,
        reference: |times| swing(times, &Pivot::Cross { of_i: 2, of_j: 2 }),
    },
    Case {
        model: "joint_hooke",
        series: SWING,
        reference: |times| swing(times, &Pivot::Cross { of_i: 0, of_j: 1 }),
    },
    Case {
        model: "joint_constant_velocity",
        series: SWING,
        reference: |times| swing(times, &Pivot::ConstantVelocity),
    },
    Case {
        model: "force_vector_two_body",
        series: &[
            ("body 2 x", PLACE),
            ("body 2 y", PLACE),
            ("body 2 z", PLACE),
            ("body 3 x", PLACE),
            ("body 3 y", PLACE),
            ("body 3 z", PLACE),
            ("body 2 wx", PLACE),
            ("body 2 wy", PLACE),
            ("body 2 wz", PLACE),
            ("body 3 wx", PLACE),
            ("body 3 wy", PLACE),
            ("body 3 wz", PLACE),
        ],
        reference: pushed_pair,
    },
    Case {
        model: "impact_scalar",
        series: FALLING,
        reference: falling,
    },
    Case {
        model: "impact_vector",
        series: FALLING,
        reference: falling,
    },
];

fn precise() -> Run {
    Run {
        error: Some(1e-10),
        ..Run::default()
    }
}

fn told(model: &str) -> Recording {
    let path = repository().join(FOLDER).join(format!("{model}.xml"));
    let model = read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    run(&model, &precise()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn models_move_as_their_own_equations_say() {
    let mut wrong = Vec::new();
    for case in CASES {
        let recording = told(case.model);
        let times: Vec<f64> = recording.frames.iter().map(|f| f.time).collect();
        assert!(times.len() > 20, "{}", case.model);
        let rows = (case.reference)(&times);
        for (k, (name, tolerance)) in case.series.iter().enumerate() {
            let series = Series::parse(name, &recording).expect("the model has it");
            let far = |(f, row): (_, &Vec<f64>)| (series.of(f) - row[k]).abs();
            let error = recording.frames.iter().zip(&rows).map(far);
            let error = error.fold(0.0, |a: f64, x| if x > a || x.is_nan() { x } else { a });
            if error.is_nan() || error > *tolerance {
                wrong.push(format!("{} {name}: {error:.2e}", case.model));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No model of the folder is without a judge.
#[test]
fn every_model_is_judged() {
    let groups = Group::read_all(&repository().join("validation/records")).expect("records");
    let recorded = |model: &str| {
        groups
            .iter()
            .flat_map(|g| &g.records)
            .any(|r| r.model == model)
    };
    let mut count = 0;
    for entry in std::fs::read_dir(repository().join(FOLDER)).expect("the folder is there") {
        let path = entry.expect("readable").path();
        // Contacts of solids are read; what they do is the matter of other models.
        if path.extension().is_none_or(|e| e != "xml") || path.ends_with("force_contact.xml") {
            continue;
        }
        count += 1;
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        let judged = recorded(&format!("{FOLDER}/{name}.xml"));
        assert!(judged || CASES.iter().any(|c| c.model == name), "{name}");
    }
    assert!(count >= 29, "{count}");
}

/// The swinging body of `joint_spherical` as a dataset: its markers in the part frame, its angles 3-1-3, its inertia with
/// the products of Adams.
#[test]
fn the_same_body_in_a_dataset_moves_alike() {
    let at = |pose: &Pose| {
        let (p, R) = (pose.position, pose.rotation);
        let psi = R[(0, 2)].atan2(-R[(1, 2)]);
        let phi = R[(2, 0)].atan2(R[(2, 1)]);
        let theta = R[(2, 2)].acos();
        format!(
            "QP={:e},{:e},{:e}, REULER={psi:e},{theta:e},{phi:e}",
            p.x, p.y, p.z
        )
    };
    let body = Swinging::new(turn(2, 0.2) * turn(0, 0.5) * turn(2, -0.7));
    let joint = |R| Pose {
        position: Vec3::new(0.1, 0.2, 0.3),
        rotation: R,
    };
    let im = Pose {
        position: IM_OFFSET,
        rotation: im_axes(),
    };
    let cg = joint(body.R0)
        * Pose {
            position: CG_OFFSET,
            rotation: Mat3::identity(),
        };
    // w on the axes of marker 20, from those of marker 10
    let spin = tilt() * Vec3::new(1.0, -2.0, 3.0);
    let w = body.R0.transpose() * spin;
    let v = spin.cross(&(body.R0 * body.d));
    let text = format!(
        "a body swings about a fixed point\nPART/1, GROUND\nMARKER/10, PART=1, {}\n\
         PART/2, MASS=1.5, CM=20, IM=22, IP=0.08,0.06,0.07,0.005,0.01,-0.008\n\
         , WX={:e}, WY={:e}, WZ={:e}, VX={:e}, VY={:e}, VZ={:e}\n\
         MARKER/21, PART=2, {}\nMARKER/20, PART=2, {}\nMARKER/22, PART=2, {}\n\
         JOINT/1, SPHERICAL, I=21, J=10\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n\
         ACCGRAV/KGRAV=-9.81\nEND\n",
        at(&joint(tilt())),
        w.x,
        w.y,
        w.z,
        v.x,
        v.y,
        v.z,
        at(&joint(body.R0)),
        at(&cg),
        at(&(cg * im)),
    );
    let (model, diagnostics) = adm::read_text(Path::new("body.adm"), text.clone());
    assert!(!diagnostics.has_errors(), "{text}{diagnostics:?}");
    let segments = Run {
        segments: vec![(1.0, 20)],
        ..precise()
    };
    let adams = run(&model.expect("sound"), &segments).expect("it runs");
    let other = told("joint_spherical");
    assert_eq!(adams.frames.len(), other.frames.len());
    for (a, b) in adams.frames.iter().zip(&other.frames) {
        for k in 0..3 {
            let (a, b) = (&a.bodies[0], &b.bodies[0]);
            assert!((a.position[k] - b.position[k]).abs() < PLACE);
            assert!((a.angular_velocity[k] - b.angular_velocity[k]).abs() < PLACE);
        }
    }
}

// ---- the equations

const G: Vec3 = Vec3::new(0.0, 0.0, -9.81);

/// The rotation by an angle about axis 0, 1, 2.
fn turn(axis: usize, angle: f64) -> Mat3 {
    let (s, c) = angle.sin_cos();
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut R = Mat3::identity();
    R[(a, a)] = c;
    R[(b, b)] = c;
    R[(a, b)] = -s;
    R[(b, a)] = s;
    R
}

/// The axes of marker 10.
fn tilt() -> Mat3 {
    turn(2, 0.5) * turn(0, 0.8) * turn(2, -0.3)
}

/// One step of the classical method of order 4.
fn rk4(t: f64, y: &[f64], h: f64, f: &impl Fn(f64, &[f64]) -> Vec<f64>) -> Vec<f64> {
    let along =
        |k: &[f64], h: f64| -> Vec<f64> { y.iter().zip(k).map(|(y, k)| y + h * k).collect() };
    let a = f(t, y);
    let b = f(t + 0.5 * h, &along(&a, 0.5 * h));
    let c = f(t + 0.5 * h, &along(&b, 0.5 * h));
    let d = f(t + h, &along(&c, h));
    let sum = |k: usize| (a[k] + 2.0 * (b[k] + c[k]) + d[k]) / 6.0;
    (0..y.len()).map(|k| y[k] + h * sum(k)).collect()
}

/// The states at the times, from the one at the first of them, with steps of about `h`.
fn integrate(
    times: &[f64],
    start: Vec<f64>,
    h: f64,
    f: impl Fn(f64, &[f64]) -> Vec<f64>,
) -> Vec<Vec<f64>> {
    integrate_pieces(times, start, h, f, |_| [false; 2])
}

/// The same for equations in pieces: a step from one piece into another is made again in 256 steps.
fn integrate_pieces(
    times: &[f64],
    start: Vec<f64>,
    h: f64,
    f: impl Fn(f64, &[f64]) -> Vec<f64>,
    piece: impl Fn(&[f64]) -> [bool; 2],
) -> Vec<Vec<f64>> {
    const FINER: usize = 256;
    let mut y = start;
    let mut rows = vec![y.clone()];
    for pair in times.windows(2) {
        let n = ((pair[1] - pair[0]) / h).ceil().max(1.0);
        let h = (pair[1] - pair[0]) / n;
        for k in 0..n as usize {
            let t = pair[0] + k as f64 * h;
            let next = rk4(t, &y, h, &f);
            y = if piece(&next) == piece(&y) {
                next
            } else {
                let h = h / FINER as f64;
                (0..FINER).fold(y, |y, k| rk4(t + k as f64 * h, &y, h, &f))
            };
        }
        rows.push(y.clone());
    }
    rows
}

/// Inertia on axes turned by `R`.
fn turned(R: &Mat3, J: &Mat3) -> Mat3 {
    R * J * R.transpose()
}

/// What a mass at `d` adds to the inertia.
fn steiner(mass: f64, d: &Vec3) -> Mat3 {
    (Mat3::identity() * d.norm_squared() - d.outer(d)) * mass
}

/// The pendulum: angle `a` from level, J·a'' = −m·g·L·cos a. On the axes of the hinge gravity is along −y.
fn hinge(times: &[f64]) -> Vec<Vec<f64>> {
    let (m, L, g) = (1.2, 0.5, 9.81);
    let lean = Vec3::new(0.0, 0.3_f64.sin(), 0.3_f64.cos());
    let J = Mat3::new(0.5, -0.03, 0.02, -0.03, 0.45, -0.05, 0.02, -0.05, 0.48);
    let J = lean.dot(&(J * lean));
    let rate = |a: f64| -m * g * L * a.cos() / J;
    // 1e-3: the pendulum swings at 4/s, the error of a step is some (4·h)⁵ = 1e-12
    let states = integrate(times, vec![0.0, 0.0], 1e-3, |_, y| vec![y[1], rate(y[0])]);
    let row = |y: &Vec<f64>| {
        let (s, c) = y[0].sin_cos();
        let (w, b) = (y[1], rate(y[0]));
        let ax = L * (-c * w * w - s * b);
        let ay = L * (-s * w * w + c * b);
        // The hinge turns freely: its torque about z is the torque of its force about the centre of mass and no more.
        vec![y[0], w, L * c, m * ax, m * (ay + g), 0.0]
    };
    states.iter().map(row).collect()
}

const CG_OFFSET: Vec3 = Vec3::new(0.4, -0.1, 0.3);
const IM_OFFSET: Vec3 = Vec3::new(0.05, 0.1, -0.02);
fn im_axes() -> Mat3 {
    turn(2, 0.4) * turn(1, 0.2) * turn(0, -0.6)
}

/// The body of the four swinging models, which hangs on a fixed point. Vectors of the body are on the axes of marker 21.
struct Swinging {
    mass: f64,
    /// From the fixed point to the centre of mass.
    d: Vec3,
    /// Inertia about the fixed point.
    J: Mat3,
    /// Marker 21 in ground at the start.
    R0: Mat3,
}

impl Swinging {
    /// With marker 21 turned against marker 10.
    fn new(against: Mat3) -> Self {
        let mass = 1.5;
        // Products of inertia as in Adams: the entry of the tensor is minus the number of the deck.
        let given = Mat3::new(0.08, -0.005, -0.01, -0.005, 0.06, 0.008, -0.01, 0.008, 0.07);
        let central = turned(&im_axes(), &given) - steiner(mass, &IM_OFFSET);
        Self {
            mass,
            d: CG_OFFSET,
            J: central + steiner(mass, &CG_OFFSET),
            R0: tilt() * against,
        }
    }
}

/// What a joint with a fixed point lets a body do: ω = A·u.
enum Pivot {
    Spherical,
    /// A cross with one arm along an axis of I, the other along an axis of J.
    Cross {
        of_i: usize,
        of_j: usize,
    },
    /// The rotation vector of I in J has no part along z.
    ConstantVelocity,
}

impl Pivot {
    /// How marker 21 stands to marker 10 in its model.
    fn start(&self) -> Mat3 {
        match self {
            Pivot::Spherical => turn(2, 0.2) * turn(0, 0.5) * turn(2, -0.7),
            Pivot::Cross { of_i: 2, .. } => turn(0, std::f64::consts::FRAC_PI_2) * turn(2, 0.3),
            Pivot::Cross { .. } => turn(0, 0.6),
            // Euler parameters 0.9, 0.3, −√0.1, 0
            Pivot::ConstantVelocity => {
                let (e0, e1, e2) = (0.9, 0.3, -(0.1_f64.sqrt()));
                Mat3::new(
                    1.0 - 2.0 * e2 * e2,
                    2.0 * e1 * e2,
                    2.0 * e0 * e2,
                    2.0 * e1 * e2,
                    1.0 - 2.0 * e1 * e1,
                    -2.0 * e0 * e1,
                    -2.0 * e0 * e2,
                    2.0 * e0 * e1,
                    1.0 - 2.0 * (e1 * e1 + e2 * e2),
                )
            }
        }
    }

    /// The columns of A, and Ȧ·u, on ground axes.
    fn freedoms(&self, R: &Mat3, u: &[f64]) -> (Vec<Vec3>, Vec3) {
        let RJ = tilt();
        match *self {
            Pivot::Spherical => ([0, 1, 2].map(|k| RJ.column(k)).to_vec(), Vec3::zeros()),
            Pivot::Cross { of_i, of_j } => {
                let (i, j) = (R.column(of_i), RJ.column(of_j));
                let w = j * u[0] + i * u[1];
                (vec![j, i], w.cross(&i) * u[1])
            }
            Pivot::ConstantVelocity => {
                // Euler parameters of I in J, e3 = 0. From ė3 = 0: ω·(e2, −e1, e0) = 0 on the axes of J.
                let M = RJ.transpose() * R;
                let e0 = 0.5 * (1.0 + M.trace()).sqrt();
                let e = Vec3::new(M[(2, 1)] - M[(1, 2)], M[(0, 2)] - M[(2, 0)], 0.0) / (4.0 * e0);
                let columns =
                    |e0: f64, e: Vec3| [Vec3::new(e0, 0.0, -e.y), Vec3::new(0.0, e0, e.x)];
                let A = columns(e0, e);
                let w = A[0] * u[0] + A[1] * u[1];
                let rates = columns(-0.5 * w.dot(&e), 0.5 * (w * e0 + w.cross(&e)));
                let drift = rates[0] * u[0] + rates[1] * u[1];
                (A.iter().map(|a| RJ * a).collect(), RJ * drift)
            }
        }
    }
}

/// Kane's equations of a body with a fixed point, Aᵀ·(J·ω̇ + ω×J·ω − d×m·g) = 0, and what the joint then has to do.
/// Rows: place of the centre of mass, force and torque on the body at the fixed point, ground axes.
fn swing(times: &[f64], pivot: &Pivot) -> Vec<Vec<f64>> {
    let body = Swinging::new(pivot.start());
    let rotation = |y: &[f64]| Mat3::from_column_slice(&y[..9]);
    // u̇, ω and ω̇
    let solve = |y: &[f64]| {
        let (R, u) = (rotation(y), &y[9..]);
        let (A, drift) = pivot.freedoms(&R, u);
        let w: Vec3 = A.iter().zip(u).map(|(a, u)| a * *u).sum();
        let J = turned(&R, &body.J);
        let weight = (R * body.d).cross(&(G * body.mass));
        let left = weight - w.cross(&(J * w)) - J * drift;
        // A freedom that is not there stays at rest.
        let a = |k: usize| A.get(k).copied();
        let M = Mat3::from_fn(|i, k| match (a(i), a(k)) {
            (Some(x), Some(y)) => x.dot(&(J * y)),
            _ => f64::from(u8::from(i == k)),
        });
        let rhs = Vec3::from_fn(|i| a(i).map_or(0.0, |x| x.dot(&left)));
        let rates = M.try_inverse().expect("the freedoms are independent") * rhs;
        let b = A
            .iter()
            .zip(rates.iter())
            .map(|(a, r)| a * *r)
            .sum::<Vec3>()
            + drift;
        (rates, w, b)
    };
    let f = |_: f64, y: &[f64]| {
        let (rates, w, _) = solve(y);
        let dR = skew(&w) * rotation(y);
        let rates = rates.iter().take(y.len() - 9);
        dR.iter().chain(rates).copied().collect()
    };
    let mut start: Vec<f64> = body.R0.iter().copied().collect();
    start.extend(match pivot {
        Pivot::Spherical => vec![1.0, -2.0, 3.0],
        _ => vec![0.0; 2],
    });
    // 5e-4: halving it changes no digit that is compared
    let states = integrate(times, start, 5e-4, f);
    let row = |y: &Vec<f64>| {
        let (_, w, b) = solve(y);
        let R = rotation(y);
        let (r, J) = (R * body.d, turned(&R, &body.J));
        let a = b.cross(&r) + w.cross(&w.cross(&r));
        let force = (a - G) * body.mass;
        let torque = J * b + w.cross(&(J * w)) - r.cross(&(G * body.mass));
        let p = Vec3::new(0.1, 0.2, 0.3) + r;
        [p, force, torque]
            .iter()
            .flat_map(|v| [v.x, v.y, v.z])
            .collect()
    };
    states.iter().map(row).collect()
}

/// Two free bodies of masses 1 and 2 and round inertias 0.4 and 0.8, with a force on global axes and a force and torque
/// on the axes of the first body; what acts on the second meets it where the first is.
fn pushed_pair(times: &[f64]) -> Vec<Vec<f64>> {
    let v = |y: &[f64], k: usize| Vec3::new(y[k], y[k + 1], y[k + 2]);
    let f = |t: f64, y: &[f64]| {
        let (x2, v2, x3, v3, w2, w3) = (v(y, 0), v(y, 3), v(y, 6), v(y, 9), v(y, 12), v(y, 15));
        let R = Mat3::from_column_slice(&y[18..27]);
        let wx = (w2 - w3).dot(&R.column(0));
        let force = Vec3::new(10.0 * (x3.x - x2.x - 0.9), (2.0 * t).sin(), 0.0)
            + R * Vec3::new(0.0, 0.0, 0.5);
        let torque = R * Vec3::new(-0.1 * wx, 0.0, 0.2);
        let on_3 = -torque + (x2 - x3).cross(&-force);
        let dR = skew(&w2) * R;
        [v2, force, v3, -force / 2.0, torque / 0.4, on_3 / 0.8]
            .iter()
            .flat_map(|v| [v.x, v.y, v.z])
            .chain(dR.iter().copied())
            .collect()
    };
    let mut start = vec![0.0; 27];
    start[6] = 1.0;
    (18..27).step_by(4).for_each(|k| start[k] = 1.0);
    let rows = integrate(times, start, 1e-3, f);
    let pick = [0, 1, 2, 6, 7, 8, 12, 13, 14, 15, 16, 17];
    rows.iter().map(|y| pick.map(|k| y[k]).to_vec()).collect()
}

/// The law of IMPACT for exponent 1, as its manual states it.
fn impact(x: f64, v: f64, free: f64, k: f64, c: f64, depth: f64) -> f64 {
    if x >= free {
        return 0.0;
    }
    let s = ((x - (free - depth)) / depth).clamp(0.0, 1.0);
    let fade = 1.0 - s * s * (3.0 - 2.0 * s);
    (k * (free - x) - c * fade * v).max(0.0)
}

/// The two falling bodies: heights and forces.
fn falling(times: &[f64]) -> Vec<Vec<f64>> {
    let force = |y: &[f64]| {
        [
            impact(y[0], y[1], 2.5, 2500.0, 1000.0, 2.5),
            impact(y[2], y[3], 1.0, 1e4, 0.5, 0.1),
        ]
    };
    let f = |_: f64, y: &[f64]| {
        let [a, b] = force(y);
        vec![y[1], a - 9.80665, y[3], b - 9.80665]
    };
    // 5e-5: the faster body vibrates at 100/s, the error of a step is some (100·h)⁵ = 3e-12 of its amplitude of 0.03
    let start = vec![3.0, 0.0, 1.5, 0.0];
    let states = integrate_pieces(times, start, 5e-5, f, |y| force(y).map(|x| x > 0.0));
    let row = |y: &Vec<f64>| {
        let [a, b] = force(y);
        vec![y[0], y[2], a, b]
    };
    states.iter().map(row).collect()
}
