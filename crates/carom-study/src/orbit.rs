//! What a study asks about periodic orbits and equilibria: `[orbit]`, `[equilibrium]`, `[branch]`, `[curve]` and `[exponents]`.

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

/// `[orbit]` or `[equilibrium]`: the orbit, or the equilibrium, next to where a run of the first point of the design has come.
#[derive(Clone, Debug)]
pub struct OrbitSpec {
    /// When it returns; none: an equilibrium, the orbit of no period.
    pub at: Option<OrbitReturn>,
    /// How many returns make its period.
    pub periods: u32,
    /// How long the run settles, as a time.
    pub settle: Formula,
    /// Coordinates of the design, and the values that they have for the first orbit in place of those of the first point.
    pub start: Vec<(usize, f64)>,
    /// In how many pieces a period is run through; none: as many as are needed.
    pub knots: Option<usize>,
    /// Coordinates of bodies that go on by as much each period, as `PART/2.x`.
    pub cyclic: Vec<String>,
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
    /// At how many branch points the other branch is followed.
    pub branch_points: u32,
}

/// What happens to a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BifurcationKind {
    /// The parameter turns.
    Fold,
    /// Another branch crosses.
    BranchPoint,
    /// A multiplier passes −1.
    PeriodDoubling,
    /// A complex pair leaves or enters the unit circle.
    Torus,
    /// A complex pair of eigenvalues of an equilibrium passes the imaginary axis.
    Hopf,
    /// The events change.
    Grazing,
}

impl BifurcationKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Fold,
        Self::BranchPoint,
        Self::PeriodDoubling,
        Self::Torus,
        Self::Hopf,
        Self::Grazing,
    ];

    /// As studies and tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::BranchPoint => "branch-point",
            Self::PeriodDoubling => "period-doubling",
            Self::Torus => "torus",
            Self::Hopf => "hopf",
            Self::Grazing => "grazing",
        }
    }
}

/// `[curve]`: where something happens on the branch, over two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveSpec {
    /// What happens.
    pub of: BifurcationKind,
    /// Which one of these, counted from 1 over all branches.
    pub number: usize,
    /// Which coordinates of the design.
    pub along: [usize; 2],
    /// Their ranges.
    pub range: [[f64; 2]; 2],
    /// Longest step, as a fraction of the ranges.
    pub step: f64,
    /// Most points in one direction.
    pub points: usize,
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
    /// `[orbit]` or `[equilibrium]`.
    pub orbit: Option<OrbitSpec>,
    /// `[branch]`.
    pub branch: Option<BranchSpec>,
    /// `[curve]`.
    pub curve: Option<CurveSpec>,
    /// `[exponents]`.
    pub exponents: Option<ExponentsSpec>,
}

impl OrbitSpec {
    /// The period at these values of all parameters, if it is one of time.
    pub fn period(&self, values: &[f64]) -> Option<f64> {
        match &self.at {
            Some(OrbitReturn::Period(formula)) => Some(formula.value(values)),
            Some(OrbitReturn::Event(_)) | None => None,
        }
    }
}
