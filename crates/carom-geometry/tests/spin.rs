//! The rim of a solid of revolution on a plane face: depth and direction do not depend on how it is turned about its own axis, nor on how deep it is beside its facets.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Workspace};
use carom_geometry::shapes::Cuboid;
use carom_geometry::{Refinement, Solid};

const RADIUS: f64 = 0.5;
const THICKNESS: f64 = 0.5;
const POSES: usize = 400;

/// A linear congruential generator (Knuth), between −1/2 and 1/2.
fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    }
}

/// The pose of a plate in a solid that leans on its top with the rim of its bottom, `deep` in it, and the direction of the force on the solid.
fn leaning(random: &mut impl FnMut() -> f64, deep: f64) -> (Pose, Vec3) {
    let mut three = || Vec3::from_fn(|_| random());
    let (base, place) = (exp_so3(&three()), three());
    let (lean, spin) = (0.5 + 0.6 * random(), 7.0 * random());
    let turned = base * exp_so3(&(Vec3::x() * lean)) * exp_so3(&(Vec3::z() * spin));
    let (n, axis) = (base * Vec3::z(), turned * Vec3::z());
    let low = (n - axis * n.dot(&axis)).normalize() * -RADIUS;
    let solid = Pose {
        position: -low - n * deep + base * Vec3::new(place.x, place.y, 0.0),
        rotation: turned,
    };
    let plate = Pose {
        position: base * Vec3::z() * (-0.5 * THICKNESS),
        rotation: base,
    };
    (solid.inverse() * plate, turned.tr_mul(&n))
}

#[test]
fn a_rim_on_a_face_turns_without_a_trace() {
    let plate = Cuboid::new([2.4, 2.4, THICKNESS]).unwrap();
    let plate = Prepared::mesh(&plate.mesh(Refinement::COARSE)).unwrap();
    let length = 0.3;
    let forms = [
        Form::Cylinder {
            length,
            radius: RADIUS,
        },
        Form::Frustum {
            length,
            bottom: RADIUS,
            top: 0.4,
        },
    ];
    let (mut random, mut space) = (numbers(1), Workspace::default());
    for form in forms {
        let solid = Prepared::with_faces(form, Refinement::FINE).unwrap();
        for deep in [1e-7, 1e-6, 1e-5, 1e-4, 1e-3] {
            for _ in 0..POSES {
                let (pose, n) = leaning(&mut random, deep);
                let (mut memory, options) = (Memory::default(), Options::default());
                let gap = space.stand(&solid, &plate, &pose, &mut memory, &options);
                assert!(gap.unwrap().is_none(), "{form:?} {deep} {pose:?}");
                let [volume] = space.volumes() else {
                    panic!("{form:?} {deep} {pose:?}")
                };
                // 1e-14: rounding of places of size one; of the direction 1e-7 is the square root of that.
                let off = volume.distance() - deep;
                let turn = (volume.direction().unwrap() - n).norm();
                assert!(
                    off.abs() < 1e-14 && turn < 1e-7,
                    "{form:?} {deep}: {off:e} {turn:e}"
                );
            }
        }
    }
}
