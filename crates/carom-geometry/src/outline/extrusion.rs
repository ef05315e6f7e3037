//! A plane outline, extruded.

use super::{Outline, OutlineError};
use crate::{MassProperties, Mesh, Refinement, Solid};
use carom_base::{Mat3, Vec3};

/// An outline in the plane z = 0, extruded along z; a negative length goes along −z.
#[derive(Clone, Debug, PartialEq)]
pub struct Extrusion {
    outline: Outline,
    /// Lower and upper z.
    ends: [f64; 2],
}

impl Extrusion {
    /// Corners (x, y) in either direction; the first one may stand at the end again.
    pub fn new(corners: &[[f64; 2]], length: f64) -> Result<Self, OutlineError> {
        if !length.is_finite() || length == 0.0 {
            return Err(OutlineError::Length(length));
        }
        Ok(Self {
            outline: Outline::new(corners)?,
            ends: [length.min(0.0), length.max(0.0)],
        })
    }

    /// Convex extrusions that make it up together: itself, if it is convex. They meet between corners of the outline, never within a side.
    ///
    /// ```
    /// use carom_geometry::{Extrusion, Solid};
    ///
    /// // A block with a groove.
    /// let corners = [[-2., -1.], [2., -1.], [2., 1.], [0., 0.2], [-2., 1.]];
    /// let block = Extrusion::new(&corners, 0.5)?;
    /// let pieces = block.convex_pieces();
    /// assert_eq!(pieces.len(), 2);
    /// let volume = |solid: &Extrusion| solid.mass_properties().map_or(0.0, |m| m.volume);
    /// assert!((pieces.iter().map(volume).sum::<f64>() - volume(&block)).abs() < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn convex_pieces(&self) -> Vec<Self> {
        let piece = |outline| Self {
            outline,
            ends: self.ends,
        };
        let outlines = self.outline.convex_pieces();
        outlines.into_iter().map(piece).collect()
    }
}

/// ∫ dA, ∫ (x, y) dA, ∫ (x², xy, y²) dA of a polygon, by Green's theorem: sums over its sides (Steger 1996).
fn moments(sides: impl Iterator<Item = [[f64; 2]; 2]>) -> (f64, [f64; 2], [f64; 3]) {
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], [0.0; 3]);
    for [[a, b], [c, d]] in sides {
        let cross = a * d - c * b;
        area += cross / 2.0;
        first[0] += cross * (a + c) / 6.0;
        first[1] += cross * (b + d) / 6.0;
        second[0] += cross * (a * a + a * c + c * c) / 12.0;
        second[1] += cross * (2.0 * a * b + a * d + c * b + 2.0 * c * d) / 24.0;
        second[2] += cross * (b * b + b * d + d * d) / 12.0;
    }
    (area, first, second)
}

impl Solid for Extrusion {
    fn mass_properties(&self) -> Option<MassProperties> {
        let [low, high] = self.ends;
        // about a corner: far from the origin moments would cancel
        let [x, y] = self.outline.corners()[0];
        let local = |[a, b]: [[f64; 2]; 2]| [[a[0] - x, a[1] - y], [b[0] - x, b[1] - y]];
        let (area, first, [xx, xy, yy]) = moments(self.outline.sides().map(local));
        // ∫ dz, ∫ (z − low) dz, ∫ (z − low)² dz
        let length = high - low;
        let [z, zz] = [length.powi(2) / 2.0, length.powi(3) / 3.0];
        let second = Mat3::from_fn(|i, j| match (i, j) {
            (0, 0) => xx * length,
            (0, 1) | (1, 0) => xy * length,
            (1, 1) => yy * length,
            (2, 2) => zz * area,
            _ => z * first[i.min(j)],
        });
        let first = Vec3::new(first[0] * length, first[1] * length, z * area);
        let origin = Vec3::new(x, y, low);
        let volume = area * length;
        Some(MassProperties::from_moments(volume, first, second, origin))
    }

    fn mesh(&self, _: Refinement) -> Mesh {
        let corners = self.outline.corners();
        let n = corners.len() as u32;
        let at = |z: f64| corners.iter().map(move |p| Vec3::new(p[0], p[1], z));
        let vertices = at(self.ends[0]).chain(at(self.ends[1])).collect();
        let caps = self.outline.triangles();
        let mut triangles: Vec<[u32; 3]> = caps.iter().map(|&[a, b, c]| [c, b, a]).collect();
        triangles.extend(caps.iter().map(|t| t.map(|k| k + n)));
        for k in 0..n {
            let next = (k + 1) % n;
            triangles.extend([[k, next, next + n], [k, next + n, k + n]]);
        }
        Mesh {
            vertices,
            triangles,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClosedMesh;

    /// An L, far from the origin, up and down: triangles, formulas, and two boxes.
    #[test]
    fn a_bracket() {
        let corners = [
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 1.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [0.0, 3.0],
        ]
        .map(|[x, y]| [x + 100.0, y - 50.0]);
        for length in [2.0, -2.0] {
            let solid = Extrusion::new(&corners, length).expect("a bracket");
            let m = solid.mass_properties().expect("bounded");
            // 4 × 1 at (2, ½) and 1 × 2 at (½, 2)
            let [a, b] = [4.0, 2.0];
            let centre = Vec3::new(
                100.0 + (2.0 * a + 0.5 * b) / 6.0,
                -50.0 + (0.5 * a + 2.0 * b) / 6.0,
                length / 2.0,
            );
            assert!((m.volume - 12.0).abs() < 1e-12);
            assert!((m.centroid - centre).amax() < 1e-12);
            let dy = [0.5 - 1.0, 2.0 - 1.0];
            let yy = 2.0 * (4.0 / 12.0 + a * dy[0] * dy[0] + 8.0 / 12.0 + b * dy[1] * dy[1]);
            let zz = 12.0 * 4.0 / 12.0;
            assert!((m.inertia[(0, 0)] - yy - zz).abs() < 1e-12);
            let mesh = ClosedMesh::new(&solid.mesh(Refinement::COARSE)).expect("closed");
            let triangles = mesh.mass_properties();
            // rounding of moments about a vertex
            assert!((triangles.volume - m.volume).abs() < 1e-12);
            assert!((triangles.centroid - m.centroid).amax() < 1e-12);
            assert!((triangles.inertia - m.inertia).amax() < 1e-11);
        }
    }

    #[test]
    fn lengths() {
        let triangle = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        for bad in [0.0, f64::NAN, f64::INFINITY] {
            let refused = Extrusion::new(&triangle, bad).expect_err("no length");
            assert!(matches!(refused, OutlineError::Length(_)));
        }
    }
}
