//! What stands in blocks of the book and the README is what happens.
//!
//! A `console` block holds commands (`$ carom run ...`), each with the exit status after it where that is not 0 (`? 2`), and what it prints on
//! both channels, standard error first, as on a terminal. `[..]` stands for any text within a line, `...` for any lines. An `sh` block holds commands
//! that succeed. A `toml` block is a model or a study, or a piece of a study; a `text` block with an element of a dataset is one of an example.
//! All blocks of a page run in one folder with `examples` and `validation` beside it. Blocks of `python` and `sql` run with the tests of the Python package.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A block of a page.
struct Block {
    language: String,
    /// Of its first line, from 1.
    line: usize,
    text: String,
}

/// A command of a page, with what the page says of it.
struct Example {
    line: usize,
    command: String,
    status: i32,
    output: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn blocks(page: &str) -> Vec<Block> {
    let mut list: Vec<Block> = Vec::new();
    let mut within = false;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), within) {
            (Some(language), false) => list.push(Block {
                language: language.to_owned(),
                line: number + 2,
                text: String::new(),
            }),
            (Some(_), true) | (None, false) => {}
            (None, true) => {
                let block = list.last_mut().unwrap();
                block.text += line;
                block.text += "\n";
            }
        }
        within ^= line.starts_with("```");
    }
    list
}

fn examples(block: &Block) -> Vec<Example> {
    let mut list: Vec<Example> = Vec::new();
    for (number, line) in block.text.lines().enumerate() {
        match (line.strip_prefix("$ "), line.strip_prefix("? ")) {
            (Some(command), _) => list.push(Example {
                line: block.line + number,
                command: command.to_owned(),
                status: 0,
                output: String::new(),
            }),
            (_, Some(status)) => list.last_mut().unwrap().status = status.parse().unwrap(),
            _ => {
                let example = list.last_mut().expect("a command comes first");
                example.output += line;
                example.output += "\n";
            }
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
    let folders = [
        "docs",
        "docs/how-to",
        "docs/theory",
        "docs/reference",
        "docs/tutorials",
        "docs/decisions",
    ];
    for folder in folders {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let is_page = path.extension().is_some_and(|e| e == "md");
            let listed = pages.contains(&path);
            let is_list = path.file_name().is_some_and(|n| n == "SUMMARY.md");
            assert!(
                !is_page || listed || is_list,
                "{} is not in the book",
                path.display()
            );
        }
    }
}

/// A page, and the folder in which its blocks run.
struct Page {
    path: PathBuf,
    folder: tempfile::TempDir,
    blocks: Vec<Block>,
}

#[cfg(unix)]
impl Page {
    fn open(path: PathBuf) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for beside in ["examples", "validation"] {
            let real = root().join(beside).canonicalize().unwrap();
            std::os::unix::fs::symlink(real, folder.path().join(beside)).unwrap();
        }
        let blocks = blocks(&std::fs::read_to_string(&path).unwrap());
        Self {
            path,
            folder,
            blocks,
        }
    }

    fn of(&self, language: &str) -> impl Iterator<Item = &Block> {
        let language = language.to_owned();
        self.blocks.iter().filter(move |b| b.language == language)
    }

    /// A shell in which `carom` is the program.
    fn shell(&self, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_carom"));
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", program.parent().unwrap().display());
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", &path);
        shell
    }

    fn run(&self, command: &str) -> (Output, String) {
        let output = self.shell(command).output().unwrap();
        let text = [&output.stderr[..], &output.stdout].concat();
        let text = String::from_utf8(text).unwrap();
        (output, text)
    }

    fn place(&self, line: usize, command: &str) -> String {
        format!("{}:{line}: {command}", self.path.display())
    }
}

