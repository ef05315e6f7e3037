//! The methods: one file each, one line in [`INTEGRATORS`].

mod abam;
mod alpha;
mod auto;
mod bdf;
pub(crate) mod collocation;
mod corrector;
mod dop853;
mod ends;
pub(crate) mod hermite;
mod history;
mod implicit;
mod norms;
mod passing;
mod profile;
mod radau;
mod rk4;
mod rkf45;
mod starting;
mod step;
mod stepper;

pub use profile::{Integrator, OnGuard, Profile};
pub use step::Step;
pub(crate) use step::{Dense, Inside};
pub use stepper::{Aim, Stepper, Trial};

/// The method that takes rests of steps.
pub(crate) fn plain_method() -> &'static dyn Integrator {
    &rk4::Rk4
}

/// All integrators, the order of the manual.
pub const INTEGRATORS: &[&dyn Integrator] = &[
    &auto::Auto,
    &radau::RADAU,
    &radau::RADAU5,
    &radau::RADAU9,
    &radau::RADAU13,
    &bdf::GSTIFF,
    &bdf::WSTIFF,
    &bdf::GSTIFF_I3,
    &bdf::WSTIFF_I3,
    &alpha::HHT,
    &alpha::NEWMARK,
    &dop853::Dop853,
    &abam::Abam,
    &rkf45::Rkf45,
    &rk4::Rk4,
];

/// The integrator with this name or alias, in any case.
pub fn integrator(name: &str) -> Option<&'static dyn Integrator> {
    let name = name.to_ascii_lowercase();
    INTEGRATORS
        .iter()
        .copied()
        .find(|i| i.name() == name || i.aliases().contains(&name.as_str()))
}
