//! Finding the files that a command file names.

use crate::common::beside;
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
    let name = name.trim_matches('"');
    beside::find_with(commands, &[name, &format!("{name}.{extension}")], texts)
}

/// The message when it is not there.
pub fn not_found(commands: &Path, what: &str, name: &str, span: Span) -> Diagnostic {
    let shown: String = name.chars().take(100).collect();
    let message = format!("the {what} {shown} is not there");
    let folder = beside::shown_folder(commands);
    Diagnostic::error("acf-file-not-found", span, message).help(format!(
        "looked for it in {folder}, with and without its extension"
    ))
}
