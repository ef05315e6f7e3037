//! What the statements of linear systems share.

use super::build::{Builder, Built};
use super::record::Record;
use crate::common::system;
use carom_model::LinearSystem;

/// Gives arrays without a size that of a linear system, and reports the first one that does not fit it.
pub fn check_arrays(r: &Record, b: &mut Builder, s: &LinearSystem) -> Built {
    system::size_arrays(&mut b.model, s);
    match system::problems(&b.model, s).into_iter().next() {
        None => Ok(()),
        Some((role, kind, what)) => {
            let name = if kind {
                "adm-array-type"
            } else {
                "adm-array-size"
            };
            Err(b.error(r, name, r.place(&format!("{role:?}")), &what))
        }
    }
}
