//! Stronge's law: `∫u_N·dp` of the expansion is −e² times that of the compression.

use super::law::{Place, RestitutionLaw, Strike, Together, Until};

/// A part of the work of the compression, e², comes back.
///
/// It never adds energy, whatever the friction.
///
/// Source: W.J. Stronge, Rigid body collisions with friction, Proc. R. Soc. Lond. A 431 (1990); Impact Mechanics (2000), chapter 3.
pub const STRONGE: RestitutionLaw = RestitutionLaw {
    name: "stronge",
    meaning: "The works of expansion and compression, by its square: never more energy, whatever the friction; contacts that close together by their impulses",
    together: Together::Impulses,
    in_sequence: true,
    impulse,
};

fn impulse(strike: &dyn Strike, compressed: &Place) -> Option<[f64; 3]> {
    let back = strike.restitution().powi(2);
    let left = |at: &Place| 1.0 - at.work / compressed.work - back;
    strike.follow(compressed, Until::Moved, &left)
}
