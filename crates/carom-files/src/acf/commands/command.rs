//! What a command is: how it is written, one with its arguments read, and who takes them one after the other.

use crate::adm::arguments::Args;
use crate::adm::change::Dataset;
use crate::adm::diagnostics::Reading;
use crate::adm::syntax::{Argument, Syntax};
use crate::common::coverage::Status;
use carom_base::{Diagnostic, Span};
use carom_model::Model;
use carom_model::analysis::{
    Command as Action, IntegratorSettings, Revision, StaticSettings, Store,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A command: how it is written and what it does.
#[derive(Debug)]
pub struct Command {
    /// Name, arguments, status.
    pub syntax: Syntax,
    /// Its arguments are not looked at.
    pub opaque: bool,
    /// Appends it to the model; `None` for commands that are left aside or not supported.
    pub take: Option<fn(&Record, &mut Runner)>,
}

/// A command with its arguments read.
#[derive(Debug)]
pub struct Record {
    /// Which command.
    pub command: &'static Command,
    /// The label after the slash, if there is one.
    pub label: Option<u32>,
    /// Its name in the text.
    pub span: Span,
    /// Its arguments.
    pub args: Args,
    /// All of it, as written on one line.
    pub text: String,
}

impl Record {
    /// The place of an argument, or of the command if it is not given.
    pub(super) fn place(&self, argument: &str) -> Span {
        self.args.span(argument).unwrap_or(self.span)
    }

    /// The dataset that it names, if it is FILE/MODEL.
    pub(in crate::acf) fn model(&self) -> Option<(String, Span)> {
        let names = self.command.syntax.name == "FILE" && self.args.has("MODEL");
        names.then(|| (self.args.file("MODEL").to_string(), self.place("MODEL")))
    }

    /// The command file that it names, if it is FILE/COMMAND.
    pub(in crate::acf) fn commands(&self) -> Option<(String, Span)> {
        let names = self.command.syntax.name == "FILE" && self.args.has("COMMAND");
        names.then(|| (self.args.file("COMMAND").to_string(), self.place("COMMAND")))
    }
}

/// Takes commands one after the other.
pub struct Runner<'a> {
    pub(super) model: &'a mut Model,
    pub(super) reading: &'a mut Reading,
    /// The time that the commands so far reach, if it is known.
    pub(super) time: Option<f64>,
    /// Time and statements of saved states.
    pub(super) saved: HashMap<Store, (Option<f64>, Option<Dataset>)>,
    /// The settings of the integrator that hold where the commands have arrived.
    pub(super) integrator: IntegratorSettings,
    /// Those of statics.
    pub(super) statics: StaticSettings,
    /// Whether a SIMULATE was taken.
    pub(super) simulated: bool,
    /// Whether STOP was taken.
    pub stopped: bool,
    /// The statements of the dataset, once a command changes one.
    pub(super) dataset: Option<Dataset>,
    /// Statements changed since the last analysis, and where the first change stands.
    pub(super) changed: Vec<String>,
    pub(super) changed_at: Option<Span>,
}

impl<'a> Runner<'a> {
    /// At time zero.
    pub fn new(model: &'a mut Model, reading: &'a mut Reading) -> Self {
        Self {
            integrator: model.settings.integrator.clone(),
            statics: model.settings.statics.clone(),
            model,
            reading,
            time: Some(0.0),
            saved: HashMap::new(),
            simulated: false,
            stopped: false,
            dataset: None,
            changed: Vec::new(),
            changed_at: None,
        }
    }

    /// From here on as after an analysis.
    pub fn goes_on(&mut self) {
        self.simulated = true;
        self.time = None;
    }

    /// The end of the commands: changes after the last analysis are looked at like all others.
    pub fn finish(&mut self) {
        self.revise();
    }

    /// Builds the model with the changes so far, if there are any; the next analysis is about it.
    pub(super) fn revise(&mut self) {
        let (Some(dataset), Some(span)) = (&mut self.dataset, self.changed_at.take()) else {
            return;
        };
        let what = std::mem::take(&mut self.changed).join(", ");
        let Some(mut revised) = dataset.model(self.reading) else {
            return;
        };
        revised.title.clone_from(&self.model.title);
        revised.settings.clone_from(&self.model.settings);
        if !self.simulated {
            let prefix = self.model.output.prefix.take();
            self.model.output.clone_from(&revised.output);
            self.model.output.prefix = prefix;
        }
        self.model.commands.push(Action::Revise {
            what,
            revision: Revision(Arc::new(revised)),
            span,
        });
    }

    /// Takes a command.
    pub fn take(&mut self, record: &Record) {
        let name = record.command.syntax.name;
        match (record.command.take, record.command.syntax.status) {
            // What it would have done is not known.
            _ if !record.args.sound => self.time = None,
            (Some(take), _) => match record.args.refused.first() {
                Some((argument, reason, span)) => {
                    let why = format!("{argument}: {reason}");
                    self.unsupported(record, *span, &why);
                }
                None => take(record, self),
            },
            (None, Status::Ignored(reason)) => {
                let message = format!("{name} is not carried out: {reason}");
                let d = Diagnostic::note("acf-ignored-command", record.span, message);
                self.reading.push(d);
            }
            (None, status) => self.unsupported(record, record.span, status.reason()),
        }
    }

    /// Keeps a command as not supported, with a warning.
    pub(super) fn unsupported(&mut self, record: &Record, span: Span, why: &str) {
        let name = record.command.syntax.name.to_string();
        let message = format!("{name} is not supported: {why}");
        self.reading.push(Diagnostic::warning(
            "acf-unsupported-command",
            span,
            message,
        ));
        self.model.commands.push(Action::Unsupported {
            name,
            span: record.span,
        });
    }

    pub(super) fn error(&mut self, record: &Record, name: &'static str, span: Span, what: &str) {
        let message = format!("{}: {what}", record.command.syntax.name);
        self.reading.push(Diagnostic::error(name, span, message));
    }

    /// Which one of several flags is given; `None` and an error if it is not exactly one.
    pub(super) fn one_of(
        &mut self,
        record: &Record,
        names: &[&'static str],
        what: &str,
    ) -> Option<&'static str> {
        let mut given = names.iter().copied().filter(|n| record.args.has(n));
        match (given.next(), given.next()) {
            (Some(one), None) => Some(one),
            (Some(a), Some(b)) => {
                let what = format!("{a} and {b} exclude each other");
                self.error(record, "adm-conflicting-arguments", record.place(b), &what);
                None
            }
            (None, _) => {
                let what = format!("{what} is needed: {}", names.join(", "));
                self.error(record, "adm-missing-argument", record.span, &what);
                None
            }
        }
    }
}

/// The arguments of a statement and two of its command.
pub(super) const fn joined<const N: usize>(
    of_statement: &[Argument],
    own: [Argument; 2],
) -> [Argument; N] {
    let mut all = [own[0]; N];
    let mut k = 0;
    while k < of_statement.len() {
        all[k] = of_statement[k];
        k += 1;
    }
    all[k + 1] = own[1];
    all
}
