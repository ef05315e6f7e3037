//! Linear analyses on disk: `linear.json` with all of them, and the matrices of each as plain text.
//!
//! The text files `<name>.a`, `.b`, `.c` and `.d` hold one row a line with blanks between the numbers, as programs for
//! matrices read them; those of a second analysis of the same name are `<name>_2.a` and so on.

use carom_files::results::ResultError;
use carom_model::run::Linearization;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the file with all linear analyses.
pub const LINEAR_FILE: &str = "linear.json";

/// Writes linear analyses as they come.
pub struct LinearWriter {
    folder: PathBuf,
    stem: String,
    all: Vec<Entry>,
    names: HashMap<String, u32>,
    files: Vec<PathBuf>,
}

/// One analysis in the file.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    time: f64,
    largest_velocity: f64,
    largest_acceleration: f64,
    states: Vec<String>,
    inputs: Vec<String>,
    outputs: Vec<String>,
    a: Vec<Vec<f64>>,
    b: Vec<Vec<f64>>,
    c: Vec<Vec<f64>>,
    d: Vec<Vec<f64>>,
    eigenvalues: Vec<[f64; 2]>,
}

impl LinearWriter {
    /// Files go to `folder`; the matrices have the name `stem` unless the command gives one.
    pub fn new(folder: &Path, stem: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            stem: stem.to_owned(),
            all: Vec::new(),
            names: HashMap::new(),
            files: Vec::new(),
        }
    }

    /// An empty one for the same files.
    pub fn anew(&self) -> Self {
        Self::new(&self.folder, &self.stem)
    }

    /// Adds one; everything so far stands on disk afterwards.
    pub fn write(&mut self, l: &Linearization) -> Result<(), ResultError> {
        self.all.push(Entry {
            time: l.time,
            largest_velocity: l.largest_velocity,
            largest_acceleration: l.largest_acceleration,
            states: l.states.clone(),
            inputs: l.inputs.clone(),
            outputs: l.outputs.clone(),
            a: l.a.clone(),
            b: l.b.clone(),
            c: l.c.clone(),
            d: l.d.clone(),
            eigenvalues: l.eigenvalues.clone(),
        });
        let path = self.folder.join(LINEAR_FILE);
        let whole = serde_json::json!({ "analyses": self.all });
        let text =
            serde_json::to_string_pretty(&whole).map_err(|e| ResultError::io(&path)(e.into()))?;
        self.put(LINEAR_FILE, &(text + "\n"))?;
        if l.matrices {
            self.write_matrices(l)?;
        }
        Ok(())
    }

    fn write_matrices(&mut self, l: &Linearization) -> Result<(), ResultError> {
        let name = l.file.as_deref().map(Path::new).and_then(Path::file_stem);
        let name = name.map_or_else(|| self.stem.clone(), |n| n.to_string_lossy().into_owned());
        let count = self.names.entry(name.clone()).or_default();
        *count += 1;
        let name = match *count {
            1 => name,
            n => format!("{name}_{n}"),
        };
        for (extension, matrix) in [("a", &l.a), ("b", &l.b), ("c", &l.c), ("d", &l.d)] {
            if matrix.iter().any(|row| !row.is_empty()) {
                self.put(&format!("{name}.{extension}"), &plain(matrix))?;
            }
        }
        Ok(())
    }

    fn put(&mut self, name: &str, text: &str) -> Result<(), ResultError> {
        let path = self.folder.join(name);
        fs::write(&path, text).map_err(ResultError::io(&path))?;
        if !self.files.contains(&path) {
            self.files.push(path);
        }
        Ok(())
    }

    /// The files so far.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }
}

/// One row a line.
fn plain(matrix: &[Vec<f64>]) -> String {
    let mut text = String::new();
    for row in matrix {
        for (k, x) in row.iter().enumerate() {
            let gap = if k > 0 { " " } else { "" };
            let _ = write!(text, "{gap}{x:e}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_return_in_full_and_names_do_not_collide() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut w = LinearWriter::new(folder.path(), "deck");
        let l = Linearization {
            states: vec!["x".into(), "rate of x".into()],
            a: vec![vec![0.0, 1.0], vec![-0.1 - 0.2, -1e-17]],
            file: Some("somewhere/plant.mat".into()),
            matrices: true,
            ..Linearization::default()
        };
        w.write(&l).expect("written");
        w.write(&l).expect("written");
        let names: Vec<_> = w.files().iter().filter_map(|f| f.file_name()).collect();
        assert_eq!(names, ["linear.json", "plant.a", "plant_2.a"]);
        let text = fs::read_to_string(&w.files()[1]).expect("there");
        let back: Vec<Vec<f64>> = text
            .lines()
            .map(|l| l.split(' ').map(|x| x.parse().expect("a number")).collect())
            .collect();
        assert_eq!(back, l.a);
        let json = fs::read_to_string(folder.path().join(LINEAR_FILE)).expect("there");
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["analyses"].as_array().map(Vec::len), Some(2));
        assert_eq!(json["analyses"][1]["a"][1][0], -0.1 - 0.2);
    }
}
