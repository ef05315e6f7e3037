//! Why a model is refused, in a text.

use carom::base::diagnostic::render_plain;
use carom::base::{Diagnostics, Severity, Sources};

/// The first error with its place in the deck.
pub(crate) fn first_error(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let error = diagnostics.iter().find(|d| d.severity == Severity::Error);
    let text = error.map_or_else(String::new, |d| render_plain(d, sources));
    text.trim_end().to_owned()
}
