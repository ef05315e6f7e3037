//! The statements of a dataset, one file each.

mod accgrav;
mod array;
mod beam;
mod bushing;
mod contact;
mod coupler;
mod curve;
mod cvcv;
mod diff;
mod end;
pub(crate) mod equilibrium;
mod field;
mod friction;
mod gcon;
mod gear;
mod gforce;
mod graphics;
mod gse;
pub(crate) mod integrator;
mod joint;
mod jprim;
mod left_aside;
mod lse;
mod marker;
mod matrix;
mod motion;
mod mrequest;
mod nforce;
mod output;
mod part;
mod plant;
mod point_mass;
mod preferences;
mod ptcv;
mod refused;
mod request;
mod results;
mod sensor;
mod sforce;
mod spline;
mod springdamper;
mod string;
mod tfsiso;
mod ucon;
mod units;
mod variable;
mod vforce;
mod vtorque;

pub use super::statement::Statement;

/// All statements, in the order of the manual.
pub const STATEMENTS: &[&Statement] = &[
    &accgrav::STATEMENT,
    &array::STATEMENT,
    &beam::STATEMENT,
    &bushing::STATEMENT,
    &refused::CBKSUB,
    &refused::CLEARANCE,
    &contact::STATEMENT,
    &coupler::STATEMENT,
    &curve::STATEMENT,
    &cvcv::STATEMENT,
    &refused::CVSF,
    &left_aside::DEBUG,
    &diff::STATEMENT,
    &end::STATEMENT,
    &equilibrium::STATEMENT,
    &refused::EXTERNAL_SYSTEM,
    &refused::FE_LOAD,
    &refused::FE_NODE,
    &refused::FE_PART,
    &field::STATEMENT,
    &refused::FLEX_BODY,
    &friction::STATEMENT,
    &gcon::STATEMENT,
    &gear::STATEMENT,
    &gforce::STATEMENT,
    &graphics::STATEMENT,
    &gse::STATEMENT,
    &left_aside::IC,
    &integrator::STATEMENT,
    &joint::STATEMENT,
    &jprim::STATEMENT,
    &left_aside::KINEMATICS,
    &lse::STATEMENT,
    &left_aside::LSOLVER,
    &marker::STATEMENT,
    &left_aside::MATERIAL,
    &matrix::STATEMENT,
    &refused::MFORCE,
    &motion::STATEMENT,
    &mrequest::STATEMENT,
    &nforce::STATEMENT,
    &refused::NODE,
    &output::STATEMENT,
    &part::STATEMENT,
    &plant::PINPUT,
    &point_mass::STATEMENT,
    &plant::POUTPUT,
    &preferences::STATEMENT,
    &plant::PSTATE,
    &ptcv::STATEMENT,
    &refused::PTSF,
    &request::STATEMENT,
    &results::STATEMENT,
    &refused::SECTION,
    &sensor::STATEMENT,
    &sforce::STATEMENT,
    &refused::SFSF,
    &spline::STATEMENT,
    &springdamper::STATEMENT,
    &string::STATEMENT,
    &refused::SURFACE,
    &tfsiso::STATEMENT,
    &refused::TIRE,
    &ucon::STATEMENT,
    &units::STATEMENT,
    &variable::STATEMENT,
    &vforce::STATEMENT,
    &vtorque::STATEMENT,
];
