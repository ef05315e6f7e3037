//! The elements of an XML text with the places of their names, attributes and texts.

use super::guard;
use carom_base::{Diagnostic, SourceId, Span, SpannedText};
use roxmltree::{Document, Error, TextPos};

/// More nodes are refused; the guard has counted the tags already.
const MOST_NODES: u32 = 4_000_000;

/// An element.
#[derive(Debug)]
pub struct Node {
    /// Its name as written.
    pub name: String,
    /// Where the name stands in the start tag.
    pub span: Span,
    /// Its attributes, without those of foreign namespaces.
    pub attributes: Vec<Attribute>,
    /// The text in it, without the one of its children.
    pub text: SpannedText,
    /// The elements in it.
    pub children: Vec<Node>,
}

/// An attribute.
#[derive(Debug)]
pub struct Attribute {
    /// Its name as written.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its value: references resolved, line ends as blanks, nothing before and after it.
    pub value: SpannedText,
}

/// Reads a text into its root element.
///
/// Errors: `xml-syntax` and those of the guard.
pub fn parse(text: &str, source: SourceId) -> Result<Node, Box<Diagnostic>> {
    guard::check(text, source)?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..Default::default()
    };
    let document = Document::parse_with_options(text, options)
        .map_err(|e| Box::new(syntax_error(text, source, &e)))?;
    Ok(node(text, source, document.root_element()))
}

/// The depth of the recursion is bounded by the guard.
fn node(text: &str, source: SourceId, n: roxmltree::Node) -> Node {
    let start = n.range().start + 1;
    let name = text[start..]
        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
        .map_or(text.len(), |k| start + k);
    let attributes = n
        .attributes()
        .filter(|a| a.namespace().is_none())
        .map(|a| attribute(text, source, &a))
        .collect();
    let mut content = SpannedText::default();
    for t in n.children().filter(roxmltree::Node::is_text) {
        let range = t.range();
        // One piece even where references or CDATA make the text shorter than its place: tables have none.
        content.push(
            t.text().unwrap_or_default(),
            Span::new(source, range.start, range.end),
        );
    }
    Node {
        name: n.tag_name().name().to_string(),
        span: Span::new(source, start, name),
        attributes,
        text: content,
        children: n
            .children()
            .filter(roxmltree::Node::is_element)
            .map(|c| node(text, source, c))
            .collect(),
    }
}

fn attribute(text: &str, source: SourceId, a: &roxmltree::Attribute) -> Attribute {
    let range = a.range();
    let raw = &text[range.clone()];
    // The parser caps the length of blanks around the equal sign, so the value is found by its first quote.
    let quote = raw.find(['"', '\'']).map_or(range.end, |k| range.start + k);
    let name = a.range_qname();
    Attribute {
        name: a.name().to_string(),
        span: Span::new(source, name.start, name.end),
        value: decode(text, source, quote + 1, range.end - 1),
    }
}

/// The text between two places: references resolved, line ends and tabs as blanks, trimmed.
fn decode(text: &str, source: SourceId, start: usize, end: usize) -> SpannedText {
    let mut out = SpannedText::default();
    let mut at = start;
    while at < end {
        let rest = &text[at..end];
        let plain = rest.find(['&', '\n', '\r', '\t']).unwrap_or(rest.len());
        let (piece, length) = match plain {
            0 => special(rest),
            n => (rest[..n].to_string(), n),
        };
        let skip = if out.text.is_empty() {
            piece.len() - piece.trim_start().len()
        } else {
            0
        };
        // A reference is one character, so a blank before the text is either the whole piece or a part of a plain one.
        if skip < piece.len() {
            out.push(&piece[skip..], Span::new(source, at + skip, at + length));
        }
        at += length;
    }
    out.text.truncate(out.text.trim_end().len());
    if out.text.is_empty() {
        // An empty value still has a place.
        out = SpannedText::default();
        out.push("", Span::new(source, start, end));
    }
    out
}

/// What a reference or a blank at the beginning of `rest` stands for, and its length. The parser has seen to it
/// that references are well formed.
fn special(rest: &str) -> (String, usize) {
    if rest.starts_with("\r\n") {
        return (" ".into(), 2);
    }
    let Some((name, _)) = rest.strip_prefix('&').and_then(|r| r.split_once(';')) else {
        return (" ".into(), 1);
    };
    let code = |digits: &str, radix| {
        u32::from_str_radix(digits, radix)
            .ok()
            .and_then(char::from_u32)
    };
    let c = match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match name.strip_prefix("#x") {
            Some(digits) => code(digits, 16),
            None => name.strip_prefix('#').and_then(|d| code(d, 10)),
        },
    };
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    let c = if matches!(c, '\n' | '\r' | '\t') {
        ' '
    } else {
        c
    };
    (c.to_string(), name.len() + 2)
}

