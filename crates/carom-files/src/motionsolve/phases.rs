//! From elements as written to those of a model, phase by phase.
//!
//! All ids are known before the first element is built, so a reference may go forward. Elements are built in
//! phases (bodies, markers, ..., requests) because an element may only use elements of earlier phases; markers
//! are placed before all of them (see [`placement`]).

use super::build::{Builder, Built, Stop};
use super::diagnostics::Reading;
use super::element::{Element, Item};
use super::record::Record;
use super::{checks, inputs, placement};
use crate::common::coverage::Status;
use crate::common::labels::Known;
use carom_base::{Diagnostic, Mat3, Severity, Span};
use carom_model::Unsupported;

impl Builder<'_> {
    /// Takes the elements of the section Model in.
    ///
    /// Errors: `xml-duplicate-element`, `xml-duplicate-id`, those of the elements and of [`checks`].
    pub fn build_model(&mut self, items: &[Item]) {
        let items = self.declare(items);
        let records: Vec<&Record> = items.iter().map(|i| &i.record).collect();
        placement::place(&records, self);
        let last = items.iter().map(|i| i.element.phase).max();
        for phase in 0..=last.unwrap_or(0) {
            for Item { element, record } in items.iter().filter(|i| i.element.phase == phase) {
                if self.reading.is_full() {
                    return;
                }
                match element.build {
                    Some(build) if record.sound => {
                        let built = self.before(record).and_then(|()| build(record, self));
                        self.after(record, built);
                    }
                    Some(build) => self.build_rest(record, build),
                    None => self.without_builder(element, record),
                }
            }
        }
        for Item { element, record } in &items {
            if let Some(link) = element.link
                && record.sound
                && record.refused.is_empty()
            {
                let linked = link(record, self);
                self.after(record, linked);
            }
        }
        checks::check(&records, self);
    }

    /// Makes of an element with errors what can be made of it. What follows from them is not reported.
    fn build_rest(&mut self, record: &Record, build: fn(&Record, &mut Builder) -> Built) {
        let empty = Reading::default();
        let reported = std::mem::replace(&mut self.reading.found, empty.found);
        let built = match self.before(record) {
            Err(Stop::Reported) if record.is_usable() => build(record, self),
            other => other,
        };
        let lost = |name: &str| record.lost.iter().any(|l| l.starts_with(name));
        if built.is_ok()
            && (lost("mass") || lost("inertia_"))
            && let Some(id) = self.bodies.get(&("Body_Rigid", record.label))
        {
            // Some mass in the place of one that could not be read.
            let part = &mut self.model.parts[*id];
            part.mass = 1.0;
            part.inertia = Mat3::identity();
        }
        let own = std::mem::replace(&mut self.reading.found, reported);
        for d in own.diagnostics {
            if d.severity == Severity::Error && d.name != "xml-missing-attribute" {
                self.reading.push(d);
            }
        }
        if let Err(Stop::Unsupported(..)) = built {
            self.after(record, built);
        }
    }

    /// Enters all ids. Gives the elements without the second ones of an id.
    fn declare<'r>(&mut self, items: &'r [Item]) -> Vec<&'r Item> {
        for name in std::mem::take(&mut self.reading.nameless) {
            self.labels.lose(name);
        }
        let mut kept = Vec::with_capacity(items.len());
        for item in items {
            let Item { element, record } = item;
            let has_id = element.has_id();
            if has_id && record.label == 0 {
                // The missing or wrong id was reported.
                self.labels.lose(element.name);
                continue;
            }
            if has_id || element.once {
                let known = Known {
                    span: record.span,
                    variant: element.position("type").and_then(|_| record.word("type")),
                    unsupported: element.refusal().map(str::to_string),
                };
                if let Err(first) = self.labels.enter(element.name, record.label, known) {
                    let (name, what) = if has_id {
                        ("xml-duplicate-id", "has an id that is taken")
                    } else {
                        ("xml-duplicate-element", "may stand only once")
                    };
                    let message = format!("{} {what}", record.who);
                    let d =
                        Diagnostic::error(name, record.span, message).related(first, "first here");
                    self.reading.push(d);
                    self.labels.lose(element.name);
                    continue;
                }
            }
            kept.push(item);
        }
        kept
    }

    /// What holds for every element: its attributes are sound and supported, what it names exists.
    pub(super) fn before(&mut self, record: &Record) -> Built {
        if let Some((name, reason, span)) = record.refused.first() {
            let message = format!("{name}: {reason}");
            return Err(Stop::Unsupported(message, *span));
        }
        let mut result = match record.sound {
            true => Ok(()),
            false => Err(Stop::Reported),
        };
        for (names, list) in record.references() {
            for &(label, span) in list {
                if let Err(stop) = self.known(record, names, label, span) {
                    result = Err(stop);
                }
            }
        }
        for (attribute, expression) in record.expressions() {
            if let Err(stop) = inputs::check(record, attribute, expression, self) {
                result = Err(stop);
            }
        }
        result
    }

    /// Reports what stopped an element.
    fn after(&mut self, record: &Record, built: Built) {
        if let Err(Stop::Unsupported(reason, span)) = built {
            let name = if record.refused.is_empty() {
                "xml-unsupported-reference"
            } else {
                "xml-unsupported-attribute"
            };
            self.unsupported(record, name, reason, span);
        }
    }

    fn without_builder(&mut self, element: &Element, record: &Record) {
        match element.status {
            Status::Refused(why) => {
                let name = "xml-unsupported-element";
                self.unsupported(record, name, why.to_string(), record.span);
            }
            Status::Ignored(why) => self.ignored(record, why),
            Status::Full | Status::Partial(_) => {}
        }
    }

    pub(super) fn ignored(&mut self, record: &Record, why: &str) {
        let message = format!("{} is not used: {why}", record.who);
        self.reading.push(Diagnostic::note(
            "xml-ignored-element",
            record.span,
            message,
        ));
    }

    /// Keeps an element as not supported, with a warning.
    fn unsupported(&mut self, record: &Record, name: &'static str, reason: String, span: Span) {
        let changes_motion = record.syntax.changes_motion;
        let consequence = if changes_motion {
            "a run would move differently without it"
        } else {
            "the motion does not depend on it"
        };
        let message = format!("{} is not supported: {reason}", record.who);
        self.reading
            .push(Diagnostic::warning(name, span, message).help(consequence));
        self.labels
            .refuse(record.syntax.name, record.label, &reason);
        self.model.unsupported.push(Unsupported {
            statement: record.who.clone(),
            span: record.span,
            changes_motion,
            reason,
        });
    }
}
