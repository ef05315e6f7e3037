//! Texts that take the place of files: the same model read again with other numbers in it, without the disk.

use super::text::{decode, read_file};
use carom_base::{Diagnostic, Sources};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Texts by the paths of the files that they stand for. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    list: Arc<HashMap<PathBuf, String>>,
}

impl Texts {
    /// All texts that a model was read from.
    pub fn of(sources: &Sources) -> Self {
        sources
            .iter()
            .map(|s| (s.path.clone(), s.text.clone()))
            .collect()
    }

    /// The same with another text for one file.
    pub fn with(&self, path: &Path, text: String) -> Self {
        let mut list = HashMap::clone(&self.list);
        list.insert(path.to_owned(), text);
        Self {
            list: Arc::new(list),
        }
    }

    /// The text of a file, if one stands for it.
    pub fn get(&self, path: &Path) -> Option<&str> {
        self.list.get(path).map(String::as_str)
    }

    /// The path of a file that a text stands for, in the same folder, whatever the case of the letters of its name.
    pub(crate) fn find_any_case(&self, path: &Path) -> Option<PathBuf> {
        let name = path.file_name()?;
        let alike = |p: &&PathBuf| {
            p.parent() == path.parent()
                && p.file_name().is_some_and(|n| n.eq_ignore_ascii_case(name))
        };
        self.list.keys().filter(alike).min().cloned()
    }

    /// Path and text of each.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.list.iter().map(|(p, t)| (p.as_path(), t.as_str()))
    }

    /// The text that stands for a file, else that of the file itself by `decode`, with notes on it.
    pub(crate) fn read_by(
        &self,
        path: &Path,
        decode: impl FnOnce(Vec<u8>, &str) -> Result<(String, Vec<Diagnostic>), Diagnostic>,
    ) -> Result<(String, Vec<Diagnostic>), Diagnostic> {
        match self.get(path) {
            Some(text) => Ok((text.to_owned(), Vec::new())),
            None => decode(read_file(path)?, &path.display().to_string()),
        }
    }

    /// The text of a file of the Adams language.
    pub(crate) fn read(&self, path: &Path) -> Result<(String, Vec<Diagnostic>), Diagnostic> {
        self.read_by(path, decode)
    }
}

impl FromIterator<(PathBuf, String)> for Texts {
    fn from_iter<I: IntoIterator<Item = (PathBuf, String)>>(iter: I) -> Self {
        Self {
            list: Arc::new(iter.into_iter().collect()),
        }
    }
}
