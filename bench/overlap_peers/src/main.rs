//! Two unit icospheres that overlap by 0.01: all of Carom's results, and the mesh of the intersection by boolmesh and by parry, in one run.
//! Medians over poses of the best of some repetitions, in microseconds.

use boolmesh::prelude::{Manifold, OpType, compute_boolean};
use carom_base::space::{rotation_x, rotation_z};
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Memory, Options, Workspace};
use carom_geometry::{ClosedMesh, Mesh};
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::shape::{TriMesh, TriMeshFlags};
use parry3d_f64::transformation::intersect_meshes;
use std::hint::black_box;
use std::time::Instant;

fn poses() -> Vec<Pose> {
    (0..12)
        .map(|k| {
            let (a, b) = (0.7 + 2.399 * f64::from(k), 0.31 + 1.137 * f64::from(k));
            let rotation = rotation_z(a) * rotation_x(b);
            Pose {
                position: rotation * Vec3::new(0.3, 0.4, 0.866).normalize() * 1.99,
                rotation: rotation_x(a) * rotation_z(b),
            }
        })
        .collect()
}

fn placed(mesh: &Mesh, pose: &Pose) -> Mesh {
    Mesh {
        vertices: mesh.vertices.iter().map(|v| pose.rotation * v + pose.position).collect(),
        triangles: mesh.triangles.clone(),
    }
}

fn boolmesh(mesh: &Mesh) -> Manifold {
    let positions: Vec<f64> = mesh.vertices.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
    let indices: Vec<usize> = mesh.triangles.iter().flatten().map(|&i| i as usize).collect();
    Manifold::new(&positions, &indices).expect("a sphere is closed")
}

fn parry(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    let flags = TriMeshFlags::HALF_EDGE_TOPOLOGY | TriMeshFlags::ORIENTED;
    TriMesh::with_flags(vertices, mesh.triangles.clone(), flags).expect("a sphere is closed")
}

/// Median over the poses of the best of `times` runs.
fn median(times: u32, poses: &[Pose], mut run: impl FnMut(&Pose) -> f64) -> (f64, f64) {
    let mut value = 0.0;
    let mut best: Vec<f64> = poses
        .iter()
        .map(|pose| {
            (0..times)
                .map(|_| {
                    let start = Instant::now();
                    value = black_box(run(pose));
                    start.elapsed().as_secs_f64() * 1e6
                })
                .fold(f64::INFINITY, f64::min)
        })
        .collect();
    best.sort_by(f64::total_cmp);
    (best[best.len() / 2], value)
}

fn main() {
    println!("triangles     cold     warm  boolmesh     parry   (µs; parry's and boolmesh's second mesh is placed beforehand)");
    let poses = poses();
    for level in [3, 4, 5] {
        let mesh = Mesh::icosphere(level);
        let solid = ClosedMesh::new(&mesh).expect("a sphere is closed");
        let mut work = Workspace::default();
        let options = Options::default();
        let mut ask = |pose: &Pose, memory: &mut Memory| {
            let found = work.meshes(&solid, &solid, pose, memory, &options).expect("a valid pose");
            found.iter().map(|v| v.volume).sum::<f64>()
        };
        let (cold, ours) = median(50, &poses, |p| ask(p, &mut Memory::default()));
        let mut step = 0.0;
        let mut memory = Memory::default();
        let (warm, _) = median(50, &poses, |p| {
            step += 1e-5;
            let mut p = *p;
            p.position *= 1.0 - 1e-5 * (step % 1e-3);
            ask(&p, &mut memory)
        });
        let first = boolmesh(&mesh);
        let others: Vec<(Manifold, TriMesh)> = poses
            .iter()
            .map(|p| {
                let other = placed(&mesh, p);
                (boolmesh(&other), parry(&other))
            })
            .collect();
        let at = |p: &Pose| poses.iter().position(|q| q == p).expect("one of them");
        let volume = |corners: &mut dyn Iterator<Item = [Vec3; 3]>| corners.map(|[a, b, c]| a.dot(&b.cross(&c)) / 6.0).sum::<f64>();
        let (by_boolmesh, theirs) = median(3, &poses, |p| {
            let m = compute_boolean(&first, &others[at(p)].0, OpType::Intersect).expect("they overlap");
            let point = |i: usize| Vec3::new(m.ps[i].x, m.ps[i].y, m.ps[i].z);
            volume(&mut m.hs.chunks_exact(3).map(|f| [f[0].tail, f[1].tail, f[2].tail].map(point)))
        });
        assert!((ours / theirs - 1.0).abs() < 1e-9, "{ours} {theirs}");
        let one = parry(&mesh);
        let place = ParryPose::IDENTITY;
        let (by_parry, _) = median(3, &poses, |p| {
            let found = intersect_meshes(&place, &one, false, &place, &others[at(p)].1, false);
            found.ok().flatten().map_or(f64::NAN, |m| m.num_triangles() as f64)
        });
        println!("{:9} {cold:8.1} {warm:8.1} {by_boolmesh:9.0} {by_parry:9.0}", mesh.triangles.len());
    }
}
