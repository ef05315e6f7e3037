//! A run: the commands of a model carried out on its assembled system.

use crate::output::{EventRow, Frame, Layout};
use carom_base::Diagnostics;
use carom_model::Model;
use carom_model::analysis::{Analysis, Command};

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
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Time.
    pub time: f64,
    /// End of the analysis.
    pub end: f64,
    /// Step size.
    pub step: f64,
    /// Events so far.
    pub events: u64,
}

/// Receives a run as it happens.
pub trait Observer {
    /// An analysis begins (number from 0).
    fn begin(&mut self, analysis: Analysis, layout: &Layout, number: usize);
    /// An output time.
    fn frame(&mut self, frame: &Frame);
    /// An event.
    fn event(&mut self, event: &EventRow);
    /// After a step; `false` asks for an early end.
    fn progress(&mut self, progress: Progress) -> bool;
    /// The analysis ended, well or not.
    fn end(&mut self, statistics: &Statistics);
}

/// Counts of one analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// `dynamic`, `kinematic`, `static`, `initial-conditions`.
    pub kind: String,
    /// Start time.
    pub start: f64,
    /// Time reached.
    pub end: f64,
    /// Integrator by name.
    pub integrator: String,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Evaluations of the right-hand side.
    pub rhs_evaluations: u64,
    /// Jacobians.
    pub jacobians: u64,
    /// Factorizations (real and complex counted one each).
    pub factorizations: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Events.
    pub events: u64,
    /// |energy at the end − energy at the start − work of all non-conservative forces and motions| and the scale it is measured by.
    pub energy_balance: Option<[f64; 2]>,
    /// Wall time in seconds.
    pub wall_s: f64,
}

/// A run that ended early: when, why, which element. Results up to `time` have been handed over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("at time {time}: {message}")]
pub struct RunError {
    /// Time reached.
    pub time: f64,
    /// What happened, naming the element.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

/// An assembled model with its current state.
pub struct Simulation {}

impl Simulation {
    /// Resolves, compiles, checks. Problems go to `diagnostics`; `None` if the model cannot run.
    pub fn assemble(model: &Model, diagnostics: &mut Diagnostics) -> Option<Self> {
        let _ = (model, diagnostics);
        todo!()
    }
    /// The order of rows.
    pub fn layout(&self) -> &Layout {
        todo!()
    }
    /// Degrees of freedom: 6·bodies − independent constraints.
    pub fn degrees_of_freedom(&self) -> i64 {
        todo!()
    }
    /// Constraint equations that others already imply: `JOINT/3: rotation about x`.
    pub fn redundant(&self) -> &[String] {
        todo!()
    }
    /// Carries out one command.
    pub fn execute(
        &mut self,
        command: &Command,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let _ = (command, options, observer);
        todo!()
    }
}
