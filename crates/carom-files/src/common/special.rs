//! The one door for files that are read: regular files of a bounded size, and nothing else.
//!
//! A deck names files, and a user may name the wrong one. A FIFO would be waited for, `/dev/zero` never ends, and a file
//! of the system (`/proc`) tells a length of zero and has any. Links are followed; what counts is what they lead to.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Files of results and meshes are not larger, bytes.
pub const LARGEST: u64 = 16 << 30;

/// Opens a regular file.
///
/// # Errors
/// The system's; `InvalidInput` with what it is in the place of a file.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before it is opened: to open a FIFO is to wait for its other end, and some devices act when they are opened.
    check(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// The bytes of a regular file of at most so many bytes.
///
/// # Errors
/// Those of [`open`]; `FileTooLarge`.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    let too_large = |has: String| {
        let message = format!("it has {has} bytes, the most is {most}");
        Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
    };
    if length > most {
        return too_large(length.to_string());
    }
    let mut bytes = Vec::with_capacity(length as usize);
    // one byte more than is allowed: the file may grow, and files of the system do not tell their length
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => too_large(format!("more than {most}")),
        false => Ok(bytes),
    }
}

/// The text of a regular file of at most so many bytes.
///
/// # Errors
/// Those of [`read`]; `InvalidData` if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

fn check(info: &Metadata) -> io::Result<()> {
    match what(info) {
        None => Ok(()),
        Some(what) => {
            let message = format!("it is {what}, not a file");
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

#[cfg(unix)]
fn what(info: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    let kind = info.file_type();
    if kind.is_file() {
        return None;
    }
    let kinds = [
        (kind.is_dir(), "a folder"),
        (kind.is_fifo(), "a FIFO"),
        (kind.is_socket(), "a socket"),
        (kind.is_char_device() || kind.is_block_device(), "a device"),
    ];
    let found = kinds.into_iter().find(|k| k.0);
    Some(found.map_or("something of another kind", |k| k.1))
}

#[cfg(not(unix))]
fn what(info: &Metadata) -> Option<&'static str> {
    match (info.is_file(), info.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some("a device"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(path: &Path) -> String {
        read(path, 100).unwrap_err().to_string()
    }

    #[test]
    fn files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, [b'x'; 100]).unwrap();
        assert_eq!(read(&path, 100).unwrap().len(), 100);
        assert_eq!(read_text(&path, 100).unwrap().len(), 100);
        fs::write(&path, [0xFF; 101]).unwrap();
        assert_eq!(why(&path), "it has 101 bytes, the most is 100");
        assert_eq!(
            read_text(&path, 101).unwrap_err().to_string(),
            "it is not UTF-8"
        );
        assert_eq!(why(folder.path()), "it is a folder, not a file");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn everything_else_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let fifo = std::process::Command::new("mkfifo")
            .arg(at("fifo"))
            .status();
        assert!(fifo.unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", at("zero")).unwrap();
        std::os::unix::fs::symlink(at("loop"), at("loop")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        assert_eq!(why(&at("fifo")), "it is a FIFO, not a file");
        assert_eq!(why(&at("zero")), "it is a device, not a file");
        assert_eq!(why(&at("socket")), "it is a socket, not a file");
        assert!(why(&at("loop")).contains("symbolic links"));
        // a regular file, by what it says of itself, of no length
        assert!(why(Path::new("/proc/self/smaps")).contains("more than 100"));
    }
}
