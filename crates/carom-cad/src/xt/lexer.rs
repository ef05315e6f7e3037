//! The characters of an XT text stream: numbers, words and strings, with their places in the file.
//!
//! A file begins with a preamble that ends with the line `**END_OF_HEADER…`; what follows is the stream. Line breaks in it are no
//! part of it: they fall inside numbers, names and words, so all of them are deleted first, with the blanks before them.
//! A number ends with one blank; a single character, a logical and the mark `?` of what is unset have none.
//! Source: Parasolid XT Format Reference, physical layout.

use super::error::{Fault, XtError, fault};

/// The last line of the preamble begins so.
const END_OF_HEADER: &[u8] = b"**END_OF_HEADER";

/// A word of a number is not longer, characters.
const LONGEST_NUMBER: usize = 40;

/// The stream without its line breaks.
pub(super) struct Lexer {
    text: Vec<u8>,
    /// Each line: where it begins in `text` and in the file.
    lines: Vec<(usize, usize)>,
    at: usize,
}

impl Lexer {
    /// Finds the stream in a file and deletes its line breaks.
    pub fn new(file: &[u8]) -> Result<Self, XtError> {
        let start = stream(file)?;
        let mut text = Vec::with_capacity(file.len() - start);
        let mut lines = Vec::new();
        let mut begin = start;
        for line in file[start..].split_inclusive(|b| matches!(b, b'\n' | b'\r')) {
            let (content, ends) = match line.split_last() {
                Some((b'\n' | b'\r', content)) => (content, true),
                _ => (line, false),
            };
            lines.push((text.len(), begin));
            text.extend_from_slice(content);
            // a record may have been cut of its blanks or padded with them
            while ends && text.last() == Some(&b' ') && text.len() > lines[lines.len() - 1].0 {
                text.pop();
            }
            begin += line.len();
        }
        Ok(Self { text, lines, at: 0 })
    }

    /// Byte of the file at which the next character stands.
    pub fn byte(&self) -> usize {
        self.byte_of(self.at)
    }

