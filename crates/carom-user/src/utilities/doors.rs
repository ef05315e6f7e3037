//! The doors: pointers become values and slices, and answers are written back.
//!
//! Each function here is called by compiled code of others, with the arguments that the interface of the utilities gives. The safety of each
//! is the promise of the caller that pointers are null or valid for what the interface says, and counts are those of the arrays. That is
//! what the SAFETY lines mean with "the caller's promise".

use super::going::{accepted_time, host};
use super::laws::{self};
use super::messages::{errmes, usrmes};
use super::{control, data, rotations};
use crate::Order;
use functions::*;
use memory::{Length, c_text, f_text, give, give_c, give_f, read, slice, write};
use state::*;
use std::ffi::{c_char, c_int};

mod functions;
mod memory;
mod state;

unsafe extern "C" fn timget(time: *mut f64) {
    // SAFETY: the caller's promise.
    unsafe { write(time, accepted_time()) }
}

unsafe extern "C" fn getmod(mode: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { write(mode, data::mode()) }
}

/// Time of the processor and of the clock count for nothing in a result that is to be repeated.
unsafe extern "C" fn no_time(time: *mut f64) {
    // SAFETY: the caller's promise.
    unsafe { write(time, 0.0) }
}

/// GETINM: driven by commands, not by hand. Threads: one, number 0.
unsafe extern "C" fn zero(flag: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { write(flag, 0) }
}

unsafe extern "C" fn one(flag: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { write(flag, 1) }
}

extern "C" fn nothing() {}

const VERSION: &str = concat!("Carom ", env!("CARGO_PKG_VERSION"));

unsafe extern "C" fn c_name(to: *mut c_char) {
    // SAFETY: the caller's promise.
    unsafe { give_c(VERSION, to) }
}

unsafe extern "C" fn f_name(to: *mut c_char, length: Length) {
    // SAFETY: the caller's promise.
    unsafe { give_f(VERSION, to, length) }
}

unsafe extern "C" fn get_gravity(x: *mut f64, y: *mut f64, z: *mut f64) {
    let g = host(|h| h.gravity()).unwrap_or([0.0; 3]);
    // SAFETY: the caller's promise.
    unsafe {
        write(x, g[0]);
        write(y, g[1]);
        write(z, g[2]);
    }
}

unsafe fn numbers_of(id: Option<c_int>, to: *mut f64, count: *mut c_int, flag: *mut c_int) {
    let found = id.and_then(data::array);
    // SAFETY: the caller's promise.
    unsafe {
        give(found.as_deref().unwrap_or(&[]), to);
        write(count, found.as_ref().map_or(0, Vec::len) as c_int);
        write(flag, c_int::from(found.is_none()));
    }
}

unsafe extern "C" fn c_gtaray(id: c_int, to: *mut f64, count: *mut c_int, flag: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { numbers_of(Some(id), to, count, flag) }
}

unsafe extern "C" fn gtaray_(id: *const c_int, to: *mut f64, count: *mut c_int, flag: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { numbers_of(read(id), to, count, flag) }
}

unsafe extern "C" fn c_gtstrg(id: c_int, to: *mut c_char, count: *mut c_int, flag: *mut c_int) {
    let found = data::string(id);
    // SAFETY: the caller's promise.
    unsafe {
        give_c(found.as_deref().unwrap_or(""), to);
        write(count, found.as_ref().map_or(0, String::len) as c_int);
        write(flag, c_int::from(found.is_none()));
    }
}

unsafe extern "C" fn gtstrg_(
    id: *const c_int,
    to: *mut c_char,
    count: *mut c_int,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let found = read(id).and_then(data::string);
        give_f(found.as_deref().unwrap_or(""), to, length);
        write(count, found.as_ref().map_or(0, String::len) as c_int);
        write(flag, c_int::from(found.is_none()));
    }
}

