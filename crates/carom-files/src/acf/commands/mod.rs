//! The commands, one file each.

use crate::adm::arguments::Args;
use crate::adm::diagnostics::Reading;
use crate::adm::syntax::{Argument, Syntax};
use crate::common::coverage::Status;
use carom_base::{Diagnostic, Span};
use carom_model::Model;
use carom_model::analysis::Command as Action;

mod activate;
mod equilibrium;
mod file;
mod integrator;
mod left_aside;
mod linear;
mod refused;
mod simulate;
mod stop;

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

/// All commands, in the order of the manual.
pub const COMMANDS: &[&Command] = &[
    &refused::ACCGRAV,
    &activate::ACTIVATE,
    &refused::ARRAY,
    &refused::BEAM,
    &refused::BUSHING,
    &refused::CONTROL,
    &activate::DEACTIVATE,
    &left_aside::DEBUG,
    &left_aside::ENVIRONMENT,
    &equilibrium::COMMAND,
    &refused::FIELD,
    &file::COMMAND,
    &refused::FLEX_BODY,
    &refused::FRICTION,
    &refused::GCON,
    &refused::GFORCE,
    &left_aside::HELP,
    &left_aside::IC,
    &left_aside::INFO,
    &integrator::COMMAND,
    &refused::JOINT,
    &left_aside::KINEMATICS,
    &linear::COMMAND,
    &left_aside::LIST,
    &left_aside::LSOLVER,
    &refused::MARKER,
    &left_aside::MENU,
    &refused::MOTION,
    &refused::OUTPUT,
    &refused::PART,
    &left_aside::PREFERENCES,
    &refused::RELOAD,
    &refused::REQUEST,
    &refused::SAVE,
    &refused::SENSOR,
    &refused::SFORCE,
    &left_aside::SHOW,
    &simulate::COMMAND,
    &refused::SPLINE,
    &refused::SPRINGDAMPER,
    &stop::COMMAND,
    &refused::STRING,
    &left_aside::TIME,
    &refused::UNITS,
    &refused::VARIABLE,
    &refused::VFORCE,
    &refused::VTORQUE,
];

/// A command with its arguments read.
#[derive(Debug)]
pub struct Record {
    /// Which command.
    pub command: &'static Command,
    /// Its name in the text.
    pub span: Span,
    /// Its arguments.
    pub args: Args,
}

impl Record {
    /// The place of an argument, or of the command if it is not given.
    fn place(&self, argument: &str) -> Span {
        self.args.span(argument).unwrap_or(self.span)
    }

    /// The dataset that it names, if it is FILE/MODEL.
    pub(super) fn model(&self) -> Option<(String, Span)> {
        let names = self.command.syntax.name == "FILE" && self.args.has("MODEL");
        names.then(|| (self.args.text("MODEL").to_string(), self.place("MODEL")))
    }
}

/// Takes commands one after the other.
pub struct Runner<'a> {
    model: &'a mut Model,
    reading: &'a mut Reading,
    /// The time that the commands so far reach.
    time: f64,
    /// Whether a SIMULATE was taken.
    simulated: bool,
    /// Whether STOP was taken.
    pub stopped: bool,
}

impl<'a> Runner<'a> {
    /// At time zero.
    pub fn new(model: &'a mut Model, reading: &'a mut Reading) -> Self {
        Self {
            model,
            reading,
            time: 0.0,
            simulated: false,
            stopped: false,
        }
    }

    /// Takes a command.
    pub fn take(&mut self, record: &Record) {
        let name = record.command.syntax.name;
        match (record.command.take, record.command.syntax.status) {
            _ if !record.args.sound => {}
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
    fn unsupported(&mut self, record: &Record, span: Span, why: &str) {
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

    fn error(&mut self, record: &Record, name: &'static str, span: Span, what: &str) {
        let message = format!("{}: {what}", record.command.syntax.name);
        self.reading.push(Diagnostic::error(name, span, message));
    }

    /// Which one of several flags is given; `None` and an error if it is not exactly one.
    fn one_of(
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
const fn joined<const N: usize>(of_statement: &[Argument], own: [Argument; 2]) -> [Argument; N] {
    let mut all = [own[0]; N];
    let mut k = 0;
    while k < of_statement.len() {
        all[k] = of_statement[k];
        k += 1;
    }
    all[k + 1] = own[1];
    all
}
