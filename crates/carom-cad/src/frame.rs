//! Right-handed frames of circles and surfaces.

use carom_base::Vec3;

/// A right-handed frame: `z` is the axis or normal, `y = z × x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Origin.
    pub origin: Vec3,
    /// Unit vector.
    pub x: Vec3,
    /// Unit vector, perpendicular to `x`.
    pub z: Vec3,
}

impl Frame {
    /// From an origin, a direction of z and one of x, which need neither unit length nor a right angle; without a usable x any will do.
    /// `None` if z vanishes or a number is not finite.
    pub fn new(origin: Vec3, z: Vec3, x: Option<Vec3>) -> Option<Self> {
        if !(origin.amax().is_finite() && z.amax().is_finite()) {
            return None;
        }
        let z = z.try_normalize(f64::MIN_POSITIVE)?;
        let across = |x: Vec3| (x - z * x.dot(&z)).try_normalize(1e-9);
        let x = x
            .and_then(|x| across(x.try_normalize(f64::MIN_POSITIVE)?))
            .or_else(|| {
                let least = z.iamin();
                across(Vec3::from_fn(|i| f64::from(u8::from(i == least))))
            })?;
        Some(Self { origin, x, z })
    }

    /// `z × x`
    pub fn y(&self) -> Vec3 {
        self.z.cross(&self.x)
    }

    /// Coordinates of a point.
    pub fn coordinates(&self, point: &Vec3) -> [f64; 3] {
        let r = *point - self.origin;
        [r.dot(&self.x), r.dot(&self.y()), r.dot(&self.z)]
    }

    /// The direction at an angle about z from x, and the one at a right angle ahead of it.
    pub fn radial(&self, angle: f64) -> (Vec3, Vec3) {
        let (s, c) = angle.sin_cos();
        let y = self.y();
        (self.x * c + y * s, y * c - self.x * s)
    }

    /// Whether the axes are unit vectors at a right angle. Errors: the end of a sentence.
    pub(crate) fn check(&self) -> Result<(), String> {
        let unit = |a: &Vec3| (a.norm() - 1.0).abs() < 1e-6;
        let good = unit(&self.x)
            && unit(&self.z)
            && self.x.dot(&self.z).abs() < 1e-6
            && self.origin.amax().is_finite();
        if good {
            Ok(())
        } else {
            Err("has axes that are no unit vectors at a right angle".into())
        }
    }
}
