//! From the text of a dataset or command file to statements as written.
//!
//! Line level of the language: `!` starts a comment, a first nonblank `,` or a last nonblank `&` continues a
//! statement, `;` ends it, line 1 of a dataset is its title, `END` ends the dataset. A comment
//! `! adams_view_name='X'` names the statement after it.
//!
//! Source: Adams Solver help, statement syntax; files written by Adams View and by the FAST-to-ADAMS writer.

use super::diagnostics::Reading;
use carom_base::{Diagnostic, SourceId, Span, SpannedText};

/// Stands in a joined text where a leading comma continued the statement: a separator or nothing,
/// depending on its neighbours. No source text contains it, control characters are blanks by then.
pub const CONT: char = '\u{1}';

/// A statement's text over all its lines, without comments, that knows where each byte came from.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// The text; [`CONT`] stands for a leading comma.
    pub text: String,
    /// (offset in `text`, offset in the source) of each piece, ascending.
    pieces: Vec<(usize, usize)>,
    source: Option<SourceId>,
}

impl Joined {
    fn push(&mut self, piece: &str, source: SourceId, at: usize) {
        self.source = Some(source);
        self.pieces.push((self.text.len(), at));
        self.text.push_str(piece);
    }

    /// Where byte `offset` came from.
    fn place(&self, offset: usize) -> usize {
        let k = self.pieces.partition_point(|(o, _)| *o <= offset);
        k.checked_sub(1)
            .map_or(0, |k| self.pieces[k].1 + (offset - self.pieces[k].0))
    }

    /// Where the bytes `start..end` came from.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let Some(source) = self.source else {
            return Span::NONE;
        };
        if end <= start {
            let at = self.place(start);
            return Span::new(source, at, at + 1);
        }
        Span::new(source, self.place(start), self.place(end - 1) + 1)
    }

    /// The bytes `start..end` with their places; each [`CONT`] in it becomes what `glue` says at its offset.
    pub fn extract(
        &self,
        start: usize,
        end: usize,
        glue: impl Fn(usize) -> &'static str,
    ) -> SpannedText {
        let mut out = SpannedText::default();
        let first = self
            .pieces
            .partition_point(|(o, _)| *o <= start)
            .saturating_sub(1);
        for (k, &(offset, _)) in self.pieces.iter().enumerate().skip(first) {
            if offset >= end {
                break;
            }
            let next = self.pieces.get(k + 1).map_or(self.text.len(), |p| p.0);
            let (a, b) = (offset.max(start), next.min(end));
            if a >= b {
                continue;
            }
            if self.text[a..b].starts_with(CONT) {
                out.push(glue(a), self.span(a, b));
            } else {
                out.push(&self.text[a..b], self.span(a, b));
            }
        }
        out
    }
}

/// A statement as written: `NAME/label, arguments`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name as written.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The label after the slash.
    pub label: Option<(u32, Span)>,
    /// Whether a slash follows the name.
    pub slash: bool,
    /// `NAME/label`.
    pub span: Span,
    /// All of it.
    pub body: Joined,
    /// Where the arguments start in `body`.
    pub arguments: usize,
    /// The name that a comment before the statement gave.
    pub view_name: String,
}

/// What the line level of a file gives.
#[derive(Debug, Default)]
pub struct Lexed {
    /// Line 1 of a dataset.
    pub title: String,
    /// The statements in order, without END.
    pub statements: Vec<Statement>,
    /// Whether END was there.
    pub ended: bool,
    /// The text ends in a line that says that the statement goes on.
    pub open: bool,
}

