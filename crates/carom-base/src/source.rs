//! Source texts and places in them. A place stays attached to everything that is read from a model.

use std::path::{Path, PathBuf};

/// The number of a source text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A range of bytes in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place of things that no text contains, such as defaults and models built by a program.
    pub const NONE: Span = Span {
        source: SourceId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// Bytes `start..end` of `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Self {
            source,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that covers both; the first one when they lie in different texts.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// One source text. Bytes that are not UTF-8 have been replaced before it came here.
#[derive(Clone, Debug)]
pub struct Source {
    /// File the text came from, or a name such as `<expression>`.
    pub path: PathBuf,
    /// The text.
    pub text: String,
    /// Whether messages show lines of it. Not of a file that turned out to be no text of ours: it may be anybody's.
    pub is_shown: bool,
    line_starts: Vec<u32>,
}

impl Source {
    /// Line and column, both from 1; the column counts characters.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&s| s <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        (line, self.text[start..end.max(start)].chars().count() + 1)
    }

    /// The text of a line (from 1) without its line end.
    pub fn line(&self, number: usize) -> &str {
        let start = self.line_starts[number - 1] as usize;
        let end = self
            .line_starts
            .get(number)
            .map_or(self.text.len(), |&e| e as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// All texts that a model came from: the dataset, the commands, tables named in them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Takes a text in and numbers it.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: String) -> SourceId {
        let mut line_starts = vec![0];
        line_starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| i as u32 + 1),
        );
        self.list.push(Source {
            path: path.into(),
            text,
            is_shown: true,
            line_starts,
        });
        SourceId(self.list.len() as u32 - 1)
    }

    /// The text of a number; `None` for [`Span::NONE`].
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    /// Messages point into this text without showing lines of it.
    pub fn hide(&mut self, id: SourceId) {
        if let Some(source) = self.list.get_mut(id.0 as usize) {
            source.is_shown = false;
        }
    }

    /// All texts in the order they were read.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.list.iter()
    }

    /// `file:line:column` of the start of a span; empty for [`Span::NONE`].
    pub fn place(&self, span: Span) -> String {
        match self.get(span.source) {
            None => String::new(),
            Some(s) => {
                let (line, column) = s.line_column(span.start);
                format!("{}:{line}:{column}", display(&s.path))
            }
        }
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

/// A text put together from pieces of a source, such as an expression over continuation lines or an
/// XML attribute with entities, that still knows where each of its bytes came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpannedText {
    /// The joined text.
    pub text: String,
    /// (offset in `text`, place of the piece that starts there), ascending by offset.
    pieces: Vec<(u32, Span)>,
}

impl SpannedText {
    /// A text without a source.
    pub fn bare(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            pieces: Vec::new(),
        }
    }

    /// Appends a piece that stands at `span` in its source.
    pub fn push(&mut self, piece: &str, span: Span) {
        self.pieces.push((self.text.len() as u32, span));
        self.text.push_str(piece);
    }

    /// Where the bytes `start..end` of the joined text came from.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.at(start, false)
            .to(self.at(end.max(start + 1) - 1, true))
    }

    /// Where the whole text came from.
    pub fn whole(&self) -> Span {
        self.span(0, self.text.len())
    }

    fn at(&self, offset: usize, end: bool) -> Span {
        let k = self.pieces.partition_point(|(o, _)| *o as usize <= offset);
        let Some((from, span)) = k.checked_sub(1).map(|k| self.pieces[k]) else {
            return Span::NONE;
        };
        let position = (span.start + (offset as u32 - from)).min(span.end);
        // A piece may be shorter than its place (a reference such as &lt;): its last byte ends where the place ends.
        let next = self
            .pieces
            .get(k)
            .map_or(self.text.len(), |(o, _)| *o as usize);
        let last = if offset + 1 == next {
            span.end
        } else {
            (position + 1).min(span.end)
        };
        Span {
            source: span.source,
            start: position,
            end: if end { last.max(position) } else { position },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let mut s = Sources::default();
        let id = s.add("a.adm", "title\nPART/1\r\nEND".into());
        assert_eq!(s.place(Span::new(id, 6, 10)), "a.adm:2:1");
        assert_eq!(s.place(Span::new(id, 16, 17)), "a.adm:3:3");
        assert_eq!(s.get(id).expect("added").line(2), "PART/1");
        assert_eq!(s.place(Span::NONE), "");
    }

    #[test]
    fn joined_text_knows_its_places() {
        let id = SourceId(0);
        let mut t = SpannedText::default();
        t.push("IMPACT(DZ(1,2),", Span::new(id, 100, 115));
        t.push(" VZ(1,2))", Span::new(id, 120, 129));
        assert_eq!(t.span(7, 9), Span::new(id, 107, 109));
        assert_eq!(t.span(16, 18), Span::new(id, 121, 123));
        assert_eq!(t.span(13, 18), Span::new(id, 113, 123));
        assert_eq!(SpannedText::bare("x").whole(), Span::NONE);
        // IF(x&lt;1
        let mut t = SpannedText::default();
        t.push("IF(x", Span::new(id, 10, 14));
        t.push("<", Span::new(id, 14, 18));
        t.push("1", Span::new(id, 18, 19));
        assert_eq!(t.span(4, 5), Span::new(id, 14, 18));
        assert_eq!(t.span(3, 5), Span::new(id, 13, 18));
        assert_eq!(t.span(5, 6), Span::new(id, 18, 19));
    }
}
