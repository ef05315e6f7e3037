//! Ellipsoid and sphere.

use super::shape::{Shape, ShapeError, Solid, count, positive};
use crate::revolve::{Profile, revolve};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;
use std::f64::consts::PI;

/// An ellipsoid about the origin, semi-axes along the axes.
///
/// ```text
/// V = 4π/3·a·b·c,   I = V/5·diag(b²+c², a²+c², a²+b²)
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    semi_axes: [f64; 3],
}

impl Ellipsoid {
    /// From the semi-axes along x, y, z; all greater than 0.
    pub fn new(semi_axes: [f64; 3]) -> Result<Self, ShapeError> {
        for (name, a) in DIMENSIONS.iter().zip(semi_axes) {
            positive("ellipsoid", name, a)?;
        }
        Ok(Self { semi_axes })
    }

    /// The sphere of this radius.
    pub fn sphere(radius: f64) -> Result<Self, ShapeError> {
        positive("sphere", "radius", radius)?;
        Self::new([radius; 3])
    }
}

impl Solid for Ellipsoid {
    fn mass_properties(&self) -> Option<MassProperties> {
        let [a, b, c] = self.semi_axes;
        let v = 4.0 / 3.0 * PI * a * b * c;
        let [aa, bb, cc] = [a * a, b * b, c * c].map(|s| s * v / 5.0);
        let moments = [bb + cc, aa + cc, aa + bb];
        Some(MassProperties::principal(v, Vec3::zeros(), moments))
    }

    /// The stretched unit sphere, divided along parallels and meridians.
    fn mesh(&self, refinement: Refinement) -> Mesh {
        let n = refinement.segments() / 2;
        let profile: Vec<[f64; 2]> = (0..=n)
            .map(|i| {
                let (s, c) = (PI * f64::from(i) / f64::from(n)).sin_cos();
                // sin π is not quite zero: the poles are on the axis
                [if i == 0 || i == n { 0.0 } else { s }, -c]
            })
            .collect();
        let mut mesh = revolve(&profile, Profile::Open, refinement);
        let stretch = Vec3::from(self.semi_axes);
        for p in &mut mesh.vertices {
            *p = p.component_mul(&stretch);
        }
        mesh
    }
}

const DIMENSIONS: &[&str] = &["x semi-axis", "y semi-axis", "z semi-axis"];

pub(super) struct EllipsoidShape;

impl Shape for EllipsoidShape {
    fn name(&self) -> &'static str {
        "ellipsoid"
    }
    fn text(&self) -> &'static str {
        "about the origin, semi-axes along the axes; a sphere if they are equal"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        DIMENSIONS
    }
    fn example(&self) -> &'static [f64] {
        &[0.3, 0.2, 0.4]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        Ok(Box::new(Ellipsoid::new(count("ellipsoid", dimensions)?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_by_hand() {
        let m = Ellipsoid::sphere(2.0).unwrap().mass_properties().unwrap();
        // V = 32π/3, I = 2/5·V·4; 1e-13: rounding at 50
        assert!((m.volume - 32.0 * PI / 3.0).abs() < 1e-13);
        assert!((m.inertia.diagonal() - Vec3::repeat(1.6 * 32.0 * PI / 3.0)).amax() < 1e-13);
        assert!(Ellipsoid::sphere(-1.0).is_err());
    }
}
