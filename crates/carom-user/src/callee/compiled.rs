//! A call of a compiled routine, by the calling sequence of the C interface or by pointers alone, as in Fortran.

use super::routine::{ALL, Call, Callee};
use crate::element::{Element, Shape};
use std::ffi::c_int;

type I = c_int;
type R = *const f64;
type W = *mut f64;
type P = *const c_int;
type S = *const u64;
type E = *mut c_int;
type L = usize;
type B = *const u8;

/// Calls an entry with these arguments.
macro_rules! call {
    ($entry:expr; $($argument:expr => $type:ty),+ $(,)?) => {{
        let call: unsafe extern "C-unwind" fn($($type),+) = std::mem::transmute($entry);
        call($($argument),+)
    }};
}

impl Call<'_> {
    /// Where the part of `given` from this place on begins; there is room for all of them.
    fn at(&self, k: usize) -> R {
        self.given[k.min(self.given.len() - 1)..].as_ptr()
    }
}

/// Calls a routine that gets the structure of its element. Whether it says that it has failed.
pub(super) fn by_c(callee: &Callee, call: &Call<'_>, out: [&mut Vec<f64>; 3]) -> bool {
    // There is no structure of its element.
    if callee.kind.shape() == Shape::Coordinates {
        return by_pointers(callee, call, out);
    }
    let [out, more, rest] = out.map(|v| v.as_mut_ptr());
    let (entry, record) = (callee.found.entry, callee.record.as_ptr());
    let Call {
        t,
        given,
        iflag,
        dflag,
        second,
        g,
    } = *call;
    let at = |k: usize| call.at(k);
    let (count, states) = (callee.results() as c_int, call.states());
    let mut failed: c_int = 0;
    // SAFETY: the symbol is the entry of a routine of this kind with this calling sequence: that is what its name says,
    // and the user has allowed to rely on it. The library is never closed. Results have room for more than the routine
    // may write, the structure and the constants live as long as the callee, all else as long as the call.
    unsafe {
        match callee.kind.shape() {
            Shape::Flags | Shape::Order => {
                call!(entry; record => S, t => f64, second => I, iflag => I, out => W);
            }
            Shape::Plain => call!(entry; record => S, t => f64, iflag => I, out => W),
            Shape::Counted => call!(
                entry; record => S, t => f64, dflag => I, iflag => I, count => I, out => W,
            ),
            Shape::System => call!(
                entry; record => S, t => f64, dflag => I, iflag => I, g.ns => I, at(0) => R, g.ni => I,
                at(states) => R, g.no => I, out => W, more => W,
            ),
            Shape::Partial => call!(
                entry; record => S, t => f64, iflag => I, g.ns => I, at(0) => R, g.ni => I, at(states) => R,
                g.no => I, out => W,
            ),
            Shape::Normal => call!(
                entry; record => S, t => f64, at(4) => R, at(7) => R, at(10) => R, at(13) => R, given[0] => f64,
                given[1] => f64, given[2] => f64, given[3] => f64, dflag => I, iflag => I, out => W,
            ),
            Shape::Friction => call!(
                entry; record => S, t => f64, at(8) => R, at(11) => R, at(2) => R, at(5) => R, given[0] => f64,
                given[1] => f64, dflag => I, iflag => I, out => W,
            ),
            Shape::Field => call!(
                entry; record => S, t => f64, at(0) => R, at(6) => R, dflag => I, iflag => I, out => W, more => W,
                rest => W,
            ),
            Shape::Curve => {
                call!(entry; record => S, given[0] => f64, second => I, iflag => I, out => W);
            }
            Shape::Spline => call!(entry; record => S, &mut failed => E),
            Shape::Control => call!(entry; record => S),
            Shape::Coupler => {
                call!(entry; record => S, t => f64, at(0) => R, iflag => I, out => W);
            }
            Shape::Coordinates => {}
        }
    }
    failed != 0
}

/// Calls a routine that gets label and constants of its element, all by reference. Whether it says that it has failed.
pub(super) fn by_pointers(callee: &Callee, call: &Call<'_>, out: [&mut Vec<f64>; 3]) -> bool {
    let [out, more, rest] = out.map(|v| v.as_mut_ptr());
    let (entry, id) = (callee.found.entry, callee.id);
    let (par, npar) = (callee.par.as_ptr(), callee.par.len() as c_int);
    let Call {
        t,
        iflag,
        dflag,
        second,
        g,
        ..
    } = *call;
    let at = |k: usize| call.at(k);
    let (count, states) = (callee.results() as c_int, call.states());
    let joints = callee.element.joints() as c_int;
    let (file, block) = match &callee.element {
        Element::Spline { file, block } => (&file[..], &block[..]),
        _ => ("", ""),
    };
    let mut failed: c_int = 0;
    // SAFETY: as for [`by_c`].
    unsafe {
        match callee.kind.shape() {
            Shape::Flags | Shape::Order => call!(
                entry; &id => P, &t => R, par => R, &npar => P, &second => P, &iflag => P, out => W,
            ),
            Shape::Plain => {
                call!(entry; &id => P, &t => R, par => R, &npar => P, &iflag => P, out => W);
            }
            Shape::Counted => call!(
                entry; &id => P, &t => R, par => R, &npar => P, &dflag => P, &iflag => P, &count => P, out => W,
            ),
            Shape::System => call!(
                entry; &id => P, &t => R, par => R, &npar => P, &dflag => P, &iflag => P, &g.ns => P, at(0) => R,
                &g.ni => P, at(states) => R, &g.no => P, out => W, more => W,
            ),
            Shape::Partial => call!(
                entry; &id => P, &t => R, par => R, &npar => P, &iflag => P, &g.ns => P, at(0) => R, &g.ni => P,
                at(states) => R, &g.no => P, out => W,
            ),
            Shape::Normal => call!(
                entry; &id => P, &t => R, par => R, &npar => P, at(4) => R, at(7) => R, at(10) => R, at(13) => R,
                at(0) => R, at(1) => R, at(2) => R, at(3) => R, &dflag => P, &iflag => P, out => W,
            ),
            Shape::Friction => call!(
                entry; &id => P, &t => R, par => R, &npar => P, at(8) => R, at(11) => R, at(2) => R, at(5) => R,
                at(0) => R, at(1) => R, &dflag => P, &iflag => P, out => W,
            ),
            Shape::Field => call!(
                entry; &id => P, &t => R, par => R, &npar => P, at(0) => R, at(6) => R, &dflag => P, &iflag => P,
                out => W, more => W, rest => W,
            ),
            Shape::Coordinates => call!(
                entry; &id => P, &t => R, at(0) => R, par => R, &npar => P, ALL.as_ptr() => P, &iflag => P, out => W,
                more => W, rest => W,
            ),
            Shape::Curve => call!(
                entry; &id => P, par => R, &npar => P, at(0) => R, &second => P, &iflag => P, out => W,
            ),
            Shape::Spline => call!(
                entry; &id => P, file.as_ptr() => B, block.as_ptr() => B, &mut failed => E, file.len() => L,
                block.len() => L,
            ),
            Shape::Control => call!(entry; par => R, &npar => P),
            Shape::Coupler => call!(
                entry; &id => P, &t => R, par => R, &npar => P, at(0) => R, &joints => P, &iflag => P, out => W,
            ),
        }
    }
    failed != 0
}
