//! A solid of a rigid contact, and how rough it is.

use carom_base::Pose;
use carom_geometry::overlap::Form;
use carom_model::{Graphic, Id, MarkerId};

/// A shape on its marker.
pub(super) struct Solid {
    pub form: Form,
    pub graphic: Id<Graphic>,
    /// Its marker.
    pub marker: MarkerId,
    /// Where its frame is on the marker.
    pub at: Pose,
    /// `GRAPHICS/3`.
    pub label: String,
}

/// Coefficients of friction.
#[derive(Clone, Copy)]
pub(super) struct Coefficients {
    pub mu_static: f64,
    pub mu_dynamic: f64,
}
