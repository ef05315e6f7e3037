//! What goes to the terminal: results to stdout, everything else to stderr.

use carom::base::diagnostic::render_plain;
use carom::base::{Diagnostic, Diagnostics, Severity, Sources};
use std::io::{self, IsTerminal, Write};

/// Prints to stdout. A reader that has seen enough (`| head`) is no reason to fail.
pub fn out(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

/// Prints to stderr.
pub fn err(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a value as JSON to stdout.
pub fn json(value: &impl serde::Serialize) {
    let text = serde_json::to_string_pretty(value).expect("our own types have string keys only");
    out(&text);
    out("\n");
}

/// How much is said on stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// Everything.
    All,
    /// Errors.
    Errors,
}

/// Prints diagnostics with their excerpts to stderr, and a count at the end if there are several.
pub fn diagnostics(list: &Diagnostics, sources: &Sources, say: Say) {
    let colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut said = 0;
    for d in list {
        if say == Say::All || d.severity == Severity::Error {
            let text = render_plain(d, sources);
            err(&if colored { colors(d, &text) } else { text });
            err("\n");
            said += 1;
        }
    }
    if said > 1 {
        let kinds = [Severity::Error, Severity::Warning, Severity::Note];
        let counts: Vec<_> = kinds
            .into_iter()
            .map(|s| (list.count(s), s.word()))
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
            .collect();
        err(&format!("{}\n", counts.join(", ")));
    }
}

/// Severity and name, and the lines of carets, in the colour of the severity.
fn colors(d: &Diagnostic, text: &str) -> String {
    let code = match d.severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    };
    let paint = |s: &str| format!("\x1b[{code}m{s}\x1b[0m");
    let head = format!("{}[{}]", d.severity.word(), d.name);
    text.lines()
        .map(|line| {
            let marks = line.trim_start().strip_prefix("| ").map(str::trim_start);
            if let Some(rest) = line.strip_prefix(&head) {
                format!("{}{rest}\n", paint(&head))
            } else if let Some(marks) = marks.filter(|m| m.starts_with('^')) {
                let before = &line[..line.len() - marks.len()];
                format!("{before}{}\n", paint(marks))
            } else {
                format!("{line}\n")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::base::Span;

    #[test]
    fn colors_mark_the_head_and_the_carets() {
        let mut sources = Sources::default();
        let id = sources.add("a.adm", "title\nPART/1".to_owned());
        let d = Diagnostic::error("n-m", Span::new(id, 6, 10), "m").label("here");
        let text = render_plain(&d, &sources);
        let colored = colors(&d, &text);
        assert!(colored.starts_with("\x1b[1;31merror[n-m]\x1b[0m"));
        assert!(colored.contains("\x1b[1;31m^^^^ here\x1b[0m"), "{colored}");
        let bare = colored.replace("\x1b[1;31m", "").replace("\x1b[0m", "");
        assert_eq!(bare, text);
    }
}
