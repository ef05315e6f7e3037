//! Accelerations of markers.

use super::argument::Argument;
use super::entry::{Function, Lower, entry, usage};
use super::marker;
use crate::measure::Measure;

const fn acceleration(
    name: &'static str,
    arguments: &'static [Argument],
    lower: Lower,
) -> Function {
    Function {
        arguments,
        source: "Adams Solver and MotionSolve help, acceleration functions",
        ..entry(name, lower)
    }
}

const LINEAR: &str = "With r = rᵢ - rⱼ, v = vᵢ - vⱼ, a = aᵢ - aⱼ: [a - ω̇ₗ × r - 2ωₗ × v + ωₗ × (ωₗ × r)]·axis of k, L/T².";
const ANGULAR: &str = "[ω̇ᵢ - ω̇ⱼ - ωₗ × (ωᵢ - ωⱼ)]·axis of k, θ/T².";

pub(super) const ACCX: Function = Function {
    text: "x of the acceleration of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("ACCX(21,11)"),
    ..acceleration("ACCX", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::ACCX)
    })
};

pub(super) const ACCY: Function = Function {
    text: "y of the acceleration of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("ACCY(21,11)"),
    ..acceleration("ACCY", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::ACCY)
    })
};

pub(super) const ACCZ: Function = Function {
    text: "z of the acceleration of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("ACCZ(21,11)"),
    ..acceleration("ACCZ", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::ACCZ)
    })
};

pub(super) const ACCM: Function = Function {
    text: "Magnitude of the acceleration of marker i against marker j, seen from l",
    details: "The third argument is the frame of the time derivative. Its gradient at zero is taken as zero.",
    example: usage("ACCM(21,11)"),
    ..acceleration("ACCM", marker::IJL, |b, call| {
        marker::measure(b, call, Measure::ACCM)
    })
};

pub(super) const WDTX: Function = Function {
    text: "x of the angular acceleration of marker i against marker j, seen from l, on the axes of k",
    details: ANGULAR,
    example: usage("WDTX(21,11)"),
    ..acceleration("WDTX", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::WDTX)
    })
};

pub(super) const WDTY: Function = Function {
    text: "y of the angular acceleration of marker i against marker j, seen from l, on the axes of k",
    details: ANGULAR,
    example: usage("WDTY(21,11)"),
    ..acceleration("WDTY", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::WDTY)
    })
};

pub(super) const WDTZ: Function = Function {
    text: "z of the angular acceleration of marker i against marker j, seen from l, on the axes of k",
    details: ANGULAR,
    example: usage("WDTZ(21,11)"),
    ..acceleration("WDTZ", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::WDTZ)
    })
};

pub(super) const WDTM: Function = Function {
    text: "Magnitude of the angular acceleration of marker i against marker j, seen from l",
    details: "The third argument is the frame of the time derivative. Its gradient at zero is taken as zero.",
    example: usage("WDTM(21,11)"),
    ..acceleration("WDTM", marker::IJL, |b, call| {
        marker::measure(b, call, Measure::WDTM)
    })
};
