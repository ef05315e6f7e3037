//! Which derivatives are asked for: `[sensitivities]`.

use super::Reader;
use crate::input::Entry;
use crate::response::Response;
use crate::sensitivities::{SensitivityRequest, all_varied, find_parameter, find_response};
use crate::study::Parameter;
use carom::base::{Diagnostic, SpannedText};

impl<'a> Reader<'a, '_> {
    pub(super) fn sensitivities(
        &mut self,
        entry: &Entry<'a>,
        responses: &[Response],
        parameters: &[Parameter],
    ) -> Option<SensitivityRequest> {
        let section = self
            .reading
            .section(entry, "[sensitivities]", &["of", "to"])?;
        let of = match section.get("of") {
            Some(e) => self.each_name(e, &|name| find_response(name, responses))?,
            None => (0..responses.len()).collect(),
        };
        let to = match section.get("to") {
            Some(e) => self.each_name(e, &|name| find_parameter(name, parameters))?,
            None => all_varied(parameters),
        };
        Some(SensitivityRequest { of, to })
    }

    /// One name, or several; all that are wrong are reported.
    fn each_name(
        &mut self,
        entry: &Entry<'a>,
        find: &dyn Fn(&SpannedText) -> Result<usize, Diagnostic>,
    ) -> Option<Vec<usize>> {
        let names = self.reading.texts(entry)?;
        if names.is_empty() {
            let message = format!("{} has no names; without it, all are meant", entry.key);
            self.error("study-bad-value", entry.span, message);
            return None;
        }
        let mut found = Vec::new();
        for name in &names {
            match find(name) {
                Ok(k) => found.push(k),
                Err(d) => self.reading.diagnostics.push(d),
            }
        }
        (found.len() == names.len()).then_some(found)
    }
}
