//! Tables of sensitivities, orbits, branches and exponents: as columns, as files, as pictures.

use crate::diagnostics::refused;
use carom::base::{Diagnostic, Diagnostics, Sources};
use carom_plot::{Curve, Figure, Panel, Scale, Style};
use carom_stability::picture::{Cloud, Drawing, NAMES, Request};
use carom_stability::tables::{self, Form, Table};
use carom_study::Column;
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Tables by name.
#[pyclass(frozen, module = "carom._carom")]
pub struct Found {
    tables: Vec<Table>,
}

impl Found {
    pub fn of(tables: Vec<Table>) -> Self {
        Self { tables }
    }

    fn table(&self, name: &str) -> PyResult<&Table> {
        let found = self.tables.iter().find(|t| t.0 == name);
        found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn figure(&self, py: Python<'_>, request: Asked) -> PyResult<Figure> {
        let request_ = Request {
            y: request.y,
            x: request.x,
            log: [request.log_x, request.log_y],
            title: request.title,
            width: request.width,
            height: request.height,
        };
        let refuse = |d: Diagnostic| {
            let mut all = Diagnostics::default();
            all.push(d);
            refused(py, &all, &Sources::default())
        };
        let cloud = match request.cloud {
            Some(folder) => Some(carom_study::shown(&folder).map_err(refuse)?),
            None => None,
        };
        let cloud = cloud.map(|shown| Cloud {
            columns: shown.columns,
            own: shown.own,
            column: request.column,
        });
        let drawing = Drawing::of(&self.tables);
        drawing.draw(&request_, cloud.as_ref()).map_err(refuse)
    }
}

/// What a picture shows; see [`Request`]. `cloud` is the folder of a study whose points are drawn behind, `column` which of them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    y: Vec<String>,
    x: Option<String>,
    log_x: bool,
    log_y: bool,
    title: String,
    width: Option<f64>,
    height: Option<f64>,
    cloud: Option<PathBuf>,
    column: Option<String>,
}

/// A table taken apart: its name, and of each column its name, its kind and its values.
type Parts<'py> = (String, Vec<(String, String, Bound<'py, PyAny>)>);

/// A column of its parts. Words that are always there come back as texts.
fn column(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<Column> {
    Ok(match kind {
        "whole" => Column::Whole(values.extract()?),
        "number" => Column::Number(values.extract()?),
        "maybe" => Column::Maybe(values.extract()?),
        "text" => Column::Text(values.extract()?),
        other => return Err(PyValueError::new_err(format!("no columns are {other}"))),
    })
}

#[pymethods]
impl Found {
    /// Of the parts of tables, as [`Found::parts`] gives them.
    #[staticmethod]
    fn restore(parts: Vec<Parts<'_>>) -> PyResult<Self> {
        let table = |(name, columns): Parts<'_>| -> PyResult<Table> {
            let known = NAMES.iter().find(|n| **n == name);
            let known = known.ok_or_else(|| PyKeyError::new_err(name.clone()))?;
            let columns = columns.into_iter();
            let columns = columns.map(|(name, kind, values)| Ok((name, column(&kind, &values)?)));
            Ok((*known, columns.collect::<PyResult<_>>()?))
        };
        let tables = parts.into_iter().map(table);
        Ok(Self::of(tables.collect::<PyResult<_>>()?))
    }

    /// The tables taken apart, for pickling.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Parts<'py>>> {
        let one = |(name, column): &(String, Column)| {
            let (kind, values) = match column {
                Column::Whole(v) => ("whole", v.into_pyobject(py)?.into_any()),
                Column::Number(v) => ("number", v.into_pyobject(py)?.into_any()),
                Column::Maybe(v) => ("maybe", v.into_pyobject(py)?.into_any()),
                Column::Word(v) => ("text", v.into_pyobject(py)?.into_any()),
                Column::Text(v) => ("text", v.into_pyobject(py)?.into_any()),
            };
            Ok((name.clone(), kind.to_owned(), values))
        };
        let table = |(name, columns): &Table| {
            let columns = columns.iter().map(one).collect::<PyResult<_>>()?;
            Ok(((*name).to_owned(), columns))
        };
        self.tables.iter().map(table).collect()
    }

    /// The names of the tables.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.tables.iter().map(|t| t.0).collect()
    }

    /// The columns of a table: arrays of numbers, lists of words.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let (_, columns) = self.table(name)?;
        let values = |column: &Column| -> PyResult<Bound<'py, PyAny>> {
            let missing = |x: &Option<f64>| x.unwrap_or(f64::NAN);
            Ok(match column {
                Column::Whole(v) => PyArray1::from_slice(py, v).into_any(),
                Column::Number(v) => PyArray1::from_slice(py, v).into_any(),
                Column::Maybe(v) => PyArray1::from_iter(py, v.iter().map(missing)).into_any(),
                Column::Word(v) => PyList::new(py, v)?.into_any(),
                Column::Text(v) => {
                    let texts = v.iter().map(|t| t.as_deref().unwrap_or_default());
                    PyList::new(py, texts)?.into_any()
                }
            })
        };
        let each = columns.iter();
        each.map(|(name, c)| Ok((name.clone(), values(c)?)))
            .collect()
    }

    /// A table as the bytes of a Parquet file.
    fn parquet<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (name, columns) = self.table(name)?;
        let bytes = carom_study::parquet_table(name, columns);
        let bytes = bytes.map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes all tables to a folder; the files.
    fn write(&self, folder: PathBuf, format: &str) -> PyResult<Vec<PathBuf>> {
        let form = match format {
            "parquet" => Form::Parquet,
            "csv" => Form::Csv,
            other => {
                let message = format!("format is {other:?}; it has to be 'parquet' or 'csv'");
                return Err(PyValueError::new_err(message));
            }
        };
        tables::write(&self.tables, &folder, form).map_err(PyOSError::new_err)
    }

    /// A picture as SVG.
    fn svg(&self, py: Python<'_>, asked: Asked) -> PyResult<String> {
        Ok(self.figure(py, asked)?.svg())
    }

    /// A picture as PNG, with so many pixels for each unit of its size.
    fn png<'py>(&self, py: Python<'py>, asked: Asked, scale: f64) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.figure(py, asked)?.png(scale);
        let bytes = bytes.map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The panels of a picture, as JSON.
    fn panels(&self, py: Python<'_>, asked: Asked) -> PyResult<String> {
        let figure = self.figure(py, asked)?;
        let panels: Vec<Value> = figure.panels.iter().map(panel).collect();
        Ok(Value::from(panels).to_string())
    }
}

fn panel(p: &Panel) -> Value {
    let curve = |c: &Curve| {
        json!({
            "name": c.name,
            "points": c.points,
            "dots": c.style == Style::Dots,
            "colour": carom_plot::PALETTE[c.colour % carom_plot::PALETTE.len()],
            "dash": c.dash,
        })
    };
    let is_log = |scale: Scale| scale == Scale::Log;
    let marks = p.marks.iter();
    let marks = marks.map(|m| json!({ "x": m.x, "label": m.label, "name": m.name }));
    json!({
        "title": p.title,
        "labels": [p.x.label, p.y.label],
        "log": [is_log(p.x.scale), is_log(p.y.scale)],
        "equal": p.equal,
        "curves": p.curves.iter().map(curve).collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
    })
}
