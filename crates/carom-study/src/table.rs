//! Tables of a study: Parquet files written as wholes, and tables of points read, Parquet or CSV.

use parquet::basic::{
    Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel,
};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use std::path::Path;
use std::sync::Arc;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers.
    Number(Vec<f64>),
    /// Numbers that may be missing.
    Maybe(Vec<Option<f64>>),
    /// Words.
    Word(Vec<&'static str>),
    /// Texts that may be missing.
    Text(Vec<Option<String>>),
}

/// A table as the bytes of a Parquet file: the same bytes for the same columns.
pub fn parquet(name: &str, columns: &[(String, Column)]) -> Result<Vec<u8>, ParquetError> {
    let mut fields = Vec::new();
    let mut properties = WriterProperties::builder()
        .set_created_by(carom::PROGRAM.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    for (name, column) in columns {
        let text = || Some(LogicalType::String);
        let (physical, logical, repetition) = match column {
            Column::Whole(_) => (PhysicalType::INT64, None, Repetition::REQUIRED),
            Column::Number(_) => (PhysicalType::DOUBLE, None, Repetition::REQUIRED),
            Column::Maybe(_) => (PhysicalType::DOUBLE, None, Repetition::OPTIONAL),
            Column::Word(_) => (PhysicalType::BYTE_ARRAY, text(), Repetition::REQUIRED),
            Column::Text(_) => (PhysicalType::BYTE_ARRAY, text(), Repetition::OPTIONAL),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()?;
        fields.push(Arc::new(field));
        if physical == PhysicalType::DOUBLE {
            // Byte planes compress far better than whole doubles.
            let path = ColumnPath::from(name.as_str());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT);
        }
    }
    let schema = Type::group_type_builder(name).with_fields(fields).build()?;
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        let mut to = group.next_column()?.expect("the schema has the columns");
        match column {
            Column::Whole(v) => to.typed::<Int64Type>().write_batch(v, None, None)?,
            Column::Number(v) => to.typed::<DoubleType>().write_batch(v, None, None)?,
            Column::Maybe(v) => {
                let levels: Vec<i16> = v.iter().map(|x| i16::from(x.is_some())).collect();
                let there: Vec<f64> = v.iter().copied().flatten().collect();
                to.typed::<DoubleType>()
                    .write_batch(&there, Some(&levels), None)?
            }
            Column::Word(v) => {
                let v: Vec<ByteArray> = v.iter().map(|t| ByteArray::from(*t)).collect();
                to.typed::<ByteArrayType>().write_batch(&v, None, None)?
            }
            Column::Text(v) => {
                let levels: Vec<i16> = v.iter().map(|x| i16::from(x.is_some())).collect();
                let there: Vec<ByteArray> = v
                    .iter()
                    .flatten()
                    .map(|t| ByteArray::from(t.as_str()))
                    .collect();
                to.typed::<ByteArrayType>()
                    .write_batch(&there, Some(&levels), None)?
            }
        };
        to.close()?;
    }
    group.close()?;
    writer.into_inner()
}

/// How many rows a Parquet file has, and the words of one of its columns. `None` if it is no whole Parquet file.
pub fn words(bytes: Vec<u8>, column: &str) -> Option<Vec<String>> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).ok()?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let position = (0..schema.num_columns()).find(|k| schema.column(*k).name() == column)?;
    let mut words = Vec::new();
    for g in 0..reader.num_row_groups() {
        let group = reader.get_row_group(g).ok()?;
        let rows = usize::try_from(group.metadata().num_rows()).ok()?;
        let ColumnReader::ByteArrayColumnReader(mut r) = group.get_column_reader(position).ok()?
        else {
            return None;
        };
        let mut values = Vec::with_capacity(rows);
        r.read_records(rows, None, None, &mut values).ok()?;
        for v in &values {
            words.push(v.as_utf8().ok()?.to_owned());
        }
    }
    Some(words)
}

/// A column that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers; one that is missing is not a number.
    Numbers(Vec<f64>),
    /// Words; one that is missing is empty.
    Words(Vec<String>),
}

