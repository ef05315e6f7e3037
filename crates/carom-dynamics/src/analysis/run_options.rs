//! What the command line may override.

use carom_solve::Locate;

/// Tolerance where neither deck nor command line gives one.
pub const DEFAULT_ERROR: f64 = 1e-6;

/// Integrator where neither deck nor command line gives one.
pub const DEFAULT_INTEGRATOR: &str = "auto";

/// What the command line may override. `None`: as the deck says, or our default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunOptions {
    /// Integrator by name.
    pub integrator: Option<String>,
    /// Error tolerance.
    pub error: Option<f64>,
    /// Largest step.
    pub hmax: Option<f64>,
    /// Report switches of expressions too.
    pub verbose_events: bool,
    /// How the times of events are found.
    pub locate: Locate,
    /// Ends with an error where it is not proved that no event was missed.
    pub strict: bool,
    /// Goes on where the run would take days at its pace.
    pub patient: bool,
    /// The unknowns of dynamic analyses.
    pub coordinates: Coordinates,
    /// No analysis of a command that gives its end goes beyond this time, T; one that would begin there is left out.
    pub latest: Option<f64>,
}

/// The unknowns that a motion is integrated in; the same motion, to the tolerance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Those of the joints where they serve and the method is explicit, else absolute ones.
    #[default]
    Auto,
    /// Positions and orientations of all bodies.
    Absolute,
    /// Displacements and angles of the joints.
    Joint,
}

impl Coordinates {
    /// The words for them.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("auto", Self::Auto),
        ("absolute", Self::Absolute),
        ("joint", Self::Joint),
    ];
}
