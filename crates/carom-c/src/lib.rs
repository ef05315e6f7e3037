//! The laws of Carom for C and Fortran: `libcarom`, with the calling sequences of the solvers' utility subroutines.
//!
//! `include/carom.h` is the manual. Each law comes twice: by value for C (`c_impact`), by reference for Fortran
//! (`impact_`). `iord` 0, 1 or 2 asks for the value, the first or the second derivatives.
//! `errflg` becomes 1, and the result all zero, when a pointer is null, `iord` is another number, an argument is
//! not finite or out of the range that the law documents, or the result is not finite; else it becomes 0.
//! Nothing here panics.
//!
//! The solver has a header of its own, `include/carom_solver.h`.
//!
//! Source: Adams Solver help, utility subroutines IMPACT, BISTOP, STEP, STEP5, HAVSIN, POLY, CHEBY, FORCOS, FORSIN, SHF.
// A door to C takes raw pointers. Each use has its SAFETY line; the laws themselves are safe code.
#![allow(unsafe_code)]

mod solver;

use carom_base::Number;
use carom_laws::jet::{Jet1, Jet2, jet1, jet2};
use carom_laws::{
    Bistop, Havsin, HuntCrossley, Impact, LawError, Ramp, Step, Step5, cheby, check_coefficients,
    forcos, forsin, poly, shf,
};
use std::ffi::c_int;

/// The rows of a result by order, or the reason why there are none.
type Orders<const N: usize> = Result<[[f64; N]; 3], LawError>;

/// Hands the row of the asked order and the error flag to the caller.
///
/// # Safety
/// `result` and `errflg` are null, or valid for writes of `N` numbers and of one integer.
unsafe fn answer<const N: usize>(
    iord: Option<c_int>,
    result: *mut f64,
    errflg: *mut c_int,
    orders: impl FnOnce() -> Option<Orders<N>>,
) {
    let row = iord
        .and_then(|iord| usize::try_from(iord).ok())
        .filter(|&iord| iord < 3 && !result.is_null() && !errflg.is_null())
        .and_then(|iord| Some(orders()?.ok()?[iord]))
        .filter(|row| row.iter().all(|y| y.is_finite()));
    let flag = c_int::from(row.is_none());
    if !result.is_null() {
        let row = row.unwrap_or([0.0; N]);
        // SAFETY: not null, and the caller vouches for N numbers; `row` is ours, so they do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(row.as_ptr(), result, N) };
    }
    if !errflg.is_null() {
        // SAFETY: not null, and the caller vouches for one integer.
        unsafe { errflg.write(flag) };
    }
}

/// The number behind a pointer, if there is one.
///
/// # Safety
/// `p` is null or valid for a read.
unsafe fn read<T: Copy>(p: *const T) -> Option<T> {
    // SAFETY: null is tested; else the caller vouches for a read.
    unsafe { p.as_ref() }.copied()
}

/// Copies the coefficients of a series as constants; `None` for a null pointer or a count out of 1 to 31.
///
/// # Safety
/// `par` is null or valid for reads of `npar` numbers.
unsafe fn coefficients(par: *const f64, npar: c_int) -> Option<([Jet1; 31], usize)> {
    let n = usize::try_from(npar).ok()?;
    check_coefficients("series", n).ok()?;
    if par.is_null() {
        return None;
    }
    // SAFETY: not null, and the caller vouches for npar numbers.
    let par = unsafe { std::slice::from_raw_parts(par, n) };
    if !par.iter().all(|p| p.is_finite()) {
        return None;
    }
    let mut a = [Jet1::constant(0.0); 31];
    for (a, &p) in a.iter_mut().zip(par) {
        *a = Jet1::constant(p);
    }
    Some((a, n))
}

/// The arguments, if all of them are numbers: an infinite velocity would hide behind the clamp of IMPACT.
fn finite<const N: usize>(args: [f64; N]) -> Option<[f64; N]> {
    args.iter().all(|x| x.is_finite()).then_some(args)
}

/// One number per order.
fn column(values: [f64; 3]) -> [[f64; 1]; 3] {
    values.map(|y| [y])
}

