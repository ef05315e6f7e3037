//! Studies from texts, and reference values.

#![allow(dead_code)]

use carom::base::diagnostic::render_plain;
use carom::files::Texts;
use carom_study::Study;
use serde_json::Value;
use std::path::Path;

/// A study of a deck.
pub fn study(deck: &str, toml: &str) -> Study {
    let texts = Texts::default().with(Path::new("model.adm"), deck.to_owned());
    let toml = format!("model = \"model.adm\"\n{toml}");
    match Study::read_text(Path::new("study.toml"), toml, &texts, None) {
        Ok(study) => study,
        Err(refused) => {
            let each = refused.diagnostics.iter();
            let all: Vec<String> = each.map(|d| render_plain(d, &refused.sources)).collect();
            panic!("{}", all.join("\n"))
        }
    }
}

/// Reference numbers about stability.
pub fn values() -> Value {
    let text = include_str!("../../../../validation/values/stability.json");
    serde_json::from_str(text).expect("the file is JSON")
}

/// A number, which may be written as a text with more digits.
pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number"),
        other => other.as_f64().expect("a number"),
    }
}
