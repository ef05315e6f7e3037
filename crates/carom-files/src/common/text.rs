//! From the bytes of a file to text.
//!
//! Decks come from many machines: UTF-8 or Windows-1252, any line end, Fortran strings padded with NUL
//! bytes. What is no text is refused before anything is read from it.

use super::special;
use carom_base::{Diagnostic, Span};
use std::path::Path;

/// Larger files are refused: places in a text are 32-bit numbers. Bytes.
pub const LARGEST_FILE: u64 = 1 << 30;

/// Longer lines are refused: no writer makes them, and a wrong file often has them. Bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Share of control characters above which a file is no text; text has none, random bytes one in nine.
const MOST_CONTROL: f64 = 0.01;

/// The names of the files in the folder of one that is not there.
fn names_beside(path: &Path) -> Vec<String> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|e| e.file_name().into_string().ok());
    let mut list: Vec<String> = names.collect();
    list.sort();
    list
}

/// The bytes of a file.
///
/// Errors: `file-not-readable`, `file-too-large`.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |why: String| {
        Diagnostic::error(
            "file-not-readable",
            Span::NONE,
            format!("{} cannot be read: {why}", path.display()),
        )
    };
    special::read(path, LARGEST_FILE).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => {
            let d = unreadable("there is no such file".into());
            let beside = names_beside(path);
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            d.suggest(&name.unwrap_or_default(), beside.iter().map(String::as_str))
        }
        std::io::ErrorKind::FileTooLarge => Diagnostic::error(
            "file-too-large",
            Span::NONE,
            format!("{}: {e}", path.display()),
        ),
        _ => unreadable(e.to_string()),
    })
}

/// The text of a file, and notes on the bytes that were replaced.
///
/// A NUL is a blank where a run of them pads a line, and a sign of a binary file anywhere else.
/// Bytes that are not UTF-8 are read as Windows-1252. A lone carriage return ends a line if nothing else does.
///
/// Errors: `adm-not-text`, `adm-line-too-long`.
pub fn decode(mut bytes: Vec<u8>, name: &str) -> Result<(String, Vec<Diagnostic>), Diagnostic> {
    let not_text = |why: &str| {
        Diagnostic::error(
            "adm-not-text",
            Span::NONE,
            format!("{name} is not a text file: {why}"),
        )
        .help("a dataset or command file is plain text, 8 bits per character")
    };
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(not_text("it is UTF-16"));
    }
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        bytes.drain(..3);
    }
    if !bytes.contains(&b'\n') {
        bytes
            .iter_mut()
            .filter(|b| **b == b'\r')
            .for_each(|b| *b = b'\n');
    }
    let mut notes = Vec::new();
    let mut note = |count: usize, what: &str| {
        if count > 0 {
            notes.push(Diagnostic::note(
                "adm-replaced-bytes",
                Span::NONE,
                format!("{name}: {count} {what}"),
            ));
        }
    };
    let padding = blank_padding(&mut bytes).ok_or_else(|| not_text("it contains NUL bytes"))?;
    note(padding, "NUL bytes at line ends were read as blanks");
    if let Some(d) = too_long(&bytes, name) {
        return Err(d);
    }
    let control = blank_control(&mut bytes);
    if control as f64 > MOST_CONTROL * bytes.len() as f64 {
        return Err(not_text("it is full of control characters"));
    }
    note(control, "control characters were read as blanks");
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text, notes)),
        Err(e) => {
            let (text, foreign) = windows_1252(e.as_bytes());
            note(foreign, "bytes are not UTF-8 and were read as Windows-1252");
            Ok((text, notes))
        }
    }
}

/// The error for the first line that is longer than [`LONGEST_LINE`].
fn too_long(bytes: &[u8], name: &str) -> Option<Diagnostic> {
    let mut lines = bytes.split(|b| *b == b'\n').enumerate();
    let (number, line) = lines.find(|(_, line)| line.len() > LONGEST_LINE)?;
    let message = format!(
        "{name}: line {} has {} bytes, the most is {LONGEST_LINE}",
        number + 1,
        line.len()
    );
    let d = Diagnostic::error("adm-line-too-long", Span::NONE, message);
    Some(d.help("is this a dataset? its writers break lines at 80 characters"))
}

