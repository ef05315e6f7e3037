//! Diagnostics as text for a terminal: message, place, marked excerpt, help.
//!
//! ```text
//! error[adm-unknown-argument]: SFORCE has no argument STIFNESS
//!   --> ball.adm:12:3
//!    |
//! 12 | , STIFNESS = 3
//!    |   ^^^^^^^^ here
//!    = help: did you mean STIFFNESS?
//! ```

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::source::{Source, Sources, Span};
use std::fmt::Write;

/// Whether the text carries colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Bare text.
    Plain,
    /// ANSI colours.
    Color,
}

/// Longest excerpt of a source line, characters.
const WIDTH: usize = 120;
/// How much of a longer line stands before the marked place, characters.
const LEAD: usize = 40;

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

/// All diagnostics, each followed by an empty line.
pub fn render_all(diagnostics: &Diagnostics, sources: &Sources, style: Style) -> String {
    diagnostics
        .iter()
        .map(|d| render(d, sources, style) + "\n")
        .collect()
}

/// One diagnostic; ends with a line end.
pub fn render(d: &Diagnostic, sources: &Sources, style: Style) -> String {
    let ink = Ink(style);
    let color = match d.severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    };
    let head = ink.paint(color, &format!("{}[{}]", d.severity.word(), d.name));
    let mut out = format!("{head}{}\n", ink.paint("1", &format!(": {}", d.message)));
    excerpt(&mut out, d.span, &d.label, color, sources, ink);
    for (span, why) in &d.related {
        let _ = writeln!(out, "   = {why}");
        excerpt(&mut out, *span, "", "1;34", sources, ink);
    }
    if let Some(help) = &d.help {
        let _ = writeln!(out, "   = {}: {help}", ink.paint("1", "help"));
    }
    out
}

#[derive(Clone, Copy)]
struct Ink(Style);

impl Ink {
    fn paint(self, code: &str, text: &str) -> String {
        match self.0 {
            Style::Plain => text.to_owned(),
            Style::Color => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// The place with its source line and carets under the span; nothing for spans without a text.
fn excerpt(out: &mut String, span: Span, label: &str, color: &str, sources: &Sources, ink: Ink) {
    let Some(source) = sources.get(span.source) else {
        return;
    };
    let (line, column) = source.line_column(span.start);
    let text = source.line(line);
    let marked = marked_characters(source, span, text, column);
    let (shown, offset) = window(text, column - 1, marked);
    let gutter = line.to_string();
    let blank = " ".repeat(gutter.len());
    let bar = ink.paint("34", "|");
    let carets = ink.paint(color, format!("{} {label}", "^".repeat(marked)).trim_end());
    let _ = writeln!(out, "{blank}--> {}", sources.place(span));
    let _ = writeln!(out, "{blank} {bar}");
    let _ = writeln!(out, "{gutter} {bar} {shown}");
    let _ = writeln!(out, "{blank} {bar} {}{carets}", " ".repeat(offset));
}

/// How many characters of the line the span covers, at least one.
fn marked_characters(source: &Source, span: Span, text: &str, column: usize) -> usize {
    let (end_line, end_column) = source.line_column(span.end);
    let (line, _) = source.line_column(span.start);
    let rest = text.chars().skip(column - 1).count();
    let covered = if end_line == line {
        end_column.saturating_sub(column)
    } else {
        rest
    };
    covered.min(rest).clamp(1, WIDTH - LEAD)
}

/// The part of a line around the character `at`, and where that character stands in it. Control characters
/// become blanks, so that the carets fit under a tab.
fn window(text: &str, at: usize, marked: usize) -> (String, usize) {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    // Only as much as can matter is looked at: a line may be very long.
    let needed = at + marked.max(WIDTH) + 1;
    let length = text.chars().take(needed).count();
    if length <= WIDTH {
        return (text.chars().map(clean).collect(), at);
    }
    let from = at.saturating_sub(LEAD);
    let mut shown: String = text.chars().skip(from).take(WIDTH).map(clean).collect();
    let mut offset = at - from;
    if from > 0 {
        shown.insert_str(0, "... ");
        offset += 4;
    }
    if length > from + WIDTH {
        shown.push_str(" ...");
    }
    (shown, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (Sources, crate::SourceId) {
        let mut s = Sources::default();
        let id = s.add("a.adm", text.into());
        (s, id)
    }

    #[test]
    fn a_full_diagnostic() {
        let (s, id) = sources("title\nPART/1\r\n\tMASS = 1x\nEND");
        let d = Diagnostic::error("adm-bad-number", Span::new(id, 22, 24), "1x is no number")
            .label("here")
            .help("write 1")
            .related(Span::new(id, 6, 12), "in this part");
        let expected = "\
error[adm-bad-number]: 1x is no number
 --> a.adm:3:9
  |
3 |  MASS = 1x
  |         ^^ here
   = in this part
 --> a.adm:2:1
  |
2 | PART/1
  | ^^^^^^
   = help: write 1
";
        assert_eq!(render(&d, &s, Style::Plain), expected);
        assert!(render(&d, &s, Style::Color).contains("\x1b[1;31merror[adm-bad-number]\x1b[0m"));
    }

    #[test]
    fn places_at_the_edges() {
        let (s, id) = sources("ab\ncd");
        for (span, place, mark) in [
            (Span::new(id, 5, 5), "a.adm:2:3", "  |   ^"),
            (Span::new(id, 0, 5), "a.adm:1:1", "  | ^^"),
            (Span::new(id, 900, 950), "a.adm:2:3", "  |   ^"),
        ] {
            let text = render(&Diagnostic::note("n", span, "m"), &s, Style::Plain);
            assert!(text.contains(place), "{text}");
            assert_eq!(text.lines().last(), Some(mark), "{text}");
        }
        let text = render(&Diagnostic::note("n", Span::NONE, "m"), &s, Style::Plain);
        assert_eq!(text, "note[n]: m\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = "x".repeat(500) + "HERE" + &"y".repeat(1_000_000);
        let (s, id) = sources(&line);
        let d = Diagnostic::warning("n", Span::new(id, 500, 504), "m");
        let text = render(&d, &s, Style::Plain);
        assert!(text.lines().all(|l| l.chars().count() < 140));
        let lines: Vec<_> = text.lines().collect();
        let caret = lines[4].find('^').unwrap();
        assert_eq!(&lines[3][caret..caret + 4], "HERE");
        assert!(lines[3].ends_with(" ..."));
        let d = Diagnostic::warning("n", Span::new(id, 0, 1_000_000), "m");
        let text = render(&d, &s, Style::Plain);
        assert!(text.lines().all(|l| l.chars().count() < 140));
    }
}
