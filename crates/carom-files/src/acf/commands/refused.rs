//! Commands that are known and not supported.

use super::command::Command;
use crate::adm::syntax::{Argument, Label, Syntax};
use crate::common::coverage::Status;

const fn refused(
    name: &'static str,
    text: &'static str,
    why: &'static str,
    arguments: &'static [Argument],
) -> Command {
    Command {
        syntax: Syntax {
            name,
            aliases: &[],
            label: Label::Optional,
            status: Status::Refused(why),
            text,
            source: "Adams Solver help, commands",
            arguments,
        },
        opaque: true,
        take: None,
    }
}

/// FLEX_BODY
pub const FLEX_BODY: Command = refused(
    "FLEX_BODY",
    "Gives other data to a flexible body.",
    "flexible bodies are not supported",
    &[],
);
/// UNITS
pub const UNITS: Command = refused(
    "UNITS",
    "Gives other units.",
    "all numbers of a run are in the units of its dataset",
    &[],
);
