//! IMPACT, STEP and their companions: the laws of expressions, with the calling sequences of the utilities.

use super::going::host;
use carom_base::Number;
use carom_laws::jet::{Jet1, Jet2, jet1, jet2};
use carom_laws::{
    Bistop, BistopMode, Branched, Havsin, Impact, ImpactMode, Piece, Ramp, Step, Step5, cheby,
    check_coefficients, forcos, forsin, poly, shf,
};
use std::ffi::c_int;

/// The results of orders 0, 1 and 2.
type Orders<const N: usize> = Option<[[f64; N]; 3]>;

/// The results of one order, if the order exists and they are finite.
pub fn of_order<const N: usize>(order: c_int, all: Orders<N>) -> Option<[f64; N]> {
    let row = *all?.get(usize::try_from(order).ok()?)?;
    row.iter().all(|y| y.is_finite()).then_some(row)
}

/// The arguments, if all of them are numbers.
fn finite<const N: usize>(arguments: [f64; N]) -> Option<[f64; N]> {
    arguments.iter().all(|x| x.is_finite()).then_some(arguments)
}

fn column(values: [f64; 3], value: f64) -> [[f64; 1]; 3] {
    with_value(values.map(|y| [y]), value)
}

/// The value itself is computed without its derivatives, as in expressions: with them its last bit may be another.
fn with_value<const N: usize>(mut all: [[f64; N]; 3], value: f64) -> [[f64; N]; 3] {
    all[0][0] = value;
    all
}

/// The mode in which the run evaluates this call; `None`: the one that the arguments ask for.
fn mode(law: Branched, arguments: &[f64]) -> Option<i32> {
    host(|h| h.law(law, arguments)).flatten()
}

pub fn impact(arguments: [f64; 7]) -> Orders<3> {
    let law = Impact::from(finite(arguments)?);
    law.check().ok()?;
    let mode = mode(Branched::Impact, &arguments).map(ImpactMode::from_code);
    let [x, v, x1, k, e, c, d] = arguments;
    let [x1, k, e, c, d] = [x1, k, e, c, d].map(Jet2::constant);
    let all = jet2(x, v, |x, v| {
        let law = Impact::from([x, v, x1, k, e, c, d]);
        mode.map_or_else(|| law.value(), |mode| law.value_in(mode))
    });
    let value = mode.map_or_else(|| law.value(), |mode| law.value_in(mode));
    Some(with_value(all, value))
}

pub fn bistop(arguments: [f64; 8]) -> Orders<3> {
    let law = Bistop::from(finite(arguments)?);
    law.check().ok()?;
    let mode = mode(Branched::Bistop, &arguments).map(BistopMode::from_code);
    let [x, v, x1, x2, k, e, c, d] = arguments;
    let [x1, x2, k, e, c, d] = [x1, x2, k, e, c, d].map(Jet2::constant);
    let all = jet2(x, v, |x, v| {
        let law = Bistop::from([x, v, x1, x2, k, e, c, d]);
        mode.map_or_else(|| law.value(), |mode| law.value_in(mode))
    });
    let value = mode.map_or_else(|| law.value(), |mode| law.value_in(mode));
    Some(with_value(all, value))
}

/// A switch that the routine declares: whether it is on its positive side.
pub fn switch(guard: f64) -> bool {
    let side = mode(Branched::Sign, &[guard]).unwrap_or(if guard < 0.0 { -1 } else { 1 });
    side > 0
}

/// The piece of a ramp, as tapes number them.
fn piece(mode: i32) -> Piece {
    Piece(mode.clamp(0, 2) as u8)
}

/// The arguments of STEP and its kin, plain and for derivatives by the first.
fn ramps([x, x0, h0, x1, h1]: [f64; 5], moved: Jet1) -> (Ramp<f64>, Ramp<Jet1>) {
    let plain = Ramp { x, x0, h0, x1, h1 };
    let [x0, h0, x1, h1] = [x0, h0, x1, h1].map(Jet1::constant);
    let x = moved;
    (plain, Ramp { x, x0, h0, x1, h1 })
}

pub fn step(arguments: [f64; 5]) -> Orders<1> {
    let a = finite(arguments)?;
    let law = Step(ramps(a, Jet1::constant(0.0)).0);
    law.check().ok()?;
    let mode = mode(Branched::Step, &a).map(piece);
    let all = jet1(a[0], |x| {
        let law = Step(ramps(a, x).1);
        mode.map_or_else(|| law.value(), |mode| law.value_in(mode))
    });
    let value = mode.map_or_else(|| law.value(), |mode| law.value_in(mode));
    Some(column(all, value))
}

pub fn step5(arguments: [f64; 5]) -> Orders<1> {
    let a = finite(arguments)?;
    let law = Step5(ramps(a, Jet1::constant(0.0)).0);
    law.check().ok()?;
    let mode = mode(Branched::Step5, &a).map(piece);
    let all = jet1(a[0], |x| {
        let law = Step5(ramps(a, x).1);
        mode.map_or_else(|| law.value(), |mode| law.value_in(mode))
    });
    let value = mode.map_or_else(|| law.value(), |mode| law.value_in(mode));
    Some(column(all, value))
}

pub fn havsin(arguments: [f64; 5]) -> Orders<1> {
    let a = finite(arguments)?;
    let law = Havsin(ramps(a, Jet1::constant(0.0)).0);
    law.check().ok()?;
    let mode = mode(Branched::Havsin, &a).map(piece);
    let all = jet1(a[0], |x| {
        let law = Havsin(ramps(a, x).1);
        mode.map_or_else(|| law.value(), |mode| law.value_in(mode))
    });
    let value = mode.map_or_else(|| law.value(), |mode| law.value_in(mode));
    Some(column(all, value))
}

pub fn of_shf(arguments: [f64; 6]) -> Orders<1> {
    let [x, x0, a, w, phi, b] = finite(arguments)?;
    let value = shf(x, x0, a, w, phi, b);
    let [x0, a, w, phi, b] = [x0, a, w, phi, b].map(Jet1::constant);
    Some(column(jet1(x, |x| shf(x, x0, a, w, phi, b)), value))
}

/// POLY, CHEBY, FORCOS or FORSIN.
#[derive(Clone, Copy)]
pub enum Series {
    Poly,
    Cheby,
    Forcos,
    Forsin,
}

/// A series with these coefficients; `w` counts for the Fourier series only.
pub fn series(which: Series, [x, x0, w]: [f64; 3], coefficients: Option<&[f64]>) -> Orders<1> {
    let list = coefficients?;
    check_coefficients("series", list.len()).ok()?;
    finite([x, x0, w])?;
    let value = of_series(which, x, x0, w, list);
    let list: Vec<Jet1> = list.iter().map(|a| Jet1::constant(*a)).collect();
    let (x0, w) = (Jet1::constant(x0), Jet1::constant(w));
    Some(column(
        jet1(x, |x| of_series(which, x, x0, w, &list)),
        value,
    ))
}

fn of_series<T: Number>(which: Series, x: T, x0: T, w: T, list: &[T]) -> T {
    match which {
        Series::Poly => poly(x, x0, list),
        Series::Cheby => cheby(x, x0, list),
        Series::Forcos => forcos(x, x0, w, list),
        Series::Forsin => forsin(x, x0, w, list),
    }
}
