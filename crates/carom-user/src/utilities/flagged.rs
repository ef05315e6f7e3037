//! Utilities that are not available and have an error flag: the flag is raised, the run goes on, and the report says so once.
//!
//! All of their results are left as they are. The argument lists are those of the interface; only the place of the flag is used.

use super::going::{going, host};
use crate::host::Message;
use std::ffi::{c_int, c_void};

type P = *const c_void;

/// The kind of the message that a utility is not available.
const KIND: &str = "NOT AVAILABLE";

fn raise(name: &str, flag: *mut c_int) {
    let owner = going(|g| g.owner.to_owned()).unwrap_or_default();
    let text = format!(
        "{owner}: {} is not available: its error flag is set, and the run goes on",
        name.to_uppercase()
    );
    let message = Message {
        kind: KIND.into(),
        text,
        id: 0,
    };
    host(|h| h.message(message));
    if !flag.is_null() {
        // SAFETY: not null; the caller's promise that its flag is an integer.
        unsafe { flag.write(1) };
    }
}

macro_rules! flagged {
    ($($name:literal: $c:ident, $fortran:ident ($($arg:ident: $type:ty),*);)+) => {
        $(
            unsafe extern "C" fn $c($($arg: $type,)* flag: *mut c_int) {
                $(let _ = $arg;)*
                raise($name, flag);
            }
            unsafe extern "C" fn $fortran($($arg: P,)* flag: *mut c_int) {
                $(let _ = $arg;)*
                raise($name, flag);
            }
        )+
        /// Their names, without `c_` and underscores.
        pub const FLAGGED: &[&str] = &[$($name),+];
        /// Their doors with addresses.
        pub(super) fn all() -> Vec<(String, usize)> {
            vec![$(
                (concat!("c_", $name).to_owned(), $c as *const () as usize),
                (concat!($name, "_").to_owned(), $fortran as *const () as usize),
            )+]
        }
    };
}

flagged! {
    "gtcmat": c_gtcmat, gtcmat_ (n: c_int, markers: P, dimension: c_int, matrix: P);
    "tcnvrt": c_tcnvrt, tcnvrt_ (from: P, a: P, to: P, b: P);
    "get_matrix_info": c_get_matrix_info, get_matrix_info_ (id: c_int, kind: P, rows: P, columns: P, size: P);
    "get_full_matrix_data": c_get_full_matrix_data, get_full_matrix_data_ (id: c_int, values: P, size: c_int);
    "get_sparse_matrix_data": c_get_sparse_matrix_data, get_sparse_matrix_data_ (id: c_int, rows: P, columns: P, values: P, size: c_int);
    "nmodes": c_nmodes, nmodes_ (id: c_int, count: P);
    "modinf": c_modinf, modinf_ (id: c_int, modes: P, frequencies: P);
    "setvelic": c_setvelic, setvelic_ (id: c_int, kind: c_int, vm: P, wm: P, orientation: P, count: c_int, values: P, which: P, exact: P);
    "get_n_contact_incidents": c_get_n_contact_incidents, get_n_contact_incidents_ (id: c_int, count: P);
    "tirary": c_tirary, tirary_ (id: c_int, name: P, values: P, count: P);
    "realtime": c_realtime, realtime_ (name: P, part: c_int, values: P, count: P);
    "sysfn2": c_sysfn2, sysfn2_ (beam: P, name: P, ids: P, count: c_int, index: P);
    "set_gse_state_tolerance": c_set_gse_state_tolerance, set_gse_state_tolerance_ (id: c_int, index: c_int, tolerance: f64);
    "cusfnc": c_cusfnc, cusfnc_ (name: P, values: P, count: c_int, value: P);
    "put_marker": c_put_marker, put_marker_ (id: c_int, place: P, kind: c_int, angles: P);
}
