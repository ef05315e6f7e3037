//! When a run may end early: `[[stop]]`.

use super::Reader;
use crate::input::Entry;
use crate::study::Stop;
use carom::base::Diagnostic;

impl<'a> Reader<'a, '_> {
    pub(super) fn stops(&mut self, entry: &Entry<'a>) -> Option<Vec<Stop>> {
        use toml::de::DeValue;
        let list: Vec<Entry<'a>> = match entry.value {
            DeValue::Array(list) => list
                .iter()
                .map(|item| Entry {
                    value: item.get_ref(),
                    span: self.reading.span(item.span()),
                    ..entry.clone()
                })
                .collect(),
            _ => vec![entry.clone()],
        };
        list.iter().map(|e| self.stop(e)).collect()
    }

    pub(super) fn stop(&mut self, e: &Entry<'a>) -> Option<Stop> {
        let keys = ["event", "of", "count", "when", "above", "below"];
        let section = self.reading.section(e, "stop", &keys)?;
        let conflict = |this: &mut Self, key: &str, message: &str| {
            if let Some(e) = section.get(key) {
                this.error("study-conflict", e.key_span, message);
                return None;
            }
            Some(())
        };
        if let Some(event) = section.get("event") {
            for key in ["when", "above", "below"] {
                conflict(self, key, "a stop has event, or when; not both")?;
            }
            let which = self.which(&section, &event.clone())?;
            let count = match section.get("count") {
                Some(e) => self.reading.whole(e, 1, u64::MAX >> 1)?,
                None => 1,
            };
            return Some(Stop::Events(which, count));
        }
        let Some(when) = section.get("when") else {
            let d = Diagnostic::error("study-missing-key", e.span, "the stop does not say when");
            let help = "stop = { event = \"impact\", count = 3 }, or stop = { when = \"DZ(2,1)\", below = 0 }";
            self.reading.diagnostics.push(d.help(help));
            return None;
        };
        for key in ["of", "count"] {
            conflict(self, key, "of and count go with event")?;
        }
        let (key, sign) = match (section.get("above"), section.get("below")) {
            (Some(_), None) => ("above", 1.0),
            (None, Some(_)) => ("below", -1.0),
            (Some(_), Some(e)) => {
                self.error(
                    "study-conflict",
                    e.key_span,
                    "a stop has above or below, not both",
                );
                return None;
            }
            (None, None) => {
                let message = "when needs a value: above = 1, or below = 1";
                self.error("study-missing-key", when.key_span, message);
                return None;
            }
        };
        let text = self.reading.text(when)?;
        let expression = self.expression(text)?;
        let value = self.formula(section.get(key)?)?;
        Some(Stop::Level {
            expression,
            value,
            sign,
        })
    }
}