/// Reads the lines of `text` from line `first` (from 0) on. Line 0 is the title if `titled`.
///
/// Errors: `adm-dangling-continuation`, `adm-not-a-statement`, `adm-bad-id`.
pub fn lex(
    text: &str,
    source: SourceId,
    titled: bool,
    first: usize,
    reading: &mut Reading,
) -> Lexed {
    let mut lexer = Lexer {
        source,
        reading,
        out: Lexed::default(),
        current: None,
        continued: false,
        pending_name: String::new(),
    };
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if titled && number == 0 {
            lexer.out.title = line.trim().to_string();
        } else if number >= first {
            lexer.line(line, start);
        }
        if lexer.out.ended || lexer.reading.is_full() {
            break;
        }
    }
    lexer.out.open = lexer.continued;
    lexer.flush();
    lexer.out
}

struct Lexer<'a> {
    source: SourceId,
    reading: &'a mut Reading,
    out: Lexed,
    /// The statement that is being put together, and the name a comment gave it.
    current: Option<(Joined, String)>,
    /// The line before ended in `&`.
    continued: bool,
    pending_name: String,
}

impl Lexer<'_> {
    /// One physical line that starts at `start` in the source.
    fn line(&mut self, line: &str, start: usize) {
        let mut first = true;
        let mut at = 0;
        let (code, comment) = split_comment(line);
        for segment in split_statements(code) {
            let offset = start + at;
            at += segment.len() + 1;
            if !segment.trim().is_empty() {
                self.segment(segment, offset, first);
                if self.out.ended {
                    return;
                }
            }
            if at <= code.len() {
                // A semicolon follows: the statement is complete.
                self.flush();
            }
            first = false;
        }
        if let Some(comment) = comment {
            self.comment(comment);
        }
    }

    /// The part of a line between semicolons; `first` if it begins the line.
    fn segment(&mut self, segment: &str, offset: usize, first: bool) {
        let lead = segment.len() - segment.trim_start().len();
        let mut text = &segment[lead..];
        let mut offset = offset + lead;
        let was_continued = std::mem::take(&mut self.continued);
        let comma = first && text.starts_with(',');
        if comma || (was_continued && first) {
            let Some((joined, _)) = &mut self.current else {
                self.dangling(offset);
                return;
            };
            if comma {
                joined.push("\u{1}", self.source, offset);
                text = &text[1..];
                offset += 1;
            } else if !joined.text.is_empty() {
                joined.push(" ", self.source, offset);
            }
        } else {
            self.flush();
            let name = std::mem::take(&mut self.pending_name);
            self.current = Some((Joined::default(), name));
        }
        let mut kept = text.trim_end();
        if let Some(head) = kept.strip_suffix('&') {
            self.continued = true;
            kept = head;
        }
        if let Some((joined, _)) = &mut self.current {
            joined.push(kept, self.source, offset);
            if self.reading.datasets && is_end(&joined.text) {
                self.current = None;
                self.out.ended = true;
            }
        }
    }

    fn dangling(&mut self, offset: usize) {
        self.reading.push(
            Diagnostic::error(
                "adm-dangling-continuation",
                Span::new(self.source, offset, offset + 1),
                "the line continues a statement, but there is none before it",
            )
            .help(
                "a leading comma continues the statement of the lines before; a semicolon ends it",
            ),
        );
    }

    /// A comment may name the next statement. A statement that is commented out takes its name with it.
    fn comment(&mut self, comment: &str) {
        if let Some(name) = view_name(comment) {
            self.pending_name = name.to_string();
        } else if is_statement_head(comment.trim_start_matches('!')) {
            self.pending_name.clear();
        }
    }

    fn flush(&mut self) {
        self.continued = false;
        let Some((joined, view_name)) = self.current.take() else {
            return;
        };
        match head(joined, view_name) {
            Ok(Some(statement)) => self.out.statements.push(statement),
            Ok(None) => {}
            Err(d) => self.reading.push(*d),
        }
    }
}

/// Whether a statement is END, so far. It is asked after each of its lines, so that it must not look at all of them.
fn is_end(text: &str) -> bool {
    let Some((word, rest)) = text.split_at_checked(3) else {
        return false;
    };
    let rest = rest.trim_start().trim_start_matches('/').trim_start();
    word.eq_ignore_ascii_case("END") && rest.is_empty()
}

