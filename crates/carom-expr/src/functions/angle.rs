//! Angles between markers: AX ..., PSI ..., YAW ..., INCANG.

use super::argument::argument;
use super::entry::{Function, Lower, entry, usage};
use super::marker;
use crate::measure::Measure;

const SOURCE: &str = "Adams Solver and MotionSolve help, displacement functions";

const fn angle(
    name: &'static str,
    text: &'static str,
    details: &'static str,
    lower: Lower,
) -> Function {
    Function {
        arguments: marker::IJ,
        text,
        details,
        source: SOURCE,
        ..entry(name, lower)
    }
}

/// Names that only MotionSolve has; the functions without U count full turns in both languages.
const fn unwrapped(name: &'static str, text: &'static str, lower: Lower) -> Function {
    Function {
        adams: false,
        ..angle(
            name,
            text,
            "As the function without U: both count full turns.",
            lower,
        )
    }
}

pub(super) const AX: Function = Function {
    example: usage("AX(21,11)"),
    ..angle(
        "AX",
        "Rotation of marker i about the x axis of marker j, θ",
        "ATAN2(-zᵢ·yⱼ, zᵢ·zⱼ); the other two rotations are taken as zero. Full turns are counted.",
        |b, call| marker::measure(b, call, Measure::AX),
    )
};

pub(super) const AY: Function = Function {
    example: usage("AY(21,11)"),
    ..angle(
        "AY",
        "Rotation of marker i about the y axis of marker j, θ",
        "ATAN2(zᵢ·xⱼ, zᵢ·zⱼ); the other two rotations are taken as zero. Full turns are counted.",
        |b, call| marker::measure(b, call, Measure::AY),
    )
};

pub(super) const AZ: Function = Function {
    example: usage("AZ(21,11)"),
    ..angle(
        "AZ",
        "Rotation of marker i about the z axis of marker j, θ",
        "ATAN2(xᵢ·yⱼ, xᵢ·xⱼ); the other two rotations are taken as zero. Full turns are counted.",
        |b, call| marker::measure(b, call, Measure::AZ),
    )
};

pub(super) const AXU: Function = Function {
    example: usage("AXU(21,11)"),
    ..unwrapped(
        "AXU",
        "Rotation of marker i about the x axis of marker j counting full turns, θ",
        |b, call| marker::measure(b, call, Measure::AXU),
    )
};

pub(super) const AYU: Function = Function {
    example: usage("AYU(21,11)"),
    ..unwrapped(
        "AYU",
        "Rotation of marker i about the y axis of marker j counting full turns, θ",
        |b, call| marker::measure(b, call, Measure::AYU),
    )
};

pub(super) const AZU: Function = Function {
    example: usage("AZU(21,11)"),
    ..unwrapped(
        "AZU",
        "Rotation of marker i about the z axis of marker j counting full turns, θ",
        |b, call| marker::measure(b, call, Measure::AZU),
    )
};

pub(super) const PSI: Function = Function {
    example: usage("PSI(21,11)"),
    ..angle(
        "PSI",
        "First body-fixed 3-1-3 angle of marker i in marker j, θ",
        "R = Rz(ψ)·Rx(θ)·Rz(φ); in (-π, π].",
        |b, call| marker::measure(b, call, Measure::PSI),
    )
};

pub(super) const THETA: Function = Function {
    example: usage("THETA(21,11)"),
    ..angle(
        "THETA",
        "Second body-fixed 3-1-3 angle of marker i in marker j, θ",
        "R = Rz(ψ)·Rx(θ)·Rz(φ); in [0, π].",
        |b, call| marker::measure(b, call, Measure::THETA),
    )
};

pub(super) const PHI: Function = Function {
    example: usage("PHI(21,11)"),
    ..angle(
        "PHI",
        "Third body-fixed 3-1-3 angle of marker i in marker j, θ",
        "R = Rz(ψ)·Rx(θ)·Rz(φ); in (-π, π]; 0 where θ is 0 or π and only ψ ± φ is fixed.",
        |b, call| marker::measure(b, call, Measure::PHI),
    )
};

pub(super) const YAW: Function = Function {
    example: usage("YAW(21,11)"),
    ..angle(
        "YAW",
        "First body-fixed 3-2-1 angle (about z) of marker i in marker j, θ",
        "R = Rz(yaw)·Ry(p)·Rx(roll); in (-π, π].",
        |b, call| marker::measure(b, call, Measure::YAW),
    )
};

pub(super) const PITCH: Function = Function {
    example: usage("PITCH(21,11)"),
    ..angle(
        "PITCH",
        "Minus the second body-fixed 3-2-1 angle (about y) of marker i in marker j, θ",
        "R = Rz(yaw)·Ry(-pitch)·Rx(roll); in [-π/2, π/2]. The sign is opposite to that of the rotation.",
        |b, call| marker::measure(b, call, Measure::PITCH),
    )
};

pub(super) const ROLL: Function = Function {
    example: usage("ROLL(21,11)"),
    ..angle(
        "ROLL",
        "Third body-fixed 3-2-1 angle (about x) of marker i in marker j, θ",
        "R = Rz(yaw)·Ry(p)·Rx(roll); in (-π, π].",
        |b, call| marker::measure(b, call, Measure::ROLL),
    )
};

pub(super) const INCANG: Function = Function {
    motionsolve: false,
    arguments: &[
        marker::I,
        argument("j", "marker at the vertex", "id", ""),
        argument("k", "marker at the end of the other leg", "id", ""),
    ],
    text: "Angle at marker j between the lines to markers i and k, θ",
    details: "In [0, π]; not defined where j coincides with i or k.",
    example: usage("INCANG(1,2,3)"),
    source: SOURCE,
    ..entry("INCANG", |b, call| {
        marker::measure(b, call, Measure::INCANG)
    })
};
