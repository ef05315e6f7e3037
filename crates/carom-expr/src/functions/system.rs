//! Values of variables, arrays, differential equations, plants, sensors and bodies.

use super::argument::{Argument, argument};
use super::call::Call;
use super::entry::{Function, Lower, entry, usage};
use crate::input::Input;
use crate::tape::{Builder, Value};

const ID: Argument = argument("id", "label of the element", "id", "");
const N: Argument = argument("n", "number of the entry, from 1", "1", "≥ 1");

const fn value_of(
    name: &'static str,
    text: &'static str,
    example: &'static str,
    lower: Lower,
) -> Function {
    Function {
        arguments: &[ID],
        text,
        example: usage(example),
        source: "Adams Solver and MotionSolve help, system elements",
        ..entry(name, lower)
    }
}

fn one(b: &mut Builder<'_>, call: &Call, input: fn(u32) -> Input) -> Option<Value> {
    let id = call.label(b, 0)?;
    Some(b.input(input(id), call.place))
}

fn two(b: &mut Builder<'_>, call: &Call, input: fn(u32, u32) -> Input) -> Option<Value> {
    let (id, n) = (call.label(b, 0), call.label(b, 1));
    Some(b.input(input(id?, n?), call.place))
}

pub(super) const VARVAL: Function =
    value_of("VARVAL", "Value of a VARIABLE", "VARVAL(3)", |b, call| {
        one(b, call, Input::Variable)
    });

pub(super) const ARYVAL: Function = Function {
    arguments: &[ID, N],
    ..value_of("ARYVAL", "Entry of an ARRAY", "ARYVAL(3,1)", |b, call| {
        two(b, call, Input::Array)
    })
};

pub(super) const DIF: Function = value_of("DIF", "State of a DIFF", "DIF(1)", |b, call| {
    one(b, call, Input::Diff)
});

pub(super) const DIF1: Function = value_of(
    "DIF1",
    "Time derivative of the state of a DIFF",
    "DIF1(1)",
    |b, call| one(b, call, Input::DiffRate),
);

pub(super) const PINVAL: Function = Function {
    arguments: &[ID, N],
    ..value_of(
        "PINVAL",
        "Entry of a plant input",
        "PINVAL(1,2)",
        |b, call| two(b, call, Input::PlantInput),
    )
};

pub(super) const POUVAL: Function = Function {
    arguments: &[ID, N],
    ..value_of(
        "POUVAL",
        "Entry of a plant output",
        "POUVAL(1,2)",
        |b, call| two(b, call, Input::PlantOutput),
    )
};

pub(super) const SENVAL: Function = Function {
    details: "What the sensor's EVALUATE gave when its event last happened; 0 before.",
    ..value_of(
        "SENVAL",
        "Value that a SENSOR stored",
        "SENVAL(1)",
        |b, call| one(b, call, Input::Sensor),
    )
};

pub(super) const KE: Function = Function {
    adams: false,
    ..value_of("KE", "Kinetic energy of a body", "KE(2)", |b, call| {
        one(b, call, Input::KineticEnergy)
    })
};
