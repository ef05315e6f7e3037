//! Diagnostics: what Carom tells a user about an input.
//!
//! A diagnostic has a stable kebab-case name (`adm-unknown-argument`), one short message, the place,
//! and where possible a hint. Readers collect them and never stop at the first.

use crate::source::{Source, Sources, Span};
use std::collections::HashMap;
use std::fmt::Write;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// The run goes on, but look at it.
    Warning,
    /// The input is refused.
    Error,
}

impl Severity {
    /// As messages spell it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One message about an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Stable name, kebab-case, listed in the manual: `carom explain NAME` says more.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One short sentence without a full stop; the subject first.
    pub message: String,
    /// Where; [`Span::NONE`] if nowhere in a text.
    pub span: Span,
    /// What stands at `span`, shown under the caret; may be empty.
    pub label: String,
    /// What to do about it, if there is something.
    pub help: Option<String>,
    /// Other places that belong to it, each with a word on why.
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error: the input is refused.
    pub fn error(name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, name, span, message)
    }

    /// A warning.
    pub fn warning(name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, name, span, message)
    }

    /// A note.
    pub fn note(name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, name, span, message)
    }

    fn new(severity: Severity, name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            name,
            severity,
            message: message.into(),
            span,
            label: String::new(),
            help: None,
            related: Vec::new(),
        }
    }

    /// Adds the words under the caret.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds `did you mean X?` when a candidate is close to `word`.
    pub fn suggest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match closest(word, candidates) {
            Some(c) if self.help.is_none() => self.help(format!("did you mean {c}?")),
            _ => self,
        }
    }

    /// Whether it says that something of the language is not supported, or is code that Carom does not have.
    fn is_about_support(&self) -> bool {
        ["unsupported", "user-"]
            .iter()
            .any(|w| self.name.contains(w))
    }

    /// Adds another place.
    pub fn related(mut self, span: Span, why: impl Into<String>) -> Self {
        self.related.push((span, why.into()));
        self
    }
}

/// The diagnostics of one reading, in the order they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, d: Diagnostic) {
        self.list.push(d);
    }

    /// Whether the input is refused.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// All of them, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes the errors away; warnings and notes stay.
    pub fn take_errors(&mut self) -> Vec<Diagnostic> {
        let all = std::mem::take(&mut self.list);
        let (errors, rest) = all.into_iter().partition(|d| d.severity == Severity::Error);
        self.list = rest;
        errors
    }

    /// Makes an error of the first warning that passes a test; whether there is one.
    pub fn raise(&mut self, test: impl Fn(&Diagnostic) -> bool) -> bool {
        let mut warnings = self.list.iter_mut();
        let found = warnings.find(|d| d.severity == Severity::Warning && test(d));
        found.map(|d| d.severity = Severity::Error).is_some()
    }

    /// Messages that differ in numbers alone become one group, in the order of their first ones. Errors stand alone, unless the one
    /// thing that they say is that something is not supported: there is one remedy for all of these.
    pub fn groups(&self) -> Vec<Vec<&Diagnostic>> {
        let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
        let mut known: HashMap<(&str, Severity, String), usize> = HashMap::new();
        for d in &self.list {
            let alone = d.severity == Severity::Error && !d.is_about_support();
            let key = (d.name, d.severity, without_numbers(&d.message));
            match known.get(&key) {
                Some(&k) if !alone => groups[k].push(d),
                _ => {
                    known.insert(key, groups.len());
                    groups.push(vec![d]);
                }
            }
        }
        groups
    }

    /// Turns warnings into errors (`--strict`).
    pub fn make_strict(&mut self) {
        for d in &mut self.list {
            if d.severity == Severity::Warning {
                d.severity = Severity::Error;
            }
        }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// The candidate nearest to `word` by edit distance, if it is near enough to be a slip of the pen.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.len() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .map(|c| {
            (
                edit_distance(&word.to_ascii_uppercase(), &c.to_ascii_uppercase()),
                c,
            )
        })
        // Another letter in the place of the only one is another word.
        .filter(|(d, _)| *d <= limit && *d < word.chars().count())
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// Number of insertions, deletions, replacements and swaps of neighbours from `a` to `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1)
                    .min(rows[i - 1][j - 1] + same);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

