//! How to integrate: tolerances, lengths of steps, limits.

/// How the time of an event is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locate {
    /// The step is solved for the length that ends it on the guard: Newton's method inside a bracket.
    #[default]
    Auto,
    /// One step with the guard as independent variable (Hénon 1982), where that step is regular; else as by `Auto`.
    Henon,
}

impl Locate {
    /// All of them.
    pub const ALL: [Locate; 2] = [Locate::Auto, Locate::Henon];

    /// As the command line and `run.json` spell it.
    pub fn name(self) -> &'static str {
        match self {
            Locate::Auto => "auto",
            Locate::Henon => "henon",
        }
    }
}

/// How to integrate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Relative tolerance of the local error, > 0.
    pub rtol: f64,
    /// Absolute tolerance of the local error, > 0, in the units of [`Problem::weights`](crate::Problem::weights).
    pub atol: f64,
    /// Largest step (time), may be infinite. The step itself of fixed-step methods.
    pub h_max: f64,
    /// Smallest step (time); below it the run fails. 0: a few units in the last place of the time.
    pub h_min: f64,
    /// Length of the very first step; `None`: found from the rates.
    pub h_start: Option<f64>,
    /// Highest order of a method of variable order; `None`: its own.
    pub max_order: Option<u32>,
    /// Most steps of one call of [`Driver::advance`](crate::Driver::advance).
    pub max_steps: u64,
    /// Most events of one call of [`Driver::advance`](crate::Driver::advance).
    pub max_events: u64,
    /// How the times of events are found.
    pub locate: Locate,
    /// Whether the model is known to be stiff where the run starts: `auto` begins with its implicit method.
    pub is_stiff: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rtol: 1e-6,
            atol: 1e-6,
            h_max: f64::INFINITY,
            h_min: 0.0,
            h_start: None,
            max_order: None,
            max_steps: u64::MAX,
            max_events: 1_000_000,
            locate: Locate::Auto,
            is_stiff: false,
        }
    }
}
