//! A first look at an XML text, before a tree is made of it: what would make the tree too large, too deep or
//! wrong is reported here, at a cost linear in the text.
//!
//! It also finds the mistakes that a user makes by hand (a missing quotation mark, a missing end tag, a file
//! that was cut off), for which it can say more than a parser that stops at the first odd character.

use carom_base::{Diagnostic, SourceId, Span};

/// Deeper elements are refused; a MotionSolve model has three levels.
const DEEPEST: usize = 32;
/// More tags and comments are refused.
const MOST_TAGS: usize = 1_000_000;
/// More equal signs are refused: each may be an attribute.
const MOST_EQUALS: usize = 8_000_000;
/// More attributes of one element are refused; Force_Field, the longest one, has about 100.
const MOST_ATTRIBUTES: usize = 512;
/// More namespaces in all are refused; exported models have one.
const MOST_NAMESPACES: usize = 64;
/// Longer values of attributes are refused. Bytes.
const LONGEST_VALUE: usize = 1 << 20;
/// Longer names are refused. Bytes.
const LONGEST_NAME: usize = 256;
/// Longer runs of text between two tags are refused. Bytes.
const LONGEST_TEXT: usize = 32 << 20;

/// Looks through a text.
///
/// Errors: `xml-dtd`, `xml-mismatched-tag`, `xml-missing-quote`, `xml-not-xml`, `xml-too-deep`,
/// `xml-too-large`, `xml-too-many-attributes`, `xml-truncated`, `xml-value-too-long`.
pub fn check(text: &str, source: SourceId) -> Result<(), Diagnostic> {
    let mut look = Look {
        text,
        bytes: text.as_bytes(),
        source,
        open: Vec::new(),
        namespaces: 0,
    };
    look.run()
}

struct Look<'a> {
    text: &'a str,
    bytes: &'a [u8],
    source: SourceId,
    /// Names of the elements that are open, by their places.
    open: Vec<(usize, usize)>,
    namespaces: usize,
}

