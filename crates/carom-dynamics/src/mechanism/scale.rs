//! Sizes by which absolute tolerances are measured, so that they mean the same in all units.
//!
//! The error of an unknown y is `atol·s + rtol·|y|`, with the size s of its kind and `|y|` the length of the vector that it is a component of, so that
//! axes do not matter; positions count from the middle of the mechanism, so that its place does not. The sizes:
//!
//! | unknown                                   | s       |
//! |-------------------------------------------|---------|
//! | position, deformation, bend of bristles   | L       |
//! | rotation                                  | 1 rad   |
//! | velocity                                  | L/T     |
//! | angular velocity                          | 1 rad/T |
//! | work, for the energy balance              | W       |
//! | state of a differential equation          | 1, in the units that the user gave it |
//!
//! T is one second. L is one metre for mechanisms with an extent from a tenth of a metre to a kilometre, a thousandth
//! of the extent of larger ones (whose large coordinates `rtol` covers), and ten times the extent of smaller ones. The middle is the mean of all centres
//! of mass where the model places them, the extent twice the largest distance of one of them or of a marker in use from there. W is one joule, likewise, unless that is less than a thousandth or more than ten times
//! m·L²/T², m being the mass of all bodies. A model without units counts as one in metres and seconds.

use carom_base::Vec3;

/// The sizes, in the units of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// L.
    pub length: f64,
    /// T.
    pub time: f64,
    /// W.
    pub energy: f64,
    /// The middle of the mechanism, in axes of ground.
    pub middle: Vec3,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            length: 1.0,
            time: 1.0,
            energy: 1.0,
            middle: Vec3::zeros(),
        }
    }
}
