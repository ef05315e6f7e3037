//! Functions whose value is a vector.

use super::argument::{Argument, argument};
use super::entry::{Function, entry, usage};
use super::marker;
use carom_base::Diagnostic;

const fn vector(
    name: &'static str,
    arguments: &'static [Argument],
    text: &'static str,
    example: &'static str,
) -> Function {
    Function {
        motionsolve: false,
        arguments,
        text,
        details: "Vectors are written [x, y, z]; v*v is their scalar product, v % v their vector product. They stand in FXYZ and \
             TXYZ of forces, and in expressions whose value is a number.",
        example: usage(example),
        source: "Adams Solver (C++) help, operators and vector functions",
        // Components take the place of vectors when an expression is read.
        ..entry(name, |b, call| {
            let d = Diagnostic::error(
                "expr-vector",
                b.span(call.place),
                "this is a vector, and a number is wanted here",
            );
            b.refuse(d)
        })
    }
}

const V: &[Argument] = &[argument("v", "vector", "", "")];

pub(super) const DXYZ: Function = vector(
    "DXYZ",
    marker::IJK,
    "Displacement of marker i from marker j",
    "[1,0,0]*DXYZ(21,11)",
);
pub(super) const VXYZ: Function = vector(
    "VXYZ",
    marker::IJKL,
    "Velocity of marker i against marker j",
    "[1,0,0]*VXYZ(21,11)",
);
pub(super) const WXYZ: Function = vector(
    "WXYZ",
    marker::IJK,
    "Angular velocity of marker i against marker j",
    "[1,0,0]*WXYZ(21,11)",
);
pub(super) const ACCXYZ: Function = vector(
    "ACCXYZ",
    marker::IJKL,
    "Acceleration of marker i against marker j",
    "[1,0,0]*ACCXYZ(21,11)",
);
pub(super) const WDTXYZ: Function = vector(
    "WDTXYZ",
    marker::IJKL,
    "Angular acceleration of marker i against marker j",
    "[1,0,0]*WDTXYZ(21,11)",
);
pub(super) const FXYZ: Function = vector(
    "FXYZ",
    marker::IJK,
    "Force on marker i from marker j",
    "[1,0,0]*FXYZ(21,11)",
);
pub(super) const TXYZ: Function = vector(
    "TXYZ",
    marker::IJK,
    "Torque on marker i from marker j",
    "[1,0,0]*TXYZ(21,11)",
);
pub(super) const UV: Function = vector(
    "UV",
    V,
    "Unit vector along a vector",
    "UV(DXYZ(21,11))*VXYZ(21,11)",
);
pub(super) const UVX: Function = vector(
    "UVX",
    marker::IJ,
    "Unit vector along x of marker i",
    "UVX(21)*DXYZ(21,11)",
);
pub(super) const UVY: Function = vector(
    "UVY",
    marker::IJ,
    "Unit vector along y of marker i",
    "UVY(21)*DXYZ(21,11)",
);
pub(super) const UVZ: Function = vector(
    "UVZ",
    marker::IJ,
    "Unit vector along z of marker i",
    "UVZ(21)*DXYZ(21,11)",
);
pub(super) const MAG: Function = vector("MAG", V, "Magnitude of a vector", "MAG(DXYZ(21,11))");
pub(super) const TRANS: Function = vector(
    "TRANS",
    &[argument("v", "vector", "", ""), marker::I, marker::J],
    "A vector given on the axes of marker i, on those of marker j",
    "TRANS(DXYZ(21,11,21), 21)*[0,0,1]",
);
