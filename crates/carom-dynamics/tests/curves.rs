//! Points and curves on curves, against quadratures along the same curves, closed forms and conservation laws.

use crate::support;

use carom_base::{Diagnostics, Vec3};
use carom_dynamics::{RunError, Simulation};
use carom_geometry::Curve as Shape;
use carom_model::analysis::{Analysis, Command, End, OutputGrid};
use carom_model::constraint::{Freedom, Function, Motion, MotionLevel, MotionTarget};
use carom_model::curve::StartPoint;
use carom_model::*;
use std::f64::consts::{PI, TAU};
use support::*;

const G: f64 = 9.80665;

/// Points of an ellipse in the xz plane, the last one the first again.
fn ellipse(n: usize, a: f64, b: f64) -> Vec<[f64; 3]> {
    let angle = |k: usize| TAU * (k % n) as f64 / n as f64;
    (0..=n)
        .map(|k| [a * angle(k).cos(), 0.0, b * angle(k).sin()])
        .collect()
}

fn curve(d: &mut Deck, label: u32, points: Vec<[f64; 3]>, closed: bool) {
    let curve = Curve {
        tag: Tag::new("CURVE", label),
        points,
        closed,
        straight: false,
        routine: None,
    };
    d.0.curves.insert(curve).expect("a new label");
}

fn ptcv(d: &mut Deck, i: u32, of: u32, rm: u32, start: Option<StartPoint>, velocity: Option<f64>) {
    let ptcv = PointOnCurve {
        tag: Tag::new("PTCV", 1),
        i: d.marker_id(i),
        curve: d.0.curves.find(of).expect("the curve"),
        rm: d.marker_id(rm),
        jfloat: None,
        start,
        velocity,
    };
    d.0.points_on_curves.insert(ptcv).expect("a new label");
}

/// A point mass on a wire through the points, with a start on it and a speed along it.
fn bead(points: Vec<[f64; 3]>, closed: bool, speed: f64) -> Deck {
    let mut d = Deck::new(G);
    let mut part = Part::new(Tag::new("PART", 2), PartKind::Point);
    part.mass = 0.3;
    part.pose = at(points[0][0], points[0][1], points[0][2]);
    d.0.parts.insert(part).expect("a new label");
    d.marker(200, 2, at(0.0, 0.0, 0.0));
    curve(&mut d, 1, points, closed);
    ptcv(&mut d, 200, 1, 1, None, Some(speed));
    d
}

