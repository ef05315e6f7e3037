//! The elements and commands of the language: one file each, one line in [`ELEMENTS`].

pub mod body_point;
pub mod body_rigid;
pub mod force_gravity;
pub mod force_scalar_two_body;
pub mod param_simulation;
pub mod param_static;
pub mod param_transient;
pub mod param_unit;
pub mod post_request;
pub mod reference_marker;
pub mod simulate;

use super::syntax::Element;

/// Every element of the language.
pub const ELEMENTS: &[&Element] = &[
    &param_unit::ELEMENT,
    &param_simulation::ELEMENT,
    &param_transient::ELEMENT,
    &param_static::ELEMENT,
    &force_gravity::ELEMENT,
    &body_rigid::ELEMENT,
    &body_point::ELEMENT,
    &reference_marker::ELEMENT,
    &force_scalar_two_body::ELEMENT,
    &post_request::ELEMENT,
    &simulate::ELEMENT,
];
