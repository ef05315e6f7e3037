//! What the responses of a study came to, over all of its runs that have ended.

use crate::dataset::RUNS;
use crate::picture::{Rows, summary_of};
use carom::base::Diagnostic;
use serde::Serialize;
use std::path::Path;

/// A value, and the run that has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Extreme {
    /// The value.
    pub value: f64,
    /// The first run that has it.
    pub run: u64,
}

/// A response over all runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Digest {
    /// Its name.
    pub response: String,
    /// In how many runs it was found.
    pub found: u64,
    /// In how many it was not.
    pub missing: u64,
    /// The smallest value; `None` where it was found in no run.
    pub least: Option<Extreme>,
    /// The mean of the values that were found.
    pub mean: Option<f64>,
    /// The largest value.
    pub greatest: Option<Extreme>,
}

impl Digest {
    fn of(response: &str, runs: &[f64], values: &[f64]) -> Self {
        let found: Vec<Extreme> = runs
            .iter()
            .zip(values)
            .filter(|(_, value)| !value.is_nan())
            .map(|(run, value)| Extreme {
                value: *value,
                run: *run as u64,
            })
            .collect();
        let first = |is_before: fn(f64, f64) -> bool| {
            found
                .iter()
                .copied()
                .reduce(|kept, next| match is_before(next.value, kept.value) {
                    true => next,
                    false => kept,
                })
        };
        let sum: f64 = found.iter().map(|e| e.value).sum();
        Self {
            response: response.to_owned(),
            found: found.len() as u64,
            missing: (values.len() - found.len()) as u64,
            least: first(|a, b| a < b),
            mean: (!found.is_empty()).then(|| sum / found.len() as f64),
            greatest: first(|a, b| a > b),
        }
    }
}

/// Of all responses, in their order, from the rows in the folder of a study; none as long as it has no rows.
///
/// # Errors
/// The folder is that of no study, or a table of it is damaged.
pub fn digests(folder: &Path) -> Result<Vec<Digest>, Diagnostic> {
    let summary = summary_of(folder)?;
    let Some(rows) = Rows::read(folder, RUNS)? else {
        return Ok(Vec::new());
    };
    let runs = rows.numbers("run")?;
    let of = |name: &String| Ok(Digest::of(name, runs, rows.numbers(name)?));
    summary.responses.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_are_those_of_their_runs() {
        let d = Digest::of("x", &[0.0, 1.0, 2.0, 3.0], &[2.0, f64::NAN, -1.0, -1.0]);
        assert_eq!((d.found, d.missing, d.mean), (3, 1, Some(0.0)));
        let extreme = |value, run| Some(Extreme { value, run });
        assert_eq!(d.least, extreme(-1.0, 2), "the first of equal ones");
        assert_eq!(d.greatest, extreme(2.0, 0));
    }

    #[test]
    fn of_nothing_there_is_nothing() {
        let d = Digest::of("x", &[0.0], &[f64::NAN]);
        assert_eq!((d.found, d.missing), (0, 1));
        assert_eq!((d.least, d.mean, d.greatest), (None, None, None));
    }
}
