//! Box.

use super::shape::{Shape, ShapeError, Solid, count, positive};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;

/// A box about the origin, edges along the axes.
///
/// ```text
/// V = a·b·c,   I = V/12·diag(b²+c², a²+c², a²+b²)
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    extents: [f64; 3],
}

impl Cuboid {
    /// From the full edge lengths along x, y, z; all greater than 0.
    pub fn new(extents: [f64; 3]) -> Result<Self, ShapeError> {
        for (name, x) in DIMENSIONS.iter().zip(extents) {
            positive("box", name, x)?;
        }
        Ok(Self { extents })
    }
}

impl Solid for Cuboid {
    fn mass_properties(&self) -> Option<MassProperties> {
        let [a, b, c] = self.extents;
        let v = a * b * c;
        let [aa, bb, cc] = [a * a, b * b, c * c].map(|s| s * v / 12.0);
        let moments = [bb + cc, aa + cc, aa + bb];
        Some(MassProperties::principal(v, Vec3::zeros(), moments))
    }

    /// Twelve triangles at every refinement: flat faces need no more.
    fn mesh(&self, _: Refinement) -> Mesh {
        let half = Vec3::from(self.extents) * 0.5;
        // Bit k of the index of a corner says on which side of axis k it lies.
        let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
        let vertices = (0..8)
            .map(|i| Vec3::new(side(i, 0), side(i, 1), side(i, 2)))
            .collect();
        let faces: [[u32; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let triangles = faces
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect();
        Mesh {
            vertices,
            triangles,
        }
    }
}

const DIMENSIONS: &[&str] = &["x extent", "y extent", "z extent"];

pub(super) struct CuboidShape;

impl Shape for CuboidShape {
    fn name(&self) -> &'static str {
        "box"
    }
    fn text(&self) -> &'static str {
        "about the origin, edges along the axes"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        DIMENSIONS
    }
    fn example(&self) -> &'static [f64] {
        &[0.3, 0.2, 0.5]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        Ok(Box::new(Cuboid::new(count("box", dimensions)?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_by_hand() {
        let m = Cuboid::new([1.0, 2.0, 3.0])
            .unwrap()
            .mass_properties()
            .unwrap();
        assert_eq!(m.volume, 6.0);
        assert_eq!(m.inertia.diagonal(), Vec3::new(6.5, 5.0, 2.5));
        assert!(Cuboid::new([1.0, 0.0, 3.0]).is_err());
    }
}
