//! Small bodies built by hand.
#![allow(dead_code, clippy::unwrap_used)]

use carom_base::Vec3;
use carom_cad::brep::{Body, Edge, Face, Fin, Loop, Region, Shell, Vertex};
use carom_cad::curve::{Curve, Intersection};
use carom_cad::surface::{Frame, Surface};
use std::sync::Arc;

/// A frame in general position.
pub fn frame() -> Frame {
    Frame::new(
        Vec3::new(0.3, -0.2, 0.5),
        Vec3::new(0.2, 0.3, 0.9),
        Some(Vec3::x()),
    )
    .unwrap()
}

fn face(name: &str, surface: Surface, reversed: bool, loops: Vec<Loop>) -> Face {
    Face {
        name: name.into(),
        surface: Arc::new(surface),
        reversed,
        loops,
        colour: None,
    }
}

fn body(faces: Vec<Face>, edges: Vec<Edge>) -> Body {
    let shell = Shell {
        faces: (0..faces.len()).collect(),
    };
    Body {
        name: "ball".into(),
        metres: 1.0,
        regions: vec![Region {
            shells: vec![shell],
        }],
        faces,
        edges,
        ..Body::default()
    }
}

/// A closed surface by itself.
pub fn one_face(surface: Surface) -> Body {
    body(vec![face("face 1", surface, false, Vec::new())], Vec::new())
}

pub fn sphere(radius: f64) -> Body {
    one_face(Surface::Sphere {
        frame: frame(),
        radius,
    })
}

pub fn torus(major: f64, minor: f64) -> Body {
    one_face(Surface::Torus {
        frame: frame(),
        major,
        minor,
    })
}

/// A torus of negative major radius.
pub fn lemon(major: f64, minor: f64) -> Body {
    torus(major, minor)
}

/// A ring edge of a loop.
pub fn ring(edge: usize, reversed: bool) -> Loop {
    Loop::Fins(vec![Fin {
        edge,
        reversed,
        curve: None,
    }])
}

/// A cylinder from the origin of the frame along its axis: two ring edges and no seam.
pub fn cylinder(radius: f64, height: f64) -> Body {
    let bottom = frame();
    let top = Frame {
        origin: bottom.origin + bottom.z * height,
        ..bottom
    };
    let edge = |name: &str, frame: Frame| Edge {
        name: name.into(),
        curve: Some(Arc::new(Curve::Circle { frame, radius })),
        reversed: false,
        ends: None,
        tolerance: 0.0,
    };
    let faces = vec![
        face(
            "side",
            Surface::Cylinder {
                frame: bottom,
                radius,
            },
            false,
            vec![ring(0, false), ring(1, true)],
        ),
        face("bottom", Surface::Plane(bottom), true, vec![ring(0, true)]),
        face("top", Surface::Plane(top), false, vec![ring(1, false)]),
    ];
    body(faces, vec![edge("edge 1", bottom), edge("edge 2", top)])
}

/// A cylinder of radius `big` and height `4 big` about z with a bore of radius `small` along x. The edges of the bore are intersections of
/// surfaces, closed, of which only four points are given.
pub fn bored(big: f64, small: f64) -> Body {
    let along = |z: Vec3, x: Vec3, origin: Vec3| Frame::new(origin, z, Some(x)).unwrap();
    let side = Arc::new(Surface::Cylinder {
        frame: along(Vec3::z(), Vec3::x(), Vec3::zeros()),
        radius: big,
    });
    let bore = Arc::new(Surface::Cylinder {
        frame: along(Vec3::x(), Vec3::y(), Vec3::zeros()),
        radius: small,
    });
    let hole = |sign: f64| {
        let at = |k: u32| {
            let (z, y) = (f64::from(k) * std::f64::consts::FRAC_PI_2 + 0.3).sin_cos();
            let (y, z) = (small * y, small * z);
            Vec3::new(sign * (big * big - y * y).sqrt(), y, z)
        };
        let mut chart: Vec<Vec3> = (0..4).map(at).collect();
        chart.push(chart[0]);
        Curve::Intersection(Intersection::new([side.clone(), bore.clone()], chart))
    };
    let edge = |name: &str, curve: Curve| Edge {
        name: name.into(),
        curve: Some(Arc::new(curve)),
        reversed: false,
        ends: None,
        tolerance: 0.0,
    };
    let end = |z: f64| along(Vec3::z(), Vec3::x(), Vec3::new(0.0, 0.0, z));
    let (low, high) = (end(-2.0 * big), end(2.0 * big));
    let circle = |frame: Frame| Curve::Circle { frame, radius: big };
    let edges = vec![
        edge("edge 1", circle(low)),
        edge("edge 2", circle(high)),
        edge("edge 3", hole(1.0)),
        edge("edge 4", hole(-1.0)),
    ];
    let rings = vec![ring(0, false), ring(1, true), ring(2, true), ring(3, false)];
    let faces = vec![
        face("side", (*side).clone(), false, rings),
        face(
            "bore",
            (*bore).clone(),
            true,
            vec![ring(2, false), ring(3, true)],
        ),
        face("bottom", Surface::Plane(low), true, vec![ring(0, true)]),
        face("top", Surface::Plane(high), false, vec![ring(1, false)]),
    ];
    body(faces, edges)
}

/// The same with each edge of the bore in two halves between vertices, whose charts are only their ends and one point beside the middle;
/// the second half runs against its curve.
pub fn bored_in_halves(big: f64, small: f64) -> Body {
    let mut body = bored(big, small);
    for (hole, sign) in [(2, 1.0), (3, -1.0)] {
        let at = |t: f64| {
            let (z, y) = t.sin_cos();
            let (y, z) = (small * y, small * z);
            Vec3::new(sign * (big * big - y * y).sqrt(), y, z)
        };
        let surfaces = [body.faces[0].surface.clone(), body.faces[1].surface.clone()];
        let half = |times: [f64; 3], ends: [usize; 2], reversed: bool, name: &str| Edge {
            name: name.into(),
            curve: Some(Arc::new(Curve::Intersection(Intersection::new(
                surfaces.clone(),
                times.map(at).to_vec(),
            )))),
            reversed,
            ends: Some(ends),
            tolerance: 0.0,
        };
        let pi = std::f64::consts::PI;
        let v = body.vertices.len();
        for t in [0.3, 0.3 + pi] {
            body.vertices.push(Vertex {
                name: format!("vertex {t}"),
                point: at(t),
                tolerance: 0.0,
            });
        }
        let first = half([0.3, 1.9, 0.3 + pi], [v, v + 1], false, "first half");
        let second = half(
            [0.3 + 2.0 * pi, 5.0, 0.3 + pi],
            [v + 1, v],
            true,
            "second half",
        );
        body.edges[hole] = first;
        body.edges.push(second);
        let other = body.edges.len() - 1;
        for one in body.faces.iter_mut().flat_map(|f| &mut f.loops) {
            let Loop::Fins(fins) = one else { continue };
            if fins[0].edge == hole {
                let reversed = fins[0].reversed;
                let fin = |edge| Fin {
                    edge,
                    reversed,
                    curve: None,
                };
                *fins = if reversed {
                    vec![fin(other), fin(hole)]
                } else {
                    vec![fin(hole), fin(other)]
                };
            }
        }
    }
    body
}
