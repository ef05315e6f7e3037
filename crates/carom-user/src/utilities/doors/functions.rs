//! Doors to the functions of the language, to splines, curves and coordinates.

use super::memory::{answer, give, read, slice, write};
use crate::Spline;
use crate::utilities::data;
use crate::utilities::laws::{self, Series, of_order};
use std::ffi::c_int;

macro_rules! laws {
    ($($law:path, $c:ident, $fortran:ident, $($arg:ident)+;)+) => {$(
        pub(super) unsafe extern "C" fn $c($($arg: f64,)+ iord: c_int, to: *mut f64, flag: *mut c_int) {
            // SAFETY: the caller's promise.
            unsafe { answer(of_order(iord, $law([$($arg),+])), to, flag) }
        }
        pub(super) unsafe extern "C" fn $fortran(
            $($arg: *const f64,)+ iord: *const c_int, to: *mut f64, flag: *mut c_int,
        ) {
            // SAFETY: the caller's promise.
            unsafe {
                let all = (|| Some([$(read($arg)?),+]))();
                let found = all.and_then(|a| of_order(read(iord)?, $law(a)));
                answer(found, to, flag);
            }
        }
    )+};
}

laws! {
    laws::impact, c_impact, impact_, x v x1 k e c d;
    laws::bistop, c_bistop, bistop_, x v x1 x2 k e c d;
    laws::step, c_step, step_, x x0 h0 x1 h1;
    laws::step5, c_step5, step5_, x x0 h0 x1 h1;
    laws::havsin, c_havsin, havsin_, x x0 h0 x1 h1;
    laws::of_shf, c_shf, shf_, x x0 a w phi b;
}

macro_rules! series {
    ($($which:ident, $c:ident, $fortran:ident, $($arg:ident)*;)+) => {$(
        pub(super) unsafe extern "C" fn $c(
            x: f64, x0: f64, $($arg: f64,)* par: *const f64, npar: c_int,
            iord: c_int, to: *mut f64, flag: *mut c_int,
        ) {
            let w = [$($arg,)* 0.0][0];
            // SAFETY: the caller's promise.
            unsafe {
                let all = laws::series(Series::$which, [x, x0, w], slice(par, npar));
                answer(of_order(iord, all), to, flag);
            }
        }
        pub(super) unsafe extern "C" fn $fortran(
            x: *const f64, x0: *const f64, $($arg: *const f64,)* par: *const f64, npar: *const c_int,
            iord: *const c_int, to: *mut f64, flag: *mut c_int,
        ) {
            // SAFETY: the caller's promise.
            unsafe {
                let found = (|| {
                    let w = [$(read($arg)?,)* 0.0][0];
                    let list = slice(par, read(npar)?);
                    let all = laws::series(Series::$which, [read(x)?, read(x0)?, w], list);
                    of_order(read(iord)?, all)
                })();
                answer(found, to, flag);
            }
        }
    )+};
}

series! {
    Poly, c_poly, poly_,;
    Cheby, c_cheby, cheby_,;
    Forcos, c_forcos, forcos_, w;
    Forsin, c_forsin, forsin_, w;
}

macro_rules! splines {
    ($($how:ident, $c:ident, $fortran:ident;)+) => {$(
        pub(super) unsafe extern "C" fn $c(x: f64, z: f64, id: c_int, iord: c_int, to: *mut f64, flag: *mut c_int) {
            // SAFETY: the caller's promise.
            unsafe { spline(Spline::$how, [x, z], [id, iord], to, flag) }
        }
        pub(super) unsafe extern "C" fn $fortran(
            x: *const f64, z: *const f64, id: *const c_int, iord: *const c_int, to: *mut f64, flag: *mut c_int,
        ) {
            // SAFETY: the caller's promise.
            unsafe {
                match (read(x), read(z), read(id), read(iord)) {
                    (Some(x), Some(z), Some(id), Some(iord)) => {
                        spline(Spline::$how, [x, z], [id, iord], to, flag);
                    }
                    _ => write(flag, 1),
                }
            }
        }
    )+};
}

splines! {
    Akima, c_akispl, akispl_;
    Cubic, c_cubspl, cubspl_;
}

/// The value alone for order 0, the others are left as they are.
unsafe fn spline(
    how: Spline,
    [x, z]: [f64; 2],
    [id, order]: [c_int; 2],
    to: *mut f64,
    flag: *mut c_int,
) {
    let found = data::spline(how, x, z, id, order);
    let count = [1, 2, 3].get(order as usize).copied().unwrap_or(1);
    // SAFETY: the caller's promise.
    unsafe {
        give(&found.unwrap_or([0.0; 3])[..count], to);
        write(flag, c_int::from(found.is_none()));
    }
}

pub(super) unsafe extern "C" fn c_gtcurv(
    id: c_int,
    parameter: f64,
    iord: c_int,
    to: *mut f64,
    status: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { answer(data::curve(id, parameter, iord), to, status) }
}

pub(super) unsafe extern "C" fn gtcurv_(
    id: *const c_int,
    parameter: *const f64,
    iord: *const c_int,
    to: *mut f64,
    status: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let all = (|| Some((read(id)?, read(parameter)?, read(iord)?)))();
        answer(all.and_then(|(id, a, o)| data::curve(id, a, o)), to, status);
    }
}

pub(super) unsafe extern "C" fn c_put_spline(
    id: c_int,
    nx: c_int,
    nz: c_int,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise. A single curve has no z, or one that may be anything.
    unsafe {
        let ny = nx.checked_mul(nz.max(1)).unwrap_or(-1);
        let z = if nz > 1 { slice(z, nz) } else { Some(&[][..]) };
        let good = data::put_spline(id, slice(x, nx), slice(y, ny), z);
        write(flag, c_int::from(!good));
    }
}

pub(super) unsafe extern "C" fn put_spline_(
    id: *const c_int,
    nx: *const c_int,
    nz: *const c_int,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match (read(id), read(nx), read(nz)) {
            (Some(id), Some(nx), Some(nz)) => c_put_spline(id, nx, nz, x, y, z, flag),
            _ => write(flag, 1),
        }
    }
}

pub(super) unsafe extern "C" fn c_ucovar(
    _: c_int,
    parts: c_int,
    labels: *const c_int,
    variables: c_int,
    codes: *const c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { data::coordinates(slice(labels, parts), slice(codes, variables)) }
}

pub(super) unsafe extern "C" fn ucovar_(
    id: *const c_int,
    parts: *const c_int,
    labels: *const c_int,
    variables: *const c_int,
    codes: *const c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let counts = read(parts).zip(read(variables));
        let (parts, variables) = counts.unwrap_or((-1, -1));
        c_ucovar(read(id).unwrap_or(0), parts, labels, variables, codes);
    }
}
