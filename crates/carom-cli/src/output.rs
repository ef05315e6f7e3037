//! What goes to the terminal: results to stdout, everything else to stderr.

use carom::base::render::{self, Style};
use carom::base::{Diagnostics, Severity, Sources};
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
    let style = match io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        true => Style::Color,
        false => Style::Plain,
    };
    let mut said = 0;
    for d in list {
        if say == Say::All || d.severity == Severity::Error {
            err(&render::render(d, sources, style));
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
