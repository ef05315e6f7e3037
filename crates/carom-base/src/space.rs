//! Vectors, rotations and poses in space.
//!
//! Notation: `p_AB_C` is the position of B from A on the axes of C; `R_AB` holds the axes of B as
//! columns on the axes of A; `X_AB` is the pose of B in A. Poses chain by letters: `X_GM = X_GP * X_PM`.
#![allow(non_snake_case)]

use crate::number::Number;
use crate::vector::{Mat3, Vec3};

/// A pose `X_AB`: where frame B stands in frame A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// `p_AB_A`, the origin of B from the origin of A.
    pub position: Vec3,
    /// `R_AB`, the axes of B as columns on the axes of A.
    pub rotation: Mat3,
}

impl Pose {
    /// B on top of A.
    pub fn identity() -> Self {
        Self {
            position: Vec3::zeros(),
            rotation: Mat3::identity(),
        }
    }

    /// `X_BA`.
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self {
            position: -(rotation * self.position),
            rotation,
        }
    }
}

impl std::ops::Mul for Pose {
    type Output = Pose;
    /// `X_AC = X_AB * X_BC`
    fn mul(self, X_BC: Pose) -> Pose {
        Pose {
            position: self.position + self.rotation * X_BC.position,
            rotation: self.rotation * X_BC.rotation,
        }
    }
}

/// Rotation about the x axis by `a` radians.
pub fn rotation_x(a: f64) -> Mat3 {
    let (s, c) = a.sin_cos();
    Mat3::new(1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c)
}

/// Rotation about the y axis by `a` radians.
pub fn rotation_y(a: f64) -> Mat3 {
    let (s, c) = a.sin_cos();
    Mat3::new(c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c)
}

/// Rotation about the z axis by `a` radians.
pub fn rotation_z(a: f64) -> Mat3 {
    let (s, c) = a.sin_cos();
    Mat3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
}

/// Body-fixed 3-1-3 angles ψ, θ, φ in radians: `R = Rz(ψ)·Rx(θ)·Rz(φ)`.
pub fn rotation_313(psi: f64, theta: f64, phi: f64) -> Mat3 {
    rotation_z(psi) * rotation_x(theta) * rotation_z(phi)
}

/// Body-fixed 3-2-1 angles yaw, pitch, roll in radians: `R = Rz(y)·Ry(p)·Rx(r)`.
pub fn rotation_321(yaw: f64, pitch: f64, roll: f64) -> Mat3 {
    rotation_z(yaw) * rotation_y(pitch) * rotation_x(roll)
}

/// The angles (ψ, θ, φ) of a rotation, θ in [0, π]. At θ = 0 or π, where only ψ ± φ is fixed, φ = 0.
pub fn angles_313(r: &Mat3) -> [f64; 3] {
    let s = (r[(0, 2)].hypot(r[(1, 2)])).min(1.0);
    if s < 1e-12 {
        let psi = r[(1, 0)].atan2(r[(0, 0)]);
        return [
            psi,
            if r[(2, 2)] > 0.0 {
                0.0
            } else {
                std::f64::consts::PI
            },
            0.0,
        ];
    }
    [
        r[(0, 2)].atan2(-r[(1, 2)]),
        s.atan2(r[(2, 2)]),
        r[(2, 0)].atan2(r[(2, 1)]),
    ]
}

/// The 3-2-1 angles (yaw, pitch, roll) of a rotation, pitch in [-π/2, π/2].
pub fn angles_321(r: &Mat3) -> [f64; 3] {
    [
        r[(1, 0)].atan2(r[(0, 0)]),
        (-r[(2, 0)]).clamp(-1.0, 1.0).asin(),
        r[(2, 1)].atan2(r[(2, 2)]),
    ]
}

/// The skew matrix of `v`: `skew(v)·u = v × u`.
pub fn skew<T: Number>(v: &Vec3<T>) -> Mat3<T> {
    let z = T::zero();
    Mat3::new(z, -v.z, v.y, v.z, z, -v.x, -v.y, v.x, z)
}

/// The rotation by the rotation vector `v` (axis times angle in radians), Rodrigues' formula.
pub fn exp_so3<T: Number>(v: &Vec3<T>) -> Mat3<T> {
    let a2 = v.dot(v);
    // sin a/a and (1 - cos a)/a² by their series near zero, where the quotients lose digits.
    let series = || {
        [
            a2 * (a2 * (a2 * (-1.0 / 5040.0) + 1.0 / 120.0) - 1.0 / 6.0) + 1.0,
            a2 * (a2 * (a2 * (-1.0 / 40320.0) + 1.0 / 720.0) - 1.0 / 24.0) + 0.5,
        ]
    };
    let quotients = || {
        let a = a2.sqrt();
        [a.sin() / a, (-a.cos() + 1.0) / a2]
    };
    let [s, c] = T::choose(a2 - 1e-4, series, quotients);
    // I + s·v~ + c·v~², v~² = v·vᵀ - a²·I
    let (xx, yy, zz) = (c * v.x * v.x, c * v.y * v.y, c * v.z * v.z);
    let (xy, yz, zx) = (c * v.x * v.y, c * v.y * v.z, c * v.z * v.x);
    let (x, y, z) = (v.x * s, v.y * s, v.z * s);
    Mat3::new(
        -(yy + zz) + 1.0,
        xy - z,
        zx + y,
        xy + z,
        -(zz + xx) + 1.0,
        yz - x,
        zx - y,
        yz + x,
        -(xx + yy) + 1.0,
    )
}

