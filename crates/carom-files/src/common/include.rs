//! Files that carry out others.

use std::path::{Path, PathBuf};

/// Files that lead to one another at most; more are no scripts anybody writes.
const DEEPEST: usize = 50;

/// The files on the way to one that is being read.
#[derive(Clone, Debug)]
pub struct Chain(Vec<PathBuf>);

impl Chain {
    /// The first file.
    pub fn new(path: &Path) -> Self {
        Self(vec![path.to_path_buf()])
    }

    /// The file at the end of the way.
    pub fn last(&self) -> &Path {
        self.0.last().map_or(Path::new(""), PathBuf::as_path)
    }

    /// The folder in which names of that file are looked for.
    pub fn folder(&self) -> &Path {
        self.last().parent().unwrap_or(Path::new(""))
    }

    /// The way on to another file; `None` if it leads back, or nowhere near an end.
    pub fn with(&self, path: &Path) -> Option<Self> {
        let same = |p: &PathBuf| match (p.canonicalize(), path.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => p == path,
        };
        if self.0.len() >= DEEPEST || self.0.iter().any(same) {
            return None;
        }
        let mut list = self.0.clone();
        list.push(path.to_path_buf());
        Some(Self(list))
    }
}
