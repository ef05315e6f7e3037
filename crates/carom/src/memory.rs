//! A run with results in memory.

use crate::control;
use crate::plan::{self, Request};
use carom_base::Diagnostics;
use carom_dynamics::{Observer, Progress, RunError, Simulation, Statistics};
use carom_model::Model;
use carom_model::analysis::{Analysis, Command};
use carom_model::run::{BodyRow, EventRow, Frame, Layout, Linearization};

/// A whole run.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The order of the rows of a frame.
    pub layout: Layout,
    /// One per output time.
    pub frames: Vec<Frame>,
    /// All events.
    pub events: Vec<EventRow>,
    /// What linear analyses found.
    pub linearizations: Vec<Linearization>,
    /// One per analysis.
    pub statistics: Vec<Statistics>,
    /// 6·bodies (3 for a point mass) − independent constraints.
    pub degrees_of_freedom: i64,
    /// Constraint equations that others already imply.
    pub redundant: Vec<String>,
    /// Why the run ended early, if it did.
    pub error: Option<RunError>,
    /// Notes and warnings on the way.
    pub diagnostics: Diagnostics,
}

impl Results {
    /// Output times.
    pub fn times(&self) -> Vec<f64> {
        self.frames.iter().map(|f| f.time).collect()
    }

    /// The motion of the part with this label, one row per output time; empty if it is not there or does not move.
    pub fn body(&self, model: &Model, label: u32) -> Vec<BodyRow> {
        let part = model.parts.find(label);
        let row = self.layout.bodies.iter().position(|p| Some(*p) == part);
        row.map_or_else(Vec::new, |k| {
            self.frames.iter().map(|f| f.bodies[k]).collect()
        })
    }

    /// The columns F1 ... F8 of a request, one row per output time; empty if there is none of this label.
    pub fn request(&self, label: u32) -> Vec<[f64; 8]> {
        let row = self.layout.requests.iter().position(|r| *r == label);
        row.map_or_else(Vec::new, |k| {
            self.frames.iter().map(|f| f.requests[k]).collect()
        })
    }

    /// Force and torque of `SFORCE/3`, `JOINT/1`, ... on I, at I, ground axes; empty if there is none of this name.
    pub fn force(&self, name: &str) -> Vec<[f64; 6]> {
        if let Some(k) = self.layout.joints.iter().position(|n| n == name) {
            return self.frames.iter().map(|f| f.joints[k]).collect();
        }
        let row = self.layout.forces.iter().position(|n| n == name);
        row.map_or_else(Vec::new, |k| {
            self.frames.iter().map(|f| f.forces[k]).collect()
        })
    }
}

/// Runs a model. Of the request, the formats and the folder do not matter.
///
/// # Errors
/// The diagnostics, if the model or the request is refused. A run that ends early is no error: see [`Results::error`].
pub fn simulate(model: &Model, request: &Request) -> Result<Results, Diagnostics> {
    let mut ready = Ready::new(model, request)?;
    let mut results = Results {
        layout: ready.simulation.layout().clone(),
        degrees_of_freedom: ready.simulation.degrees_of_freedom(),
        redundant: ready.simulation.redundant().to_vec(),
        diagnostics: std::mem::take(&mut ready.diagnostics),
        ..Results::default()
    };
    results.error = ready.carry_out(request, &mut results).err();
    results.diagnostics.extend(ready.simulation.take_remarks());
    Ok(results)
}

/// A model that is assembled, with what is to be done.
pub struct Ready {
    /// The model, where it starts.
    pub simulation: Simulation,
    /// What to do.
    pub commands: Vec<Command>,
    /// Notes and warnings.
    pub diagnostics: Diagnostics,
}

impl Ready {
    /// Everything that can refuse the model. Of the request, the formats and the folder do not matter.
    ///
    /// # Errors
    /// The diagnostics, if the model or the request is refused.
    pub fn new(model: &Model, request: &Request) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        plan::check(request, &mut diagnostics);
        let commands = plan::commands(model, request, &mut diagnostics);
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let (changed, commands) = plan::begin(model, request, commands);
        let begun = changed.as_ref().unwrap_or(model);
        let Some(mut simulation) = Simulation::assemble(begun, &mut diagnostics) else {
            return Err(diagnostics);
        };
        control::prepare(&mut simulation, begun, &commands, &mut diagnostics);
        if request.strict {
            diagnostics.make_strict();
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        Ok(Self {
            simulation,
            commands,
            diagnostics,
        })
    }

    /// Carries out all commands, and tells `observer`.
    ///
    /// # Errors
    /// Why the run ended early.
    pub fn carry_out(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let options = plan::run_options(request);
        for c in &self.commands {
            self.simulation.execute(c, &options, observer)?;
            if self.simulation.halted() {
                break;
            }
        }
        Ok(())
    }
}

impl Observer for Results {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, frame: &Frame) {
        self.frames.push(frame.clone());
    }
    fn event(&mut self, event: &EventRow) {
        self.events.push(event.clone());
    }
    fn linear(&mut self, linearization: &Linearization) {
        self.linearizations.push(linearization.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, statistics: &Statistics) {
        self.statistics.push(statistics.clone());
    }
}
