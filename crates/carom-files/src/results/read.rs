//! Reads result tables back, Parquet or CSV.

use super::ResultError;
use super::tables::{Column, Rows, TABLES, TableSpec};
use crate::special;
use std::path::Path;

/// Columns at the end of a table that results of older versions do not have; labels are zero there.
const ADDED: &[(&str, usize)] = &[("contacts", 2)];

/// A table read back, column by column.
#[derive(Clone, Debug)]
pub struct Table {
    spec: &'static TableSpec,
    columns: Vec<Column>,
}

impl Table {
    /// Reads the table `name` of a result folder, `.parquet` if there is one, else `.csv`. A last line without
    /// its end, which a killed run may leave, is passed over.
    pub fn read(folder: &Path, name: &str) -> Result<Self, ResultError> {
        let path = folder.join(name);
        let spec = TABLES
            .iter()
            .find(|t| t.name == name)
            .ok_or_else(|| malformed(&path, "there is no table of this name"))?;
        let parquet = path.with_extension("parquet");
        if parquet.exists() {
            read_parquet(&parquet, spec)
        } else {
            read_csv(&path.with_extension("csv"), spec)
        }
    }

    /// The columns, in the order of the table.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn column(&self, name: &str) -> Option<&Column> {
        let k = self.spec.columns.iter().position(|(n, _)| *n == name)?;
        Some(&self.columns[k])
    }

    /// A column of numbers; empty if the table has none of this name.
    pub fn numbers(&self, name: &str) -> &[f64] {
        match self.column(name) {
            Some(Column::Number(v)) => v,
            _ => &[],
        }
    }

    /// A column of labels; empty if the table has none of this name.
    pub fn ids(&self, name: &str) -> &[u32] {
        match self.column(name) {
            Some(Column::Id(v)) => v,
            _ => &[],
        }
    }

    /// A column of words; empty if the table has none of this name.
    pub fn words(&self, name: &str) -> Vec<&str> {
        match self.column(name) {
            Some(Column::Text(v)) => v.iter().map(|t| &**t).collect(),
            _ => Vec::new(),
        }
    }
}

fn malformed(path: &Path, message: impl Into<String>) -> ResultError {
    ResultError::Malformed {
        path: path.to_owned(),
        message: message.into(),
    }
}

fn read_csv(path: &Path, spec: &'static TableSpec) -> Result<Table, ResultError> {
    let text = special::read_text(path, special::LARGEST).map_err(ResultError::io(path))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    let names: Vec<_> = spec.columns.iter().map(|(n, _)| *n).collect();
    let head = lines.next();
    let there = [names.len(), written_first(spec)];
    let there = there
        .into_iter()
        .find(|&n| head == Some(&names[..n].join(",")));
    let there = there.ok_or_else(|| malformed(path, "the first line does not name the columns"))?;
    let mut columns = Rows::new(spec).columns;
    for (k, line) in lines.enumerate() {
        let bad = || malformed(path, format!("line {} is not a row of the table", k + 2));
        let mut fields = line.split(',');
        for column in &mut columns[..there] {
            let field = fields.next().ok_or_else(bad)?;
            match column {
                Column::Number(v) => v.push(field.parse().map_err(|_| bad())?),
                Column::Id(v) => v.push(field.parse().map_err(|_| bad())?),
                Column::Text(v) => v.push(field.into()),
            }
        }
        if fields.next().is_some() {
            return Err(bad());
        }
    }
    fill(&mut columns);
    Ok(Table { spec, columns })
}

/// How many columns the first version of a table had.
fn written_first(spec: &TableSpec) -> usize {
    let added = ADDED.iter().find(|(table, _)| *table == spec.name);
    spec.columns.len() - added.map_or(0, |(_, n)| *n)
}

/// Gives added columns of labels the length of the others.
fn fill(columns: &mut [Column]) {
    let rows = columns[0].len();
    for column in columns {
        if let Column::Id(v) = column {
            v.resize(rows, 0);
        }
    }
}

#[cfg(not(feature = "parquet"))]
fn read_parquet(path: &Path, _: &'static TableSpec) -> Result<Table, ResultError> {
    Err(malformed(path, "this build of Carom does not read Parquet"))
}

#[cfg(feature = "parquet")]
fn read_parquet(path: &Path, spec: &'static TableSpec) -> Result<Table, ResultError> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = special::open(path).map_err(ResultError::io(path))?;
    let read = || {
        let reader = SerializedFileReader::new(file)?;
        let mut columns = Rows::new(spec).columns;
        for g in 0..reader.num_row_groups() {
            let group = reader.get_row_group(g)?;
            let rows = group.metadata().num_rows() as usize;
            let there = match group.num_columns() {
                n if n >= columns.len() => columns.len(),
                _ => written_first(spec),
            };
            for (k, column) in columns[..there].iter_mut().enumerate() {
                read_column(group.get_column_reader(k)?, rows, column)?;
            }
        }
        fill(&mut columns);
        Ok(columns)
    };
    let said = |e: parquet::errors::ParquetError| malformed(path, e.to_string());
    let columns = read().map_err(said)?;
    Ok(Table { spec, columns })
}

#[cfg(feature = "parquet")]
fn read_column(
    reader: parquet::column::reader::ColumnReader,
    rows: usize,
    to: &mut Column,
) -> Result<(), parquet::errors::ParquetError> {
    use parquet::column::reader::ColumnReader as R;
    match (reader, to) {
        (R::DoubleColumnReader(mut r), Column::Number(v)) => {
            r.read_records(rows, None, None, v)?;
        }
        (R::Int32ColumnReader(mut r), Column::Id(v)) => {
            let mut labels = Vec::with_capacity(rows);
            r.read_records(rows, None, None, &mut labels)?;
            v.extend(labels.iter().map(|&l: &i32| l as u32));
        }
        (R::ByteArrayColumnReader(mut r), Column::Text(v)) => {
            let mut words = Vec::with_capacity(rows);
            r.read_records(rows, None, None, &mut words)?;
            for w in &words {
                v.push(w.as_utf8()?.into());
            }
        }
        _ => {
            let message = "a column does not have the type of its table";
            return Err(parquet::errors::ParquetError::General(message.into()));
        }
    }
    Ok(())
}