unsafe fn units(exists: *mut c_int, sizes: *mut f64) -> [u8; 8] {
    let found = data::units();
    // SAFETY: the caller's promise.
    unsafe {
        write(exists, c_int::from(found.is_some()));
        give(&found.map_or([1.0; 4], |(sizes, _)| sizes), sizes);
    }
    found.map_or([b' '; 8], |(_, text)| text)
}

unsafe extern "C" fn c_gtunts(exists: *mut c_int, sizes: *mut f64, names: *mut c_char) {
    // SAFETY: the caller's promise; the names have no NUL.
    unsafe {
        let text = units(exists, sizes);
        if !names.is_null() {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), names, 8);
        }
    }
}

unsafe extern "C" fn gtunts_(
    exists: *mut c_int,
    sizes: *mut f64,
    names: *mut c_char,
    _length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe { c_gtunts(exists, sizes, names) }
}

unsafe extern "C" fn c_naninf(
    values: *const f64,
    count: *const c_int,
    outcome: *mut c_int,
    at: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let found = read(count)
            .and_then(|n| slice(values, n))
            .and_then(data::not_finite);
        write(outcome, c_int::from(found.is_some()));
        write(at, found.unwrap_or(0) as c_int);
    }
}

// ---- texts

unsafe extern "C" fn c_istrng(number: c_int, to: *mut c_char, count: *mut c_int, flag: *mut c_int) {
    let text = number.to_string();
    // SAFETY: the caller's promise.
    unsafe {
        give_c(&text, to);
        write(count, text.len() as c_int);
        write(flag, 0);
    }
}

unsafe extern "C" fn istrng_(
    number: *const c_int,
    to: *mut c_char,
    count: *mut c_int,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let text = read(number).map(|n| n.to_string());
        give_f(text.as_deref().unwrap_or(""), to, length);
        write(count, text.as_ref().map_or(0, String::len) as c_int);
        write(flag, c_int::from(text.is_none()));
    }
}

unsafe extern "C" fn c_rstrng(number: f64, to: *mut c_char, count: *mut c_int, flag: *mut c_int) {
    let text = format!("{number:?}");
    // SAFETY: the caller's promise.
    unsafe {
        give_c(&text, to);
        write(count, text.len() as c_int);
        write(flag, 0);
    }
}

unsafe extern "C" fn rstrng_(
    number: *const f64,
    to: *mut c_char,
    count: *mut c_int,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let text = read(number).map(|x| format!("{x:?}"));
        give_f(text.as_deref().unwrap_or(""), to, length);
        write(count, text.as_ref().map_or(0, String::len) as c_int);
        write(flag, c_int::from(text.is_none()));
    }
}

unsafe fn rotation(from: &str, a: *const f64, to: &str, b: *mut f64, status: *mut c_int) {
    // SAFETY: the caller's promise that `a` has the numbers of its description, and `b` room for those of its own. `b` may be `a`:
    // all is read before anything is written.
    unsafe {
        let read = |count: usize| {
            slice(a, count as c_int).map_or_else(|| vec![f64::NAN; count], <[f64]>::to_vec)
        };
        let (found, s) = rotations::convert(from, read, to);
        if let Some(found) = found {
            give(&found, b);
        }
        write(status, s);
    }
}

unsafe extern "C" fn c_rcnvrt(
    from: *const c_char,
    a: *const f64,
    to: *const c_char,
    b: *mut f64,
    status: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { rotation(&c_text(from), a, &c_text(to), b, status) }
}

unsafe extern "C" fn rcnvrt_(
    from: *const c_char,
    a: *const f64,
    to: *const c_char,
    b: *mut f64,
    status: *mut c_int,
    l1: Length,
    l2: Length,
) {
    // SAFETY: the caller's promise.
    unsafe { rotation(&f_text(from, l1), a, &f_text(to, l2), b, status) }
}

unsafe extern "C" fn c_errmes(raised: c_int, text: *const c_char, id: c_int, end: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { errmes(raised != 0, &c_text(text), id, &c_text(end)) }
}

