//! What is remembered between queries makes them faster, changes no bit of a result, and nothing is allocated.
#![allow(clippy::unwrap_used)]

mod common;

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_geometry::overlap::{Memory, Options, OverlapError, Workspace};
use common::{Random, bumpy, closed, cube, gear, icosphere, shift, tube};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        // SAFETY: as required of our caller.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        // SAFETY: as required of our caller.
        unsafe { System.dealloc(p, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

const RATES: Options = Options {
    rates: true,
    deep: 0.01,
};

/// Walks of small and large steps through contact: a query that remembers gives the bits of one that does not.
#[test]
fn warm_is_cold_bit_for_bit() {
    let solids = [
        icosphere(2),
        cube([1.0, 0.8, 0.6]),
        tube(0.8, 0.5, 0.7, 24),
        gear(7, 0.5, 1.0, 0.4),
        bumpy(2),
    ];
    let solids: Vec<_> = solids.iter().map(closed).collect();
    let mut random = Random(3);
    let (mut warm, mut cold) = (Workspace::default(), Workspace::default());
    let (mut met, mut saved) = (0, [0u64; 2]);
    for _ in 0..60 {
        let [i, j] = [0, 1].map(|_| random.below(solids.len() as u64) as usize);
        let (a, b) = (&solids[i], &solids[j]);
        let mut memory = Memory::default();
        let mut pose = Pose {
            position: random.vector(),
            rotation: random.rotation(),
        };
        let size = 10f64.powf(-3.5 + 2.5 * random.unit());
        let drift = random.vector() * size;
        for _ in 0..40 {
            pose.position += drift + random.vector() * (0.2 * size);
            pose.rotation *= exp_so3(&(random.vector() * size));
            let before = [warm.work()[1], cold.work()[1]];
            let w = warm
                .meshes(a, b, &pose, &mut memory, &RATES)
                .unwrap()
                .to_vec();
            let c = cold
                .meshes(a, b, &pose, &mut Memory::default(), &RATES)
                .unwrap()
                .to_vec();
            assert_eq!(w, c);
            assert_eq!(warm.rates(), cold.rates());
            met += w.len();
            saved[0] += warm.work()[1] - before[0];
            saved[1] += cold.work()[1] - before[1];
        }
    }
    assert!(met > 500, "{met}");
    // most queries of the walks need no tree
    assert!(2 * saved[0] < saved[1], "{saved:?}");
}

#[test]
fn nothing_is_allocated_once_grown() {
    let (a, b) = (closed(&icosphere(3)), closed(&gear(7, 0.5, 1.0, 0.4)));
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    let mut walk = |count: bool| {
        let before = allocations();
        for k in 0..200 {
            let t = f64::from(k) / 100.0;
            let pose = Pose {
                position: Vec3::new(1.4 - 0.4 * t, 0.3 * t, 0.1),
                rotation: exp_so3(&Vec3::new(0.3 * t, 0.2, 0.1 * t)),
            };
            work.meshes(&a, &b, &pose, &mut memory, &RATES).unwrap();
        }
        if count { allocations() - before } else { 0 }
    };
    walk(false);
    assert_eq!(walk(true), 0);
}

#[test]
fn separated_pairs_are_remembered_by_their_distance() {
    let (a, b) = (closed(&icosphere(3)), closed(&cube([1.0; 3])));
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    let pose = shift(0.0, 0.0, 2.0);
    let found = work
        .separation(&a, &b, &pose, &mut memory)
        .unwrap()
        .unwrap();
    // the icosphere has a vertex at its pole, the box its face at 1.5
    assert!((found.distance - 0.5).abs() < 1e-15, "{found:?}");
    let seen = work.work();
    for k in 0..100 {
        let pose = shift(0.0, 0.001 * f64::from(k), 2.0 - 0.004 * f64::from(k));
        assert!(
            work.meshes(&a, &b, &pose, &mut memory, &RATES)
                .unwrap()
                .is_empty()
        );
    }
    assert_eq!(work.work(), seen, "a bound was not used");
    assert_eq!(
        work.meshes(&a, &b, &shift(0.0, 0.0, 1.45), &mut memory, &RATES)
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        work.separation(&a, &b, &shift(0.0, 0.0, 1.45), &mut memory)
            .unwrap(),
        None
    );
    // and apart again
    assert!(
        work.meshes(&a, &b, &pose, &mut memory, &RATES)
            .unwrap()
            .is_empty()
    );
}

/// Of boxes, by hand; continuous to zero.
#[test]
fn distances() {
    let (a, b) = (closed(&cube([1.0, 2.0, 3.0])), closed(&cube([1.0; 3])));
    let mut work = Workspace::default();
    let mut distance = |p: Vec3| {
        let pose = shift(p.x, p.y, p.z);
        work.separation(&a, &b, &pose, &mut Memory::default())
            .unwrap()
            .map(|s| s.distance)
    };
    let close =
        |d: Option<f64>, exact: f64| assert!((d.unwrap() - exact).abs() < 1e-14, "{d:?} {exact}");
    close(distance(Vec3::new(1.25, 0.0, 0.0)), 0.25);
    close(distance(Vec3::new(1.0 + 1e-9, 0.3, 0.2)), 1e-9);
    close(distance(Vec3::new(4.0, 5.5, 0.0)), 5.0);
    close(distance(Vec3::new(2.0, 3.5, 4.0)), 3.0);
    assert_eq!(distance(Vec3::new(0.9, 0.0, 0.0)), None);
}

#[test]
fn a_memory_of_another_pair_and_wrong_poses() {
    let (a, b, c) = (
        closed(&cube([1.0; 3])),
        closed(&cube([1.0; 3])),
        closed(&cube([9.0; 3])),
    );
    let mut work = Workspace::default();
    let mut memory = Memory::default();
    let pose = shift(2.0, 0.0, 0.0);
    assert!(
        work.meshes(&a, &b, &pose, &mut memory, &RATES)
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        work.meshes(&a, &c, &pose, &mut memory, &RATES)
            .unwrap()
            .len(),
        1
    );
    let mut wrong = pose;
    wrong.position.y = f64::NAN;
    assert_eq!(
        work.meshes(&a, &b, &wrong, &mut memory, &RATES),
        Err(OverlapError::Pose)
    );
    for rotation in [
        Mat3::identity() * 1.1,
        -Mat3::identity(),
        Mat3::repeat(f64::NAN),
    ] {
        let wrong = Pose {
            position: Vec3::zeros(),
            rotation,
        };
        assert_eq!(
            work.meshes(&a, &b, &wrong, &mut memory, &RATES),
            Err(OverlapError::Pose)
        );
    }
}
