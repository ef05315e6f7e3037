//! Doors to the state: SYSARY, SYSFNC, SYSPAR, and what they were called before 1995.

use super::memory::{Length, answer, c_text, f_text, give, read, slice, write};
use crate::utilities::going::host;
use crate::utilities::state;
use std::ffi::{c_char, c_int};

unsafe fn array_of_state(
    name: &str,
    ids: Option<&[c_int]>,
    to: *mut f64,
    count: *mut c_int,
    flag: *mut c_int,
) {
    let mut few = [0.0; 64];
    let mut many = Vec::new();
    let room = match name.trim().eq_ignore_ascii_case("ARRAY") {
        true => {
            many.resize(state::MOST, 0.0);
            &mut many[..]
        }
        false => &mut few[..],
    };
    let found = ids.and_then(|ids| state::sysary(name, ids, room));
    // SAFETY: the caller's promise.
    unsafe {
        give(&room[..found.unwrap_or(0)], to);
        write(count, found.unwrap_or(0) as c_int);
        write(flag, c_int::from(found.is_none()));
    }
}

pub(super) unsafe extern "C" fn c_sysary(
    name: *const c_char,
    ids: *const c_int,
    n: c_int,
    to: *mut f64,
    count: *mut c_int,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { array_of_state(&c_text(name), slice(ids, n), to, count, flag) }
}

pub(super) unsafe extern "C" fn sysary_(
    name: *const c_char,
    ids: *const c_int,
    n: *const c_int,
    to: *mut f64,
    count: *mut c_int,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let ids = read(n).and_then(|n| slice(ids, n));
        array_of_state(&f_text(name, length), ids, to, count, flag);
    }
}

pub(super) unsafe extern "C" fn c_sysfnc(
    name: *const c_char,
    ids: *const c_int,
    n: c_int,
    to: *mut f64,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let found = slice(ids, n).and_then(|ids| state::sysfnc(&c_text(name), ids));
        answer(found.map(|x| [x]), to, flag);
    }
}

pub(super) unsafe extern "C" fn sysfnc_(
    name: *const c_char,
    ids: *const c_int,
    n: *const c_int,
    to: *mut f64,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let ids = read(n).and_then(|n| slice(ids, n));
        let found = ids.and_then(|ids| state::sysfnc(&f_text(name, length), ids));
        answer(found.map(|x| [x]), to, flag);
    }
}

pub(super) unsafe extern "C" fn c_syspar(
    name: *const c_char,
    ids: *const c_int,
    n: c_int,
    partials: *const f64,
    count: c_int,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let good = slice(ids, n)
            .is_some_and(|ids| state::syspar(&c_text(name), ids, slice(partials, count)));
        write(flag, c_int::from(!good));
    }
}

pub(super) unsafe extern "C" fn syspar_(
    name: *const c_char,
    ids: *const c_int,
    n: *const c_int,
    partials: *const f64,
    count: *const c_int,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let ids = read(n).and_then(|n| slice(ids, n));
        let partials = read(count).and_then(|count| slice(partials, count));
        let good = ids.is_some_and(|ids| state::syspar(&f_text(name, length), ids, partials));
        write(flag, c_int::from(!good));
    }
}

pub(super) unsafe extern "C" fn wants_partials(flag: *mut c_int) {
    let wanted = host(|h| h.wants_partials()).unwrap_or(false);
    // SAFETY: the caller's promise.
    unsafe { write(flag, c_int::from(wanted)) }
}

/// INFO of before 1995: DISP, VEL or ACC of I relative to J in the axes of RM.
pub(super) unsafe extern "C" fn info_(
    name: *const c_char,
    i: *const c_int,
    j: *const c_int,
    rm: *const c_int,
    to: *mut f64,
    flag: *mut c_int,
    length: Length,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let mut count = 0;
        let ids = (|| Some([read(i)?, read(j)?, read(rm)?]))();
        array_of_state(
            &f_text(name, length),
            ids.as_ref().map(|x| &x[..]),
            to,
            &mut count,
            flag,
        );
    }
}

/// FNCDEP of before 1995: the routine depends on position and velocity of each of these markers.
pub(super) unsafe extern "C" fn fncdep_(
    _sub: *const c_char,
    what: *const c_char,
    _id: *const c_int,
    markers: *const f64,
    n: *const c_int,
    flag: *mut c_int,
    length: Length,
    of_what: Length,
) {
    let _ = length;
    // SAFETY: the caller's promise.
    unsafe {
        let is_marker = f_text(what, of_what).trim().eq_ignore_ascii_case("MARKER");
        let list = read(n)
            .and_then(|n| slice(markers, n))
            .filter(|_| is_marker);
        let mut good = list.is_some();
        for m in list.unwrap_or(&[]) {
            let mut room = [0.0; 64];
            for name in ["DISP", "VEL"] {
                good &= state::sysary(name, &[m.round() as c_int], &mut room).is_some();
            }
        }
        write(flag, c_int::from(!good));
    }
}
