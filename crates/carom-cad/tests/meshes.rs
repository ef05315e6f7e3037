//! Meshes of bodies built by hand: closed, within the chord height, volumes of first order in it; and refusals by name.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::bodies;

use bodies::{bored, bored_in_halves, cylinder, frame, lemon, one_face, sphere, torus};
use carom_cad::brep::Body;
use carom_cad::surface::Surface;
use carom_cad::{BodyMesh, CadError, MeshOptions, bounds, mass_properties, mesh};

fn fine(body: &Body, chord: f64) -> BodyMesh {
    // A wide angle: the chord height alone decides.
    mesh(body, &MeshOptions { chord, angle: 1.0 }).unwrap()
}

/// The distance of the middles of triangles and of their sides from the surface, and the angle of facets to the normals.
fn worst(body: &Body, mesh: &BodyMesh) -> (f64, f64) {
    let (mut height, mut angle) = (0.0f64, 0.0f64);
    for ((triangle, &face), normals) in mesh
        .mesh
        .triangles
        .iter()
        .zip(&mesh.faces)
        .zip(&mesh.normals)
    {
        let surface = &body.faces[face as usize].surface;
        let [a, b, c] = triangle.map(|i| mesh.mesh.vertices[i as usize]);
        for p in [
            (a + b + c) * (1.0 / 3.0),
            (a + b) * 0.5,
            (b + c) * 0.5,
            (c + a) * 0.5,
        ] {
            let q = surface.parameters(&p, None).unwrap();
            height = height.max((surface.at(q[0], q[1]).point - p).norm());
        }
        let facet = (b - a).cross(&(c - a));
        angle = normals.iter().fold(angle, |x, n| x.max(n.angle(&facet)));
    }
    (height, angle)
}

#[test]
fn meshes_are_closed_and_keep_the_chord_height() {
    for body in [
        sphere(1.7),
        torus(3.0, 1.1),
        cylinder(0.8, 2.5),
        lemon(-1.0, 3.0),
        torus(1.0, 3.0),
        bored(5.0, 3.0),
        bored_in_halves(5.0, 3.0),
    ] {
        let exact = mass_properties(&body).unwrap().properties.volume;
        let mut errors = Vec::new();
        for chord in [0.1, 0.02, 0.004] {
            let found = fine(&body, chord);
            assert!(found.mesh.is_closed());
            assert_eq!(found.mesh.triangles.len(), found.faces.len());
            assert_eq!(found.mesh.triangles.len(), found.normals.len());
            let (height, angle) = worst(&body, &found);
            // The middles of boundary chords may lie a little further from the neighbouring triangle's surface than from the edge.
            assert!(height <= 1.05 * chord, "{height} {chord}");
            assert!(angle < 1.0, "{angle}");
            errors.push((found.mesh.mass_properties().volume / exact - 1.0).abs());
        }
        // First order in the chord height: five times finer, about five times better.
        for pair in errors.windows(2) {
            assert!(pair[0] / pair[1] > 2.5, "{errors:?}");
        }
        assert!(errors[2] < 0.01, "{errors:?}");
    }
}

#[test]
fn triangles_are_no_more_than_the_chord_height_needs() {
    // Open CASCADE needs 12 666 for a sphere of radius 5 at 0.004, and 6 318 for a torus 10/3 at 0.02; a quarter more is accepted.
    assert!(fine(&sphere(5.0), 0.004).mesh.triangles.len() < 15_800 + 1_200);
    assert!(fine(&torus(10.0, 3.0), 0.02).mesh.triangles.len() < 7_900);
    // 312 for a cylinder of radius 5 at 0.004: no points between its rings.
    assert_eq!(fine(&cylinder(5.0, 20.0), 0.004).mesh.triangles.len(), 312);
}

#[test]
fn the_same_body_gives_the_same_bits() {
    let (a, b) = (fine(&torus(3.0, 1.1), 0.01), fine(&torus(3.0, 1.1), 0.01));
    assert_eq!(a.mesh, b.mesh);
    assert_eq!(a.normals, b.normals);
}

#[test]
fn the_angle_limits_chords_too() {
    let body = cylinder(0.8, 2.5);
    let found = mesh(&body, &MeshOptions::new(1.0)).unwrap();
    // 15 degrees: 24 sides.
    assert!(found.edges.iter().all(|e| e.len() == 25));
}

#[test]
fn bounds_hold_the_body() {
    let [low, high] = bounds(&torus(10.0, 3.0)).unwrap();
    let reach = (high - low).amax();
    // A torus in general position is less than 2(a + b) wide, and at least 2(a + b) sin along some axis.
    assert!(reach < 26.0 && reach > 25.0, "{reach}");
}

#[test]
fn wrong_tolerances_and_bodies_are_refused_by_name() {
    let body = sphere(1.0);
    for chord in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            mesh(&body, &MeshOptions::new(chord)),
            Err(CadError::Options { .. })
        ));
    }
    let many = mesh(
        &body,
        &MeshOptions {
            chord: 1e-12,
            angle: 1.0,
        },
    )
    .unwrap_err();
    assert_eq!(
        many.to_string(),
        "body ball: face 1 on a sphere: needs more than 2000000 points"
    );
    let open = mesh(
        &one_face(Surface::Cylinder {
            frame: frame(),
            radius: 1.0,
        }),
        &MeshOptions::new(0.1),
    )
    .unwrap_err();
    let expected =
        "body ball: face 1 on a cylinder: has no outer boundary, and its surface is not closed";
    assert_eq!(open.to_string(), expected);
    let mut lost = cylinder(0.8, 2.5);
    lost.faces.pop();
    let error = mesh(&lost, &MeshOptions::new(0.1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "body ball: edge 2: has one face only: the shell is open"
    );
}
