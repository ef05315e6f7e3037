//! The pages in `tests/motionsolve` are tests: each block `xml` is a file, and the block `text` after it is what the
//! reader says about it. `CAROM_UPDATE=1 cargo test -p carom-files --test all motionsolve_refused` writes the second blocks
//! again; look at the difference before you commit it.

use carom_base::diagnostic::render_plain;
use carom_base::{Severity, Sources};
use carom_files::motionsolve;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn pages() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/motionsolve");
    let entries = std::fs::read_dir(folder).expect("the pages are part of the project");
    let mut pages: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    pages.retain(|p| p.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// What the reader says about a file: all that it finds but the note on units.
fn said(deck: &str, names: &mut BTreeSet<&'static str>) -> String {
    let name = Path::new("deck.xml");
    let (model, d) = motionsolve::read_text(name, deck.to_string());
    // A text that is no XML gives no model, and then no sources either: these are the ones that it would have.
    let mut sources = Sources::default();
    sources.add(name, deck.to_string());
    let mut out = String::new();
    for d in d.iter().filter(|d| d.name != "xml-no-units") {
        names.insert(d.name);
        out += &render_plain(d, &sources);
    }
    let moving = model.map_or(0, |m| {
        m.unsupported.iter().filter(|u| u.changes_motion).count()
    });
    let verdict = match (d.has_errors(), d.count(Severity::Warning), moving) {
        (true, _, _) => "refused".to_string(),
        (false, 0, 0) => "accepted".to_string(),
        (false, n, 0) => format!("accepted with {n} warnings"),
        (false, _, m) => format!("read; {m} unsupported elements change the motion"),
    };
    let _ = writeln!(out, "=> {verdict}");
    out
}

/// Goes through a page; gives the page with the blocks `text` as they should be.
fn remade(page: &str, names: &mut BTreeSet<&'static str>) -> (String, usize) {
    let mut out = String::new();
    let mut decks = 0;
    let mut rest = page;
    while let Some(start) = rest.find("```xml\n") {
        let body = start + "```xml\n".len();
        let end = body + rest[body..].find("```").expect("a closed block");
        let deck = &rest[body..end];
        decks += 1;
        let after = end + "```\n".len();
        let _ = write!(
            out,
            "{}\n```text\n{}```\n",
            &rest[..after],
            said(deck, names)
        );
        rest = &rest[after..];
        let trimmed = rest.trim_start();
        if let Some(old) = trimmed.strip_prefix("```text\n") {
            rest = old.split_once("```\n").map_or("", |(_, r)| r);
        }
    }
    out += rest;
    (out, decks)
}

#[test]
fn pages_say_what_the_reader_says() {
    let update = std::env::var_os("CAROM_UPDATE").is_some();
    let mut names = BTreeSet::new();
    let mut decks = 0;
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("readable");
        let (expected, n) = remade(&page, &mut names);
        decks += n;
        if update {
            std::fs::write(&path, &expected).expect("writable");
        } else {
            for (k, (a, b)) in page.lines().zip(expected.lines()).enumerate() {
                assert_eq!(a, b, "{}:{}", path.display(), k + 1);
            }
            assert_eq!(page.len(), expected.len(), "{}", path.display());
        }
    }
    assert!(decks >= 20, "{decks} files");
    assert!(names.len() >= 20, "{names:?}");
    // What stands on a page is in the list of diagnostics.
    for name in names.iter().filter(|n| n.starts_with("xml-")) {
        let listed = motionsolve::DIAGNOSTICS.iter().any(|d| d.name == *name);
        assert!(listed, "{name}");
    }
}

/// Bytes that are no text, and texts too large for a page.
#[test]
fn hostile_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deck.xml");
    let first = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("writable");
        let (model, d) = motionsolve::read(&path);
        // A model without elements holds the text that the message points into.
        assert!(d.has_errors() && model.is_none_or(|m| m.parts.is_empty()));
        d.iter().next().expect("an error").name
    };
    let garbage: Vec<u8> = (0..4096u32).map(|k| (k * 167 % 256) as u8).collect();
    assert_eq!(first(&garbage), "xml-not-text");
    let deep = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
    assert_eq!(first(deep.as_bytes()), "xml-too-deep");
    let mut entities = String::from("<?xml version='1.0'?><!DOCTYPE m [<!ENTITY a0 'x'>");
    for k in 1..30 {
        let _ = write!(entities, "<!ENTITY a{k} '&a{0};&a{0};'>", k - 1);
    }
    entities += "]><MultiBodySystem>&a29;</MultiBodySystem>";
    assert_eq!(first(entities.as_bytes()), "xml-dtd");
    let many: String = (0..600).map(|k| format!(" a{k}='1'")).collect();
    let wide = format!("<MultiBodySystem{many}/>");
    assert_eq!(first(wide.as_bytes()), "xml-too-many-attributes");
    assert_eq!(first(b""), "xml-not-xml");
}
