//! The folder of results: made, locked, and never taken from an earlier result by accident.
//!
//! One process writes into a folder at a time. It holds a lock of the operating system on a file there, which the system
//! takes back when the process ends, however it ends. What a folder holds from before is moved aside (`ball.carom` becomes
//! `ball.1.carom`, then `ball.2.carom`), unless the caller asks to replace it or to go on with it.

use crate::checkpoint::{CHECKPOINT_FILE, JOURNAL_FILE};
use crate::summary::{RUN_FILE, Summary};
use carom_base::{Diagnostic, Span};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// What folders of one kind are known by.
pub struct Kind {
    /// What it holds, in words.
    pub what: &'static str,
    /// Name of the file that is locked.
    pub lock: &'static str,
    /// How names of such folders end; the number of one that is moved aside stands before it.
    pub ending: &'static str,
    /// Whether a folder holds such results.
    pub is_ours: fn(&Path) -> bool,
}

/// Bytes that stand in the locked file for a disk that fills up: given back, they hold the last words of the run.
const RESERVE: usize = 64 << 10;
/// How often a lock is tried that somebody takes away at the same moment.
const TRIES: usize = 20;

/// A folder that this process alone writes into. The lock is given back when it is dropped.
#[derive(Debug)]
pub struct Claim {
    folder: PathBuf,
    name: &'static str,
    file: File,
}

/// Folders of runs.
pub const RUNS: Kind = Kind {
    what: "result",
    lock: "run.lock",
    ending: ".carom",
    is_ours: |folder| Summary::read(folder).is_some(),
};

/// Deletes the files of an earlier run, and no others.
///
/// # Errors
/// The disk's.
pub fn clear(folder: &Path, earlier: &Summary) -> Result<(), Diagnostic> {
    let own = [RUN_FILE, CHECKPOINT_FILE, JOURNAL_FILE];
    let mut names = earlier.files.iter().map(String::as_str).chain(own);
    names
        .try_for_each(|name| remove(folder, name))
        .map_err(failed(folder))
}

fn failed(folder: &Path) -> impl Fn(io::Error) -> Diagnostic + '_ {
    move |e| {
        let message = format!("the folder {} cannot be used: {e}", folder.display());
        Diagnostic::error("session-output-folder", Span::NONE, message)
            .help("choose another folder with --out")
    }
}

/// Makes a folder if it is not there, and claims it.
///
/// # Errors
/// It cannot be used, holds something else than such results, or another process writes into it.
pub fn claim(folder: &Path, kind: &Kind) -> Result<Claim, Diagnostic> {
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let path = folder.join(kind.lock);
    // Where a lock is, its owner may have made files and not yet said whose they are.
    if !path.exists() {
        check(folder, kind)?;
    }
    for _ in 0..TRIES {
        let open = || {
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(false);
            options.open(&path)
        };
        let mut file = match open() {
            Ok(file) => file,
            // Somebody has just moved the folder aside.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(failed(folder))?;
                continue;
            }
            Err(e) => return Err(failed(folder)(e)),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(folder, &mut file)),
            // Some file systems of networks have no locks: nothing can be told there.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(e)) => return Err(failed(folder)(e)),
        }
        if !is_same(&file, &path) {
            continue;
        }
        check(folder, kind)?;
        note(&mut file).map_err(failed(folder))?;
        return Ok(Claim {
            folder: folder.to_owned(),
            name: kind.lock,
            file,
        });
    }
    let e = io::Error::other("other processes make and remove it all the time");
    Err(failed(folder)(e))
}

/// Refuses a folder that holds anything else.
fn check(folder: &Path, kind: &Kind) -> Result<(), Diagnostic> {
    if (kind.is_ours)(folder) || is_free(folder, kind).map_err(failed(folder))? {
        return Ok(());
    }
    let message = format!(
        "{} exists and is no {} of Carom",
        folder.display(),
        kind.what
    );
    Err(
        Diagnostic::error("session-output-not-ours", Span::NONE, message).help(
            "results replace only results: choose another folder with --out, or move this one away",
        ),
    )
}

/// Whether there is nothing in it but what a process that was killed at its very beginning leaves.
fn is_free(folder: &Path, kind: &Kind) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if name != kind.lock && !name.to_string_lossy().ends_with(".next") {
            return Ok(false);
        }
    }
    Ok(true)
}

