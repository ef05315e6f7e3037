//! Solids for the tests, and reference cases from `validation/values`.
#![allow(dead_code, clippy::unwrap_used)]

use carom_base::space::{exp_so3, rotation_x, rotation_y, rotation_z};
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::Volume;
use carom_geometry::shapes::Cuboid;
use carom_geometry::{ClosedMesh, Mesh, Refinement, Solid};
use serde_json::Value;

pub mod grid;

pub fn cube(extents: [f64; 3]) -> Mesh {
    Cuboid::new(extents).unwrap().mesh(Refinement::COARSE)
}

pub fn closed(mesh: &Mesh) -> ClosedMesh {
    ClosedMesh::new(mesh).unwrap()
}

pub fn placed(mesh: &Mesh, pose: &Pose) -> Mesh {
    Mesh {
        vertices: mesh
            .vertices
            .iter()
            .map(|v| pose.rotation * v + pose.position)
            .collect(),
        triangles: mesh.triangles.clone(),
    }
}

pub fn shift(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        position: Vec3::new(x, y, z),
        rotation: Mat3::identity(),
    }
}

/// Numbers from −1 to 1 by a generator of our own (splitmix64), so that tests are the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.unit(), self.unit(), self.unit())
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    pub fn rotation(&mut self) -> Mat3 {
        let pi = std::f64::consts::PI;
        rotation_z(pi * self.unit()) * rotation_y(self.unit().acos()) * rotation_x(pi * self.unit())
    }
}

/// Where a solid is after a motion along these axes and about them.
pub fn screwed(screw: [f64; 6]) -> Pose {
    Pose {
        position: Vec3::new(screw[0], screw[1], screw[2]),
        rotation: exp_so3(&Vec3::new(screw[3], screw[4], screw[5])),
    }
}

/// Of the volumes of a pair whose A has moved to `at`, the one nearest to `near`, told on the axes that stood still.
pub fn nearest(found: impl Iterator<Item = Volume>, at: &Pose, near: &Vec3) -> Option<Volume> {
    let place = |p: &Vec3| at.rotation * p + at.position;
    let mut best = found.min_by(|x, y| {
        let d = |v: &Volume| (place(&v.centroid) - near).norm();
        d(x).total_cmp(&d(y))
    })?;
    best.centroid = place(&best.centroid);
    best.nearest = best.nearest.map(|p| place(&p));
    best.vector_area = at.rotation * best.vector_area;
    best.moment = at.rotation * best.moment + at.position.cross(&best.vector_area);
    Some(best)
}

pub fn icosphere(n: u32) -> Mesh {
    Mesh::icosphere(n)
}

pub fn cases(file: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../validation/values/{file}",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    file["cases"].as_array().unwrap().clone()
}

pub fn number(v: &Value) -> f64 {
    v.as_f64().unwrap()
}

pub fn vector(v: &Value) -> Vec3 {
    Vec3::new(number(&v[0]), number(&v[1]), number(&v[2]))
}

pub fn matrix(v: &Value) -> Mat3 {
    Mat3::from_fn(|i, j| number(&v[i][j]))
}

/// A box or a mesh of the reference files, where it stands in the world.
pub fn polyhedron(v: &Value) -> (Mesh, Pose) {
    match v["type"].as_str().unwrap() {
        "box" => {
            let e = vector(&v["extents"]);
            let pose = Pose {
                position: vector(&v["center"]),
                rotation: matrix(&v["rotation"]),
            };
            (cube([e.x, e.y, e.z]), pose)
        }
        "icosphere" => {
            let pose = Pose {
                position: vector(&v["center"]),
                rotation: matrix(&v["rotation"]),
            };
            (icosphere(v["subdivisions"].as_u64().unwrap() as u32), pose)
        }
        "mesh" => {
            let index = |x: &Value| x.as_u64().unwrap() as u32;
            let mesh = Mesh {
                vertices: v["vertices"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(vector)
                    .collect(),
                triangles: v["triangles"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|t| [index(&t[0]), index(&t[1]), index(&t[2])])
                    .collect(),
            };
            (mesh, Pose::identity())
        }
        other => panic!("{other}"),
    }
}

/// A pipe about the z axis with square ends.
pub fn tube(outer: f64, inner: f64, height: f64, n: u32) -> Mesh {
    let profile = [[inner, 0.0], [outer, 0.0], [outer, height], [inner, height]];
    let mut mesh = Mesh::default();
    for i in 0..n {
        let (s, c) = (std::f64::consts::TAU * f64::from(i) / f64::from(n)).sin_cos();
        for [rho, z] in profile {
            mesh.vertices.push(Vec3::new(rho * c, rho * s, z));
        }
    }
    for i in 0..n {
        let j = (i + 1) % n;
        for k in 0..4 {
            let l = (k + 1) % 4;
            let [a, b, c, d] = [4 * i + k, 4 * j + k, 4 * j + l, 4 * i + l];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// A sphere with bumps.
pub fn bumpy(n: u32) -> Mesh {
    let mut mesh = icosphere(n);
    for p in &mut mesh.vertices {
        let wave = (5.0 * p.x).sin() * (6.0 * p.y + 1.0).sin() * (4.0 * p.z + 2.0).cos();
        *p *= 1.0 + 0.15 * wave;
    }
    mesh
}

/// A star of `n` boxes in one piece: a disc about z with deep teeth, made of a profile in the xy plane.
pub fn gear(n: u32, inner: f64, outer: f64, height: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let count = 4 * n;
    for z in [0.0, height] {
        mesh.vertices.push(Vec3::new(0.0, 0.0, z));
        for k in 0..count {
            let rho = if k % 4 < 2 { outer } else { inner };
            let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(count)).sin_cos();
            mesh.vertices.push(Vec3::new(rho * c, rho * s, z));
        }
    }
    let top = count + 1;
    for k in 0..count {
        let (i, j) = (1 + k, 1 + (k + 1) % count);
        mesh.triangles.extend([
            [0, j, i],
            [top, top + i, top + j],
            [i, j, top + j],
            [i, top + j, top + i],
        ]);
    }
    mesh
}
