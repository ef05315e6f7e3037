//! Every diagnostic has an explanation, and every explanation has a diagnostic.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Beginnings of names that nothing but a diagnostic has.
const FAMILIES: &[&str] = &[
    "adm-", "acf-", "xml-", "ms-", "expr-", "session-", "file-", "study-", "python-",
];

/// How sources make a diagnostic: the name is the first argument.
const MAKERS: &[&str] = &["error(", "warning(", "note(", "warn("];

fn sources(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, list);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "py") {
            list.push(path);
        }
    }
}

/// All kebab-case string literals in the sources that ship, with what stands before them and how often they stand.
fn literals() -> BTreeMap<String, (usize, bool)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let of_crate = entry.unwrap().path();
        for src in ["src", "python"].map(|folder| of_crate.join(folder)) {
            if src.is_dir() {
                sources(&src, &mut files);
            }
        }
    }
    let mut found: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for file in files {
        if file.file_name().is_some_and(|n| n == "testing.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let shipped = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let shipped: String = shipped
            .lines()
            .filter(|l| !l.trim_start().starts_with("//"))
            .map(|l| format!("{l}\n"))
            .collect();
        let pieces: Vec<_> = shipped.split('"').collect();
        for k in 1..pieces.len() {
            let word = pieces[k];
            let kebab = word.contains('-')
                && word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.ends_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if kebab {
                let made = MAKERS.iter().any(|m| pieces[k - 1].trim_end().ends_with(m));
                let entry = found.entry(word.to_owned()).or_default();
                entry.0 += 1;
                entry.1 |= made;
            }
        }
    }
    found
}

#[test]
fn each_diagnostic_is_explained() {
    let explained: Vec<_> = carom::diagnostics::all();
    let is_explained = |name: &str| explained.iter().any(|(n, _)| *n == name);
    let missing: Vec<_> = literals()
        .into_iter()
        .filter(|(name, (_, made))| *made || FAMILIES.iter().any(|f| name.starts_with(f)))
        .map(|(name, _)| name)
        .filter(|name| !is_explained(name))
        .collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
}

#[test]
fn each_explanation_belongs_to_a_diagnostic() {
    let literals = literals();
    // once in its list, and at least once where it is made
    let stale: Vec<_> = carom::diagnostics::all()
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| literals.get(*name).is_none_or(|(count, _)| *count < 2))
        .collect();
    assert!(stale.is_empty(), "explained and never given: {stale:?}");
}

#[test]
fn explanations_are_sorted_unique_and_say_something() {
    let all = carom::diagnostics::all();
    for pair in all.windows(2) {
        assert!(pair[0].0 < pair[1].0, "{} stands twice", pair[1].0);
    }
    for (name, text) in all {
        assert!(text.len() > 20, "{name}");
        assert!(text.ends_with('.'), "{name}");
    }
}
