//! Forces and torques that act on a marker: FX ... FM, TX ... TM.

use super::argument::Argument;
use super::call::Call;
use super::entry::{Function, Lower, entry, usage};
use super::marker;
use crate::input::{GenericForce, Input};
use crate::tape::{Builder, Value};

const fn force(name: &'static str, arguments: &'static [Argument], lower: Lower) -> Function {
    Function {
        arguments,
        details: "The sum over all forces and reactions on marker i of elements that join i with j. With j omitted or 0: \
             of all elements at i.",
        source: "Adams Solver (C++) and MotionSolve help, generic force functions",
        ..entry(name, lower)
    }
}

fn lower(b: &mut Builder<'_>, call: &Call, force: GenericForce) -> Option<Value> {
    let i = call.label(b, 0);
    let (j, k) = (call.optional_label(b, 1), call.optional_label(b, 2));
    let (i, j, k) = (i?, j?, k?);
    Some(b.input(Input::GenericForce { force, i, j, k }, call.place))
}

pub(super) const FX: Function = Function {
    text: "x of the force on marker i from marker j on the axes of k, F",
    example: usage("FX(21,11,11)"),
    ..force("FX", marker::IJK, |b, call| {
        lower(b, call, GenericForce::FX)
    })
};

pub(super) const FY: Function = Function {
    text: "y of the force on marker i from marker j on the axes of k, F",
    example: usage("FY(21,11,11)"),
    ..force("FY", marker::IJK, |b, call| {
        lower(b, call, GenericForce::FY)
    })
};

pub(super) const FZ: Function = Function {
    text: "z of the force on marker i from marker j on the axes of k, F",
    example: usage("FZ(21,11,11)"),
    ..force("FZ", marker::IJK, |b, call| {
        lower(b, call, GenericForce::FZ)
    })
};

pub(super) const FM: Function = Function {
    text: "Magnitude of the force on marker i from marker j, F",
    example: usage("FM(21,11)"),
    ..force("FM", marker::IJ, |b, call| lower(b, call, GenericForce::FM))
};

pub(super) const TX: Function = Function {
    text: "x of the torque on marker i from marker j on the axes of k, F·L",
    example: usage("TX(21,11,11)"),
    ..force("TX", marker::IJK, |b, call| {
        lower(b, call, GenericForce::TX)
    })
};

pub(super) const TY: Function = Function {
    text: "y of the torque on marker i from marker j on the axes of k, F·L",
    example: usage("TY(21,11,11)"),
    ..force("TY", marker::IJK, |b, call| {
        lower(b, call, GenericForce::TY)
    })
};

pub(super) const TZ: Function = Function {
    text: "z of the torque on marker i from marker j on the axes of k, F·L",
    example: usage("TZ(21,11,11)"),
    ..force("TZ", marker::IJK, |b, call| {
        lower(b, call, GenericForce::TZ)
    })
};

pub(super) const TM: Function = Function {
    text: "Magnitude of the torque on marker i from marker j, F·L",
    example: usage("TM(21,11)"),
    ..force("TM", marker::IJ, |b, call| lower(b, call, GenericForce::TM))
};
