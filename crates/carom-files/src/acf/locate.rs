//! Finding the dataset that a command file names.

use carom_base::{Diagnostic, Span};
use std::path::{Path, PathBuf};

/// The dataset `name`, seen from the folder of the command file: as written, with `.adm` added, and each of
/// them whatever the case of its letters. Backslashes separate folders, as on Windows.
pub fn dataset(commands: &Path, name: &str) -> Option<PathBuf> {
    let folder = commands.parent().unwrap_or(Path::new(""));
    let name = name.trim_matches('"').replace('\\', "/");
    let with_extension = format!("{name}.adm");
    let candidates = [folder.join(&name), folder.join(&with_extension)];
    let exact = candidates.iter().find(|c| c.is_file()).cloned();
    exact.or_else(|| candidates.iter().find_map(|c| any_case(c)))
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

/// The message when it is not there.
pub fn not_found(commands: &Path, name: &str, span: Span) -> Diagnostic {
    let folder = match commands.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_string(),
    };
    let shown: String = name.chars().take(100).collect();
    let message = format!("the dataset {shown} is not there");
    Diagnostic::error("acf-file-not-found", span, message)
        .help(format!("looked for it in {folder}, with and without .adm"))
}
