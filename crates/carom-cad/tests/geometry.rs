//! Curves and surfaces: derivatives against differences, splines against circles, projection against evaluation.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::Vec3;
use carom_cad::curve::{Curve, Intersection};
use carom_cad::nurbs::{NurbsCurve, NurbsSurface};
use carom_cad::surface::{Frame, Surface};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::sync::Arc;

fn frame() -> Frame {
    Frame::new(
        Vec3::new(0.3, -0.2, 0.5),
        Vec3::new(0.2, 0.3, 0.9),
        Some(Vec3::new(1.0, 0.1, 0.0)),
    )
    .unwrap()
}

/// A full circle of nine points, degree 2 (The NURBS Book, example 7.1).
fn spline_circle(radius: f64) -> NurbsCurve {
    let square = [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
        (1, 0),
    ];
    NurbsCurve {
        degree: 2,
        knots: vec![
            0.0, 0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0,
        ],
        points: square
            .iter()
            .map(|&(x, y)| Vec3::new(f64::from(x), f64::from(y), 0.0) * radius)
            .collect(),
        weights: (0..9)
            .map(|i| if i % 2 == 1 { FRAC_1_SQRT_2 } else { 1.0 })
            .collect(),
    }
}

/// A wavy curve of degree 3 in the x-z half-plane, away from the z axis.
fn wave() -> NurbsCurve {
    NurbsCurve {
        degree: 3,
        knots: vec![0.0, 0.0, 0.0, 0.0, 0.4, 0.7, 1.0, 1.0, 1.0, 1.0],
        points: [
            (3.0, 0.0),
            (5.0, 2.0),
            (4.0, 5.0),
            (2.5, 8.0),
            (3.0, 10.0),
            (4.0, 12.0),
        ]
        .map(|(x, z)| Vec3::new(x, 0.0, z))
        .to_vec(),
        weights: vec![1.0, 1.3, 0.8, 1.0, 1.1, 1.0],
    }
}

fn patch() -> NurbsSurface {
    let height = |i: usize, j: usize| ((i * 7 + j * 5) % 4) as f64 * 0.3;
    let points = (0..5)
        .flat_map(|i| (0..4).map(move |j| Vec3::new(i as f64, j as f64, height(i, j))))
        .collect();
    NurbsSurface {
        degree: [3, 2],
        knots: [
            vec![0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0],
            vec![0.0, 0.0, 0.0, 0.3, 1.0, 1.0, 1.0],
        ],
        count: [5, 4],
        points,
        weights: (0..20).map(|k| 1.0 + 0.1 * f64::from(k % 3)).collect(),
        closed: Default::default(),
    }
}

fn surfaces() -> Vec<(Surface, [f64; 2])> {
    let f = frame();
    let wave = Arc::new(Curve::Nurbs(wave()));
    let torus = Surface::Torus {
        frame: f,
        major: 3.0,
        minor: 1.2,
    };
    let cylinder = |z: Vec3, r: f64| {
        Arc::new(Surface::Cylinder {
            frame: Frame::new(Vec3::zeros(), z, None).unwrap(),
            radius: r,
        })
    };
    let plane = |z: f64| {
        Arc::new(Surface::Plane(
            Frame::new(Vec3::new(0.0, 0.0, z), Vec3::z(), Some(Vec3::x())).unwrap(),
        ))
    };
    // A ball of radius 0.5 between a cylinder of radius 2 and the plane z = 0: its centre on a circle of radius 2.5.
    let spine = Arc::new(Curve::Circle {
        frame: Frame::new(Vec3::new(0.0, 0.0, 0.5), Vec3::z(), Some(Vec3::x())).unwrap(),
        radius: 2.5,
    });
    vec![
        (Surface::Plane(f), [0.7, -0.4]),
        (
            Surface::Cylinder {
                frame: f,
                radius: 1.3,
            },
            [0.7, -0.4],
        ),
        (
            Surface::Cone {
                frame: f,
                radius: 1.3,
                slope: 0.6,
            },
            [0.7, 0.4],
        ),
        (
            Surface::Cone {
                frame: f,
                radius: 1.3,
                slope: -0.6,
            },
            [-2.7, 0.4],
        ),
        (
            Surface::Sphere {
                frame: f,
                radius: 1.3,
            },
            [0.7, -0.4],
        ),
        (torus.clone(), [0.7, 2.4]),
        (
            Surface::Torus {
                frame: f,
                major: -1.0,
                minor: 3.0,
            },
            [0.7, 0.4],
        ),
        (Surface::Nurbs(patch()), [0.37, 0.81]),
        (
            Surface::Swept {
                section: wave.clone(),
                direction: Vec3::new(0.0, 1.0, 0.0),
            },
            [0.3, 1.7],
        ),
        (
            Surface::Spun {
                profile: wave,
                origin: Vec3::zeros(),
                axis: Vec3::z(),
                range: None,
            },
            [0.6, 1.1],
        ),
        (
            Surface::Offset {
                base: Arc::new(torus),
                distance: 0.25,
            },
            [0.7, 2.4],
        ),
        (
            Surface::Offset {
                base: Arc::new(Surface::Nurbs(patch())),
                distance: 0.1,
            },
            [0.37, 0.81],
        ),
        (
            Surface::Blend {
                supports: [cylinder(Vec3::z(), 2.0), plane(0.0)],
                offsets: [0.5, 0.5],
                spine,
            },
            [0.9, 0.3],
        ),
    ]
}

