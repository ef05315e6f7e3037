//! STOP: the end of the commands.

use super::command::Command;
use crate::adm::syntax::{Label, Syntax};
use crate::common::coverage::Status;
use carom_model::analysis::Command as Action;

/// STOP
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "STOP",
        aliases: &[],
        label: Label::None,
        status: Status::Full,
        text: "Ends the run; commands after it are not read.",
        source: "Adams Solver help, STOP",
        arguments: &[],
    },
    opaque: false,
    take: Some(|_, run| {
        run.model.commands.push(Action::Stop);
        run.stopped = true;
    }),
};
