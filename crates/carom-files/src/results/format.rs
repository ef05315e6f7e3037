//! What a result format is, and a writer of it, which is told a run.

use super::error::ResultError;
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use std::path::{Path, PathBuf};

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
