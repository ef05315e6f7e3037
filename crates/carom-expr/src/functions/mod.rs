//! The functions of the language, one entry each.
//!
//! To add one: write its file (or add it to its family), one `mod` line, one entry in [`FUNCTIONS`]. The reference
//! manual and `carom explain` are made from this list.

mod acceleration;
mod angle;
mod bistop;
mod call;
mod condition;
mod constant;
mod delay;
mod displacement;
mod element_force;
mod elementary;
mod extreme;
mod generic_force;
mod impact;
mod incident;
mod invpsd;
mod law;
mod marker;
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

pub(crate) use call::{Call, counted, find};

use crate::tape::{Builder, Value};
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

/// A function, constant or variable of the language.
#[derive(Debug)]
pub struct Function {
    /// Its name, upper case.
    pub name: &'static str,
    /// Part of the Adams language. What is in neither language is Carom's own, and known beside both.
    pub adams: bool,
    /// Part of the MotionSolve language.
    pub motionsolve: bool,
    /// Written with parentheses; constants and variables are not.
    pub called: bool,
    /// What stands in the parentheses.
    pub arguments: &'static [Argument],
    /// How often the last argument may stand; 1 unless it is a list.
    pub repeats: usize,
    /// How its arguments share in the dimension of its value, one for each, the last for those that follow; empty: they
    /// are numbers, and so is the value, unless it is measured.
    pub scaling: &'static [Share],
    /// One line on the value.
    pub text: &'static str,
    /// Formula, frames, signs, what happens at the edges; may be empty.
    pub details: &'static str,
    /// A worked example.
    pub example: Example,
    /// Where its definition stands.
    pub source: &'static str,
    /// Whether it can be used.
    pub status: Status,
    pub(crate) lower: fn(&mut Builder<'_>, &Call) -> Option<Value>,
}

/// How an argument shares in dimensions: with the variable x, which is the first argument that says so, or with the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// A number.
    Number,
    /// A dimension that nothing else has.
    Own,
    /// That of x.
    X,
    /// One over that of x.
    PerX,
    /// That of x over T.
    Rate,
    /// A time.
    Time,
    /// That of the value.
    Value,
    /// That of the value over the nth power of that of x; the next argument has n + 1.
    Coefficient(u8),
    /// The square of that of the value.
    Square,
    /// That of the value over that of x to a power, which is the argument at this position.
    Stiffness(u8),
    /// That of the value times T over that of x.
    Damping,
}

/// An argument of a function.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Name in the manual.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Its dimension: `L`, `F`, `T`, `L/T`, `θ` for radians, `id`, `1`; empty if any.
    pub dimension: &'static str,
    /// Its range, empty if there is none.
    pub range: &'static str,
    /// May be left out.
    pub optional: bool,
}

/// An expression that uses a function.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The expression.
    pub text: &'static str,
    /// Its value where it does not depend on a model.
    pub value: Option<f64>,
}

/// Whether a function can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It works.
    Works,
    /// It is known by name and refused, with the reason.
    Refused(&'static str),
}

impl Function {
    /// Whether it is Carom's own.
    pub fn is_own(&self) -> bool {
        !self.adams && !self.motionsolve
    }

    /// Whether it is known where a language is written.
    pub fn is_in(&self, dialect: Dialect) -> bool {
        self.is_own()
            || match dialect {
                Dialect::Adams => self.adams,
                Dialect::MotionSolve => self.motionsolve,
            }
    }

    /// Whether it takes or gives a vector.
    pub fn is_of_vectors(&self) -> bool {
        crate::syntax::vectors::is_of_vectors(self.name)
    }

    /// Fewest arguments.
    pub fn fewest(&self) -> usize {
        self.arguments.iter().filter(|a| !a.optional).count()
    }

    /// Most arguments.
    pub fn most(&self) -> usize {
        self.arguments.len() + self.repeats - 1
    }

    /// How it is written: `DX(i[, j][, k])`.
    pub fn form(&self) -> String {
        if !self.called {
            return self.name.into();
        }
        let mut form = format!("{}(", self.name);
        for (k, a) in self.arguments.iter().enumerate() {
            let before = match k {
                0 => "",
                1 if self.name == "IF" => ": ",
                _ => ", ",
            };
            form += &if a.optional {
                format!("[{before}{}]", a.name)
            } else {
                format!("{before}{}", a.name)
            };
        }
        if self.repeats > 1 {
            form += ", ...";
        }
        form + ")"
    }
}

/// The function of this name (any case), if a language has it.
pub fn lookup(name: &str, dialect: Dialect) -> Option<&'static Function> {
    let is_it = |f: &&&Function| f.is_in(dialect) && f.name.eq_ignore_ascii_case(name);
    FUNCTIONS.iter().find(is_it).copied()
}

/// An entry to be completed: in both languages, without arguments.
const fn entry(name: &'static str, lower: Lower) -> Function {
    Function {
        name,
        adams: true,
        motionsolve: true,
        called: true,
        arguments: &[],
        repeats: 1,
        scaling: &[],
        text: "",
        details: "",
        example: Example {
            text: "",
            value: None,
        },
        source: "",
        status: Status::Works,
        lower,
    }
}

type Lower = fn(&mut Builder<'_>, &Call) -> Option<Value>;

/// An entry that is known and refused.
const fn refused(name: &'static str, reason: &'static str) -> Function {
    Function {
        status: Status::Refused(reason),
        ..entry(name, |_, _| None)
    }
}

const fn example(text: &'static str, value: f64) -> Example {
    Example {
        text,
        value: Some(value),
    }
}

const fn usage(text: &'static str) -> Example {
    Example { text, value: None }
}

const fn argument(
    name: &'static str,
    meaning: &'static str,
    dimension: &'static str,
    range: &'static str,
) -> Argument {
    Argument {
        name,
        meaning,
        dimension,
        range,
        optional: false,
    }
}

const fn optional(
    name: &'static str,
    meaning: &'static str,
    dimension: &'static str,
    range: &'static str,
) -> Argument {
    Argument {
        name,
        meaning,
        dimension,
        range,
        optional: true,
    }
}

#[cfg(test)]
mod tests;