/// The time that a bead takes along whole pieces, from its energy: ∫ |c'|/v du with v² = v₀² + 2g(z₀ − z).
fn time_along(shape: &Shape, speed: f64, pieces: impl Iterator<Item = usize>) -> f64 {
    // Gauss-Legendre with five points on twelve parts of each piece: the integrand is smooth there.
    let nodes = [
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let z0 = shape.pieces[0].at(0.0).z;
    let mut time = 0.0;
    for k in pieces {
        let piece = &shape.pieces[k % shape.pieces.len()];
        for part in 0..12 {
            for (x, w) in nodes {
                for x in if x == 0.0 { vec![0.0] } else { vec![-x, x] } {
                    let u = (f64::from(part) + 0.5 * (1.0 + x)) / 12.0;
                    let v = (speed * speed + 2.0 * G * (z0 - piece.at(u).z)).sqrt();
                    time += w / 24.0 * piece.slope(u).norm() / v;
                }
            }
        }
    }
    time
}

/// A bead runs round an elliptic wire, faster below than above: its times against the quadrature, energy, reaction.
#[test]
fn bead_on_a_closed_wire() {
    let (points, speed) = (ellipse(24, 0.5, 0.3), 5.0);
    let shape = Shape::through(&points, true).expect("a smooth curve");
    let n = shape.pieces.len();
    let deck = bead(points, true, speed);
    let runs = [
        ("radau", 1e-11, 2e-9, 7),
        ("radau", 1e-11, 2e-9, 2 * n + 5),
        ("dop853", 1e-10, 2e-8, n),
        ("radau", 1e-6, 1e-4, n),
    ];
    for (integrator, error, allowed, stop) in runs {
        let end = time_along(&shape, speed, 0..stop);
        let r = run(
            &deck,
            Analysis::Dynamic,
            end,
            3,
            &options(integrator, error),
        );
        let b = &r.frames.last().expect("a frame").bodies[0];
        let target = &shape.pieces[stop % n];
        // `allowed`: what the error of the run makes of some two hundred steps
        let miss = (Vec3::from(b.position) - target.at(0.0)).norm();
        assert!(miss < allowed, "{integrator} {error} {stop}: {miss:e}");
        let [balance, scale] = r.statistics[0].energy_balance.expect("audited");
        assert!(
            balance.abs() < 10.0 * error * scale,
            "{balance:e} of {scale}"
        );
    }
    // The reaction carries the weight across the wire and bends the path: m·(v²·κ⃗ − g⃗ across).
    let r = run(&deck, Analysis::Dynamic, 1e-3, 1, &options("radau", 1e-10));
    let piece = &shape.pieces[0];
    let (t, bend): (Vec3, Vec3) = (piece.slope(0.0), piece.bend(0.0));
    let unit = t.normalize();
    let across = |v: Vec3| v - unit * unit.dot(&v);
    let force = (across(bend) / t.norm_squared() * (speed * speed) + across(Vec3::z() * G)) * 0.3;
    let told = Vec3::from_slice(&r.frames[0].joints[0][..3]);
    // 1e-11: roundings of a force of ten
    assert!((told - force).norm() < 1e-11, "{told} {force}");
}

/// Two free bodies, a massive ring and a bead on it: momenta and energy are kept.
#[test]
fn ring_and_bead_in_space() {
    let mut d = Deck::new(0.0);
    d.body(
        2,
        2.0,
        [0.5, 0.3, 0.4],
        turned(0.1, 0.2, 0.3, [20.0, 30.0, 40.0]),
    );
    d.body(3, 0.5, [0.01, 0.02, 0.015], at(0.0, 0.0, 0.0));
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity = [Some(0.4), Some(-1.0), Some(0.7)];
    d.marker(21, 2, turned(0.05, 0.0, 0.1, [10.0, 80.0, 5.0]));
    // A wire in space, in no plane; a bead whose own point on it is off its centre of mass.
    let points = (0..=30).map(|k| TAU * f64::from(k % 30) / 30.0);
    let points: Vec<[f64; 3]> = points
        .map(|s| [0.6 * s.cos(), 0.5 * s.sin(), 0.1 * (2.0 * s).sin()])
        .collect();
    curve(&mut d, 1, points, true);
    d.marker(31, 3, at(0.05, 0.02, -0.03));
    let start = StartPoint {
        point: [0.0, 0.5, 0.0],
        frame: Some(d.marker_id(21)),
        exact: true,
    };
    ptcv(&mut d, 31, 1, 21, Some(start), Some(1.5));
    let r = run(&d, Analysis::Dynamic, 4.0, 8, &options("radau", 1e-11));
    let momenta = |f: &carom_dynamics::Frame| {
        let (mut p, mut l) = (Vec3::zeros(), Vec3::zeros());
        for (b, (m, j)) in f
            .bodies
            .iter()
            .zip([(2.0, [0.5, 0.3, 0.4]), (0.5, [0.01, 0.02, 0.015])])
        {
            let (x, v) = (Vec3::from(b.position), Vec3::from(b.velocity));
            let turn = carom_base::Quaternion(b.orientation).matrix();
            let w = turn.tr_mul(&Vec3::from(b.angular_velocity));
            p += v * m;
            l += x.cross(&v) * m + turn * Vec3::from(j).component_mul(&w);
        }
        (p, l)
    };
    let (p0, l0) = momenta(&r.frames[0]);
    for f in &r.frames {
        let (p, l) = momenta(f);
        // 1e-9: error 1e-11 a step over some hundred steps
        assert!(
            (p - p0).norm() < 1e-9 && (l - l0).norm() < 1e-9,
            "t={}",
            f.time
        );
    }
    let [balance, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(balance.abs() < 1e-9 * scale, "{balance:e} of {scale}");
    // It starts where and as fast as the deck says: 1e-9 is what the search for a start allows.
    let (ring, bead) = (&r.frames[0].bodies[0], &r.frames[0].bodies[1]);
    let turn = carom_base::Quaternion(ring.orientation).matrix();
    let own = turned(0.05, 0.0, 0.1, [10.0, 80.0, 5.0]);
    let bead_turn = carom_base::Quaternion(bead.orientation).matrix();
    let point = Vec3::from(bead.position) + bead_turn * Vec3::new(0.05, 0.02, -0.03);
    let seen = own
        .rotation
        .tr_mul(&(turn.tr_mul(&(point - Vec3::from(ring.position))) - own.position));
    // A piece of the spline passes the point (0, 0.5, 0) within its error against the curve, 1e-4.
    assert!((seen - Vec3::new(0.0, 0.5, 0.0)).norm() < 1e-3, "{seen}");
}

/// A driven cam, an eccentric circle, lifts a point follower: kinematics against e·cos θ + √(R² − e²·sin² θ).
#[test]
fn cam_and_follower() {
    let (radius, eccentricity, n) = (0.04, 0.015, 180);
    let mut d = Deck::new(G);
    d.body(2, 1.0, [1e-3, 1e-3, 1e-3], at(0.0, 0.0, 0.0));
    d.body(
        3,
        0.2,
        [1e-4, 1e-4, 1e-4],
        at(0.0, 0.0, radius + eccentricity),
    );
    // The cam turns about ground y, its curve lies in its own xz plane.
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 20, 10);
    d.joint(2, JointKind::Translational, 300, 1);
    let motion = Motion {
        tag: Tag::new("MOTION", 1),
        target: MotionTarget::Joint(d.0.joints.find(1).expect("the joint"), Freedom::Rotation),
        level: MotionLevel::Displacement,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression("3*TIME")),
    };
    d.0.motions.insert(motion).expect("a new label");
    let points: Vec<[f64; 3]> = ellipse(n, radius, radius)
        .into_iter()
        .map(|[x, y, z]| [x, y, z + eccentricity])
        .collect();
    curve(&mut d, 1, points, true);
    ptcv(&mut d, 300, 1, 200, None, None);
    let r = run(&d, Analysis::Transient, 3.0, 60, &options("radau", 1e-9));
    assert_eq!(r.statistics[0].kind, "kinematic");
    for f in &r.frames {
        let (s, c) = (3.0 * f.time).sin_cos();
        let lift = eccentricity * c + (radius * radius - (eccentricity * s).powi(2)).sqrt();
        // 2e-9: the spline through 180 points against the circle, (2π/180)⁴/384·R
        assert!(
            (f.bodies[1].position[2] - lift).abs() < 2e-9,
            "t={}",
            f.time
        );
    }
    assert!(r.frames.len() == 61);
}

