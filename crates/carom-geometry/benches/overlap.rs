//! Overlap of two unit icospheres, p = 0.01 R, all results: cold, warm, with rates; and pairs that are apart.
#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Memory, Options, Workspace};
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

#[divan::bench]
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
