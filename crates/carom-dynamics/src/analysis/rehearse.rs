//! What of the commands of a run shows without running that it would stop at them.

use crate::analysis::observer::RunError;
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Simulation;
use crate::assemble::assemble;
use crate::system::System;
use carom_base::{Diagnostics, Severity, Span};
use carom_model::Model;
use carom_model::analysis::{Analysis, Command, IntegratorSettings, ReloadScope, Store};
use std::collections::HashMap;

/// Where a run would stop, and why.
type Stop = (Span, RunError);

/// A run that only follows what the commands make of the model.
struct Rehearsal<'a> {
    run: &'a Simulation,
    options: &'a RunOptions,
    settings: IntegratorSettings,
    /// The model, once commands have changed it.
    model: Option<Model>,
    /// What is assembled of it.
    system: Option<System>,
    /// The last command that changed it, if it has not been assembled since.
    changed_at: Option<Span>,
    /// Models as they were when states were saved; `None`: as the run begins.
    saved: HashMap<Store, Option<Model>>,
}

impl Simulation {
    /// The first command that a run would stop at, as far as that shows without running: where it stands, and why. A model that
    /// commands have changed is assembled, but whether its parts can stand where the run has brought them is not known before.
    ///
    /// # Errors
    /// That.
    pub fn rehearse(&self, commands: &[Command], options: &RunOptions) -> Result<(), Stop> {
        let mut rehearsal = Rehearsal {
            run: self,
            options,
            settings: self.settings.clone(),
            model: None,
            system: None,
            changed_at: None,
            saved: HashMap::new(),
        };
        commands.iter().try_for_each(|c| rehearsal.take(c))
    }
}

impl Rehearsal<'_> {
    fn take(&mut self, command: &Command) -> Result<(), Stop> {
        match command {
            Command::Unsupported { name, span } => {
                let why = format!("the command {name} is not supported");
                return Err((*span, self.run.refuse(why)));
            }
            Command::SetActive { span, .. } | Command::Revise { span, .. } => {
                let model = self.model.get_or_insert_with(|| self.run.model.clone());
                model.take(command);
                self.changed_at = Some(*span);
            }
            Command::Integrator(new, _) => self.settings = new.clone(),
            Command::Save { to, .. } => {
                self.assemble()?;
                self.saved.insert(to.clone(), self.model.clone());
            }
            Command::Reload { from, scope, span } => self.reload(from, *scope, *span)?,
            Command::Simulate { analysis, span, .. } => {
                self.assemble()?;
                self.analyse(*analysis, *span)?;
            }
            Command::Linear(_, span) => {
                self.assemble()?;
                self.analyse(Analysis::Linear, *span)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A state in a file may be there from another run.
    fn reload(&mut self, from: &Store, scope: ReloadScope, span: Span) -> Result<(), Stop> {
        match self.saved.get(from) {
            Some(model) if scope == ReloadScope::System => {
                self.model.clone_from(model);
                self.system = None;
                self.changed_at = self.model.is_some().then_some(span);
            }
            None if matches!(from, Store::Memory(_)) => {
                let why = format!("{from} cannot be reloaded: nothing was saved in it");
                return Err((span, self.run.refuse(why)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Assembles the model if commands have changed it since.
    fn assemble(&mut self) -> Result<(), Stop> {
        let (Some(span), Some(model)) = (self.changed_at.take(), &self.model) else {
            return Ok(());
        };
        let mut diagnostics = Diagnostics::default();
        self.system = assemble(model, &mut diagnostics);
        if self.system.is_some() {
            return Ok(());
        }
        let mut errors = diagnostics.into_iter();
        let first = errors.find(|d| d.severity == Severity::Error);
        Err((span, self.run.cannot_go_on(first)))
    }

    fn analyse(&self, analysis: Analysis, span: Span) -> Result<(), Stop> {
        let possible = match &self.system {
            Some(system) => self.run.knows(analysis, system),
            None => {
                let analysis = self.run.meant(analysis);
                self.run.is_possible(analysis, &self.settings, self.options)
            }
        };
        possible.map_err(|why| (span, why))
    }
}
