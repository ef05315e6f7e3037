//! ANALYS, MODIFY and DATOUT: what CONSUB asks of the run.

use super::going::{ask_for_stop, host};
use crate::host::Order;
use std::ffi::c_int;

/// The status; 1 and the end of the run if the routine that calls does not control it.
pub fn order(name: &str, order: Order<'_>) -> c_int {
    let status = host(|h| h.control(order)).flatten();
    status.unwrap_or_else(|| {
        ask_for_stop(format!("it called {name}, which CONSUB alone may call"));
        1
    })
}
