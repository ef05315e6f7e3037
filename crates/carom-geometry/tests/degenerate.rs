//! Poses in which faces, edges and corners of both solids fall together, exactly or nearly.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_base::space::{rotation_x, rotation_y, rotation_z};
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::{Flags, Memory, Options, Volume, Workspace};
use carom_geometry::shapes::Cylinder;
use carom_geometry::{ClosedMesh, Mesh, Refinement, Solid};
use common::{Random, closed, cube, icosphere, shift, tube};

fn total(work: &mut Workspace, a: &ClosedMesh, b: &ClosedMesh, pose: &Pose) -> (f64, usize) {
    let found = work.meshes(a, b, pose, &mut Memory::default(), &Options::default());
    let found = found.unwrap_or_else(|e| panic!("{e}: {pose:?}"));
    (found.iter().map(|v| v.volume).sum(), found.len())
}

/// Length of the common part of two intervals about `c` and 0.
fn common_length(a: f64, b: f64, c: f64) -> f64 {
    ((0.5 * a).min(c + 0.5 * b) - (-0.5 * a).max(c - 0.5 * b)).max(0.0)
}

/// Volumes of size one, differences of some ulps.
const EXACT: f64 = 1e-15;

#[test]
fn aligned_cubes_are_exact() {
    let a = closed(&cube([1.0; 3]));
    let mut work = Workspace::default();
    let quarter = |n: u32| {
        let (s, c) = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][n as usize];
        Mat3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
    };
    let mut count = 0;
    for size in [1.0, 0.5] {
        let b = closed(&cube([size; 3]));
        for turn in 0..4 {
            for place in 0..729 {
                let step = |k: u32| 0.25 * f64::from(place / 9u32.pow(k) % 9) - 1.0;
                let position = Vec3::new(step(0), step(1), step(2));
                let pose = Pose {
                    position,
                    rotation: quarter(turn),
                };
                let exact: f64 = position
                    .iter()
                    .map(|&c| common_length(1.0, size, c))
                    .product();
                let (volume, parts) = total(&mut work, &a, &b, &pose);
                assert!((volume - exact).abs() < EXACT, "{pose:?}: {volume} {exact}");
                assert_eq!(parts, usize::from(exact > 0.0), "{pose:?}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 5832);
}

/// Area of the common part of the square [−½, ½]² and another one, turned and moved: clipped by four lines (Sutherland and
/// Hodgman).
fn common_area(turn: f64, x: f64, y: f64) -> f64 {
    let (s, c) = turn.sin_cos();
    let mut polygon: Vec<[f64; 2]> = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
        .map(|[u, v]: [f64; 2]| [c * u - s * v + x, s * u + c * v + y])
        .to_vec();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        let depth = |p: &[f64; 2]| 0.5 - sign * p[axis];
        let mut kept = Vec::new();
        for k in 0..polygon.len() {
            let (p, q) = (polygon[k], polygon[(k + 1) % polygon.len()]);
            let (dp, dq) = (depth(&p), depth(&q));
            if dp >= 0.0 {
                kept.push(p);
            }
            if (dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0) {
                let t = dp / (dp - dq);
                kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
        }
        polygon = kept;
    }
    let Some(&o) = polygon.first() else {
        return 0.0;
    };
    polygon
        .windows(2)
        .map(|w| 0.5 * ((w[0][0] - o[0]) * (w[1][1] - o[1]) - (w[1][0] - o[0]) * (w[0][1] - o[1])))
        .sum()
}

/// Turned about one axis, two faces stay parallel: the volume is a common area times a common length.
#[test]
fn turned_cubes_on_a_lattice_are_exact() {
    let solid = closed(&cube([1.0; 3]));
    let mut work = Workspace::default();
    let mut count = 0;
    for degrees in [30.0f64, 45.0, 60.0, 90.0] {
        let angle = degrees.to_radians();
        for (axis, rotation) in [rotation_x(angle), rotation_y(angle), rotation_z(angle)]
            .into_iter()
            .enumerate()
        {
            for place in 0..125 {
                let step = |k: u32| 0.5 * f64::from(place / 5u32.pow(k) % 5) - 1.0;
                let position = Vec3::new(step(0), step(1), step(2));
                let (along, x, y) = (
                    position[axis],
                    position[(axis + 1) % 3],
                    position[(axis + 2) % 3],
                );
                let exact = common_area(angle, x, y) * common_length(1.0, 1.0, along);
                let (volume, _) = total(&mut work, &solid, &solid, &Pose { position, rotation });
                assert!(
                    (volume - exact).abs() < EXACT,
                    "{degrees} {axis} {position:?}: {volume} {exact}"
                );
                count += 1;
            }
        }
    }
    assert_eq!(count, 1500);
}

#[test]
fn identical_solids_and_shared_corners() {
    let mut work = Workspace::default();
    for mesh in [icosphere(2), tube(0.8, 0.5, 1.0, 24), cube([1.0, 2.0, 3.0])] {
        let solid = closed(&mesh);
        let whole = solid.mass_properties();
        let found = work
            .meshes(
                &solid,
                &solid,
                &Pose::identity(),
                &mut Memory::default(),
                &Options::default(),
            )
            .unwrap();
        assert_eq!(found.len(), 1);
        assert!((found[0].volume / whole.volume - 1.0).abs() < 1e-14);
        assert!((found[0].centroid - whole.centroid).norm() < 1e-14);
        assert!(found[0].flags.contains(Flags::COPLANAR) && found[0].flags.contains(Flags::DEEP));
        // every corner of one on every seventh corner of the other: consistent, and the same from both sides
        for (i, v) in mesh.vertices.iter().enumerate().step_by(13) {
            for w in mesh.vertices.iter().skip(i % 7).step_by(7) {
                let d = v - w;
                let (ab, n) = total(&mut work, &solid, &solid, &shift(d.x, d.y, d.z));
                let (ba, m) = total(&mut work, &solid, &solid, &shift(-d.x, -d.y, -d.z));
                // coordinates are rounded after the shift
                assert!((ab - ba).abs() < 1e-13, "{v} {w}: {ab} {ba}");
                assert!(n <= 2 && m <= 2);
            }
        }
    }
}

/// How many poses: `CAROM_POSES` of them, 10 000 without it. `bench/near_degenerate` runs a million.
fn poses() -> u64 {
    std::env::var("CAROM_POSES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(10_000)
}

/// Lattice poses moved and turned by 1e-17 to 1e-6: never an inconsistency, and a shift by 1e-13 changes the volume by no more than
/// the area of a face times that.
#[test]
fn nearly_degenerate_poses_are_consistent() {
    let solids: Vec<(ClosedMesh, f64)> = [
        cube([1.0; 3]),
        cube([0.5, 1.0, 2.0]),
        tube(1.0, 0.5, 1.0, 8),
        icosphere(1),
        staircase(),
    ]
    .iter()
    .map(|m| (closed(m), area(m)))
    .collect();
    let mut random = Random(7);
    let mut work = Workspace::default();
    for _ in 0..poses() {
        let [i, j] = [0, 1].map(|_| random.below(solids.len() as u64) as usize);
        let tiny = |r: &mut Random| 10f64.powf(-11.5 + 5.5 * r.unit());
        let mut position = Vec3::zeros();
        for k in 0..3 {
            position[k] = 0.25 * random.below(9) as f64 - 1.0;
        }
        let size = tiny(&mut random);
        position += random.vector() * size;
        let quarters = |r: &mut Random| std::f64::consts::FRAC_PI_4 * r.below(8) as f64;
        let size = tiny(&mut random);
        let small = random.vector() * size;
        let rotation = rotation_z(quarters(&mut random) + small.x)
            * rotation_x(quarters(&mut random) + small.y)
            * rotation_y(small.z);
        let (a, b) = (&solids[i], &solids[j]);
        let (before, _) = total(&mut work, &a.0, &b.0, &Pose { position, rotation });
        position += random.vector() * 1e-13;
        let (after, _) = total(&mut work, &a.0, &b.0, &Pose { position, rotation });
        let limit = 2e-13 * a.1.min(b.1) + 1e-13;
        assert!(
            (after - before).abs() < limit,
            "{i} {j} {position:?} {rotation:?}: {before} {after}"
        );
    }
}

fn area(mesh: &Mesh) -> f64 {
    mesh.corners()
        .map(|[a, b, c]| 0.5 * (b - a).cross(&(c - a)).norm())
        .sum()
}

/// Two steps: a solid with inner corners, made by turning up a profile.
fn staircase() -> Mesh {
    let profile = [
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, 0.5],
        [0.5, 0.5],
        [0.5, 1.0],
        [0.0, 1.0],
    ];
    let mut mesh = Mesh::default();
    for y in [0.0, 1.0] {
        mesh.vertices
            .extend(profile.map(|[x, z]| Vec3::new(x, y, z)));
    }
    for k in 0..6 {
        let l = (k + 1) % 6;
        mesh.triangles.extend([[k, l, l + 6], [k, l + 6, k + 6]]);
    }
    // the ends, cut into triangles about the inner corner
    for [a, b] in [[4, 5], [5, 0], [0, 1], [1, 2]] {
        mesh.triangles.push([3, b, a]);
        mesh.triangles.push([9, a + 6, b + 6]);
    }
    for t in &mut mesh.triangles {
        t.swap(1, 2);
    }
    mesh
}

#[test]
fn touching_is_no_volume() {
    let solid = closed(&cube([1.0; 3]));
    let mut work = Workspace::default();
    for pose in [
        shift(1.0, 0.0, 0.0),
        shift(1.0, 0.5, 0.25),
        shift(0.0, 1.0, 1.0),
        shift(-1.0, 1.0, -1.0),
    ] {
        assert_eq!(total(&mut work, &solid, &solid, &pose), (0.0, 0));
    }
}

/// A box in a box, a box around a cavity, a box in a cavity.
#[test]
fn shells_within_shells() {
    let outer = cube([4.0; 3]);
    let mut hollow = outer.clone();
    let hole = cube([2.0; 3]);
    hollow.vertices.extend(&hole.vertices);
    hollow.triangles.extend(
        hole.triangles
            .iter()
            .map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]),
    );
    let hollow = closed(&hollow);
    let mut work = Workspace::default();
    let mut of = |b: &Mesh, pose: Pose| -> Vec<Volume> {
        work.meshes(
            &hollow,
            &closed(b),
            &pose,
            &mut Memory::default(),
            &Options::default(),
        )
        .unwrap()
        .to_vec()
    };
    // in the cavity: nothing
    assert!(of(&cube([1.0; 3]), Pose::identity()).is_empty());
    // in the wall: all of it
    let wall = of(&cube([0.5; 3]), shift(1.5, 0.0, 0.0));
    assert_eq!((wall.len(), wall[0].volume), (1, 0.125));
    assert!(wall[0].flags.contains(Flags::CONTAINED));
    // around everything: the solid with its cavity, in one volume
    let around = of(&cube([9.0; 3]), Pose::identity());
    assert_eq!(around.len(), 1);
    assert!((around[0].volume - 56.0).abs() < 1e-13);
    // around the cavity only: a shell that is cut nowhere
    let within = of(&cube([3.0; 3]), shift(0.1, 0.2, 0.3));
    assert_eq!(within.len(), 1);
    assert!((within[0].volume - 19.0).abs() < 1e-13);
    // across the wall
    let across = of(&cube([1.0, 1.0, 8.0]), Pose::identity());
    let volumes: Vec<f64> = across.iter().map(|v| v.volume).collect();
    assert_eq!(volumes.len(), 2);
    assert!(volumes.iter().all(|v| (v - 1.0).abs() < 1e-14));
}

/// Bodies that turn by what rounding makes of nothing have rotations with entries such as 1e-93, whose products underflow.
#[test]
fn turned_by_less_than_numbers_hold() {
    let height = 0.2;
    let cylinder = Cylinder::new(height, 0.1).unwrap();
    let prism = closed(&cylinder.mesh(Refinement::FINE));
    let whole = total(&mut Workspace::default(), &prism, &prism, &Pose::identity()).0;
    let mut work = Workspace::default();
    let mut random = Random(11);
    for case in 0..200 {
        let mut tiny = |least: f64| random.unit() * 10f64.powf(-20.0 - least * random.unit().abs());
        let [x, y, z] = [40.0, 140.0, 280.0].map(&mut tiny);
        let depth = 1e-4 * random.unit().abs();
        let pose = Pose {
            position: Vec3::new(0.0, 0.0, depth - height),
            rotation: Mat3::new(1.0, -y, x, y, 1.0, -z, -x, z, 1.0),
        };
        let (volume, parts) = total(&mut work, &prism, &prism, &pose);
        let part = depth / height * whole;
        // Some roundings of the whole.
        assert!(
            (volume - part).abs() < 1e-15 * whole,
            "{case}: {volume} {part}"
        );
        assert_eq!(parts, 1, "{case}");
    }
}
