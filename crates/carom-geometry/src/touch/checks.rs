//! Solids that just touch, by their distance: features say so too, along the same normal.
#![allow(non_snake_case)]

use super::distance::{Core, between};
use super::feature::is_rounded;
use super::*;
use crate::shapes::Cuboid;
use crate::{Extrusion, Polyhedron, Refinement, Solid};
use carom_base::{Dual, Mat3, Number};

/// Numbers between -1 and 1.
pub(super) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_| self.next())
    }

    pub fn turn(&mut self) -> Mat3 {
        let x = self.vector().normalize();
        let z = x.cross(&self.vector()).normalize();
        let axes = [x, z.cross(&x), z];
        Mat3::from_fn(|row, column| axes[column].to_array()[row])
    }
}

/// A solid that turns about its own axis z and moves on a line: where it is at a time.
pub(super) struct Course {
    pub design: Mat3,
    pub spin: f64,
    pub from: Vec3,
    pub velocity: Vec3,
}

impl Course {
    pub fn at<T: Number>(&self, t: T) -> Relative<T> {
        let (sin, cos) = ((t * self.spin).sin(), (t * self.spin).cos());
        let (zero, one) = (T::zero(), T::one());
        let rows = [[cos, -sin, zero], [sin, cos, zero], [zero, zero, one]];
        let turn = Mat3::from_fn(|row, column| rows[row][column]);
        let p = self.from.map(T::constant) + self.velocity.map(T::constant) * t;
        Relative::new(self.design.map(T::constant) * turn, p)
    }
}

/// All numbers of a meeting.
pub(super) fn numbers<T: Number>(m: &Meeting<T>) -> [T; 7] {
    let ([x, y, z], [u, v, w]) = (m.at.to_array(), m.normal.to_array());
    [m.gap, x, y, z, u, v, w]
}

/// First to third derivatives of a meeting along a motion are those of the values: differences over `2h` and `h` of those one lower, which round by so many times
/// what one number does.
pub(super) fn check_derivatives(
    of: &Polyhedra,
    course: &Course,
    feature: Feature,
    (h, roundings): (f64, f64),
) {
    type Jet = Dual<Dual<Dual<f64, 1>, 1>, 1>;
    let jet = |t: f64| -> [Jet; 7] {
        let one = |x| Dual {
            re: x,
            eps: [Dual::constant(1.0)],
        };
        let t = Dual {
            re: one(Dual { re: t, eps: [1.0] }),
            eps: [Dual::constant(1.0)],
        };
        numbers(&of.meeting(&course.at(t), feature))
    };
    let now = jet(0.0);
    let around = [h, 0.5 * h].map(|h| [jet(-h), jet(h)]);
    for k in 0..7 {
        let lower = |x: &Jet| [x.re.re.re, x.re.re.eps[0], x.re.eps[0].eps[0]];
        let own = &now[k];
        let higher = [
            own.re.re.eps[0],
            own.re.eps[0].eps[0],
            own.eps[0].eps[0].eps[0],
        ];
        let [wide, narrow] = [0, 1].map(|n| {
            let [a, b] = [0, 1].map(|end| lower(&around[n][end][k]));
            let width = 2.0 * h / (n + 1) as f64;
            [0, 1, 2].map(|order: usize| (b[order] - a[order]) / width)
        });
        for order in 0..3 {
            let off = (narrow[order] - higher[order]).abs();
            // A quarter of what half the step leaves, and rounding over the step.
            let rounding = 1e-15 / h * (1.0 + lower(own)[order].abs());
            let most = 0.5 * (wide[order] - narrow[order]).abs() + roundings * rounding;
            assert!(
                off < most,
                "{feature:?} {k} {order}: {wide:?} {narrow:?} {higher:?}"
            );
        }
    }
}

/// The distance of two solids that are apart, and the direction from J to I.
fn distance(of: &Polyhedra, at: &Relative<f64>) -> (f64, Vec3) {
    let [i, j] = &of.solids;
    let v = between(&Core::of(i), &Core::of(j), at);
    (v.norm() - rounding(of), v.normalize())
}

pub(super) fn brick(sides: [f64; 3]) -> Polyhedron {
    let mesh = Cuboid::new(sides).unwrap().mesh(Refinement::COARSE);
    Polyhedron::of(&mesh).unwrap()
}

pub(super) fn prism(outline: [[f64; 2]; 3], length: f64) -> Polyhedron {
    let solid = Extrusion::new(&outline, length).unwrap();
    Polyhedron::of(&solid.mesh(Refinement::COARSE)).unwrap()
}

/// Every pair, turned at random and moved until it touches: there the least clearance is the distance, along its normal.
#[test]
fn what_touches_has_features_that_do() {
    let figures = [
        Polyhedron::ball(0.3),
        Polyhedron::capsule(0.5, 0.2),
        Polyhedron::cylinder(0.4, 0.3),
        Polyhedron::cylinder(0.1, 0.6),
        Polyhedron::frustum(0.3, [0.5, 0.2]),
        Polyhedron::frustum(0.1, [0.3, 0.6]),
        Polyhedron::frustum(0.4, [0.0, 0.4]),
        prism([[0.0, 0.0], [0.8, 0.0], [0.5, 0.3]], 0.5),
        prism([[0.0, 0.0], [0.3, -0.5], [0.4, 0.7]], 0.1),
        brick([0.8, 0.6, 0.4]),
        brick([0.6, 0.5, 0.3]).rounded(0.1),
    ];
    let (mut random, mut met) = (Random(3), 0);
    for i in &figures {
        for j in &figures {
            let of = Polyhedra {
                solids: [i.clone(), j.clone()],
            };
            met += (0..200)
                .filter(|_| touches_as_said(&of, &mut random))
                .count();
        }
    }
    assert!(met > 5000, "{met}");
}

/// Sharp solids are left so far from each other, as what touches has no distance to take a normal from.
const ALMOST: f64 = 1e-7;

/// Whether a random way brings them together; there they touch as their distance says.
fn touches_as_said(of: &Polyhedra, random: &mut Random) -> bool {
    let (R, way, aside) = (random.turn(), random.vector().normalize(), random.vector());
    let at = |far: f64| Relative::new(R, aside * 0.2 + way * far);
    let off = if is_rounded(of) { 0.0 } else { ALMOST };
    // Newton's method from outside: the distance is convex along the way.
    let mut far = 3.0;
    let (gap, normal) = loop {
        let (gap, normal) = distance(of, &at(far));
        let slope = normal.dot(&way);
        if slope < 0.05 {
            return false;
        }
        if gap - off < 1e-10 {
            break (gap, normal);
        }
        far -= (gap - off) / slope;
    };
    let at = at(far);
    let are_apart = are_apart(of, &at);
    let all = of
        .all(&at)
        .filter(|f| !are_apart || !may_be_behind(of, &at, *f));
    let all = all.map(|f| (of.clearance(&at, f), f));
    let least = all.min_by(|a, b| a.0.total_cmp(&b.0));
    let (clearance, feature) = least.expect("features");
    let turn = (of.spot(&at, feature)[1] - normal).norm();
    // Of rounded solids what the search for the distance leaves; of sharp ones how far they are, with a normal from a vector as long.
    let [same, along] = if is_rounded(of) {
        [1e-9, 1e-3]
    } else {
        [3.0 * ALMOST, 2e-2]
    };
    assert!(
        (clearance - gap).abs() < same && turn < along,
        "{:?}: {feature:?} {clearance:e} for {gap:e}, {turn:e}",
        of.solids
    );
    true
}
