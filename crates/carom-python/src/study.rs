//! Studies: their runs anywhere, their rows in one dataset.

use crate::diagnostics::{self, refused};
use crate::found::Found;
use carom::base::{Diagnostic, Diagnostics};
use carom::files::Texts;
use carom_stability::Family;
use carom_stability::basin::Basins;
use carom_stability::report::Summarized;
use carom_study::{Dataset, Earlier, Summary};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
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

/// The exception of a study without what was asked of it: `class`, or `StepError` if a run ended early.
fn failed(py: Python<'_>, error: carom_stability::Error, class: &str) -> PyErr {
    let raise = || {
        let errors = py.import("carom._errors")?;
        match error {
            carom_stability::Error::Run(e) => {
                let class = errors.getattr("StepError")?;
                class.call1((e.time, &e.message, &e.help))
            }
            e => {
                let text = e.to_string();
                match text
                    .split_once("error[")
                    .and_then(|(_, t)| t.split_once(']'))
                {
                    Some((name, said)) => refused_again(py, &text, name, said.trim_start()),
                    None => errors.getattr(class)?.call1((text,)),
                }
            }
        }
    };
    raise().map_or_else(|e| e, PyErr::from_value)
}

/// The `carom.ModelError` of a model that is refused with the numbers of a point, of a diagnostic that was rendered already.
fn refused_again<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    said: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let errors = py.import("carom._errors")?;
    // An option of the command line is an argument here.
    let spoken = |t: &str| match name.starts_with("session-") {
        true => t.replace("--", ""),
        false => t.to_owned(),
    };
    let message = spoken(said.lines().next().unwrap_or_default());
    let none = py.None();
    let about = (
        name,
        "error",
        message,
        &none,
        &none,
        &none,
        &none,
        spoken(text),
    );
    let diagnostic = errors.getattr("Diagnostic")?.call1(about)?;
    errors.getattr("ModelError")?.call1(([diagnostic],))
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

    /// The names of the varied parameters and of the responses.
    fn names(&self) -> (Vec<&str>, Vec<&str>) {
        let parameters = self.study.parameters.iter().enumerate();
        let varied = parameters.filter(|(k, _)| self.study.coordinate(*k).is_some());
        let responses = self.study.responses.iter();
        (
            varied.map(|(_, p)| p.name.as_str()).collect(),
            responses.map(|r| r.name.as_str()).collect(),
        )
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

    /// The study with other values of some varied parameters at its first point.
    fn beginning_at(&self, py: Python<'_>, values: Vec<(String, f64)>) -> PyResult<Self> {
        let study = &self.study;
        let names: Vec<String> = values.iter().map(|v| v.0.clone()).collect();
        let found = study.seek(Some(&[]), Some(&names));
        let found = found.map_err(|d| refused(py, &d, &study.sources()))?;
        let mut point = study.design.point(0);
        for (k, (_, value)) in found.to.iter().zip(&values) {
            if let Some(x) = study.coordinate(*k).and_then(|c| point.get_mut(c)) {
                *x = *value;
            }
        }
        let study = study.beginning_at(&point);
        Ok(Self { study })
    }

    /// How responses change with parameters, as JSON; of all if no names are given.
    fn sensitivities(
        &self,
        py: Python<'_>,
        of: Option<Vec<String>>,
        to: Option<Vec<String>>,
    ) -> PyResult<String> {
        let request = self.study.seek(of.as_deref(), to.as_deref());
        let request = request.map_err(|d| refused(py, &d, &self.study.sources()))?;
        let found = py.detach(|| carom_stability::sensitivities(&self.study, &request));
        let found = found.map_err(|e| failed(py, e, "DerivativeError"))?;
        Ok(found.to_json().to_string())
    }

    /// The orbit of the first point as JSON, and its tables.
    fn orbit(&self, py: Python<'_>) -> PyResult<(String, Found)> {
        self.find(py, Summarized::orbit)
    }

    /// Its branch and those that leave it, likewise.
    fn branch(&self, py: Python<'_>) -> PyResult<(String, Found)> {
        self.find(py, Summarized::branch)
    }

    /// Lyapunov exponents of the first point, likewise.
    fn exponents(&self, py: Python<'_>) -> PyResult<(String, Found)> {
        self.find(py, Summarized::exponents)
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

    fn find(
        &self,
        py: Python<'_>,
        find: impl Fn(&Family<'_>) -> Result<Summarized, carom_stability::Error> + Sync,
    ) -> PyResult<(String, Found)> {
        let found = py.detach(|| find(&Family::new(&self.study)));
        let found = found.map_err(|e| failed(py, e, "OrbitError"))?;
        if let Some(why) = &found.missing {
            let why = std::ffi::CString::new(why.replace('\0', " "))?;
            PyErr::warn(
                py,
                &py.get_type::<pyo3::exceptions::PyUserWarning>(),
                &why,
                1,
            )?;
        }
        Ok((found.json.to_string(), Found::of(found.tables)))
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
