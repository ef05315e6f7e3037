//! The study file as written: keys and values with their places, and messages about them.

use carom::base::diagnostic::closest;
use carom::base::{Diagnostic, Diagnostics, SourceId, Span, SpannedText};
use toml::de::{DeTable, DeValue};

/// What is found while a study file is read.
pub struct Reading<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// Its number among the sources.
    pub source: SourceId,
    /// What there is to say.
    pub diagnostics: Diagnostics,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The key.
    pub key: &'a str,
    /// Where it stands.
    pub key_span: Span,
    /// The value.
    pub value: &'a DeValue<'a>,
    /// Where that stands.
    pub span: Span,
}

/// The entries of a table, in the order of the file.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// As messages name it: `[run]`, `parameters.k`.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Its entries.
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Section<'a> {
    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.iter().find(|e| e.key == key)
    }

    /// Whether a key that is not one, which is reported, may have been meant as this one.
    pub fn misspells(&self, key: &str) -> bool {
        let near = |e: &Entry<'_>| closest(e.key, [key]).is_some();
        self.entries.iter().any(near)
    }
}

impl<'a> Reading<'a> {
    /// A place in the file.
    pub fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range.start, range.end.max(range.start + 1))
    }

    /// Adds an error.
    pub fn error(&mut self, name: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics
            .push(Diagnostic::error(name, span, message));
    }

    /// The entries of a table.
    pub fn entries(&self, table: &'a DeTable<'a>) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry<'a>> = table
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref(),
                key_span: self.span(key.span()),
                value: value.get_ref(),
                span: self.span(value.span()),
            })
            .collect();
        entries.sort_by_key(|e| e.key_span.start);
        entries
    }

    /// The entries of a table that may have these keys only.
    pub fn section(&mut self, entry: &Entry<'a>, name: &str, keys: &[&str]) -> Option<Section<'a>> {
        let DeValue::Table(table) = entry.value else {
            self.wrong_type(entry, "a table");
            return None;
        };
        let section = Section {
            name: name.to_owned(),
            span: entry.key_span,
            entries: self.entries(table),
        };
        self.known(&section.name, &section.entries, keys);
        Some(section)
    }

    /// Refuses unknown keys.
    pub fn known(&mut self, name: &str, entries: &[Entry<'_>], keys: &[&str]) {
        for e in entries.iter().filter(|e| !keys.contains(&e.key)) {
            let message = format!("{name} has no key {}", e.key);
            let d = Diagnostic::error("study-unknown-key", e.key_span, message);
            let d = d.suggest(e.key, keys.iter().copied());
            self.diagnostics.push(match d.help {
                Some(_) => d,
                None => d.help(format!("its keys are {}", keys.join(", "))),
            });
        }
    }

    fn wrong_type(&mut self, entry: &Entry<'_>, wanted: &str) {
        let message = format!("{} is {wanted}, not {}", entry.key, kind(entry.value));
        self.error("study-bad-value", entry.span, message);
    }

    /// A number.
    pub fn number(&mut self, entry: &Entry<'_>) -> Option<f64> {
        let x = number(entry.value);
        match x {
            Some(x) if x.is_finite() => return Some(x),
            Some(x) => {
                let message = format!("{} is {x}; it has to be a finite number", entry.key);
                self.error("study-bad-value", entry.span, message);
            }
            None => self.wrong_type(entry, "a number"),
        }
        None
    }

    /// A whole number from `least` to `most`.
    pub fn whole(&mut self, entry: &Entry<'_>, least: u64, most: u64) -> Option<u64> {
        let n = match entry.value {
            DeValue::Integer(i) => digits(i.as_str(), i.radix()),
            _ => {
                self.wrong_type(entry, "a whole number");
                return None;
            }
        };
        if let Some(n) = n.filter(|n| (least..=most).contains(n)) {
            return Some(n);
        }
        let message = format!("{} is a whole number from {least} to {most}", entry.key);
        self.error("study-bad-value", entry.span, message);
        None
    }

    /// A text with the place of its letters.
    pub fn text(&mut self, entry: &Entry<'a>) -> Option<SpannedText> {
        match entry.value {
            DeValue::String(s) => Some(self.spanned(s, entry.span)),
            _ => {
                self.wrong_type(entry, "a text in quotes");
                None
            }
        }
    }

    /// One text, or several.
    pub fn texts(&mut self, entry: &Entry<'a>) -> Option<Vec<SpannedText>> {
        let DeValue::Array(list) = entry.value else {
            return Some(vec![self.text(entry)?]);
        };
        let mut texts = Vec::new();
        for item in list.iter() {
            let one = Entry {
                value: item.get_ref(),
                span: self.span(item.span()),
                ..entry.clone()
            };
            texts.push(self.text(&one)?);
        }
        Some(texts)
    }

    /// Numbers, at least one.
    pub fn numbers(&mut self, entry: &Entry<'a>) -> Option<Vec<f64>> {
        let DeValue::Array(list) = entry.value else {
            self.wrong_type(entry, "a list of numbers");
            return None;
        };
        let mut numbers = Vec::new();
        for item in list.iter() {
            let one = Entry {
                value: item.get_ref(),
                span: self.span(item.span()),
                ..entry.clone()
            };
            numbers.push(self.number(&one)?);
        }
        if numbers.is_empty() {
            let message = format!("{} has no values", entry.key);
            self.error("study-bad-value", entry.span, message);
            return None;
        }
        Some(numbers)
    }

    /// A number or a formula.
    pub fn number_or_text(&mut self, entry: &Entry<'a>) -> Option<NumberOrText> {
        match entry.value {
            DeValue::String(s) => Some(NumberOrText::Text(self.spanned(s, entry.span))),
            _ if number(entry.value).is_some() => Some(NumberOrText::Number(self.number(entry)?)),
            _ => {
                self.wrong_type(entry, "a number or a formula in quotes");
                None
            }
        }
    }

    /// One of some words.
    pub fn word<T: Copy>(&mut self, entry: &Entry<'a>, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(entry)?;
        if let Some((_, t)) = words.iter().find(|(w, _)| *w == text.text) {
            return Some(*t);
        }
        let names: Vec<_> = words.iter().map(|(w, _)| *w).collect();
        let message = format!("{} is one of {}", entry.key, names.join(", "));
        let d = Diagnostic::error("study-bad-value", entry.span, message);
        self.diagnostics.push(d.suggest(&text.text, names));
        None
    }

    fn spanned(&self, decoded: &str, span: Span) -> SpannedText {
        let written = &self.text[span.start as usize..span.end as usize];
        // Quotes around letters that stand for themselves: each letter has its place.
        let plain = written.len() == decoded.len() + 2 && written[1..].starts_with(decoded);
        let span = if plain {
            Span {
                start: span.start + 1,
                end: span.end - 1,
                ..span
            }
        } else {
            span
        };
        let mut text = SpannedText::default();
        text.push(decoded, span);
        text
    }
}

/// A number, or a formula that gives one.
#[derive(Clone, Debug)]
pub enum NumberOrText {
    /// The number.
    Number(f64),
    /// The formula.
    Text(SpannedText),
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(i) if i.radix() == 10 => i.as_str().replace('_', "").parse().ok(),
        DeValue::Float(f) => f.as_str().replace('_', "").parse().ok(),
        _ => None,
    }
}

fn digits(text: &str, radix: u32) -> Option<u64> {
    let text = text.replace('_', "");
    let text = text.trim_start_matches('+');
    let text = match radix {
        10 => text,
        _ => text
            .get(2..)
            .filter(|_| text.starts_with('0'))
            .unwrap_or(text),
    };
    u64::from_str_radix(text, radix).ok()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
