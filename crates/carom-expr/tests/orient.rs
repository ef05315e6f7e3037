//! The conventions of ORIENT, against rotations put together one after the other.
#![allow(non_snake_case)]

use crate::common;

use carom_base::space::{rotation_x, rotation_y, rotation_z};
use carom_base::{Dual, Mat3, Number, Vec3};
use carom_expr::measure::{EulerAngle, MarkerState, Measure};
use common::Random;

/// Products of three rotations and inverse functions of their entries: some units in the last place, over the sine or
/// cosine of the second angle, which is above 0.1.
const CLOSE: f64 = 1e-13;

/// As the help writes them, body-fixed 1 to 12 and space-fixed 13 to 24.
const SEQUENCES: [&str; 12] = [
    "123", "231", "312", "132", "213", "321", "121", "131", "212", "232", "313", "323",
];

fn about(axis: char, angle: f64) -> Mat3 {
    match axis {
        '1' => rotation_x(angle),
        '2' => rotation_y(angle),
        _ => rotation_z(angle),
    }
}

/// Markers i and j with this orientation of i in j, which itself is turned.
fn markers(R: Mat3, random: &mut Random) -> [MarkerState<f64>; 4] {
    let mut m = [MarkerState::ground(); 4];
    let a = [0, 1, 2].map(|_| random.between(-3.0, 3.0));
    m[1].R = rotation_z(a[0]) * rotation_x(a[1]) * rotation_y(a[2]);
    m[0].R = m[1].R * R;
    m
}

fn angle(kind: u32, component: u32) -> Measure {
    Measure::Euler(EulerAngle::new(kind, component).expect("a type"))
}

#[test]
fn sequences_of_rotations() {
    let mut random = Random(7);
    for kind in 1..=24 {
        let axes: Vec<char> = SEQUENCES[(kind as usize - 1) % 12].chars().collect();
        for _ in 0..100 {
            let half = std::f64::consts::FRAC_PI_2;
            let range = if axes[0] == axes[2] {
                (0.1, 3.0)
            } else {
                (0.1 - half, half - 0.1)
            };
            let a = [
                random.between(-3.1, 3.1),
                random.between(range.0, range.1),
                random.between(-3.1, 3.1),
            ];
            let turn = |k: usize| about(axes[k], a[k]);
            // Rotations about axes that stay stand from the left, each in front of those before it.
            let R = match kind {
                1..=12 => turn(0) * turn(1) * turn(2),
                _ => turn(2) * turn(1) * turn(0),
            };
            let m = markers(R, &mut random);
            for k in 0..3 {
                let got = angle(kind, k as u32 + 1).eval(m.each_ref());
                assert!(
                    (got - a[k]).abs() < CLOSE,
                    "type {kind}, {}: {got}, {a:?}",
                    k + 1
                );
            }
        }
    }
}

#[test]
fn known_sequences_are_the_functions_of_their_own() {
    let mut random = Random(8);
    let a = [0, 1, 2].map(|_| random.between(-1.4, 1.4));
    let m = markers(
        rotation_x(a[0]) * rotation_y(a[1]) * rotation_z(a[2]),
        &mut random,
    );
    use Measure::{PHI, PITCH, PSI, ROLL, THETA, YAW};
    for (of_orient, own) in [
        (angle(11, 1), PSI),
        (angle(11, 2), THETA),
        (angle(11, 3), PHI),
        (angle(6, 1), YAW),
        (angle(6, 3), ROLL),
    ] {
        assert_eq!(of_orient.eval(m.each_ref()), own.eval(m.each_ref()));
    }
    // PITCH counts the other way.
    assert_eq!(angle(6, 2).eval(m.each_ref()), -PITCH.eval(m.each_ref()));
}

#[test]
fn cosines_are_those_of_the_axes() {
    let mut random = Random(9);
    let m = markers(rotation_x(0.3) * rotation_z(1.2), &mut random);
    for of_i in 0..3 {
        for on_j in 0..3 {
            let got = Measure::Cosine { of_i, on_j }.eval(m.each_ref());
            let want = m[0].R.column(of_i.into()).dot(&m[1].R.column(on_j.into()));
            assert!((got - want).abs() < 1e-15);
        }
    }
}

/// Where the markers are parallel, as they often start, all angles are zero, and the cut of the first one is elsewhere.
#[test]
fn parallel_markers_have_angles() {
    let m: [MarkerState<f64>; 4] = [MarkerState::ground(); 4];
    for kind in 1..=24 {
        for component in 1..=3 {
            assert_eq!(angle(kind, component).eval(m.each_ref()), 0.0);
        }
    }
}

/// Derivatives against central differences of the fourth order, whose error is some 1e-11 here.
#[test]
fn gradients() {
    let mut random = Random(10);
    for kind in 1..=24 {
        let a = [0, 1, 2].map(|_| random.between(0.3, 1.1));
        let m = markers(
            rotation_x(a[0]) * rotation_y(a[1]) * rotation_z(a[2]),
            &mut random,
        );
        let w = Vec3::new(0.3, -0.7, 0.5);
        // i turned on by w·s about fixed axes, to the first order in s exactly.
        let moved = |s: f64| {
            let mut m = m;
            let turn = w * s;
            let (size, axis) = (turn.norm(), w * (1.0 / w.norm()));
            let size = size * s.signum();
            let K = Mat3::new(
                0.0, -axis.z, axis.y, axis.z, 0.0, -axis.x, -axis.y, axis.x, 0.0,
            );
            m[0].R = (Mat3::identity() + K * size.sin() + K * K * (1.0 - size.cos())) * m[0].R;
            m
        };
        for component in 1..=3 {
            let measure = angle(kind, component);
            let at = |s: f64| measure.eval(moved(s).each_ref());
            let h = 1e-3;
            let want = ((at(h) - at(-h)) * 8.0 - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
            let (_, gradient) = measure.gradient(m.each_ref());
            let got = gradient[0].turn.dot(&w);
            assert!(
                (got - want).abs() < 1e-8,
                "type {kind}, {component}: {got} {want}"
            );
            let dual: [MarkerState<Dual<f64, 1>>; 4] = std::array::from_fn(|k| MarkerState {
                R: m[k].R.map(Dual::constant),
                ..MarkerState::ground()
            });
            assert_eq!(
                measure.eval(dual.each_ref()).value(),
                measure.eval(m.each_ref())
            );
        }
    }
}
