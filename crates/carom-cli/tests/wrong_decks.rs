//! Wrong decks as data, in `validation/wrong`: `carom check` and `carom run` refuse the same ones, with the same words, each cause
//! has one message, and `docs/reference/wrong-decks.md` shows all of them.
//!
//! `CAROM_UPDATE=1 cargo test -p carom-cli --test wrong_decks` writes the page; read what has changed in it.
#![cfg(unix)] // paths on the page
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder() -> PathBuf {
    repository().join("validation/wrong")
}

/// One wrong deck, or one wrong command.
struct Case {
    name: String,
    title: String,
    arguments: Vec<String>,
    is_study: bool,
}

/// `(name, arguments, title)` of the lines of `commands.txt`.
fn commands() -> BTreeMap<String, (String, String)> {
    let text = std::fs::read_to_string(folder().join("commands.txt")).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    let parsed = lines.map(|line| {
        let (name, rest) = line.split_once(':').unwrap();
        let (arguments, title) = rest.split_once('|').unwrap_or((rest, ""));
        let parts = (arguments.trim().to_owned(), title.trim().to_owned());
        (name.to_owned(), parts)
    });
    parsed.collect()
}

/// What a deck says of itself: its title, or its first comment.
fn title(name: &str, text: &str) -> String {
    let mut lines = text.lines();
    let line = match name.rsplit('.').next().unwrap() {
        "acf" => lines.find(|l| l.starts_with('!')),
        "xml" => lines.find(|l| l.starts_with("<!--")),
        "toml" => lines.find(|l| l.starts_with('#') || l.starts_with("title")),
        _ => lines.next(),
    };
    let line = line.unwrap().trim_start_matches("title = ");
    let marks: &[char] = &['!', '#', '<', '>', '-', '"', ' '];
    line.trim_matches(marks).to_owned()
}

fn cases() -> Vec<Case> {
    let commands = commands();
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|n| {
            [".adm", ".acf", ".xml", ".toml"]
                .iter()
                .any(|e| n.ends_with(e))
        })
        .filter(|n| n != "pendulum.adm")
        .collect();
    names.sort();
    let mut list = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(folder().join(&name)).unwrap();
        let timeless = name.ends_with(".adm") || name.ends_with(".carom.toml");
        let usual = if timeless { "--end 1" } else { "" };
        let given = commands.get(&name).map_or(usual, |(a, _)| a.as_str());
        let is_study = given == "sweep";
        let rest = given.split_whitespace().filter(|_| !is_study);
        list.push(Case {
            title: title(&name, &text),
            arguments: std::iter::once(name.as_str())
                .chain(rest)
                .map(str::to_owned)
                .collect(),
            name,
            is_study,
        });
    }
    for (name, (arguments, title)) in commands.iter().filter(|(n, _)| n.starts_with("option_")) {
        list.push(Case {
            name: name.clone(),
            title: title.clone(),
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            is_study: false,
        });
    }
    list
}

fn carom(command: &str, arguments: &[String], out: Option<&Path>) -> (Option<i32>, String) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_carom"));
    run.arg(command).args(arguments).current_dir(folder());
    if let Some(out) = out {
        run.arg("--out").arg(out);
    }
    let said = run.output().unwrap();
    let err = String::from_utf8(said.stderr).unwrap();
    (said.status.code(), err)
}

/// Decks that a run takes: what is wrong with them is advice.
fn is_advice(name: &str) -> bool {
    name.starts_with("advice_") || name.starts_with("note_")
}

/// Decks with several causes, and how many.
const SEVERAL: &[(&str, usize)] = &[
    ("all_stages.adm", 4),
    ("adm_id_of_part_as_marker.adm", 2),
    ("expr_part_in_place_of_marker.adm", 2),
];

