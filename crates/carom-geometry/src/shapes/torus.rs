//! Torus.

use super::shape::{Shape, ShapeError, Solid, count, positive, range};
use crate::revolve::{Profile, revolve};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;
use std::f64::consts::{PI, TAU};

/// A ring about the z axis, centre at the origin.
///
/// ```text
/// V = 2π²·R·r²,   Izz = V·(R² + ¾r²),   Ixx = Iyy = V·(½R² + ⅝r²)
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    major: f64,
    minor: f64,
}

impl Torus {
    /// `major` is the radius of the circle of tube centres, `minor` that of the tube; 0 < `minor` < `major`.
    pub fn new(major: f64, minor: f64) -> Result<Self, ShapeError> {
        positive("torus", "major radius", major)?;
        positive("torus", "minor radius", minor)?;
        let text = "less than the major radius";
        range(minor < major, "torus", "minor radius", minor, text)?;
        Ok(Self { major, minor })
    }
}

impl Solid for Torus {
    fn mass_properties(&self) -> Option<MassProperties> {
        let (aa, bb) = (self.major * self.major, self.minor * self.minor);
        let v = 2.0 * PI * PI * self.major * bb;
        let across = v * (0.5 * aa + 0.625 * bb);
        let moments = [across, across, v * (aa + 0.75 * bb)];
        Some(MassProperties::principal(v, Vec3::zeros(), moments))
    }

    /// As many facets around the tube as around the ring.
    fn mesh(&self, refinement: Refinement) -> Mesh {
        let n = refinement.segments();
        let profile: Vec<[f64; 2]> = (0..n)
            .map(|i| {
                let (s, c) = (TAU * f64::from(i) / f64::from(n)).sin_cos();
                [self.major + self.minor * c, self.minor * s]
            })
            .collect();
        revolve(&profile, Profile::Loop, refinement)
    }
}

pub(super) struct TorusShape;

impl Shape for TorusShape {
    fn name(&self) -> &'static str {
        "torus"
    }
    fn text(&self) -> &'static str {
        "about the z axis, centre at the origin"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["major radius", "minor radius"]
    }
    fn example(&self) -> &'static [f64] {
        &[0.4, 0.1]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        let [major, minor] = count("torus", dimensions)?;
        Ok(Box::new(Torus::new(major, minor)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_by_hand() {
        let m = Torus::new(2.0, 1.0).unwrap().mass_properties().unwrap();
        let v = 4.0 * PI * PI;
        assert_eq!(m.volume, v);
        assert_eq!(m.inertia.diagonal(), Vec3::new(2.625, 2.625, 4.75) * v);
        assert!(Torus::new(1.0, 1.0).is_err());
    }
}
