//! What a shape says of itself, and the solids that it makes.

use crate::{MassProperties, Mesh, Refinement};

/// A solid in the frame of its shape.
pub trait Solid: std::fmt::Debug + Send + Sync {
    /// In closed form; `None` for a solid without bounds.
    fn mass_properties(&self) -> Option<MassProperties>;
    /// Its surface. A solid without bounds gives an open piece of it, for views.
    fn mesh(&self, refinement: Refinement) -> Mesh;
}

/// A kind of solid: describes itself and makes one from its dimensions.
pub trait Shape: Sync {
    /// Lower-case name.
    fn name(&self) -> &'static str;
    /// Where it lies in its frame, in one line.
    fn text(&self) -> &'static str;
    /// Names of its dimensions, all lengths, in order.
    fn dimensions(&self) -> &'static [&'static str];
    /// Dimensions of a typical one.
    fn example(&self) -> &'static [f64];
    /// Makes one. Errors: a wrong number of dimensions, a dimension out of range.
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn Solid>, ShapeError>;
}

/// A shape cannot be made from these dimensions.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A dimension is out of its range.
    #[error("{shape}: {dimension} = {value} must be {range}")]
    Range {
        /// Name of the shape.
        shape: &'static str,
        /// Name of the dimension.
        dimension: &'static str,
        /// Its value.
        value: f64,
        /// To be read after "must be".
        range: &'static str,
    },
    /// A wrong number of dimensions.
    #[error("{shape}: {given} dimensions given, {expected} needed")]
    Count {
        /// Name of the shape.
        shape: &'static str,
        /// How many were given.
        given: usize,
        /// How many it has.
        expected: usize,
    },
}

pub(super) fn count<const N: usize>(
    shape: &'static str,
    given: &[f64],
) -> Result<[f64; N], ShapeError> {
    given.try_into().map_err(|_| ShapeError::Count {
        shape,
        given: given.len(),
        expected: N,
    })
}

/// `holds` is false for NaN in every comparison; infinity is never a dimension.
pub(super) fn range(
    holds: bool,
    shape: &'static str,
    dimension: &'static str,
    value: f64,
    range: &'static str,
) -> Result<(), ShapeError> {
    if holds && value.is_finite() {
        return Ok(());
    }
    Err(ShapeError::Range {
        shape,
        dimension,
        value,
        range,
    })
}

pub(super) fn positive(
    shape: &'static str,
    dimension: &'static str,
    value: f64,
) -> Result<(), ShapeError> {
    range(value > 0.0, shape, dimension, value, "greater than 0")
}