/// A diagnostic as plain text: one line with severity, name, place and message, then the marked source
/// line, the help line and the related places. Ends with a line end.
///
/// ```text
/// error[adm-unknown-argument] arm.adm:12:3 PART/2 has no argument MAS
///   12 | , MAS = 1
///      |   ^^^
///   help: did you mean MASS?
/// ```
pub fn render_plain(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut out = String::new();
    let severity = diagnostic.severity.word();
    let place = match sources.place(diagnostic.span) {
        place if place.is_empty() => place,
        place => format!(" {place}"),
    };
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "{severity}[{}]{place} {}",
        diagnostic.name, diagnostic.message
    );
    excerpt(&mut out, sources, diagnostic.span, &diagnostic.label);
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
    for (span, why) in &diagnostic.related {
        let _ = writeln!(out, "  see: {} {why}", sources.place(*span));
        excerpt(&mut out, sources, *span, "");
    }
    out
}

/// A group of [`Diagnostics::groups`] as plain text: notes in one line, without the source; else the first one as a whole, and after it
/// where the others are.
pub fn render_group(group: &[&Diagnostic], sources: &Sources) -> String {
    /// Places that a reader looks through.
    const MOST: usize = 8;
    let Some((first, others)) = group.split_first() else {
        return String::new();
    };
    let lines: Vec<String> = others
        .iter()
        .filter_map(|d| {
            Some(
                sources
                    .get(d.span.source)?
                    .line_column(d.span.start)
                    .0
                    .to_string(),
            )
        })
        .collect();
    let rest = match lines.len() {
        n if n > MOST => format!(", ... ({} more)", n - MOST),
        _ => String::new(),
    };
    let listed = lines[..lines.len().min(MOST)].join(", ");
    let where_else = match others.len() {
        0 => String::new(),
        n if lines.is_empty() => format!("{n} more of this kind"),
        n => format!("{n} more of this kind, at line {listed}{rest}"),
    };
    if first.severity != Severity::Note {
        let mut text = render_plain(first, sources);
        if !where_else.is_empty() {
            let _ = writeln!(text, "  and: {where_else}");
        }
        return text;
    }
    let whole = render_plain(first, sources);
    let mut text = whole.lines().next().unwrap_or_default().to_owned();
    if let Some(help) = &first.help {
        let _ = write!(text, "; {help}");
    }
    if !where_else.is_empty() {
        let _ = write!(text, " ({where_else})");
    }
    text.push('\n');
    text
}

/// A message with one sign in the place of each of its numbers.
fn without_numbers(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut before = false;
    for c in message.chars() {
        let inside = c.is_ascii_digit() || (before && matches!(c, '.' | 'e' | 'E'));
        match (inside, before) {
            (true, false) => out.push('#'),
            (true, true) => {}
            (false, _) => out.push(c),
        }
        before = inside;
    }
    out
}

/// The source line of a span with a caret line below it.
fn excerpt(out: &mut String, sources: &Sources, span: Span, label: &str) {
    let Some(source) = sources.get(span.source).filter(|s| s.is_shown) else {
        return;
    };
    let (line, column) = source.line_column(span.start);
    let (text, before, width) = window(source, line, column, span);
    let label = if label.is_empty() {
        String::new()
    } else {
        format!(" {label}")
    };
    let _ = writeln!(out, "{line:>4} | {text}");
    let _ = writeln!(out, "     | {:before$}{:^<width$}{label}", "", "");
}

