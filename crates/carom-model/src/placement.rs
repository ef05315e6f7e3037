//! How a pose is given: by angles, or by points on axes, possibly in the frame of a marker.

use crate::MarkerId;
use carom_base::space::rotation_313;
use carom_base::{Mat3, Pose, Vec3};

/// A pose as it is given. What it comes to stands beside it, in `pose`; where the two differ, `pose` holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Origin, L.
    pub position: [f64; 3],
    /// Axes.
    pub orientation: Orientation,
    /// The marker in whose frame all this is given; `None`: the part, for a part the global frame.
    pub frame: Option<MarkerId>,
}

/// Axes as they are given.
#[derive(Clone, Debug, PartialEq)]
pub enum Orientation {
    /// Those of the frame.
    Aligned,
    /// Body-fixed 3-1-3 angles ψ, θ, φ, radians.
    Angles([f64; 3]),
    /// Points in the frame, L.
    Points {
        /// On the z axis; with `x_first` in the half plane of x and +z.
        z: Option<[f64; 3]>,
        /// In the half plane of z and +x; with `x_first` on the x axis.
        x: Option<[f64; 3]>,
        /// Whether x is the first axis.
        x_first: bool,
    },
}

impl Placement {
    /// The pose in the frame in which it is given. `None` if points do not span a plane.
    pub fn local(&self) -> Option<Pose> {
        let position = Vec3::from(self.position);
        let rotation = match &self.orientation {
            Orientation::Aligned => Mat3::identity(),
            Orientation::Angles([psi, theta, phi]) => rotation_313(*psi, *theta, *phi),
            Orientation::Points { z, x, x_first } => {
                let direction = |p: [f64; 3]| Vec3::from(p) - position;
                rotation_from_points(z.map(direction), x.map(direction), *x_first)?
            }
        };
        Some(Pose { position, rotation })
    }
}

/// Below this sine of an angle, two directions count as one: it leaves half of the digits of a plane.
const ALIGNED: f64 = 1e-8;

/// Whether a direction lies along x, up or down.
pub fn points_along_x(z: &Vec3) -> bool {
    z.x != 0.0 && z.y.hypot(z.z) <= ALIGNED * z.norm()
}

/// The axes (as columns) from a direction to a point on z and one to a point in the half plane of z and +x; with
/// `x_first`, a point on x and one in the half plane of x and +z. A missing z is the z of the frame, a missing x
/// the one nearest to the x of the frame. `None` if the directions are zero or aligned.
pub fn rotation_from_points(z: Option<Vec3>, x: Option<Vec3>, x_first: bool) -> Option<Mat3> {
    let z_given = z.unwrap_or_else(Vec3::z);
    let x_given = match (z, x) {
        (Some(z), None) if points_along_x(&z) => -Vec3::z() * z.x.signum(),
        (_, None) => Vec3::x(),
        (_, Some(x)) => x,
    };
    let (first, second) = if x_first {
        (x_given, z_given)
    } else {
        (z_given, x_given)
    };
    let a = first.try_normalize(0.0)?;
    let second = second.try_normalize(0.0)?;
    let across = second - a * a.dot(&second);
    if across.norm() <= ALIGNED {
        return None;
    }
    let c = across.normalize();
    let (x, z) = if x_first { (a, c) } else { (c, a) };
    Some(Mat3::from_columns([x, z.cross(&x), z]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(r: Option<Mat3>) -> [[f64; 3]; 3] {
        let r = r.expect("the points span a plane");
        std::array::from_fn(|k| r.column(k).into())
    }

    #[test]
    fn points_on_axes() {
        let v = Vec3::new;
        // z along y, XP anywhere above: x turns into the plane, perpendicular to z
        let r = rotation_from_points(Some(v(0.0, 2.0, 0.0)), Some(v(3.0, 5.0, 0.0)), false);
        assert_eq!(
            columns(r),
            [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
        );
        // USEXP: x along y, z in the plane of x and ZP
        let r = rotation_from_points(Some(v(3.0, 5.0, 0.0)), Some(v(0.0, 2.0, 0.0)), true);
        assert_eq!(
            columns(r),
            [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
        );
        // XP alone: z stays
        let r = rotation_from_points(None, Some(v(0.0, 2.0, 7.0)), false);
        assert_eq!(
            columns(r),
            [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
        );
        // ZP alone: x as near to the old x as it can be
        let [x, _, _] = columns(rotation_from_points(Some(v(1.0, 0.0, 1.0)), None, false));
        let h = 0.5_f64.sqrt();
        assert!((Vec3::from(x) - v(h, 0.0, -h)).norm() < 1e-15);
        // ZP alone along x: a turn about y
        let r = rotation_from_points(Some(v(2.0, 0.0, 0.0)), None, false);
        assert_eq!(
            columns(r),
            [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
        );
        let r = rotation_from_points(Some(v(-2.0, 0.0, 0.0)), None, false);
        assert_eq!(r.map(|r| r.determinant()), Some(1.0));
    }

    #[test]
    fn no_plane() {
        let v = Vec3::new;
        let none = |z, x| rotation_from_points(z, x, false).is_none();
        assert!(none(Some(v(0.0, 0.0, 0.0)), None));
        assert!(none(Some(v(1.0, 2.0, 3.0)), Some(v(-2.0, -4.0, -6.0))));
        assert!(none(None, Some(v(0.0, 0.0, 5.0))));
    }
}
