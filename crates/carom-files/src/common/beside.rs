//! Files that a deck names: they are looked for from the folder of the deck.

use super::texts::Texts;
use std::path::{Path, PathBuf};

/// The folder from which the names in a file are seen.
pub fn folder(of: &Path) -> &Path {
    of.parent().unwrap_or(Path::new(""))
}

/// The first of several names that is a file, seen from the folder of the file `from`: each as written, then each
/// whatever the case of its letters. Backslashes separate folders, as on Windows.
pub fn find(from: &Path, names: &[&str]) -> Option<PathBuf> {
    find_with(from, names, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn find_with(from: &Path, names: &[&str], texts: &Texts) -> Option<PathBuf> {
    let place = |name: &&str| folder(from).join(name.replace('\\', "/"));
    let candidates: Vec<PathBuf> = names.iter().map(place).collect();
    let is_file = |c: &&PathBuf| texts.get(c).is_some() || c.is_file();
    let exact = candidates.iter().find(is_file).cloned();
    let alike = |c: &PathBuf| texts.find_any_case(c).or_else(|| any_case(c));
    exact.or_else(|| candidates.iter().find_map(alike))
}

/// A file in the same folder whose name differs in case only.
fn any_case(path: &Path) -> Option<PathBuf> {
    let wanted = path.file_name()?.to_str()?;
    let folder = match path.parent()? {
        empty if empty.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| {
            let name = p.file_name().and_then(|n| n.to_str());
            name.is_some_and(|n| n.eq_ignore_ascii_case(wanted)) && p.is_file()
        })
        .collect();
    // The folder gives its entries in any order.
    found.sort();
    found.into_iter().next()
}

/// How a message names the folder.
pub fn shown_folder(from: &Path) -> String {
    match folder(from) {
        empty if empty.as_os_str().is_empty() => ".".to_string(),
        folder => folder.display().to_string(),
    }
}
