//! The pages in `tests/adm` are tests: each block `adm` is a dataset, and the block `text` after it is what the reader
//! says about it. `CAROM_UPDATE=1 cargo test -p carom-files --test all adm_refused` writes the second blocks again; look at
//! the difference before you commit it.

use carom_base::Severity;
use carom_base::diagnostic::render_plain;
use carom_files::adm;
use std::fmt::Write;
use std::path::PathBuf;

fn pages() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/adm");
    let entries = std::fs::read_dir(folder).expect("the pages are part of the project");
    let mut pages: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    pages.retain(|p| p.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// What the reader says about a dataset: all its errors and warnings, and notes that are not about drawings.
fn said(deck: &str, names: &mut Vec<&'static str>) -> String {
    let (model, d) = adm::read_text("deck.adm", deck);
    let model = model.expect("a text gives a model");
    let mut out = String::new();
    for d in d.iter().filter(|d| d.name != "adm-no-units") {
        names.push(d.name);
        out += &render_plain(d, &model.sources);
    }
    let refused = if d.has_errors() {
        "refused".to_string()
    } else {
        let moving = model
            .unsupported
            .iter()
            .filter(|u| u.changes_motion)
            .count();
        match (d.count(Severity::Warning), moving) {
            (0, 0) => "accepted".to_string(),
            (n, 0) => format!("accepted with {n} warnings"),
            (_, m) => format!("read; {m} unsupported statements change the motion"),
        }
    };
    let _ = writeln!(out, "=> {refused}");
    out
}

/// Goes through a page; gives the page with the blocks `text` as they should be.
fn remade(page: &str, names: &mut Vec<&'static str>) -> (String, usize) {
    let mut out = String::new();
    let mut decks = 0;
    let mut rest = page;
    while let Some(start) = rest.find("```adm\n") {
        let body = start + "```adm\n".len();
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
    let mut names = Vec::new();
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
    assert!(decks >= 40, "{decks} datasets");
    // Every diagnostic of the datasets that a text can cause stands on a page.
    let by_file = [
        "adm-not-text",
        "adm-not-a-dataset",
        "adm-replaced-bytes",
        "adm-line-too-long",
        "adm-too-many-errors",
        "adm-no-units",
        "adm-cad-file",
        "adm-cad-solid",
        "adm-mesh-file",
    ];
    for d in adm::DIAGNOSTICS
        .iter()
        .filter(|d| d.name.starts_with("adm-"))
    {
        assert!(
            names.contains(&d.name) || by_file.contains(&d.name),
            "{}",
            d.name
        );
    }
}
