//! The elements and commands of the language: one file each, one line in [`ELEMENTS`].

pub mod activate;
pub mod body_point;
pub mod body_rigid;
pub mod constraint_coupler;
pub mod constraint_cvcv;
pub mod constraint_gear;
pub mod constraint_general;
pub mod constraint_joint;
pub mod constraint_jprim;
pub mod constraint_ptcv;
pub mod constraint_userconstr;
pub mod control_diff;
pub mod control_plant;
pub mod control_siso;
pub mod control_state_eqn;
pub mod force_beam;
pub mod force_bushing;
pub mod force_contact;
pub mod force_field;
pub mod force_gravity;
pub mod force_joint_friction;
pub mod force_multi_point;
mod force_penalty;
pub mod force_scalar_two_body;
pub mod force_spring_damper;
pub mod force_vector_one_body;
pub mod force_vector_two_body;
pub mod left_aside;
pub mod load_command;
pub mod load_model;
pub mod motion_joint;
pub mod motion_marker;
pub mod param_linear;
pub mod param_simulation;
pub mod param_static;
pub mod param_transient;
pub mod param_unit;
pub mod post_graphic;
pub mod post_request;
pub mod reference_array;
pub mod reference_marker;
pub mod reference_matrix;
pub mod reference_param_curve;
pub mod reference_spline;
pub mod reference_string;
pub mod reference_variable;
pub mod res_output;
pub mod sensor_evaluate;
pub mod sensor_event;
pub mod simulate;
pub mod stop;
pub mod unsupported;
mod user_program_control;

use super::element::Element;

/// Every element of the language.
pub const ELEMENTS: &[&Element] = &[
    &param_unit::ELEMENT,
    &param_simulation::ELEMENT,
    &param_transient::ELEMENT,
    &param_static::ELEMENT,
    &param_linear::ELEMENT,
    &force_gravity::ELEMENT,
    &body_rigid::ELEMENT,
    &body_point::ELEMENT,
    &reference_marker::ELEMENT,
    &constraint_joint::ELEMENT,
    &constraint_jprim::ELEMENT,
    &constraint_coupler::ELEMENT,
    &constraint_general::ELEMENT,
    &motion_joint::ELEMENT,
    &motion_marker::ELEMENT,
    &force_beam::ELEMENT,
    &force_bushing::ELEMENT,
    &force_contact::ELEMENT,
    &force_field::ELEMENT,
    &force_joint_friction::ELEMENT,
    &force_spring_damper::ELEMENT,
    &force_vector_one_body::ELEMENT,
    &force_vector_two_body::ELEMENT,
    &post_graphic::ELEMENT,
    &force_scalar_two_body::ELEMENT,
    &post_request::ELEMENT,
    &simulate::ELEMENT,
    &reference_variable::ELEMENT,
    &control_diff::ELEMENT,
    &control_siso::ELEMENT,
    &control_plant::INPUT,
    &control_plant::OUTPUT,
    &control_plant::STATE,
    &reference_array::ELEMENT,
    &reference_matrix::ELEMENT,
    &reference_spline::ELEMENT,
    &reference_string::ELEMENT,
    &sensor_evaluate::ELEMENT,
    &sensor_event::ELEMENT,
    &res_output::ELEMENT,
    &activate::ACTIVATE,
    &activate::DEACTIVATE,
    &stop::ELEMENT,
    &unsupported::BODY_FLEXIBLE,
    &constraint_cvcv::ELEMENT,
    &unsupported::CONSTRAINT_CVSF,
    &constraint_gear::ELEMENT,
    &unsupported::CONSTRAINT_MATE,
    &constraint_ptcv::ELEMENT,
    &unsupported::CONSTRAINT_PTDCV,
    &unsupported::CONSTRAINT_PTDSF,
    &unsupported::CONSTRAINT_PTSF,
    &unsupported::CONSTRAINT_SFSF,
    &constraint_userconstr::ELEMENT,
    &control_state_eqn::ELEMENT,
    &unsupported::FORCE_FLEXMODAL,
    &force_multi_point::ELEMENT,
    &force_penalty::ELEMENT,
    &unsupported::FORCE_PTDSF,
    &unsupported::FORCE_STATEEQN,
    &unsupported::REFERENCE_DEFORMCURVE,
    &unsupported::REFERENCE_DEFORMSURFACE,
    &reference_param_curve::ELEMENT,
    &unsupported::REFERENCE_PARAMSURFACE,
    &unsupported::SENSOR_PROXIMITY,
    &unsupported::PARAM_FREQRESPONSE,
    &unsupported::SAVE,
    &user_program_control::ELEMENT,
    &load_model::ELEMENT,
    &load_command::ELEMENT,
    &left_aside::DEBUG_OUTPUT,
    &left_aside::H3D_OUTPUT,
];
