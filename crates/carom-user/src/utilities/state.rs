//! SYSARY, SYSFNC and SYSPAR: the state of the model.

use super::going::host;
use std::ffi::c_int;

/// The most values of one SYSARY.
pub const MOST: usize = 4096;

/// Without blanks around it, in upper case.
fn clean(name: &str) -> String {
    name.trim().to_ascii_uppercase()
}

/// The value of a function of the state.
pub fn sysfnc(name: &str, ids: &[c_int]) -> Option<f64> {
    let mut value = [0.0];
    let count = host(|h| h.read(false, &clean(name), ids, &mut value))??;
    (count == 1).then_some(value[0])
}

/// The values of an array of the state, and how many they are.
pub fn sysary(name: &str, ids: &[c_int], out: &mut [f64]) -> Option<usize> {
    let count = host(|h| h.read(true, &clean(name), ids, out))??;
    (count <= out.len()).then_some(count)
}

/// The partial derivatives of the result by one of its measures.
pub fn syspar(name: &str, ids: &[c_int], partials: Option<&[f64]>) -> bool {
    let Some(partials) = partials else {
        return false;
    };
    host(|h| h.partials(&clean(name), ids, partials)).unwrap_or(false)
}
