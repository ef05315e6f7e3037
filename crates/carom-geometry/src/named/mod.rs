//! Shapes that model files name beside those of the two languages: one file each, and the list of them.
//!
//! What a shape gives decides what its contacts can do: a form that formulas know, exact faces for all other pairs, a core for rigid contacts.

mod capsule;
mod rounded_box;
mod shape;

use crate::{Mesh, Refinement, ShapeError};
pub use shape::{NamedShape, NamedSolid};
use std::sync::Arc;

/// All of them.
pub const NAMED_SHAPES: &[&dyn NamedShape] =
    &[&capsule::CapsuleShape, &rounded_box::RoundedBoxShape];

/// A shape with its dimensions.
#[derive(Clone, Debug)]
pub struct Named {
    shape: &'static dyn NamedShape,
    dimensions: Vec<f64>,
    solid: Arc<dyn NamedSolid>,
}

/// Of the same shape and the same dimensions.
impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.dimensions == other.dimensions
    }
}

impl Named {
    /// The shape of a name.
    pub fn shape(name: &str) -> Option<&'static dyn NamedShape> {
        NAMED_SHAPES.iter().copied().find(|s| s.name() == name)
    }

    /// One of a shape, from as many dimensions as it has.
    ///
    /// # Errors
    /// A dimension out of range.
    ///
    /// ```
    /// use carom_geometry::named::Named;
    /// use carom_geometry::Solid;
    ///
    /// let rod = Named::shape("capsule").expect("a shape");
    /// let rod = Named::new(rod, &[0.2, 0.01])?;
    /// let volume = rod.solid().mass_properties().expect("bounded").volume;
    /// assert!(volume < 0.22 * 0.02 * 0.02);
    /// # Ok::<(), carom_geometry::ShapeError>(())
    /// ```
    pub fn new(shape: &'static dyn NamedShape, dimensions: &[f64]) -> Result<Self, ShapeError> {
        Ok(Self {
            shape,
            dimensions: dimensions.to_vec(),
            solid: shape.make(dimensions)?.into(),
        })
    }

    /// The name of the shape.
    pub fn name(&self) -> &'static str {
        self.shape.name()
    }

    /// Names and values of its dimensions.
    pub fn dimensions(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let names = self.shape.dimensions().iter().copied();
        names.zip(self.dimensions.iter().copied())
    }

    /// In another unit of length.
    #[must_use]
    pub fn scaled(&self, by: f64) -> Self {
        let dimensions: Vec<f64> = self.dimensions.iter().map(|x| x * by).collect();
        Self::new(self.shape, &dimensions).unwrap_or_else(|_| self.clone())
    }

    /// Its solid.
    pub fn solid(&self) -> &dyn NamedSolid {
        &*self.solid
    }

    /// Its surface.
    pub fn mesh(&self, refinement: Refinement) -> Mesh {
        self.solid.mesh(refinement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Vec3;
    use std::collections::HashSet;

    #[test]
    fn the_list_is_complete_in_itself() {
        let mut names = HashSet::new();
        for shape in NAMED_SHAPES {
            assert!(names.insert(shape.name()) && !shape.text().is_empty());
            assert_eq!(shape.example().len(), shape.dimensions().len());
            for (i, name) in shape.dimensions().iter().enumerate() {
                for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
                    let mut dimensions = shape.example().to_vec();
                    dimensions[i] = bad;
                    let error = shape.make(&dimensions).unwrap_err().to_string();
                    assert!(error.contains(name), "{error}");
                }
            }
        }
    }

    /// Mass properties in closed form are those of ever finer triangles, whose error falls as its square; what has no form has exact faces, and a core with
    /// the same reach.
    #[test]
    fn solids_are_one_in_all_that_they_give() {
        for shape in NAMED_SHAPES {
            let solid = shape.make(shape.example()).expect("the example");
            let exact = solid.mass_properties().expect("bounded");
            let error = |n: u8| {
                let mesh = solid.mesh(Refinement::new(n).expect("a level"));
                assert!(mesh.is_closed());
                let m = mesh.mass_properties();
                let inertia = (m.inertia - exact.inertia).amax() / exact.inertia.amax();
                (m.volume / exact.volume - 1.0).abs().max(inertia)
            };
            let (coarse, fine) = (error(4), error(6));
            // a fourth of the size of facets: a sixteenth of the error, to an eighth of it
            assert!(coarse < 1e-3 && fine < coarse / 14.0, "{coarse} {fine}");
            if solid.form().is_some() {
                continue;
            }
            let made = solid.faceted(Refinement::VIEW).expect("faces");
            let core = solid.core().expect("a core");
            for v in &made.facets.mesh.vertices {
                for (face, height) in [(0, 0.0), (0, 1e-3)] {
                    let foot = made.exact.foot(face, v).expect("a foot");
                    let p = *v + foot.normal * height;
                    let again = made.exact.foot(face, &p).expect("a foot");
                    // rounding
                    assert!((again.point - v).amax() < 1e-15);
                }
            }
            let mut random = 1_u64;
            for _ in 0..200 {
                let w = Vec3::from_fn(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (random >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
                });
                let w = w.normalize();
                let farthest =
                    |points: &[Vec3]| points.iter().map(|p| p.dot(&w)).fold(0.0, f64::max);
                let by_core = farthest(&core.corners) + core.rounding;
                let by_mesh = farthest(&made.facets.mesh.vertices);
                // 1 − cos of half a facet of a 32nd of a turn, of the rounding
                assert!((0.0..0.01 * core.rounding).contains(&(by_core - by_mesh)));
            }
        }
    }
}
