//! Each `console` block of the documentation says what the program says.
//!
//! A block holds commands (`$ carom run ...`), each with the exit status after it where that is not 0 (`? 2`), and what it prints on
//! both channels, standard error first, as on a terminal. `[..]` stands for any text within a line, `...` for any lines.
//! All blocks of a page run in one empty folder with `examples` and `validation` beside it.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a page, with what the page says of it.
#[derive(Default)]
struct Example {
    line: usize,
    command: String,
    status: i32,
    output: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn examples(page: &str) -> Vec<Example> {
    let mut list: Vec<Example> = Vec::new();
    let mut within = false;
    for (number, line) in page.lines().enumerate() {
        match line {
            "```console" => within = true,
            "```" => within = false,
            _ if !within => {}
            _ => match (line.strip_prefix("$ "), line.strip_prefix("? ")) {
                (Some(command), _) => list.push(Example {
                    line: number + 1,
                    command: command.to_owned(),
                    ..Example::default()
                }),
                (_, Some(status)) => list.last_mut().unwrap().status = status.parse().unwrap(),
                _ => {
                    let example = list.last_mut().expect("a command comes first");
                    example.output += line;
                    example.output += "\n";
                }
            },
        }
    }
    list
}

/// The pages of the book and the README.
fn pages() -> Vec<PathBuf> {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let links = summary.split("](").skip(1);
    let pages = links.map(|rest| root().join("docs").join(rest.split(')').next().unwrap()));
    pages.chain([root().join("README.md")]).collect()
}

#[test]
fn the_book_has_its_pages() {
    let pages = pages();
    assert!(pages.len() > 20);
    for page in &pages {
        assert!(page.is_file(), "{} is not there", page.display());
    }
    for folder in ["docs", "docs/theory", "docs/reference", "docs/tutorials"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let is_page = path.extension().is_some_and(|e| e == "md");
            let listed = pages.iter().any(|p| p.file_name() == path.file_name());
            let is_list = path.file_name().is_some_and(|n| n == "SUMMARY.md");
            assert!(
                !is_page || listed || is_list,
                "{} is not in the book",
                path.display()
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn what_the_book_says_is_what_happens() {
    let program = Path::new(env!("CARGO_BIN_EXE_carom"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut count = 0;
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        for beside in ["examples", "validation"] {
            let real = root().join(beside).canonicalize().unwrap();
            std::os::unix::fs::symlink(real, folder.path().join(beside)).unwrap();
        }
        for example in examples(&std::fs::read_to_string(&page).unwrap()) {
            let Example { line, command, .. } = &example;
            let place = format!("{}:{line}: {command}", page.display());
            let said = Command::new("sh")
                .args(["-c", command])
                .current_dir(folder.path())
                .env("PATH", &path)
                .output()
                .unwrap();
            let text = [said.stderr, said.stdout].concat();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(said.status.code(), Some(example.status), "{place}\n{text}");
            let same = snapbox::Assert::new().try_eq(
                Some(&place),
                text.trim_end().into(),
                example.output.trim_end().into(),
            );
            if let Err(difference) = same {
                panic!("{place}\n{difference}");
            }
            count += 1;
        }
    }
    assert!(count >= 15, "{count} commands");
}
