//! Displacement, velocity and acceleration measures of markers, generic over the number so that their
//! gradients are exact.
#![allow(non_snake_case)]

use carom_base::{Mat3, Number, Vec3};

/// How a marker stands and moves in ground at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerState<T> {
    /// `p_GM_G`, origin.
    pub p: Vec3<T>,
    /// `R_GM`, axes as columns.
    pub R: Mat3<T>,
    /// Velocity of the origin in ground.
    pub v: Vec3<T>,
    /// Angular velocity, ground axes.
    pub w: Vec3<T>,
    /// Acceleration of the origin in ground; zero where the host does not know it.
    pub a: Vec3<T>,
    /// Angular acceleration, ground axes; zero where the host does not know it.
    pub wdot: Vec3<T>,
}

impl<T: Number> MarkerState<T> {
    /// The global frame at rest: what `0` or an omitted marker means.
    pub fn ground() -> Self {
        let z = Vec3::zeros();
        Self {
            p: z,
            R: Mat3::identity(),
            v: z,
            w: z,
            a: z,
            wdot: z,
        }
    }
}

/// Which measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Measure {
    DX,
    DY,
    DZ,
    DM,
    AX,
    AY,
    AZ,
    AXU,
    AYU,
    AZU,
    PSI,
    THETA,
    PHI,
    YAW,
    PITCH,
    ROLL,
    INCANG,
    VX,
    VY,
    VZ,
    VM,
    VR,
    WX,
    WY,
    WZ,
    WM,
    ACCX,
    ACCY,
    ACCZ,
    ACCM,
    WDTX,
    WDTY,
    WDTZ,
    WDTM,
}
