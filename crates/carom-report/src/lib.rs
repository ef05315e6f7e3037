//! Pages about Carom and its runs: the verification page, the reference manual, plots.
//!
//! | program | writes |
//! |---|---|
//! | `carom-validate` | `docs/verification.md`, from the records in `validation/records` |
//! | `carom-docs` | `docs/reference/*.md`, from the lists of functions, statements, integrators |
//! | `carom-benchmarks` | `docs/benchmarks.md`, from runs of the IFToMM benchmarks |
//! | `carom-locators` | `docs/locators.md`, from problems whose events are known |
//! | `carom-faceting` | `docs/images/faceting.svg`, from contacts of CAD solids |
//! | `carom-picture` | `docs/images/ball.svg`, from a run |

pub mod benchmarks;
pub mod faceting;
pub mod locators;
pub mod manual;
pub mod precision;
pub mod validation;

use std::path::PathBuf;

/// The folder of the repository. The programs of this crate read and write there.
pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
