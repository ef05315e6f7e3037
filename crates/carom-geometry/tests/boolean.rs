//! Random pairs against an independent library of mesh booleans (boolmesh), which makes the mesh of the intersection.
#![allow(clippy::unwrap_used)]

use crate::common;

use boolmesh::prelude::{Manifold, OpType, compute_boolean};
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Memory, Options, Workspace};
use carom_geometry::shapes::{Cylinder, Ellipsoid, Frustum, Torus};
use carom_geometry::{Mesh, Refinement, Solid};
use common::{Random, bumpy, closed, cube, gear, icosphere, placed, tube};

fn manifold(mesh: &Mesh) -> Manifold {
    let positions: Vec<f64> = mesh.vertices.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
    let indices: Vec<usize> = mesh
        .triangles
        .iter()
        .flatten()
        .map(|&i| i as usize)
        .collect();
    Manifold::new(&positions, &indices).unwrap()
}

/// Volume and centroid of each closed part of the result.
fn parts(m: &Manifold) -> Vec<(f64, Vec3)> {
    let point = |i: usize| Vec3::new(m.ps[i].x, m.ps[i].y, m.ps[i].z);
    let faces = m.hs.len() / 3;
    let mut part = vec![usize::MAX; faces];
    let mut found = Vec::new();
    for seed in 0..faces {
        if part[seed] != usize::MAX {
            continue;
        }
        part[seed] = found.len();
        let mut members = vec![seed];
        let mut next = 0;
        while next < members.len() {
            for k in 0..3 {
                let neighbour = m.hs[3 * members[next] + k].pair / 3;
                if part[neighbour] == usize::MAX {
                    part[neighbour] = found.len();
                    members.push(neighbour);
                }
            }
            next += 1;
        }
        let o = point(m.hs[3 * seed].tail);
        let (mut v, mut first) = (0.0, Vec3::zeros());
        for f in members {
            let [a, b, c] = [0, 1, 2].map(|k| point(m.hs[3 * f + k].tail) - o);
            let w = a.dot(&b.cross(&c)) / 6.0;
            v += w;
            first += (a + b + c) * (0.25 * w);
        }
        found.push((v, o + first / v));
    }
    found
}

fn shapes() -> Vec<Mesh> {
    let fine = Refinement::VIEW;
    vec![
        icosphere(2),
        icosphere(3),
        cube([1.4, 1.0, 0.8]),
        Cylinder::new(1.5, 0.6).unwrap().mesh(fine),
        Frustum::new(1.5, 0.8, 0.3).unwrap().mesh(fine),
        Torus::new(0.8, 0.3).unwrap().mesh(fine),
        tube(0.8, 0.5, 1.0, 40),
        bumpy(3),
        gear(9, 0.6, 1.1, 0.5),
        Ellipsoid::new([1.2, 0.7, 0.5]).unwrap().mesh(fine),
    ]
}

/// How many pairs: `CAROM_PAIRS` of them, 200 without it.
fn pairs() -> u64 {
    std::env::var("CAROM_PAIRS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(200)
}

/// Relative to the volume; both round, and a small volume of two large solids is what is left of larger numbers.
const VOLUME: f64 = 1e-9;
/// Relative to the cube root of the volume: of a thin volume the centroid moves along it by its length times ulp over thickness.
const CENTROID: f64 = 1e-7;

#[test]
fn random_pairs_agree_with_a_boolean_library() {
    let shapes = shapes();
    let solids: Vec<_> = shapes.iter().map(closed).collect();
    let mut random = Random(20_261_121);
    let mut work = Workspace::default();
    let (mut done, mut several, mut worst) = (0, 0, (0.0f64, 0.0f64));
    let mut errors = Vec::new();
    while done < pairs() {
        let [i, j] = [0, 1].map(|_| random.below(shapes.len() as u64) as usize);
        let pose = Pose {
            position: random.vector() * 1.4,
            rotation: random.rotation(),
        };
        let found = work
            .meshes(
                &solids[i],
                &solids[j],
                &pose,
                &mut Memory::default(),
                &Options::default(),
            )
            .unwrap();
        if found.is_empty() {
            continue;
        }
        let other = placed(&shapes[j], &pose);
        let theirs =
            compute_boolean(&manifold(&shapes[i]), &manifold(&other), OpType::Intersect).unwrap();
        let mut theirs = parts(&theirs);
        theirs.retain(|(v, _)| *v > 0.0);
        theirs.sort_by(|x, y| x.1.x.total_cmp(&y.1.x));
        assert_eq!(
            found.len(),
            theirs.len(),
            "{i} {j} {pose:?}: {found:?} {theirs:?}"
        );
        several += usize::from(found.len() > 1);
        for (ours, (v, c)) in found.iter().zip(theirs) {
            let error = (ours.volume / v - 1.0).abs();
            assert!(error < VOLUME, "{i} {j} {pose:?}: {} {v}", ours.volume);
            let off = (ours.centroid - c).norm() / v.cbrt();
            assert!(off < CENTROID, "{i} {j} {pose:?}: {} {c}", ours.centroid);
            worst = (worst.0.max(error), worst.1.max(off));
            errors.push(error);
        }
        done += 1;
    }
    errors.sort_by(f64::total_cmp);
    println!(
        "{done} pairs, {several} of several volumes; volume differs by {:e} in the median, {:e} at most; centroid {:e}",
        errors[errors.len() / 2],
        worst.0,
        worst.1
    );
    assert!(several >= 10, "the pairs are too simple: {several}");
}
