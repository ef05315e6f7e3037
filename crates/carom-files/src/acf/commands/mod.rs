//! The commands, one file each.

mod activate;
mod change;
mod command;
mod control;
mod equilibrium;
mod file;
mod integrator;
mod left_aside;
mod linear;
mod refused;
mod saved;
mod simulate;
mod stop;

pub use command::{Command, Record, Runner};

/// All commands, in the order of the manual.
pub const COMMANDS: &[&Command] = &[
    &change::ACCGRAV,
    &activate::ACTIVATE,
    &change::ARRAY,
    &change::BEAM,
    &change::BUSHING,
    &change::CONTACT,
    &control::COMMAND,
    &activate::DEACTIVATE,
    &left_aside::DEBUG,
    &change::DIFF,
    &left_aside::ENVIRONMENT,
    &equilibrium::COMMAND,
    &change::FIELD,
    &file::COMMAND,
    &refused::FLEX_BODY,
    &change::FRICTION,
    &change::GCON,
    &change::GFORCE,
    &left_aside::HELP,
    &left_aside::IC,
    &left_aside::INFO,
    &integrator::COMMAND,
    &change::JOINT,
    &left_aside::KINEMATICS,
    &linear::COMMAND,
    &left_aside::LIST,
    &left_aside::LSOLVER,
    &change::MARKER,
    &left_aside::MENU,
    &change::MOTION,
    &change::OUTPUT,
    &change::PART,
    &change::POINT_MASS,
    &left_aside::PREFERENCES,
    &saved::RELOAD,
    &change::REQUEST,
    &saved::SAVE,
    &change::SENSOR,
    &change::SFORCE,
    &left_aside::SHOW,
    &simulate::COMMAND,
    &change::SPLINE,
    &change::SPRINGDAMPER,
    &stop::COMMAND,
    &change::STRING,
    &left_aside::TIME,
    &refused::UNITS,
    &change::VARIABLE,
    &change::VFORCE,
    &change::VTORQUE,
];
