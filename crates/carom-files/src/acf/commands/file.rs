//! FILE: names of files.

use super::{Command, Record, Runner};
use crate::adm::syntax::{Label, Syntax, text};
use crate::common::coverage::Status;

/// FILE
pub const COMMAND: Command = Command {
    syntax: Syntax {
        name: "FILE",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("no further command files"),
        text: "Names the dataset and the prefix of the output files.",
        source: "Adams Solver help, FILE",
        arguments: &[
            text("MODEL"),
            text("OUTPUT_PREFIX").default("the name of the dataset"),
            text("COMMAND").refused("commands come from one file"),
        ],
    },
    opaque: false,
    take: Some(take),
};

/// The dataset itself is read before the commands are taken.
fn take(r: &Record, run: &mut Runner) {
    if r.args.has("OUTPUT_PREFIX") {
        run.model.output.prefix = Some(r.args.text("OUTPUT_PREFIX").to_string());
    }
    if run.simulated && r.args.has("MODEL") {
        run.unsupported(r, r.place("MODEL"), "one run is about one dataset");
    }
}
