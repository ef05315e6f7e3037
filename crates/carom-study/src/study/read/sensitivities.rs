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
            .section(entry, "[sensitivities]", &["of", "to", "method"])?;
        let of = match section.get("of") {
            Some(e) => self.each_name(e, &|name| find_response(name, responses))?,
            None => (0..responses.len()).collect(),
        };
        let to = match section.get("to") {
            Some(e) => self.each_name(e, &|name| find_parameter(name, parameters))?,
            None => all_varied(parameters),
        };
        let is_reverse = match section.get("method") {
            Some(e) => self.method(e)?,
            None => false,
        };
        Some(SensitivityRequest { of, to, is_reverse })
    }

    /// Forth or back.
    fn method(&mut self, entry: &Entry<'a>) -> Option<bool> {
        let name = self.reading.text(entry)?;
        match name.text.as_str() {
            "forward" => Some(false),
            "reverse" => Some(true),
            other => {
                let message = format!("there is no method {other}");
                let d = Diagnostic::error("study-bad-value", entry.span, message);
                let help = "forward: with each parameter a column, all that makes derivatives doubtful is known; reverse: for many parameters and few responses";
                self.reading.diagnostics.push(d.help(help));
                None
            }
        }
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
