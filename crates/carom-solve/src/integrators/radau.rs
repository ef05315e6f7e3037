//! Radau IIA with 3, 5 or 7 stages: order 5, 9 or 13; stiffly accurate, L-stable.
//!
//! The error estimate has order s, so a tight tolerance asks for many stages: at 1e-10 seven stages take a fifteenth of the
//! steps of three. `radau` chooses by the tolerance.

use super::collocation::Collocation;
use super::profile::{Integrator, OnGuard, Profile};
use super::stepper::Stepper;
use crate::drive::Settings;
use crate::problem::Problem;

/// One of the family.
pub struct Radau {
    name: &'static str,
    aliases: &'static [&'static str],
    text: &'static str,
    purpose: &'static str,
    /// `None`: by the tolerance.
    stages: Option<usize>,
}

/// Stages by tolerance.
pub const RADAU: Radau = Radau {
    name: "radau",
    aliases: &["radau-iia"],
    text: "Radau IIA of order 5, 9 or 13, as the tolerance asks for, variable step, stabilized index 2",
    purpose: "contacts and stiff models at any tolerance: no build-up after an event, fast modes damped",
    stages: None,
};

/// Three stages.
pub const RADAU5: Radau = Radau {
    name: "radau5",
    aliases: &["radau-iia-5"],
    text: "Radau IIA, 3 stages, order 5, variable step, stabilized index 2",
    purpose: "contacts and stiff models at moderate tolerances (1e-3 to 1e-5)",
    stages: Some(3),
};

/// Five stages.
pub const RADAU9: Radau = Radau {
    name: "radau9",
    aliases: &["radau-iia-9"],
    text: "Radau IIA, 5 stages, order 9, variable step, stabilized index 2",
    purpose: "contacts and stiff models at tolerances of 1e-5 to 1e-9",
    stages: Some(5),
};

/// Seven stages.
pub const RADAU13: Radau = Radau {
    name: "radau13",
    aliases: &["radau-iia-13"],
    text: "Radau IIA, 7 stages, order 13, variable step, stabilized index 2",
    purpose: "contacts and stiff models at tolerances below 1e-9",
    stages: Some(7),
};

/// The number of stages that costs least at a relative tolerance, over the problems of the test suite.
fn stages_for(rtol: f64) -> usize {
    if rtol > 3e-4 {
        3
    } else if rtol > 3e-9 {
        5
    } else {
        7
    }
}

impl Integrator for Radau {
    fn name(&self) -> &'static str {
        self.name
    }
    fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }
    fn text(&self) -> &'static str {
        self.text
    }
    fn purpose(&self) -> &'static str {
        self.purpose
    }
    fn profile(&self) -> Profile {
        Profile {
            orders: [2 * self.stages.unwrap_or(7) as u32 - 1; 2],
            is_stiff: true,
            on_guard: OnGuard::Rest,
            ..Profile::default()
        }
    }
    fn make(&self, problem: &dyn Problem, settings: &Settings) -> Box<dyn Stepper> {
        let stages = self.stages.unwrap_or_else(|| stages_for(settings.rtol));
        Box::new(Collocation::new(stages, problem, settings))
    }
}
