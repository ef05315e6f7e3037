//! Solids pressed into each other: what touches along a direction and is moved on by a depth is that deep along it.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Volume, Workspace};
use carom_geometry::{CONTACT_TRIANGLES, Mesh, Refinement, Revolution};
use std::f64::consts::PI;

fn faces(form: Form) -> Prepared {
    Prepared::with_faces(form, Refinement::VIEW).unwrap()
}

/// Numbers in [0, 1) that fill a cube evenly (powers of the root of x⁴ = x + 1).
fn even(k: u32) -> Vec3 {
    let x = |by: f64| (f64::from(k) * by).rem_euclid(1.0);
    Vec3::new(x(0.819_172_5), x(0.671_043_6), x(0.549_700_5))
}

fn turn(k: u32) -> Mat3 {
    exp_so3(&((even(k) * 2.0 - Vec3::repeat(1.0)) * 3.0))
}

/// The deepest volume of two solids with B at `pose` in A; none if they are apart.
fn ask(a: &Prepared, b: &Prepared, pose: &Pose) -> Option<Volume> {
    let (mut space, mut memory) = (Workspace::default(), Memory::default());
    let options = Options::default();
    let found = space.overlap(a, b, pose, &mut memory, &options).unwrap();
    let deepest = found
        .iter()
        .max_by(|x, y| x.distance().total_cmp(&y.distance()));
    deepest.copied()
}

/// A solid at `pose` in a frame, and the other one standing in it.
fn is_as_deep(a: &Prepared, b: &Prepared, of_a: &Pose, (depth, n): (f64, Vec3), what: &str) {
    let found = ask(a, b, &of_a.inverse());
    let volume = found.unwrap_or_else(|| panic!("{what}: apart at {depth}"));
    let off = volume.distance() - depth;
    let turned = (of_a.rotation * volume.direction().unwrap() - n).norm();
    // rounding of places of size one; Newton's steps leave normals opposite to 1e-6, of which the depth has the square
    assert!(
        off.abs() < 1e-11 && turned < 1e-5,
        "{what} at {depth}: {off:e} {turned:e}"
    );
}

const SEMI_AXES: Vec3 = Vec3::new(0.4, 0.5, 0.65);

fn ellipsoid() -> Prepared {
    faces(Form::Ellipsoid {
        semi_axes: SEMI_AXES,
    })
}

/// An ellipsoid whose lowest point along the outward normal n of another solid is at a place.
fn stands_on(at: &Vec3, n: &Vec3, rotation: Mat3) -> Pose {
    let way = SEMI_AXES.component_mul(&rotation.tr_mul(&-*n));
    let low = rotation * SEMI_AXES.component_mul(&way) * (1.0 / way.norm());
    Pose {
        position: at - low,
        rotation,
    }
}

fn press(solid: &Prepared, (at, n): (Vec3, Vec3), k: u32, what: &str) {
    let round = ellipsoid();
    for depth in [1e-5, 1e-4, 1e-3] {
        let of_a = stands_on(&(at - n * depth), &n, turn(k));
        is_as_deep(&round, solid, &of_a, (depth, n), what);
    }
}

fn corners(mesh: &Mesh, triangle: &[u32; 3]) -> [Vec3; 3] {
    triangle.map(|v| mesh.vertices[v as usize])
}

fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(&(c - a)).normalize()
}

/// A triangle, by a number, and the normals of that and of the one beyond its first side.
fn edge_of(mesh: &Mesh, k: u32) -> ([Vec3; 3], [Vec3; 2]) {
    let t = &mesh.triangles[(k as usize * 97) % mesh.triangles.len()];
    let share = |o: &&[u32; 3]| *o != t && o.contains(&t[0]) && o.contains(&t[1]);
    let other = mesh.triangles.iter().find(share).unwrap();
    (
        corners(mesh, t),
        [t, other].map(|t| normal(corners(mesh, t))),
    )
}

