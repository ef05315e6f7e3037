//! A plane outline, turned about an axis.

use super::{Outline, OutlineError};
use crate::revolve::{Profile, revolve, revolve_sides};
use crate::round::{Place, around, facets_of, rim};
use crate::{EdgeFoot, Faces, Faceted, Facets, Foot, MassProperties, Mesh, Refinement, Solid};
use carom_base::{Mat3, Vec3};
use std::f64::consts::PI;
use std::sync::Arc;

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

    /// In triangles, with the exact faces behind them: each side turned about the axis is a part of a cone, of a cylinder or of a plane.
    pub fn faceted(&self, refinement: Refinement) -> Faceted {
        let (mesh, sides) = revolve_sides(self.outline.corners(), Profile::Loop, refinement);
        let exact = Sides(self.outline.sides().collect());
        let facets = facets_of(&mesh, |t| sides[t], |side, p| exact.surface(side, p));
        Faceted {
            facets: Facets {
                mesh: Arc::new(mesh),
                ..facets
            },
            primitive: None,
            exact: Arc::new(exact),
        }
    }
}

/// Sides (ρ, z) of an outline, from and to, as faces about the z axis: what is to their left is solid.
#[derive(Debug)]
struct Sides(Vec<[[f64; 2]; 2]>);

impl Sides {
    /// The place of a side, or of the line on which it lies, that is nearest to a point. With e and t of [`around`] and the side along (s, c) in (ρ, z), s² + c² = 1:
    ///
    /// ```text
    /// n = c·e − s·z,   S = t tᵀ·c/ρ
    /// ```
    fn surface(&self, side: u32, p: &Vec3) -> Option<Place> {
        let [a, b] = self.0[side as usize];
        let (d, z) = (b[0] - a[0], b[1] - a[1]);
        if z == 0.0 {
            return Some(Place {
                point: Vec3::new(p.x, p.y, a[1]),
                normal: Vec3::z() * -d.signum(),
                bend: Mat3::zeros(),
            });
        }
        let [e, t] = around(p)?;
        let length = d.hypot(z);
        let (s, c) = (d / length, z / length);
        let along = e * s + Vec3::z() * c;
        let start = e * a[0] + Vec3::z() * a[1];
        let point = start + along * along.dot(&(p - start));
        let rho = point.dot(&e);
        (rho > 0.0).then(|| Place {
            point,
            normal: e * c - Vec3::z() * s,
            bend: t.outer(&t) * (c / rho),
        })
    }
}

impl Faces for Sides {
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot> {
        self.surface(face, point)?.foot(point)
    }

    /// The circle between two sides that follow each other.
    fn edge_foot(&self, [i, j]: [u32; 2], point: &Vec3) -> Option<EdgeFoot> {
        let count = self.0.len() as u32;
        let [radius, z] = match (i, j) {
            _ if (i + 1) % count == j => self.0[j as usize][0],
            _ if (j + 1) % count == i => self.0[i as usize][0],
            _ => return None,
        };
        rim(radius, z, point)
    }

    fn is_flat(&self, face: u32) -> bool {
        let [a, b] = self.0[face as usize];
        a[1] == b[1]
    }

    fn divide(&self, _: usize) -> Result<Option<Facets>, String> {
        Ok(None)
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
