//! Contact and switching laws: IMPACT, BISTOP, STEP and their family.
//!
//! One law, one file; the head comment of the file carries the physics. Each law is generic over
//! [`carom_base::Number`], so value, gradient and second derivatives come from one formula.
//!
//! A law with branches comes in two layers:
//! - **live**: `value()`, or the function of the law's name, takes the branch that its arguments ask for;
//! - **frozen**: `value_in(mode)` keeps one branch and continues it smoothly beyond its end, as an
//!   integrator needs it inside a step. `guards(mode)` tell where the mode ends, `mode.after(slot)` what follows.
//!
//! What rigid bodies do at an impact is in [`restitution`].
//!
//! `check` names the argument that is out of its range. No law clamps an argument.
//!
//! ```
//! use carom_laws::impact;
//! // 5 cm deep, halfway to full damping, closing at 2: 100·0.05^1.5 + 12.5·2
//! let f = impact(0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1);
//! assert!((f - 26.118_033_988_749_9).abs() < 1e-12);
//! ```

mod branched;
mod cheby;
pub mod contact;
mod error;
mod forcos;
mod forsin;
pub mod friction;
mod guard;
mod havsin;
pub mod jet;
mod poly;
mod ramp;
pub mod restitution;
mod shf;
mod step;
mod step5;
#[cfg(test)]
mod suite;
mod sweep;

pub use branched::Branched;
pub use cheby::cheby;
pub use contact::bistop::{Bistop, BistopMode, bistop};
pub use contact::coulomb::{Coulomb, coulomb};
pub use contact::damped::DampedMode;
pub use contact::hunt_crossley::{
    HuntCrossley, hunt_crossley, hunt_crossley_damping, hunt_crossley_restitution,
};
pub use contact::impact::{Clamp, Impact, ImpactMode, impact};
pub use contact::poisson::{Poisson, PoissonMode, poisson};
pub use contact::volume::{Volume, volume};
pub use contact::{Argument, CONTACT_LAWS, ContactLaw, Dimension};
pub use error::{LawError, check_coefficients};
pub use forcos::forcos;
pub use forsin::forsin;
pub use guard::{Guard, Piece, SwitchEvent};
pub use havsin::{Havsin, havsin};
pub use poly::poly;
pub use ramp::Ramp;
pub use restitution::{RESTITUTION_LAWS, RestitutionLaw, yielding_restitution};
pub use shf::shf;
pub use step::{Step, step};
pub use step5::{Step5, step5};
pub use sweep::{Sweep, SweepMode, sweep};
