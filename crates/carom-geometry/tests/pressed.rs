//! Solids pressed into each other: what touches along a direction and is moved on by a depth is that deep along it.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Rates, Volume, Workspace};
use carom_geometry::{Mesh, Refinement};
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

/// Of two solids with B at `pose` in A; none if they are apart.
fn ask(a: &Prepared, b: &Prepared, pose: &Pose) -> Option<(Volume, Rates)> {
    let (mut space, mut memory) = (Workspace::default(), Memory::default());
    let options = Options {
        rates: true,
        ..Options::default()
    };
    space.overlap(a, b, pose, &mut memory, &options).unwrap();
    let found = space.volumes().iter().zip(space.rates());
    let deepest = found.max_by(|x, y| x.0.distance().total_cmp(&y.0.distance()));
    deepest.map(|(v, r)| (*v, *r))
}

/// A solid at `pose` in a frame, and the other one standing in it.
fn is_as_deep(a: &Prepared, b: &Prepared, of_a: &Pose, (depth, n): (f64, Vec3), what: &str) {
    let found = ask(a, b, &of_a.inverse());
    let (volume, _) = found.unwrap_or_else(|| panic!("{what}: apart at {depth}"));
    let off = volume.distance() - depth;
    let turned = (of_a.rotation * volume.direction().unwrap() - n).norm();
    // rounding of places of size one; Newton's steps leave normals opposite to 1e-6, of which the depth has the square
    assert!(
        off.abs() < 1e-11 && turned < 1e-5,
        "{what} at {depth}: {off:e} {turned:e}"
    );
}

/// Where facets meet at 150 to 175 degrees, on the edge and beside it. On others of these meshes another facet was
/// taken for the one that is touched, and a depth of 1e-5 came out as
/// 2e-3, or there was no contact.
#[test]
fn an_ellipsoid_on_blunt_edges_of_a_mesh() {
    let semi_axes = Vec3::new(0.4, 0.5, 0.65);
    let round = faces(Form::Ellipsoid { semi_axes });
    for level in [1, 2, 3] {
        let mesh = Mesh::icosphere(level);
        let corner = |t: &[u32; 3]| t.map(|v| mesh.vertices[v as usize]);
        let normal = |[a, b, c]: [Vec3; 3]| (b - a).cross(&(c - a)).normalize();
        let solid = Prepared::mesh(&mesh).unwrap();
        for k in 0..150u32 {
            let t = &mesh.triangles[(k as usize * 97) % mesh.triangles.len()];
            let share = |o: &&[u32; 3]| *o != t && o.contains(&t[0]) && o.contains(&t[1]);
            let other = mesh.triangles.iter().find(share).unwrap();
            let ([a, b, c], x) = (corner(t), even(k));
            let on_edge = a + (b - a) * (0.1 + 0.8 * x.x);
            let own = normal([a, b, c]);
            let (at, n) = match k % 2 {
                0 => (on_edge, own * x.y + normal(corner(other)) * (1.0 - x.y)),
                _ => (on_edge + (c - on_edge) * (0.3 * x.y), own),
            };
            let (n, rotation) = (n.normalize(), turn(k));
            let way = semi_axes.component_mul(&rotation.tr_mul(&-n));
            let low = rotation * semi_axes.component_mul(&way) * (1.0 / way.norm());
            for depth in [1e-5, 1e-4, 1e-3] {
                let of_a = Pose {
                    position: at - n * depth - low,
                    rotation,
                };
                is_as_deep(&round, &solid, &of_a, (depth, n), &format!("{level} {k}"));
            }
        }
    }
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

/// A cylinder that leans over a box on its rim, slid towards the side of the box that its other end passes: as on a
/// plane, until the volume comes to the edge.
#[test]
fn far_parts_beyond_a_side_do_not_count() {
    let cylinder = faces(Form::Cylinder {
        length: 1.0,
        radius: 0.2,
    });
    let extents = Vec3::repeat(1.0);
    let cuboid = Prepared::new(Form::Box { extents }, Refinement::VIEW).unwrap();
    let plane = Prepared::new(Form::HalfSpace, Refinement::VIEW).unwrap();
    let depth = 1e-3;
    for lean in [0.3, 0.6, 0.9] {
        let rotation = exp_so3(&(Vec3::y() * lean));
        let low = rotation * Vec3::x() * 0.2;
        for step in 0..=10 {
            let at = Vec3::new(-0.1 + 0.058 * f64::from(step), 0.1, 0.5 - depth);
            let of_a = Pose {
                position: at - low,
                rotation,
            };
            let below = Pose {
                position: Vec3::z() * 0.5,
                rotation: Mat3::identity(),
            };
            let (on_box, _) = ask(&cylinder, &cuboid, &of_a.inverse()).unwrap();
            let (on_plane, _) = ask(&cylinder, &plane, &(of_a.inverse() * below)).unwrap();
            // rounding of places of size one over a depth of a thousandth
            let off = (on_box.distance() - on_plane.distance()).abs();
            let turned = (on_box.direction().unwrap() - on_plane.direction().unwrap()).norm();
            assert!(
                off < 1e-14 && turned < 1e-10,
                "{lean} {step} {off:e} {turned:e}"
            );
        }
    }
}

/// What two balls have in common, `π·p²·(s² + 2s(R + r) − 3(R − r)²)/(12s)` at the distance s of their centres, and
/// its rates; found by facets that are farther out than the depth, it vanishes with
/// it.
#[test]
fn volumes_begin_with_the_touch_of_faces() {
    let radii = [0.5, 0.7];
    let [a, b] = radii.map(|r| {
        faces(Form::Ellipsoid {
            semi_axes: Vec3::repeat(r),
        })
    });
    let out = Vec3::new(0.3, 0.5, 0.6).normalize();
    let at = |depth: f64| {
        let of_a = Pose {
            position: out * (radii[0] + radii[1] - depth),
            rotation: turn(5),
        };
        ask(&a, &b, &of_a.inverse()).unwrap()
    };
    for depth in [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2] {
        let (s, sum) = (radii[0] + radii[1] - depth, radii[0] + radii[1]);
        let rest = s * s + 2.0 * s * sum - 3.0 * (radii[0] - radii[1]).powi(2);
        let exact = PI * depth * depth * rest / (12.0 * s);
        let (volume, rates) = at(depth);
        let part = volume.volume / exact;
        // facets of 7 degrees are flat across a touch: they have another form, but not another order
        assert!(part > 0.2 && part < 1.6, "{depth:e}: {part}");
        assert!(volume.chord.max(volume.mean_thickness()) < 1.01 * depth);
        let h = 1e-4 * depth;
        let slope = (at(depth + h).0.volume - at(depth - h).0.volume) / (2.0 * h);
        let toward = turn(5).tr_mul(&-out);
        let rate = rates.volume.velocity.dot(&toward);
        // rounding of volumes of triangles over the step
        assert!(
            (rate / slope - 1.0).abs() < 1e-3,
            "{depth:e}: {rate} {slope}"
        );
    }
}