fn impact_orders([x, xdot, x1, k, e, cmax, d]: [f64; 7]) -> Orders<3> {
    Impact::from([x, xdot, x1, k, e, cmax, d]).check()?;
    let [x1, k, e, cmax, d] = [x1, k, e, cmax, d].map(Jet2::constant);
    Ok(jet2(x, xdot, |x, xdot| {
        Impact::from([x, xdot, x1, k, e, cmax, d]).value()
    }))
}

fn bistop_orders([x, xdot, x1, x2, k, e, cmax, d]: [f64; 8]) -> Orders<3> {
    Bistop::from([x, xdot, x1, x2, k, e, cmax, d]).check()?;
    let [x1, x2, k, e, cmax, d] = [x1, x2, k, e, cmax, d].map(Jet2::constant);
    Ok(jet2(x, xdot, |x, xdot| {
        Bistop::from([x, xdot, x1, x2, k, e, cmax, d]).value()
    }))
}

/// C and Fortran door of a law of two variables: value, gradient and second derivatives in a vector of three.
macro_rules! vector_law {
    ($c:ident, $fortran:ident, $orders:ident, $($arg:ident),+) => {
        #[doc = concat!("See `", stringify!($c), "` in carom.h.")]
        ///
        /// # Safety
        /// `vec` is null or valid for three numbers, `errflg` is null or valid for one integer.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $c(
            $($arg: f64,)+ iord: c_int, vec: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about `vec` and `errflg`.
            unsafe { answer(Some(iord), vec, errflg, || Some($orders(finite([$($arg),+])?))) }
        }

        #[doc = concat!("See `", stringify!($fortran), "` in carom.h.")]
        ///
        /// # Safety
        /// Each pointer is null or valid; `vec` for three numbers.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fortran(
            $($arg: *const f64,)+ iord: *const c_int, vec: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about each pointer.
            unsafe {
                answer(read(iord), vec, errflg, || Some($orders(finite([$(read($arg)?),+])?)))
            }
        }
    };
}

vector_law!(c_impact, impact_, impact_orders, x, xdot, x1, k, e, cmax, d);
vector_law!(
    c_bistop,
    bistop_,
    bistop_orders,
    x,
    xdot,
    x1,
    x2,
    k,
    e,
    cmax,
    d
);

fn hunt_crossley_orders([x, xdot, x1, k, e, c]: [f64; 6]) -> Orders<3> {
    HuntCrossley::from([x, xdot, x1, k, e, c]).check()?;
    let [x1, k, e, c] = [x1, k, e, c].map(Jet2::constant);
    Ok(jet2(x, xdot, |x, xdot| {
        HuntCrossley::from([x, xdot, x1, k, e, c]).value()
    }))
}

vector_law!(
    c_hunt_crossley,
    hunt_crossley_,
    hunt_crossley_orders,
    x,
    xdot,
    x1,
    k,
    e,
    c
);

/// C and Fortran door of a law of one variable: value, first or second derivative in one number.
macro_rules! scalar_law {
    ($c:ident, $fortran:ident, $orders:ident, $($arg:ident),+) => {
        #[doc = concat!("See `", stringify!($c), "` in carom.h.")]
        ///
        /// # Safety
        /// `value` is null or valid for one number, `errflg` is null or valid for one integer.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $c(
            $($arg: f64,)+ iord: c_int, value: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about `value` and `errflg`.
            unsafe { answer(Some(iord), value, errflg, || Some($orders(finite([$($arg),+])?))) }
        }

        #[doc = concat!("See `", stringify!($fortran), "` in carom.h.")]
        ///
        /// # Safety
        /// Each pointer is null or valid.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fortran(
            $($arg: *const f64,)+ iord: *const c_int, value: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about each pointer.
            unsafe {
                answer(read(iord), value, errflg, || Some($orders(finite([$(read($arg)?),+])?)))
            }
        }
    };
}

fn ramp([x0, h0, x1, h1]: [f64; 4], x: Jet1) -> Ramp<Jet1> {
    let [x0, h0, x1, h1] = [x0, h0, x1, h1].map(Jet1::constant);
    Ramp { x, x0, h0, x1, h1 }
}

