//! Capsule.

use super::shape::{Shape, ShapeError, Solid, count, positive};
use crate::revolve::{Profile, revolve};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;
use std::f64::consts::{FRAC_PI_2, PI};

/// A cylinder along z about the origin with a half ball on each end.
///
/// ```text
/// V   = πr²·L + 4π/3·r³                                          L between the centres of the balls
/// Izz = ½·πr²L·r² + ⅖·4π/3·r³·r²
/// Ixx = πr²L·(3r² + L²)/12 + 4π/3·r³·(⅖r² + L²/4 + ⅜·L·r)         half balls: centroid ⅜r beyond their centres
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    length: f64,
    radius: f64,
}

impl Capsule {
    /// `length` between the centres of the balls, `radius`; both greater than 0.
    pub fn new(length: f64, radius: f64) -> Result<Self, ShapeError> {
        positive("capsule", "length", length)?;
        positive("capsule", "radius", radius)?;
        Ok(Self { length, radius })
    }

    /// Length and radius.
    pub fn dimensions(&self) -> [f64; 2] {
        [self.length, self.radius]
    }
}

impl Solid for Capsule {
    fn mass_properties(&self) -> Option<MassProperties> {
        let (l, r) = (self.length, self.radius);
        let (tube, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r.powi(3));
        let izz = 0.5 * tube * r * r + 0.4 * ball * r * r;
        let ixx = tube * (3.0 * r * r + l * l) / 12.0
            + ball * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
        Some(MassProperties::principal(
            tube + ball,
            Vec3::zeros(),
            [ixx, ixx, izz],
        ))
    }

    fn mesh(&self, refinement: Refinement) -> Mesh {
        let (h, r) = (0.5 * self.length, self.radius);
        let n = refinement.segments() / 4;
        let quarter = |i: u32| {
            let (s, c) = (FRAC_PI_2 * f64::from(i) / f64::from(n)).sin_cos();
            // cos π/2 is not quite zero, nor sin
            [
                if i == 0 { 0.0 } else { r * s },
                if i == n { 0.0 } else { r * c },
            ]
        };
        let low = (0..=n).map(quarter).map(|[x, z]| [x, -h - z]);
        let high = (0..=n).rev().map(quarter).map(|[x, z]| [x, h + z]);
        let profile: Vec<[f64; 2]> = low.chain(high).collect();
        revolve(&profile, Profile::Open, refinement)
    }
}

pub(super) struct CapsuleShape;

impl Shape for CapsuleShape {
    fn name(&self) -> &'static str {
        "capsule"
    }
    fn text(&self) -> &'static str {
        "along z about the origin; the length is between the centres of its ends"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["length", "radius"]
    }
    fn example(&self) -> &'static [f64] {
        &[0.4, 0.15]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        let [length, radius] = count("capsule", dimensions)?;
        Ok(Box::new(Capsule::new(length, radius)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_by_hand() {
        let m = Capsule::new(2.0, 1.0).unwrap().mass_properties().unwrap();
        assert!((m.volume - 10.0 / 3.0 * PI).abs() < 1e-14);
        // π·(1 + 8/15) and 2π·7/12 + 4π/3·(0.4 + 1 + 0.75)
        assert!((m.inertia[(2, 2)] - PI * 23.0 / 15.0).abs() < 1e-14);
        assert!((m.inertia[(0, 0)] - PI * (7.0 / 6.0 + 4.0 / 3.0 * 2.15)).abs() < 1e-14);
        assert!(Capsule::new(0.0, 1.0).is_err() && Capsule::new(1.0, 0.0).is_err());
    }
}