    fn byte_of(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(begin, _)| *begin <= at);
        match line.checked_sub(1).and_then(|k| self.lines.get(k)) {
            Some((begin, in_file)) => in_file + (at - begin),
            None => 0,
        }
    }

    /// Characters left.
    pub fn left(&self) -> usize {
        self.text.len() - self.at
    }

    /// An error here.
    pub fn wrong<T>(&self, kind: Fault, message: impl Into<String>) -> Result<T, XtError> {
        fault(kind, self.byte(), message)
    }

    /// Refuses a count of things of which each takes a character at least, before anything is allocated for them.
    pub fn bounded(&self, count: usize, of: &str) -> Result<(), XtError> {
        // a few come to the end of the file by themselves
        match count > self.left().max(256) {
            false => Ok(()),
            true => self.wrong(
                Fault::Limit,
                format!(
                    "{count} {of} are announced, and the file has {} characters left",
                    self.left()
                ),
            ),
        }
    }

    /// The next character.
    pub fn char(&mut self) -> Result<u8, XtError> {
        match self.text.get(self.at) {
            Some(&c) => {
                self.at += 1;
                Ok(c)
            }
            None => self.wrong(Fault::Truncated, "the file ends here, within a node"),
        }
    }

    /// Takes the mark of what is unset, if it comes next.
    pub fn unset(&mut self) -> bool {
        let found = self.text.get(self.at) == Some(&b'?');
        self.at += usize::from(found);
        found
    }

    /// The word up to the next blank, which is taken too.
    fn word(&mut self) -> Result<&str, XtError> {
        let rest = &self.text[self.at..];
        let Some(length) = rest
            .iter()
            .take(LONGEST_NUMBER + 1)
            .position(|c| *c == b' ')
        else {
            return match rest.len() <= LONGEST_NUMBER {
                true => self.wrong(Fault::Truncated, "the file ends here, within a number"),
                false => self.wrong(
                    Fault::Syntax,
                    format!("a number is expected, not `{}`", shown(rest)),
                ),
            };
        };
        let begin = self.at;
        self.at += length + 1;
        match std::str::from_utf8(&self.text[begin..begin + length]) {
            Ok(word) => Ok(word),
            Err(_) => fault(
                Fault::Syntax,
                self.byte_of(begin),
                "a number is expected, not bytes that are no text",
            ),
        }
    }

    /// A whole number.
    pub fn integer(&mut self) -> Result<i32, XtError> {
        let begin = self.at;
        let word = self.word()?;
        match word.parse() {
            Ok(n) => Ok(n),
            Err(_) => {
                let message = match word.bytes().all(|c| c.is_ascii_digit()) && !word.is_empty() {
                    true => format!("the number {word} is larger than those of the format"),
                    false => format!(
                        "a whole number is expected, not `{}`",
                        shown(word.as_bytes())
                    ),
                };
                fault(Fault::Syntax, self.byte_of(begin), message)
            }
        }
    }

    /// A number of things or of a node, zero or more.
    pub fn count(&mut self) -> Result<u32, XtError> {
        let begin = self.at;
        let n = self.integer()?;
        let message = || format!("a number of zero or more is expected, not {n}");
        u32::try_from(n).or_else(|_| fault(Fault::Syntax, self.byte_of(begin), message()))
    }

    /// A finite real.
    pub fn real(&mut self) -> Result<f64, XtError> {
        let begin = self.at;
        let word = self.word()?;
        let digits = word
            .bytes()
            .all(|c| c.is_ascii_digit() || b"+-.eE".contains(&c));
        let message = match word.parse::<f64>() {
            Ok(x) if digits && x.is_finite() => return Ok(x),
            Ok(_) if digits => format!("the number {word} is not finite"),
            _ => format!("a number is expected, not `{}`", shown(word.as_bytes())),
        };
        fault(Fault::Syntax, self.byte_of(begin), message)
    }

    /// `T` or `F`.
    pub fn logical(&mut self) -> Result<bool, XtError> {
        let byte = self.byte();
        match self.char()? {
            b'T' => Ok(true),
            b'F' => Ok(false),
            other => fault(
                Fault::Syntax,
                byte,
                format!("T or F is expected, not `{}`", char::from(other)),
            ),
        }
    }

    /// A string of so many characters as they stand.
    pub fn fixed(&mut self, length: usize) -> Result<&str, XtError> {
        self.bounded(length, "characters")?;
        let begin = self.at;
        let Some(text) = self.text.get(begin..begin + length) else {
            return self.wrong(Fault::Truncated, "the file ends here, within a word");
        };
        self.at += length;
        match std::str::from_utf8(text) {
            Ok(text) => Ok(text),
            Err(_) => fault(
                Fault::Syntax,
                self.byte_of(begin),
                "a word is expected, not bytes that are no text",
            ),
        }
    }

    /// A string with its length before it.
    pub fn string(&mut self) -> Result<&str, XtError> {
        let length = self.count()?;
        self.fixed(length as usize)
    }

    /// Characters of a text field: after a backslash `0`, `n`, `r` and a backslash stand for NUL, LF, CR and itself, `9` for nine blanks.
    pub fn escaped(&mut self, length: usize, mut put: impl FnMut(u8)) -> Result<(), XtError> {
        let mut left = length;
        while left > 0 {
            let c = self.char()?;
            if c != b'\\' {
                put(c);
                left -= 1;
                continue;
            }
            let byte = self.byte();
            let (c, times) = match self.char()? {
                b'0' => (0, 1),
                b'n' => (b'\n', 1),
                b'r' => (b'\r', 1),
                b'\\' => (b'\\', 1),
                b'9' if left >= 9 => (b' ', 9),
                other => {
                    let message = format!("`\\{}` stands for no character here", char::from(other));
                    return fault(Fault::Syntax, byte, message);
                }
            };
            (0..times).for_each(|_| put(c));
            left -= times;
        }
        Ok(())
    }
}

/// The start of what a message shows.
fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(16)]);
    text.chars()
        .map(|c| if c.is_control() { '.' } else { c })
        .collect()
}