/// A disc slides round a fixed one: its centre moves as a pendulum of the sum of the radii, and it does not turn.
fn discs(n: usize, start: [Option<[f64; 3]>; 2]) -> Deck {
    let (inner, outer) = (0.3, 0.2);
    let mut d = Deck::new(G);
    let angle: f64 = 0.7;
    let centre = (inner + outer) * 1.0001;
    d.body(
        2,
        0.8,
        [0.02, 0.02, 0.02],
        at(centre * angle.sin(), 0.0, -centre * angle.cos()),
    );
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity = [Some(0.0), Some(2.0), Some(0.0)];
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.marker(20, 2, turned(0.0, 0.0, 0.0, [0.0, -90.0, 0.0]));
    d.joint(1, JointKind::Planar, 20, 10);
    curve(&mut d, 1, ellipse(n, inner, inner), true);
    curve(&mut d, 2, ellipse(n, outer, outer), true);
    let point = |d: &Deck, p: Option<[f64; 3]>, m| {
        p.map(|point| StartPoint {
            point,
            frame: Some(d.marker_id(m)),
            exact: false,
        })
    };
    let cvcv = CurveOnCurve {
        tag: Tag::new("CVCV", 1),
        curves: [2, 1].map(|c| d.0.curves.find(c).expect("the curve")),
        rm: [200, 1].map(|m| d.marker_id(m)),
        floats: [None; 2],
        start: [point(&d, start[0], 200), point(&d, start[1], 1)],
    };
    d.0.curves_on_curves.insert(cvcv).expect("a new label");
    d
}