/// Where facets meet at 150 to 175 degrees, on the edge and beside it.
#[test]
fn an_ellipsoid_on_blunt_edges_of_a_mesh() {
    for level in [1, 2, 3] {
        let mesh = Mesh::icosphere(level);
        let solid = Prepared::mesh(&mesh).unwrap();
        for k in 0..150u32 {
            let (([a, b, c], [own, other]), x) = (edge_of(&mesh, k), even(k));
            let on_edge = a + (b - a) * (0.1 + 0.8 * x.x);
            let (at, n) = match k % 2 {
                0 => (on_edge, own * x.y + other * (1.0 - x.y)),
                _ => (on_edge + (c - on_edge) * (0.3 * x.y), own),
            };
            press(&solid, (at, n.normalize()), k, &format!("{level} {k}"));
        }
    }
}

/// The straight side of a capsule across blunt edges: the depth is along the normal of both, between those of the facets there.
#[test]
fn a_capsule_across_blunt_edges_of_a_mesh() {
    let capsule = faces(Form::Capsule {
        length: 2.0,
        radius: 0.3,
    });
    for level in [1, 2, 3] {
        let mesh = Mesh::icosphere(level);
        let solid = Prepared::mesh(&mesh).unwrap();
        for k in 1..60u32 {
            let (([a, b, _], [own, other]), x) = (edge_of(&mesh, k), even(k));
            let at = a + (b - a) * (0.2 + 0.6 * x.x);
            let between = 0.1 + 0.8 * x.y;
            let n = own * between + other * (1.0 - between);
            let n = n.normalize();
            // the axis, at 30 to 150 degrees to the edge
            let along = (b - a).normalize();
            let angle = (30.0 + 120.0 * x.z) * PI / 180.0;
            let axis = along * angle.cos() + n.cross(&along) * angle.sin();
            let rotation = Mat3::from_columns([n.cross(&axis), n, axis]);
            for depth in [1e-6, 1e-5] {
                let of_a = Pose {
                    position: at + n * (0.3 - depth),
                    rotation,
                };
                is_as_deep(&capsule, &solid, &of_a, (depth, n), &format!("{level} {k}"));
            }
        }
    }
}

/// On blunt corners, too, with a normal between those of the facets there: beyond a corner two edges of a facet are as near, and it may be within one of them.
#[test]
fn an_ellipsoid_on_blunt_corners_of_a_mesh() {
    for level in [1, 2, 3] {
        let mut mesh = Mesh::icosphere(level);
        for p in &mut mesh.vertices {
            *p = Vec3::new(0.5 * p.x, 0.7 * p.y, 0.9 * p.z);
        }
        let solid = Prepared::mesh(&mesh).unwrap();
        for k in 0..150u32 {
            let v = (k * 37) % mesh.vertices.len() as u32;
            let around = mesh.triangles.iter().filter(|t| t.contains(&v));
            let weighed = around.zip(0..).map(|(t, i)| {
                let x = even(17 * k + 5 * i);
                normal(corners(&mesh, t)) * (0.05 + x.x * x.y)
            });
            let n = weighed.fold(Vec3::zeros(), |sum, n| sum + n).normalize();
            let at = mesh.vertices[v as usize];
            press(&solid, (at, n), k, &format!("{level} {k}"));
        }
    }
}

/// A barrel of cones that meet at 168 degrees, by its exact faces: on the circles between them and beside them.
#[test]
fn an_ellipsoid_on_blunt_edges_of_a_barrel() {
    let bend = PI / 15.0;
    let corner = |k: i32| {
        let (s, c) = (bend * f64::from(k)).sin_cos();
        [c, s]
    };
    let ring: Vec<[f64; 2]> = (-6..=6).map(corner).collect();
    let made = Revolution::new(&ring).unwrap().faceted(Refinement::VIEW);
    let barrel = Prepared::facets(made.solid(CONTACT_TRIANGLES).unwrap());
    for k in 0..150u32 {
        let x = even(k);
        let way = |angle: f64| {
            let ((s, c), (t, d)) = (angle.sin_cos(), (7.0 * x.z).sin_cos());
            Vec3::new(c * d, c * t, s)
        };
        // a corner of the profile, and the side above it with its normal half way
        let j = (k % 11) as i32 - 5;
        let above = bend * (f64::from(j) + 0.5);
        let [low, high] = [j, j + 1].map(|i| way(bend * f64::from(i)));
        let (at, n) = match k % 2 {
            0 => (low, way(above + bend * (x.x - 1.0))),
            _ => (low + (high - low) * (0.03 + 0.3 * x.y), way(above)),
        };
        press(&barrel, (at, n), k, &format!("{k}"));
    }
}

