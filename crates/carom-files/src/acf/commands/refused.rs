//! Commands that are known and not supported.

use super::Command;
use crate::adm::syntax::{Argument, Label, Syntax, flag, function, text};
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

/// A command that redefines a statement of the dataset.
const fn redefines(name: &'static str) -> Command {
    refused(
        name,
        "Gives other data to a statement of the dataset.",
        "data cannot be changed between analyses; write another dataset",
        &[],
    )
}

/// ACCGRAV
pub const ACCGRAV: Command = redefines("ACCGRAV");
/// ARRAY
pub const ARRAY: Command = redefines("ARRAY");
/// BEAM
pub const BEAM: Command = redefines("BEAM");
/// BUSHING
pub const BUSHING: Command = redefines("BUSHING");
/// CONTROL
pub const CONTROL: Command = refused(
    "CONTROL",
    "A run scripted by user-written code.",
    "user-written code is not run",
    &[function("FUNCTION"), text("ROUTINE")],
);
/// FIELD
pub const FIELD: Command = redefines("FIELD");
/// FLEX_BODY
pub const FLEX_BODY: Command = redefines("FLEX_BODY");
/// FRICTION
pub const FRICTION: Command = redefines("FRICTION");
/// GCON
pub const GCON: Command = redefines("GCON");
/// GFORCE
pub const GFORCE: Command = redefines("GFORCE");
/// JOINT
pub const JOINT: Command = redefines("JOINT");
/// MARKER
pub const MARKER: Command = redefines("MARKER");
/// MOTION
pub const MOTION: Command = redefines("MOTION");
/// OUTPUT
pub const OUTPUT: Command = redefines("OUTPUT");
/// PART
pub const PART: Command = redefines("PART");
/// RELOAD
pub const RELOAD: Command = refused(
    "RELOAD",
    "Takes back a state that SAVE wrote.",
    "saved states of other programs are not read",
    &[
        flag("SYSTEM"),
        text("FILE"),
        text("OUTPUT_PREFIX"),
        flag("STATES"),
    ],
);
/// REQUEST
pub const REQUEST: Command = redefines("REQUEST");
/// SAVE
pub const SAVE: Command = refused(
    "SAVE",
    "Writes the state of the run.",
    "runs are saved by themselves and continued with --resume",
    &[flag("SYSTEM"), text("FILE"), text("TITLE")],
);
/// SENSOR
pub const SENSOR: Command = redefines("SENSOR");
/// SFORCE
pub const SFORCE: Command = redefines("SFORCE");
/// SPLINE
pub const SPLINE: Command = redefines("SPLINE");
/// SPRINGDAMPER
pub const SPRINGDAMPER: Command = redefines("SPRINGDAMPER");
/// STRING
pub const STRING: Command = redefines("STRING");
/// UNITS
pub const UNITS: Command = redefines("UNITS");
/// VARIABLE
pub const VARIABLE: Command = redefines("VARIABLE");
/// VFORCE
pub const VFORCE: Command = redefines("VFORCE");
/// VTORQUE
pub const VTORQUE: Command = redefines("VTORQUE");
