//! A result table over Arrow memory, which Arrow consumers and NumPy share with it.
// NumPy borrows memory that the table owns; the one use has its SAFETY line.
#![allow(unsafe_code)]

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int32Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, PrimitiveArray, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use carom::files::results::read;
use carom::files::results::tables::{Column, ColumnKind, Rows, TABLES, TableSpec};
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyCapsule};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Columns of one length, read only. Numbers are float64, labels uint32, words dictionary<int32, utf8>; none is null.
#[pyclass(frozen, module = "carom._carom")]
pub struct Table {
    spec: &'static TableSpec,
    batch: RecordBatch,
}

/// Arrow's own errors can only come from columns that do not fit their table.
fn misfit(e: ArrowError) -> PyErr {
    PyValueError::new_err(e.to_string())
}

impl Table {
    pub fn new(spec: &'static TableSpec, columns: Vec<Column>) -> PyResult<Self> {
        Self::of(spec, columns.into_iter().map(array).collect())
    }

    pub fn from_rows(rows: Rows) -> PyResult<Self> {
        Self::new(rows.table, rows.columns)
    }

    fn of(spec: &'static TableSpec, columns: Vec<ArrayRef>) -> PyResult<Self> {
        let fields: Vec<_> = spec
            .columns
            .iter()
            .map(|(n, kind)| field(n, *kind))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema, columns).map_err(misfit)?;
        Ok(Self { spec, batch })
    }
}

fn field(name: &str, kind: ColumnKind) -> Field {
    let kind = match kind {
        ColumnKind::Number => DataType::Float64,
        ColumnKind::Id => DataType::UInt32,
        ColumnKind::Text => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
        }
    };
    Field::new(name, kind, false)
}

fn array(column: Column) -> ArrayRef {
    match column {
        Column::Number(v) => Arc::new(PrimitiveArray::<Float64Type>::new(v.into(), None)),
        Column::Id(v) => Arc::new(PrimitiveArray::<UInt32Type>::new(v.into(), None)),
        Column::Text(v) => Arc::new(dictionary(&v)),
    }
}

/// Each word once, in the order of their first appearance.
fn dictionary(words: &[Arc<str>]) -> DictionaryArray<Int32Type> {
    let mut codes = HashMap::new();
    let mut values: Vec<&str> = Vec::new();
    let keys = words.iter().map(|w| {
        *codes.entry(&**w).or_insert_with(|| {
            values.push(w);
            values.len() as i32 - 1
        })
    });
    let keys = PrimitiveArray::from_iter_values(keys);
    DictionaryArray::new(keys, Arc::new(StringArray::from(values)))
}

/// The rows that are kept.
fn kept(column: &ArrayRef, keep: &[bool]) -> ArrayRef {
    fn values<T: ArrowPrimitiveType>(a: &PrimitiveArray<T>, keep: &[bool]) -> PrimitiveArray<T> {
        let rows = a.values().iter().zip(keep);
        PrimitiveArray::from_iter_values(rows.filter(|(_, keep)| **keep).map(|(x, _)| *x))
    }
    match column.data_type() {
        DataType::Float64 => Arc::new(values(column.as_primitive::<Float64Type>(), keep)),
        DataType::UInt32 => Arc::new(values(column.as_primitive::<UInt32Type>(), keep)),
        _ => {
            let words = column.as_dictionary::<Int32Type>();
            let keys = values(words.keys(), keep);
            Arc::new(DictionaryArray::new(keys, words.values().clone()))
        }
    }
}

