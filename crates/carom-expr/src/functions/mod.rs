//! The functions of the language, one entry each.
//!
//! To add one: write its file (or add it to its family), one `mod` line, one entry in [`FUNCTIONS`]. The reference
//! manual and `carom explain` are made from this list.

mod acceleration;
mod angle;
mod argument;
mod bistop;
mod call;
mod condition;
mod constant;
mod count;
mod delay;
mod displacement;
mod element_force;
mod elementary;
mod entry;
mod extreme;
mod generic_force;
mod impact;
mod incident;
mod invpsd;
mod law;
mod marker;
mod named;
mod orient;
mod rounding;
mod series;
mod shf;
mod sign;
mod spline;
mod statistic;
mod step;
mod sweep;
mod system;
mod user;
mod vector;
mod velocity;

pub use argument::Argument;
pub(crate) use count::counted;
pub use entry::{Example, Function, Share, Status};
pub(crate) use named::value;

use carom_base::Dialect;

/// All functions, constants and variables of both languages, in the order of the manuals.
pub const FUNCTIONS: &[&Function] = &[
    // Constants and variables
    &constant::TIME,
    &constant::MODE,
    &constant::PI,
    &constant::RTOD,
    &constant::DTOR,
    &statistic::CPU,
    &statistic::HSIZE,
    &statistic::NJAC,
    &statistic::NRHS,
    &statistic::ORDER,
    // Mathematics
    &sign::ABS,
    &elementary::ACOS,
    &rounding::AINT,
    &rounding::ANINT,
    &elementary::ASIN,
    &elementary::ATAN,
    &elementary::ATAN2,
    &elementary::COS,
    &elementary::COSH,
    &extreme::DIM,
    &elementary::EXP,
    &condition::IF,
    &elementary::LOG,
    &elementary::LOG10,
    &extreme::MAX,
    &extreme::MIN,
    &rounding::MOD,
    &sign::SIGN,
    &elementary::SIN,
    &elementary::SINH,
    &elementary::SQRT,
    &elementary::TAN,
    &elementary::TANH,
    // Displacement
    &displacement::DX,
    &displacement::DY,
    &displacement::DZ,
    &displacement::DM,
    &angle::AX,
    &angle::AY,
    &angle::AZ,
    &angle::AXU,
    &angle::AYU,
    &angle::AZU,
    &angle::PSI,
    &angle::THETA,
    &angle::PHI,
    &angle::YAW,
    &angle::PITCH,
    &angle::ROLL,
    &angle::INCANG,
    &orient::ORIENT,
    // Velocity
    &velocity::VX,
    &velocity::VY,
    &velocity::VZ,
    &velocity::VM,
    &velocity::VR,
    &velocity::WX,
    &velocity::WY,
    &velocity::WZ,
    &velocity::WM,
    // Acceleration
    &acceleration::ACCX,
    &acceleration::ACCY,
    &acceleration::ACCZ,
    &acceleration::ACCM,
    &acceleration::WDTX,
    &acceleration::WDTY,
    &acceleration::WDTZ,
    &acceleration::WDTM,
    // Forces between markers
    &generic_force::FX,
    &generic_force::FY,
    &generic_force::FZ,
    &generic_force::FM,
    &generic_force::TX,
    &generic_force::TY,
    &generic_force::TZ,
    &generic_force::TM,
    // Forces of elements
    &element_force::BEAM,
    &element_force::BUSH,
    &element_force::ABUSH,
    &element_force::FIELD,
    &element_force::SFORCE,
    &element_force::VFORCE,
    &element_force::VTORQ,
    &element_force::GFORCE,
    &element_force::SPDP,
    &element_force::NFORCE,
    &element_force::NFORCE_OF_MOTIONSOLVE,
    &element_force::JOINT,
    &element_force::JPRIM,
    &element_force::MOTION,
    &element_force::UCON,
    &element_force::PTCV,
    &element_force::CVCV,
    &element_force::PTSF,
    &element_force::CVSF,
    &element_force::CONTACT,
    &element_force::FRICTION,
    &element_force::FRICTION_OF_MOTIONSOLVE,
    // System elements
    &system::VARVAL,
    &system::ARYVAL,
    &system::DIF,
    &system::DIF1,
    &system::PINVAL,
    &system::POUVAL,
    &system::SENVAL,
    &system::KE,
    &user::USER,
    // Contact of solids
    &incident::DEPTH,
    &incident::DEPTHDOT,
    &incident::VOLUME,
    &incident::AREA,
    // Tables
    &spline::AKISPL,
    &spline::CUBSPL,
    &spline::LINSPL,
    &spline::QUISPL,
    &spline::CURVE,
    &spline::INTERP,
    // Laws and series
    &step::STEP,
    &step::STEP5,
    &step::HAVSIN,
    &series::POLY,
    &series::CHEBY,
    &series::FORCOS,
    &series::FORSIN,
    &shf::SHF,
    &sweep::SWEEP,
    &invpsd::INVPSD,
    &delay::DELAY,
    &bistop::BISTOP,
    &impact::IMPACT,
    // Vectors
    &vector::DXYZ,
    &vector::VXYZ,
    &vector::WXYZ,
    &vector::ACCXYZ,
    &vector::WDTXYZ,
    &vector::FXYZ,
    &vector::TXYZ,
    &vector::UV,
    &vector::UVX,
    &vector::UVY,
    &vector::UVZ,
    &vector::MAG,
    &vector::TRANS,
];

/// The function of this name (any case), if a language has it.
pub fn lookup(name: &str, dialect: Dialect) -> Option<&'static Function> {
    let is_it = |f: &&&Function| f.is_in(dialect) && f.name.eq_ignore_ascii_case(name);
    FUNCTIONS.iter().find(is_it).copied()
}

#[cfg(test)]
mod tests;
