//! Volume, centroid and inertia of a solid of density one.

use carom_base::{Mat3, Vec3};

/// Mass properties at density one, in the frame of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// L³.
    pub volume: f64,
    /// From the origin of the frame.
    pub centroid: Vec3,
    /// About the centroid, on the axes of the frame: `∫ (r²·1 − r·rᵀ) dV`, L⁵. Products of inertia are negative integrals.
    pub inertia: Mat3,
}

impl MassProperties {
    /// With a diagonal inertia about the centroid.
    pub(crate) fn principal(volume: f64, centroid: Vec3, moments: [f64; 3]) -> Self {
        Self {
            volume,
            centroid,
            inertia: Mat3::from_diagonal(&Vec3::from(moments)),
        }
    }

    /// From `∫ dV`, `∫ r dV` and `∫ r·rᵀ dV` about `origin`.
    pub fn from_moments(volume: f64, first: Vec3, second: Mat3, origin: Vec3) -> Self {
        let centre = first / volume;
        let central = second - centre.outer(&centre) * volume;
        Self {
            volume,
            centroid: origin + centre,
            inertia: Mat3::identity() * central.trace() - central,
        }
    }
}
