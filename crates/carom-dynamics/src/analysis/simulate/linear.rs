//! Linear analyses of a run.

use super::kind_name;
use crate::analysis::linearize;
use crate::analysis::observer::Observer;
use crate::analysis::observer::RunError;
use crate::analysis::observer::Statistics;
use crate::analysis::simulation::Simulation;
use crate::system::System;
use carom_base::{Diagnostic, Span};
use carom_model::analysis::{Analysis, LinearSettings};
use carom_model::{Id, Plant};
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
        self.refuse_nonholonomic("linear")?;
        self.refuse_groups("linear")?;
        self.refuse_delays()?;
        self.decide_contacts()?;
        self.equations.memory.mode = 7.0;
        let y = self.equations.unknowns();
        let e = &mut self.equations;
        let found = e.settle(self.time, &y).and_then(|()| {
            self.reporter.frame(e, self.time, &y)?;
            e.refresh_rates();
            let plan = linear_plan(&e.system, settings);
            linearize::linearize(e, &plan, self.reporter.reactions())
        });
        let mut found = found.map_err(|f| self.fault(f))?;
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
