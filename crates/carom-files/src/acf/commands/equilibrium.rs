//! EQUILIBRIUM: other settings of statics, before the first analysis.

use super::{Command, Record, Runner};
use crate::adm::statements::equilibrium::{ARGUMENTS, read};
use crate::adm::syntax::{Argument, Label, Syntax, flag};
use crate::common::coverage::Status;

const OWN: [Argument; 2] = [
    flag("DEFAULT").refused("give the settings themselves"),
    flag("LIST").ignored("it only prints"),
];
const ALL: [Argument; ARGUMENTS.len() + 2] = super::joined(ARGUMENTS, OWN);

/// EQUILIBRIUM
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "EQUILIBRIUM",
        aliases: &[],
        label: Label::None,
        status: Status::Partial(
            "before the first SIMULATE; the search always goes to full accuracy",
        ),
        text: "Sets limits and tolerances of static analysis.",
        source: "Adams Solver help, EQUILIBRIUM command",
        arguments: &ALL,
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    if run.simulated {
        run.unsupported(r, r.span, "it has to stand before the first SIMULATE");
    } else {
        read(&r.args, &mut run.model.settings.statics);
    }
}