/// The memory of a column as an array that keeps the table alive.
fn borrowed<'py, T: ArrowPrimitiveType>(
    table: &Bound<'py, Table>,
    column: &PrimitiveArray<T>,
) -> Bound<'py, PyAny>
where
    T::Native: Element,
{
    let view = ArrayView1::from(&column.values()[..]);
    // SAFETY: the table owns the memory, is never changed (a frozen class without methods that change it), and is kept
    // alive as the base of the array, which is made read only.
    let array = unsafe { PyArray1::borrow_from_array(&view, table.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    array.into_any()
}

#[pymethods]
impl Table {
    /// A table of these columns: values, or indices into words and these.
    #[new]
    fn restore(
        name: &str,
        columns: Vec<(Bound<'_, PyAny>, Option<Vec<String>>)>,
    ) -> PyResult<Self> {
        let spec = spec(name)?;
        let column = |(values, words): (Bound<'_, PyAny>, Option<Vec<String>>)| {
            Ok::<ArrayRef, PyErr>(if let Some(words) = words {
                let words = Arc::new(StringArray::from(words));
                let keys = primitive::<Int32Type>(&values)?;
                Arc::new(DictionaryArray::try_new(keys, words).map_err(misfit)?)
            } else if values.cast::<PyArray1<f64>>().is_ok() {
                Arc::new(primitive::<Float64Type>(&values)?)
            } else {
                Arc::new(primitive::<UInt32Type>(&values)?)
            })
        };
        let columns = columns.into_iter().map(column).collect::<PyResult<_>>()?;
        Self::of(spec, columns)
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.spec.name
    }

    #[getter]
    fn text(&self) -> &'static str {
        self.spec.text
    }

    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.spec.columns.iter().map(|(name, _)| *name).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The values of a column, and its words if the values are indices into them.
    fn column<'py>(
        this: &Bound<'py, Self>,
        name: &str,
    ) -> PyResult<(Bound<'py, PyAny>, Option<Vec<String>>)> {
        let table = this.get();
        let column = table.batch.column_by_name(name);
        let column = column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(match column.data_type() {
            DataType::Float64 => (borrowed(this, column.as_primitive::<Float64Type>()), None),
            DataType::UInt32 => (borrowed(this, column.as_primitive::<UInt32Type>()), None),
            _ => {
                let words = column.as_dictionary::<Int32Type>();
                let values = words.values().as_string::<i32>();
                let values = values.iter().flatten().map(str::to_owned).collect();
                (borrowed(this, words.keys()), Some(values))
            }
        })
    }

    /// The table of some rows, in their order.
    fn keep(&self, rows: PyReadonlyArray1<'_, bool>) -> PyResult<Self> {
        let keep = rows.as_slice()?;
        if keep.len() != self.batch.num_rows() {
            return Err(PyValueError::new_err("one boolean per row is needed"));
        }
        let columns = self.batch.columns().iter().map(|c| kept(c, keep));
        Self::of(self.spec, columns.collect())
    }

    /// Arrow PyCapsule interface. Another schema than the table's own is not served; the protocol allows that.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = [Ok(self.batch.clone())].into_iter();
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema()).map_err(misfit)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

fn spec(name: &str) -> PyResult<&'static TableSpec> {
    let found = TABLES.iter().find(|t| t.name == name);
    found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
}

/// A copy of an array.
fn primitive<T: ArrowPrimitiveType>(values: &Bound<'_, PyAny>) -> PyResult<PrimitiveArray<T>>
where
    T::Native: Element,
{
    let values: PyReadonlyArray1<'_, T::Native> = values.extract()?;
    Ok(PrimitiveArray::from_iter_values(
        values.as_slice()?.iter().copied(),
    ))
}

/// The table `name` of a folder of results; without rows if the run did not write it.
#[pyfunction]
pub fn read_table(py: Python<'_>, folder: PathBuf, name: &str) -> PyResult<Table> {
    let spec = spec(name)?;
    let path = folder.join(name);
    if !path.with_extension("parquet").exists() && !path.with_extension("csv").exists() {
        return Table::from_rows(Rows::new(spec));
    }
    let read = py.detach(|| read::Table::read(&folder, name));
    let read = read.map_err(|e| PyOSError::new_err(e.to_string()))?;
    Table::new(spec, read.into_columns())
}