impl Values {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(v) => v.len(),
            Self::Words(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes more of the same kind; whether they are.
    pub fn append(&mut self, more: Self) -> bool {
        match (self, more) {
            (Self::Numbers(v), Self::Numbers(more)) => v.extend(more),
            (Self::Words(v), Self::Words(more)) => v.extend(more),
            _ => return false,
        }
        true
    }
}

/// All columns of a Parquet file, by name.
pub fn read(bytes: Vec<u8>) -> Result<Vec<(String, Values)>, ParquetError> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes))?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let mut columns = Vec::new();
    for k in 0..schema.num_columns() {
        let about = schema.column(k);
        let mut column: Option<Values> = None;
        for g in 0..reader.num_row_groups() {
            let group = reader.get_row_group(g)?;
            let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            let there = about.max_def_level();
            let part = values(group.get_column_reader(k)?, rows, there)?;
            let fits = match &mut column {
                Some(column) => column.append(part),
                None => {
                    column = Some(part);
                    true
                }
            };
            debug_assert!(fits, "a column has one type");
        }
        let column = column.unwrap_or(Values::Numbers(Vec::new()));
        columns.push((about.name().to_owned(), column));
    }
    Ok(columns)
}

/// All columns of a table in a file `.parquet`, or `.csv` as this program writes it: with names in its first line, empty where a value is missing.
///
/// # Errors
/// Why it cannot be read.
pub fn read_table(path: &Path) -> Result<Vec<(String, Values)>, String> {
    let limit = carom::files::special::LARGEST;
    let bytes = carom::files::special::read(path, limit).map_err(|e| e.to_string())?;
    if path.extension().is_some_and(|e| e == "parquet") {
        return read(bytes).map_err(|e| e.to_string());
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut rows = csv_rows(&text).into_iter();
    let names = rows.next().ok_or("it is empty")?;
    let mut columns: Vec<Vec<String>> = vec![Vec::new(); names.len()];
    for (k, row) in rows.enumerate() {
        if row.len() != names.len() {
            let (n, there) = (row.len(), names.len());
            return Err(format!("row {} has {n} fields of {there}", k + 1));
        }
        columns.iter_mut().zip(row).for_each(|(c, x)| c.push(x));
    }
    let values = |words: Vec<String>| -> Values {
        let number = |w: &String| match w.is_empty() {
            true => Some(f64::NAN),
            false => w.parse().ok(),
        };
        match words.iter().map(number).collect() {
            Some(numbers) => Values::Numbers(numbers),
            None => Values::Words(words),
        }
    };
    Ok(names
        .into_iter()
        .zip(columns.into_iter().map(values))
        .collect())
}

/// The fields of all rows; those in quotation marks may have commas, line ends and doubled quotation marks.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let (mut row, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    if !row.is_empty() || !field.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows
}

/// All rows of a column; `there`: the level of a value that is not missing.
fn values(reader: ColumnReader, rows: usize, there: i16) -> Result<Values, ParquetError> {
    // Values that are missing are gaps in the levels.
    fn spread<T, U: Clone>(
        found: Vec<T>,
        levels: &[i16],
        there: i16,
        none: U,
        as_is: impl Fn(T) -> U,
    ) -> Vec<U> {
        if there == 0 {
            return found.into_iter().map(as_is).collect();
        }
        let mut found = found.into_iter();
        let mut next = |level: &i16| (*level == there).then(|| found.next()).flatten();
        let all = levels.iter().map(|l| next(l).map_or(none.clone(), &as_is));
        all.collect()
    }
    let mut levels = Vec::new();
    macro_rules! numbers {
        ($r:ident, $as:expr) => {{
            let mut found = Vec::new();
            $r.read_records(rows, Some(&mut levels), None, &mut found)?;
            Values::Numbers(spread(found, &levels, there, f64::NAN, $as))
        }};
    }
    Ok(match reader {
        ColumnReader::DoubleColumnReader(mut r) => numbers!(r, |x: f64| x),
        ColumnReader::Int64ColumnReader(mut r) => numbers!(r, |x: i64| x as f64),
        ColumnReader::ByteArrayColumnReader(mut r) => {
            let mut found: Vec<ByteArray> = Vec::new();
            r.read_records(rows, Some(&mut levels), None, &mut found)?;
            let text = |b: ByteArray| String::from_utf8_lossy(b.data()).into_owned();
            Values::Words(spread(found, &levels, there, String::new(), text))
        }
        _ => {
            return Err(ParquetError::General(
                "a column is of no kind that studies have".into(),
            ));
        }
    })
}

