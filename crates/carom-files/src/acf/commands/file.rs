//! FILE: names of files.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Label, Syntax, text};
use crate::common::coverage::Status;

/// FILE
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "FILE",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("one dataset in a run"),
        text: "Names the dataset, the prefix of the output files, or a file whose commands are carried out here.",
        source: "Adams Solver help, FILE",
        arguments: &[
            text("MODEL"),
            text("OUTPUT_PREFIX").default("the name of the dataset"),
            text("COMMAND"),
        ],
    },
    opaque: false,
    take: Some(take),
};

/// The dataset itself and the commands of other files are read before commands are taken.
fn take(r: &Record, run: &mut Runner) {
    if r.args.has("OUTPUT_PREFIX") {
        run.model.output.prefix = Some(r.args.file("OUTPUT_PREFIX").to_string());
    }
    if run.simulated && r.args.has("MODEL") {
        run.unsupported(r, r.place("MODEL"), "one run is about one dataset");
    }
}
