//! What compiled code hands over: pointers become values, slices and texts, and answers are written back.
//!
//! What the SAFETY lines mean with "the caller's promise" is said where the doors are.

use crate::utilities::messages::trimmed;
use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int};

/// A text of Fortran: an address, and at the end of all arguments its length. Only the low half of it is sure.
pub(super) type Length = usize;

pub(super) unsafe fn read<T: Copy>(p: *const T) -> Option<T> {
    // SAFETY: null is tested; else the caller's promise.
    unsafe { p.as_ref() }.copied()
}

pub(super) unsafe fn write<T>(p: *mut T, value: T) {
    if !p.is_null() {
        // SAFETY: not null; the caller's promise.
        unsafe { p.write(value) };
    }
}

pub(super) unsafe fn slice<'a, T>(p: *const T, count: c_int) -> Option<&'a [T]> {
    let count = usize::try_from(count).ok()?;
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: null is tested; else the caller's promise.
    (!p.is_null()).then(|| unsafe { std::slice::from_raw_parts(p, count) })
}

pub(super) unsafe fn give(values: &[f64], to: *mut f64) {
    if !to.is_null() {
        // SAFETY: not null; the caller's promise of room. `copy` allows what the caller has given us to overlap.
        unsafe { std::ptr::copy(values.as_ptr(), to, values.len()) };
    }
}

pub(super) unsafe fn c_text<'a>(p: *const c_char) -> Cow<'a, str> {
    if p.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: not null; the caller's promise that it ends with NUL.
    unsafe { CStr::from_ptr(p) }.to_string_lossy()
}

pub(super) unsafe fn f_text<'a>(p: *const c_char, length: Length) -> Cow<'a, str> {
    let length = (length & 0xffff_ffff).min(4096);
    if p.is_null() || length == 0 {
        return Cow::Borrowed("");
    }
    // SAFETY: not null; the caller's promise of the length.
    let bytes = unsafe { std::slice::from_raw_parts(p.cast::<u8>(), length) };
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(trimmed(text)),
        Cow::Owned(text) => Cow::Owned(trimmed(&text).to_owned()),
    }
}

/// Writes a text for C, with its NUL.
pub(super) unsafe fn give_c(text: &str, to: *mut c_char) {
    if !to.is_null() {
        // SAFETY: not null; the caller's promise of room for the text and its NUL.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), to, text.len());
            to.add(text.len()).write(0);
        }
    }
}

/// Writes a text for Fortran, padded with blanks or cut off.
pub(super) unsafe fn give_f(text: &str, to: *mut c_char, length: Length) {
    let length = length & 0xffff_ffff;
    if !to.is_null() {
        for k in 0..length {
            let byte = text.as_bytes().get(k).copied().unwrap_or(b' ');
            // SAFETY: k < length; the caller's promise of the length.
            unsafe { to.add(k).write(byte as c_char) };
        }
    }
}

/// Writes results and the error flag: zeros for results that are missing.
pub(super) unsafe fn answer<const N: usize>(
    found: Option<[f64; N]>,
    to: *mut f64,
    flag: *mut c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        give(&found.unwrap_or([0.0; N]), to);
        write(flag, c_int::from(found.is_none()));
    }
}
