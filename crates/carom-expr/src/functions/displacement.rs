//! DX, DY, DZ, DM.

use super::entry::{Function, Lower, entry, usage};
use super::marker;
use crate::measure::Measure;

const SOURCE: &str = "Adams Solver and MotionSolve help, displacement functions";

const fn component(
    name: &'static str,
    text: &'static str,
    example: &'static str,
    lower: Lower,
) -> Function {
    Function {
        arguments: marker::IJK,
        text,
        details: "(rᵢ - rⱼ)·axis of k, L.",
        example: usage(example),
        source: SOURCE,
        ..entry(name, lower)
    }
}

pub(super) const DX: Function = component(
    "DX",
    "x of the displacement of marker i from marker j on the axes of k",
    "DX(21,11,11)",
    |b, call| marker::measure(b, call, Measure::DX),
);

pub(super) const DY: Function = component(
    "DY",
    "y of the displacement of marker i from marker j on the axes of k",
    "DY(21,11)",
    |b, call| marker::measure(b, call, Measure::DY),
);

pub(super) const DZ: Function = component(
    "DZ",
    "z of the displacement of marker i from marker j on the axes of k",
    "DZ(11,21,21)",
    |b, call| marker::measure(b, call, Measure::DZ),
);

pub(super) const DM: Function = Function {
    arguments: marker::IJ,
    text: "Distance of marker i from marker j",
    details: "|rᵢ - rⱼ|, L. Where the markers coincide its gradient is taken as zero.",
    example: usage("DM(21,11)"),
    source: SOURCE,
    ..entry("DM", |b, call| marker::measure(b, call, Measure::DM))
};
