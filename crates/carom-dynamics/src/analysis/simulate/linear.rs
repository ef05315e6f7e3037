//! Linear analyses of a run.

use super::kind_name;
use crate::analysis::linearize;
use crate::analysis::observer::Observer;
use crate::analysis::observer::RunError;
use crate::analysis::observer::Statistics;
use crate::analysis::simulation::Simulation;
use crate::equations::Equations;
use crate::system::System;
use crate::system::motion::Reactions;
use carom_base::{Diagnostic, Span};
use carom_model::analysis::{Analysis, LinearSettings};
use carom_model::{Id, Plant};
use carom_solve::Fault;
use std::time::Instant;

/// The functions that the settings of a linear analysis name.
fn linear_plan(system: &System, settings: &LinearSettings) -> linearize::Plan {
    type Plants = Vec<Vec<(String, crate::mechanism::function::FunctionId)>>;
    let pick = |ids: &[Id<Plant>], all: &Plants| -> Vec<_> {
        let lists = ids.iter().filter_map(|id| all.get(id.index()));
        lists.flatten().cloned().collect()
    };
    linearize::Plan {
        inputs: pick(&settings.inputs, &system.outputs.plant_inputs),
        outputs: pick(&settings.outputs, &system.outputs.plant_outputs),
        coordinates: pick(&settings.states, &system.outputs.plant_states),
        undamped: !settings.damping,
        eigenvalues: settings.eigenvalues,
    }
}

impl Simulation {
    /// A linear analysis at the current state.
    pub(super) fn linear(
        &mut self,
        settings: &LinearSettings,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let number = self.analyses;
        self.analyses += 1;
        let layout = self.equations.system.outputs.layout.clone();
        observer.begin(Analysis::Linear, &layout, number);
        let started = Instant::now();
        let mut statistics = Statistics {
            kind: kind_name(Analysis::Linear).into(),
            start: self.time,
            end: self.time,
            integrator: "none".into(),
            ..Statistics::default()
        };
        let result = self.linearize(settings, observer);
        statistics.wall_s = started.elapsed().as_secs_f64();
        observer.end(&statistics);
        result
    }

    pub(crate) fn linearize(
        &mut self,
        settings: &LinearSettings,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let plan = linear_plan(&self.equations.system, settings);
        let mut found = look(self, |e, reactions| {
            linearize::linearize(e, &plan, reactions)
        })?;
        let edge = self.equations.on_the_edge();
        let edge = edge.map_err(|f| self.fault(f))?;
        if !edge.is_empty() {
            let message = format!(
                "{} touches without a force and is taken as closed: on the edge between open and closed the linear equations are those of one side only",
                edge.join(", ")
            );
            self.remark(Diagnostic::warning(
                "linear-contact-edge",
                Span::NONE,
                message,
            ));
        }
        found.matrices = settings.matrices;
        found.file.clone_from(&settings.file);
        if !settings.shapes {
            found.modes.clear();
        }
        observer.linear(&found);
        Ok(())
    }
}

/// By how much the rates of a state at rest change along changes of it, both as [`crate::tangent::Tangent::column`].
pub(crate) fn rates_along(
    simulation: &mut Simulation,
    directions: &[Vec<f64>],
) -> Result<Vec<Vec<f64>>, RunError> {
    look(simulation, |e, reactions| {
        linearize::rates_along(e, reactions, directions)
    })
}

/// What is found where accelerations and reactions are those of the modes that hold now.
fn look<T>(
    simulation: &mut Simulation,
    find: impl FnOnce(&Equations, &Reactions) -> Result<T, Fault>,
) -> Result<T, RunError> {
    simulation.refuse_nonholonomic("linear")?;
    simulation.refuse_groups("linear")?;
    simulation.refuse_delays()?;
    simulation.decide_contacts()?;
    simulation.equations.memory.mode = 7.0;
    let y = simulation.equations.unknowns();
    let e = &mut simulation.equations;
    let found = e.settle(simulation.time, &y).and_then(|()| {
        simulation.reporter.frame(e, simulation.time, &y)?;
        e.refresh_rates();
        find(e, simulation.reporter.reactions())
    });
    found.map_err(|f| simulation.fault(f))
}