#[test]
fn disc_on_disc() {
    // Without a hint the first contact found may be the one on the far side; below it is outside.
    let hint = [Some([-0.13, 0.0, 0.15]), Some([0.19, 0.0, -0.23])];
    let deck = discs(60, hint);
    let r = run(&deck, Analysis::Dynamic, 3.0, 30, &options("radau", 1e-10));
    let first = &r.frames[0].bodies[0];
    let (l, m) = (0.5, 0.8);
    let energy = |b: &carom_dynamics::BodyRow| {
        let (v, w) = (Vec3::from(b.velocity), Vec3::from(b.angular_velocity));
        0.5 * (m * v.norm_squared() + 0.02 * w.norm_squared()) + m * G * b.position[2]
    };
    let e0 = energy(first);
    for f in &r.frames {
        let b = &f.bodies[0];
        let (x, v) = (Vec3::from(b.position), Vec3::from(b.velocity));
        // 1e-6: the splines through sixty points lie within 1e-7 of their circles
        assert!((x.norm() - l).abs() < 1e-6, "t={} {}", f.time, x.norm());
        // 1e-8: error 1e-10 a step
        assert!((energy(b) - e0).abs() < 1e-8, "t={}", f.time);
        // 1e-4: their tangents err by 1e-5, which is a lever of 2e-6 m under ten newton, this way and that
        assert!((b.angular_velocity[1] - 2.0).abs() < 1e-4, "t={}", f.time);
        // The reaction points along the line of centres: m·(g·cos φ + v²/l); 2e-2: curvatures err by h²
        let normal = -x / l;
        let tension = m * (v.norm_squared() / l + G * normal.z);
        let told = Vec3::from_slice(&f.joints[1][..3]);
        assert!(
            (told.dot(&normal) - tension).abs() < 2e-2 * tension.abs(),
            "{told} {tension}"
        );
    }
    let [balance, scale] = r.statistics[0].energy_balance.expect("audited");
    assert!(balance.abs() < 1e-8 * scale, "{balance:e} of {scale}");
}

fn failure(deck: &Deck, end: f64) -> RunError {
    let mut simulation = assemble(deck);
    let command = Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(end)),
        output: Some(OutputGrid::Steps(10)),
        span: carom_base::Span::NONE,
    };
    let mut record = Record::default();
    let result = simulation.execute(&command, &options("radau", 1e-9), &mut record);
    result.expect_err("the run ends early")
}

/// The end of an open wire ends the run, at the time at which the bead is there.
#[test]
fn the_end_of_a_wire() {
    let points: Vec<[f64; 3]> = (0..=12)
        .map(|k| f64::from(k) / 6.0)
        .map(|x| [x, 0.0, 0.2 * x * x])
        .collect();
    let shape = Shape::through(&points, false).expect("a smooth curve");
    let speed = 6.0;
    let end = time_along(&shape, speed, 0..shape.pieces.len());
    let e = failure(&bead(points, false, speed), 2.0);
    // 1e-8: error 1e-9 a step
    assert!((e.time - end).abs() < 1e-8, "{} {end}", e.time);
    assert_eq!(
        e.message,
        "PTCV/1: the contact arrives at the end of its open curve"
    );
}

#[test]
fn refusals() {
    let names = |d: &Deck| {
        let mut diagnostics = Diagnostics::default();
        assert!(Simulation::assemble(&d.0, &mut diagnostics).is_none());
        diagnostics.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    let back = vec![
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0; 3],
    ];
    assert_eq!(names(&bead(back, false, 1.0)), ["curve-points"]);
    let mut d = discs(12, [None; 2]);
    d.0.curves = Table::default();
    let helix = |k: i32| [f64::from(k).cos(), f64::from(k).sin(), 0.1 * f64::from(k)];
    curve(&mut d, 1, (0..9).map(helix).collect(), false);
    curve(&mut d, 2, ellipse(12, 0.2, 0.2), true);
    assert_eq!(names(&d), ["curve-plane"]);
    // The point starts beyond the end of the wire, in its direction.
    let line: Vec<[f64; 3]> = (0..5).map(|k| [f64::from(k), 0.0, 0.0]).collect();
    let mut d = bead(line, false, 0.0);
    let id = d.part_id(2);
    d.0.parts[id].pose = at(-1.0, 0.0, 0.0);
    assert_eq!(names(&d), ["cannot-assemble"]);
}