fn in_use(folder: &Path, file: &mut File) -> Diagnostic {
    let mut text = String::new();
    let _ = file.take(20).read_to_string(&mut text);
    let process = text
        .split_whitespace()
        .next()
        .unwrap_or("unknown")
        .to_owned();
    let message = format!(
        "another process ({process}) is writing into {}",
        folder.display()
    );
    Diagnostic::error("session-output-in-use", Span::NONE, message)
        .help("wait for its end, or choose another folder with --out")
}

/// Says in the file who holds it, and fills it up.
fn note(file: &mut File) -> io::Result<()> {
    let mut text = format!("{}\n", std::process::id()).into_bytes();
    text.resize(RESERVE, b' ');
    file.rewind()?;
    file.write_all(&text)?;
    file.set_len(RESERVE as u64)
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

impl Claim {
    /// Whether the folder is still where it was: nobody has removed it, or moved it away.
    pub fn is_in_place(&self) -> bool {
        is_same(&self.file, &self.folder.join(self.name))
    }

    /// Gives back some space of the disk.
    pub fn give_way(&mut self) {
        let _ = self.file.set_len(0);
    }

    /// Moves what the folder holds aside, and claims a new one in its place. Where it is now.
    ///
    /// # Errors
    /// The disk's; another process was faster.
    pub fn set_aside(self, kind: &Kind) -> Result<(Self, PathBuf), Diagnostic> {
        let folder = self.folder.clone();
        let free = next_name(&folder, kind.ending);
        let moved = free.and_then(|free| fs::rename(&folder, &free).map(|()| free));
        let aside = moved.map_err(|e| {
            let message = format!(
                "{} holds an earlier {}, which cannot be moved aside: {e}",
                folder.display(),
                kind.what
            );
            Diagnostic::error("session-output-kept", Span::NONE, message)
                .help("--overwrite replaces it; --out names another folder")
        })?;
        let _ = fs::remove_file(aside.join(self.name));
        drop(self);
        Ok((claim(&folder, kind)?, aside))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.is_in_place() {
            let _ = fs::remove_file(self.folder.join(self.name));
        }
    }
}

/// The name for a folder that is moved aside: one more than the highest number that is there.
fn next_name(folder: &Path, ending: &str) -> io::Result<PathBuf> {
    let (stem, ending, numbers) = numbered(folder, ending)?;
    let most = numbers.into_iter().max().unwrap_or(0);
    Ok(folder.with_file_name(format!("{stem}.{}{ending}", u64::from(most) + 1)))
}

/// The name of a folder in two parts, and the numbers between them of the folders beside it that were moved aside.
fn numbered<'a>(folder: &Path, ending: &'a str) -> io::Result<(String, &'a str, Vec<u32>)> {
    let name = folder
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no name of its own"))?;
    let name = name.to_string_lossy().into_owned();
    let (stem, ending) = match name.strip_suffix(ending) {
        Some(stem) if !stem.is_empty() => (stem, ending),
        _ => (name.as_str(), ""),
    };
    let parent = match folder.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    let mut numbers = Vec::new();
    for entry in fs::read_dir(parent)? {
        let there = entry?.file_name().to_string_lossy().into_owned();
        let number = there
            .strip_prefix(stem)
            .and_then(|t| t.strip_prefix('.'))
            .and_then(|t| t.strip_suffix(ending));
        numbers.extend(number.and_then(|n| n.parse::<u32>().ok()));
    }
    Ok((stem.to_owned(), ending, numbers))
}

/// From so many on the note tells how many earlier results there are, and what to do about them.
const MANY: usize = 5;

/// How many earlier results are kept beside a folder, and their bytes; `None` if they are few.
fn pile(folder: &Path, ending: &str) -> Option<(usize, u64)> {
    let (stem, ending, numbers) = numbered(folder, ending).ok()?;
    let bytes = |number: &u32| {
        let aside = folder.with_file_name(format!("{stem}.{number}{ending}"));
        let entries = fs::read_dir(aside).into_iter().flatten().flatten();
        entries
            .filter_map(|e| Some(e.metadata().ok()?.len()))
            .sum::<u64>()
    };
    (numbers.len() >= MANY).then(|| (numbers.len(), numbers.iter().map(bytes).sum()))
}

/// The note on a folder that was moved aside.
pub fn kept(folder: &Path, aside: &Path, kind: &Kind) -> Diagnostic {
    let message = format!(
        "the earlier {} in {} is kept as {}",
        kind.what,
        folder.display(),
        aside.display()
    );
    let note = Diagnostic::note("session-output-kept", Span::NONE, message);
    match pile(folder, kind.ending) {
        None => note,
        Some((count, bytes)) => {
            let size = bytes.div_ceil(1 << 20);
            note.help(format!("{count} earlier {}s are kept now, {size} MB; delete what is not needed, or replace the last one with --overwrite", kind.what))
        }
    }
}

