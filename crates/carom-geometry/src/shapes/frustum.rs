//! Frustum of a cone.

use super::shape::{Shape, ShapeError, Solid, count, range};
use crate::revolve::{Profile, revolve};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;
use std::f64::consts::PI;

/// A frustum along z, bottom centre at the origin; a cone if one radius is 0.
///
/// ```text
/// V   = π|L|/3·(a² + ab + b²)                a bottom, b top radius
/// z_c = L/4·(a² + 2ab + 3b²)/(a² + ab + b²)
/// Izz = π|L|/10·(a⁴ + a³b + a²b² + ab³ + b⁴)
/// Ixx = Iyy = Izz/2 + π|L|³/30·(a² + 3ab + 6b²) − V·z_c²
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    length: f64,
    bottom: f64,
    top: f64,
}

impl Frustum {
    /// `length` along z, negative for a frustum below the origin, not 0; radii at z = 0 and z = `length`, not both 0.
    pub fn new(length: f64, bottom: f64, top: f64) -> Result<Self, ShapeError> {
        range(length != 0.0, "frustum", "length", length, "other than 0")?;
        range(
            bottom >= 0.0,
            "frustum",
            "bottom radius",
            bottom,
            "0 or greater",
        )?;
        let (holds, text) = if bottom > 0.0 {
            (top >= 0.0, "0 or greater")
        } else {
            (top > 0.0, "greater than 0 as the bottom radius is 0")
        };
        range(holds, "frustum", "top radius", top, text)?;
        Ok(Self {
            length,
            bottom,
            top,
        })
    }

    pub(super) fn surface(length: f64, bottom: f64, top: f64, refinement: Refinement) -> Mesh {
        let mut profile = vec![[0.0, 0.0], [bottom, 0.0], [top, length], [0.0, length]];
        // The tip of a cone stands in the profile once.
        profile.dedup();
        if length < 0.0 {
            profile.reverse();
        }
        revolve(&profile, Profile::Open, refinement)
    }
}

impl Solid for Frustum {
    fn mass_properties(&self) -> Option<MassProperties> {
        let (l, a, b) = (self.length, self.bottom, self.top);
        let square = a * a + a * b + b * b;
        let v = PI * l.abs() / 3.0 * square;
        let zc = 0.25 * l * (a * a + 2.0 * a * b + 3.0 * b * b) / square;
        let fourth = a.powi(4) + a.powi(3) * b + a * a * b * b + a * b.powi(3) + b.powi(4);
        let izz = PI * l.abs() / 10.0 * fourth;
        let second = PI * l.abs().powi(3) / 30.0 * (a * a + 3.0 * a * b + 6.0 * b * b);
        let ixx = 0.5 * izz + second - v * zc * zc;
        let centroid = Vec3::new(0.0, 0.0, zc);
        Some(MassProperties::principal(v, centroid, [ixx, ixx, izz]))
    }

    fn mesh(&self, refinement: Refinement) -> Mesh {
        Self::surface(self.length, self.bottom, self.top, refinement)
    }
}

pub(super) struct FrustumShape;

impl Shape for FrustumShape {
    fn name(&self) -> &'static str {
        "frustum"
    }
    fn text(&self) -> &'static str {
        "along z, bottom centre at the origin; a cone if one radius is 0"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["length", "bottom radius", "top radius"]
    }
    fn example(&self) -> &'static [f64] {
        &[0.4, 0.2, 0.1]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        let [length, bottom, top] = count("frustum", dimensions)?;
        Ok(Box::new(Frustum::new(length, bottom, top)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Cylinder;

    #[test]
    fn a_cone_by_hand() {
        // r = 1, h = 2, tip up: V = 2π/3, z_c = ½, Izz = 0.3·V·r², Ixx = V·(3/20·r² + 3/80·h²)
        let up = Frustum::new(2.0, 1.0, 0.0).unwrap();
        let m = up.mass_properties().unwrap();
        let v = 2.0 * PI / 3.0;
        assert!((m.volume - v).abs() < 1e-15 && (m.centroid.z - 0.5).abs() < 1e-15);
        let expected = Vec3::new(0.3, 0.3, 0.3) * v;
        assert!((m.inertia.diagonal() - expected).amax() < 1e-14);
        // tip down, and hanging: closed, right side out
        for (l, a, b) in [
            (2.0, 0.0, 1.0),
            (-2.0, 1.0, 0.0),
            (-2.0, 0.0, 1.0),
            (-2.0, 1.0, 0.5),
        ] {
            let solid = Frustum::new(l, a, b).unwrap();
            let (exact, mesh) = (
                solid.mass_properties().unwrap(),
                solid.mesh(Refinement::FINE),
            );
            assert!(mesh.is_closed());
            let faceted = mesh.mass_properties();
            // 128 facets lose 4.0e-4 of the volume of every section; the centroid stays
            assert!((faceted.volume / exact.volume - 1.0 + 4.0e-4).abs() < 1e-5);
            assert!((faceted.centroid.z - exact.centroid.z).abs() < 1e-13);
        }
    }

    #[test]
    fn with_equal_radii_it_is_a_cylinder() {
        let a = Frustum::new(-0.7, 0.3, 0.3)
            .unwrap()
            .mass_properties()
            .unwrap();
        let b = Cylinder::new(-0.7, 0.3).unwrap().mass_properties().unwrap();
        // 1e-16: rounding of numbers of order 0.1
        assert!((a.volume - b.volume).abs() < 1e-16 && (a.centroid - b.centroid).amax() < 1e-16);
        assert!((a.inertia - b.inertia).amax() < 1e-16);
    }

    #[test]
    fn ranges() {
        assert!(Frustum::new(1.0, 0.0, 0.0).is_err());
        assert!(Frustum::new(1.0, -1.0, 1.0).is_err());
        assert!(Frustum::new(0.0, 1.0, 1.0).is_err());
    }
}