/// Why a table of points cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum Unreadable {
    /// The file.
    File(String),
    /// Column number k of those asked for.
    Column(usize, String),
}

/// The columns of these names, of a file `.parquet` or `.csv`. All are finite numbers.
pub fn read_columns<'a>(
    path: &Path,
    bytes: Vec<u8>,
    names: impl Iterator<Item = &'a str>,
) -> Result<Vec<Vec<f64>>, Unreadable> {
    let names: Vec<&str> = names.collect();
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let columns = match ending.as_deref() {
        Some("parquet") => parquet_columns(bytes, &names)?,
        Some("csv") => csv_columns(bytes, &names)?,
        _ => {
            let message = format!(
                "{} is no table: tables are .csv or .parquet",
                path.display()
            );
            return Err(Unreadable::File(message));
        }
    };
    for (k, column) in columns.iter().enumerate() {
        if let Some(row) = column.iter().position(|x| !x.is_finite()) {
            let message = format!(
                "column {}, row {}: {} is no finite number",
                names[k],
                row + 1,
                column[row]
            );
            return Err(Unreadable::Column(k, message));
        }
    }
    Ok(columns)
}

fn no_column(k: usize, name: &str, there: &[String]) -> Unreadable {
    let message = match there {
        [] => format!("the table has no column {name}, and no numbers in its second line"),
        there => format!(
            "the table has no column {name}; it has {}",
            there.join(", ")
        ),
    };
    Unreadable::Column(k, message)
}

fn csv_columns(bytes: Vec<u8>, names: &[&str]) -> Result<Vec<Vec<f64>>, Unreadable> {
    let file = |message: String| Unreadable::File(message);
    let text = String::from_utf8(bytes).map_err(|_| file("the table is not UTF-8".into()))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let mut lines = text.lines();
    let unquote = |f: &str| f.trim().trim_matches('"').to_owned();
    let there: Vec<String> = lines.next().unwrap_or("").split(',').map(unquote).collect();
    let mut positions = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let position = there.iter().position(|t| t == name);
        // Another file than a table is not quoted: a study may name any.
        let mut second = text.lines().nth(1).unwrap_or("").split(',');
        let is_table = second.any(|f| unquote(f).parse::<f64>().is_ok_and(f64::is_finite));
        let shown = if is_table { &there[..] } else { &[] };
        positions.push(position.ok_or_else(|| no_column(k, name, shown))?);
    }
    let mut columns = vec![Vec::new(); names.len()];
    for (number, line) in lines.enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != there.len() {
            let message = format!(
                "line {} has {} fields, and the first line {}",
                number + 2,
                fields.len(),
                there.len()
            );
            return Err(file(message));
        }
        for (k, (column, position)) in columns.iter_mut().zip(&positions).enumerate() {
            let field = unquote(fields[*position]);
            let x: f64 = field.parse().map_err(|_| {
                let message = format!("line {}: {field:?} is not a number", number + 2);
                Unreadable::Column(k, message)
            })?;
            column.push(x);
        }
    }
    Ok(columns)
}

fn parquet_columns(bytes: Vec<u8>, names: &[&str]) -> Result<Vec<Vec<f64>>, Unreadable> {
    let said = |e: ParquetError| Unreadable::File(e.to_string());
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).map_err(said)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let there: Vec<String> = (0..schema.num_columns())
        .map(|k| schema.column(k).name().to_owned())
        .collect();
    let mut columns = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let position = there.iter().position(|t| t == name);
        let position = position.ok_or_else(|| no_column(k, name, &there))?;
        let mut column = Vec::new();
        for g in 0..reader.num_row_groups() {
            let group = reader.get_row_group(g).map_err(said)?;
            let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            let from = group.get_column_reader(position).map_err(said)?;
            let read = numbers(from, rows).map_err(said)?;
            match read {
                Some(values) if values.len() == rows => column.extend(values),
                Some(_) => {
                    let message = format!("column {name} has rows without a value");
                    return Err(Unreadable::Column(k, message));
                }
                None => {
                    let message = format!("column {name} holds no numbers");
                    return Err(Unreadable::Column(k, message));
                }
            }
        }
        columns.push(column);
    }
    Ok(columns)
}

