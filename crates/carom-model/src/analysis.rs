//! Commands and settings of analyses.

use crate::Model;
use crate::constraint::UserFunction;
use crate::control::Plant;
use crate::table::Id;
use carom_base::Span;
use carom_derive::Field;
use carom_laws::RestitutionLaw;
use std::fmt;
use std::sync::Arc;

/// Kind of analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Analysis {
    /// Equations of motion in time.
    Dynamic,
    /// Motion of a mechanism without degrees of freedom.
    Kinematic,
    /// Equilibrium; with an end time a series of them (quasi-static).
    Static,
    /// Kinematic without degrees of freedom, dynamic otherwise.
    Transient,
    /// Initial conditions only.
    InitialConditions,
    /// Eigenvalues and state matrices.
    Linear,
}

impl Analysis {
    /// Those that options ask for, by name.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("dynamic", Self::Dynamic),
        ("kinematic", Self::Kinematic),
        ("static", Self::Static),
        ("initial", Self::InitialConditions),
    ];
}

/// Where output is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub enum OutputGrid {
    /// A number of equal intervals.
    Steps(u32),
    /// An interval, T; the last one may be shorter.
    Interval(#[dimension(T)] f64),
}

/// End of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub enum End {
    /// At this time.
    Time(#[dimension(T)] f64),
    /// After this time.
    Duration(#[dimension(T)] f64),
}

/// One command.
#[derive(Clone, Debug, PartialEq, Field)]
pub enum Command {
    /// SIMULATE.
    Simulate {
        /// What.
        analysis: Analysis,
        /// Until when; `None` for a single equilibrium, assembly or linearization.
        end: Option<End>,
        /// Output; `None`: only start and end.
        output: Option<OutputGrid>,
        /// Where it stands.
        span: Span,
    },
    /// ACTIVATE or DEACTIVATE elements: statement names and labels. Takes effect when the next analysis begins.
    SetActive {
        /// The elements' statement names, as in their tags: `JOINT`, `SFORCE`, `Force_Vector_TwoBody`.
        statements: Vec<&'static str>,
        /// Labels.
        labels: Vec<u32>,
        /// On or off.
        active: bool,
        /// Where it stands.
        span: Span,
    },
    /// LINEAR: eigenvalues and state matrices at the state reached.
    Linear(LinearSettings, Span),
    /// Other data for elements that are there. Takes effect when the next analysis begins.
    Revise {
        /// The elements, for messages: `SFORCE/1, PART/2`.
        what: String,
        /// The whole model with the other data.
        revision: Revision,
        /// Where the first change stands.
        span: Span,
    },
    /// Keeps the state for [`Command::Reload`].
    Save {
        /// Where.
        to: Store,
        /// Where it stands.
        span: Span,
    },
    /// Goes back to a state that was kept.
    Reload {
        /// From where.
        from: Store,
        /// Whether the model goes back, too, or only time and state do.
        scope: ReloadScope,
        /// Where it stands.
        span: Span,
    },
    /// New integrator settings.
    Integrator(IntegratorSettings, Span),
    /// New settings of the search for equilibrium.
    Equilibrium(StaticSettings, Span),
    /// CONTROL: user-written code, CONSUB, runs analyses and changes the model.
    Control {
        /// The routine.
        user: UserFunction,
        /// Where it stands.
        span: Span,
    },
    /// STOP.
    Stop,
    /// A command that is known and not supported.
    Unsupported {
        /// Its name.
        name: String,
        /// Where it stands.
        span: Span,
    },
}

/// LINEAR, Param_Linear: what a linear analysis gives.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearSettings {
    /// Eigenvalues.
    pub eigenvalues: bool,
    /// Shapes of the modes.
    pub shapes: bool,
    /// State matrices.
    pub matrices: bool,
    /// Forces depend on velocities.
    pub damping: bool,
    /// Inputs of the plant.
    pub inputs: Vec<Id<Plant>>,
    /// Outputs of the plant.
    pub outputs: Vec<Id<Plant>>,
    /// States that are asked for.
    pub states: Vec<Id<Plant>>,
    /// Name of the files of the matrices, without its extension.
    pub file: Option<String>,
}

impl Default for LinearSettings {
    fn default() -> Self {
        Self {
            eigenvalues: true,
            shapes: true,
            matrices: true,
            damping: true,
            inputs: Vec::new(),
            outputs: Vec::new(),
            states: Vec::new(),
            file: None,
        }
    }
}

/// Where a state is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Field)]
pub enum Store {
    /// In a file of this name, and in memory.
    File(String),
    /// In memory under this name, as long as the run goes on.
    Memory(String),
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) => write!(f, "the file {name}"),
            Self::Memory(name) => write!(f, "the buffer {name}"),
        }
    }
}

/// What RELOAD takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum ReloadScope {
    /// Time, state, and the model as it was.
    System,
    /// Time and state; the model stays as it is.
    States,
}

/// A model with other data in the same elements. Equal if it is the very same one.
#[derive(Clone, Debug)]
pub struct Revision(pub Arc<Model>);