/// Central differences with step h lose h² and eps/h: 1e-9 for first derivatives. Second derivatives of offsets and blends are
/// differences themselves.
#[test]
fn derivatives_of_surfaces_agree_with_differences() {
    for (surface, [u, v]) in surfaces() {
        let h = 1e-5;
        let at = |u, v| surface.at(u, v);
        let s = at(u, v);
        let slope = |b: Vec3, a: Vec3| (b - a) * (0.5 / h);
        let du = slope(at(u + h, v).point, at(u - h, v).point);
        let dv = slope(at(u, v + h).point, at(u, v - h).point);
        let duu = slope(at(u + h, v).du, at(u - h, v).du);
        let duv = slope(at(u, v + h).du, at(u, v - h).du);
        let dvv = slope(at(u, v + h).dv, at(u, v - h).dv);
        let rough = matches!(surface, Surface::Blend { .. });
        let (tight, loose) = if rough { (1e-6, 1e-3) } else { (2e-9, 2e-6) };
        for (found, expected, tolerance) in [
            (s.du, du, tight),
            (s.dv, dv, tight),
            (s.duu, duu, loose),
            (s.duv, duv, loose),
            (s.dvv, dvv, loose),
        ] {
            let error = (found - expected).amax();
            assert!(
                error < tolerance * (1.0 + expected.amax()),
                "{}: {found} {expected}",
                surface.kind()
            );
        }
    }
}

#[test]
fn parameters_of_a_point_give_the_point_back() {
    for (surface, [u, v]) in surfaces() {
        let s = surface.at(u, v);
        for near in [None, Some([u + 0.01, v - 0.01])] {
            // Newton's method ends at rounding; blends evaluate by differences.
            let q = surface.parameters(&s.point, near).unwrap();
            let error = (surface.at(q[0], q[1]).point - s.point).norm();
            assert!(error < 1e-10, "{}: {error:e} {q:?}", surface.kind());
        }
        // A point off the surface has its foot below it.
        if !matches!(surface, Surface::Blend { .. } | Surface::Offset { .. }) {
            let q = surface
                .parameters(&(s.point + s.unit_normal() * 0.01), None)
                .unwrap();
            let error = (surface.at(q[0], q[1]).point - s.point).norm();
            assert!(error < 1e-9, "{}: {error:e}", surface.kind());
        }
    }
}

/// The rolling ball between a cylinder and a plane has a torus as its surface: 2.5 from the axis, tube 0.5.
#[test]
fn a_blend_on_a_cylinder_is_a_torus() {
    let (blend, _) = surfaces().pop().unwrap();
    let f = Frame::new(Vec3::new(0.0, 0.0, 0.5), Vec3::z(), Some(Vec3::x())).unwrap();
    let torus = Surface::Torus {
        frame: f,
        major: 2.5,
        minor: 0.5,
    };
    for (u, v) in [(0.1, 0.0), (1.0, 0.5), (3.0, 1.0)] {
        let p = blend.at(u, v).point;
        let q = torus.parameters(&p, None).unwrap();
        assert!((torus.at(q[0], q[1]).point - p).norm() < 1e-12);
    }
}

#[test]
fn a_rational_circle_is_a_circle() {
    let circle = Curve::Nurbs(spline_circle(2.5));
    for k in 0..=40 {
        let c = circle.at(f64::from(k) / 40.0);
        assert!((c.point.norm() - 2.5).abs() < 4e-15 * 2.5);
        // Curvature |C'×C''|/|C'|³ = 1/r
        let curvature = c.first.cross(&c.second).norm() / c.first.norm().powi(3);
        assert!((curvature - 0.4).abs() < 1e-12);
    }
    assert_eq!(circle.period(), Some(1.0));
    // Spun about a line through its plane it is a torus: 4 from the axis, tube 2.5.
    let spun = Surface::Spun {
        profile: Arc::new(circle),
        origin: Vec3::new(4.0, 0.0, 0.0),
        axis: Vec3::y(),
        range: None,
    };
    let torus = Surface::Torus {
        frame: Frame::new(Vec3::new(4.0, 0.0, 0.0), Vec3::y(), Some(-Vec3::x())).unwrap(),
        major: 4.0,
        minor: 2.5,
    };
    let p = spun.at(0.3, 0.8).point;
    let q = torus.parameters(&p, None).unwrap();
    assert!((torus.at(q[0], q[1]).point - p).norm() < 1e-14 * 10.0);
}

