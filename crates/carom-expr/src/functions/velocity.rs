//! Velocities of markers.

use super::argument::Argument;
use super::entry::{Function, Lower, entry, usage};
use super::marker;
use crate::measure::Measure;

const fn velocity(name: &'static str, arguments: &'static [Argument], lower: Lower) -> Function {
    Function {
        arguments,
        source: "Adams Solver and MotionSolve help, velocity functions",
        ..entry(name, lower)
    }
}

const LINEAR: &str = "[(vᵢ - vⱼ) - ωₗ × (rᵢ - rⱼ)]·axis of k, L/T. It is the rate of the displacement function of the \
     same i, j, k only if k does not turn or l = k.";

pub(super) const VX: Function = Function {
    text: "x of the velocity of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("VX(21,11)"),
    ..velocity("VX", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::VX)
    })
};

pub(super) const VY: Function = Function {
    text: "y of the velocity of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("VY(21,11,11)"),
    ..velocity("VY", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::VY)
    })
};

pub(super) const VZ: Function = Function {
    text: "z of the velocity of marker i against marker j, seen from l, on the axes of k",
    details: LINEAR,
    example: usage("VZ(11,21,21,21)"),
    ..velocity("VZ", marker::IJKL, |b, call| {
        marker::measure(b, call, Measure::VZ)
    })
};

pub(super) const VM: Function = Function {
    text: "Magnitude of the velocity of marker i against marker j, seen from l",
    details: "The third argument is the frame of the time derivative. Its gradient at zero is taken as zero.",
    example: usage("VM(21,11)"),
    ..velocity("VM", marker::IJL, |b, call| {
        marker::measure(b, call, Measure::VM)
    })
};

pub(super) const VR: Function = Function {
    text: "Rate of the distance of marker i from marker j, positive when they separate",
    details: "The third argument is the frame of the time derivative. Not defined where the markers coincide.",
    example: usage("VR(21,11)"),
    ..velocity("VR", marker::IJL, |b, call| {
        marker::measure(b, call, Measure::VR)
    })
};

pub(super) const WX: Function = Function {
    text: "x of the angular velocity of marker i against marker j on the axes of k",
    details: "(ωᵢ - ωⱼ)·axis of k, θ/T.",
    example: usage("WX(21,11,11)"),
    ..velocity("WX", marker::IJK, |b, call| {
        marker::measure(b, call, Measure::WX)
    })
};

pub(super) const WY: Function = Function {
    text: "y of the angular velocity of marker i against marker j on the axes of k",
    details: "(ωᵢ - ωⱼ)·axis of k, θ/T.",
    example: usage("WY(21,11,11)"),
    ..velocity("WY", marker::IJK, |b, call| {
        marker::measure(b, call, Measure::WY)
    })
};

pub(super) const WZ: Function = Function {
    text: "z of the angular velocity of marker i against marker j on the axes of k",
    details: "(ωᵢ - ωⱼ)·axis of k, θ/T.",
    example: usage("WZ(21,11,11)"),
    ..velocity("WZ", marker::IJK, |b, call| {
        marker::measure(b, call, Measure::WZ)
    })
};

pub(super) const WM: Function = Function {
    text: "Magnitude of the angular velocity of marker i against marker j",
    details: "|ωᵢ - ωⱼ|, θ/T. Its gradient at zero is taken as zero.",
    example: usage("WM(21,11)"),
    ..velocity("WM", marker::IJ, |b, call| {
        marker::measure(b, call, Measure::WM)
    })
};
