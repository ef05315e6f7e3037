//! CONTROL: user-written code that runs the analyses.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Label, Syntax, function, routine};
use crate::common::coverage::Status;
use carom_model::analysis::Command as Action;
use carom_model::constraint::Function;

/// CONTROL
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "CONTROL",
        aliases: &[],
        label: Label::Optional,
        status: Status::Partial("where --allow-user-code is given"),
        text: "Calls CONSUB, which runs analyses (ANALYS), changes the model (MODIFY) and writes rows of results (DATOUT).",
        source: "Adams Solver help, CONTROL and CONSUB",
        arguments: &[function("FUNCTION").required(), routine("ROUTINE")],
    },
    opaque: false,
    take: Some(take),
};

fn take(r: &Record, run: &mut Runner) {
    let Some(Function::User(user)) = r.args.function("FUNCTION", Some("ROUTINE")) else {
        let what = "FUNCTION has to be USER(...)";
        return run.error(r, "adm-bad-value", r.place("FUNCTION"), what);
    };
    run.revise();
    run.simulated = true;
    // What it does is not known.
    run.time = None;
    run.model
        .commands
        .push(Action::Control { user, span: r.span });
}
