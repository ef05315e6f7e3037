//! Points that are kept of each run, and runs that begin where others ended: `[section]`, `[continuation]`.

use super::{MOST_RUNS, Reader};
use crate::continuation::{Continuation, DIRECTIONS};
use crate::design::Design;
use crate::input::Entry;
use crate::response::EVENT_COLUMNS;
use crate::section::{Every, PointColumn, Section as PointSection};
use crate::study::{Origin, Parameter};
use carom::base::{Diagnostic, SpannedText};
use carom::dynamics::Layout;

impl<'a> Reader<'a, '_> {
    pub(super) fn continuation(
        &mut self,
        entry: &Entry<'a>,
        design: &Design,
        parameters: &[Parameter],
    ) -> Option<Continuation> {
        let keys = ["along", "direction"];
        let section = self.reading.section(entry, "[continuation]", &keys)?;
        let Some(e) = section.get("along") else {
            let message = "[continuation] needs along = the name of a parameter";
            self.error("study-missing-key", section.span, message);
            return None;
        };
        let along = self.reading.text(e)?;
        let is_it = |p: &&Parameter| p.name.eq_ignore_ascii_case(&along.text);
        let axis = match parameters.iter().find(is_it).map(|p| &p.origin) {
            Some(Origin::Varied(axis)) => *axis,
            _ => {
                let names = parameters.iter().map(|p| p.name.as_str());
                let message = format!("no parameter {} is varied", along.text);
                let d = Diagnostic::error("study-bad-value", along.whole(), message);
                self.reading.diagnostics.push(d.suggest(&along.text, names));
                return None;
            }
        };
        let directions = match section.get("direction") {
            Some(e) => self.reading.word(e, DIRECTIONS)?,
            None => DIRECTIONS[0].1,
        };
        let continuation = Continuation::new(design, axis, directions);
        if continuation.is_none() {
            let message = "a continuation goes along a parameter of a grid";
            self.error("study-conflict", section.span, message);
        }
        continuation
    }

    pub(super) fn point_section(
        &mut self,
        entry: &Entry<'a>,
        run: Option<&Entry<'a>>,
        layout: &Layout,
    ) -> Option<PointSection> {
        let keys = ["every", "event", "of", "settle", "points", "columns"];
        let section = self.reading.section(entry, "[section]", &keys)?;
        let every = match (section.get("every"), section.get("event")) {
            (Some(_), Some(e)) => {
                let message = "a section has every or event, not both";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            (None, None) => {
                let d = Diagnostic::error(
                    "study-missing-key",
                    section.span,
                    "the section does not say when points are taken",
                );
                let help = "every = \"2*PI/omega\", or event = \"impact\"";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
            (Some(e), None) => {
                if let Some(e) = section.get("of") {
                    self.error("study-conflict", e.key_span, "of goes with event");
                    return None;
                }
                self.period_alone(run)?;
                Every::Period(self.formula(e)?)
            }
            (None, Some(e)) => Every::Event(self.which(&section, &e.clone())?),
        };
        let settle = self.optional(&section, "settle")?;
        let points = match section.get("points") {
            Some(e) => self.reading.whole(e, 1, MOST_RUNS)?,
            None => {
                let message = "[section] needs points: how many are kept of each run";
                self.error("study-missing-key", section.span, message);
                return None;
            }
        };
        let Some(e) = section.get("columns") else {
            let d = Diagnostic::error(
                "study-missing-key",
                section.span,
                "the section has no columns",
            );
            let help = "columns = { z = \"PART/2.z\", speed = \"VZ(2,1)\" }; of events time, rate_before, ...";
            self.reading.diagnostics.push(d.help(help));
            return None;
        };
        let columns = self.point_columns(&e.clone(), &every, layout)?;
        Some(PointSection {
            every,
            settle,
            points,
            columns,
        })
    }

    /// A section after each period says itself how long runs are and where their outputs are.
    pub(super) fn period_alone(&mut self, run: Option<&Entry<'a>>) -> Option<()> {
        let Some(toml::de::DeValue::Table(table)) = run.map(|e| e.value) else {
            return Some(());
        };
        let entries = self.reading.entries(table);
        let both = entries
            .iter()
            .find(|e| ["end", "steps", "dt"].contains(&e.key));
        if let Some(e) = both {
            let message = format!(
                "a section with every says how long runs are: without {}",
                e.key
            );
            self.error("study-conflict", e.key_span, message);
            return None;
        }
        Some(())
    }

    pub(super) fn point_columns(
        &mut self,
        entry: &Entry<'a>,
        every: &Every,
        layout: &Layout,
    ) -> Option<Vec<(String, PointColumn)>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message = "columns is a table: columns = { z = \"PART/2.z\" }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let parameters = self.names.clone();
        let mut columns = Vec::new();
        // Formulas of columns know the time of the point.
        self.names.push("time".to_owned());
        for e in self.reading.entries(table) {
            self.name(&e)?;
            let column = match e.value {
                toml::de::DeValue::Table(_) => {
                    let name = format!("columns.{}", e.key);
                    let section = self.reading.section(&e, &name, &["value"])?;
                    let Some(value) = section.get("value") else {
                        let message = format!("{} has no value", e.key);
                        self.error("study-missing-key", section.span, message);
                        return None;
                    };
                    PointColumn::Formula(self.formula(value)?)
                }
                _ => {
                    let text = self.reading.text(&e)?;
                    match every {
                        Every::Period(_) => PointColumn::Series(self.series(&text, layout)?),
                        Every::Event(_) => PointColumn::Event(self.event_column(&text)?),
                    }
                }
            };
            self.names.push(e.key.to_owned());
            columns.push((e.key.to_owned(), column));
        }
        self.names = parameters;
        Some(columns)
    }

    /// A column of events by its name.
    pub(super) fn event_column(&mut self, text: &SpannedText) -> Option<usize> {
        let names: Vec<_> = EVENT_COLUMNS.iter().map(|c| c.0).collect();
        let position = names.iter().position(|n| *n == text.text);
        if position.is_none() {
            let message = format!("events have no column {}", text.text);
            let d = Diagnostic::error("study-unknown-column", text.whole(), message);
            let d = d.suggest(&text.text, names.iter().copied());
            self.reading.diagnostics.push(match d.help {
                Some(_) => d,
                None => d.help(format!("they have {}", names.join(", "))),
            });
        }
        position
    }
}
