//! What a reader finds, and the names of it.

use carom_base::{Diagnostic, Diagnostics, Severity};

/// After this many errors a reader stops: the file is something else.
pub const MOST_ERRORS: usize = 200;

/// Diagnostics, up to the most errors that are worth reading.
#[derive(Debug)]
pub struct Found {
    /// What was found so far.
    pub diagnostics: Diagnostics,
    errors: usize,
    too_many: &'static str,
}

impl Found {
    /// Nothing yet; `too_many` is the name of the diagnostic that says that the reader stops.
    pub fn new(too_many: &'static str) -> Self {
        Self {
            diagnostics: Diagnostics::default(),
            errors: 0,
            too_many,
        }
    }

    /// Adds a diagnostic; the one beyond the most that are worth reading says that the reader stops.
    pub fn push(&mut self, d: Diagnostic) {
        if self.is_full() {
            return;
        }
        let span = d.span;
        self.errors += usize::from(d.severity == Severity::Error);
        self.diagnostics.push(d);
        if self.is_full() {
            let message = format!("reading stops after {MOST_ERRORS} errors");
            self.diagnostics
                .push(Diagnostic::error(self.too_many, span, message));
        }
    }

    /// Whether reading should stop.
    pub fn is_full(&self) -> bool {
        self.errors >= MOST_ERRORS
    }
}

/// A name that a diagnostic of a reader may have, and what it means.
pub struct DiagnosticName {
    /// The stable name.
    pub name: &'static str,
    /// What is wrong and what helps, in one or two sentences.
    pub text: &'static str,
}

/// An entry of a list of names.
pub const fn d(name: &'static str, text: &'static str) -> DiagnosticName {
    DiagnosticName { name, text }
}