fn step_orders([x, x0, h0, x1, h1]: [f64; 5]) -> Orders<1> {
    Step(Ramp { x, x0, h0, x1, h1 }).check()?;
    Ok(column(jet1(x, |x| Step(ramp([x0, h0, x1, h1], x)).value())))
}

fn step5_orders([x, x0, h0, x1, h1]: [f64; 5]) -> Orders<1> {
    Step5(Ramp { x, x0, h0, x1, h1 }).check()?;
    Ok(column(jet1(x, |x| {
        Step5(ramp([x0, h0, x1, h1], x)).value()
    })))
}

fn havsin_orders([x, x0, h0, x1, h1]: [f64; 5]) -> Orders<1> {
    Havsin(Ramp { x, x0, h0, x1, h1 }).check()?;
    Ok(column(jet1(x, |x| {
        Havsin(ramp([x0, h0, x1, h1], x)).value()
    })))
}

fn shf_orders([x, x0, a, w, phi, b]: [f64; 6]) -> Orders<1> {
    let [x0, a, w, phi, b] = [x0, a, w, phi, b].map(Jet1::constant);
    Ok(column(jet1(x, |x| shf(x, x0, a, w, phi, b))))
}

scalar_law!(c_step, step_, step_orders, x, x0, h0, x1, h1);
scalar_law!(c_step5, step5_, step5_orders, x, x0, h0, x1, h1);
scalar_law!(c_havsin, havsin_, havsin_orders, x, x0, h0, x1, h1);
scalar_law!(c_shf, shf_, shf_orders, x, x0, a, w, phi, b);

/// C and Fortran door of a series with the coefficients `par[0..npar]`.
macro_rules! series {
    ($c:ident, $fortran:ident, $law:ident, $x:ident $(, $arg:ident)+) => {
        #[doc = concat!("See `", stringify!($c), "` in carom.h.")]
        ///
        /// # Safety
        /// `par` is null or valid for `npar` numbers, `value` and `errflg` are null or valid.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $c(
            $x: f64, $($arg: f64,)+ par: *const f64, npar: c_int,
            iord: c_int, value: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about `par`, `value` and `errflg`.
            unsafe {
                answer(Some(iord), value, errflg, || {
                    let (a, n) = coefficients(par, npar)?;
                    finite([$x, $($arg),+])?;
                    Some(Ok(column(jet1($x, |x| $law(x, $(Jet1::constant($arg),)+ &a[..n])))))
                })
            }
        }

        #[doc = concat!("See `", stringify!($fortran), "` in carom.h.")]
        ///
        /// # Safety
        /// Each pointer is null or valid, `par` for `npar` numbers.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fortran(
            $x: *const f64, $($arg: *const f64,)+ par: *const f64, npar: *const c_int,
            iord: *const c_int, value: *mut f64, errflg: *mut c_int,
        ) {
            // SAFETY: the caller's promise about each pointer.
            unsafe {
                answer(read(iord), value, errflg, || {
                    let (a, n) = coefficients(par, read(npar)?)?;
                    let x = read($x)?;
                    finite([x, $(read($arg)?),+])?;
                    $(let $arg = Jet1::constant(read($arg)?);)+
                    Some(Ok(column(jet1(x, |x| $law(x, $($arg,)+ &a[..n])))))
                })
            }
        }
    };
}

