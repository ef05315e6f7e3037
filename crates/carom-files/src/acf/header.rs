//! The first two lines of a command file.

use super::COMMANDS;
use crate::common::keyword::{self, Match};
use carom_base::{SourceId, Span};

/// What the first lines say.
#[derive(Debug, Default)]
pub struct Header {
    /// The dataset, and where its name stands.
    pub model: Option<(String, Span)>,
    /// The prefix of the output files.
    pub prefix: Option<String>,
    /// How many lines are not commands.
    pub lines: usize,
}

/// Reads the names in lines 1 and 2; a line that looks like a command is none of them.
pub fn read(text: &str, source: SourceId) -> Header {
    let mut header = Header::default();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').take(2).enumerate() {
        let start = at;
        at += line.len();
        let code = line.split('!').next().unwrap_or_default();
        let name = code.trim();
        if is_command(name) {
            break;
        }
        header.lines += 1;
        if number == 0 {
            if name.is_empty() {
                break;
            }
            let from = start + code.len() - code.trim_start().len();
            let span = Span::new(source, from, from + name.len());
            header.model = Some((unquoted(name), span));
        } else if !name.is_empty() {
            header.prefix = Some(unquoted(name));
        }
    }
    header
}

fn unquoted(name: &str) -> String {
    keyword::without_quotes(name).to_string()
}

/// Whether a line begins with the name of a command and a slash, or is STOP.
pub fn is_command(line: &str) -> bool {
    let (word, slash) = match line.split_once('/') {
        Some((word, _)) => (word.trim(), true),
        None => (line, false),
    };
    let is_written_so = slash || word.eq_ignore_ascii_case("STOP");
    is_written_so
        && !word.is_empty()
        && keyword::find(word, COMMANDS.iter().map(|c| c.syntax.names())) != Match::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (Option<String>, Option<String>, usize) {
        let h = read(text, SourceId(0));
        (h.model.map(|m| m.0), h.prefix, h.lines)
    }

    #[test]
    fn forms() {
        let s = |t: &str| Some(t.to_string());
        assert_eq!(parts("test\nout\nSTOP\n"), (s("test"), s("out"), 2));
        assert_eq!(parts("test\r\n\r\nSTOP"), (s("test"), None, 2));
        assert_eq!(parts("test\nSIM/DYN, END=1\n"), (s("test"), None, 1));
        assert_eq!(parts("\nfile/model=test\n"), (None, None, 1));
        assert_eq!(parts("! comment\nfile/model=test\n"), (None, None, 1));
        assert_eq!(parts("file/model=test\nstop"), (None, None, 0));
        assert_eq!(parts(" a b/c.adm ! x\nstop"), (s("a b/c.adm"), None, 1));
        assert_eq!(parts("'test'\n\"out\"\nSTOP\n"), (s("test"), s("out"), 2));
        assert_eq!(parts(""), (None, None, 0));
        let h = read("  test.adm\n", SourceId(3));
        assert_eq!(h.model.map(|m| m.1), Some(Span::new(SourceId(3), 2, 10)));
    }
}
