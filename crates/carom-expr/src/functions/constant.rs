//! TIME, MODE, PI, RTOD, DTOR.

use super::entry::{Function, Lower, entry, example, usage};
use crate::input::Input;

const SOURCE: &str = "Adams Solver help, function expressions: constants and system variables";

const fn name(name: &'static str, lower: Lower) -> Function {
    Function {
        called: false,
        source: SOURCE,
        ..entry(name, lower)
    }
}

pub(super) const TIME: Function = Function {
    text: "Time of the simulation, T",
    example: usage("360D*TIME"),
    ..name("TIME", |b, call| Some(b.time(call.place)))
};

pub(super) const MODE: Function = Function {
    text: "Kind of the analysis as a whole number",
    details: "1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear analysis.",
    example: usage("IF(MODE - 4: 0, 10, 0)"),
    ..name("MODE", |b, call| Some(b.input(Input::Mode, call.place)))
};

pub(super) const PI: Function = Function {
    text: "The number π",
    example: example("COS(PI)", -1.0),
    ..name("PI", |b, _| Some(b.constant(std::f64::consts::PI)))
};

pub(super) const RTOD: Function = Function {
    text: "180/π, degrees in a radian",
    example: example("PI/2*RTOD", 90.0),
    ..name("RTOD", |b, _| {
        Some(b.constant(180.0 / std::f64::consts::PI))
    })
};

pub(super) const DTOR: Function = Function {
    text: "π/180, radians in a degree",
    example: example("SIN(30*DTOR)", 0.5),
    ..name("DTOR", |b, _| {
        Some(b.constant(std::f64::consts::PI / 180.0))
    })
};
