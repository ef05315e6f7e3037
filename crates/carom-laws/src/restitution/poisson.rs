//! Poisson's law: `p = (1 + e)·p_c`, p_c the normal impulse of the compression.

use super::law::{Place, RestitutionLaw, Strike, Together, Until};

/// A part of the impulse of the compression comes back.
///
/// At one contact it never adds energy.
///
/// Sources: S.D. Poisson, Traité de mécanique (1811); E.J. Routh, Dynamics of a system of rigid bodies (1860).
pub const POISSON: RestitutionLaw = RestitutionLaw {
    name: "poisson",
    meaning: "The impulses of expansion and compression; contacts that touch are solved for together",
    together: Together::Impulses,
    // An impulse of compression is that of all contacts together.
    in_sequence: false,
    impulse,
};

fn impulse(strike: &dyn Strike, compressed: &Place) -> Option<[f64; 3]> {
    let due = (1.0 + strike.restitution()) * compressed.impulse[0];
    let left = |at: &Place| at.impulse[0] / due - 1.0;
    strike.follow(compressed, Until::Pushed, &left)
}
