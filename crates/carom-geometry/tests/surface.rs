//! The surface of intersections in triangles: closed, oriented, with the volume of the query.
#![allow(clippy::unwrap_used)]

use crate::common;

use boolmesh::prelude::{Manifold, OpType, compute_boolean};
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Workspace};
use carom_geometry::shapes::{Cylinder, Torus};
use carom_geometry::{ClosedMesh, Mesh, Refinement, Solid};
use common::{Random, bumpy, cube, gear, icosphere, placed, tube};

fn check(a: &Prepared, b: &Prepared, pose: &Pose) -> (usize, Mesh) {
    let mut work = Workspace::default();
    let mesh = work.surface(a, b, pose).unwrap();
    assert!(mesh.is_closed());
    let [x, y] = [a, b].map(|s| s.triangles().unwrap());
    let found = work.meshes(x, y, pose, &mut Memory::default(), &Options::default());
    let volumes = found.unwrap();
    let sum: f64 = volumes.iter().map(|v| v.volume).sum();
    if volumes.is_empty() {
        assert!(mesh.triangles.is_empty());
        return (0, mesh);
    }
    let shown = mesh.mass_properties();
    let size = mesh.vertices.iter().map(Vec3::amax).fold(0.0, f64::max);
    // both sum the same tetrahedra about points near by
    assert!(
        (shown.volume - sum).abs() < 1e-12 * sum.max(1e-3 * size.powi(3)),
        "{} {sum}",
        shown.volume
    );
    (volumes.len(), mesh)
}

/// Random pairs of solids with holes, hollows and cavities, several volumes among them.
#[test]
fn random_pairs() {
    let fine = Refinement::COARSE;
    let shapes = [
        icosphere(2),
        cube([1.4, 1.0, 0.8]),
        Cylinder::new(1.5, 0.6).unwrap().mesh(fine),
        Torus::new(0.8, 0.3).unwrap().mesh(fine),
        tube(0.8, 0.5, 1.0, 20),
        bumpy(2),
        gear(9, 0.6, 1.1, 0.5),
    ]
    .map(|m| Prepared::mesh(&m).unwrap());
    let mut random = Random(7);
    let (mut met, mut several) = (0, 0);
    for _ in 0..120 {
        let [i, j] = [0, 1].map(|_| random.below(shapes.len() as u64) as usize);
        let pose = Pose {
            position: random.vector() * 1.2,
            rotation: random.rotation(),
        };
        let (volumes, mesh) = check(&shapes[i], &shapes[j], &pose);
        if volumes == 0 {
            continue;
        }
        met += 1;
        several += usize::from(volumes > 1);
        // no triangles over each other: the area is that of the mesh that a library of booleans makes
        let [x, y] = [&shapes[i], &shapes[j]].map(|s| s.triangles().unwrap().to_mesh());
        let other = boolean_area(&x, &placed(&y, &pose));
        let ours: f64 = mesh.corners().map(|t| area(&t)).sum();
        // a thin volume's extent moves by ulp over its angles
        assert!(
            (ours - other).abs() < 1e-7 * other,
            "{i} {j}: {ours} {other}"
        );
    }
    assert!(met > 60 && several >= 10, "{met} {several}");
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    0.5 * (b - a).cross(&(c - a)).norm()
}

fn boolean_area(a: &Mesh, b: &Mesh) -> f64 {
    let manifold = |mesh: &Mesh| {
        let places: Vec<f64> = mesh.vertices.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
        let corners = mesh.triangles.iter().flatten().map(|&i| i as usize);
        Manifold::new(&places, &corners.collect::<Vec<_>>()).unwrap()
    };
    let m = compute_boolean(&manifold(a), &manifold(b), OpType::Intersect).unwrap();
    let point = |i: usize| Vec3::new(m.ps[i].x, m.ps[i].y, m.ps[i].z);
    (0..m.hs.len() / 3)
        .map(|f| area(&[0, 1, 2].map(|k| point(m.hs[3 * f + k].tail))))
        .sum()
}

/// Faces with holes: a pipe stands on a plate, a cavity is within; faces in one plane.
#[test]
fn holes_and_planes() {
    let block = Prepared::mesh(&cube([4.0, 4.0, 1.0])).unwrap();
    let pipe = Prepared::mesh(&tube(0.8, 0.5, 1.0, 20)).unwrap();
    let at = |z: f64| Pose {
        position: Vec3::new(0.1, 0.2, z),
        rotation: carom_base::Mat3::identity(),
    };
    for z in [0.4, 0.0, -0.3, -0.5] {
        let (count, mesh) = check(&block, &pipe, &at(z));
        assert!(count == 1, "{z}");
        let closed = ClosedMesh::new(&mesh);
        assert!(closed.is_ok(), "{z} {closed:?}");
    }
    let boxes = Prepared::mesh(&cube([1.0; 3])).unwrap();
    for x in [0.0, 0.25, 0.5] {
        let pose = Pose {
            position: Vec3::new(x, 0.0, 0.5),
            rotation: carom_base::Mat3::identity(),
        };
        let (count, mesh) = check(&boxes, &boxes, &pose);
        assert_eq!(count, 1);
        let expected = (1.0 - x) * 0.5;
        assert!((mesh.mass_properties().volume - expected).abs() < 1e-15);
    }
    // a ball on a half-space, by its triangles, on both sides
    let ball = Prepared::new(Form::Sphere { radius: 1.0 }, Refinement::VIEW).unwrap();
    let half = Prepared::new(Form::HalfSpace, Refinement::COARSE).unwrap();
    let pose = at(-0.8);
    let mut work = Workspace::default();
    let [one, other] = [
        work.surface(&ball, &half, &pose).unwrap(),
        work.surface(&half, &ball, &pose.inverse()).unwrap(),
    ];
    assert!(one.is_closed() && other.is_closed());
    let [v, w] = [&one, &other].map(|m| m.mass_properties().volume);
    let exact = std::f64::consts::PI * 0.04 * (1.0 - 0.2 / 3.0);
    assert!((v - w).abs() < 1e-14 && v < exact && v > 0.9 * exact);
}