/// Turns NUL bytes that pad a line into blanks and counts them; `None` if one stands anywhere else.
fn blank_padding(bytes: &mut [u8]) -> Option<usize> {
    let mut count = 0;
    if !bytes.contains(&0) {
        return Some(0);
    }
    for line in bytes.split_mut(|b| *b == b'\n') {
        let Some(first) = line.iter().position(|b| *b == 0) else {
            continue;
        };
        let (text, padding) = line.split_at_mut(first);
        if text.iter().all(u8::is_ascii_whitespace)
            || !padding.iter().all(|b| matches!(b, 0 | b' ' | b'\r'))
        {
            return None;
        }
        for b in padding.iter_mut().filter(|b| **b == 0) {
            *b = b' ';
            count += 1;
        }
    }
    Some(count)
}

/// Turns control characters into blanks and counts them. Tab, line ends, form feed and the Control-Z at the
/// end of old files are no news.
fn blank_control(bytes: &mut [u8]) -> usize {
    let mut count = 0;
    for b in bytes.iter_mut() {
        match *b {
            b'\n' | b'\r' | b'\t' => {}
            0x0C | 0x1A => *b = b' ',
            0..0x20 | 0x7F => {
                *b = b' ';
                count += 1;
            }
            _ => {}
        }
    }
    count
}

/// Keeps what is UTF-8, reads every other byte as Windows-1252, and counts those.
pub(crate) fn windows_1252(bytes: &[u8]) -> (String, usize) {
    /// 0x80 ... 0x9F; the five holes of the code page become the replacement character.
    const HIGH: [char; 32] = [
        '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž',
        '\u{FFFD}', '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ',
        '\u{FFFD}', 'ž', 'Ÿ',
    ];
    let mut text = String::with_capacity(bytes.len());
    let mut foreign = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for &b in chunk.invalid() {
            foreign += 1;
            text.push(match b {
                0x80..=0x9F => HIGH[usize::from(b) - 0x80],
                _ => char::from(b),
            });
        }
    }
    (text, foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<(String, usize), &'static str> {
        decode(bytes.to_vec(), "f")
            .map(|(t, n)| (t, n.len()))
            .map_err(|d| d.name)
    }

    #[test]
    fn clean_text_stays() {
        assert_eq!(text(b"a\r\n\tb\n"), Ok(("a\r\n\tb\n".into(), 0)));
        assert_eq!(text("kN·m €".as_bytes()), Ok(("kN·m €".into(), 0)));
        assert_eq!(text(b"\xEF\xBB\xBFa"), Ok(("a".into(), 0)));
        assert_eq!(text(b"a\rb"), Ok(("a\nb".into(), 0)));
        assert_eq!(text(b"END\n\x1A"), Ok(("END\n ".into(), 0)));
    }

    #[test]
    fn windows_bytes_are_translated() {
        assert_eq!(text(b"kN\xB7m \x80"), Ok(("kN·m €".into(), 1)));
    }

    #[test]
    fn long_lines() {
        assert!(text(&vec![b'x'; LONGEST_LINE]).is_ok());
        let mut bytes = vec![b'\n'; 3];
        bytes.extend(vec![b'x'; LONGEST_LINE + 1]);
        assert_eq!(text(&bytes), Err("adm-line-too-long"));
    }

    #[test]
    fn nul_pads_or_betrays() {
        assert_eq!(
            text(b", STRING = \0\0\r\nx"),
            Ok((", STRING =   \r\nx".into(), 1))
        );
        for binary in [&b"\0\0\0\0"[..], b"a\0b\n", b"text\n \0 \n", b"\xFF\xFEa\0"] {
            assert_eq!(text(binary), Err("adm-not-text"));
        }
        assert_eq!(text(b"\x01\x02abc\x03"), Err("adm-not-text"));
    }
}
