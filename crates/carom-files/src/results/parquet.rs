//! `parquet`: the tables as Parquet files, the default.
//!
//! A Parquet file ends with a footer that lists its row groups, and without it nothing can be read. So that a
//! killed run keeps what it wrote, a footer stands behind the last row group: the next group is put together in
//! memory and written over it in one go, with a new and longer footer behind.

use super::error::ResultError;
use super::format::{Heading, ResultFormat, ResultWriter};
use super::tables::{Column, ColumnKind, GroupSink, Rows, TableSpec, TableWriter};
use parquet::basic::{
    Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel,
};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{FileMetaData, ParquetMetaData, ParquetMetaDataWriter};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The format `parquet`.
pub struct Parquet;

impl ResultFormat for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }
    fn text(&self) -> &'static str {
        "tables as Parquet files, one file each; the default"
    }
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        let (folder, program) = (heading.folder.to_owned(), heading.program.to_owned());
        let writer = TableWriter::create(heading, move |table| {
            Ok(Box::new(ParquetSink::create(&folder, table, &program)?))
        })?;
        Ok(Box::new(writer))
    }
}

struct ParquetSink {
    path: PathBuf,
    file: File,
    /// Makes the bytes of row groups; they wait in its buffer.
    writer: SerializedFileWriter<Vec<u8>>,
    /// Bytes of the file in front of its footer.
    length: u64,
    /// The footer on disk.
    footer: Vec<u8>,
    /// A group for which the disk had no space.
    waiting: Vec<u8>,
    rows: i64,
}

impl ParquetSink {
    fn create(folder: &Path, table: &TableSpec, program: &str) -> Result<Self, ResultError> {
        let path = folder.join(table.name).with_extension("parquet");
        let file = File::create(&path).map_err(ResultError::io(&path))?;
        let open = || {
            let schema = Arc::new(schema(table)?);
            let properties = Arc::new(properties(table, program));
            SerializedFileWriter::new(Vec::new(), schema, properties)
        };
        let writer = open().map_err(|e| said(&path, e))?;
        let mut sink = Self {
            path,
            file,
            writer,
            length: 0,
            footer: Vec::new(),
            waiting: Vec::new(),
            rows: 0,
        };
        sink.write_out()?;
        Ok(sink)
    }

    fn append(&mut self, rows: &Rows) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &rows.columns {
            let mut to = group
                .next_column()?
                .expect("the schema has the columns of the table");
            match column {
                Column::Number(v) => to.typed::<DoubleType>().write_batch(v, None, None)?,
                Column::Id(v) => {
                    let v: Vec<i32> = v.iter().map(|&id| id as i32).collect();
                    to.typed::<Int32Type>().write_batch(&v, None, None)?
                }
                Column::Text(v) => {
                    let v: Vec<ByteArray> = v.iter().map(|t| ByteArray::from(&**t)).collect();
                    to.typed::<ByteArrayType>().write_batch(&v, None, None)?
                }
            };
            to.close()?;
        }
        group.close()?;
        self.rows += rows.len() as i64;
        Ok(())
    }

    /// Brings what waits to disk, and a footer behind it.
    fn write_out(&mut self) -> Result<(), ResultError> {
        self.writer.flush().map_err(ResultError::io(&self.path))?;
        let mut bytes = std::mem::take(&mut self.waiting);
        bytes.append(self.writer.inner_mut());
        let length = self.length + bytes.len() as u64;
        let groups = bytes.len();
        self.push_footer(&mut bytes)
            .map_err(|e| said(&self.path, e))?;
        let written = self
            .file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.write_all(&bytes));
        if let Err(e) = written {
            self.restore();
            bytes.truncate(groups);
            self.waiting = bytes;
            return Err(ResultError::io(&self.path)(e));
        }
        self.length = length;
        self.footer = bytes.split_off(groups);
        Ok(())
    }

    /// Puts the last footer back, over a part of a group for which the disk had no space: what the file held before stays
    /// readable. The footer stood in the same place, so that it needs no space.
    fn restore(&mut self) {
        let whole = self.length + self.footer.len() as u64;
        let put_back = self
            .file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.write_all(&self.footer));
        if put_back.is_ok() {
            let _ = self.file.set_len(whole);
        }
    }

    fn push_footer(&self, bytes: &mut Vec<u8>) -> Result<(), ParquetError> {
        let properties = self.writer.properties();
        let file = FileMetaData::new(
            properties.writer_version().as_num(),
            self.rows,
            Some(properties.created_by().to_owned()),
            None,
            Arc::new(self.writer.schema_descr().clone()),
            None,
        );
        let metadata = ParquetMetaData::new(file, self.writer.flushed_row_groups().to_vec());
        ParquetMetaDataWriter::new(bytes, &metadata).finish()
    }
}

impl GroupSink for ParquetSink {
    fn write(&mut self, rows: &Rows) -> Result<(), ResultError> {
        if !self.waiting.is_empty() {
            // The rows are those that failed before: they wait, as a group, for space.
            return self.write_out();
        }
        self.append(rows).map_err(|e| said(&self.path, e))?;
        self.write_out()
    }
    fn path(&self) -> &Path {
        &self.path
    }
}

/// All columns required; words are UTF-8, labels unsigned.
fn schema(table: &TableSpec) -> Result<Type, ParquetError> {
    let mut fields = Vec::new();
    for (name, kind) in table.columns {
        let (physical, logical) = match kind {
            ColumnKind::Number => (PhysicalType::DOUBLE, None),
            ColumnKind::Id => (PhysicalType::INT32, Some(LogicalType::integer(32, false))),
            ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build()?;
        fields.push(Arc::new(field));
    }
    Type::group_type_builder(table.name)
        .with_fields(fields)
        .build()
}

/// Numbers are split into byte planes, which compress far better than whole doubles.
fn properties(table: &TableSpec, program: &str) -> WriterProperties {
    let mut p = WriterProperties::builder()
        .set_created_by(program.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    for (name, kind) in table.columns {
        if *kind == ColumnKind::Number {
            let path = ColumnPath::from(*name);
            p = p
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT);
        }
    }
    p.build()
}

fn said(path: &Path, e: ParquetError) -> ResultError {
    ResultError::Malformed {
        path: path.to_owned(),
        message: e.to_string(),
    }
}
