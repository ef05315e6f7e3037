//! Small bodies built by hand.
#![allow(dead_code, clippy::unwrap_used)]

use carom_base::Vec3;
use carom_cad::brep::{Body, Edge, Face, Fin, Loop, Region, Shell};
use carom_cad::curve::Curve;
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