/// A unit quaternion `[q0, q1, q2, q3]`, scalar first: the orientation of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion(pub [f64; 4]);

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// The rotation matrix.
    pub fn matrix(&self) -> Mat3 {
        let [w, x, y, z] = self.0;
        Mat3::new(
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        )
    }

    /// The quaternion of a rotation matrix, with the largest component computed first (Shepperd) and q0 ≥ 0.
    pub fn from_matrix(r: &Mat3) -> Self {
        let t = r.trace();
        let d = [t, r[(0, 0)], r[(1, 1)], r[(2, 2)]];
        let k = (0..4).fold(0, |best, i| if d[i] > d[best] { i } else { best });
        let mut q = [0.0; 4];
        if k == 0 {
            let s = (1.0 + t).sqrt() * 2.0;
            q[0] = 0.25 * s;
            q[1] = (r[(2, 1)] - r[(1, 2)]) / s;
            q[2] = (r[(0, 2)] - r[(2, 0)]) / s;
            q[3] = (r[(1, 0)] - r[(0, 1)]) / s;
        } else {
            let i = k - 1;
            let (j, l) = ((i + 1) % 3, (i + 2) % 3);
            let s = (1.0 + r[(i, i)] - r[(j, j)] - r[(l, l)]).sqrt() * 2.0;
            q[0] = (r[(l, j)] - r[(j, l)]) / s;
            q[1 + i] = 0.25 * s;
            q[1 + j] = (r[(j, i)] + r[(i, j)]) / s;
            q[1 + l] = (r[(l, i)] + r[(i, l)]) / s;
        }
        let sign = if q[0] < 0.0 { -1.0 } else { 1.0 };
        Self(q.map(|c| c * sign)).normalized()
    }

    /// The quaternion of the rotation vector `v` (axis times angle in radians).
    pub fn from_rotation_vector(v: &Vec3) -> Self {
        let a = v.norm();
        let half = 0.5 * a;
        let s = if a < 1e-4 {
            0.5 - a * a / 48.0
        } else {
            half.sin() / a
        };
        Self([half.cos(), s * v.x, s * v.y, s * v.z])
    }

    /// Of length one.
    pub fn normalized(self) -> Self {
        let n = self.0.iter().map(|c| c * c).sum::<f64>().sqrt();
        Self(self.0.map(|c| c / n))
    }
}

impl std::ops::Mul for Quaternion {
    type Output = Self;
    /// First `b`, then `self`: the matrix of the product is the product of the matrices.
    fn mul(self, b: Self) -> Self {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, b.0);
        Self([
            a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
            a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
            a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
            a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: &Mat3, b: &Mat3) -> bool {
        // 1e-14: a few roundings of numbers of order one
        (a - b).amax() < 1e-14
    }

    #[test]
    fn angles_return() {
        for (a, b, c) in [(0.3, 1.1, -2.0), (-3.0, 0.2, 0.1), (2.5, 3.0, 1.0)] {
            let r = rotation_313(a, b, c);
            let [p, t, f] = angles_313(&r);
            assert!(near(&r, &rotation_313(p, t, f)));
            let r = rotation_321(a, b - 1.0, c);
            let [y, p, l] = angles_321(&r);
            assert!(near(&r, &rotation_321(y, p, l)));
        }
        assert_eq!(angles_313(&Mat3::identity()), [0.0; 3]);
    }

    #[test]
    fn quaternions_agree_with_matrices() {
        for (a, b, c) in [
            (0.3, 1.1, -2.0),
            (-3.0, 0.2, 0.1),
            (0.0, 3.1, 0.0),
            (3.1, 0.0, 0.0),
        ] {
            let r = rotation_313(a, b, c);
            let q = Quaternion::from_matrix(&r);
            assert!(near(&r, &q.matrix()));
            let s = rotation_321(c, a, b);
            assert!(near(&(r * s), &(q * Quaternion::from_matrix(&s)).matrix()));
        }
        for v in [Vec3::new(0.3, -0.2, 0.9), Vec3::new(1e-6, 2e-6, -1e-5)] {
            assert!(near(
                &exp_so3(&v),
                &Quaternion::from_rotation_vector(&v).matrix()
            ));
        }
    }

    #[test]
    fn poses_chain() {
        let x = Pose {
            position: Vec3::new(1.0, 2.0, 3.0),
            rotation: rotation_313(0.1, 0.2, 0.3),
        };
        let i = x * x.inverse();
        assert!(near(&i.rotation, &Mat3::identity()) && i.position.norm() < 1e-14);
    }
}
