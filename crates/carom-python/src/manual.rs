//! The manual.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// The pages of a name.
#[pyfunction]
pub fn explain(name: &str) -> PyResult<String> {
    match carom::explain::explain(name) {
        Ok(topics) => {
            let pages: Vec<_> = topics.into_iter().map(|t| t.page).collect();
            Ok(pages.join("\n"))
        }
        Err(near) => {
            let hint = near.map_or_else(String::new, |n| format!("; did you mean {n}?"));
            Err(PyKeyError::new_err(format!(
                "nothing is called {name}{hint}"
            )))
        }
    }
}
