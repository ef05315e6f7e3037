//! Why a result could not be written or read.

use std::io;
use std::path::{Path, PathBuf};

/// A result could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ResultError {
    /// The system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Carom does not write the format.
    #[error("format {format} is not written: {reason}")]
    Refused {
        /// Its name.
        format: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// A file is not what it should be.
    #[error("{}: {message}", path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl ResultError {
    /// For `map_err` on operations of `std::io`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}