/// The refusal to begin anew where a run of the same kind can go on.
pub fn interrupted(folder: &Path, kind: &Kind) -> Diagnostic {
    let message = format!(
        "{} holds this {}, interrupted before its end",
        folder.display(),
        kind.what
    );
    Diagnostic::error("session-output-interrupted", Span::NONE, message)
        .help("--resume goes on with it, --overwrite begins again")
}

/// Deletes a file of the folder itself; names that lead elsewhere are left alone.
///
/// # Errors
/// The disk's.
pub fn remove(folder: &Path, name: &str) -> io::Result<()> {
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

    const KIND: Kind = Kind {
        what: "result",
        lock: "run.lock",
        ending: ".carom",
        is_ours: |folder| folder.join("run.json").exists(),
    };

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |e: io::Result<fs::DirEntry>| e.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn one_process_at_a_time() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("a/b.carom");
        let first = claim(&folder, &KIND).unwrap();
        // A lock belongs to an open file: a second one of this process meets it as another process does.
        let second = claim(&folder, &KIND).unwrap_err();
        assert_eq!(second.name, "session-output-in-use");
        let process = std::process::id().to_string();
        assert!(second.message.contains(&process), "{}", second.message);
        drop(first);
        assert!(names(&folder).is_empty());
        // What a process that was killed leaves is no lock.
        fs::write(folder.join("run.lock"), "4711").unwrap();
        fs::write(folder.join("run.json.next"), "{").unwrap();
        claim(&folder, &KIND).unwrap();
    }

    #[test]
    fn many_earlier_results_are_counted() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("b.carom");
        fs::create_dir(top.path().join("b.old.carom")).unwrap();
        for k in 1..=6 {
            let claimed = claim(&folder, &KIND).unwrap();
            fs::write(folder.join("run.json"), vec![b'0'; 1 << 20]).unwrap();
            let (_claim, aside) = claimed.set_aside(&KIND).unwrap();
            assert!(aside.ends_with(format!("b.{k}.carom")));
            let said = kept(&folder, &aside, &KIND).help;
            let expected = format!("{k} earlier results are kept now, {k} MB");
            assert_eq!(said.is_some_and(|h| h.starts_with(&expected)), k >= 5);
        }
    }

    #[test]
    fn a_folder_that_is_moved_or_removed_is_noticed() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("b.carom");
        let claimed = claim(&folder, &KIND).unwrap();
        assert!(claimed.is_in_place());
        fs::rename(&folder, top.path().join("c")).unwrap();
        assert!(!claimed.is_in_place());
        // somebody else's claim of the name is another folder, and stays when ours goes
        let other = claim(&folder, &KIND).unwrap();
        assert!(!claimed.is_in_place() && other.is_in_place());
        drop(claimed);
        assert!(other.is_in_place());
    }

    #[test]
    fn earlier_results_get_numbers() {
        let top = tempfile::tempdir().unwrap();
        for (name, first, second) in [
            ("b.carom", "b.1.carom", "b.8.carom"),
            ("out", "out.1", "out.8"),
        ] {
            let folder = top.path().join(name);
            for (number, shall) in [(1, first), (2, second)] {
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join("run.json"), number.to_string()).unwrap();
                let claimed = claim(&folder, &KIND).unwrap();
                let (claimed, aside) = claimed.set_aside(&KIND).unwrap();
                assert_eq!(aside, top.path().join(shall));
                assert_eq!(names(&aside), ["run.json"]);
                assert_eq!(names(&folder), ["run.lock"]);
                drop(claimed);
                // a gap in the numbers is not filled: a higher number is a later result
                fs::create_dir_all(top.path().join(first.replace('1', "7"))).unwrap();
            }
        }
    }

    #[test]
    fn only_results_are_touched() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("x");
        fs::write(&file, "").unwrap();
        assert_eq!(
            claim(&file, &KIND).unwrap_err().name,
            "session-output-folder"
        );
        let folder = top.path().join("y");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("thesis.txt"), "years of work").unwrap();
        let refused = claim(&folder, &KIND).unwrap_err();
        assert_eq!(refused.name, "session-output-not-ours");
        assert_eq!(names(&folder), ["thesis.txt"]);
        fs::write(folder.join("gone.csv"), "").unwrap();
        for name in ["gone.csv", "../x", "there.never.was"] {
            remove(&folder, name).unwrap();
        }
        assert!(file.exists() && !folder.join("gone.csv").exists());
    }
}
