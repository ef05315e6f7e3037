//! Newton's law: `u_N⁺ = −e·u_N⁻`.

use super::law::{Place, RestitutionLaw, Strike, Together, Until};

/// A part of the normal speed comes back.
///
/// Where friction slows the point down during the impact it may add energy (T.R. Kane, D.A. Levinson, Dynamics (1985)).
///
/// Source: I. Newton, Principia (1687), scholium to the laws of motion.
pub const NEWTON: RestitutionLaw = RestitutionLaw {
    name: "newton",
    meaning: "The speeds after and before the impact",
    together: Together::Speeds,
    in_sequence: true,
    impulse,
};

fn impulse(strike: &dyn Strike, compressed: &Place) -> Option<[f64; 3]> {
    let back = strike.restitution() * strike.before()[0];
    let left = |at: &Place| at.velocity[0] + back;
    strike.follow(compressed, Until::Moved, &left)
}
