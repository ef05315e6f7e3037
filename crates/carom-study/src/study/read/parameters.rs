//! Parameters, their places in the deck and their values: `[parameters]`.

use super::{AxisOrColumn, MOST_RUNS, Reader, TAKEN, Written};
use crate::design::{Axis, Kind};
use crate::input::{Entry, Section};
use crate::study::{Origin, Parameter};
use carom::base::{Diagnostic, Dialect};
use carom::files::places::Place;

impl<'a> Reader<'a, '_> {
    pub(super) fn parameters(
        &mut self,
        entry: &Entry<'a>,
        kind: Kind,
        drawn: bool,
    ) -> Option<Vec<Written>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message =
                "parameters is a table: [parameters] k = { at = ..., from = ..., to = ... }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let entries = self.reading.entries(table);
        if entries.is_empty() {
            self.error(
                "study-missing-key",
                entry.key_span,
                "the study has no parameters",
            );
            return None;
        }
        // All of them are read, so that all mistakes are told.
        let mut sound = true;
        let mut list: Vec<Written> = Vec::new();
        for e in &entries {
            let written = self.name(e).and_then(|()| self.parameter(e, kind, drawn));
            self.names.push(e.key.to_owned());
            match written {
                Some(w) => list.push(w),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }

    /// Whether the key of an entry may name a number.
    pub(super) fn name(&mut self, e: &Entry<'a>) -> Option<()> {
        let key = e.key;
        let letters = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let mut why = None;
        if !key.starts_with(|c: char| c.is_ascii_alphabetic()) || !letters {
            why = Some("a name has letters, digits and _, and begins with a letter".to_owned());
        } else if self.names.iter().any(|n| n.eq_ignore_ascii_case(key)) {
            why = Some("the name is taken; upper and lower case are the same".to_owned());
        } else if TAKEN.iter().any(|n| n.eq_ignore_ascii_case(key)) {
            why = Some("the dataset has a column of this name".to_owned());
        } else if carom::expr::functions::lookup(key, Dialect::Adams).is_some_and(|f| !f.is_own()) {
            why = Some("the name means something in formulas".to_owned());
        }
        match why {
            None => Some(()),
            Some(why) => {
                let message = format!("{key} cannot be used: {why}");
                self.error("study-bad-name", e.key_span, message);
                None
            }
        }
    }

    pub(super) fn parameter(&mut self, e: &Entry<'a>, kind: Kind, drawn: bool) -> Option<Written> {
        let keys = [
            "at",
            "was",
            "values",
            "from",
            "to",
            "points",
            "scale",
            "mean",
            "deviation",
            "value",
            "column",
        ];
        let section = self
            .reading
            .section(e, &format!("parameters.{}", e.key), &keys)?;
        let places = self.places(&section);
        let forms = ["values", "from", "mean", "value", "column"];
        let given: Vec<&str> = forms
            .into_iter()
            .filter(|k| section.get(k).is_some())
            .collect();
        if let [first, second, ..] = given[..] {
            let span = section.get(second).map_or(section.span, |e| e.key_span);
            let message = format!("{} has {first} and {second}; it has one of them", e.key);
            self.error("study-conflict", span, message);
            return None;
        }
        let owner = |key: &str| match key {
            "to" | "points" | "scale" => Some("from"),
            "deviation" => Some("mean"),
            _ => None,
        };
        for entry in &section.entries {
            if let Some(owner) = owner(entry.key)
                && !given.contains(&owner)
            {
                let message = format!("{} goes with {owner}", entry.key);
                self.error("study-conflict", entry.key_span, message);
                return None;
            }
        }
        let origin = match given.first() {
            Some(&"value") => {
                let formula = self.formula(section.get("value")?);
                Some((Origin::Formula(formula?), None))
            }
            Some(&form) => {
                let axis = self.axis(&section, form, kind, drawn)?;
                Some((Origin::Varied(0), Some(axis)))
            }
            None if kind == Kind::File => {
                let column = AxisOrColumn::Column(e.key.to_owned());
                Some((Origin::Varied(0), Some(column)))
            }
            None => {
                let message = format!("{} has no values", e.key);
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let help = "give it values = [1, 2], or from and to, or mean and deviation, or value = \"formula\"";
                self.reading.diagnostics.push(d.help(help));
                None
            }
        };
        let (origin, axis) = origin?;
        Some(Written {
            parameter: Parameter {
                name: e.key.to_owned(),
                places: places?,
                origin,
            },
            axis,
            span: section.span,
        })
    }

    /// The numbers of the deck that a parameter takes the place of.
    pub(super) fn places(&mut self, section: &Section<'a>) -> Option<Vec<Place>> {
        let was = match section.get("was") {
            Some(e) => Some((self.reading.number(e)?, e.span)),
            None => None,
        };
        let Some(entry) = section.get("at") else {
            if let Some((_, span)) = was {
                self.error("study-conflict", span, "was goes with at");
                return None;
            }
            return Some(Vec::new());
        };
        let mut places = Vec::new();
        for path in self.reading.texts(entry)? {
            match self.deck.place(&path.text) {
                Err(none) => {
                    let d = Diagnostic::error("study-unknown-place", path.whole(), none.message);
                    self.reading.diagnostics.push(match none.near {
                        Some(near) => d.help(format!("there is {near}")),
                        None => d,
                    });
                    return None;
                }
                Ok(place) => {
                    if let Some((was, span)) = was
                        && place.value != Some(was)
                    {
                        let there = place
                            .value
                            .map_or("no number".to_owned(), |x| x.to_string());
                        let message = format!("{} is {there} in the deck, not {was}", place.path);
                        let d = Diagnostic::error("study-other-value", span, message);
                        self.reading.diagnostics.push(d.related(place.span, "here"));
                        return None;
                    }
                    places.push(place);
                }
            }
        }
        Some(places)
    }

    pub(super) fn axis(
        &mut self,
        section: &Section<'a>,
        form: &str,
        kind: Kind,
        drawn: bool,
    ) -> Option<AxisOrColumn> {
        let entry = section.get(form)?.clone();
        let wrong = |this: &mut Self, message: String| {
            this.error("study-conflict", entry.key_span, message);
            None
        };
        if (kind == Kind::File) != (form == "column") {
            let message = match form {
                "column" => "column goes with a design of kind file".to_owned(),
                _ => "the values of a design of kind file come from its table".to_owned(),
            };
            return wrong(self, message);
        }
        match form {
            "column" => Some(AxisOrColumn::Column(self.reading.text(&entry)?.text)),
            "values" => Some(AxisOrColumn::Axis(Axis::Values(
                self.reading.numbers(&entry)?,
            ))),
            "mean" => {
                if !drawn {
                    let message = "mean and deviation go with designs that draw their points: random, latin-hypercube, sobol";
                    return wrong(self, message.to_owned());
                }
                let mean = self.reading.number(&entry)?;
                let Some(e) = section.get("deviation") else {
                    self.error("study-missing-key", entry.key_span, "mean needs deviation");
                    return None;
                };
                let deviation = self.reading.number(e)?;
                if deviation < 0.0 {
                    self.error("study-bad-value", e.span, "deviation is below 0");
                    return None;
                }
                Some(AxisOrColumn::Axis(Axis::Normal { mean, deviation }))
            }
            _ => self.range(section, &entry, drawn),
        }
    }

    pub(super) fn range(
        &mut self,
        section: &Section<'a>,
        entry: &Entry<'a>,
        drawn: bool,
    ) -> Option<AxisOrColumn> {
        let from = self.reading.number(entry)?;
        let Some(e) = section.get("to") else {
            if !section.misspells("to") {
                self.error("study-missing-key", entry.key_span, "from needs to");
            }
            return None;
        };
        let to = self.reading.number(e)?;
        let log = match section.get("scale") {
            Some(e) => self.reading.word(e, &[("linear", false), ("log", true)])?,
            None => false,
        };
        if log && !(from > 0.0 && to > 0.0) {
            let message = "a range with scale = \"log\" lies above 0";
            self.error("study-bad-value", entry.span.to(e.span), message);
            return None;
        }
        if !(to - from).is_finite() {
            self.error("study-bad-value", e.span, "the range is too wide");
            return None;
        }
        let points = match section.get("points") {
            Some(e) if drawn => {
                let message = "how many points are drawn is said in [design]";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            Some(e) => Some(self.reading.whole(e, 1, MOST_RUNS)? as usize),
            None if drawn => None,
            None => {
                if !section.misspells("points") {
                    let what = "from and to need points";
                    self.error("study-missing-key", entry.key_span, what);
                }
                return None;
            }
        };
        Some(AxisOrColumn::Axis(Axis::Range {
            from,
            to,
            points,
            log,
        }))
    }
}
