//! Sensitivities, periodic orbits and stability of mechanisms with impacts.
//!
//! A study ([`carom_study::Study`]) says which numbers of a model are parameters. [`Family`] is the model as a function of them; its runs carry the tangent
//! of [`carom::dynamics::tangent`] along.

pub mod basin;
pub mod branch;
mod chain;
pub mod curves;
pub mod exponents;
mod family;
pub mod orbit;
pub mod picture;
pub mod report;
mod rest;
mod sensitivity;
mod sheet;
mod shooting;
pub mod tables;
mod trace;

pub use family::{Error, Family};
pub use sensitivity::{
    EventSensitivity, Flag, ParameterValue, ResponseSensitivity, Sensitivities, sensitivities,
};
pub use tables::Table;
pub use trace::Trace;