/// The part of a line that is worth showing: text, caret column from 0, caret width.
fn window(source: &Source, line: usize, column: usize, span: Span) -> (String, usize, usize) {
    const WIDTH: usize = 100;
    const BEFORE: usize = 40;
    let column = column - 1;
    // A line may have 100 MB: nothing beyond the window is looked at.
    let first = column.saturating_sub(if column < WIDTH { column } else { BEFORE });
    let shown: String = source
        .line(line)
        .chars()
        .skip(first)
        .take(WIDTH + 1)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let length = shown.chars().count();
    let marked = source
        .text
        .get(span.start as usize..(span.end as usize).min(source.text.len()))
        .map_or(1, |t| {
            t.chars()
                .take(WIDTH)
                .take_while(|c| *c != '\n' && *c != '\r')
                .count()
        });
    let (left, right) = (
        if first > 0 { "…" } else { "" },
        if length > WIDTH { "…" } else { "" },
    );
    let before = column - first + left.chars().count();
    let text: String = shown.chars().take(WIDTH).collect();
    let room = (length.min(WIDTH) + left.chars().count()).saturating_sub(before);
    (
        format!("{left}{text}{right}").trim_end().to_string(),
        before,
        marked.min(room).max(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions() {
        let names = ["STIFFNESS", "EXPONENT", "DAMPING", "DMAX"];
        assert_eq!(closest("STIFNESS", names), Some("STIFFNESS"));
        assert_eq!(closest("dampign", names), Some("DAMPING"));
        assert_eq!(closest("MASS", names), None);
    }

    #[test]
    fn plain_text_marks_the_line() {
        let mut sources = Sources::default();
        let id = sources.add("arm.adm", "title\r\n\t, MAS = 1\r\nEND\n".into());
        let d = Diagnostic::error("adm-x", Span::new(id, 10, 13), "no MAS")
            .label("here")
            .help("did you mean MASS?")
            .related(Span::new(id, 0, 5), "because of");
        assert_eq!(
            render_plain(&d, &sources),
            "error[adm-x] arm.adm:2:4 no MAS\n   2 |  , MAS = 1\n     |    ^^^ here\n  help: did you mean MASS?\n  see: arm.adm:1:1 because of\n   1 | title\n     | ^^^^^\n"
        );
        let nowhere = Diagnostic::note("x", Span::NONE, "y");
        assert_eq!(render_plain(&nowhere, &sources), "note[x] y\n");
    }

    #[test]
    fn plain_text_of_a_long_line_is_short() {
        let mut sources = Sources::default();
        let text = format!("{}MARK{}", "x".repeat(100_000), "y".repeat(100_000));
        let id = sources.add("long", text);
        let d = Diagnostic::error("n", Span::new(id, 100_000, 100_004), "m");
        let out = render_plain(&d, &sources);
        assert!(out.len() < 400);
        let lines: Vec<&str> = out.lines().collect();
        let caret = lines[2].find('^').expect("a caret");
        let shown: String = lines[1].chars().skip(caret).take(4).collect();
        assert_eq!(shown, "MARK");
    }

    #[test]
    fn messages_that_differ_in_numbers_are_one_group() {
        let mut sources = Sources::default();
        let id = sources.add("a.adm", "A\nB\nC\n".into());
        let at = |line: usize| Span::new(id, 2 * line, 2 * line + 1);
        let mut d = Diagnostics::default();
        for line in 0..3 {
            let message = format!("CONTACT/{line}: DMAX {line}.5 is far");
            d.push(Diagnostic::note("n", at(line), message));
            d.push(Diagnostic::warning(
                "unsupported",
                at(line),
                format!("FE/{line} is not supported"),
            ));
            d.push(Diagnostic::error(
                "e",
                at(line),
                format!("PART/{line} has no mass"),
            ));
        }
        d.push(Diagnostic::note("n", at(0), "CONTACT/1: something else"));
        let groups = d.groups();
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 3, 1, 1, 1, 1]);
        assert_eq!(
            render_group(&groups[0], &sources),
            "note[n] a.adm:1:1 CONTACT/0: DMAX 0.5 is far (2 more of this kind, at line 2, 3)\n"
        );
        let text = render_group(&groups[1], &sources);
        assert!(
            text.ends_with("| ^\n  and: 2 more of this kind, at line 2, 3\n"),
            "{text}"
        );
        assert_eq!(
            render_group(&groups[2], &sources),
            render_plain(groups[2][0], &sources)
        );
        let raised = d.raise(|d| d.message.starts_with("FE/1"));
        assert!(raised && d.count(Severity::Error) == 4);
        assert_eq!(d.take_errors().len(), 4);
        assert!(!d.has_errors() && !d.raise(|d| d.name == "e"));
    }

    #[test]
    fn strict_makes_warnings_errors() {
        let mut d = Diagnostics::default();
        d.push(Diagnostic::warning("x", Span::NONE, "y"));
        assert!(!d.has_errors());
        d.make_strict();
        assert!(d.has_errors());
    }
}
