//! What happens between analyses: the model has changed, so it is assembled again where it stands.

use crate::analysis::observer::{RunError, output_times};
use crate::analysis::simulation::Simulation;
use crate::assemble;
use crate::start::initial;
use crate::start::reassemble;
use crate::system::SensorActions;
use carom_base::{Diagnostic, Diagnostics, Severity, Sources};
use carom_model::Model;
use carom_model::analysis::{Command, OutputGrid};
use carom_solve::Driver;

/// The model alone, as a simulation keeps it.
pub fn without_commands(model: &Model) -> Model {
    Model {
        commands: Vec::new(),
        sources: Sources::default(),
        ..model.clone()
    }
}

impl Simulation {
    /// Assembles the model again if commands have changed it since. Before the first analysis it starts where the model
    /// says, later it goes on from where it stands.
    pub(crate) fn reassemble(&mut self) -> Result<(), RunError> {
        if !self.stale {
            return Ok(());
        }
        let mut diagnostics = Diagnostics::default();
        let Some(system) = assemble::assemble(&self.model, &mut diagnostics) else {
            let first = diagnostics
                .into_iter()
                .find(|d| d.severity == Severity::Error);
            return Err(self.cannot_go_on(first));
        };
        let before = &self.equations.system.outputs.layout;
        if system.outputs.layout != *before {
            return Err(self.refuse("the changed model has other elements".into()));
        }
        let equations = if self.analyses == 0 {
            initial::start(&self.model, system)
        } else {
            reassemble::go_on(system, &self.equations)
        };
        let before = self.equations.now.bodies.clone();
        self.equations = equations.map_err(|d| self.cannot_go_on(Some(d)))?;
        self.stale = false;
        if self.analyses > 0
            && let Some(d) = initial::moved(&self.model, &self.equations, before.into_iter())
        {
            let when = format!(
                "at time {}, after commands that change the model",
                self.time
            );
            self.remark(d.help(format!("this is {when}: it is a jump, not a motion")));
        }
        Ok(())
    }

    /// Takes a command that changes the model; the next analysis is about what it makes of it.
    pub(crate) fn change(&mut self, command: &Command) {
        self.model.take(command);
        self.stale = true;
    }

    /// Whether a sensor has ended the run.
    pub fn halted(&self) -> bool {
        self.equations.event.sensor_actions.halt
    }

    pub(crate) fn cannot_go_on(&self, why: Option<Diagnostic>) -> RunError {
        let (message, help) = why.map_or((String::new(), None), |d| (d.message, d.help));
        RunError {
            time: self.time,
            message: format!("the changed model cannot go on: {message}"),
            help,
        }
    }
}

/// Lets sensors that have paused an integration steer how it goes on: its steps, and its outputs up to `t_end`.
pub(crate) fn apply_sensor_actions(
    sensor_actions: &mut SensorActions,
    first_step: Option<f64>,
    driver: &mut Driver,
    t_end: f64,
    outputs: &mut Vec<f64>,
) {
    let now = driver.time();
    outputs.retain(|t| *t > now);
    if let Some(limit) = sensor_actions.step_limit {
        driver.limit_steps(limit);
    }
    let restart = first_step.filter(|_| sensor_actions.restart);
    if let Some(length) = sensor_actions.step_size.or(restart) {
        driver.propose_step(length);
    }
    if let Some(interval) = sensor_actions.output_interval {
        *outputs = output_times(now, t_end, Some(OutputGrid::Interval(interval)));
    }
    *sensor_actions = SensorActions {
        halt: sensor_actions.halt,
        ..SensorActions::default()
    };
}