#[test]
fn curves_have_their_derivatives_and_find_their_points() {
    let z = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    let line = NurbsCurve {
        degree: 2,
        knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
        points: vec![z(0.1, 0.2), z(0.7, 0.3), z(0.8, 0.9)],
        weights: Vec::new(),
    };
    let on = Arc::new(Curve::OnSurface {
        surface: Arc::new(Surface::Nurbs(patch())),
        parameters: line,
    });
    let curves = [
        (
            Curve::Line {
                origin: Vec3::x(),
                direction: Vec3::new(0.6, 0.0, 0.8),
            },
            3.0,
        ),
        (
            Curve::Circle {
                frame: frame(),
                radius: 2.0,
            },
            2.2,
        ),
        (
            Curve::Ellipse {
                frame: frame(),
                radii: [2.0, 0.7],
            },
            2.2,
        ),
        (Curve::Nurbs(wave()), 0.55),
        (
            Curve::OnSurface {
                surface: Arc::new(Surface::Nurbs(patch())),
                parameters: spline_parameters(),
            },
            0.35,
        ),
        (
            Curve::Trimmed {
                basis: on.clone(),
                range: [0.9, 0.2],
            },
            0.3,
        ),
        (
            Curve::Trimmed {
                basis: on,
                range: [0.1, 0.6],
            },
            0.27,
        ),
    ];
    for (curve, t) in curves {
        let (h, c) = (1e-5, curve.at(t));
        let first = (curve.at(t + h).point - curve.at(t - h).point) * (0.5 / h);
        let second = (curve.at(t + h).first - curve.at(t - h).first) * (0.5 / h);
        assert!(
            (c.first - first).amax() < 2e-9 * (1.0 + first.amax()),
            "{}",
            curve.kind()
        );
        assert!(
            (c.second - second).amax() < 2e-8 * (1.0 + second.amax()),
            "{}",
            curve.kind()
        );
        for near in [None, Some(t + 0.02)] {
            let found = curve.parameter(&c.point, near).unwrap();
            assert!((found - t).abs() < 1e-10, "{}: {found} {t}", curve.kind());
        }
    }
}

fn spline_parameters() -> NurbsCurve {
    let mut circle = spline_circle(0.3);
    for p in &mut circle.points {
        *p += Vec3::new(0.5, 0.5, 0.0);
    }
    circle
}

/// Two cylinders of radius 1 and 2 whose axes cross at a right angle: x² + y² = 1, y² + z² = 4 with z > 0.
#[test]
fn an_intersection_lies_on_both_surfaces() {
    let cylinder = |z: Vec3, radius: f64| {
        Arc::new(Surface::Cylinder {
            frame: Frame::new(Vec3::zeros(), z, None).unwrap(),
            radius,
        })
    };
    let exact = |a: f64| Vec3::new(a.cos(), a.sin(), (4.0 - a.sin().powi(2)).sqrt());
    let chart: Vec<Vec3> = (0..=4).map(|k| exact(f64::from(k) * TAU / 4.0)).collect();
    let curve = Curve::Intersection(Intersection::new(
        [cylinder(Vec3::z(), 1.0), cylinder(Vec3::x(), 2.0)],
        chart,
    ));
    let [low, high] = curve.domain();
    for k in 0..=97 {
        let t = low + (high - low) * f64::from(k) / 97.0;
        let c = curve.at(t);
        let expected = exact(c.point.y.atan2(c.point.x));
        assert!((c.point - expected).norm() < 1e-13);
        let h = 1e-5 * (high - low);
        if k % 97 != 0 && curve.breaks().iter().all(|b| (b - t).abs() > 2.0 * h) {
            let first = (curve.at(t + h).point - curve.at(t - h).point) * (0.5 / h);
            assert!(
                (c.first - first).amax() < 1e-7 * first.amax().max(1.0),
                "{t}: {} {first}",
                c.first
            );
        }
        assert!((curve.parameter(&c.point, None).unwrap() - t).abs() < 1e-12 || k % 97 == 0);
    }
    assert!(curve.period().is_some());
}
