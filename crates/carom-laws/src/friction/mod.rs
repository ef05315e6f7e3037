//! Laws of friction with a memory: the coefficient depends on the slip velocity `u` and on a deformation `z` of the surfaces,
//! which is a state. Both are vectors of up to three components, tangential to the surface; unused ones stay zero.
//!
//! The force of friction on a surface under the normal force `N` is `−coefficient·N`. A preload adds `−direction·P`,
//! where `direction` has at most length one.

mod lugre;
mod stick_slip;

pub use lugre::LuGre;
pub use stick_slip::{Effect, Regime, StickSlip};

use carom_base::Number;

/// A tangential vector.
pub type Tangent<T> = [T; 3];

/// What a law of friction says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction<T> {
    /// Coefficient of friction along the slip; its opposite, times the normal force, is the force.
    pub coefficient: Tangent<T>,
    /// The same for a friction force that does not depend on the normal force: length one while sliding.
    pub direction: Tangent<T>,
    /// Rate of the deformation.
    pub rate: Tangent<T>,
}

fn dot<T: Number>(a: &Tangent<T>, b: &Tangent<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The length. At zero, where it has no slope, its slope is taken as zero, the mean of all directions.
pub(crate) fn length<T: Number>(a: &Tangent<T>) -> T {
    let square = a[0].square() + a[1].square() + a[2].square();
    if square.value() == 0.0 {
        T::zero()
    } else {
        square.sqrt()
    }
}

fn times<T: Number>(a: &Tangent<T>, x: T) -> Tangent<T> {
    a.map(|a| a * x)
}

fn plus<T: Number>(a: Tangent<T>, b: Tangent<T>) -> Tangent<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
