//! ORIENT: orientation of a marker by the number of a convention.

use super::{Function, argument, entry, marker, usage};
use crate::input::Input;
use crate::measure::Measure;
use carom_base::Diagnostic;

pub(super) const ORIENT: Function = Function {
    motionsolve: false,
    arguments: &[
        argument(
            "type",
            "number of the convention, 27 for Euler parameters",
            "1",
            "27",
        ),
        argument("comp", "component", "1", "1 to 4"),
        marker::I,
        marker::J,
    ],
    text: "A component of the orientation of marker i in marker j",
    details: "Type 27, Euler parameters: component 1 is the cosine of half the angle of rotation, 2 to 4 are the axis on \
         j times the sine of half of it. Of the two signs, the one that follows from half the \
         3-1-3 angles PSI, THETA and PHI, as Adams writes it: component 1 is cos(θ/2)·cos((ψ+φ)/2).",
    example: usage("ORIENT(27,1,201,101)"),
    source: "Datasets in public use; the help names the function only",
    ..entry("ORIENT", |b, call| {
        let kind = call.whole(b, 0, 0, u32::MAX)??;
        if kind != 27 {
            let d = Diagnostic::error(
                "expr-orient-type",
                b.span(call.place_of(b, 0)),
                format!("ORIENT of type {kind} is not supported"),
            )
            .label("only 27, Euler parameters")
            .help("angles are given by PSI THETA PHI and YAW PITCH ROLL");
            return b.refuse(d);
        }
        let component = call.whole(b, 1, 1, 4);
        let (i, j) = (call.label(b, 2), call.optional_label(b, 3));
        let measure =
            [Measure::E0, Measure::E1, Measure::E2, Measure::E3][component?? as usize - 1];
        let markers = [Some(i?), j?, None, None];
        Some(b.input(Input::Measure { measure, markers }, call.place))
    })
};