/// The values that are there; `None` if they are no numbers.
fn numbers(reader: ColumnReader, rows: usize) -> Result<Option<Vec<f64>>, ParquetError> {
    // Columns of pandas and Polars may have missing values: their levels are asked for, too.
    macro_rules! read {
        ($r:ident, $as:expr) => {{
            let (mut values, mut levels) = (Vec::new(), Vec::new());
            $r.read_records(rows, Some(&mut levels), None, &mut values)?;
            Some(values.into_iter().map($as).collect())
        }};
    }
    Ok(match reader {
        ColumnReader::DoubleColumnReader(mut r) => read!(r, |x: f64| x),
        ColumnReader::FloatColumnReader(mut r) => read!(r, |x: f32| f64::from(x)),
        ColumnReader::Int32ColumnReader(mut r) => read!(r, |x: i32| f64::from(x)),
        ColumnReader::Int64ColumnReader(mut r) => read!(r, |x: i64| x as f64),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(text: &str, names: &[&str]) -> Result<Vec<Vec<f64>>, Unreadable> {
        read_columns(
            Path::new("p.csv"),
            text.as_bytes().to_vec(),
            names.iter().copied(),
        )
    }

    #[test]
    fn points_from_csv() {
        let text = "k,\"m\", c\r\n1,2.5,3\r\n-1e3,0,7\r\n\r\n";
        assert_eq!(
            csv(text, &["c", "k"]),
            Ok(vec![vec![3.0, 7.0], vec![1.0, -1000.0]])
        );
        let said = |r: Result<Vec<Vec<f64>>, Unreadable>| match r {
            Err(Unreadable::File(m)) => (None, m),
            Err(Unreadable::Column(k, m)) => (Some(k), m),
            Ok(_) => panic!("accepted"),
        };
        assert_eq!(
            said(csv(text, &["k", "x"])),
            (Some(1), "the table has no column x; it has k, m, c".into())
        );
        assert_eq!(
            said(csv("a,b\n1\n", &["a"])),
            (None, "line 2 has 1 fields, and the first line 2".into())
        );
        assert_eq!(said(csv("a\none\n", &["a"])).0, Some(0));
        assert_eq!(said(csv("a\nNaN\n", &["a"])).0, Some(0));
        assert!(read_columns(Path::new("p.txt"), Vec::new(), [].into_iter()).is_err());
    }

    #[test]
    fn points_from_parquet() {
        let columns = [
            ("run".to_owned(), Column::Whole(vec![3, 4])),
            ("k".to_owned(), Column::Number(vec![0.1 + 0.2, -1e300])),
            ("x".to_owned(), Column::Maybe(vec![None, Some(5.0)])),
            ("status".to_owned(), Column::Word(vec!["done", "early"])),
            (
                "reason".to_owned(),
                Column::Text(vec![None, Some("ä".into())]),
            ),
        ];
        let bytes = parquet("runs", &columns).unwrap();
        assert_eq!(bytes, parquet("runs", &columns).unwrap(), "the same bytes");
        let read = |name: &str| {
            read_columns(Path::new("p.parquet"), bytes.clone(), [name].into_iter())
                .map(|mut c| c.remove(0))
        };
        assert_eq!(read("k"), Ok(vec![0.1 + 0.2, -1e300]));
        assert_eq!(read("run"), Ok(vec![3.0, 4.0]));
        for bad in ["x", "status", "nothing"] {
            assert!(matches!(read(bad), Err(Unreadable::Column(0, _))), "{bad}");
        }
        assert_eq!(
            words(bytes.clone(), "status"),
            Some(vec!["done".into(), "early".into()])
        );
        assert_eq!(words(bytes[..bytes.len() - 3].to_vec(), "status"), None);
        let all = super::read(bytes).unwrap();
        let names: Vec<_> = all.iter().map(|c| c.0.as_str()).collect();
        assert_eq!(names, ["run", "k", "x", "status", "reason"]);
        assert_eq!(all[0].1, Values::Numbers(vec![3.0, 4.0]));
        assert!(matches!(&all[2].1, Values::Numbers(v) if v[0].is_nan() && v[1] == 5.0));
        assert_eq!(all[4].1, Values::Words(vec![String::new(), "ä".into()]));
    }
}