/// Where the stream begins: after the preamble, which may be missing.
fn stream(file: &[u8]) -> Result<usize, XtError> {
    let header = file
        .windows(END_OF_HEADER.len())
        .position(|w| w == END_OF_HEADER);
    let start = match header {
        None => 0,
        Some(at) => match file[at..].iter().position(|b| *b == b'\n') {
            Some(line) => at + line + 1,
            None => {
                return fault(
                    Fault::Truncated,
                    file.len(),
                    "the file ends within its preamble",
                );
            }
        },
    };
    let first = file[start..]
        .iter()
        .position(|b| !matches!(b, b'\n' | b'\r'));
    let rest = &file[start + first.unwrap_or(0)..];
    let binary = "this is a binary Parasolid file (.x_b, .xmt_bin), which is not read; export it as text (.x_t, .xmt_txt)";
    match rest {
        [] => fault(
            Fault::Truncated,
            file.len(),
            "the file ends after its preamble",
        ),
        [b'T', ..] if header.is_some() || rest[1..].first().is_some_and(u8::is_ascii_digit) => {
            Ok(start)
        }
        [b'P', b'S', ..] | [b'B', ..] if header.is_some() || rest.contains(&0) => {
            fault(Fault::Binary, start, binary)
        }
        _ => fault(
            Fault::NotXt,
            start,
            "this is no Parasolid text file: a preamble that ends with **END_OF_HEADER and a stream that begins with T are expected",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexer(stream: &str) -> Lexer {
        let file = format!("**ABC**\n**END_OF_HEADER****\nT{stream}");
        let mut lexer = Lexer::new(file.as_bytes()).unwrap();
        assert_eq!(lexer.char().unwrap(), b'T');
        lexer
    }

    #[test]
    fn line_breaks_fall_inside_everything() {
        let mut l = lexer("1\n2 -54363\r\n1979710302e-28 ?3 ab\nc T.0\n027 \n 5 ");
        assert_eq!(l.integer().unwrap(), 12);
        assert_eq!(l.real().unwrap(), -543631979710302e-28);
        assert!(l.unset() && !l.unset());
        assert_eq!(l.string().unwrap(), "abc");
        assert_eq!(l.char().unwrap(), b' ');
        assert!(l.logical().unwrap());
        // the blanks before a line break go, the first of a line stays
        assert_eq!(l.real().unwrap(), 0.0027);
        assert_eq!(l.integer().unwrap(), 5);
        assert_eq!(l.left(), 0);
    }

    #[test]
    fn places_are_those_of_the_file() {
        let mut l = lexer("12 34\r\n56 7x8 ");
        l.integer().unwrap();
        assert_eq!(l.integer().unwrap(), 3456);
        let e = l.integer().unwrap_err();
        // 28 bytes of preamble, T, "12 34" CR LF "56 "
        assert_eq!(e.byte, 28 + 1 + 5 + 2 + 3);
        assert!(
            e.to_string()
                .contains("a whole number is expected, not `7x8`"),
            "{e}"
        );
    }

    #[test]
    fn numbers_that_are_none() {
        for (text, expected) in [
            ("nan ", "a number is expected, not `nan`"),
            ("inf ", "a number is expected, not `inf`"),
            ("1e999 ", "the number 1e999 is not finite"),
            ("1.5", "the file ends here, within a number"),
            ("", "the file ends here, within a number"),
            (" ", "a number is expected, not ``"),
        ] {
            let e = lexer(text).real().unwrap_err().to_string();
            assert!(e.contains(expected), "{text}: {e}");
        }
        let e = lexer("99999999999 ").integer().unwrap_err().to_string();
        assert!(e.contains("larger than those of the format"), "{e}");
        let e = lexer("-3 ").count().unwrap_err().to_string();
        assert!(e.contains("zero or more is expected, not -3"), "{e}");
        let e = lexer("2147483647 abc").string().unwrap_err();
        assert_eq!(e.kind, Fault::Limit);
        let long = "1".repeat(100);
        assert_eq!(lexer(&long).real().unwrap_err().kind, Fault::Syntax);
    }

    #[test]
    fn escapes() {
        let mut l = lexer("a\\nb\\\\\\9c\\0");
        let mut found = Vec::new();
        l.escaped(15, |c| found.push(c)).unwrap();
        assert_eq!(found, b"a\nb\\         c\0");
        let e = lexer("ab\\9").escaped(4, |_| {}).unwrap_err();
        assert!(
            e.to_string().contains("`\\9` stands for no character"),
            "{e}"
        );
        assert_eq!(
            lexer("a").escaped(2, |_| {}).unwrap_err().kind,
            Fault::Truncated
        );
    }

    #[test]
    fn other_files() {
        let kind = |file: &[u8]| Lexer::new(file).err().unwrap().kind;
        assert_eq!(kind(b"solid a\n"), Fault::NotXt);
        assert_eq!(kind(b""), Fault::Truncated);
        assert_eq!(kind(b"**END_OF_HEADER"), Fault::Truncated);
        assert_eq!(kind(b"**END_OF_HEADER***\nPS\0\0\0\x33"), Fault::Binary);
        assert_eq!(kind(b"PS\0\0\0\x33"), Fault::Binary);
        assert_eq!(kind(b"ISO-10303-21;"), Fault::NotXt);
    }
}
