//! Results on disk: one format per file, all listed in [`RESULT_FORMATS`].
//!
//! A format makes a [`ResultWriter`], which is told a run as it happens and writes as it is told, so that
//! what a long run has computed stands on disk before the run ends.

pub mod csv;
pub mod gra;
pub mod mrf;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod plt;
pub mod read;
pub mod req;
pub mod res;
pub mod scene;
pub mod stamp;
pub mod tables;
pub mod text;
pub mod thin;
pub mod unit_names;

use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::io;
use std::path::{Path, PathBuf};

/// The formats, in the order of the manual.
pub const RESULT_FORMATS: &[&dyn ResultFormat] = &[
    #[cfg(feature = "parquet")]
    &parquet::Parquet,
    &csv::Csv,
    &res::Res,
    &req::Req,
    &gra::Gra,
    &plt::Plt,
    &mrf::Mrf,
];

/// A result format: describes itself and makes writers; holds no state.
pub trait ResultFormat: Sync {
    /// As `--format` spells it.
    fn name(&self) -> &'static str;
    /// What it is, in one line.
    fn text(&self) -> &'static str;
    /// Why Carom does not write it; `None` if it does.
    fn refusal(&self) -> Option<&'static str> {
        None
    }
    /// Opens its files.
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError>;
}

/// The format of a name.
pub fn find(name: &str) -> Option<&'static dyn ResultFormat> {
    RESULT_FORMATS.iter().copied().find(|f| f.name() == name)
}

/// What a writer knows before the first row.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The model that runs.
    pub model: &'a Model,
    /// The order of the rows.
    pub layout: &'a Layout,
    /// Folder of the files; exists.
    pub folder: &'a Path,
    /// Name of the files without extension, where the format names one file.
    pub stem: &'a str,
    /// Seconds since 1970-01-01 UTC.
    pub created: u64,
    /// Program and version.
    pub program: &'a str,
}

/// Is told a run and writes it.
pub trait ResultWriter {
    /// An analysis begins.
    fn begin(&mut self, analysis: Analysis) -> Result<(), ResultError>;
    /// An output time.
    fn frame(&mut self, frame: &Frame) -> Result<(), ResultError>;
    /// An event.
    fn event(&mut self, event: &EventRow) -> Result<(), ResultError>;
    /// What a linear analysis found.
    fn linear(&mut self, linearization: &Linearization) -> Result<(), ResultError> {
        let _ = linearization;
        Ok(())
    }
    /// The analysis ended; everything so far goes to disk.
    fn end(&mut self) -> Result<(), ResultError>;
    /// The run ended, as planned or early. Nothing follows.
    fn finish(&mut self, outcome: Outcome) -> Result<(), ResultError>;
    /// The files, in order.
    fn files(&self) -> Vec<PathBuf>;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All commands were carried out.
    Done,
    /// It ended early.
    Early,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_describes_itself() {
        for (i, f) in RESULT_FORMATS.iter().enumerate() {
            assert!(!f.name().is_empty() && f.name().chars().all(|c| c.is_ascii_lowercase()));
            assert!(f.text().len() > 20, "{}", f.name());
            assert!(RESULT_FORMATS[..i].iter().all(|g| g.name() != f.name()));
            assert_eq!(find(f.name()).map(|g| g.text()), Some(f.text()));
        }
        assert!(find("xls").is_none());
    }
}
