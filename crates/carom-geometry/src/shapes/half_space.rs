//! Half-space.

use super::shape::{Shape, ShapeError, Solid, count, positive};
use crate::{MassProperties, Mesh, Refinement};
use carom_base::Vec3;

/// Everything below the xy plane: z ≤ 0, outward normal +z. Without bounds, so without mass properties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    view: f64,
}

impl HalfSpace {
    /// `view` is the side of the square about the origin that views draw; greater than 0.
    pub fn new(view: f64) -> Result<Self, ShapeError> {
        positive("half-space", "view size", view)?;
        Ok(Self { view })
    }
}

impl Solid for HalfSpace {
    fn mass_properties(&self) -> Option<MassProperties> {
        None
    }

    /// Two triangles: an open piece of the plane.
    fn mesh(&self, _: Refinement) -> Mesh {
        let h = 0.5 * self.view;
        let corners = [[-h, -h], [h, -h], [h, h], [-h, h]];
        Mesh {
            vertices: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        }
    }
}

pub(super) struct HalfSpaceShape;

impl Shape for HalfSpaceShape {
    fn name(&self) -> &'static str {
        "half-space"
    }
    fn text(&self) -> &'static str {
        "all of z <= 0; views draw a square of the given size"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["view size"]
    }
    fn example(&self) -> &'static [f64] {
        &[1.0]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError> {
        let [view] = count("half-space", dimensions)?;
        Ok(Box::new(HalfSpace::new(view)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_looks_up() {
        let plane = HalfSpace::new(2.0).unwrap();
        assert_eq!(plane.mass_properties(), None);
        let mesh = plane.mesh(Refinement::COARSE);
        let area: Vec3 = mesh
            .corners()
            .map(|[a, b, c]| (b - a).cross(&(c - a)) * 0.5)
            .sum();
        assert_eq!(area, Vec3::new(0.0, 0.0, 4.0));
    }
}