/// `adams_view_name='X'` in a comment.
fn view_name(comment: &str) -> Option<&str> {
    let (_, rest) = comment.split_once("adams_view_name")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    rest.strip_prefix('\'')?.split('\'').next()
}

/// Whether a text begins as a statement does: `NAME/` and a digit.
fn is_statement_head(text: &str) -> bool {
    let word = text.trim_start();
    let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
    rest.len() < word.len()
        && rest
            .strip_prefix('/')
            .is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()))
}

/// The bytes of a line outside of quotes. A quote without its partner on the line is a plain character.
fn unquoted(line: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let mut closing = 0;
    line.bytes().enumerate().filter(move |&(k, b)| {
        if k < closing {
            return false;
        }
        if b == b'"'
            && let Some(length) = line[k + 1..].find('"')
        {
            closing = k + length + 2;
            return false;
        }
        true
    })
}

fn split_comment(line: &str) -> (&str, Option<&str>) {
    match unquoted(line).find(|(_, b)| *b == b'!') {
        Some((k, _)) => (&line[..k], Some(&line[k..])),
        None => (line, None),
    }
}

fn split_statements(code: &str) -> impl Iterator<Item = &str> {
    let cuts: Vec<usize> = unquoted(code)
        .filter(|(_, b)| *b == b';')
        .map(|(k, _)| k)
        .chain([code.len()])
        .collect();
    let mut start = 0;
    cuts.into_iter().map(move |cut| {
        let part = &code[start..cut];
        start = cut + 1;
        part
    })
}

/// Splits `NAME/label` off; `None` for a statement without any text.
fn head(body: Joined, view_name: String) -> Result<Option<Statement>, Box<Diagnostic>> {
    let text = body.text.as_bytes();
    let skip = |mut k: usize| {
        while text.get(k).is_some_and(u8::is_ascii_whitespace) {
            k += 1;
        }
        k
    };
    let start = skip(0);
    if start == text.len() {
        return Ok(None);
    }
    let mut end = start;
    while text
        .get(end)
        .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    {
        end += 1;
    }
    if end == start || text[start].is_ascii_digit() {
        return Err(Box::new(
            Diagnostic::error(
                "adm-not-a-statement",
                body.span(start, (start + 1).max(end)),
                "a statement begins with its name",
            )
            .help(
                match body.text[start..].starts_with(['#', '/', '*', '%', '$']) {
                    true => "a comment begins with !",
                    false => "a line that continues the statement before begins with a comma",
                },
            ),
        ));
    }
    let slash = skip(end);
    let mut label = None;
    let (mut last, mut arguments) = (end, end);
    let has_slash = text.get(slash) == Some(&b'/');
    if has_slash {
        (last, arguments) = (slash + 1, slash + 1);
        let from = skip(slash + 1);
        let mut to = from;
        while text.get(to).is_some_and(u8::is_ascii_digit) {
            to += 1;
        }
        if to > from {
            (last, arguments) = (to, to);
            label = Some((read_label(&body, from, to)?, body.span(from, to)));
        }
    }
    Ok(Some(Statement {
        name: body.text[start..end].to_string(),
        name_span: body.span(start, end),
        slash: has_slash,
        label,
        span: body.span(start, last),
        arguments,
        view_name,
        body,
    }))
}

