//! What a shape that model files name says of itself, and the solids that it makes.

use crate::overlap::Form;
use crate::{Faceted, Polyhedron, Refinement, ShapeError, Solid};
use std::fmt::Debug;

/// A kind of solid that a model file names: describes itself and makes one from its dimensions.
pub trait NamedShape: Sync + Debug {
    /// As a model file names it.
    fn name(&self) -> &'static str;
    /// Where it lies on its marker, in one line.
    fn text(&self) -> &'static str;
    /// Names of its dimensions, all lengths, in order.
    fn dimensions(&self) -> &'static [&'static str];
    /// Dimensions of a typical one.
    fn example(&self) -> &'static [f64];
    /// Makes one from as many dimensions as it has.
    ///
    /// # Errors
    /// A dimension out of range.
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn NamedSolid>, ShapeError>;
}

/// A solid of such a shape.
pub trait NamedSolid: Solid {
    /// The form by which formulas know it.
    fn form(&self) -> Option<Form> {
        None
    }
    /// Its triangles with its exact faces, for pairs without a formula; of one without a form.
    fn faceted(&self, _: Refinement) -> Option<Faceted> {
        None
    }
    /// Its features for rigid contacts with others than planes and balls; of one without a form.
    fn core(&self) -> Option<Polyhedron> {
        None
    }
}
