//! Expressions over arrays.

use crate::diagnostics;
use carom::base::{Dialect, Sources};
use carom::evaluate::prepare;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The language of these words.
pub fn dialect(name: &str) -> PyResult<Dialect> {
    match name {
        "adams" => Ok(Dialect::Adams),
        "motionsolve" => Ok(Dialect::MotionSolve),
        _ => Err(PyValueError::new_err(format!(
            "language must be 'adams' or 'motionsolve', not '{name}'"
        ))),
    }
}

/// Values (order 0), gradients (order 1, n per point) or second derivatives (order 2, n·n per point), the components one after the
/// other. Arguments have one value or one per point. Also: what is wrong at the first point without a finite value.
#[pyfunction]
pub fn evaluate<'py>(
    py: Python<'py>,
    text: &str,
    names: Vec<String>,
    arguments: Vec<PyReadonlyArray1<'py, f64>>,
    points: usize,
    order: usize,
    language: &str,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Option<String>)> {
    let (prepared, found, sources) = prepare(text, &names, dialect(language)?);
    let Some(mut prepared) = prepared else {
        return Err(diagnostics::refused(py, &found, &sources));
    };
    let slices = arguments.iter().map(|a| a.as_slice());
    let slices: Vec<&[f64]> = slices.collect::<Result<_, _>>()?;
    let n = names.len();
    let fits = |s: &&[f64]| s.len() == 1 || s.len() == points;
    if slices.len() != n || !slices.iter().all(fits) || order > 2 {
        return Err(PyValueError::new_err("arguments that do not fit the names"));
    }
    let components = n.pow(order as u32);
    let mut out = vec![0.0; components * points];
    let fault = py.detach(|| {
        let mut fault = None;
        let mut at = vec![0.0; n];
        for k in 0..points {
            for (x, s) in at.iter_mut().zip(&slices) {
                *x = if s.len() == 1 { s[0] } else { s[k] };
            }
            let value = prepared.value(&at);
            if !value.is_finite() && fault.is_none() {
                fault = Some(prepared.not_finite(&at));
            }
            if order == 0 {
                out[k] = value;
            } else {
                let derivatives = &prepared.derivatives(&at)[order - 1];
                for (c, y) in derivatives.iter().enumerate() {
                    out[c * points + k] = *y;
                }
            }
        }
        fault
    });
    let said = fault.map(|d| rendered(&d, &sources));
    Ok((PyArray1::from_vec(py, out), said))
}

fn rendered(d: &carom::base::Diagnostic, sources: &Sources) -> String {
    let text = carom::base::diagnostic::render_plain(d, sources);
    text.trim_end().to_owned()
}
