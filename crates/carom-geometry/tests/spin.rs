//! Rims of solids of revolution, on a plane face and across each other: depth and direction do not depend on how a solid is turned about its own axis, nor on how deep it is
//! beside its facets.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
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

/// By Euler's angles of the axes z, x, z.
fn turned(a: f64, b: f64, c: f64) -> Mat3 {
    exp_so3(&(Vec3::z() * a)) * exp_so3(&(Vec3::x() * b)) * exp_so3(&(Vec3::z() * c))
}

/// A frustum pressed on a cylinder, rim across rim: along the direction in which the support functions of the two overlap least, found by a search of its own, the depth
/// is the way. The walk from face to face went round in circles here, and ended on a gap or on a place of a fifth of the depth.
#[test]
fn a_rim_across_a_rim_is_as_deep_as_it_was_pressed() {
    let frustum = Form::Frustum {
        length: 2.73165049245048,
        bottom: 0.6136439598258081,
        top: 1.0663353398113629,
    };
    let cylinder = Form::Cylinder {
        length: -2.005232388915923,
        radius: 0.9729986343709519,
    };
    let [a, b] = [frustum, cylinder].map(|f| Prepared::with_faces(f, Refinement::FINE).unwrap());
    let of_a = turned(-2.3623169119949092, 1.6895126928514572, -1.988621294640931);
    let cylinder = Pose {
        position: Vec3::zeros(),
        rotation: turned(-2.2843248207341476, 2.6553966253594457, -0.5667050033052807),
    };
    let least = turned(-2.345462409338619, 1.699524086318748, -1.440382793919782) * Vec3::z();
    let touches = Vec3::new(-0.9494742262455032, 0.2196186303899794, 0.1399182363589019);
    let mut space = Workspace::default();
    for k in 0..=52 {
        let deep = 1e-4 + 1e-3 * f64::from(k);
        let frustum = Pose {
            position: touches - least * deep,
            rotation: of_a,
        };
        let pose = frustum.inverse() * cylinder;
        let (mut memory, options) = (Memory::default(), Options::default());
        let gap = space.stand(&a, &b, &pose, &mut memory, &options).unwrap();
        assert!(gap.is_none(), "{deep}");
        let [volume] = space.volumes() else {
            panic!("{deep}")
        };
        let off = volume.distance() - deep;
        let turn = (of_a * volume.direction().unwrap() - least).norm();
        // 1e-13: rounding; 1e-7: what the search left of the direction, of which the depth has the square.
        assert!(off.abs() < 1e-13 && turn < 1e-7, "{deep}: {off:e} {turn:e}");
    }
}
