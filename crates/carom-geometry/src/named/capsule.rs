//! A capsule.

use super::shape::{NamedShape, NamedSolid};
use crate::ShapeError;
use crate::overlap::Form;
use crate::shapes::Capsule;

impl NamedSolid for Capsule {
    fn form(&self) -> Option<Form> {
        let [length, radius] = self.dimensions();
        Some(Form::Capsule { length, radius })
    }
}

#[derive(Debug)]
pub(super) struct CapsuleShape;

impl NamedShape for CapsuleShape {
    fn name(&self) -> &'static str {
        "capsule"
    }
    fn text(&self) -> &'static str {
        "along z, its middle at the marker; the length is between the centres of its ends"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        &["length", "radius"]
    }
    fn example(&self) -> &'static [f64] {
        &[0.4, 0.15]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn NamedSolid>, ShapeError> {
        Ok(Box::new(Capsule::new(dimensions[0], dimensions[1])?))
    }
}
