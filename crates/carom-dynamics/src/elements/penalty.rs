//! Forces by penalty: a constraint Φ(q, t) = 0 that gives way (Force_Penalty).
//!
//! ```text
//! Q = −(k·Φ + c·Φ')·∂Φ/∂q      Φ' = ∂Φ/∂q·q' + ∂Φ/∂t
//! ```
//!
//! It acts on every body that Φ looks at, so that k·Φ²/2 is its energy: with c = 0 and without time in Φ energy is conserved, and a Φ
//! of distances and angles between markers adds no momentum.
#![allow(non_snake_case)]

use crate::mechanism::Mechanism;
use crate::mechanism::along::Direction;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::FunctionId;
use carom_base::{Number, Vec3};

/// What one body feels of a penalty.
#[derive(Clone, Debug, PartialEq)]
pub struct Penalty {
    /// Φ.
    pub function: FunctionId,
    /// The body.
    pub body: usize,
    /// k.
    pub stiffness: f64,
    /// c.
    pub damping: f64,
}

impl Penalty {
    /// Force and torque on its body, about its centre of mass, ground axes.
    pub fn action<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
    ) -> (Vec3<T>, Vec3<T>) {
        let function = &mechanism.functions[self.function];
        let phi = function.along_motion(frames);
        let size = -(phi.re * self.stiffness + phi.eps[0] * self.damping);
        let slopes = function.gradient_by(mechanism, frames, self.body, Direction::Position);
        let [x, y, z, a, b, c] = slopes.map(|slope| slope * size);
        let torque = frames.body(self.body).R * Vec3::new(a, b, c);
        (Vec3::new(x, y, z), torque)
    }
}
