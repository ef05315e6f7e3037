//! Commands that are known and left aside: they do not change a result.

use super::command::Command;
use crate::adm::syntax::{Label, Syntax};
use crate::common::coverage::Status;

const fn left_aside(name: &'static str, text: &'static str, why: &'static str) -> Command {
    Command {
        syntax: Syntax {
            name,
            aliases: &[],
            label: Label::Optional,
            status: Status::Ignored(why),
            text,
            source: "Adams Solver help, commands",
            arguments: &[],
        },
        opaque: true,
        take: None,
    }
}

const PRINTS: &str = "it only prints";
const EXACT: &str = "these equations are solved to the last digit";
const ONE: &str = "there is one solver and one geometry engine";

/// DEBUG
pub const DEBUG: Command = left_aside("DEBUG", "What is printed while a run goes on.", PRINTS);
/// ENVIRONMENT
pub const ENVIRONMENT: Command = left_aside("ENVIRONMENT", "Variables of the system.", ONE);
/// HELP
pub const HELP: Command = left_aside("HELP", "Prints help.", PRINTS);
/// IC
pub const IC: Command = left_aside("IC", "Tolerances of the initial conditions.", EXACT);
/// INFO
pub const INFO: Command = left_aside("INFO", "Prints measures of markers.", PRINTS);
/// KINEMATICS
pub const KINEMATICS: Command =
    left_aside("KINEMATICS", "Tolerances of kinematic analysis.", EXACT);
/// LIST
pub const LIST: Command = left_aside("LIST", "Prints statements.", PRINTS);
/// LSOLVER
pub const LSOLVER: Command = left_aside("LSOLVER", "Which linear solver is used.", ONE);
/// MENU
pub const MENU: Command = left_aside("MENU", "Prints a menu.", PRINTS);
/// PREFERENCES
pub const PREFERENCES: Command = left_aside(
    "PREFERENCES",
    "Choices between solvers, libraries and geometry engines.",
    ONE,
);
/// SHOW
pub const SHOW: Command = left_aside("SHOW", "Prints the state of the model.", PRINTS);
/// TIME
pub const TIME: Command = left_aside("TIME", "Prints the time used.", PRINTS);
