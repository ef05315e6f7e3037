//! Finding the files that a command file names.

use crate::common::beside;
use crate::common::keyword;
use crate::common::texts::Texts;
use carom_base::{Diagnostic, Span};
use std::path::{Path, PathBuf};

/// The dataset `name`, seen from the folder of the command file.
pub fn dataset(commands: &Path, name: &str, texts: &Texts) -> Option<PathBuf> {
    file(commands, name, "adm", texts)
}

/// The command file `name`, seen from the folder of another one.
pub fn commands(commands: &Path, name: &str, texts: &Texts) -> Option<PathBuf> {
    file(commands, name, "acf", texts)
}

/// A file as written, with its extension added, and each of them whatever the case of its letters.
fn file(commands: &Path, name: &str, extension: &str, texts: &Texts) -> Option<PathBuf> {
    let name = keyword::without_quotes(name);
    beside::find_with(commands, &[name, &format!("{name}.{extension}")], texts)
}

/// The message when it is not there.
pub fn not_found(commands: &Path, what: &str, name: &str, span: Span) -> Diagnostic {
    let shown: String = name.chars().take(100).collect();
    let message = format!("the {what} {shown} is not there");
    let folder = beside::shown_folder(commands);
    let folder = match folder.as_str() {
        "." | "" => "the folder of the command file".to_owned(),
        other => other.to_owned(),
    };
    let d = Diagnostic::error("acf-file-not-found", span, message);
    let beside = files_beside(commands);
    let d = d.suggest(name, beside.iter().map(String::as_str));
    match d.help {
        Some(_) => d,
        None => d.help(format!(
            "looked for it in {folder}, with and without its extension"
        )),
    }
}

/// Datasets and command files in the folder of a file, without their extensions.
fn files_beside(of: &Path) -> Vec<String> {
    let folder = match of.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let read = |path: &PathBuf| {
        let extension = path.extension().map(|e| e.to_ascii_lowercase());
        extension.is_some_and(|e| e == "adm" || e == "acf") && path.as_path() != of
    };
    let paths = entries.map(|e| e.path()).filter(read);
    let stems = paths.filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned()));
    let mut list: Vec<String> = stems.collect();
    list.sort();
    list
}
