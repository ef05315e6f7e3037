//! ORIENT: orientation of a marker by the number of a convention.

use super::argument::argument;
use super::call::Call;
use super::entry::{Function, entry, usage};
use super::marker;
use crate::input::Input;
use crate::measure::{EulerAngle, Measure};
use crate::syntax::BinaryOp;
use crate::tape::{Builder, Value};
use carom_base::Diagnostic;

const EULER_PARAMETERS: [Measure; 4] = [Measure::E0, Measure::E1, Measure::E2, Measure::E3];

pub(super) const ORIENT: Function = Function {
    motionsolve: false,
    arguments: &[
        argument("type", "number of the convention", "1", "1 to 29"),
        argument(
            "comp",
            "component",
            "1",
            "1 to 3; of type 27 to 4, of type 29 to 9",
        ),
        marker::I,
        marker::J,
    ],
    text: "A component of the orientation of marker i in marker j",
    details: "Types 1 to 12: angles of three rotations about axes that turn along (body-fixed), 1-2-3, 2-3-1, 3-1-2, 1-3-2, \
         2-1-3, 3-2-1, 1-2-1, 1-3-1, 2-1-2, 2-3-2, 3-1-3 and 3-2-3 in this order. Types 13 to 24: the same about axes of j \
         (space-fixed). First and third angle in (-π, π], the second in [-π/2, π/2] where all three axes differ, else in [0, π]. \
         25: AX, AY, AZ. 26: YAW, PITCH, ROLL. 28: Rodrigues parameters, the components 2 to 4 of type 27 divided by the first. \
         29: direction cosines of x of i against x, y, z of j, then those of y and of z of i.\n\n\
         Type 27, Euler parameters: component 1 is the cosine of half the angle of rotation, 2 to 4 are the axis on \
         j times the sine of half of it. Of the two signs, the one that follows from half the \
         3-1-3 angles PSI, THETA and PHI, as Adams writes it: component 1 is cos(θ/2)·cos((ψ+φ)/2).",
    example: usage("ORIENT(27,1,201,101)"),
    source: "Adams Solver help, function ORIENT; the types from 11 on by another program's help for the same table",
    ..entry("ORIENT", |b, call| {
        let kind = call.whole(b, 0, 0, u32::MAX)??;
        if !(1..=29).contains(&kind) {
            let d = Diagnostic::error(
                "expr-orient-type",
                b.span(call.place_of(b, 0)),
                format!("there is no type {kind} of ORIENT"),
            )
            .label("1 to 29")
            .help("carom explain ORIENT lists the types");
            return b.refuse(d);
        }
        let components = match kind {
            27 => 4,
            29 => 9,
            _ => 3,
        };
        let component = call.whole(b, 1, 1, components);
        let (i, j) = (call.label(b, 2), call.optional_label(b, 3));
        let component = component??;
        let of = Markers { i: i?, j: j? };
        if kind == 28 {
            let above = of.measure(b, call, EULER_PARAMETERS[component as usize]);
            let below = of.measure(b, call, Measure::E0);
            return b.binary(BinaryOp::Divide, above, below, call.place);
        }
        Some(of.measure(b, call, measure(kind, component)?))
    })
};

/// Whose orientation it is.
struct Markers {
    i: u32,
    j: Option<u32>,
}

impl Markers {
    fn measure(&self, b: &mut Builder<'_>, call: &Call, measure: Measure) -> Value {
        let markers = [Some(self.i), self.j, None, None];
        b.input(Input::Measure { measure, markers }, call.place)
    }
}

/// What a component of a type is, of those that are one measure.
fn measure(kind: u32, component: u32) -> Option<Measure> {
    use Measure::{AX, AY, AZ, Cosine, Euler, PITCH, ROLL, YAW};
    let k = component as usize - 1;
    Some(match kind {
        25 => [AX, AY, AZ][k],
        26 => [YAW, PITCH, ROLL][k],
        27 => EULER_PARAMETERS[k],
        29 => Cosine {
            of_i: k as u8 / 3,
            on_j: k as u8 % 3,
        },
        _ => Euler(EulerAngle::new(kind, component)?),
    })
}
