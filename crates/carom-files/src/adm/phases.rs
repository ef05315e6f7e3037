//! From statements to elements, phase by phase.
//!
//! All labels are known before the first element is built, so a reference may go forward. Elements are built
//! in phases (parts, markers, ..., requests) because an element may only name elements of earlier phases.

use super::build::Builder;
use super::inputs;
use super::orientation::resolve_chains;
use super::record::Record;
use super::statement::{Item, MARKERS};
use crate::common::coverage::Status;
use crate::common::diagnostics::Found;
use crate::common::labels::{Built, Known, Stop};
use carom_base::{Diagnostic, Mat3, Severity, Span};
use carom_model::Unsupported;

/// Errors that may follow from an argument that could not be read.
const FOLLOW: &[&str] = &["adm-missing-argument", "adm-missing-cm", "adm-same-part"];

impl Builder<'_> {
    /// Takes all records of a dataset in.
    ///
    /// Errors: `adm-duplicate-id`, `adm-duplicate-statement`, and those of the statements.
    pub fn build(&mut self, items: &[Item]) {
        let items = self.declare(items);
        let last = items.iter().map(|i| i.statement.phase).max();
        for phase in 0..=last.unwrap_or(0) {
            for item in items.iter().filter(|i| i.statement.phase == phase) {
                let record = &item.record;
                match item.statement.build {
                    Some(build) => {
                        if record.args.sound {
                            let built = self.before(record).and_then(|()| build(record, self));
                            self.after(record, built);
                        } else {
                            self.build_rest(record, build);
                        }
                    }
                    None => self.without_builder(record),
                }
            }
            if phase == MARKERS {
                self.link(&items);
                resolve_chains(self);
            }
        }
    }

    /// Enters the labels; the first of two statements with one label stays.
    fn declare<'r>(&mut self, items: &'r [Item]) -> Vec<&'r Item> {
        for name in std::mem::take(&mut self.reading.nameless) {
            self.labels.lose(name);
        }
        let mut kept = Vec::with_capacity(items.len());
        for item in items {
            let (record, once) = (&item.record, item.statement.once);
            if record.label != 0 || once {
                let known = Known {
                    span: record.span,
                    variant: None,
                    unsupported: item.statement.refusal().map(str::to_string),
                };
                let name = record.syntax.name;
                if let Err(first) = self.labels.enter(name, record.label, known) {
                    let (name, what) = if once {
                        ("adm-duplicate-statement", "may stand only once")
                    } else {
                        ("adm-duplicate-id", "has an id that is taken")
                    };
                    let message = format!("{} {what}", record.who);
                    let d =
                        Diagnostic::error(name, record.span, message).related(first, "first here");
                    self.reading.push(d);
                    self.labels.lose(record.syntax.name);
                    continue;
                }
            }
            kept.push(item);
        }
        kept
    }

    /// Makes of a statement with errors what can be made of it. What follows from them is not reported.
    fn build_rest(&mut self, record: &Record, build: fn(&Record, &mut Builder) -> Built) {
        let reported =
            std::mem::replace(&mut self.reading.found, Found::new("adm-too-many-errors"));
        let refused = self.before(record);
        let built = match refused {
            Err(Stop::Reported) if record.is_usable() => build(record, self),
            other => other,
        };
        if built.is_ok() && record.syntax.name == "PART" {
            self.stand_in(record);
        }
        let own = std::mem::replace(&mut self.reading.found, reported);
        for d in own.diagnostics {
            if d.severity == Severity::Error && !FOLLOW.contains(&d.name) {
                self.reading.push(d);
            }
        }
        if let Err(Stop::Unsupported(..)) = built {
            self.after(record, built);
        }
    }

    /// Some mass in the place of one that could not be read, so that the part does not count as one without.
    fn stand_in(&mut self, record: &Record) {
        let lost = |name| record.args.lost.contains(&name);
        if let Some(id) = self.parts.get(&record.label)
            && (lost("MASS") || lost("IP"))
        {
            let part = &mut self.model.parts[*id];
            part.mass = 1.0;
            part.inertia = Mat3::identity();
        }
    }

    /// Completes what waited for the markers.
    fn link(&mut self, items: &[&Item]) {
        for item in items {
            let record = &item.record;
            if let Some(link) = item.statement.link
                && record.args.sound
                && record.args.refused.is_empty()
            {
                let linked = link(record, self);
                self.after(record, linked);
            }
        }
    }

    /// What holds for every statement: its arguments are sound and supported, its functions name elements
    /// that exist.
    fn before(&mut self, record: &Record) -> Built {
        if let Some((_, _, span)) = record.args.refused.first() {
            // Arguments that are refused for one reason are named together.
            let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
            for (name, why, _) in &record.args.refused {
                match all.iter_mut().find(|(known, _)| known == why) {
                    Some((_, names)) => names.push(name),
                    None => all.push((why, vec![name])),
                }
            }
            let all = all
                .iter()
                .map(|(why, names)| format!("{}: {why}", names.join(", ")));
            let all: Vec<String> = all.collect();
            return Err(Stop::Unsupported(all.join(", "), *span));
        }
        let (mut result, mut wrong) = match record.args.sound {
            true => (Ok(()), None),
            false => (Err(Stop::Reported), None),
        };
        for (argument, function) in record.args.functions() {
            // The components of a vector look at the same elements: one of them says what is wrong.
            if wrong == Some(argument) {
                continue;
            }
            if let Err(stop) = inputs::check(record, function, self) {
                (result, wrong) = (Err(stop), Some(argument));
            }
        }
        result
    }

    /// Reports what stopped a statement.
    fn after(&mut self, record: &Record, built: Built) {
        match built {
            Ok(()) | Err(Stop::Reported) => {}
            Err(Stop::Unsupported(reason, span)) => {
                let name = if record.args.refused.is_empty() {
                    "adm-unsupported-reference"
                } else {
                    "adm-unsupported-argument"
                };
                self.unsupported(record, name, reason, span);
            }
        }
    }

    fn without_builder(&mut self, record: &Record) {
        match record.syntax.status {
            Status::Refused(reason) => {
                let name = "adm-unsupported-statement";
                self.unsupported(record, name, reason.to_string(), record.span);
            }
            Status::Ignored(reason) => self.reading.push(Diagnostic::note(
                "adm-ignored-statement",
                record.span,
                format!("{} is not used: {reason}", record.who),
            )),
            Status::Full | Status::Partial(_) => {}
        }
    }

    /// Keeps a statement as not supported, with a warning.
    fn unsupported(&mut self, record: &Record, name: &'static str, reason: String, span: Span) {
        let changes_motion = record.changes_motion;
        let consequence = if changes_motion {
            "a run would move differently without it"
        } else {
            "the motion does not depend on it by itself"
        };
        let message = format!("{} is not supported: {reason}", record.who);
        self.reading
            .push(Diagnostic::warning(name, span, message).help(consequence));
        let name = record.syntax.name;
        self.labels.refuse(name, record.label, &reason);
        self.model.unsupported.push(Unsupported {
            statement: record.who.clone(),
            span: record.span,
            changes_motion,
            reason,
        });
    }
}
