//! A place where solids touch, in any kind of number: what laws are told.

use carom_base::{Mat3, Number, Vec3};

/// The mode of a place without a force, of all laws.
pub const OPEN: i32 = 0;

/// A place in one kind of number.
#[derive(Clone, Copy, Debug)]
pub struct Incident<T: Number> {
    /// n.
    pub normal: Vec3<T>,
    /// x.
    pub point: Vec3<T>,
    /// p.
    pub depth: T,
    /// −ṗ.
    pub gap_rate: T,
    /// s.
    pub slip: Vec3<T>,
    /// Torque about x of a normal force of one.
    pub lever: Vec3<T>,
    /// Volume and |N|, where the law asks for them.
    pub overlap: [T; 2],
    /// What a formula says, in the modes of the place.
    pub formula: T,
    /// The normal force, where a law of friction asks for it.
    pub press: T,
    /// Friction by a routine over the slip speed, positive along the slip.
    pub drag: T,
    /// Rotation of the axes of the bristles, those of the body of J.
    pub axes: Mat3<T>,
}