unsafe extern "C" fn errmes_(
    raised: *const c_int,
    text: *const c_char,
    id: *const c_int,
    end: *const c_char,
    l1: Length,
    l2: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let (raised, id) = (read(raised).unwrap_or(0), read(id).unwrap_or(0));
        errmes(raised != 0, &f_text(text, l1), id, &f_text(end, l2));
    }
}

unsafe extern "C" fn c_usrmes(raised: c_int, text: *const c_char, id: c_int, kind: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { usrmes(raised != 0, &c_text(text), id, &c_text(kind)) }
}

unsafe extern "C" fn usrmes_(
    raised: *const c_int,
    text: *const c_char,
    id: *const c_int,
    kind: *const c_char,
    l1: Length,
    l2: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let (raised, id) = (read(raised).unwrap_or(0), read(id).unwrap_or(0));
        usrmes(raised != 0, &f_text(text, l1), id, &f_text(kind, l2));
    }
}

extern "C" fn gse_count<const WHICH: usize>() -> c_int {
    super::gse::counts()[WHICH]
}

unsafe extern "C" fn gse_count_<const WHICH: usize>(out: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe { write(out, super::gse::counts()[WHICH]) }
}

unsafe extern "C" fn c_gse_values<const WHICH: usize>(out: *mut f64, count: c_int) {
    // SAFETY: the caller's promise.
    unsafe {
        let count = usize::try_from(count).unwrap_or(0);
        if !out.is_null() && count > 0 {
            super::gse::values(WHICH, std::slice::from_raw_parts_mut(out, count));
        }
    }
}

unsafe extern "C" fn gse_values_<const WHICH: usize>(out: *mut f64, count: *const c_int) {
    // SAFETY: the caller's promise.
    unsafe { c_gse_values::<WHICH>(out, read(count).unwrap_or(0)) }
}

unsafe extern "C" fn c_gse_partials<const WHICH: usize>(partials: *const f64, count: c_int) {
    // SAFETY: the caller's promise.
    unsafe { super::gse::partials(WHICH, slice(partials, count)) }
}

unsafe extern "C" fn gse_partials_<const WHICH: usize>(partials: *const f64, count: *const c_int) {
    // SAFETY: the caller's promise.
    unsafe { c_gse_partials::<WHICH>(partials, read(count).unwrap_or(0)) }
}

extern "C" fn c_switch(guard: f64) -> c_int {
    c_int::from(laws::switch(guard))
}

unsafe extern "C" fn switch_(guard: *const f64) -> c_int {
    // SAFETY: the caller's promise.
    c_switch(unsafe { read(guard) }.unwrap_or(f64::NAN))
}

unsafe extern "C" fn c_analys(
    kind: *const c_char,
    _name: *const c_char,
    begin: f64,
    end: f64,
    _init: c_int,
    status: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let kind = &c_text(kind);
        write(
            status,
            control::order("ANALYS", Order::Analysis { kind, begin, end }),
        );
    }
}

unsafe extern "C" fn analys_(
    kind: *const c_char,
    _name: *const c_char,
    begin: *const f64,
    end: *const f64,
    _init: *const c_int,
    status: *mut c_int,
    l1: Length,
    _l2: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let kind = &f_text(kind, l1);
        let (begin, end) = (
            read(begin).unwrap_or(f64::NAN),
            read(end).unwrap_or(f64::NAN),
        );
        write(
            status,
            control::order("ANALYS", Order::Analysis { kind, begin, end }),
        );
    }
}

unsafe extern "C" fn c_modify(command: *const c_char, status: *mut c_int) {
    // SAFETY: the caller's promise.
    unsafe {
        write(
            status,
            control::order("MODIFY", Order::Modify(&c_text(command))),
        )
    }
}

unsafe extern "C" fn modify_(command: *const c_char, status: *mut c_int, length: Length) {
    // SAFETY: the caller's promise.
    unsafe {
        write(
            status,
            control::order("MODIFY", Order::Modify(&f_text(command, length))),
        )
    }
}

