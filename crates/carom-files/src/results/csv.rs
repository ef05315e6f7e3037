//! `csv`: the tables as text, one file each, numbers in the shortest form that reads back unchanged.

use super::error::ResultError;
use super::format::{Heading, ResultFormat, ResultWriter};
use super::tables::{Column, GroupSink, Rows, TableSpec, TableWriter};
use super::text::{TextFile, push_shortest};
use std::path::Path;

/// The format `csv`.
pub struct Csv;

impl ResultFormat for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }
    fn text(&self) -> &'static str {
        "tables as comma-separated text, one file each"
    }
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        let folder = heading.folder.to_owned();
        let writer = TableWriter::create(heading, move |table| {
            Ok(Box::new(CsvSink::create(&folder, table)?))
        })?;
        Ok(Box::new(writer))
    }
}

struct CsvSink {
    file: TextFile,
    /// Rows of a group that have been put into the file already: after a failure the group comes again.
    taken: usize,
}

impl CsvSink {
    fn create(folder: &Path, table: &'static TableSpec) -> Result<Self, ResultError> {
        let mut file = TextFile::create(folder.join(table.name).with_extension("csv"))?;
        let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
        file.put(format_args!("{}\n", names.join(",")));
        file.flush()?;
        Ok(Self { file, taken: 0 })
    }
}

impl GroupSink for CsvSink {
    fn write(&mut self, rows: &Rows) -> Result<(), ResultError> {
        for r in self.taken..rows.len() {
            for (c, column) in rows.columns.iter().enumerate() {
                if c > 0 {
                    self.file.text().push(',');
                }
                let text = self.file.text();
                match column {
                    Column::Number(v) => push_shortest(text, v[r]),
                    Column::Id(v) => text.push_str(itoa::Buffer::new().format(v[r])),
                    Column::Text(v) => text.push_str(&v[r]),
                }
            }
            self.file.text().push('\n');
            self.taken = r + 1;
            self.file.piece_ends()?;
        }
        self.file.flush()?;
        self.taken = 0;
        Ok(())
    }
    fn path(&self) -> &Path {
        self.file.path()
    }
}
