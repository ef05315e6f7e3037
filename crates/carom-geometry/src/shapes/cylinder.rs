//! Cylinder.

use super::frustum::Frustum;
use super::shape::{Shape, ShapeError, Solid, count, positive, range};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;
use std::f64::consts::PI;

/// A circular cylinder along z, bottom centre at the origin.
///
/// ```text
/// V = π·r²·|L|,   z_c = L/2,   Ixx = Iyy = V·(3r² + L²)/12,   Izz = V·r²/2
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    length: f64,
    radius: f64,
}

impl Cylinder {
    /// `length` along z, negative for a cylinder below the origin, not 0; `radius` greater than 0.
    pub fn new(length: f64, radius: f64) -> Result<Self, ShapeError> {
        range(length != 0.0, "cylinder", "length", length, "other than 0")?;
        positive("cylinder", "radius", radius)?;
        Ok(Self { length, radius })
    }
}

impl Solid for Cylinder {
    fn mass_properties(&self) -> Option<MassProperties> {
        let (l, r) = (self.length, self.radius);
        let v = PI * r * r * l.abs();
        let across = v * (3.0 * r * r + l * l) / 12.0;
        let centroid = Vec3::new(0.0, 0.0, 0.5 * l);
        let moments = [across, across, 0.5 * v * r * r];
        Some(MassProperties::principal(v, centroid, moments))
    }

    fn mesh(&self, refinement: Refinement) -> Mesh {
        Frustum::surface(self.length, self.radius, self.radius, refinement)
    }
}

pub(super) struct CylinderShape;

impl Shape for CylinderShape {
    fn name(&self) -> &'static str {
        "cylinder"
    }
    fn text(&self) -> &'static str {
        "along z, bottom centre at the origin"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["length", "radius"]
    }
    fn example(&self) -> &'static [f64] {
        &[0.4, 0.15]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        let [length, radius] = count("cylinder", dimensions)?;
        Ok(Box::new(Cylinder::new(length, radius)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cylinder_by_hand_up_and_down() {
        for l in [4.0, -4.0] {
            let solid = Cylinder::new(l, 1.0).unwrap();
            let m = solid.mass_properties().unwrap();
            assert_eq!(m.volume, 4.0 * PI);
            assert_eq!(m.centroid.z, l / 2.0);
            let expected = Vec3::new(19.0, 19.0, 6.0) * (PI / 3.0);
            assert!((m.inertia.diagonal() - expected).amax() < 1e-14); // rounding at 20
            let mesh = solid.mesh(Refinement::FINE);
            assert!(mesh.is_closed());
            // 128 facets: 1 − sin(2π/128)/(2π/128) = 4.0e-4 less
            let faceted = mesh.mass_properties();
            assert!((faceted.volume / m.volume - 1.0 + 4.0e-4).abs() < 1e-5);
            assert!((faceted.centroid.z - l / 2.0).abs() < 1e-13);
        }
        assert!(Cylinder::new(0.0, 1.0).is_err());
    }
}
