//! Solids on their carriers.

use crate::mechanism::kinematics::{Body, Carrier};
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::Prepared;
use std::sync::Arc;

/// A solid on its carrier.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidOn {
    /// `GRAPHICS/3`.
    pub label: String,
    /// Its label alone.
    pub id: u32,
    /// What carries it.
    pub carrier: Carrier,
    /// Where its frame is: from the centre of mass (the global origin on ground), on body axes.
    pub pose: Pose,
    /// The solid.
    pub solid: Arc<Prepared>,
    /// Centre, as `pose`, and radius of a ball around it; none if it has no bounds.
    pub ball: Option<(Vec3, f64)>,
    /// See [`Prepared::thickness`].
    pub thickness: f64,
}

impl SolidOn {
    /// A point that is given as `pose` is, on ground axes.
    pub fn place(&self, point: &Vec3, bodies: &[Body<f64>]) -> Vec3 {
        match self.carrier {
            Carrier::Ground => *point,
            Carrier::Body(b) => bodies[b as usize].r + bodies[b as usize].R * point,
        }
    }

    /// The velocity of the point of its body that is at `x`; ground axes.
    pub fn velocity(&self, x: &Vec3, bodies: &[Body<f64>]) -> Vec3 {
        match self.carrier {
            Carrier::Ground => Vec3::zeros(),
            Carrier::Body(b) => {
                let body = &bodies[b as usize];
                body.v + (body.R * body.w).cross(&(x - body.r))
            }
        }
    }

    /// Where its frame stands.
    pub fn pose(&self, bodies: &[Body<f64>]) -> Pose {
        match self.carrier {
            Carrier::Ground => self.pose,
            Carrier::Body(b) => {
                let body = &bodies[b as usize];
                Pose {
                    position: body.r,
                    rotation: body.R,
                } * self.pose
            }
        }
    }
}
