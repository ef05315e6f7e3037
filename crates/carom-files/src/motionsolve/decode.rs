//! From the bytes of an XML file to text, by the encoding that the file declares.

use crate::common::text::windows_1252;
use carom_base::{Diagnostic, Span};

/// Larger XML files are refused: the tree of a file takes several times its size. Bytes.
const LARGEST_XML: usize = 256 << 20;

/// Names of encodings that are UTF-8 or a part of it.
const UTF_8: &[&str] = &["utf-8", "utf8", "us-ascii", "ascii"];

/// Names of encodings that Windows-1252 covers.
const WESTERN: &[&str] = &[
    "iso-8859-1",
    "iso8859-1",
    "iso_8859-1",
    "latin1",
    "latin-1",
    "windows-1252",
    "cp1252",
];

/// The text of a file, and what is worth knowing about it.
///
/// UTF-8 (with or without byte order mark), UTF-16 with byte order mark, and Western European files, which old
/// decks are, become text. In a file of 8-bit characters whatever is UTF-8 is read as UTF-8, since many writers
/// declare one encoding and write another.
///
/// Errors: `xml-not-text`, `xml-encoding`, `xml-too-large`.
pub fn decode(bytes: Vec<u8>, name: &str) -> Result<(String, Vec<Diagnostic>), Diagnostic> {
    let error = |id, what: String| Diagnostic::error(id, Span::NONE, format!("{name} {what}"));
    if bytes.len() > LARGEST_XML {
        let what = format!("has {} bytes, the most is {LARGEST_XML}", bytes.len());
        return Err(error("xml-too-large", what));
    }
    let (text, declared, notes) = match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => (utf_16(rest, u16::from_le_bytes), None, Vec::new()),
        [0xFE, 0xFF, rest @ ..] => (utf_16(rest, u16::from_be_bytes), None, Vec::new()),
        _ => {
            let declared = declared_encoding(&bytes);
            let (text, notes) = eight_bits(bytes, declared.as_deref(), name);
            (text, declared, notes)
        }
    };
    let Some(text) = text else {
        let what = match declared {
            Some(encoding) => format!("is written in {encoding}, which Carom does not read"),
            None => "is not UTF-16 as its first two bytes say".into(),
        };
        return Err(error("xml-encoding", what).help("save it as UTF-8"));
    };
    if text.contains('\0') || controls(&text) * 100 > text.len() {
        return Err(error("xml-not-text", "is not a text file".into()).help(
            "a MotionSolve model is an XML file that begins with <?xml or <MultiBodySystem",
        ));
    }
    Ok((text, notes))
}

/// Control characters that no XML file has.
fn controls(text: &str) -> usize {
    let control = |c: &char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t');
    text.chars().filter(control).count()
}

fn utf_16(bytes: &[u8], join: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|p| join(*p)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}

/// `encoding="..."` of the XML declaration, in lower case.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(256)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let declaration = head.split_once("<?xml")?.1.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start();
    let value = value.strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = value[1..].split_once(quote)?.0;
    Some(value.trim().to_string())
}

/// `None` if the declared encoding is another one and the bytes show it.
fn eight_bits(
    mut bytes: Vec<u8>,
    declared: Option<&str>,
    name: &str,
) -> (Option<String>, Vec<Diagnostic>) {
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        bytes.drain(..3);
    }
    let declared = declared.unwrap_or("utf-8");
    let (utf_8, western) = (UTF_8.contains(&declared), WESTERN.contains(&declared));
    if !utf_8 && !western && !bytes.is_ascii() {
        return (None, Vec::new());
    }
    match String::from_utf8(bytes) {
        Ok(text) => (Some(text), Vec::new()),
        Err(e) => {
            let (text, foreign) = windows_1252(e.as_bytes());
            let what =
                format!("{name}: {foreign} bytes are not {declared} and were read as Windows-1252");
            let d = Diagnostic::warning("xml-encoding", Span::NONE, what)
                .help("names may look wrong; numbers do not");
            (Some(text), if western { Vec::new() } else { vec![d] })
        }
    }
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
    fn encodings() {
        let plain = "<?xml version='1.0'?><a b='\u{e4}'/>";
        assert_eq!(text(plain.as_bytes()), Ok((plain.into(), 0)));
        assert_eq!(text(b"\xEF\xBB\xBF<a/>"), Ok(("<a/>".into(), 0)));
        let western = b"<?xml version=\"1.0\" encoding = 'ISO-8859-1' ?><a b='\xE4'/>";
        let (t, notes) = text(western).expect("western");
        assert!(t.contains("b='ä'") && notes == 0);
        // declared UTF-8 and written otherwise: read, with a warning
        let (t, notes) =
            text(b"<?xml version='1.0' encoding='UTF-8'?><a b='\xE4'/>").expect("read");
        assert!(t.contains("b='ä'") && notes == 1);
        let wide: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain("<a/>".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(text(&wide), Ok(("<a/>".into(), 0)));
        assert_eq!(text(&wide[..wide.len() - 1]), Err("xml-encoding"));
        let japanese = b"<?xml version='1.0' encoding='Shift_JIS'?><a b='\x83\x65'/>";
        assert_eq!(text(japanese), Err("xml-encoding"));
        let ascii = b"<?xml version='1.0' encoding='Shift_JIS'?><a b='x'/>";
        assert!(text(ascii).is_ok());
    }

    #[test]
    fn garbage() {
        assert_eq!(text(b"\x7FELF\x02\0\0\0"), Err("xml-not-text"));
        let noise: Vec<u8> = (0..2000u32).map(|k| (k * k % 251) as u8).collect();
        assert_eq!(text(&noise), Err("xml-not-text"));
        assert_eq!(text(&vec![b' '; LARGEST_XML + 1]), Err("xml-too-large"));
    }
}
