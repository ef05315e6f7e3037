//! Which derivatives of responses are asked for: `[sensitivities]`.

use crate::response::Response;
use crate::study::{Origin, Parameter, Study};
use carom::base::{Diagnostic, Diagnostics, SpannedText};
pub use request::SensitivityRequest;

mod request;

/// The response of this name.
pub(crate) fn find_response(
    name: &SpannedText,
    responses: &[Response],
) -> Result<usize, Diagnostic> {
    let known = responses.iter().map(|r| r.name.as_str());
    let mut all = known.clone();
    let found = all.position(|n| n.eq_ignore_ascii_case(&name.text));
    found.ok_or_else(|| {
        let message = format!("the study has no response {}", name.text);
        let d = Diagnostic::error("study-unknown-response", name.whole(), message);
        with_help(d, &name.text, "its responses are", known)
    })
}

/// The varied parameter of this name.
pub(crate) fn find_parameter(
    name: &SpannedText,
    parameters: &[Parameter],
) -> Result<usize, Diagnostic> {
    let varied = parameters.iter().filter(|p| is_varied(p));
    let names = varied.map(|p| p.name.as_str());
    let mut all = parameters.iter();
    match all.position(|p| p.name.eq_ignore_ascii_case(&name.text)) {
        Some(k) if is_varied(&parameters[k]) => Ok(k),
        Some(k) => {
            let own = &parameters[k].name;
            let message = format!("{own} follows from a formula: nothing can vary it by itself");
            let d = Diagnostic::error("study-parameter-by-formula", name.whole(), message);
            let names: Vec<&str> = names.collect();
            Err(d.help(format!("varied parameters are {}", names.join(", "))))
        }
        None => {
            let message = format!("the study has no parameter {}", name.text);
            let d = Diagnostic::error("study-unknown-parameter", name.whole(), message);
            Err(with_help(d, &name.text, "its parameters are", names))
        }
    }
}

fn with_help<'a>(
    d: Diagnostic,
    given: &str,
    lead: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let d = d.suggest(given, names.clone());
    match d.help {
        Some(_) => d,
        None => {
            let names: Vec<&str> = names.collect();
            d.help(format!("{lead} {}", names.join(", ")))
        }
    }
}

fn is_varied(p: &Parameter) -> bool {
    matches!(p.origin, Origin::Varied(_))
}

/// All varied ones.
pub(crate) fn all_varied(parameters: &[Parameter]) -> Vec<usize> {
    let numbers = 0..parameters.len();
    numbers.filter(|k| is_varied(&parameters[*k])).collect()
}

impl Study {
    /// Which derivatives are sought: those of the names given here, else those of the study file, else all.
    ///
    /// # Errors
    /// Names that are not there, and parameters that follow from formulas.
    pub fn seek(
        &self,
        of: Option<&[String]>,
        to: Option<&[String]>,
    ) -> Result<SensitivityRequest, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let mut each =
            |names: &[String], find: &dyn Fn(&SpannedText) -> Result<usize, Diagnostic>| {
                let mut list = Vec::new();
                for name in names {
                    match find(&SpannedText::bare(name)) {
                        Ok(k) => list.push(k),
                        Err(d) => wrong.push(d),
                    }
                }
                list
            };
        let own = self.sensitivities.as_ref();
        let of = match (of, own) {
            (Some(names), _) => each(names, &|n| find_response(n, &self.responses)),
            (None, Some(own)) => own.of.clone(),
            (None, None) => (0..self.responses.len()).collect(),
        };
        let to = match (to, own) {
            (Some(names), _) => each(names, &|n| find_parameter(n, &self.parameters)),
            (None, Some(own)) => own.to.clone(),
            (None, None) => all_varied(&self.parameters),
        };
        match wrong.has_errors() {
            true => Err(wrong),
            false => Ok(SensitivityRequest {
                of,
                to,
                is_reverse: own.is_some_and(|own| own.is_reverse),
            }),
        }
    }
}