impl Look<'_> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        let blank = self.text.len() - self.text.trim_start().len();
        if self.bytes.get(blank) != Some(&b'<') {
            return Err(self.not_xml(blank));
        }
        let equals = self.bytes.iter().filter(|b| **b == b'=').count();
        if equals > MOST_EQUALS {
            return Err(self.too_large(format!("has {equals} equal signs")));
        }
        let (mut at, mut tags) = (0, 0);
        while let Some(start) = self.find(at, b"<") {
            if start - at > LONGEST_TEXT {
                return Err(self.too_long(at, "a text between two elements", LONGEST_TEXT));
            }
            tags += 1;
            if tags > MOST_TAGS {
                return Err(self.too_large(format!("has more than {MOST_TAGS} tags")));
            }
            at = self.markup(start)?;
        }
        match self.open.last() {
            None => Ok(()),
            Some(&(a, b)) => {
                let name = &self.text[a..b];
                Err(self.truncated(a, b, &format!("the element {name} is not closed")))
            }
        }
    }

    /// Passes over what begins with `<` at `start`; gives its end.
    fn markup(&mut self, start: usize) -> Result<usize, Diagnostic> {
        let rest = &self.bytes[start..];
        for (begin, end, what) in [
            (&b"<!--"[..], &b"-->"[..], "a comment"),
            (b"<![CDATA[", b"]]>", "a CDATA section"),
            (b"<?", b"?>", "a processing instruction"),
        ] {
            if rest.starts_with(begin) {
                let message = format!("{what} is not closed");
                return self
                    .find(start + begin.len(), end)
                    .map(|k| k + end.len())
                    .ok_or_else(|| self.truncated(start, start + begin.len(), &message));
            }
        }
        if rest.starts_with(b"<!") {
            return Err(Diagnostic::error(
                "xml-dtd",
                self.span(start, start + 9),
                "a document type definition is not read",
            )
            .help("models need none, and entities defined in one can fill the memory: remove it"));
        }
        if rest.starts_with(b"</") {
            return self.end_tag(start);
        }
        self.start_tag(start)
    }

    fn end_tag(&mut self, start: usize) -> Result<usize, Diagnostic> {
        let end = self
            .find(start, b">")
            .ok_or_else(|| self.truncated(start, start + 2, "an end tag is not closed"))?;
        let name = self.name(start + 2)?;
        let written = &self.text[start + 2..name];
        match self.open.pop() {
            Some((a, b)) if &self.text[a..b] == written => Ok(end + 1),
            Some((a, b)) => {
                let expected = &self.text[a..b];
                let d = Diagnostic::error(
                    "xml-mismatched-tag",
                    self.span(start, end + 1),
                    format!("</{written}> stands where </{expected}> is expected"),
                )
                .related(self.span(a, b), "opened here");
                Err(if expected.eq_ignore_ascii_case(written) {
                    d.help("the two names of an element must agree in case")
                } else {
                    d.help(format!(
                        "the end tag </{expected}> is missing before it, or misspelt"
                    ))
                })
            }
            None => Err(Diagnostic::error(
                "xml-mismatched-tag",
                self.span(start, end + 1),
                format!("</{written}> closes nothing"),
            )),
        }
    }

    fn start_tag(&mut self, start: usize) -> Result<usize, Diagnostic> {
        let name = (start + 1, self.name(start + 1)?);
        let (mut at, mut attributes) = (name.1, 0);
        loop {
            let word = at;
            while let Some(c) = self.bytes.get(at)
                && !matches!(c, b'"' | b'\'' | b'>' | b'<')
            {
                at += 1;
            }
            if at - word > 4 * LONGEST_NAME + LONGEST_TEXT / 64 {
                return Err(self.too_long(word, "what stands between two values", LONGEST_NAME));
            }
            match self.bytes.get(at) {
                None => {
                    return Err(self.truncated(name.0, name.1, "a start tag is not closed"));
                }
                Some(b'<') => {
                    let message = "a tag begins before the last one has ended";
                    return Err(
                        Diagnostic::error("xml-syntax", self.span(at, at + 1), message)
                            .related(self.span(name.0, name.1), "this one")
                            .help("> or /> is missing, or a quotation mark"),
                    );
                }
                Some(b'>') => break,
                Some(_) => {
                    attributes += 1;
                    self.attribute(word, at, attributes)?;
                    at = self.value(at)?;
                }
            }
        }
        if self.bytes[at - 1] != b'/' {
            self.open.push(name);
            if self.open.len() > DEEPEST {
                let message = format!("elements stand more than {DEEPEST} deep in each other");
                let span = self.span(name.0, name.1);
                return Err(Diagnostic::error("xml-too-deep", span, message)
                    .help("a MotionSolve model has three levels"));
            }
        }
        Ok(at + 1)
    }

    /// Counts an attribute and looks at its name, which ends before the quotation mark at `quote`.
    fn attribute(&mut self, word: usize, quote: usize, count: usize) -> Result<(), Diagnostic> {
        let name = self.text[word..quote].trim_start();
        self.namespaces += usize::from(name.starts_with("xmlns"));
        if count > MOST_ATTRIBUTES || self.namespaces > MOST_NAMESPACES {
            let message = "more attributes or namespaces than any model has";
            let span = self.span(word, quote);
            return Err(Diagnostic::error("xml-too-many-attributes", span, message));
        }
        Ok(())
    }

    /// Passes over the value that begins with the quotation mark at `quote`; gives its end.
    fn value(&self, quote: usize) -> Result<usize, Diagnostic> {
        let mark = self.bytes[quote];
        let inside = &self.bytes[quote + 1..];
        match inside.iter().position(|c| *c == mark || *c == b'<') {
            Some(n) if n > LONGEST_VALUE => {
                Err(self.too_long(quote, "the value of an attribute", LONGEST_VALUE))
            }
            Some(n) if inside[n] == mark => Ok(quote + n + 2),
            Some(_) => Err(Diagnostic::error(
                "xml-missing-quote",
                self.span(quote, quote + 1),
                "the value that begins here does not end before the next tag",
            )
            .help("a quotation mark is missing; inside of a value < is written &lt;")),
            None if inside.len() > LONGEST_VALUE => {
                Err(self.too_long(quote, "the value of an attribute", LONGEST_VALUE))
            }
            None => {
                Err(self.truncated(quote, quote + 1, "the value of an attribute is not closed"))
            }
        }
    }

    /// The end of the name that begins at `start`.
    fn name(&self, start: usize) -> Result<usize, Diagnostic> {
        let ends =
            |c: &u8| c.is_ascii_whitespace() || matches!(c, b'>' | b'/' | b'<' | b'=' | b'"');
        let rest = &self.bytes[start..];
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        if length > LONGEST_NAME {
            return Err(self.too_long(start, "a name", LONGEST_NAME));
        }
        Ok(start + length)
    }

    fn find(&self, from: usize, what: &[u8]) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        let first = what[0];
        let mut at = 0;
        loop {
            at += rest[at..].iter().position(|c| *c == first)?;
            if rest[at..].starts_with(what) {
                return Some(from + at);
            }
            at += 1;
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end.min(self.bytes.len()))
    }

    fn truncated(&self, start: usize, end: usize, message: &str) -> Diagnostic {
        Diagnostic::error("xml-truncated", self.span(start, end), message)
            .help("the file ends before it is closed; it may have been cut off")
    }

    fn too_long(&self, start: usize, what: &str, most: usize) -> Diagnostic {
        let message = format!("{what} is longer than {most} bytes");
        Diagnostic::error("xml-value-too-long", self.span(start, start + 1), message)
    }

    fn too_large(&self, what: String) -> Diagnostic {
        let message = format!("the file {what}; no model has that many");
        Diagnostic::error("xml-too-large", Span::NONE, message)
    }

    fn not_xml(&self, at: usize) -> Diagnostic {
        let what = if at == self.bytes.len() {
            "the file is empty"
        } else {
            "the file is not XML: it does not begin with <"
        };
        Diagnostic::error("xml-not-xml", self.span(at, at + 1), what)
            .help("a MotionSolve model begins with <?xml or <MultiBodySystem; an Adams dataset ends in .adm")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(text: &str) -> &'static str {
        check(text, SourceId(0)).map_or_else(|d| d.name, |()| "")
    }

    #[test]
    fn sound_texts_pass() {
        for text in [
            "<a/>",
            " <?xml version='1.0'?>\n<a b='x>y' c=\"'\"><!-- <b> & -- \"--><b/><![CDATA[<c>]]></a >\n",
            "<a b = 'x'\n/>",
        ] {
            assert_eq!(look(text), "", "{text}");
        }
    }

    #[test]
    fn mistakes() {
        for (text, name) in [
            ("", "xml-not-xml"),
            ("PART/1, GROUND", "xml-not-xml"),
            ("<a><b></a>", "xml-mismatched-tag"),
            ("<a></A>", "xml-mismatched-tag"),
            ("<a/></b>", "xml-mismatched-tag"),
            ("<a><b c='1'/>", "xml-truncated"),
            ("<a b='1", "xml-truncated"),
            ("<a b='1'", "xml-truncated"),
            ("<a><!-- ", "xml-truncated"),
            ("<a><![CDATA[ ", "xml-truncated"),
            ("<?xml ", "xml-truncated"),
            ("<a></a", "xml-truncated"),
            ("<a b='1 /><c/></a>", "xml-missing-quote"),
            ("<a <b/></a>", "xml-syntax"),
            ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "xml-dtd"),
        ] {
            assert_eq!(look(text), name, "{text}");
        }
    }

    #[test]
    fn bombs() {
        let deep = "<a>".repeat(100_000);
        assert_eq!(look(&deep), "xml-too-deep");
        let wide = format!("<a>{}</a>", "<b/>".repeat(MOST_TAGS));
        assert_eq!(look(&wide), "xml-too-large");
        let many: String = (0..=MOST_ATTRIBUTES)
            .map(|k| format!(" b{k}='1'"))
            .collect();
        assert_eq!(look(&format!("<a{many}/>")), "xml-too-many-attributes");
        let spaces: String = (0..=MOST_NAMESPACES)
            .map(|k| format!(" xmlns:b{k}='1'"))
            .collect();
        assert_eq!(look(&format!("<a{spaces}/>")), "xml-too-many-attributes");
        let long = "x".repeat(LONGEST_VALUE + 1);
        assert_eq!(look(&format!("<a b='{long}'/>")), "xml-value-too-long");
        assert_eq!(look(&format!("<a b='{long}")), "xml-value-too-long");
        assert_eq!(look(&format!("<{long}/>")), "xml-value-too-long");
        assert_eq!(
            look(&format!("<a>{}</a>", "=".repeat(MOST_EQUALS + 1))),
            "xml-too-large"
        );
        assert_eq!(
            look(&format!("<a>{}</a>", " ".repeat(LONGEST_TEXT + 1))),
            "xml-value-too-long"
        );
    }
}
