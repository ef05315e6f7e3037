//! EQUILIBRIUM: other settings of statics from here on.

use super::command::{Command, Record, Runner, joined};
use crate::adm::statements::equilibrium::{ARGUMENTS, read};
use crate::adm::syntax::{Argument, Label, Syntax, flag};
use crate::common::coverage::Status;
use carom_model::analysis::Command as Action;

const OWN: [Argument; 2] = [flag("DEFAULT"), flag("LIST").ignored("it only prints")];
const ALL: [Argument; ARGUMENTS.len() + 2] = joined(ARGUMENTS, OWN);

/// EQUILIBRIUM
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "EQUILIBRIUM",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("limits, tolerances, and how the search begins"),
        text: "Sets limits and tolerances of static analysis from here on; what is not given stays.",
        source: "Adams Solver help, EQUILIBRIUM command",
        arguments: &ALL,
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    if r.args.has("DEFAULT") {
        run.statics = Default::default();
    }
    read(&r.args, &mut run.statics);
    let settings = run.statics.clone();
    if run.simulated {
        run.model
            .commands
            .push(Action::Equilibrium(settings, r.span));
    } else {
        run.model.settings.statics = settings;
    }
}