/// What is wrong with the words on a wrong deck; nothing where all is well.
fn judge(case: &Case, said: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let serious = |l: &&str| l.starts_with("error[") || l.starts_with("warning[");
    let serious: Vec<&str> = said.lines().filter(serious).collect();
    let several = SEVERAL.iter().find(|(n, _)| *n == case.name);
    let expected = several.map_or(1, |(_, n)| *n);
    let expected = if is_advice(&case.name) { 0 } else { expected };
    if serious.len() != expected {
        faults.push(format!("{} messages, not {expected}", serious.len()));
    }
    // Options, and files that are not there, have no place in a text.
    let placeless = |l: &&&str| l.contains("session-") || l.contains("file-not-readable");
    for line in serious.iter().filter(|l| !placeless(l)) {
        let place = line.split_whitespace().nth(1).unwrap_or_default();
        if place.split(':').count() != 3 {
            faults.push(format!("no place: {line}"));
        }
    }
    if serious.iter().any(|l| !placeless(&l)) && !said.contains('^') {
        faults.push("nothing is marked".into());
    }
    if said.contains("NaN") || said.contains("panicked") || said.contains("bug of Carom") {
        faults.push("a word of the program, not of the user".into());
    }
    faults
}

const HEAD: &str = "# Wrong decks\n\nMade by `CAROM_UPDATE=1 cargo test -p carom-cli --test wrong_decks`; do not edit.\n\n\
    What Carom says about wrong input: decks with one mistake each, and what `carom check` says of them. `carom run` refuses the same decks with the same \
    words, before anything moves. `carom explain NAME` says more about the name in brackets. The decks are in `validation/wrong`.\n";

#[test]
fn wrong_decks_are_refused_in_good_words() {
    let out = tempfile::tempdir().unwrap();
    let (mut page, mut faults, mut refused) = (HEAD.to_owned(), Vec::new(), 0);
    for case in cases() {
        let command = if case.is_study { "sweep" } else { "check" };
        let folder = out.path().join(&case.name);
        let (status, said) = carom(command, &case.arguments, case.is_study.then_some(&*folder));
        let wanted = if is_advice(&case.name) { 0 } else { 2 };
        if status != Some(wanted) {
            faults.push(format!(
                "{}: {command} ends with {status:?}\n{said}",
                case.name
            ));
        }
        if !case.is_study {
            let (ran, by_run) = carom("run", &case.arguments, Some(&folder));
            if ran != status {
                faults.push(format!("{}: check {status:?}, run {ran:?}", case.name));
            }
            if wanted == 2 && by_run != said {
                faults.push(format!(
                    "{}: run says\n{by_run}check says\n{said}",
                    case.name
                ));
            }
        }
        refused += usize::from(status == Some(2));
        for fault in judge(&case, &said) {
            faults.push(format!("{}: {fault}\n{said}", case.name));
        }
        let _ = write!(
            page,
            "\n## {}\n\n```text\n$ carom {command} {}\n{}\n```\n",
            case.title,
            case.arguments.join(" "),
            said.trim_end()
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(refused >= 100, "{refused} wrong decks");
    let path = repository().join("docs/reference/wrong-decks.md");
    if std::env::var_os("CAROM_UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/reference/wrong-decks.md is not up to date: CAROM_UPDATE=1 cargo test -p carom-cli --test wrong_decks"
    );
}

/// The model beside the command files is right.
#[test]
fn the_right_deck_is_accepted() {
    let arguments = ["pendulum.adm", "--end", "1"].map(str::to_owned);
    assert_eq!(carom("check", &arguments, None), (Some(0), String::new()));
}

/// Notes on exported decks: a line for each kind, and all of them on request.
#[test]
fn notes_on_exported_decks_are_grouped() {
    // (deck, at most so many lines, without grouping at least so many)
    for (deck, most, whole) in [
        ("aview_hpc/test_2.adm", 14, 15),
        ("adams_vscode/test.adm", 50, 80),
        ("FAST/Test16_ADAMS.adm", 60, 250),
    ] {
        let path = repository().join("validation/models").join(deck);
        let lines = |more: &[&str]| {
            let mut arguments = vec![path.display().to_string()];
            arguments.extend(more.iter().map(|a| (*a).to_owned()));
            carom("check", &arguments, None).1.lines().count()
        };
        let (grouped, each) = (lines(&[]), lines(&["--verbose"]));
        assert!(
            grouped <= most && each >= whole,
            "{deck}: {grouped}, {each}"
        );
    }
}
