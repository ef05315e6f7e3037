//! INVPSD.

use super::argument::{argument, optional};
use super::entry::{Function, refused, usage};

pub(super) const INVPSD: Function = Function {
    arguments: &[
        argument("x", "variable, mostly TIME", "T", ""),
        argument(
            "id",
            "label of the spline of the power spectral density",
            "id",
            "",
        ),
        argument("f0", "lowest frequency", "1/T", ""),
        argument("f1", "highest frequency", "1/T", ""),
        argument("nf", "number of frequencies", "1", ""),
        argument(
            "linlog",
            "interpolation, 0 linear, 1 logarithmic",
            "1",
            "0 or 1",
        ),
        optional("seed", "seed of the random phases", "1", ""),
    ],
    text: "A signal with a given power spectral density",
    example: usage("INVPSD(TIME, 1, 0.1, 10, 50, 0, 1)"),
    source: "Adams Solver help, function INVPSD",
    ..refused(
        "INVPSD",
        "the generator of its phases is not documented; give the signal as a SPLINE",
    )
};