unsafe extern "C" fn datout(status: *mut c_int) {
    let done = control::order("DATOUT", Order::Output);
    // SAFETY: the caller's promise.
    unsafe { write(status, done) }
}

macro_rules! table {
    ($($name:literal: $c:expr, $fortran:expr;)+) => {
        /// All doors with their addresses.
        pub(super) fn all() -> Vec<(String, usize)> {
            vec![$(
                (concat!("c_", $name).to_owned(), $c as *const () as usize),
                (concat!($name, "_").to_owned(), $fortran as *const () as usize),
            )+]
        }
    };
}

table! {
    "sysary": c_sysary, sysary_;
    "sysfnc": c_sysfnc, sysfnc_;
    "syspar": c_syspar, syspar_;
    "adams_needs_partials": wants_partials, wants_partials;
    "timget": timget, timget;
    "getmod": getmod, getmod;
    "anlmod": getmod, getmod;
    "impact": c_impact, impact_;
    "bistop": c_bistop, bistop_;
    "step": c_step, step_;
    "step5": c_step5, step5_;
    "havsin": c_havsin, havsin_;
    "poly": c_poly, poly_;
    "cheby": c_cheby, cheby_;
    "forcos": c_forcos, forcos_;
    "forsin": c_forsin, forsin_;
    "shf": c_shf, shf_;
    "akispl": c_akispl, akispl_;
    "cubspl": c_cubspl, cubspl_;
    "gtcurv": c_gtcurv, gtcurv_;
    "put_spline": c_put_spline, put_spline_;
    "ucovar": c_ucovar, ucovar_;
    "gtaray": c_gtaray, gtaray_;
    "gtstrg": c_gtstrg, gtstrg_;
    "gtunts": c_gtunts, gtunts_;
    "get_gravity": get_gravity, get_gravity;
    "getstm": no_time, no_time;
    "getcpu": no_time, no_time;
    "getinm": zero, zero;
    "getver": c_name, f_name;
    "getslv": c_name, f_name;
    "getint": c_name, f_name;
    "istrng": c_istrng, istrng_;
    "rstrng": c_rstrng, rstrng_;
    "rcnvrt": c_rcnvrt, rcnvrt_;
    "naninf": c_naninf, c_naninf;
    "errmes": c_errmes, errmes_;
    "usrmes": c_usrmes, usrmes_;
    "adams_declare_threadsafe": nothing, nothing;
    "adams_smp_group": nothing, nothing;
    "set_partial_method": nothing, nothing;
    "get_thread_index": zero, zero;
    "get_nthread": one, one;
    "info": info_, info_;
    "fncdep": fncdep_, fncdep_;
    "gse_ns": gse_count::<0>, gse_count_::<0>;
    "gse_nd": gse_count::<1>, gse_count_::<1>;
    "gse_ni": gse_count::<2>, gse_count_::<2>;
    "gse_no": gse_count::<3>, gse_count_::<3>;
    "gse_x": c_gse_values::<0>, gse_values_::<0>;
    "gse_xd": c_gse_values::<1>, gse_values_::<1>;
    "gse_xdot": c_gse_values::<2>, gse_values_::<2>;
    "gse_u": c_gse_values::<3>, gse_values_::<3>;
    "gsepar_x": c_gse_partials::<0>, gse_partials_::<0>;
    "gsepar_xdot": c_gse_partials::<2>, gse_partials_::<2>;
    "gsepar_u": c_gse_partials::<3>, gse_partials_::<3>;
    "gsemap_x": nothing, nothing;
    "gsemap_xdot": nothing, nothing;
    "gsemap_u": nothing, nothing;
    "set_dgse_type": nothing, nothing;
    "carom_switch": c_switch, switch_;
    "analys": c_analys, analys_;
    "modify": c_modify, modify_;
    "datout": datout, datout;
}