series!(c_poly, poly_, poly, x, x0);
series!(c_cheby, cheby_, cheby, x, x0);
series!(c_forcos, forcos_, forcos, x, x0, w);
series!(c_forsin, forsin_, forsin, x, x0, w);

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, null_mut};

    fn impact(args: [f64; 7], iord: c_int) -> ([f64; 3], c_int) {
        let (mut vec, mut flag) = ([9.0; 3], 9);
        let [x, v, x1, k, e, c, d] = args;
        // SAFETY: pointers to our own variables.
        unsafe { c_impact(x, v, x1, k, e, c, d, iord, vec.as_mut_ptr(), &mut flag) };
        (vec, flag)
    }

    const ARGS: [f64; 7] = [0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1];

    /// Orders by hand: p = 0.05, s = ½: F = 100·0.05^1.5 + 25, F_x = −150·√0.05 − c_x·ẋ with c_x = −6·25·¼/0.1 = −375.
    #[test]
    fn layout_of_the_vector() {
        let near = |(got, flag): ([f64; 3], c_int), expected: [f64; 3]| {
            assert_eq!(flag, 0);
            for (g, e) in got.into_iter().zip(expected) {
                // 1e-10: p = 1 − 0.95 carries 4e-17 of rounding, times third derivatives up to 2·12·25/d³
                assert!((g - e).abs() < 1e-10, "{g} {e}");
            }
        };
        let root = 0.05f64.sqrt();
        near(impact(ARGS, 0), [5.0 * root + 25.0, 0.0, 0.0]);
        near(impact(ARGS, 1), [-150.0 * root - 750.0, -12.5, 0.0]);
        // F_xx = 75/√0.05 − c_xx·ẋ, c_xx = 0 at s = ½; F_xẋ = −c_x = 375
        near(impact(ARGS, 2), [75.0 / root, 375.0, 0.0]);
    }

    #[test]
    fn the_free_length_of_the_solvers_own_samples_is_zero() {
        let mut args = ARGS;
        (args[0], args[2]) = (-0.05, 0.0);
        let (vec, flag) = impact(args, 0);
        assert_eq!(flag, 0);
        assert!((vec[0] - 26.118_033_988_749_895).abs() < 1e-12);
    }

    #[test]
    fn bad_arguments_raise_the_flag() {
        for iord in [-1, 3, c_int::MIN, c_int::MAX] {
            assert_eq!(impact(ARGS, iord), ([0.0; 3], 1));
        }
        for (i, bad) in [
            (3, -1.0),
            (4, 0.0),
            (5, -1.0),
            (6, 0.0),
            (0, f64::NAN),
            (1, f64::INFINITY),
        ] {
            let mut args = ARGS;
            args[i] = bad;
            assert_eq!(impact(args, 0), ([0.0; 3], 1), "argument {i}");
        }
        let (mut y, mut flag) = (9.0, 9);
        // SAFETY: pointers to our own variables, or null, which is allowed.
        unsafe {
            c_step(0.5, 1.0, 0.0, 1.0, 1.0, 0, &mut y, &mut flag);
            assert_eq!((y, flag), (0.0, 1));
            for npar in [-1, 0, 32] {
                (y, flag) = (9.0, 9);
                c_poly(0.5, 1.0, [0.0; 40].as_ptr(), npar, 0, &mut y, &mut flag);
                assert_eq!((y, flag), (0.0, 1), "{npar}");
            }
        }
    }

    #[test]
    fn null_pointers_raise_the_flag() {
        let (mut vec, mut flag) = ([9.0; 3], 9);
        // SAFETY: pointers to our own variables, or null, which is allowed.
        let impact_to = |vec: *mut f64, flag: *mut c_int| unsafe {
            c_impact(0.95, -2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0, vec, flag);
        };
        impact_to(null_mut(), &mut flag);
        assert_eq!(flag, 1);
        impact_to(vec.as_mut_ptr(), null_mut());
        assert_eq!(vec, [0.0; 3]);
        impact_to(null_mut(), null_mut());
        // SAFETY: as above.
        unsafe { c_cheby(0.5, 0.0, null(), 3, 0, &mut vec[0], null_mut()) };
    }

    #[test]
    fn null_pointers_of_fortran_raise_the_flag() {
        let (mut vec, mut flag) = ([9.0; 3], 9);
        let a = 0.95;
        let one: c_int = 1;
        // SAFETY: pointers to our own variables, or null, which is allowed.
        let impact = |v: *const f64, order: *const c_int| unsafe {
            let (mut vec, mut flag) = ([9.0; 3], 9);
            let to = vec.as_mut_ptr();
            impact_(&a, v, &a, &a, &a, &a, &a, order, to, &mut flag);
            flag
        };
        assert_eq!(impact(null(), &one), 1);
        assert_eq!(impact(&a, null()), 1);
        // SAFETY: as above.
        unsafe {
            poly_(&a, &a, null(), &one, &one, &mut vec[0], &mut flag);
            assert_eq!(flag, 1);
            flag = 9;
            forsin_(&a, &a, &a, &a, null(), &one, &mut vec[0], &mut flag);
            assert_eq!(flag, 1);
        }
    }
}
