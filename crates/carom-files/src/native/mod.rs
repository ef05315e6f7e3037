//! Carom's own model files (`.carom.toml`): the model as it is, as [TOML](https://toml.io).
//!
//! Tables and keys are those of [`Model`], angles are in radians, elements name each other by label. `docs/convert.md`
//! describes the form. What is written is read again to the same bits.
//!
//! ```
//! let deck = "Ball\nPART/1, GROUND\nPART/2, MASS=1, CM=20\nMARKER/20, PART=2, QP=0,0,3\nEND\n";
//! let (model, _) = carom_files::adm::read_text("ball.adm", deck);
//! let text = carom_files::native::write(&model.unwrap());
//! assert!(text.contains("[[marker]]\nid = 20\npose = { position = [0, 0, 3] }\npart = 2\n"), "{text}");
//! let (again, diagnostics) = carom_files::native::read_text("ball.carom.toml", &text);
//! assert!(!diagnostics.has_errors());
//! assert_eq!(carom_files::native::write(&again.unwrap()), text);
//! ```

mod check;
pub mod diagnostics;
mod places;
mod write;

pub use diagnostics::DIAGNOSTICS;
pub(crate) use places::places;
pub use write::write;

use crate::common::texts::Texts;
use carom_base::{Diagnostic, Diagnostics, Dialect, SourceId, Span, SpannedText};
use carom_model::Model;
use carom_model::data::{Entry, Node, Reading, Value};
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Reads a model file.
///
/// The model is `None` if there is no text that a message could point into. Else it is there, with what could be
/// made of it, even when the diagnostics have errors: then it must not be run.
pub fn read(path: impl AsRef<Path>) -> (Option<Model>, Diagnostics) {
    read_with(path, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn read_with(path: impl AsRef<Path>, texts: &Texts) -> (Option<Model>, Diagnostics) {
    let path = path.as_ref();
    let utf8 = |bytes: Vec<u8>, name: &str| {
        let text = String::from_utf8(bytes).map_err(|_| {
            let message = format!("{name} is not UTF-8, as TOML has to be");
            Diagnostic::error("toml-syntax", Span::NONE, message)
        })?;
        Ok((text, Vec::new()))
    };
    match texts.read_by(path, utf8) {
        Ok((text, _)) => read_text(path, &text),
        Err(d) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(d);
            (None, diagnostics)
        }
    }
}

/// Reads a model from a text; `name` stands for the file in messages.
pub fn read_text(name: impl AsRef<Path>, text: &str) -> (Option<Model>, Diagnostics) {
    let mut sources = carom_base::Sources::default();
    let source = sources.add(name.as_ref(), text.to_owned());
    let mut reading = Reading::new(Dialect::Adams);
    let model = match DeTable::parse(text) {
        Ok(table) => {
            let file = File { text, source };
            let node = Node {
                value: file.table(table.get_ref(), &mut reading),
                span: Span::new(source, 0, 1),
            };
            let model = Model::from_data(&node, &mut reading);
            if let Some(model) = model.as_ref().filter(|_| !reading.diagnostics.has_errors()) {
                check::check(model, &mut reading);
            }
            model
        }
        Err(e) => {
            let range = e.span().unwrap_or(0..1);
            let span = Span::new(source, range.start, range.end.max(range.start + 1));
            reading.error("toml-syntax", span, e.message());
            if is_foreign(text) {
                sources.hide(source);
            }
            None
        }
    };
    // Elements with errors leave gaps in the tables, by whose places the others name each other: then nothing is kept.
    let whole = model.filter(|_| !reading.diagnostics.has_errors());
    let mut model = whole.unwrap_or_else(|| Model::new(reading.dialect));
    model.sources = sources;
    (Some(model), reading.diagnostics)
}

/// Whether a text does not even begin as TOML does. Its lines are not shown: a study may name any file.
fn is_foreign(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|l| !l.is_empty() && !l.starts_with('#'));
    first.is_some_and(|l| !l.starts_with('[') && !l.contains('='))
}

/// A text that is read.
struct File<'a> {
    text: &'a str,
    source: SourceId,
}

impl File<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range.start, range.end.max(range.start + 1))
    }

    fn table(&self, table: &DeTable<'_>, reading: &mut Reading) -> Value {
        let entry = |(key, value): (
            &toml::Spanned<std::borrow::Cow<'_, str>>,
            &toml::Spanned<DeValue<'_>>,
        )| Entry {
            key: key.get_ref().to_string(),
            span: self.span(key.span()),
            node: Node {
                value: self.value(value.get_ref(), self.span(value.span()), reading),
                span: self.span(value.span()),
            },
        };
        let mut entries: Vec<Entry> = table.iter().map(entry).collect();
        entries.sort_by_key(|e| e.span.start);
        Value::Table(entries)
    }

    fn value(&self, value: &DeValue<'_>, span: Span, reading: &mut Reading) -> Value {
        match value {
            DeValue::String(text) => Value::Text(self.letters(text, span)),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Float(x) => Value::Number(plain(x.as_str()).parse().unwrap_or(f64::NAN)),
            DeValue::Integer(n) => {
                let digits = plain(n.as_str());
                let whole = match n.radix() {
                    10 => digits.parse().ok(),
                    radix => i64::from_str_radix(digits.get(2..).unwrap_or_default(), radix).ok(),
                };
                match whole {
                    Some(n) => Value::Integer(n),
                    // More digits than a whole number has are still a number.
                    None => Value::Number(digits.parse().unwrap_or(f64::NAN)),
                }
            }
            DeValue::Datetime(_) => {
                reading.error("toml-wrong-type", span, "a model has no dates");
                Value::Flag(false)
            }
            DeValue::Array(items) => {
                let node = |item: &toml::Spanned<DeValue<'_>>| {
                    let span = self.span(item.span());
                    Node {
                        value: self.value(item.get_ref(), span, reading),
                        span,
                    }
                };
                Value::List(items.iter().map(node).collect())
            }
            DeValue::Table(table) => self.table(table, reading),
        }
    }

    fn letters(&self, decoded: &str, span: Span) -> SpannedText {
        let written = &self.text[span.start as usize..span.end as usize];
        // Quotes around letters that stand for themselves: each letter has its place.
        let inner = written.get(1..written.len().saturating_sub(1));
        let span = match inner == Some(decoded) {
            true => Span {
                start: span.start + 1,
                end: span.end - 1,
                ..span
            },
            false => span,
        };
        let mut text = SpannedText::default();
        text.push(decoded, span);
        text
    }
}

fn plain(digits: &str) -> String {
    digits.replace('_', "")
}
