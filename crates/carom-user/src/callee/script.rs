//! A call of a function of a script.

use super::routine::{ALL, Call, Callee};
use crate::element::{Element, Shape};
use crate::python::Value::{self, List, Number, Text, Whole};
use crate::{python, utilities};
use std::ffi::c_int;

/// Calls a function of a script; its numbers go one after the other into the results.
pub(super) fn enter(callee: &Callee, call: &Call<'_>, out: [&mut Vec<f64>; 3]) {
    let (shape, count) = (callee.kind.shape(), callee.results());
    let [out, more, rest] = out;
    let parts = match shape {
        Shape::System => {
            let states = call.states();
            let outputs = &mut more[..count - states];
            [&mut out[..states], outputs, &mut []]
        }
        Shape::Field => [&mut out[..count], &mut more[..36], &mut rest[..36]],
        _ => [&mut out[..count], &mut [], &mut []],
    };
    // They return nothing.
    let controls = matches!(shape, Shape::Control | Shape::Spline);
    let found = &callee.found;
    let numbers = python::call(&found.library, &found.symbol, controls, &all(callee, call));
    let wanted: usize = parts.iter().map(|p| p.len()).sum();
    let mut from = numbers.into_iter();
    let count = from.len();
    if count < wanted && shape != Shape::Field && count > 0 {
        utilities::ask_for_stop(format!("its script gives {count} numbers for {wanted}"));
    }
    for x in parts.into_iter().flatten() {
        *x = from.next().unwrap_or(0.0);
    }
}

/// All arguments.
fn all(callee: &Callee, call: &Call<'_>) -> Vec<Value> {
    let Call {
        t,
        given,
        iflag,
        second,
        ..
    } = *call;
    let id = Whole(callee.id);
    let par = List(callee.par.to_vec());
    let npar = Whole(callee.par.len() as c_int);
    match (callee.kind.shape(), &callee.element) {
        (Shape::Control, _) => vec![par, npar],
        // Neither has a time.
        (Shape::Curve, _) => {
            let (order, iflag) = (Whole(second), Whole(iflag));
            vec![id, par, npar, Number(given[0]), order, iflag]
        }
        (Shape::Coordinates, _) => {
            let (coordinates, asked) = (given.to_vec(), ALL.map(f64::from).to_vec());
            let (coordinates, asked) = (List(coordinates), List(asked));
            vec![id, Number(t), coordinates, par, npar, asked, Whole(iflag)]
        }
        (Shape::Spline, Element::Spline { file, block }) => {
            vec![id, Text(file.clone()), Text(block.clone())]
        }
        _ => {
            let head = [id, Number(t), par, npar];
            head.into_iter().chain(behind_head(callee, call)).collect()
        }
    }
}

/// What follows label, time and parameters.
fn behind_head(callee: &Callee, call: &Call<'_>) -> Vec<Value> {
    let (given, g) = (call.given, &call.g);
    let list = |from: usize, count: usize| List(given[from..from + count].to_vec());
    let iflag = Whole(call.iflag);
    let flags = [Whole(call.second), iflag.clone()];
    match callee.kind.shape() {
        Shape::Flags | Shape::Order => flags.into(),
        Shape::Plain => vec![iflag],
        Shape::Counted => {
            let [d, i] = flags;
            vec![d, i, Whole(callee.results() as c_int)]
        }
        shape @ (Shape::System | Shape::Partial) => {
            let states = call.states();
            let inputs = usize::try_from(g.ni).unwrap_or(0);
            let arrays = [
                Whole(g.ns),
                list(0, states),
                Whole(g.ni),
                list(states, inputs),
                Whole(g.no),
            ];
            let first = usize::from(shape == Shape::Partial);
            flags.into_iter().skip(first).chain(arrays).collect()
        }
        Shape::Normal => [4, 7, 10, 13]
            .map(|at| list(at, 3))
            .into_iter()
            .chain(given[..3].iter().map(|x| Number(*x)))
            .chain(flags)
            .collect(),
        Shape::Friction => [(8, 3), (11, 3), (2, 3), (5, 3)]
            .map(|(at, n)| list(at, n))
            .into_iter()
            .chain([Number(given[0])])
            .chain(flags)
            .collect(),
        Shape::Field => [list(0, 6), list(6, 6)].into_iter().chain(flags).collect(),
        Shape::Coupler => {
            let n = callee.element.joints();
            vec![list(0, n), Whole(n as c_int), iflag]
        }
        Shape::Control | Shape::Curve | Shape::Spline | Shape::Coordinates => Vec::new(),
    }
}
