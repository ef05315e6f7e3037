//! POLY, CHEBY, FORCOS, FORSIN.

use super::argument::{Argument, argument};
use super::call::Call;
use super::entry::{Function, Lower, Share, entry, example};
use crate::tape::{Builder, Series, Value};

const X: Argument = argument("x", "variable", "", "");
const X0: Argument = argument("x0", "shift of the variable", "that of x", "");
const W: Argument = argument(
    "w",
    "circular frequency, in degrees per unit with the suffix D",
    "θ/that of x",
    "",
);
const A: Argument = argument("a0", "coefficients a0, a1, ...", "", "1 to 31 of them");

const fn sum(name: &'static str, arguments: &'static [Argument], lower: Lower) -> Function {
    Function {
        arguments,
        repeats: 31,
        source: "Adams Solver help, functions POLY, CHEBY, FORCOS, FORSIN",
        ..entry(name, lower)
    }
}

fn lower(b: &mut Builder<'_>, call: &Call, series: Series) -> Option<Value> {
    let values = call.values(b)?;
    b.series(series, &values, call.place)
}

pub(super) const POLY: Function = Function {
    scaling: &[Share::X, Share::X, Share::Coefficient(0)],
    text: "Polynomial Σ aⱼ·(x-x0)ʲ",
    example: example("POLY(5, 3, 1, 2, 3, 4)", 49.0),
    ..sum("POLY", &[X, X0, A], |b, call| lower(b, call, Series::Poly))
};

pub(super) const CHEBY: Function = Function {
    scaling: &[Share::Number, Share::Number, Share::Value],
    text: "Sum Σ aⱼ·Tⱼ(x-x0) of Chebyshev polynomials, the variable not scaled",
    example: example("CHEBY(3, 0, 0, 0, 1)", 17.0),
    ..sum("CHEBY", &[X, X0, A], |b, call| {
        lower(b, call, Series::Cheby)
    })
};

pub(super) const FORCOS: Function = Function {
    scaling: &[Share::X, Share::X, Share::PerX, Share::Value],
    text: "Fourier cosine series a0 + Σ aⱼ·cos(j·w·(x-x0))",
    example: example("FORCOS(1, 0, 60D, 1, 2, 4)", 0.0),
    ..sum("FORCOS", &[X, X0, W, A], |b, call| {
        lower(b, call, Series::Forcos)
    })
};

pub(super) const FORSIN: Function = Function {
    scaling: &[Share::X, Share::X, Share::PerX, Share::Value],
    text: "Fourier sine series a0 + Σ aⱼ·sin(j·w·(x-x0))",
    example: example("FORSIN(1, 0, 30D, 1, 2, 0, 4)", 6.0),
    ..sum("FORSIN", &[X, X0, W, A], |b, call| {
        lower(b, call, Series::Forsin)
    })
};
