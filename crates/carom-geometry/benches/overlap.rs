//! Overlap of two unit icospheres, p = 0.01 R, all results: cold, warm, with rates; and pairs that are apart.
#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use carom_base::space::rotation_x;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::Refinement;
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Workspace};
use common::{Random, closed, icosphere};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Poses at which the spheres overlap by 0.01 in some direction; or apart by 0.02.
fn poses(distance: f64) -> Vec<Pose> {
    let mut random = Random(1);
    (0..64)
        .map(|_| Pose {
            position: random.vector().normalize() * distance,
            rotation: random.rotation(),
        })
        .collect()
}

const LEVELS: [u32; 3] = [3, 4, 5];

fn cold(bencher: Bencher, level: u32, options: Options) {
    let solid = closed(&icosphere(level));
    let poses = poses(1.99);
    let mut work = Workspace::default();
    let mut k = 0;
    bencher.bench_local(|| {
        k = (k + 1) % poses.len();
        work.meshes(
            &solid,
            &solid,
            black_box(&poses[k]),
            &mut Memory::default(),
            &options,
        )
        .unwrap()
        .len()
    });
}

#[divan::bench(args = LEVELS)]
fn meshes_cold(bencher: Bencher, level: u32) {
    cold(bencher, level, Options::default());
}

#[divan::bench(args = LEVELS)]
fn meshes_cold_with_rates(bencher: Bencher, level: u32) {
    let options = Options {
        rates: true,
        ..Options::default()
    };
    cold(bencher, level, options);
}

/// Steps of 1e-5, as an integrator makes them in contact.
#[divan::bench(args = LEVELS)]
fn meshes_warm(bencher: Bencher, level: u32) {
    let solid = closed(&icosphere(level));
    let poses = poses(1.99);
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    let mut k = 0;
    bencher.bench_local(|| {
        k += 1;
        let mut pose = poses[0];
        pose.position += Vec3::new(1e-5, 2e-5, -1e-5) * f64::from(k % 16);
        work.meshes(
            &solid,
            &solid,
            black_box(&pose),
            &mut memory,
            &Options::default(),
        )
        .unwrap()
        .len()
    });
}

// many at a time: the clock takes as long as one
#[divan::bench(sample_size = 1000)]
fn apart_by_the_bound(bencher: Bencher) {
    let solid = closed(&icosphere(5));
    let pose = poses(2.1)[0];
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    bencher.bench_local(|| {
        work.meshes(
            &solid,
            &solid,
            black_box(&pose),
            &mut memory,
            &Options::default(),
        )
        .unwrap()
        .len()
    });
}

#[divan::bench(args = LEVELS)]
fn apart_by_distance(bencher: Bencher, level: u32) {
    let solid = closed(&icosphere(level));
    let poses = poses(2.02);
    let mut work = Workspace::default();
    let mut k = 0;
    bencher.bench_local(|| {
        k = (k + 1) % poses.len();
        work.separation(&solid, &solid, black_box(&poses[k]), &mut Memory::default())
            .unwrap()
            .is_some()
    });
}

fn formula(bencher: Bencher, a: Form, b: Form, pose: Pose, rates: bool) {
    let [a, b] = [a, b].map(|f| Prepared::new(f, Refinement::COARSE).unwrap());
    let options = Options {
        rates,
        ..Options::default()
    };
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    bencher.bench_local(|| {
        work.overlap(&a, &b, black_box(&pose), &mut memory, &options)
            .unwrap()
            .len()
    });
}

const ON_HALF_SPACE: [(&str, Form); 6] = [
    ("sphere", Form::Sphere { radius: 1.0 }),
    (
        "ellipsoid",
        Form::Ellipsoid {
            semi_axes: Vec3::new(1.0, 0.8, 1.3),
        },
    ),
    (
        "cylinder",
        Form::Cylinder {
            length: 2.0,
            radius: 0.5,
        },
    ),
    (
        "capsule",
        Form::Capsule {
            length: 1.2,
            radius: 0.3,
        },
    ),
    (
        "cone",
        Form::Frustum {
            length: 2.0,
            bottom: 0.0,
            top: 1.0,
        },
    ),
    (
        "torus",
        Form::Torus {
            major: 1.0,
            minor: 0.25,
        },
    ),
];

/// A pose in which each of them is in the half-space by about a twentieth.
fn on_half_space(form: &Form, rotation: &Mat3) -> Pose {
    let mut work = Workspace::default();
    let [a, b] = [*form, Form::HalfSpace].map(|f| Prepared::new(f, Refinement::COARSE).unwrap());
    let mut height = 4.0;
    loop {
        let at = Pose {
            position: Vec3::new(0.1, 0.2, height),
            rotation: *rotation,
        };
        let pose = at.inverse();
        let found = work.overlap(&a, &b, &pose, &mut Memory::default(), &Options::default());
        if found.unwrap().first().is_some_and(|v| v.distance() > 0.03) {
            return pose;
        }
        height -= 0.01;
    }
}

#[divan::bench(args = ON_HALF_SPACE.map(|(name, _)| name))]
fn on_plane(bencher: Bencher, name: &str) {
    let (_, form) = ON_HALF_SPACE.iter().find(|(n, _)| *n == name).unwrap();
    formula(
        bencher,
        *form,
        Form::HalfSpace,
        on_half_space(form, &Random(4).rotation()),
        false,
    );
}

#[divan::bench(args = ON_HALF_SPACE.map(|(name, _)| name))]
fn on_plane_with_rates(bencher: Bencher, name: &str) {
    let (_, form) = ON_HALF_SPACE.iter().find(|(n, _)| *n == name).unwrap();
    formula(
        bencher,
        *form,
        Form::HalfSpace,
        on_half_space(form, &Random(4).rotation()),
        true,
    );
}

/// Each of them at angles of its axis from the normal, in degrees.
#[divan::bench(args = ANGLES, consts = [2, 3, 4, 5])]
fn on_plane_at_angle<const FORM: usize>(bencher: Bencher, angle: f64) {
    let (_, form) = ON_HALF_SPACE[FORM];
    let pose = on_half_space(&form, &rotation_x(angle.to_radians()));
    formula(bencher, form, Form::HalfSpace, pose, false);
}

const ANGLES: [f64; 9] = [0.0, 1.0, 5.0, 20.0, 45.0, 70.0, 89.0, 90.0, 180.0];

#[divan::bench]
fn sphere_on_sphere(bencher: Bencher) {
    let ball = Form::Sphere { radius: 1.0 };
    formula(bencher, ball, ball, poses(1.99)[0], false);
}

#[divan::bench]
fn sphere_in_groove(bencher: Bencher) {
    let x = std::f64::consts::FRAC_1_SQRT_2;
    let groove = Form::Wedge {
        normals: [Vec3::new(x, 0.0, x), Vec3::new(-x, 0.0, x)],
        convex: false,
    };
    let at = Pose {
        position: Vec3::new(0.0, 0.0, 1.35),
        rotation: Random(4).rotation(),
    };
    formula(
        bencher,
        Form::Sphere { radius: 1.0 },
        groove,
        at.inverse(),
        false,
    );
}
