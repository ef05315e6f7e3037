//! A deck may name any file that its reader may open: what is no deck, mesh or table is refused without a line of it.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom_base::diagnostic::render_plain;
use carom_files::{acf, adm, native};
use std::fs;
use std::path::Path;

const SECRET: &str = "root-x-0-secret";

/// All that is said of a model, as the terminal shows it.
fn said(path: &Path) -> String {
    let (model, diagnostics) = match path.to_str().unwrap() {
        p if p.ends_with(".adm") => adm::read(path),
        p if p.ends_with(".acf") => acf::read(path),
        _ => native::read(path),
    };
    let sources = model.map(|m| m.sources).unwrap_or_default();
    diagnostics
        .iter()
        .map(|d| render_plain(d, &sources))
        .collect()
}

#[test]
fn lines_of_other_files_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name)
    };
    let secret = format!("{SECRET}:{SECRET}\nline {SECRET} two\n");
    for name in ["s.adm", "s.acf", "s.carom.toml", "s.obj", "s.dat"] {
        write(name, &secret);
    }
    let deck = |statement: &str| format!("t\nPART/1, GROUND\nMARKER/1, PART=1\n{statement}\nEND\n");
    write("m.adm", &deck(""));
    for (name, text, names) in [
        (
            "a.acf",
            "s\n\nSIM/DYN, END=1\n".to_owned(),
            "adm-not-a-dataset",
        ),
        (
            "b.acf",
            "m\n\nFILE/COMMAND=s.acf\n".to_owned(),
            "acf-not-commands",
        ),
        (
            "c.adm",
            deck("GRAPHICS/9, EXTERNAL, RM=1, FILE=s.obj"),
            "adm-mesh-file",
        ),
        ("d.adm", deck("MATRIX/1, FILE=s.dat"), "adm-matrix-file"),
        ("s.acf", secret.clone(), "acf-not-commands"),
        ("s.carom.toml", secret.clone(), "toml-syntax"),
    ] {
        let text = said(&write(name, &text));
        assert!(text.contains(names), "{name}: {text}");
        assert!(!text.contains(SECRET), "{name}: {text}");
    }
}

#[test]
fn lines_of_decks_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    // a statement that is known is enough
    fs::write(&path, "t\nPART/1, GROUND\nMARKXR/1, PART=1\nEND\n").unwrap();
    assert!(said(&path).contains("   3 | MARKXR/1"), "{}", said(&path));
    let path = folder.path().join("m.acf");
    fs::write(&path, "m\n\nSIMULAXE/DYN, END=1\n").unwrap();
    // its first line names a dataset that is there
    assert!(said(&path).contains("SIMULAXE"), "{}", said(&path));
}
