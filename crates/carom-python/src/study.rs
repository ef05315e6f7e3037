//! Studies: their runs anywhere, their rows in one dataset.

use crate::diagnostics::{self, refused};
use carom::base::{Diagnostic, Diagnostics};
use carom::files::Texts;
use carom_stability::basin::Basins;
use carom_study::{Dataset, Earlier, Summary};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList};
use std::collections::HashMap;
use std::path::PathBuf;

/// A study that was read and accepted.
#[pyclass(frozen, module = "carom._carom")]
pub struct Study {
    study: carom_study::Study,
}

fn accepted(
    py: Python<'_>,
    read: Result<carom_study::Study, carom_study::Refused>,
) -> PyResult<Study> {
    let study = read.map_err(|r| refused(py, &r.diagnostics, &r.sources))?;
    Ok(Study { study })
}

fn json(summary: &Summary) -> PyResult<String> {
    serde_json::to_string(summary).map_err(|e| PyRuntimeError::new_err(e.to_string()))
}

#[pymethods]
impl Study {
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = py.detach(|| carom_study::Study::read(path));
        accepted(py, read)
    }

    /// On a worker: of the texts that it was read from elsewhere.
    #[staticmethod]
    fn of_texts(
        py: Python<'_>,
        path: PathBuf,
        text: String,
        texts: HashMap<PathBuf, String>,
        points: Vec<u8>,
    ) -> PyResult<Self> {
        let texts: Texts = texts.into_iter().collect();
        let points = Some(points).filter(|p| !p.is_empty());
        let read = py.detach(|| carom_study::Study::read_text(&path, text, &texts, points));
        accepted(py, read)
    }

    /// What [`Study::of_texts`] wants.
    fn texts<'py>(
        &self,
        py: Python<'py>,
    ) -> (PathBuf, &str, HashMap<PathBuf, &str>, Bound<'py, PyBytes>) {
        let sources = self.study.deck.model.sources.iter();
        let texts = sources.map(|s| (s.path.clone(), s.text.as_str())).collect();
        let points = PyBytes::new(py, &self.study.points_file);
        (self.study.path.clone(), &self.study.text, texts, points)
    }

    fn __len__(&self) -> usize {
        self.study.len() as usize
    }

    /// Changes with all that decides the rows.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.study.fingerprint()
    }

    /// Notes and warnings: a list of `carom.Diagnostic`.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        diagnostics::list(py, &self.study.diagnostics, &self.study.sources())
    }

    /// Parameters by name at a run.
    fn values(&self, run: u64) -> Vec<(&str, f64)> {
        let names = self.study.parameters.iter().map(|p| p.name.as_str());
        names.zip(self.study.values(run)).collect()
    }

    /// The deck of a run.
    fn deck(&self, run: u64) -> String {
        self.study.deck_text(run)
    }

    /// Runs split into pieces of work that do nothing twice: single ones, or those of one chain of a continuation.
    fn jobs(&self, runs: Vec<u64>) -> Vec<Vec<u64>> {
        self.study.jobs(&runs)
    }

    /// Carries out some runs; their rows as bytes.
    fn run_points<'py>(&self, py: Python<'py>, runs: Vec<u64>) -> Bound<'py, PyBytes> {
        let rows = py.detach(|| self.study.run_points(&runs));
        PyBytes::new(py, &rows)
    }

    /// How responses change with parameters, as JSON; the names of all if none are given.
    fn sensitivities(
        &self,
        py: Python<'_>,
        of: Option<Vec<String>>,
        to: Option<Vec<String>>,
    ) -> PyResult<String> {
        let request = self.study.seek(of.as_deref(), to.as_deref());
        let request = request.map_err(|d| refused(py, &d, &self.study.sources()))?;
        let found = py.detach(|| carom_stability::sensitivities(&self.study, &request));
        match found {
            Ok(found) => Ok(found.to_json().to_string()),
            Err(carom_stability::Error::Run(e)) => {
                let class = py.import("carom._errors")?.getattr("StepError")?;
                Err(PyErr::from_value(
                    class.call1((e.time, &e.message, &e.help))?,
                ))
            }
            Err(e) => Err(PyValueError::new_err(e.to_string())),
        }
    }

    /// Whether basins are asked for; the exception says how to.
    fn basin_asked(&self, py: Python<'_>) -> PyResult<()> {
        let asked = self.study.basin_asked();
        asked.map(|_| ()).map_err(|d| self.refuse(py, d))
    }

    /// The basins of the rows in a folder, with their tables written beside: labels and returns of all runs as little-endian whole numbers of 4 bytes, and what they
    /// stand for, as JSON.
    fn basin<'py>(
        &self,
        py: Python<'py>,
        folder: PathBuf,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, String)> {
        let found = py.detach(|| Basins::of(&self.study, &folder));
        let basins = found.map_err(|d| self.refuse(py, d))?;
        let written = py.detach(|| basins.write(&folder));
        written.map_err(|e| PyOSError::new_err(e.to_string()))?;
        let labels = basins.labels.labels.iter();
        let labels: Vec<u8> = labels.flat_map(|l| l.to_le_bytes()).collect();
        let returns = basins.labels.returns.iter();
        let returns: Vec<u8> = returns.flat_map(|r| r.to_le_bytes()).collect();
        let json = basins.json().to_string();
        Ok((PyBytes::new(py, &labels), PyBytes::new(py, &returns), json))
    }

    /// Collects the rows of all runs in a folder. `work` gets the runs that are missing and gives the bytes of
    /// [`Study::run_points`] for them, in any order. What it raises ends the study; the rows so far are kept.
    fn collect(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        resume: bool,
        overwrite: bool,
        work: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let earlier = match (resume, overwrite) {
            (true, _) => Earlier::Resumed,
            (_, true) => Earlier::Replaced,
            _ => Earlier::Kept,
        };
        let opened = Dataset::open(&self.study, &folder, earlier);
        let mut dataset = opened.map_err(|d| self.refuse(py, d))?;
        let ended = self.take(&mut dataset, work);
        let summary = dataset.finish();
        ended?;
        json(&summary.map_err(|e| PyOSError::new_err(e.to_string()))?)
    }
}

impl Study {
    fn refuse(&self, py: Python<'_>, d: Diagnostic) -> PyErr {
        let mut list = Diagnostics::default();
        list.push(d);
        refused(py, &list, &self.study.sources())
    }

    fn take(&self, dataset: &mut Dataset<'_>, work: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows: Bound<'_, PyIterator> = work.call1((dataset.missing(),))?.try_iter()?;
        for bytes in rows {
            let bytes = bytes?;
            dataset
                .add_points(bytes.cast::<PyBytes>()?.as_bytes())
                .map_err(|e| PyOSError::new_err(e.to_string()))?;
        }
        Ok(())
    }
}

/// What `study.json` of a folder says, as JSON; `None` if it is no folder of a study.
#[pyfunction]
pub fn read_study_summary(folder: PathBuf) -> PyResult<Option<String>> {
    carom_study::read_summary(&folder)
        .map(|s| json(&s))
        .transpose()
}
