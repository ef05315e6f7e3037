//! Friction in joints.

use crate::JointId;
use crate::table::{Tag, tagged};
use carom_derive::Field;
use carom_laws::friction::{LuGre, StickSlip};

/// FRICTION, Force_JointFriction: a joint resists the motion that it leaves free, by as much as it is loaded.
#[derive(Clone, Debug, Field)]
pub struct JointFriction {
    /// Label, name, place.
    pub tag: Tag,
    /// Where: a translational, revolute, cylindrical, spherical, universal or Hooke joint.
    pub joint: JointId,
    /// The coefficient of friction. Velocities and creep are those of the sliding surfaces.
    pub law: FrictionLaw,
    /// Which loads count.
    pub inputs: FrictionInputs,
    /// Friction force that is there without load, F, ≥ 0.
    #[dimension(F)]
    #[absent(0.0)]
    pub force_preload: f64,
    /// The same as a torque, F·L, ≥ 0.
    #[dimension(F * L)]
    #[absent(0.0)]
    pub torque_preload: f64,
    /// Largest friction force, F.
    #[dimension(F)]
    pub largest_force: Option<f64>,
    /// Largest friction torque, F·L.
    #[dimension(F * L)]
    pub largest_torque: Option<f64>,
    /// Sizes of the joint.
    pub size: FrictionSize,
    /// Which pins of a universal or Hooke joint have friction.
    pub yokes: Yokes,
    /// No friction in statics.
    pub inactive_in_statics: bool,
}

/// How the coefficient of friction follows from slip and deformation.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub enum FrictionLaw {
    /// Regimes of stiction and sliding (Adams).
    StickSlip(StickSlip),
    /// Bristles (MotionSolve).
    LuGre(LuGre),
}

impl FrictionLaw {
    /// How far surfaces give way before they slide: what a deformation is measured by.
    pub fn deformation(&self) -> f64 {
        match self {
            Self::StickSlip(law) => law.creep,
            Self::LuGre(law) => law.mu_static / law.stiffness,
        }
    }
}

/// Which loads of a joint press its surfaces together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub struct FrictionInputs {
    /// The preloads.
    pub preload: bool,
    /// The reaction force.
    pub reaction_force: bool,
    /// The reaction torque across the axis.
    pub bending_moment: bool,
    /// The reaction torque about the axis (translational joints).
    pub torsional_moment: bool,
}

impl FrictionInputs {
    /// Everything counts.
    pub const ALL: Self = Self {
        preload: true,
        reaction_force: true,
        bending_moment: true,
        torsional_moment: true,
    };
}

/// Sizes of the surfaces of a joint, L.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub struct FrictionSize {
    /// Of a pin or a cylinder.
    #[dimension(L)]
    pub pin_radius: f64,
    /// Of a ball.
    #[dimension(L)]
    pub ball_radius: f64,
    /// Arm on which the force along a pin rubs.
    #[dimension(L)]
    pub friction_arm: f64,
    /// Distance of the two bearings of a pin: the bending moment over it presses the pin.
    #[dimension(L)]
    pub bending_arm: f64,
    /// The torsional moment of a slider over it presses the slider.
    #[dimension(L)]
    pub reaction_arm: f64,
    /// Length over which the sliding parts overlap at the start: the bending moment over it presses the slider.
    #[dimension(L)]
    pub overlap: f64,
    /// How the overlap changes with the translation of I along z of J: +1, −1, or 0 if it stays.
    #[dimension(ONE)]
    #[absent(0.0)]
    pub overlap_rate: f64,
}

impl Default for FrictionSize {
    /// Radii and arms of one; an overlap of a thousand that stays.
    fn default() -> Self {
        Self {
            pin_radius: 1.0,
            ball_radius: 1.0,
            friction_arm: 1.0,
            bending_arm: 1.0,
            reaction_arm: 1.0,
            overlap: 1000.0,
            overlap_rate: 0.0,
        }
    }
}

/// Pins of a universal or Hooke joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Yokes {
    /// That of the part of I.
    I,
    /// That of the part of J.
    J,
    /// Both.
    Both,
}

tagged!(JointFriction);