fn read_label(body: &Joined, from: usize, to: usize) -> Result<u32, Box<Diagnostic>> {
    match body.text[from..to].parse::<u32>() {
        Ok(id) if id > 0 => Ok(id),
        _ => Err(Box::new(Diagnostic::error(
            "adm-bad-id",
            body.span(from, to),
            format!("an id lies between 1 and {}", u32::MAX),
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex_text(text: &str) -> (Lexed, Vec<&'static str>) {
        let mut reading = Reading::dataset();
        let lexed = lex(text, SourceId(0), true, 0, &mut reading);
        let names = reading.found.diagnostics.iter().map(|d| d.name).collect();
        (lexed, names)
    }

    fn bodies(text: &str) -> Vec<String> {
        let (lexed, names) = lex_text(text);
        assert!(names.is_empty(), "{names:?}");
        let text = |s: &Statement| s.body.text.replace(CONT, "¦");
        lexed.statements.iter().map(text).collect()
    }

    #[test]
    fn lines_become_statements() {
        assert_eq!(
            bodies("t\nPART/1, GROUND\n\n! c\n, QG=1 ! d\n!, X\n , REULER=2\nEND\nrubbish /&%"),
            ["PART/1, GROUND¦ QG=1¦ REULER=2"]
        );
        assert_eq!(bodies("t\r\nA/1; B/2, X;\r\nEND/\r\n"), ["A/1", "B/2, X"]);
        assert_eq!(
            bodies("t\nA/1, F=1 + &\n 2 &\n!c\n, B\nend"),
            ["A/1, F=1 +  2 ¦ B"]
        );
        assert_eq!(
            bodies("t\nR/1, N=\"a!;b\", C=5\"\nEND"),
            ["R/1, N=\"a!;b\", C=5\""]
        );
    }

    #[test]
    fn heads() {
        let (lexed, _) = lex_text(
            "the title \n UNITS/\n, FORCE=NEWTON\nREQUEST/04,D\nout / \nPART / 3 , X\nEND\n",
        );
        assert_eq!(lexed.title, "the title");
        assert!(lexed.ended);
        let heads: Vec<_> = lexed
            .statements
            .iter()
            .map(|s| (s.name.as_str(), s.label.map(|l| l.0)))
            .collect();
        assert_eq!(
            heads,
            [
                ("UNITS", None),
                ("REQUEST", Some(4)),
                ("out", None),
                ("PART", Some(3))
            ]
        );
    }

    #[test]
    fn comments_name_the_next_statement() {
        let (lexed, _) = lex_text(
            "t\n! adams_view_name='a.b'\nPART/1\n!   adams_view_name='gone'\n!REQUEST/5\n!, FORCE\nOUTPUT/\n! adams_view_name = 'c' \n!-----\nPART/2 ! adams_view_name='d'\nPART/3\nEND",
        );
        let names: Vec<_> = lexed
            .statements
            .iter()
            .map(|s| s.view_name.as_str())
            .collect();
        assert_eq!(names, ["a.b", "", "c", "d"]);
    }

    #[test]
    fn bad_lines() {
        assert_eq!(lex_text("t\n, X=1\nEND").1, ["adm-dangling-continuation"]);
        assert_eq!(
            lex_text("t\nA/1;\n, X=1\nEND").1,
            ["adm-dangling-continuation"]
        );
        assert_eq!(lex_text("t\n(1,2)\nEND").1, ["adm-not-a-statement"]);
        assert_eq!(lex_text("t\n12, 3\nEND").1, ["adm-not-a-statement"]);
        assert_eq!(lex_text("t\nPART/0\nEND").1, ["adm-bad-id"]);
        assert_eq!(lex_text("t\nPART/99999999999\nEND").1, ["adm-bad-id"]);
        assert!(!lex_text("t\nPART/1").0.ended);
    }

    #[test]
    fn places_survive_joining() {
        let text = "t\nS/1, FUNCTION=A(1,\n, 2)+B\nEND";
        let (lexed, _) = lex_text(text);
        let s = &lexed.statements[0];
        let k = s.body.text.find("A(").expect("there");
        let f = s.body.extract(k, s.body.text.len(), |_| " ");
        assert_eq!(f.text, "A(1,  2)+B");
        let b = f.text.find('B').expect("there");
        let span = f.span(b, b + 1);
        assert_eq!(&text[span.start as usize..span.end as usize], "B");
        let span = f.whole();
        assert_eq!(
            &text[span.start as usize..span.end as usize],
            "A(1,\n, 2)+B"
        );
    }
}
