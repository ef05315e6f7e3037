//! What a study asks about periodic orbits: `[orbit]`, `[branch]` and `[exponents]`.

use crate::formula::Formula;
use crate::response::Which;

/// When an orbit has come back.
#[derive(Clone, Debug)]
pub enum OrbitReturn {
    /// After this time: the period of the forcing.
    Period(Formula),
    /// At an event of a kind, of a mechanism that time does not force.
    Event(Which),
}

/// `[orbit]`: the orbit next to where a run of the first point of the design has come.
#[derive(Clone, Debug)]
pub struct OrbitSpec {
    /// When it returns.
    pub at: OrbitReturn,
    /// How many returns make its period.
    pub periods: u32,
    /// How long the run settles, as a time.
    pub settle: Formula,
}

/// `[branch]`: the branch of that orbit in one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchSpec {
    /// Which coordinate of the design.
    pub along: usize,
    /// Its range.
    pub range: [f64; 2],
    /// Longest step, as a fraction of the range.
    pub step: f64,
    /// Most orbits in one direction.
    pub points: usize,
    /// How many period doublings are followed, each to its next one.
    pub doublings: u32,
}

/// `[exponents]`: Lyapunov exponents of the first point of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct ExponentsSpec {
    /// Returns that are looked at, after the orbit has settled.
    pub periods: u64,
    /// Parts of the run for the standard error.
    pub batches: u64,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct OrbitSpecs {
    /// `[orbit]`.
    pub orbit: Option<OrbitSpec>,
    /// `[branch]`.
    pub branch: Option<BranchSpec>,
    /// `[exponents]`.
    pub exponents: Option<ExponentsSpec>,
}

impl OrbitSpec {
    /// The period at these values of all parameters, if it is one of time.
    pub fn period(&self, values: &[f64]) -> Option<f64> {
        match &self.at {
            OrbitReturn::Period(formula) => Some(formula.value(values)),
            OrbitReturn::Event(_) => None,
        }
    }
}
