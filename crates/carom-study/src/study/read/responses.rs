//! What is found of each run: `[responses]`.

use super::Reader;
use crate::input::{Entry, Section};
use crate::response;
use crate::response::{REDUCERS, Reducer, Response, Rule, Series, Source, Which};
use carom::base::{Diagnostic, Diagnostics, SpannedText};
use carom::dynamics::{EventKind, Layout};
use carom::expr::Expression;

impl<'a> Reader<'a, '_> {
    pub(super) fn responses(
        &mut self,
        entry: &Entry<'a>,
        layout: &Layout,
    ) -> Option<Vec<Response>> {
        let toml::de::DeValue::Table(table) = entry.value else {
            let message = "responses is a table: [responses] height = { last = \"PART/2.z\" }";
            self.error("study-bad-value", entry.span, message);
            return None;
        };
        let mut sound = true;
        let mut list = Vec::new();
        for e in self.reading.entries(table) {
            let rule = self.name(&e).and_then(|()| self.rule(&e, layout));
            self.names.push(e.key.to_owned());
            match rule {
                Some(rule) => list.push(Response {
                    name: e.key.to_owned(),
                    rule,
                }),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }

    pub(super) fn rule(&mut self, e: &Entry<'a>, layout: &Layout) -> Option<Rule> {
        let mut keys: Vec<&str> = REDUCERS.iter().map(|r| r.0).collect();
        keys.extend(["value", "event", "of", "from", "to", "time", "number"]);
        let section = self
            .reading
            .section(e, &format!("responses.{}", e.key), &keys)?;
        if let Some(value) = section.get("value") {
            if let Some(other) = section.entries.iter().find(|e| e.key != "value") {
                let message = format!("value stands alone, without {}", other.key);
                self.error("study-conflict", other.key_span, message);
                return None;
            }
            return Some(Rule::Formula(self.formula(value)?));
        }
        let given: Vec<_> = REDUCERS
            .iter()
            .filter_map(|(name, r)| Some((section.get(name)?.clone(), *r)))
            .collect();
        let (asked, reducer) = match &given[..] {
            [one] => one.clone(),
            [] => {
                let message = format!("{} does not say what to find", e.key);
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let names: Vec<_> = REDUCERS.iter().map(|r| r.0).collect();
                let help = format!("it has one of {}, value", names.join(", "));
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
            [first, second, ..] => {
                let message = format!("{} and {} exclude each other", first.0.key, second.0.key);
                self.error("study-conflict", second.0.key_span, message);
                return None;
            }
        };
        let source = self.source(&section, &asked, reducer, layout)?;
        let needed = match reducer {
            Reducer::At => Some("time"),
            Reducer::Nth => Some("number"),
            _ => None,
        };
        for key in ["time", "number"] {
            match (section.get(key), needed == Some(key)) {
                (Some(e), false) => {
                    let owner = if key == "time" { "at" } else { "nth" };
                    let message = format!("{key} goes with {owner}");
                    self.error("study-conflict", e.key_span, message);
                    return None;
                }
                (None, true) => {
                    let message = format!("{} needs {key}", asked.key);
                    self.error("study-missing-key", asked.key_span, message);
                    return None;
                }
                _ => {}
            }
        }
        Some(Rule::Found {
            source,
            reducer,
            from: self.optional(&section, "from")?,
            to: self.optional(&section, "to")?,
            argument: match needed {
                Some(key) => self.optional(&section, key)?,
                None => None,
            },
        })
    }

    pub(super) fn source(
        &mut self,
        section: &Section<'a>,
        asked: &Entry<'a>,
        reducer: Reducer,
        layout: &Layout,
    ) -> Option<Source> {
        let text = self.reading.text(asked)?;
        if reducer == Reducer::Count {
            if let Some(e) = section.get("event") {
                let message = "count names the kind of event itself: count = \"impact\"";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            let which = self.which(section, asked)?;
            return Some(Source::Events(which, 0));
        }
        if let Some(event) = section.get("event") {
            let which = self.which(section, &event.clone())?;
            let column = self.event_column(&text)?;
            return Some(Source::Events(which, column));
        }
        if let Some(e) = section.get("of") {
            self.error("study-conflict", e.key_span, "of goes with event or count");
            return None;
        }
        if reducer == Reducer::Nth {
            let message = "nth goes with event: { nth = \"time\", event = \"impact\", number = 2 }";
            self.error("study-missing-key", asked.key_span, message);
            return None;
        }
        self.series(&text, layout).map(Source::Outputs)
    }

    /// A column of the results, or an expression of the deck's language.
    pub(super) fn series(&mut self, text: &SpannedText, layout: &Layout) -> Option<Series> {
        let word = text.text.trim();
        if word.eq_ignore_ascii_case("time") {
            return Some(Series::Time);
        }
        if response::is_column(word) {
            return match response::column(&self.deck.model, layout, word) {
                Ok(series) => Some(series),
                Err(near) => {
                    let message = format!("the results have no column {word}");
                    let d = Diagnostic::error("study-unknown-column", text.whole(), message);
                    let some: Vec<_> = near.iter().take(8).map(String::as_str).collect();
                    let element = word.split('.').next().unwrap_or_default();
                    let mut contacts = self.deck.model.contacts.iter();
                    let contact =
                        contacts.find(|c| c.tag.to_string().eq_ignore_ascii_case(element));
                    let d = match contact {
                        // its volumes come and go, so the table of contacts has no columns for them
                        Some(c) => d.help(format!(
                            "the force of a contact is a function: CONTACT({},0,1) is its size",
                            c.tag.label
                        )),
                        None => d.suggest(word, near.iter().map(String::as_str)),
                    };
                    self.reading.diagnostics.push(match d.help {
                        Some(_) => d,
                        None => d.help(format!("there are {}", some.join(", "))),
                    });
                    None
                }
            };
        }
        self.expression(text.clone()).map(Series::Expression)
    }

    /// An expression that is to be evaluated at each output; its number.
    pub(super) fn expression(&mut self, text: SpannedText) -> Option<usize> {
        let mut found = Diagnostics::default();
        let parsed = Expression::parse(text, self.deck.model.dialect, &mut found);
        if let Some(e) = &parsed {
            e.examine(&mut found);
        }
        let sound = !found.has_errors();
        self.reading.diagnostics.extend(found);
        let e = parsed.filter(|_| sound)?;
        self.expressions.push(e);
        Some(self.expressions.len() - 1)
    }

    pub(super) fn which(&mut self, section: &Section<'a>, kind: &Entry<'a>) -> Option<Which> {
        let words: Vec<_> = EventKind::ALL.iter().map(|k| (k.name(), *k)).collect();
        let kind = self.reading.word(kind, &words)?;
        let element = match section.get("of") {
            Some(e) => Some(self.reading.text(e)?.text),
            None => None,
        };
        Some(Which { kind, element })
    }
}
