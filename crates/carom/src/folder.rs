//! The folder of results: made, or taken over from an earlier run, never from anything else.

use crate::checkpoint::{CHECKPOINT_FILE, JOURNAL_FILE};
use crate::summary::{RUN_FILE, Summary};
use carom_base::{Diagnostic, Span};
use std::fs;
use std::io;
use std::path::Path;

/// Makes the folder ready: it exists and holds no files of an earlier run.
///
/// An existing folder is used if it is empty or holds a `run.json` of Carom; then the files listed there are
/// deleted, and no others.
pub fn prepare(folder: &Path) -> Result<(), Diagnostic> {
    let failed = |e: io::Error| {
        let message = format!("the folder {} cannot be used: {e}", folder.display());
        Diagnostic::error("session-output-folder", Span::NONE, message)
            .help("choose another folder with --out")
    };
    match fs::symlink_metadata(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return fs::create_dir_all(folder).map_err(failed);
        }
        Err(e) => return Err(failed(e)),
        Ok(_) => {}
    }
    let empty = fs::read_dir(folder).map_err(failed)?.next().is_none();
    if empty {
        return Ok(());
    }
    let Some(earlier) = Summary::read(folder) else {
        let message = format!("{} exists and is no result of Carom", folder.display());
        return Err(
            Diagnostic::error("session-output-not-ours", Span::NONE, message).help(
                "results replace only results: choose another folder with --out, or move this one away",
            ),
        );
    };
    let own = [RUN_FILE, CHECKPOINT_FILE, JOURNAL_FILE];
    for name in earlier.files.iter().map(String::as_str).chain(own) {
        remove(folder, name).map_err(failed)?;
    }
    Ok(())
}

/// Deletes a file of the folder itself; names that lead elsewhere are left alone.
fn remove(folder: &Path, name: &str) -> io::Result<()> {
    if Path::new(name).file_name().is_none_or(|n| n != name) {
        return Ok(());
    }
    match fs::remove_file(folder.join(name)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_replaced() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("a/b.carom");
        prepare(&folder).unwrap();
        assert!(folder.is_dir());
        prepare(&folder).unwrap();

        fs::write(folder.join("thesis.txt"), "years of work").unwrap();
        let d = prepare(&folder).unwrap_err();
        assert_eq!(d.name, "session-output-not-ours");

        fs::write(folder.join("events.csv"), "time").unwrap();
        fs::write(top.path().join("a/precious"), "stays").unwrap();
        let mut summary = Summary::example();
        summary.files = vec!["events.csv".into(), "../precious".into(), "gone.csv".into()];
        summary.write(&folder).unwrap();
        prepare(&folder).unwrap();
        assert!(!folder.join("events.csv").exists() && !folder.join(RUN_FILE).exists());
        assert!(folder.join("thesis.txt").exists() && top.path().join("a/precious").exists());
    }

    #[test]
    fn a_file_is_no_folder() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("x");
        fs::write(&file, "").unwrap();
        assert_eq!(prepare(&file).unwrap_err().name, "session-output-folder");
    }

    #[test]
    fn a_run_file_of_another_program_is_not_ours() {
        let top = tempfile::tempdir().unwrap();
        for text in ["{}", "not json", r#"{"program":"other","files":[]}"#] {
            fs::write(top.path().join(RUN_FILE), text).unwrap();
            assert_eq!(
                prepare(top.path()).unwrap_err().name,
                "session-output-not-ours"
            );
        }
    }
}
