//! A plane outline, turned about an axis.

use super::{Outline, OutlineError};
use crate::revolve::{Profile, revolve};
use crate::{MassProperties, Mesh, Refinement, Solid};
use carom_base::Vec3;
use std::f64::consts::PI;

/// An outline of points (ρ, z), turned about the z axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Revolution {
    outline: Outline,
}

impl Revolution {
    /// Corners (ρ, z) in either direction. A way whose ends are the same is a ring; any other is closed by flat ends towards the axis.
    pub fn new(corners: &[[f64; 2]]) -> Result<Self, OutlineError> {
        for (corner, &[radius, _]) in corners.iter().enumerate() {
            if radius < 0.0 {
                return Err(OutlineError::Radius { corner, radius });
            }
        }
        let mut way = corners.to_vec();
        if let (Some(first), Some(last)) = (corners.first(), corners.last())
            && first != last
        {
            way.extend([[0.0, last[1]], [0.0, first[1]]]);
        }
        Ok(Self {
            outline: Outline::new(&way)?,
        })
    }
}

/// Points and weights of Gauss's rule on 0 to 1: exact for polynomials of the fifth degree.
const GAUSS: [(f64, f64); 3] = {
    // ½·√(3/5)
    const REACH: f64 = 0.387_298_334_620_741_7;
    [
        (0.5 - REACH, 5.0 / 18.0),
        (0.5, 4.0 / 9.0),
        (0.5 + REACH, 5.0 / 18.0),
    ]
};

impl Solid for Revolution {
    /// By Green's theorem in the half-plane, with integrands of the fourth degree along each side:
    ///
    /// ```text
    /// V = π∮ρ² dz   ∫z dV = π∮ρ²z dz   ∫z² dV = π∮ρ²z² dz   ∫(x² + y²) dV = ½π∮ρ⁴ dz
    /// ```
    fn mass_properties(&self) -> Option<MassProperties> {
        let origin = self.outline.corners()[0][1];
        let [mut volume, mut first, mut along, mut around] = [0.0; 4];
        for [a, b] in self.outline.sides() {
            for (t, weight) in GAUSS {
                let square = (a[0] + (b[0] - a[0]) * t).powi(2);
                let z = a[1] - origin + (b[1] - a[1]) * t;
                let d = PI * weight * (b[1] - a[1]) * square;
                volume += d;
                first += d * z;
                along += d * z * z;
                around += d * square / 2.0;
            }
        }
        let height = first / volume;
        let along = along - first * height;
        let centre = Vec3::new(0.0, 0.0, origin + height);
        let across = around / 2.0 + along;
        Some(MassProperties::principal(
            volume,
            centre,
            [across, across, around],
        ))
    }

    fn mesh(&self, refinement: Refinement) -> Mesh {
        revolve(self.outline.corners(), Profile::Loop, refinement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClosedMesh;
    use crate::shapes::{Cylinder, Frustum};

    fn close(a: &MassProperties, b: &MassProperties, tolerance: f64) {
        assert!((a.volume / b.volume - 1.0).abs() < tolerance, "{a:?} {b:?}");
        assert!((a.centroid - b.centroid).amax() < tolerance);
        assert!((a.inertia - b.inertia).amax() < tolerance * b.inertia.amax());
    }

    /// Outlines of shapes with formulas of their own. 1e-14: a dozen roundings.
    #[test]
    fn known_shapes() {
        let cone = Frustum::new(0.7, 0.3, 0.1).and_then(|f| {
            f.mass_properties().ok_or(crate::ShapeError::Count {
                shape: "",
                given: 0,
                expected: 0,
            })
        });
        let way = [[0.3, 0.0], [0.1, 0.7]];
        let turned = Revolution::new(&way).expect("a frustum");
        close(
            &turned.mass_properties().expect("bounded"),
            &cone.expect("a frustum"),
            1e-14,
        );
        // a pipe: one cylinder less another
        let ring = [[0.2, 1.0], [0.3, 1.0], [0.3, 1.5], [0.2, 1.5], [0.2, 1.0]];
        let pipe = Revolution::new(&ring).expect("a pipe");
        let m = pipe.mass_properties().expect("bounded");
        let [outer, inner] = [0.3, 0.2].map(|r| {
            Cylinder::new(0.5, r)
                .ok()
                .and_then(|c| c.mass_properties())
                .expect("a cylinder")
        });
        assert!((m.volume - (outer.volume - inner.volume)).abs() < 1e-15);
        assert!((m.centroid - Vec3::new(0.0, 0.0, 1.25)).amax() < 1e-14);
        assert!((m.inertia - (outer.inertia - inner.inertia)).amax() < 1e-15);
    }

    /// Triangles enclose a solid and converge with the square of their size.
    #[test]
    fn triangles() {
        // a pulley with a bore, and a top that touches the axis
        let pulley = [
            [0.1, 0.0],
            [0.5, 0.0],
            [0.5, 0.1],
            [0.35, 0.2],
            [0.5, 0.3],
            [0.5, 0.4],
            [0.1, 0.4],
            [0.1, 0.0],
        ];
        let top = [[0.0, 0.0], [0.3, 0.4], [0.05, 0.5], [0.05, 0.8]];
        for way in [&pulley[..], &top[..]] {
            let solid = Revolution::new(way).expect("a solid");
            let exact = solid.mass_properties().expect("bounded");
            let error = |level: u8| {
                let level = Refinement::new(level).expect("a level");
                let mesh = ClosedMesh::new(&solid.mesh(level)).expect("closed");
                1.0 - mesh.mass_properties().volume / exact.volume
            };
            let order = (error(2) / error(3)).log2();
            assert!((order - 2.0).abs() < 0.02 && error(3) < 2e-3, "{order}");
        }
    }

    #[test]
    fn sides_of_the_axis() {
        let refused = Revolution::new(&[[0.1, 0.0], [-0.1, 1.0]]).expect_err("both sides");
        assert!(matches!(refused, OutlineError::Radius { corner: 1, .. }));
        assert_eq!(Revolution::new(&[]), Err(OutlineError::NoArea));
        assert_eq!(Revolution::new(&[[0.1, 0.0]]), Err(OutlineError::NoArea));
    }
}