/// CURVE(alpha, iord, comp, id) of points of a circle at equal distances: the circle, its tangent, its curvature, to the error of a cubic spline.
#[test]
fn a_curve_is_looked_up_along_its_parameter() {
    let n = 40;
    let mut d = Deck::new(0.0);
    curve(&mut d, 7, ellipse(n, 2.0, 2.0), true);
    let alpha = "0.9*TIME - 0.3";
    for (k, (order, component)) in [(0, 1), (0, 3), (1, 1), (1, 3), (2, 1), (0, 2)]
        .into_iter()
        .enumerate()
    {
        let variable = Variable {
            tag: Tag::new("VARIABLE", k as u32 + 1),
            initial: 0.0,
            function: Function::Expression(expression(&format!(
                "CURVE({alpha},{order},{component},7)"
            ))),
        };
        d.0.variables.insert(variable).expect("a new label");
    }
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let record = run(&d, Analysis::Dynamic, 1.0, 50, &options("auto", 1e-6));
    for f in &record.frames {
        let angle = PI * (1.0 + 0.9 * f.time - 0.3);
        let exact = [
            2.0 * angle.cos(),
            2.0 * angle.sin(),
            -TAU * angle.sin(),
            TAU * angle.cos(),
            -TAU * PI * angle.cos(),
            0.0,
        ];
        // h⁴/384 of the fourth derivative, h³/24 and h²/12, with h the angle of a chord; room for twice that
        let h = TAU / n as f64;
        let bars = [
            h.powi(4) / 192.0,
            h.powi(4) / 192.0,
            h.powi(3),
            h.powi(3),
            h * h,
            0.0,
        ];
        for k in 0..6 {
            let size = [2.0, 2.0, TAU, TAU, TAU * PI, 1.0][k];
            let off = (f.variables[k] - exact[k]).abs();
            assert!(off <= bars[k] * size, "{k} at {}: {off:e}", f.time);
        }
    }
}

/// ORDER=2: straight lines, whose slopes jump at the points; nothing stays on them, and points of unequal distances have no known parameter.
#[test]
fn straight_lines_are_looked_up_and_carry_nothing() {
    let zigzag = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0],
        [2.0, 0.0, 1.0],
    ];
    let with = |points: &[[f64; 3]], text: &str| {
        let mut d = Deck::new(0.0);
        curve(&mut d, 7, points.to_vec(), false);
        let id = d.0.curves.find(7).expect("made");
        d.0.curves[id].straight = true;
        d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
        d.sforce(
            1,
            carom_model::force::Kind::Translation,
            true,
            (200, 1),
            text,
        );
        d
    };
    let d = with(&zigzag, "CURVE(TIME-1, 0, 3, 7) + CURVE(TIME-1, 1, 1, 7)");
    let record = run(&d, Analysis::Dynamic, 2.0, 20, &options("auto", 1e-6));
    for f in &record.frames {
        // Corners at 2/3 and 4/3: z rises by 1 between them, and the slope of x is 3/2 outside.
        let [a, b] = [2.0 / 3.0, 4.0 / 3.0];
        let v = |t: f64| match t {
            t if t < a => 1.5 * t,
            t if t < b => 1.0 + 0.75 * (t - a) * (t - a),
            t => 1.0 + 0.75 * (b - a) * (b - a) + 2.5 * (t - b),
        };
        // Lines and parabolas, exact where steps end on the corners
        assert!(
            (f.bodies[0].velocity[2] - v(f.time)).abs() < 1e-12,
            "{}",
            f.time
        );
    }
    let names = |d: &Deck| {
        let mut found = carom_base::Diagnostics::default();
        carom_dynamics::Simulation::assemble(&d.0, &mut found);
        found.iter().map(|d| d.name).collect::<Vec<_>>()
    };
    let uneven = [zigzag[0], [2.0, 0.0, 0.0], [2.0, 0.0, 1.0], [3.0, 0.0, 1.0]];
    assert_eq!(
        names(&with(&uneven, "CURVE(TIME-1, 0, 3, 7)")),
        ["expr-curve"]
    );
    let mut d = with(&zigzag, "0");
    d.marker(201, 2, at(0.0, 0.0, 0.0));
    ptcv(&mut d, 201, 7, 1, None, None);
    assert_eq!(names(&d), ["curve-corners"]);
}