/// A corner of a box in the flat end of a cylinder: a place on an edge is its end though it is off by rounding.
#[test]
fn a_corner_is_as_deep_as_it_was_pressed() {
    let extents = Vec3::new(0.7, 0.9, 1.1);
    let cuboid = Prepared::new(Form::Box { extents }, Refinement::VIEW).unwrap();
    let post = faces(Form::Cylinder {
        length: -2.0,
        radius: 0.8,
    });
    let n = Vec3::z();
    let mut seen = 0;
    for k in 0..200u32 {
        let (x, rotation) = (even(k), turn(k));
        let down = rotation.tr_mul(&-n);
        // edges and faces that lean by less have the place of the centroid, or a mixture with it
        if down.abs().min() < 0.12 {
            continue;
        }
        seen += 1;
        let low = rotation * down.map(f64::signum).component_mul(&extents) * 0.5;
        let at = Vec3::new(x.x - 0.5, x.y - 0.5, 0.0);
        for depth in [1e-5, 1e-4, 1e-3] {
            let of_a = Pose {
                position: at - n * depth - low,
                rotation,
            };
            is_as_deep(&cuboid, &post, &of_a, (depth, n), &format!("{k}"));
        }
    }
    assert!(seen > 100);
}

/// The tip of a cone in the wall of a cylinder and in a facet of a mesh, with the direction within the cone of those
/// that are normal to it.
#[test]
fn a_tip_is_as_deep_as_it_was_pressed() {
    let length = 1.2;
    let cone = faces(Form::Frustum {
        length,
        bottom: 0.6,
        top: 0.0,
    });
    let post = faces(Form::Cylinder {
        length: 3.0,
        radius: 0.8,
    });
    let plain = Mesh::icosphere(0);
    let facet = plain.triangles[0].map(|v| plain.vertices[v as usize]);
    let plain = Prepared::mesh(&plain).unwrap();
    for k in 0..60u32 {
        let x = even(k);
        // the wall leans by atan(0.6/1.2): directions within 63 degrees of the axis are normal to the tip
        let lean = 0.9 * x.x;
        let rotation = |n: &Vec3| {
            let aside = n.cross(
                &(if n.x.abs() < 0.5 {
                    Vec3::x()
                } else {
                    Vec3::y()
                }),
            );
            let down = -*n;
            let across = aside.normalize();
            let z = down * lean.cos() + across * lean.sin();
            let e = z.cross(&across).normalize();
            exp_so3(&(z * (7.0 * x.y))) * Mat3::from_columns([e, z.cross(&e), z])
        };
        let out = Vec3::new((6.0 * x.z).cos(), (6.0 * x.z).sin(), 0.0);
        let [a, b, c] = facet;
        let up = (b - a).cross(&(c - a)).normalize();
        let inside = (a + b + c) / 3.0 + (b - a) * (0.2 * (x.y - 0.5));
        for (solid, at, n) in [
            (&post, out * 0.8 + Vec3::z() * (1.0 + x.x), out),
            (&plain, inside, up),
        ] {
            for depth in [1e-5, 1e-4, 1e-3] {
                let rotation = rotation(&n);
                let tip = rotation * Vec3::z() * length;
                let of_a = Pose {
                    position: at - n * depth - tip,
                    rotation,
                };
                is_as_deep(&cone, solid, &of_a, (depth, n), &format!("{k}"));
            }
        }
    }
}
