//! Solids that just touch, by their distance: features say so too, along the same normal.
#![allow(non_snake_case)]

use super::distance::{Core, between};
use super::feature::is_rounded;
use super::*;
use crate::shapes::Cuboid;
use crate::{Extrusion, Polyhedron, Refinement, Solid};
use carom_base::Mat3;

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
