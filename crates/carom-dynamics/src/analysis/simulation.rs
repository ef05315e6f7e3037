//! An assembled model with its current state.

use crate::analysis::integration::segment::Segment;
use crate::analysis::pending_events::PendingEvents;
use crate::equations::Equations;
use crate::equations::report::Reporter;
use crate::system::row_choice::RowsTook;
use crate::tangent::Tangent;
use carom_base::Diagnostic;
use carom_model::Model;
use carom_model::analysis::{Command, IntegratorSettings, StaticSettings, Store};
use std::collections::HashMap;

/// What SAVE has kept.
#[derive(Clone)]
pub(crate) struct Saved {
    /// The state; `None` in a run that was taken up since: it is in its file.
    pub(crate) state: Option<Vec<u8>>,
    /// The model as it was.
    pub(crate) model: Model,
}

/// Makes commands of the text of MODIFY, for the model with the texts that have changed it so far.
pub type Interpreter =
    Box<dyn FnMut(&[String], &str) -> Result<Vec<Command>, String> + Send + Sync>;

/// An assembled model with its current state.
pub struct Simulation {
    pub(crate) equations: Equations,
    pub(crate) settings: IntegratorSettings,
    pub(crate) time: f64,
    pub(crate) analyses: usize,
    pub(crate) statics: StaticSettings,
    pub(crate) reporter: Reporter,
    /// The model as commands have left it.
    pub(crate) model: Model,
    /// Whether `equations` are those of an earlier `model`.
    pub(crate) stale: bool,
    /// What the model was read from, in one number.
    pub(crate) text: u64,
    /// A dynamic analysis to be taken up.
    pub(crate) resumed: Option<Segment>,
    /// What SAVE has kept: state and model by name.
    pub(crate) saved: HashMap<Store, Saved>,
    /// See [`Simulation::take_remarks`].
    pub(crate) remarks: Vec<Diagnostic>,
    /// What choices of other rows took of the kinetic energy so far.
    pub(crate) rows_took: RowsTook,
    /// Events whose time has not come.
    pub(crate) pending_events: PendingEvents,
    /// How the motion changes with parameters, where somebody asks for it.
    pub(crate) tangent: Option<Box<Tangent>>,
    /// What understands MODIFY.
    pub(crate) interpreter: Option<Interpreter>,
}
