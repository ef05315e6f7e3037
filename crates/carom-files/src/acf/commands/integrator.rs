//! INTEGRATOR: other settings from here on.

use super::command::{Command, Record, Runner, joined};
use crate::adm::statements::integrator::{ARGUMENTS, METHODS, read};
use crate::adm::syntax::{Argument, Label, Syntax, flag};
use crate::common::coverage::Status;
use carom_model::analysis::Command as Action;

const OWN: [Argument; 2] = [flag("DEFAULT"), flag("LIST").ignored("it only prints")];
const ALL: [Argument; ARGUMENTS.len() + 2] = joined(ARGUMENTS, OWN);

/// INTEGRATOR
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "INTEGRATOR",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("method, formulation, tolerance, steps and order"),
        text: "Sets the method of integration, its tolerance and limits from here on; what is not given stays.",
        source: "Adams Solver help, INTEGRATOR command",
        arguments: &ALL,
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    if METHODS.iter().any(|m| r.args.has(m)) && run.one_of(r, METHODS, "a method").is_none() {
        return;
    }
    if r.args.has("DEFAULT") {
        run.integrator = Default::default();
    }
    read(&r.args, &mut run.integrator);
    let settings = run.integrator.clone();
    run.model
        .commands
        .push(Action::Integrator(settings, r.span));
}
