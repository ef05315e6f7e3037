//! The equations of motion as a [`carom_solve::Problem`].
//!
//! Unknowns `y = [q, v, x | λ, μ]`: positions (centre of mass; rotation vector in the chart of the step's start),
//! velocities (centre of mass on ground axes, angular on body axes), extra states, multipliers of the constraints and
//! of the stabilization (Gear, Leimkuhler, Gupta 1985):
//!
//! ```text
//! q' = T(q)⁻¹(v − W⁻¹·Gᵀ·μ)     M·v' = F(t, q, v, x) + Gᵀ·λ     x' = h(t, q, v, x)     Φ(t, q, x) = 0     G·v + Φ_t = 0
//! ```
//!
//! In the formulation of index 3 ([`carom_solve::Formulation::Positions`]) the last of these and μ in the first are left out; `μ = 0` stands in their
//! place.
//!
//! Masses are divided by the units consistency factor, so that forces and multipliers are in model units.

use applied_forces::{accumulate, power_on};
pub(crate) use contact::endings::forget_series;
pub use contact::state::IMPACT_NUMBERS;
pub use contact::stick_slip::CONTACT_FRICTION_NUMBERS;
pub use event_record::EventRecord;
pub(crate) use feedback::measured;
pub(crate) use islands::Islands;
pub(in crate::equations) use joint_coordinates::Looks;
pub(crate) use joint_coordinates::variations;
pub(crate) use joint_coordinates::{InJoints, JointCoordinates, Leaving, in_joints, joints_pay};
use joint_friction::{FRICTION_ITERATIONS, no_friction};
pub use run::Equations;
use run::{JacobianLayout, MOST_GUARDS, place_bodies, vec_take};

mod accelerations;
mod applied_forces;
mod contact;
mod contact_friction;
mod contact_friction_events;
mod contact_groups;
mod contact_rows;
pub(crate) mod contact_statics;
mod couplings;
mod delays;
pub(crate) mod drawn_in;
mod driven;
mod event_record;
mod features;
mod feedback;
mod formulation;
mod friction_impact;
mod function_faults;
mod held;
mod islands;
pub mod jacobian;
mod joint_coordinates;
mod joint_friction;
pub mod kkt;
pub(crate) mod limits;
mod linearization;
pub(crate) mod neighbour_list;
mod nested;
mod pieces;
mod powers;
mod pressing;
mod problem;
pub(crate) mod quadrature;
mod ranges;
pub mod report;
mod run;
pub(crate) mod single_point_impact;
mod singular;
mod solid_ranges;
mod solids;
pub mod solution;
mod swept;
mod switching;
mod turns;
mod watch;
