//! Contact geometry of two solids.

use carom::overlap::{CaseError, Rule, read_cases};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The answer, as JSON, to a case, as JSON; see [`carom::overlap`].
#[pyfunction]
pub fn overlap(
    py: Python<'_>,
    case: &str,
    rule: Option<&str>,
    folder: PathBuf,
) -> PyResult<String> {
    let rule = match rule {
        None => None,
        Some("adams") => Some(Rule::Adams),
        Some("smooth") => Some(Rule::Smooth),
        Some("potential") => Some(Rule::Potential),
        Some(other) => {
            let message = format!("rule must be 'adams', 'smooth' or 'potential', not '{other}'");
            return Err(PyValueError::new_err(message));
        }
    };
    let answer = py.detach(|| {
        let cases = read_cases(case, &folder)?;
        cases
            .iter()
            .map(|c| c.answer(rule))
            .collect::<Result<Vec<_>, _>>()
    });
    let answer = answer.map_err(|e: CaseError| PyValueError::new_err(e.to_string()))?;
    Ok(serde_json::Value::from(answer).to_string())
}
