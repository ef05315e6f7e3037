//! Reads result tables back, Parquet or CSV.

use super::error::ResultError;
use super::tables::{Column, Rows, TABLES, TableSpec};
use crate::special;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

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
        let path = file_of(folder, name);
        match path.extension().is_some_and(|e| e == "parquet") {
            true => read_parquet(&path, spec),
            false => read_csv(&path, spec),
        }
    }

    /// A table of these columns.
    pub(super) fn of(spec: &'static TableSpec, columns: Vec<Column>) -> Self {
        Self { spec, columns }
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
    let mut columns = Rows::new(spec).columns;
    csv_groups(path, spec, &mut |group| append(&mut columns, group))?;
    Ok(Table { spec, columns })
}

/// Rows of a group of a CSV file.
const GROUP: usize = 1 << 15;
/// Longest line of a CSV file, bytes; a row has some hundred.
const LONGEST_LINE: u64 = 1 << 20;

/// Hands over the rows of a file group by group. A last line without its end is passed over.
fn csv_groups(
    path: &Path,
    spec: &'static TableSpec,
    take: &mut dyn FnMut(Vec<Column>),
) -> Result<(), ResultError> {
    let file = special::open(path).map_err(ResultError::io(path))?;
    let mut file = BufReader::new(file);
    let mut text = String::new();
    let mut next = |text: &mut String, number: usize| {
        text.clear();
        let read = file.by_ref().take(LONGEST_LINE).read_line(text);
        let length = read.map_err(ResultError::io(path))?;
        if length as u64 == LONGEST_LINE {
            return Err(malformed(path, format!("line {number} is too long")));
        }
        let whole = text.ends_with('\n');
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(whole)
    };
    let names: Vec<_> = spec.columns.iter().map(|(n, _)| *n).collect();
    let whole = next(&mut text, 1)?;
    let there = [names.len(), written_first(spec)];
    let there = there
        .into_iter()
        .find(|&n| whole && text == names[..n].join(","));
    let there = there.ok_or_else(|| malformed(path, "the first line does not name the columns"))?;
    let mut columns = Rows::new(spec).columns;
    let mut number = 1;
    while next(&mut text, number + 1)? {
        number += 1;
        let bad = || malformed(path, format!("line {number} is not a row of the table"));
        let mut fields = text.split(',');
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
        if columns[0].len() == GROUP {
            fill(&mut columns);
            take(std::mem::replace(&mut columns, Rows::new(spec).columns));
        }
    }
    fill(&mut columns);
    take(columns);
    Ok(())
}

/// Puts rows behind others.
fn append(columns: &mut [Column], group: Vec<Column>) {
    for (to, from) in columns.iter_mut().zip(group) {
        match (to, from) {
            (Column::Number(a), Column::Number(b)) => a.extend(b),
            (Column::Id(a), Column::Id(b)) => a.extend(b),
            (Column::Text(a), Column::Text(b)) => a.extend(b),
            _ => unreachable!("both are of one table"),
        }
    }
}

/// The file of a table: `.parquet` if there is one, else `.csv`.
fn file_of(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let parquet = path.with_extension("parquet");
    match parquet.exists() {
        true => parquet,
        false => path.with_extension("csv"),
    }
}

/// Hands over the rows of a table group by group; no more than one group is in memory.
///
/// # Errors
/// Those of [`Table::read`].
pub fn groups(
    folder: &Path,
    spec: &'static TableSpec,
    take: &mut dyn FnMut(Vec<Column>),
) -> Result<(), ResultError> {
    let path = file_of(folder, spec.name);
    match path.extension().is_some_and(|e| e == "parquet") {
        true => parquet_groups(&path, spec, take),
        false => csv_groups(&path, spec, take),
    }
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
    let mut columns = Rows::new(spec).columns;
    parquet_groups(path, spec, &mut |group| {
        append(&mut columns, group);
    })?;
    Ok(Table { spec, columns })
}

/// Hands over the rows of a file group by group.
#[cfg(feature = "parquet")]
fn parquet_groups(
    path: &Path,
    spec: &'static TableSpec,
    take: &mut dyn FnMut(Vec<Column>),
) -> Result<(), ResultError> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = special::open(path).map_err(ResultError::io(path))?;
    let read = || {
        let reader = SerializedFileReader::new(file)?;
        for g in 0..reader.num_row_groups() {
            let mut columns = Rows::new(spec).columns;
            let group = reader.get_row_group(g)?;
            let rows = group.metadata().num_rows() as usize;
            let there = match group.num_columns() {
                n if n >= columns.len() => columns.len(),
                _ => written_first(spec),
            };
            for (k, column) in columns[..there].iter_mut().enumerate() {
                read_column(group.get_column_reader(k)?, rows, column)?;
            }
            fill(&mut columns);
            take(columns);
        }
        Ok(())
    };
    let said = |e: parquet::errors::ParquetError| malformed(path, e.to_string());
    read().map_err(said)
}

#[cfg(not(feature = "parquet"))]
fn parquet_groups(
    path: &Path,
    _: &'static TableSpec,
    _: &mut dyn FnMut(Vec<Column>),
) -> Result<(), ResultError> {
    Err(malformed(path, "this build of Carom does not read Parquet"))
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