/// What the parser reports, in our words.
fn syntax_error(text: &str, source: SourceId, e: &Error) -> Diagnostic {
    let nowhere = matches!(
        e,
        Error::NoRootNode
            | Error::UnclosedRootNode
            | Error::NodesLimitReached
            | Error::AttributesLimitReached
            | Error::NamespacesLimitReached
            | Error::UnexpectedEndOfStream
            | Error::DtdDetected
    );
    let span = if nowhere {
        Span::new(source, text.len().saturating_sub(1), text.len())
    } else {
        let at = offset(text, e.pos());
        Span::new(source, at, (at + 1).min(text.len()))
    };
    let (message, help) = match e {
        Error::DuplicatedAttribute(name, _) => (
            format!("the attribute {name} stands twice"),
            "an element may have an attribute once",
        ),
        Error::UnknownEntityReference(name, _) => (
            format!("&{name}; stands for nothing"),
            "XML knows &lt; &gt; &amp; &quot; and &apos;",
        ),
        Error::MalformedEntityReference(_) => (
            "& begins a reference that does not end".into(),
            "& itself is written &amp;",
        ),
        Error::UnknownNamespace(prefix, _) => (
            format!("the prefix {prefix} is not declared"),
            "remove the prefix, or declare it in the root element with xmlns",
        ),
        Error::NonXmlChar(c, _) => (
            format!("the character U+{:04X} may not stand in XML", *c as u32),
            "the file may be damaged",
        ),
        Error::NoRootNode => (
            "the file has no element".into(),
            "a model is one element MultiBodySystem",
        ),
        Error::UnexpectedDeclaration(_) => (
            "the XML declaration is not at the very beginning".into(),
            "nothing may stand before <?xml, not even a blank",
        ),
        Error::UnexpectedEndOfStream | Error::UnclosedRootNode => {
            ("the file ends too early".into(), "it may have been cut off")
        }
        Error::InvalidChar2("a quote", _, _) => (
            "the value of an attribute begins without a quotation mark".into(),
            "values of attributes stand in quotation marks",
        ),
        Error::InvalidChar(expected, found, _) => (
            format!(
                "{:?} stands where {:?} is expected",
                char::from(*found),
                char::from(*expected)
            ),
            "values of attributes stand in quotation marks",
        ),
        Error::UnknownToken(at) if is_behind_root(text, offset(text, *at)) => (
            "something stands behind the end of the file's one element".into(),
            "a file has one element MultiBodySystem, and nothing but comments behind it",
        ),
        other => (format!("not well formed: {other}"), "correct the XML"),
    };
    Diagnostic::error("xml-syntax", span, message).help(help)
}

/// Whether the element that holds all others has ended before.
fn is_behind_root(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    before.ends_with("</MultiBodySystem>") || before.ends_with("-->")
}

/// The byte at a line and column.
fn offset(text: &str, position: TextPos) -> usize {
    let mut start = 0;
    for _ in 1..position.row {
        match text[start..].find('\n') {
            Some(k) => start += k + 1,
            None => return text.len(),
        }
    }
    let column = (position.col as usize).saturating_sub(1);
    text[start..]
        .char_indices()
        .nth(column)
        .map_or(text.len(), |(k, _)| start + k)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: SourceId = SourceId(0);

    fn read(text: &str) -> Node {
        parse(text, ID).unwrap_or_else(|d| panic!("{d:?}"))
    }

    #[test]
    fn places_of_names_values_and_texts() {
        let text = "<M>\n <E  a = \"x\" B='  DX(1,\n 2) ' > 1 2 </E>\n</M>";
        let e = &read(text).children[0];
        let at = |s: Span| &text[s.start as usize..s.end as usize];
        assert_eq!((e.name.as_str(), at(e.span)), ("E", "E"));
        assert_eq!(at(e.attributes[1].span), "B");
        let v = &e.attributes[1].value;
        assert_eq!(v.text, "DX(1,  2)");
        assert_eq!(at(v.span(0, 2)), "DX");
        assert_eq!(at(v.span(7, 8)), "2");
        assert_eq!(at(e.text.span(1, 2)), "1");
    }

    #[test]
    fn references_and_blanks() {
        let text = "<E a='&#10; IF(x&lt;1&#xA;&amp;&#38;) &#x20;' b='' c=' &lt;'/>";
        let e = read(text);
        let v = &e.attributes[0].value;
        assert_eq!(v.text, "IF(x<1 &&)");
        let at = |s: Span| &text[s.start as usize..s.end as usize];
        assert_eq!(at(v.span(5, 6)), "1");
        assert_eq!(
            v.span(4, 5).start as usize,
            text.find("&lt;").expect("there")
        );
        assert_eq!(e.attributes[1].value.text, "");
        assert_ne!(e.attributes[1].value.whole(), Span::NONE);
        assert_eq!(e.attributes[2].value.text, "<");
    }

    #[test]
    fn agrees_with_the_parser() {
        let text = "<E a=' x\r\ny\tz ' b='&quot;&apos;&gt;' c='\u{e4}&#228;'/>";
        let document = Document::parse(text).expect("sound");
        for (ours, theirs) in read(text)
            .attributes
            .iter()
            .zip(document.root_element().attributes())
        {
            assert_eq!(ours.value.text, theirs.value().trim());
        }
    }

    #[test]
    fn mistakes_are_placed() {
        let place = |text: &str| {
            let d = parse(text, ID).expect_err("a mistake");
            (d.name, d.span.start)
        };
        assert_eq!(place("<a>\n <b c='1' c='2'/></a>"), ("xml-syntax", 14));
        assert_eq!(place("<a b='&x;'/>"), ("xml-syntax", 6));
        assert_eq!(place("<a b='\u{e4}&'/>"), ("xml-syntax", 8));
        assert_eq!(place("<a x:b='1'/>"), ("xml-syntax", 3));
        assert_eq!(place("<a b=1/>").0, "xml-syntax");
        assert_eq!(place(" <?xml version='1.0'?><a/>").0, "xml-syntax");
        assert_eq!(place("<!-- -->").0, "xml-syntax");
    }

    #[test]
    fn foreign_namespaces_are_left_aside() {
        let text = "<M xmlns:xs='http://www.w3.org/2001/XMLSchema-instance' \
                    xs:noNamespaceSchemaLocation='x' hw_version='1'/>";
        assert_eq!(read(text).attributes.len(), 1);
    }
}