impl PartialEq for Revision {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// INTEGRATOR, Param_Transient: `None` where the deck says nothing.
#[derive(Clone, Debug, Default, PartialEq, Field)]
pub struct IntegratorSettings {
    /// Name as users know it, lower case: `gstiff`, `hht`, `radau5`.
    pub name: Option<String>,
    /// Formulation as written, lower case: `i3`, `si2`.
    pub formulation: Option<String>,
    /// Error tolerance.
    #[dimension(ONE)]
    pub error: Option<f64>,
    /// Largest step, T.
    #[dimension(T)]
    pub hmax: Option<f64>,
    /// Smallest step, T.
    #[dimension(T)]
    pub hmin: Option<f64>,
    /// First step, T.
    #[dimension(T)]
    pub hinit: Option<f64>,
    /// Highest order.
    pub max_order: Option<u32>,
}

/// EQUILIBRIUM, Param_Static: `None` where the deck says nothing.
#[derive(Clone, Debug, Default, PartialEq, Field)]
pub struct StaticSettings {
    /// Tolerance of the imbalance.
    #[dimension(ONE)]
    pub imbalance: Option<f64>,
    /// Tolerance of the correction.
    #[dimension(ONE)]
    pub error: Option<f64>,
    /// Most iterations.
    pub max_iterations: Option<u32>,
    /// Largest translation of one iteration, L.
    #[dimension(L)]
    pub translation_limit: Option<f64>,
    /// Largest rotation of one iteration, radians.
    #[dimension(ONE)]
    pub rotation_limit: Option<f64>,
    /// By relaxation of a motion from the start, not only where Newton's method fails.
    pub by_motion: bool,
}

/// Settings that hold from the start.
#[derive(Clone, Debug, Default, PartialEq, Field)]
pub struct Settings {
    /// Integrator.
    #[absent(IntegratorSettings::default())]
    pub integrator: IntegratorSettings,
    /// Statics.
    #[absent(StaticSettings::default())]
    pub statics: StaticSettings,
    /// Linear analyses of commands that bring no settings of their own.
    #[absent(LinearSettings::default())]
    pub linear: LinearSettings,
    /// Contacts by impacts and unilateral constraints; `None`: by their force laws.
    pub rigid: Option<RigidContact>,
    /// Where the force laws of solids find depth, direction and point.
    #[absent(ContactRule::default())]
    pub contact_rule: ContactRule,
    /// How contacts of groups are computed.
    #[absent(ContactGroups::default())]
    pub contact_groups: ContactGroups,
}

/// How a contact with shapes of several parts on a side is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum ContactGroups {
    /// Few pairs of shapes as contacts of two parts each, many by who is near.
    #[default]
    Few,
    /// As contacts of two parts each, with events, in all analyses.
    Pairs,
    /// By who is near, without events, in dynamic analyses.
    Near,
}

impl ContactGroups {
    /// As options name them.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("few", Self::Few),
        ("pairs", Self::Pairs),
        ("near", Self::Near),
    ];
}

/// How the overlap of two solids becomes a force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum ContactRule {
    /// Depth and direction by the points of both surfaces nearest to the centroid of the overlap.
    #[default]
    Adams,
    /// Direction by the vector area, depth by chord or mean thickness, at the centroid.
    Smooth,
    /// The gradient of a power of the volume.
    Potential,
}

impl ContactRule {
    /// As options name them.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("adams", Self::Adams),
        ("smooth", Self::Smooth),
        ("potential", Self::Potential),
    ];
}

/// How rigid contacts answer an impact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Field)]
pub struct RigidContact {
    /// Coefficient of restitution of contacts that bring none, 0 to 1.
    #[dimension(ONE)]
    pub restitution: Option<f64>,
    /// Beyond this speed of an impact bodies yield, and its restitution falls with the fourth root of the speed; `None`: it does not.
    #[dimension(L / T)]
    pub yield_speed: Option<f64>,
    /// What restitution means.
    pub law: RestitutionLaw,
    /// Contacts that touch at the same time, where the law leaves a choice ([`order`](Self::order)).
    pub order: ImpactOrder,
    /// Which impacts are told.
    pub list: ImpactList,
}

impl RigidContact {
    /// How contacts that touch are answered: some laws are about all of them together.
    pub fn order(&self) -> ImpactOrder {
        if self.law.in_sequence {
            self.order
        } else {
            ImpactOrder::Simultaneous
        }
    }
}

/// How contacts that touch at the same time answer an impact at one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum ImpactOrder {
    /// One after the other, the fastest first, until none approaches.
    #[default]
    Sequential,
    /// All at once.
    Simultaneous,
}

impl ImpactOrder {
    /// As options name them.
    pub const WORDS: [(&'static str, Self); 2] = [
        ("sequential", Self::Sequential),
        ("simultaneous", Self::Simultaneous),
    ];
}

/// Which of the impacts that follow each other ever faster are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum ImpactList {
    /// All that are further apart in time than the tolerance of the integration.
    #[default]
    Resolved,
    /// Every one, down to rounding.
    All,
}

impl ImpactList {
    /// As options name them.
    pub const WORDS: [(&'static str, Self); 2] = [("resolved", Self::Resolved), ("all", Self::All)];
}
