//! Functions whose value is a vector.

use super::{Argument, Function, argument, marker, refused, usage};

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
        example: usage(example),
        source: "Adams Solver (C++) help, vector functions",
        ..refused(
            name,
            "vectors are not supported; use the functions of the components",
        )
    }
}

const V: &[Argument] = &[argument("v", "vector", "", "")];

pub(super) const DXYZ: Function = vector(
    "DXYZ",
    marker::IJK,
    "Displacement of marker i from marker j",
    "DXYZ(21,11)",
);
pub(super) const VXYZ: Function = vector(
    "VXYZ",
    marker::IJKL,
    "Velocity of marker i against marker j",
    "VXYZ(21,11)",
);
pub(super) const WXYZ: Function = vector(
    "WXYZ",
    marker::IJK,
    "Angular velocity of marker i against marker j",
    "WXYZ(21,11)",
);
pub(super) const ACCXYZ: Function = vector(
    "ACCXYZ",
    marker::IJKL,
    "Acceleration of marker i against marker j",
    "ACCXYZ(21,11)",
);
pub(super) const WDTXYZ: Function = vector(
    "WDTXYZ",
    marker::IJKL,
    "Angular acceleration of marker i against marker j",
    "WDTXYZ(21,11)",
);
pub(super) const FXYZ: Function = vector(
    "FXYZ",
    marker::IJK,
    "Force on marker i from marker j",
    "FXYZ(21,11)",
);
pub(super) const TXYZ: Function = vector(
    "TXYZ",
    marker::IJK,
    "Torque on marker i from marker j",
    "TXYZ(21,11)",
);
pub(super) const UV: Function = vector("UV", V, "Unit vector along a vector", "UV(DXYZ(21,11))");
pub(super) const UVX: Function = vector(
    "UVX",
    marker::IJ,
    "Unit vector along x of marker i",
    "UVX(21)",
);
pub(super) const UVY: Function = vector(
    "UVY",
    marker::IJ,
    "Unit vector along y of marker i",
    "UVY(21)",
);
pub(super) const UVZ: Function = vector(
    "UVZ",
    marker::IJ,
    "Unit vector along z of marker i",
    "UVZ(21)",
);
pub(super) const MAG: Function = vector("MAG", V, "Magnitude of a vector", "MAG(DXYZ(21,11))");
pub(super) const TRANS: Function = vector(
    "TRANS",
    &[argument("v", "vector", "", ""), marker::I, marker::J],
    "A vector on the axes of another marker",
    "TRANS(DXYZ(21,11), 21)",
);
