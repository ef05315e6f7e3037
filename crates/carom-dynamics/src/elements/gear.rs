//! Gears: two bodies, each in a joint with one carrier, have the same velocity at the pitch point.
//!
//! Seen from the carrier the joints turn and slide their bodies about axes that stand still, as do the pitch point `P` and
//! the direction `z` of the common velocity. So the condition `z·(v₁(P) − v₂(P)) = 0` is the rate of a sum of joint
//! displacements with constant factors, which also holds when the carrier turns, as in a planetary train:
//!
//! ```text
//! Φ = ±(r₁·θ₁ + c₁·s₁) ∓ (r₂·θ₂ + c₂·s₂) − start      r = (a × (P − A))·z,  c = a·z
//! ```
//!
//! with `a` the axis of a joint and `A` a point on it. The gradient of this sum would be torques in the joints. The teeth
//! act at the pitch point instead, so that the bearings feel their force: the row of the matrix is the force `z` on the first body
//! and `−z` on the second one, at `P`. On the constraints of the joints both are the same equation.
#![allow(non_snake_case)]

use crate::mechanism::Mechanism;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::Carrier;
use crate::mechanism::term::Term;
use carom_base::{Number, Vec3};

/// Two bodies that mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct GearPair {
    /// The joint displacements with their factors.
    pub terms: Vec<Term>,
    /// The value of their sum at the start.
    pub start: f64,
    /// Marker on the carrier, its origin at the pitch point and its z along the common velocity.
    pub cv: usize,
    /// A marker on each of the two bodies.
    pub gears: [usize; 2],
}

impl GearPair {
    /// Φ.
    pub fn value<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let mut sum = T::constant(-self.start);
        for t in &self.terms {
            sum += t.displacement(frames) * t.factor;
        }
        sum
    }

    /// `z·(v₁(P) − v₂(P))`.
    pub fn rate<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let cv = frames.marker(self.cv);
        let at = |m: usize| {
            let m = frames.marker(m);
            m.v + m.w.cross(&(cv.p - m.p))
        };
        cv.R.column(2).dot(&(at(self.gears[0]) - at(self.gears[1])))
    }

    /// Hands the generalized forces of a tooth force to `add`.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        size: f64,
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        let cv = frames.marker(self.cv);
        let force = cv.R.column(2) * T::constant(size);
        for (m, force) in [(self.gears[0], force), (self.gears[1], -force)] {
            if let Carrier::Body(b) = mechanism.markers[m].carrier {
                let body = frames.body(b as usize);
                let q = generalized(&body, &cv.p, &force, &Vec3::zeros());
                add(b as usize, q);
            }
        }
    }
}