#[cfg(unix)]
#[test]
fn what_the_book_says_is_what_happens() {
    let mut count = 0;
    for page in pages().into_iter().map(Page::open) {
        for example in page.of("console").flat_map(examples) {
            let place = page.place(example.line, &example.command);
            let (said, text) = page.run(&example.command);
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

/// Names of the examples and programs of a package.
fn targets(package: &str) -> Vec<String> {
    let arguments = [
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
    ];
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let said = Command::new(cargo)
        .args(arguments)
        .current_dir(root())
        .output();
    let said: serde_json::Value = serde_json::from_slice(&said.unwrap().stdout).unwrap();
    let packages = said["packages"].as_array().unwrap();
    let package = packages
        .iter()
        .find(|p| p["name"] == package)
        .expect(package);
    let targets = package["targets"].as_array().unwrap().iter();
    targets
        .map(|t| t["name"].as_str().unwrap().to_owned())
        .collect()
}

/// What takes the place of a command of the page, if it cannot be run as it stands.
enum Instead {
    /// Nothing: it has another test.
    Checked,
    Run(String),
    /// Until the page is served.
    Serve(String),
}

/// `cargo run -p PACKAGE ... -- ARGUMENTS` of the program itself goes to the one that is tested. Programs that run for long have tests of their own, and are
/// only looked up. `carom view` would open a browser and stay.
fn instead(command: &str) -> Instead {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |word: &str| {
        let at = words.iter().position(|w| *w == word)?;
        words.get(at + 1).copied()
    };
    match words.as_slice() {
        ["./test"] => {
            assert!(root().join("test").is_file());
            Instead::Checked
        }
        ["alias", rest @ ..] => {
            assert_eq!(
                rest.join(" "),
                "carom='cargo run --quiet --profile quick -p carom-cli --'"
            );
            Instead::Checked
        }
        ["cargo", "run", ..] if after("-p") == Some("carom-cli") => {
            let (_, own) = command.split_once(" -- ").expect(command);
            Instead::Run(format!("carom {own}"))
        }
        ["cargo", "run", ..] => {
            let package = after("-p").expect(command);
            let name = after("--example").or(after("--bin")).expect(command);
            let known = targets(package);
            assert!(known.iter().any(|t| t == name), "{command}: {known:?}");
            Instead::Checked
        }
        ["carom", "view", ..] if after("--out").or(after("--gltf")).is_none() => {
            let command = command.split(" #").next().unwrap();
            Instead::Serve(format!("exec {command} --no-open"))
        }
        _ => Instead::Run(command.to_owned()),
    }
}

#[cfg(unix)]
#[test]
fn commands_of_the_book_succeed() {
    let mut count = 0;
    for page in pages().into_iter().map(Page::open) {
        for block in page.of("sh") {
            let text = block.text.replace("\\\n", " ");
            for command in text.lines().filter(|l| !l.is_empty()) {
                let place = page.place(block.line, command);
                match instead(command) {
                    Instead::Checked => continue,
                    Instead::Run(command) => {
                        let (said, text) = page.run(&command);
                        assert_eq!(said.status.code(), Some(0), "{place}\n{text}");
                    }
                    Instead::Serve(command) => {
                        let mut shell = page.shell(&command);
                        let mut child = shell.stdout(Stdio::piped()).spawn().unwrap();
                        let mut line = String::new();
                        let mut said = BufReader::new(child.stdout.take().unwrap());
                        said.read_line(&mut line).unwrap();
                        child.kill().unwrap();
                        child.wait().unwrap();
                        assert!(line.starts_with("http://127.0.0.1:"), "{place}\n{line}");
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count >= 25, "{count} commands");
}

/// A study around a piece of one, on the bouncing ball.
fn study(piece: &str) -> String {
    // Designs that draw their points take ranges; a section after each period says how long runs are.
    let points = if piece.contains("[design]") {
        ""
    } else {
        ", points = 2"
    };
    let run = if piece.contains("every =") {
        ""
    } else {
        "run.end = 1\n"
    };
    format!(
        "model = \"examples/bouncing_ball/ball.adm\"\n{run}\
         parameters.gamma = {{ from = 1, to = 2{points} }}\n\
         parameters.omega = {{ from = 6, to = 7{points} }}\n\
         parameters.z0 = {{ at = \"PART/2.qg.z\", from = 0.6, to = 1.1{points} }}\n\
         responses.z = {{ last = \"PART/2.z\" }}\n{piece}"
    )
}

#[cfg(unix)]
#[test]
fn models_and_studies_of_the_book_are_accepted() {
    let mut count = 0;
    for page in pages().into_iter().map(Page::open) {
        // The studies of the book lie beside the examples.
        let folder = page.folder.path();
        std::fs::create_dir(folder.join("studies")).unwrap();
        for block in page.of("toml") {
            let keys: Vec<_> = block.text.lines().collect();
            let (name, text, command) = if keys[0].starts_with("carom =") {
                ("m.carom.toml", block.text.clone(), "check m.carom.toml")
            } else if keys.iter().any(|l| l.starts_with("model =")) {
                let text = block.text.replace("../", "../examples/");
                (
                    "studies/s.toml",
                    text,
                    "sweep studies/s.toml --out s.sweep --threads 2",
                )
            } else {
                ("s.toml", study(&block.text), "sweep s.toml --deck 0")
            };
            std::fs::write(folder.join(name), text).unwrap();
            let (said, text) = page.run(&format!("carom {command}"));
            let place = page.place(block.line, command);
            assert_eq!(said.status.code(), Some(0), "{place}\n{text}");
            count += 1;
        }
    }
    assert!(count >= 6, "{count} files");
}

#[test]
fn elements_of_datasets_in_the_readme_are_those_of_the_example() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let ball = std::fs::read_to_string(root().join("examples/bouncing_ball/ball.adm")).unwrap();
    let shown: Vec<_> = blocks(&readme)
        .into_iter()
        .filter(|b| b.language == "text")
        .collect();
    assert_eq!(shown.len(), 1);
    assert!(ball.contains(&shown[0].text), "{}", shown[0].text);
}
