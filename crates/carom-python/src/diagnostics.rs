//! Diagnostics become Python objects, refusals become `carom.ModelError`.

use carom::base::diagnostic::render_plain;
use carom::base::{Diagnostic, Diagnostics, Sources};
use carom::summary;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Where the Python classes are.
const CLASSES: &str = "carom._errors";

/// A list of `carom.Diagnostic`.
pub fn list<'py, 'a>(
    py: Python<'py>,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &Sources,
) -> PyResult<Bound<'py, PyList>> {
    let class = py.import(CLASSES)?.getattr("Diagnostic")?;
    let one = |d: &Diagnostic| {
        let d = spoken(d);
        let rendered = render_plain(&d, sources);
        let said = summary::diagnostics([&d], sources).remove(0);
        class.call1((
            said.name,
            said.severity,
            said.message,
            said.file,
            said.line,
            said.column,
            said.help,
            rendered.trim_end(),
        ))
    };
    let all: Vec<_> = diagnostics.into_iter().map(one).collect::<PyResult<_>>()?;
    PyList::new(py, all)
}

/// `--end 1.5` is an option of the command line; in Python it is an argument.
fn spoken(d: &Diagnostic) -> Diagnostic {
    let mut d = d.clone();
    if d.name.starts_with("session-") {
        d.message = d.message.replace("--", "");
        d.help = d.help.map(|h| h.replace("--", ""));
    }
    d
}

/// The `carom.ModelError` of an input that is refused.
pub fn refused(py: Python<'_>, diagnostics: &Diagnostics, sources: &Sources) -> PyErr {
    let raise = || {
        let list = list(py, diagnostics, sources)?;
        py.import(CLASSES)?.getattr("ModelError")?.call1((list,))
    };
    raise().map_or_else(|e| e, PyErr::from_value)
}
