//! What goes to the terminal: results to stdout, everything else to stderr.

use carom::base::diagnostic::{render_group, render_plain};
use carom::base::{Diagnostic, Diagnostics, Severity, Sources};
use carom::summary::Summary;
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
    /// Everything, messages of one kind together.
    All,
    /// Every message by itself.
    Each,
    /// Errors.
    Errors,
}

impl Say {
    /// What `--quiet` and `--verbose` ask for.
    pub fn of(quiet: bool, verbose: bool) -> Self {
        match (quiet, verbose) {
            (true, _) => Self::Errors,
            (false, true) => Self::Each,
            (false, false) => Self::All,
        }
    }
}

/// Prints diagnostics with their excerpts to stderr, and a count at the end if there are several.
pub fn diagnostics(list: &Diagnostics, sources: &Sources, say: Say) {
    let colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let groups = match say {
        Say::Each => list.iter().map(|d| vec![d]).collect(),
        Say::All | Say::Errors => list.groups(),
    };
    let mut said = 0;
    for group in &groups {
        let Some(&d) = group.first() else { continue };
        if say == Say::Errors && d.severity != Severity::Error {
            continue;
        }
        let short = say == Say::All && d.severity == Severity::Note;
        let text = match say {
            Say::Each => render_plain(d, sources),
            Say::All | Say::Errors => render_group(group, sources),
        };
        err(&if colored { colors(d, &text) } else { text });
        // Notes are lines, what is more stands apart.
        err(if short { "" } else { "\n" });
        said += group.len();
    }
    if said > 1 {
        let kinds = [Severity::Error, Severity::Warning, Severity::Note];
        let counts: Vec<_> = kinds
            .into_iter()
            .map(|s| (list.count(s), s.word()))
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
            .collect();
        let hidden = say == Say::All && groups.len() < said;
        let more = if hidden { "; --verbose shows each" } else { "" };
        err(&format!("{}{more}\n", counts.join(", ")));
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

/// Why a run ended early, if it did.
pub fn say_error(s: &Summary) {
    if let Some(e) = &s.error {
        err(&format!("ended early at time {}: {}\n", e.time, e.message));
        if let Some(help) = &e.help {
            err(&format!("   = help: {help}\n"));
        }
    }
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
